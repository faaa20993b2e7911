//! The program itself: counts, completions, pages of the manual, errors.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Output},
};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_connect-four")).args(arguments).output().unwrap()
}

/// What it prints for these arguments.
fn said(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn it_counts_moves() {
    let text = said(&["perft", "--depth", "3"]);
    assert_eq!(text.lines().filter(|line| line.ends_with(" 49")).count(), 7, "{text}");
    let told: serde_json::Value = serde_json::from_str(&said(&["perft", "--depth", "3", "--json"])).unwrap();
    assert_eq!((&told["nodes"], told["moves"].as_array().unwrap().len()), (&343.into(), 7), "{told}");
    assert_eq!(run(&["perft", "--depth", "0"]).status.code(), Some(2));
}

#[test]
fn it_has_completions_and_a_manual() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = said(&["completions", shell]);
        assert!(["perft", "match", "pairs", "completions"].iter().all(|word| script.contains(word)), "{shell}");
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("connect-four-manual");
    let _ = fs::remove_dir_all(&folder);
    said(&["man", folder.to_str().unwrap()]);
    let page = fs::read_to_string(folder.join("connect-four-match.1")).unwrap();
    assert!(page.contains("How many pairs of games"), "{page}");
}

#[test]
fn an_error_is_told_as_one_of_the_arguments_is() {
    let nowhere = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("no-folder/games");
    let refused = run(&["match", "--pairs", "1", "--tc", "nodes=1", "--out", nowhere.to_str().unwrap()]);
    let error = String::from_utf8(refused.stderr).unwrap();
    assert!(refused.status.code() == Some(2) && error.starts_with("error: ") && error.contains("no-folder"), "{error}");
    assert!(refused.stdout.is_empty());
}
