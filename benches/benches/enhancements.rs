//! The effect of each enhancement on time, by depth. There is one group for each
//! switch, in which the default search with the network searches the middlegames with the switch on and off;
//! one for the drivers of the root; one for each constant without a limit by default; and one for each
//! relevant switch of Connect6's player, after its openings. The names contain the nodes, which are the same
//! in every run. The program `ablation` prints the whole tables, over
//! all 50 positions and to greater depth.
//!
//! `cargo bench -p duiyi-benches --bench enhancements -- null_move`

use criterion::{Criterion, criterion_group, criterion_main};
use duiyi_benches::{connect6_nodes, middlegames};
use duiyi_connect6::{Rules, openings::NAMED, player::ThreatSearch};
use duiyi_engine::Player;
use duiyi_search::{Driver, Enhancements, LimitControl, Limits, Parameters, Searcher, StopHandle, Table};
use duiyi_xiangqi::{NetworkEvaluation, Position, Xiangqi};

/// Every fifth of the fifty middlegames.
fn positions() -> Vec<Position> {
    middlegames().into_iter().step_by(5).map(|(_, position)| position).collect()
}

fn nodes(
    searcher: &mut Searcher<Xiangqi, NetworkEvaluation>,
    table: &Table,
    positions: &[Position],
    depth: u32,
) -> u64 {
    let mut nodes = 0;
    for &position in positions {
        table.clear();
        searcher.new_game();
        searcher.seed(0);
        let game = Xiangqi::new(position);
        nodes += searcher.search(&game).table(table).limits(Limits::depth(depth)).run().statistics.nodes;
    }
    nodes
}

fn on_and_off(criterion: &mut Criterion) {
    let positions = positions();
    let table = Table::new(2);
    for &name in Enhancements::NAMES {
        let [mut on, mut off] = [Enhancements::default(); 2];
        if on.set(name, true).and(off.set(name, false)).is_err() {
            continue;
        }
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10);
        for depth in [4, 6] {
            for (label, enhancements) in [("on", on), ("off", off)] {
                let mut searcher = Searcher::new(NetworkEvaluation::built_in());
                searcher.enhancements = enhancements;
                let expected = nodes(&mut searcher, &table, &positions, depth);
                group.bench_function(format!("{label}, depth {depth}, {expected} nodes"), |bencher| {
                    bencher.iter(|| assert_eq!(nodes(&mut searcher, &table, &positions, depth), expected));
                });
            }
        }
        group.finish();
    }
}

/// The default search with another driver or constant, and its label.
struct Changed {
    label: String,
    driver: Driver,
    parameters: Parameters,
}

/// Adds a group of searches at each depth.
fn compare(criterion: &mut Criterion, name: &str, searches: &[Changed]) {
    let positions = positions();
    let table = Table::new(2);
    let mut group = criterion.benchmark_group(name);
    group.sample_size(10);
    for depth in [4, 6] {
        for Changed { label, driver, parameters } in searches {
            let mut searcher = Searcher::new(NetworkEvaluation::built_in());
            (searcher.driver, searcher.parameters) = (*driver, *parameters);
            let expected = nodes(&mut searcher, &table, &positions, depth);
            group.bench_function(format!("{label}, depth {depth}, {expected} nodes"), |bencher| {
                bencher.iter(|| assert_eq!(nodes(&mut searcher, &table, &positions, depth), expected));
            });
        }
    }
    group.finish();
}

fn drivers(criterion: &mut Criterion) {
    let by = |driver: Driver| Changed { label: driver.name().to_owned(), driver, parameters: Parameters::default() };
    compare(criterion, "driver", &Driver::ALL.map(by));
}

fn constants(criterion: &mut Criterion) {
    for (name, values) in [("quiescence_plies", [1, 4, 128]), ("root_randomness", [0, 15, 75])] {
        let with = |value: i32| {
            let mut parameters = Parameters::default();
            parameters.set(name, value).expect("a constant of the search");
            Changed { label: value.to_string(), driver: Driver::default(), parameters }
        };
        compare(criterion, name, &values.map(with));
    }
}

/// The nodes of the player after every fifth opening, without the solver at the root.
fn stones(player: &mut ThreatSearch, depth: u32) -> u64 {
    let mut nodes = 0;
    for opening in NAMED.iter().step_by(5) {
        let board = opening.board();
        player.new_game(&board);
        let mut control = LimitControl::new(Limits::depth(depth), StopHandle::new());
        nodes += connect6_nodes(player, &board, &mut control);
    }
    nodes
}

fn connect6_on_and_off(criterion: &mut Criterion) {
    let player = |enhancements: Option<Enhancements>| {
        let mut player = ThreatSearch::new(Rules::CONNECT6);
        player.set_option("Hash", "2").expect("a size");
        player.settings.root_effort = 0;
        if let Some(enhancements) = enhancements {
            *player.constants().0 = enhancements;
        }
        player
    };
    let on = *player(None).constants().0;
    for &name in Enhancements::NAMES {
        let mut off = on;
        if off.set(name, false).is_err() || off == on {
            continue;
        }
        let [with, without] = [on, off].map(|enhancements| stones(&mut player(Some(enhancements)), 5));
        if with == without {
            continue;
        }
        let mut group = criterion.benchmark_group(format!("connect6 {name}"));
        group.sample_size(10);
        for depth in [4, 5] {
            for (label, enhancements) in [("on", on), ("off", off)] {
                let mut player = player(Some(enhancements));
                let expected = stones(&mut player, depth);
                group.bench_function(format!("{label}, depth {depth}, {expected} nodes"), |bencher| {
                    bencher.iter(|| assert_eq!(stones(&mut player, depth), expected));
                });
            }
        }
        group.finish();
    }
}

criterion_group!(benches, on_and_off, drivers, constants, connect6_on_and_off);
criterion_main!(benches);
