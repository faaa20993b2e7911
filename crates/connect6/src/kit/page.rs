//! The functions that a page with a board offers for Connect6 and its family.

use super::study;
use crate::{
    Board, Rules,
    formats::{Format, GameRecord, GameResult},
    openings,
    player::Level,
};
use duiyi_book::Draft;
use duiyi_game::{History, Outcome, OutcomeKind, Placement, Reason, Side};
use duiyi_kit::{Formats, LevelRating, Levels, Overlay, Page, Palette, Piece, Record, RecordWriter, Study, Words};

/// The words of results in Chinese.
const WORDS: &[(&str, &str)] =
    &[("Black", "黑方"), ("White", "白方"), (" has ", ""), (" in a row", "连珠"), ("the board is full", "棋盘已满")];

/// The explanation of the score in Chinese; a Chinese character is as wide as two letters.
const TERMS: &[(&str, &str)] = &[
    ("points by best shape", "按最佳棋形计点      "),
    (
        "points: the number of empty points with this best shape in any direction, for a stone",
        "以每种棋形为其最佳棋形的空点数，",
    ),
    ("of the colour; Black is to move", "按棋子颜色；黑方走棋"),
    ("of the colour; White is to move", "按棋子颜色；白方走棋"),
    ("patterns of the stones", "棋子的棋形            "),
    ("best stone: ", "最佳落子："),
    (" for Black", "（黑方）"),
    (" for White", "（白方）"),
    ("no pattern changes", "棋形不变"),
];

/// The page functions for a game of the family.
pub(super) fn page(rules: Rules) -> Page<Board> {
    let writer = |name, extension, write| RecordWriter { name, extension, write };
    let mut writers = vec![
        writer("SGF", "sgf", |record| write(Format::Sgf, record)),
        writer("SGF 1", "sgf", |record| write(Format::SgfStones, record)),
    ];
    let is_connect6 = rules == Rules::CONNECT6;
    if is_connect6 {
        writers.push(writer("CCGC", "txt", |record| write(Format::Ccgc, record)));
        writers.push(writer("CCGC GB", "txt", |record| write(Format::CcgcGb, record)));
    }
    Page {
        levels: Some(Levels {
            option: "Level",
            weakest: 1,
            strongest: 9,
            rating: if is_connect6 { rating } else { |_| None },
        }),
        words: Words { game: WORDS.to_vec(), scores: TERMS.to_vec() },
        palette: Some(Palette {
            pieces: [('X', Side::First), ('O', Side::Second)]
                .map(|(letter, owner)| Piece { symbol: letter, letter, owner })
                .to_vec(),
            build: |rules, on, to_move| {
                let stones: Vec<_> = on.iter().map(|(at, piece)| (*at, piece.owner)).collect();
                Board::new(rules.rules()).with_stones(&stones, to_move)
            },
        }),
        study: Study {
            overlays: vec![Overlay { titles: ["Threats", "威胁"], marks: study::threats }],
            prover: is_connect6.then_some(study::PROVER),
            problems: is_connect6.then(study::problems),
            ..Study::default()
        },
        name_opening: is_connect6.then_some(opening),
        formats: Formats { reader: Some(read), writers, ..Formats::default() },
        ..Page::default()
    }
}

/// The rating of a level of Connect6 relative to level 1 (docs/data/connect6-levels.csv).
fn rating(level: u32) -> Option<LevelRating> {
    Some(LevelRating { elo: Level::new(level)?.elo()?, measured: true })
}

/// The named openings as a book without results.
pub(super) fn named_openings() -> Draft<Board> {
    let start = Board::new(Rules::CONNECT6);
    let mut book = Draft::new(&start);
    let centre = Rules::CONNECT6.centre();
    book.entry(&start, centre);
    let mut alone = start;
    alone.put(centre);
    for opening in &openings::NAMED {
        book.turn(&alone, opening.reply().points(), |_| {});
        book.set_name(&opening.board(), &format!("{}局", opening.name), 1);
    }
    book
}

/// The named opening at the beginning of a game.
fn opening(game: &History<Board>) -> Option<[String; 2]> {
    let opening = openings::named(&game.positions().nth(3)?)?;
    Some([opening.romanized.to_owned(), format!("{}局", opening.name)])
}

/// The game of an SGF or CCGC file.
fn read(rules: &Board, bytes: &[u8]) -> Option<Result<Record<Board>, Reason>> {
    let format = Format::of_text(bytes);
    if format == Format::Line {
        return None;
    }
    match format.read(rules.rules(), bytes) {
        Ok(record) => is_for(rules.rules(), record.start.rules()).then(|| from_record(&record)),
        Err(error) => Some(Err(error.into())),
    }
}

/// Whether a record with the given rules belongs to the offered game: Connect6 accepts all rules
/// without a name.
fn is_for(offered: Rules, rules: Rules) -> bool {
    let named = [Rules::GOMOKU, Rules::TIC_TAC_TOE];
    offered == rules || (offered == Rules::CONNECT6 && !named.contains(&rules))
}

fn from_record(record: &GameRecord) -> Result<Record<Board>, Reason> {
    let mut game = History::new(record.start.clone());
    for turn in &record.turns {
        for &point in turn.points() {
            game.play(point)?;
        }
    }
    let winner = match record.result {
        GameResult::Win(color) => Some(Some(color)),
        GameResult::Draw => Some(None),
        GameResult::Unknown => None,
    };
    Ok(Record {
        game,
        names: [record.black.clone(), record.white.clone()],
        event: record.event.clone(),
        date: record.date.clone(),
        ended: winner.map(|winner| Outcome { winner, kind: OutcomeKind::Players, reason: String::new().into() }),
    })
}

fn write(format: Format, played: &Record<Board>) -> Result<Vec<u8>, Reason> {
    let [black, white] = played.names.clone();
    let record = GameRecord {
        start: played.game.start().clone(),
        result: played.outcome().into(),
        black,
        white,
        event: played.event.clone(),
        date: played.date.clone(),
        source: "Duiyi".to_owned(),
        ..GameRecord::new(played.game.now())
    };
    Ok(format.write(&record)?)
}
