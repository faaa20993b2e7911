//! Reports of a running search.

use crate::{Bound, RootMove, Score, ScoreClaim};
use std::time::Duration;

/// The state of a search at a report.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Report<'a, M> {
    /// The depth of the iteration in plies.
    pub depth: u32,
    /// The greatest ply reached, including quiescence.
    pub selective_depth: u32,
    /// The number of the line, from 1 (Multi-PV).
    pub line: usize,
    /// The score of the line for the side to move. A win or a loss by a ruling only if it is confirmed (see
    /// [`Report::claim`]).
    pub score: Score,
    /// What the score claims.
    pub claim: ScoreClaim,
    /// [`Bound::Exact`], or the bound that the score is because it fell outside the aspiration
    /// window.
    pub bound: Bound,
    /// Total nodes so far: positions entered in the full search and in quiescence.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// The share of the table in use, in thousandths.
    pub table_permille: u32,
    /// The principal variation, best move first.
    pub pv: &'a [M],
    /// The share of the iteration's nodes below the line's move, in thousandths.
    pub best_move_permille: u32,
    /// Whether the best move differs from that of the last iteration.
    pub best_move_changed: bool,
    /// The number of changes of the best move, over all iterations and within each.
    pub best_move_changes: u32,
    /// The score of the previous iteration; none in the first.
    pub previous_score: Option<Score>,
    /// The moves at the root, best first, with the nodes of each.
    pub root: &'a [RootMove<M>],
}

impl<M> Report<'_, M> {
    /// Nodes per second; 0 in the first millisecond.
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as u128 * 1000).checked_div(self.elapsed.as_millis()).unwrap_or(0) as u64
    }

    /// The same report with a line of another move type, for a game that is searched as one type
    /// and reported as another: with this line and its number, and without the root moves.
    pub fn with_line<'b, N>(&self, line: usize, pv: &'b [N]) -> Report<'b, N> {
        Report {
            depth: self.depth,
            selective_depth: self.selective_depth,
            line,
            score: self.score,
            claim: self.claim,
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

/// Receives the reports of a search. It cannot influence the search.
pub trait Observer<M> {
    /// Called when an iteration is completed, or when its score falls outside the aspiration
    /// window.
    fn progress(&mut self, _report: &Report<'_, M>) {}

    /// Called when the search begins a root move, with its number from 1. Front ends usually show
    /// it only after the first second.
    fn root_move(&mut self, _depth: u32, _mv: M, _number: usize, _elapsed: Duration) {}
}

/// Ignores all reports.
impl<M> Observer<M> for () {}
