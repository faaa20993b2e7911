//! Positions and moves as the inputs and outputs of a network.

use crate::{Game, Side};

/// A game whose positions are planes of zeros and ones, and whose moves have numbers, as networks
/// need them.
///
/// Every picture is the view of one side, so that a network sees the side to move in the same place
/// whatever its colour (Silver et al. 2017).
///
/// ```
/// use duiyi_game::{Game, Planes, Side};
///
/// /// The planes of a position as the side to move sees it, row by row.
/// fn planes<G: Planes>(game: &G) -> Vec<f32> {
///     let mut planes = vec![0.0; game.shape().iter().product()];
///     game.ones(game.side_to_move(), &mut |index| planes[index] = 1.0);
///     planes
/// }
///
/// let start = duiyi_game::nim::Nim::new(7);
/// assert_eq!(planes(&start), [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0]);
/// assert_eq!((start.outputs(), start.output(Side::First, 2)), (2, 1));
/// ```
pub trait Planes: Game {
    /// The numbers of planes, rows and columns. They depend only on the rules.
    fn shape(&self) -> [usize; 3];

    /// Passes the index of every 1 to `one`, in any order, as `view` sees the board. Indices run
    /// along the columns, then the rows, then the planes.
    fn ones(&self, view: Side, one: &mut impl FnMut(usize));

    /// The number of outputs of a policy. It depends only on the rules.
    fn outputs(&self) -> usize;

    /// The output of a move, from 0 to below [`Planes::outputs`], as `view` sees the board.
    fn output(&self, view: Side, mv: Self::Move) -> usize;
}
