//! Recorded games: round trips through the formats, and errors for damaged input.
#![cfg(feature = "formats")]

use duiyi_xiangqi::{
    BLACK, Position, RED,
    formats::{
        Format, GameReader, GameRecord, GameResult, NodeId, TextEncoding,
        dhtmlxq::{self, DhtmlXqErrorKind},
        pgn::{self, PgnErrorKind},
        xqf::{self, XqfError},
    },
    notation::{self, Notation},
};
use proptest::prelude::*;
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

fn line(record: &GameRecord) -> String {
    record.main_line().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn an_irregular_pgn_is_read() {
    let text = "\u{FEFF}[Game \"Chinese Chess\"]\n[Event \"\"五羊杯\"\r\n第一轮\"]\n[Red 胡荣华]\n[Black \"柳大华\\\\\"]\n\
        [Result \"*\"]\n[Date \"\"]\n[FEN \"\"] 1.炮二平五 炮８平５ {顺炮\n很老} 2、炮五进四！ 士４进５\n\
        % nothing for us\n3 马二进三 (3.炮八平五!? {好} 马8进7 (3... 馬2進3 $2) 4. 前炮退二) 3...马８进７ ; 结束\n\
        4. 炮八平五?? 马２进３ 1-0 {后记}\n============\n 欢迎访问 [http://example.org] (x\n";
    let record = pgn::read(text).unwrap();
    assert_eq!(record.tag("Event"), Some("\"五羊杯\" 第一轮"));
    assert_eq!(record.tag("Red"), Some("胡荣华"));
    assert_eq!(record.tag("Black"), Some("柳大华\\"));
    assert_eq!(record.tag("Date"), None);
    assert_eq!(record.result, GameResult::RedWins);
    assert_eq!(line(&record), "h2e2 h7e7 e2e6 d9e8 h0g2 h9g7 b2e2 b9c7");
    assert_eq!(record.len(), 8 + 4);
    let nodes: Vec<NodeId> = record.main_nodes().collect();
    let node = |ply: usize| record.node(nodes[ply - 1]).unwrap();
    assert_eq!(node(2).comment, "顺炮\n很老");
    assert_eq!(node(3).glyphs, [1]);
    assert_eq!(node(6).comment, "结束");
    assert_eq!(node(7).glyphs, [4]);
    assert_eq!(node(8).comment, "后记");
    let variation = record.children(nodes[3]).nth(1).unwrap();
    assert_eq!(record.node(variation).unwrap().comment, "好");
    assert_eq!(record.node(variation).unwrap().glyphs, [5]);
    for notation in Notation::ALL {
        let written = pgn::write(&record, notation);
        assert_eq!(pgn::read(&written).as_ref(), Ok(&record), "{written}");
    }
}

#[test]
fn the_fen_or_the_dots_make_black_move_first() {
    let placement = "4k4/9/9/9/9/9/9/9/4r4/3K5";
    for (fen, moves) in [(format!("{placement} b - - 3 20"), "20... R5=4"), (placement.to_owned(), "1. ... 车5平4")] {
        let record = pgn::read(&format!("[FEN \"{fen}\"]\n\n{moves} *")).unwrap();
        assert_eq!(record.start().side_to_move(), BLACK);
        assert_eq!(line(&record), "e1d1");
        let again = pgn::read(&pgn::write(&record, Notation::Iccs)).unwrap();
        assert_eq!(again, record);
    }
}

#[test]
fn pgn_errors_contain_line_and_move() {
    let error = |text: &str| pgn::read(text).unwrap_err();
    assert_eq!(error("").kind, PgnErrorKind::Empty);
    assert_eq!(error(" \n\n").kind, PgnErrorKind::Empty);
    assert_eq!(error("[Red \"x").kind, PgnErrorKind::UnclosedTag("Red".into()));
    assert!(matches!(error("\n[FEN \"9/9 w\"]\n*"), pgn::PgnError { line: 2, kind: PgnErrorKind::Fen(_), .. }));
    assert_eq!(error("1. h2e2 {").kind, PgnErrorKind::UnclosedComment);
    assert_eq!(error("1. h2e2 }").kind, PgnErrorKind::StrayBrace);
    assert_eq!(error("1. h2e2 )").kind, PgnErrorKind::StrayParenthesis);
    assert_eq!(error("1. h2e2 (1. b2e2").kind, PgnErrorKind::UnclosedVariation);
    assert_eq!(error("(1. b2e2)").kind, PgnErrorKind::NothingToVary);
    assert_eq!(error("1. h2e2 *\n[Red \"x\"]").kind, PgnErrorKind::SecondGame);
    assert_eq!(error("1. h2e2 *\n1. h2e2").kind, PgnErrorKind::SecondGame);
    let wrong = error("[Red \"x\"]\n\n1. h2e2 h9g7\n2. h0g2 h9g7");
    assert_eq!(wrong.line, 4);
    let text = wrong.to_string();
    assert!(text.starts_with("line 4: move 2 of Black (ply 4): 'h9g7' is not a legal move here"), "{text}");
}

#[test]
fn deep_nesting_does_not_overflow_the_stack() {
    let depth = 200_000;
    let text = format!("1. h2e2 {}{}", "(b2e2 ".repeat(depth), ")".repeat(depth));
    let record = pgn::read(&text).unwrap();
    assert_eq!(record.len(), 2);
    // A legal variation at every ply.
    let moves = ["a0a1", "a9a8", "a1a0", "a8a9"];
    let others = ["i0i1", "i9i8", "i0i1", "i9i8"];
    let mut text = String::new();
    for ply in 0..2_000 {
        text += &format!("{} ({} ", moves[ply % 4], others[ply % 4]);
    }
    // In the variation the other rook has moved: the text is illegal, but must not overflow the stack.
    assert!(pgn::read(&text).is_err());
}

/// A record with random moves, variations, comments and glyphs.
fn random_record(rng: &mut Xoshiro256PlusPlus, comments: &[&str]) -> GameRecord {
    let below = |rng: &mut Xoshiro256PlusPlus, n: usize| (rng.next_u64() % n as u64) as usize;
    let mut start = Position::start();
    if below(rng, 3) == 0 {
        for _ in 0..below(rng, 40) {
            let moves = start.legal_moves();
            if let Some(&mv) = moves.get(below(rng, moves.len().max(1))) {
                start.make(mv);
            }
        }
    }
    let mut record = GameRecord::new(start);
    record.set_tag("Event", "“A\"B\\” 杯");
    record.set_tag("Red", "吳貴臨");
    record.set_tag("Black", "胡荣华");
    record.set_tag("ECCO", "C23");
    record.result = [GameResult::RedWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown][below(rng, 4)];
    let mut editor = record.edit();
    let mut ids = vec![NodeId::ROOT];
    for _ in 0..below(rng, 120) {
        if below(rng, 5) == 0 {
            editor.go_to(ids[below(rng, ids.len())]);
        }
        let moves = editor.position().legal_moves();
        if moves.is_empty() {
            continue;
        }
        ids.push(editor.play(moves[below(rng, moves.len())]).unwrap());
        if below(rng, 6) == 0 {
            editor.node_mut().comment = comments[below(rng, comments.len())].to_owned();
        }
    }
    record
}

const COMMENTS: [&str; 4] = ["好棋", "first\nsecond (1. h2e2) [Red \"x\"]", "a ; b $1 * 1-0", "1."];

#[test]
fn every_format_round_trips() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for case in 0..200 {
        let mut record = random_record(&mut rng, &COMMENTS);
        let last = record.main_nodes().last();
        // Glyphs, and comments before a variation, which only PGN can store.
        if let Some(node) = last.and_then(|id| record.node_mut(id)) {
            node.glyphs = vec![1, 13];
        }
        let side = (0..record.len()).find_map(|_| {
            let parent = record.main_nodes().find(|&id| record.children(id).count() > 1)?;
            record.children(parent).nth(1)
        });
        if let Some(node) = side.and_then(|id| record.node_mut(id)) {
            node.comment_before = "或".to_owned();
        }
        for notation in Notation::ALL {
            let text = pgn::write(&record, notation);
            let read = pgn::read(&text).unwrap_or_else(|error| panic!("case {case}: {error}\n{text}"));
            assert_eq!(same_tree(&read), same_tree(&record), "case {case}\n{text}");
            assert_eq!((read.tags(), read.result, read.start()), (record.tags(), record.result, record.start()));
            assert!(
                text.lines()
                    .all(|line| line.trim_end_matches(')').chars().count() <= 80 || line.contains(['{', '}', '[']))
            );
            // A collection of two copies in a legacy encoding.
            let bytes = encoding_rs::GB18030.encode(&text).0;
            let twice = [&bytes[..], &bytes[..]].concat();
            let games: Vec<_> = GameReader::new(&twice[..]).collect();
            assert_eq!(games.len(), 2, "case {case}\n{text}");
        }
        if let Some(node) = side.and_then(|id| record.node_mut(id)) {
            node.comment_before.clear();
        }
        let text = dhtmlxq::write(&record);
        let read = dhtmlxq::read(&text).unwrap_or_else(|error| panic!("case {case}: {error}\n{text}"));
        if !record.is_empty() || record.start().side_to_move() == RED {
            assert_eq!(same_tree(&read), same_tree(&record), "case {case}\n{text}");
            assert_eq!((read.tags(), read.result), (record.tags(), record.result));
            assert_eq!(read.start().key(), record.start().key());
        }
    }
}

