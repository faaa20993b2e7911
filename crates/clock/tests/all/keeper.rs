//! The time keeper: the limits in force, and the effect of the overhead.

use std::num::NonZeroU32;
use std::time::Duration;

use duiyi_clock::{
    Average, Bonus, Budget, ByoYomi, ClockState, FixedNodes, Foresight, GoParameters, Ledger, MoveContext, MoveSummary,
    OverheadMargin, Phase, PhaseUse, PlayerClock, STRATEGY_NAMES, SearchProgress, Stage, Strategy, StrategyDecision,
    TimeControl, TimeKeeper, strategy_by_name,
};
use proptest::prelude::*;
use proptest::strategy::Strategy as _;

fn secs(s: u64) -> Duration {
    Duration::from_secs(s)
}

fn ms(m: u64) -> Duration {
    Duration::from_millis(m)
}

fn on_clock(left: Duration) -> GoParameters {
    GoParameters { own: Some(PlayerClock { left, ..PlayerClock::default() }), ..GoParameters::default() }
}

fn report(depth: u32, elapsed: Duration) -> SearchProgress {
    SearchProgress { depth, elapsed, ..SearchProgress::default() }
}

/// A strategy with a budget of one day for every clock.
#[derive(Clone)]
struct Greedy;

impl Strategy for Greedy {
    fn name(&self) -> &str {
        "greedy"
    }

    fn begin(&mut self, _: &ClockState, _: &MoveContext) -> Budget {
        Budget::exactly(secs(86_400))
    }

    fn after_iteration(&mut self, _: &SearchProgress) -> StrategyDecision {
        StrategyDecision::Adjust(Budget::exactly(secs(86_400)))
    }

    fn boxed_clone(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }
}

#[test]
fn budgets_are_limited_to_the_clock_minus_the_overhead() {
    let mut keeper = TimeKeeper::new(Box::new(Greedy));
    keeper.overhead_mut().set_floor(ms(50));
    keeper.start(&on_clock(secs(10)), &MoveContext::default());
    assert_eq!(keeper.budget(), Some(Budget::exactly(ms(9_950))));
    assert!(!keeper.report(&report(3, secs(1))));
    assert_eq!(keeper.budget(), Some(Budget::exactly(ms(9_950))));
    assert!(!keeper.must_stop(ms(9_949), 0));
    assert!(keeper.must_stop(ms(9_950), 0));
    // An empty clock still gets a move.
    keeper.start(&on_clock(ms(3)), &MoveContext::default());
    assert_eq!(keeper.budget().map(|b| b.hard), Some(ClockState::LEAST));
}

#[test]
fn limits_combine() {
    let mut keeper = TimeKeeper::new(Box::new(Average::new(40.0)));
    let go = GoParameters { depth: Some(6), nodes: Some(5_000), ..on_clock(secs(400)) };
    keeper.start(&go, &MoveContext::default());
    assert!(!keeper.must_stop(secs(1), 4_999));
    assert!(keeper.must_stop(secs(1), 5_000));
    assert!(keeper.must_stop(secs(10), 1));
    assert!(!keeper.report(&report(5, secs(1))));
    assert!(keeper.report(&report(6, secs(1))));
    assert!(keeper.must_stop(secs(1), 1), "a decision to stop is final");
}

/// The iteration in which the number is reached is finished, unless it takes eight times as many.
#[test]
fn soft_nodes_finish_an_iteration() {
    let go = Ledger::new(&TimeControl::SoftNodes(500)).go();
    assert_eq!((go.soft_nodes, go.nodes), (Some(500), Some(4_000)));
    let mut keeper = TimeKeeper::new(Box::new(Average::new(40.0)));
    keeper.start(&go, &MoveContext::default());
    let during = |nodes| SearchProgress { nodes, stage: Stage::FailLow, ..report(5, ms(1)) };
    let after = |nodes| SearchProgress { nodes, ..report(5, ms(1)) };
    assert!(!keeper.report(&during(499)) && !keeper.report(&during(3_999)));
    assert!(!keeper.must_stop(ms(1), 3_999) && keeper.must_stop(ms(1), 4_000));
    assert!(!keeper.report(&after(499)));
    assert!(keeper.report(&after(500)));
    // The next search is not bound by it.
    keeper.start(&GoParameters::default(), &MoveContext::default());
    assert!(!keeper.report(&after(500)));
}

