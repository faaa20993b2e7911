//! Positions and moves as the inputs and outputs of a network.

use super::Xiangqi;
use crate::{BLACK, Move, Piece, PieceKind, Square};
use duiyi_game::{Planes, Side};

/// Fourteen planes of 10 ranks and 9 files: king, advisor, elephant, horse, rook, cannon and pawn of the
/// viewing side, then of the other side. Black sees the board rotated. A policy has an output for each pair of
/// squares: 90 × origin + destination.
///
/// ```
/// use duiyi_game::{Game, Planes, Side};
/// use duiyi_xiangqi::Xiangqi;
///
/// let mut game = Xiangqi::default();
/// assert_eq!((game.shape(), game.outputs()), ([14, 10, 9], 8100));
/// let opening = game.output(Side::First, "h2e2".parse()?);
/// game.make("h2e2".parse()?);
/// assert_eq!(game.output(Side::Second, "b7e7".parse()?), opening);
///
/// // Black's king on e9 is on its own first plane, and on the first of Red's opponent.
/// let has = |view, index| {
///     let mut found = false;
///     game.ones(view, &mut |one| found |= one == index);
///     found
/// };
/// assert!(has(Side::Second, 4) && has(Side::First, 7 * 90 + 85));
/// // The cannon on e2 is its enemy's, three rows from the top.
/// assert!(has(Side::Second, 12 * 90 + 67) && has(Side::First, 5 * 90 + 22));
/// # Ok::<(), duiyi_xiangqi::ParseMoveError>(())
/// ```
impl Planes for Xiangqi {
    fn shape(&self) -> [usize; 3] {
        [2 * PieceKind::ALL.len(), 10, 9]
    }

    fn ones(&self, view: Side, one: &mut impl FnMut(usize)) {
        for (square, piece) in self.position().pieces() {
            let plane = Piece::new(if view == BLACK { !piece.color } else { piece.color }, piece.kind).index();
            one(plane * Square::COUNT + seen(view, square));
        }
    }

    fn outputs(&self) -> usize {
        Square::COUNT * Square::COUNT
    }

    fn output(&self, view: Side, mv: Move) -> usize {
        seen(view, mv.from()) * Square::COUNT + seen(view, mv.to())
    }
}

/// The index of a square on the board that a side sees.
fn seen(view: Side, square: Square) -> usize {
    if view == BLACK { square.rotate() } else { square }.index()
}
