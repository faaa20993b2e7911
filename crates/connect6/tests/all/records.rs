//! Real games are replayed and survive every format: a handful that lies here, and a
//! whole collection where it is at hand.

use duiyi_connect6::formats::sgf::SgfStyle;
use duiyi_connect6::formats::{GameRecord, GameResult, ccgc, sgf};
use duiyi_connect6::notation::{Coordinates, diagram, game_line};
use duiyi_connect6::{Color, Rules};
use std::path::Path;

/// Replays a line of a collection and takes it through every format.
fn check(line: &str) {
    let rules = Rules::CONNECT6;
    let (header, turns) = game_line::split_header(line);
    let board = game_line::read(rules, turns).unwrap_or_else(|error| panic!("{line}: {error}"));
    assert!(board.is_consistent());

    // The game line: the same turns, each in canonical order.
    let again = game_line::read(rules, &game_line::write(rules, &board.turns())).unwrap();
    assert_eq!((&again, again.turns()), (&board, board.turns()));

    // The row on the board is what the collection says.
    match header[..] {
        [_, _, _, result, how, ..] if header.len() == 7 => {
            let six = board.winner().map(|color| if color == Color::Black { "B" } else { "W" });
            assert_eq!(six.is_some(), how == "six", "{line}");
            assert!(six.is_none_or(|six| six == result), "{line}");
        }
        [_, _, _, row, ..] => {
            let six = board.winner().map_or("-", |color| if color == Color::Black { "B" } else { "W" });
            assert_eq!(six, row, "{line}");
        }
        _ => panic!("{line}"),
    }

    let record = GameRecord { black: header[1].into(), event: header[0].into(), ..GameRecord::new(&board) };
    for style in [SgfStyle::LittleGolem, SgfStyle::StonePerNode] {
        assert_eq!(sgf::read(&sgf::write(&record, style)).as_ref(), Ok(&record));
    }
    assert_eq!(ccgc::read(&ccgc::write(&record)).as_ref(), Ok(&record));

    for coordinates in [Coordinates::Letters, Coordinates::Gtp, Coordinates::LetterPairs, Coordinates::Numbers] {
        for turn in &record.turns {
            assert_eq!(coordinates.read_turn(rules, &coordinates.write_turn(rules, turn)).as_ref(), Ok(turn));
        }
    }
    if record.result == GameResult::Unknown {
        let drawn = diagram::read(rules, &board.to_string(), board.to_move()).unwrap();
        assert_eq!(drawn.stones().collect::<Vec<_>>(), board.stones().collect::<Vec<_>>());
    }

    // Taken back turn by turn, the game ends where it began.
    let mut board = board;
    let mut turns = record.turns.clone();
    while let Some(turn) = board.undo_turn() {
        assert_eq!(Some(turn), turns.pop());
    }
    assert!(turns.is_empty() && board == record.start);
}

fn games(text: &str) -> usize {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.map(check).count()
}

#[test]
fn a_handful_of_games() {
    assert_eq!(games(include_str!("../data/games.txt")), 26);
}

#[test]
#[ignore = "244 games of a collection that is not in the repository; says so where it is missing"]
#[allow(clippy::print_stdout)]
fn a_whole_collection() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/connect6-games-littlegolem.txt");
    match std::fs::read_to_string(&path) {
        Ok(text) => assert_eq!(games(&text), 244),
        Err(error) => println!("skipped: {}: {error}", path.display()),
    }
}
