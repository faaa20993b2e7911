//! The default strategy does not lose on time.
//!
//! Lag models and controls are those of the table in `docs/time.md`, with
//! recorded and synthetic games (of up to 150 moves a side). One case cannot be
//! saved by any strategy: on a clock of one second, two stalls of up to 600 ms
//! each can take more than the whole time. The simulator distinguishes flags
//! that no strategy can avoid, flags caused by the time used before the first
//! stall, and avoidable flags. The last must never occur, the others only in
//! that case.

use std::time::Duration;

use duiyi_clock::sim::{Conditions, GameOutcome, LagModel, Simulator, Summary, SyntheticTraces, TraceSet, run};
use duiyi_clock::{
    Budget, ClockState, FixedTime, Foresight, MoveContext, STRATEGY_NAMES, SearchProgress, Strategy, StrategyDecision,
    TimeControl, TimeKeeper, strategy_by_name,
};

const CONTROLS: [&str; 5] = ["60+0", "10+0.1", "1+0.01", "40/10", "3x1s"];

/// Whether two stalls can take the whole first clock.
fn is_beyond_help(control: &str, lag: &LagModel) -> bool {
    control == "1+0.01" && *lag == LagModel::STALLS
}

fn play(traces: &TraceSet, control: &str, lag: LagModel, games: u64) -> Summary {
    let control: TimeControl = control.parse().unwrap_or_else(|e| panic!("{control}: {e}"));
    run(&Foresight::default(), traces, &Conditions::new(control, lag), games)
}

fn check(traces: &TraceSet, games: u64) {
    for control in CONTROLS {
        for lag in LagModel::ALL {
            let summary = play(traces, control, lag, games);
            let lost = if is_beyond_help(control, &lag) { summary.avoidable_flags() } else { summary.flags };
            assert_eq!(lost, 0, "{control}, {} lag", lag.name);
        }
    }
}

#[test]
fn no_flag_in_a_few_hundred_games() {
    check(&SyntheticTraces::default().generate(), 300);
}

#[test]
#[ignore = "25 million games take 20 minutes of one processor: cargo test --release -p duiyi-clock --features simulator --test all -- --ignored flags::"]
fn no_flag_in_a_million_games() {
    check(&SyntheticTraces::default().generate(), 1_000_000);
}

/// Ten times the stalls of the table, so that many of a few thousand games have two.
const MANY_STALLS: LagModel = LagModel { stall_probability: 0.01, ..LagModel::STALLS };

/// Conditions with [`MANY_STALLS`] and a clock of one second, in which every kind of flag occurs.
fn stalling() -> Conditions {
    let control: TimeControl = "1+0.01".parse().unwrap_or_else(|e| panic!("{e}"));
    Conditions::new(control, MANY_STALLS)
}

/// The outcomes of a series of games for a strategy.
fn outcomes(strategy: Box<dyn Strategy>, traces: &TraceSet, conditions: &Conditions, games: u64) -> Vec<GameOutcome> {
    let keeper = TimeKeeper::new(strategy);
    let mut simulator = Simulator::new(conditions.clone());
    let record = |number: u64| &traces.games()[number as usize % traces.games().len()];
    (0..games).map(|number| simulator.play(&keeper, record(number), number)).collect()
}

/// Games "lost by any player" are the same for all strategies. All strategies
/// lose them, and so does the player that answers at once, on the same seeded
/// games; that player loses hardly any others.
#[test]
fn games_lost_by_any_player_are_lost_by_the_instant_player() {
    let (traces, conditions) = (SyntheticTraces::default().generate(), stalling());
    let instant = outcomes(Box::new(FixedTime(Duration::ZERO)), &traces, &conditions, 3_000);
    let lost_by_any = instant.iter().filter(|game| game.lost_by_any).count();
    let lost = instant.iter().filter(|game| game.flag.is_some()).count();
    assert!(lost_by_any >= 5, "{lost_by_any} games");
    // It still needs some time, since the first iteration is always searched.
    assert!(lost >= lost_by_any && lost <= lost_by_any + 2, "{lost} lost, {lost_by_any} by any player");
    for name in STRATEGY_NAMES {
        let strategy = strategy_by_name(name).unwrap_or_else(|e| panic!("{e}"));
        for (number, (game, at_once)) in
            outcomes(strategy, &traces, &conditions, 3_000).iter().zip(&instant).enumerate()
        {
            assert_eq!(game.lost_by_any, at_once.lost_by_any, "{name}, game {number}");
            assert!(game.flag.is_some() || !game.lost_by_any, "{name} saved game {number}, which is impossible");
        }
    }
}

