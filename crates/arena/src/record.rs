//! The record of a match: a heading, and each game as a JSON object and
//! as PGN.

use crate::{Adjudication, Ending, Fault, GameResult, Opening, Plan, RuleBook, Shard, Sprt, TurnReport, score};
use duiyi_clock::{NodeClock, Phase, TimeControl};
use duiyi_game::{Score, Side};
use serde::{Deserialize, Serialize};
use std::{
    fmt::Write,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// A played move with the player's information about it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move in the notation of the game's protocols.
    pub mv: String,
    /// Time used, in microseconds.
    pub us: u64,
    /// Time beyond the limit, in microseconds, tolerated or not.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub over_us: u64,
    /// Whether it was too late and not played.
    #[serde(default, skip_serializing_if = "is_false")]
    pub late: bool,
    /// The player's score from its own point of view: `{"cp":35}`, or `{"mate":-4}`
    /// for a mate in that number of moves.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "score::option")]
    pub score: Option<Score>,
    /// Depth searched, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Processor time used, in microseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_us: Option<u64>,
    /// The phase of the game before the move; only with a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
}

fn is_zero(n: &u64) -> bool {
    *n == 0
}

fn is_false(b: &bool) -> bool {
    !b
}

fn are_unknown(peaks: &[Option<u64>; 2]) -> bool {
    *peaks == [None; 2]
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

impl MoveRecord {
    /// The record of a turn in the notation of the game's protocols that exceeded the time limit by `overstep`.
    pub fn new(turn: String, report: &TurnReport, overstep: Duration) -> MoveRecord {
        MoveRecord {
            mv: turn,
            us: micros(report.elapsed),
            over_us: micros(overstep),
            late: false,
            score: report.score,
            depth: report.depth,
            nodes: report.nodes,
            cpu_us: report.cpu.map(micros),
            phase: None,
        }
    }
}

/// A forfeit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forfeit {
    /// The player that forfeited.
    pub player: String,
    /// The fault.
    pub fault: Fault,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The number in the list of games, from 0.
    pub number: u64,
    /// The number of its pair of games, from 0.
    pub pair: u64,
    /// The players of the first and the second side.
    pub players: [String; 2],
    /// Their time controls.
    pub controls: [TimeControl; 2],
    /// The opening.
    pub opening: Opening,
    /// The side that moved first after the opening; the sides then alternate.
    pub starts: Side,
    /// The result.
    pub result: GameResult,
    /// How it ended.
    #[serde(rename = "reason")]
    pub ending: Ending,
    /// The forfeit that ended it, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Forfeit>,
    /// The date of its end in UTC: `2026.11.20`.
    pub date: String,
    /// The moves after the opening.
    pub moves: Vec<MoveRecord>,
    /// Peak memory of each side's process by the end, in KiB, if known.
    #[serde(default, skip_serializing_if = "are_unknown")]
    pub peak_kib: [Option<u64>; 2],
}

/// An entrant in the heading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntrantHeading {
    /// Its name.
    pub name: String,
    /// The description.
    pub description: String,
    /// Its own time control, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<TimeControl>,
}

/// The unit of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SprtUnit {
    /// Pairs of games (pentanomial).
    Pairs,
    /// Single games (trinomial).
    Games,
}

/// The time of a match in the heading.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimeHeading {
    /// The common time control.
    pub control: TimeControl,
    /// Tolerated time beyond the limit of each move, in microseconds.
    pub margin_us: u64,
    /// The nodes that count as a second, if time is measured in nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node_clock: Option<NodeClock>,
    /// The name of the model of lag, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lag: Option<String>,
}

/// The first line of the record of a match: everything that determines the match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Heading {
    /// The version of this format: 1.
    pub duiyi_arena: u32,
    /// The command that started it, for people.
    pub command: String,
    /// The game.
    pub game: String,
    /// The rule set.
    pub rules: String,
    /// The plan.
    pub plan: Plan,
    /// The entrants.
    pub entrants: Vec<EntrantHeading>,
    /// The time.
    #[serde(flatten)]
    pub time: TimeHeading,
    /// The rules for ending games early.
    pub adjudication: Adjudication,
    /// The number of openings.
    pub openings: u64,
    /// A digest of the openings.
    pub openings_digest: String,
    /// The sequential test, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<(Sprt, SprtUnit)>,
    /// The shard of the plan in this record.
    #[serde(default, skip_serializing_if = "Shard::is_whole")]
    pub shard: Shard,
}

impl Heading {
    /// The name of the first field that makes this another match: a match may be resumed by another
    /// command, and extended, but not changed.
    pub fn difference(&self, other: &Heading) -> Option<&'static str> {
        let shard = (self.shard != other.shard).then_some("shard");
        self.difference_of_match(other).or(shard)
    }

    /// The name of the first field that makes this another match, regardless of the shard.
    pub(crate) fn difference_of_match(&self, other: &Heading) -> Option<&'static str> {
        let plan = |heading: &Heading| (heading.plan.format, heading.plan.seed);
        let checks = [
            ("version of the format", self.duiyi_arena == other.duiyi_arena),
            ("game", self.game == other.game),
            ("rule set", self.rules == other.rules),
            ("format or seed", plan(self) == plan(other)),
            ("entrants", self.entrants == other.entrants),
            ("time control", self.time.control == other.time.control),
            ("time margin", self.time.margin_us == other.time.margin_us),
            ("node clock", self.time.node_clock == other.time.node_clock),
            ("lag", self.time.lag == other.time.lag),
            ("adjudication", self.adjudication == other.adjudication),
            ("openings", (self.openings, &self.openings_digest) == (other.openings, &other.openings_digest)),
            ("sequential test", self.sprt == other.sprt),
        ];
        checks.into_iter().find(|(_, same)| !same).map(|(name, _)| name)
    }
}