#[test]
fn a_move_time_is_exact_except_for_the_overhead() {
    let mut keeper = TimeKeeper::new(Box::new(Foresight::default()));
    keeper.overhead_mut().set_floor(ms(10));
    let go = GoParameters { move_time: Some(secs(2)), ..on_clock(secs(400)) };
    keeper.start(&go, &MoveContext { legal_moves: Some(1), ..MoveContext::default() });
    assert!(!keeper.report(&report(30, ms(1_900))), "no strategy shortens a fixed time");
    assert!(!keeper.must_stop(ms(1_989), 0));
    assert!(keeper.must_stop(ms(1_990), 0));
    // Less than the overhead: a millisecond is left.
    for (move_time, hard) in [(12, 2), (11, 1), (10, 1), (3, 1), (0, 1)] {
        keeper.start(&GoParameters { move_time: Some(ms(move_time)), ..go }, &MoveContext::default());
        assert_eq!(keeper.budget().map(|budget| [budget.soft, budget.hard]), Some([ms(hard); 2]), "{move_time} ms");
    }
}

#[test]
fn infinite_searches_ignore_the_clock() {
    let mut keeper = TimeKeeper::new(Box::new(Average::new(40.0)));
    for go in [GoParameters { infinite: true, ..on_clock(secs(1)) }, GoParameters::default()] {
        keeper.start(&go, &MoveContext::default());
        assert_eq!(keeper.budget(), None);
        assert!(!keeper.report(&report(99, secs(100_000))));
        assert!(!keeper.must_stop(secs(100_000), u64::MAX - 1));
    }
    // A depth limit also applies while pondering or without a clock.
    keeper.start(&GoParameters { depth: Some(4), ponder: true, ..GoParameters::default() }, &MoveContext::default());
    assert!(keeper.report(&report(4, ms(1))));
}

#[test]
fn a_strategy_may_count_nodes() {
    let mut keeper = TimeKeeper::new(Box::new(FixedNodes(1_000)));
    keeper.start(&on_clock(secs(100)), &MoveContext::default());
    assert!(!keeper.must_stop(ms(1), 999));
    assert!(keeper.must_stop(ms(1), 1_000));
}

#[test]
fn soft_bound_stops_between_iterations_only() {
    let mut keeper = TimeKeeper::new(Box::new(Foresight::default()));
    keeper.start(&on_clock(secs(300)), &MoveContext::default());
    let budget = keeper.budget().expect("a clock is running");
    assert!(budget.soft < budget.hard);
    assert!(!keeper.must_stop(budget.soft, 1));
    assert!(keeper.report(&report(12, budget.soft)));
}

#[test]
fn lag_is_measured_by_the_clock() {
    let mut keeper = TimeKeeper::new(Box::new(Average::new(20.0)));
    keeper.overhead_mut().set_floor(ms(10));
    let go = |left| GoParameters {
        own: Some(PlayerClock { left, bonus: Bonus::Increment(ms(100)), ..PlayerClock::default() }),
        ..GoParameters::default()
    };
    keeper.start(&go(secs(60)), &MoveContext::default());
    keeper.finish(&MoveSummary { elapsed: secs(3), ..MoveSummary::default() });
    // The expected clock is 57.1 s.
    keeper.start(&go(ms(57_000)), &MoveContext::default());
    assert_eq!(keeper.overhead_mut().worst(), ms(100));
    assert_eq!(keeper.overhead_mut().margin(), ms(120));
    // A clock above the expected one is ignored, and so is the first clock of a new game.
    keeper.finish(&MoveSummary { elapsed: secs(1), ..MoveSummary::default() });
    keeper.start(&go(secs(90)), &MoveContext::default());
    keeper.finish(&MoveSummary { elapsed: secs(1), ..MoveSummary::default() });
    keeper.new_game();
    keeper.start(&go(secs(60)), &MoveContext::default());
    assert_eq!(keeper.overhead_mut().worst(), ms(100));
}

