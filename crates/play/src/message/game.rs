//! The setup of a game, its stored form, its index entry and its record.

use super::explorer::IndexedMove;
use duiyi_clock::Phase;
use duiyi_game::{Outcome, OutcomeKind, Reason, Side};
use serde::{Deserialize, Serialize};

/// Who plays a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Seat {
    /// A person at this board.
    #[default]
    Person,
    /// The engine, at a level of the game's player; at full strength without a level.
    Engine {
        /// The level, within the range of the game.
        level: Option<u32>,
    },
}

/// The setup of a new game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct GameSetup {
    /// The name of the game.
    pub game: String,
    /// Its rule set; the usual one if it is empty.
    pub rules: String,
    /// `[position] [moves …]`; the start of the game if it is empty.
    pub position: String,
    /// The players, the first side first.
    pub seats: [Seat; 2],
    /// The time control, for example `300+3`; none if it is empty.
    pub clock: String,
    /// The names of the persons, empty if unknown.
    pub names: [String; 2],
    /// The event, for its record.
    pub event: String,
    /// The date of the game, for its record.
    pub date: String,
    /// Whether two persons at two pages play for the result: until the game is over there are no variations and no
    /// help, and turns are taken back by agreement.
    #[serde(skip_serializing_if = "is_false")]
    pub friendly: bool,
    /// One of the game's problems; both seats are then persons. The position is empty, or that of the problem with the
    /// moves of an attempt; from another position the game is an ordinary one.
    pub problem: Option<ProblemId>,
}

impl GameSetup {
    /// Checks the lengths of the texts that are kept and sent to every page.
    ///
    /// # Errors
    /// The first text that is too long.
    pub fn check_texts(&self) -> Result<(), Reason> {
        let [first, second] = &self.names;
        let texts = [
            ("rule set", &self.rules, 1000),
            ("time control", &self.clock, 1000),
            ("name", first, 200),
            ("name", second, 200),
            ("event", &self.event, 500),
            ("date", &self.date, 100),
        ];
        match texts.into_iter().find(|(_, text, limit)| text.len() > *limit) {
            Some((what, text, limit)) => {
                Err(format!("the {what} has {} bytes; the limit is {limit}", text.len()).into())
            }
            None => Ok(()),
        }
    }
}

/// A problem of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ProblemId {
    /// Its name. Stored games contain it.
    Name(String),
    /// Its index in the list of the game, which changes with the list. Earlier versions have stored it.
    Index(usize),
}

/// The state of the clocks, in addition to the time control.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct ClockState {
    /// The turns in order: the side, and the milliseconds it used.
    pub spent: Vec<(usize, u64)>,
    /// The phases of the game before these turns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<Phase>,
    /// The milliseconds used by the turn under way.
    pub running: u64,
    /// The milliseconds used by the other side since its last turn, for turns that were taken back.
    #[serde(skip_serializing_if = "is_zero")]
    pub taken_back: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_false(value: &bool) -> bool {
    !value
}

fn is_zero(milliseconds: &u64) -> bool {
    *milliseconds == 0
}

/// A stored game, which can be resumed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct SavedGame {
    /// The setup, the initial position and the current players.
    pub begin: GameSetup,
    /// The moves with variations and comments, as [`GameTree::write_moves`](duiyi_game::GameTree::write_moves)
    /// writes them.
    pub turns: String,
    /// The number of moves of the game, if the main line goes on after its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<usize>,
    /// The clocks.
    pub clocks: ClockState,
    /// The end of the game, if it is over.
    pub ended: Option<GameEnd>,
    /// The side that offers a draw.
    pub draw_offer: Option<usize>,
}

/// A filter for stored games. An empty field matches every game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct GameFilter {
    /// The name of the game.
    pub game: String,
    /// `games` between opponents, `analyses` by persons without clocks, or attempts at `problems`.
    pub about: String,
    /// A part of the name of a person or an engine (`engine 5`).
    pub player: String,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for unfinished games.
    pub result: String,
    /// Begun on this day or later, for example `2026-11-23`, or at this time or later, `2026-11-23 16:00`. Days and
    /// times are in UTC.
    pub since: String,
    /// Begun on this day or earlier, or less than a day after this time.
    pub until: String,
    /// The first turns in any of the game's notations, or the first characters of the initial position.
    pub opening: String,
    /// The number of newest games to leave out.
    pub skip: u32,
}

/// An entry in the list of stored games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameSummary {
    /// Its id.
    pub id: String,
    /// The name by which the game is offered.
    pub game: String,
    /// The players.
    pub players: [String; 2],
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// The reason for the result.
    pub reason: String,
    /// The date and time of its beginning, in UTC.
    pub begun: String,
    /// The number of turns.
    pub turns: u32,
    /// The first turns, in each of the game's notations.
    pub openings: Vec<String>,
}

