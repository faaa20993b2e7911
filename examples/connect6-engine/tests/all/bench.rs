//! The signature of the search of Connect6: what `connect6-engine bench` counts. A change of it is
//! a functional one (CONTRIBUTING.md says which evidence that needs).

use crate::openbench;
use connect6_engine::{BENCH_DEPTH, bench_positions, player};
use duiyi_connect6::Rules;
use duiyi_engine::bench;
use duiyi_player::Player;

#[test]
fn the_bench_counts_what_it_did() {
    let mut player = player(Rules::CONNECT6);
    player.set_option("Hash", "16").unwrap();
    let mut lines = Vec::new();
    let (report, _) = bench(&mut *player, &bench_positions(), BENCH_DEPTH, |line| lines.push(line));
    assert!(report.starts_with("70443 nodes "), "{report}: {lines:?}");
    assert_eq!(lines.last().map(String::as_str), Some("53948 solver nodes"));
}

#[test]
fn workers_of_openbench_can_build_it_and_read_its_bench() {
    assert_eq!(openbench::bench(env!("CARGO_BIN_EXE_connect6-engine")), 70_443);
    openbench::check_makefile(env!("CARGO_MANIFEST_DIR"), "connect6-engine");
}
