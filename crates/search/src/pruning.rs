//! Forward pruning: what is left out because the evaluation, the exchange or
//! the history says that it cannot matter.
//!
//! All of it only for games that allow it ([`Heuristics::prunable`]). Whole
//! nodes: razoring, reverse futility, null move, ProbCut. Single moves near
//! the horizon: late move pruning, futility, history and exchange pruning, and
//! the amount of late move reduction. Source: the common practice of strong
//! engines; the constants are ours.

use crate::{
    Bound, Depth, Evaluator, Heuristics, Score, Stage,
    node::{Node, Role, Window},
    search::Search,
};

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// A score that ends a node without its moves being tried. Not for the
    /// principal variation, and not for a side that is threatened.
    pub(crate) fn prune_node(&mut self, node: &mut Node<G::Move>, window: Window) -> Option<Score> {
        let evaluation = node.evaluation?;
        let Window { alpha, beta } = window;
        let p = self.parameters;
        let plies = node.depth.whole();
        if G::PRUNABLE && self.enhancements.razoring && plies <= p.razor_depth && !alpha.is_decisive() {
            let hopeless = evaluation + p.razor_base + p.razor_margin * plies <= alpha;
            if hopeless {
                let score = self.resolve(Window::null(alpha), node.ply);
                if score <= alpha || self.stopped {
                    return Some(score);
                }
            }
        }
        if G::PRUNABLE
            && self.enhancements.reverse_futility
            && plies <= p.reverse_futility_depth
            && !beta.is_decisive()
            && evaluation - p.reverse_futility_margin * (plies - node.improving as i32).max(0) >= beta
        {
            return Some(Score::new((evaluation.get() + beta.get()) / 2));
        }
        if let Some(score) = self.try_null_move(node, window) {
            return Some(score);
        }
        if G::PRUNABLE && self.enhancements.probcut && !self.stopped {
            return self.try_probcut(node, beta);
        }
        None
    }

    /// Whether a move is left out. May say that no quiet move is wanted any more.
    #[inline]
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn prune_move(
        &mut self,
        quiets_wanted: &mut bool,
        node: &Node<G::Move>,
        mv: G::Move,
        stage: Stage,
        alpha: Score,
        best: Score,
        number: u32,
    ) -> bool {
        // Something must have been searched that does not lose at once.
        if !G::PRUNABLE || number == 0 || node.threatened || best.is_decisive() && best < Score::ZERO {
            return false;
        }
        let p = self.parameters;
        let e = &self.enhancements;
        let plies = node.depth.whole();
        if matches!(stage, Stage::GoodNoisy | Stage::BadNoisy) || self.game.is_noisy(mv) {
            let floor = Score::new(-p.exchange_noisy * plies);
            return e.exchange_pruning
                && stage == Stage::BadNoisy
                && plies <= p.exchange_depth
                && !self.game.exchange_at_least(mv, floor)
                && !self.game.makes_threat(mv);
        }
        if e.late_move_pruning && plies <= p.late_move_depth {
            let enough = (p.late_move_base + plies * plies) as u32;
            let enough = if node.improving { enough } else { enough / 2 + 1 };
            if number >= enough {
                *quiets_wanted = false;
                return true;
            }
        }
        // The depth at which the move would be searched.
        let reduced = plies - self.state.reductions.get(node.depth, number) / 64;
        let lifted =
            node.evaluation.map(|evaluation| evaluation + p.futility_base + p.futility_margin * reduced.max(0));
        if e.futility
            && reduced <= p.futility_depth
            && !alpha.is_decisive()
            && lifted.is_some_and(|lifted| lifted <= alpha)
            && !self.game.makes_threat(mv)
        {
            return true;
        }
        if e.history_pruning && plies <= p.history_depth && self.past(node, mv) < -p.history_margin * plies {
            return true;
        }
        e.exchange_pruning
            && plies <= p.exchange_depth
            && !self.game.exchange_at_least(mv, Score::new(-p.exchange_quiet * plies * plies))
            && !self.game.makes_threat(mv)
    }

    #[inline]
    pub(crate) fn correction(&self) -> i32 {
        if !self.enhancements.correction_history || G::STRUCTURES == 0 {
            return 0;
        }
        let side = self.side();
        let sum: i32 = (0..G::STRUCTURES)
            .map(|structure| self.state.corrections.get(structure, side, self.game.structure(structure)))
            .sum();
        sum / G::STRUCTURES as i32
    }

    /// Teaches the correction history how the evaluation erred.
    #[inline]
    pub(crate) fn correct(&mut self, node: &Node<G::Move>, best_move: Option<G::Move>, best: Score, bound: Bound) {
        if !self.enhancements.correction_history || G::STRUCTURES == 0 || best.is_decisive() {
            return;
        }
        // A capture changes what the evaluation was about; a bound on the wrong side says nothing.
        let Some(evaluation) = self.state.frames[node.ply].evaluation else { return };
        let noisy = best_move.is_some_and(|mv| self.game.is_noisy(mv));
        let tells = match bound {
            Bound::Lower => best > evaluation,
            Bound::Upper => best < evaluation,
            _ => true,
        };
        if noisy || !tells || node.excluded.is_some() {
            return;
        }
        let side = self.side();
        // The error of the evaluation as it stands, corrections included, is
        // what is still to be learnt; the average absorbs it.
        let error = best.get() - evaluation.get() + self.correction();
        for structure in 0..G::STRUCTURES {
            let key = self.game.structure(structure);
            let limit = self.parameters.correction_limit;
            self.state.corrections.update(structure, side, key, error, node.depth, limit);
        }
    }

    /// By how much a move is searched less deep at first, in 1/64 ply.
    #[inline]
    pub(crate) fn reduction(&self, node: &Node<G::Move>, mv: G::Move, stage: Stage, number: u32) -> i32 {
        let p = self.parameters;
        let principal = node.role == Role::Principal;
        if !self.enhancements.late_move_reductions
            || !G::PRUNABLE
            || node.depth < Depth::plies(2)
            || (number as i32) < p.lmr_from + principal as i32
        {
            return 0;
        }
        let mut reduction = self.state.reductions.get(node.depth, number);
        reduction -= self.past(node, mv) / p.lmr_history.max(1);
        match stage {
            Stage::GoodNoisy | Stage::BadNoisy => reduction -= reduction / 2,
            Stage::Killer => reduction -= p.lmr_killer,
            Stage::Evasion => reduction -= p.lmr_evasion,
            Stage::Quiet | Stage::Table => {}
        }
        if principal {
            reduction -= p.lmr_principal;
        }
        if node.role == Role::Cut {
            reduction += p.lmr_cut;
        }
        if !node.improving {
            reduction += p.lmr_unimproved;
        }
        if node.noisy_table_move {
            reduction += p.lmr_noisy_table;
        }
        if self.state.frames[node.ply + 1].cutoffs > 3 {
            reduction += p.lmr_cutoffs;
        }
        reduction.max(0)
    }
}
