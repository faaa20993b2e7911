//! Both forms of the game for the search, checked by the search's kit and by minimax.
#![cfg(feature = "engine")]

use crate::common::walked;
use duiyi_connect6::evaluation::{Tables, Valuation, Weights};
use duiyi_connect6::notation::diagram;
use duiyi_connect6::search::{
    Effort, Insight, Pair, SearchSettings, StandingThreat, StonePosition, TurnPosition, Width,
};
use duiyi_connect6::solver::{Solution, Solver, SolverLimits};
use duiyi_connect6::{Board, Point, Rules, Side, Symmetry, Turn, WHITE};
use duiyi_search::{
    Enhancements, Game, GameMove, Limits, Searcher, Table,
    kit::{self, Plan},
    minimax_of_candidates,
};
use proptest::prelude::*;
use std::sync::{Arc, LazyLock};

static PATTERN: LazyLock<Valuation> = LazyLock::new(|| Valuation::pattern(Rules::CONNECT6));

fn tables(rules: Rules) -> Arc<Tables> {
    Tables::new(rules, &Weights::of(rules)).into()
}

#[test]
fn the_kit_reports_no_errors_in_either_form() {
    for (rules, plan) in [
        (Rules::CONNECT6, Plan { seed: 1, games: 2, most: 40 }),
        (Rules::GOMOKU, Plan { seed: 2, games: 2, most: 60 }),
        (Rules::new(8, 8, 5, 2, 1).unwrap(), Plan { seed: 3, games: 6, most: 60 }),
        (Rules::HEXO.resized(11, 11).unwrap(), Plan { seed: 4, games: 4, most: 60 }),
        (Rules::HEXO.resized(31, 31).unwrap(), Plan { seed: 5, games: 2, most: 30 }),
    ] {
        for valuation in [Valuation::usual(rules), Valuation::pattern(rules)] {
            let stones = StonePosition::new(Board::new(rules), valuation);
            let tally = kit::check(&stones, &plan).unwrap_or_else(|broken| panic!("stones, {rules}: {broken}"));
            assert!(tally.moves > 500 && tally.keys > 500 && tally.noisy == 0, "{rules}: {tally:?}");
            let mut pairs = stones;
            pairs.position.settings.pairs = 20;
            kit::check(&pairs, &plan).unwrap_or_else(|broken| panic!("best pairs, {rules}: {broken}"));
        }
        let turns = TurnPosition::new(Board::new(rules), Valuation::pattern(rules)).unwrap();
        // A random game of pairs is short, and each position has tens of thousands of them.
        let plan = Plan { games: 1, most: if rules.cells() > 225 { 2 } else { 8 }, ..plan };
        let tally = kit::check(&turns, &plan).unwrap_or_else(|broken| panic!("turns, {rules}: {broken}"));
        assert!(tally.moves > 50, "{rules}: {tally:?}");
    }
}

#[test]
fn moves_survive_the_table() {
    for index in [0, 1, 360, 3480] {
        let stone = Point::from_index(index);
        assert_eq!(Point::from_bits(stone.to_bits()), Some(stone));
        let single = Pair::single(stone);
        assert_eq!(Pair::from_bits(single.to_bits()), Some(single));
        assert_eq!(single.stones(), (stone, None));
        assert!(single.to_bits() < 1 << 24);
        for other in [2, 359, 3479] {
            let pair = Pair::new(stone, Point::from_index(other));
            assert_eq!(Pair::from_bits(pair.to_bits()), Some(pair));
            let (one, two) = pair.stones();
            assert_eq!(Turn::new(&[one, two.unwrap()]), Turn::new(&[stone, Point::from_index(other)]));
        }
    }
    for none in [0, 3482, 1 << 24] {
        assert_eq!(Point::from_bits(none), None);
    }
    assert_eq!(Pair::from_bits(0), None);
    assert_eq!(Pair::from_bits((1 << 24) - 1), None);
}

