//! The program learns an evaluation, goes on after a stop, and plays by the result.

use std::{
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("duiyi-othello-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_othello")).args(arguments).output().unwrap()
}

fn learn(out: &Path, more: &[&str]) -> Output {
    run(&[&["learn", "--effort", "0.01", "--out", out.to_str().unwrap()], more].concat())
}

#[test]
fn one_command_learns_an_evaluation_that_the_program_plays_by() {
    let folder = Folder::new("learn");
    let out = folder.0.join("o");
    let learned = learn(&out, &["--threads", "2"]);
    let progress = String::from_utf8_lossy(&learned.stderr);
    assert!(learned.status.success(), "{progress}");
    assert!(progress.starts_with("othello on 8 by 8 squares: 1 kinds of pieces, 4 symmetries"), "{progress}");
    let file = folder.0.join("o.learned");
    assert_eq!(String::from_utf8_lossy(&learned.stdout).trim(), file.to_str().unwrap());
    let curve = std::fs::read_to_string(folder.0.join("o.csv")).unwrap();
    assert_eq!(curve.lines().count(), 5, "{curve}");

    // A finished run that is resumed changes nothing; one thread gives the same network.
    let bytes = std::fs::read(&file).unwrap();
    assert!(learn(&out, &["--resume"]).status.success());
    assert_eq!(std::fs::read(&file).unwrap(), bytes);
    let other = folder.0.join("one");
    assert!(learn(&other, &["--threads", "1"]).status.success());
    assert!(std::fs::read(folder.0.join("one.learned")).unwrap() == bytes);
    let refused = learn(&out, &["--resume", "--seed", "2"]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("the saved state is of another"), "{refused:?}");

    let option = format!("EvalFile={}", file.display());
    let played = run(&["analyse", "--depth", "2", "--option", "Evaluation=learned", "--option", &option]);
    let text = String::from_utf8_lossy(&played.stdout);
    assert!(text.lines().any(|line| line.starts_with("bestmove ")), "{text}");
}

#[test]
fn the_file_of_another_game_is_refused_by_name() {
    let folder = Folder::new("other");
    let file = folder.0.join("x.learned");
    std::fs::write(&file, b"no network").unwrap();
    let option = format!("EvalFile={}", file.display());
    let refused = run(&["analyse", "--depth", "1", "--option", "Evaluation=learned", "--option", &option]);
    assert_ne!(refused.status.code(), Some(0));
    let text = String::from_utf8_lossy(&refused.stderr);
    assert!(text.contains("not a network file"), "{text}");
}
