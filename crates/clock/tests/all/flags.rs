//! The default strategy does not lose on time.
//!
//! Lag models and controls are those of the table in `docs/time.md`, the games
//! recorded and synthetic ones (whose lengths go up to 150 moves a side). One
//! case is beyond any strategy: on a clock of one second two stalls of up to
//! 600 ms each can take more than there is. The simulator tells apart what
//! nobody can save, what was missing when the first stall came, and what could
//! have been avoided; of the last there must be nothing anywhere, of the
//! others nothing but there.

use std::time::Duration;

use duiyi_clock::sim::{Conditions, GameOutcome, LagModel, Simulator, Summary, SyntheticTraces, TraceSet, run};
use duiyi_clock::{
    Budget, ClockState, Decision, FixedTime, Foresight, MoveContext, STRATEGY_NAMES, SearchProgress, Strategy,
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

/// Ten times as many stalls as in the table, so that a few thousand games have many with two.
const MANY_STALLS: LagModel = LagModel { stall_probability: 0.01, ..LagModel::STALLS };

/// Under [`MANY_STALLS`] on a clock of a second, where every kind of flag occurs.
fn stalling() -> Conditions {
    let control: TimeControl = "1+0.01".parse().unwrap_or_else(|e| panic!("{e}"));
    Conditions::new(control, MANY_STALLS)
}

/// What becomes of each game of a series in the hands of a strategy.
fn outcomes(strategy: Box<dyn Strategy>, traces: &TraceSet, conditions: &Conditions, games: u64) -> Vec<GameOutcome> {
    let keeper = TimeKeeper::new(strategy);
    let mut simulator = Simulator::new(conditions.clone());
    let record = |number: u64| &traces.games()[number as usize % traces.games().len()];
    (0..games).map(|number| simulator.play(&keeper, record(number), number)).collect()
}

/// "Lost by any player" means it: such games are the same for all strategies,
/// all of them lose them, and so does the player who answers at once, on the
/// same seeded games; that player loses hardly any other.
#[test]
fn what_is_lost_by_any_player_is_lost_by_the_instant_player() {
    let (traces, conditions) = (SyntheticTraces::default().generate(), stalling());
    let instant = outcomes(Box::new(FixedTime(Duration::ZERO)), &traces, &conditions, 3_000);
    let lost_by_any = instant.iter().filter(|game| game.lost_by_any).count();
    let lost = instant.iter().filter(|game| game.flag.is_some()).count();
    assert!(lost_by_any >= 5, "{lost_by_any} games");
    // It can't answer in no time at all: the first iteration is always searched.
    assert!(lost >= lost_by_any && lost <= lost_by_any + 2, "{lost} lost, {lost_by_any} by any player");
    for name in STRATEGY_NAMES {
        let strategy = strategy_by_name(name).unwrap_or_else(|e| panic!("{e}"));
        for (number, (game, at_once)) in
            outcomes(strategy, &traces, &conditions, 3_000).iter().zip(&instant).enumerate()
        {
            assert_eq!(game.lost_by_any, at_once.lost_by_any, "{name}, game {number}");
            assert!(game.flag.is_some() || !game.lost_by_any, "{name} saved game {number}, which nobody can");
        }
    }
}

/// Plays as the default does until the clock shows the first stall, and asks for no time ever after.
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
        // A stall takes 100 ms at least; the body of the lag stays far below.
        let missing = self.expected.and_then(|expected| expected.checked_sub(clock.left));
        self.warned |= missing.is_some_and(|missing| missing >= Duration::from_millis(90));
        let budget = self.default.begin(clock, context);
        self.expected = Some(clock.left + clock.bonus.amount());
        if self.warned { Budget::default() } else { budget }
    }

    fn after_iteration(&mut self, report: &SearchProgress) -> Decision {
        if self.warned { Decision::Stop } else { self.default.after_iteration(report) }
    }

    fn during_iteration(&mut self, report: &SearchProgress) -> Decision {
        if self.warned { Decision::Stop } else { self.default.during_iteration(report) }
    }

    fn finish(&mut self, summary: &duiyi_clock::MoveSummary) {
        self.expected = self.expected.and_then(|expected| expected.checked_sub(summary.elapsed));
        self.default.finish(summary);
    }

    fn boxed_clone(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }
}

/// The other flags of the default: its time was missing when the first stall
/// came. A player who does as it does until then, and no longer thinks at all
/// from then on, loses the same games but for a few that milliseconds decide.
#[test]
fn what_was_missing_at_the_first_stall_is_lost_however_one_goes_on() {
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
    assert!(saved * 10 <= missing, "{saved} of {missing} saved by not thinking after the first stall");
    assert!(lost(&warned) <= lost(&ours));
}

/// Who knows of the stalls and says so by the overhead option loses hardly more than must be lost.
#[test]
fn an_honest_overhead_saves_what_can_be_saved() {
    let (traces, usual) = (SyntheticTraces::default().generate(), stalling());
    let honest = Conditions { overhead: Duration::from_millis(990), ..usual.clone() };
    let [usual, honest] = [&usual, &honest].map(|c| run(&Foresight::default(), &traces, c, 2_000));
    assert!(honest.flags * 2 < usual.flags, "{} flags against {}", honest.flags, usual.flags);
    assert!(honest.flags <= honest.lost_by_any + 10, "{} flags, {} lost by any", honest.flags, honest.lost_by_any);
}
