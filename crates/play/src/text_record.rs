//! A record format for all games: tags as in PGN, then the turns in the game's own notation. It contains
//! everything that is stored except the clocks.

use crate::message::{GameEnd, GameSetup, SavedGame};
use duiyi_game::shortened;
use std::fmt::Write;

/// The name of the format.
pub const NAME: &str = "text";

/// The name of the first tag, which identifies the format.
const FIRST: &str = "Duiyi";

/// Why a text that begins like a record is not a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextRecordError {
    /// A line before the turns is not a tag.
    #[error("line {line}: '{text}' is not a tag; expected [Name \"value\"]")]
    Tag {
        /// The line, from 1.
        line: usize,
        /// The text of the line.
        text: String,
    },
    /// A tag is unknown.
    #[error("line {line}: unknown tag '{name}'")]
    Name {
        /// The line, from 1.
        line: usize,
        /// The name of the tag.
        name: String,
    },
    /// The result is invalid.
    #[error("the result is '{0}'; expected 1-0, 0-1, 1/2-1/2 or *")]
    Result(String),
}

/// Writes a game.
pub fn write(saved: &SavedGame) -> String {
    let GameSetup { game, rules, position, names: [first, second], event, date, .. } = &saved.begin;
    let (result, reason) = match &saved.ended {
        None => ("*", ""),
        Some(GameEnd { winner, reason }) => (
            match winner {
                None => "1/2-1/2",
                Some(0) => "1-0",
                Some(_) => "0-1",
            },
            reason.as_str(),
        ),
    };
    let tags = [
        (FIRST, game.as_str()),
        ("Rules", rules),
        ("Position", position),
        ("First", first),
        ("Second", second),
        ("Event", event),
        ("Date", date),
        ("Result", result),
        ("Reason", reason),
    ];
    let mut text = String::new();
    for (name, value) in tags.into_iter().filter(|(_, value)| !value.is_empty()) {
        let value: String = value.chars().filter(|character| !character.is_control()).collect();
        // Writing to a string does not fail.
        let _ = writeln!(text, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
    }
    let mut column = 0;
    for turn in saved.turns.split_whitespace() {
        let space = if column == 0 || column + turn.len() >= 80 { '\n' } else { ' ' };
        column = if space == '\n' { 0 } else { column } + 1 + turn.len();
        text.push(space);
        text += turn;
    }
    text.push('\n');
    text
}

/// Reads a game; returns `None` if the text does not begin like one. The turns are checked when the
/// game is restored.
///
/// # Errors
/// If a tag is invalid.
pub fn read(text: &str) -> Option<Result<SavedGame, TextRecordError>> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    text.strip_prefix('[')?.strip_prefix(FIRST)?.strip_prefix(" \"")?;
    Some(read_tags(text))
}

fn read_tags(text: &str) -> Result<SavedGame, TextRecordError> {
    let mut saved = SavedGame::default();
    let (mut result, mut reason) = (String::new(), String::new());
    for (line, text) in (1..).zip(text.lines().map(str::trim)) {
        if text.is_empty() || !text.starts_with('[') {
            continue;
        }
        let wrong = || TextRecordError::Tag { line, text: shortened(text) };
        let inside = text.strip_prefix('[').and_then(|text| text.strip_suffix("\"]")).ok_or_else(wrong)?;
        let (name, value) = inside.split_once(" \"").ok_or_else(wrong)?;
        let value = value.replace("\\\"", "\"").replace("\\\\", "\\");
        let begin = &mut saved.begin;
        *match name {
            FIRST => &mut begin.game,
            "Rules" => &mut begin.rules,
            "Position" => &mut begin.position,
            "First" => &mut begin.names[0],
            "Second" => &mut begin.names[1],
            "Event" => &mut begin.event,
            "Date" => &mut begin.date,
            "Result" => &mut result,
            "Reason" => &mut reason,
            _ => return Err(TextRecordError::Name { line, name: shortened(name) }),
        } = value;
    }
    let turns = text.lines().filter(|line| !line.trim_start().starts_with('[')).flat_map(str::split_whitespace);
    saved.turns = turns.collect::<Vec<_>>().join(" ");
    let winner = match result.as_str() {
        "" | "*" => return Ok(saved),
        "1-0" => Some(0),
        "0-1" => Some(1),
        "1/2-1/2" => None,
        _ => return Err(TextRecordError::Result(shortened(&result))),
    };
    saved.ended = Some(GameEnd { winner, reason });
    Ok(saved)
}
