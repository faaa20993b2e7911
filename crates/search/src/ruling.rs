//! The verdict of the rules on a node, and the expected verdict on a move that repeats a position.

use crate::{
    Depth, Evaluator, Heuristics, Reach, Score, Verdict, mixed_cycles::CycleMoves, node::Window, path_ply::PathPly,
    search::Search,
};

/// The verdict on a node in the form that the search needs.
pub(crate) enum Ruling {
    /// The game goes on.
    Open,
    /// The score, or a bound outside the window.
    Ended(Score),
    /// The score lies between these bounds, which depend on the path.
    Within {
        /// The lower bound.
        floor: Score,
        /// The upper bound.
        ceiling: Score,
        /// The part of the path that the bounds depend on.
        path_ply: PathPly,
    },
}

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// The insight into the node at a ply; not read for a game without insights.
    #[inline(always)]
    pub(crate) fn insight(&self, ply: usize) -> G::Insight {
        if size_of::<G::Insight>() > 0 { self.state.frames[ply].insight } else { G::Insight::default() }
    }

    /// A score by the rules for the side to move: that of a draw depends on the contempt.
    #[inline]
    pub(crate) fn with_contempt(&self, score: Score) -> Score {
        if score == Score::ZERO { self.root.drawn[self.side()] } else { score }
    }

    /// Asks for the verdict of the rules, and records how much of the path it depends on.
    #[inline]
    pub(crate) fn rule(&mut self, window: Window, depth: Depth, ply: usize) -> Ruling {
        self.set_path_ply(PathPly::NONE);
        let parent = ply.checked_sub(1).map_or_else(G::Insight::default, |above| self.insight(above));
        let (verdict, insight) = self.game.verdict_within(ply, (window.alpha, window.beta), depth, &parent);
        if size_of::<G::Insight>() > 0 {
            self.state.frames[ply].insight = insight;
        }
        let verdict = self.unless_mixed(verdict, ply);
        let (Verdict::Exact(score, reach) | Verdict::AtLeast(score, reach) | Verdict::AtMost(score, reach)) = verdict
        else {
            return self.known_value(ply);
        };
        let score = self.with_contempt(score);
        debug_assert!(
            G::PATH_MATTERS || reach == Reach::Position,
            "PATH_MATTERS is false, but a verdict depends on the path"
        );
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

    /// The value of a node that is known without a search.
    #[inline]
    fn known_value(&mut self, ply: usize) -> Ruling {
        // At the root a move is wanted.
        match self.endgames.filter(|_| ply > 0).map(|endgames| endgames.verdict(self.game, ply)) {
            Some(Verdict::Exact(score, reach)) => {
                self.statistics.endgame_hits += 1;
                self.set_path_ply(PathPly::of_verdict(reach, ply));
                Ruling::Ended(self.with_contempt(score))
            }
            _ => Ruling::Open,
        }
    }

    /// The value of a move that repeats a position: a lower bound for the side to move.
    #[inline]
    pub(crate) fn foresee_repetition(&mut self, window: Window, ply: usize) -> Ruling {
        let Some(mv) = self.game.repeating_move() else { return Ruling::Open };
        let side = self.game.side_to_move();
        let undo = self.game.make(mv);
        let verdict = self.unless_mixed(self.game.verdict(ply + 1), ply + 1);
        let alternates = self.game.side_to_move() != side;
        self.game.unmake(mv, undo);
        let Verdict::Exact(score, reach @ Reach::Plies(_)) = verdict else { return Ruling::Open };
        let floor = self.with_contempt(if alternates { -score } else { score });
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

    /// The verdict on a position that the line repeats, which is a draw if the loser can mix the cycle with
    /// another one.
    #[inline]
    fn unless_mixed(&mut self, verdict: Verdict, ply: usize) -> Verdict {
        match verdict {
            Verdict::Exact(score, Reach::Plies(back))
                if score.rule_distance().is_some() && back <= ply && self.enhancements.mixed_cycles =>
            {
                self.rule_unless_mixed(score, back)
            }
            _ => verdict,
        }
    }

    #[inline(never)]
    fn rule_unless_mixed(&mut self, score: Score, back: usize) -> Verdict {
        let mover_loses = score < Score::ZERO;
        let mut moves = CycleMoves::new();
        let offences = self.game.offences(back, mover_loses, &mut |key, mv| {
            // A longer cycle is considered up to here.
            let _ = moves.try_push((key, mv));
        });
        let mixed = offences.is_some_and(|offences| self.state.mixed_cycles.add(&moves, offences));
        Verdict::Exact(if mixed { Score::ZERO } else { score }, Reach::Plies(back))
    }
}
