//! What the laboratory says: results on the standard output, news on the standard error.

use duiyi_game::Reason;
use std::{
    error::Error,
    fmt::Display,
    io::{ErrorKind, Write, stderr, stdout},
};

/// Writes a result, with the end of its line.
///
/// # Errors
/// If it can't be written, perhaps because nobody reads any more ([`nobody_reads`]).
pub(crate) fn result(text: impl Display) -> Result<(), Reason> {
    Ok(writeln!(stdout(), "{text}")?)
}

/// Writes a line of news; where nobody reads, it is lost.
pub(crate) fn news(text: impl Display) {
    let _ = writeln!(stderr(), "{text}");
}

/// Whether an error only says that the reader of the results has gone, as in `lab stats … | head -1`.
pub(crate) fn nobody_reads(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
