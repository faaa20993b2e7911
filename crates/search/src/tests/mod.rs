//! Tests of single techniques on hand-made games: each condition and margin at the point where the
//! result changes.

mod chance;
mod conditions;
mod counts;
pub(crate) mod drawn;
mod evaluations;
mod extensions;
mod iterations;
mod mate_lines;
mod nodes;
mod null_move;
mod picker;
mod probcut;
mod pruning;
mod quiescence;
mod reductions;

use crate::{Depth, Parameters, Score, node::Window};

/// The constants that these tests use, independent of the tuned defaults.
fn parameters() -> Parameters {
    Parameters {
        lmr_factor: 27,
        lmr_cut: 191,
        lmr_unimproved: 44,
        lmr_history: 303,
        reverse_futility_margin: 57,
        futility_margin: 85,
        futility_base: 110,
        late_move_base: 6,
        exchange_noisy: 135,
        exchange_quiet: 40,
        history_margin: 2553,
        null_base: 128,
        null_margin: 200,
        probcut_margin: 220,
        delta_margin: 150,
        deeper_margin: 60,
        history_bonus: 16,
        threat_bonus: 8192,
        ..Parameters::default()
    }
}

/// The window between two scores.
fn within(alpha: i32, beta: i32) -> Window {
    Window { alpha: Score::new(alpha), beta: Score::new(beta) }
}

/// The null window that tests whether the score is at least `beta`.
fn reaches(beta: i32) -> Window {
    within(beta - 1, beta)
}

const fn plies(plies: i32) -> Depth {
    Depth::plies(plies)
}
