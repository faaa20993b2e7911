//! The drivers of the root in several games: with the exact set each returns the minimax value,
//! tolerance search a value within the tolerance.

use crate::common::{Connect, Walk, noise};
use duiyi_game::hash::mix64;
use duiyi_search::{
    Driver, Enhancements, Game, Heuristics, Limits, ParallelSearcher, Scheme, Score, SearchResult, Searcher, Table,
    Verdict, legal_moves, minimax_of_candidates,
};
use proptest::prelude::*;

fn searched<G: Heuristics + Clone>(
    game: &G,
    evaluate: fn(&G) -> Score,
    depth: u32,
    set: impl FnOnce(&mut Searcher<G, fn(&G) -> Score>),
) -> SearchResult<G::Move> {
    let mut searcher = Searcher::new(evaluate);
    searcher.enhancements = Enhancements::exact();
    set(&mut searcher);
    searcher.search(game).table(&Table::new(1)).limits(Limits::depth(depth)).run()
}

/// A position of a stone game after some random moves, if the game is still open.
fn after(mut game: Connect, seed: u64, plies: usize) -> Option<Connect> {
    for i in 0..plies {
        let moves = legal_moves(&game);
        game.make(moves[(mix64(seed ^ i as u64) % moves.len() as u64) as usize]);
        if game.verdict(0) != Verdict::Open {
            return None;
        }
    }
    Some(game)
}

/// Compares every driver with minimax; returns the difference of tolerance search.
fn check<G: Heuristics + Clone>(
    game: &G,
    evaluate: fn(&G) -> Score,
    depth: u32,
    tolerance: i32,
    table: bool,
) -> Result<u32, TestCaseError> {
    let expected = minimax_of_candidates(&mut game.clone(), &mut |game| evaluate(game), depth);
    let by = |driver: Driver| {
        searched(game, evaluate, depth, |searcher| {
            searcher.driver = driver;
            searcher.enhancements.table = table;
            searcher.parameters.tolerance = tolerance;
        })
    };
    for driver in [Driver::Aspiration, Driver::Mtdf, Driver::AlphaBeta] {
        prop_assert_eq!(by(driver).value, expected, "{} at depth {}", driver.name(), depth);
    }
    let found = by(Driver::Tolerance);
    let error = expected.get() - found.value.get();
    prop_assert!((0..=tolerance).contains(&error), "{error} away at depth {depth}");
    prop_assert!(error == 0 || !expected.is_decisive() && !found.score.is_decisive());
    // The move is worth at least its score.
    if let Some(best) = found.best {
        let mut after = game.clone();
        let side = after.side_to_move();
        after.make(best);
        let value = match after.verdict(1) {
            Verdict::Exact(score, _) => score,
            Verdict::Open => minimax_of_candidates(&mut after, &mut |game| evaluate(game), depth - 1),
            _ => return Ok(error.unsigned_abs()),
        };
        let value = if after.side_to_move() == side { value.get() } else { -value.get() };
        // Decisive scores count from the position after the move.
        prop_assert!(value >= found.score.get() - 1, "the move is worth {value}");
    }
    Ok(error.unsigned_abs())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn drivers_agree_on_games_of_stones(seed in any::<u64>(), p in 1usize..3, plies in 0usize..6, depth in 1u32..5) {
        let Some(game) = after(Connect::new(4, 4, 4, p, 1), seed, plies) else { return Ok(()) };
        check(&game, noise, depth, (seed % 20) as i32, true)?;
    }

    #[test]
    fn drivers_agree_where_the_path_matters(seed in any::<u64>(), points in 3u64..40, degree in 2u64..5, depth in 1u32..7) {
        check(&Walk::new(seed, points, degree), Walk::value, depth, (seed % 30) as i32, false)?;
    }
}

#[test]
fn drivers_agree_in_deep_trees() {
    let mut apart = 0;
    for (m, n, k, p) in [(3, 3, 3, 1), (5, 5, 4, 1), (4, 4, 4, 2)] {
        for depth in [5, 6] {
            let game = Connect::new(m, n, k, p, 1);
            let by = |driver| searched(&game, noise, depth, |searcher| searcher.driver = driver);
            let expected = by(Driver::Aspiration).score;
            assert_eq!((by(Driver::Mtdf).score, by(Driver::AlphaBeta).score), (expected, expected));
            apart += (by(Driver::Tolerance).score != expected) as u32;
        }
    }
    assert!(apart > 0, "a tolerance of ten changes some value");
}

/// Null windows yield no line: the line of MTD(f) comes from the table.
#[test]
fn every_driver_returns_a_line() {
    for driver in Driver::ALL {
        let game = Connect::new(5, 5, 4, 1, 1);
        let found = searched(&game, noise, 5, |searcher| searcher.driver = driver);
        assert_eq!(found.pv.len(), 5, "{}", driver.name());
        let mut end = game.clone();
        for &mv in &found.pv {
            assert!(end.is_legal(mv));
            end.make(mv);
        }
        let value = if end.side_to_move() == game.side_to_move() { noise(&end) } else { -noise(&end) };
        if driver != Driver::Tolerance {
            assert_eq!(value, found.score, "{}", driver.name());
        }
        let without = searched(&game, noise, 3, |searcher| {
            searcher.driver = driver;
            searcher.enhancements.table = false;
        });
        let one = matches!(driver, Driver::Mtdf | Driver::Tolerance);
        assert_eq!(without.pv.len(), if one { 1 } else { 3 }, "{}", driver.name());
    }
}

#[test]
fn drivers_agree_with_several_lines_and_threads() {
    let game = Connect::new(4, 4, 4, 1, 1);
    let lines = |driver| {
        let found = searched(&game, noise, 4, |searcher| {
            searcher.driver = driver;
            searcher.multi_pv = 3;
        });
        found.lines.iter().map(|line| line.score).collect::<Vec<_>>()
    };
    assert_eq!(lines(Driver::Mtdf), lines(Driver::Aspiration));
    assert_eq!(lines(Driver::AlphaBeta), lines(Driver::Aspiration));
    for scheme in [Scheme::YoungBrothersWait, Scheme::LazySmp { lockstep: false }] {
        let together = |driver| {
            let evaluator = || noise as fn(&Connect) -> Score;
            let mut searcher = ParallelSearcher::new(evaluator());
            searcher.set_threads(2, evaluator);
            searcher.scheme = scheme;
            searcher.main.driver = driver;
            searcher.main.enhancements = Enhancements::exact();
            searcher.main.parameters.split_depth = 1;
            searcher.main.parameters.open_depth = 1;
            searcher.search(&game).table(&Table::new(1)).limits(Limits::depth(5)).run()
        };
        let expected = together(Driver::Aspiration).score;
        for driver in [Driver::Mtdf, Driver::AlphaBeta] {
            let found = together(driver);
            assert_eq!(found.score, expected, "{} {scheme:?}", driver.name());
            assert!(found.best.is_some_and(|best| found.pv.first() == Some(&best)));
        }
    }
}