/// Writes the tags and the moves of a PGN text as irregular files have them, and returns whether a
/// comment, which a reader would add to the game before, comes first.
fn irregular(text: &str, rng: &mut Xoshiro256PlusPlus) -> (String, bool) {
    let mut below = |n: u64| rng.next_u64() % n;
    let (tags, moves) = text.split_once("\n\n").unwrap();
    let mut written = String::new();
    let comments = ["% {\n", "; [ {\n", "{[Red]\n}\n", "{棋 ;}"];
    let leading = below(4) == 0;
    if leading {
        written += comments[below(4) as usize];
    }
    for tag in tags.lines() {
        let (name, value) = tag[1..tag.len() - 1].split_once(' ').unwrap();
        let bare = value.trim_matches('"');
        written += &match below(6) {
            0 if !bare.contains(['\\', '"', ']']) => format!("[{name} {bare}]"),
            1 => format!("[{name}  {value} ]"),
            2 => format!("\t [{name} {value}\t]"),
            _ => tag.to_owned(),
        };
        written += ["\n", "\r\n", "\n\u{3000}\n", " ", "\n% [\n"][below(5) as usize];
    }
    written += ["", "\n", "\r\n \n"][below(3) as usize];
    if !written.ends_with('\n') && moves.starts_with('%') {
        written.push('\n');
    }
    written += moves;
    written += ["", "% {\n", "----\n", "\n[http://example.org]\n"][below(4) as usize];
    (written, leading)
}

