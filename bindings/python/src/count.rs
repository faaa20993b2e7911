//! Counting sequences of moves, which Ctrl-C interrupts.

use duiyi_engine::{MAX_PERFT_DEPTH, perft_until};
use duiyi_game::{Notation, legal_moves};
use pyo3::{exceptions::PyValueError, prelude::*};
use std::time::{Duration, Instant};

/// The time between two checks for a signal.
const PAUSE: Duration = Duration::from_millis(500);

/// The number of sequences of `depth` moves.
///
/// # Errors
/// If the depth is too large, or a signal handler raises an exception.
pub(crate) fn counted<G: Notation>(py: Python<'_>, game: &G, depth: u32) -> PyResult<u64> {
    if depth == 0 {
        return Ok(1);
    }
    Ok(divided(py, game, depth)?.into_iter().map(|(_, count)| count).sum())
}

/// The number of sequences of `depth` moves by first move; a depth of 0 counts as 1.
///
/// # Errors
/// As [`counted`].
pub(crate) fn divided<G: Notation>(py: Python<'_>, game: &G, depth: u32) -> PyResult<Vec<(G::Move, u64)>> {
    if depth > MAX_PERFT_DEPTH {
        return Err(PyValueError::new_err(format!("depth {depth}; expected at most {MAX_PERFT_DEPTH}")));
    }
    let (mut checked, mut raised) = (Instant::now(), Ok(()));
    let counts = py.detach(|| {
        perft_until(game, depth, |_| {
            if checked.elapsed() > PAUSE {
                checked = Instant::now();
                raised = Python::attach(|py| py.check_signals());
            }
            raised.is_err()
        })
    });
    raised?;
    Ok(legal_moves(game).into_iter().zip(counts.moves.into_iter().map(|(_, count)| count)).collect())
}
