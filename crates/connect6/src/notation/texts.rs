//! The text forms of the game: names of rules, positions, moves and turns.

use super::{Coordinates, position};
use crate::{Board, Point, RowRule, Rules};
use alloc::{
    borrow::ToOwned,
    format,
    string::{String, ToString},
};
use duiyi_game::{Notation, Placement, Reason, Side, Square};

/// Moves are stones, `J10` ([`Coordinates::Letters`]); a turn is `I11-K11`, in either order.
/// Positions have the form of [`position`].
impl Notation for Board {
    const NAME: &'static str = "connect6";
    const SIDES: [&'static str; 2] = ["Black", "White"];

    /// [`Board::begin`] also reads `Connect(m,n,k,p,q)`, with or without the
    /// word and the brackets.
    const RULES: &'static [&'static str] = &["connect6", "gomoku", "gomoku-standard", "renju", "tictactoe", "hexo"];

    fn begin(rules: &str) -> Result<Board, Reason> {
        let rules = if rules.trim().is_empty() { Rules::default() } else { rules.parse()? };
        Ok(Board::new(rules))
    }

    /// The text of [`Board::rules`].
    fn rules(&self) -> String {
        Board::rules(self).to_string()
    }

    fn read_position(&self, text: &str) -> Result<Board, Reason> {
        Ok(position::read(Board::rules(self), text)?)
    }

    fn write_position(&self) -> String {
        position::write(self)
    }

    fn read_move(&self, text: &str) -> Result<Point, Reason> {
        let point = Coordinates::Letters.read(Board::rules(self), text)?;
        self.check(point)?;
        Ok(point)
    }

    fn write_move(&self, point: Point) -> String {
        Coordinates::Letters.write(Board::rules(self), point)
    }

    fn draw(&self) -> String {
        self.to_string()
    }
}

impl Placement for Board {
    fn stone(&self, at: Square) -> Option<Side> {
        self.color_at(Board::rules(self).point(at.column, at.row)?)
    }

    fn resized(&self, columns: u8, rows: u8) -> Result<Board, Reason> {
        Ok(Board::new(Board::rules(self).resized(columns, rows)?))
    }

    fn with_row_rule(&self, rule: RowRule) -> Result<Board, Reason> {
        let mut board = Board::new(Board::rules(self).with_row_rule(rule)?);
        for (point, side) in self.stones() {
            board.set(point, side)?;
        }
        board.set_turn(self.to_move(), Board::stones_left(self))?;
        Ok(board)
    }

    fn with_stones(&self, stones: &[(Square, Side)], to_move: Side) -> Result<Board, Reason> {
        let (rules, mut board) = (Board::rules(self), self.clone());
        for &(at, side) in stones {
            let point = rules.point(at.column, at.row).ok_or_else(|| format!("{at:?} is not on the board"))?;
            board.set(point, side)?;
        }
        board.set_turn(to_move, rules.p())?;
        Ok(board)
    }

    fn stones_left(&self) -> usize {
        Board::stones_left(self).into()
    }

    fn stones_a_turn(&self) -> usize {
        Board::rules(self).p().into()
    }

    /// `Connect6` for six in a row with two stones a turn on any board, and `Connect(m,n,k,p,q)`
    /// otherwise.
    fn family(&self) -> String {
        let rules = Board::rules(self);
        if rules.p() == 2 && rules.k() == 6 { "Connect6".to_owned() } else { rules.formula() }
    }
}
