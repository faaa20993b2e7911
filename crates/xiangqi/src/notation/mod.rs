//! Written moves: coordinates, ICCS, WXF and Chinese (縱線方式, 中文記譜).
//!
//! A move is a pair of squares; its name depends on the position: "前炮退二"
//! names the cannon in front. So both directions take the [`Position`]:
//! [`Notation::write`] returns the one canonical spelling, [`read`] accepts any
//! spelling of any notation.
//!
//! Reading is lenient in a precise sense: the text describes a set of
//! candidates, the legal moves among them are kept, and exactly one must remain.
//! This admits the book spellings (前兵四平五), names and numerals of the other
//! colour, and texts that are formally incomplete but can mean only one move.
//! Two remaining candidates are an error that lists both.
//!
//! | notation | h2e2 at the start | module |
//! |---|---|---|
//! | coordinates | `h2e2` | [`iccs`] |
//! | ICCS | `H2-E2` | [`iccs`] |
//! | WXF, AXF spelling | `C2=5` | [`wxf`] |
//! | WXF, xqbase spelling | `C2.5` | [`wxf`] |
//! | Chinese | `炮二平五` | [`chinese`] |
//! | algebraic, of XBoard; read only | `Che2` | |
//!
//! ```
//! use duiyi_xiangqi::{Position, notation::{self, Notation, WxfSpelling}};
//!
//! let start = Position::start();
//! for text in ["h2e2", "H2-E2", "C2=5", "c2.5", "62.5", "Che2", "炮二平五", "砲2平5"] {
//!     let mv = notation::read(&start, text)?;
//!     assert_eq!(mv.to_string(), "h2e2");
//!     assert_eq!(Notation::Wxf(WxfSpelling::Axf).write(&start, mv)?, "C2=5");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Sources: the xqbase standard for computer xiangqi (中国象棋电脑应用规范),
//! parts 2 and 4; the AXF/WXF English notation.

pub(crate) mod algebraic;
pub mod chinese;
pub(crate) mod drawing;
pub mod fen;
pub mod iccs;
pub(crate) mod ranks;
mod symbolic;
mod text;
pub mod wxf;

use alloc::string::{String, ToString};
pub use chinese::{ChineseStyle, DigitWidth, Script};
pub use text::ReadMoveError;
pub(crate) use text::shown;
pub use wxf::WxfSpelling;

use crate::{IllegalMove, Move, Position};

/// A notation of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// `h2e2`, as in UCCI and UCI.
    Coordinates,
    /// `H2-E2`.
    Iccs,
    /// `C2=5` or `C2.5`.
    Wxf(WxfSpelling),
    /// `炮二平五`.
    Chinese(ChineseStyle),
}

impl Notation {
    /// Every notation in every spelling that this crate writes.
    pub const ALL: [Notation; 8] = [
        Notation::Coordinates,
        Notation::Iccs,
        Notation::Wxf(WxfSpelling::Axf),
        Notation::Wxf(WxfSpelling::Xqbase),
        Notation::Chinese(ChineseStyle { script: Script::Simplified, digits: DigitWidth::Full }),
        Notation::Chinese(ChineseStyle { script: Script::Simplified, digits: DigitWidth::Half }),
        Notation::Chinese(ChineseStyle { script: Script::Traditional, digits: DigitWidth::Full }),
        Notation::Chinese(ChineseStyle { script: Script::Traditional, digits: DigitWidth::Half }),
    ];

    /// Writes a legal move in its canonical spelling.
    ///
    /// # Errors
    /// The reason why the move is not legal in the position.
    pub fn write(self, position: &Position, mv: Move) -> Result<String, IllegalMove> {
        match self {
            Notation::Coordinates => {
                position.check_move(mv)?;
                Ok(mv.to_string())
            }
            Notation::Iccs => iccs::write(position, mv),
            Notation::Wxf(spelling) => wxf::write(position, mv, spelling),
            Notation::Chinese(style) => chinese::write(position, mv, style),
        }
    }

