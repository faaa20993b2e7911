//! ProbCut: if a capture beats beta by a margin in a shallower search, the full search will most
//! likely fail high too. Source: Buro 1995; with captures and a preceding quiescence search, as in
//! current engines.

use crate::{
    Depth, Evaluator, Generation, Heuristics, Score,
    knowledge::Knowledge,
    node::{Node, Role, Window},
    search::Search,
};

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// A lower bound that cuts the node off, if a noisy move proves it.
    pub(crate) fn try_probcut(&mut self, node: &Node<G::Move>, beta: Score) -> Option<Score> {
        let p = self.parameters;
        if node.depth < Depth::plies(p.probcut_depth) || beta.is_decisive() {
            return None;
        }
        let evaluation = node.evaluation?;
        let goal = beta + p.probcut_margin;
        // The table may already show that the goal is out of reach.
        if node.entry.is_some_and(|entry| {
            entry.depth + Depth::plies(p.probcut_entry) >= node.depth && entry.score.from_root(node.ply) < goal
        }) {
            return None;
        }
        let wanted = Score::new(goal.get() - evaluation.get());
        let base = self.state.moves.len();
        self.generate(Generation::Noisy, node.ply);
        self.value_noisy(base);
        let mut cursor = base;
        let mut found = None;
        while let Some(candidate) = self.select(cursor) {
            cursor += 1;
            let mv = candidate.mv;
            if !self.game.exchange_at_least(mv, wanted) {
                continue;
            }
            let score = self.confirm(node, mv, goal);
            if self.stopped {
                break;
            }
            if score >= goal {
                self.statistics.probcuts += 1;
                found = Some(score);
                break;
            }
        }
        self.state.moves.truncate(base);
        found.map(|score| if score.is_decisive() { score } else { score - (goal.get() - beta.get()) })
    }

    /// The score of a noisy move against the goal: a quiescence search, then a shallow search.
    fn confirm(&mut self, node: &Node<G::Move>, mv: G::Move, goal: Score) -> Score {
        let slot = self.game.continuation_slot(mv);
        let frame = &mut self.state.frames[node.ply];
        (frame.slot, frame.quiet) = (Some(slot), None);
        self.note_step(node.ply, Some(mv));
        self.prefetch(Some(mv));
        self.after_move(mv, |search, next| {
            let window = next.window(Window::null(goal - 1));
            search.limit_quiescence(node.ply);
            let score = next.score(search.quiescence(window, node.ply + 1));
            let shallower = Depth::plies(search.parameters.probcut_shallower);
            if score < goal || node.depth <= shallower || search.stopped {
                return score;
            }
            next.score(search.alpha_beta(window, node.depth - shallower, node.ply + 1, Role::All))
        })
    }
}
