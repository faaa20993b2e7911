//! The search as its user sees it, iterative deepening, and the root.

use crate::{
    Bound, Control, Depth, Enhancements, Evaluator, GameMove, Generation, Heuristics, IterationReport, MAX_PLY,
    MoveSink, Observer, Parameters, Report, Score, Stage, Statistics, Table, TurningPoint,
    alpha_beta::{Node, Role, Window},
    correction::Corrections,
    enhancements::Switches,
    heuristics::Candidate,
    history::{Continuations, Earlier, History, LOW_PLIES},
    killers::Killers,
    parallel::{Part, SplitPoint, Tally, Team, Terms, Variation},
    pv::PvTable,
    reductions::Reductions,
    root::{Kept, RootMove, order_lines},
};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

/// "Rests on no ply": the value holds by whatever path the position is reached.
pub(crate) const INDEPENDENT: i32 = i32::MAX;

/// What a search found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SearchResult<M> {
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
    /// The best moves with their lines, the best first: as many as
    /// [`Searcher::multi_pv`] asks for, or as there are. Only those that some
    /// iteration has finished, so there may be none.
    pub lines: Vec<RootMove<M>>,
}

/// What the nodes below a node ask about it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Frame<I> {
    /// What was found out about it.
    pub(crate) insight: I,
    /// Its static evaluation, if it has one.
    pub(crate) evaluation: Option<Score>,
    /// The kind of the move under search.
    pub(crate) slot: Option<usize>,
    /// By how much that move is reduced, in 1/64 ply.
    pub(crate) reduction: i32,
    /// Whether it is a null move.
    pub(crate) is_null: bool,
    /// How often nodes at this ply were cut off since their grandparent was entered.
    pub(crate) cutoffs: u32,
    /// Side, history slot and continuation slot of the move under search, if it is quiet.
    pub(crate) quiet: Option<(usize, usize, usize)>,
}

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
    /// How many of the best moves are to have an exact score and a line
    /// (Multi-PV); 1 at first, 0 counts as 1. Each costs about as much as the first.
    pub multi_pv: usize,
    evaluator: E,
    state: State<G::Move, G::Insight>,
    root: Vec<RootMove<G::Move>>,
    kept: Kept<G::Move>,
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
    observer: &'a mut dyn Observer<G::Move>,
    root: &'a mut Vec<RootMove<G::Move>>,
    kept: &'a mut Kept<G::Move>,
    /// How many lines are searched.
    lines: usize,
    /// The line that is searched now, from 0.
    line: usize,
    /// How often a move took the place of the best one, over all iterations.
    best_move_changes: u32,
    /// The score of the last whole iteration.
    previous: Option<Score>,
    /// Whether the root has all its moves, so that its score is a fact.
    root_is_whole: bool,
    /// The score of a root move that became the best in this iteration.
    improved: Option<Score>,
    variation: Variation<'a>,
    started: Instant,
}

impl<G: Heuristics, E: Evaluator<G>> Searcher<G, E> {
    /// A search with everything on.
    pub fn new(evaluator: E) -> Searcher<G, E> {
        Searcher {
            enhancements: Enhancements::default(),
            parameters: Parameters::default(),
            multi_pv: 1,
            evaluator,
            state: State {
                moves: Vec::with_capacity(MAX_PLY * 64),
                frames: vec![Frame::default(); MAX_PLY + 2],
                path: vec![None; MAX_PLY + 2],
                history: History::new(2, G::HISTORY_SLOTS),
                low_plies: History::new(LOW_PLIES, G::HISTORY_SLOTS),
                noisy_history: History::new(2, G::NOISY_SLOTS),
                continuations: Continuations::new(G::CONTINUATION_SLOTS),
                corrections: Corrections::new(G::STRUCTURES),
                reductions: Reductions::none(),
                killers: Killers::new(),
                pv: PvTable::new(),
                no_null_before: 0,
            },
            root: Vec::new(),
            kept: Kept::new(),
        }
    }

    /// Forgets what earlier searches learnt (the table is cleared by [`Table::clear`]).
    pub fn new_game(&mut self) {
        self.state.history.clear();
        self.state.noisy_history.clear();
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
        allowed: impl FnMut(G::Move) -> bool,
    ) -> SearchResult<G::Move> {
        table.new_generation();
        self.search_as(Part::Alone, game, table, control, observer, allowed)
    }

