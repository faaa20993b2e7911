//! Checks certificates of forced wins.

use crate::{
    failure::{Failure, ProofFailure},
    games::{self, AnyGame},
};
use duiyi_game::shortened;
use duiyi_proof::{Certificate, ProofError, Unreadable};
use serde_json::{Value, json};

thread_local! {
    static GAMES: Vec<Box<dyn AnyGame>> = games::all();
}

/// The line of a certificate that names its game.
const GAME_LINE: usize = 2;

/// Reads a certificate of any game and checks it by the rules; returns the game and the size of the proof.
///
/// # Errors
/// If the text is not a certificate, names an unknown game, or does not prove its claim.
pub(crate) fn verify(text: &str) -> Result<Value, Failure> {
    let certificate = Certificate::read(text).map_err(ProofError::from)?;
    GAMES.with(|games| {
        for game in games {
            if let Some(checked) = game.check(&certificate) {
                let size = checked?;
                return Ok(json!({ "game": game.name(), "plies": size.plies, "lines": size.leaves }));
            }
        }
        let known: Vec<&str> = games.iter().map(|game| game.title()).collect();
        let (named, known) = (shortened(&certificate.game), known.join(", "));
        let reason = format!("a proof for the game '{named}': expected one of {known}");
        let message = format!("line {GAME_LINE}: {reason}");
        Err(Failure::of_proof(message, ProofFailure { kind: "unreadable", line: GAME_LINE, moves: Vec::new(), reason }))
    })
}

impl From<ProofError> for Failure {
    fn from(error: ProofError) -> Failure {
        let message = error.to_string();
        let details = match error {
            ProofError::Unreadable(Unreadable { line, fault }) => {
                ProofFailure { kind: "unreadable", line, moves: Vec::new(), reason: fault.to_string() }
            }
            ProofError::Refused(refused) => ProofFailure {
                kind: "refused",
                line: refused.line,
                moves: refused.moves,
                reason: refused.fault.to_string(),
            },
        };
        Failure::of_proof(message, details)
    }
}
