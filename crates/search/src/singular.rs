//! Singular extensions: if every other move is clearly worse than the table move, that move is
//! searched more deeply. If one of the others beats beta, the node is cut off (multi-cut). Source:
//! Anantharaman, Campbell and Hsu 1988; in Stockfish's form with the table's score.

use crate::{
    Bound, Depth, Evaluator, Heuristics, Score,
    node::{Node, Role, Window},
    search::Search,
};

/// The result of the search without the table move.
pub(crate) enum Singularity {
    /// The extension of the move (negative: reduction).
    Extend(Depth),
    /// The node is cut off.
    Cut(Score),
}

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// Whether a move is singular. It is called for every move; only the table move can be
    /// singular.
    #[inline]
    pub(crate) fn singularity(&mut self, node: &Node<G::Move>, mv: G::Move, beta: Score) -> Singularity {
        if !self.enhancements.singular || !self.is_prunable() || Some(mv) != node.table_move {
            return Singularity::Extend(Depth::ZERO);
        }
        self.judge_table_move(node, mv, beta)
    }

    fn judge_table_move(&mut self, node: &Node<G::Move>, mv: G::Move, beta: Score) -> Singularity {
        let none = Singularity::Extend(Depth::ZERO);
        let p = self.parameters;
        let Some(entry) = node.entry else { return none };
        let score = entry.score.from_root(node.ply);
        if node.excluded.is_some()
            || node.ply == 0
            || !self.is_near_root(node.ply)
            || node.depth < Depth::plies(p.singular_depth)
            || entry.depth + Depth::plies(p.singular_entry) < node.depth
            || !matches!(entry.bound, Bound::Lower | Bound::Exact)
            || score.is_decisive()
        {
            return none;
        }
        let goal = score - p.singular_margin * node.depth.whole() / 64;
        // Below one ply is the quiescence search, which cannot leave a move out.
        let shallower =
            Depth::fraction((node.depth - Depth::PLY).sixty_fourths() * p.singular_share / 64).max(Depth::PLY);
        let frame = self.state.frames[node.ply];
        let others = self.search_again(Window::null(goal - 1), shallower, node.ply, node.role, Some(mv));
        self.state.frames[node.ply] = frame;
        if self.stopped {
            return none;
        }
        if others < goal {
            self.statistics.singular_extensions += 1;
            let far = node.role != Role::Principal && others < goal - p.singular_double;
            return Singularity::Extend(Depth::fraction(if far {
                2 * p.singular_extension
            } else {
                p.singular_extension
            }));
        }
        if others >= beta && node.role != Role::Principal && !others.is_decisive() {
            self.statistics.multi_cuts += 1;
            return Singularity::Cut(others);
        }
        if score >= beta {
            return Singularity::Extend(Depth::ZERO - Depth::fraction(p.singular_negative));
        }
        if node.role == Role::Cut {
            return Singularity::Extend(Depth::ZERO - Depth::fraction(p.singular_cut));
        }
        none
    }
}