    /// Searches as one of several threads, within the table's current generation. One that
    /// serves a team finds no move of its own; its statistics are what it brings.
    pub(crate) fn search_as(
        &mut self,
        part: Part<'_, G::Move, G::Insight>,
        game: &mut G,
        table: &Table,
        control: &mut dyn Control,
        observer: &mut dyn Observer<G::Move>,
        allowed: impl FnMut(G::Move) -> bool,
    ) -> SearchResult<G::Move> {
        match part {
            Part::Alone | Part::Lazy(_) => self.run::<false>(part, game, table, control, observer, allowed),
            Part::Owner(_) | Part::Server(_) => self.run::<true>(part, game, table, control, observer, allowed),
        }
    }

    fn run<const TEAM: bool>(
        &mut self,
        part: Part<'_, G::Move, G::Insight>,
        game: &mut G,
        table: &Table,
        control: &mut dyn Control,
        observer: &mut dyn Observer<G::Move>,
        mut allowed: impl FnMut(G::Move) -> bool,
    ) -> SearchResult<G::Move> {
        let started = Instant::now();
        let (variation, team, serves) = match part {
            Part::Alone => (Variation::Main, None, false),
            Part::Lazy(variation) => (variation, None, false),
            Part::Owner(team) => (Variation::Main, Some(team), false),
            Part::Server(team) => (Variation::Main, Some(team), true),
        };
        self.state.killers.clear();
        self.state.low_plies.clear();
        self.state.moves.clear();
        self.state.no_null_before = 0;
        self.state.frames.fill(Frame::default());
        if G::PRUNABLE {
            self.state.reductions = Reductions::new(&self.parameters);
        }
        self.evaluator.reset(game);
        self.kept.clear();
        let generated = self.generate_root(game, &mut allowed);
        let next_poll = control.interval(0).max(1);
        let mut enhancements = self.enhancements;
        enhancements.null_move &= !control.seeks_mate();
        let mut search = Search::<G, E, TEAM> {
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
            team,
            split: None,
            observer,
            lines: self.multi_pv.clamp(1, self.root.len().max(1)),
            root: &mut self.root,
            kept: &mut self.kept,
            line: 0,
            best_move_changes: 0,
            previous: None,
            improved: None,
            variation,
            started,
        };
        let (score, depth) = if serves {
            search.root.clear();
            search.serve(0, None);
            (Score::ZERO, 0)
        } else if search.root.is_empty() {
            (search.game.stuck(0), 0)
        } else {
            search.deepen()
        };
        let (statistics, lines) = (search.statistics, search.lines);
        let best = self.root.first();
        let known = self.root.iter().take(lines).filter(|root| root.depth > 0);
        SearchResult {
            best: best.map(|root| root.mv),
            pv: best.map_or_else(Vec::new, |root| root.pv.clone()),
            score,
            depth,
            elapsed: started.elapsed(),
            statistics,
            lines: known.cloned().collect(),
        }
    }

    /// Lists the allowed root moves; returns how many moves there are in all.
    fn generate_root(&mut self, game: &G, allowed: &mut impl FnMut(G::Move) -> bool) -> usize {
        let insight = G::Insight::default();
        let mut sink = MoveSink::new(&mut self.state.moves);
        if game.threatened() {
            game.generate(Generation::Evasions, &insight, &mut sink);
        } else {
            if G::HAS_NOISY {
                game.generate(Generation::Noisy, &insight, &mut sink);
            }
            game.generate(Generation::Quiet, &insight, &mut sink);
        }
        let generated = self.state.moves.len();
        self.root.clear();
        for candidate in self.state.moves.drain(..) {
            if allowed(candidate.mv) {
                self.root.push(RootMove::new(candidate.mv));
            }
        }
        generated
    }