/// Collections of one to four games, each as it would be read alone, in both kinds of encoding.
#[test]
fn irregular_collections_are_divided_between_the_games() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(12);
    for case in 0..400 {
        let (mut text, mut expected) = (String::new(), Vec::new());
        for _ in 0..=rng.next_u64() % 4 {
            let record = random_record(&mut rng, &COMMENTS);
            let notation = Notation::ALL[rng.next_u64() as usize % Notation::ALL.len()];
            let (game, leading) = irregular(&pgn::write(&record, notation), &mut rng);
            if leading && !expected.is_empty() {
                continue;
            }
            let read = pgn::read(&game).unwrap_or_else(|error| panic!("case {case}: {error}\n{game}"));
            assert_eq!((read.start(), read.result), (record.start(), record.result), "case {case}\n{game}");
            assert_eq!(same_tree(&read)[1..], same_tree(&record)[1..], "case {case}\n{game}");
            assert_eq!(read.tags(), record.tags(), "case {case}\n{game}");
            expected.push(read);
            text += &game;
        }
        for (bytes, encoding) in
            [(text.as_bytes(), TextEncoding::Utf8), (&encoding_rs::GB18030.encode(&text).0, TextEncoding::Gb18030)]
        {
            let games: Result<Vec<_>, _> = GameReader::new(bytes).encoding(encoding).collect();
            assert_eq!(games.unwrap(), expected, "case {case} {encoding:?}\n{text}");
        }
    }
}

/// The tree as text: the numbering of nodes may differ, the order of children may not.
fn same_tree(record: &GameRecord) -> Vec<String> {
    let mut lines = vec![record.root().comment.clone()];
    let mut stack = vec![NodeId::ROOT];
    while let Some(id) = stack.pop() {
        for child in record.children(id) {
            let node = record.node(child).unwrap();
            // Only a variation can begin with a comment.
            let varies = record.node(id).unwrap().first_child() != Some(child);
            let (before, after) = match varies {
                true => (node.comment_before.clone(), node.comment.clone()),
                false => (String::new(), node.whole_comment()),
            };
            lines.push(format!("{} {:?} {before:?} {after:?} {:?}", node.ply(), node.mv(), node.glyphs));
            stack.push(child);
        }
    }
    lines
}

