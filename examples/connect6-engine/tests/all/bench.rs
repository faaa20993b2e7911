//! The signature of the search of Connect6: the count of `connect6-engine bench`. A change of it is
//! functional (CONTRIBUTING.md lists the evidence that this needs).

use crate::openbench;
use duiyi_connect6::Rules;
use duiyi_connect6::kit::{BENCH_DEPTH, bench_positions, player};
use duiyi_engine::{Player, bench};

#[test]
fn the_bench_count_is_unchanged() {
    let mut player = player(Rules::CONNECT6);
    player.set_option("Hash", "16").unwrap();
    let mut lines = Vec::new();
    let report = bench(&mut *player, &bench_positions(), BENCH_DEPTH, |benched| lines.push(benched.to_string()));
    assert_eq!((report.nodes, report.other_nodes), (70_443, 53_948), "{lines:?}");
}

#[test]
fn workers_of_openbench_can_build_it_and_read_its_bench() {
    assert_eq!(openbench::bench(env!("CARGO_BIN_EXE_connect6-engine")), 70_443);
    openbench::check_makefile(env!("CARGO_MANIFEST_DIR"), "connect6-engine");
}