    /// The root moves of the last search, the best first.
    pub(crate) fn root(&self) -> &[RootMove<G::Move>] {
        &self.root
    }
}

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// Iterative deepening: depth 1, 2, 3 … until the control or the greatest
    /// depth ends it. Returns the score and the depth of the last whole iteration.
    fn deepen(&mut self) -> (Score, u32) {
        // Before the first iteration the best that can be said is the evaluation.
        let mut result = (self.evaluate(0), 0);
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
            if self.variation.skips(depth) && depth > first && self.control.last_depth() != Some(depth) {
                continue;
            }
            let nodes_before = self.statistics.nodes;
            let best_before = self.root[0].mv;
            for root in self.root.iter_mut() {
                root.nodes = 0;
            }
            self.iteration = depth;
            for line in 0..self.lines {
                self.search_line(line, result.0, depth);
                if self.stopped {
                    break;
                }
            }
            let nodes = self.statistics.nodes - nodes_before;
            self.statistics.iteration_nodes[depth as usize - 1] = nodes;
            if self.stopped {
                result.0 = self.broken_off(result.0);
                break;
            }
            let score = self.root[0].score.unwrap_or(result.0);
            self.kept.note(&self.root[0], score);
            let changed = self.root[0].mv != best_before;
            let mut report = self.tell(0, score, Bound::Exact, nodes, changed);
            for line in 1..self.lines {
                let worse = self.root[line].score.unwrap_or(score);
                report.gap.get_or_insert(score.get().abs_diff(worse.get()));
                self.tell(line, worse, Bound::Exact, nodes, changed);
            }
            result = (score, depth);
            self.previous = Some(score);
            if !self.control.end_iteration(&report) {
                break;
            }
        }
        (self.kept.recall_mate(self.root, result.0).unwrap_or(result.0), result.1)
    }

    /// Finds the best of the moves that are not in an earlier line, and puts
    /// the line where its score belongs.
    fn search_line(&mut self, line: usize, last: Score, depth: u32) {
        self.line = line;
        self.improved = None;
        let last = if line == 0 { last } else { self.root[line].score.unwrap_or(last) };
        let score = self.aspirate(last, depth);
        if !self.stopped {
            self.root[line].note(score, depth);
            order_lines(&mut self.root[..=line]);
        }
    }

    /// The score after an iteration that was broken off. A move that beat the
    /// last one's best before the stop stands at the front of its line's list,
    /// and its score is known; but a loss is believed only when all moves have
    /// been searched.
    fn broken_off(&mut self, before: Score) -> Score {
        if self.line > 0 {
            // The first line is whole.
            return self.root[0].score.unwrap_or(before);
        }
        let Some(score) = self.improved else { return before };
        if self.kept.undo_loss(self.root, before, score) {
            return before;
        }
        (self.root[0].score, self.root[0].depth) = (Some(score), self.iteration);
        score
    }

    /// Reports a line to the observer; `nodes` are those of the iteration.
    fn tell(
        &mut self,
        line: usize,
        score: Score,
        bound: Bound,
        nodes: u64,
        best_move_changed: bool,
    ) -> IterationReport {
        let best = &self.root[line];
        let report = Report {
            depth: self.iteration,
            selective_depth: self.selective_depth,
            line: line + 1,
            score,
            bound,
            nodes: self.statistics.nodes,
            elapsed: self.started.elapsed(),
            table_permille: self.table.permille_full(),
            pv: &best.pv,
            // In a team the best move's nodes may be another thread's.
            best_move_permille: (best.nodes * 1000 / nodes.max(1)).min(1000) as u32,
            best_move_changed,
            best_move_changes: self.best_move_changes,
            previous_score: self.previous,
            root: self.root,
        };
        self.observer.progress(&report);
        (&report).into()
    }

    /// Asks the control whether the score of the first root move is worth the others.
    fn goes_on_after_first_move(&mut self, score: Score) -> bool {
        let report = IterationReport {
            depth: self.iteration,
            score,
            nodes: self.statistics.nodes,
            best_move: self.root[0].mv.to_bits(),
            best_move_permille: 1000,
            best_move_changed: false,
            best_move_changes: self.best_move_changes,
            previous_score: self.previous,
            average_score: self.root[0].average,
            gap: None,
            root_moves: self.root.len(),
            elapsed: self.started.elapsed(),
        };
        self.control.turning_point(TurningPoint::FirstMove, &report)
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
        let mut shallower = 0;
        loop {
            let score = self.search_root(window, (depth - shallower).max(1));
            if self.stopped || (score > window.alpha && score < window.beta) {
                return score;
            }
            self.statistics.aspiration_failures += 1;
            width *= 2;
            let wide = score.is_decisive() || width > 1000;
            let bound = if score <= window.alpha {
                window.alpha = if wide { Window::FULL.alpha } else { score - width };
                shallower = 0;
                Bound::Upper
            } else {
                window.beta = if wide { Window::FULL.beta } else { score + width };
                if self.enhancements.fail_high_depth && !score.is_decisive() && shallower < 3 {
                    shallower += 1;
                }
                Bound::Lower
            };
            let nodes = self.statistics.nodes - nodes_before;
            let report = self.tell(self.line, score, bound, nodes, false);
            let point = if bound == Bound::Upper { TurningPoint::FailLow } else { TurningPoint::FailHigh };
            if self.line == 0 && !self.control.turning_point(point, &report) {
                self.stopped = true;
                return score;
            }
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
            noisy_table_move: false,
            earlier: Earlier::default(),
        };
        self.assess(&mut node);
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut best_rests_on = INDEPENDENT;
        let mut all_rest_on = INDEPENDENT;
        // The lines before this one have taken their moves.
        let first = self.line;
        for i in first..self.root.len() {
            let mv = self.root[i].mv;
            let number = (i - first) as u32;
            if self.is_to_be_divided(&node, number) {
                let tally = Tally { best_rests_on, all_rest_on, ..Tally::new(alpha, best, number) };
                let tally = self.divide_root(&node, i, Terms { beta, depth, lower: Depth::ZERO }, tally);
                if self.stopped {
                    return tally.best;
                }
                best_move = tally.best_move.or(best_move);
                Tally { best, best_rests_on, all_rest_on, .. } = tally;
                break;
            }
            self.tell_root_move(mv, number);
            let nodes_before = self.statistics.nodes;
            let score = self.search_move(&node, mv, Stage::Quiet, Window { alpha, beta }, depth, number);
            let nodes = self.statistics.nodes - nodes_before;
            self.root[i].nodes += nodes;
            self.root[i].all_nodes += nodes;
            if self.stopped {
                return best;
            }
            all_rest_on = all_rest_on.min(self.rests_on());
            if score <= best {
                continue;
            }
            best = score;
            best_rests_on = self.rests_on();
            if score > alpha {
                alpha = score;
                best_move = Some(mv);
                self.promote(i, score);
                if score >= beta {
                    break;
                }
                if i == 0 && self.root.len() > 1 && !self.goes_on_after_first_move(score) {
                    self.stopped = true;
                    return best;
                }
            }
        }
        if self.root_is_whole && first == 0 {
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

    /// Tries the root moves from `i` on together with the other threads.
    fn divide_root(&mut self, node: &Node<G::Move>, i: usize, terms: Terms, tally: Tally<G::Move>) -> Tally<G::Move> {
        let moves = self.root[i..].iter().map(|root| (root.mv, Stage::Quiet)).collect();
        let tally = self.share(node, moves, true, terms, tally);
        for root in &mut self.root[i..] {
            let cost: u64 = tally.costs.iter().filter(|(mv, _)| *mv == root.mv).map(|(_, nodes)| nodes).sum();
            root.nodes += cost;
            root.all_nodes += cost;
        }
        if let (Some(mv), Some(line)) = (tally.best_move, &tally.line)
            && let Some(at) = self.root.iter().position(|root| root.mv == mv)
        {
            self.state.pv.set(1, line.iter().copied());
            self.promote(at, tally.best);
        }
        tally
    }

    /// The root move at `i`, whose line is that from the first ply, has become the best: it
    /// goes to the front, and the others keep their order.
    fn promote(&mut self, i: usize, score: Score) {
        let first = self.line;
        let root = &mut self.root[i];
        root.pv.clear();
        root.pv.push(root.mv);
        root.pv.extend(self.state.pv.line(1).take(MAX_PLY - 1));
        self.root[first..=i].rotate_right(1);
        self.best_move_changes += (i > first && first == 0) as u32;
        self.improved = Some(score);
    }

    /// Tells the observer that the search turns to a root move, numbered from 0 in its line.
    pub(crate) fn tell_root_move(&mut self, mv: G::Move, number: u32) {
        self.observer.root_move(self.iteration, mv, self.line + number as usize + 1, self.started.elapsed());
    }
}
