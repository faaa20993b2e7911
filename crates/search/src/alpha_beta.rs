//! The inner nodes: negamax alpha-beta with principal variation search.
//!
//! Fail-soft: a node returns the best score found, which may lie outside its
//! window. Source: ZMBL thesis 3.2–3.9, its misprints corrected: the re-search
//! belongs to the later children only, and the best score is returned.

use crate::{
    Bound, Depth, Entry, Evaluator, Generation, Heuristics, MAX_PLY, Reach, Score, Stage, Verdict,
    game::GameMove,
    history::History,
    move_picker::MovePicker,
    search::{INDEPENDENT, Search},
};

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
    fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    #[inline]
    pub(crate) fn is_null(self) -> bool {
        self.alpha + 1 == self.beta
    }
}

/// The part that a position plays in the tree.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// On the principal variation: its exact score is wanted.
    Principal,
    /// Off it.
    Ordinary,
    /// Off it, and reached by a null move: another one would give the turn back.
    AfterNull,
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

impl<G: Heuristics, E: Evaluator<G>> Search<'_, G, E> {
    /// Counts a node; true if the search must stop.
    #[inline]
    pub(crate) fn visit(&mut self, ply: usize) -> bool {
        self.statistics.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply as u32);
        if self.statistics.nodes >= self.next_poll {
            self.stopped |= self.control.poll(self.statistics.nodes);
            self.next_poll = self.statistics.nodes + self.control.interval(self.statistics.nodes).max(1);
        }
        self.stopped
    }

    /// Asks the rules, and notes on how much of the path their answer rests.
    #[inline]
    pub(crate) fn rule(&mut self, window: Window, ply: usize) -> Ruling {
        self.depends_on = INDEPENDENT;
        let verdict = self.game.verdict(ply);
        let (Verdict::Exact(score, reach) | Verdict::AtLeast(score, reach) | Verdict::AtMost(score, reach)) = verdict
        else {
            return Ruling::Open;
        };
        let rests_on = match reach {
            Reach::Position => INDEPENDENT,
            Reach::Plies(back) => ply as i32 - back as i32,
            Reach::Game => -1,
        };
        let (floor, ceiling) = match verdict {
            Verdict::AtLeast(..) if score < window.beta => (score, Score::INFINITE),
            Verdict::AtMost(..) if score > window.alpha => (-Score::INFINITE, score),
            _ => {
                self.depends_on = rests_on;
                return Ruling::Ended(score);
            }
        };
        Ruling::Within { floor, ceiling, rests_on }
    }

    /// Searches the position after `mv` and returns its score for the mover.
    #[inline]
    pub(crate) fn search_move(
        &mut self,
        mv: G::Move,
        window: Window,
        depth: Depth,
        ply: usize,
        role: Role,
        first: bool,
    ) -> Score {
        let side = self.game.side_to_move();
        self.evaluator.push(self.game, mv);
        let undo = self.game.make(mv);
        let same_side = !G::ALTERNATES && self.game.side_to_move() == side;
        let depth = depth - Depth::PLY;
        let open_role = if role == Role::Principal { Role::Principal } else { Role::Ordinary };
        let score = if first {
            self.child(same_side, window, depth, ply, open_role)
        } else if self.enhancements.principal_variation && !window.is_null() {
            let score = self.child(same_side, Window::null(window.alpha), depth, ply, Role::Ordinary);
            if score > window.alpha && score < window.beta && !self.stopped {
                self.statistics.researches += 1;
                self.child(same_side, window, depth, ply, open_role)
            } else {
                score
            }
        } else {
            self.child(same_side, window, depth, ply, Role::Ordinary)
        };
        self.game.unmake(mv, undo);
        self.evaluator.pop();
        score
    }

    /// The score of the position just made, for the side that moved: negated,
    /// unless that side is to move again.
    #[inline]
    fn child(&mut self, same_side: bool, window: Window, depth: Depth, ply: usize, role: Role) -> Score {
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
        match self.rule(window, ply) {
            Ruling::Open => self.open_node(window, depth, ply, role),
            Ruling::Ended(score) => score,
            Ruling::Within { floor, ceiling, rests_on } => {
                // What the moves are worth is a fact, and is stored as one;
                // that the rules cut it short here is not.
                let within = Window { alpha: window.alpha.max(floor), beta: window.beta.min(ceiling) };
                let score = self.open_node(within, depth, ply, role).clamp(floor, ceiling);
                self.depends_on = self.depends_on.min(rests_on);
                score
            }
        }
    }

    /// A node that the rules leave open.
    fn open_node(&mut self, mut window: Window, mut depth: Depth, ply: usize, role: Role) -> Score {
        if ply + 1 >= MAX_PLY {
            return self.evaluate();
        }
        if self.enhancements.extensions && ply < 2 * self.iteration as usize {
            let extension = self.game.extension();
            depth += extension;
            self.statistics.extensions += (extension > Depth::ZERO) as u64;
        }
        if depth < Depth::PLY {
            return if self.enhancements.quiescence { self.resolve(window, ply) } else { self.evaluate() };
        }
        if self.enhancements.mate_distance {
            window.alpha = window.alpha.max(Score::mated_in(ply));
            window.beta = window.beta.min(Score::mate_in(ply + 1));
            if window.alpha >= window.beta {
                return window.alpha;
            }
        }
        let key = self.game.table_key();
        let known = self.probe(key);
        if let Some(entry) = known
            && role != Role::Principal
            && let Some(score) = self.table_cut(entry, window, depth, ply)
        {
            return score;
        }
        let table_move = known.and_then(|entry| self.table_move(entry));
        let threatened = self.game.threatened();
        if role == Role::Ordinary
            && !threatened
            && let Some(score) = self.try_null_move(window, depth, ply)
        {
            return score;
        }
        if self.stopped {
            return Score::ZERO;
        }
        let base = self.state.moves.len();
        let stored_depth = depth;
        let mut picker = if threatened {
            self.generate(Generation::Evasions);
            let replies = self.state.moves.len() - base;
            if replies == 1 && self.enhancements.single_reply && ply < 2 * self.iteration as usize {
                depth += self.parameters.single_reply;
                self.statistics.single_replies += 1;
            }
            self.value_evasions(base, table_move, self.killers(ply));
            MovePicker::evasions(table_move, base)
        } else {
            MovePicker::new(table_move, self.killers(ply), base)
        };
        let score = self.search_moves(&mut picker, window, depth, stored_depth, ply, role, key);
        self.state.moves.truncate(base);
        score
    }

    /// Tries the moves of a node and stores what comes out.
    #[allow(clippy::too_many_arguments)]
    fn search_moves(
        &mut self,
        picker: &mut MovePicker<G::Move>,
        window: Window,
        depth: Depth,
        stored_depth: Depth,
        ply: usize,
        role: Role,
        key: u64,
    ) -> Score {
        let Window { mut alpha, beta } = window;
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        // The lowest ply on which the best score rests, and on which any does.
        let mut best_rests_on = INDEPENDENT;
        let mut all_rest_on = INDEPENDENT;
        let mut tried = 0;
        while let Some((mv, stage)) = self.next_move(picker) {
            let score = self.search_move(mv, Window { alpha, beta }, depth, ply, role, tried == 0);
            if self.stopped {
                return Score::ZERO;
            }
            tried += 1;
            all_rest_on = all_rest_on.min(self.depends_on);
            if score <= best {
                continue;
            }
            best = score;
            best_rests_on = self.depends_on;
            if score > alpha {
                alpha = score;
                best_move = Some(mv);
                if score >= beta {
                    all_rest_on = best_rests_on;
                    self.note_cutoff(mv, stage, tried, picker, depth, ply);
                    break;
                }
                self.state.pv.update(ply, mv);
            }
        }
        if tried == 0 {
            self.depends_on = INDEPENDENT;
            return self.game.stuck(ply);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
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
        self.depends_on = if all_rest_on >= ply as i32 { INDEPENDENT } else { all_rest_on };
        self.store(key, best_move, best, stored_depth, bound, ply);
        best
    }

    #[inline]
    fn killers(&self, ply: usize) -> [Option<G::Move>; 2] {
        if self.enhancements.killers { self.state.killers.at(ply) } else { [None; 2] }
    }

    /// Learns from a cut-off.
    fn note_cutoff(
        &mut self,
        mv: G::Move,
        stage: Stage,
        tried: u32,
        picker: &MovePicker<G::Move>,
        depth: Depth,
        ply: usize,
    ) {
        self.statistics.cutoffs[stage as usize] += 1;
        self.statistics.first_move_cutoffs += (tried == 1) as u64;
        if self.game.is_loud(mv) {
            return;
        }
        if self.enhancements.killers {
            self.state.killers.insert(ply, mv);
        }
        if self.enhancements.history {
            let side = self.game.side_to_move();
            let limit = self.parameters.history_limit;
            let bonus = History::bonus(depth, self.parameters);
            let state = &mut *self.state;
            state.history.update(side, self.game.history_slot(mv), bonus, limit);
            for candidate in &state.moves[picker.quiets_given()] {
                if candidate.mv != mv {
                    state.history.update(side, self.game.history_slot(candidate.mv), -bonus, limit);
                }
            }
        }
    }

    #[inline]
    fn probe(&mut self, key: u64) -> Option<Entry> {
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
    fn table_cut(&mut self, entry: Entry, window: Window, depth: Depth, ply: usize) -> Option<Score> {
        let deep_enough = if self.enhancements.exact_table { entry.depth == depth } else { entry.depth >= depth };
        let score = entry.score.from_root(ply);
        let answers = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
            Bound::None => false,
        };
        (deep_enough && answers).then(|| {
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
        let mv = G::Move::from_bits(entry.mv).filter(|&mv| self.game.is_playable(mv));
        self.statistics.table_collisions += mv.is_none() as u64;
        mv
    }

    #[inline]
    pub(crate) fn store(
        &mut self,
        key: u64,
        mv: Option<G::Move>,
        score: Score,
        depth: Depth,
        bound: Bound,
        ply: usize,
    ) {
        if self.enhancements.table && (bound != Bound::None || mv.is_some()) {
            let depth = if bound == Bound::None { Depth::ZERO } else { depth };
            let entry = Entry { mv: mv.map_or(0, GameMove::to_bits), score: score.from_node(ply), depth, bound };
            self.table.store(key, entry, self.enhancements.fail_low_correction);
        }
    }

    /// The static evaluation, inside its band.
    #[inline]
    pub(crate) fn evaluate(&mut self) -> Score {
        self.evaluator.evaluate(self.game).clamped()
    }
}
