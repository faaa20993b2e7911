//! The names of colours, notations and squares in Python.

use crate::{error::refused, text::choose};
use duiyi_game::Game;
use duiyi_xiangqi::{
    BLACK, PieceKind, RED, Side, Square, Xiangqi,
    notation::{ChineseStyle, DigitWidth, Notation, Script, WxfSpelling},
};
use pyo3::PyResult;

/// The names of the colours, Red's first.
pub(super) const COLORS: [(&str, Side); 2] = [("red", RED), ("black", BLACK)];

/// The kinds of pieces by name.
pub(super) const KINDS: [(&str, PieceKind); 7] = {
    let mut kinds = [("", PieceKind::King); 7];
    let mut index = 0;
    while index < 7 {
        let kind = PieceKind::ALL[index];
        kinds[index] = (kind.name(), kind);
        index += 1;
    }
    kinds
};

/// The name of a colour.
pub(super) fn color_name(color: Side) -> &'static str {
    COLORS[color.index()].0
}

/// The side to move.
pub(super) fn turn(game: &Xiangqi) -> &'static str {
    color_name(game.side_to_move())
}

const fn chinese(script: Script, digits: DigitWidth) -> Notation {
    Notation::Chinese(ChineseStyle { script, digits })
}

const NOTATIONS: [(&str, Notation); 8] = [
    ("coordinates", Notation::Coordinates),
    ("iccs", Notation::Iccs),
    ("wxf", Notation::Wxf(WxfSpelling::Axf)),
    ("wxf-xqbase", Notation::Wxf(WxfSpelling::Xqbase)),
    ("chinese", chinese(Script::Simplified, DigitWidth::Full)),
    ("chinese-half", chinese(Script::Simplified, DigitWidth::Half)),
    ("traditional", chinese(Script::Traditional, DigitWidth::Full)),
    ("traditional-half", chinese(Script::Traditional, DigitWidth::Half)),
];

/// The notation with a name.
///
/// # Errors
/// If there is no such notation.
pub(super) fn notation(name: &str) -> PyResult<Notation> {
    choose("notation", name, &NOTATIONS)
}

/// The square with a number.
///
/// # Errors
/// If the board has no such square.
pub(super) fn square(number: usize) -> PyResult<Square> {
    Square::from_index(number).ok_or_else(|| refused(format_args!("square {number}: expected 0 to 89")))
}