/// Plays like the default until the clock shows the first stall, and with the shortest budget afterwards.
#[derive(Clone, Default)]
struct Warned {
    default: Foresight,
    expected: Option<Duration>,
    warned: bool,
}

impl Strategy for Warned {
    fn name(&self) -> &str {
        "warned"
    }

    fn new_game(&mut self) {
        *self = Warned::default();
        self.default.new_game();
    }

    fn begin(&mut self, clock: &ClockState, context: &MoveContext) -> Budget {
        // A stall takes at least 100 ms; the body of the lag is far below.
        let missing = self.expected.and_then(|expected| expected.checked_sub(clock.left));
        self.warned |= missing.is_some_and(|missing| missing >= Duration::from_millis(90));
        let budget = self.default.begin(clock, context);
        self.expected = Some(clock.left + clock.bonus.amount());
        if self.warned { Budget::default() } else { budget }
    }

    fn after_iteration(&mut self, report: &SearchProgress) -> StrategyDecision {
        if self.warned { StrategyDecision::Stop } else { self.default.after_iteration(report) }
    }

    fn during_iteration(&mut self, report: &SearchProgress) -> StrategyDecision {
        if self.warned { StrategyDecision::Stop } else { self.default.during_iteration(report) }
    }

    fn finish(&mut self, summary: &duiyi_clock::MoveSummary) {
        self.expected = self.expected.and_then(|expected| expected.checked_sub(summary.elapsed));
        self.default.finish(summary);
    }

    fn boxed_clone(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }
}

/// The other flags of the default are caused by the time used before the first
/// stall. A player that plays like it until then, and with the shortest budget
/// afterwards, loses the same games, except for a few decided by milliseconds.
#[test]
fn games_without_enough_time_at_the_first_stall_cannot_be_saved() {
    let (traces, conditions) = (SyntheticTraces::default().generate(), stalling());
    let ours = outcomes(Box::new(Foresight::default()), &traces, &conditions, 3_000);
    let warned = outcomes(Box::new(Warned::default()), &traces, &conditions, 3_000);
    let lost = |games: &[GameOutcome]| games.iter().filter(|game| game.flag.is_some()).count();
    let (mut missing, mut saved) = (0, 0);
    for (number, (ours, warned)) in ours.iter().zip(&warned).enumerate() {
        if ours.flag.is_some() && !ours.lost_by_any {
            assert!(ours.stalls >= 2, "game {number}: a single stall is survived");
            assert!(ours.lost_before_first_sign, "game {number} could have been saved");
            missing += 1;
            saved += usize::from(warned.flag.is_none());
        }
    }
    assert!(missing > 20, "{missing}");
    assert!(saved * 10 <= missing, "{saved} of {missing} saved by the shortest budgets after the first stall");
    assert!(lost(&warned) <= lost(&ours));
}

/// With an overhead option that covers the stalls, hardly any avoidable games are lost.
#[test]
fn an_overhead_for_the_stalls_avoids_most_flags() {
    let (traces, usual) = (SyntheticTraces::default().generate(), stalling());
    let honest = Conditions { overhead: Duration::from_millis(990), ..usual.clone() };
    let [usual, honest] = [&usual, &honest].map(|c| run(&Foresight::default(), &traces, c, 2_000));
    assert!(honest.flags * 2 < usual.flags, "{} flags against {}", honest.flags, usual.flags);
    assert!(honest.flags <= honest.lost_by_any + 10, "{} flags, {} lost by any", honest.flags, honest.lost_by_any);
}
