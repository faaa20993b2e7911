//! The rules of a game.

use crate::{Score, Side};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::{fmt, fmt::Debug};

/// A move: small, and packed into 24 bits for tables.
pub trait GameMove: Copy + Eq + Debug + Send + Sync + 'static {
    /// A packed form from 1 to 2²⁴ − 1 (0 stands for "no move" in tables).
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

/// By which kind of rule a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OutcomeKind {
    /// The position itself ends the game: mate, a row made, a full board, nothing left to win with.
    Position,
    /// The position came back and neither side had to avoid it.
    Repetition,
    /// The position came back and a side did what the rules forbid (perpetual check). The
    /// result tells little about the position.
    Ruling,
    /// Too many moves without progress.
    MoveLimit,
    /// The players ended it: one resigned, or both agreed.
    Players,
    /// A side broke the conditions of play: its time ran out, its move was not legal.
    Forfeit,
    /// A referee ended it early, by the scores or by its length.
    Adjudication,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who won; `None` is a draw.
    pub winner: Option<Side>,
    /// By which kind of rule.
    pub kind: OutcomeKind,
    /// Why, in a few words: "checkmate", "five in a row", "resignation".
    pub reason: Cow<'static, str>,
}

impl Outcome {
    /// A game that a side has won by the position; [`Outcome::by`] for any other kind of rule.
    pub fn win(winner: Side, reason: impl Into<Cow<'static, str>>) -> Outcome {
        Outcome { winner: Some(winner), kind: OutcomeKind::Position, reason: reason.into() }
    }

    /// A game that nobody has won, by the position; [`Outcome::by`] for any other kind of rule.
    pub fn draw(reason: impl Into<Cow<'static, str>>) -> Outcome {
        Outcome { winner: None, kind: OutcomeKind::Position, reason: reason.into() }
    }

    /// The same by another kind of rule.
    ///
    /// ```
    /// use duiyi_game::{Outcome, OutcomeKind, Side};
    /// let resigned = Outcome::win(Side::First, "resignation").by(OutcomeKind::Players);
    /// assert_eq!((resigned.kind, resigned.to_string().as_str()), (OutcomeKind::Players, "1-0 resignation"));
    /// ```
    #[must_use]
    pub fn by(self, kind: OutcomeKind) -> Outcome {
        Outcome { kind, ..self }
    }
}

impl fmt::Display for Outcome {
    /// The result as records write it, and the reason: `1-0 checkmate`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = match self.winner {
            Some(Side::First) => "1-0",
            Some(Side::Second) => "0-1",
            None => "1/2-1/2",
        };
        write!(f, "{result} {}", self.reason)
    }
}

/// The complete rules of a two-player game of perfect information.
///
/// A value of the type is a position, with as much of the way that led to it as
/// the rules look at. Moves are made and unmade on it. Every answer is about
/// the position alone: it does not depend on which question was asked before.
///
/// A move is what one side does at once; where a turn is several stones, it is
/// several moves of the same side ([`Game::ALTERNATES`]). The test kit
/// (`kit`, with the feature `testing`) checks a description.
pub trait Game {
    /// A move.
    type Move: GameMove;
    /// What it takes to take a move back.
    type Undo: Clone + Debug + Send + Sync + 'static;

    /// Whether the sides always alternate. With `false` whoever plays the game
    /// reads the side to move after each move (two stones a turn).
    const ALTERNATES: bool = true;

    /// Whether a verdict may depend on the moves that led to the position: whether
    /// [`Game::verdict`] may have another [`Reach`] than [`Reach::Position`]. With
    /// `false` a search compiles nothing of what keeps such values out of its table.
    const PATH_MATTERS: bool = true;

    /// How many symmetries the rules have, the identity among them; see [`Game::canonical`].
    const SYMMETRIES: u8 = 1;

    /// The side to move.
    fn side_to_move(&self) -> Side;

    /// Gives every legal move once, in an order that is always the same.
    ///
    /// None where the position itself ends the game (mate, a row made, a full
    /// board). Where only the moves before do (a repetition, a count of moves)
    /// there may be some: people play on, and their records are read.
    fn legal_moves(&self, moves: &mut impl Extend<Self::Move>);

    /// Whether a move is legal: any value of the type, from a table or from a text.
    fn is_legal(&self, mv: Self::Move) -> bool;

