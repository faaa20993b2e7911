//! Real games: each is read, replays legally, and survives a round trip through
//! every notation and every format that can be written.
#![cfg(feature = "formats")]

use duiyi_xiangqi::{
    Move, Position,
    formats::{GameReader, GameRecord, GameResult, TextEncoding, dhtmlxq, pgn},
    notation::{self, Notation},
};
use std::{
    fs::File,
    io::{BufRead, BufReader},
    path::PathBuf,
    process::{Command, Stdio},
};

/// Writes and reads each move of a game in each notation, from the position before it.
fn check_moves(start: &Position, moves: impl IntoIterator<Item = Move>) -> Result<u64, String> {
    let mut position = *start;
    let mut count = 0;
    for mv in moves {
        for notation in Notation::ALL {
            let text = notation.write(&position, mv).map_err(|error| error.to_string())?;
            for read in [notation.read(&position, &text), notation::read(&position, &text)] {
                if read != Ok(mv) {
                    return Err(format!("{mv} is written '{text}' and read {read:?} in {}", position.to_fen()));
                }
            }
        }
        position = position.play(mv).map_err(|error| error.to_string())?;
        count += 1;
    }
    Ok(count)
}

/// Whether two records have the same content; the standard prescribes an order of tags.
fn same(a: &GameRecord, b: &GameRecord) -> bool {
    let tags = |record: &GameRecord| {
        let mut tags: Vec<_> = record.tags().iter().map(|tag| (tag.name.clone(), tag.value.clone())).collect();
        tags.sort();
        tags
    };
    let notes = |record: &GameRecord| -> Vec<_> {
        let nodes = record.main_nodes().filter_map(|id| record.node(id));
        nodes.map(|node| (node.mv(), node.comment.clone(), node.glyphs.clone())).collect()
    };
    tags(a) == tags(b) && a.result == b.result && a.len() == b.len() && notes(a) == notes(b) && a.start() == b.start()
}

/// Checks a game in all notations and formats; returns the number of its moves.
fn check(record: &GameRecord) -> Result<u64, String> {
    let count = check_moves(record.start(), record.main_line())?;
    for notation in Notation::ALL {
        let text = pgn::write(record, notation);
        match pgn::read(&text) {
            Ok(read) if same(&read, record) => {}
            Ok(_) => return Err(format!("changed by PGN in {notation:?}:\n{text}")),
            Err(error) => return Err(format!("{error} in {notation:?}:\n{text}")),
        }
    }
    let text = dhtmlxq::write(record);
    let read = dhtmlxq::read(&text).map_err(|error| format!("{error} in:\n{text}"))?;
    if !same(&read, record) {
        return Err(format!("changed by DhtmlXQ:\n{text}"));
    }
    Ok(count)
}

/// Reads a collection and checks its games; returns the numbers of games and moves, and the broken games.
fn check_collection(name: &str, input: impl BufRead) -> (u64, u64, Vec<String>) {
    let (mut games, mut moves, mut broken) = (0, 0, Vec::new());
    for (index, game) in GameReader::new(input).named(name).enumerate() {
        match game
            .map_err(|error| error.to_string())
            .and_then(|record| check(&record).map_err(|error| format!("{name}: game {}: {error}", index + 1)))
        {
            Ok(count) => {
                games += 1;
                moves += count;
            }
            Err(error) => broken.push(error),
        }
    }
    (games, moves, broken)
}

#[test]
fn the_sample_games() {
    let sample = include_bytes!("../data/games-sample.pgn");
    assert_eq!(check_collection("sample", &sample[..]), (12, SAMPLE_MOVES, vec![]));
    let olympiad = include_bytes!("../data/olympiad2003.pgn");
    assert_eq!(check_collection("olympiad", &olympiad[..]), (5, 502, vec![]));
}

/// The number of moves of the sample by its `PlyCount` tags.
const SAMPLE_MOVES: u64 = 1168;

