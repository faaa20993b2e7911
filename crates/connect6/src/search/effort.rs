//! How much is looked at in a node: candidates, and positions of the solver.

/// How many candidates a node has, the best by the value of their stones
/// ([`Evaluation::score`](crate::evaluation::Evaluation::score)).
///
/// The list narrows with the distance from the root; on top of that the search
/// leaves late candidates out near the horizon (its late move pruning), which
/// is progressive widening seen from below: a node that is searched deeper
/// looks at more of its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width {
    /// In the turn at the root.
    pub root: u8,
    /// In the first turns after it, for each stone.
    pub inner: u8,
}

impl Width {
    /// The widest list that there is.
    pub const MOST: u8 = 64;
}

impl Default for Width {
    fn default() -> Width {
        Width { root: 24, inner: 14 }
    }
}

/// How far the solver goes at the nodes of the search, in positions with the
/// attacker to move.
///
/// A position that is searched deeper costs more and is worth more of the
/// solver's time: with each stone of depth the effort doubles. The turn at the
/// root that is about to be the best is asked about with most effort, whether
/// threats refute it; so is whether a threat stands at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// At the end of the root's turn, while it is the best one or may become it.
    pub principal: u32,
    /// At the end of the root's turn, while it is only compared with the best.
    pub root: u32,
    /// At later turns with two stones of depth left.
    pub inner: u32,
    /// At later turns with less, which are most of all.
    pub leaf: u32,
}

impl Effort {
    /// The solver is not asked at all.
    pub const NONE: Effort = Effort { principal: 0, root: 0, inner: 0, leaf: 0 };

    /// What was found best with so many stones a turn. With one, as in gomoku,
    /// the solver is cheap, and asking it at the leaves is worth more than
    /// having more of them: 13 of 16 games against [`baseline::windows`](crate::baseline::windows)
    /// at 300 nodes a turn, 10 with the effort of Connect6. There it was the other
    /// way round (`docs/data/connect6-matches.csv` of the repository).
    pub fn of(stones_a_turn: u8) -> Effort {
        match stones_a_turn {
            1 => Effort { principal: 2_000, root: 2_000, inner: 40, leaf: 40 },
            _ => Effort::default(),
        }
    }

    /// The effort at a later turn with so many stones of depth left.
    pub(super) fn at(self, stones: u32) -> u32 {
        match stones {
            0 | 1 => self.leaf,
            _ => self.inner.saturating_mul(1 << (stones - 2).min(16)).min(Effort::MOST.max(self.inner)),
        }
    }

    /// The most that the effort grows to with the depth.
    const MOST: u32 = 2_000;
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { principal: 5_000, root: 100, inner: 20, leaf: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_effort_doubles_with_the_depth() {
        let effort = Effort { principal: 9_000, root: 100, inner: 20, leaf: 3 };
        let by_depth: Vec<u32> = [0, 1, 2, 3, 4, 8, 9, 30, u32::MAX].map(|stones| effort.at(stones)).into();
        assert_eq!(by_depth, [3, 3, 20, 40, 80, 1280, 2000, 2000, 2000]);
        assert_eq!(Effort { inner: 7_000, ..effort }.at(2), 7_000);
        assert_eq!(Effort::NONE.at(12), 0);
    }
}
