//! Reads and writes records of games of xiangqi for a page.

use crate::{
    GameRules, Xiangqi,
    formats::{self, Format, GameError, GameReader, GameRecord, GameResult, Node, TextEncoding, pasted},
};
use duiyi_game::{GameTree, NodeId, Notation as _, Outcome, OutcomeKind, Reason, Side};
use duiyi_kit::page::{Record, RecordFault, Records};
use std::io::Cursor;

/// The tag for the rules of a game.
const RULES: &str = "Rules";
/// The tag for the reason of the result.
const TERMINATION: &str = "Termination";

/// Whether a text has none of the marks of a record: it has moves or a position, or is a record of another game.
fn is_unmarked(bytes: &[u8]) -> bool {
    let text = bytes.trim_ascii_start();
    let is_pgn = text.starts_with(b"[") || text.starts_with("\u{feff}[".as_bytes()) || text.starts_with(b"1.");
    !is_pgn && formats::foreign(bytes).is_none() && Format::of(bytes) == Format::Pgn
}

/// The games of a file in any format, or of a pasted text, as far as they go; `None` for a text of another game.
pub(super) fn read(rules: &Xiangqi, bytes: &[u8]) -> Option<Records<Xiangqi>> {
    let decoded = TextEncoding::Detect.decode(bytes);
    let is_pasted = is_unmarked(bytes) && is_unmarked(decoded.as_bytes());
    if is_pasted && pasted::may_be_of_another_game(&decoded) {
        return None;
    }
    let reader = GameReader::new(Cursor::new(bytes.to_vec())).lenient();
    let mut games = Games { rules: rules.clone(), reader, is_pasted };
    let first = games.next()?;
    Some(Box::new(std::iter::once(first).chain(games)))
}

/// The games of a file.
struct Games {
    rules: Xiangqi,
    reader: GameReader<Cursor<Vec<u8>>>,
    is_pasted: bool,
}

impl Iterator for Games {
    type Item = Result<Record<Xiangqi>, RecordFault>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = match self.reader.next()? {
            Ok(game) => game,
            Err(error) => return Some(Err(fault(&error))),
        };
        let faults = self.reader.faults();
        if let Some(error) = faults.first().filter(|_| self.is_pasted && game.is_empty()) {
            return Some(Err(fault(error)));
        }
        let faults = faults.iter().map(fault).collect();
        Some(Ok(Record { faults, ..from_record(&self.rules, &game) }))
    }
}

/// An error of a reader as a fault of a record.
fn fault(error: &GameError) -> RecordFault {
    let ((line, column), illegal) = (error.place(), error.illegal_move());
    RecordFault {
        line,
        column,
        number: illegal.map_or(0, |(number, _)| number.number.into()),
        message: error.to_string(),
        legal: illegal.map_or(&[][..], |(_, legal)| legal).iter().map(ToString::to_string).collect(),
    }
}

/// The moves of a record, which are legal. The comment before the first move of a variation and the one after it are
/// joined by a line break.
fn to_tree(start: Xiangqi, record: &GameRecord) -> GameTree<Xiangqi> {
    let mut tree = GameTree::new(start);
    let mut rest = vec![(formats::NodeId::ROOT, NodeId::ROOT)];
    while let Some((id, parent)) = rest.pop() {
        let Some(node) = record.node(id) else { continue };
        let at = node.mv().map_or(parent, |mv| tree.add_legal(parent, mv));
        if let Some(added) = tree.node_mut(at) {
            added.comment = node.whole_comment();
            added.marks.clone_from(&node.glyphs);
        }
        let before = rest.len();
        rest.extend(record.children(id).map(|child| (child, at)));
        rest[before..].reverse();
    }
    tree
}

/// Adds the moves of a tree to a record without moves.
fn add_tree(record: &mut GameRecord, tree: &GameTree<Xiangqi>) -> Result<(), Reason> {
    let mut editor = record.edit();
    let mut rest = vec![(NodeId::ROOT, formats::NodeId::ROOT)];
    while let Some((id, parent)) = rest.pop() {
        let Some(node) = tree.node(id) else { continue };
        editor.go_to(parent);
        if let Some(mv) = node.mv() {
            editor.play(mv)?;
        }
        let added: &mut Node = editor.node_mut();
        added.comment.clone_from(&node.comment);
        added.glyphs.clone_from(&node.marks);
        rest.extend(node.children().iter().rev().map(|&child| (child, editor.id())));
    }
    Ok(())
}