#[test]
fn old_lags_are_dropped() {
    let mut overhead = OverheadMargin::new(ms(1));
    overhead.observe(ms(500));
    for _ in 0..255 {
        overhead.observe(ms(4));
    }
    assert_eq!(overhead.worst(), ms(500));
    overhead.observe(ms(3));
    assert_eq!(overhead.worst(), ms(4));
}

#[test]
fn every_name_creates_its_strategy() {
    for name in STRATEGY_NAMES {
        assert_eq!(strategy_by_name(name).map(|s| s.name().to_owned()).as_deref(), Ok(name));
    }
    for text in ["average=20", "adaptive=60", "fixed-share=50", "fixed-time=0.5", "fixed-depth=9", "fixed-nodes=1000"] {
        let name = text.split('=').next().unwrap_or_default();
        assert_eq!(strategy_by_name(text).map(|s| s.name().to_owned()).as_deref(), Ok(name));
    }
    for text in
        ["", "nothing", "average=0", "average=x", "foresight=3", "fixed-depth", "fixed-time=x", "fixed-nodes=-1"]
    {
        let error = strategy_by_name(text).err().unwrap_or_else(|| panic!("{text:?} creates a strategy"));
        assert_eq!(error.text, text);
    }
}

/// A single reply, a forced recapture or a known end never gets more time than other positions.
#[test]
fn special_positions_never_take_longer() {
    let plain = MoveContext { legal_moves: Some(30), ..MoveContext::default() };
    for name in ["foresight", "adaptive"] {
        for special in [
            MoveContext { legal_moves: Some(1), ..plain },
            MoveContext { forced_recapture: true, ..plain },
            MoveContext { known_repetition: true, ..plain },
            MoveContext { known_mate: true, ..plain },
        ] {
            let clock = ClockState { left: secs(100), ..ClockState::default() };
            let mut strategy = strategy_by_name(name).unwrap_or_else(|e| panic!("{e}"));
            let long = strategy.begin(&clock, &plain);
            let short = strategy.begin(&clock, &special);
            assert!(short.hard <= long.soft / 2, "{name}, {special:?}");
        }
    }
}

fn clocks() -> impl proptest::strategy::Strategy<Value = ClockState> {
    let bonus = prop_oneof![
        Just(Bonus::None),
        (0_u64..100_000).prop_map(|m| Bonus::Increment(ms(m))),
        (0_u64..100_000).prop_map(|m| Bonus::Bronstein(ms(m))),
        (0_u64..100_000).prop_map(|m| Bonus::Delay(ms(m))),
    ];
    let byo_yomi = prop::option::of((1_u32..6, 0_u64..60_000));
    (0_u64..100_000_000_000, bonus, 0_u32..80, byo_yomi, 0_u64..2_000, any::<bool>()).prop_map(
        |(left, bonus, moves, byo_yomi, overhead, pondering)| ClockState {
            left: Duration::from_micros(left),
            bonus,
            moves_to_go: NonZeroU32::new(moves),
            byo_yomi: byo_yomi
                .and_then(|(n, time)| NonZeroU32::new(n).map(|periods| ByoYomi { periods, time: ms(time) })),
            opponent_left: None,
            overhead: ms(overhead),
            pondering,
        },
    )
}