#[test]
fn a_tree_of_dhtmlxq_is_read() {
    let text = "<p>[DhtmlXQ]\n[DhtmlXQ_ver]www_dpxq_com[/DhtmlXQ_ver]\n[DhtmlXQ_title]注解与变着[/DhtmlXQ_title]\n\
        [DhtmlXQ_result]红胜[/DhtmlXQ_result]\n[DhtmlXQ_place]广州[/DhtmlXQ_place]\n\
        [DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]\n\
        [DhtmlXQ_movelist]796770621927[/DhtmlXQ_movelist]\n[DhtmlXQ_move_1_3_2]0605[/DhtmlXQ_move_1_3_2]\n\
        [DhtmlXQ_move_0_2_1]03041927[/DhtmlXQ_move_0_2_1]\n[DhtmlXQ_comment0]全局||说明。[/DhtmlXQ_comment0]\n\
        [DhtmlXQ_comment2]主线[/DhtmlXQ_comment2]\n[DhtmlXQ_comment1_3]变着[/DhtmlXQ_comment1_3]\n\
        [DhtmlXQ_comment2_3]嵌套[/DhtmlXQ_comment2_3]\n[/DhtmlXQ]</p>";
    let record = dhtmlxq::read(text).unwrap();
    assert_eq!(line(&record), "h0g2 h9g7 b0c2");
    assert_eq!(
        (record.tag("Title"), record.tag("Site"), record.result),
        (Some("注解与变着"), Some("广州"), GameResult::RedWins)
    );
    assert_eq!(record.root().comment, "全局\n说明。");
    let words = pgn::write(&record, Notation::Iccs).split_whitespace().collect::<Vec<_>>().join(" ");
    let moves = "{全局 说明。} 1. H0-G2 H9-G7 {主线} (1... A6-A5 2. B0-C2 {变着} (2. A3-A4 {嵌套})) 2. B0-C2 1-0";
    assert!(words.ends_with(moves), "{words}");
}

/// Writes XQF as its author describes version 1.0, or scrambled by the given
/// header keys: an independent implementation for the tests.
fn xqf_bytes(version: u8, keys: [u8; 13], record: &GameRecord) -> Vec<u8> {
    const MEN: [u8; 32] = [
        80, 70, 60, 50, 40, 30, 20, 10, 0, 72, 12, 83, 63, 43, 23, 3, 9, 19, 29, 39, 49, 59, 69, 79, 89, 17, 77, 6, 26,
        46, 66, 86,
    ];
    let mut file = vec![0; 0x400];
    file[..3].copy_from_slice(&[b'X', b'Q', version]);
    file[3..16].copy_from_slice(&keys);
    let square = |k: u8| (54u32 * u32::from(k) * u32::from(k) + 221) as u8;
    let (mut board, mut from, mut to, mut comment, mut stream) = (0u8, 0u8, 0u8, 0u32, [0u8; 32]);
    if version > 10 {
        board = square(file[13]).wrapping_mul(file[13]);
        from = square(file[14]).wrapping_mul(board);
        to = square(file[15]).wrapping_mul(from);
        comment = (u32::from(file[12]) * 256 + u32::from(file[13])) % 32000 + 767;
        for (i, letter) in b"[(C) Copyright Mr. Dong Shiwei.]".iter().enumerate() {
            stream[i] = letter & (file[12 + i % 4] & file[3] | file[8 + i % 4]);
        }
    }
    for (man, square) in MEN.iter().enumerate() {
        let stored = if version >= 12 { (man + 64 - 1 - board as usize % 32) % 32 } else { man };
        file[0x10 + stored] = square.wrapping_add(board);
    }
    file[0x33] = 2;
    file[0x40] = 1;
    let red = encoding_rs::GB18030.encode("柳大华").0;
    file[0x130] = red.len() as u8;
    file[0x131..0x131 + red.len()].copy_from_slice(&red);
    // Depth first; the flags describe what follows.
    let mut stack = vec![(NodeId::ROOT, false)];
    while let Some((id, variation)) = stack.pop() {
        let node = record.node(id).unwrap();
        let children: Vec<NodeId> = record.children(id).collect();
        for (index, &child) in children.iter().enumerate().rev() {
            stack.push((child, index + 1 < children.len()));
        }
        let text = encoding_rs::GB18030.encode(&node.comment).0;
        let place = |square: duiyi_xiangqi::Square| square.file() * 10 + square.rank();
        let (a, b) = node.mv().map_or((0, 0), |mv| (place(mv.from()), place(mv.to())));
        let flags = match (version > 10, !children.is_empty()) {
            (true, next) => u8::from(next) << 7 | u8::from(variation) << 6 | u8::from(!text.is_empty()) << 5,
            (false, next) => (u8::from(next) * 0xF0) | u8::from(variation),
        };
        let mut bytes = vec![a.wrapping_add(24).wrapping_add(from), b.wrapping_add(32).wrapping_add(to), flags, 0];
        if version <= 10 || !text.is_empty() {
            bytes.extend((text.len() as u32).wrapping_add(comment).to_le_bytes());
            bytes.extend_from_slice(&text);
        }
        for byte in bytes {
            file.push(byte.wrapping_add(stream[file.len() % 32]));
        }
    }
    file
}

