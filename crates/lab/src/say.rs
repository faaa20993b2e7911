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
pub fn result(text: impl Display) -> Result<(), Reason> {
    Ok(writeln!(stdout(), "{text}")?)
}

/// Prints a message; errors are ignored.
pub fn news(text: impl Display) {
    let _ = writeln!(stderr(), "{text}");
}

/// Whether an error only means that the reader of the results has gone, as in `lab stats … | head -1`.
pub fn nobody_reads(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

/// The command line of a program with these arguments, quoted for a shell.
pub fn quoted_line(program: &str, args: impl Iterator<Item = String>) -> String {
    let quoted = |arg: String| {
        let plain = |c: char| c.is_alphanumeric() || "-_./=,+:@%".contains(c);
        if !arg.is_empty() && arg.chars().all(plain) { arg } else { format!("'{}'", arg.replace('\'', r"'\''")) }
    };
    std::iter::once(program.to_owned()).chain(args.map(quoted)).collect::<Vec<_>>().join(" ")
}
