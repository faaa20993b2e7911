//! Positions and legal moves as planes of bytes, for learning.

use super::board::Board;
use duiyi_xiangqi::{BLACK, Position, Square};
use pyo3::{prelude::*, types::PyByteArray};

/// The number of planes: one for each piece, Red's first, in the order of `Piece.kind`.
const PLANES: usize = 14;

/// The position, with `relative` from the view of the side to move.
fn seen(board: &Board, relative: bool) -> Position {
    let position = *board.position();
    if relative && position.side_to_move() == BLACK { position.color_swapped() } else { position }
}

/// A byte for each board, piece, rank and file: 1 if the piece stands there.
#[pyfunction]
pub(crate) fn board_planes<'py>(
    py: Python<'py>,
    boards: Vec<PyRef<'py, Board>>,
    relative: bool,
) -> PyResult<Bound<'py, PyByteArray>> {
    let one = PLANES * Square::COUNT;
    PyByteArray::new_with(py, boards.len() * one, |bytes| {
        for (planes, board) in bytes.chunks_exact_mut(one).zip(&boards) {
            for (square, piece) in seen(board, relative).pieces() {
                planes[piece.index() * Square::COUNT + square.index()] = 1;
            }
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
    PyByteArray::new_with(py, Square::COUNT * Square::COUNT, |bytes| {
        for mv in seen(&board, relative).legal_moves() {
            bytes[mv.from().index() * Square::COUNT + mv.to().index()] = 1;
        }
        Ok(())
    })
}
