//! Recorded games: the record itself, and the files that hold it.
//!
//! | format | | read | write |
//! |---|---|---|---|
//! | PGN for xiangqi | text: tags, comments, variations, moves in any notation | [`pgn::read`] | [`pgn::write`] |
//! | DhtmlXQ, UBB (東萍) | text of forums and web pages | [`dhtmlxq::read`] | [`dhtmlxq::write`] |
//! | XQF (象棋演播室) | binary, plain and scrambled versions | [`xqf::read`] | |
//!
//! All give a [`GameRecord`]. [`GameReader`] reads a collection of any of the
//! three from any [`BufRead`](std::io::BufRead), game by game in bounded memory, and goes on
//! after a broken game. Texts of old collections are in GB or Big5; see
//! [`TextEncoding`].
//!
//! ```
//! use duiyi_xiangqi::{formats::{GameReader, pgn}, notation::Notation};
//!
//! let collection = b"[Red \"A\"]\n\n1. C2.5 N8+7 2. N2+3 (2. N8+7 R9.8) R9.8 1-0\n\
//!     [Red \"B\"]\n\n1. \xC5\xDA\xB6\xFE\xC6\xBD\xCE\xE5 1/2-1/2\n";
//! let mut games = GameReader::new(&collection[..]).named("club.pgn");
//! let first = games.next().unwrap()?;
//! assert_eq!((first.tag("Red"), first.len()), (Some("A"), 6));
//! let second = games.next().unwrap()?;
//! assert!(pgn::write(&second, Notation::Iccs).ends_with("1. H2-E2 1/2-1/2\n"));
//! assert!(games.next().is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod dhtmlxq;
mod encoding;
pub mod pgn;
mod reader;
mod record;
mod setup32;
pub mod xqf;

pub use encoding::TextEncoding;
pub use reader::{Format, GameError, GameErrorKind, GameReader};
pub use record::{EditError, Editor, GameRecord, GameResult, MAX_PLIES, Node, NodeId, Tag};

use crate::Color;
use std::fmt;

/// The number of a move in a game, as people count: "12 (Black)".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveNumber {
    /// Moves of both sides so far, this one included, from 1.
    pub ply: usize,
    /// The number in the score.
    pub number: u16,
    /// Whose move it is.
    pub side: Color,
}

impl MoveNumber {
    /// The number of the next move in a position, after `ply` moves.
    pub(crate) fn next(position: &crate::Position, ply: usize) -> MoveNumber {
        MoveNumber { ply: ply + 1, number: position.fullmove(), side: position.side_to_move() }
    }
}

impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {} of {} (ply {})", self.number, self.side, self.ply)
    }
}

/// A comment with its lines trimmed at their ends and no blank ones around.
fn tidy(comment: &str) -> String {
    let lines: Vec<&str> = comment.lines().map(str::trim_end).collect();
    lines.join("\n").trim().to_owned()
}
