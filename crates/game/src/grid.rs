//! A game on a board of squares: what clicks, pictures and protocols that name
//! points share.

use crate::{Game, legal_moves};

/// A square, or a point where lines cross. Columns count from the left, rows
/// from the bottom, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square {
    /// From the left.
    pub column: u8,
    /// From the bottom.
    pub row: u8,
}

/// A game whose moves are made on squares.
pub trait Grid: Game {
    /// The number of columns and of rows.
    fn size(&self) -> (u8, u8);

    /// The squares that a person names to make the move, in that order: from
    /// and to, or the one where a stone goes.
    fn squares(&self, mv: Self::Move) -> impl Iterator<Item = Square>;

    /// The legal move that has these squares, if there is one.
    ///
    /// ```
    /// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/game.rs")); }
    /// # use nim::Nim;
    /// use duiyi_game::{Grid, Square};
    ///
    /// let last = Square { column: 8, row: 0 };
    /// assert_eq!(Nim::new(9).move_on(&[last]), Some(1));
    /// assert_eq!(Nim::new(7).move_on(&[last]), None);
    /// ```
    fn move_on(&self, squares: &[Square]) -> Option<Self::Move> {
        legal_moves(self).into_iter().find(|&mv| self.squares(mv).eq(squares.iter().copied()))
    }
}

/// What stands on the squares, for pictures.
pub trait Diagram: Grid {
    /// What stands on a square, as one character; nothing on an empty one.
    fn symbol(&self, at: Square) -> Option<char>;
}

/// Draws a board in characters: the top row first, a point for an empty
/// square, columns by letters and rows by numbers from 1.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/game.rs")); }
/// # use nim::Nim;
/// assert_eq!(duiyi_game::drawing(&Nim::new(7)), " 1 o o o o o o o . .\n   a b c d e f g h i");
/// ```
pub fn drawing<G: Diagram>(game: &G) -> String {
    let (columns, rows) = game.size();
    let mut text = String::new();
    for row in (0..rows).rev() {
        text += &format!("{:>2}", row + 1);
        for column in 0..columns {
            text.push(' ');
            text.push(game.symbol(Square { column, row }).unwrap_or('.'));
        }
        text.push('\n');
    }
    text += "  ";
    for column in 0..columns {
        text.push(' ');
        text.push((b'a' + column % 26) as char);
    }
    text
}
