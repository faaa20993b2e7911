//! The description of xiangqi.

use super::{rulings, skill_levels};
use crate::{
    description::{
        Description, Formats, Openings, Palette, Piece, Problem, Problems, Record, RecordWriter, Rulings, Study,
        TurnNotation, Words,
    },
    message::{Elo, GameEnd},
};
use duiyi_game::{History, Notation as _, Outcome, OutcomeKind, Reason, Side, Square};
use duiyi_search::Skill;
use duiyi_xiangqi::{
    BLACK, EndReason, GameRules, Move, NATURAL_LIMIT, PieceKind, Position, RED, Setup, Xiangqi,
    formats::{Format, GameReader, GameRecord, GameResult, dhtmlxq, pgn, xqf},
    kit::kit,
    notation::{ChineseStyle, Notation, WxfSpelling},
    openings,
    rulings::Ruling,
};

/// Names, reasons and refusals of the game in Chinese.
const WORDS: &[(&str, &str)] = &[
    (" by Red", "（红方）"),
    (" by Black", "（黑方）"),
    ("perpetual chase of the ", "长捉"),
    (", who keeps taking its root", "，不断去其根"),
    ("makes nothing but checks, threats of mate and chases", "着着为将、杀、捉"),
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
    ("rook", "车"),
    ("horse", "马"),
    ("cannon", "炮"),
    ("elephant", "象"),
    ("advisor", "士"),
    ("pawn", "兵"),
    ("king", "将"),
    ("there is no piece", "那里没有棋子"),
    ("that is off the board", "不在棋盘上"),
    ("the piece is the opponent's, or it cannot move", "那是对方的棋子，或者它不能走"),
];

/// The explanation of the score in Chinese.
const TERMS: &[(&str, &str)] = &[
    ("cannon-screens", "炮架"),
    ("rook-mobility", "车的活动"),
    ("only-rook", "有车无车"),
    ("palace-control", "控制九宫"),
    ("rook-file", "车占通路"),
    ("bare-palace", "九宫空虚"),
    ("hollow-cannon", "空头炮"),
    ("bottom-cannon", "沉底炮"),
    ("rook-king-file", "车占将路"),
    ("open-king", "将门大开"),
    ("linked-pawns", "连兵"),
    ("cannon-mobility", "炮的活动"),
    ("horse-mobility", "马的活动"),
    ("ground-control", "控制对方阵地"),
    ("king-files", "将门肋道"),
    ("king-room", "将的活动"),
    ("cannon-file", "炮镇直线"),
    ("pin-by-cannon", "炮的牵制"),
    ("pin-by-rook", "车的牵制"),
    ("pawns-across", "过河兵"),
    ("pawn-count", "兵数"),
    ("material", "子力"),
    ("placement", "位置"),
    ("together", "配合"),
    ("against-guards", "对士象"),
    ("against-pieces", "对大子"),
    ("pair", "成对"),
    ("crowd", "拥挤"),
    ("guards", "士象"),
    ("protected", "有根"),
    ("assault", "攻将"),
    ("safe-check", "安全将军"),
    ("wing", "侧翼"),
    ("threat", "捉子"),
    ("fork", "捉双"),
    ("tempo", "先手"),
    ("sum", "合计"),
    ("term", "项目"),
    ("difference: Red less Black", "差：红方减黑方"),
    ("difference", "差"),
    (
        "in hundredths of a pawn; full: with all pieces on the board, bare: without any,",
        "单位：百分之一兵；全子：棋子齐全时，空盘：没有棋子时，",
    ),
    ("now: between the two, by the phase;", "当前：按阶段取两者之间；"),
    ("full", "全子"),
    ("bare", "空盘"),
    ("now", "当前"),
    ("can be won", "可胜"),
    ("phase ", "阶段 "),
    ("What a side's score loses without a piece of its own:", "去掉一个棋子时己方失去的分数："),
    (" for the side to move, by the network", "（走棋方看，神经网络评估）"),
    ("The tuned evaluation, by terms:", "调优评估的各项："),
    (" for the side to move", "（走棋方看）"),
    (" for Red", "（红方看）"),
    ("score ", "分数 "),
    (" of ", " / "),
];

/// The description of the game.
pub(super) fn description() -> Description<Xiangqi> {
    let known = Description::of(kit());
    Description {
        levels: Some(skill_levels(elo)),
        formats: formats(),
        palette: Some(Palette { pieces: pieces(), build }),
        rulings: Rulings {
            explain: Some(|game| game.repetition().map(|_| rulings::explained(&game.ruling_report()))),
            claim: Some(claim),
        },
        study: Study { problems: Some(problems()), ..Study::default() },
        openings: Openings {
            name: Some(|game| openings::named(game).map(|name| [name.english(), name.to_string()])),
            ..known.openings
        },
        words: Words { game: WORDS.to_vec(), scores: TERMS.to_vec() },
        ..known
    }
}

