//! Functions for any game: perft by move, random playouts and plain minimax.

use crate::{Game, Outcome, Score, Verdict, legal_moves};
use alloc::vec::Vec;

/// [`perft`](crate::perft) by first move, in the order of generation, counted by [`Game::perft`].
/// Empty for a depth of 0.
pub fn perft_divide<G: Game>(game: &mut G, depth: u32) -> Vec<(G::Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let moves = legal_moves(game);
    let mut below = |mv| {
        let undo = game.make(mv);
        let count = game.perft(depth - 1);
        game.unmake(mv, undo);
        (mv, count)
    };
    moves.into_iter().map(&mut below).collect()
}

/// Plays a game to its end, or for at most `most` moves; `choose(n)` returns a number below `n`.
/// Returns the outcome, or `None` if the game has not ended.
///
/// ```
/// use duiyi_game::{nim::Nim, playout};
/// let mut seed = 7_u32;
/// let ended = playout(&mut Nim::new(9), 100, |n| {
///     seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
///     seed as usize % n
/// });
/// assert!(ended.is_some_and(|outcome| outcome.winner.is_some()));
/// ```
pub fn playout<G: Game>(game: &mut G, most: usize, mut choose: impl FnMut(usize) -> usize) -> Option<Outcome> {
    let mut moves = Vec::new();
    for _ in 0..most {
        if let Some(outcome) = game.outcome() {
            return Some(outcome);
        }
        moves.clear();
        game.legal_moves(&mut moves);
        let mv = *moves.get(choose(moves.len()))?;
        game.make(mv);
    }
    game.outcome()
}

/// Plain minimax: the value of a position for the side to move. It searches every line to `depth`
/// plies without cutoffs or a table. `evaluate` scores a position at the horizon for its side to
/// move.
///
/// The verdict of the rules comes first, at the root as for a referee: a game that is over has the
/// score of its verdict. Bounds apply only below the root, as in a search.
///
/// ```
/// use duiyi_game::{Score, minimax, nim::Nim};
/// // The side to move with a multiple of three has lost: three stones last two plies.
/// assert_eq!(minimax(&mut Nim::new(3), &mut |_| Score::ZERO, 9), Score::mated_in(2));
/// assert_eq!(minimax(&mut Nim::new(4), &mut |_| Score::ZERO, 9), Score::mate_in(3));
/// ```
pub fn minimax<G: Game>(game: &mut G, evaluate: &mut impl FnMut(&G) -> Score, depth: u32) -> Score {
    value(game, evaluate, depth, 0)
}

fn value<G: Game>(game: &mut G, evaluate: &mut impl FnMut(&G) -> Score, depth: u32, ply: usize) -> Score {
    let (mut floor, mut ceiling) = (-Score::INFINITE, Score::INFINITE);
    match game.verdict(ply) {
        Verdict::Exact(score, _) => return score,
        Verdict::AtLeast(score, _) if ply > 0 => floor = score,
        Verdict::AtMost(score, _) if ply > 0 => ceiling = score,
        _ => {}
    }
    if depth == 0 {
        return evaluate(game).clamped().clamp(floor, ceiling);
    }
    let mut best = None;
    for mv in legal_moves(game) {
        let side = game.side_to_move();
        let undo = game.make(mv);
        let score = value(game, evaluate, depth - 1, ply + 1);
        let score = if game.side_to_move() == side { score } else { -score };
        game.unmake(mv, undo);
        best = best.max(Some(score));
    }
    best.unwrap_or_else(|| game.stuck(ply)).clamp(floor, ceiling)
}