/// The current date in UTC, in the format of PGN.
pub(crate) fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    date_of_day((seconds / 86_400) as i64)
}

/// The date of a day counted from 1970-01-01 (H. Hinnant, "chrono-compatible
/// low-level date algorithms", `civil_from_days`).
fn date_of_day(day: i64) -> String {
    let shifted = day + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}.{month:02}.{day_of_month:02}")
}

impl GameRecord {
    /// The moves that were played: all except one that was too late.
    pub fn played(&self) -> impl Iterator<Item = &MoveRecord> {
        self.moves.iter().filter(|mv| !mv.late)
    }

    /// Half points of a player in this game, if it took part.
    pub fn half_points(&self, player: &str) -> Option<usize> {
        let side = Side::BOTH.into_iter().find(|side| self.players[side.index()] == player)?;
        Some(self.result.half_points(side))
    }

    /// The game as PGN with the moves of its opening; each later move has a comment with score
    /// (the mover's view), depth and seconds, `{+0.35/12 0.103s}`.
    pub fn to_pgn(&self, heading: &Heading, rules: &RuleBook) -> String {
        let (position, opening) = self.opening.parts();
        let position = if position.is_empty() { &rules.initial } else { position };
        let mut text = self.tags(heading, rules, position, opening.len());
        text.push('\n');
        wrap(&self.words(rules, position, &opening), 80, &mut text);
        text.push('\n');
        text
    }

    /// The tags of the PGN.
    fn tags(&self, heading: &Heading, rules: &RuleBook, position: &str, opening_plies: usize) -> String {
        let mut text = String::new();
        let mut tag = |name: &str, value: &str| {
            let value: String = value.chars().filter(|c| !c.is_control()).collect();
            let _ = writeln!(text, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
        };
        let round = format!("{}.{}", self.pair + 1, self.number % 2 + 1);
        let [first, second] = rules.sides;
        for (name, value) in rules.tags {
            tag(name, value);
        }
        let names: Vec<_> = heading.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
        tag("Event", &names.join(" - "));
        tag("Site", "duiyi-arena");
        tag("Date", &self.date);
        tag("Round", &round);
        tag(first, &self.players[0]);
        tag(second, &self.players[1]);
        tag("Result", &self.result.to_string());
        tag("Opening", &self.opening.id);
        tag("SetUp", "1");
        tag("FEN", position);
        tag("Rules", &rules.rules);
        for (side, control) in [first, second].into_iter().zip(&self.controls) {
            tag(&format!("{side}TimeControl"), &control.to_string());
        }
        tag("PlyCount", &(opening_plies + self.played().count()).to_string());
        let kind = match (&self.forfeit, self.ending.is_adjudicated()) {
            (Some(forfeit), _) if matches!(forfeit.fault, Fault::Time(_)) => "time forfeit",
            (Some(_), _) => "rules infraction",
            (None, true) => "adjudication",
            (None, false) => "normal",
        };
        tag("Termination", kind);
        text
    }

    /// The moves of the PGN with their numbers and comments, and the result.
    fn words(&self, rules: &RuleBook, position: &str, opening: &[&str]) -> Vec<String> {
        let mut line = Vec::new();
        let mut second_to_move = (self.starts == Side::Second) != (opening.len() % 2 == 1);
        // The sixth field of a FEN.
        let mut number: u32 = position.split_whitespace().nth(5).and_then(|n| n.parse().ok()).unwrap_or(1);
        let moves = opening.iter().map(|&mv| (mv, None)).chain(self.played().map(|mv| (mv.mv.as_str(), Some(mv))));
        for (index, (mv, played)) in moves.enumerate() {
            if !second_to_move {
                line.push(format!("{number}."));
            } else if index == 0 {
                line.push(format!("{number}..."));
            }
            line.push((rules.record_turn)(mv));
            line.extend(played.map(comment));
            number += u32::from(second_to_move);
            second_to_move = !second_to_move;
        }
        // A brace would end the comment.
        line.push(format!("{{{}}}", self.ending.reason().replace(['{', '}'], "|").replace(char::is_control, " ")));
        line.push(self.result.to_string());
        line
    }
}

fn comment(mv: &MoveRecord) -> String {
    let mut text = String::from("{");
    if let Some(score) = mv.score {
        text.push_str(&score::show(score));
        if let Some(depth) = mv.depth {
            let _ = write!(text, "/{depth}");
        }
        text.push(' ');
    }
    let _ = write!(text, "{:.3}s}}", mv.us as f64 / 1e6);
    text
}

/// Wraps words into lines of at most `width` columns, except for longer words.
fn wrap(words: &[String], width: usize, text: &mut String) {
    let mut column = 0;
    for word in words.iter().flat_map(|word| word.split(' ')).filter(|word| !word.is_empty()) {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_known_days() {
        for (day, date) in [(0, "1970.01.01"), (11_016, "2000.02.29"), (11_017, "2000.03.01"), (20_777, "2026.11.20")] {
            assert_eq!(date_of_day(day), date);
        }
    }
}
