//! How much of the path a score depends on.
//!
//! The score of a repetition depends on the moves since the first occurrence of the position. A
//! score derived from such a verdict holds only after these moves, so the table must not store it
//! as a fact about the position. Every score therefore has a path ply: the lowest ply of the path
//! that it depends on.

use crate::Reach;

/// The lowest ply of the path that a score depends on; see the [module](self).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct PathPly(i32);

impl PathPly {
    /// The score does not depend on the path.
    pub(crate) const NONE: PathPly = PathPly(i32::MAX);

    /// The path ply of a verdict at `ply`. A verdict on the whole game depends on moves before the
    /// root.
    #[inline(always)]
    pub(crate) fn of_verdict(reach: Reach, ply: usize) -> PathPly {
        match reach {
            Reach::Position => PathPly::NONE,
            Reach::Plies(back) => PathPly(ply as i32 - back as i32),
            Reach::Game => PathPly(-1),
        }
    }

    /// Whether the score depends on no position above `ply`, that is, only on moves in the subtree
    /// of the node at `ply`. It is then the value of the position itself. (If the path has passed
    /// through the subtree before, the rules may decide otherwise; a table cannot take that into
    /// account.)
    #[inline(always)]
    pub(crate) fn is_within(self, ply: usize) -> bool {
        self.0 >= ply as i32
    }

    /// The path ply for the node above `ply`: a dependence within the subtree is dropped.
    #[inline(always)]
    pub(crate) fn seen_from_above(self, ply: usize) -> PathPly {
        if self.is_within(ply) { PathPly::NONE } else { self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_within_a_subtree_does_not_make_its_root_path_dependent() {
        let cycle = PathPly::of_verdict(Reach::Plies(4), 9);
        assert!(cycle.is_within(5) && !cycle.is_within(6));
        assert_eq!(cycle.seen_from_above(5), PathPly::NONE);
        assert_eq!(cycle.seen_from_above(6), cycle);
        assert!(PathPly::of_verdict(Reach::Position, 3).is_within(40));
        assert!(!PathPly::of_verdict(Reach::Game, 3).is_within(0));
    }
}
