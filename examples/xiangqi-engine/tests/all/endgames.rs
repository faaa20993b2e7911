//! `endgame` and the options of endgame tables, run as a program.

use serde_json::Value;
use std::{
    fs,
    io::Write,
    path::PathBuf,
    process::{Command, Output, Stdio},
};

const PROGRAM: &str = env!("CARGO_BIN_EXE_xiangqi-engine");
/// The longest win with a horse against an advisor: 37 plies.
const LONGEST: &str = "9/9/3ak4/9/9/9/9/9/9/N2K5 w - - 0 1";

/// An empty folder.
fn folder(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("endgames-{name}"));
    let _ = fs::remove_dir_all(&path);
    path.to_str().unwrap().to_owned()
}

fn run(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).arg("endgame").args(arguments).output().unwrap()
}

/// The standard output of a command that succeeds.
fn said(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The answers of the engine to lines.
fn session(lines: &[&str]) -> String {
    let mut child =
        Command::new(PROGRAM).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the engine starts");
    let mut input = child.stdin.take().unwrap();
    lines.iter().for_each(|line| writeln!(input, "{line}").unwrap());
    drop(input);
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

#[test]
fn tables_are_built_verified_and_probed() {
    let dir = folder("commands");
    let text = said(&["build", "knka", "kck", "--dir", &dir, "--json"]);
    let counts: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!((counts["name"].as_str(), counts["max_win_w_plies"].as_u64()), (Some("knka"), Some(37)));
    assert_eq!([&counts["legal_w"], &counts["win_w"], &counts["draw_w"], &counts["loss_b"]], [21426, 21366, 60, 21990]);
    assert_eq!(text.lines().count(), 2);
    assert_eq!(said(&["verify", "knka", "--dir", &dir]), "knka: 44232 values are right\n");
    let longest = said(&["longest", "knka", "--dir", &dir]);
    assert!(longest.contains("Red to move: 21366 wins, 0 losses, 60 draws"), "{longest}");
    assert!(longest.contains("longest win: 37 plies from "), "{longest}");
    let probed = said(&["probe", "--dir", &dir, "--fen", LONGEST]);
    assert!(probed.starts_with("win in 37\n  "), "{probed}");
    let problems = said(&["problems", "knka", "--dir", &dir, "--count", "5", "--least", "8"]);
    assert_eq!(problems.lines().count(), 5);
    for problem in problems.lines() {
        let (fen, rest) = problem.split_once("; bm ").unwrap();
        let (best, rest) = rest.split_once("; dm ").unwrap();
        let moves: u32 = rest.split(';').next().unwrap().parse().unwrap();
        assert!(moves >= 8, "{problem}");
        let probed = said(&["probe", "--dir", &dir, "--fen", fen]);
        let winning: Vec<&str> = probed.lines().skip(1).filter(|line| line.contains(" win in ")).collect();
        assert_eq!(winning, [format!("  {best} win in {}", 2 * moves - 1)], "{problem}");
    }
    let unknown = run(&["probe", "--dir", &dir, "--fen", "4k4/9/9/9/9/9/9/9/9/R2K1R3 w"]);
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("no table of krrk in "), "{unknown:?}");
    let wrong = run(&["build", "kxk", "--dir", &dir]);
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("expected k, Red's other pieces"), "{wrong:?}");
}

#[test]
fn draws_that_perpetual_check_alone_holds_are_counted() {
    let dir = folder("perpetual");
    said(&["build", "krkn", "--dir", &dir]);
    let text = said(&["perpetual", "krkn", "--dir", &dir]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..2], ["krkn", "  Red to move: of 702 draws, 624 become wins and 0 losses"]);
    assert_eq!(lines[2], "  Black to move: of 3710 draws, 0 become wins and 2570 losses");
    assert!(lines[3].starts_with("  a win by the rule: ") && lines.len() == 4, "{text}");
    let counts: Value = serde_json::from_str(&said(&["perpetual", "krkn", "--dir", &dir, "--json"])).unwrap();
    assert_eq!([&counts["ruled_win_w"], &counts["ruled_loss_b"], &counts["draw_w"]], [624, 2570, 702]);
    let missing = run(&["perpetual", "kck", "--dir", &dir]);
    assert!(
        !missing.status.success() && String::from_utf8_lossy(&missing.stderr).contains("kck.endgame"),
        "{missing:?}"
    );
}

