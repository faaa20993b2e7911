//! The search as its user sees it, iterative deepening, and the root.

use crate::{
    Bound, Control, Depth, Enhancements, Evaluator, Generation, Heuristics, IterationReport, MAX_PLY, MoveSink,
    Observer, Parameters, Report, Score, Stage, Statistics, Table,
    alpha_beta::{Node, Role, Window},
    correction::Corrections,
    enhancements::Switches,
    game::Candidate,
    history::{Continuations, History},
    killers::Killers,
    pv::PvTable,
    reductions::Reductions,
};
use std::time::{Duration, Instant};

/// "Rests on no ply": the value holds by whatever path the position is reached.
pub(crate) const INDEPENDENT: i32 = i32::MAX;

/// What a search found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Outcome<M> {
    /// The best move; `None` if there is no move (or none that is allowed).
    pub best: Option<M>,
    /// The expected line, best move first.
    pub pv: Vec<M>,
    /// The score for the side to move.
    pub score: Score,
    /// The depth of the last finished iteration, in plies.
    pub depth: u32,
    /// Time used.
    pub elapsed: Duration,
    /// What was counted.
    pub statistics: Statistics,
}

/// A move at the root and what is known of it.
#[derive(Debug)]
struct RootMove<M> {
    mv: M,
    nodes: u64,
    pv: Vec<M>,
}

/// What the nodes below a node ask about it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Frame {
    /// Its static evaluation, if it has one.
    pub(crate) evaluation: Option<Score>,
    /// The kind of the move under search.
    pub(crate) slot: Option<usize>,
    /// By how much that move is reduced, in 1/64 ply.
    pub(crate) reduction: i32,
    /// Whether it is a null move.
    pub(crate) is_null: bool,
}

/// What the search learns and needs again: histories, killers, buffers.
#[derive(Debug)]
pub(crate) struct State<M> {
    pub(crate) moves: Vec<Candidate<M>>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) history: History,
    pub(crate) loud_history: History,
    pub(crate) continuations: Continuations,
    pub(crate) corrections: Corrections,
    pub(crate) reductions: Reductions,
    pub(crate) killers: Killers<M>,
    pub(crate) pv: PvTable<M>,
}

/// A search for a game: keeps its evaluator, its histories and its buffers from
/// one move to the next.
///
/// See the [crate page](crate) for a complete example.
#[derive(Debug)]
pub struct Searcher<G: Heuristics, E> {
    /// The switches.
    pub enhancements: Enhancements,
    /// The constants.
    pub parameters: Parameters,
    evaluator: E,
    state: State<G::Move>,
    root: Vec<RootMove<G::Move>>,
}

/// A running search.
pub(crate) struct Search<'a, G: Heuristics, E> {
    pub(crate) game: &'a mut G,
    pub(crate) evaluator: &'a mut E,
    pub(crate) table: &'a Table,
    pub(crate) control: &'a mut dyn Control,
    pub(crate) state: &'a mut State<G::Move>,
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
    observer: &'a mut dyn Observer<G::Move>,
    root: &'a mut Vec<RootMove<G::Move>>,
    /// Whether the root has all its moves, so that its score is a fact.
    root_is_whole: bool,
    /// The score of a root move that became the best in this iteration.
    improved: Option<Score>,
    started: Instant,
}

impl<G: Heuristics, E: Evaluator<G>> Searcher<G, E> {
    /// A search with everything on.
    pub fn new(evaluator: E) -> Searcher<G, E> {
        Searcher {
            enhancements: Enhancements::default(),
            parameters: Parameters::default(),
            evaluator,
            state: State {
                moves: Vec::with_capacity(MAX_PLY * 64),
                frames: vec![Frame::default(); MAX_PLY + 1],
                history: History::new(G::HISTORY_SLOTS),
                loud_history: History::new(G::LOUD_SLOTS),
                continuations: Continuations::new(G::CONTINUATION_SLOTS),
                corrections: Corrections::new(G::STRUCTURES),
                reductions: Reductions::new(&Parameters::default()),
                killers: Killers::new(),
                pv: PvTable::new(),
            },
            root: Vec::new(),
        }
    }

