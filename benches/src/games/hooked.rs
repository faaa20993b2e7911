//! A game whose moves are counted, or whose enhancements are fixed when it is compiled.

use super::SmallGame;
use duiyi_search::{Enhancements, Game, Generation, Heuristics, MoveSink, Verdict};
use std::cell::Cell;

thread_local! {
    static MOVES: Cell<u64> = const { Cell::new(0) };
}

/// Counts a move made on this thread.
pub fn count_move() {
    MOVES.with(|moves| moves.set(moves.get() + 1));
}

/// How many moves were counted on this thread.
pub fn moves_counted() -> u64 {
    MOVES.get()
}

/// A small game; with `COUNT` its moves are counted, with `FIXED` the search is
/// compiled for [`Enhancements::exact`] alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hooked<G, const COUNT: bool, const FIXED: bool>(pub G);

impl<G: SmallGame, const COUNT: bool, const FIXED: bool> Game for Hooked<G, COUNT, FIXED> {
    type Move = u8;
    type Undo = ();
    const PATH_MATTERS: bool = G::PATH_MATTERS;
    const HAS_LOUD: bool = G::HAS_LOUD;

    #[inline]
    fn side_to_move(&self) -> usize {
        self.0.side_to_move()
    }

    #[inline]
    fn make(&mut self, mv: u8) {
        if COUNT {
            count_move();
        }
        self.0.make(mv);
    }

    #[inline]
    fn unmake(&mut self, mv: u8, (): ()) {
        self.0.unmake(mv, ());
    }

    #[inline]
    fn generate(&self, kind: Generation, moves: &mut MoveSink<'_, u8>) {
        self.0.generate(kind, moves);
    }

    #[inline]
    fn is_playable(&self, mv: u8) -> bool {
        self.0.is_playable(mv)
    }

    #[inline]
    fn table_key(&self) -> u64 {
        self.0.table_key()
    }

    #[inline]
    fn verdict(&mut self, ply: usize) -> Verdict {
        self.0.verdict(ply)
    }
}

impl<G: SmallGame, const COUNT: bool, const FIXED: bool> Heuristics for Hooked<G, COUNT, FIXED> {
    const FIXED: Option<Enhancements> = if FIXED { Some(Enhancements::exact()) } else { None };
    const HISTORY_SLOTS: usize = G::HISTORY_SLOTS;

    #[inline]
    fn history_slot(&self, mv: u8) -> usize {
        self.0.history_slot(mv)
    }
}
