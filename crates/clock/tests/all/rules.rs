//! The rules of the 2006 time allocation paper, one test per row. T-1 is in
//! `controls.rs`, T-2 to T-5 and T-20 in `ledger.rs`, T-6, a part of T-9 and T-19 in `simulator.rs`.

use std::num::NonZeroU32;
use std::time::Duration;

use duiyi_clock::{
    Adaptive, AdaptiveParameters, Average, Bonus, ClockState, FixedDepth, FixedNodes, FixedTime, Foresight,
    GoParameters, Ledger, MoveContext, Phase, PlayerClock, PollInterval, SearchProgress, Stage, Strategy,
    StrategyDecision, TimeControl, TimeKeeper, is_forced_recapture, strategy_by_name,
};
use proptest::prelude::*;

fn secs(s: u64) -> Duration {
    Duration::from_secs(s)
}

fn ms(m: u64) -> Duration {
    Duration::from_millis(m)
}

fn clock(left: Duration) -> ClockState {
    ClockState { left, ..ClockState::default() }
}

fn report(depth: u32, elapsed: Duration, score: i32, best: u32) -> SearchProgress {
    SearchProgress { depth, elapsed, score, best, nodes: 1000 * u64::from(depth), ..SearchProgress::default() }
}

/// The soft bound in force after a decision, `None` when the search stops.
fn soft_after(decision: StrategyDecision, before: Duration) -> Option<Duration> {
    match decision {
        StrategyDecision::Continue => Some(before),
        StrategyDecision::Adjust(budget) => Some(budget.soft),
        StrategyDecision::Stop => None,
    }
}

/// T-7: the three static strategies stop only at their time, depth or nodes.
#[test]
fn t7_static_strategies() {
    let context = MoveContext::default();
    let mut time = FixedTime(secs(3));
    let budget = time.begin(&clock(secs(600)), &context);
    assert_eq!((budget.soft, budget.hard), (secs(3), secs(3)));
    assert_eq!(time.after_iteration(&report(20, secs(2), -500, 1)), StrategyDecision::Continue);

    let mut depth = FixedDepth(8);
    assert_eq!(depth.begin(&clock(secs(600)), &context).hard, secs(600));
    assert_eq!(depth.after_iteration(&report(7, secs(500), 0, 1)), StrategyDecision::Continue);
    assert_eq!(depth.after_iteration(&report(8, ms(1), 0, 1)), StrategyDecision::Stop);

    let mut nodes = FixedNodes(10_000);
    nodes.begin(&clock(secs(600)), &context);
    assert_eq!(nodes.node_limit(), Some(10_000));
    assert_eq!(nodes.after_iteration(&report(9, secs(1), 0, 1)), StrategyDecision::Continue);
    assert_eq!(nodes.after_iteration(&report(10, secs(1), 0, 1)), StrategyDecision::Stop);
}

/// T-8: with T0 = 1800 s the average model leaves these times after 40 moves.
#[test]
fn t8_geometric_series() {
    for (divisor, expected) in [(20.0, 231.3), (30.0, 463.8), (40.0, 653.8), (60.0, 919.0)] {
        let mut ledger = Ledger::new(&TimeControl::sudden_death(secs(1800)));
        let mut strategy = Average::new(divisor);
        for k in 1..=40 {
            let left = ledger.left().expect("a timed control");
            let share = strategy.begin(&clock(left), &MoveContext::default()).soft;
            assert!((share.as_secs_f64() - left.as_secs_f64() / divisor).abs() < 1e-6);
            ledger.spend(share, Phase::Middlegame).expect("the average model never uses everything");
            let series = 1800.0 * (1.0 - 1.0 / divisor).powi(k);
            let left = ledger.left().expect("a timed control").as_secs_f64();
            assert!((left - series).abs() < 1e-3, "move {k}: {left} is not {series}");
        }
        let left = ledger.left().expect("a timed control").as_secs_f64();
        assert!((left - expected).abs() < 0.05, "N = {divisor}: {left}");
    }
}

