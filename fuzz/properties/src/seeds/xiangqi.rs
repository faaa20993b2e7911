//! Positions and games of xiangqi.

use crate::mutation::Random;
use crate::positions::STARTS;
use duiyi_xiangqi::{
    Position,
    formats::{GameReader, GameRecord, GameResult, NodeId, dhtmlxq, pgn, xqf},
    notation::Notation,
};

/// A random game of a few plies with variations, comments and a glyph.
fn game(random: &mut Random) -> GameRecord {
    let start: Position = random.choice(&STARTS).parse().expect("a position");
    let mut record = GameRecord::new(start);
    record.result = *random.choice(&[GameResult::RedWins, GameResult::BlackWins, GameResult::Draw]);
    record.set_tag("Red", "甲");
    let mut editor = record.edit();
    for _ in 0..4 + random.below(20) {
        let moves = editor.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        let played = editor.play(moves[random.below(moves.len())]);
        played.expect("a legal move");
        match random.below(8) {
            0 => editor.node_mut().add_comment("好棋 {a} [1]"),
            1 => editor.node_mut().glyphs.push(1 + random.below(6) as u8),
            // The next move begins a variation.
            2 => drop(editor.back()),
            3 => drop(editor.go_to(NodeId::ROOT)),
            _ => {}
        }
    }
    record
}

/// Games of the test data and forty random ones.
pub fn games(random: &mut Random) -> Vec<GameRecord> {
    let files = ["games-sample.pgn", "olympiad2003.pgn"];
    let text = files.map(|file| super::data(&format!("crates/xiangqi/tests/data/{file}"))).concat();
    let played = GameReader::new(text.as_bytes()).filter_map(Result::ok);
    played.chain((0..40).map(|_| game(random))).collect()
}

/// The games as XQF files.
pub fn xqf() -> Vec<Vec<u8>> {
    games(&mut Random::new(1)).iter().map(xqf::write).collect()
}

pub(super) fn pgn(random: &mut Random) -> Vec<Vec<u8>> {
    let games = games(random);
    games.iter().map(|game| pgn::write(game, *random.choice(&Notation::ALL)).into_bytes()).collect()
}

pub(super) fn dhtmlxq(random: &mut Random) -> Vec<Vec<u8>> {
    games(random).iter().map(|game| dhtmlxq::write(game).into_bytes()).collect()
}

/// Two games in each collection, one after the other.
pub(super) fn collections(random: &mut Random) -> Vec<Vec<u8>> {
    let one = [pgn(random), dhtmlxq(random)].concat();
    (0..60).map(|_| [&random.choice::<Vec<u8>>(&one)[..], b"\n", random.choice::<Vec<u8>>(&one)].concat()).collect()
}

/// The positions of the tests, and those of random walks.
pub(super) fn fens(random: &mut Random) -> Vec<Vec<u8>> {
    let files = ["perft.epd", "mates.epd"];
    let text = files.map(|file| super::data(&format!("crates/xiangqi/tests/data/{file}"))).concat();
    let fields = text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split(';').next());
    let mut fens: Vec<String> = fields.map(|field| field.trim().to_owned()).collect();
    for _ in 0..60 {
        fens.push(walk(random).0.to_fen());
    }
    fens.into_iter().map(String::into_bytes).collect()
}

/// A position of a random walk, with the number of its start and the choices.
fn walk(random: &mut Random) -> (Position, u8, Vec<u8>) {
    let start = random.below(STARTS.len());
    let mut position: Position = STARTS[start].parse().expect("a position");
    let mut choices = Vec::new();
    for _ in 0..random.below(30) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let choice = random.number() as u8;
        position.make(moves[choice as usize % moves.len()]);
        choices.push(choice);
    }
    (position, start as u8, choices)
}

/// A walk, as the fuzzer's bytes encode it: each choice after an odd number, then an even one.
fn encoded(start: u8, choices: &[u8]) -> Vec<u8> {
    let list = choices.iter().flat_map(|&choice| [1, choice]);
    std::iter::once(start).chain(list).chain([0]).collect()
}

pub(super) fn moves(random: &mut Random) -> Vec<Vec<u8>> {
    let one = |random: &mut Random| {
        let (position, start, choices) = walk(random);
        let mut bytes = encoded(start, &choices);
        for _ in 0..random.below(20) {
            bytes.extend([1, random.number() as u8, random.number() as u8]);
        }
        bytes.push(0);
        let text = position.legal_moves().first().map_or("a0a0".to_owned(), |mv| mv.to_string());
        bytes.extend(text.as_bytes());
        bytes
    };
    (0..100).map(|_| one(random)).collect()
}

pub(super) fn notations(random: &mut Random) -> Vec<Vec<u8>> {
    let one = |random: &mut Random| {
        let (position, start, choices) = walk(random);
        let moves = position.legal_moves();
        let mut bytes = encoded(start, &choices);
        if !moves.is_empty() {
            let mv = moves[random.below(moves.len())];
            let notation = random.choice(&Notation::ALL);
            bytes.extend(notation.write(&position, mv).expect("a legal move").into_bytes());
        }
        bytes
    };
    (0..100).map(|_| one(random)).collect()
}
