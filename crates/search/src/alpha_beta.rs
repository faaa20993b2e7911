//! The inner nodes: negamax alpha-beta with principal variation search.
//!
//! Fail-soft: a node returns the best score found, which may lie outside its
//! window. Source: ZMBL thesis 3.2–3.9, its misprints corrected: the re-search
//! belongs to the later children only, and the best score is returned.

use crate::{
    Bound, Depth, Entry, Evaluator, GameMove, Generation, Heuristics, MAX_PLY, Reach, Score, Stage, Verdict,
    history::{CONTINUATION_PLIES, Earlier, History, LOW_PLIES},
    move_picker::MovePicker,
    parallel::{Tally, Terms},
    search::{INDEPENDENT, Search},
    singular::Singularity,
};
use arrayvec::ArrayVec;

/// What one call of the node function is asked.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    pub(crate) const FULL: Window = Window { alpha: Score::new(-Score::INFINITE.get()), beta: Score::INFINITE };

    /// The window that only asks whether the score is above `alpha`.
    #[inline]
    pub(crate) fn null(alpha: Score) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// As the opponent sees it.
    #[inline]
    pub(crate) fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    #[inline]
    pub(crate) fn is_null(self) -> bool {
        self.alpha + 1 == self.beta
    }
}

/// The part that a node is expected to play in the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// On the principal variation: its exact score is wanted.
    Principal,
    /// Some move should cut it off.
    Cut,
    /// All its moves should fail low.
    All,
}

impl Role {
    /// The role of the first child.
    #[inline]
    fn first_child(self) -> Role {
        match self {
            Role::Principal => Role::Principal,
            Role::Cut => Role::All,
            Role::All => Role::Cut,
        }
    }

    /// The role of a child that is searched with a null window.
    #[inline]
    fn later_child(self) -> Role {
        if self == Role::Cut { Role::All } else { Role::Cut }
    }
}

/// What the rules say of a node, as the search needs it.
pub(crate) enum Ruling {
    /// Nothing.
    Open,
    /// Its score, or a bound that lies outside the window.
    Ended(Score),
    /// The score lies within these, which rest on a ply of the path.
    Within { floor: Score, ceiling: Score, rests_on: i32 },
}

/// What is known of a node while its moves are tried.
#[derive(Clone, Copy)]
pub(crate) struct Node<M> {
    pub(crate) key: u64,
    pub(crate) ply: usize,
    pub(crate) depth: Depth,
    pub(crate) role: Role,
    pub(crate) threatened: bool,
    pub(crate) improving: bool,
    /// The static evaluation as the search believes it; none for a threatened side.
    pub(crate) evaluation: Option<Score>,
    pub(crate) known: Option<Entry>,
    pub(crate) table_move: Option<M>,
    pub(crate) excluded: Option<M>,
    /// Whether the table's move is a noisy one.
    pub(crate) noisy_table_move: bool,
    /// The moves before, for the continuation history.
    pub(crate) earlier: Earlier,
}

