//! Reads and writes records of games of xiangqi for a page.

use crate::{
    GameRules, Xiangqi,
    formats::{Format, GameReader, GameRecord, GameResult},
};
use duiyi_game::{History, Notation as _, Outcome, OutcomeKind, Reason, Side};
use duiyi_kit::Record;

/// The tag for the rules of a game.
const RULES: &str = "Rules";
/// The tag for the reason of the result.
const TERMINATION: &str = "Termination";

/// The first game of a PGN, DhtmlXQ or XQF file.
pub(super) fn read(rules: &Xiangqi, bytes: &[u8]) -> Option<Result<Record<Xiangqi>, Reason>> {
    let text = bytes.trim_ascii_start();
    // A text without the marks of a record is a position, or a record of another game.
    let is_pgn = text.starts_with(b"[") || text.starts_with("\u{feff}[".as_bytes()) || text.starts_with(b"1.");
    if Format::of(bytes) == Format::Pgn && !is_pgn {
        return None;
    }
    let first = GameReader::new(bytes).next()?;
    Some(first.map_err(Reason::from).and_then(|record| from_record(rules, &record)))
}

/// The main line of a record as a game.
fn from_record(rules: &Xiangqi, record: &GameRecord) -> Result<Record<Xiangqi>, Reason> {
    let rules: GameRules = record.tag(RULES).and_then(|name| name.parse().ok()).unwrap_or(*rules.game_rules());
    let mut game = History::new(Xiangqi::new(*record.start()).with_rules(rules));
    for mv in record.main_line() {
        game.play(mv)?;
    }
    let tag =
        |name: &str| record.tag(name).filter(|value| !value.trim_matches(['?', '.']).is_empty()).unwrap_or_default();
    let winner = match record.result {
        GameResult::RedWins => Some(Some(Side::First)),
        GameResult::BlackWins => Some(Some(Side::Second)),
        GameResult::Draw => Some(None),
        GameResult::Unknown => None,
    };
    Ok(Record {
        ended: winner.map(|winner| Outcome {
            winner,
            kind: OutcomeKind::Players,
            reason: tag(TERMINATION).to_owned().into(),
        }),
        names: ["Red", "Black"].map(|name| tag(name).to_owned()),
        event: tag("Event").to_owned(),
        date: tag("Date").to_owned(),
        game,
    })
}

/// A game as a record.
pub(super) fn to_record(played: &Record<Xiangqi>) -> Result<GameRecord, Reason> {
    let mut record = GameRecord::new(*played.game.start().position());
    let outcome = played.outcome();
    let reason = outcome.as_ref().map_or("", |outcome| &outcome.reason);
    let rules = played.game.start().rules();
    let [red, black] = &played.names;
    let tags = [
        ("Event", played.event.as_str()),
        ("Date", &played.date),
        ("Red", red),
        ("Black", black),
        (RULES, &rules),
        (TERMINATION, reason),
    ];
    for (name, value) in tags.into_iter().filter(|(_, value)| !value.is_empty()) {
        record.set_tag(name, value);
    }
    record.result = match outcome.map(|outcome| outcome.winner) {
        None => GameResult::Unknown,
        Some(None) => GameResult::Draw,
        Some(Some(Side::First)) => GameResult::RedWins,
        Some(Some(Side::Second)) => GameResult::BlackWins,
    };
    let mut editor = record.edit();
    for &mv in played.game.moves() {
        editor.play(mv)?;
    }
    Ok(record)
}
