//! Real games are replayed and converted to every format and back: a few that are in the
//! repository, and a whole collection if it is available.

use crate::common::handbook_data;
use duiyi_connect6::formats::sgf::SgfStyle;
use duiyi_connect6::formats::{GameRecord, GameResult, ccgc, sgf};
use duiyi_connect6::notation::{Coordinates, diagram, game_line};
use duiyi_connect6::theory::{self, Stage, chances, chances_as_printed};
use duiyi_connect6::{BLACK, Board, Rules};
use duiyi_game::kit::random_tree;
use std::path::Path;

/// Replays a line of a collection and converts it to every format.
fn check(line: &str) {
    let rules = Rules::CONNECT6;
    let (header, turns) = game_line::split_header(line);
    let board = game_line::read(rules, turns).unwrap_or_else(|error| panic!("{line}: {error}"));
    assert!(board.is_consistent());

    // The game line: the same turns, each in canonical order.
    let again = game_line::read(rules, &game_line::write(rules, &board.turns())).unwrap();
    assert_eq!((&again, again.turns()), (&board, board.turns()));

    // The row on the board agrees with the collection.
    match header[..] {
        [_, _, _, result, how, ..] if header.len() == 7 => {
            let six = board.winner().map(|color| if color == BLACK { "B" } else { "W" });
            assert_eq!(six.is_some(), how == "six", "{line}");
            assert!(six.is_none_or(|six| six == result), "{line}");
        }
        [_, _, _, row, ..] => {
            let six = board.winner().map_or("-", |color| if color == BLACK { "B" } else { "W" });
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
        for turn in &record.turns() {
            assert_eq!(coordinates.read_turn(rules, &coordinates.write_turn(rules, turn)).as_ref(), Ok(turn));
        }
    }
    if record.result == GameResult::Unknown {
        let drawn = diagram::read(rules, &board.to_string(), board.to_move()).unwrap();
        assert_eq!(drawn.stones().collect::<Vec<_>>(), board.stones().collect::<Vec<_>>());
    }

    // Undone turn by turn, the game returns to its beginning.
    let mut board = board;
    let mut turns = record.turns();
    while let Some(turn) = board.undo_turn() {
        assert_eq!(Some(turn), turns.pop());
    }
    assert!(turns.is_empty() && board == *record.start());
}

fn games(text: &str) -> usize {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.map(check).count()
}

#[test]
fn a_few_games_round_trip() {
    assert_eq!(games(include_str!("../data/games.txt")), 26);
}

#[test]
#[ignore = "244 games of a collection that is not in the repository; prints a note if it is missing"]
#[allow(clippy::print_stdout)]
fn a_whole_collection() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/connect6-games-littlegolem.txt");
    match std::fs::read_to_string(&path) {
        Ok(text) => assert_eq!(games(&text), 244),
        Err(error) => println!("skipped: {}: {error}", path.display()),
    }
}

/// A thousand random trees, from the empty and from other boards, some of which are soon full.
#[test]
fn trees_are_read_back_equal() {
    const COMMENTS: [&str; 6] = ["好", "first\n\nthird ", "a ] b \\", "\\]\n", ";B[j10](;W[a1])", "\\\nC[x"];
    let marks: Vec<u8> = (1..=255).collect();
    let small = Rules::new(5, 4, 3, 2, 1).unwrap();
    let mut set_up = Board::new(Rules::CONNECT6);
    set_up.play(&[Rules::CONNECT6.centre()]).unwrap();
    let mut records = Vec::new();
    let mut ended = 0;
    for seed in 0..1000 {
        let start = [Board::new(Rules::CONNECT6), Board::new(small), set_up.clone()][seed as usize % 3].clone();
        let start = Board::from_stones(
            start.rules(),
            &start.stones().map(|stone| stone.0).collect::<Vec<_>>(),
            &[],
            start.to_move(),
        )
        .unwrap();
        let tree = random_tree(&start, seed, &COMMENTS, if seed % 2 == 0 { &marks } else { &marks[..6] });
        ended += usize::from(tree.ids().any(|id| tree.history(id).now().outcome().is_some()));
        let record = GameRecord { tree, ..GameRecord::new(&start) };
        let record = GameRecord { result: record.board().outcome().into(), ..record };
        for style in [SgfStyle::LittleGolem, SgfStyle::StonePerNode] {
            let text = sgf::write(&record, style);
            assert_eq!(sgf::read(&text).as_ref(), Ok(&record), "{seed}: {text}");
        }
        records.push(record);
    }
    assert!(ended > 200);
    let text: String = records.iter().map(|record| sgf::write(record, SgfStyle::LittleGolem)).collect();
    assert!(sgf::games(&text).eq(records.into_iter().map(Ok)));
}