#[test]
fn the_exact_search_by_stones_agrees_with_minimax() {
    // Every point is a candidate and the solver is off: what remains is the game with its
    // evaluation, where a side moves twice.
    for (rules, start) in [
        (Rules::new(4, 4, 3, 2, 1).unwrap(), "....\n.X..\n....\n...."),
        (Rules::new(4, 3, 4, 2, 1).unwrap(), "O...\n.X..\n...O"),
        (Rules::new(3, 3, 3, 2, 1).unwrap(), "...\n.X.\n..."),
        (Rules::TIC_TAC_TOE, "X..\n.O.\n..."),
    ] {
        let board = diagram::read(rules, start, WHITE).unwrap();
        let by = |depth| if depth % 2 == 0 { Valuation::pattern(rules) } else { tables(rules).into() };
        for depth in 1..=4 {
            let mut game = StonePosition::new(board.clone(), by(depth));
            game.position.settings = SearchSettings {
                width: Width { root: Width::MOST, inner: Width::MOST },
                effort: Effort::NONE,
                root_effort: 0,
                standing_threat: StandingThreat::NONE,
                prior: 64,
                pairs: 0,
            };
            let expected =
                minimax_of_candidates(&mut game, &mut |game: &StonePosition| game.position.evaluate(), depth);
            let mut searcher = Searcher::new(|game: &StonePosition| game.position.evaluate());
            searcher.enhancements = Enhancements::exact();
            let found = searcher.search(&game).table(&Table::new(1)).limits(Limits::depth(depth)).run();
            assert_eq!(found.score, expected, "{rules} depth {depth}\n{start}");
            assert_eq!(game.position.board(), &board);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn stones_put_by_the_search_are_taken_back(choices in prop::collection::vec(any::<u16>(), 0..40)) {
        let board = walked(Rules::CONNECT6, &choices);
        let mut stones = StonePosition::new(board.clone(), PATTERN.clone());
        let mut turns = TurnPosition::new(board.clone(), PATTERN.clone()).unwrap();
        let (score, key) = (stones.position.evaluate(), stones.key());
        if !board.is_over() {
            for mv in duiyi_search::candidates(&stones, &Insight::default()) {
                stones.make(mv);
                stones.unmake(mv, ());
            }
            for mv in duiyi_search::candidates(&turns, &Insight::default()) {
                prop_assert!(turns.is_legal(mv));
                turns.make(mv);
                turns.unmake(mv, ());
            }
        }
        prop_assert_eq!((stones.position.board(), stones.position.evaluate(), stones.key()), (&board, score, key));
        prop_assert_eq!((turns.position.board(), turns.position.evaluate(), turns.key()), (&board, score, key));
    }
}

/// The position transformed by a symmetry, with the stones put in the opposite order, and perhaps with the colours
/// exchanged.
fn image(board: &Board, symmetry: Symmetry, exchanged: bool) -> Board {
    let rules = board.rules();
    let colour = |side: Side| if exchanged { !side } else { side };
    let mut image = Board::new(rules);
    let stones: Vec<_> = board.stones().collect();
    for &(point, side) in stones.iter().rev() {
        image.set(symmetry.apply(rules, point), colour(side)).unwrap();
    }
    image.set_turn(colour(board.to_move()), board.stones_left()).unwrap();
    image
}

/// A position of at most this many stones within a square of the centre, so that there are threats.
fn crowded(choices: &[u16]) -> Board {
    let mut board = Board::new(Rules::CONNECT6);
    for &choice in choices {
        let free: Vec<Point> = board
            .empties()
            .filter(|&at| {
                let rules = board.rules();
                rules.column(at).abs_diff(9) <= 3 && rules.row(at).abs_diff(9) <= 3
            })
            .collect();
        if board.is_over() || free.is_empty() {
            break;
        }
        board.put(free[usize::from(choice) % free.len()]);
    }
    board
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Evaluations and the solver's verdict do not depend on the side of the board, the colours, or the order of
    /// the stones.
    #[test]
    fn verdicts_are_the_same_for_every_image(choices in prop::collection::vec(any::<u16>(), 4..24)) {
        let board = crowded(&choices);
        let scores = |board: &Board| [Valuation::usual(Rules::CONNECT6), PATTERN.clone()]
            .map(|valuation| StonePosition::new(board.clone(), valuation).position.evaluate());
        let solved = |board: &Board| {
            let mut solver = Solver::new(Rules::CONNECT6, 1 << 16);
            match solver.solve(board, &SolverLimits { turns: 3, ..SolverLimits::default() }) {
                Solution::Win { turns, .. } => Some(turns),
                Solution::NoWin => None,
                other => panic!("{other:?}"),
            }
        };
        let (score, result) = (scores(&board), (!board.is_over()).then(|| solved(&board)));
        for &symmetry in Symmetry::of(board.rules()) {
            for exchanged in [false, true] {
                let same = image(&board, symmetry, exchanged);
                prop_assert_eq!(scores(&same), score, "{:?} {}", symmetry, exchanged);
                if let Some(result) = result {
                    prop_assert_eq!(solved(&same), result, "{:?} {}", symmetry, exchanged);
                }
            }
        }
    }
}
