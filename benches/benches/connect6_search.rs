//! The speed of the search of Connect6 in stone nodes per second, with and without the
//! solver in its tree, and with each evaluation. The difference of the inverses
//! is the solver's share of the time per node.
//!
//! The first named openings are searched, each with empty tables; clearing them is not
//! timed. The search is deterministic: the bench asserts that every run counts the same
//! nodes.
//!
//! `cargo bench -p duiyi-benches --bench connect6_search`

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use duiyi_benches::connect6_nodes;
use duiyi_connect6::evaluation::Valuation;
use duiyi_connect6::player::{ThreatSearch, Valuations};
use duiyi_connect6::search::{Effort, StandingThreat};
use duiyi_connect6::{Rules, openings};
use duiyi_engine::Player;
use duiyi_search::{LimitControl, Limits, StopHandle};
use std::time::{Duration, Instant};

const OPENINGS: usize = 6;

/// The nodes of one search of each opening, and the elapsed time.
fn search(player: &mut ThreatSearch, depth: u32) -> (u64, Duration) {
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for opening in openings::NAMED.iter().take(OPENINGS) {
        let board = opening.board();
        player.new_game(&board);
        let mut control = LimitControl::new(Limits::depth(depth), StopHandle::new());
        let started = Instant::now();
        nodes += connect6_nodes(player, &board, &mut control);
        time += started.elapsed();
    }
    (nodes, time)
}

fn stone_nodes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("connect6 search");
    group.sample_size(20);
    let (usual, none) = ((Effort::default(), StandingThreat::default()), (Effort::NONE, StandingThreat::NONE));
    let (tuned, depth): (fn(Rules) -> Valuation, u32) = (Valuation::usual, 6);
    for (name, (effort, standing_threat), valuation) in [
        ("depth 6", usual, tuned),
        ("depth 6, plain", usual, Valuation::plain),
        ("depth 6, pattern", usual, Valuation::pattern),
        ("depth 6 without the solver", none, tuned),
        ("depth 6 without the solver, plain", none, Valuation::plain),
        ("depth 6 without the solver, pattern", none, Valuation::pattern),
    ] {
        let mut player = ThreatSearch::with_valuations(Valuations::new(Rules::CONNECT6, valuation));
        player.set_option("Hash", "16").expect("a size");
        (player.settings.effort, player.settings.standing_threat) = (effort, standing_threat);
        let (nodes, _) = search(&mut player, depth);
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(name, |bencher| {
            bencher.iter_custom(|runs| {
                (0..runs)
                    .map(|_| {
                        let (counted, time) = search(&mut player, depth);
                        assert_eq!(counted, nodes, "the search is deterministic");
                        time
                    })
                    .sum()
            })
        });
    }
    group.finish();
}

criterion_group!(benches, stone_nodes);
criterion_main!(benches);