/// Header bytes 3–15 with keys that sum up to 0, as in real files.
const KEYS: [u8; 13] = [0xAB, 0, 0, 0, 0, 0xB7, 0x60, 0xD8, 0x11, 0x97, 0xDA, 0x79, 0x16];

#[test]
fn the_documented_xqf_example_is_read() {
    // The moves 兵七进一 马８进７ of the format's description, byte by byte.
    let mut file = xqf_bytes(10, [0; 13], &GameRecord::default());
    file.truncate(0x400);
    file.extend([0x18, 0x20, 0xF0, 0xFF, 0, 0, 0, 0]);
    file.extend([0x2F, 0x38, 0xF0, 0, 0, 0, 0, 0]);
    file.extend([79 + 24, 67 + 32, 0, 0, 2, 0, 0, 0, 0xBA, 0xC3]);
    let record = xqf::read(&file).unwrap();
    assert_eq!(line(&record), "c3c4 h9g7");
    assert_eq!(record.node(record.main_nodes().last().unwrap()).unwrap().comment, "好");
    assert_eq!((record.tag("Red"), record.result), (Some("柳大华"), GameResult::BlackWins));
    assert_eq!(*record.start(), Position::start());
}

#[test]
fn xqf_trees_are_read_plain_and_scrambled() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let mut seen = 0;
    while seen < 50 {
        let record = random_record(&mut rng, &["好棋", "黑方\n优势"]);
        if *record.start() != Position::start() {
            continue;
        }
        seen += 1;
        let mut keys: [u8; 13] = std::array::from_fn(|_| rng.next_u64() as u8);
        keys[12] = 0u8.wrapping_sub(keys[9]).wrapping_sub(keys[10]).wrapping_sub(keys[11]);
        for (version, keys) in [(10, [0; 13]), (11, keys), (12, keys), (16, keys), (18, KEYS)] {
            let file = xqf_bytes(version, keys, &record);
            let read = xqf::read(&file).unwrap_or_else(|error| panic!("version {version} {keys:?}: {error}"));
            assert_eq!(same_tree(&read), same_tree(&record), "version {version} {keys:?}");
            let mut games = GameReader::new(&file[..]);
            assert_eq!(games.next().unwrap().unwrap(), read);
            assert!(games.next().is_none());
        }
    }
}

/// From any position, with all data that the format can store.
#[test]
fn xqf_round_trips() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    let tags = [
        "Title",
        "Event",
        "Date",
        "Site",
        "Red",
        "Black",
        "TimeControl",
        "RedTime",
        "BlackTime",
        "Annotator",
        "Author",
    ];
    for case in 0..100 {
        let random = random_record(&mut rng, &["好棋", "黑方\n优势", "鿂𠀀"]);
        let mut record = GameRecord::new(*random.start());
        for tag in tags {
            record.set_tag(tag, &format!("{tag} 棋"));
        }
        record.set_tag("Type", ["opening", "middlegame", "endgame"][case % 3]);
        record.result = random.result;
        let mut editor = record.edit();
        let mut places = std::collections::HashMap::from([(NodeId::ROOT, NodeId::ROOT)]);
        let mut ahead: Vec<NodeId> = random.children(NodeId::ROOT).collect();
        while let Some(id) = ahead.pop() {
            let node = random.node(id).unwrap();
            editor.go_to(places[&node.parent().unwrap()]);
            places.insert(id, editor.play(node.mv().unwrap()).unwrap());
            editor.node_mut().comment.clone_from(&node.comment);
            ahead.extend(random.children(id));
        }
        record.node_mut(NodeId::ROOT).unwrap().comment = "全局".to_owned();
        let file = xqf::write(&record);
        let read = xqf::read(&file).unwrap_or_else(|error| panic!("case {case}: {error}"));
        if !record.is_empty() || record.start().side_to_move() == RED {
            assert_eq!(same_tree(&read), same_tree(&record), "case {case}");
            assert_eq!(read.start().key(), record.start().key(), "case {case}");
        }
        assert_eq!((read.tags(), read.result), (record.tags(), record.result));
        assert!(xqf::write(&read) == file, "case {case}");
        assert_eq!(GameReader::new(&file[..]).next().unwrap().unwrap(), read);
    }
}

