//! The default strategy does not lose on time.
//!
//! Lag models and controls are those of the table in `docs/time.md`, the games
//! recorded and synthetic ones (whose lengths go up to 150 moves a side). One
//! case is beyond any strategy: on a clock of one second two stalls of up to
//! 600 ms each can take more than there is. There the default is held to
//! survive any single stall, and to what must then be lost.

use duiyi_clock::sim::{Conditions, LagModel, Summary, SyntheticTraces, TraceSet, run};
use duiyi_clock::{FixedTime, Foresight, TimeControl};
use std::time::Duration;

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
            let lost = if is_beyond_help(control, &lag) { summary.flags_by_one_stall } else { summary.flags };
            assert_eq!(lost, 0, "{control}, {} lag", lag.name);
        }
    }
}

#[test]
fn no_flag_in_a_few_hundred_games() {
    check(&SyntheticTraces::default().generate(), 300);
}

#[test]
#[ignore = "25 million games take 20 minutes of one processor: cargo test --release -p duiyi-clock --test flags -- --ignored"]
fn no_flag_in_a_million_games() {
    check(&SyntheticTraces::default().generate(), 1_000_000);
}

/// Ten times as many stalls as in the table, so that a few thousand games have many with two.
const MANY_STALLS: LagModel = LagModel { stall_probability: 0.01, ..LagModel::STALLS };

/// Two stalls on a clock of one second: a player who never thinks loses some
/// of those games, too, and no strategy can save them. One stall alone the default always survives.
#[test]
fn what_two_stalls_take_is_beyond_help() {
    let traces = SyntheticTraces::default().generate();
    let ours = play(&traces, "1+0.01", MANY_STALLS, 3_000);
    assert!(ours.flags > 0 && ours.flags_by_one_stall == 0, "{} flags", ours.flags);
    let control: TimeControl = "1+0.01".parse().unwrap_or_else(|e| panic!("{e}"));
    let at_once = run(&FixedTime(Duration::ZERO), &traces, &Conditions::new(control, MANY_STALLS), 3_000);
    assert!(at_once.flags > 0, "some games are lost whatever one does");
    // What is lost without a thought is doomed, but for the millisecond that the search takes to be stopped.
    assert!(at_once.doomed >= at_once.flags * 9 / 10, "{} of {}", at_once.doomed, at_once.flags);
    assert!(ours.doomed <= at_once.doomed);
}

/// Who knows of the stalls and says so by the overhead option loses hardly more than must be lost.
#[test]
fn an_honest_overhead_saves_what_can_be_saved() {
    let traces = SyntheticTraces::default().generate();
    let control: TimeControl = "1+0.01".parse().unwrap_or_else(|e| panic!("{e}"));
    let usual = Conditions::new(control, MANY_STALLS);
    let honest = Conditions { overhead: Duration::from_millis(990), ..usual.clone() };
    let [usual, honest] = [&usual, &honest].map(|c| run(&Foresight::default(), &traces, c, 2_000));
    assert!(honest.flags * 2 < usual.flags, "{} flags against {}", honest.flags, usual.flags);
    assert!(honest.flags <= honest.doomed + 10, "{} flags, {} doomed", honest.flags, honest.doomed);
}
