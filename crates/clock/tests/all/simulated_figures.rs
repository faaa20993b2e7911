//! The results of the simulator, stored in `golden/simulator.txt` to detect any change. After an
//! intended change, write the file again and review the difference:
//! `UPDATE_EXPECT=1 cargo test -p duiyi-clock --features simulator`.

use duiyi_clock::{
    TimeControl, TimeKeeper,
    sim::{
        Conditions, LagModel, PonderModel, Simulator, Summary, SyntheticTraces, TraceSet, at_equal_time, elo,
        even_share, expected_score, oracle_regret, relations, run,
    },
    strategy_by_name,
};
use expect_test::expect_file;
use std::{fmt::Write, time::Duration};

fn control(text: &str) -> TimeControl {
    if text == "hourglass" {
        return TimeControl::Hourglass(Duration::from_secs(60));
    }
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Six digits show a change, and are the same on every processor.
fn digits(value: f64) -> String {
    format!("{value:.5e}")
}

fn write_traces(text: &mut String, traces: &TraceSet) {
    for game in traces.games().iter().take(6) {
        writeln!(text, "{} {}: {} positions", game.game, game.side, game.positions.len()).unwrap();
    }
    for position in traces.games()[0].positions.iter().step_by(9) {
        let context = position.context();
        write!(text, "ply {} {:?} {} {:?}", position.ply, position.phase, position.legal, position.values).unwrap();
        write!(text, " {} {:?} {}:", position.recapture, position.material, context.forced_recapture).unwrap();
        for i in position.iterations.iter().step_by(4) {
            write!(text, " {} {} {} {} {} {};", i.depth, i.nodes, i.micros, i.score, i.best, i.share).unwrap();
        }
        text.push('\n');
    }
}

fn write_summary(text: &mut String, summary: &Summary) {
    let Summary { name, games, flags, lost_by_any, lost_before_first_sign, moves, used, given, ponder_hits, .. } =
        summary;
    write!(text, "{name}: {games} games, {flags} flags ({lost_by_any}, {lost_before_first_sign}), {moves} moves, ")
        .unwrap();
    write!(text, "{} of {} ms, {ponder_hits} hits, loss", used.as_millis(), given.as_millis()).unwrap();
    for value in [summary.loss(), summary.loss_error(), summary.flags_per_million(), summary.used_share()] {
        write!(text, " {}", digits(value)).unwrap();
    }
    writeln!(text, ", {} avoidable, {} ms a game", summary.avoidable_flags(), summary.mean_used().as_millis()).unwrap();
}

fn conditions() -> Vec<(&'static str, Conditions)> {
    let plain = |text: &str, lag: LagModel| Conditions::new(control(text), lag);
    let ponder = Some(PonderModel { hit_rate: 0.5, opponent_share: 0.02 });
    let short = Conditions { overhead: Duration::ZERO, ..plain("3+0.01", LagModel::STALLS) };
    vec![
        ("60+1 ideal", plain("60+1", LagModel::IDEAL)),
        ("3 with stalls", short),
        ("40/30 busy", Conditions { poll: Duration::from_millis(20), speed: 0.5, ..plain("40/30", LagModel::BUSY) }),
        ("10+0.1 pondering", Conditions { ponder, ..plain("10+0.1", LagModel::NETWORK) }),
        ("10+3x2 by other noise", Conditions { seed: 7, speed_noise: 0.4, ..plain("10+3x2", LagModel::LOCAL) }),
    ]
}

#[test]
fn figures_equal_the_golden_file() {
    let mut text = String::new();
    let traces = SyntheticTraces { games: 24, ..SyntheticTraces::default() }.generate();
    write_traces(&mut text, &traces);
    let other =
        SyntheticTraces { seed: 9, games: 3, length: 70.0, longest: 90, cap: 1_000_000, speed: 3e5, steepness: 2.0 };
    write_traces(&mut text, &other.generate());
    for relation in relations(&traces) {
        let values = [relation.branching, relation.exponential, relation.linear, relation.speed].map(digits);
        writeln!(text, "{} {}", relation.positions, values.join(" ")).unwrap();
    }
    for value in [-900, -1, 0, 40, 400] {
        let score = expected_score(value);
        writeln!(text, "{value}: {} {}", digits(score), digits(elo(score))).unwrap();
    }
    for name in
        ["60", "60+1", "40/30", "40/7200:20/3600:900+30", "10+3x2", "60;d5", "movetime=1", "hourglass", "depth=9"]
    {
        let bounds = [0.01, 1.0].map(|speed| digits(oracle_regret(&traces, &control(name), speed)));
        writeln!(text, "{name}: {} {:?}", bounds.join(" "), even_share(&control(name))).unwrap();
    }
    for (name, conditions) in conditions() {
        writeln!(text, "# {name}").unwrap();
        let play = |strategy: &str| run(&*strategy_by_name(strategy).unwrap(), &traces, &conditions, 700);
        let (foresight, average) = (play("foresight"), play("average=20"));
        for summary in [&foresight, &average, &play("adaptive-interrupt"), &play("fixed-nodes=300000")] {
            write_summary(&mut text, summary);
        }
        write_summary(&mut text, &Summary::together(&[foresight.clone(), average.clone()]));
        let gain = foresight.gain_over(&average);
        writeln!(text, "gain {} {}", digits(gain.mean), digits(gain.error)).unwrap();
        let mut simulator = Simulator::new(conditions);
        let keeper = TimeKeeper::new(strategy_by_name("foresight").unwrap());
        let outcome = simulator.play_observed(&keeper, &traces.games()[3], 5, |record| {
            let (left, used) = (record.left.as_micros(), record.used.as_micros());
            write!(text, "{} {left} {used} {} {};", record.ply, record.depth, digits(record.regret)).unwrap();
        });
        writeln!(text, "\n{} {} {:?}", outcome.moves, outcome.stalls, outcome.ponder_credit).unwrap();
    }
    let conditions = Conditions::new(control("20"), LagModel::IDEAL);
    let equal =
        at_equal_time(&*strategy_by_name("average=60").unwrap(), &traces, &conditions, 24, Duration::from_secs(9));
    writeln!(text, "factor {}", digits(equal.factor)).unwrap();
    write_summary(&mut text, &equal.summary);
    expect_file![concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/simulator.txt")].assert_eq(&text);
}

/// Two recorded games are enough for an error, one is not.
#[test]
fn an_error_needs_two_games() {
    let error = |games: usize| {
        let traces = SyntheticTraces { games, ..SyntheticTraces::default() }.generate();
        let conditions = Conditions::new(control("10"), LagModel::IDEAL);
        let play = |strategy: &str| run(&*strategy_by_name(strategy).unwrap(), &traces, &conditions, games as u64);
        let (foresight, average) = (play("foresight"), play("average"));
        (foresight.loss_error().is_finite(), foresight.gain_over(&average).error.is_finite())
    };
    assert_eq!([1, 2].map(error), [(false, false), (true, true)]);
}
