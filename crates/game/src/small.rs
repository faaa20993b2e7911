//! A shorter interface for games whose positions are small enough to copy.

use crate::{Game, GameMove, Outcome, Reach, Score, Side, Verdict};
use alloc::vec::Vec;
use core::fmt::Debug;

/// A game whose position is a small value: unmaking a move restores a copy.
///
/// Every type with this trait implements [`Game`]. The rules depend on the position alone;
/// [`Repeating`](crate::Repeating) adds draws by repetition and by length.
///
/// ```
/// use duiyi_game::{Side, SmallGame, hash::mix64, perft};
///
/// /// Players take one or two stones in turn; the player who takes the last stone wins.
/// #[derive(Clone, Copy, Debug)]
/// struct Stones(u8, Side);
///
/// impl SmallGame for Stones {
///     type Move = u8;
///
///     fn mover(&self) -> Side {
///         self.1
///     }
///
///     fn moves(&self, moves: &mut impl Extend<u8>) {
///         moves.extend((1..=2).filter(|&taken| taken <= self.0));
///     }
///
///     fn after(&self, taken: u8) -> Stones {
///         Stones(self.0 - taken, !self.1)
///     }
///
///     fn identity(&self) -> u64 {
///         mix64(u64::from(self.0) << 1 | self.1 as u64)
///     }
///
///     fn ending(&self) -> Option<(Option<Side>, &'static str)> {
///         (self.0 == 0).then_some((Some(!self.1), "the last stone is taken"))
///     }
/// }
///
/// assert_eq!(perft(&mut Stones(5, Side::First), 2), 4);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a game",
    label = "expected a type that implements `SmallGame` or `Game`",
    note = "a position that is cheap to copy implements `SmallGame`, any other `Game`"
)]
pub trait SmallGame: Copy + Debug + Send + Sync + 'static {
    /// A move; see [`Game::Move`].
    type Move: GameMove;

    /// Whether the sides always alternate; see [`Game::ALTERNATES`].
    const ALTERNATES: bool = true;

    /// The pass move of a game in which a side without moves passes; otherwise such a side has
    /// lost.
    const PASS: Option<Self::Move> = None;

    /// The side to move.
    fn mover(&self) -> Side;

    /// Generates every legal move except a pass once, in a fixed order. It is called only while the
    /// game goes on.
    fn moves(&self, moves: &mut impl Extend<Self::Move>);

    /// The position after a legal move.
    fn after(&self, mv: Self::Move) -> Self;

    /// The key of the position; see [`Game::key`]. [`mix64`](crate::hash::mix64) makes one from a
    /// number that is unique to each position.
    fn identity(&self) -> u64;

    /// The winner (`None` in a draw) and the reason, if the rules have ended the game.
    fn ending(&self) -> Option<(Option<Side>, &'static str)>;

    /// Whether a move is among [`SmallGame::moves`]; a game with a faster test overrides it.
    fn has_move(&self, mv: Self::Move) -> bool {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.contains(&mv)
    }
}

/// Forwards moves and records whether there were any.
struct Noting<'a, E> {
    moves: &'a mut E,
    any: bool,
}

impl<M, E: Extend<M>> Extend<M> for Noting<'_, E> {
    fn extend<I: IntoIterator<Item = M>>(&mut self, moves: I) {
        let any = &mut self.any;
        self.moves.extend(moves.into_iter().inspect(|_| *any = true));
    }
}

impl<S: SmallGame> Game for S {
    type Move = S::Move;
    type Undo = S;
    const ALTERNATES: bool = S::ALTERNATES;
    const PATH_MATTERS: bool = false;

    fn side_to_move(&self) -> Side {
        self.mover()
    }

    fn legal_moves(&self, moves: &mut impl Extend<S::Move>) {
        if self.ending().is_some() {
            return;
        }
        let Some(pass) = S::PASS else { return self.moves(moves) };
        let mut noting = Noting { moves, any: false };
        self.moves(&mut noting);
        if !noting.any {
            moves.extend([pass]);
        }
    }

    fn is_legal(&self, mv: S::Move) -> bool {
        if self.ending().is_some() {
            return false;
        }
        if S::PASS != Some(mv) {
            return self.has_move(mv);
        }
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.is_empty()
    }

    fn make(&mut self, mv: S::Move) -> S {
        core::mem::replace(self, self.after(mv))
    }

    fn unmake(&mut self, _: S::Move, before: S) {
        *self = before;
    }

    fn key(&self) -> u64 {
        self.identity()
    }

    fn verdict(&self, ply: usize) -> Verdict {
        let Some((winner, _)) = self.ending() else { return Verdict::Open };
        let score = match winner {
            Some(side) if side == self.mover() => -Score::mated_in(ply),
            Some(_) => Score::mated_in(ply),
            None => Score::ZERO,
        };
        Verdict::Exact(score, Reach::Position)
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some((winner, reason)) = self.ending() {
            return Some(winner.map_or_else(|| Outcome::draw(reason), |side| Outcome::win(side, reason)));
        }
        let stuck = crate::legal_moves(self).is_empty();
        stuck.then(|| Outcome::win(!self.mover(), "no legal move"))
    }
}