/// The example of the format's description, and texts that are too long.
#[test]
fn xqf_is_written_as_described() {
    let mut record = GameRecord::default();
    record.set_tag("Red", "柳大华与胡荣华等人");
    record.set_tag("ECCO", "C23");
    let mut editor = record.edit();
    editor.read("c3c4").unwrap();
    editor.read("h9g7").unwrap();
    editor.node_mut().comment = "好".to_owned();
    editor.node_mut().comment_before = "或".to_owned();
    editor.node_mut().glyphs = vec![1];
    let file = xqf::write(&record);
    assert_eq!(file[..0x30], xqf_bytes(10, [0; 13], &GameRecord::default())[..0x30]);
    assert_eq!(file[0x400..0x408], [0x18, 0x20, 0xF0, 0xFF, 0, 0, 0, 0]);
    assert_eq!(file[0x408..0x410], [0x2F, 0x38, 0xF0, 0, 0, 0, 0, 0]);
    let comment = [b'!', b'\r', b'\n', 0xBB, 0xF2, b'\r', b'\n', 0xBA, 0xC3];
    assert_eq!(file[0x410..], [[79 + 24, 67 + 32, 0, 0, 9, 0, 0, 0].as_slice(), &comment].concat());
    let read = xqf::read(&file).unwrap();
    // Seven characters take fourteen bytes; half a character is dropped.
    assert_eq!((read.tag("Red"), read.tags().len()), (Some("柳大华与胡荣华"), 1));
    let last = read.main_nodes().last().and_then(|id| read.node(id)).unwrap();
    assert_eq!((last.comment.as_str(), last.glyphs.as_slice()), ("或\n好", &[1][..]));
}

#[test]
fn damaged_xqf_is_reported() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let record = std::iter::repeat_with(|| random_record(&mut rng, &["好"]))
        .find(|record| *record.start() == Position::start() && record.len() > 30)
        .unwrap();
    let file = xqf_bytes(18, KEYS, &record);
    let error = |file: &[u8]| xqf::read(file).unwrap_err();
    assert_eq!(error(b"XQ"), XqfError::Signature);
    assert_eq!(error(b"MZ\x12"), XqfError::Signature);
    assert_eq!(error(&file[..100]), XqfError::Truncated { length: 100, what: "the header" });
    for length in 0x400..file.len() {
        assert!(
            matches!(error(&file[..length]), XqfError::Truncated { .. } | XqfError::CommentLength { .. }),
            "{length}"
        );
    }
    let with = |at: usize, byte: u8| {
        let mut file = file.clone();
        file[at] = byte;
        file
    };
    assert!(matches!(error(&with(13, 0)), XqfError::Keys(_)));
    assert!(matches!(error(&with(0x10, file[0x11])), XqfError::Doubled(_)));
    let plain = xqf_bytes(10, [0; 13], &record);
    let with = |at: usize, byte: u8| {
        let mut file = plain.clone();
        file[at] = byte;
        file
    };
    assert!(matches!(error(&with(0x14, 99)), XqfError::Position(_)));
    assert!(matches!(error(&with(0x408, 255)), XqfError::Squares { offset: 0x408, .. }));
    assert!(matches!(error(&with(0x40F, 255)), XqfError::CommentLength { offset: 0x40C, .. }));
    let first = plain[0x408];
    assert!(matches!(error(&with(0x409, first - 24 + 32 + 1)), XqfError::Move { .. } | XqfError::Squares { .. }));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_panics(text in ".*") {
        let _ = pgn::read(&text);
        let _ = dhtmlxq::read(&text);
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        for encoding in [TextEncoding::Detect, TextEncoding::Utf8, TextEncoding::Gb18030, TextEncoding::Big5] {
            let _ = encoding.decode(&bytes);
            let _ = xqf::read_encoded(&bytes, encoding);
            for format in [None, Some(Format::Pgn), Some(Format::DhtmlXq), Some(Format::Xqf)] {
                let mut reader = GameReader::new(&bytes[..]).encoding(encoding).max_game_bytes(100);
                if let Some(format) = format {
                    reader = reader.format(format);
                }
                prop_assert!(reader.count() <= bytes.len());
            }
        }
    }

    #[test]
    fn texts_like_pgn_do_not_panic(
        parts in prop::collection::vec(
            prop::sample::select(vec![
                "[Red \"x\"]\n", "[FEN \"4k4/9/9/9/9/9/9/9/4R4/3K5 w\"]", "[Event \"", "\n", "1.", " h2e2 ", "炮二平五",
                "C2=5", "62.5", "(", ")", "{", "}", ";", "$1", "$999", "1-0", "*", "[", "]", "\"", "\\", "%", "...", "!", " ",
            ]),
            0..40,
        )
    ) {
        let text: String = parts.concat();
        if let Ok(record) = pgn::read(&text) {
            let again = pgn::read(&pgn::write(&record, Notation::Iccs));
            // Braces in a comment, and brackets where it looks like tags, are written in full width.
            let tree = |record: &GameRecord| -> Vec<String> {
                same_tree(record).iter().map(|node| node.replace('}', "｝").replace('[', "［")).collect()
            };
            prop_assert_eq!(again.as_ref().map(tree), Ok(tree(&record)), "{}", text);
        }
        let count = GameReader::new(text.as_bytes()).count();
        prop_assert!(count <= parts.len());
    }

    #[test]
    fn texts_like_dhtmlxq_do_not_panic(
        parts in prop::collection::vec(
            prop::sample::select(vec![
                "[DhtmlXQ]", "[/DhtmlXQ]", "[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]", "[DhtmlXQ_", "[/DhtmlXQ_",
                "binit]", "movelist]", "move_0_2_1]7242", "move_0_2_1]", "comment1_2]", "7747", "99", "x", "||", "\n",
                "[DhtmlXQ_move_0_2_1]7242[/DhtmlXQ_move_0_2_1]", "[DhtmlXQ_move_1_2_3]03047967[/DhtmlXQ_move_1_2_3]",
            ]),
            0..20,
        )
    ) {
        let text: String = parts.concat();
        if let Ok(record) = dhtmlxq::read(&text) {
            let again = dhtmlxq::read(&dhtmlxq::write(&record));
            prop_assert_eq!(again.as_ref().map(same_tree), Ok(same_tree(&record)), "{}", text);
        }
        let _ = GameReader::new(text.as_bytes()).count();
    }

    #[test]
    fn damaged_xqf_does_not_panic(seed in any::<u64>(), version in 10u8..20) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let record = random_record(&mut rng, &["好"]);
        let mut file = xqf_bytes(version, if version == 10 { [0; 13] } else { KEYS }, &record);
        for _ in 0..rng.next_u64() % 4 {
            let at = (rng.next_u64() % file.len() as u64) as usize;
            file[at] = rng.next_u64() as u8;
        }
        if let Ok(record) = xqf::read(&file) {
            // Damaged texts may become longer in GB than before, so that they are cut, but only once.
            let again = xqf::read(&xqf::write(&record)).unwrap();
            prop_assert!(again.main_line().eq(record.main_line()) && again.len() == record.len());
            prop_assert_eq!(xqf::read(&xqf::write(&again)), Ok(again));
        }
    }
}

