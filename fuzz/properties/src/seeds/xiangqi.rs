//! Positions and games of xiangqi.

use crate::mutation::Random;
use crate::positions::STARTS;
use duiyi_xiangqi::{
    Move, Position, RED, Square,
    formats::{GameReader, GameRecord, GameResult, NodeId, dhtmlxq, pgn, wxf, xqf},
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

/// The games as WXF files.
pub fn wxf() -> Vec<Vec<u8>> {
    games(&mut Random::new(1)).iter().map(|game| wxf::write(game).into_bytes()).collect()
}

/// A square as a digit for the file and one for the row from Black's side.
fn digits(square: Square) -> String {
    format!("{}{}", square.file(), 9 - square.rank())
}

/// The main lines of the games as CBF files.
pub fn cbf() -> Vec<Vec<u8>> {
    let games = games(&mut Random::new(1));
    let one = |game: &GameRecord| {
        let move_text = |mv: Move| format!("<Move value=\"{}-{}\"/>\n", digits(mv.from()), digits(mv.to()));
        let moves: String = game.main_line().map(move_text).collect();
        let fen = game.start().to_fen();
        format!("<ChineseChessRecord><Head><FEN>{fen}</FEN></Head><MoveList>{moves}</MoveList></ChineseChessRecord>")
    };
    games.iter().map(|game| one(game).into_bytes()).collect()
}

/// The games as CBR files.
pub fn ccbridge() -> Vec<Vec<u8>> {
    games(&mut Random::new(1)).iter().map(cbr).collect()
}

fn cbr(game: &GameRecord) -> Vec<u8> {
    let index = |square: Square| 9 * (9 - square.rank()) + square.file();
    let mut file = vec![0; 2214];
    file[..15].copy_from_slice(b"CCBridge Record");
    file[19] = 2;
    file[2112] = if game.start().side_to_move() == RED { 1 } else { 2 };
    for square in Square::all() {
        let Some(piece) = game.start().piece_at(square) else { continue };
        let kind = "RNBAKCP".find(piece.kind.letter()).expect("a piece") as u8 + 1;
        file[2120 + usize::from(index(square))] = kind + if piece.color == RED { 0x10 } else { 0x20 };
    }
    // Depth first; the alternatives to a move follow its continuation.
    let mut ahead = vec![(NodeId::ROOT, false)];
    while let Some((id, has_alternative)) = ahead.pop() {
        let Some(node) = game.node(id) else { continue };
        let children: Vec<NodeId> = game.children(id).collect();
        let next = |(nth, &child)| (child, nth + 1 < children.len());
        ahead.extend(children.iter().enumerate().rev().map(next));
        let (from, to) = node.mv().map_or((0, 0), |mv| (index(mv.from()), index(mv.to())));
        let comment: Vec<u8> = node.comment.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let flag = |on: bool, flag: u8| if on { flag } else { 0 };
        let flags = flag(children.is_empty(), 1) | flag(has_alternative, 2) | flag(!comment.is_empty(), 4);
        file.extend([flags, 0, from, to]);
        if !comment.is_empty() {
            file.extend((comment.len() as u32).to_le_bytes());
            file.extend(comment);
        }
    }
    file
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
    let one = [pgn(random), dhtmlxq(random), wxf()].concat();
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
