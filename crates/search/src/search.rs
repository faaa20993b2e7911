//! A running search: its state, and the operations of every node.

use crate::{
    Control, Driver, Endgames, Enhancements, Evaluator, Heuristics, MAX_PLY, Observer, Parameters, Score, Stage,
    Statistics, Table,
    best_lines::BestLines,
    claim::ConfirmedWin,
    context::Context,
    correction::Corrections,
    history::Histories,
    instant::Instant,
    killers::Killers,
    mixed_cycles::MixedCycles,
    move_sink::Candidate,
    node::Frame,
    parallel::{
        lazy_smp::Variation,
        split_point::{SplitPoint, Team},
    },
    path_ply::PathPly,
    pv::PvTable,
    reductions::Reductions,
    root_move::RootMove,
    switches::Switches,
};
use std::sync::{Arc, atomic::Ordering::Relaxed};

/// The number of nodes between two checks of a team's thread whether its work is still wanted.
const POLL_INTERVAL: u64 = 64;

/// State that the search updates and reads: histories, killers, buffers.
#[derive(Debug)]
pub(crate) struct State<M, I> {
    /// The moves of all nodes on the path; each node's moves follow those of its parent.
    pub(crate) moves: Vec<Candidate<M>>,
    /// Data about each ply for the nodes below.
    pub(crate) frames: Vec<Frame<I>>,
    /// In a team, the move at each ply of the path; none for a pass.
    pub(crate) path: Vec<Option<M>>,
    pub(crate) histories: Histories,
    pub(crate) corrections: Corrections,
    pub(crate) reductions: Reductions,
    pub(crate) killers: Killers<M>,
    pub(crate) mixed_cycles: MixedCycles,
    pub(crate) pv: PvTable<M>,
}

/// The root of a running search.
pub(crate) struct Root<'a, M> {
    /// The root moves, best first.
    pub(crate) moves: &'a mut Vec<RootMove<M>>,
    /// Lines that the search may restore.
    pub(crate) best_lines: &'a mut BestLines<M>,
    /// The number of lines to search.
    pub(crate) lines: usize,
    /// The index of the current line, from 0.
    pub(crate) line: usize,
    /// The number of changes of the best move over all iterations.
    pub(crate) best_move_changes: u32,
    /// The score of the last completed iteration.
    pub(crate) previous: Option<Score>,
    /// Whether the root has all legal moves, so that its score is a fact.
    pub(crate) is_whole: bool,
    /// The score of a move that became the best in this iteration.
    pub(crate) improved: Option<Score>,
    /// The last score in the band of evaluations.
    pub(crate) ordinary: Score,
    /// A win by a ruling that is confirmed.
    pub(crate) confirmed: Option<ConfirmedWin<M>>,
    /// The best move of the last report, and its value.
    pub(crate) reported: Option<(M, Score)>,
    /// The score of a draw for each side to move.
    pub(crate) drawn: [Score; 2],
    /// Part of the table's keys: scores with another contempt are other facts.
    pub(crate) salt: u64,
}

/// A running search. `TEAM`: whether other threads may share its nodes; without it the code for
/// sharing is not compiled.
pub(crate) struct Search<'a, G: Heuristics, E, const TEAM: bool> {
    pub(crate) game: &'a mut G,
    pub(crate) evaluator: &'a mut E,
    pub(crate) table: &'a Table,
    pub(crate) control: &'a mut dyn Control,
    pub(crate) observer: &'a mut dyn Observer<G::Move>,
    pub(crate) state: &'a mut State<G::Move, G::Insight>,
    pub(crate) driver: Driver,
    pub(crate) enhancements: Switches<G>,
    pub(crate) parameters: &'a Parameters,
    /// Positions whose values are known.
    pub(crate) endgames: Option<&'a dyn Endgames<G>>,
    /// Whether results are stored in the table.
    pub(crate) stores: bool,
    /// Whether to prune although the game does not declare itself prunable.
    pub(crate) prunes: bool,
    pub(crate) statistics: Statistics,
    /// The node count at which the control is polled again.
    pub(crate) next_poll: u64,
    /// Whether the search must stop; its return values are then invalid.
    pub(crate) stopped: bool,
    /// The greatest ply reached.
    pub(crate) selective_depth: u32,
    /// The depth of the current iteration in plies.
    pub(crate) iteration: u32,
    /// The path ply of the last score returned.
    path_ply: PathPly,
    /// Noisy moves are not searched in quiescence at this ply or deeper.
    pub(crate) quiescence_end: usize,
    pub(crate) root: Root<'a, G::Move>,
    /// How this thread's iterations differ from those of the others.
    pub(crate) variation: Variation<'a>,
    pub(crate) started: Instant,
    /// The team of threads that divide this search's tree.
    pub(crate) team: Option<&'a Team<'a, G::Move, G::Insight>>,
    /// The split point that the thread works at.
    pub(crate) split: Option<Arc<SplitPoint<G::Move, G::Insight>>>,
}

