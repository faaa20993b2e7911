//! What the loop around simulations and those who run them have in common.

use super::{
    parameters::{MonteCarloParameters, Selection},
    tree::Tree,
};
use crate::Heuristics;

/// The tree and the settings of a simulation.
#[derive(Clone, Copy)]
pub(super) struct Job<'a> {
    pub(super) tree: &'a Tree,
    pub(super) selection: Selection,
    pub(super) parameters: &'a MonteCarloParameters,
}

/// Runs simulations: one at a time, or several together.
pub(super) trait Simulator<G: Heuristics> {
    /// Runs at least one simulation and at most `most`, which is positive. Returns their number; 0
    /// ends the search.
    fn simulate<const SHARED: bool>(&mut self, job: Job<'_>, game: &mut G, most: u64) -> u64;

    /// The longest path since the search began.
    fn deepest(&self) -> usize;
}
