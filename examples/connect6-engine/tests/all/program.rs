//! The program run with real pipes.

// Skipped tests, printed with --nocapture.
#![allow(clippy::print_stderr)]

use serde_json::Value;
use std::{
    collections::BTreeSet,
    fs,
    io::Write,
    path::PathBuf,
    process::{Command, Output, Stdio},
};

/// The program's output for these arguments and this input.
pub(crate) fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_connect6-engine"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // If it does not read its input, it may have ended.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// An empty folder of this name for the files of a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The objects that it prints for these arguments, one per line.
fn objects(arguments: &[&str]) -> Vec<Value> {
    let output = run(arguments, b"");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn results_are_printed_as_json_objects() {
    let printed = objects(&["analyse", "--turns", "J10 K10-K11", "--depth", "2", "--hash", "1", "--json"]);
    let (found, iterations) = printed.split_last().unwrap();
    assert!(!iterations.is_empty() && iterations.iter().all(|iteration| iteration["turns"].is_array()), "{printed:?}");
    // A turn of two stones is one text, in either order.
    let stones = |turn: &Value| -> BTreeSet<String> { turn.as_str().unwrap().split('-').map(str::to_owned).collect() };
    assert_eq!(stones(&found["best"]).len(), 2, "{found}");
    assert_eq!(stones(&found["best"]), stones(&found["turns"][0]));
    assert!(found["reason"].is_null() || found["reason"].is_string());

    let perft = &objects(&["--rules", "tictactoe", "perft", "--depth", "1", "--json"])[0];
    assert_eq!(perft["nodes"], 9);
    assert_eq!(perft["moves"].as_array().unwrap().len(), 9);
    // Rules after the command are those of the command.
    let perft = &objects(&["--rules", "tictactoe", "perft", "--rules", "gomoku", "--depth", "1", "--json"])[0];
    assert_eq!(perft["nodes"], 225);
    let found = objects(&["--rules", "tictactoe", "analyse", "--turns", "A1 B1 A2 B2", "--depth", "1", "--json"]);
    assert_eq!(found.last().unwrap()["best"], "A3");

    let bench = &objects(&["bench", "--depth", "1", "--level", "1", "--json"])[0];
    let positions = bench["positions"].as_array().unwrap();
    assert_eq!(positions.iter().map(|position| position["nodes"].as_u64().unwrap()).sum::<u64>(), bench["nodes"]);
}

#[test]
fn the_program_has_completions_and_a_manual() {
    let script = String::from_utf8(run(&["completions", "fish"], b"").stdout).unwrap();
    assert!(script.contains("solve") && script.contains("convert"), "{script}");
    let pages = folder("connect6-manual");
    assert!(run(&["man", pages.to_str().unwrap()], b"").status.success());
    assert!(fs::read_to_string(pages.join("connect6-engine-solve.1")).unwrap().contains("win by threats"));
}

/// The search for a win shows its progress at a terminal; its output is the same.
#[test]
fn solve_shows_its_time_only_at_a_terminal() {
    let plain = run(&["solve", "--turns", "J10 A1-S1 K10-L10 A19-S19"], b"");
    assert!(plain.status.success() && plain.stderr.is_empty(), "{plain:?}");
    let version = Command::new("script").arg("--version").output();
    if !version.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("util-linux")) {
        return eprintln!("skipped: there is no script of util-linux");
    }
    let file = folder("connect6-progress").join("solve.txt");
    let program = env!("CARGO_BIN_EXE_connect6-engine");
    let command = format!("'{program}' solve --turns 'J10 A1-S1 K10-L10 A19-S19' > '{}'", file.display());
    let mut script = Command::new("script");
    script.args(["-qefc", &command, "/dev/null"]).env("TERM", "xterm").stdin(Stdio::null());
    let screen = script.output().unwrap().stdout;
    assert!(String::from_utf8_lossy(&screen).contains("searching for a win by threats, "), "{screen:?}");
    assert_eq!(fs::read(file).unwrap(), plain.stdout);
}
