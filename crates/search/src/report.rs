//! What the search tells while it runs, and what it counts.

use crate::{Bound, MAX_PLY, RootMove, Score};
use std::time::Duration;

/// The state of a search at a moment worth telling.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Report<'a, M> {
    /// The depth of the iteration in plies.
    pub depth: u32,
    /// The greatest ply reached, quiescence included.
    pub selective_depth: u32,
    /// Which of the best moves it tells of, from 1 (Multi-PV).
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
}

/// Listens to a search. It cannot influence it.
pub trait Observer<M> {
    /// An iteration is finished, or its score has left the aspiration window.
    fn progress(&mut self, _report: &Report<'_, M>) {}

    /// The search turns to a move at the root: its number from 1, after the
    /// first second only in the usual front ends.
    fn root_move(&mut self, _depth: u32, _mv: M, _number: usize, _elapsed: Duration) {}
}

/// Hears nothing.
impl<M> Observer<M> for () {}

/// The stages of move ordering, for the count of cut-offs by stage (ZMBL thesis, table 3-9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Stage {
    /// The move from the table.
    Table = 0,
    /// Loud moves that do not lose by static exchange.
    GoodLoud = 1,
    /// Killers.
    Killer = 2,
    /// Quiet moves by history.
    Quiet = 3,
    /// Loud moves that lose material.
    BadLoud = 4,
    /// Replies to a threat.
    Evasion = 5,
}

impl Stage {
    /// All stages, in order.
    pub const ALL: [Stage; 6] =
        [Stage::Table, Stage::GoodLoud, Stage::Killer, Stage::Quiet, Stage::BadLoud, Stage::Evasion];
}

/// What a search counted.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Statistics {
    /// All nodes.
    pub nodes: u64,
    /// Those of them in quiescence.
    pub quiescence_nodes: u64,
    /// Nodes of each iteration; index 0 is depth 1.
    pub iteration_nodes: [u64; MAX_PLY],
    /// Cut-offs of the full search by the stage of the move that cut, as [`Stage::ALL`].
    pub cutoffs: [u64; 6],
    /// Cut-offs by the first move tried.
    pub first_move_cutoffs: u64,
    /// Table look-ups.
    pub table_probes: u64,
    /// … that found the position.
    pub table_hits: u64,
    /// … whose score ended the node.
    pub table_cuts: u64,
    /// Table moves that were not legal: another position with the same key.
    pub table_collisions: u64,
    /// Null moves tried.
    pub null_moves: u64,
    /// … that ended the node.
    pub null_move_cuts: u64,
    /// Null-window searches that had to be repeated with an open window.
    pub researches: u64,
    /// Iterations repeated because the score left the aspiration window.
    pub aspiration_failures: u64,
    /// Positions extended by the game's wish.
    pub extensions: u64,
    /// Positions extended as single replies.
    pub single_replies: u64,
    /// Nodes whose value depended on the path and was not stored.
    pub path_dependent: u64,
    /// Late moves searched less deep.
    pub reductions: u64,
    /// … that had to be searched again at full depth.
    pub reduction_failures: u64,
    /// Nodes that ProbCut ended.
    pub probcuts: u64,
    /// Table moves extended as singular.
    pub singular_extensions: u64,
    /// Nodes that multi-cut ended.
    pub multi_cuts: u64,
}

impl Default for Statistics {
    fn default() -> Statistics {
        Statistics {
            nodes: 0,
            quiescence_nodes: 0,
            iteration_nodes: [0; MAX_PLY],
            cutoffs: [0; 6],
            first_move_cutoffs: 0,
            table_probes: 0,
            table_hits: 0,
            table_cuts: 0,
            table_collisions: 0,
            null_moves: 0,
            null_move_cuts: 0,
            researches: 0,
            aspiration_failures: 0,
            extensions: 0,
            single_replies: 0,
            path_dependent: 0,
            reductions: 0,
            reduction_failures: 0,
            probcuts: 0,
            singular_extensions: 0,
            multi_cuts: 0,
        }
    }
}

impl Statistics {
    /// The share of cut-offs that the first move made, 0–1.
    pub fn first_move_rate(&self) -> f64 {
        self.first_move_cutoffs as f64 / self.cutoffs.iter().sum::<u64>().max(1) as f64
    }

    /// The share of each stage among the cut-offs, as [`Stage::ALL`].
    pub fn cutoff_shares(&self) -> [f64; 6] {
        let all = self.cutoffs.iter().sum::<u64>().max(1) as f64;
        self.cutoffs.map(|count| count as f64 / all)
    }

    /// Adds another search's counts.
    pub fn add(&mut self, other: &Statistics) {
        self.nodes += other.nodes;
        self.quiescence_nodes += other.quiescence_nodes;
        for (own, more) in self.iteration_nodes.iter_mut().zip(other.iteration_nodes) {
            *own += more;
        }
        for (own, more) in self.cutoffs.iter_mut().zip(other.cutoffs) {
            *own += more;
        }
        self.first_move_cutoffs += other.first_move_cutoffs;
        self.table_probes += other.table_probes;
        self.table_hits += other.table_hits;
        self.table_cuts += other.table_cuts;
        self.table_collisions += other.table_collisions;
        self.null_moves += other.null_moves;
        self.null_move_cuts += other.null_move_cuts;
        self.researches += other.researches;
        self.aspiration_failures += other.aspiration_failures;
        self.extensions += other.extensions;
        self.single_replies += other.single_replies;
        self.path_dependent += other.path_dependent;
        self.reductions += other.reductions;
        self.reduction_failures += other.reduction_failures;
        self.probcuts += other.probcuts;
        self.singular_extensions += other.singular_extensions;
        self.multi_cuts += other.multi_cuts;
    }
}
