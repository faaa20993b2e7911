//! Principal variation search: the first move with the whole window, the others with
//! a null window first.

use crate::{
    Depth, Evaluator, Heuristics, Score, Stage,
    node::{Node, Role, Window},
    search::Search,
};

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
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
}
