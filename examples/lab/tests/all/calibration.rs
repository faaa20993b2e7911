//! The command `lab calibration`.

use crate::common::{printed, scratch};
use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

fn calibration(file: &Path, out: &Path, more: &[&str]) -> Output {
    let mut lab = Command::new(env!("CARGO_BIN_EXE_lab"));
    lab.arg("calibration").arg(file).arg("--out").arg(out).args(more).output().expect("starts")
}

/// The fields of the first bin, after the name of the evaluation.
fn first_bin(out: &Path) -> Vec<f64> {
    let table = fs::read_to_string(out.with_extension("csv")).expect("a table");
    let line = table.lines().nth(1).expect("a bin");
    line.split(',').skip(1).map(|field| field.parse().expect("a number")).collect()
}

/// Positions with Red a rook ahead, Red to move in one game and Black in the other: Red won both.
/// Recorded scores are for Red.
#[test]
fn scores_and_results_are_for_the_side_to_move() {
    let folder = scratch("calibration");
    let (file, out) = (folder.join("p.tsv"), folder.join("c"));
    let rook = "1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
    let line = |side: &str, game: u32| format!("{rook} {side} - - 0 1\t1\t{game}\t9\t700\n");
    fs::write(&file, line("w", 1) + &line("b", 2)).expect("written");
    for (evaluation, more) in [("tuned", 500.0), ("thesis", 500.0), ("recorded", 699.0)] {
        for (first, share, sign) in [("1", 1.0, 1.0), ("0", 0.0, -1.0)] {
            printed(&calibration(&file, &out, &["--eval", evaluation, "--every", "2", "--first", first]));
            let bin = first_bin(&out);
            assert!(sign * bin[2] > more, "{evaluation} {bin:?}");
            assert_eq!((bin[3], bin[4], bin[5]), (1.0, 1.0, share), "{evaluation}");
        }
    }
    let both = printed(&calibration(&file, &out, &["--eval", "tuned", "--eval", "thesis", "--bins", "1"]));
    assert!(both.contains("| tuned | 2 |") && both.contains("| thesis | 2 |"), "{both}");
    let table = fs::read_to_string(out.with_extension("csv")).expect("a table");
    assert_eq!(table.lines().count(), 3, "{table}");
    assert!(fs::read_to_string(out.with_extension("svg")).expect("a plot").contains("thesis: scale"));
    for refused in [&["--eval", "none.txt"][..], &["--every", "9", "--first", "8"]] {
        assert!(!calibration(&file, &out, refused).status.success());
    }
}

/// A network file, and games with scores in the formats of `lab train`.
#[test]
fn games_with_scores_are_read() {
    let folder = scratch("calibration-games");
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let games = here.join("tests/data/network-games.bin");
    let network = here.join("../../crates/xiangqi/src/network/xiangqi.nnue");
    let network = network.to_str().expect("UTF-8");
    let more = ["--eval", network, "--eval", "recorded", "--per-game", "1000", "--skip", "0"];
    let table = printed(&calibration(&games, &folder.join("c"), &more));
    let positions = |name: &str| -> u32 {
        let row = table.lines().find(|line| line.starts_with(&format!("| {name} |"))).expect("a row");
        row.split('|').nth(2).expect("positions").trim().parse().expect("a number")
    };
    // Quiet positions of four games: the game decided by a ruling has no result. Random moves have no score.
    assert_eq!((positions("xiangqi.nnue"), positions("recorded")), (172, 152));
}

/// Connect6: the first stone in the middle, then two each; Black won.
#[test]
fn connect6_evaluations_are_supported() {
    let folder = scratch("calibration-connect6");
    let (file, out) = (folder.join("g.txt"), folder.join("c"));
    fs::write(&file, "1 | B | J10 A1-S19 K10-L11\n2 | W | J10 K10-K11 A1-S19\n").expect("written");
    for evaluation in ["tuned", "plain", "pattern"] {
        let more = ["--game", "connect6", "--skip", "1", "--eval", evaluation, "--every", "2", "--bins", "1"];
        let table = printed(&calibration(&file, &out, &more));
        // Four positions after the first stone, two for each side's turn.
        assert!(table.contains(&format!("| {evaluation} | 4 |")), "{table}");
        assert_eq!(first_bin(&out)[5], 0.5);
    }
}