fn reports() -> impl proptest::strategy::Strategy<Value = Vec<SearchProgress>> {
    let one = (
        any::<i32>(),
        0_u32..5,
        prop::option::of(0.0_f32..1.0),
        0_u64..3_000_000,
        0_usize..4,
        prop::option::of(-90_i32..90),
    );
    prop::collection::vec(one, 0..30).prop_map(|rows| {
        let mut elapsed = Duration::ZERO;
        rows.into_iter()
            .enumerate()
            .map(|(depth, (score, best, best_share, micros, stage, mate))| {
                elapsed += Duration::from_micros(micros);
                let stage = [Stage::Complete, Stage::FirstMove, Stage::FailLow, Stage::FailHigh][stage];
                let nodes = elapsed.as_micros() as u64;
                let gap = (best == 0).then_some(score.unsigned_abs());
                SearchProgress { stage, depth: depth as u32, elapsed, nodes, score, best, best_share, gap, mate }
            })
            .collect()
    })
}

proptest! {
    /// For every clock and search, capped budgets satisfy soft ≤ hard ≤ limit of the clock, and no strategy panics.
    #[test]
    fn every_strategy_under_every_clock(clocks in prop::collection::vec(clocks(), 1..6), reports in reports(), ply in 0_u32..400) {
        for name in STRATEGY_NAMES {
            let mut strategy = strategy_by_name(name).expect("a known name");
            strategy.new_game();
            for clock in &clocks {
                let context = MoveContext { ply, legal_moves: Some(ply % 50), ..MoveContext::default() };
                let mut budgets = vec![clock.cap(strategy.begin(clock, &context))];
                for report in &reports {
                    let decision = match report.stage {
                        Stage::Complete => strategy.after_iteration(report),
                        _ => strategy.during_iteration(report),
                    };
                    if let StrategyDecision::Adjust(budget) = decision {
                        budgets.push(clock.cap(budget));
                    }
                }
                for budget in budgets {
                    prop_assert!(budget.soft <= budget.hard, "{}: {:?}", name, budget);
                    prop_assert!(budget.hard <= clock.limit(), "{}: {:?} of {:?}", name, budget, clock);
                }
                strategy.finish(&MoveSummary { elapsed: clock.left / 30, score: 12, ..MoveSummary::default() });
            }
        }
    }

    /// More time on the clock never gives a smaller plan, other things being equal.
    #[test]
    fn plans_grow_with_the_clock(a in 1_u64..10_000_000, b in 1_u64..10_000_000, increment in 0_u64..10_000, ply in 0_u32..200) {
        for name in ["foresight", "adaptive", "average", "crafty", "elephanteye", "fruit"] {
            let mut plans = [a.min(b), a.max(b)].map(|left| {
                let clock = ClockState { left: ms(left), bonus: Bonus::Increment(ms(increment)), ..ClockState::default() };
                let mut strategy = strategy_by_name(name).expect("a known name");
                // The same first clock, where a strategy remembers it.
                let first = ClockState { left: secs(10_000), ..clock };
                strategy.begin(&first, &MoveContext::default());
                clock.cap(strategy.begin(&clock, &MoveContext { ply, ..MoveContext::default() }))
            });
            plans.reverse();
            prop_assert!(plans[1].soft <= plans[0].soft && plans[1].hard <= plans[0].hard, "{}: {:?}", name, plans);
        }
    }
}

/// Book moves take no time and are not passed to the strategy: the first search gets the clock's time.
#[test]
fn book_moves_are_not_passed_to_the_strategy() {
    // The clock gains an increment with each move.
    let increments = |moves| GoParameters {
        own: Some(PlayerClock { left: secs(60 + moves), bonus: Bonus::Increment(secs(1)), ..PlayerClock::default() }),
        ..GoParameters::default()
    };
    let unlike = |found: &(Option<Budget>, Vec<bool>), expected: &(Option<Budget>, Vec<bool>)| found != expected;
    let mut taught = Vec::new();
    for name in STRATEGY_NAMES {
        let search_after = |summary: Option<MoveSummary>| {
            let mut keeper = TimeKeeper::new(strategy_by_name(name).unwrap());
            for moves in 0..6u64 {
                keeper.start(&increments(moves), &MoveContext { ply: 2, ..MoveContext::default() });
                summary.iter().for_each(|summary| keeper.finish(summary));
            }
            keeper.start(&increments(6), &MoveContext { ply: 14, ..MoveContext::default() });
            let worse = |depth| SearchProgress { score: -60, nodes: 1000, ..report(depth, ms(300)) };
            let stops = (1..9).map(|depth| keeper.report(&worse(depth))).collect();
            (keeper.budget(), stops)
        };
        let none = search_after(None);
        assert_eq!(search_after(Some(MoveSummary::default())), none, "{name}");
        let searched = MoveSummary { nodes: 1, depth: 1, ..MoveSummary::default() };
        if unlike(&search_after(Some(searched)), &none) {
            taught.push(name);
        }
    }
    assert!(taught.len() >= 2, "searches that took no time change some strategies: {taught:?}");
}

