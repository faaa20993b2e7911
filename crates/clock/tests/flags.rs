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

/// Two stalls on a clock of one second: a player who never thinks loses some
/// of those games, too; and nobody who thinks at all can keep back enough for both.
#[test]
fn what_two_stalls_take_is_beyond_help() {
    let traces = SyntheticTraces::default().generate();
    let games = 20_000;
    let ours = play(&traces, "1+0.01", LagModel::STALLS, games);
    assert_eq!(ours.flags_by_one_stall, 0);
    // The chance of two stalls and more in a game of this length, and a third for luck.
    let moves = ours.moves as f64 / games as f64;
    let expected = games as f64 * (moves * LagModel::STALLS.stall_probability).powi(2) / 2.0;
    assert!((ours.flags as f64) < 1.5 * expected + 10.0, "{} flags, {expected:.0} games with two stalls", ours.flags);
    let control: TimeControl = "1+0.01".parse().unwrap_or_else(|e| panic!("{e}"));
    let at_once = run(&FixedTime(Duration::ZERO), &traces, &Conditions::new(control, LagModel::STALLS), games * 5);
    assert!(at_once.flags > 0, "some games are lost whatever one does");
    assert!(at_once.doomed >= at_once.flags * 9 / 10, "{at_once:?}");
}

/// Who knows of the stalls and says so by the overhead option loses hardly more than must be lost.
#[test]
fn an_honest_overhead_saves_what_can_be_saved() {
    let traces = SyntheticTraces::default().generate();
    let control: TimeControl = "1+0.01".parse().unwrap_or_else(|e| panic!("{e}"));
    let usual = Conditions::new(control, LagModel::STALLS);
    let honest = Conditions { overhead: Duration::from_millis(990), ..usual.clone() };
    let games = 20_000;
    let [usual, honest] = [&usual, &honest].map(|c| run(&Foresight::default(), &traces, c, games).flags);
    assert!(honest < usual || usual == 0, "{honest} flags against {usual}");
}
