//! Files with proofs.

use crate::fail;
use duiyi_game::{Notation, Reason, files};
use duiyi_proof::{Accepted, ProofError};
use std::path::Path;

/// Checks the proof in a file by the rules of a game, and describes it in a line. A proof that is
/// refused ends the process with status 1 and the reason.
///
/// # Errors
/// If the file cannot be read, or is not a proof for the game.
pub fn verify_file<G: Notation>(path: &Path) -> Result<String, Reason> {
    let text = files::read_text(path, files::MOST_TEXT).map_err(|error| format!("{}: {error}", path.display()))?;
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
