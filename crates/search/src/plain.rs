//! A game without heuristics.

use crate::{Evaluator, Heuristics};
use duiyi_game::{Game, Outcome, Score, Side, Verdict};

/// A wrapper that implements [`Heuristics`] for any [`Game`] with the defaults of all items. It
/// also wraps an evaluator of the game.
///
/// ```
/// use duiyi_game::nim::Nim;
/// # use duiyi_search::*;
/// let mut searcher = Searcher::new(Plain(|_: &Nim| Score::ZERO));
/// let found = searcher.search(&Plain(Nim::new(10))).limits(Limits::depth(12)).run();
/// assert_eq!(found.best, Some(1), "leaves nine, a multiple of three");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plain<T>(pub T);

impl<G: Game> Game for Plain<G> {
    type Move = G::Move;
    type Undo = G::Undo;

    const ALTERNATES: bool = G::ALTERNATES;
    const PATH_MATTERS: bool = G::PATH_MATTERS;
    const SYMMETRIES: u8 = G::SYMMETRIES;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.0.side_to_move()
    }

    #[inline]
    fn legal_moves(&self, moves: &mut impl Extend<G::Move>) {
        self.0.legal_moves(moves);
    }

    #[inline]
    fn is_legal(&self, mv: G::Move) -> bool {
        self.0.is_legal(mv)
    }

    #[inline]
    fn make(&mut self, mv: G::Move) -> G::Undo {
        self.0.make(mv)
    }

    #[inline]
    fn unmake(&mut self, mv: G::Move, undo: G::Undo) {
        self.0.unmake(mv, undo);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.0.key()
    }

    #[inline]
    fn verdict(&self, ply: usize) -> Verdict {
        self.0.verdict(ply)
    }

    #[inline]
    fn stuck(&self, ply: usize) -> Score {
        self.0.stuck(ply)
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    #[inline]
    fn perft(&mut self, depth: u32) -> u64 {
        self.0.perft(depth)
    }

    #[inline]
    fn reversible(&self) -> usize {
        self.0.reversible()
    }

    #[inline]
    fn canonical(&self) -> (u64, u8) {
        self.0.canonical()
    }

    #[inline]
    fn image(&self, mv: G::Move, symmetry: u8) -> G::Move {
        self.0.image(mv, symmetry)
    }

    #[inline]
    fn preimage(&self, mv: G::Move, symmetry: u8) -> G::Move {
        self.0.preimage(mv, symmetry)
    }
}

impl<G: Game> Heuristics for Plain<G> {
    type Insight = ();
}

impl<G: Game, E: Evaluator<G>> Evaluator<Plain<G>> for Plain<E> {
    #[inline]
    fn reset(&mut self, game: &Plain<G>) {
        self.0.reset(&game.0);
    }

    #[inline]
    fn push(&mut self, game: &Plain<G>, mv: G::Move) {
        self.0.push(&game.0, mv);
    }

    #[inline]
    fn pop(&mut self) {
        self.0.pop();
    }

    #[inline]
    fn evaluate(&mut self, game: &Plain<G>) -> Score {
        self.0.evaluate(&game.0)
    }
}
