//! The value of a position by definition: the yardstick of every test.

use crate::{Generation, Heuristics, MoveSink, Score, Verdict};

/// The legal moves of a position, in the order of generation.
pub fn legal_moves<G: Heuristics>(game: &G) -> Vec<G::Move> {
    let mut stack = Vec::new();
    let mut sink = MoveSink::new(&mut stack);
    if game.threatened() {
        game.generate(Generation::Evasions, &mut sink);
    } else {
        game.generate(Generation::Noisy, &mut sink);
        game.generate(Generation::Quiet, &mut sink);
    }
    stack.into_iter().map(|candidate| candidate.mv).collect()
}

/// Plain minimax: every line to `depth` plies, no cut-off, no table. A search
/// with [`Enhancements::exact`](crate::Enhancements::exact) must return the same
/// score; authors of games can test theirs so.
///
/// The rules are asked everywhere but at the root, as the search does it.
pub fn minimax<G: Heuristics>(game: &mut G, evaluate: &mut impl FnMut(&G) -> Score, depth: u32) -> Score {
    value(game, evaluate, depth, 0)
}

fn value<G: Heuristics>(game: &mut G, evaluate: &mut impl FnMut(&G) -> Score, depth: u32, ply: usize) -> Score {
    let (mut floor, mut ceiling) = (-Score::INFINITE, Score::INFINITE);
    if ply > 0 {
        match game.verdict(ply) {
            Verdict::Exact(score, _) => return score,
            Verdict::AtLeast(score, _) => floor = score,
            Verdict::AtMost(score, _) => ceiling = score,
            Verdict::Open => {}
        }
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
