//! A recording of searches that is killed, truncated and resumed.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

use duiyi_clock::sim::TraceSet;

/// The number of recorded sides.
const SIDES: usize = 8;

fn trace(out: &Path, more: &[&str]) -> Command {
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/xiangqi/tests/data/games-sample.pgn");
    let mut command = Command::new(env!("CARGO_BIN_EXE_lab"));
    command.args([
        "trace",
        games,
        "--sides",
        "8",
        "--positions",
        "6",
        "--nodes",
        "2000",
        "--option",
        "Hash=1",
        "--out",
    ]);
    command.arg(out).args(more).stdin(Stdio::null());
    command
}

fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("trace-{name}"));
    let _ = fs::remove_file(&path);
    path
}

fn succeeds(output: &Output) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn fails(output: &Output, reason: &str) {
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && error.contains(reason), "{error}");
}

fn recorded(path: &Path) -> TraceSet {
    let text = fs::read(path).expect("readable");
    TraceSet::read(&text[..]).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn a_killed_recording_resumes() {
    let path = scratch("killed.jsonl");
    let mut child = trace(&path, &[]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("starts");
    let deadline = Instant::now() + Duration::from_secs(60);
    // The heading and two sides.
    while fs::read_to_string(&path).map_or(0, |text| text.lines().count()) < 3 {
        assert!(Instant::now() < deadline, "nothing is recorded");
        thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("killed");
    child.wait().expect("reaped");
    let mut text = fs::read_to_string(&path).expect("readable");
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let before = TraceSet::read(&text.as_bytes()[..whole]).expect("whole lines").games().to_vec();
    assert!((2..SIDES).contains(&before.len()), "{} sides at the kill", before.len());
    // As if it was killed while writing a line.
    text.truncate(whole);
    text.push_str("{\"game\":\"games-sample 3\",\"side\":\"bl");
    fs::write(&path, &text).expect("written");

    fails(&trace(&path, &[]).output().expect("runs"), "exists");
    fails(&trace(&path, &["--resume", "--seed", "9"]).output().expect("runs"), "recorded by");
    assert_eq!(fs::read_to_string(&path).expect("readable"), text, "the file is unchanged");
    succeeds(&trace(&path, &["--resume"]).output().expect("runs"));
    let resumed = recorded(&path);
    assert_eq!(resumed.games().len(), SIDES);
    assert_eq!(resumed.games()[..before.len()], before[..]);

    // The same as an uninterrupted recording.
    let calm = scratch("undisturbed.jsonl");
    succeeds(&trace(&calm, &[]).output().expect("runs"));
    assert_eq!(recorded(&calm), resumed);

    // Resuming a complete recording changes nothing.
    let complete = fs::read_to_string(&path).expect("readable");
    succeeds(&trace(&path, &["--resume"]).output().expect("runs"));
    assert_eq!(fs::read_to_string(&path).expect("readable"), complete);
}
