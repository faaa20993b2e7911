//! What the search reports while it runs.

use crate::{Bound, RootMove, Score};
use std::time::Duration;

/// The state of a search when it reports.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Report<'a, M> {
    /// The depth of the iteration in plies.
    pub depth: u32,
    /// The greatest ply reached, quiescence included.
    pub selective_depth: u32,
    /// Which of the best moves it is about, from 1 (Multi-PV).
    pub line: usize,
    /// The score of the line for the side to move.
    pub score: Score,
    /// [`Bound::Exact`], or that the score is only a bound because the
    /// aspiration window was left.
    pub bound: Bound,
    /// All nodes so far: positions entered, in the full search and in quiescence.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// How full the table is, in thousandths.
    pub table_permille: u32,
    /// The principal variation, best move first.
    pub pv: &'a [M],
    /// The share of the iteration's nodes spent under the line's move, in thousandths.
    pub best_move_permille: u32,
    /// Whether the best move differs from the last iteration's.
    pub best_move_changed: bool,
    /// How often a move has taken the best one's place, over all iterations
    /// and within each.
    pub best_move_changes: u32,
    /// The score of the iteration before; none in the first.
    pub previous_score: Option<Score>,
    /// The moves at the root, the best first, with the nodes that each has cost.
    pub root: &'a [RootMove<M>],
}

impl<M> Report<'_, M> {
    /// Nodes per second; 0 until a millisecond has passed.
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as u128 * 1000).checked_div(self.elapsed.as_millis()).unwrap_or(0) as u64
    }

    /// The same report in other moves, of a game that is searched as one type and told
    /// as another: with their line and its number, and without the moves at the root.
    pub fn told<'b, N>(&self, line: usize, pv: &'b [N]) -> Report<'b, N> {
        Report {
            depth: self.depth,
            selective_depth: self.selective_depth,
            line,
            score: self.score,
            bound: self.bound,
            nodes: self.nodes,
            elapsed: self.elapsed,
            table_permille: self.table_permille,
            pv,
            best_move_permille: self.best_move_permille,
            best_move_changed: self.best_move_changed,
            best_move_changes: self.best_move_changes,
            previous_score: self.previous_score,
            root: &[],
        }
    }
}

/// Receives the reports of a search. It cannot influence it.
pub trait Observer<M> {
    /// An iteration is finished, or its score has left the aspiration window.
    fn progress(&mut self, _report: &Report<'_, M>) {}

    /// The search turns to a move at the root: its number from 1, after the
    /// first second only in the usual front ends.
    fn root_move(&mut self, _depth: u32, _mv: M, _number: usize, _elapsed: Duration) {}
}

/// Ignores every report.
impl<M> Observer<M> for () {}
