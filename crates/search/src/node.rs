//! A node of the tree: its window, its role, its data, and the data that the nodes below need.

use crate::{Depth, Entry, Score};

/// The window of a search.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    /// Alpha: values at or below it need not be exact.
    pub(crate) alpha: Score,
    /// Beta: values at or above it need not be exact.
    pub(crate) beta: Score,
}

impl Window {
    /// The full window.
    pub(crate) const FULL: Window = Window { alpha: Score::new(-Score::INFINITE.get()), beta: Score::INFINITE };

    /// A null window: it tests whether the score is above `alpha`.
    #[inline]
    pub(crate) fn null(alpha: Score) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// The window from the opponent's point of view.
    #[inline]
    pub(crate) fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// The intersection with the interval between two scores.
    #[inline]
    pub(crate) fn within(self, floor: Score, ceiling: Score) -> Window {
        Window { alpha: self.alpha.max(floor), beta: self.beta.min(ceiling) }
    }

    /// Whether no score lies strictly inside.
    #[inline]
    pub(crate) fn is_null(self) -> bool {
        self.alpha + 1 == self.beta
    }

    /// Whether its ends have met or crossed.
    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }

    /// Whether a score is at or below the lower end.
    #[inline]
    pub(crate) fn fails_low(self, score: Score) -> bool {
        score <= self.alpha
    }

    /// Whether a score is at or above the upper end.
    #[inline]
    pub(crate) fn fails_high(self, score: Score) -> bool {
        score >= self.beta
    }

    /// Whether a score lies strictly inside.
    #[inline]
    pub(crate) fn contains(self, score: Score) -> bool {
        !self.fails_low(score) && !self.fails_high(score)
    }

    /// Raises the lower end to a score above it.
    #[inline]
    pub(crate) fn raise(&mut self, score: Score) {
        self.alpha = self.alpha.max(score);
    }
}

/// The expected type of a node in the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// A principal variation node: its exact score is needed.
    Principal,
    /// A cut node: some move should cause a cut-off.
    Cut,
    /// An all node: all its moves should fail low.
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

    /// The role of a child searched with a null window.
    #[inline]
    pub(crate) fn later_child(self) -> Role {
        if self == Role::Cut { Role::All } else { Role::Cut }
    }
}

/// How many plies back each table of the continuation history looks.
pub(crate) const CONTINUATION_PLIES: [usize; 3] = [1, 2, 4];

/// The kinds of the moves that led to a node, for the continuation history.
pub(crate) type Earlier = [Option<usize>; CONTINUATION_PLIES.len()];

/// The data of a node while its moves are tried.
#[derive(Clone, Copy)]
pub(crate) struct Node<M> {
    /// Its key in the table.
    pub(crate) key: u64,
    /// Its distance from the root.
    pub(crate) ply: usize,
    /// The remaining depth.
    pub(crate) depth: Depth,
    /// Its role.
    pub(crate) role: Role,
    /// Whether it is or was on the principal variation.
    pub(crate) former_principal: bool,
    /// Whether the side to move is threatened.
    pub(crate) threatened: bool,
    /// Whether the evaluation is rising: better than at the side's last turn.
    pub(crate) improving: bool,
    /// The evaluator's score; none for a threatened side.
    pub(crate) plain_evaluation: Option<Score>,
    /// The static evaluation, corrected and refined by the table; none for a threatened side.
    pub(crate) evaluation: Option<Score>,
    /// Its table entry.
    pub(crate) entry: Option<Entry>,
    /// The table move, if it is legal.
    pub(crate) table_move: Option<M>,
    /// The excluded move (singular extensions).
    pub(crate) excluded: Option<M>,
    /// The earlier moves, for the continuation history.
    pub(crate) earlier: Earlier,
}

/// The data of a node that the nodes below need.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Frame<I> {
    /// The insight into the position.
    pub(crate) insight: I,
    /// Its static evaluation, if any.
    pub(crate) evaluation: Option<Score>,
    /// The kind of the move under search.
    pub(crate) slot: Option<usize>,
    /// Whether that move is a null move.
    pub(crate) is_null: bool,
    /// The move under search, if it is quiet.
    pub(crate) quiet: Option<QuietMove>,
}

/// The history slots of a quiet move that was made.
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
    fn the_ends_of_a_window_are_not_inside() {
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
