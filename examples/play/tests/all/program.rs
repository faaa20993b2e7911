//! The program: shell completions and the manual page.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Output},
};

/// Runs the program with these arguments.
fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_play")).args(arguments).output().unwrap()
}

#[test]
fn completions_and_a_manual_page_are_written() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = String::from_utf8(run(&["completions", shell]).stdout).unwrap();
        for word in ["port", "address", "games", "completions", "man"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("play-manual");
    let _ = fs::remove_dir_all(&folder);
    assert!(run(&["man", folder.to_str().unwrap()]).status.success());
    let page = fs::read_to_string(folder.join("play.1")).unwrap();
    assert!(page.contains("Serves a page to play on"), "{page}");
    // Options of the server are refused with them, and an error names the folder that cannot be created.
    let refused = run(&["--port", "0", "completions", "bash"]);
    assert!(!refused.status.success() && refused.stdout.is_empty(), "{refused:?}");
    let refused = run(&["man", folder.join("play.1").to_str().unwrap()]);
    let error = String::from_utf8(refused.stderr).unwrap();
    assert!(refused.status.code() == Some(2) && error.contains("play.1: "), "{error}");
}
