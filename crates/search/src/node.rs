//! A node of the tree: what it is asked, what part it plays, what is known of it,
//! and what the nodes below ask about it.

use crate::{Depth, Entry, Score, history::Earlier};
use arrayvec::ArrayVec;

/// "Rests on no ply": the value holds by whatever path the position is reached.
pub(crate) const INDEPENDENT: i32 = i32::MAX;

/// What one call of the node function is asked.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
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

    #[inline]
    pub(crate) fn is_null(self) -> bool {
        self.alpha + 1 == self.beta
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

/// What is known of a node while its moves are tried.
#[derive(Clone, Copy)]
pub(crate) struct Node<M> {
    pub(crate) key: u64,
    pub(crate) ply: usize,
    pub(crate) depth: Depth,
    pub(crate) role: Role,
    pub(crate) threatened: bool,
    pub(crate) improving: bool,
    /// The static evaluation as the search believes it; none for a threatened side.
    pub(crate) evaluation: Option<Score>,
    pub(crate) known: Option<Entry>,
    pub(crate) table_move: Option<M>,
    pub(crate) excluded: Option<M>,
    /// Whether the table's move is a noisy one.
    pub(crate) noisy_table_move: bool,
    /// The moves before, for the continuation history.
    pub(crate) earlier: Earlier,
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
    /// Side, history slot and continuation slot of the move under search, if it is quiet.
    pub(crate) quiet: Option<(usize, usize, usize)>,
}

/// Moves that were tried, for what the histories learn from a cut-off.
pub(crate) type Tried<M> = ArrayVec<M, 32>;
