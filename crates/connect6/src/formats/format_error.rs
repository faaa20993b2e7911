//! What can be wrong with a game in a text.

use super::ccgc::CcgcError;
use super::sgf::SgfError;
use crate::Rules;
use crate::notation::{game_line::GameLineError, position::PositionError};
use thiserror::Error;

/// Why a text is no game, or a game no text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FormatError {
    /// The text is not in UTF-8.
    #[error("byte {at} is not UTF-8, which is expected of this format", at = .at + 1)]
    Encoding {
        /// The first byte that is not, from 0.
        at: usize,
    },
    /// No SGF.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// No CCGC.
    #[error(transparent)]
    Ccgc(#[from] CcgcError),
    /// No turns.
    #[error("line {line}: {error}")]
    Turns {
        /// The line, from 1.
        line: usize,
        /// Which turn, and why not.
        error: GameLineError,
    },
    /// No position before the turns.
    #[error("line {line}: {error}")]
    Position {
        /// The line, from 1.
        line: usize,
        /// Why not.
        error: PositionError,
    },
    /// Something else between a position and its turns.
    #[error("line {line}: '{found}' where 'moves' was expected behind the position")]
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
    /// No line has a game.
    #[error("no game: expected a line of turns, like 'J10 I11-K11 L11-K12'")]
    Empty,
    /// The format does not hold such a game.
    #[error("{format} holds {held} only; this one is {rules} from '{position}'")]
    NotHeld {
        /// The name of the format.
        format: &'static str,
        /// What it holds.
        held: &'static str,
        /// The rules of the game.
        rules: Rules,
        /// Where it begins, shortened.
        position: String,
    },
}
