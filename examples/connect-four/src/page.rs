//! The page of the game: the pieces of the editor, and Chinese translations.

use crate::ConnectFour;
use duiyi_kit::{
    Page,
    page::{Palette, Words},
};
use duiyi_search::Side;

pub(crate) fn page() -> Page<ConnectFour> {
    let game =
        vec![("Yellow", "黄方"), ("Red", "红方"), ("four in a row", "四子连线"), ("the board is full", "棋盘已满")];
    Page {
        palette: Some(Palette::of_letters(&[('y', Side::First), ('r', Side::Second)])),
        words: Words { game, ..Words::default() },
        ..Page::default()
    }
}
