//! A game that counts its moves, or fixes its enhancements at compile time.

use super::small_game::SmallGame;
use duiyi_search::{Enhancements, Game, GameMove, Heuristics, Side, Slots, Verdict};
use std::{cell::Cell, num::NonZeroU8};

thread_local! {
    static MOVES: Cell<u64> = const { Cell::new(0) };
}

/// Counts a move made on this thread.
pub fn count_move() {
    MOVES.with(|moves| moves.set(moves.get() + 1));
}

/// The number of moves counted on this thread.
pub fn moves_counted() -> u64 {
    MOVES.get()
}

/// The number of a move, stored so that an optional move takes one byte
/// and two of them are compared at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbered(NonZeroU8);

impl Numbered {
    #[inline]
    fn new(number: u8) -> Numbered {
        Numbered(NonZeroU8::MIN | number << 1)
    }

    #[inline]
    fn number(self) -> u8 {
        self.0.get() >> 1
    }
}

impl GameMove for Numbered {
    #[inline]
    fn to_bits(self) -> u32 {
        self.0.get().into()
    }

    #[inline]
    fn from_bits(bits: u32) -> Option<Numbered> {
        NonZeroU8::new(bits as u8).map(Numbered)
    }
}

/// A small game; with `COUNT` its moves are counted, with `FIXED` the search is
/// compiled for [`Enhancements::exact`] alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hooked<G, const COUNT: bool, const FIXED: bool>(pub G);

impl<G: SmallGame, const COUNT: bool, const FIXED: bool> Game for Hooked<G, COUNT, FIXED> {
    type Move = Numbered;
    type Undo = ();
    const PATH_MATTERS: bool = G::PATH_MATTERS;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.0.side_to_move()
    }

    #[inline]
    fn make(&mut self, mv: Numbered) {
        if COUNT {
            count_move();
        }
        self.0.make(mv.number());
    }

    #[inline]
    fn unmake(&mut self, mv: Numbered, (): ()) {
        self.0.unmake(mv.number(), ());
    }

    fn legal_moves(&self, moves: &mut impl Extend<Numbered>) {
        moves.extend(self.0.moves().map(Numbered::new));
    }

    #[inline]
    fn is_legal(&self, mv: Numbered) -> bool {
        self.0.is_legal(mv.number())
    }

    #[inline]
    fn key(&self) -> u64 {
        self.0.key()
    }

    #[inline]
    fn verdict(&self, ply: usize) -> Verdict {
        self.0.verdict(ply)
    }
}

impl<G: SmallGame, const COUNT: bool, const FIXED: bool> Heuristics for Hooked<G, COUNT, FIXED> {
    type Insight = ();

    const FIXED: Option<Enhancements> = if FIXED { Some(Enhancements::exact()) } else { None };
    const HISTORY: Slots<Self> =
        Slots { count: G::HISTORY.count, slot: |game, mv| (G::HISTORY.slot)(&game.0, mv.number()) };
}
