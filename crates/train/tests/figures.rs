//! Results of each tuner on small problems, recorded in `golden/figures.txt`: a change of any step
//! shows up there. After an intended change, write the file again and review the difference:
//! `UPDATE_EXPECT=1 cargo test -p duiyi-train`.

use duiyi_game::hash::mix64;
use duiyi_train::{
    Curve, Parameter, ParameterSet,
    counts::{self, SoftCounts, SoftLayers},
    genetic::{
        Constraint, Constraints, Evolution, GeneticSettings, LOW_GENES, RateFormula, Rates, Tournament, crossover,
        mutate,
    },
    spsa::{self, Climb},
    texel::{Sample, Samples, TexelSettings, Trainer, error, fit_k, predict},
};
use expect_test::expect_file;
use std::fmt::Write;

/// Five digits: enough to detect a change, few enough to be the same on every processor.
fn digits(value: f64) -> String {
    format!("{value:.4e}")
}

fn line(text: &mut String, name: &str, values: impl IntoIterator<Item = f64>) {
    let values: Vec<_> = values.into_iter().map(digits).collect();
    writeln!(text, "{name}: {}", values.join(" ")).unwrap();
}

fn below(seed: u64, n: u64) -> u64 {
    (mix64(seed) >> 20) % n
}

fn climb(text: &mut String) {
    let parameter = |name, value| Parameter::new(name, value, -20.0, 50.0, 4.0).unwrap();
    let set = ParameterSet::new(vec![parameter("a", 40.0), parameter("b", -10.0), parameter("c", 0.0)]).unwrap();
    let mut climb = Climb::new(set, spsa::SpsaSettings { iterations: 60, rate: 0.3, seed: 3 });
    while let Some(trial) = climb.next_trial() {
        let worth = |set: &ParameterSet| {
            set.values().iter().zip([10.0, 20.0, -5.0]).map(|(x, top)| -(x - top).abs()).sum::<f64>()
        };
        climb.report(&trial, (worth(&trial.plus) - worth(&trial.minus)) / 10.0);
        if trial.iteration % 10 == 1 {
            line(
                text,
                "climb",
                trial.plus.values().into_iter().chain(trial.minus.values()).chain(climb.values().values()),
            );
        }
    }
    line(text, "climbed", climb.values().values());
    let ahead =
        Climb::new(climb.values().clone(), spsa::SpsaSettings { iterations: 3, ..spsa::SpsaSettings::default() });
    for n in 0..4 {
        line(text, "ahead", ahead.trial(n).into_iter().flat_map(|trial| trial.plus.values()));
    }
}

fn samples(rows: u64, seed: u64) -> Samples {
    let mut samples = Samples::new(4);
    for row in 0..rows {
        let at = seed + 100 * row;
        let features =
            (0..4).filter(|&f| below(at + f, 3) > 0).map(|f| (f as u16, below(at + 10 + f, 7) as i16 - 3)).collect();
        let part = |n: u64| below(at + n, 101) as f32 / 100.0;
        let target = below(at + 30, 3) as f32 / 2.0;
        samples.push(&Sample { features, phase: part(20), scale: part(21), target }).unwrap();
    }
    samples
}

fn texel(text: &mut String) {
    let (training, held_out) = (samples(3_000, 1), samples(500, 7_777_777));
    line(text, "predict", [-300.0, 0.0, 40.0].map(|evaluation| predict(0.005, evaluation)));
    let start = vec![[50.0, 20.0], [-30.0, 10.0], [0.0, 80.0], [120.0, 90.0]];
    line(text, "error", [error(&training, &start, 0.005), error(&held_out, &start, 0.02), fit_k(&training, &start)]);
    let plain = TexelSettings { k: 0.005, rate: 4.0, batch: 700, epochs: 6, ..TexelSettings::default() };
    let settings = [
        plain.clone(),
        TexelSettings { pull: 1e-5, decay: 0.5, ..plain.clone() },
        TexelSettings { batch: 1, epochs: 1, seed: 5, ..plain.clone() },
        TexelSettings { rate: 300.0, epochs: 30, patience: 2, ..plain.clone() },
        TexelSettings { batch: 0, epochs: 1, ..plain },
    ];
    for settings in settings {
        let mut trainer = Trainer::new(&training, &held_out, start.clone(), settings).unwrap();
        let mut progress = Vec::new();
        let ending = trainer.run(|now, state| {
            progress.extend([now.training, now.held_out, state.weights[1][1]]);
            true
        });
        line(text, "texel", progress);
        let state = trainer.state();
        line(text, "best", state.best.iter().flatten().copied().chain([state.best_error, f64::from(state.best_epoch)]));
        writeln!(text, "{} {ending:?}", state.epoch).unwrap();
    }
}

