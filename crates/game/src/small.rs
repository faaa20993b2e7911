//! A shorter description for games whose positions are small enough to copy.

use crate::{Game, GameMove, Outcome, Reach, Score, Side, Verdict};
use alloc::vec::Vec;
use core::fmt::Debug;

/// A game whose position is a small value: taking a move back restores the value before.
///
/// What is written here is enough for [`Game`], which every type of this kind has. Positions
/// decide alone: repetitions and counts of moves do not matter to the rules.
///
/// ```
/// use duiyi_game::{Side, SmallGame, hash::mix64, perft};
///
/// /// Whoever takes the last of some stones wins; one or two are taken at a time.
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
pub trait SmallGame: Copy + Debug + Send + Sync + 'static {
    /// A move; see [`Game::Move`].
    type Move: GameMove;

    /// Whether the sides always alternate; see [`Game::ALTERNATES`].
    const ALTERNATES: bool = true;

    /// The move of a side that has none, where such a side passes; without it, it has lost.
    const PASS: Option<Self::Move> = None;

    /// The side to move.
    fn mover(&self) -> Side;

    /// Gives every legal move but a pass once, in an order that is always the same. It is called
    /// only where the game goes on.
    fn moves(&self, moves: &mut impl Extend<Self::Move>);

    /// The position after a legal move.
    fn after(&self, mv: Self::Move) -> Self;

    /// The identity of the position; see [`Game::key`]. [`mix64`](crate::hash::mix64) makes one
    /// from a number that tells all positions apart.
    fn identity(&self) -> u64;

    /// Where the rules have ended the game: the winner, none in a draw, and the reason.
    fn ending(&self) -> Option<(Option<Side>, &'static str)>;

    /// Whether a move is one of [`SmallGame::moves`]; a game that can answer faster than by
    /// making the list writes its own.
    fn has_move(&self, mv: Self::Move) -> bool {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.contains(&mv)
    }
}

/// Passes moves on and notes whether there were any.
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
