//! Playouts: the value of a leaf is the result of a random game from it.

use super::{
    bounds::Bounds,
    estimator::{Estimator, Leaf},
};
use crate::{Heuristics, MAX_PLY, heuristics::generate_all, move_sink::Candidate};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::Rng};
use std::mem::needs_drop;

/// Chooses the moves of a playout.
///
/// An implementation may play a win where it finds one, or prefer some kind of move: playouts that
/// resemble real games give better estimates.
pub trait Rollout<G: Heuristics> {
    /// A move of a position that the rules leave open; `None` if it has none. `moves` is an empty
    /// list whose memory is reused between calls.
    fn choose(&mut self, game: &mut G, moves: &mut Vec<G::Move>, random: &mut Xoshiro256PlusPlus) -> Option<G::Move>;
}

/// Chooses uniformly among the legal moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct LegalMoves;

impl<G: Heuristics> Rollout<G> for LegalMoves {
    #[inline]
    fn choose(&mut self, game: &mut G, moves: &mut Vec<G::Move>, random: &mut Xoshiro256PlusPlus) -> Option<G::Move> {
        game.legal_moves(moves);
        moves.get(below(random, moves.len())).copied()
    }
}

/// Chooses uniformly among the moves that a search considers: a threatened side answers the threat
/// ([`Heuristics::threatened`]), and moves that the game omits are not played
/// ([`Heuristics::generate`]).
#[derive(Clone, Debug)]
pub struct Candidates<M> {
    stack: Vec<Candidate<M>>,
}

impl<M> Default for Candidates<M> {
    fn default() -> Candidates<M> {
        Candidates { stack: Vec::new() }
    }
}

impl<G: Heuristics> Rollout<G> for Candidates<G::Move> {
    fn choose(&mut self, game: &mut G, _: &mut Vec<G::Move>, random: &mut Xoshiro256PlusPlus) -> Option<G::Move> {
        self.stack.clear();
        generate_all(game, &G::Insight::default(), &mut self.stack);
        self.stack.get(below(random, self.stack.len())).map(|candidate| candidate.mv)
    }
}

/// A random number below `n`, which is below 2³²; 0 for `n` = 0.
#[inline]
pub(super) fn below(random: &mut Xoshiro256PlusPlus, n: usize) -> usize {
    ((random.next_u64() >> 32) * n as u64 >> 32) as usize
}

/// An estimator that plays each leaf to the end, with moves chosen by a [`Rollout`].
///
/// A game without heap memory (by [`needs_drop`]) is copied for a playout; in other games the moves
/// are taken back.
#[derive(Clone, Debug)]
pub struct Playouts<G: Heuristics, R = LegalMoves> {
    /// The number of moves after which a playout counts as a draw; 512 by default.
    pub longest: usize,
    rollout: R,
    moves: Vec<G::Move>,
    made: Vec<(G::Move, G::Undo)>,
}

/// Initial capacity for the moves of a position.
const ROOM: usize = 512;

impl<G: Heuristics> Playouts<G> {
    /// Playouts with uniform legal moves.
    pub fn new() -> Playouts<G> {
        Playouts::by(LegalMoves)
    }
}

impl<G: Heuristics> Default for Playouts<G> {
    fn default() -> Playouts<G> {
        Playouts::new()
    }
}

impl<G: Heuristics, R: Rollout<G>> Playouts<G, R> {
    /// Playouts with the moves of a rollout.
    pub fn by(rollout: R) -> Playouts<G, R> {
        let made = if needs_drop::<G>() { ROOM } else { 0 };
        Playouts { longest: ROOM, rollout, moves: Vec::with_capacity(ROOM), made: Vec::with_capacity(made) }
    }

    /// Plays from a position `ply` plies from the root; returns the result of the side to move
    /// there. With `KEEP` the moves are recorded and taken back.
    fn play<const KEEP: bool>(&mut self, game: &mut G, ply: usize, random: &mut Xoshiro256PlusPlus) -> f32 {
        let side = game.side_to_move();
        for made in 0..=self.longest {
            // A score counts at most this many plies.
            let ply = (ply + made).min(MAX_PLY);
            let bounds = Bounds::of_verdict(game.verdict(ply));
            let ended = if bounds.is_decided() {
                Some(bounds)
            } else {
                self.moves.clear();
                match self.rollout.choose(game, &mut self.moves, random) {
                    Some(mv) => {
                        let undo = game.make(mv);
                        if KEEP {
                            self.made.push((mv, undo));
                        }
                        None
                    }
                    None => Some(Bounds::exactly(game.stuck(ply))),
                }
            };
            if let Some(bounds) = ended {
                let result = bounds.result();
                return if game.side_to_move() == side { result } else { 1.0 - result };
            }
        }
        0.5
    }
}

impl<G: Heuristics + Clone, R: Rollout<G>> Estimator<G> for Playouts<G, R> {
    fn result(&mut self, leaf: Leaf<'_, G>) -> f32 {
        if !needs_drop::<G>() {
            return self.play::<false>(&mut leaf.game.clone(), leaf.ply, leaf.random);
        }
        self.made.clear();
        let result = self.play::<true>(leaf.game, leaf.ply, leaf.random);
        while let Some((mv, undo)) = self.made.pop() {
            leaf.game.unmake(mv, undo);
        }
        result
    }
}