/// The data by which a stored game is found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IndexEntry {
    /// The players: a name, `person`, `engine`, or `engine 5`.
    pub players: [String; 2],
    /// The number of turns.
    pub turns: usize,
    /// The first turns, in each of the game's notations.
    pub openings: Vec<String>,
    /// The name of the game and the size of its board.
    pub kind: String,
    /// The first moves, for the explorer.
    pub moves: Vec<IndexedMove>,
}

/// A game in the list of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ContentsEntry {
    /// The players, the event and the date, as far as they are known.
    pub title: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
    /// The number of turns of the main line.
    pub turns: usize,
}

impl ContentsEntry {
    /// The entry of a game.
    pub fn of(saved: &SavedGame) -> ContentsEntry {
        let GameSetup { names, event, date, .. } = &saved.begin;
        let shown = names.each_ref().map(|name| if name.is_empty() { "?" } else { name.as_str() });
        let players = if names.iter().any(|name| !name.is_empty()) { shown.join(" – ") } else { String::new() };
        let known = [players.as_str(), event, date].into_iter().filter(|text| !text.is_empty());
        let result = match &saved.ended {
            None => "*",
            Some(GameEnd { winner: None, .. }) => "1/2-1/2",
            Some(GameEnd { winner: Some(0), .. }) => "1-0",
            Some(_) => "0-1",
        };
        ContentsEntry { title: known.collect::<Vec<_>>().join(", "), result, turns: main_turns(&saved.turns) }
    }
}

/// The number of turns of the main line in the text of a tree: words outside variations and comments, without
/// marks.
fn main_turns(text: &str) -> usize {
    let (mut depth, mut in_comment) = (0_usize, false);
    let outside = |character: char| {
        match character {
            '{' if !in_comment => in_comment = true,
            '}' if in_comment => {
                in_comment = false;
                return ' ';
            }
            '(' if !in_comment => depth += 1,
            ')' if !in_comment => {
                depth = depth.saturating_sub(1);
                return ' ';
            }
            _ => {}
        }
        if in_comment || depth > 0 { ' ' } else { character }
    };
    let line: String = text.chars().map(outside).collect();
    line.split_whitespace().filter(|word| !word.starts_with('$')).count()
}

/// The content of a file: a text, or bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum FileContent {
    /// A text.
    Text(String),
    /// Bytes that are not UTF-8.
    Bytes(Vec<u8>),
}

impl From<Vec<u8>> for FileContent {
    fn from(bytes: Vec<u8>) -> FileContent {
        String::from_utf8(bytes).map_or_else(|error| FileContent::Bytes(error.into_bytes()), FileContent::Text)
    }
}

impl FileContent {
    /// The bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        match self {
            FileContent::Text(text) => text.as_bytes(),
            FileContent::Bytes(bytes) => bytes,
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameEnd {
    /// The winner, 0 or 1; none in a draw.
    pub winner: Option<usize>,
    /// The reason.
    pub reason: String,
}

impl From<Outcome> for GameEnd {
    fn from(outcome: Outcome) -> GameEnd {
        GameEnd { winner: outcome.winner.map(Side::index), reason: outcome.reason.into_owned() }
    }
}

impl From<GameEnd> for Outcome {
    fn from(ended: GameEnd) -> Outcome {
        let side = |index| if index == 0 { Side::First } else { Side::Second };
        Outcome { winner: ended.winner.map(side), kind: OutcomeKind::Players, reason: ended.reason.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_of_a_file_has_what_is_known_of_its_game() {
        let entry = |names: [&str; 2], event: &str, winner| {
            let begin = GameSetup {
                names: names.map(str::to_owned),
                event: event.to_owned(),
                date: "2026.11.20".to_owned(),
                ..GameSetup::default()
            };
            let ended = Some(GameEnd { winner, reason: String::new() });
            let turns = "h2e2 {a comment (of words)} h9g7 $1 (b9c7 h0g2 {x}) h0g2".to_owned();
            ContentsEntry::of(&SavedGame { begin, turns, ended, ..SavedGame::default() })
        };
        let known = entry(["Anna", "Bela"], "Open", Some(0));
        assert_eq!((known.title.as_str(), known.result, known.turns), ("Anna – Bela, Open, 2026.11.20", "1-0", 3));
        assert_eq!(entry(["Anna", ""], "", Some(1)).title, "Anna – ?, 2026.11.20");
        assert_eq!(entry(["", "Bela"], "", None).title, "? – Bela, 2026.11.20");
        assert_eq!(entry(["", ""], "Open", None).title, "Open, 2026.11.20");
        let results = [Some(1), None].map(|winner| entry(["", ""], "", winner).result);
        assert_eq!(results, ["0-1", "1/2-1/2"]);
        assert_eq!(ContentsEntry::of(&SavedGame::default()).result, "*");
    }
}