fn rows(count: u64, seed: u64) -> Vec<counts::Row> {
    let features = |at: u64| {
        (0..5).filter(|&f| below(at + f, 2) > 0).map(|f| (f as u16, 1 + below(at + 9 + f, 3) as u16)).collect()
    };
    let row = |row: u64| {
        let at = seed + 50 * row;
        let (own, other): (Vec<_>, Vec<_>) = (features(at), features(at + 20));
        counts::Row { target: below(at + 40, 11) as f32 / 10.0, phase: below(at + 41, 2) as usize, own, other }
    };
    (0..count).map(row).collect()
}

fn learning(text: &mut String) {
    let (training, held_out) = (rows(1_200, 3), rows(200, 99_999));
    let features = (0..5).map(|f| [0.1 * f as f32, 0.5 - 0.1 * f as f32]).collect();
    let mut start = SoftCounts::<2, 3> { features, layers: [SoftLayers::zero(), SoftLayers::zero()] };
    counts::scatter(&mut start, 0.5, 1);
    let sums = |network: &SoftCounts<2, 3>| {
        let layers = network.layers.iter().flat_map(|layers| {
            let hidden = layers.hidden.as_flattened().as_flattened().iter().chain(&layers.bias).chain(&layers.output);
            hidden.chain(layers.direct.as_flattened()).chain([&layers.constant])
        });
        network.features.as_flattened().iter().chain(layers).map(|&value| f64::from(value)).collect::<Vec<_>>()
    };
    line(text, "scattered", sums(&start));
    line(text, "evaluations", training[..12].iter().map(|row| f64::from(start.evaluate(row))));
    line(text, "error", [start.error(&held_out), start.error(&[])]);
    let plain = counts::CountSettings {
        rate: 0.01,
        feature_rate: 0.02,
        batch: 100,
        epochs: 5,
        ..counts::CountSettings::default()
    };
    let settings = [
        plain.clone(),
        counts::CountSettings { pull: 0.05, decay: 0.5, limit: 0.4, ..plain.clone() },
        counts::CountSettings { steps: 8.0, seed: 4, ..plain.clone() },
        counts::CountSettings { rate: 3.0, epochs: 20, patience: 2, ..plain.clone() },
        counts::CountSettings { batch: 700, ..plain.clone() },
        counts::CountSettings { batch: 0, epochs: 1, ..plain },
    ];
    for settings in settings {
        let mut progress = Vec::new();
        let trained = counts::train(&training, &held_out, start.clone(), &settings, |now| {
            progress.push(now.held_out);
            now.epoch < 18
        })
        .unwrap();
        line(text, "network", progress);
        line(text, "best", sums(&trained.network).into_iter().chain([trained.error]));
        writeln!(text, "{:?}", trained.ending).unwrap();
    }
}

