//! Long work that is killed, continued and started twice: the trainers and the books.

use crate::common::{Folder, lab, refusal, succeeds};
use std::{
    fs,
    path::Path,
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

/// Forty games of a line, with scores.
fn games(folder: &Folder) -> String {
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let game = |number: i32| {
        let (result, score) = (["r", "b", "d"][number as usize % 3], number - 20);
        format!("{start}|{result}|h2e2 {score} h9g7 {} h0g2 {score} i9h9 {}\n", -score, -score)
    };
    folder.write("games.txt", (0..40).map(game).collect::<String>())
}

fn texel<'a>(games: &'a str, out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [
        &[
            "texel",
            games,
            "--out",
            out,
            "--hold-out",
            "5",
            "--batch",
            "16",
            "--patience",
            "99",
            "--k",
            "0.005",
            "--skip",
            "0",
        ],
        more,
    ]
    .concat()
}

fn train<'a>(games: &'a str, out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["train", games, "--out", out, "--hold-out", "5", "--batch", "16", "--hidden", "32"], more].concat()
}

#[test]
fn a_continued_tuning_keeps_the_curve_and_the_summary() {
    let folder = Folder::new("long-texel");
    let (games, whole, parts) = (games(&folder), folder.file("whole"), folder.file("parts"));
    succeeds(&texel(&games, &whole, &["--epochs", "5"]));
    succeeds(&texel(&games, &parts, &["--epochs", "2"]));
    succeeds(&texel(&games, &parts, &["--epochs", "5", "--resume"]));
    for end in ["csv", "svg", "json"] {
        let [one, other] = [&whole, &parts].map(|name| fs::read(format!("{name}.{end}")).expect("written"));
        assert!(one == other, "{end}");
    }
    assert_eq!(fs::read_to_string(format!("{parts}.csv")).expect("a curve").lines().count(), 7);
    // All but the command.
    let [one, other] = [&whole, &parts].map(|name| fs::read_to_string(format!("{name}.txt")).expect("weights"));
    assert!(one.lines().skip(1).eq(other.lines().skip(1)), "{one}{other}");
}

#[test]
fn damaged_states_and_other_positions_are_refused() {
    let folder = Folder::new("long-states");
    let (games, out) = (games(&folder), folder.file("run"));
    let fewer =
        fs::read_to_string(&games).expect("games").lines().skip(1).map(|line| format!("{line}\n")).collect::<String>();
    let fewer = folder.write("fewer.txt", fewer);
    succeeds(&texel(&games, &out, &["--epochs", "1"]));
    succeeds(&train(&games, &out, &["--epochs", "1"]));
    let again = ["--epochs", "2", "--resume"];
    for (end, args) in [("json", texel(&games, &out, &again)), ("state", train(&games, &out, &again))] {
        let state = format!("{out}.{end}");
        let kept = fs::read(&state).expect("a state");
        for part in 0..8 {
            let mut changed = kept.clone();
            changed[kept.len() * part / 8] ^= 1;
            fs::write(&state, changed).expect("written");
            refusal(&args);
        }
        fs::write(&state, &kept).expect("written");
    }
    for args in [texel(&fewer, &out, &again), texel(&games, &out, &[&again[..], &["--start", "material"]].concat())] {
        let refused = refusal(&args);
        assert!(
            refused.contains("was begun with")
                || refused.contains("other initial weights")
                || refused.contains("material"),
            "{refused}"
        );
    }
    // The epochs of a network stay those of the state.
    succeeds(&train(&games, &out, &["--epochs", "2"]));
    let mut half = lab(&train(&games, &folder.file("half"), &["--epochs", "400"]));
    let mut half = half.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("starts");
    wait_for(Path::new(&folder.file("half.state")));
    half.kill().expect("killed");
    half.wait().expect("reaped");
    let refused = refusal(&train(&fewer, &folder.file("half"), &["--resume"]));
    assert!(refused.contains("the training was begun with "), "{refused}");
}

fn wait_for(path: &Path) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !path.exists() {
        assert!(Instant::now() < deadline, "{} is not written", path.display());
        thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn one_output_has_one_writer() {
    let folder = Folder::new("long-writers");
    let (games, out) = (games(&folder), folder.file("run"));
    let book = |command: &'static str| vec!["book", command, &games, "--out", &out];
    let commands = [
        texel(&games, &out, &["--epochs", "9"]),
        train(&games, &out, &["--epochs", "9"]),
        vec!["learn", "--out", &out, "--effort", "0.01"],
        book("build"),
        book("merge"),
        book("prune"),
        vec!["book", "convert", &games, &out],
        vec!["book", "learn", &out, &games],
        vec!["book", "train", &out],
        vec!["book", "solve", &games, "--out", &out],
    ];
    let lock = fs::File::create(format!("{out}.lock")).expect("created");
    lock.lock().expect("locked");
    for command in commands {
        let refused = refusal(&command);
        assert!(refused.contains("run is being written by another program"), "{command:?}: {refused}");
    }
    drop(lock);
    succeeds(&texel(&games, &out, &["--epochs", "1"]));
}

#[test]
fn parts_of_ended_programs_are_removed() {
    let folder = Folder::new("long-parts");
    let (games, out) = (games(&folder), folder.file("run"));
    // More than any process has.
    let left = ["json", "csv", "svg", "txt"].map(|end| folder.write(&format!("run.{end}.4294967295-3.part"), "half"));
    succeeds(&texel(&games, &out, &["--epochs", "1"]));
    assert!(left.iter().all(|left| !Path::new(left).exists()), "{left:?}");
}

#[cfg(unix)]
#[test]
fn a_terminated_program_leaves_no_part() {
    let folder = Folder::new("long-terminated");
    let (games, out) = (games(&folder), folder.file("run"));
    for pause in 0..20 {
        let _ = fs::remove_file(format!("{out}.state"));
        let mut command = lab(&train(&games, &out, &["--epochs", "100000"]));
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("starts");
        wait_for(Path::new(&format!("{out}.state")));
        thread::sleep(Duration::from_millis(pause));
        let killed = std::process::Command::new("kill").arg(child.id().to_string()).status().expect("runs");
        assert!(killed.success());
        assert!(!child.wait().expect("ended").success());
        let parts = fs::read_dir(Path::new(&out).parent().expect("a folder")).expect("readable");
        let parts =
            parts.filter(|entry| entry.as_ref().expect("an entry").file_name().to_string_lossy().ends_with("part"));
        assert_eq!(parts.count(), 0);
    }
}
