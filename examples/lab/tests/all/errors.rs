//! What goes wrong on the command line, and how it is told.

use crate::common::{lab, printed, refusal};
use std::{fs, path::PathBuf, process::Stdio};

fn scratch(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("errors-{name}"));
    fs::write(&path, text).expect("written");
    path
}

/// A pipe of which nobody reads the other end, as after `| head -1`.
fn unread() -> Stdio {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    writer.into()
}

#[test]
fn a_reader_that_has_gone_is_no_error() {
    let output = lab(&["sprt", "--plan"]).stdout(unread()).output().expect("runs");
    assert!(output.status.success(), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    // Where nobody hears of an error, it is one nevertheless, and no panic.
    let status = lab(&["match"]).stdout(unread()).stderr(unread()).status().expect("runs");
    assert_eq!(status.code(), Some(1));
}

/// The help of each command on matches says which of them is for what; each that it names is one.
#[test]
fn the_help_says_which_command_is_for_what() {
    for command in ["match", "gauntlet", "sprt"] {
        let help = printed(&lab(&[command, "--help"]).output().expect("runs"));
        let (_, which) = help.split_once("Which command is for what:").expect("a table");
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

/// A file that is no text at all is named, too.
#[test]
fn errors_name_the_file_that_is_no_text() {
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
fn texel_needs_positions_held_out() {
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let out = scratch("texel", "");
    let out = out.to_str().expect("UTF-8");
    // Every tenth game is held out.
    for (game, says) in [(1, "no rows held out"), (10, "no rows to train on")] {
        let positions = scratch(&format!("game-{game}.tsv"), &format!("{start}\t1\t{game}\t0\n"));
        let error = refusal(&["texel", positions.to_str().expect("UTF-8"), "--out", out]);
        assert!(error.contains(says), "{error}");
    }
}

/// What came of a descent is told: that it ended is not that it converged.
#[test]
fn texel_says_whether_it_converged() {
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
    let told = |more: &[&str]| {
        let args = ["texel", positions, "--out", out, "--k", "0.004"];
        let output = lab(&[&args[..], more].concat()).output().expect("runs");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert!(told(&["--epochs", "3"]).contains("NOT CONVERGED"));
    // A run that goes on may be given more epochs.
    assert!(told(&["--epochs", "5000", "--resume"]).contains(", converged;"));
}
