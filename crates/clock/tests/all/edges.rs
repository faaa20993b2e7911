//! Edge cases of accounts and texts.

use duiyi_clock::{
    Bonus, Budget, ByoYomi, ClockState, GoParameters, MoveContext, MovesLeft, OverheadMargin, PlayerClock,
    PollInterval, PonderAccount, TimeControl, parse_time,
};
use std::{num::NonZeroU32, time::Duration};

fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

#[test]
fn pondering_is_accounted_for() {
    let mut account = PonderAccount::default();
    assert_eq!((account.hits(), account.misses(), account.hit_rate()), (0, 0, None));
    account.hit(ms(300));
    account.miss(ms(50));
    account.hit(ms(40));
    account.hit(ms(1));
    assert_eq!((account.hits(), account.misses(), account.hit_rate()), (3, 1, Some(0.75)));
    assert_eq!((account.credited(), account.wasted()), (ms(341), ms(50)));
}

#[test]
fn times_are_limited_to_ten_years() {
    let longest = Duration::from_secs(316_224_000);
    assert_eq!(parse_time("316224000").ok(), Some(longest));
    assert!(parse_time("316224001").is_err() && parse_time("316224000.5").is_err());
    let scaled = |factor: f64| TimeControl::MoveTime(Duration::from_secs(10)).scaled(factor);
    assert_eq!(scaled(0.25), TimeControl::MoveTime(ms(2_500)));
    assert_eq!(scaled(1e30), TimeControl::MoveTime(longest));
    assert_eq!(scaled(f64::NAN), TimeControl::MoveTime(Duration::from_secs(10)), "an invalid factor");
}

#[test]
fn the_available_time_includes_delay_and_periods() {
    let clock = ClockState { left: ms(900), bonus: Bonus::Delay(ms(50)), overhead: ms(30), ..ClockState::default() };
    assert_eq!((clock.available(), clock.limit()), (ms(950), ms(920)));
    let increment = ClockState { bonus: Bonus::Increment(ms(50)), ..clock };
    assert_eq!((increment.available(), increment.limit()), (ms(900), ms(870)), "an increment comes after the move");
    let poor = ClockState { left: ms(20), bonus: Bonus::None, ..clock };
    assert_eq!(poor.limit(), ms(1));
    let cap = |soft: u64, hard: u64| {
        let Budget { soft, hard } = clock.cap(Budget { soft: ms(soft), hard: ms(hard) });
        (soft, hard)
    };
    assert_eq!((cap(10, 20), cap(990, 2_000), cap(5, 0)), ((ms(10), ms(20)), (ms(920), ms(920)), (ms(1), ms(1))));
    assert_eq!(Budget::new(ms(9), ms(5)), Budget::exactly(ms(5)));
}

#[test]
fn a_go_command_has_a_clock_without_an_overriding_limit() {
    let own = Some(PlayerClock { left: ms(700), ..PlayerClock::default() });
    let opponent = Some(PlayerClock { left: ms(900), ..PlayerClock::default() });
    let go = GoParameters { own, opponent, ..GoParameters::default() };
    let clock = go.clock(ms(3), true).unwrap();
    assert_eq!(
        (clock.left, clock.opponent_left, clock.overhead, clock.pondering),
        (ms(700), Some(ms(900)), ms(3), true)
    );
    assert_eq!(GoParameters { opponent: None, ..go }.clock(ms(3), false).unwrap().opponent_left, None);
    assert!(GoParameters { infinite: true, ..go }.clock(ms(3), true).is_none());
    assert!(GoParameters { move_time: Some(ms(1)), ..go }.clock(ms(3), true).is_none());
    assert!(GoParameters { own: None, ..go }.clock(ms(3), true).is_none());
}

#[test]
fn a_context_counts_own_moves_and_replies() {
    let context = |ply: u32, legal: Option<u32>| {
        let context = MoveContext { ply, legal_moves: legal, ..MoveContext::default() };
        (context.own_moves(), context.single_reply())
    };
    assert_eq!((context(7, Some(1)), context(8, Some(2)), context(0, None)), ((3, true), (4, false), (0, false)));
}

#[test]
fn the_poll_interval_follows_the_speed() {
    let mut interval = PollInterval::new(ms(2));
    assert_eq!(interval.nodes(), 256);
    assert!(!interval.observe(9_000, Duration::from_micros(99)));
    assert_eq!(interval.nodes(), 256, "too short to measure");
    assert!(interval.observe(9_000, Duration::from_micros(100)));
    assert_eq!(interval.nodes(), PollInterval::MOST);
    assert!(interval.observe(5_000, ms(10)));
    assert_eq!(interval.nodes(), 1_000);
    assert!(interval.observe(1, ms(10)));
    assert_eq!(interval.nodes(), PollInterval::LEAST);
    assert!(interval.observe(u64::MAX, ms(1)));
    assert_eq!(interval.nodes(), PollInterval::MOST);
}

