//! Inner nodes: negamax alpha-beta.
//!
//! Fail-soft: a node returns the best score found, which may be outside its window. Source: ZMBL
//! thesis 3.1–3.8, its misprint corrected: the best score is returned, not alpha, if no child reaches
//! alpha (rows Z-C2 and Z-C3 of docs/sources.md).

use crate::{
    Bound, Depth, Evaluator, Generation, Heuristics, MAX_PLY, Score,
    history::earlier_moves,
    knowledge::Knowledge,
    move_picker::MovePicker,
    node::{Node, Role, Window},
    parallel::split_point::Terms,
    path_ply::PathPly,
    pruning::Pruned,
    ruling::Ruling,
    search::Search,
    singular::Singularity,
    table_access::NodeResult,
    tally::{Effect, Tally, Tried},
};

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// The score of the position for the side to move, searched to `depth`.
    pub(crate) fn alpha_beta(&mut self, window: Window, depth: Depth, ply: usize, role: Role) -> Score {
        debug_assert!(!window.is_empty());
        self.state.pv.clear(ply);
        if self.visit(ply) {
            return Score::ZERO;
        }
        let ruling = match self.rule(window, depth, ply) {
            Ruling::Open if self.enhancements.upcoming_repetition => self.foresee_repetition(window, ply),
            ruling => ruling,
        };
        // A single call for both cases, because it is inlined.
        let (within, limits) = match ruling {
            Ruling::Open => (window, None),
            Ruling::Ended(score) => return score,
            // The value of the moves is a fact and is stored as such; the bound from the rules is
            // not.
            Ruling::Within { floor, ceiling, path_ply } => {
                (window.within(floor, ceiling), Some((floor, ceiling, path_ply)))
            }
        };
        let score = self.open_node(within, depth, ply, role, None);
        let Some((floor, ceiling, path_ply)) = limits else { return score };
        self.set_path_ply(self.path_ply().min(path_ply));
        score.clamp(floor, ceiling)
    }

    /// Searches a node that the rules leave open, without the excluded move. It is inlined into
    /// [`alpha_beta`](Self::alpha_beta): most nodes are leaves, for which a second call is
    /// expensive.
    #[inline(always)]
    pub(crate) fn open_node(
        &mut self,
        mut window: Window,
        mut depth: Depth,
        ply: usize,
        role: Role,
        excluded: Option<G::Move>,
    ) -> Score {
        let may_extend = excluded.is_none() && self.is_near_root(ply);
        if self.enhancements.extensions && may_extend {
            let extension = self.game.extension(&self.insight(ply));
            depth += extension;
            self.statistics.extensions += (extension > Depth::ZERO) as u64;
        }
        if depth < Depth::PLY {
            let resolves = self.enhancements.quiescence && ply + 1 < MAX_PLY;
            return if resolves { self.resolve_first(window, ply) } else { self.evaluate(ply) };
        }
        if ply + 1 >= MAX_PLY {
            return self.evaluate(ply);
        }
        if self.enhancements.mate_distance {
            window = window.within(Score::mated_in(ply), Score::mate_in(ply + 1));
            if window.is_empty() {
                return window.alpha;
            }
        }
        let key = self.table_key();
        let entry = if excluded.is_some() { None } else { self.probe(key) };
        if let Some(entry) = entry
            && (role != Role::Principal || self.enhancements.principal_table_cuts)
            && let Some(score) = self.table_cut(entry, window, depth, ply)
        {
            return score;
        }
        let table_move = entry.and_then(|entry| self.table_move(entry));
        let node = Node {
            key,
            ply,
            depth,
            role,
            former_principal: self.enhancements.former_principal
                && (role == Role::Principal || entry.is_some_and(|entry| entry.principal)),
            threatened: self.game.threatened(),
            improving: false,
            plain_evaluation: None,
            evaluation: None,
            entry,
            table_move,
            excluded,
            earlier: earlier_moves(self.context(), &self.state.frames, ply),
        };
        self.search_node(node, window, may_extend)
    }

    /// Searches a node again that is already counted and open by the rules, without the excluded
    /// move. Rarely called, and not inlined into its callers.
    #[inline(never)]
    pub(crate) fn search_again(
        &mut self,
        window: Window,
        depth: Depth,
        ply: usize,
        role: Role,
        excluded: Option<G::Move>,
    ) -> Score {
        self.open_node(window, depth, ply, role, excluded)
    }

    /// Whether a ply is close enough to the root for extensions.
    #[inline(always)]
    pub(crate) fn is_near_root(&self, ply: usize) -> bool {
        (ply as i32) < self.parameters.extension_limit * self.iteration as i32
    }

    /// Searches a node that neither the rules nor the table decide.
    #[inline(always)]
    fn search_node(&mut self, mut node: Node<G::Move>, window: Window, may_extend: bool) -> Score {
        self.assess(&mut node);
        let Node { ply, role, threatened, table_move, .. } = node;
        if role != Role::Principal && node.excluded.is_none() && !threatened {
            if let Some(score) = self.prune_node(&mut node, window) {
                return score;
            }
            if self.stopped {
                return Score::ZERO;
            }
        }
        if self.enhancements.internal_reduction
            && table_move.is_none()
            && node.excluded.is_none()
            && role != Role::All
            && node.depth >= Depth::plies(self.parameters.internal_depth)
        {
            node.depth = node.depth - Depth::fraction(self.parameters.internal_reduction);
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
            self.value_evasions(base, table_move, self.killers(ply), node.earlier);
            MovePicker::evasions(table_move, base)
        } else {
            MovePicker::new(table_move, self.killers(ply), base)
        };
        let score = self.search_moves(&mut picker, &node, window, search_depth);
        self.state.moves.truncate(base);
        score
    }

    /// Tries the moves of a node and stores the result.
    #[inline(always)]
    fn search_moves(
        &mut self,
        picker: &mut MovePicker<G::Move>,
        node: &Node<G::Move>,
        window: Window,
        depth: Depth,
    ) -> Score {
        let beta = window.beta;
        let (mut tally, mut tried) = (Tally::new(window.alpha), Tried::new());
        let reduction = self.reduction_after_raised_alpha(depth);
        let nodes_before = self.statistics.nodes;
        while let Some((mv, stage)) = self.next_move(picker, node) {
            if Some(mv) == node.excluded {
                continue;
            }
            match self.prune_move(node, mv, stage, tally.progress()) {
                Pruned::No => {}
                Pruned::Move => continue,
                Pruned::UpTo(score) => {
                    if self.enhancements.pruned_bounds {
                        tally.allow_for(score);
                    }
                    continue;
                }
                Pruned::Quiets => {
                    picker.quiets_wanted = false;
                    continue;
                }
            }
            if self.is_to_be_divided(node, tally.move_count) {
                let terms = Terms { beta, depth, reduction };
                let Some(divided) = self.divide(picker, node, (mv, stage), terms, (tally, tried)) else {
                    return Score::ZERO;
                };
                (tally, tried) = divided;
                break;
            }
            let extension = match self.singularity(node, mv, beta) {
                Singularity::Cut(score) => return score,
                Singularity::Extend(extension) => extension,
            };
            if self.enhancements.singular && self.stopped {
                return Score::ZERO;
            }
            let extended = depth + extension - if tally.has_raised_alpha() { reduction } else { Depth::ZERO };
            let window = Window { alpha: tally.alpha, beta };
            self.count_move(stage);
            let score = self.search_move(node, (mv, stage), window, extended, tally.move_count);
            if self.stopped {
                return Score::ZERO;
            }
            match tally.add((mv, stage), score, self.path_ply(), beta) {
                Effect::Cut => break,
                Effect::RaisedAlpha => self.state.pv.update(node.ply, mv),
                Effect::None => {}
            }
            if !self.game.is_noisy(mv) {
                tried.keep(mv);
            }
        }
        self.conclude(node, &tally, &tried, beta, nodes_before)
    }

    /// The additional reduction of the moves after one that raised alpha.
    #[inline(always)]
    fn reduction_after_raised_alpha(&self, depth: Depth) -> Depth {
        let p = self.parameters;
        let wanted = self.enhancements.raised_alpha
            && self.is_prunable()
            && depth > Depth::plies(p.raised_above)
            && depth <= Depth::plies(p.raised_depth);
        if wanted { Depth::fraction(p.raised_reduction) } else { Depth::ZERO }
    }

    /// Updates the histories with the results of a node's moves, stores the result and returns the
    /// score.
    #[inline(always)]
    fn conclude(
        &mut self,
        node: &Node<G::Move>,
        tally: &Tally<G::Move>,
        tried: &Tried<G::Move>,
        beta: Score,
        nodes_before: u64,
    ) -> Score {
        let ply = node.ply;
        if let Some((mv, stage)) = tally.cut {
            self.statistics.cutoffs[stage as usize] += 1;
            self.statistics.first_move_cutoffs += (tally.move_count == 1) as u64;
            self.learn_from_cut(node, mv, tried);
        } else if self.enhancements.best_move_rewards
            && let Some(mv) = tally.best_move
        {
            self.learn_from_best_move(node, mv);
        }
        if tally.move_count == 0 {
            self.set_path_ply(PathPly::NONE);
            return if node.excluded.is_some() { tally.alpha } else { self.with_contempt(self.game.stuck(ply)) };
        }
        let bound = tally.bound(beta);
        let best = self.soften(tally.best, beta, node);
        if bound == Bound::Upper {
            self.reward_previous(node);
        }
        self.learn_correction(node, tally, bound);
        self.statistics.path_dependent += !tally.is_path_independent(ply) as u64;
        self.set_path_ply(tally.path_ply_above(ply));
        if node.excluded.is_none() {
            let nodes = self.statistics.nodes - nodes_before;
            let bound = tally.lasting_bound(bound, ply);
            let Node { key, depth, plain_evaluation: evaluation, former_principal: principal, .. } = *node;
            let mv = tally.best_move;
            self.store(&NodeResult { key, ply, mv, score: best, bound, depth, evaluation, principal, nodes });
        }
        best
    }

    /// The value of a node after a cut-off: between beta and the score, closer to beta at smaller
    /// depths.
    #[inline(always)]
    fn soften(&self, best: Score, beta: Score, node: &Node<G::Move>) -> Score {
        let wanted = self.enhancements.fail_high_mean && self.is_prunable() && node.role != Role::Principal;
        if !wanted || best <= beta || best.is_decisive() || beta.is_decisive() {
            return best;
        }
        let plies = node.depth.whole();
        Score::new((best.get() * plies + beta.get()) / (plies + 1))
    }

    /// Updates the correction history with the result of a node.
    #[inline]
    fn learn_correction(&mut self, node: &Node<G::Move>, tally: &Tally<G::Move>, bound: Bound) {
        if self.enhancements.correction_history && G::STRUCTURES.is_some() {
            let (context, state) = self.context_and_state();
            state.corrections.learn(context, node, &state.frames, tally, bound);
        }
    }

    #[inline]
    fn killers(&self, ply: usize) -> [Option<G::Move>; 2] {
        if self.enhancements.killers { self.state.killers.at(ply) } else { [None; 2] }
    }

    /// Updates killers and histories after a cut-off by a quiet move: it gains, the quiet moves tried
    /// before lose.
    #[inline(always)]
    fn learn_from_cut(&mut self, node: &Node<G::Move>, mv: G::Move, tried: &Tried<G::Move>) {
        let (context, state) = self.context_and_state();
        if context.game.is_noisy(mv) {
            return;
        }
        if context.enhancements.killers {
            state.killers.insert(node.ply, mv);
        }
        state.histories.learn_cut(context, node, mv, &tried.quiets);
    }

    /// Rewards the best move of a node without a cut-off; the other moves keep their history. Not
    /// inlined: few nodes have such a move.
    #[inline(never)]
    fn learn_from_best_move(&mut self, node: &Node<G::Move>, mv: G::Move) {
        self.learn_from_cut(node, mv, &Tried::new());
    }

    /// Rewards the quiet move that led to a node that failed low.
    #[inline]
    fn reward_previous(&mut self, node: &Node<G::Move>) {
        if !self.enhancements.prior_history || node.ply == 0 || node.excluded.is_some() {
            return;
        }
        let (context, state) = self.context_and_state();
        let Some(previous) = state.frames[node.ply - 1].quiet else { return };
        let earlier = earlier_moves(context, &state.frames, node.ply - 1);
        state.histories.reward_previous(context, previous, node.depth, earlier);
    }
}
