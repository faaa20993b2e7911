//! The command `doctor`.

use std::{fs, process::Command};

/// The exit status and the output of `doctor` for a log.
fn examined(name: &str, log: &[u8]) -> (Option<i32>, String) {
    let path = std::env::temp_dir().join(format!("duiyi-doctor-connect6-engine-{name}-{}", std::process::id()));
    fs::write(&path, log).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_connect6-engine")).arg("doctor").arg(&path).output().unwrap();
    fs::remove_file(path).unwrap();
    (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

#[test]
fn the_exit_status_shows_whether_something_is_wrong() {
    let (status, text) = examined("sound", b"uci\nposition startpos moves J10\nquit\n");
    assert!(status == Some(0) && text.starts_with("nothing wrong in 3 lines"), "{text}");
    let (status, text) = examined("wrong", b"uci\nposition startpos moves J10 J10\nquit\n");
    assert!(status == Some(1) && text.starts_with("line 2: ") && text.contains("\n1 finding in 3 lines"), "{text}");
    let (status, text) = examined("other", b"boardsize 19\n");
    assert!(status == Some(2) && text.contains("no line of UCI or UCCI"), "{text}");
}
