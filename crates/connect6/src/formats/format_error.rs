//! Errors of reading and writing games.

use super::ccgc::CcgcError;
use super::htttx::HtttxError;
use super::sgf::SgfError;
use crate::Rules;
use crate::notation::{game_line::GameLineError, position::PositionError};
use thiserror::Error;

/// Why a text is not a game, or a game can't be written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FormatError {
    /// The text is not in UTF-8.
    #[error("byte {at} is not UTF-8, which is expected of this format", at = .at + 1)]
    Encoding {
        /// The first invalid byte, from 0.
        at: usize,
    },
    /// The text is not valid SGF.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// The text is not valid CCGC.
    #[error(transparent)]
    Ccgc(#[from] CcgcError),
    /// The text is not valid HTTTX.
    #[error(transparent)]
    Htttx(#[from] HtttxError),
    /// The turns are not valid.
    #[error("line {line}: {error}")]
    Turns {
        /// The line, from 1.
        line: usize,
        /// The turn, and what is wrong with it.
        error: GameLineError,
    },
    /// The position before the turns is not valid.
    #[error("line {line}: {error}")]
    Position {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        error: PositionError,
    },
    /// Another word than `moves` after a position.
    #[error("line {line}: '{found}' where 'moves' was expected after the position")]
    Moves {
        /// The line, from 1.
        line: usize,
        /// What was read, shortened.
        found: String,
    },
    /// A second game in a text of lines.
    #[error("line {line}: a second game, '{found}'; expected one")]
    Second {
        /// The line, from 1.
        line: usize,
        /// What was read, shortened.
        found: String,
    },
    /// No line contains a game.
    #[error("no game: expected a line of turns, like 'J10 I11-K11 L11-K12'")]
    Empty,
    /// The format can't contain the game.
    #[error("{format} is for {held} only; this one is {rules} from '{position}'")]
    NotHeld {
        /// The name of the format.
        format: &'static str,
        /// The games that the format can contain.
        held: &'static str,
        /// The rules of the game.
        rules: Rules,
        /// The position at its beginning, shortened.
        position: String,
    },
}
