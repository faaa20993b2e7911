//! Games, problems and weights of Connect6.

use crate::mutation::Random;
use duiyi_connect6::{
    Rules,
    evaluation::Weights,
    formats::{Format, GameRecord, ccgc},
};

/// The header that selects rules: one that no board has, so that the target uses Connect6.
const CONNECT6: [u8; 5] = [0; 5];

/// The lines of the recorded games.
fn game_lines() -> Vec<String> {
    let text = super::data("crates/connect6/tests/data/games.txt");
    text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(str::to_owned).collect()
}

/// The beginnings of the recorded games, of three lengths.
fn games() -> Vec<GameRecord> {
    let mut games = Vec::new();
    for line in game_lines() {
        let (header, turns) = line.rsplit_once(" | ").unwrap_or(("", &line));
        let turns: Vec<&str> = turns.split_whitespace().collect();
        for count in [3, 8, turns.len()] {
            let part = turns[..count.min(turns.len())].join(" ");
            let text = if header.is_empty() { part } else { format!("{header} | {part}") };
            games.extend(Format::Line.read(Rules::CONNECT6, text.as_bytes()).ok());
        }
    }
    games
}

pub(super) fn ccgc() -> Vec<Vec<u8>> {
    games().iter().map(|game| ccgc::write(game).into_bytes()).collect()
}

pub(super) fn sgf() -> Vec<Vec<u8>> {
    games().iter().filter_map(|game| Format::Sgf.write(game).ok()).collect()
}

pub(super) fn lines() -> Vec<Vec<u8>> {
    let written = games().into_iter().filter_map(|game| Format::Line.write(&game).ok());
    written.map(|line| [&CONNECT6[..], &line].concat()).collect()
}

pub(super) fn problems() -> Vec<Vec<u8>> {
    let text = super::data("crates/connect6/src/problems/suite.txt");
    text.lines().map(|line| [&CONNECT6[..], line.as_bytes(), b"\n"].concat()).collect()
}

/// A few lines of the tuned weights each.
pub(super) fn weights(random: &mut Random) -> Vec<Vec<u8>> {
    let text = Weights::tuned().to_string();
    let lines: Vec<&str> = text.lines().map(|line| line.get(..200).unwrap_or(line)).collect();
    let one = |random: &mut Random| {
        let from = random.below(lines.len());
        let count = 1 + random.below(12);
        lines[from..lines.len().min(from + count)].join("\n").into_bytes()
    };
    (0..80).map(|_| one(random)).collect()
}

/// Lines in four protocols; none selects a long search.
pub(super) fn sessions(random: &mut Random) -> Vec<Vec<u8>> {
    const PROTOCOLS: [&[&str]; 4] = [
        &["list_commands", "play b K10", "genmove w", "showboard", "undo", "boardsize 19", "clear_board", "quit"],
        &["new white", "new black", "black JJ", "white IKLJ", "next", "undo", "print", "move AAAB", "quit"],
        &["START 15", "BEGIN", "TURN 0,0", "BOARD\n1,1,1\nDONE", "INFO timeout_turn 20", "RESTART", "ABOUT", "END"],
        &["uci", "isready", "position startpos moves J10", "go nodes 20", "stop", "ucinewgame", "d", "quit"],
    ];
    let one = |random: &mut Random| {
        let lines = random.choice(&PROTOCOLS);
        let mut text = format!("{}\n", lines[0]);
        for _ in 0..random.below(7) {
            text += &format!("{}\n", random.choice(lines));
        }
        text.into_bytes()
    };
    (0..80).map(|_| one(random)).collect()
}
