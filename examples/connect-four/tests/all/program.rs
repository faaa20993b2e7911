//! The program: perft, completions, manual pages, errors.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Output},
};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_connect-four")).args(arguments).output().unwrap()
}

/// The output of the program for these arguments.
fn output(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn perft_is_printed_as_text_and_json() {
    let text = output(&["perft", "--depth", "3"]);
    assert_eq!(text.lines().filter(|line| line.ends_with(" 49")).count(), 7, "{text}");
    let printed: serde_json::Value = serde_json::from_str(&output(&["perft", "--depth", "3", "--json"])).unwrap();
    assert_eq!((&printed["nodes"], printed["moves"].as_array().unwrap().len()), (&343.into(), 7), "{printed}");
    assert_eq!(run(&["perft", "--depth", "0"]).status.code(), Some(2));
}

#[test]
fn completions_and_manual_pages_are_written() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = output(&["completions", shell]);
        assert!(["perft", "match", "pairs", "completions"].iter().all(|word| script.contains(word)), "{shell}");
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("connect-four-manual");
    let _ = fs::remove_dir_all(&folder);
    output(&["man", folder.to_str().unwrap()]);
    let page = fs::read_to_string(folder.join("connect-four-match.1")).unwrap();
    assert!(page.contains("How many pairs of games"), "{page}");
}

#[test]
fn errors_are_reported_like_argument_errors() {
    let nowhere = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("no-folder/games");
    let refused = run(&["match", "--pairs", "1", "--tc", "nodes=1", "--out", nowhere.to_str().unwrap()]);
    let error = String::from_utf8(refused.stderr).unwrap();
    assert!(refused.status.code() == Some(2) && error.starts_with("error: ") && error.contains("no-folder"), "{error}");
    assert!(refused.stdout.is_empty());
}
