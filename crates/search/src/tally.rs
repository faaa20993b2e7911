//! The running result of a node's moves, shared by inner nodes, the root and the split points of a
//! parallel search.

use crate::{Bound, Score, Stage, path_ply::PathPly};
use arrayvec::ArrayVec;

/// The quiet moves of a node that were tried without a cut-off, for history updates. Separate from
/// [`Tally`], so that the compiler keeps the tally in registers.
///
/// When the list is full, later moves are dropped: with that many moves the difference does not
/// matter.
#[derive(Clone)]
pub(crate) struct Tried<M> {
    /// The moves.
    pub(crate) quiets: ArrayVec<M, 32>,
}

impl<M> Tried<M> {
    /// An empty list.
    #[inline(always)]
    pub(crate) fn new() -> Tried<M> {
        Tried { quiets: ArrayVec::new() }
    }

    /// Adds a quiet move that did not cause a cut-off.
    #[inline(always)]
    pub(crate) fn keep(&mut self, mv: M) {
        let _ = self.quiets.try_push(mv);
    }
}

/// The running result of a node.
#[derive(Clone)]
pub(crate) struct Tally<M> {
    /// The lower end of the window: that of the node, or the best score if it is higher.
    pub(crate) alpha: Score,
    /// The best score.
    pub(crate) best: Score,
    /// The last move that raised alpha.
    pub(crate) best_move: Option<M>,
    /// The move that caused a cut-off, and its stage.
    pub(crate) cut: Option<(M, Stage)>,
    /// The number of moves searched.
    pub(crate) move_count: u32,
    /// The path ply of the best score.
    best_path_ply: PathPly,
    /// The lowest path ply among the scores that the node's value depends on.
    path_ply: PathPly,
}

/// A node in the middle of its moves: its running result and the moves tried.
pub(crate) type Standing<M> = (Tally<M>, Tried<M>);

/// The effect of a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// Alpha is unchanged.
    None,
    /// Alpha is raised.
    RaisedAlpha,
    /// The node is cut off.
    Cut,
}

/// The state of a node as pruning needs it.
#[derive(Clone, Copy)]
pub(crate) struct Progress {
    /// The lower end of the window.
    pub(crate) alpha: Score,
    /// The best score so far.
    pub(crate) best: Score,
    /// The number of moves searched.
    pub(crate) move_count: u32,
}

impl<M: Copy> Tally<M> {
    /// The state before the first move.
    #[inline(always)]
    pub(crate) fn new(alpha: Score) -> Tally<M> {
        Tally {
            alpha,
            best: -Score::INFINITE,
            best_move: None,
            cut: None,
            move_count: 0,
            best_path_ply: PathPly::NONE,
            path_ply: PathPly::NONE,
        }
    }

    /// Whether a move has raised alpha.
    #[inline(always)]
    pub(crate) fn has_raised_alpha(&self) -> bool {
        self.best_move.is_some()
    }

    /// The state as pruning needs it.
    #[inline(always)]
    pub(crate) fn progress(&self) -> Progress {
        Progress { alpha: self.alpha, best: self.best, move_count: self.move_count }
    }

    /// Adds the score of a move; `path_ply` is the part of the path that the score depends on.
    #[inline(always)]
    pub(crate) fn add(&mut self, (mv, stage): (M, Stage), score: Score, path_ply: PathPly, beta: Score) -> Effect {
        self.move_count += 1;
        self.path_ply = self.path_ply.min(path_ply);
        if score <= self.best {
            return Effect::None;
        }
        self.best = score;
        self.best_path_ply = path_ply;
        if score <= self.alpha {
            return Effect::None;
        }
        self.alpha = score;
        self.best_move = Some(mv);
        if score < beta {
            return Effect::RaisedAlpha;
        }
        // The node's value is at least that, whatever the other moves depend on.
        self.path_ply = path_ply;
        self.cut = Some((mv, stage));
        Effect::Cut
    }

