//! The techniques one by one, on games drawn for the purpose: each guard and each margin at
//! the point where the answer changes.

mod chance;
mod counts;
mod drawn;
mod evaluations;
mod extensions;
mod iterations;
mod nodes;
mod null_move;
mod picker;
mod probcut;
mod pruning;
mod quiescence;
mod reductions;

use crate::{Depth, Score, node::Window};

/// The window between two scores.
fn within(alpha: i32, beta: i32) -> Window {
    Window { alpha: Score::new(alpha), beta: Score::new(beta) }
}

/// The window that asks whether the score is at least `beta`.
fn reaches(beta: i32) -> Window {
    within(beta - 1, beta)
}

const fn plies(plies: i32) -> Depth {
    Depth::plies(plies)
}