    /// Makes a legal move.
    fn make(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes back the last move made.
    fn unmake(&mut self, mv: Self::Move, undo: Self::Undo);

    /// The identity of the position: what stands where and who is to move,
    /// without clocks and without the moves before.
    fn key(&self) -> u64;

    /// What the rules say of the position. The last `ply` moves are a
    /// search's, all before were played: a position that comes back within a
    /// search may be ruled at once, one of the game only when the rules say so.
    /// 0 asks as the referee does. Scores count plies from the root of the
    /// search, so `Score::mated_in(ply)` is a loss here.
    fn verdict(&self, ply: usize) -> Verdict;

    /// The score of a side that has no move, `ply` plies from the root; it has
    /// lost unless the game says otherwise.
    fn stuck(&self, ply: usize) -> Score {
        Score::mated_in(ply)
    }

    /// How the rules have ended the game; `None` if it goes on.
    ///
    /// Follows from [`Game::verdict`] and [`Game::stuck`]. A game writes its own
    /// for the sake of better words; the winner must be the same.
    fn outcome(&self) -> Option<Outcome> {
        let (score, kind, reason) = match self.verdict(0) {
            Verdict::Exact(score, reach) => (score, kind_of(score, reach), "decided by the rules"),
            _ if has_legal_move(self) => return None,
            _ => (self.stuck(0), OutcomeKind::Position, "no legal move"),
        };
        let mover = self.side_to_move();
        let winner = match score.cmp(&Score::ZERO) {
            core::cmp::Ordering::Greater => Some(mover),
            core::cmp::Ordering::Less => Some(!mover),
            core::cmp::Ordering::Equal => None,
        };
        Some(Outcome { winner, kind, reason: reason.into() })
    }

    /// Counts the sequences of `depth` legal moves from here. A game that can count
    /// faster than one move at a time writes its own.
    fn perft(&mut self, depth: u32) -> u64 {
        perft(self, depth)
    }

    /// How many of the last moves may still matter to the rules: none of the
    /// positions before can come back. A large number, the default, says that
    /// all may.
    fn reversible(&self) -> usize {
        usize::MAX
    }

    /// The key of the position's image that stands for all its images under the
    /// game's symmetries, and the number of the symmetry that leads to it:
    /// books keep one of them. The smallest key of all images is a good choice.
    fn canonical(&self) -> (u64, u8) {
        (self.key(), 0)
    }

    /// A move as it is after a symmetry, whose number is below [`Game::SYMMETRIES`].
    fn image(&self, mv: Self::Move, _symmetry: u8) -> Self::Move {
        mv
    }

    /// The inverse of [`Game::image`].
    fn preimage(&self, mv: Self::Move, _symmetry: u8) -> Self::Move {
        mv
    }
}

/// The kind of rule behind a verdict.
fn kind_of(score: Score, reach: Reach) -> OutcomeKind {
    match reach {
        Reach::Position => OutcomeKind::Position,
        Reach::Plies(_) if score == Score::ZERO => OutcomeKind::Repetition,
        Reach::Plies(_) => OutcomeKind::Ruling,
        Reach::Game => OutcomeKind::MoveLimit,
    }
}

/// Counts what it is given and keeps nothing.
struct Counter(u64);

impl<M> Extend<M> for Counter {
    fn extend<I: IntoIterator<Item = M>>(&mut self, moves: I) {
        self.0 += moves.into_iter().count() as u64;
    }
}

fn has_legal_move<G: Game + ?Sized>(game: &G) -> bool {
    count_legal(game) > 0
}

/// How many legal moves a position has.
fn count_legal<G: Game + ?Sized>(game: &G) -> u64 {
    let mut counter = Counter(0);
    game.legal_moves(&mut counter);
    counter.0
}

/// Counts the sequences of `depth` legal moves, the last move counted without
/// being made.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/game.rs")); }
/// # use nim::Nim;
/// # use duiyi_game::{perft};
/// // One or two stones, of five: 1+1, 1+2, 2+1, 2+2.
/// assert_eq!(perft(&mut Nim::new(5), 2), 4);
/// ```
pub fn perft<G: Game + ?Sized>(game: &mut G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => count_legal(game),
        _ => {
            let mut sum = 0;
            for mv in legal_moves(game) {
                let undo = game.make(mv);
                sum += perft(game, depth - 1);
                game.unmake(mv, undo);
            }
            sum
        }
    }
}

/// The legal moves of a position as a list.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/game.rs")); }
/// # use nim::Nim;
/// # use duiyi_game::{legal_moves};
/// assert_eq!(legal_moves(&Nim::new(2)), [1, 2]);
/// ```
pub fn legal_moves<G: Game + ?Sized>(game: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    moves
}
