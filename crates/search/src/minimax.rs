//! The value of a position by definition, as the reference for tests.

use crate::{Depth, Heuristics, Score, Verdict, candidates};

/// Plain minimax over the moves of the search: every line to `depth` plies, without cutoffs or a
/// table. A search with [`Enhancements::exact`](crate::Enhancements::exact) must return the same
/// score; authors of games can use this as a test. For a game that is not selective it equals
/// [`duiyi_game::minimax`].
///
/// The verdict of the rules comes first, with the widest window below the root and as for a referee
/// at the root, as in the search: a game that is over has the score of its verdict.
pub fn minimax_of_candidates<G: Heuristics>(game: &mut G, evaluate: &mut impl FnMut(&G) -> Score, depth: u32) -> Score {
    value(game, evaluate, depth, 0, &G::Insight::default())
}

fn value<G: Heuristics>(
    game: &mut G,
    evaluate: &mut impl FnMut(&G) -> Score,
    depth: u32,
    ply: usize,
    parent: &G::Insight,
) -> Score {
    let (mut floor, mut ceiling) = (-Score::INFINITE, Score::INFINITE);
    let mut insight = G::Insight::default();
    if ply == 0 {
        if let Verdict::Exact(score, _) = game.verdict(0) {
            return score;
        }
    } else {
        let (verdict, found) = game.verdict_within(ply, (floor, ceiling), Depth::plies(depth as i32), parent);
        insight = found;
        match verdict {
            Verdict::Exact(score, _) => return score,
            Verdict::AtLeast(score, _) => floor = score,
            Verdict::AtMost(score, _) => ceiling = score,
            Verdict::Open => {}
        }
    }
    if depth == 0 {
        let score = evaluate(game) + game.evaluation_bias(&insight);
        return score.clamped().clamp(floor, ceiling);
    }
    let mut best = None;
    for mv in candidates(game, &insight) {
        let side = game.side_to_move();
        let undo = game.make(mv);
        let score = value(game, evaluate, depth - 1, ply + 1, &insight);
        let score = if game.side_to_move() == side { score } else { -score };
        game.unmake(mv, undo);
        best = best.max(Some(score));
    }
    best.unwrap_or_else(|| game.stuck(ply)).clamp(floor, ceiling)
}
