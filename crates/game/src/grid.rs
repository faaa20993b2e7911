//! A game on a board of squares: what clicks, pictures and protocols that name
//! points share.

use crate::{Game, Look, Notation, Reason, Side, Square, legal_moves};
use alloc::{format, string::String, vec::Vec};

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

    /// Why no legal move has these squares, for a person who chose them.
    fn why_not(&self, _squares: &[Square]) -> Reason {
        "no move can be made there".into()
    }
}

/// What stands on the squares, for pictures.
pub trait Diagram: Grid {
    /// What stands on a square, as one character; nothing on an empty one.
    fn symbol(&self, at: Square) -> Option<char>;

    /// The same as a letter, for those who do not read the characters; by default the symbol.
    fn letter(&self, at: Square) -> Option<char> {
        self.symbol(at)
    }

    /// Whose it is that stands on a square, so that a picture can colour it; by default nobody's.
    fn owner(&self, _at: Square) -> Option<Side> {
        None
    }

    /// The squares that a picture warns of: a king in check, points that must be filled; by
    /// default none.
    fn warnings(&self) -> Vec<Square> {
        Vec::new()
    }

    /// What the board looks like; by default squares with letters below and numbers beside.
    fn look(&self) -> Look {
        Look::new(self.size())
    }
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

/// A game in which stones are put on free squares of a board whose size can be
/// chosen: what protocols for such games ask besides.
pub trait Placement: Notation + Diagram {
    /// Whose stone is on a square.
    fn stone(&self, at: Square) -> Option<Side>;

    /// The empty board of the same rules with so many columns and rows.
    ///
    /// # Errors
    /// If the rules do not fit such a board.
    fn resized(&self, columns: u8, rows: u8) -> Result<Self, Reason>;

    /// The same position with other stones besides, and a side to move that has a
    /// whole turn to play.
    ///
    /// # Errors
    /// If a square is not on the board, or not free.
    fn with_stones(&self, stones: &[(Square, Side)], to_move: Side) -> Result<Self, Reason>;

    /// How many stones the side to move has still to put in this turn.
    fn stones_left(&self) -> usize;

    /// How many stones a later turn has.
    fn stones_a_turn(&self) -> usize;

    /// What the game is called whatever the size of its board.
    fn family(&self) -> String {
        self.rules()
    }
}
