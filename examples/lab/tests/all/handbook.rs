//! The examples of the handbook's chapter on matches can be run as they are, with fewer games and nodes, and with
//! built-in players in place of external programs.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Stdio},
};

const CHAPTER: &str = include_str!("../../../../docs/matches.md");

/// The commands of the chapter.
fn commands() -> Vec<String> {
    let text = CHAPTER.replace("\\\n", " ");
    let lines = text.lines().filter(|line| line.starts_with("lab "));
    lines.map(|line| line.split(" #").next().unwrap_or_default().to_owned()).collect()
}

/// A command with other engines, fewer games and smaller searches.
fn short(command: &str) -> String {
    let mut text = command.to_owned();
    for (long, short) in [
        ("cmd=./a proto=ucci", "builtin=random"),
        ("cmd=./b proto=uci option.Hash=16", "builtin=greedy"),
        ("cmd=./connect6-engine proto=cloudict setup='time {ms}'", "builtin=random"),
        ("cmd=./c proto=gtp", "builtin=windows"),
        ("cmd=./cloudict proto=cloudict setup='depth 4'", "builtin=windows"),
        ("builtin=duiyi name=C", "builtin=random name=C seed=2"),
        ("nodes=20000", "nodes=50"),
        ("nodes=5000", "nodes=50"),
        ("depth=5", "depth=2"),
        ("depth=9", "depth=3"),
        ("drawn:200", "drawn:4"),
        ("depth=8", "depth=2"),
        ("--games 2000 --nodes 400", "--games 20 --nodes 30"),
    ] {
        text = text.replace(long, short);
    }
    for games in ["20000", "200", "100"] {
        text = format!("{text} ").replace(&format!("--games {games} "), "--games 2 ");
    }
    text
}

#[test]
fn the_examples_run() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("handbook");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("made");
    let (_, openings) = CHAPTER.split_once("```\n# three openings").expect("the openings");
    let openings = openings.split_once("\n").expect("a line").1.split("```").next().expect("an end");
    fs::write(folder.join("openings.epd"), openings).expect("written");
    let commands = commands();
    assert!(commands.len() >= 16 && commands.iter().all(|command| !command.contains('…')), "{commands:#?}");
    for command in commands {
        // A shell splits the words.
        let script = format!("lab() {{ \"$LAB\" \"$@\"; }}\n{}", short(&command));
        let mut shell = Command::new("sh");
        shell.args(["-c", &script]).env("LAB", env!("CARGO_BIN_EXE_lab")).current_dir(&folder).stdin(Stdio::null());
        let output = shell.output().expect("runs");
        assert!(output.status.success(), "{command}\n{}", String::from_utf8_lossy(&output.stderr));
    }
}
