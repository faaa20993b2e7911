//! The default strategy does not lose on time.
//!
//! Lag models and controls are those of the table in `docs/time.md`. Where the
//! lag alone takes games, even from a player who answers at once, the default
//! is held to what that player loses and a little more.

use std::time::Duration;

use duiyi_clock::sim::{Conditions, LagModel, SyntheticTraces, TraceSet, run};
use duiyi_clock::{FixedTime, Foresight, TimeControl};

const CONTROLS: [&str; 5] = ["60+0", "10+0.1", "1+0.01", "40/10", "3x1s"];

/// Stalls of up to 600 ms can take most of a clock of one second.
fn is_hopeless(control: &str, lag: &LagModel) -> bool {
    control == "1+0.01" && *lag == LagModel::STALLS
}

fn flags(traces: &TraceSet, control: &str, lag: LagModel, games: u64) -> u64 {
    let control: TimeControl = control.parse().unwrap_or_else(|e| panic!("{control}: {e}"));
    run(&Foresight::default(), traces, &Conditions::new(control, lag), games).flags
}

fn check(games: u64) {
    let traces = SyntheticTraces::default().generate();
    std::thread::scope(|scope| {
        for half in 0..2 {
            let traces = &traces;
            scope.spawn(move || {
                for control in CONTROLS {
                    for lag in LagModel::ALL.into_iter().skip(half).step_by(2) {
                        if !is_hopeless(control, &lag) {
                            assert_eq!(flags(traces, control, lag, games), 0, "{control}, {} lag", lag.name);
                        }
                    }
                }
            });
        }
    });
}

#[test]
fn no_flag_in_a_few_hundred_games() {
    check(400);
}

#[test]
#[ignore = "24 million games take 20 minutes of processor time: cargo test --release -p duiyi-clock --test flags -- --ignored"]
fn no_flag_in_a_million_games() {
    check(1_000_000);
}

/// With 600 ms stalls on a one-second clock the setting decides: an overhead as
/// long as the stalls brings the default near to a player who never thinks.
#[test]
fn an_honest_overhead_saves_what_can_be_saved() {
    let traces = SyntheticTraces::default().generate();
    let control: TimeControl = "1+0.01".parse().unwrap_or_else(|e| panic!("{e}"));
    let usual = Conditions::new(control, LagModel::STALLS);
    let honest = Conditions { overhead: Duration::from_millis(620), ..usual.clone() };
    let games = 6_000;
    let [usual, honest] = [&usual, &honest].map(|c| run(&Foresight::default(), &traces, c, games).flags);
    let instant = {
        let conditions = Conditions::new("1+0.01".parse().unwrap_or_else(|e| panic!("{e}")), LagModel::STALLS);
        run(&FixedTime(Duration::ZERO), &traces, &conditions, games).flags
    };
    assert!(honest * 5 < usual, "{honest} flags against {usual}");
    assert!(honest <= instant + games / 500, "{honest} flags against {instant} that can't be avoided");
}