/// For each stage, the number of games with a result that reach it, and the numbers of those won in
/// it by Black and White: until the twentieth turn, until the fortieth, and later.
fn by_stages() -> [[usize; 3]; 3] {
    let mut stages = [[0; 3]; 3];
    for line in include_str!("../data/games.txt").lines().filter(|line| !line.starts_with('#')) {
        let (header, turns) = game_line::split_header(line);
        let result = if header.len() == 7 { header[3] } else { header[2] };
        let winner = ["B", "W", "D"].iter().position(|&known| known == result);
        let Some(winner) = winner else { continue };
        let last = turns.split_whitespace().count().saturating_sub(1) / 20;
        for (stage, counts) in stages.iter_mut().enumerate().take(last + 1) {
            counts[0] += 1;
            if stage == last.min(2) && winner < 2 {
                counts[1 + winner] += 1;
            }
        }
    }
    stages
}

/// C-B10 on real games: the chain gives the share of wins, the printed sum does not. The handbook
/// contains these figures.
#[test]
fn the_stages_of_real_games_give_the_share_of_wins() {
    let counts = by_stages();
    let share = |part: usize, of: usize| part as f64 / of as f64;
    let stages = counts.map(|[games, black, white]| Stage::new(share(black, games), share(white, games)).unwrap());
    let games = counts[0][0];
    let won = [1, 2].map(|side| counts.iter().map(|stage| stage[side]).sum::<usize>());
    let [chain, printed] = [chances(&stages), chances_as_printed(stages)];
    for side in 0..2 {
        assert!((chain[side] - share(won[side], games)).abs() < 1e-12, "{chain:?}");
        assert!((printed[side] - chain[side]).abs() > 0.02, "{printed:?}");
    }
    let Some(data) = handbook_data("connect6-stages.csv") else { return };
    let names = ["to the 20th turn", "to the 40th", "later"];
    let mut rows: Vec<String> = names
        .iter()
        .zip(counts)
        .map(|(name, [games, black, white])| format!("{name},{games},{black},{white}\n"))
        .collect();
    rows.push(format!("by the chain,{games},{:.3},{:.3}\n", chain[0], chain[1]));
    rows.push(format!("as printed,{games},{:.3},{:.3}\n", printed[0], printed[1]));
    for row in rows {
        assert!(data.contains(&row), "{row}");
    }
}

/// C-A5: the figures of the handbook agree with the computed ones.
#[test]
fn the_handbook_has_the_sizes_of_the_game() {
    let Some(data) = handbook_data("connect6-size.csv") else { return };
    let (rules, pairs) = (Rules::CONNECT6, Rules::new(19, 19, 6, 2, 2).unwrap());
    for (what, size) in [
        ("positions, 3^361", theory::positions(rules)),
        ("games of 30 turns, a stone and 29 pairs", theory::games(rules, 30)),
        ("games of 30 pairs", theory::games(pairs, 30)),
        ("games of 40 turns", theory::games(rules, 40)),
        ("games of 40 pairs", theory::games(pairs, 40)),
        ("full boards by single stones in every order, the first in the centre: 360!", theory::full_games(rules, 1)),
        ("the same with the first stone anywhere: 361!", theory::full_games(rules, 0)),
        ("full boards by a stone and 180 pairs without order", theory::games(rules, 181)),
    ] {
        let what = if what.contains(',') { format!("\"{what}\"") } else { what.to_owned() };
        let row = format!("{what},10^{size:.2}\n");
        assert!(data.contains(&row), "{row}");
    }
}
