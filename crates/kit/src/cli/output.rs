//! Lines on standard output.

use anstyle::Style;
use duiyi_game::Reason;
use std::{
    fmt::Display,
    io::{ErrorKind, Write},
    process::exit,
};

/// Prints a line, without colours if the output is not a terminal. Ends the process silently if the
/// reader has closed the pipe (as `head` does), and with a message on any other error.
pub fn say(text: impl Display) {
    if let Err(error) = writeln!(anstream::stdout(), "{text}") {
        if error.kind() != ErrorKind::BrokenPipe {
            let message = format!("the output cannot be written: {error}\n");
            clap::Error::raw(clap::error::ErrorKind::Io, message).exit();
        }
        exit(0);
    }
}

/// Formats a text in bold.
pub(crate) fn strong(text: impl Display) -> String {
    let style = Style::new().bold();
    format!("{style}{text}{style:#}")
}

/// Ends the process with a message and exit status 1, for a failure that is not an error in the arguments.
pub fn fail(reason: impl Display) -> ! {
    // There is nowhere else to report it.
    let _ = writeln!(anstream::stderr(), "error: {reason}");
    exit(1);
}

/// Ends the process with a message in clap's format and exit status 2.
pub fn end(reason: Reason) -> ! {
    clap::Error::raw(clap::error::ErrorKind::InvalidValue, format!("{reason}\n")).exit()
}
