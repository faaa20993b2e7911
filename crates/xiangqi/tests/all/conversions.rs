//! Games written in one format, read, and written in another: what each pair of formats keeps.
#![cfg(feature = "formats")]

use super::collections::shared;
use duiyi_xiangqi::{
    formats::{GameReader, GameRecord, NodeId, dhtmlxq, pgn, wxf, xqf},
    notation::{ChineseStyle, Notation, WxfSpelling},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs::File,
    io::BufReader,
};

type Write = fn(&GameRecord) -> Vec<u8>;

/// What a format cannot store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Lost {
    /// A comment before the first move of a variation is joined to the one after it.
    CommentBefore,
    /// The numbers of moves and of moves without a capture at the start.
    Clocks,
    /// Tags, wholly or partly.
    Tags,
}

/// The formats that are written.
const FORMATS: [(&str, Write, &[Lost]); 7] = [
    ("PGN ICCS", |record| pgn::write(record, Notation::Iccs).into(), &[]),
    ("PGN WXF", |record| pgn::write(record, Notation::Wxf(WxfSpelling::Axf)).into(), &[]),
    ("PGN xqbase", |record| pgn::write(record, Notation::Wxf(WxfSpelling::Xqbase)).into(), &[]),
    ("PGN 中文", |record| pgn::write(record, Notation::Chinese(ChineseStyle::default())).into(), &[]),
    ("WXF", |record| wxf::write(record).into(), &[]),
    ("DhtmlXQ", |record| dhtmlxq::write(record).into(), &[Lost::CommentBefore, Lost::Clocks]),
    ("XQF", xqf::write, &[Lost::CommentBefore, Lost::Clocks, Lost::Tags]),
];

/// The moves with their comments and glyphs in the order of the game.
fn tree(record: &GameRecord) -> Vec<(usize, Option<String>, String, Vec<u8>)> {
    let mut nodes = Vec::new();
    let mut rest = vec![NodeId::ROOT];
    while let Some(id) = rest.pop() {
        let node = record.node(id).unwrap();
        nodes.push((node.ply(), node.mv().map(|mv| mv.to_string()), node.whole_comment(), node.glyphs.clone()));
        let children: Vec<NodeId> = record.children(id).collect();
        rest.extend(children.into_iter().rev());
    }
    nodes
}

/// The comments before variations.
fn comments_before(record: &GameRecord) -> Vec<String> {
    let mut all = Vec::new();
    let mut rest = vec![NodeId::ROOT];
    while let Some(id) = rest.pop() {
        all.push(record.node(id).unwrap().comment_before.clone());
        rest.extend(record.children(id));
    }
    all.sort();
    all
}

fn tags(record: &GameRecord) -> BTreeSet<(String, String)> {
    record.tags().iter().map(|tag| (tag.name.to_lowercase(), tag.value.clone())).collect()
}

/// The differences that are allowed for some formats; all others are an error.
fn differences(before: &GameRecord, after: &GameRecord) -> Result<BTreeSet<Lost>, &'static str> {
    if tree(before) != tree(after) {
        return Err("the moves, comments or glyphs differ");
    }
    if before.result != after.result || before.start().key() != after.start().key() {
        return Err("the result or the start differs");
    }
    let all = [
        (Lost::CommentBefore, comments_before(before) != comments_before(after)),
        (Lost::Clocks, before.start() != after.start()),
        (Lost::Tags, tags(before) != tags(after)),
    ];
    Ok(all.into_iter().filter(|&(_, differs)| differs).map(|(lost, _)| lost).collect())
}

/// Writes a game in a format and reads it.
fn through(record: &GameRecord, (name, write, _): (&str, Write, &[Lost])) -> GameRecord {
    let bytes = write(record);
    let mut games = GameReader::new(&bytes[..]);
    let read =
        games.next().and_then(Result::ok).unwrap_or_else(|| panic!("{name}: {}", String::from_utf8_lossy(&bytes)));
    assert!(games.next().is_none(), "{name}");
    read
}

/// Converts games between every pair of formats, and returns what each pair lost of them.
fn convert_all(records: &[GameRecord]) -> BTreeMap<[&'static str; 2], BTreeSet<Lost>> {
    let mut lost = BTreeMap::<_, BTreeSet<Lost>>::new();
    for record in records {
        for first in FORMATS {
            let once = through(record, first);
            for second in FORMATS {
                let twice = through(&once, second);
                let found = differences(record, &twice).unwrap_or_else(|error| {
                    panic!("{} to {}: {error}:\n{}", first.0, second.0, pgn::write(record, Notation::Iccs))
                });
                lost.entry([first.0, second.0]).or_default().extend(found);
            }
        }
    }
    lost
}

#[test]
fn every_pair_of_formats_keeps_moves_variations_comments_and_glyphs() {
    let texts = [
        "[Red \"胡荣华\"]\n[Event \"五羊杯\"]\n[ECCO \"C23\"]\n[Result \"1-0\"]\n\n{开局} 1. h2e2 $1 {中炮\n第二行} \
         h9g7 $6 $14 ({或} 1... h7e7 {顺炮} 2. h0g2 (2. b0c2 $2)) (1... b7e7) 2. h0g2 {! 好} 1-0",
        "[FEN \"4k4/9/R8/9/9/9/9/9/9/3K5 b - - 7 31\"]\n\n31... e9f9 (31... e9e8 {败}) 32. a7a9 $3 1-0",
        "[FEN \"4k4/9/3P1P3/9/9/9/9/9/9/3K5 w - - 0 1\"]\n[Result \"1/2-1/2\"]\n\n*",
        "[Title \"a rather long title of more than sixty-three bytes, which the header of a file cannot hold\"]\n\
         1. g3g4 {| (x) [a] } (1. c3c4 (1. c3c4) (1. a3a4 {; % } c6c5)) c6c5 *",
    ];
    let records: Vec<_> = texts.map(|text| pgn::read(text).unwrap()).into();
    let lost = convert_all(&records);
    for first in FORMATS {
        for second in FORMATS {
            let expected: BTreeSet<Lost> = first.2.iter().chain(second.2).copied().collect();
            assert_eq!(lost[&[first.0, second.0]], expected, "{} to {}", first.0, second.0);
        }
    }
}

#[test]
#[ignore = "500 games through 49 pairs of formats: seconds in release mode, and needs the data beside the repository"]
#[allow(clippy::print_stdout)]
fn real_games_survive_every_pair_of_formats() {
    let Some(path) = shared("games-masters-4000.pgn") else {
        println!("skipped: games-masters-4000.pgn is missing");
        return;
    };
    let games = GameReader::new(BufReader::new(File::open(path).unwrap()));
    let records: Vec<_> = games.step_by(8).map(Result::unwrap).collect();
    assert_eq!(records.len(), 500);
    for (pair, lost) in convert_all(&records) {
        println!("{} to {}: {lost:?}", pair[0], pair[1]);
    }
}