/// Row Z-A3 of docs/sources.md: the players, winners and lengths of the five games.
#[test]
fn the_games_of_the_olympiad_are_those_of_the_thesis() {
    let bytes = include_bytes!("../data/olympiad2003.pgn");
    let games: Vec<GameRecord> = GameReader::new(&bytes[..]).map(Result::unwrap).collect();
    let summaries = games.iter().map(|game| {
        let tag = |name| game.tag(name).unwrap_or_default();
        (tag("Red"), tag("Black"), game.result, game.len())
    });
    let expected = [
        ("ZMBL", "XieXie", GameResult::Draw, 128),
        ("XieXie", "ZMBL", GameResult::BlackWins, 77),
        ("ZMBL", "ELP", GameResult::RedWins, 76),
        ("Lock", "ZMBL", GameResult::BlackWins, 140),
        ("ZMBL", "Contemplation", GameResult::RedWins, 81),
    ];
    assert_eq!(summaries.collect::<Vec<_>>(), expected);
}

#[test]
fn the_sample_in_big5() {
    let bytes = include_bytes!("../data/ccpd-big5.pgn");
    assert_eq!(TextEncoding::detect(bytes), TextEncoding::Big5);
    let games: Vec<GameRecord> = GameReader::new(&bytes[..]).map(Result::unwrap).collect();
    assert_eq!(games.len(), 3);
    for game in &games {
        check(game).unwrap();
    }
    // The same game in ICCS, converted by another program.
    assert_eq!(games[2].tag("Red"), Some("於紅木"));
    let moves: String = games[2].main_line().map(|mv| mv.to_string()).collect();
    assert!(moves.starts_with("h2e2h9g7h0g2i9h9i0h0g6g5h0h6b9c7b0c2c6c5a0a1b7b6h6h4c9e7g3g4g5g4h4g4g7f5a1f1b6b5"));
    assert!(moves.ends_with("e7c5h7f8b7f7e1d2d3f2e0e1"));
}

/// The directory of the large collections, which is not part of the repository.
pub(super) fn shared(file: &str) -> Option<PathBuf> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(file);
    path.exists().then_some(path)
}

#[test]
#[ignore = "4,196 games through every notation: seconds in release mode, and needs the data beside the repository"]
#[allow(clippy::print_stdout)]
fn the_large_collections() {
    for (file, expected) in [("olympiad2003.pgn", 5), ("games-engines.pgn", 191), ("games-masters-4000.pgn", 4_000)] {
        let Some(path) = shared(file) else {
            println!("skipped: {file} is missing");
            continue;
        };
        let (games, moves, broken) = check_collection(file, BufReader::new(File::open(path).unwrap()));
        println!("{file}: {games} games, {moves} moves, {} broken", broken.len());
        assert!(broken.is_empty(), "{}", broken.join("\n"));
        assert_eq!(games, expected);
    }
}

#[test]
#[ignore = "27,935 games: a minute in release mode, needs the data beside the repository and the program xz"]
#[allow(clippy::print_stdout)]
fn the_largest_collection() {
    for (file, expected) in [("games-all.txt.xz", Some(27_935)), ("games-wukong.txt.xz", None)] {
        let Some(path) = shared(file) else {
            println!("skipped: {file} is missing");
            continue;
        };
        let Ok(mut xz) = Command::new("xz").arg("-dc").arg(path).stdout(Stdio::piped()).spawn() else {
            println!("skipped: {file} needs the program xz");
            continue;
        };
        let (mut games, mut moves, mut broken) = (0u64, 0u64, Vec::new());
        // One game in each line: fields separated by bars, the moves last.
        for line in BufReader::new(xz.stdout.take().unwrap()).lines().map(Result::unwrap) {
            let Some((id, text)) = line.split_once('|').filter(|_| !line.starts_with('#')) else { continue };
            let text = text.rsplit('|').next().unwrap();
            let list: Result<Vec<Move>, _> =
                (0..text.len() / 4).map(|i| text.get(i * 4..i * 4 + 4).unwrap_or_default().parse()).collect();
            match list.map_err(|error| error.to_string()).and_then(|list| check_moves(&Position::start(), list)) {
                Ok(count) => {
                    games += 1;
                    moves += count;
                }
                Err(error) => broken.push(format!("{file}: game {id}: {error}")),
            }
        }
        assert!(xz.wait().unwrap().success());
        println!("{file}: {games} games, {moves} moves, {} broken", broken.len());
        assert!(broken.is_empty(), "{}", broken.join("\n"));
        assert!(expected.is_none_or(|expected| games == expected));
    }
}