/// The parameters of a new search.
pub(crate) struct Start<'a, G: Heuristics, E> {
    pub(crate) game: &'a mut G,
    pub(crate) evaluator: &'a mut E,
    pub(crate) table: &'a Table,
    pub(crate) control: &'a mut dyn Control,
    pub(crate) observer: &'a mut dyn Observer<G::Move>,
    pub(crate) state: &'a mut State<G::Move, G::Insight>,
    pub(crate) driver: Driver,
    pub(crate) enhancements: Enhancements,
    pub(crate) parameters: &'a Parameters,
    pub(crate) endgames: Option<&'a dyn Endgames<G>>,
    /// Whether to prune although the game does not declare itself prunable.
    pub(crate) prunes: bool,
    pub(crate) root: Root<'a, G::Move>,
    pub(crate) variation: Variation<'a>,
    pub(crate) team: Option<&'a Team<'a, G::Move, G::Insight>>,
    pub(crate) started: Instant,
}

impl<'a, G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'a, G, E, TEAM> {
    /// A search before its first node.
    pub(crate) fn new(start: Start<'a, G, E>) -> Self {
        let Start {
            game,
            evaluator,
            table,
            control,
            observer,
            state,
            parameters,
            endgames,
            prunes,
            root,
            variation,
            team,
            started,
            ..
        } = start;
        Search {
            next_poll: control.interval(0).max(1),
            driver: start.driver,
            enhancements: Switches::new(start.enhancements, G::PRUNABLE || prunes),
            statistics: Statistics::default(),
            stopped: false,
            stores: true,
            selective_depth: 0,
            iteration: 0,
            path_ply: PathPly::NONE,
            quiescence_end: MAX_PLY,
            split: None,
            game,
            evaluator,
            table,
            control,
            observer,
            state,
            parameters,
            endgames,
            prunes,
            root,
            variation,
            started,
            team,
        }
    }
}

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// The score of the root at `depth` plies; `last` is the previous score. If the search must
    /// stop, the score is invalid.
    pub(crate) fn drive(&mut self, last: Score, depth: u32) -> Score {
        match self.driver {
            Driver::Aspiration => self.aspirate(last, depth),
            Driver::Mtdf => self.converge(last, depth, 0),
            Driver::AlphaBeta => self.search_openly(depth),
            Driver::Tolerance => self.tolerate(last, depth),
        }
    }

    /// Whether forward pruning is used.
    #[inline]
    pub(crate) fn is_prunable(&self) -> bool {
        G::PRUNABLE || self.prunes
    }

    /// Counts a node; true if the search must stop. It checks this only when it polls; afterwards
    /// no node is visited.
    #[inline]
    pub(crate) fn visit(&mut self, ply: usize) -> bool {
        self.statistics.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply as u32);
        debug_assert!(!self.stopped, "no node is visited after a stop");
        if self.statistics.nodes < self.next_poll {
            return false;
        }
        self.poll();
        self.stopped
    }

    /// Counts a searched move, if moves are counted.
    #[inline(always)]
    pub(crate) fn count_move(&mut self, stage: Stage) {
        if self.enhancements.move_counts {
            self.statistics.moves[stage as usize] += 1;
        }
    }

    /// The data that techniques with their own state need.
    #[inline(always)]
    pub(crate) fn context(&self) -> Context<'_, G> {
        let is_prunable = self.is_prunable();
        Context { game: self.game, enhancements: &self.enhancements, parameters: self.parameters, is_prunable }
    }

    /// The context together with the mutable state.
    #[inline(always)]
    pub(crate) fn context_and_state(&mut self) -> (Context<'_, G>, &mut State<G::Move, G::Insight>) {
        let is_prunable = self.is_prunable();
        let context =
            Context { game: self.game, enhancements: &self.enhancements, parameters: self.parameters, is_prunable };
        (context, self.state)
    }

    /// The side to move as an index.
    #[inline(always)]
    pub(crate) fn side(&self) -> usize {
        self.game.side_to_move().index()
    }

    /// The path ply of the last score returned. It is constant for a game whose verdicts do not
    /// depend on the path, so that the compiler removes the dependent code.
    #[inline(always)]
    pub(crate) fn path_ply(&self) -> PathPly {
        if G::PATH_MATTERS { self.path_ply } else { PathPly::NONE }
    }

    /// Sets the path ply of the score that is about to be returned.
    #[inline(always)]
    pub(crate) fn set_path_ply(&mut self, path_ply: PathPly) {
        if G::PATH_MATTERS {
            self.path_ply = path_ply;
        }
    }

    /// Whether a split point above has been cut off.
    pub(crate) fn is_cut_above(&self) -> bool {
        self.split.as_ref().is_some_and(|split| split.is_cut())
    }

    /// Polls the control and the team; sets the next poll.
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