#[test]
fn a_missing_line_of_dhtmlxq_is_an_error() {
    let text = "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][DhtmlXQ_move_2_2_1]7062[/DhtmlXQ_move_2_2_1]\
        [DhtmlXQ_move_1_2_2]7062[/DhtmlXQ_move_1_2_2]";
    assert!(matches!(dhtmlxq::read(text).unwrap_err().kind, DhtmlXqErrorKind::Place { .. }));
    let start = Position::start();
    assert!(notation::read(&start, "7747").is_err());
}

/// The main line and the number of moves of what a lenient reader keeps, and the places of the faults.
fn kept(text: &str) -> (String, usize, Vec<(usize, usize)>) {
    let (record, faults) = pgn::read_leniently(text).unwrap();
    let main: Vec<_> = record.main_line().map(|mv| mv.to_string()).collect();
    // The strict reader reports the first fault.
    assert_eq!(pgn::read(text).err().as_ref(), faults.first());
    (main.join(" "), record.len(), faults.iter().map(|fault| (fault.line, fault.column)).collect())
}

#[test]
fn a_fault_ends_only_its_own_branch() {
    let of = |main: &str, count: usize, faults: &[(usize, usize)]| (main.to_owned(), count, faults.to_vec());
    for (text, expected) in [
        ("1. h2e2 (1. b0a0 h9g7 (1... b9c7)) h9g7 2. h0g2 *", of("h2e2 h9g7 h0g2", 3, &[(1, 13)])),
        ("1. h2e2 h9g7\n2. h0h5 h7h6 {lost} 3. b0c2 1-0", of("h2e2 h9g7", 2, &[(2, 4)])),
        // The variation replaces the move that cannot be played; later ones have no place.
        ("1. h2e2 h9h8 (1... h9g7 2. h0g2) 2. b0c2 (2. h0g2) *", of("h2e2 h9g7 h0g2", 3, &[(1, 9)])),
        ("1. h2e2 (1. b2e2 x (1... h9g7) b9c7) h9g7 *", of("h2e2 h9g7", 4, &[(1, 18)])),
        ("1. h2e2 ) h9g7 } 2. h0g2 *", of("h2e2 h9g7 h0g2", 3, &[(1, 9), (1, 16)])),
        ("(1. b2e2) 1. h2e2 *", of("h2e2", 1, &[(1, 1)])),
        ("1. h2e2 (1. b2e2 h9g7", of("h2e2", 3, &[(1, 22)])),
        ("[Red \"A\"]\n1. 炮二平五 马8进9 2. 炮五进九 {open", of("h2e2 h9i7", 2, &[(2, 17), (2, 22)])),
        ("[Red \"A\n1. h2e2 *", of("h2e2", 1, &[(1, 0)])),
    ] {
        assert_eq!(kept(text), expected, "{text}");
    }
    let (_, faults) = pgn::read_leniently("1. h2e2 h9h8 *").unwrap();
    let PgnErrorKind::Move { legal, .. } = &faults[0].kind else { panic!("{faults:?}") };
    assert!(legal.iter().any(|mv| mv.to_string() == "h9g7"), "{legal:?}");
    let (_, faults) = pgn::read_leniently(&"1. h2e2 ) ".repeat(1_000)).unwrap();
    assert_eq!(faults.len(), 100);
    assert!(pgn::read_leniently("").is_err() && pgn::read_leniently("[FEN \"9/9\"] *").is_err());
}

