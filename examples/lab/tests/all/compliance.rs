//! Tests of protocols: the engines of this workspace pass all steps, others fail the expected ones.

use crate::common::{Folder, lab};
use std::path::{Path, PathBuf};

/// The engines of `test-engine`, which cargo builds beside the program with the other targets of this
/// package.
fn engine() -> PathBuf {
    let folder = Path::new(env!("CARGO_BIN_EXE_lab")).parent().expect("a folder").join("examples");
    let path = folder.join(format!("lab-test-engine{}", std::env::consts::EXE_SUFFIX));
    assert!(path.exists(), "{}: build it by: cargo build -p lab --examples", path.display());
    path
}

/// The exit status, the printed report and the report as an object.
fn test(name: &str, protocol: &str, more: &[&str], engine: &[&str]) -> (i32, String, serde_json::Value) {
    let file = Folder::new(&format!("compliance-{name}")).file("report.json");
    let options = ["compliance", "--proto", protocol, "--json", &file];
    let output = lab(&[&options[..], more, &["--"], engine].concat()).output().expect("runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let report = std::fs::read_to_string(&file).expect("written");
    (output.status.code().expect("ended"), text, serde_json::from_str(&report).expect("JSON"))
}

/// The names of steps with a result.
fn steps(report: &serde_json::Value, result: &str) -> Vec<String> {
    let steps = report["steps"].as_array().expect("steps").iter().filter(|step| step["result"] == result);
    steps.map(|step| step["step"].as_str().expect("a name").to_owned()).collect()
}

/// An allowance for other work on the machine.
const BUSY: [&str; 2] = ["--margin", "4000"];

#[test]
fn own_engines_pass_every_step() {
    let engine = engine();
    let engine = engine.to_str().expect("UTF-8");
    for (protocol, game, least, skipped) in [
        ("uci", "xiangqi", 44, &["banmoves"][..]),
        ("ucci", "xiangqi", 43, &["searchmoves", "mate lines end in mate"]),
        ("uci", "connect6", 43, &["searchmoves", "banmoves", "mate lines end in mate"]),
        ("ucci", "connect6", 44, &["searchmoves", "mate lines end in mate"]),
        ("uci", "gomoku", 43, &["searchmoves", "banmoves", "mate lines end in mate"]),
        ("ucci", "gomoku", 44, &["searchmoves", "mate lines end in mate"]),
        ("gtp", "connect6", 25, &[]),
        ("gtp", "gomoku", 25, &[]),
        ("piskvork", "gomoku", 24, &[]),
    ] {
        let (status, text, report) =
            test(&format!("{protocol}-{game}"), protocol, &[&BUSY[..], &["--game", game]].concat(), &[engine, game]);
        assert_eq!(status, 0, "{text}");
        assert_eq!(steps(&report, "skipped"), skipped, "{text}");
        assert!(steps(&report, "passed").len() >= least, "{text}");
        assert!(text.trim_end().ends_with(&format!("0 failed, {} skipped", skipped.len())), "{text}");
    }
}

/// UCCI does not require the option `newgame`; without it the step is skipped.
#[cfg(unix)]
#[test]
fn a_new_game_is_skipped_if_the_engine_has_no_such_option() {
    let command = format!("'{}' gomoku | grep --line-buffered -v newgame", engine().display());
    let more = [&BUSY[..], &["--game", "gomoku"]].concat();
    let (status, text, report) = test("no-new-game", "ucci", &more, &["sh", "-c", &command]);
    assert_eq!(status, 0, "{text}");
    assert_eq!(steps(&report, "skipped")[0], "new game", "{text}");
}

#[test]
fn a_broken_engine_fails_the_steps_of_its_faults() {
    let engine = engine();
    let (status, text, report) =
        test("broken", "uci", &[&BUSY[..], &["--startup", "2"]].concat(), &[engine.to_str().expect("UTF-8"), "broken"]);
    let expected = [
        "id name and id author",
        "options are well-formed",
        "pondering waits for ponderhit",
        "mate lines end in mate",
        "unknown commands are ignored",
        "malformed go",
        "end of input ends the process",
        "end of input ends a search",
        "quit ends the process with status 0",
        "quit ends a search",
    ];
    assert_eq!(status, 1, "{text}");
    assert_eq!(steps(&report, "failed"), expected, "{text}");
    // Each with what was sent, expected and found.
    let step = |name: &str| {
        let all = report["steps"].as_array().expect("steps");
        all.iter().find(|step| step["step"] == name).expect("the step").clone()
    };
    assert!(step("options are well-formed")["found"].as_str().is_some_and(|found| found.contains("option Hash")));
    assert!(step("malformed go")["expected"].as_str().is_some_and(|text| text.ends_with("after 'go fast'")));
    assert_eq!(step("quit ends the process with status 0")["sent"][0], "quit");
    assert!(step("quit ends the process with status 0")["found"].as_str().is_some_and(|found| found.contains('3')));
    assert!(step("pondering waits for ponderhit")["found"].as_str().is_some_and(|found| found.starts_with("another")));
    assert!(text.contains("failed: malformed go\n  sent      ("), "{text}");
}

#[cfg(unix)]
#[test]
fn scripts_that_accept_everything_fail_the_steps_that_refuse() {
    use crate::duel::{GTP, PISKVORK, script};
    for (protocol, text, expected, passed) in [
        (
            "gtp",
            GTP,
            &["unknown commands are refused", "play refuses an occupied point", "undo without moves is refused"][..],
            &[][..],
        ),
        // It reports each key, none of which is an answer.
        ("piskvork", PISKVORK, &["START refuses impossible sizes", "malformed TURN"], &["INFO is not answered"]),
    ] {
        let path = script(&format!("compliance-{protocol}"), text);
        let more = ["--startup", "2", "--game", "gomoku"];
        let engine = ["sh", path.to_str().expect("UTF-8")];
        let (status, text, report) = test(&format!("script-{protocol}"), protocol, &more, &engine);
        let failed = steps(&report, "failed");
        assert_eq!(status, 1, "{text}");
        assert!(expected.iter().all(|step| failed.iter().any(|name| name == step)), "{text}");
        let all_passed = steps(&report, "passed");
        assert!(passed.iter().all(|step| all_passed.iter().any(|name| name == step)), "{text}");
    }
}

#[test]
fn an_engine_that_does_not_start_has_its_own_status() {
    let engine = engine();
    let engine = engine.to_str().expect("UTF-8");
    for (command, reason) in [(&["/no/such/engine"][..], "/no/such/engine"), (&[engine, "x"], "it ended before")] {
        for protocol in ["uci", "gtp", "piskvork"] {
            let output = lab(&[&["compliance", "--proto", protocol, "--"], command].concat()).output().expect("runs");
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(2), "{error}");
            assert!(error.contains(reason), "{error}");
        }
    }
    let output = lab(&["compliance", "--proto", "gtp", "--game", "xiangqi", "--", engine]).output().expect("runs");
    assert!(String::from_utf8_lossy(&output.stderr).contains("xiangqi has no such protocol"), "{output:?}");
}
