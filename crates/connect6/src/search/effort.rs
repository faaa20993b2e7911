//! The effort per node: the number of candidates, and the nodes of the solver.

/// The number of candidates of a node, the best by the value of their stones
/// ([`Evaluation::score`](crate::evaluation::Evaluation::score)).
///
/// The list narrows with the distance from the root. In addition, the search prunes late candidates
/// near the horizon (late move pruning), which has the effect of progressive widening: a node
/// searched more deeply tries more of its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width {
    /// In the turn at the root.
    pub root: u8,
    /// In the first turns after it, for each stone.
    pub inner: u8,
}

impl Width {
    /// The longest list possible.
    pub const MOST: u8 = 64;
}

impl Default for Width {
    fn default() -> Width {
        Width { root: 24, inner: 14 }
    }
}

/// The limits of the solver at the nodes of the search, in positions with the attacker to move.
///
/// A position that is searched more deeply costs more and justifies more of the solver's time: the
/// effort doubles with each stone of depth. The most effort goes to the question whether threats
/// refute a turn at the root that is about to be the best, and whether a threat stands at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// At the end of the turn at the root, if it is the best one or may become it.
    /// The solver decides almost every such query with fewer positions, so a high limit costs time
    /// only where threats are many (`docs/data/connect6-effort.csv` of the repository).
    pub principal: u32,
    /// At the end of the turn at the root, if it is only compared with the best.
    pub root: u32,
    /// At later turns with two stones of depth left.
    pub inner: u32,
    /// At later turns with less depth, which are the most frequent.
    pub leaf: u32,
}

impl Effort {
    /// The solver is not used.
    pub const NONE: Effort = Effort { principal: 0, root: 0, inner: 0, leaf: 0 };

    /// The best settings found for a number of stones a turn. With one, as in gomoku, the solver is
    /// cheap, and its use at the leaves is worth more than a larger number of leaves: 13 of 16
    /// games won against [`baseline::windows`](crate::baseline::windows) at 300 nodes a turn,
    /// compared with 10 with the effort of Connect6. In Connect6 it was the opposite
    /// (`docs/data/connect6-matches.csv` of the repository).
    pub fn of(stones_a_turn: u8) -> Effort {
        match stones_a_turn {
            1 => Effort { principal: 2_000, root: 2_000, inner: 40, leaf: 40 },
            _ => Effort::default(),
        }
    }

    /// The effort at a later turn with `stones` stones of depth left.
    pub(super) fn at(self, stones: u32) -> u32 {
        match stones {
            0 | 1 => self.leaf,
            _ => self.inner.saturating_mul(1 << (stones - 2).min(16)).min(Effort::MOST.max(self.inner)),
        }
    }

    /// The limit of the growth of the effort with the depth.
    const MOST: u32 = 2_000;
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { principal: 20_000, root: 100, inner: 20, leaf: 0 }
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
