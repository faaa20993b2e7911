//! The strategies after the ideas of known engines: their budgets and decisions, worked out by hand from their
//! descriptions.

use duiyi_clock::{
    Bonus, ClockState, CraftyLike, ElephantEyeLike, FixedShare, FruitLike, LeelaLike, MoveContext, MoveSummary,
    SearchProgress, Stage, StockfishLike, Strategy, StrategyDecision,
};
use std::{num::NonZeroU32, time::Duration};

fn secs(s: f64) -> Duration {
    Duration::from_secs_f64(s)
}

fn clock(left: u64) -> ClockState {
    ClockState { left: Duration::from_secs(left), ..ClockState::default() }
}

/// The report of an iteration: depth, seconds, score and best move.
fn report((depth, elapsed, score, best): (u32, f64, i32, u32)) -> SearchProgress {
    SearchProgress { depth, elapsed: secs(elapsed), score, best, nodes: 1, ..SearchProgress::default() }
}

/// The seconds that a decision leaves for the last iteration; `None` if the search stops.
fn soft(decision: StrategyDecision) -> Option<f64> {
    match decision {
        StrategyDecision::Adjust(budget) => Some((budget.soft.as_secs_f64() * 1e3).round() / 1e3),
        StrategyDecision::Continue => panic!("no budget"),
        StrategyDecision::Stop => None,
    }
}

/// The soft and the hard bound in seconds.
fn begun(strategy: &mut dyn Strategy, clock: &ClockState) -> [f64; 2] {
    let budget = strategy.begin(clock, &MoveContext::default());
    [budget.soft, budget.hard].map(|time| (time.as_secs_f64() * 1e3).round() / 1e3)
}

#[test]
fn elephant_eye_halves_its_aim_for_each_sign_of_a_settled_search() {
    let mut strategy = ElephantEyeLike::default();
    assert_eq!(begun(&mut strategy, &ClockState { pondering: true, ..clock(400) }), [25.0, 200.0]);
    assert_eq!(begun(&mut strategy, &ClockState { bonus: Bonus::Increment(secs(4.0)), ..clock(400) }), [24.0, 200.0]);
    assert_eq!(begun(&mut strategy, &clock(400)), [20.0, 200.0]);
    let mut after = |iteration| soft(strategy.after_iteration(&report(iteration)));
    assert_eq!(after((1, 0.1, 0, 1)), Some(10.0), "the score has not dropped");
    assert_eq!(after((2, 0.2, -20, 1)), Some(20.0), "a drop of 20");
    assert_eq!(after((3, 0.3, -39, 1)), Some(10.0), "a drop of 19");
    assert_eq!(after((4, 0.4, 500, 1)), Some(10.0), "a rise");
    assert_eq!(after((5, 0.5, 500, 1)), Some(5.0), "the best move of five iterations");
    assert_eq!(after((6, 0.6, 400, 1)), Some(10.0), "the same with a drop");
    assert_eq!(after((7, 0.7, 400, 2)), Some(10.0), "another best move");
    assert_eq!(after((8, 10.0, 400, 2)), None);
}

#[test]
fn crafty_follows_a_difficulty() {
    let mut strategy = CraftyLike::default();
    assert_eq!(begun(&mut strategy, &ClockState { pondering: true, ..clock(400) }), [20.0, 100.0]);
    assert_eq!(begun(&mut strategy, &clock(260)), [10.0, 50.0]);
    assert_eq!(soft(strategy.after_iteration(&report((1, 0.1, 0, 1)))), Some(10.0));
    assert_eq!(soft(strategy.after_iteration(&report((2, 0.2, 0, 1)))), Some(9.0), "the same move");
    assert_eq!(soft(strategy.after_iteration(&report((3, 0.3, 0, 2)))), Some(12.0), "a change below 100 %");
    assert_eq!(soft(strategy.after_iteration(&report((4, 0.4, 0, 3)))), Some(14.0), "a change above");
    for (depth, difficulty) in (5..12).zip([12.6, 11.34, 10.206, 9.185, 8.267, 7.44, 6.696]) {
        assert_eq!(soft(strategy.after_iteration(&report((depth, 0.5, 0, 3)))), Some(difficulty));
    }
    // A failed iteration: it is not ended in the middle, and 100 % apply after it.
    let failing = SearchProgress { stage: Stage::FailLow, ..report((12, 40.0, -50, 3)) };
    assert_eq!(strategy.during_iteration(&failing), StrategyDecision::Continue);
    assert_eq!(soft(strategy.after_iteration(&report((12, 0.6, -60, 3)))), Some(10.0));
    let found = SearchProgress { stage: Stage::FirstMove, ..report((13, 40.0, -60, 3)) };
    assert_eq!(strategy.during_iteration(&found), StrategyDecision::Stop);
}

