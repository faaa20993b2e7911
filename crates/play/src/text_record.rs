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
    text.push('\n');
    push_wrapped(&mut text, &saved.turns);
    text.push('\n');
    text
}

/// Writes turns in lines of at most 80 characters, unless a word is longer. Each end of a line stands for one blank, also in
/// comments.
fn push_wrapped(text: &mut String, turns: &str) {
    let mut column = 0;
    for (index, word) in turns.split(' ').enumerate() {
        let length = word.chars().count();
        // Blanks beside others stay in their line, because programs remove them at its ends.
        let is_single = !word.is_empty() && !text.ends_with(char::is_whitespace);
        if index > 0 {
            let breaks = is_single && column + 1 + length > 80;
            text.push(if breaks { '\n' } else { ' ' });
            column = if breaks { 0 } else { column + 1 };
        }
        text.push_str(word);
        column += length;
    }
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
    // A line of a comment may begin like a tag.
    let is_tag = |line: &&str| line.trim().is_empty() || line.trim_start().starts_with('[');
    let count = text.lines().take_while(is_tag).count();
    for (line, text) in (1..).zip(text.lines().map(str::trim)).take(count) {
        if text.is_empty() {
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
    saved.turns = text.lines().skip(count).collect::<Vec<_>>().join(" ").trim().to_owned();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::Action;
    use crate::{Game, Games};
    use duiyi_connect6::{Rules, kit::kit};
    use proptest::prelude::*;
    use std::time::Duration;

    /// Texts with the characters of the format, and with blanks beside each other.
    fn text(parts: usize) -> impl Strategy<Value = String> {
        const PARTS: &[&str] = &[
            "[1]", "[", "]", "\"", "\\", "\"]", " ", "  ", "(", ")", "{", "$1", "1-0", "moves", "黑", "\u{2028}",
            "word",
        ];
        let part = prop_oneof![proptest::sample::select(PARTS).prop_map(str::to_owned), "\\PC{0,12}"];
        proptest::collection::vec(part, 0..parts).prop_map(|parts| parts.concat())
    }

    proptest! {
        #[test]
        fn a_written_game_is_read_unchanged(
            [first, second, event, date, reason] in [text(3), text(3), text(3), text(3), text(9)],
            comments in proptest::collection::vec(text(40), 4),
            winner in proptest::option::of(0_usize..2),
            marks in proptest::collection::vec(0_u8..=255, 0..3),
        ) {
            let games = Games::new([Game::new(kit("tictactoe", Rules::TIC_TAC_TOE))]);
            let begin = GameSetup { game: "tictactoe".into(), names: [first, second], event, date, ..GameSetup::default() };
            let mut session = games.open(&begin).unwrap();
            for (turn, at) in [("B2", 0), ("A1", 1), ("C3", 1)] {
                session.act(&Action::Turn { text: turn.into(), at: Some(at) }, Duration::ZERO).unwrap();
            }
            for (node, comment) in comments.into_iter().enumerate() {
                let note = Action::Annotate { node: node as u32, comment, marks: marks.clone() };
                session.act(&note, Duration::ZERO).unwrap();
            }
            let ended = Some(GameEnd { winner, reason });
            let saved = SavedGame { ended, ..session.saved(Duration::ZERO) };
            let read = read(&write(&saved)).unwrap().unwrap();
            prop_assert_eq!(&read, &saved);
            prop_assert_eq!(games.restore(&read).unwrap().saved(Duration::ZERO).turns, saved.turns);
        }
    }
}
