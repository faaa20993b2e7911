//! The look of a board in a picture, apart from its pieces.

use crate::{BySide, Square};
use alloc::{
    string::{String, ToString},
    vec::Vec,
};

/// The surface that pieces stand on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ground {
    /// Squares of one colour.
    #[default]
    Squares,
    /// Squares of two alternating colours.
    Checkered,
    /// The points where lines cross.
    Points,
    /// Round holes in an upright board, into which stones drop.
    Holes,
    /// Hexagons in a rhombus: a cell touches those beside it, above and below it in its column, and those above it in the
    /// next column and below it in the previous one. Each row begins half a cell further to the left than the one below.
    Hexagons,
}

/// The look of pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Pieces {
    /// The bare character.
    #[default]
    Characters,
    /// A disc with the character on it.
    Discs,
    /// A plain stone in its owner's colour.
    Stones,
}

/// A band between two rows, where the inner lines of the columns stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Band {
    /// The row below the band.
    pub above: u8,
    /// The CSS class of its texts in an SVG picture.
    pub class: &'static str,
    /// The texts in the band, from left to right.
    pub texts: [&'static str; 2],
}

/// The look of a board. Labels begin at the left and at the bottom; a side without labels has an
/// empty list.
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
    /// The surface.
    pub ground: Ground,
    /// The look of pieces.
    pub pieces: Pieces,
    /// Lines in addition to those of the board, such as the diagonals of a palace; only with
    /// [`Ground::Points`].
    pub strokes: Vec<(Square, Square)>,
    /// Points marked with a dot.
    pub dots: Vec<Square>,
    /// Points marked with the corners of a frame, for pieces of the start position.
    pub frames: Vec<Square>,
    /// A band across the board, such as the river of xiangqi; only with [`Ground::Points`].
    pub band: Option<Band>,
    /// The part of the board that is drawn, its lower left and its upper right square; `None` for all of it.
    pub part: Option<[Square; 2]>,
    /// The colours of plain stones in CSS syntax; black and white by default.
    pub stone_colors: Option<BySide<&'static str>>,
    /// Labels of the columns, below the board.
    pub below: Vec<String>,
    /// Labels of the columns, above the board.
    pub above: Vec<String>,
    /// Labels of the rows, at the left.
    pub left: Vec<String>,
    /// Labels of the rows, at the right.
    pub right: Vec<String>,
}

impl Look {
    /// Squares on a board of the given size, with letters below and numbers from 1 at the left.
    pub fn new((columns, rows): (u8, u8)) -> Look {
        let letter = |column: u8| ((b'a' + column % 26) as char).to_string();
        Look {
            below: (0..columns).map(letter).collect(),
            left: (1..=u16::from(rows)).map(|row| row.to_string()).collect(),
            ..Look::default()
        }
    }
}
