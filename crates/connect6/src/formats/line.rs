//! A game line as a record: `[headers | ] [position moves] turns`.
//!
//! In a collection of games of Little Golem the headers are `event | black | white | result | how | turns | url`, with
//! the result `B`, `W` or `D`; other headers are ignored.

use super::format_error::FormatError;
use super::{GameRecord, GameResult};
use crate::notation::{game_line, position};
use crate::{BLACK, Board, Rules, WHITE};
use duiyi_game::shortened;

/// The number of words of a position before the turns: rows, side to move, stones left.
const POSITION: usize = 3;

/// Reads the only game of a text; empty lines and lines that begin with `#` are ignored.
pub(super) fn read(rules: Rules, text: &str) -> Result<GameRecord, FormatError> {
    let mut games = lines(text);
    let first = games.next().ok_or(FormatError::Empty)?;
    if let Some((line, second)) = games.next() {
        return Err(FormatError::Second { line, found: shortened(second) });
    }
    read_line(rules, first)
}

/// Reads all games of a text.
pub(super) fn read_all(rules: Rules, text: &str) -> impl Iterator<Item = Result<GameRecord, FormatError>> {
    lines(text).map(move |line| read_line(rules, line))
}

/// The lines with games, and their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.lines().map(str::trim));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

fn read_line(rules: Rules, (line, game): (usize, &str)) -> Result<GameRecord, FormatError> {
    let (headers, turns) = game_line::split_header(game);
    let (mut board, turns) = start(rules, turns, line)?;
    game_line::play(&mut board, &turns).map_err(|error| FormatError::Turns { line, error })?;
    let mut record = GameRecord::new(&board);
    if let [event, black, white, result @ ("B" | "W" | "D"), _, _, url] = *headers.as_slice() {
        [record.event, record.black, record.white, record.source] = [event, black, white, url].map(str::to_owned);
        record.result = match result {
            "B" => GameResult::Win(BLACK),
            "W" => GameResult::Win(WHITE),
            _ => GameResult::Draw,
        };
    }
    Ok(record)
}

/// The position at the beginning, and the turns.
fn start(rules: Rules, text: &str, line: usize) -> Result<(Board, String), FormatError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if !words.first().is_some_and(|word| word.contains('/')) {
        return Ok((Board::new(rules), words.join(" ")));
    }
    let (place, turns) = words.split_at(words.len().min(POSITION));
    let start = position::read(rules, &place.join(" ")).map_err(|error| FormatError::Position { line, error })?;
    match turns {
        [] => Ok((start, String::new())),
        ["moves", turns @ ..] => Ok((start, turns.join(" "))),
        [found, ..] => Err(FormatError::Moves { line, found: shortened(found) }),
    }
}

/// Writes the main line of a game; a game without turns is written as its position.
pub(super) fn write(record: &GameRecord) -> String {
    let rules = record.start().rules();
    let turns = game_line::write(rules, &record.turns());
    if *record.start() == Board::new(rules) && !turns.is_empty() {
        return turns + "\n";
    }
    let gap = if turns.is_empty() { "" } else { " " };
    format!("{} moves{gap}{turns}\n", position::write(record.start()))
}
