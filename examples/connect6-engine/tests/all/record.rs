//! `--record`: the games that the engine plays, in files.

use crate::program::{folder, run};
use duiyi_connect6::{
    Rules,
    formats::{Format, GameRecord},
    notation::game_line,
};
use std::{fs, path::Path, process::Output};

/// The engine's output while it records.
fn play(file: &Path, arguments: &[&str], lines: &str) -> Output {
    let file = file.to_str().unwrap();
    run(&[&["--level", "3", "--record", file], arguments].concat(), lines.as_bytes())
}

fn read(file: &Path) -> GameRecord {
    let bytes = fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    Format::of_file_name(file).unwrap().read(Rules::CONNECT6, &bytes).unwrap()
}

fn turns(record: &GameRecord) -> String {
    game_line::write(Rules::CONNECT6, &record.turns())
}

/// Each game has its own file, the name determines the format, and existing files remain.
#[test]
fn sessions_are_recorded_game_by_game() {
    for end in ["sgf", "ccgc", "line"] {
        let folder = folder(&format!("record-{end}"));
        let file = folder.join(format!("games.{end}"));
        let output =
            play(&file, &["--protocol", "cloudict"], "nodes 50\nnew black\nmove IKLJ\nnew white\nmove JK\nquit\n");
        let said = String::from_utf8(output.stdout).unwrap();
        let answers: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("move ")).collect();
        assert_eq!(answers.len(), 3, "{said}");
        let first = read(&file);
        // J10, the given turn, and the engine's second turn, which it printed in another notation.
        assert!(turns(&first).starts_with("J10 L10-I11 ") && first.turns().len() == 3, "{}", turns(&first));
        let second = read(&folder.join(format!("games-2.{end}")));
        assert!(turns(&second).starts_with("J11 ") && second.turns().len() == 2, "{}", turns(&second));
        if end != "line" {
            assert_eq!((first.black.as_str(), first.white.as_str()), ("Duiyi", ""));
            assert_eq!((second.black.as_str(), second.white.as_str()), ("", "Duiyi"));
        }
        let before = fs::read(&file).unwrap();
        play(&file, &[], "uci\nposition startpos moves C3\ngo nodes 50\nquit\n");
        assert!(turns(&read(&folder.join(format!("games-3.{end}")))).starts_with("C3 "));
        assert_eq!(fs::read(&file).unwrap(), before);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 3, "nothing else is left");
    }
}

#[test]
fn failed_records_are_reported_and_the_game_goes_on() {
    let folder = folder("record-refused");
    let lines = "uci\nposition startpos\ngo nodes 50\nquit\n";
    for (file, arguments, reason) in [
        (folder.join("nowhere/game.sgf"), &[][..], "nowhere/game.sgf': "),
        (folder.join("gomoku.ccgc"), &["--rules", "gomoku"], "ccgc is for games of Connect6 from the empty board only"),
    ] {
        let output = play(&file, arguments, lines);
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert!(complaint.starts_with("--record: ") && complaint.contains(reason), "{complaint}");
        assert!(complaint.ends_with("; the game is not recorded\n"), "{complaint}");
        assert!(String::from_utf8(output.stdout).unwrap().contains("bestmove "));
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "an empty file would look like a game");
}
