//! `analyse --proof` and `verify`, run as a program.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Output},
};

const PROGRAM: &str = env!("CARGO_BIN_EXE_xiangqi-engine");

fn run(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).output().unwrap()
}

/// The exit status and the output, of both streams, of `verify` for a text.
fn verified(name: &str, text: &str) -> (Option<i32>, String) {
    let path = path(name);
    fs::write(&path, text).unwrap();
    let output = run(&["verify", &path]);
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(said).unwrap())
}

fn path(name: &str) -> String {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("proof-{name}.txt")).to_str().unwrap().to_owned()
}

#[test]
fn the_proof_of_a_mate_is_written_and_verified() {
    for moves in 1..=4 {
        let (position, file) = (format!("mate-in-{moves}"), path(&format!("mate-{moves}")));
        let output = run(&["analyse", "--position", &position, "--nodes", "20000", "--hash", "16", "--proof", &file]);
        assert!(output.status.success(), "{position}: {}", String::from_utf8_lossy(&output.stderr));
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains(&format!("\nclaim: mate {moves}\n")), "{text}");
        let said = String::from_utf8(output.stdout).unwrap();
        let last = said.lines().last().unwrap();
        let (status, accepted) = verified("accepted", &text);
        assert_eq!((status, accepted.trim_end()), (Some(0), last.replace("proof", "accepted").as_str()));
        assert!(last.ends_with(&format!("of at most {} plies", 2 * moves - 1)), "{last}");
    }
}

#[test]
fn a_proof_is_refused_or_unreadable_with_its_own_status() {
    let text = "duiyi-proof 1\ngame: xiangqi\nrules: asian-120\nposition: 3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1\nclaim: mate 1\n\nb7b9 mated\n";
    assert_eq!(verified("mate", text), (Some(0), "accepted: 1 lines of at most 1 plies\n".to_owned()));
    let (status, error) = verified("refused", &text.replace("b7b9", "a8a7"));
    assert!(status == Some(1) && error.contains(": refused: line 7, after a8a7: the game is not over"), "{error}");
    let (status, error) = verified("unreadable", &text.replace("mate 1", "mate"));
    assert!(status == Some(2) && error.contains(": line 5: 'mate' is not a claim"), "{error}");
    let missing = run(&["verify", "no such file"]);
    assert_eq!(missing.status.code(), Some(2));
}

#[test]
fn a_position_without_a_win_has_no_proof() {
    let file = path("none");
    let output = run(&["analyse", "--depth", "2", "--hash", "1", "--proof", &file]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && error.contains("expected a mate or a win by a rule"), "{error}");
    assert!(!PathBuf::from(&file).exists());
    let few = ["analyse", "--position", "mate-in-4", "--nodes", "20000", "--proof", &file, "--proof-nodes", "1"];
    let error = String::from_utf8(run(&few).stderr).unwrap();
    assert!(error.contains("no proof with 1 nodes: no mate"), "{error}");
}