fn population(text: &mut String) {
    let formulas = [RateFormula::Corrected, RateFormula::Printed];
    for formula in formulas {
        let rates = Rates { formula, ..Rates::default() };
        for fitness in [-3.0, 2.0, 5.0, 8.0, 9.0] {
            line(text, "rates", [rates.crossover(fitness, 2.0, 8.0), rates.mutation(fitness, 2.0, 8.0)]);
        }
        line(text, "flat", [rates.crossover(2.0, 2.0, 2.0), rates.mutation(2.0, 2.0, 2.0)]);
    }
    let rules = vec![Constraint::AtMost { weak: 0, times: 4, strong: 1 }, Constraint::Fixed { index: 2, value: 900 }];
    let rates = Rates { mutation_high: 0.4, ..Rates::default() };
    let life = GeneticSettings { individuals: 13, groups: 4, rates, seed: 6, ..GeneticSettings::default() };
    let names: Vec<String> = ["a", "b", "c", "d"].map(String::from).into();
    let given =
        Evolution::new(names.clone(), &[100, 2_000, 900, 60_000], 0.4, Constraints::new(rules.clone()), life).unwrap();
    let chance = Evolution::from_chance(names, Constraints::new(rules), life).unwrap();
    for mut evolution in [given, chance] {
        for _ in 0..4 {
            for who in 0..13 {
                writeln!(text, "{who}: {:?}", evolution.individual(who)).unwrap();
            }
            writeln!(text, "{:?} {:?} {:?}", evolution.games(), evolution.game(5), evolution.game(500)).unwrap();
            while let Some(game) = evolution.next_game() {
                let worth = |who: usize| evolution.individual(who).iter().map(|&value| i64::from(value)).sum::<i64>();
                let result = (worth(game.first) - worth(game.second)) / 500;
                evolution.report(result.clamp(-3, 3) as i8);
            }
            assert_eq!(evolution.check(), Ok(()));
            writeln!(text, "{:?}", evolution.breed()).unwrap();
        }
    }
    let tournament = Tournament::from_groups(vec![vec![2, 0, 1], vec![4, 3]]);
    let games: Vec<_> = tournament.games().map(|game| (game.game, game.first, game.second)).collect();
    let fitness = tournament.fitness(5, &[1, 0, -1, 1, 1, -1, 0, 5]);
    writeln!(text, "{games:?} {} {fitness:?} {:?}", tournament.len(), tournament.champions(&fitness)).unwrap();
    let (mut one, mut other) = ([1, 2, 3, 4], [5, 6, 7, 8]);
    crossover(&mut one, &mut other, &[true, false, true, false]);
    mutate(&mut one, &[false, true, true, false], LOW_GENES, || 9);
    writeln!(text, "{one:?} {other:?}").unwrap();
}

#[test]
fn figures_match_the_golden_file() {
    let mut text = String::new();
    climb(&mut text);
    texel(&mut text);
    learning(&mut text);
    population(&mut text);
    expect_file![concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/figures.txt")].assert_eq(&text);
}

#[test]
fn a_curve_is_drawn_within_the_plot() {
    let mut curve = Curve::new("epoch", &["one", "two"]);
    curve.push(1.0, &[0.25, 0.5]);
    curve.push(2.0, &[0.5]);
    curve.push(3.0, &[0.75, f64::NAN]);
    let svg = curve.svg("title").unwrap();
    assert!(svg.matches("<polyline").count() >= 2, "a line for each series");
    for text in ["title", "epoch", "one", "two", "0.2500"] {
        assert!(svg.contains(text), "{text}");
    }
    // A flat curve with one step is drawn as well.
    let mut flat = Curve::new("n", &["x"]);
    flat.push(5.0, &[1.0]);
    assert!(flat.svg("t").is_ok());
    assert_eq!(curve.to_string(), "epoch,one,two\n1,0.25,0.5\n2,0.5\n3,0.75,NaN\n");
}

#[test]
fn parameters_are_found_by_name() {
    let parameter = |name: &str| Parameter::new(name, 1.0, 0.0, 2.0, 0.5).unwrap();
    let mut set = ParameterSet::new(vec![parameter("a"), parameter("b")]).unwrap();
    assert_eq!((set.len(), set.is_empty(), ParameterSet::default().is_empty()), (2, false, true));
    set.set("b", -3.0).unwrap();
    assert_eq!((set.get("a"), set.get("b"), set.get("c")), (Some(1.0), Some(0.0), None));
    assert!(set.set("c", 1.0).is_err());
    assert_eq!(set.with_values(&[9.0]).values(), [2.0, 0.0]);
    assert_eq!(set.iter().map(|parameter| parameter.name.as_str()).collect::<String>(), "ab");
    for (value, min, max, step) in [(0.0, 0.0, 0.0, 1.0), (2.0, 0.0, 2.0, 0.1)] {
        assert!(Parameter::new("x", value, min, max, step).is_ok());
    }
    for (value, min, max, step) in [(-0.1, 0.0, 2.0, 1.0), (1.0, 0.0, 2.0, -1.0), (1.0, 0.0, 2.0, f64::INFINITY)] {
        assert!(Parameter::new("x", value, min, max, step).is_err());
    }
}