    /// Forgets what earlier searches learnt (the table is cleared by [`Table::clear`]).
    pub fn new_game(&mut self) {
        self.state.history.clear();
        self.state.loud_history.clear();
        self.state.continuations.clear();
        self.state.corrections.clear();
        self.state.killers.clear();
    }

    /// The evaluator.
    pub fn evaluator(&mut self) -> &mut E {
        &mut self.evaluator
    }

    /// Searches a position until `control` ends it.
    ///
    /// Only the moves that `allowed` accepts are considered at the root. The
    /// position is given back as it was.
    pub fn search(
        &mut self,
        game: &mut G,
        table: &Table,
        control: &mut dyn Control,
        observer: &mut dyn Observer<G::Move>,
        mut allowed: impl FnMut(G::Move) -> bool,
    ) -> Outcome<G::Move> {
        let started = Instant::now();
        table.new_generation();
        self.state.killers.clear();
        self.state.moves.clear();
        self.state.frames.fill(Frame::default());
        self.state.reductions = Reductions::new(&self.parameters);
        self.evaluator.reset(game);
        let generated = self.generate_root(game, &mut allowed);
        let next_poll = control.interval(0).max(1);
        let mut enhancements = self.enhancements;
        enhancements.null_move &= !control.seeks_mate();
        let mut search = Search {
            root_is_whole: generated == self.root.len(),
            game,
            evaluator: &mut self.evaluator,
            table,
            control,
            state: &mut self.state,
            enhancements: Switches::new(enhancements),
            parameters: &self.parameters,
            statistics: Statistics::default(),
            next_poll,
            stopped: false,
            selective_depth: 0,
            iteration: 0,
            depends_on: INDEPENDENT,
            observer,
            root: &mut self.root,
            improved: None,
            started,
        };
        let (score, depth) = if search.root.is_empty() { (search.game.stuck(0), 0) } else { search.deepen() };
        let statistics = search.statistics;
        let best = self.root.first();
        Outcome {
            best: best.map(|root| root.mv),
            pv: best.map_or_else(Vec::new, |root| root.pv.clone()),
            score,
            depth,
            elapsed: started.elapsed(),
            statistics,
        }
    }

    /// Lists the allowed root moves; returns how many moves there are in all.
    fn generate_root(&mut self, game: &G, allowed: &mut impl FnMut(G::Move) -> bool) -> usize {
        let mut sink = MoveSink::new(&mut self.state.moves);
        if game.threatened() {
            game.generate(Generation::Evasions, &mut sink);
        } else {
            game.generate(Generation::Loud, &mut sink);
            game.generate(Generation::Quiet, &mut sink);
        }
        let generated = self.state.moves.len();
        self.root.clear();
        for candidate in self.state.moves.drain(..) {
            if allowed(candidate.mv) {
                let mut pv = Vec::with_capacity(MAX_PLY);
                pv.push(candidate.mv);
                self.root.push(RootMove { mv: candidate.mv, nodes: 0, pv });
            }
        }
        generated
    }
}

