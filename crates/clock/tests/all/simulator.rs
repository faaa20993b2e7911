//! The simulator: deterministic, paired, bounded by the oracle; traces written and read.

use std::time::Duration;

use duiyi_clock::sim::{
    Conditions, LagModel, PonderModel, Simulator, Summary, SyntheticTraces, TraceError, TraceGame, TraceIteration,
    TracePosition, TraceSet, at_equal_time, elo, even_share, expected_score, oracle_regret, relations, run,
};
use duiyi_clock::{
    Average, FixedDepth, FixedNodes, FixedShare, FixedTime, Foresight, Phase, STRATEGY_NAMES, TimeControl, TimeKeeper,
    strategy_by_name,
};

fn traces() -> TraceSet {
    SyntheticTraces { games: 60, ..SyntheticTraces::default() }.generate()
}

fn control(text: &str) -> TimeControl {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// T-6: time linear in nodes, nodes exponential in depth, steepest in the
/// middle game, least steep and fastest in the endgame. On synthetic traces
/// this checks the measurement, not an engine.
#[test]
fn t6_relations_of_time_nodes_and_depth() {
    let [opening, middlegame, endgame] = relations(&traces());
    for relation in [opening, middlegame, endgame] {
        assert!(relation.positions > 100);
        assert!(relation.linear > 0.999, "{relation:?}");
        assert!(relation.exponential > 0.98, "{relation:?}");
    }
    assert!(middlegame.branching > opening.branching && opening.branching > endgame.branching);
    assert!(endgame.speed > middlegame.speed && endgame.speed > opening.speed);
}

/// T-9: with 4 ms of lag on each move and no margin, the average model loses on
/// time; a margin prevents it.
#[test]
fn t9_a_margin_keeps_the_average_model_from_flagging() {
    let traces = SyntheticTraces { games: 40, length: 80.0, ..SyntheticTraces::default() }.generate();
    let lag = LagModel { median: Duration::from_millis(4), ..LagModel::NETWORK };
    let careless = Conditions {
        overhead: Duration::ZERO,
        ..Conditions::new(TimeControl::sudden_death(Duration::from_secs(1)), lag)
    };
    let flags = |conditions: &Conditions| run(&Average::new(20.0), &traces, conditions, 400).flags;
    assert!(flags(&careless) > 100);
    let increment = TimeControl::fischer(Duration::from_secs(1), Duration::from_millis(20));
    assert_eq!(flags(&Conditions { control: increment, overhead: Duration::from_millis(60), ..careless }), 0);
}

/// T-7: the paper's objections to the static strategies, on recorded searches of the engine: a fixed depth takes longer
/// before the endgame than in it (here longest in the opening, not in the middlegame as in the paper), and a fixed time
/// or number of nodes reaches deepest in the endgame.
#[test]
fn t7_static_strategies_are_unfair() {
    let [traces, ..] = recorded();
    let conditions = Conditions::new(control("3600"), LagModel::IDEAL);
    let means = |keeper: TimeKeeper| {
        let mut simulator = Simulator::new(conditions.clone());
        let mut sums = [(0.0, 0.0, 0.0); 3];
        for (number, game) in traces.games().iter().enumerate() {
            let mut records = Vec::new();
            simulator.play_observed(&keeper, game, number as u64, |r| records.push(*r));
            for (record, position) in records.iter().zip(&game.positions) {
                let sum = &mut sums[position.phase as usize];
                *sum = (sum.0 + 1.0, sum.1 + record.used.as_secs_f64(), sum.2 + f64::from(record.depth));
            }
        }
        sums.map(|(n, time, depth)| (time / n, depth / n))
    };
    let by_depth = means(TimeKeeper::new(Box::new(FixedDepth(10))));
    assert!(by_depth[0].0 > 2.0 * by_depth[2].0 && by_depth[1].0 > 1.05 * by_depth[2].0, "{by_depth:?}");
    let by_time = means(TimeKeeper::new(Box::new(FixedTime(Duration::from_millis(500)))));
    assert!(by_time[2].1 > by_time[1].1 + 0.5 && by_time[1].1 > by_time[0].1 + 0.5, "{by_time:?}");
    let by_nodes = means(TimeKeeper::new(Box::new(FixedNodes(500_000))));
    assert!(by_nodes[2].1 > by_nodes[1].1 + 0.5 && by_nodes[1].1 > by_nodes[0].1 + 0.5, "{by_nodes:?}");
}

#[test]
fn the_same_seed_gives_the_same_games() {
    let traces = traces();
    let conditions = Conditions::new(control("10+0.1"), LagModel::BUSY);
    for name in STRATEGY_NAMES {
        let strategy = strategy_by_name(name).unwrap_or_else(|e| panic!("{e}"));
        let once = run(&*strategy, &traces, &conditions, 120);
        assert_eq!(once, run(&*strategy, &traces, &conditions, 120), "{name}");
        let other = run(&*strategy, &traces, &Conditions { seed: 99, ..conditions.clone() }, 120);
        assert_ne!(once.used, other.used, "{name}");
    }
}

#[test]
fn more_time_loses_less_and_no_strategy_beats_the_oracle() {
    let traces = traces();
    let ideal = |text: &str| Conditions { speed_noise: 0.0, ..Conditions::new(control(text), LagModel::IDEAL) };
    let average = Average::new(40.0);
    let losses = ["1", "10", "100"].map(|text| run(&average, &traces, &ideal(text), 60).loss());
    assert!(losses[0] > losses[1] && losses[1] > losses[2], "{losses:?}");
    let bounds = ["1", "10", "100"].map(|text| oracle_regret(&traces, &control(text), 1.0));
    assert!(bounds[0] >= bounds[1] && bounds[1] >= bounds[2] && bounds[2] >= 0.0, "{bounds:?}");
    for text in ["1", "10", "10+0.1", "40/10", "3x1s"] {
        let bound = oracle_regret(&traces, &control(text), 1.0);
        for name in STRATEGY_NAMES {
            let strategy = strategy_by_name(name).unwrap_or_else(|e| panic!("{e}"));
            let loss = run(&*strategy, &traces, &ideal(text), 60).loss();
            assert!(loss >= bound, "{name} at {text}: {loss} is less than the oracle's {bound}");
        }
    }
}

/// With time for the mean of two choices the bound is the mean of their regrets, and with time for one it is its own.
#[test]
fn the_oracle_weighs_regrets_by_their_time() {
    let iteration = |depth: u32, seconds: u64, best: u16| TraceIteration {
        depth,
        nodes: seconds * 1000,
        micros: seconds * 1_000_000,
        score: 0,
        best,
        share: 500,
        mate: None,
    };
    let position = TracePosition {
        ply: 0,
        legal: 2,
        material: None,
        phase: Phase::Opening,
        recapture: false,
        moves: vec!["worse".to_owned(), "better".to_owned()],
        values: vec![0, 400],
        iterations: vec![iteration(1, 1, 0), iteration(2, 3, 1)],
    };
    let game = |positions| TraceGame { game: "nim".to_owned(), side: "first".to_owned(), positions };
    // 400 centipawns are ten to one.
    let regret = 10.0 / 11.0 - 0.5;
    let traces = |positions: usize| TraceSet::new(vec![game(vec![position.clone(); positions])]).unwrap();
    for (positions, text, expected) in [
        (1, "movetime=1", regret),
        (1, "movetime=2", regret / 2.0),
        (1, "movetime=2.5", regret / 4.0),
        (1, "movetime=3", 0.0),
        (1, "infinite", 0.0),
        // Four seconds are enough for one good choice of two.
        (2, "movetime=2", regret),
    ] {
        let bound = oracle_regret(&traces(positions), &control(text), 1.0);
        assert!((bound - expected).abs() < 1e-6, "{positions} at {text}: {bound}, expected {expected}");
    }
    // At half the speed of the records twice the time is needed.
    assert!((oracle_regret(&traces(1), &control("movetime=4"), 0.5) - regret / 2.0).abs() < 1e-6);
}

#[test]
fn equal_time_uses_equal_time() {
    let traces = traces();
    let conditions = Conditions::new(control("10+0.1"), LagModel::NETWORK);
    let target = run(&FixedShare::new(60.0), &traces, &conditions, 120).mean_used();
    for name in ["average", "foresight", "elephanteye", "stockfish"] {
        let strategy = strategy_by_name(name).unwrap_or_else(|e| panic!("{e}"));
        let equal = at_equal_time(&*strategy, &traces, &conditions, 120, target);
        let ratio = equal.summary.mean_used().as_secs_f64() / target.as_secs_f64();
        assert!((ratio - 1.0).abs() < 0.01, "{name}: {ratio}");
    }
}

#[test]
fn the_default_beats_the_fixed_share_at_equal_time() {
    let traces = traces();
    for text in ["60", "10+0.1"] {
        let conditions = Conditions::new(control(text), LagModel::NETWORK);
        let anchor = run(&FixedShare::new(60.0), &traces, &conditions, 240);
        let ours = at_equal_time(&Foresight::default(), &traces, &conditions, 240, anchor.mean_used());
        let gain = ours.summary.gain_over(&anchor);
        assert!(gain.mean > gain.error, "{text}: {gain:?}");
    }
}

/// T-19: the hit rate is that of the model, and pondering gains time.
#[test]
fn t19_ponder_hits_save_time() {
    let traces = traces();
    let plain = Conditions::new(control("60"), LagModel::LOCAL);
    let ponder =
        Conditions { ponder: Some(PonderModel { hit_rate: 0.6, opponent_share: 1.0 / 40.0 }), ..plain.clone() };
    let (without, with) =
        (run(&Average::new(40.0), &traces, &plain, 240), run(&Average::new(40.0), &traces, &ponder, 240));
    let rate = with.ponder_hits as f64 / (with.moves - with.games) as f64;
    assert!((rate - 0.6).abs() < 0.02, "hit rate {rate}");
    assert_eq!(without.ponder_hits, 0);
    assert!(with.used < without.used);
    assert!(with.loss() < without.loss(), "{} is not below {}", with.loss(), without.loss());
    let mut simulator = Simulator::new(ponder);
    let outcome = simulator.play(&TimeKeeper::new(Box::new(Foresight::default())), &traces.games()[0], 1);
    assert!(outcome.ponder_hits > 0 && outcome.ponder_credit > Duration::ZERO);
}

/// Row T-21b: using time early improves the opening, saving it improves the endgame.
#[test]
fn t21b_time_spent_in_a_phase_saves_points_there() {
    let traces = traces();
    let conditions = Conditions::new(control("60"), LagModel::IDEAL);
    let target = Duration::from_secs(30);
    let of = |divisor: f64| at_equal_time(&Average::new(divisor), &traces, &conditions, 60, target).summary;
    let (spender, saver) = (of(15.0), of(100.0));
    for summary in [&spender, &saver] {
        let moves: u64 = summary.phases.iter().map(|phase| phase.moves).sum();
        let loss: f64 = summary.phases.iter().map(|phase| phase.loss).sum();
        let used: Duration = summary.phases.iter().map(|phase| phase.used).sum();
        assert_eq!((moves, used), (summary.moves, summary.used));
        // A flag does not count in any phase.
        assert!(((loss + summary.flags as f64) / 60.0 - summary.loss()).abs() < 1e-9);
    }
    let share = |summary: &Summary, phase: usize| summary.phases[phase].used.as_secs_f64() / summary.used.as_secs_f64();
    assert!(share(&spender, 0) > share(&saver, 0) && share(&spender, 2) < share(&saver, 2));
    assert!(spender.phases[0].loss < saver.phases[0].loss, "{:?} {:?}", spender.phases, saver.phases);
    assert!(spender.phases[2].loss > saver.phases[2].loss, "{:?} {:?}", spender.phases, saver.phases);
}

#[test]
fn a_flag_costs_a_point() {
    let traces = traces();
    let lag = LagModel { median: Duration::from_millis(100), sigma: 0.0, ..LagModel::IDEAL };
    let summary = run(&FixedTime(Duration::from_millis(1)), &traces, &Conditions::new(control("1"), lag), 60);
    assert_eq!(summary.flags, 60);
    assert!(summary.loss() > 1.0);
    assert!((summary.flags_per_million() - 1e6).abs() < 1e-6);
}

#[test]
fn scores_and_elo() {
    assert!((expected_score(0) - 0.5).abs() < 1e-12);
    assert!((expected_score(400) - 10.0 / 11.0).abs() < 1e-12);
    for difference in [-300, -20, 0, 100] {
        assert!((elo(expected_score(difference)) - f64::from(difference)).abs() < 1e-9);
    }
    assert!(elo(0.0).is_finite() && elo(1.0).is_finite());
}

#[test]
fn traces_are_the_same_after_writing_and_reading() {
    let traces = SyntheticTraces { games: 3, ..SyntheticTraces::default() }.generate();
    let mut file = b"# a comment\n\n".to_vec();
    traces.write(&mut file).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(TraceSet::read(&file[..]).unwrap_or_else(|e| panic!("{e}")), traces);
}

fn small() -> TraceGame {
    let iteration =
        |depth, nodes| TraceIteration { depth, nodes, micros: nodes, score: 5, best: 0, share: 900, mate: None };
    let position = TracePosition {
        ply: 4,
        legal: 40,
        material: Some(1.0),
        phase: Phase::Opening,
        recapture: false,
        moves: vec!["h2e2".to_owned()],
        values: vec![12],
        iterations: vec![iteration(1, 40), iteration(2, 160)],
    };
    TraceGame { game: "g".to_owned(), side: "red".to_owned(), positions: vec![position] }
}

#[test]
fn contradictory_traces_are_rejected() {
    assert!(TraceSet::new(vec![small()]).is_ok());
    let refuse = |change: &dyn Fn(&mut TraceGame), words: &str| {
        let mut game = small();
        change(&mut game);
        let error = TraceSet::new(vec![small(), game]).expect_err(words);
        assert!(matches!(error, TraceError::Inconsistent { line: 2, .. }), "{error}");
        assert!(error.to_string().contains(words), "{error}");
    };
    refuse(&|g| g.positions.clear(), "no positions");
    refuse(&|g| g.positions[0].iterations.clear(), "no iterations");
    refuse(&|g| g.positions[0].iterations[1].best = 1, "is not listed");
    refuse(&|g| g.positions[0].iterations[1].share = 1001, "above 1000");
    refuse(&|g| g.positions[0].iterations[1].nodes = 39, "must grow");
    refuse(&|g| g.positions[0].iterations[1].depth = 1, "must grow");
    refuse(&|g| g.positions[0].values.push(3), "2 values");
    let error = TraceSet::read(&b"\n{\"game\":3}\n"[..]).expect_err("not a trace");
    assert!(matches!(error, TraceError::Json { line: 2, .. }), "{error}");
}

#[test]
fn records_that_end_early_are_extrapolated() {
    // The record ends after 160 µs; the strategy has a second per move to think.
    let traces = TraceSet::new(vec![small()]).unwrap_or_else(|e| panic!("{e}"));
    let mut used = Duration::ZERO;
    let mut simulator = Simulator::new(Conditions::new(control("40"), LagModel::IDEAL));
    let keeper = TimeKeeper::new(Box::new(FixedTime(Duration::from_millis(2))));
    simulator.play_observed(&keeper, &traces.games()[0], 0, |r| used = r.used);
    assert!(used >= Duration::from_millis(2) && used < Duration::from_millis(4), "{used:?}");
    // Without a limit the search ends with the extrapolated iterations.
    let mut simulator = Simulator::new(Conditions::new(TimeControl::Infinite, LagModel::IDEAL));
    let outcome = simulator.play(&keeper, &traces.games()[0], 0);
    assert_eq!((outcome.moves, outcome.flag), (1, None));
}

/// The crate's recorded searches.
fn recorded() -> [TraceSet; 3] {
    let read = |bytes: &[u8]| TraceSet::read(bytes).unwrap_or_else(|e| panic!("{e}"));
    [
        read(include_bytes!("../../data/traces.jsonl.gz")),
        read(include_bytes!("../../data/traces-tuning.jsonl.gz")),
        read(include_bytes!("../../data/relations.jsonl.gz")),
    ]
}

#[test]
fn recorded_searches_are_complete_and_disjoint() {
    let sets = recorded();
    let sides = |set: &TraceSet| set.games().len();
    assert!(sides(&sets[0]) + sides(&sets[1]) >= 60 && sides(&sets[2]) >= 6);
    let mut names: Vec<&str> = sets.iter().flat_map(TraceSet::games).map(|g| g.game.as_str()).collect();
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all, "no game may be used both for tuning and for measuring");
    for position in sets[..2].iter().flat_map(TraceSet::games).flat_map(|g| &g.positions) {
        assert_eq!(position.moves.len(), position.values.len());
        // After packing, every listed move was best in some iteration.
        for index in 0..position.moves.len() {
            assert!(position.iterations.iter().any(|i| usize::from(i.best) == index));
        }
    }
}

