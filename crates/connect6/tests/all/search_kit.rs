//! Both forms of the game for the search, checked by the search's kit and by minimax.
#![cfg(feature = "engine")]

use crate::common::walked;
use duiyi_connect6::evaluation::{Tables, Valuation, Weights};
use duiyi_connect6::notation::diagram;
use duiyi_connect6::search::{
    Effort, Insight, Pair, SearchSettings, StandingThreat, StonePosition, TurnPosition, Width,
};
use duiyi_connect6::{Board, Point, Rules, Turn, WHITE};
use duiyi_search::{
    Enhancements, Game, GameMove, LimitControl, Limits, Searcher, Stateless, StopHandle, Table,
    kit::{self, Plan},
    minimax,
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
        let plan = Plan { games: 1, most: if rules == Rules::CONNECT6 { 2 } else { 8 }, ..plan };
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
            let expected = minimax(&mut game, &mut |game: &StonePosition| game.position.evaluate(), depth);
            let mut searcher = Searcher::new(Stateless(|game: &StonePosition| game.position.evaluate()));
            searcher.enhancements = Enhancements::exact();
            let mut control = LimitControl::new(Limits::depth(depth), StopHandle::new());
            let found = searcher.search(&mut game, &Table::new(1), &mut control, &mut (), |_| true);
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
