//! What xiangqi offers.

use super::skill_levels;
use crate::{
    message::Ended,
    room::{Description, Record, Writer, Written},
};
use duiyi_game::{History, Notation as _, Reason};
use duiyi_xiangqi::{
    GameRules, Move, Xiangqi,
    formats::{Format, GameReader, GameRecord, GameResult, dhtmlxq, pgn},
    notation::{ChineseStyle, Notation, WxfSpelling},
};

/// What the game says, and the same in Chinese.
const WORDS: &[(&str, &str)] = &[
    ("asian-", "亚洲规则 "),
    ("wxf2018-", "世象联规则 2018 "),
    ("cxa2020-", "中国规则 2020 "),
    ("check-only-", "只判长将 "),
    ("none-", "不判循环 "),
    ("Red", "红方"),
    ("Black", "黑方"),
    ("checkmate", "将死"),
    ("stalemate", "困毙"),
    ("perpetual check", "长将"),
    ("perpetual chase", "长捉"),
    ("perpetual threats", "长打"),
    ("repetition", "重复局面"),
    ("move limit", "自然限着"),
    ("insufficient material", "双方无可胜子力"),
    ("there is no piece", "那里没有棋子"),
    ("that is off the board", "不在棋盘上"),
    ("the piece is the opponent's, or it cannot move", "那是对方的棋子，或者它不能走"),
];

/// The game with everything that it has.
pub(super) fn description() -> Description<Xiangqi> {
    let notation = |name, write| Written { name, write };
    Description {
        levels: Some(skill_levels()),
        words: WORDS.to_vec(),
        notations: vec![
            notation("中文", |game, turn| written(game, turn, Notation::Chinese(ChineseStyle::default()))),
            notation("WXF", |game, turn| written(game, turn, Notation::Wxf(WxfSpelling::Axf))),
            notation("ICCS", |game, turn| written(game, turn, Notation::Iccs)),
        ],
        reader: Some(read),
        writers: vec![
            Writer {
                name: "PGN",
                end: "pgn",
                write: |record| Ok(pgn::write(&recorded(record)?, Notation::Iccs).into()),
            },
            Writer {
                name: "PGN 中文",
                end: "pgn",
                write: |record| Ok(pgn::write(&recorded(record)?, Notation::Chinese(ChineseStyle::default())).into()),
            },
            Writer { name: "DhtmlXQ", end: "txt", write: |record| Ok(dhtmlxq::write(&recorded(record)?).into()) },
        ],
        ..Description::new(["Xiangqi", "象棋"], xiangqi_engine::player)
    }
}

/// A move in a notation; in coordinates, where that has no word for it.
fn written(game: &Xiangqi, turn: &[Move], notation: Notation) -> String {
    let [mv] = turn else { return String::new() };
    notation.write(game.position(), *mv).unwrap_or_else(|_| mv.to_string())
}

/// The tag for the rules of a game.
const RULES: &str = "Rules";
/// The tag for why it ended.
const TERMINATION: &str = "Termination";

/// The first game of a PGN, DhtmlXQ or XQF file.
fn read(rules: &Xiangqi, bytes: &[u8]) -> Option<Result<Record<Xiangqi>, Reason>> {
    let text = bytes.trim_ascii_start();
    // What has no mark of a record is a position, or a record of another game.
    let is_pgn = text.starts_with(b"[") || text.starts_with("\u{feff}[".as_bytes()) || text.starts_with(b"1.");
    if Format::of(bytes) == Format::Pgn && !is_pgn {
        return None;
    }
    let first = GameReader::new(bytes).next()?;
    Some(first.map_err(Reason::from).and_then(|record| told(rules, &record)))
}

/// A record as the game that it tells, its main line.
fn told(rules: &Xiangqi, record: &GameRecord) -> Result<Record<Xiangqi>, Reason> {
    let rules: GameRules = record.tag(RULES).and_then(|name| name.parse().ok()).unwrap_or(*rules.game_rules());
    let mut game = History::new(Xiangqi::new(*record.start()).with_rules(rules));
    for mv in record.main_line() {
        game.play(mv)?;
    }
    let tag =
        |name: &str| record.tag(name).filter(|value| !value.trim_matches(['?', '.']).is_empty()).unwrap_or_default();
    let winner = match record.result {
        GameResult::RedWins => Some(Some(0)),
        GameResult::BlackWins => Some(Some(1)),
        GameResult::Draw => Some(None),
        GameResult::Unknown => None,
    };
    Ok(Record {
        ended: winner.map(|winner| Ended { winner, reason: tag(TERMINATION).to_owned() }),
        names: ["Red", "Black"].map(|name| tag(name).to_owned()),
        event: tag("Event").to_owned(),
        date: tag("Date").to_owned(),
        game,
    })
}

/// A game as a record.
fn recorded(told: &Record<Xiangqi>) -> Result<GameRecord, Reason> {
    let mut record = GameRecord::new(*told.game.start().position());
    let outcome = told.outcome();
    let reason = outcome.as_ref().map_or("", |outcome| &outcome.reason);
    let rules = told.game.start().rules();
    let [red, black] = &told.names;
    let tags = [
        ("Event", told.event.as_str()),
        ("Date", &told.date),
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
        Some(Some(duiyi_game::Side::First)) => GameResult::RedWins,
        Some(Some(duiyi_game::Side::Second)) => GameResult::BlackWins,
    };
    let mut editor = record.edit();
    for &mv in told.game.moves() {
        editor.play(mv)?;
    }
    Ok(record)
}