/// Moves that were tried, for what the histories learn from a cut-off.
pub(crate) type Tried<M> = ArrayVec<M, 32>;

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

    /// Asks the rules, and notes on how much of the path their answer rests.
    #[inline]
    pub(crate) fn rule(&mut self, window: Window, depth: Depth, ply: usize) -> Ruling {
        self.rest_on(INDEPENDENT);
        let parent = match ply.checked_sub(1) {
            Some(above) if size_of::<G::Insight>() > 0 => self.state.frames[above].insight,
            _ => G::Insight::default(),
        };
        let (verdict, insight) = self.game.verdict_within(ply, (window.alpha, window.beta), depth, &parent);
        if size_of::<G::Insight>() > 0 {
            self.state.frames[ply].insight = insight;
        }
        let (Verdict::Exact(score, reach) | Verdict::AtLeast(score, reach) | Verdict::AtMost(score, reach)) = verdict
        else {
            return Ruling::Open;
        };
        debug_assert!(G::PATH_MATTERS || reach == Reach::Position, "the game says that no path matters");
        let rests_on = match reach {
            Reach::Position => INDEPENDENT,
            Reach::Plies(back) => ply as i32 - back as i32,
            Reach::Game => -1,
        };
        let (floor, ceiling) = match verdict {
            Verdict::AtLeast(..) if score < window.beta => (score, Score::INFINITE),
            Verdict::AtMost(..) if score > window.alpha => (-Score::INFINITE, score),
            _ => {
                self.rest_on(rests_on);
                return Ruling::Ended(score);
            }
        };
        Ruling::Within { floor, ceiling, rests_on }
    }

    /// What a move is worth that repeats a position: the side to move has at least that.
    #[inline]
    fn foresee_repetition(&mut self, window: Window, ply: usize) -> Ruling {
        let Some(mv) = self.game.repeating_move() else { return Ruling::Open };
        let side = self.game.side_to_move();
        let undo = self.game.make(mv);
        let verdict = self.game.verdict(ply + 1);
        let alternates = self.game.side_to_move() != side;
        self.game.unmake(mv, undo);
        let Verdict::Exact(score, Reach::Plies(back)) = verdict else { return Ruling::Open };
        let floor = if alternates { -score } else { score };
        if floor <= window.alpha {
            return Ruling::Open;
        }
        let rests_on = (ply + 1) as i32 - back as i32;
        if floor >= window.beta {
            self.rest_on(rests_on);
            return Ruling::Ended(floor);
        }
        Ruling::Within { floor, ceiling: Score::INFINITE, rests_on }
    }

    /// Searches the position after `mv` and returns its score for the mover.
    /// `number` counts the moves tried before; `depth` is that of the node.
    #[inline(always)]
    pub(crate) fn search_move(
        &mut self,
        node: &Node<G::Move>,
        mv: G::Move,
        stage: Stage,
        window: Window,
        depth: Depth,
        number: u32,
    ) -> Score {
        self.expect_probe(Some(mv));
        let reduction = self.reduction(node, mv, stage, number);
        let side = self.game.side_to_move();
        self.note_move(node.ply, mv, side.index());
        self.note_step(node.ply, Some(mv));
        self.evaluator.push(self.game, mv);
        let undo = self.game.make(mv);
        let same_side = !G::ALTERNATES && self.game.side_to_move() == side;
        let depth = depth - Depth::PLY;
        let score = if number == 0 {
            self.child(same_side, window, depth, node.ply, node.role.first_child(), 0)
        } else if self.enhancements.principal_variation {
            self.search_later_move(node, same_side, window, depth, reduction)
        } else {
            self.child(same_side, window, depth, node.ply, node.role.later_child(), 0)
        };
        self.game.unmake(mv, undo);
        self.evaluator.pop();
        score
    }

    /// Notes what the nodes below ask about the move that led to them.
    #[inline(always)]
    fn note_move(&mut self, ply: usize, mv: G::Move, side: usize) {
        let e = &self.enhancements;
        let (continuation, prior) = (e.continuation_history, e.prior_history);
        if !continuation && !prior {
            return;
        }
        let slot = self.game.continuation_slot(mv);
        let frame = &mut self.state.frames[ply];
        frame.slot = Some(slot);
        frame.quiet = (prior && !self.game.is_noisy(mv)).then(|| (side, self.game.history_slot(mv), slot));
    }

    /// A move after the first: null window and reduced depth at first, full
    /// depth if that surprises, an open window if that surprises too.
    #[inline(always)]
    fn search_later_move(
        &mut self,
        node: &Node<G::Move>,
        same_side: bool,
        window: Window,
        mut depth: Depth,
        reduction: i32,
    ) -> Score {
        let Window { alpha, beta } = window;
        // A move that makes a threat is reduced less.
        let mut reduction =
            if reduction > 0 && self.game.threatened() { reduction - self.parameters.lmr_threat } else { reduction };
        // At least one ply is left, so that a reduced search is no bare quiescence.
        reduction = reduction.min((depth - Depth::PLY).sixty_fourths()).max(0);
        if reduction > 0 {
            self.statistics.reductions += 1;
            let reduced = depth - Depth::fraction(reduction);
            let score = self.child(same_side, Window::null(alpha), reduced, node.ply, Role::Cut, reduction);
            if score <= alpha || self.stopped {
                return score;
            }
            self.statistics.reduction_failures += 1;
            if self.enhancements.deeper_research {
                let p = self.parameters;
                if score > alpha + p.deeper_margin && reduction >= 64 {
                    depth += Depth::PLY;
                } else if score < alpha + p.shallower_margin && depth > Depth::PLY {
                    depth = depth - Depth::PLY;
                }
            }
        }
        let score = self.child(same_side, Window::null(alpha), depth, node.ply, node.role.later_child(), 0);
        if score > alpha && score < beta && !self.stopped {
            self.statistics.researches += 1;
            return self.child(same_side, window, depth, node.ply, node.role.first_child(), 0);
        }
        score
    }

    /// The score of the position just made, for the side that moved: negated,
    /// unless that side is to move again.
    #[inline]
    fn child(
        &mut self,
        same_side: bool,
        window: Window,
        depth: Depth,
        ply: usize,
        role: Role,
        reduction: i32,
    ) -> Score {
        if self.enhancements.hindsight {
            self.state.frames[ply].reduction = reduction;
        }
        if same_side {
            self.alpha_beta(window, depth, ply + 1, role)
        } else {
            -self.alpha_beta(window.flipped(), depth, ply + 1, role)
        }
    }

    /// The score of the position for the side to move, `depth` deep.
    pub(crate) fn alpha_beta(&mut self, window: Window, depth: Depth, ply: usize, role: Role) -> Score {
        debug_assert!(window.alpha < window.beta);
        self.state.pv.clear(ply);
        if self.visit(ply) {
            return Score::ZERO;
        }
        let ruling = match self.rule(window, depth, ply) {
            Ruling::Open if self.enhancements.upcoming_repetition => self.foresee_repetition(window, ply),
            ruling => ruling,
        };
        // One call for both cases, so that the compiler can merge the functions.
        let (within, floor, ceiling, rests_on) = match ruling {
            Ruling::Open => (window, -Score::INFINITE, Score::INFINITE, INDEPENDENT),
            Ruling::Ended(score) => return score,
            Ruling::Within { floor, ceiling, rests_on } => {
                // What the moves are worth is a fact, and is stored as one;
                // that the rules cut it short here is not.
                let within = Window { alpha: window.alpha.max(floor), beta: window.beta.min(ceiling) };
                (within, floor, ceiling, rests_on)
            }
        };
        let score = self.open_node(within, depth, ply, role, None).clamp(floor, ceiling);
        self.rest_on(self.rests_on().min(rests_on));
        score
    }

    /// A node that the rules leave open, without the excluded move.
    #[inline]
    pub(crate) fn open_node(
        &mut self,
        mut window: Window,
        mut depth: Depth,
        ply: usize,
        role: Role,
        excluded: Option<G::Move>,
    ) -> Score {
        if ply + 1 >= MAX_PLY {
            return self.evaluate(ply);
        }
        let may_extend = excluded.is_none() && ply < 2 * self.iteration as usize;
        if self.enhancements.extensions && may_extend {
            let extension = self.game.extension(&self.state.frames[ply].insight);
            depth += extension;
            self.statistics.extensions += (extension > Depth::ZERO) as u64;
        }
        if depth < Depth::PLY {
            return if self.enhancements.quiescence { self.resolve(window, ply) } else { self.evaluate(ply) };
        }
        if self.enhancements.mate_distance {
            window.alpha = window.alpha.max(Score::mated_in(ply));
            window.beta = window.beta.min(Score::mate_in(ply + 1));
            if window.alpha >= window.beta {
                return window.alpha;
            }
        }
        let key = self.game.table_key();
        let known = if excluded.is_some() { None } else { self.probe(key) };
        if let Some(entry) = known
            && role != Role::Principal
            && let Some(score) = self.table_cut(entry, window, depth, ply)
        {
            if self.enhancements.table_history && score >= window.beta {
                self.praise_table_move(entry, depth, ply);
            }
            return score;
        }
        let table_move = known.and_then(|entry| self.table_move(entry));
        let threatened = self.game.threatened();
        let mut node = Node {
            key,
            ply,
            depth,
            role,
            threatened,
            improving: false,
            evaluation: None,
            known,
            table_move,
            excluded,
            noisy_table_move: table_move.is_some_and(|mv| self.game.is_noisy(mv)),
            earlier: self.earlier(ply),
        };
        self.assess(&mut node);
        if role != Role::Principal && excluded.is_none() && !threatened {
            if let Some(score) = self.prune_node(&mut node, window) {
                return score;
            }
            if self.stopped {
                return Score::ZERO;
            }
        }
        if self.enhancements.internal_reduction
            && table_move.is_none()
            && role != Role::All
            && node.depth >= Depth::plies(self.parameters.internal_depth)
        {
            node.depth = node.depth - Depth::PLY;
        }
        let base = self.state.moves.len();
        let mut search_depth = node.depth;
        let mut picker = if threatened {
            self.generate(Generation::Evasions, ply);
            let replies = self.state.moves.len() - base;
            if replies == 1 && self.enhancements.single_reply && may_extend {
                search_depth += Depth::fraction(self.parameters.single_reply);
                self.statistics.single_replies += 1;
            }
            self.value_evasions(base, table_move, self.killers(ply));
            MovePicker::evasions(table_move, base)
        } else {
            MovePicker::new(table_move, self.killers(ply), base)
        };
        let score = self.search_moves(&mut picker, &node, window, search_depth);
        self.state.moves.truncate(base);
        score
    }

    /// Tries the moves of a node and stores what comes out.
    #[inline]
    fn search_moves(
        &mut self,
        picker: &mut MovePicker<G::Move>,
        node: &Node<G::Move>,
        window: Window,
        depth: Depth,
    ) -> Score {
        let Window { mut alpha, beta } = window;
        let ply = node.ply;
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        // The lowest ply on which the best score rests, and on which any does.
        let mut best_rests_on = INDEPENDENT;
        let mut all_rest_on = INDEPENDENT;
        let mut number = 0;
        let mut raised = false;
        let mut cut = None;
        let lower = if self.enhancements.raised_alpha
            && G::PRUNABLE
            && depth > Depth::plies(2)
            && depth <= Depth::plies(self.parameters.raised_depth)
        {
            Depth::fraction(self.parameters.raised_reduction)
        } else {
            Depth::ZERO
        };
        if self.enhancements.late_move_reductions {
            self.state.frames[ply + 2].cutoffs = 0;
        }
        let nodes_before = self.statistics.nodes;
        let (mut quiets, mut noisy_moves) = (Tried::new(), Tried::new());
        while let Some((mv, stage)) = self.next_move(picker, node) {
            if Some(mv) == node.excluded
                || self.prune_move(&mut picker.quiets_wanted, node, mv, stage, alpha, best, number)
            {
                continue;
            }
            if self.is_to_be_divided(node, number) {
                let terms = Terms { beta, depth, lower };
                let known = Tally { raised, cut, quiets, noisy_moves, ..Tally::new(alpha, best, number) };
                let tally = Tally { best_move, best_rests_on, all_rest_on, ..known };
                let Some(tally) = self.divide(picker, node, (mv, stage), terms, tally) else {
                    return Score::ZERO;
                };
                Tally { best, best_move, cut, best_rests_on, all_rest_on, number, quiets, noisy_moves, .. } = tally;
                break;
            }
            let extension = match self.singularity(node, mv, beta) {
                Singularity::Cut(score) => return score,
                Singularity::Extend(extension) => extension,
            };
            if self.enhancements.singular && self.stopped {
                return Score::ZERO;
            }
            let extended = depth + extension - if raised { lower } else { Depth::ZERO };
            let score = self.search_move(node, mv, stage, Window { alpha, beta }, extended, number);
            if self.stopped {
                return Score::ZERO;
            }
            number += 1;
            all_rest_on = all_rest_on.min(self.rests_on());
            if score > best {
                best = score;
                best_rests_on = self.rests_on();
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    raised = true;
                    if score >= beta {
                        all_rest_on = best_rests_on;
                        cut = Some((mv, stage));
                        break;
                    }
                    self.state.pv.update(ply, mv);
                }
            }
            // Full lists forget the latest moves: with so many tried it makes no difference.
            let tried = if self.game.is_noisy(mv) { &mut noisy_moves } else { &mut quiets };
            let _ = tried.try_push(mv);
        }
        if let Some((mv, stage)) = cut {
            if self.enhancements.late_move_reductions {
                self.state.frames[ply].cutoffs += 1;
            }
            self.statistics.cutoffs[stage as usize] += 1;
            self.statistics.first_move_cutoffs += (number == 1) as u64;
            self.learn(node, mv, &quiets, &noisy_moves);
        }
        if number == 0 {
            self.rest_on(INDEPENDENT);
            return if node.excluded.is_some() { alpha } else { self.game.stuck(ply) };
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if bound == Bound::Upper {
            self.praise_prior(node);
        }
        self.correct(node, best_move, best, bound);
        // A score that rests on a ply at or below this node rests on moves
        // inside its own subtree: it is what the position is worth without a
        // history. (By a path that has itself been through the subtree, the
        // rules may say otherwise; no table can know that.)
        let bound = if all_rest_on >= ply as i32 {
            bound
        } else {
            self.statistics.path_dependent += 1;
            // The other moves may be better by another path; the best one is as good as it is.
            if bound == Bound::Exact && best_rests_on >= ply as i32 { Bound::Lower } else { Bound::None }
        };
        self.rest_on(if all_rest_on >= ply as i32 { INDEPENDENT } else { all_rest_on });
        if node.excluded.is_none() {
            let nodes = self.statistics.nodes - nodes_before;
            self.store(node.key, best_move, best, node.depth, bound, ply, nodes);
        }
        best
    }

    #[inline]
    fn killers(&self, ply: usize) -> [Option<G::Move>; 2] {
        if self.enhancements.killers { self.state.killers.at(ply) } else { [None; 2] }
    }

    /// The kinds of the moves that led here.
    #[inline]
    pub(crate) fn earlier(&self, ply: usize) -> Earlier {
        if !self.enhancements.continuation_history {
            return Earlier::default();
        }
        CONTINUATION_PLIES.map(|back| {
            let wanted = back < 4 || self.enhancements.long_continuation;
            self.state.frames[ply.checked_sub(back)?].slot.filter(|_| wanted)
        })
    }

    /// Learns from a cut-off: the move that cut gains, those tried before it lose.
    #[inline(always)]
    fn learn(&mut self, node: &Node<G::Move>, mv: G::Move, quiets: &[G::Move], noisy_moves: &[G::Move]) {
        let bonus = History::bonus(node.depth, self.parameters);
        let limit = self.parameters.history_limit;
        let side = self.side();
        if self.game.is_noisy(mv) {
            if self.enhancements.noisy_history {
                self.state.noisy_history.update(side, self.game.noisy_slot(mv), bonus, limit);
            }
        } else {
            if self.enhancements.killers {
                self.state.killers.insert(node.ply, mv);
            }
            for &quiet in quiets {
                self.reward(node, side, quiet, -bonus);
            }
            self.reward(node, side, mv, bonus);
        }
        if self.enhancements.noisy_history {
            for &noisy in noisy_moves {
                self.state.noisy_history.update(side, self.game.noisy_slot(noisy), -bonus, limit);
            }
        }
    }

    /// Adds a bonus to a quiet move in every history that it has.
    #[inline(always)]
    fn reward(&mut self, node: &Node<G::Move>, side: usize, mv: G::Move, bonus: i32) {
        let limit = self.parameters.history_limit;
        let slot = self.game.history_slot(mv);
        if self.enhancements.history {
            self.state.history.update(side, slot, bonus, limit);
        }
        if self.enhancements.low_ply_history && node.ply < LOW_PLIES {
            self.state.low_plies.update(node.ply, slot, bonus, limit);
        }
        if self.enhancements.continuation_history {
            self.state.continuations.update(node.earlier, self.game.continuation_slot(mv), bonus, limit);
        }
    }

    /// A quiet table move would have cut off here: its history gains as if it had.
    fn praise_table_move(&mut self, entry: Entry, depth: Depth, ply: usize) {
        let Some(mv) = self.table_move(entry).filter(|&mv| !self.game.is_noisy(mv)) else { return };
        let bonus = History::bonus(depth, self.parameters);
        let limit = self.parameters.history_limit;
        let (side, slot) = (self.side(), self.game.history_slot(mv));
        self.state.history.update(side, slot, bonus, limit);
        let earlier = self.earlier(ply);
        self.state.continuations.update(earlier, self.game.continuation_slot(mv), bonus, limit);
    }

    /// A node failed low: the quiet move that led here was good.
    fn praise_prior(&mut self, node: &Node<G::Move>) {
        if !self.enhancements.prior_history || node.ply == 0 || node.excluded.is_some() {
            return;
        }
        let Some((side, history, slot)) = self.state.frames[node.ply - 1].quiet else { return };
        let bonus = History::bonus(node.depth, self.parameters) * self.parameters.prior_bonus / 16;
        let limit = self.parameters.history_limit;
        self.state.history.update(side, history, bonus, limit);
        if self.enhancements.continuation_history {
            let earlier = self.earlier(node.ply - 1);
            self.state.continuations.update(earlier, slot, bonus, limit);
        }
    }

    /// How a move has done so far, all histories together.
    #[inline]
    pub(crate) fn past(&self, node: &Node<G::Move>, mv: G::Move) -> i32 {
        let side = self.side();
        if self.game.is_noisy(mv) {
            return self.state.noisy_history.get(side, self.game.noisy_slot(mv));
        }
        self.state.history.get(side, self.game.history_slot(mv))
            + self.state.continuations.get(node.earlier, self.game.continuation_slot(mv))
    }

    /// The position after a move will be looked up in the table, or, without a
    /// move, the one on the board.
    #[inline]
    pub(crate) fn expect_probe(&self, after: Option<G::Move>) {
        if !self.enhancements.table || !self.enhancements.prefetch {
            return;
        }
        let key = match after {
            Some(mv) => self.game.key_after(mv),
            None => Some(self.game.table_key()),
        };
        if let Some(key) = key {
            self.table.prefetch(key);
        }
    }

    #[inline]
    pub(crate) fn probe(&mut self, key: u64) -> Option<Entry> {
        if !self.enhancements.table {
            return None;
        }
        self.statistics.table_probes += 1;
        let entry = self.table.probe(key);
        self.statistics.table_hits += entry.is_some() as u64;
        entry
    }

    /// The score of an entry, if it answers what the node asks.
    #[inline]
    pub(crate) fn table_cut(&mut self, entry: Entry, window: Window, depth: Depth, ply: usize) -> Option<Score> {
        let deep_enough = if self.enhancements.exact_table { entry.depth == depth } else { entry.depth >= depth };
        let score = entry.score.from_root(ply);
        (deep_enough && entry.bound.answers(score, window.alpha, window.beta)).then(|| {
            self.statistics.table_cuts += 1;
            score
        })
    }

    /// The move of an entry, if it can be played here.
    #[inline]
    pub(crate) fn table_move(&mut self, entry: Entry) -> Option<G::Move> {
        if !self.enhancements.table_move || entry.mv == 0 {
            return None;
        }
        let mv = G::Move::from_bits(entry.mv).map(|mv| self.game.actual_move(mv));
        let mv = mv.filter(|&mv| self.game.is_legal(mv));
        self.statistics.table_collisions += mv.is_none() as u64;
        mv
    }

    /// Stores what a search of so many nodes has found.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn store(
        &mut self,
        key: u64,
        mv: Option<G::Move>,
        score: Score,
        depth: Depth,
        bound: Bound,
        ply: usize,
        nodes: u64,
    ) {
        if self.enhancements.table && (bound != Bound::None || mv.is_some()) {
            let depth = if bound == Bound::None { Depth::ZERO } else { depth };
            let mv = mv.map_or(0, |mv| self.game.canonical_move(mv).to_bits());
            let entry = Entry { mv, score: score.from_node(ply), depth, bound };
            self.table.store_sized(key, entry, self.enhancements.fail_low_correction, nodes);
        }
    }
}
