//! Positions and legal moves as planes of bytes, for learning.

use super::board::Board;
use duiyi_xiangqi::{BLACK, Position, Square};
use pyo3::{prelude::*, types::PyByteArray};

/// The number of planes: one for each piece, Red's first, in the order of `Piece.kind`.
pub(super) const PLANES: usize = 14;

/// The position from the view of the side to move: its pieces are Red's.
pub(super) fn from_view_of_side(position: &Position) -> Position {
    if position.side_to_move() == BLACK { position.color_swapped() } else { *position }
}

/// Sets the ones of a picture of zeros.
pub(super) fn draw(position: &Position, picture: &mut [u8]) {
    for (square, piece) in position.pieces() {
        picture[piece.index() * Square::COUNT + square.index()] = 1;
    }
}

/// The position, with `relative` from the view of the side to move.
fn seen(board: &Board, relative: bool) -> Position {
    if relative { from_view_of_side(board.position()) } else { *board.position() }
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
            draw(&seen(board, relative), planes);
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