impl<G: Heuristics, E: Evaluator<G>> Search<'_, G, E> {
    /// Iterative deepening: depth 1, 2, 3 … until the control or the greatest
    /// depth ends it. Returns the score and the depth of the last whole iteration.
    fn deepen(&mut self) -> (Score, u32) {
        // Before the first iteration the best that can be said is the evaluation.
        let mut result = (self.evaluate(), 0);
        let first = match self.control.last_depth() {
            Some(depth) if !self.enhancements.iterative_deepening => depth.max(1),
            _ => 1,
        };
        for depth in first..MAX_PLY as u32 - 1 {
            // The first iteration is always searched (if the nodes allow), so
            // that even a search stopped at once has looked at its move.
            if depth > first && !self.control.begin_iteration(depth) {
                break;
            }
            let nodes_before = self.statistics.nodes;
            let best_before = self.root[0].mv;
            for root in self.root.iter_mut() {
                root.nodes = 0;
            }
            self.iteration = depth;
            self.improved = None;
            let score = self.aspirate(result.0, depth);
            let nodes = self.statistics.nodes - nodes_before;
            self.statistics.iteration_nodes[depth as usize - 1] = nodes;
            if self.stopped {
                // A move that beat the last iteration's best before the stop
                // stands at the front of the list, and its score is known.
                result.0 = self.improved.unwrap_or(result.0);
                break;
            }
            result = (score, depth);
            let changed = self.root[0].mv != best_before;
            let report = self.tell(score, Bound::Exact, nodes, changed);
            if !self.control.end_iteration(&report) {
                break;
            }
        }
        result
    }

    /// Reports to the observer; `nodes` are those of the iteration.
    fn tell(&mut self, score: Score, bound: Bound, nodes: u64, best_move_changed: bool) -> IterationReport {
        let best = &self.root[0];
        let report = Report {
            depth: self.iteration,
            selective_depth: self.selective_depth,
            score,
            bound,
            nodes: self.statistics.nodes,
            elapsed: self.started.elapsed(),
            table_permille: self.table.permille_full(),
            pv: &best.pv,
            best_move_permille: (best.nodes * 1000 / nodes.max(1)) as u32,
            best_move_changed,
            root_moves: self.root.len(),
        };
        self.observer.progress(&report);
        (&report).into()
    }

    /// Searches the root with a window around the last score, which is opened
    /// on the side where the score leaves it, twice as far each time.
    fn aspirate(&mut self, last: Score, depth: u32) -> Score {
        if !self.enhancements.aspiration || (depth as i32) < self.parameters.aspiration_from || last.is_decisive() {
            return self.search_root(Window::FULL, depth);
        }
        let nodes_before = self.statistics.nodes;
        let mut width = self.parameters.aspiration_width;
        let mut window = Window { alpha: last - width, beta: last + width };
        loop {
            let score = self.search_root(window, depth);
            if self.stopped || (score > window.alpha && score < window.beta) {
                return score;
            }
            self.statistics.aspiration_failures += 1;
            width *= 2;
            let wide = score.is_decisive() || width > 1000;
            let bound = if score <= window.alpha {
                window.alpha = if wide { Window::FULL.alpha } else { score - width };
                Bound::Upper
            } else {
                window.beta = if wide { Window::FULL.beta } else { score + width };
                Bound::Lower
            };
            let nodes = self.statistics.nodes - nodes_before;
            self.tell(score, bound, nodes, false);
        }
    }

    /// The root: every move that is allowed, the best of the last iteration first.
    fn search_root(&mut self, window: Window, depth: u32) -> Score {
        let Window { mut alpha, beta } = window;
        let depth = Depth::plies(depth as i32);
        let mut node = Node {
            key: self.game.table_key(),
            ply: 0,
            depth,
            role: Role::Principal,
            threatened: self.game.threatened(),
            improving: false,
            evaluation: None,
            known: None,
            table_move: None,
            excluded: None,
            earlier: [None; 2],
        };
        self.assess(&mut node);
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut best_rests_on = INDEPENDENT;
        let mut all_rest_on = INDEPENDENT;
        for i in 0..self.root.len() {
            let mv = self.root[i].mv;
            self.observer.root_move(self.iteration, mv, i + 1, self.started.elapsed());
            let nodes_before = self.statistics.nodes;
            let score = self.search_move(&node, mv, Stage::Quiet, Window { alpha, beta }, depth, i as u32);
            self.root[i].nodes += self.statistics.nodes - nodes_before;
            if self.stopped {
                return best;
            }
            all_rest_on = all_rest_on.min(self.depends_on);
            if score <= best {
                continue;
            }
            best = score;
            best_rests_on = self.depends_on;
            if score > alpha {
                alpha = score;
                best_move = Some(mv);
                let root = &mut self.root[i];
                root.pv.clear();
                root.pv.push(mv);
                root.pv.extend(self.state.pv.line(1).take(MAX_PLY - 1));
                // The best move goes to the front; the others keep their order.
                self.root[..=i].rotate_right(1);
                self.improved = Some(score);
                if score >= beta {
                    break;
                }
            }
        }
        if self.root_is_whole {
            let bound = match best_move {
                Some(_) if best >= beta => Bound::Lower,
                Some(_) => Bound::Exact,
                None => Bound::Upper,
            };
            let bound = match bound {
                bound if all_rest_on >= 0 => bound,
                Bound::Exact | Bound::Lower if best_rests_on >= 0 => Bound::Lower,
                _ => Bound::None,
            };
            self.store(node.key, best_move, best, depth, bound, 0, self.statistics.nodes);
        }
        best
    }
}
