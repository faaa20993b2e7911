//! Proofs of the wins that a search finds, and files with proofs.

use crate::cli::fail;
use duiyi_engine::{Player, Request};
use duiyi_game::{Game, History, Notation, Reason, Score, files};
use duiyi_proof::{Accepted, Claim, NotProved, ProofError, Unfinished, prove, write};
use duiyi_search::{LimitControl, Limits, StopHandle};
use std::path::Path;
use thiserror::Error;

/// Checks the proof in a file by the rules of a game, and describes it in a line. A proof that is
/// refused ends the process with status 1 and the reason.
///
/// # Errors
/// If the file cannot be read, or is not a proof for the game.
pub fn verify_file<G: Notation>(path: &Path) -> Result<String, Reason> {
    let text = files::read_text(path, files::MAX_TEXT).map_err(|error| format!("{}: {error}", path.display()))?;
    match duiyi_proof::verify::<G>(&text) {
        Ok(proved) => Ok(format!("accepted: {}", size(proved))),
        Err(ProofError::Refused(refused)) => fail(format_args!("{}: refused: {refused}", path.display())),
        Err(ProofError::Unreadable(error)) => Err(format!("{}: {error}", path.display()).into()),
    }
}

/// Checks a proof and writes it to a file, which it replaces only if that is a proof too. Returns a
/// line that describes it.
///
/// # Errors
/// If the checker does not accept the proof, or the file cannot be written.
pub fn write_proof<G: Notation>(path: &Path, text: &str) -> Result<String, Reason> {
    let proved = duiyi_proof::verify::<G>(text)?;
    let own = |head: &[u8]| head.starts_with(b"duiyi-proof ");
    files::replace(path, text.as_bytes(), own).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(format!("proof: {}", size(proved)))
}

fn size(proved: Accepted) -> String {
    format!("{} lines of at most {} plies", proved.leaves, proved.plies)
}

/// Why no certificate was made.
#[derive(Debug, Error)]
pub enum NoProof {
    /// The score is not a win of the side to move.
    #[error("no proof: the score is {0}, expected a mate or a win by a rule")]
    NotWon(Score),
    /// A search within the proof did not find a win.
    #[error("no proof with {nodes} nodes: {reason}")]
    NotProved {
        /// The number of nodes for the whole proof.
        nodes: u64,
        /// The position in question.
        reason: NotProved,
    },
    /// The tree cannot be written.
    #[error(transparent)]
    Unfinished(#[from] Unfinished),
}

/// The claim that a score makes for the side to move: a mate, or a win by a rule; `None` for other scores.
pub fn claim_of(score: Score) -> Option<Claim> {
    match score.mate_distance() {
        Some(plies) => u32::try_from(plies).ok().filter(|&plies| plies > 0).map(|plies| Claim::Mate(plies.div_ceil(2))),
        None => (score.is_decisive() && score > Score::ZERO).then_some(Claim::Win),
    }
}

/// Searches positions within a number of nodes for all of them.
struct Finder<'p, G: Game> {
    player: &'p mut dyn Player<G>,
    nodes: u64,
}

impl<G: Notation> Finder<'_, G> {
    /// The nodes of the first search of a position; each further one has four times as many.
    const FIRST: u64 = 10_000;

    /// A move that fulfils a claim, by searches of growing size.
    fn find(&mut self, game: &History<G>, claim: Claim) -> Option<G::Move> {
        let mate = match claim {
            Claim::Mate(moves) => Some(moves),
            Claim::Win => None,
        };
        let mut size = Self::FIRST;
        while self.nodes > 0 {
            let mut limits = Limits::nodes(size.min(self.nodes));
            limits.mate = mate;
            let control = &mut LimitControl::new(limits, StopHandle::new());
            let found = self.player.decide(&mut Request { game, allowed: &|_| true, control, observer: &mut () })?;
            self.nodes = self.nodes.saturating_sub(found.nodes.max(1));
            let fulfils = match (found.score.and_then(claim_of), claim) {
                (Some(Claim::Mate(found)), Claim::Mate(most)) => found <= most,
                (found, Claim::Win) => found.is_some(),
                _ => false,
            };
            if fulfils {
                return found.turn.first().copied();
            }
            size = size.saturating_mul(4);
        }
        None
    }
}

/// Makes the certificate of a win that a search has found. The player searches every
/// position of the proof in which the winner moves, with at most `nodes` nodes in all.
///
/// # Errors
/// If the score is not a win for the side to move, or a position of the proof is not won by the search.
pub fn certificate<G: Notation>(
    game: &History<G>,
    score: Score,
    player: &mut dyn Player<G>,
    nodes: u64,
) -> Result<String, NoProof> {
    let claim = claim_of(score).ok_or(NoProof::NotWon(score))?;
    let mut finder = Finder { player, nodes };
    let tree = prove(game, claim, &mut |game, claim| finder.find(game, claim));
    Ok(write(game, claim, &tree.map_err(|reason| NoProof::NotProved { nodes, reason })?)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_engine::Decision;
    use duiyi_game::nim::Nim;

    /// Plays the winning move, and reports a mate in a number of plies before the first one.
    struct Wins(usize);

    impl Player<Nim> for Wins {
        fn decide(&mut self, request: &mut Request<'_, Nim>) -> Option<Decision<u8>> {
            let left = request.game.now().left();
            let score = Score::mate_in(if left == 4 { self.0 } else { 1 });
            Some(Decision { score: Some(score), ..Decision::new(vec![left % 3]) })
        }
    }

    /// The score of the root claims a mate in three moves.
    #[test]
    fn a_mate_in_fewer_moves_fulfils_a_claim() {
        let game = History::new(Nim::new(4));
        let made = |plies| certificate(&game, Score::mate_in(5), &mut Wins(plies), 9).map(|_| ());
        assert!(made(3).is_ok() && made(5).is_ok(), "{:?} {:?}", made(3), made(5));
        assert!(matches!(made(7), Err(NoProof::NotProved { nodes: 9, .. })), "{:?}", made(7));
    }
}
