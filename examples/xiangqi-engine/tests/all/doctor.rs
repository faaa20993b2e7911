//! The command `doctor`.

use std::{fs, process::Command};

/// The exit status and the output of `doctor` for a log.
fn examined(name: &str, log: &[u8]) -> (Option<i32>, String) {
    let path = std::env::temp_dir().join(format!("duiyi-doctor-xiangqi-engine-{name}-{}", std::process::id()));
    fs::write(&path, log).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_xiangqi-engine")).arg("doctor").arg(&path).output().unwrap();
    fs::remove_file(path).unwrap();
    (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

#[test]
fn the_exit_status_shows_whether_something_is_wrong() {
    // The comment of a front end is in GBK.
    let sound = b"// \xcf\xf3\xc6\xe5\n> ucci\n< ucciok\n> position startpos moves h2e2\n> quit\n";
    let summary = "nothing wrong in 3 lines of the front end and 1 of the engine; 1 other lines\n";
    assert_eq!(examined("sound", sound), (Some(0), summary.to_owned()));
    let (status, text) = examined("wrong", b"uci\nposition startpos moves h3e3 h8e8\ngo wtime x\n");
    assert_eq!(status, Some(1), "{text}");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("line 2: the moves are legal with Ranks 1-10"), "{text}");
    assert!(lines[1].starts_with("line 3: 'x' in 'go'") && lines[3].starts_with("3 findings in 3 lines"), "{text}");
    let (status, text) = examined("letter", b"a letter\n");
    assert!(status == Some(2) && text.contains("no line of UCI or UCCI"), "{text}");
    let missing = Command::new(env!("CARGO_BIN_EXE_xiangqi-engine")).args(["doctor", "/no/such.log"]).output().unwrap();
    assert_eq!(missing.status.code(), Some(2));
}