    /// Reads a move in this notation, in any of its spellings.
    ///
    /// # Errors
    /// The error in the text, or the moves that it can mean.
    pub fn read(self, position: &Position, text: &str) -> Result<Move, ReadMoveError> {
        match self {
            Notation::Coordinates | Notation::Iccs => iccs::read(position, text),
            Notation::Wxf(_) => wxf::read(position, text),
            Notation::Chinese(_) => chinese::read(position, text),
        }
    }

    /// The value of the `Format` tag of a PGN for the notation: `ICCS`, `WXF` or `Chinese`.
    pub const fn format_name(self) -> &'static str {
        match self {
            Notation::Coordinates | Notation::Iccs => "ICCS",
            Notation::Wxf(_) => "WXF",
            Notation::Chinese(_) => "Chinese",
        }
    }
}

/// Reads a move in any notation; the forms of the notations exclude each other.
///
/// # Errors
/// The error in the text, or the moves that it can mean.
pub fn read(position: &Position, text: &str) -> Result<Move, ReadMoveError> {
    if text.chars().any(chinese::is_move_character) {
        return chinese::read(position, text);
    }
    if iccs::squares(text).is_some() {
        // `C2e2` is also a cannon on rank 2.
        let read = iccs::read(position, text);
        return if read.is_err() && algebraic::is_move(text) { algebraic::read(position, text).or(read) } else { read };
    }
    if algebraic::is_move(text) {
        return algebraic::read(position, text);
    }
    wxf::read(position, text).map_err(|error| match error {
        ReadMoveError::Unreadable { text, .. } => {
            ReadMoveError::Unreadable { text, expected: "a move such as h2e2, H2-E2, C2=5, C2.5 or 炮二平五" }
        }
        other => other,
    })
}

/// Whether a text looks like a move in some notation, with ranks from 0 or 1. Other texts seldom do.
#[cfg(feature = "formats")]
pub(crate) fn is_move_like(text: &str) -> bool {
    if text.chars().any(chinese::is_direction) {
        // Not a sentence that has a direction in it.
        return text.chars().count() <= 8 && text.chars().filter(|&c| chinese::is_move_character(c)).count() > 1;
    }
    let is_like = |text: &str| iccs::squares(text).is_some() || algebraic::is_move(text);
    is_like(text) || wxf::is_move_like(text) || algebraic::from_one(text).is_some_and(|text| is_like(&text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_contain_the_reason() {
        let start = Position::start();
        let error = |text| read(&start, text).unwrap_err();
        assert!(matches!(error(""), ReadMoveError::Unreadable { .. }));
        assert!(matches!(error("Qd4"), ReadMoveError::Unreadable { .. }));
        assert!(matches!(error("炮二"), ReadMoveError::Unreadable { .. }));
        assert_eq!(
            error("H2-G9").to_string(),
            "'H2-G9' is not a legal move here (h2g9: the cannon on h2 cannot reach g9)"
        );
        assert_eq!(error("炮二平二").to_string(), "'炮二平二' is not a legal move here");
        // The cannon is pinned on the file of the kings.
        let pinned: Position = "4k4/9/9/9/9/9/4C4/9/9/4K4 w".parse().unwrap();
        for text in ["C5=4", "炮五平四", "e3f3"] {
            let mv = "e3f3".parse().unwrap();
            let reason = Some(IllegalMove::ExposesKing(mv));
            assert_eq!(read(&pinned, text), Err(ReadMoveError::Illegal { text: text.to_owned(), reason }));
        }
    }

    #[test]
    fn an_ambiguous_text_lists_its_candidates() {
        // Two cannons on one file, named by the file: both can retreat one point.
        let position: Position = "3k5/9/9/9/4C4/9/4C4/9/9/4K4 w".parse().unwrap();
        for text in ["C5-1", "炮五退一"] {
            match read(&position, text) {
                Err(ReadMoveError::Ambiguous { candidates, .. }) => {
                    assert_eq!(candidates.len(), 2);
                    assert!(candidates.iter().all(|mv| mv.to().file() == 4));
                }
                other => panic!("{other:?}"),
            }
        }
        // A name for both pieces is enough if only one of them can make the move.
        assert_eq!(read(&position, "炮五退二").unwrap().to_string(), "e3e1");
    }
}