#[test]
fn lines_of_dhtmlxq_end_at_their_faults() {
    let text = |rest: &str| format!("[DhtmlXQ][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]{rest}[/DhtmlXQ]");
    for (rest, moves, faults) in [
        ("", 2, 0),
        // An illegal move, a move without digits, no such place, twice the same line, a comment to nowhere, an open tag.
        ("[DhtmlXQ_move_0_2_1]72427770[/DhtmlXQ_move_0_2_1]", 3, 1),
        ("[DhtmlXQ_move_0_2_1]7242xx[/DhtmlXQ_move_0_2_1]", 3, 1),
        ("[DhtmlXQ_move_0_9_1]7242[/DhtmlXQ_move_0_9_1][DhtmlXQ_move_7_2_8]7242[/DhtmlXQ_move_7_2_8]", 2, 2),
        ("[DhtmlXQ_move_0_2_1]7242[/DhtmlXQ_move_0_2_1][DhtmlXQ_move_0_2_1]1242[/DhtmlXQ_move_0_2_1]", 3, 1),
        ("[DhtmlXQ_comment5_2]x[/DhtmlXQ_comment5_2]", 2, 1),
        ("[DhtmlXQ_comment2]x", 2, 1),
    ] {
        let (record, found) = dhtmlxq::read_leniently(&text(rest)).unwrap();
        assert_eq!((record.len(), found.len()), (moves, faults), "{rest}: {found:?}");
        assert_eq!(dhtmlxq::read(&text(rest)).err().as_ref(), found.first(), "{rest}");
    }
    let many = "[DhtmlXQ_comment5_2]x[/DhtmlXQ_comment5_2]".repeat(1_000);
    assert_eq!(dhtmlxq::read_leniently(&text(&many)).unwrap().1.len(), 100);
}

#[test]
fn a_damaged_file_of_xqf_opens_as_far_as_it_goes() {
    let record = pgn::read("1. h2e2 (1. b2e2 b9c7 (1... h9g7) 2. b0c2) h9g7 2. h0g2 i9h9 *").unwrap();
    let file = xqf::write(&record);
    let whole = record.len();
    let (kept, faults) = xqf::read_leniently(&file, TextEncoding::Gb18030).unwrap();
    assert_eq!((kept.len(), faults), (whole, Vec::new()));
    let (mut shorter, mut cut) = (0, 0);
    for at in 0x400..file.len() {
        let mut damaged = file.clone();
        damaged[at] ^= 0x15;
        let (kept, faults) = xqf::read_leniently(&damaged, TextEncoding::Gb18030).unwrap();
        assert!(kept.len() <= whole + 8, "{at:x}");
        assert_eq!(xqf::read(&damaged).err().as_ref(), faults.first(), "{at:x}");
        shorter += usize::from(!faults.is_empty() && kept.len() > 2);
        let (kept, faults) = xqf::read_leniently(&file[..at], TextEncoding::Gb18030).unwrap_or_default();
        cut += usize::from(kept.len() > 2 && !faults.is_empty());
    }
    assert!(shorter > 10 && cut > 10, "{shorter}, {cut}");
}
