//! The errors of the PGN reader.

use crate::{
    FenError, Move,
    formats::{number::MoveNumber, record::EditError},
};

/// An error in the text of a game, and its line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct PgnError {
    /// The line, from 1.
    pub line: usize,
    /// The column of the token, from 1 in characters; 0 if the error concerns the whole line.
    pub column: usize,
    /// The kind of error.
    pub kind: PgnErrorKind,
}

/// The kinds of errors in the text of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnErrorKind {
    /// There are no tags, no moves and no result.
    #[error("there is no game in the text")]
    Empty,
    /// The value of a tag is not terminated.
    #[error("the value of the tag {0} has no closing quote and bracket")]
    UnclosedTag(String),
    /// A tag after the moves, or the first tag again; a text of several games is for
    /// [`GameReader`](crate::formats::GameReader).
    #[error("another game begins: expected one game")]
    SecondGame,
    /// The FEN tag is not valid.
    #[error("FEN tag: {0}")]
    Fen(#[from] FenError),
    /// A move that cannot be read or played.
    #[error("{number}: {error}")]
    Move {
        /// The number of the move.
        number: MoveNumber,
        /// The reason.
        error: EditError,
        /// The legal moves in this position.
        legal: Vec<Move>,
    },
    /// An unclosed comment.
    #[error("a comment has no closing brace")]
    UnclosedComment,
    /// A closing brace outside a comment.
    #[error("a closing brace without an opening one")]
    StrayBrace,
    /// An unclosed variation.
    #[error("a variation has no closing parenthesis")]
    UnclosedVariation,
    /// A closing parenthesis outside a variation.
    #[error("a closing parenthesis without an opening one")]
    StrayParenthesis,
    /// The moves of a WXF file that do not end.
    #[error("the moves after START{{ have no closing brace before END")]
    UnclosedMoves,
    /// A variation before any move.
    #[error("a variation stands before the first move")]
    NothingToVary,
}
