//! Groups of what a game knows, each of which it has as a whole or not at all: structs of
//! functions, which are constants of [`Heuristics`](crate::Heuristics). The search calls them
//! where it is compiled for the game, so that they are inlined like methods, and nothing is
//! left of a group that a game does not have.

use duiyi_game::{Game, Score, Side};

/// Tells moves apart by a number: where a table of the search keeps what it learns of each.
pub struct Slots<G: Game> {
    /// How many slots there are.
    pub count: usize,
    /// The slot of a move, below [`Slots::count`].
    pub slot: fn(&G, G::Move) -> usize,
}

impl<G: Game> Slots<G> {
    /// One slot for all moves.
    pub const ONE: Slots<G> = Slots { count: 1, slot: |_, _| 0 };
}

/// The noisy moves, those of [`Generation::Noisy`](crate::Generation::Noisy), and the exchanges
/// that moves start.
pub struct Noisy<G: Game> {
    /// Whether a legal move is noisy.
    pub is_noisy: fn(&G, G::Move) -> bool,
    /// What a noisy move takes, in the evaluator's units.
    pub gain: fn(&G, G::Move) -> i32,
    /// How promising a noisy move is among noisy moves.
    pub value: fn(&G, G::Move) -> i32,
    /// What a noisy move takes less what takes it is worth, for the switch `victim_less_attacker`.
    pub balance: fn(&G, G::Move) -> i32,
    /// Whether the exchange that a move, noisy or not, starts brings its mover at least so much.
    pub exchange_at_least: fn(&G, G::Move, Score) -> bool,
    /// The slots of the history of noisy moves, for each side.
    pub history: Slots<G>,
}

impl<G: Game> Noisy<G> {
    /// Noisy moves that are ordered by their gain, lose no exchange and share one slot: for a
    /// game that says no more, and to be completed (`..Noisy::new(is_noisy, gain)`) by others.
    pub const fn new(is_noisy: fn(&G, G::Move) -> bool, gain: fn(&G, G::Move) -> i32) -> Noisy<G> {
        Noisy { is_noisy, gain, value: gain, balance: gain, exchange_at_least: |_, _, _| true, history: Slots::ONE }
    }
}

/// Passing the turn, for the null move.
pub struct Pass<G> {
    /// Whether passing is worse than the best move here, as far as one can tell: no zugzwang
    /// is likely. `None` forbids the null move; a number is how strongly the side to move is
    /// still armed, which may let the reduction grow (see `null_strength` of
    /// [`Parameters`](crate::Parameters)).
    pub strength: fn(&G) -> Option<u32>,
    /// Passes the turn. Called only when [`Pass::strength`] allows it.
    pub make: fn(&mut G),
    /// Takes a pass back.
    pub unmake: fn(&mut G),
}

/// Keys of parts of a position that the evaluation may misjudge again and again (a pawn
/// structure), for the correction history.
pub struct Structures<G> {
    /// How many structures a position has.
    pub count: usize,
    /// The key of a structure by its index, which is below [`Structures::count`].
    pub key: fn(&G, usize) -> u64,
    /// A key of what one side has outside the structures (its pieces), if the game has one.
    pub side_key: Option<fn(&G, Side) -> u64>,
}

/// What a side attacks: three sets of places, a bit each, attacked by its least pieces, by all but its
/// strongest ones, and by any. Which place has which bit, and which pieces are which, is up to the game.
pub type Attacks = [u128; 3];

/// What is attacked, for the order of quiet moves (switches `threat_history`, which
/// has four times as many slots then, and `escape_ordering`).
pub struct Attacking<G: Game> {
    /// What the other side attacks: each of the two switches asks for it once in a node.
    pub attacks: fn(&G) -> Attacks,
    /// What a quiet move saves by taking a piece out of the reach of lesser ones, less what it risks by
    /// taking one into it, in the evaluator's units.
    pub escape: fn(&G, G::Move, &Attacks) -> i32,
    /// Whether a quiet move begins (1) and ends (2, added to that) on an attacked place, given the
    /// last set of [`Attacking::attacks`].
    pub attacked_ends: fn(&G, G::Move, u128) -> usize,
}
