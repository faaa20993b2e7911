//! The rules of a game.

use crate::{Score, Side};
use alloc::vec::Vec;
use alloc::{borrow::Cow, string::String};
use core::{fmt, fmt::Debug};

/// A move: small, and packed into 24 bits for tables.
pub trait GameMove: Copy + Eq + Debug + Send + Sync + 'static {
    /// A packed form from 1 to 2²⁴ − 1 (0 stands for "no move" in tables).
    fn to_bits(self) -> u32;

    /// The inverse of [`GameMove::to_bits`]; `None` if the bits are not a move.
    fn from_bits(bits: u32) -> Option<Self>;
}

/// Small numbers serve as moves: a column, a cell, an index into a list.
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

/// The value of a position by the rules, without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The game goes on.
    Open,
    /// The game is over, or counts as over, with this score.
    Exact(Score, Reach),
    /// The side to move scores at least this.
    AtLeast(Score, Reach),
    /// The side to move scores at most this.
    AtMost(Score, Reach),
}

/// How far back a verdict depends on the moves that led to the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Only the position matters (five in a row, insufficient material).
    Position,
    /// The last N plies matter (repetition of the position N plies ago).
    Plies(usize),
    /// All moves matter (a count of moves without progress).
    Game,
}

/// The kind of rule that ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OutcomeKind {
    /// The position itself: mate, a completed row, a full board, insufficient material.
    Position,
    /// The position was repeated, and neither side was at fault.
    Repetition,
    /// The position was repeated, and one side broke a rule (perpetual check). The result is little
    /// evidence about the position.
    Ruling,
    /// Too many moves without progress.
    MoveLimit,
    /// The players: one resigned, or both agreed.
    Players,
    /// A side lost on time or played an illegal move.
    Forfeit,
    /// A referee, who adjudicated the game by the scores or its length.
    Adjudication,
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner; `None` in a draw.
    pub winner: Option<Side>,
    /// The kind of rule that ended the game.
    pub kind: OutcomeKind,
    /// The reason in a few words: "checkmate", "five in a row", "resignation".
    pub reason: Cow<'static, str>,
}

impl Outcome {
    /// A win by the position; [`Outcome::by`] changes the kind of rule.
    pub fn win(winner: Side, reason: impl Into<Cow<'static, str>>) -> Outcome {
        Outcome { winner: Some(winner), kind: OutcomeKind::Position, reason: reason.into() }
    }

    /// A draw by the position; [`Outcome::by`] changes the kind of rule.
    pub fn draw(reason: impl Into<Cow<'static, str>>) -> Outcome {
        Outcome { winner: None, kind: OutcomeKind::Position, reason: reason.into() }
    }

    /// The same outcome by another kind of rule.
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
    /// The result in PGN notation, and the reason: `1-0 checkmate`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = match self.winner {
            Some(Side::First) => "1-0",
            Some(Side::Second) => "0-1",
            None => "1/2-1/2",
        };
        write!(f, "{result} {}", self.reason)
    }
}

/// The grounds of a ruling on a repetition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CitedRuling<M> {
    /// The article of the rule book: `AXF 3.1`.
    pub article: String,
    /// The moves of the cycle: from the position they lead to the same position.
    pub cycle: Vec<M>,
}

/// The complete rules of a two-player game of perfect information.
///
/// A value of the type is a position, with as much of its history as the rules need. Moves are made
/// and unmade in place. The result of a method depends only on the position, not on earlier calls
/// of other methods.
///
/// A move is a single action of one side; a turn of several stones consists of several moves of the
/// same side ([`Game::ALTERNATES`]). The test kit (`kit`, with the feature `testing`) checks an
/// implementation.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a game",
    label = "expected a type that implements `Game` or `SmallGame`",
    note = "a position that is cheap to copy implements `SmallGame`, any other `Game`"
)]
pub trait Game {
    /// A move.
    type Move: GameMove;
    /// The data that [`Game::unmake`] needs to take a move back.
    type Undo: Clone + Debug + Send + Sync + 'static;

    /// Whether the sides always alternate. With `false` callers must read the side to move after
    /// each move (two stones a turn).
    const ALTERNATES: bool = true;

    /// Whether a verdict may depend on the moves that led to the position, that is, whether
    /// [`Game::verdict`] may return a [`Reach`] other than [`Reach::Position`]. With `false` the
    /// search is compiled without the code that keeps path-dependent scores out of its table.
    const PATH_MATTERS: bool = true;

