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

/// A second server with the same file ends with the path and the reason.
#[test]
fn a_second_server_with_the_same_file_is_refused() {
    let path = crate::store::file("program-locked");
    let _first = duiyi_play::server::Store::open(&path).unwrap();
    let second = run(&["--port", "0", "--games", path.to_str().unwrap()]);
    let error = String::from_utf8(second.stderr).unwrap();
    assert!(!second.status.success() && second.stdout.is_empty(), "{error}");
    assert!(error.contains(&format!("{}: another server uses the file", path.display())), "{error}");
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
