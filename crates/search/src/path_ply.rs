//! On how much of the path a score depends.
//!
//! What a repetition is worth is decided by the moves since the position first
//! stood on the board. A score that comes from such a verdict holds only where
//! these moves were played, so it must not reach the table as a fact about the
//! position. Every score therefore comes with its path ply: the lowest ply of
//! the path whose position it depends on.

use crate::Reach;

/// The lowest ply of the path on which a score depends; see the [module](self).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct PathPly(i32);

impl PathPly {
    /// The score depends on no ply: it holds by whatever path the position is reached.
    pub(crate) const NONE: PathPly = PathPly(i32::MAX);

    /// The path ply of a verdict at `ply`. One that looks at the whole game depends
    /// on moves before the root.
    #[inline(always)]
    pub(crate) fn of_verdict(reach: Reach, ply: usize) -> PathPly {
        match reach {
            Reach::Position => PathPly::NONE,
            Reach::Plies(back) => PathPly(ply as i32 - back as i32),
            Reach::Game => PathPly(-1),
        }
    }

    /// Whether the score depends on nothing above `ply`: on no move but those inside
    /// the subtree of the node there. It is then what the position is worth by
    /// itself. (By a path that has been through the subtree before, the rules may
    /// say otherwise; no table can know that.)
    #[inline(always)]
    pub(crate) fn is_within(self, ply: usize) -> bool {
        self.0 >= ply as i32
    }

    /// The path ply as the node above `ply` needs it: what lies within the subtree is
    /// no dependence any more.
    #[inline(always)]
    pub(crate) fn seen_from_above(self, ply: usize) -> PathPly {
        if self.is_within(ply) { PathPly::NONE } else { self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_inside_a_subtree_is_no_dependence_of_its_root() {
        let cycle = PathPly::of_verdict(Reach::Plies(4), 9);
        assert!(cycle.is_within(5) && !cycle.is_within(6));
        assert_eq!(cycle.seen_from_above(5), PathPly::NONE);
        assert_eq!(cycle.seen_from_above(6), cycle);
        assert!(PathPly::of_verdict(Reach::Position, 3).is_within(40));
        assert!(!PathPly::of_verdict(Reach::Game, 3).is_within(0));
    }
}
