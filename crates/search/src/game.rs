//! What a game, an evaluator and a connoisseur of the game tell the search.

use crate::{Depth, Enhancements, Score};
use std::fmt::Debug;

/// A move: small, and packed into 24 bits for the transposition table.
pub trait GameMove: Copy + Eq + Debug + 'static {
    /// A packed form from 1 to 2²⁴ − 1 (0 stands for "no move" in the table).
    fn to_bits(self) -> u32;

    /// The inverse of [`GameMove::to_bits`]; `None` for bits that are no move.
    fn from_bits(bits: u32) -> Option<Self>;
}

/// A small number is a move as it stands: a column, a cell, an index into a list.
macro_rules! number_is_a_move {
    ($($number:ty),*) => {$(
        impl GameMove for $number {
            #[inline]
            fn to_bits(self) -> u32 {
                self as u32 + 1
            }

            #[inline]
            fn from_bits(bits: u32) -> Option<$number> {
                <$number>::try_from(bits.checked_sub(1)?).ok()
            }
        }
    )*};
}

number_is_a_move!(u8, u16);

/// Which moves the search asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generation {
    /// The moves that change the balance at once (captures, threats): those
    /// that a quiescence search looks at.
    Noisy,
    /// All the others.
    Quiet,
    /// Every move of a side that is [threatened](Heuristics::threatened).
    Evasions,
}

/// The value of a position by the rules, before any search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The game goes on.
    Open,
    /// The game is over, or counts as over, with this score.
    Exact(Score, Reach),
    /// The side to move gets at least this.
    AtLeast(Score, Reach),
    /// The side to move gets at most this.
    AtMost(Score, Reach),
}

/// How far back a verdict looks: whether it would be the same had the position
/// been reached by other moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The position alone decides (five in a row, no piece left to win with).
    Position,
    /// The last so many plies decide (a repetition of the position that stood
    /// that many plies ago).
    Plies(usize),
    /// Everything decides (a count of moves without progress).
    Game,
}

/// Takes the moves that a game generates.
pub struct MoveSink<'a, M> {
    stack: &'a mut Vec<Candidate<M>>,
}

/// A generated move with its ordering value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<M> {
    pub(crate) mv: M,
    pub(crate) value: i32,
}

impl<'a, M> MoveSink<'a, M> {
    pub(crate) fn new(stack: &'a mut Vec<Candidate<M>>) -> Self {
        MoveSink { stack }
    }

    /// Adds a move.
    #[inline]
    pub fn push(&mut self, mv: M) {
        self.stack.push(Candidate { mv, value: 0 });
    }
}

impl<M> Extend<M> for MoveSink<'_, M> {
    fn extend<I: IntoIterator<Item = M>>(&mut self, moves: I) {
        self.stack.extend(moves.into_iter().map(|mv| Candidate { mv, value: 0 }));
    }
}

/// The rules of a two-player game of perfect information.
///
/// The search makes and unmakes moves on one object; it makes only moves that
/// [`Game::generate`] gave or [`Game::is_playable`] accepted.
pub trait Game {
    /// A move.
    type Move: GameMove;
    /// What it takes to take a move back.
    type Undo;

    /// Whether the sides always alternate. With `false` the search reads the
    /// side to move after each move, and passes its window on unchanged while
    /// the same side stays to move (two stones a turn).
    const ALTERNATES: bool = true;

    /// Whether a verdict may rest on the moves that led to the position: whether
    /// [`Game::verdict`] or a repeating move may have another [`Reach`] than
    /// [`Reach::Position`]. With `false` nothing of what keeps such values out of
    /// the table is compiled.
    const PATH_MATTERS: bool = true;

    /// Whether some moves are [noisy](Generation::Noisy). With `false` all are quiet,
    /// and the search does not ask for noisy ones.
    const HAS_NOISY: bool = true;

    /// The side to move: 0 or 1.
    fn side_to_move(&self) -> usize;

