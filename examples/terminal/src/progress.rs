//! Progress of long counts.

use duiyi_engine::{Divided, perft_until};
use duiyi_game::Notation;
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    io::{IsTerminal, stderr},
    time::Duration,
};

/// Counts the sequences of `depth` moves. At a terminal it shows how many it has counted;
/// elsewhere it counts as fast as the game can.
pub(crate) fn perft<G: Notation>(position: &G, depth: u32) -> Divided {
    if !stderr().is_terminal() {
        return duiyi_engine::perft(position, depth);
    }
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {human_pos} counted, {per_sec}, {elapsed}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    let divided = perft_until(position, depth, |counted| {
        bar.set_position(counted);
        false
    });
    bar.finish_and_clear();
    divided
}
