//! A running search: what it works with, and what every node does.

use crate::{
    Control, Evaluator, Heuristics, Observer, Parameters, Score, Statistics, Table,
    best_lines::BestLines,
    candidates::Candidate,
    correction::Corrections,
    history::{Continuations, History},
    killers::Killers,
    node::{Frame, INDEPENDENT},
    parallel::{
        lazy_smp::Variation,
        split_point::{SplitPoint, Team},
    },
    pv::PvTable,
    reductions::Reductions,
    root_move::RootMove,
    switches::Switches,
};
use std::{
    sync::{Arc, atomic::Ordering::Relaxed},
    time::Instant,
};

/// Nodes after which a thread of a team looks whether its work is still wanted.
const POLL_INTERVAL: u64 = 64;

/// What the search learns and needs again: histories, killers, buffers.
#[derive(Debug)]
pub(crate) struct State<M, I> {
    pub(crate) moves: Vec<Candidate<M>>,
    pub(crate) frames: Vec<Frame<I>>,
    /// In a team, the move that leads on from each ply; none for a pass.
    pub(crate) path: Vec<Option<M>>,
    pub(crate) history: History,
    pub(crate) low_plies: History,
    pub(crate) noisy_history: History,
    pub(crate) continuations: Continuations,
    pub(crate) corrections: Corrections,
    pub(crate) reductions: Reductions,
    pub(crate) killers: Killers<M>,
    pub(crate) pv: PvTable<M>,
    /// No null move above this ply while a cut is verified.
    pub(crate) no_null_before: usize,
}

/// A running search. `TEAM`: whether other threads may share its nodes; without, nothing of
/// that is compiled.
pub(crate) struct Search<'a, G: Heuristics, E, const TEAM: bool> {
    pub(crate) game: &'a mut G,
    pub(crate) evaluator: &'a mut E,
    pub(crate) table: &'a Table,
    pub(crate) control: &'a mut dyn Control,
    pub(crate) state: &'a mut State<G::Move, G::Insight>,
    pub(crate) enhancements: Switches<G>,
    pub(crate) parameters: &'a Parameters,
    pub(crate) statistics: Statistics,
    pub(crate) next_poll: u64,
    pub(crate) stopped: bool,
    pub(crate) selective_depth: u32,
    /// The depth of the current iteration in plies.
    pub(crate) iteration: u32,
    /// The lowest ply on which the score returned last rests; [`INDEPENDENT`] if on none.
    pub(crate) depends_on: i32,
    /// The threads that divide this search's tree.
    pub(crate) team: Option<&'a Team<'a, G::Move, G::Insight>>,
    /// The split point that the thread works at.
    pub(crate) split: Option<Arc<SplitPoint<G::Move, G::Insight>>>,
    pub(crate) observer: &'a mut dyn Observer<G::Move>,
    pub(crate) root: &'a mut Vec<RootMove<G::Move>>,
    pub(crate) best_lines: &'a mut BestLines<G::Move>,
    /// How many lines are searched.
    pub(crate) lines: usize,
    /// The line that is searched now, from 0.
    pub(crate) line: usize,
    /// How often a move took the place of the best one, over all iterations.
    pub(crate) best_move_changes: u32,
    /// The score of the last whole iteration.
    pub(crate) previous: Option<Score>,
    /// Whether the root has all its moves, so that its score is a fact.
    pub(crate) root_is_whole: bool,
    /// The score of a root move that became the best in this iteration.
    pub(crate) improved: Option<Score>,
    pub(crate) variation: Variation<'a>,
    pub(crate) started: Instant,
}

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// Counts a node; true if the search must stop.
    #[inline]
    pub(crate) fn visit(&mut self, ply: usize) -> bool {
        self.statistics.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply as u32);
        if self.statistics.nodes >= self.next_poll {
            self.poll();
        }
        self.stopped
    }

    /// The side to move, as an index.
    #[inline(always)]
    pub(crate) fn side(&self) -> usize {
        self.game.side_to_move().index()
    }

    /// The lowest ply on which the score returned last rests. A constant for a game
    /// without a past, so that the compiler drops all that follows from it.
    #[inline(always)]
    pub(crate) fn rests_on(&self) -> i32 {
        if G::PATH_MATTERS { self.depends_on } else { INDEPENDENT }
    }

    /// Notes on which ply the score that is about to be returned rests.
    #[inline(always)]
    pub(crate) fn rest_on(&mut self, ply: i32) {
        if G::PATH_MATTERS {
            self.depends_on = ply;
        }
    }

    /// Whether a split point above has been cut off.
    pub(crate) fn is_cut_above(&self) -> bool {
        self.split.as_ref().is_some_and(|split| split.is_cut())
    }

    /// Asks the control, and what the team needs to know; says when to ask again.
    #[inline(never)]
    pub(crate) fn poll(&mut self) {
        let nodes = self.statistics.nodes;
        self.stopped |= self.control.poll(nodes);
        let mut interval = self.control.interval(nodes).max(1);
        if let Some(team) = self.team {
            interval = interval.min(POLL_INTERVAL);
            if self.stopped {
                team.stop.store(true, Relaxed);
            }
            self.stopped |= self.is_cut_above();
        }
        self.next_poll = nodes + interval;
    }
}