#[test]
fn the_overhead_is_the_floor_or_1_2_times_the_worst_lag() {
    let mut overhead = OverheadMargin::default();
    assert_eq!((overhead.floor(), overhead.margin(), overhead.worst()), (ms(10), ms(10), ms(0)));
    overhead.observe(ms(5));
    assert_eq!((overhead.margin(), overhead.worst()), (ms(10), ms(5)));
    overhead.observe(ms(50));
    overhead.observe(ms(20));
    assert_eq!((overhead.margin(), overhead.worst()), (ms(60), ms(50)));
    overhead.set_floor(ms(70));
    assert_eq!((overhead.margin(), overhead.floor()), (ms(70), ms(70)));
    // After 256 lags the worst is dropped, and the second worst applies.
    for _ in 0..254 {
        overhead.observe(ms(1));
    }
    assert_eq!(overhead.worst(), ms(50));
    overhead.observe(ms(1));
    assert_eq!(overhead.worst(), ms(20));
    overhead.observe(ms(1));
    assert_eq!(overhead.worst(), ms(1));
}

#[test]
fn a_lag_is_the_difference_to_the_expected_clock() {
    let clock = |left: u64, change: fn(&mut ClockState)| {
        let mut clock = ClockState { left: ms(left), ..ClockState::default() };
        change(&mut clock);
        clock
    };
    let learnt = |change: fn(&mut ClockState), elapsed: u64, then: u64| {
        let mut overhead = OverheadMargin::default();
        overhead.move_done(&clock(1_000, change), ms(elapsed));
        overhead.next_clock(&clock(then, change));
        overhead.next_clock(&clock(0, change));
        overhead.worst()
    };
    assert_eq!(learnt(|_| {}, 300, 680), ms(20));
    assert_eq!(learnt(|_| {}, 300, 900), ms(0), "a new session has more");
    assert_eq!(learnt(|clock| clock.bonus = Bonus::Increment(ms(50)), 300, 680), ms(70));
    assert_eq!(learnt(|clock| clock.bonus = Bonus::Delay(ms(500)), 300, 980), ms(20));
    assert_eq!(learnt(|clock| clock.moves_to_go = NonZeroU32::new(1), 300, 680), ms(0), "the session ends");
    assert_eq!(learnt(|clock| clock.moves_to_go = NonZeroU32::new(2), 300, 680), ms(20));
    let overtime: fn(&mut ClockState) = |clock| {
        clock.byo_yomi = NonZeroU32::new(2).map(|periods| ByoYomi { periods, time: ms(900) });
    };
    assert_eq!(
        (learnt(overtime, 1_000, 0), learnt(overtime, 1_001, 0), learnt(overtime, 999, 0)),
        (ms(0), ms(0), ms(1))
    );
    // A clock that was set is not a lag.
    for (missing, worst) in [(5_000, 5_000), (5_001, 0), (600_000, 0)] {
        let mut overhead = OverheadMargin::default();
        overhead.move_done(&clock(601_000, |_| {}), ms(0));
        overhead.next_clock(&clock(601_000 - missing, |_| {}));
        assert_eq!(overhead.worst(), ms(worst), "{missing}");
    }
    let mut another_game = OverheadMargin::default();
    another_game.move_done(&clock(1_000, |_| {}), ms(300));
    another_game.new_game();
    another_game.next_clock(&clock(10, |_| {}));
    assert_eq!(another_game.worst(), ms(0));
}

#[test]
fn the_distribution_of_game_lengths_is_log_logistic() {
    let near = |found: f64, expected: f64| {
        assert!((found - expected).abs() < 1e-3 * expected.abs(), "{found}, not {expected}")
    };
    let model = MovesLeft::new(45.0, 6.0);
    for (moves, survival) in [(-3.0, 1.0), (0.0, 1.0), (45.0, 0.5), (90.0, 1.0 / 65.0)] {
        near(model.survival(moves), survival);
    }
    // The expectation at the start, and after some moves, where it is at most the previous one.
    for made in [0_u32, 30, 44] {
        let alive = model.survival(f64::from(made));
        let sum: f64 = (made..200_000).map(|moves| model.survival(f64::from(moves)) / alive).sum();
        near(model.expected(made), sum);
    }
    let expected: Vec<f64> = (0..400).map(|made| model.expected(made)).collect();
    assert!(expected.is_sorted_by(|a, b| a >= b) && expected[300] == expected[399] && expected[399] > 1.0);
    near(model.quantile(0, 0.5), 45.0);
    assert!(model.quantile(45, 0.0).abs() < 1e-9);
    near(model.survival(10.0 + model.quantile(10, 0.9)), 0.1 * model.survival(10.0));
    // Invalid values are raised to the smallest valid ones.
    assert_eq!(MovesLeft::new(f64::NAN, 0.0), MovesLeft::new(1.0, 1.1));
    assert_eq!(MovesLeft::new(0.5, f64::INFINITY), MovesLeft::new(1.0, 1.1));
    assert_ne!(MovesLeft::new(1.0, 1.2), MovesLeft::new(1.0, 1.1));
}
