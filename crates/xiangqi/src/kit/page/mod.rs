//! The data and functions of xiangqi for a page with a board.

mod endgames;
mod problems;
mod records;
mod rulings;
mod words;

pub(super) use problems::mates;

use crate::{
    BLACK, EndReason, Move, NATURAL_LIMIT, PieceKind, Position, RED, Setup, Xiangqi,
    formats::{dhtmlxq, pgn, wxf, xqf},
    notation::{self, ChineseStyle, Notation, WxfSpelling},
    openings,
    player::{LEVELS, is_measured},
    rulings::Ruling,
};
use duiyi_game::{Outcome, OutcomeKind, Reason, Side, Square};
use duiyi_kit::{
    Page,
    page::{Formats, LevelRating, Levels, Palette, Piece, RecordWriter, Rulings, Study, TurnNotation, Words},
};
use duiyi_search::Skill;

/// The functions for the page.
pub(super) fn page() -> Page<Xiangqi> {
    Page {
        levels: Some(Levels { option: "Skill Level", weakest: 0, strongest: Skill::MAX, rating, notes: NOTES }),
        formats: formats(),
        palette: Some(Palette { pieces: pieces(), build }),
        rulings: Rulings {
            explain: Some(|game| game.repetition().map(|_| rulings::explained(&game.ruling_report()))),
            claim: Some(claim),
        },
        study: Study {
            problems: Some(problems::problems()),
            endgame_verdicts: Some(endgames::open),
            ..Study::default()
        },
        name_opening: Some(|game| openings::named(game).map(|name| [name.english(), name.to_string()])),
        words: Words { game: words::GAME.to_vec(), scores: words::SCORES.to_vec() },
        ..Page::default()
    }
}

/// The notations and formats of xiangqi, which a program without a player also needs.
pub fn formats() -> Formats<Xiangqi> {
    let notation = |name, write| TurnNotation { name, write };
    let writer = |name, extension, write| RecordWriter { name, extension, write };
    Formats {
        notations: vec![
            notation("中文", |game, turn| written(game, turn, Notation::Chinese(ChineseStyle::default()))),
            notation("WXF", |game, turn| written(game, turn, Notation::Wxf(WxfSpelling::Axf))),
            notation("ICCS", |game, turn| written(game, turn, Notation::Iccs)),
        ],
        read_turn: Some(|game, text| Ok(vec![notation::read(game.position(), text)?])),
        reader: Some(records::read),
        writers: vec![
            writer("PGN", "pgn", |record| Ok(pgn::write(&records::to_record(record)?, Notation::Iccs).into())),
            writer("PGN 中文", "pgn", |record| {
                Ok(pgn::write(&records::to_record(record)?, Notation::Chinese(ChineseStyle::default())).into())
            }),
            writer("DhtmlXQ", "txt", |record| Ok(dhtmlxq::write(&records::to_record(record)?).into())),
            writer("XQF", "xqf", |record| Ok(xqf::write(&records::to_record(record)?))),
            writer("WXF", "wxf", |record| Ok(wxf::write(&records::to_record(record)?).into())),
        ],
    }
}

/// How the levels play (docs/data/levels.csv).
const NOTES: &[(u32, [&str; 2])] = &[
    (0, ["often gives pieces away", "经常送子"]),
    (3, ["sees simple captures", "能吃简单的子"]),
    (7, ["rarely blunders", "很少漏着"]),
    (11, ["punishes mistakes", "能抓住失误"]),
    (15, ["hard to beat", "很难战胜"]),
    (20, ["gives nothing away", "全力以赴"]),
];

/// The rating of a level below full strength (docs/data/levels.csv).
fn rating(level: u32) -> Option<LevelRating> {
    Some(LevelRating { elo: LEVELS.elo(level)?, measured: is_measured(level) })
}

/// A move in a notation, or in coordinates if the notation cannot write it.
fn written(game: &Xiangqi, turn: &[Move], notation: Notation) -> String {
    let [mv] = turn else { return String::new() };
    notation.write(game.position(), *mv).unwrap_or_else(|_| mv.to_string())
}

fn pieces() -> Vec<Piece> {
    let all = Side::BOTH.into_iter().flat_map(|color| PieceKind::ALL.map(|kind| crate::Piece::new(color, kind)));
    all.map(|piece| Piece { symbol: piece.character(), letter: piece.letter(), owner: piece.color }).collect()
}

/// Builds a position set up by hand.
fn build(rules: &Xiangqi, on: &[(Square, Piece)], to_move: Side) -> Result<Xiangqi, Reason> {
    let mut setup = Setup { side: if to_move == Side::First { RED } else { BLACK }, ..Setup::default() };
    for (at, piece) in on {
        let square = crate::Square::new(at.column, at.row).ok_or("that is off the board")?;
        setup.board[square.index()] = crate::Piece::from_letter(piece.letter);
    }
    Ok(Xiangqi::new(Position::from_setup(&setup)?).with_rules(*rules.game_rules()))
}

/// The number of occurrences after which a draw can be claimed.
const CLAIM: usize = 3;

/// The result that can be claimed where the rules of the game do not end it.
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
