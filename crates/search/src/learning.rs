//! What the histories learn.

use crate::{
    Depth, Entry, Evaluator, Heuristics,
    history::{CONTINUATION_PLIES, Earlier, History, LOW_PLIES},
    node::Node,
    search::Search,
};

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
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
    pub(crate) fn learn(&mut self, node: &Node<G::Move>, mv: G::Move, quiets: &[G::Move], noisy_moves: &[G::Move]) {
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
    pub(crate) fn praise_table_move(&mut self, entry: Entry, depth: Depth, ply: usize) {
        let Some(mv) = self.table_move(entry).filter(|&mv| !self.game.is_noisy(mv)) else { return };
        let bonus = History::bonus(depth, self.parameters);
        let limit = self.parameters.history_limit;
        let (side, slot) = (self.side(), self.game.history_slot(mv));
        self.state.history.update(side, slot, bonus, limit);
        let earlier = self.earlier(ply);
        self.state.continuations.update(earlier, self.game.continuation_slot(mv), bonus, limit);
    }

    /// A node failed low: the quiet move that led here was good.
    pub(crate) fn praise_prior(&mut self, node: &Node<G::Move>) {
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
}
