//! The functions that a page with a board offers for Connect6 and its family.

use super::study;
use crate::{
    Board, RowRule, Rules,
    formats::{Format, GameRecord, GameResult},
    openings,
    player::Level,
};
use duiyi_book::Draft;
use duiyi_game::{History, Outcome, OutcomeKind, Placement, Reason, Side};
use duiyi_kit::{
    Page,
    page::{Formats, LevelRating, Levels, Overlay, Palette, Piece, Record, RecordWriter, Records, Study, Words},
};

/// The words of results in Chinese.
const WORDS: &[(&str, &str)] = &[
    ("gomoku-standard", "标准五子棋"),
    ("gomoku", "自由五子棋"),
    ("renju", "连珠"),
    ("forbidden for Black, ", "禁手："),
    ("every empty point is forbidden for Black", "黑方处处皆禁手"),
    ("an overline at ", "长连，"),
    ("a double four at ", "四四，"),
    ("a double three at ", "三三，"),
    (": the rows ", "："),
    (": the row ", "："),
    ("Black", "黑方"),
    ("White", "白方"),
    (" has ", ""),
    (" in a row", "连珠"),
    ("the board is full", "棋盘已满"),
    ("the first stone belongs in the centre", "第一子须落在中心"),
    ("no stone lies within ", "须落在已有棋子的 "),
    (" cells", " 格之内"),
];

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

/// The rule sets of gomoku.
pub(super) const OF_GOMOKU: [Rules; 3] = [Rules::GOMOKU, Rules::STANDARD_GOMOKU, Rules::RENJU];

