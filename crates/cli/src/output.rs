//! Lines for the standard output.

use anstyle::Style;
use duiyi_game::Reason;
use std::{
    fmt::Display,
    io::{ErrorKind, Write},
    process::exit,
};

/// Prints a line, without its colours where no terminal reads. A reader that has gone, as `head`
/// goes, ends the program; so does a disk that is full, with a message.
pub fn say(text: impl Display) {
    if let Err(error) = writeln!(anstream::stdout(), "{text}") {
        if error.kind() != ErrorKind::BrokenPipe {
            let message = format!("the output cannot be written: {error}\n");
            clap::Error::raw(clap::error::ErrorKind::Io, message).exit();
        }
        exit(0);
    }
}

/// A text that stands out at a terminal.
pub(crate) fn strong(text: impl Display) -> String {
    let style = Style::new().bold();
    format!("{style}{text}{style:#}")
}

/// Ends the program with a message in the form of those about its arguments.
pub fn end(reason: Reason) -> ! {
    clap::Error::raw(clap::error::ErrorKind::InvalidValue, format!("{reason}\n")).exit()
}