#[test]
fn the_engine_plays_by_its_tables() {
    let dir = folder("engine");
    said(&["build", "knka", "--dir", &dir]);
    let path = format!("setoption name EndgamePath value {dir}");
    let position = format!("position fen {LONGEST}");
    let with = session(&["uci", &path, &position, "go depth 3"]);
    assert!(with.contains("score mate 19"), "{with}");
    // Another search and another evaluation use them, too.
    let changes = ["Evaluation value thesis", "Search value uct", "Search value alpha_beta"];
    let [evaluation, other, usual] = changes.map(|change| format!("setoption name {change}"));
    let again = session(&["uci", &path, &evaluation, &other, &usual, &position, "go depth 3"]);
    assert!(again.contains("score mate 19"), "{again}");
    let without = session(&["uci", &path, "setoption name UseEndgames value false", &position, "go depth 3"]);
    assert!(without.contains("info depth 3 ") && !without.contains("score mate"), "{without}");
    let analysis = ["analyse", "--fen", LONGEST, "--endgames", &dir, "--depth", "3"];
    let analysis = Command::new(PROGRAM).args(analysis).output().unwrap();
    let text = String::from_utf8(analysis.stdout).unwrap();
    assert!(text.starts_with("win in 37 by the endgame tables\n"), "{text}");
    // The sides exchanged, and UCCI's names.
    let black = session(&[
        "ucci",
        &format!("setoption egtbpaths {dir}"),
        "position fen 5k2n/9/9/9/9/9/9/4KA3/9/9 b - - 0 1",
        "go depth 3",
    ]);
    assert!(black.contains("score 9963"), "{black}");
    let error = session(&["uci", "setoption name EndgamePath value /no/such/folder"]);
    assert!(error.contains("info string error: option EndgamePath: '/no/such/folder': "), "{error}");
}

/// Horse against advisor is won from nearly every position: the evaluations are counted by their agreement.
#[test]
fn evaluations_are_compared_with_tables() {
    let dir = folder("compare");
    said(&["build", "knka", "kck", "--dir", &dir]);
    let text = said(&["compare", "knka", "kck", "--dir", &dir, "--positions", "200"]);
    let rows: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.iter().map(|row| row[1]).collect::<Vec<_>>(), ["network", "tuned", "thesis"].repeat(2));
    for row in &rows {
        let [draws, advantages, decided, missed] = [2, 3, 4, 5].map(|at| row[at].parse::<u32>().unwrap());
        assert_eq!(draws + decided, 200, "{row:?}");
        assert!(advantages <= draws && missed <= decided, "{row:?}");
        // A lone cannon never wins.
        assert_eq!(decided == 0, row[0] == "kck", "{row:?}");
    }
    // With the lowest margin a horse is an advantage by every evaluation of material.
    let text = said(&["compare", "knka", "--dir", &dir, "--positions", "200", "--margin", "1"]);
    let tuned = text.lines().find(|line| line.contains(",tuned,")).unwrap();
    assert!(tuned.ends_with(",0"), "{tuned}");
}

/// The file that the evaluations read is what the command prints: the lines of small tables are in it.
#[test]
fn the_shares_of_the_evaluations_are_counted_from_tables() {
    let dir = folder("shares");
    said(&["build", "knkab", "kcaka", "kckb", "knkp", "--dir", &dir]);
    let text = said(&["shares", "--dir", &dir]);
    assert_eq!(text, said(&["shares", "--dir", &dir]), "the same tables give the same shares");
    let file = include_str!("../../../../crates/xiangqi/src/evaluation/shares.txt");
    let file: Vec<&str> = file.lines().collect();
    assert!(text.lines().count() >= 10, "{text}");
    for line in text.lines() {
        assert!(file.contains(&line), "{line} is not in shares.txt");
    }
    let lines: Vec<&str> = text.lines().collect();
    for expected in ["kcaka 64 0", "kckb 0 0", "knka 63 0", "knkp 2 2"] {
        assert!(lines.contains(&expected), "{text}");
    }
}
