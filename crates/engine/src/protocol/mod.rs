//! The grammar of the text protocols, as the engine and as the front end write and read it: sessions, matches against
//! programs, tests of compliance and the examination of logs use the same functions. A protocol's *meaning* (what a
//! command does, how long an answer may take) is theirs.
//!
//! UCCI 3.0 (xqbase, 2007) and UCI (Meyer-Kahlen and Huber, 2000) differ in the form of options, clocks and scores;
//! the protocols of games with stones share the names of squares ([`duiyi_game::Coordinates`]).

mod commands;
mod error;
mod go;
mod go_words;
mod lines;
mod names;
mod options;
mod score;
pub mod stones;

use std::fmt::{Display, Write};

pub use commands::{Ranks, position_words, set_option_words};
pub use error::CommandError;
pub use go_words::{GoLine, UNREADABLE_TIME};
pub use lines::{BestMove, Info, Reply, effort};
pub use names::{ChessProtocol, GTP_COMMANDS, Protocol, StoneProtocol, UnknownProtocol};
pub use options::{EMPTY, OptionLine};
pub use score::{WrittenScore, mate_moves, score_of_mate, ucci_score};

/// Appends ` KEY VALUE` to a line, if there is a value.
fn push(line: &mut String, key: &str, value: Option<impl Display>) {
    if let Some(value) = value {
        // Writing to a string can't fail.
        let _ = write!(line, " {key} {value}");
    }
}
