//! PGN for xiangqi: tags in brackets, then the moves with numbers, comments in
//! braces and variations in parentheses.
//!
//! The standard (xqbase, 中国象棋电脑应用规范, part 4) follows chess: `1-0` is a
//! win of Red, the first tag is `[Game "Chinese Chess"]`, the moves are in
//! Chinese unless `[Format "ICCS"]` or `[Format "WXF"]` selects another notation, and
//! `[FEN "…"]` gives a start other than the initial position.
//!
//! The reader also accepts what is found in existing files: moves in
//! any notation, whatever `Format` is; `1.炮二平五` without a blank, numbers
//! without a dot or with `、`; `...`, `!` and `?` with moves; values with line
//! breaks, inner quotes or no quotes; comments between tags; moves on the line of the last tag;
//! no tags; no result; a FEN without side or counters, or of a study position that play could not
//! reach; Chinese moves without blanks between them; results such as `1–0` and 红胜; `=`, `±` and `∓`; full-width
//! parentheses around variations or comments; text after the result, as on web pages. The result is that of the
//! tag, or of the token after the moves if the tag has none. Unknown
//! values (`?`) of tags are omitted.
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

mod error;
mod lexer;
mod outline;
mod ranks;
mod read;
mod words;
mod write;

pub use error::{PgnError, PgnErrorKind};
pub(super) use outline::{Outline, tag_line};
pub(super) use read::{has_tags, read_game, read_headers, read_moves, read_start};
pub use read::{read, read_leniently};
pub(super) use words::{is_dash, joined_moves, without_marks, without_number};
pub use write::write;
pub(super) use write::write_moves;
