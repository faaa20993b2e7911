//! Writing one game.

use super::outline::tag_line;
use crate::{
    BLACK, Move, Position, RED,
    formats::record::{Cursor, GameRecord, Node, NodeId},
    notation::Notation,
};

/// The width of lines of move text in columns; a Chinese character takes two. Comments
/// are never broken, and closing parentheses stay with the last word.
const WIDTH: usize = 80;

/// Writes a game with its comments and variations in lines of up to 80 columns. The seven tags
/// of the standard come first, with `?` for unknown values, then `FEN` if the start is not the
/// initial position and `Format` if the moves are not in Chinese, then the other tags. A closing
/// brace in a comment is replaced by a full-width one, as PGN cannot express it, and so are the brackets of
/// a comment with a line like a tag, with which a collection would begin another game. The reader
/// removes blanks at the ends of lines and of comments, empty lines at the ends of comments, glyph 0 and
/// repeated glyphs.
pub fn write(record: &GameRecord, notation: Notation) -> String {
    let mut out = Output { text: tags(record, notation), column: 0, prefix: String::new() };
    annotated_moves(record, notation, &mut out);
    out.word(&record.result.to_string());
    out.text.push('\n');
    out.text
}

/// The moves with comments and variations in lines, without a line break at the end.
pub(in crate::formats) fn write_moves(record: &GameRecord, notation: Notation) -> String {
    let mut out = Output { text: String::new(), column: 0, prefix: String::new() };
    annotated_moves(record, notation, &mut out);
    out.text
}

fn annotated_moves(record: &GameRecord, notation: Notation, out: &mut Output) {
    glyphs(out, record.root());
    comment(out, &record.root().comment);
    moves(record, notation, out);
}

fn tags(record: &GameRecord, notation: Notation) -> String {
    const ROSTER: [&str; 6] = ["Event", "Site", "Date", "Round", "Red", "Black"];
    let mut text = String::from("[Game \"Chinese Chess\"]\n");
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text += &format!("[{name} \"{value}\"]\n");
    };
    for name in ROSTER {
        tag(name, record.tag(name).unwrap_or(if name == "Date" { "????.??.??" } else { "?" }));
    }
    tag("Result", &record.result.to_string());
    if *record.start() != Position::start() {
        tag("FEN", &record.start().to_fen());
    }
    if notation.format_name() != "Chinese" {
        tag("Format", notation.format_name());
    }
    for other in record.tags() {
        let fixed = ROSTER.iter().chain(&["Game", "Result", "FEN", "Format", "SetUp"]);
        if !fixed.into_iter().any(|name| other.name.eq_ignore_ascii_case(name)) {
            tag(&other.name, &other.value);
        }
    }
    text.push('\n');
    text
}

/// Text broken into lines.
struct Output {
    text: String,
    column: usize,
    /// An opening parenthesis or a move number, which stays on the line of the next word.
    prefix: String,
}

impl Output {
    /// Adds a word after a blank or on a new line; a closing parenthesis stays on its line.
    fn word(&mut self, word: &str) {
        let word = std::mem::take(&mut self.prefix) + word;
        let length = word.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum::<usize>();
        if self.column > 0 && word != ")" {
            if self.column + 1 + length > WIDTH {
                self.text.push('\n');
                self.column = 0;
            } else {
                self.text.push(' ');
                self.column += 1;
            }
        }
        self.text += &word;
        self.column += length;
    }
}

fn glyphs(out: &mut Output, node: &Node) {
    for glyph in &node.glyphs {
        out.word(&format!("${glyph}"));
    }
}

fn comment(out: &mut Output, text: &str) {
    if !text.is_empty() {
        let mut text = text.replace('}', "｝");
        if text.lines().skip(1).any(|line| tag_line(line.as_bytes()).is_some()) {
            text = text.replace('[', "［");
        }
        out.word(&format!("{{{text}}}"));
        // After line breaks the column is that of the last line.
        if let Some(last) = text.rsplit_once('\n') {
            out.column = last.1.chars().count() + 1;
        }
    }
}

/// The steps left, the next one last.
enum Step {
    /// A move, and whether its number must be written before it.
    Move(NodeId, bool),
    /// The moves after a node, and whether a number must be written first.
    Children(NodeId, bool),
    Open(NodeId),
    Close,
}

fn moves(record: &GameRecord, notation: Notation, out: &mut Output) {
    let mut cursor = Cursor::new(*record.start());
    let mut steps = vec![Step::Children(NodeId::ROOT, true)];
    while let Some(step) = steps.pop() {
        match step {
            Step::Children(parent, numbered) => {
                let mut children = record.children(parent);
                let Some(main) = children.next() else { continue };
                let others: Vec<NodeId> = children.collect();
                let commented = record.node(main).is_some_and(|node| !node.comment.is_empty());
                steps.push(Step::Children(main, commented || !others.is_empty()));
                for &other in others.iter().rev() {
                    let commented = record.node(other).is_some_and(|node| !node.comment.is_empty());
                    steps.extend([Step::Close, Step::Children(other, commented), Step::Open(other)]);
                }
                steps.push(Step::Move(main, numbered));
            }
            Step::Open(id) => {
                out.prefix.push('(');
                steps.push(Step::Move(id, true));
            }
            Step::Move(id, numbered) => {
                let Some((node, mv)) = record.node(id).and_then(|node| Some((node, node.mv()?))) else { continue };
                let parent = node.parent().unwrap_or(NodeId::ROOT);
                cursor.go_to(record, parent);
                let varies = record.node(parent).is_some_and(|parent| parent.first_child() != Some(id));
                write_move(&cursor.position, node, (mv, numbered, varies), notation, out);
            }
            Step::Close => out.word(")"),
        }
    }
}

/// Writes a move, which may need a number and may begin a variation. Elsewhere a comment before a move would be read
/// as one after the move before it.
fn write_move(
    position: &Position,
    node: &Node,
    (mv, numbered, varies): (Move, bool, bool),
    notation: Notation,
    out: &mut Output,
) {
    let before = if varies { node.comment_before.as_str() } else { "" };
    comment(out, before);
    match position.side_to_move() {
        RED => out.prefix += &format!("{}. ", position.fullmove()),
        BLACK if numbered || !before.is_empty() => {
            out.prefix += &format!("{}... ", position.fullmove());
        }
        BLACK => {}
    }
    // Every move of a record is legal, so the coordinates are never needed.
    out.word(&notation.write(position, mv).unwrap_or_else(|_| mv.to_string()));
    glyphs(out, node);
    if varies { comment(out, &node.comment) } else { comment(out, &node.whole_comment()) }
}