/// A record as a game with variations.
fn from_record(rules: &Xiangqi, record: &GameRecord) -> Record<Xiangqi> {
    let rules: GameRules = record.tag(RULES).and_then(|name| name.parse().ok()).unwrap_or(*rules.game_rules());
    let tree = to_tree(Xiangqi::new(*record.start()).with_rules(rules), record);
    let tag =
        |name: &str| record.tag(name).filter(|value| !value.trim_matches(['?', '.']).is_empty()).unwrap_or_default();
    let winner = match record.result {
        GameResult::RedWins => Some(Some(Side::First)),
        GameResult::BlackWins => Some(Some(Side::Second)),
        GameResult::Draw => Some(None),
        GameResult::Unknown => None,
    };
    Record {
        ended: winner.map(|winner| Outcome {
            winner,
            kind: OutcomeKind::Players,
            reason: tag(TERMINATION).to_owned().into(),
        }),
        names: ["Red", "Black"].map(|name| tag(name).to_owned()),
        event: tag("Event").to_owned(),
        date: tag("Date").to_owned(),
        tree,
        faults: Vec::new(),
    }
}

/// A game as a record.
///
/// # Errors
/// If a line has more than [`MAX_PLIES`](formats::MAX_PLIES) moves.
pub(super) fn to_record(played: &Record<Xiangqi>) -> Result<GameRecord, Reason> {
    let mut record = GameRecord::new(*played.tree.start().position());
    let outcome = played.outcome();
    let reason = outcome.as_ref().map_or("", |outcome| &outcome.reason);
    let rules = played.tree.start().rules();
    let [red, black] = &played.names;
    let tags = [
        ("Event", played.event.as_str()),
        ("Date", &played.date),
        ("Red", red),
        ("Black", black),
        (RULES, &rules),
        (TERMINATION, reason),
    ];
    for (name, value) in tags.into_iter().filter(|(_, value)| !value.is_empty()) {
        record.set_tag(name, value);
    }
    record.result = match outcome.map(|outcome| outcome.winner) {
        None => GameResult::Unknown,
        Some(None) => GameResult::Draw,
        Some(Some(Side::First)) => GameResult::RedWins,
        Some(Some(Side::Second)) => GameResult::BlackWins,
    };
    add_tree(&mut record, &played.tree)?;
    Ok(record)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        formats::{dhtmlxq, pgn, wxf, xqf},
        notation::{ChineseStyle, Notation},
    };
    use duiyi_game::kit::random_tree;
    use duiyi_kit::page::collect_records;

    /// Texts with the characters that have a meaning in one of the formats.
    const COMMENTS: [&str; 8] =
        ["好棋", "first\n\nthird", "(1. h2e2) {", "a ; b $1 * 1-0", "!", "$0\n?! $14", "|\n|", "\\ \"] % é ♟"];

    fn played(tree: GameTree<Xiangqi>, event: &str) -> Record<Xiangqi> {
        let (event, names) = (event.to_owned(), Default::default());
        Record { tree, names, event, date: String::new(), ended: None, faults: Vec::new() }
    }

    /// The games of a file without faults.
    fn read(rules: &Xiangqi, bytes: &[u8]) -> Option<Result<Vec<Record<Xiangqi>>, Reason>> {
        let (games, faults) = match collect_records(super::read(rules, bytes)?) {
            Ok(read) => read,
            Err(error) => return Some(Err(error)),
        };
        assert_eq!(faults, []);
        assert!(games.iter().all(|game| game.faults.is_empty()));
        Some(Ok(games))
    }

    type Write = fn(&GameRecord) -> Vec<u8>;
    const WRITERS: [(&str, Write); 5] = [
        ("PGN", |record| pgn::write(record, Notation::Iccs).into()),
        ("PGN 中文", |record| pgn::write(record, Notation::Chinese(ChineseStyle::default())).into()),
        ("DhtmlXQ", |record| dhtmlxq::write(record).into()),
        ("WXF", |record| wxf::write(record).into()),
        ("XQF", xqf::write),
    ];

    #[test]
    fn a_thousand_trees_are_read_back_equal() {
        let start = Xiangqi::default();
        let marks: Vec<u8> = (1..=255).collect();
        let mut files = WRITERS.map(|_| Vec::new());
        let mut trees = Vec::new();
        for seed in 0..1000 {
            let tree = random_tree(&start, seed, &COMMENTS, if seed % 2 == 0 { &marks } else { &marks[..6] });
            let record = to_record(&played(tree.clone(), "x")).unwrap();
            for ((name, write), file) in WRITERS.into_iter().zip(&mut files) {
                let bytes = write(&record);
                let read = read(&start, &bytes).unwrap().unwrap_or_else(|error| panic!("{name} {seed}: {error}"));
                assert_eq!(read.len(), 1, "{name} {seed}");
                assert!(read[0].tree == tree, "{name} {seed}:\n{}", String::from_utf8_lossy(&bytes));
                file.extend(bytes);
            }
            trees.push(tree);
        }
        // A file of XQF is one game.
        for ((name, _), file) in WRITERS.iter().zip(files).take(4) {
            let games = read(&start, &file).unwrap().unwrap();
            assert!(
                games.len() == trees.len() && games.iter().zip(&trees).all(|(game, tree)| game.tree == *tree),
                "{name}"
            );
        }
    }

    #[test]
    fn a_comment_cannot_begin_a_game_or_a_field() {
        let mut tree = GameTree::new(Xiangqi::default());
        let mut editor = tree.edit();
        editor.play("h2e2".parse().unwrap()).unwrap();
        let comment = "a }\n[Event \"x\"]\n[/DhtmlXQ][dhtmlxq_red]b[DHTMLXQ]";
        editor.node_mut().unwrap().comment = comment.to_owned();
        let record = to_record(&played(tree, "x")).unwrap();
        for (name, write) in WRITERS {
            let file = [write(&record), if name == "XQF" { vec![] } else { write(&record) }].concat();
            let games = read(&Xiangqi::default(), &file).unwrap().unwrap();
            assert_eq!(games.len(), if name == "XQF" { 1 } else { 2 }, "{name}");
            for game in games {
                let read = &game.tree.node(game.tree.main_line()[0]).unwrap().comment;
                assert_eq!(read.replace('｝', "}").replace('［', "["), comment, "{name}");
                assert_eq!(read == comment, name == "XQF");
            }
        }
    }

    #[test]
    fn comments_before_a_variation_are_kept() {
        let text = "[Red \"a\"]\n\n$10 {begin} 1. h2e2 ({or} 1. b2e2 {one} (1. c3c4)) h9g7 *";
        let games = read(&Xiangqi::default(), text.as_bytes()).unwrap().unwrap();
        assert_eq!(games[0].tree.write_moves(), "$10 {begin} h2e2 (b2e2 {or one}) (c3c4) h9g7");
    }

    #[test]
    fn a_comment_before_the_main_line_belongs_to_its_move() {
        let text = b"[Red \"a\"]\n\n1. h2e2 {one} ({or} 1. h2e2 h9g7) *";
        let games = read(&Xiangqi::default(), text).unwrap().unwrap();
        assert_eq!(games[0].tree.write_moves(), "h2e2 {or one} h9g7");
        let written = WRITERS[0].1(&GameReader::new(&text[..]).next().unwrap().unwrap());
        assert!(read(&Xiangqi::default(), &written).unwrap().unwrap()[0].tree == games[0].tree);
    }

    #[test]
    fn damaged_games_are_read_as_far_as_they_go() {
        let text = "[Red \"a\"]\n1. h2e2 *\n[Red \"b\"]\n1. h2e2 h9h8 *\n[FEN \"x\"]\n1. h2e2 *\n\
            [Red \"d\"]\n1. h2e2 (1. b0a0 h9g7)\n (1. b2e2) h9g7 *\n";
        let (games, faults) = collect_records(super::read(&Xiangqi::default(), text.as_bytes()).unwrap()).unwrap();
        let moves: Vec<_> = games.iter().map(|game| game.tree.write_moves()).collect();
        assert_eq!(moves, ["h2e2", "h2e2", "h2e2 (b2e2) h9g7"]);
        assert_eq!(games.iter().map(|game| game.faults.len()).collect::<Vec<_>>(), [0, 1, 1]);
        let fault = &games[1].faults[0];
        assert!(fault.message.starts_with("game 2 (from line 3): line 4: move 1 of Black (ply 2): 'h9h8' is not"));
        assert_eq!((fault.line, fault.column, fault.number, fault.legal.len()), (4, 9, 1, 45));
        assert!(fault.legal.contains(&"h9g7".to_owned()));
        let fault = &games[2].faults[0];
        assert_eq!((fault.line, fault.column, fault.number), (8, 13, 1));
        let [unread] = faults.as_slice() else { panic!("{faults:?}") };
        assert!(unread.message.starts_with("game 3 (from line 5): line 5: FEN tag: "), "{unread}");
        assert_eq!((unread.line, unread.column, unread.number, unread.legal.len()), (5, 0, 0, 0));
    }

    #[test]
    fn too_many_games_are_refused() {
        let many = "[Red \"a\"]\n1. h2e2 *\n".repeat(duiyi_kit::page::MAX_GAMES + 1);
        let error = read(&Xiangqi::default(), many.as_bytes()).unwrap().unwrap_err().to_string();
        assert_eq!(error, "the file has more than 10000 games; expected at most 10000");
    }

    #[test]
    fn lines_that_a_record_cannot_hold_are_refused() {
        let mut tree = GameTree::new(Xiangqi::default());
        let mut editor = tree.edit();
        for ply in 0..=formats::MAX_PLIES {
            editor.play(["a0a1", "a9a8", "a1a0", "a8a9"][ply % 4].parse().unwrap()).unwrap();
        }
        let error = to_record(&played(tree, "x")).unwrap_err().to_string();
        assert_eq!(error, "the line has more than 4096 moves");
    }

    #[test]
    fn deep_nesting_is_read_without_overflow() {
        let many = |part: &str| part.repeat(100_000);
        for (moves, error) in [
            ("h2e2 h9g7 ".to_owned() + &many("(h9i7 (h9g7 ") + &many("))"), None),
            (many("(b2e2 "), Some("a variation stands before the first move")),
            ("h2e2 ".to_owned() + &many("(b2e2 ") + &many(")"), None),
            ("h2e2 ".to_owned() + &many("(b2e2 "), Some("a variation has no closing parenthesis")),
            ("h2e2 ".to_owned() + &many("("), Some("a variation stands before the first move")),
            ("h2e2 ".to_owned() + &many(")"), Some("a closing parenthesis without an opening one")),
            (many("{"), Some("a comment has no closing brace")),
        ] {
            let text = format!("[Red \"a\"]\n\n{moves} *");
            let read = super::read(&Xiangqi::default(), text.as_bytes()).unwrap().next().unwrap();
            let found = read.map_or_else(Some, |game| game.faults.into_iter().next()).map(|fault| fault.message);
            assert_eq!(found.as_deref().map(|found| found.rsplit(": ").next().unwrap()), error, "{moves:.30}");
        }
    }

    #[test]
    fn texts_of_other_games_are_left_to_them() {
        for text in [
            "",
            " ",
            "J10 I11-K11",
            "h8 h9",
            "h2e2 h9h8",
            "b2b3 b7b5 a2a9",
            "c4 d5",
            "c4",
            "hello",
            "9/9",
            "(;B[j10])",
            "moves",
        ] {
            assert!(super::read(&Xiangqi::default(), text.as_bytes()).is_none(), "{text}");
        }
    }

    #[test]
    fn pasted_texts_are_read() {
        let games = |text: &str| super::read(&Xiangqi::default(), text.as_bytes()).map(collect_records);
        let (read, _) = games("炮二平五 马8进6").unwrap().unwrap();
        assert_eq!((read[0].tree.write_moves().as_str(), read[0].faults.len()), ("h2e2", 1));
        let error = games("炮二平二 马8进7").unwrap().unwrap_err().to_string();
        assert!(error.contains("'炮二平二' is not a legal move here"), "{error}");
        let utf16: Vec<u8> = "\u{feff}[Red \"甲\"]\n1. h2e2 *\n".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(read_names(&utf16), ["甲", ""]);
    }

    fn read_names(bytes: &[u8]) -> [String; 2] {
        read(&Xiangqi::default(), bytes).unwrap().unwrap().remove(0).names
    }
}
