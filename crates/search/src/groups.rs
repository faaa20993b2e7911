//! Groups of related functions about a game, each of which a game provides as a whole or not at
//! all: structs of functions that are constants of [`Heuristics`](crate::Heuristics). The search is
//! compiled for each game, so that the functions are inlined like methods and a missing group
//! leaves no code.

use duiyi_game::{Game, GameMove, Score, Side};
use std::fmt;

/// Maps moves to numbers: the slot in which a table of the search keeps its data about a move.
pub struct Slots<G: Game> {
    /// The number of slots.
    pub count: usize,
    /// The slot of a move, below [`Slots::count`].
    pub slot: fn(&G, G::Move) -> usize,
}

impl<G: Game> Slots<G> {
    /// One slot for all moves.
    pub const ONE: Slots<G> = Slots { count: 1, slot: |_, _| 0 };

    /// A slot for each value of the lower twelve bits of a [packed](GameMove::to_bits) move.
    pub const BY_MOVE: Slots<G> = Slots { count: 1 << 12, slot: |_, mv| mv.to_bits() as usize % (1 << 12) };
}

/// The noisy moves, those of [`Generation::Noisy`](crate::Generation::Noisy), and the exchanges
/// that moves start.
pub struct Noisy<G: Game> {
    /// Whether a legal move is noisy.
    pub is_noisy: fn(&G, G::Move) -> bool,
    /// The value of what a noisy move captures, in the evaluator's units.
    pub gain: fn(&G, G::Move) -> i32,
    /// The ordering score of a noisy move among noisy moves.
    pub value: fn(&G, G::Move) -> i32,
    /// The value of the victim minus that of the attacker, for the switch `victim_less_attacker`.
    pub balance: fn(&G, G::Move) -> i32,
    /// Whether the exchange that a move (noisy or not) starts gains at least the threshold.
    pub exchange_at_least: fn(&G, G::Move, Score) -> bool,
}

impl<G: Game> Noisy<G> {
    /// Noisy moves that are ordered by gain and lose no exchange. It is complete for a simple game and a base for others (`..Noisy::new(is_noisy, gain)`).
    pub const fn new(is_noisy: fn(&G, G::Move) -> bool, gain: fn(&G, G::Move) -> i32) -> Noisy<G> {
        Noisy { is_noisy, gain, value: gain, balance: gain, exchange_at_least: |_, _, _| true }
    }
}

/// Passing the turn, for the null move.
pub struct NullMove<G> {
    /// Whether the best move is probably better than a pass here, that is, zugzwang is unlikely.
    /// `None` forbids the null move; a number is the remaining strength of the side to move, which
    /// may increase the reduction (see `null_strength` of [`Parameters`](crate::Parameters)).
    pub strength: fn(&G) -> Option<u32>,
    /// Passes the turn. It is called only if [`NullMove::strength`] allows it.
    pub make: fn(&mut G),
    /// Takes a pass back.
    pub unmake: fn(&mut G),
}

/// Keys of parts of a position that the evaluation may misjudge systematically (such as the pawn
/// structure), for the correction history.
pub struct Structures<G> {
    /// The number of structures of a position.
    pub count: usize,
    /// The key of a structure by index, below [`Structures::count`].
    pub key: fn(&G, usize) -> u64,
    /// A key of one side's material outside the structures (its pieces), if the game has one.
    pub side_key: Option<fn(&G, Side) -> u64>,
}

/// Debug shows that a group is there: its functions have no names.
macro_rules! debug_by_name {
    ($($group:ident),*) => {$(
        impl<G: Game> fmt::Debug for $group<G> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($group)).finish_non_exhaustive()
            }
        }
    )*};
}

debug_by_name!(Slots, Noisy, Structures);

impl<G> fmt::Debug for NullMove<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NullMove").finish_non_exhaustive()
    }
}
