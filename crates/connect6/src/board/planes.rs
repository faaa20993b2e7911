//! Boards and stones as the inputs and outputs of a network.

use super::{Board, Point};
use duiyi_game::{Planes, Side};

/// Two planes of the board's rows and columns: the stones of the viewing side, then those of the other side.
/// A policy has an output for each point.
impl Planes for Board {
    fn shape(&self) -> [usize; 3] {
        [2, self.rules().height().into(), self.rules().width().into()]
    }

    fn ones(&self, view: Side, one: &mut impl FnMut(usize)) {
        for (point, color) in self.stones() {
            one(usize::from(color != view) * self.rules().cells() + point.index());
        }
    }

    fn outputs(&self) -> usize {
        self.rules().cells()
    }

    fn output(&self, _view: Side, stone: Point) -> usize {
        stone.index()
    }
}
