//! A node of the tree: what it is asked, what part it plays, what is known of it,
//! and what the nodes below ask about it.

use crate::{Depth, Entry, Score};

/// Between which scores a node's value is asked for.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    /// A value at or below this need not be known better.
    pub(crate) alpha: Score,
    /// Nor one at or above this.
    pub(crate) beta: Score,
}

impl Window {
    /// Every score lies within.
    pub(crate) const FULL: Window = Window { alpha: Score::new(-Score::INFINITE.get()), beta: Score::INFINITE };

    /// The window that only asks whether the score is above `alpha`.
    #[inline]
    pub(crate) fn null(alpha: Score) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// As the opponent sees it.
    #[inline]
    pub(crate) fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// The part of it between two scores.
    #[inline]
    pub(crate) fn within(self, floor: Score, ceiling: Score) -> Window {
        Window { alpha: self.alpha.max(floor), beta: self.beta.min(ceiling) }
    }

    /// Whether no score lies strictly within.
    #[inline]
    pub(crate) fn is_null(self) -> bool {
        self.alpha + 1 == self.beta
    }

    /// Whether its ends have met, so that nothing is left to ask.
    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }

    /// Whether a score lies at its lower end or below.
    #[inline]
    pub(crate) fn fails_low(self, score: Score) -> bool {
        score <= self.alpha
    }

    /// Whether a score lies at its upper end or above.
    #[inline]
    pub(crate) fn fails_high(self, score: Score) -> bool {
        score >= self.beta
    }

    /// Whether a score lies strictly within.
    #[inline]
    pub(crate) fn contains(self, score: Score) -> bool {
        !self.fails_low(score) && !self.fails_high(score)
    }

    /// Raises the lower end to a score that is above it.
    #[inline]
    pub(crate) fn raise(&mut self, score: Score) {
        self.alpha = self.alpha.max(score);
    }
}

/// The part that a node is expected to play in the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// On the principal variation: its exact score is wanted.
    Principal,
    /// Some move should cut it off.
    Cut,
    /// All its moves should fail low.
    All,
}

impl Role {
    /// The role of the first child.
    #[inline]
    pub(crate) fn first_child(self) -> Role {
        match self {
            Role::Principal => Role::Principal,
            Role::Cut => Role::All,
            Role::All => Role::Cut,
        }
    }

    /// The role of a child that is searched with a null window.
    #[inline]
    pub(crate) fn later_child(self) -> Role {
        if self == Role::Cut { Role::All } else { Role::Cut }
    }
}

/// How many plies back the continuation history looks, for each of its tables.
pub(crate) const CONTINUATION_PLIES: [usize; 3] = [1, 2, 4];

/// The kinds of the moves that led to a node, as the continuation history wants them.
pub(crate) type Earlier = [Option<usize>; CONTINUATION_PLIES.len()];

/// What is known of a node while its moves are tried.
#[derive(Clone, Copy)]
pub(crate) struct Node<M> {
    /// Its key in the table.
    pub(crate) key: u64,
    /// Its distance from the root.
    pub(crate) ply: usize,
    /// The depth that is left.
    pub(crate) depth: Depth,
    /// The part that it plays.
    pub(crate) role: Role,
    /// Whether it is or was on the principal variation.
    pub(crate) former_principal: bool,
    /// Whether the side to move must react.
    pub(crate) threatened: bool,
    /// Whether the evaluation is rising: better than when the side last moved.
    pub(crate) improving: bool,
    /// What the evaluator says; none for a threatened side.
    pub(crate) plain_evaluation: Option<Score>,
    /// The static evaluation, corrected, and refined by the table; none for a threatened side.
    pub(crate) evaluation: Option<Score>,
    /// What the table has of it.
    pub(crate) entry: Option<Entry>,
    /// The table's move, if it can be played.
    pub(crate) table_move: Option<M>,
    /// Whether that is a noisy one.
    pub(crate) noisy_table_move: bool,
    /// A move that is left out (singular extensions).
    pub(crate) excluded: Option<M>,
    /// The moves before, for the continuation history.
    pub(crate) earlier: Earlier,
    /// The places that the other side attacks, for the history; none if that is not wanted.
    pub(crate) attacked: u128,
}

/// What the nodes below a node ask about it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Frame<I> {
    /// What was found out about it.
    pub(crate) insight: I,
    /// Its static evaluation, if it has one.
    pub(crate) evaluation: Option<Score>,
    /// The kind of the move under search.
    pub(crate) slot: Option<usize>,
    /// By how much that move is reduced, in 1/64 ply.
    pub(crate) reduction: i32,
    /// Whether it is a null move.
    pub(crate) is_null: bool,
    /// How often nodes at this ply were cut off since their grandparent was entered.
    pub(crate) cutoffs: u32,
    /// The move under search, if it is quiet.
    pub(crate) quiet: Option<QuietMove>,
}

/// Where the histories keep a quiet move that was made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuietMove {
    /// The side that made it, as an index.
    pub(crate) side: usize,
    /// Its slot in the history.
    pub(crate) history_slot: usize,
    /// Its slot in the continuation history.
    pub(crate) continuation_slot: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_a_window_lie_outside() {
        let mut window = Window { alpha: Score::new(-3), beta: Score::new(5) };
        let placed = |window: Window, score: i32| {
            let score = Score::new(score);
            (window.fails_low(score), window.contains(score), window.fails_high(score))
        };
        assert_eq!([-3, -2, 4, 5].map(|score| placed(window, score).0), [true, false, false, false]);
        assert_eq!([-3, -2, 4, 5].map(|score| placed(window, score).1), [false, true, true, false]);
        assert_eq!([-3, -2, 4, 5].map(|score| placed(window, score).2), [false, false, false, true]);
        window.raise(Score::new(-7));
        assert_eq!(window.alpha, Score::new(-3));
        window.raise(Score::new(5));
        assert!(window.is_empty());
    }
}