/// T-9: on an ideal clock the average model never flags and its shares decrease. `simulator.rs` shows that it
/// flags with lag and without a margin.
#[test]
fn t9_average_model_never_flags_on_an_ideal_clock() {
    let mut ledger = Ledger::new(&TimeControl::sudden_death(secs(60)));
    let mut strategy = Average::new(20.0);
    let mut last = Duration::MAX;
    for _ in 0..400 {
        let left = ledger.left().expect("a timed control");
        let share = strategy.begin(&clock(left), &MoveContext::default()).hard;
        assert!(share <= last, "front-loaded");
        last = share;
        ledger.spend(share, Phase::Middlegame).expect("never flags on an ideal clock");
    }
}

proptest! {
    /// T-10: E_t < M_t < available time for every clock, and the cap keeps u(k) below the time left.
    #[test]
    fn t10_expected_below_limit_below_clock(
        left in 20_u64..10_000_000, increment in 0_u64..60_000, moves in 0_u32..60, overhead in 0_u64..10,
    ) {
        let state = ClockState {
            left: ms(left),
            bonus: Bonus::Increment(ms(increment)),
            moves_to_go: NonZeroU32::new(moves),
            overhead: ms(overhead),
            ..ClockState::default()
        };
        let times = AdaptiveParameters::default().expected_and_most(&state);
        prop_assert!(times.soft < times.hard, "{times:?}");
        prop_assert!(times.hard < state.available(), "{times:?}");
        prop_assert_eq!(state.cap(times), times);
    }

    /// T-12: T is a total function of Δ, monotone non-decreasing, between E_t and M_t.
    #[test]
    fn t12_total_and_monotone(a in any::<i32>(), b in any::<i32>(), expected in 1_u64..100_000, multiple in 1_u32..12) {
        let parameters = AdaptiveParameters::default();
        let (expected, most) = (ms(expected), ms(expected) * multiple);
        let (low, high) = (a.min(b), a.max(b));
        let (less, more) = (parameters.extended(low, expected, most), parameters.extended(high, expected, most));
        prop_assert!(less <= more);
        prop_assert!(expected <= less && more <= most);
    }

    /// T-18: an unstable evaluation costs time, but never more than M_t, and M_t is below the clock.
    #[test]
    fn t18_wild_evaluations_stay_below_the_limit(
        scores in prop::collection::vec(-3_000_i32..3_000, 1..40), left in 1_u64..600_000,
    ) {
        let state = ClockState { left: ms(left), overhead: ms(5), ..ClockState::default() };
        for mut strategy in [
            Box::new(Adaptive::default()) as Box<dyn Strategy>,
            Box::new(Foresight::default()),
        ] {
            let first = state.cap(strategy.begin(&state, &MoveContext::default()));
            let mut elapsed = Duration::ZERO;
            for (depth, score) in scores.iter().enumerate() {
                elapsed += first.hard / 20;
                match strategy.after_iteration(&report(depth as u32 + 1, elapsed, *score, depth as u32)) {
                    StrategyDecision::Stop => break,
                    StrategyDecision::Continue => {}
                    StrategyDecision::Adjust(budget) => {
                        // Checked before the cap, which would hide it.
                        prop_assert!(budget.soft <= first.hard, "{:?} beyond {first:?}", budget);
                        let budget = state.cap(budget);
                        prop_assert!(budget.soft <= budget.hard && budget.hard <= state.limit());
                    }
                }
            }
        }
    }
}

