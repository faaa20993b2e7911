//! Output: results on the standard output, messages on the standard error.

use duiyi_game::Reason;
use std::{
    error::Error,
    fmt::Display,
    io::{ErrorKind, Write, stderr, stdout},
};

/// Prints a result and a line break.
///
/// # Errors
/// If writing fails, for example because the reader has closed the pipe ([`nobody_reads`]).
pub(crate) fn result(text: impl Display) -> Result<(), Reason> {
    Ok(writeln!(stdout(), "{text}")?)
}

/// Prints a message; errors are ignored.
pub(crate) fn news(text: impl Display) {
    let _ = writeln!(stderr(), "{text}");
}

/// Whether an error only means that the reader of the results has gone, as in `lab stats … | head -1`.
pub(crate) fn nobody_reads(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