#[test]
fn fruit_stops_early_if_the_move_is_easy_or_settled() {
    let easy = |gap| SearchProgress { gap: Some(gap), ..report((1, 0.1, 0, 1)) };
    let begin = || {
        let mut strategy = FruitLike::default();
        // 0.95 · 190 − 1 = 179.5 s, for thirty moves; half of it at most.
        assert_eq!(begun(&mut strategy, &clock(190)), [5.983, 89.75]);
        strategy
    };
    // A fifth of the aim is 1.2 s, 60 % are 3.6 s.
    for (gap, elapsed, stops) in
        [(150, 1.3, true), (150, 1.1, false), (149, 1.3, false), (149, 3.5, false), (149, 3.7, true)]
    {
        let mut strategy = begin();
        strategy.after_iteration(&easy(gap));
        let decision = strategy.after_iteration(&report((2, elapsed, 0, 1)));
        assert_eq!(soft(decision).is_none(), stops, "{gap}, {elapsed} s");
    }
    let mut strategy = begin();
    strategy.after_iteration(&easy(200));
    assert_eq!(soft(strategy.after_iteration(&report((2, 1.3, 0, 2)))), Some(89.75), "the best move has changed");
    assert_eq!(soft(strategy.after_iteration(&report((3, 1.4, 0, 2)))), Some(5.983), "it is not easy any more");
    assert_eq!(soft(strategy.after_iteration(&report((4, 4.0, -50, 2)))), Some(89.75), "half a pawn was lost");
    // Within an iteration the search ends after the aim, unless the result is worse than the last one.
    let within = |score, best| SearchProgress { stage: Stage::FirstMove, ..report((5, 6.0, score, best)) };
    for (score, best, stops) in [(-50, 2, true), (-99, 2, true), (-100, 2, false), (-50, 3, false)] {
        let expected = if stops { StrategyDecision::Stop } else { StrategyDecision::Continue };
        assert_eq!(strategy.during_iteration(&within(score, best)), expected, "{score} {best}");
    }
}

#[test]
fn a_fixed_share_is_that_of_the_first_move_of_a_game() {
    let mut strategy = FixedShare::new(40.0);
    assert_eq!([400, 100, 300].map(|left| begun(&mut strategy, &clock(left))), [[10.0; 2]; 3]);
    strategy.new_game();
    assert_eq!(begun(&mut strategy, &clock(80)), [2.0; 2]);
    assert_eq!(begun(&mut FixedShare::new(0.5), &clock(80)), [80.0; 2], "a divisor is at least 1");
}

#[test]
fn leela_pays_what_exceeds_a_budget_from_its_bank() {
    let clock = |left, moves| ClockState { moves_to_go: NonZeroU32::new(moves), ..clock(left) };
    let mut strategy = LeelaLike::new();
    // 9 s in the bank; a tenth of 91 s less the tax of 12 %, and a fifth of the budget is expected to be left.
    assert_eq!(begun(&mut strategy, &clock(100, 10)), [10.01, 42.0]);
    // Of 9 + 1.092 s in the bank 9.99 s are spent; the share used rises by a tenth of 1.5 - 0.8.
    strategy.finish(&MoveSummary { elapsed: secs(20.0), ..MoveSummary::default() });
    assert_eq!(begun(&mut strategy, &clock(80, 9)), [8.98, 33.6]);
    // A move within its budget leaves 0.102 + 1.065 s in the bank.
    strategy.finish(&MoveSummary { elapsed: secs(8.0), ..MoveSummary::default() });
    assert_eq!(begun(&mut strategy, &clock(72, 8)), [8.934, 30.24]);
}

/// After a move that was settled the next one may think longer: the factor of stability has the last reduction.
#[test]
fn stockfish_compares_the_stability_with_that_of_the_last_move() {
    let second = |depth| {
        let mut strategy = StockfishLike::new();
        begun(&mut strategy, &clock(100));
        for depth in 1..=depth {
            strategy.after_iteration(&report((depth, 0.001, 0, 1)));
        }
        strategy.finish(&MoveSummary { elapsed: secs(0.1), ..MoveSummary::default() });
        begun(&mut strategy, &clock(100));
        soft(strategy.after_iteration(&report((1, 0.001, 0, 1)))).unwrap()
    };
    // 1.468 + 0.64 + 1.07 against 1.468 + 0.64.
    assert!((second(25) / second(1) - 3.178 / 2.108).abs() < 0.002, "{} {}", second(25), second(1));
    // It is that of the last move only.
    assert!((second(20) - second(30)).abs() < 1e-9);
}
