//! The texts of the told game: names of rules, positions, moves and turns.

use super::{Coordinates, position};
use crate::{Board, Point, Rules};
use duiyi_game::{Notation, Reason};

/// Moves are stones, `J10` ([`Coordinates::Letters`]); a turn is `I11-K11`, in
/// either order. Positions are those of [`position`].
impl Notation for Board {
    const NAME: &'static str = "connect6";
    const SIDES: [&'static str; 2] = ["Black", "White"];

    /// [`Board::begin`] also reads `Connect(m,n,k,p,q)`, with or without the
    /// word and the brackets.
    const RULES: &'static [&'static str] = &["connect6", "gomoku", "tictactoe"];

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