/// The notations and formats of the game.
fn formats() -> Formats<Xiangqi> {
    let notation = |name, write| TurnNotation { name, write };
    let writer = |name, extension, write| RecordWriter { name, extension, write };
    Formats {
        notations: vec![
            notation("中文", |game, turn| written(game, turn, Notation::Chinese(ChineseStyle::default()))),
            notation("WXF", |game, turn| written(game, turn, Notation::Wxf(WxfSpelling::Axf))),
            notation("ICCS", |game, turn| written(game, turn, Notation::Iccs)),
        ],
        reader: Some(read),
        writers: vec![
            writer("PGN", "pgn", |record| Ok(pgn::write(&to_record(record)?, Notation::Iccs).into())),
            writer("PGN 中文", "pgn", |record| {
                Ok(pgn::write(&to_record(record)?, Notation::Chinese(ChineseStyle::default())).into())
            }),
            writer("DhtmlXQ", "txt", |record| Ok(dhtmlxq::write(&to_record(record)?).into())),
            writer("XQF", "xqf", |record| Ok(xqf::write(&to_record(record)?))),
        ],
    }
}

/// The rating of a level: the even ones up to 10 were measured (docs/parallel.md), the others are estimated.
fn elo(level: u32) -> Option<Elo> {
    Some(Elo { elo: Skill::new(level).elo(), measured: level <= 10 && level.is_multiple_of(2) })
}

/// Mates to solve; a test reads all of them.
fn problems() -> Problems<Xiangqi> {
    let list = include_str!("../../data/mates.epd").lines().filter_map(|line| {
        let mut fields = line.split("; ");
        let position = fields.next()?.to_owned();
        let name = fields.next()?.strip_prefix("id \"")?.strip_suffix('"')?.to_owned();
        Some(Problem { name, position, turns: fields.next()?.strip_prefix("dm ")?.parse().ok()? })
    });
    Problems { goal: ["mate", "将死对方"], list: list.collect(), check: None }
}

/// A move in a notation; in coordinates, where the notation cannot write it.
fn written(game: &Xiangqi, turn: &[Move], notation: Notation) -> String {
    let [mv] = turn else { return String::new() };
    notation.write(game.position(), *mv).unwrap_or_else(|_| mv.to_string())
}

fn pieces() -> Vec<Piece> {
    let all =
        Side::BOTH.into_iter().flat_map(|color| PieceKind::ALL.map(|kind| duiyi_xiangqi::Piece::new(color, kind)));
    all.map(|piece| Piece { symbol: piece.character(), letter: piece.letter(), owner: piece.color }).collect()
}

/// A position set up by hand.
fn build(rules: &Xiangqi, on: &[(Square, Piece)], to_move: Side) -> Result<Xiangqi, Reason> {
    let mut setup = Setup { side: if to_move == Side::First { RED } else { BLACK }, ..Setup::default() };
    for (at, piece) in on {
        let square = duiyi_xiangqi::Square::new(at.column, at.row).ok_or("that is off the board")?;
        setup.board[square.index()] = duiyi_xiangqi::Piece::from_letter(piece.letter);
    }
    Ok(Xiangqi::new(Position::from_setup(&setup)?).with_rules(*rules.game_rules()))
}

/// How often a position must have occurred before the result can be claimed.
const CLAIM: usize = 3;

/// What can be claimed where the rules of the game do not end it by themselves.
fn claim(game: &Xiangqi) -> Result<Outcome, Reason> {
    if game.move_clock() >= NATURAL_LIMIT {
        return Ok(EndReason::MoveLimit.outcome(None));
    }
    let (occurrences, report) = (game.occurrences(), game.ruling_report());
    match report.ruling {
        _ if occurrences < CLAIM => {
            let clock = game.move_clock();
            let needs = format!("a claim needs {CLAIM} times, or {NATURAL_LIMIT} moves without a capture");
            Err(format!("the position has occurred {occurrences} times and {clock} moves took nothing; {needs}").into())
        }
        Ruling::Loses(side) => Ok(Outcome::win(!side, report.rule.to_string()).by(OutcomeKind::Ruling)),
        Ruling::Draw | Ruling::Open => Ok(EndReason::Repetition.outcome(None)),
    }
}

/// The tag for the rules of a game.
const RULES: &str = "Rules";
/// The tag for why it ended.
const TERMINATION: &str = "Termination";

/// The first game of a PGN, DhtmlXQ or XQF file.
fn read(rules: &Xiangqi, bytes: &[u8]) -> Option<Result<Record<Xiangqi>, Reason>> {
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
        GameResult::RedWins => Some(Some(0)),
        GameResult::BlackWins => Some(Some(1)),
        GameResult::Draw => Some(None),
        GameResult::Unknown => None,
    };
    Ok(Record {
        ended: winner.map(|winner| GameEnd { winner, reason: tag(TERMINATION).to_owned() }),
        names: ["Red", "Black"].map(|name| tag(name).to_owned()),
        event: tag("Event").to_owned(),
        date: tag("Date").to_owned(),
        game,
    })
}

/// A game as a record.
fn to_record(played: &Record<Xiangqi>) -> Result<GameRecord, Reason> {
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
