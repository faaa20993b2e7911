//! What the rules say of a node, and what they will say of a move that repeats a
//! position.

use crate::{Depth, Evaluator, Heuristics, Reach, Score, Verdict, node::Window, path_ply::PathPly, search::Search};

/// What the rules say of a node, as the search needs it.
pub(crate) enum Ruling {
    /// Nothing.
    Open,
    /// Its score, or a bound that lies outside the window.
    Ended(Score),
    /// The score lies within these, which depend on the path.
    Within {
        /// The least score.
        floor: Score,
        /// The greatest score.
        ceiling: Score,
        /// On how much of the path they depend.
        path_ply: PathPly,
    },
}

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// What was found out about the node at a ply; nothing is read for a game that
    /// finds out nothing.
    #[inline(always)]
    pub(crate) fn insight(&self, ply: usize) -> G::Insight {
        if size_of::<G::Insight>() > 0 { self.state.frames[ply].insight } else { G::Insight::default() }
    }

    /// Asks the rules, and notes on how much of the path their answer depends.
    #[inline]
    pub(crate) fn rule(&mut self, window: Window, depth: Depth, ply: usize) -> Ruling {
        self.set_path_ply(PathPly::NONE);
        let parent = ply.checked_sub(1).map_or_else(G::Insight::default, |above| self.insight(above));
        let (verdict, insight) = self.game.verdict_within(ply, (window.alpha, window.beta), depth, &parent);
        if size_of::<G::Insight>() > 0 {
            self.state.frames[ply].insight = insight;
        }
        let (Verdict::Exact(score, reach) | Verdict::AtLeast(score, reach) | Verdict::AtMost(score, reach)) = verdict
        else {
            return Ruling::Open;
        };
        debug_assert!(G::PATH_MATTERS || reach == Reach::Position, "the game says that no path matters");
        let path_ply = PathPly::of_verdict(reach, ply);
        let (floor, ceiling) = match verdict {
            Verdict::AtLeast(..) if !window.fails_high(score) => (score, Score::INFINITE),
            Verdict::AtMost(..) if !window.fails_low(score) => (-Score::INFINITE, score),
            _ => {
                self.set_path_ply(path_ply);
                return Ruling::Ended(score);
            }
        };
        Ruling::Within { floor, ceiling, path_ply }
    }

    /// What a move is worth that repeats a position: the side to move has at least that.
    #[inline]
    pub(crate) fn foresee_repetition(&mut self, window: Window, ply: usize) -> Ruling {
        let Some(mv) = self.game.repeating_move() else { return Ruling::Open };
        let side = self.game.side_to_move();
        let undo = self.game.make(mv);
        let verdict = self.game.verdict(ply + 1);
        let alternates = self.game.side_to_move() != side;
        self.game.unmake(mv, undo);
        let Verdict::Exact(score, reach @ Reach::Plies(_)) = verdict else { return Ruling::Open };
        let floor = if alternates { -score } else { score };
        if window.fails_low(floor) {
            return Ruling::Open;
        }
        let path_ply = PathPly::of_verdict(reach, ply + 1);
        if window.fails_high(floor) {
            self.set_path_ply(path_ply);
            return Ruling::Ended(floor);
        }
        Ruling::Within { floor, ceiling: Score::INFINITE, path_ply }
    }
}
