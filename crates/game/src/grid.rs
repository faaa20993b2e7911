//! Games on a board of squares, as clicks, pictures and protocols need them.

use crate::{Game, Look, Notation, Reason, Side, Square, legal_moves};
use alloc::{format, string::String, vec::Vec};

/// A game whose moves are made on squares.
pub trait Grid: Game {
    /// The numbers of columns and rows.
    fn size(&self) -> (u8, u8);

    /// The squares that a person selects to make the move, in order: from and to, or the square of
    /// a stone; none for a pass.
    fn squares(&self, mv: Self::Move) -> impl Iterator<Item = Square>;

    /// The legal move with these squares, if any.
    ///
    /// ```
    /// use duiyi_game::{Grid, Square, nim::Nim};
    ///
    /// let last = Square { column: 8, row: 0 };
    /// assert_eq!(Nim::new(9).move_on(&[last]), Some(1));
    /// assert_eq!(Nim::new(7).move_on(&[last]), None);
    /// ```
    fn move_on(&self, squares: &[Square]) -> Option<Self::Move> {
        legal_moves(self).into_iter().find(|&mv| self.squares(mv).eq(squares.iter().copied()))
    }

    /// Why no legal move has these squares, as a message for the person who selected them.
    fn refusal(&self, _squares: &[Square]) -> Reason {
        "no move can be made there".into()
    }
}

/// The contents of the squares, for pictures.
pub trait Diagram: Grid {
    /// The piece on a square as one character; `None` on an empty square.
    fn symbol(&self, at: Square) -> Option<char>;

    /// The piece as a letter, for readers who cannot read the characters; the symbol by default.
    fn letter(&self, at: Square) -> Option<char> {
        self.symbol(at)
    }

    /// The owner of the piece on a square, for its colour; `None` by default.
    fn owner(&self, _at: Square) -> Option<Side> {
        None
    }

    /// Passes every piece to `see`: its square, its symbol and its owner. By default it asks for every
    /// square; evaluations that are learned from pictures are faster with a loop over the pieces.
    ///
    /// ```
    /// use duiyi_game::{Diagram, nim::Nim};
    ///
    /// let mut symbols = 0;
    /// Nim::new(7).pieces(&mut |_, _, _| symbols += 1);
    /// assert_eq!(symbols, 7);
    /// ```
    fn pieces(&self, see: &mut impl FnMut(Square, char, Option<Side>)) {
        let (columns, rows) = self.size();
        for at in (0..rows).flat_map(|row| (0..columns).map(move |column| Square { column, row })) {
            if let Some(symbol) = self.symbol(at) {
                see(at, symbol, self.owner(at));
            }
        }
    }

    /// The number of [extra inputs](Diagram::extra_inputs).
    const EXTRA_INPUTS: usize = 0;

    /// Passes the number of every fact that holds in the position and is not in its picture, for
    /// evaluations that are learned from pictures: pieces in hand, stones left in a turn, rights to
    /// castle. A number is below [`Diagram::EXTRA_INPUTS`]; facts about a side depend on the `view`.
    fn extra_inputs(&self, _view: Side, _on: &mut impl FnMut(usize)) {}

    /// The squares that a picture highlights as a warning: a king in check, points that must be
    /// filled; none by default.
    fn warnings(&self) -> Vec<Square> {
        Vec::new()
    }

    /// The look of the board; by default squares with letters below and numbers at the left.
    fn look(&self) -> Look {
        Look::new(self.size())
    }
}

/// Draws a board in characters: the top row first, `.` for an empty square, letters for columns and
/// numbers from 1 for rows.
///
/// ```
/// use duiyi_game::nim::Nim;
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

/// Which rows win in a game of five in a row and its relatives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RowRule {
    /// Rows of the length or longer win.
    #[default]
    Free,
    /// Only rows of exactly the length win, for both sides.
    Exact,
    /// Renju (连珠): the first side needs exactly the length and may not make longer rows, two threes
    /// or two fours; longer rows of the second side win.
    Renju,
}

/// A game in which stones are placed on free squares of a board of variable size. Protocols for
/// such games need these methods.
pub trait Placement: Notation + Diagram {
    /// The owner of the stone on a square.
    fn stone(&self, at: Square) -> Option<Side>;

    /// The empty board with the same rules and the given size.
    ///
    /// # Errors
    /// If the rules do not allow this size.
    fn resized(&self, columns: u8, rows: u8) -> Result<Self, Reason>;

    /// The same position with these stones added, at the beginning of a turn of `to_move`.
    ///
    /// # Errors
    /// If a square is outside the board or occupied.
    fn with_stones(&self, stones: &[(Square, Side)], to_move: Side) -> Result<Self, Reason>;

    /// The same position with another rule for rows.
    ///
    /// # Errors
    /// If the game does not have this rule; by default it has none.
    fn with_row_rule(&self, rule: RowRule) -> Result<Self, Reason> {
        Err(format!("{} does not have the rule {rule:?} for rows", self.rules()).into())
    }

    /// The number of stones that the side to move has left in this turn.
    fn stones_left(&self) -> usize;

    /// The number of stones in each turn after the first.
    fn stones_a_turn(&self) -> usize;

    /// The name of the game without the size of its board.
    fn family(&self) -> String {
        self.rules()
    }
}