/// The page functions for a game of the family.
pub(super) fn page(rules: Rules) -> Page<Board> {
    let is_connect6 = rules == Rules::CONNECT6;
    let mut overlays = vec![Overlay { titles: ["Threats", "威胁"], marks: study::threats, is_usual: |_| false }];
    if rules.with_row_rule(RowRule::Renju).is_ok() {
        overlays.push(Overlay {
            titles: ["Forbidden points", "禁手点"],
            marks: study::forbidden,
            is_usual: |board| board.rules().row_rule() == RowRule::Renju,
        });
    }
    Page {
        levels: Some(Levels {
            option: "Level",
            weakest: 1,
            strongest: 9,
            rating: if is_connect6 { rating } else { |_| None },
            notes: if is_connect6 { NOTES } else { &[] },
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
            overlays,
            prover: is_connect6.then_some(study::PROVER),
            problems: is_connect6.then(study::problems),
            ..Study::default()
        },
        name_opening: is_connect6.then_some(opening),
        formats: formats(rules),
        ..Page::default()
    }
}

/// How the levels of Connect6 play (`Level`).
const NOTES: &[(u32, [&str; 2])] = &[
    (1, ["plays some turns at random", "时有随手棋"]),
    (3, ["looks one turn ahead", "只看一手棋"]),
    (4, ["sees wins by a few threats", "看得见简单的连续进攻"]),
    (5, ["looks two turns ahead", "看两手棋"]),
    (7, ["wins by long series of threats", "擅长连续进攻"]),
    (9, ["proves its wins", "能证明必胜"]),
];

/// The formats of records of a game of the family, which a program without a player also needs.
pub fn formats(rules: Rules) -> Formats<Board> {
    let writer = |name, extension, write| RecordWriter { name, extension, write };
    let mut writers = vec![
        writer("SGF", "sgf", |record| write(Format::Sgf, record)),
        writer("SGF 1", "sgf", |record| write(Format::SgfStones, record)),
    ];
    if rules == Rules::CONNECT6 {
        writers.push(writer("CCGC", "txt", |record| write(Format::Ccgc, record)));
        writers.push(writer("CCGC GB", "txt", |record| write(Format::CcgcGb, record)));
    }
    if rules == Rules::HEXO {
        writers.push(writer("HTTTX", "txt", |record| write(Format::Htttx, record)));
    }
    Formats { reader: Some(read), writers, ..Formats::default() }
}

/// The rating of a level of Connect6 relative to level 1 (docs/data/connect6-levels.csv).
fn rating(level: u32) -> Option<LevelRating> {
    Some(LevelRating { elo: Level::new(level)?.elo()?, measured: true })
}

/// The named openings of Connect6 as a book without results.
pub fn named_openings() -> Draft<Board> {
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

/// The games of an SGF, CCGC or HTTTX file that have the offered rules.
fn read(rules: &Board, bytes: &[u8]) -> Option<Records<Board>> {
    let format = Format::of_text(bytes);
    if format == Format::Line {
        return None;
    }
    let offered = rules.rules();
    let games = (1..).zip(format.read_all(offered, bytes)).filter_map(|(number, game)| match game {
        Ok(record) => is_for(offered, record.start().rules()).then(|| Ok(from_record(record))),
        Err(error) if number == 1 => Some(Err(Reason::from(error).into())),
        Err(error) => Some(Err(Reason::from(format!("game {number}: {error}")).into())),
    });
    let games: Vec<_> = games.collect();
    if games.is_empty() { None } else { Some(Box::new(games.into_iter())) }
}

/// Whether a record with the given rules belongs to the offered game: Connect6 accepts all rules
/// without a name.
fn is_for(offered: Rules, rules: Rules) -> bool {
    let kind = |rules: Rules| if OF_GOMOKU.contains(&rules) { Rules::GOMOKU } else { rules };
    let named = [Rules::GOMOKU, Rules::TIC_TAC_TOE];
    kind(offered) == kind(rules) || (offered == Rules::CONNECT6 && !named.contains(&kind(rules)))
}

/// The record without the stones after the end of the game.
fn from_record(record: GameRecord) -> Record<Board> {
    let winner = match record.result {
        GameResult::Win(color) => Some(Some(color)),
        GameResult::Draw => Some(None),
        GameResult::Unknown => None,
    };
    Record {
        tree: record.tree,
        names: [record.black, record.white],
        event: record.event,
        date: record.date,
        ended: winner.map(|winner| Outcome { winner, kind: OutcomeKind::Players, reason: String::new().into() }),
        faults: Vec::new(),
    }
}

fn write(format: Format, played: &Record<Board>) -> Result<Vec<u8>, Reason> {
    let [black, white] = played.names.clone();
    let record = GameRecord {
        tree: played.tree.clone(),
        result: played.outcome().into(),
        black,
        white,
        event: played.event.clone(),
        date: played.date.clone(),
        source: "Duiyi".to_owned(),
        ..GameRecord::new(played.tree.start())
    };
    Ok(format.write(&record)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_kit::page::collect_records;

    fn read(text: &str) -> Option<Result<Vec<Record<Board>>, Reason>> {
        super::read(&Board::new(Rules::CONNECT6), text.as_bytes()).map(|games| Ok(collect_records(games)?.0))
    }

    #[test]
    fn all_games_are_read_with_their_variations() {
        let text = "(;PB[A](;B[j10]BM[1])(;B[a1]C[why]))\n(;RU[Connect(3,3,3,1,1)])(;PB[B];B[j10];W[i11k11])";
        let games = read(text).unwrap().unwrap();
        assert_eq!(games.iter().map(|game| game.names[0].as_str()).collect::<Vec<_>>(), ["A", "B"]);
        assert_eq!(games[0].tree.write_moves(), "J10 $2 (A1 {why})");
        assert_eq!(games[1].game().moves().len(), 3);
        let written = write(Format::SgfStones, &games[0]).unwrap();
        assert!(read(std::str::from_utf8(&written).unwrap()).unwrap().unwrap()[0].tree == games[0].tree);
        let line = write(Format::Ccgc, &games[0]).unwrap();
        assert_eq!(read(std::str::from_utf8(&line).unwrap()).unwrap().unwrap()[0].tree.write_moves(), "J10");
        assert!(read("(;RU[Connect(3,3,3,1,1)])").is_none() && read("J10").is_none());
    }

    #[test]
    fn stones_after_the_end_are_left_out() {
        let five = "AB[a1][b1][c1][d1][e1]AB[a3][a4][a5][a6][a7]PL[B]";
        let games = read(&format!("(;{five};B[f1a8])")).unwrap().unwrap();
        assert_eq!(
            (games[0].tree.write_moves(), games[0].outcome().unwrap().winner),
            ("F1".to_owned(), Some(Side::First))
        );
    }

    #[test]
    fn an_error_names_the_game_and_its_line() {
        let error = |text: &str| read(text).unwrap().unwrap_err().to_string();
        let games = super::read(&Board::new(Rules::CONNECT6), b"(;B[j10])\n(;B[a1]\n;W[a1])").unwrap();
        let (games, faults) = collect_records(games).unwrap();
        assert_eq!((games.len(), faults.len()), (1, 1));
        assert_eq!(faults[0].to_string(), "game 2: line 3: stone 2: there is a Black stone on the point already");
        assert!(error("(;W[a1])").starts_with("line 1: "));
        assert!(
            error(&"(;B[a1])".repeat(duiyi_kit::page::MAX_GAMES + 1)).starts_with("the file has more than 10000 games")
        );
    }
}
