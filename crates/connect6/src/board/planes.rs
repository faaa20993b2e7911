//! Boards and stones as the inputs and outputs of a network.

use super::{Board, Point};
use duiyi_game::{Planes, Side};

/// Two planes of the board's rows and columns: the stones of the viewing side, then those of the other side.
/// A policy has an output for each point.
///
/// ```
/// use duiyi_connect6::{Board, Rules};
/// use duiyi_game::{Game, Notation, Planes, Side};
///
/// let mut board = Board::new(Rules::TIC_TAC_TOE);
/// board.make(board.read_move("B1")?);
/// board.make(board.read_move("A2")?);
/// let ones = |view| {
///     let mut ones = Vec::new();
///     board.ones(view, &mut |index| ones.push(index));
///     ones.sort_unstable();
///     ones
/// };
/// assert_eq!((board.shape(), board.outputs()), ([2, 3, 3], 9));
/// assert_eq!((ones(Side::First), ones(Side::Second)), (vec![1, 9 + 3], vec![3, 9 + 1]));
/// assert_eq!(board.output(Side::Second, board.read_move("C3")?), 8);
/// # Ok::<(), duiyi_game::Reason>(())
/// ```
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