    /// Takes into account a move that is not searched, because its score is at most this.
    #[inline(always)]
    pub(crate) fn allow_for(&mut self, at_most: Score) {
        debug_assert!(at_most <= self.alpha);
        self.best = self.best.max(at_most);
    }

    /// The bound of the best score on this path.
    #[inline(always)]
    pub(crate) fn bound(&self, beta: Score) -> Bound {
        if self.best >= beta {
            Bound::Lower
        } else if self.best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }

    /// Whether the value of the node at `ply` is independent of the path.
    #[inline(always)]
    pub(crate) fn is_path_independent(&self, ply: usize) -> bool {
        self.path_ply.is_within(ply)
    }

    /// The part of a bound that holds for any path to the position: if only moves other than the
    /// best depend on the path, another path may improve them, but the best keeps its score.
    #[inline(always)]
    pub(crate) fn lasting_bound(&self, bound: Bound, ply: usize) -> Bound {
        if self.path_ply.is_within(ply) {
            bound
        } else if bound == Bound::Exact && self.best_path_ply.is_within(ply) {
            Bound::Lower
        } else {
            Bound::None
        }
    }

    /// The path ply of the node's value at `ply`, for the node above.
    #[inline(always)]
    pub(crate) fn path_ply_above(&self, ply: usize) -> PathPly {
        self.path_ply.seen_from_above(ply)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Reach;

    fn add(tally: &mut Tally<u8>, mv: u8, score: i32, path_ply: PathPly) -> Effect {
        tally.add((mv, Stage::Quiet), Score::new(score), path_ply, Score::new(50))
    }

    #[test]
    fn scores_raise_alpha_and_cause_cutoffs() {
        let mut tally = Tally::new(Score::new(10));
        assert_eq!(add(&mut tally, 1, 5, PathPly::NONE), Effect::None);
        assert_eq!((tally.best, tally.bound(Score::new(50))), (Score::new(5), Bound::Upper));
        assert_eq!(add(&mut tally, 2, 20, PathPly::NONE), Effect::RaisedAlpha);
        assert_eq!((tally.alpha, tally.bound(Score::new(50))), (Score::new(20), Bound::Exact));
        assert_eq!(add(&mut tally, 3, 20, PathPly::NONE), Effect::None);
        assert_eq!(add(&mut tally, 4, 50, PathPly::NONE), Effect::Cut);
        assert_eq!((tally.best_move, tally.cut, tally.move_count), (Some(4), Some((4, Stage::Quiet)), 4));
        assert_eq!(tally.bound(Score::new(50)), Bound::Lower);
        // Fail-soft: the best score may lie beyond beta.
        let mut beyond = Tally::new(Score::new(10));
        assert_eq!(add(&mut beyond, 1, 70, PathPly::NONE), Effect::Cut);
        assert_eq!(beyond.best, Score::new(70));
    }

    #[test]
    fn path_dependent_scores_are_stored_as_bounds_only() {
        let path = PathPly::of_verdict(Reach::Plies(3), 4);
        let mut tally = Tally::new(Score::new(0));
        add(&mut tally, 1, 20, PathPly::NONE);
        add(&mut tally, 2, 10, path);
        assert!(tally.is_path_independent(1) && !tally.is_path_independent(2));
        assert_eq!(tally.lasting_bound(Bound::Exact, 1), Bound::Exact);
        assert_eq!(tally.lasting_bound(Bound::Exact, 2), Bound::Lower, "the other move may be better elsewhere");
        assert_eq!(tally.path_ply_above(2), path);
        add(&mut tally, 3, 30, path);
        assert_eq!(tally.lasting_bound(Bound::Exact, 2), Bound::None);
        add(&mut tally, 4, 60, PathPly::NONE);
        assert!(tally.is_path_independent(2), "a cut-off depends only on the move that caused it");
    }
}
