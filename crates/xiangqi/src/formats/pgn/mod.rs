//! PGN for xiangqi: tags in brackets, then the moves with numbers, comments in
//! braces and variations in parentheses.
//!
//! The standard (xqbase, 中国象棋电脑应用规范, part 4) follows chess: `1-0` is a
//! win of Red, the first tag is `[Game "Chinese Chess"]`, the moves are in
//! Chinese unless `[Format "ICCS"]` or `[Format "WXF"]` says otherwise, and
//! `[FEN "…"]` gives a start other than the initial position.
//!
//! What the reader takes besides, because files in the wild have it: moves of
//! any notation whatever `Format` says; `1.炮二平五` without a blank, numbers
//! without a dot or with `、`; `...`, `!` and `?` with moves; values with line
//! breaks, inner quotes or none; moves on the line of the last tag; no tags; no
//! result; a FEN without side or counters, or of a study that play could not
//! reach; text after the result, as web pages leave it. The result is that of the
//! tag, or of the token behind the moves where the tag says nothing. Unknown
//! values (`?`) of tags are left out.
//!
//! ```
//! use duiyi_xiangqi::{formats::{GameResult, pgn}, notation::Notation};
//!
//! let text = "[Red \"胡榮華\"]\n[Result \"1-0\"]\n\n1.炮二平五 {中炮} 马８进７ (1...炮８平５ 2.炮五进四) 2.马二进三! 1-0";
//! let record = pgn::read(text)?;
//! assert_eq!(record.result, GameResult::RedWins);
//! assert_eq!(record.len(), 5);
//! let written = pgn::write(&record, Notation::Iccs);
//! assert!(written.ends_with(
//!     "1. H2-E2 {中炮} 1... H9-G7 (1... H7-E7 2. E2-E6) 2. H0-G2 $1 1-0\n"
//! ));
//! assert_eq!(pgn::read(&written)?, record);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod lexer;
mod read;
mod write;

pub use read::read;
pub(super) use read::tag_line;
pub use write::{PgnStyle, write, write_styled};

use super::MoveNumber;
use crate::{FenError, formats::EditError};

/// What is wrong with the text of a game, and in which line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct PgnError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub kind: PgnErrorKind,
}

/// What can be wrong with the text of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnErrorKind {
    /// There are no tags, no moves and no result.
    #[error("there is no game in the text")]
    Empty,
    /// The value of a tag has no end.
    #[error("the value of the tag {0} has no closing quote and bracket")]
    UnclosedTag(String),
    /// A tag after the moves; a text of several games is for [`GameReader`](super::GameReader).
    #[error("a tag follows the moves: a second game")]
    SecondGame,
    /// The FEN tag is not a FEN.
    #[error("FEN tag: {0}")]
    Fen(#[from] FenError),
    /// A move that cannot be read or played.
    #[error("{number}: {error}")]
    Move {
        /// Which move.
        number: MoveNumber,
        /// What is wrong with it.
        error: EditError,
    },
    /// A comment without end.
    #[error("a comment has no closing brace")]
    UnclosedComment,
    /// A closing brace outside a comment.
    #[error("a closing brace without an opening one")]
    StrayBrace,
    /// A variation without end.
    #[error("a variation has no closing parenthesis")]
    UnclosedVariation,
    /// A closing parenthesis outside a variation.
    #[error("a closing parenthesis without an opening one")]
    StrayParenthesis,
    /// A variation before any move.
    #[error("a variation stands before the first move")]
    NothingToVary,
}