/// T-4: moves and time of a game by phase, in searches of a game only and without pondered time.
#[test]
fn the_keeper_books_moves_by_phase() {
    let mut keeper = TimeKeeper::new(Box::new(Average::new(40.0)));
    let mut play = |go: GoParameters, phase, elapsed| {
        keeper.start(&go, &MoveContext { phase, ..MoveContext::default() });
        if go.ponder {
            keeper.ponder_hit(secs(7));
        }
        keeper.finish(&MoveSummary { elapsed, nodes: 1, ..MoveSummary::default() });
        Phase::ALL.map(|phase| (keeper.phase(phase).moves, keeper.phase(phase).used))
    };
    let none = (0, Duration::ZERO);
    assert_eq!(play(on_clock(secs(400)), Phase::Opening, secs(3)), [(1, secs(3)), none, none]);
    let ponder = GoParameters { ponder: true, ..on_clock(secs(400)) };
    assert_eq!(play(ponder, Phase::Endgame, secs(9)), [(1, secs(3)), none, (1, secs(2))]);
    let infinite = GoParameters { infinite: true, ..GoParameters::default() };
    assert_eq!(play(infinite, Phase::Endgame, secs(9)), [(1, secs(3)), none, (1, secs(2))]);
    keeper.new_game();
    assert!(Phase::ALL.iter().all(|&phase| keeper.phase(phase) == PhaseUse::default()));
}

/// Everything that was learnt in a game is forgotten, and everything that was set stays.
#[test]
fn a_new_game_begins_without_the_last_one() {
    let mut keeper = TimeKeeper::new(Box::new(Average::new(40.0)));
    keeper.overhead_mut().set_floor(ms(70));
    keeper.set_pondering(true);
    let ponder = GoParameters { ponder: true, ..on_clock(secs(400)) };
    keeper.start(&ponder, &MoveContext::default());
    keeper.ponder_hit(secs(7));
    keeper.finish(&MoveSummary { elapsed: secs(9), nodes: 1, ..MoveSummary::default() });
    keeper.start(&ponder, &MoveContext::default());
    keeper.finish(&MoveSummary { elapsed: secs(5), nodes: 1, ..MoveSummary::default() });
    let account = *keeper.ponder_account();
    assert_eq!((account.hits(), account.misses(), account.hit_rate()), (1, 1, Some(0.5)));
    assert_eq!((account.credited(), account.wasted()), (secs(7), secs(5)));
    // 10 s are left of 12 s; in the same game a clock of 6 s would be a lag of 4 s.
    keeper.start(&on_clock(secs(12)), &MoveContext::default());
    keeper.finish(&MoveSummary { elapsed: secs(2), nodes: 1, ..MoveSummary::default() });
    keeper.new_game();
    assert_eq!(keeper.ponder_account().hit_rate(), None);
    assert_eq!((keeper.ponder_account().credited(), keeper.ponder_account().wasted()), (secs(0), secs(0)));
    keeper.start(&on_clock(secs(6)), &MoveContext::default());
    assert_eq!(keeper.overhead_mut().worst(), Duration::ZERO, "the clock of another game");
    assert_eq!((keeper.overhead_mut().floor(), keeper.strategy().name()), (ms(70), "average"));
}
