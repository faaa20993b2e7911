//! Null move pruning: if the position is still good enough after the opponent moves twice in a row,
//! the node is cut off.
//!
//! Not for a threatened side, not twice in a row, not with too little material (zugzwang), not where
//! every move is expected to fail low (switch `null_cut_nodes`), and only if the evaluation already
//! reaches beta (switch `null_evaluation`; the thesis has no such condition). The reduction depends on the depth, the margin above
//! beta and the remaining strength. The result is never stored as a fact. Source: ZMBL thesis 3.8.3
//! (condition negated and argument order corrected: row Z-C26 of docs/sources.md).

use crate::{
    Depth, Evaluator, Heuristics, Score,
    knowledge::Knowledge,
    node::{Node, Role, Window},
    search::Search,
};

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// A score that cuts the node off, if passing keeps the score at or above beta.
    pub(crate) fn try_null_move(&mut self, node: &Node<G::Move>, window: Window) -> Option<Score> {
        let p = self.parameters;
        let beta = window.beta;
        let after_null = node.ply.checked_sub(1).is_some_and(|ply| self.state.frames[ply].is_null);
        if !self.enhancements.null_move
            || self.enhancements.null_cut_nodes && node.role != Role::Cut
            || after_null
            || node.depth < Depth::plies(p.null_depth)
            || beta.is_decisive()
        {
            return None;
        }
        let strength = self.game.pass_strength()?;
        let evaluation = node.evaluation?;
        if self.enhancements.null_evaluation && !window.fails_high(evaluation) {
            return None;
        }
        let above = (evaluation.get() - beta.get()) / p.null_margin.max(1);
        let mut reduction = Depth::fraction(p.null_base + node.depth.sixty_fourths() / p.null_divisor.max(1))
            + Depth::plies(above.clamp(0, p.null_margin_plies));
        if (strength as i32) < p.null_strength {
            reduction = reduction - Depth::fraction(p.null_weakness);
        }
        self.statistics.null_moves += 1;
        let frame = &mut self.state.frames[node.ply];
        (frame.slot, frame.quiet, frame.is_null) = (None, None, true);
        self.note_step(node.ply, None);
        let asked = Window::null(beta - 1).flipped();
        let score = self.pass(|search| {
            search.prefetch(None);
            -search.alpha_beta(asked, node.depth - Depth::PLY - reduction, node.ply + 1, Role::All)
        });
        self.state.frames[node.ply].is_null = false;
        if self.stopped || !window.fails_high(score) {
            return None;
        }
        self.statistics.null_move_cuts += 1;
        // A mate found by passing is not proved.
        Some(if score.is_decisive() { beta } else { score })
    }
}
