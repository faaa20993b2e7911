//! The value of a position by definition: the yardstick of every test.

use crate::{Depth, Heuristics, Score, Verdict, candidates};

/// Plain minimax over what the search looks at: every line to `depth` plies, no
/// cut-off, no table. A search with [`Enhancements::exact`](crate::Enhancements::exact)
/// must return the same score; authors of games can test theirs so. For a game that
/// does not select it is [`duiyi_game::minimax`].
///
/// The rules are asked first, below the root with the widest window and at the root as a
/// referee asks them, as the search does it: a game that is over is worth what they say.
pub fn minimax<G: Heuristics>(game: &mut G, evaluate: &mut impl FnMut(&G) -> Score, depth: u32) -> Score {
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
