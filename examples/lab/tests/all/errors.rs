//! Errors of the command line and their messages.

use crate::common::{lab, printed, refusal};
use std::{fs, path::PathBuf, process::Stdio};

fn scratch(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("errors-{name}"));
    fs::write(&path, text).expect("written");
    path
}

/// A pipe whose other end is closed, as after `| head -1`.
fn unread() -> Stdio {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    writer.into()
}

#[test]
fn a_closed_output_is_not_an_error() {
    let output = lab(&["sprt", "--plan"]).stdout(unread()).output().expect("runs");
    assert!(output.status.success(), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    // With standard error closed too, an error still sets the exit status without a panic.
    let status = lab(&["match"]).stdout(unread()).stderr(unread()).status().expect("runs");
    assert_eq!(status.code(), Some(1));
}

/// The help of each command for matches contains an overview of these commands.
#[test]
fn the_help_contains_an_overview_of_the_commands() {
    for command in ["match", "gauntlet", "sprt"] {
        let help = printed(&lab(&[command, "--help"]).output().expect("runs"));
        let (_, which) = help.split_once("Which command does what:").expect("a table");
        for other in ["match", "gauntlet", "sprt", "stats", "report", "merge"] {
            assert!(which.contains(other), "{command}: {which}");
            assert!(lab(&[other, "--help"]).output().expect("runs").status.success(), "{other}");
        }
    }
}

#[test]
fn errors_name_the_file_and_its_line() {
    let engines = ["--engine", "builtin=random seed=1", "--engine", "builtin=random seed=2"];
    let openings = scratch("openings.epd", "# two\nmoves h2e2; id \"good\"\nmoves h2e2 h2e2; id \"bad\"\n");
    let openings = openings.to_str().expect("UTF-8");
    let error = refusal(&[&["match", "--openings", openings][..], &engines].concat());
    assert!(error.starts_with(&format!("lab: {openings}, line 3: move 2 of the list: ")), "{error}");

    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let positions = scratch("positions.tsv", &format!("{start}\t1\t1\t0\nrubbish\t0\t2\t0\n"));
    let (positions, out) = (positions.to_str().expect("UTF-8"), scratch("out", ""));
    let out = out.to_str().expect("UTF-8");
    for command in [&["label", positions, "--nodes", "10", "--out", out][..], &["texel", positions, "--out", out]] {
        let error = refusal(command);
        assert!(error.starts_with(&format!("lab: {positions}, line 2: ")), "{error}");
    }
    let weights = scratch("weights.txt", "nonsense\n");
    let weights = weights.to_str().expect("UTF-8");
    for game in ["xiangqi", "connect6"] {
        let error = refusal(&["label", positions, "--game", game, "--eval", weights, "--out", out]);
        assert!(error.starts_with(&format!("lab: {weights}: line 1")), "{error}");
    }
}

/// A binary file is reported with its name.
#[test]
fn errors_name_the_file_that_is_not_text() {
    let junk = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("errors-junk.bin");
    fs::write(&junk, b"a\t\t\xff\n").expect("written");
    let (junk, out) = (junk.to_str().expect("UTF-8"), scratch("junk-out", ""));
    let out = out.to_str().expect("UTF-8");
    for command in [
        &["positions", junk, "--out", out][..],
        &["texel", junk, "--out", out],
        &["calibration", junk, "--out", out],
        &["label", junk, "--out", out],
        &["connect6", "counts", junk, "--out", out],
    ] {
        let error = refusal(command);
        assert!(error.starts_with(&format!("lab: {junk}")), "{command:?}: {error}");
    }
    fs::write(junk, b"no book").expect("written");
    let error = refusal(&["book", "check", junk]);
    assert!(error.contains(&format!("'{junk}'")) && error.lines().count() == 1, "{error:?}");
}

#[test]
fn texel_needs_held_out_positions() {
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let out = scratch("texel", "");
    let out = out.to_str().expect("UTF-8");
    // Every tenth game is held out.
    for (game, reason) in [(1, "no held-out rows"), (10, "no rows to train on")] {
        let positions = scratch(&format!("game-{game}.tsv"), &format!("{start}\t1\t{game}\t0\n"));
        let error = refusal(&["texel", positions.to_str().expect("UTF-8"), "--out", out]);
        assert!(error.contains(reason), "{error}");
    }
}

/// The output distinguishes convergence from the end of the epochs.
#[test]
fn texel_reports_whether_it_converged() {
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9";
    let text: String = (1..=40)
        .map(|game| match game % 4 {
            0 => format!("{start}/RNBAKABN1 w - - 0 1\t1\t{game}\t0\n"),
            _ => format!("{start}/RNBAKABN1 w - - 0 1\t0\t{game}\t0\n"),
        })
        .collect();
    let positions = scratch("lost.tsv", &text);
    let positions = positions.to_str().expect("UTF-8");
    let out = scratch("converged", "");
    let out = out.to_str().expect("UTF-8");
    let output = |more: &[&str]| {
        let args = ["texel", positions, "--out", out, "--k", "0.004"];
        let finished = lab(&[&args[..], more].concat()).output().expect("runs");
        assert!(finished.status.success(), "{finished:?}");
        String::from_utf8_lossy(&finished.stdout).into_owned()
    };
    assert!(output(&["--epochs", "3"]).contains("NOT CONVERGED"));
    let weights = fs::read_to_string(format!("{out}.txt")).expect("written");
    assert!(weights.contains(&format!("lab texel {positions} --out {out} --k 0.004 --epochs 3")), "{weights}");
    // A resumed run may have more epochs.
    assert!(output(&["--epochs", "5000", "--resume"]).contains(", converged;"));
}

/// Weights as text, or as values of the genetic algorithm.
#[test]
fn weights_that_break_a_constraint_are_used_with_a_warning() {
    let out = scratch("constraint", "");
    for (name, text) in [("broken.txt", "block.S5 1\n"), ("broken.json", "{\"block.S5\": 1}")] {
        let weights = scratch(name, text);
        let start = ["--start", weights.to_str().expect("UTF-8"), "--out", out.to_str().expect("UTF-8")];
        let error = refusal(&[&["texel", "no-such-games.txt", "--game", "connect6"], &start[..]].concat());
        assert!(error.contains("warning: the weights break a constraint: 4 gain.A2 ≤ block.S5"), "{error}");
        assert!(error.contains("no-such-games.txt"), "the weights are accepted: {error}");
    }
}

#[test]
fn games_end_by_endgame_tables_only_if_there_are_some() {
    let engines = ["match", "--engine", "name=a builtin=random", "--engine", "name=b builtin=random", "--games", "2"];
    let refused = |more: &[&str]| refusal(&[&engines[..], more].concat());
    assert!(refused(&["--endgames", "/no/such/folder"]).contains("--endgames: '/no/such/folder': "));
    let other = refused(&["--endgames", ".", "--game", "connect6"]);
    assert!(other.contains("connect6 has no endgame tables"), "{other}");
}

/// A game that reads only files with an ending of its own names it.
#[test]
fn an_evaluation_that_cannot_be_read_is_refused_with_those_that_can() {
    let engine = "builtin=duiyi eval=x.nnue";
    let error = refusal(&["match", "--game", "breakthrough", "--engine", engine, "--engine", "builtin=random"]);
    let expected = "eval=x.nnue: no evaluation has this name or reads this file; expected usual, learned, or a file that ends in learned";
    assert!(error.contains(expected), "{error}");
}
