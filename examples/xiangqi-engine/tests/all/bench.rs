//! The signature of the search of xiangqi: the node count of `xiangqi-engine bench`. A change of it is a
//! functional change (see CONTRIBUTING.md for the evidence that it needs).

use crate::openbench;
use duiyi_engine::{BENCH_DEPTH, Player, bench};
use duiyi_xiangqi::kit::{bench_positions, player};

/// The total of nodes and, to locate differences, the nodes of each position.
fn signature(depth: u32) -> (u64, Vec<u64>) {
    let mut player = player();
    player.set_option("Hash", "16").unwrap();
    let mut of_positions = Vec::new();
    let report = bench(&mut *player, &bench_positions(), depth, |benched| of_positions.push(benched.nodes));
    (report.nodes, of_positions)
}

#[test]
fn the_bench_matches_its_signature() {
    let (nodes, of_positions) = signature(BENCH_DEPTH);
    assert_eq!(nodes, 162_233, "{of_positions:?}");
    assert_eq!(of_positions.iter().sum::<u64>(), nodes);
}

#[test]
fn a_player_counts_the_same_nodes_again() {
    assert_eq!(signature(5), signature(5));
}

#[test]
fn workers_of_openbench_can_build_it_and_read_its_bench() {
    assert_eq!(openbench::bench(env!("CARGO_BIN_EXE_xiangqi-engine")), 162_233);
    openbench::check_makefile(env!("CARGO_MANIFEST_DIR"), "xiangqi-engine");
}
