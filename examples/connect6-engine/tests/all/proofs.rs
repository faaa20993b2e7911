//! `solve --prove` and `verify`, run as a program.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Output},
};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_connect6-engine")).args(arguments).output().unwrap()
}

fn path(name: &str) -> String {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("row-{name}.txt")).to_str().unwrap().to_owned()
}

/// The exit status and the output, of both streams, of `verify` for a text.
fn verified(name: &str, text: &str) -> (Option<i32>, String) {
    let path = path(name);
    fs::write(&path, text).unwrap();
    let output = run(&["verify", &path]);
    (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

#[test]
fn the_proof_of_a_win_by_threats_is_written_and_verified() {
    let file = path("written");
    let moves = "J10 A1-S1 K10-L10 A19-S19";
    let output = run(&["solve", "--turns", moves, "--prove", &file]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("\nclaim: mate 5\n") && text.contains("  else "), "{text}");
    let printed = String::from_utf8(output.stdout).unwrap();
    let line = printed.lines().find(|line| line.starts_with("proof: ")).unwrap();
    let (status, accepted) = verified("accepted", &text);
    assert_eq!((status, accepted.trim_end()), (Some(0), line.replace("proof", "accepted").as_str()));
    let (status, error) = verified("refused", &text.replacen("else", "else A2", 1));
    assert!(
        status == Some(1) && error.contains(": refused: line 8, after ") && error.contains("does not complete a row"),
        "{error}"
    );
    let (status, error) = verified("unreadable", &text.replace("connect6", "xiangqi"));
    assert!(status == Some(2) && error.contains("a proof for the game 'xiangqi': expected 'connect6'"), "{error}");
}

#[test]
fn a_position_without_a_win_has_no_proof() {
    let file = path("none");
    let output = run(&["solve", "--turns", "J10", "--prove", &file]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && error.contains("no win was found"), "{error}");
    assert!(!PathBuf::from(&file).exists());
}