/// T-11: a move that was best from the start and never failed low keeps its E_t; a changed best move does not.
#[test]
fn t11_settled_searches_are_not_adjusted() {
    let mut settled = Adaptive::default();
    let expected = settled.begin(&clock(secs(400)), &MoveContext::default()).soft;
    for depth in 1..=6 {
        settled.after_iteration(&report(depth, ms(10), 40, 7));
    }
    // A small drop, which would otherwise double the time.
    assert_eq!(soft_after(settled.after_iteration(&report(7, ms(20), 20, 7)), expected), Some(expected));

    let mut changed = Adaptive::default();
    changed.begin(&clock(secs(400)), &MoveContext::default());
    for depth in 1..=6 {
        changed.after_iteration(&report(depth, ms(10), 40, depth));
    }
    assert_eq!(soft_after(changed.after_iteration(&report(7, ms(20), 20, 6)), expected), Some(expected * 2));

    let mut failed = Adaptive::default();
    failed.begin(&clock(secs(400)), &MoveContext::default());
    for depth in 1..=6 {
        failed.after_iteration(&report(depth, ms(10), 40, 7));
    }
    failed.during_iteration(&SearchProgress { stage: Stage::FailLow, ..report(7, ms(15), 20, 7) });
    assert_eq!(soft_after(failed.after_iteration(&report(7, ms(20), 20, 7)), expected), Some(expected * 2));
}

/// T-12: the four pieces and their thresholds in the paper's unit, where the pawn is 60.
#[test]
fn t12_pieces_and_borders() {
    let paper = AdaptiveParameters { pawn: 60, ..AdaptiveParameters::default() };
    let (expected, most) = (secs(10), secs(60));
    for (drop, time) in
        [(i32::MIN, 10), (-1, 10), (0, 10), (1, 20), (29, 20), (30, 40), (69, 40), (70, 60), (i32::MAX, 60)]
    {
        assert_eq!(paper.extended(drop, expected, most), secs(time), "Δ = {drop}");
    }
    // 4·E_t is capped by M_t.
    assert_eq!(paper.extended(50, expected, secs(25)), secs(25));
    // In a search: a drop of 50 between two iterations.
    let mut strategy = Adaptive::new(paper);
    let expected = strategy.begin(&clock(secs(400)), &MoveContext::default()).soft;
    strategy.after_iteration(&report(1, ms(1), 20, 1));
    assert_eq!(soft_after(strategy.after_iteration(&report(2, ms(2), -30, 2)), expected), Some(expected * 4));
}

/// T-13: the thresholds are half a pawn and one and a sixth pawns, in any unit.
#[test]
fn t13_thresholds_scale_with_the_pawn() {
    let (expected, most) = (secs(1), secs(9));
    for pawn in [60, 100, 120, 208] {
        let parameters = AdaptiveParameters { pawn, ..AdaptiveParameters::default() };
        let half = pawn / 2;
        assert_eq!(parameters.extended(half - 1, expected, most), secs(2), "pawn {pawn}");
        assert_eq!(parameters.extended(half, expected, most), secs(4), "pawn {pawn}");
        let border = (pawn * 7 + 5) / 6;
        assert_eq!(parameters.extended(border - 1, expected, most), secs(4), "pawn {pawn}");
        assert_eq!(parameters.extended(border, expected, most), secs(9), "pawn {pawn}");
    }
}

/// T-14: recapture E_t/4, single reply E_t/10, known repetition and mate at once; special cases come before T-12.
#[test]
fn t14_special_cases() {
    let state = clock(secs(400));
    let plain = Adaptive::default().begin(&state, &MoveContext::default()).soft;
    let begin = |context: MoveContext| {
        let mut strategy = Adaptive::default();
        let budget = strategy.begin(&state, &context);
        (budget, strategy)
    };
    let (recapture, mut strategy) = begin(MoveContext { forced_recapture: true, ..MoveContext::default() });
    assert_eq!((recapture.soft, recapture.hard), (plain / 4, plain / 4));
    // A dropping score does not extend it.
    strategy.after_iteration(&report(1, ms(1), 0, 1));
    assert_eq!(soft_after(strategy.after_iteration(&report(2, ms(2), -400, 2)), plain / 4), Some(plain / 4));

    let (single, _) = begin(MoveContext { legal_moves: Some(1), ..MoveContext::default() });
    assert_eq!(single.hard, plain / 10);
    let (two, _) = begin(MoveContext { legal_moves: Some(2), ..MoveContext::default() });
    assert_eq!(two.soft, plain);

    for context in [
        MoveContext { known_repetition: true, ..MoveContext::default() },
        MoveContext { known_mate: true, ..MoveContext::default() },
    ] {
        let (at_once, mut strategy) = begin(context);
        assert_eq!(at_once.hard, Duration::ZERO);
        assert_eq!(strategy.after_iteration(&report(1, Duration::ZERO, 0, 1)), StrategyDecision::Stop);
    }
    for mate in [5, -4] {
        let (_, mut strategy) = begin(MoveContext::default());
        let found = SearchProgress { mate: Some(mate), ..report(6, ms(1), 0, 1) };
        assert_eq!(strategy.after_iteration(&found), StrategyDecision::Stop);
    }
}

