//! Recorded games and their file formats.
//!
//! | format | | read | write |
//! |---|---|---|---|
//! | PGN for xiangqi | text: tags, comments, variations, moves in any notation | [`pgn::read`] | [`pgn::write`] |
//! | DhtmlXQ, UBB (東萍) | text of forums and web pages | [`dhtmlxq::read`] | [`dhtmlxq::write`] |
//! | XQF (象棋演播室) | binary, plain and scrambled versions; written plain | [`xqf::read`] | [`xqf::write`] |
//! | WXF (XieXie, PlayOK) | text: lines of tags, moves in braces | [`wxf::read`] | [`wxf::write`] |
//! | CBF (象棋桥) | XML, without variations | [`cbf::read`] | |
//! | CBR, CBL (象棋桥) | binary: a game, a library of games | [`ccbridge::read`] | |
//!
//! All produce a [`GameRecord`]. [`GameReader`] reads a collection in any of the
//! formats from any [`BufRead`](std::io::BufRead), game by game in bounded memory, and
//! continues after a broken game; a [lenient](GameReader::lenient) one keeps a damaged game up to its
//! faults and lists them. It also reads moves or a position alone, and a page of text with a game in it. Old collections
//! are encoded in GB or Big5; see [`TextEncoding`].
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

mod branches;
pub mod cbf;
pub mod ccbridge;
pub mod commands;
pub mod dhtmlxq;
mod encoding;
mod faults;
mod format;
mod input;
mod marks;
mod number;
pub(crate) mod pasted;
pub mod pgn;
mod reader;
mod rearrange;
mod record;
mod setup32;
pub mod wxf;
pub mod xqf;

pub use encoding::TextEncoding;
pub use format::Format;
#[cfg(feature = "kit")]
pub(crate) use format::foreign;
pub use number::MoveNumber;
pub use reader::{GameError, GameErrorKind, GameReader};
pub use record::{EditError, Editor, GameRecord, GameResult, MAX_PLIES, Node, NodeId, Tag};
