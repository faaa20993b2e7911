//! What a board looks like: what a picture of it needs beside what stands on it.

use crate::{BySide, Square};
use alloc::{
    string::{String, ToString},
    vec::Vec,
};

/// What pieces stand on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ground {
    /// Squares of one colour.
    #[default]
    Squares,
    /// Squares of two colours in turn.
    Checkered,
    /// The points where lines cross.
    Points,
    /// Round holes in an upright board, into which stones fall.
    Holes,
}

/// What pieces look like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Pieces {
    /// The bare character.
    #[default]
    Characters,
    /// A disc with the character on it.
    Discs,
    /// A plain stone in the colour of its owner.
    Stones,
}

/// A band between a row and the next one, where the inner lines of the columns stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Band {
    /// The row below the band.
    pub above: u8,
    /// The class of its texts in a picture as SVG.
    pub class: &'static str,
    /// What is written in it, from left to right.
    pub texts: [&'static str; 2],
}

/// What a board looks like. Names at its sides begin at the left and at the bottom; a side
/// without names has an empty list.
///
/// ```
/// use duiyi_game::{Ground, Look, Pieces};
///
/// let look = Look { ground: Ground::Points, pieces: Pieces::Stones, ..Look::new((3, 3)) };
/// assert_eq!(look.below, ["a", "b", "c"]);
/// assert_eq!(look.left, ["1", "2", "3"]);
/// assert!(look.above.is_empty() && look.right.is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// What pieces stand on.
    pub ground: Ground,
    /// What pieces look like.
    pub pieces: Pieces,
    /// Lines beside those of the board itself, as the diagonals of a palace; on points only.
    pub strokes: Vec<(Square, Square)>,
    /// Points with a dot.
    pub dots: Vec<Square>,
    /// Points with the corners of a frame around them, where pieces stand at first.
    pub frames: Vec<Square>,
    /// A band across the board, as the river of xiangqi; on points only.
    pub band: Option<Band>,
    /// The colours of plain stones, as CSS writes them; without any, black and white.
    pub stone_colors: Option<BySide<&'static str>>,
    /// The names of the columns, below the board.
    pub below: Vec<String>,
    /// The names of the columns above the board.
    pub above: Vec<String>,
    /// The names of the rows at the left.
    pub left: Vec<String>,
    /// The names of the rows at the right.
    pub right: Vec<String>,
}

impl Look {
    /// Squares with letters below and numbers from 1 at the left, for a board of so many columns
    /// and rows.
    pub fn new((columns, rows): (u8, u8)) -> Look {
        let letter = |column: u8| ((b'a' + column % 26) as char).to_string();
        Look {
            below: (0..columns).map(letter).collect(),
            left: (1..=u16::from(rows)).map(|row| row.to_string()).collect(),
            ..Look::default()
        }
    }
}