/// T-14: the definition of a forced recapture.
#[test]
fn t14_forced_recapture_is_defined() {
    // Values of the paper: chariot 1000, cannon 440, horse 400, pawn 60.
    assert!(is_forced_recapture(Some(1000), Some(1000), Some(400), 60), "a chariot for a chariot");
    assert!(!is_forced_recapture(Some(60), Some(-380), None, 60), "the recapture loses a cannon for a pawn");
    assert!(!is_forced_recapture(Some(400), Some(400), Some(1000), 60), "another capture is better");
    assert!(!is_forced_recapture(Some(400), None, None, 60), "there is no recapture");
    // More than half a pawn was captured, the recapture wins all but half a pawn, other captures a pawn less.
    for (captured, recapture, other, forced) in [
        (31, 31, None, true),
        (30, 30, None, false),
        (400, 370, None, true),
        (400, 369, None, false),
        (400, 400, Some(339), true),
        (400, 400, Some(340), false),
        (400, -400, Some(-900), false),
    ] {
        assert_eq!(is_forced_recapture(Some(captured), Some(recapture), other, 60), forced, "{captured} {recapture}");
    }
}

/// T-14: the time is shortened only in the named cases.
#[test]
fn t14_never_shortened_otherwise() {
    let mut strategy = Adaptive::default();
    let expected = strategy.begin(&clock(secs(400)), &MoveContext::default()).soft;
    for (depth, (score, best)) in [(0, 1), (300, 1), (280, 2), (-100, 2), (-90, 3), (-90, 3)].into_iter().enumerate() {
        let decision = strategy.after_iteration(&report(depth as u32 + 1, ms(1), score, best));
        assert!(soft_after(decision, expected).is_some_and(|soft| soft >= expected), "depth {depth}");
    }
}

/// T-15: the extension shrinks, without vanishing, as the score after the drop is better.
#[test]
fn t15_softened_when_still_ahead() {
    let parameters = AdaptiveParameters::default();
    let (expected, extended) = (secs(10), secs(40));
    let soft = |score| parameters.softened(extended, expected, score);
    assert_eq!(soft(-200), extended);
    assert_eq!(soft(parameters.ahead), extended);
    let mut last = extended;
    for score in (parameters.ahead..2_000).step_by(50) {
        assert!(soft(score) <= last && soft(score) > expected);
        last = soft(score);
    }
    assert!(soft(400) < extended);
    // In a search: the same drop from a won and from an even position.
    let time = |from: i32| {
        let mut strategy = Adaptive::default();
        let expected = strategy.begin(&clock(secs(400)), &MoveContext::default()).soft;
        strategy.after_iteration(&report(1, ms(1), from, 1));
        soft_after(strategy.after_iteration(&report(2, ms(2), from - 80, 2)), expected)
    };
    assert!(time(700) < time(0));
}

/// Crafty's strategy does not stop before the first iteration is finished.
#[test]
fn time_alone_ends_no_first_iteration() {
    let mut strategy = strategy_by_name("crafty").expect("a known name");
    let budget = strategy.begin(&clock(secs(400)), &MoveContext::default());
    let first = SearchProgress { stage: Stage::FirstMove, ..report(1, budget.hard, 10, 1) };
    assert_eq!(strategy.during_iteration(&first), StrategyDecision::Continue);
    strategy.after_iteration(&report(1, ms(1), 10, 1));
    assert_eq!(strategy.during_iteration(&first), StrategyDecision::Stop);
}

