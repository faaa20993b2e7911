//! With all switches off that may change a value, the search equals minimax: in an alternating
//! game, in one with two moves per turn, and in one whose verdicts depend on the path.

use crate::common::{Connect, Walk, check_kit, noise, search};
use duiyi_search::{Enhancements, Game, Heuristics, Score, minimax_of_candidates};
use proptest::prelude::*;

/// Plain alpha-beta, the full exact set, and the exact set with each switch off in turn.
///
/// With verdicts that depend on the path only without the table: it stores the value of a position
/// without its history.
fn exact_sets(path_dependent: bool) -> Vec<(&'static str, Enhancements)> {
    let mut exact = Enhancements::exact();
    exact.table &= !path_dependent;
    let mut sets = vec![("none", Enhancements::none()), ("exact", exact)];
    for &name in Enhancements::NAMES {
        let mut set = exact;
        set.set(name, false).unwrap();
        // A table that may answer with a deeper search is not exact.
        if set.exact_table || !set.table {
            sets.push((name, set));
        }
    }
    sets
}

fn check<G: Heuristics + Clone>(game: &G, evaluate: fn(&G) -> Score, depth: u32, path_dependent: bool) {
    let expected = minimax_of_candidates(&mut game.clone(), &mut |game| evaluate(game), depth);
    for (name, set) in exact_sets(path_dependent) {
        let found = search(&mut game.clone(), evaluate, depth, set);
        assert_eq!(found.value, expected, "{name} at depth {depth}");
        if let Some(best) = found.best {
            // The best move must have that value.
            let mut after = game.clone();
            let side = after.side_to_move();
            after.make(best);
            let reply = match after.verdict(1) {
                duiyi_search::Verdict::Open => Some(minimax_from(&mut after, evaluate, depth - 1)),
                duiyi_search::Verdict::Exact(score, _) => Some(score),
                _ => None,
            };
            if let Some(reply) = reply {
                let value = if after.side_to_move() == side { reply } else { -reply };
                assert_eq!(value, expected, "{name}: the best move");
            }
        }
    }
}

/// Minimax one ply down, with decisive scores counted from the root above.
fn minimax_from<G: Heuristics>(game: &mut G, evaluate: impl Fn(&G) -> Score, depth: u32) -> Score {
    // Independent of from_root: one ply farther away.
    let score = minimax_of_candidates(game, &mut |game| evaluate(game), depth);
    if score.is_decisive() { score - score.get().signum() } else { score }
}

#[test]
fn the_games_pass_the_kit() {
    for (stones, first) in [(1, 1), (2, 1), (2, 2)] {
        let tally = check_kit(&Connect::new(4, 4, 4, stones, first), noise, 20);
        assert!(tally.moves > 500 && tally.searches == 60, "{tally:?}");
    }
    for seed in 0..10 {
        let tally = check_kit(&Walk::new(seed, 30, 4), Walk::value, 20);
        assert!(tally.noisy > 0 && tally.noisy < tally.moves, "{tally:?}");
    }
}

#[test]
fn tic_tac_toe_is_a_draw_and_every_depth_is_exact() {
    let game = Connect::new(3, 3, 3, 1, 1);
    for depth in 1..=9 {
        check(&game, noise, depth, false);
    }
    assert_eq!(search(&mut game.clone(), noise, 9, Enhancements::exact()).score, Score::ZERO);
}

#[test]
fn games_with_two_stones_a_turn_are_exact() {
    for (m, n, k, q) in [(3, 3, 3, 1), (4, 3, 3, 1), (4, 4, 4, 1), (3, 3, 3, 2)] {
        for depth in 1..=4 {
            check(&Connect::new(m, n, k, 2, q), noise, depth, false);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn walks_with_path_dependent_verdicts_are_exact(seed in any::<u64>(), points in 3u64..40, degree in 2u64..5, depth in 1u32..7) {
        check(&Walk::new(seed, points, degree), Walk::value, depth, true);
    }

    #[test]
    fn positions_within_a_game_are_exact(seed in any::<u64>(), plies in 0usize..6, depth in 1u32..4) {
        let mut game = Connect::new(4, 4, 4, 2, 1);
        for i in 0..plies {
            let moves = duiyi_search::legal_moves(&game);
            game.make(moves[(duiyi_game::hash::mix64(seed ^ i as u64) % moves.len() as u64) as usize]);
            prop_assume!(game.verdict(0) == duiyi_search::Verdict::Open);
        }
        check(&game, noise, depth, false);
    }
}

/// Within the band of evaluations, of wins by a rule, or of mates.
fn in_a_band(score: Score, depth: u32) -> bool {
    let distance = |from: Score| from.get() - score.get().abs();
    let reach = depth as i32 * 2 + 2;
    !score.is_decisive() || (0..=reach).contains(&distance(Score::MATE)) || (0..=reach).contains(&distance(Score::RULE))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// With every enhancement, in games with and without verdicts that depend on the path: no score
    /// lies between the bands, and no decisive score is farther from the end of its band than the
    /// depth of the search.
    #[test]
    fn scores_stay_in_their_bands(seed in any::<u64>(), points in 3u64..40, degree in 2u64..5, depth in 1u32..7) {
        let found = search(&mut Walk::new(seed, points, degree), Walk::value, depth, Enhancements::default());
        prop_assert!(in_a_band(found.score, depth), "{:?}", found.score);
        let mut connect = Connect::new(4, 3, 3, 1 + (seed % 2) as usize, 1);
        let found = search(&mut connect, noise, depth.min(5), Enhancements::default());
        prop_assert!(in_a_band(found.score, depth), "{:?}", found.score);
    }
}