    /// The number of symmetries of the rules, including the identity; see [`Game::canonical`].
    const SYMMETRIES: u8 = 1;

    /// The side to move.
    fn side_to_move(&self) -> Side;

    /// Generates every legal move once, in a fixed order.
    ///
    /// There are none if the position itself ends the game (mate, a completed row, a full board).
    /// If earlier moves end it (repetition, a count of moves), there may be some: players may
    /// continue, and their records must be readable.
    fn legal_moves(&self, moves: &mut impl Extend<Self::Move>);

    /// Whether a move is legal. The move may be any value of the type, from a table or a text.
    fn is_legal(&self, mv: Self::Move) -> bool;

    /// Makes a legal move.
    fn make(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes back the last move made.
    fn unmake(&mut self, mv: Self::Move, undo: Self::Undo);

    /// The key of the position: the pieces on the board and the side to move, without clocks and
    /// history.
    fn key(&self) -> u64;

    /// The verdict of the rules. The last `ply` moves were made by a search, the earlier ones were
    /// played: a repetition within the search may be judged at once, a repetition of game positions
    /// only as the rules require. With `ply` 0 the result is that of a referee. Scores count plies
    /// from the root of the search: `Score::mated_in(ply)` is a loss in this position.
    fn verdict(&self, ply: usize) -> Verdict;

    /// The score of a side without legal moves, `ply` plies from the root; a loss by default.
    fn stuck(&self, ply: usize) -> Score {
        Score::mated_in(ply)
    }

    /// The outcome by the rules; `None` if the game goes on.
    ///
    /// The default follows from [`Game::verdict`] and [`Game::stuck`]. An override gives a better
    /// reason; the winner must be the same.
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

    /// In a game of placing stones, where stones stay on the board and a side wins by a row of its
    /// own: the missing points of each row that a side can complete in one turn, in increasing
    /// order of [`GameMove::to_bits`]. The turn is the rest of the current one for the side to move,
    /// and the next one for the other side.
    ///
    /// The side wins on the board by playing the moves of an entry in its turn, in any order, if the
    /// other side has played none of them before; and it can win in that turn only in this way. The
    /// order of the moves within a turn does not matter to the rules. `None` for all other games,
    /// which is the default. The list is empty if the game is over.
    fn open_rows(&self, _side: Side) -> Option<Vec<Vec<Self::Move>>> {
        None
    }

    /// The article behind an outcome of kind [`OutcomeKind::Ruling`], with the moves that repeat the
    /// position; `None` by default, and if there is no such outcome.
    fn cited_ruling(&self) -> Option<CitedRuling<Self::Move>> {
        None
    }

    /// The number of sequences of `depth` legal moves. A game with a faster count overrides it.
    fn perft(&mut self, depth: u32) -> u64 {
        perft(self, depth)
    }

    /// The number of last moves that may still matter to the rules: no position before them can be
    /// repeated. The default is a large number: all moves may matter.
    fn reversible(&self) -> usize {
        usize::MAX
    }

    /// The canonical key of the position (a representative of its images under the symmetries of
    /// the game), and the symmetry that leads to it. Opening books store one entry for all images.
    /// The smallest key of all images is a good choice.
    fn canonical(&self) -> (u64, u8) {
        (self.key(), 0)
    }

    /// The image of a move under a symmetry, whose number is below [`Game::SYMMETRIES`].
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

/// Counts items without storing them.
struct Counter(u64);

impl<M> Extend<M> for Counter {
    fn extend<I: IntoIterator<Item = M>>(&mut self, moves: I) {
        self.0 += moves.into_iter().count() as u64;
    }
}

fn has_legal_move<G: Game + ?Sized>(game: &G) -> bool {
    count_legal(game) > 0
}

/// The number of legal moves.
fn count_legal<G: Game + ?Sized>(game: &G) -> u64 {
    let mut counter = Counter(0);
    game.legal_moves(&mut counter);
    counter.0
}

/// The number of sequences of `depth` legal moves. The last moves are counted without being made.
///
/// ```
/// use duiyi_game::{nim::Nim, perft};
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

/// The list of legal moves of a position.
///
/// ```
/// use duiyi_game::{legal_moves, nim::Nim};
/// assert_eq!(legal_moves(&Nim::new(2)), [1, 2]);
/// ```
pub fn legal_moves<G: Game + ?Sized>(game: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    moves
}
