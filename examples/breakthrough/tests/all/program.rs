//! The counts of moves, the ends of games, and the program.

use breakthrough::{Breakthrough, kit};
use duiyi::game::{Game, History, Notation, Side, perft};
use std::{
    io::Write,
    process::{Command, Stdio},
};

/// A board as characters: rows from the bottom, `w` moves up, `b` moves down.
type Board = [[char; 8]; 8];

/// The number of sequences of `depth` moves, by a walk that shares no code with the description.
fn slow_count(board: &Board, white: bool, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if board[7].contains(&'w') || board[0].contains(&'b') {
        return 0;
    }
    let (own, goes) = if white { ('w', 1) } else { ('b', -1) };
    let mut count = 0;
    for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
        if board[row as usize][column as usize] != own {
            continue;
        }
        for aside in [-1, 0, 1] {
            let (to_row, to_column) = (row + goes, column + aside);
            if !(0..8).contains(&to_column) {
                continue;
            }
            let there = board[to_row as usize][to_column as usize];
            if there == '.' || (there != own && aside != 0) {
                let mut next = *board;
                next[row as usize][column as usize] = '.';
                next[to_row as usize][to_column as usize] = own;
                count += slow_count(&next, !white, depth - 1);
            }
        }
    }
    count
}

fn board(text: &str) -> (Board, bool) {
    let (rows, turn) = text.split_once(' ').unwrap();
    let mut board = [['.'; 8]; 8];
    for (row, line) in rows.split('/').rev().enumerate() {
        line.chars().enumerate().for_each(|(column, piece)| board[row][column] = piece);
    }
    (board, turn == "w")
}

#[test]
fn perft_equals_a_slow_walk() {
    let mut start = Breakthrough::default();
    assert_eq!([1, 2, 3, 4].map(|depth| perft(&mut start, depth)), [22, 484, 11_132, 256_036]);
    let few = "......../......w./.b....../w.b..w../..w..b../.bw....w/....b.../........ ";
    let texts = [start.write_position(), format!("{few}w"), format!("{few}b")];
    for text in texts {
        let (plain, white) = board(&text);
        let mut game = start.read_position(&text).unwrap();
        for depth in 1..=4 {
            assert_eq!(perft(&mut game, depth), slow_count(&plain, white, depth), "{text}, depth {depth}");
        }
    }
}

#[test]
fn a_game_ends_on_the_last_row_or_without_pieces() {
    let read = |text: &str| Breakthrough::default().read_position(text).unwrap();
    for (text, winner) in [
        ("..w...../......../......../......../......../......../.b....../........ w", Side::First),
        (".......w/......../......../......../......../......../......../......b. b", Side::First),
        ("......../......../......../......../......../......../......../b......w w", Side::Second),
        ("......../......../......../...w..../......../......../......../........ b", Side::First),
    ] {
        assert_eq!(read(text).outcome().and_then(|outcome| outcome.winner), Some(winner), "{text}");
    }
    assert_eq!(Breakthrough::default().outcome(), None);
    let wrong = Breakthrough::default().read_position("8/8 w").unwrap_err().to_string();
    assert!(wrong.contains("expected 8"), "{wrong}");
    let sideless = &Breakthrough::default().write_position()[..71];
    let wrong = Breakthrough::default().read_position(sideless).unwrap_err().to_string();
    assert!(wrong.contains("expected w or b"), "{wrong}");
}

#[test]
fn moves_are_written_from_the_view_of_white() {
    let game = History::<Breakthrough>::read("", "moves a2a3 h7g6 b2c3").unwrap();
    assert_eq!(
        game.now().write_position(),
        "bbbbbbbb/bbbbbbb./......b./......../......../w.w...../..wwwwww/wwwwwwww b"
    );
}

/// The output of the program for these arguments and this input.
fn output(arguments: &[&str], input: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_breakthrough"));
    let mut program =
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    program.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = program.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_program_speaks_uci() {
    let text = output(&[], "uci\nisready\nposition startpos moves a2a3\ngo depth 3\n");
    for part in ["option name Threads type spin", "uciok", "readyok", "info depth 3 ", "bestmove "] {
        assert!(text.contains(part), "{part} in {text}");
    }
    // The levels of this game were not measured, so they have no ratings.
    assert!(text.contains("option name Skill Level ") && !text.contains("UCI_Elo"), "{text}");
}

#[test]
fn the_program_counts_and_analyses() {
    let text = output(&["perft", "--depth", "3"], "");
    assert!(text.ends_with("Nodes searched: 11132\n"), "{text}");
    let text = output(&["analyse", "--moves", "a2a3 h7g6", "--depth", "3", "--option", "Hash=1"], "");
    assert!(text.contains("\nbestmove "), "{text}");
    assert!(output(&["analyse", "--moves", "a2a3", "--explain"], "").ends_with("static score -3\n"));
    let text = output(&["bench", "--depth", "2"], "");
    assert!(text.starts_with("start "), "without a bench in the kit, the start is searched: {text}");
    assert!(output(&["--help"], "").starts_with("Breakthrough. Without a command it speaks UCI or UCCI"));
}

#[test]
fn invalid_arguments_are_errors() {
    for (arguments, reason) in [
        (&["perft", "--depth", "2", "--moves", "a2a3 a7a9"][..], "--moves: move 2 of the list: 'a7a9' is not a legal"),
        (&["analyse", "--position", "8/8 w"], "--position: '8/8' has 2 rows: expected 8"),
        (&["analyse", "--option", "Hash"], "expected NAME=VALUE"),
        (&["analyse", "--option", "Hush=1"], "unknown option 'Hush'; expected one of Hash"),
        (&["match", "--option", "Hush=1"], "unknown option 'Hush'; expected one of Hash"),
        (&["analyse", "--explain", "--depth", "2"], "cannot be used with"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_breakthrough")).args(arguments).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && output.stdout.is_empty(), "{arguments:?}");
        assert!(error.starts_with("error: ") && error.contains(reason), "{error}");
    }
}

#[test]
fn random_moves_lose_every_game() {
    let text = output(&["match", "--pairs", "2", "--tc", "depth=3"], "");
    assert!(text.contains("**search – random**: +4 =0 -0"), "{text}");
}

#[test]
fn the_description_is_short() {
    let lines = include_str!("../../src/lib.rs").lines().filter(|line| !line.trim().is_empty());
    assert!(lines.count() <= 120, "blank lines are not counted");
    assert_eq!(kit().name, Breakthrough::NAME);
}
