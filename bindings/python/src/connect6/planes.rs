//! Positions as planes of bytes, for learning.

use super::board::Board;
use duiyi_connect6::BLACK;
use duiyi_game::Planes;
use pyo3::{prelude::*, types::PyByteArray};

/// A byte for each board, colour, row and column: 1 for a stone. Black's plane comes first, with
/// `relative` the plane of the side to move. All boards have the same size.
#[pyfunction]
pub(crate) fn board_planes<'py>(
    py: Python<'py>,
    boards: Vec<PyRef<'py, Board>>,
    relative: bool,
) -> PyResult<Bound<'py, PyByteArray>> {
    let cells = boards.first().map_or(0, |board| board.now().rules().cells());
    if let Some(other) = boards.iter().find(|board| board.now().rules().cells() != cells) {
        let found = other.now().rules();
        return Err(crate::error::refused(format_args!("expected boards of one size, got a board of {found}")));
    }
    PyByteArray::new_with(py, boards.len() * 2 * cells, |bytes| {
        for (planes, board) in bytes.chunks_exact_mut((2 * cells).max(1)).zip(&boards) {
            let now = board.now();
            let first = if relative { now.to_move() } else { BLACK };
            now.ones(first, &mut |index| planes[index] = 1);
        }
        Ok(())
    })
}
