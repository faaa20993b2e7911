//! Principal variation search: the first move with the full window, the others with a null window
//! first, and again if the score is above alpha.
//!
//! Source: ZMBL thesis 3.2, its misprint corrected: the re-search applies to the later children
//! only (row Z-C3 of docs/sources.md).

use crate::{
    Depth, Evaluator, Heuristics, Score, Stage,
    descent::NextMover,
    knowledge::Knowledge,
    node::{Node, QuietMove, Role, Window},
    reductions::{LateMove, Reductions, depth_of_research, reduction_when_made},
    search::Search,
};

/// The properties of a node's child after its move has been made.
#[derive(Clone, Copy)]
struct Made {
    /// The ply of the parent.
    ply: usize,
    /// The side to move after the move.
    next: NextMover,
}

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// Searches the position after `mv` and returns its score for the side that moved. `move_count`
    /// is the number of moves searched before; `depth` is the depth of the parent.
    #[inline(always)]
    pub(crate) fn search_move(
        &mut self,
        node: &Node<G::Move>,
        (mv, stage): (G::Move, Stage),
        window: Window,
        depth: Depth,
        move_count: u32,
    ) -> Score {
        self.prefetch(Some(mv));
        let reduction = self.reduction(node, mv, stage, move_count);
        self.note_move(node.ply, mv, self.side());
        self.note_step(node.ply, Some(mv));
        let (undo, next) = self.descend(mv);
        let made = Made { ply: node.ply, next };
        let depth = depth - Depth::PLY;
        let score = if move_count == 0 {
            self.child(made, window, depth, node.role.first_child())
        } else if self.enhancements.principal_variation {
            self.search_later_move(made, window, depth, node.role, reduction)
        } else {
            self.child(made, window, depth, node.role.later_child())
        };
        self.ascend(mv, undo);
        score
    }

    /// The reduction of a move's first search, in 1/64 ply.
    #[inline(always)]
    fn reduction(&self, node: &Node<G::Move>, mv: G::Move, stage: Stage, move_count: u32) -> i32 {
        let context = self.context();
        if !Reductions::reduces(context, node, move_count) {
            return 0;
        }
        let history = self.state.histories.score(context, node, mv);
        let late = LateMove { stage, move_count, history };
        self.state.reductions.reduction(self.parameters, node, &late)
    }

    /// Records the move for the nodes below it.
    #[inline(always)]
    fn note_move(&mut self, ply: usize, mv: G::Move, side: usize) {
        let e = &self.enhancements;
        let (continuation, prior) = (e.continuation_history, e.prior_history);
        if !continuation && !prior && !e.move_correction {
            return;
        }
        let continuation_slot = self.game.continuation_slot(mv);
        let quiet = (prior && !self.game.is_noisy(mv)).then(|| QuietMove {
            side,
            history_slot: self.game.history_slot(mv),
            continuation_slot,
        });
        let frame = &mut self.state.frames[ply];
        (frame.slot, frame.quiet) = (Some(continuation_slot), quiet);
    }

    /// Searches a move after the first: with a null window and reduced depth, then at full depth if
    /// the score is above alpha, then with an open window if it is still above.
    #[inline(always)]
    fn search_later_move(&mut self, made: Made, window: Window, mut depth: Depth, role: Role, reduction: i32) -> Score {
        let null = Window::null(window.alpha);
        let reduction = reduction_when_made(self.context(), reduction, depth);
        if reduction > 0 {
            self.statistics.reductions += 1;
            let score = self.child(made, null, depth - Depth::fraction(reduction), Role::Cut);
            if window.fails_low(score) || self.stopped {
                return score;
            }
            self.statistics.reduction_failures += 1;
            depth = depth_of_research(self.context(), depth, reduction, score.get() - window.alpha.get());
        }
        let score = self.child(made, null, depth, role.later_child());
        if window.contains(score) && !self.stopped {
            self.statistics.researches += 1;
            return self.child(made, window, depth, role.first_child());
        }
        score
    }

    /// The score of the position just reached, for the side that moved: negated, unless that side
    /// is to move again.
    #[inline]
    fn child(&mut self, made: Made, window: Window, depth: Depth, role: Role) -> Score {
        let Made { ply, next } = made;
        next.score(self.alpha_beta(next.window(window), depth, ply + 1, role))
    }
}