    /// Makes a legal move.
    fn make(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes back the last move made.
    fn unmake(&mut self, mv: Self::Move, undo: Self::Undo);

    /// Gives the legal moves of a kind. [`Generation::Noisy`] and
    /// [`Generation::Quiet`] together must give every legal move once; a game
    /// without the distinction gives them all as quiet ones.
    /// [`Generation::Evasions`], asked for instead of both when
    /// [`Heuristics::threatened`] says so, must do the same alone.
    fn generate(&self, kind: Generation, moves: &mut MoveSink<'_, Self::Move>);

    /// Whether a move that was legal somewhere (it comes from a table) is legal here.
    fn is_playable(&self, mv: Self::Move) -> bool;

    /// The identity of the position for the table: positions with the same key
    /// must have the same moves and, but for what [`Reach`] tells, the same value.
    fn table_key(&self) -> u64;

    /// A move as the table keeps it, for games that give the mirror images of a
    /// position one [key](Game::table_key): as it would be in the image that
    /// the key stands for.
    #[inline]
    fn canonical_move(&self, mv: Self::Move) -> Self::Move {
        mv
    }

    /// The inverse of [`Game::canonical_move`]; what comes out is tested by
    /// [`Game::is_playable`] before it is used.
    #[inline]
    fn actual_move(&self, mv: Self::Move) -> Self::Move {
        mv
    }

    /// What the rules say of the position at `ply` plies from the root.
    fn verdict(&mut self, ply: usize) -> Verdict;

    /// The same, told what it is for: the window `(alpha, beta)` in which the
    /// score is wanted, for the side to move, and the depth that is left. A game
    /// whose verdict costs much (a solver) may spend by the depth, and leave a
    /// position open whose score would not change what the window says of it.
    #[inline]
    fn verdict_within(&mut self, ply: usize, _window: (Score, Score), _depth: Depth) -> Verdict {
        self.verdict(ply)
    }

    /// The score of a side that has no move; it has lost unless the game says otherwise.
    fn stuck(&self, ply: usize) -> Score {
        Score::mated_in(ply)
    }
}

/// A static evaluation, with whatever state it keeps along the path.
pub trait Evaluator<G: Game> {
    /// Forgets everything and takes a position up afresh.
    fn reset(&mut self, _game: &G) {}

    /// Called before a move is made.
    fn push(&mut self, _game: &G, _mv: G::Move) {}

    /// Called after a move was taken back.
    fn pop(&mut self) {}

    /// The score for the side to move. Brought into the band of evaluations by the search.
    fn evaluate(&mut self, game: &G) -> Score;
}

/// An evaluator without state: a function of the position.
///
/// ```
/// # use duiyi_search::{Evaluator, Game, Score, Stateless};
/// fn even<G: Game>() -> impl Evaluator<G> {
///     Stateless(|_: &G| Score::ZERO)
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Stateless<F>(pub F);

impl<G: Game, F: FnMut(&G) -> Score> Evaluator<G> for Stateless<F> {
    fn evaluate(&mut self, game: &G) -> Score {
        (self.0)(game)
    }
}

/// What a strong player knows beyond the rules. Every method has a neutral
/// default that compiles to nothing, so `impl Heuristics for MyGame {}` is enough
/// to search; each one that is written makes some enhancement work.
pub trait Heuristics: Game {
    /// Whether forward pruning is sound enough for this game: whether a quiet
    /// position is worth about what its evaluation says, and having the move
    /// is no burden. `false`, the default, leaves out everything that prunes or
    /// reduces by evaluation, history or exchange, so that a game whose
    /// evaluation says little is still searched faithfully.
    const PRUNABLE: bool = false;

    /// The enhancements, where they are decided when the program is compiled:
    /// then nothing of those that are off is in the code, and the switches of
    /// the [`Searcher`](crate::Searcher) are not read.
    const FIXED: Option<Enhancements> = None;

    /// How many slots the history table has for each side.
    const HISTORY_SLOTS: usize = 1;

    /// How many kinds of moves the continuation history tells apart; its
    /// tables have the square of this many slots.
    const CONTINUATION_SLOTS: usize = 1;

    /// How many slots the history of noisy moves has for each side.
    const NOISY_SLOTS: usize = 1;

    /// How many structure keys a position has (see [`Heuristics::structure`]).
    const STRUCTURES: usize = 0;

    /// Whether the side to move must react (is in check, faces a four). Then
    /// it neither passes nor stands pat, and [`Generation::Evasions`] is asked for.
    fn threatened(&self) -> bool {
        false
    }

    /// Whether passing is worse than the best move here, as far as one can
    /// tell: no zugzwang is likely. `None` forbids the null move; a number
    /// says how strongly the side to move is still armed, which may let the
    /// reduction grow (see `null_strength` of [`Parameters`](crate::Parameters)).
    fn null_move(&self) -> Option<u32> {
        None
    }

    /// Passes the turn. Called only when [`Heuristics::null_move`] allowed it.
    fn make_null(&mut self) {}

    /// Takes a pass back.
    fn unmake_null(&mut self) {}

    /// Whether a legal move is one of [`Generation::Noisy`].
    fn is_noisy(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Whether the exchange that a move starts brings its mover at least `threshold`.
    fn exchange_at_least(&self, _mv: Self::Move, _threshold: Score) -> bool {
        true
    }

    /// What a noisy move takes, in the evaluator's units.
    fn gain(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// How promising a noisy move is among noisy moves; by default its gain.
    fn noisy_value(&self, mv: Self::Move) -> i32 {
        self.gain(mv)
    }

    /// The slot of a quiet move in the history table, below [`Heuristics::HISTORY_SLOTS`].
    fn history_slot(&self, _mv: Self::Move) -> usize {
        0
    }

    /// How promising a quiet move looks before anything is searched (a pattern
    /// score, a policy), in units of the history: up to ±16,384 says as much as
    /// the best or worst history does. Quiet moves and quiet replies to a
    /// threat are ordered by the sum of both.
    fn prior(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// How much deeper the position just reached deserves to be searched.
    fn extension(&self) -> Depth {
        Depth::ZERO
    }

    /// The [`Game::table_key`] after a move, where that can be told cheaply before
    /// it is made: the table's memory is then fetched ahead. A wrong key costs a
    /// little time and nothing else; without one nothing is fetched ahead.
    fn key_after(&self, _mv: Self::Move) -> Option<u64> {
        None
    }

    /// Whether a move makes a threat (gives check); such moves are not pruned.
    fn makes_threat(&self, _mv: Self::Move) -> bool {
        false
    }

    /// The kind of a move in the continuation history, below
    /// [`Heuristics::CONTINUATION_SLOTS`]: say, piece and target.
    fn continuation_slot(&self, _mv: Self::Move) -> usize {
        0
    }

    /// The slot of a noisy move in its history, below [`Heuristics::NOISY_SLOTS`].
    fn noisy_slot(&self, _mv: Self::Move) -> usize {
        0
    }

    /// A move that brings a position of the path back, if there is one: the
    /// verdict on it is then known before the cycle is closed (upcoming
    /// repetition). Quick, and allowed to overlook some.
    fn repeating_move(&self) -> Option<Self::Move> {
        None
    }

    /// A key of a part of the position that the evaluation may misjudge again
    /// and again (a pawn structure), for the correction history; `index` is
    /// below [`Heuristics::STRUCTURES`].
    fn structure(&self, _index: usize) -> u64 {
        0
    }
}