/// T-6: the paper's relations in this engine's recorded searches.
#[test]
fn t6_relations_of_our_own_searches() {
    let [_, _, selective] = recorded();
    let thesis = TraceSet::read(&include_bytes!("../../data/relations-thesis.jsonl.gz")[..]).expect("searches");
    for relations in [relations(&thesis), relations(&selective)] {
        let [opening, middlegame, endgame] = relations.map(|relation| relation.branching);
        assert!(opening > endgame && middlegame > endgame, "endgames grow least: {relations:?}");
    }
    for relation in [relations(&thesis), relations(&selective)].concat() {
        assert!(relation.positions >= 2, "{relation:?}");
        assert!(relation.linear > 0.98, "time is linear in nodes: {relation:?}");
        assert!(relation.exponential > 0.9, "nodes are exponential in depth: {relation:?}");
        assert!((1.3..4.0).contains(&relation.branching), "{relation:?}");
    }
}

/// On recorded searches not used for tuning, the default loses less than the
/// fixed share at equal time, by more than the error.
#[test]
fn the_default_beats_the_fixed_share_on_recorded_searches() {
    let [traces, _, _] = recorded();
    for text in ["60", "10+0.1", "40/10"] {
        let control = control(text);
        let share = even_share(&control).map_or(1.0, |time| time.as_secs_f64());
        let speed = 8_000.0 / (share * traces.speed());
        let conditions = Conditions { speed, ..Conditions::new(control, LagModel::NETWORK) };
        let games = 2 * traces.games().len() as u64;
        let anchor = run(&FixedShare::new(60.0), &traces, &conditions, games);
        let ours = at_equal_time(&Foresight::default(), &traces, &conditions, games, anchor.mean_used());
        let gain = ours.summary.gain_over(&anchor);
        assert!(gain.mean > gain.error, "{text}: {gain:?}");
    }
}

/// Compressed traces are read like uncompressed ones.
#[test]
fn compressed_traces_are_read() {
    let [traces, _, _] = recorded();
    let mut plain = Vec::new();
    traces.write(&mut plain).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(TraceSet::read(&plain[..]).unwrap_or_else(|e| panic!("{e}")), traces);
    let broken = &include_bytes!("../../data/traces.jsonl.gz")[..1000];
    assert!(matches!(TraceSet::read(broken), Err(TraceError::Io { .. } | TraceError::Json { .. })));
}
