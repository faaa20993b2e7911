//! Positions and legal moves as planes of bytes, for learning.

use super::board::Board;
use duiyi_game::{Game, Planes, Side, legal_moves};
use duiyi_xiangqi::Xiangqi;
use pyo3::{prelude::*, types::PyByteArray};

/// The side whose view is drawn: the side to move if `relative`, Red otherwise.
fn view(game: &Xiangqi, relative: bool) -> Side {
    if relative { game.side_to_move() } else { Side::First }
}

/// A byte for each board, piece, rank and file: 1 if the piece stands there.
#[pyfunction]
pub(crate) fn board_planes<'py>(
    py: Python<'py>,
    boards: Vec<PyRef<'py, Board>>,
    relative: bool,
) -> PyResult<Bound<'py, PyByteArray>> {
    let one = Xiangqi::default().shape().iter().product();
    PyByteArray::new_with(py, boards.len() * one, |bytes| {
        for (planes, board) in bytes.chunks_exact_mut(one).zip(&boards) {
            let game = board.now();
            game.ones(view(game, relative), &mut |index| planes[index] = 1);
        }
        Ok(())
    })
}

/// A byte for each pair of squares: 1 for a legal move from the first to the second.
#[pyfunction]
pub(crate) fn move_mask<'py>(
    py: Python<'py>,
    board: PyRef<'py, Board>,
    relative: bool,
) -> PyResult<Bound<'py, PyByteArray>> {
    let game = board.now();
    PyByteArray::new_with(py, game.outputs(), |bytes| {
        for mv in legal_moves(game) {
            bytes[game.output(view(game, relative), mv)] = 1;
        }
        Ok(())
    })
}
