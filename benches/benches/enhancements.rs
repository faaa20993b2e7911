//! The effect of each enhancement of the search on time, for looking at: one group for each game and depth, in which
//! `default` is measured once, then the search with each switch turned over. Nodes are the throughput, so that nodes a
//! second are printed; they are asserted in each round, and no name contains a count, so that the names stay the same
//! from version to version and criterion compares them with a baseline.
//!
//! Judge by `lab ablation`, whose pairs hold on a busy machine; its nodes are the same.
//!
//! `cargo bench -p duiyi-benches --bench enhancements -- "xiangqi 10"`

use criterion::{Criterion, SamplingMode, Throughput, criterion_group};
use duiyi_benches::{
    games::{ConnectFour, SmallGame},
    middlegames,
};
use duiyi_connect6::{Rules, openings::NAMED};
use duiyi_engine::{EnginePlayer, Player, Variation, nodes_of};
use duiyi_search::{Driver, Enhancements, Game, Parameters, Score};
use duiyi_xiangqi::Xiangqi;
use regex::Regex;
use std::{io::Write, time::Duration};

/// The depths, or a small one if criterion only tests that the benches run.
fn depths(real: &'static [u32]) -> &'static [u32] {
    if std::env::args().any(|argument| argument == "--test") { &[3] } else { real }
}

/// The names of benches that criterion was asked to run. It runs no other, but the nodes of all would be counted.
fn filter() -> Regex {
    let flags = ["--bench", "--test", "--quick", "--quiet", "--verbose", "--noplot", "--list", "--exact", "-q", "-v"];
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if !argument.starts_with('-') {
            return Regex::new(&argument).expect("criterion has read this filter as a regular expression");
        }
        // The other options have a value.
        if !flags.contains(&argument.as_str()) && !argument.contains('=') {
            arguments.next();
        }
    }
    Regex::new("").expect("matches every name")
}

/// Measures variations of a player's search, one group for each depth. A variation that visits the nodes of the first
/// one has no effect and is left out.
fn compare<G: Game + Clone>(
    criterion: &mut Criterion,
    name: &str,
    make: &dyn Fn() -> Box<dyn Player<G>>,
    positions: &[G],
    depths: &[u32],
    variations: &[Variation],
) {
    let filter = filter();
    for depth in depths {
        let mut group = criterion.benchmark_group(format!("{name} {depth}"));
        group.sample_size(10).sampling_mode(SamplingMode::Flat);
        group.warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(1)).nresamples(10_000);
        let mut usual = None;
        for (index, variation) in variations.iter().enumerate() {
            let is_wanted = |variation: &Variation| filter.is_match(&format!("{name} {depth}/{}", variation.name()));
            if !(is_wanted(variation) || index == 0 && variations.iter().any(is_wanted)) {
                continue;
            }
            let mut player = make();
            variation.set(&mut *player).expect("a player with switches");
            let expected = nodes_of(&mut *player, positions, *depth);
            if usual == Some(expected) {
                continue;
            }
            usual.get_or_insert(expected);
            group.throughput(Throughput::Elements(expected));
            group.bench_function(variation.name(), |bencher| {
                bencher.iter(|| assert_eq!(nodes_of(&mut *player, positions, *depth), expected));
            });
        }
        group.finish();
    }
}

/// Every fifth of the fifty middlegames.
fn xiangqi_positions() -> Vec<Xiangqi> {
    middlegames().into_iter().step_by(5).map(|(_, position)| Xiangqi::new(position)).collect()
}

/// The player of xiangqi with an evaluation and a small table.
fn xiangqi_player(evaluation: &str) -> Box<dyn Player<Xiangqi>> {
    let mut player = EnginePlayer::new(duiyi_xiangqi::player::parts().into());
    player.set_option("Hash", "2").expect("a size");
    player.set_option("Evaluation", evaluation).expect("an evaluation");
    Box::new(player)
}

fn xiangqi(criterion: &mut Criterion) {
    let make = || xiangqi_player("network");
    compare(criterion, "xiangqi", &make, &xiangqi_positions(), depths(&[8, 10]), &Variation::of_default());
}

fn thesis(criterion: &mut Criterion) {
    let variations = Variation::of_set("thesis", Enhancements::thesis(), Parameters::thesis());
    compare(criterion, "thesis", &|| xiangqi_player("thesis"), &xiangqi_positions(), depths(&[4, 5]), &variations);
}

/// The drivers of the root.
fn drivers(criterion: &mut Criterion) {
    let depth = depths(&[8])[0];
    let mut group = criterion.benchmark_group(format!("drivers {depth}"));
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    group.warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(1)).nresamples(10_000);
    let positions = xiangqi_positions();
    for driver in Driver::ALL {
        let mut player = xiangqi_player("network");
        player.set_option("Driver", driver.name()).expect("a driver");
        let expected = nodes_of(&mut *player, &positions, depth);
        group.throughput(Throughput::Elements(expected));
        group.bench_function(driver.name(), |bencher| {
            bencher.iter(|| assert_eq!(nodes_of(&mut *player, &positions, depth), expected));
        });
    }
    group.finish();
}

fn connect6(criterion: &mut Criterion) {
    let positions: Vec<_> = NAMED.iter().step_by(5).map(|opening| opening.board()).collect();
    let make = || -> Box<dyn Player<_>> {
        let mut player = duiyi_connect6::player::ThreatSearch::new(Rules::CONNECT6);
        player.set_option("Hash", "2").expect("a size");
        player.set_option("param.root_effort", "0").expect("a constant");
        Box::new(player)
    };
    compare(criterion, "connect6", &make, &positions, depths(&[5, 6]), &Variation::of_default());
}

/// A game whose rules alone are known.
fn rules_alone(criterion: &mut Criterion) {
    let positions: Vec<_> = (0..7).map(|column| ConnectFour::after(&[3, column, 3, 6 - column])).collect();
    let make = || -> Box<dyn Player<_>> {
        let mut player = duiyi_engine::SearchPlayer::new(|| |_: &ConnectFour| Score::ZERO);
        player.set_option("Hash", "2").expect("a size");
        Box::new(player)
    };
    compare(criterion, "rules alone", &make, &positions, depths(&[8]), &Variation::of_default());
}

criterion_group!(benches, xiangqi, thesis, drivers, connect6, rules_alone);

fn main() {
    benches();
    Criterion::default().configure_from_args().final_summary();
    if !std::env::args().any(|argument| argument == "--test" || argument == "--list") {
        let _ = writeln!(std::io::stdout(), "Pictures: target/criterion/report/index.html");
    }
}