/// T-16: a search may begin at depth 2, and may stop after the first root move of
/// an iteration if its score is satisfactory and the time is used.
#[test]
fn t16_first_root_move() {
    let mut strategy = Adaptive::default();
    let expected = strategy.begin(&clock(secs(400)), &MoveContext::default()).soft;
    strategy.after_iteration(&report(2, ms(1), 10, 1));
    strategy.after_iteration(&report(3, ms(2), 10, 1));
    let first = |elapsed, score| SearchProgress { stage: Stage::FirstMove, ..report(4, elapsed, score, 1) };
    assert_eq!(strategy.clone().during_iteration(&first(expected / 2, 10)), StrategyDecision::Continue, "time is left");
    assert_eq!(
        strategy.clone().during_iteration(&first(expected, -30)),
        StrategyDecision::Continue,
        "not satisfactory"
    );
    assert_eq!(strategy.clone().during_iteration(&first(expected, 10)), StrategyDecision::Stop);
    let low = SearchProgress { stage: Stage::FailLow, ..report(4, expected, -20, 1) };
    strategy.during_iteration(&low);
    assert_eq!(strategy.during_iteration(&first(expected, 10)), StrategyDecision::Continue, "the move has failed low");
}

/// T-17: polls every 10, 50 and 100 ms at 100,000 nodes per second are the paper's 1,000, 5,000 and 10,000 nodes; a
/// faster engine polls after more nodes but equally often.
#[test]
fn t17_polling_follows_the_speed() {
    for (every, nodes) in [(10, 1_000), (50, 5_000), (100, 10_000)] {
        let mut interval = PollInterval::new(ms(every));
        interval.observe(100_000, secs(1));
        assert_eq!(interval.nodes(), nodes);
    }
    let mut interval = PollInterval::default();
    interval.observe(3_000_000, secs(1));
    assert_eq!(interval.nodes(), 3_000);
    interval.observe(u64::MAX, ms(1));
    assert_eq!(interval.nodes(), PollInterval::MOST);
    interval.observe(0, secs(1));
    assert_eq!(interval.nodes(), PollInterval::LEAST);
}

/// T-19: pondered time is not on the mover's clock, and it shortens the search after the hit.
#[test]
fn t19_pondering_counts_from_the_hit() {
    let own = PlayerClock { left: secs(400), ..PlayerClock::default() };
    let go = GoParameters { own: Some(own), ponder: true, ..GoParameters::default() };
    let mut keeper = TimeKeeper::new(Box::new(Average::new(40.0)));
    keeper.start(&go, &MoveContext::default());
    assert_eq!(keeper.budget().map(|b| b.soft), Some(secs(10)));
    assert!(!keeper.must_stop(secs(300), 1), "the clock does not run while pondering");
    assert!(!keeper.report(&report(9, secs(12), 0, 1)));
    assert!(!keeper.ponder_hit(secs(14)), "half of fourteen seconds is below the soft bound");
    assert!(!keeper.must_stop(secs(23), 1));
    assert!(keeper.must_stop(secs(24), 1), "the hard bound counts from the hit");
    assert!(keeper.report(&report(10, secs(18), 0, 1)), "4 s on the clock and half of 14 s exceed 10 s");
    let account = *keeper.ponder_account();
    assert_eq!((account.hits(), account.misses(), account.credited()), (1, 0, secs(14)));

    // After long pondering the answer is ready at the hit.
    keeper.start(&go, &MoveContext::default());
    assert!(!keeper.report(&report(12, secs(60), 0, 1)));
    assert!(keeper.ponder_hit(secs(61)));

    // A miss costs nothing.
    keeper.start(&go, &MoveContext::default());
    keeper.ponder_miss(secs(5));
    let account = keeper.ponder_account();
    assert_eq!((account.hits(), account.misses(), account.wasted()), (2, 1, secs(5)));
    keeper.start(&GoParameters { ponder: false, ..go }, &MoveContext::default());
    assert!(keeper.must_stop(secs(10), 1));
}
