//! DhtmlXQ, also called UBB: the text form of 东萍 (dpxq.com), which forums and
//! web pages embed.
//!
//! `[DhtmlXQ_name]value[/DhtmlXQ_name]` for each field, all between `[DhtmlXQ]` and
//! `[/DhtmlXQ]`. A square is two digits, x from the left and y from Black's home
//! row. `binit` lists the squares of the 32 pieces (99: not on the board), `movelist`
//! four digits for each move. `move_<parent>_<ply>_<id>` is a variation: line `id`
//! leaves line `parent` (0 is the main line), and its first move replaces the
//! parent's move number `ply`, counted from the start of the game.
//! `comment<ply>` belongs to the main line and `comment<id>_<ply>` to line `id`;
//! `||` is a line break.
//!
//! The side to move is not stored; it follows from the first move. The format has
//! no glyphs: they are written as the first line of the comment, `!` or `?! $14`, and
//! such a line is read as glyphs.
//!
//! ```
//! use duiyi_xiangqi::formats::dhtmlxq;
//!
//! let text = "[DhtmlXQ][DhtmlXQ_red]胡荣华[/DhtmlXQ_red][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\
//!     [DhtmlXQ_move_0_2_1]7242[/DhtmlXQ_move_0_2_1][DhtmlXQ_comment1_2]顺炮[/DhtmlXQ_comment1_2][/DhtmlXQ]";
//! let record = dhtmlxq::read(text)?;
//! assert_eq!(record.main_line().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["h2e2", "h9g7"]);
//! assert_eq!(record.len(), 3);
//! assert_eq!(dhtmlxq::read(&dhtmlxq::write(&record))?, record);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{
    faults::{Faults, whole},
    marks::tidy,
    number::MoveNumber,
    record::{EditError, Editor, GameRecord, GameResult, NodeId},
    setup32,
};
use crate::{Move, Position, PositionError, Square};
use std::collections::BTreeMap;

/// What is wrong with a DhtmlXQ text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DhtmlXqError {
    /// The text has no DhtmlXQ tag.
    #[error("there is no DhtmlXQ tag in the text")]
    Empty,
    /// A tag without a closing tag, or a tag of moves, comments or the board with the
    /// closing tag of another.
    #[error("the tag DhtmlXQ_{0} is not closed")]
    UnclosedTag(String),
    /// The initial board does not have 32 squares.
    #[error("the length of binit is {0}: expected 64 digits")]
    Board(usize),
    /// Two pieces on one square of the initial board.
    #[error("two pieces of binit stand on {0}")]
    Doubled(Square),
    /// The initial board is not a position.
    #[error("binit: {0}")]
    Position(#[from] PositionError),
    /// A move list that does not have four digits for each move.
    #[error("'{found}' in line {line} is not a move: expected four digits, a file 0-8 and a row 0-9 twice")]
    MoveText {
        /// The number of the line, 0 for the main line.
        line: u32,
        /// The text of the move.
        found: String,
    },
    /// A move that cannot be played.
    #[error("line {line}, {number}: {error}")]
    Move {
        /// The number of the line, 0 for the main line.
        line: u32,
        /// The number of the move.
        number: MoveNumber,
        /// The reason.
        error: EditError,
        /// The legal moves in this position.
        legal: Vec<Move>,
    },
    /// A variation whose place does not exist.
    #[error("line {line} leaves line {parent} at ply {ply}, which does not exist")]
    Place {
        /// The variation.
        line: u32,
        /// The line that it should branch from.
        parent: u32,
        /// The ply that it should replace.
        ply: u32,
    },
    /// Two variations with the same number.
    #[error("two variations have the number {0}")]
    LineTwice(u32),
    /// A comment to a line that does not exist.
    #[error("a comment belongs to line {0}, which does not exist")]
    CommentLine(u32),
}

/// The names of tags, here and in a [`GameRecord`].
const TAGS: [(&str, &str); 11] = [
    ("title", "Title"),
    ("event", "Event"),
    ("date", "Date"),
    ("place", "Site"),
    ("round", "Round"),
    ("red", "Red"),
    ("redteam", "RedTeam"),
    ("black", "Black"),
    ("blackteam", "BlackTeam"),
    ("remark", "Remark"),
    ("author", "Annotator"),
];

/// Fields that do not describe the game, or repeat what the record holds.
const OMITTED: [&str; 4] = ["ver", "init", "firstnum", "length"];

/// A line of moves that branches from another.
struct Variation<'a> {
    id: u32,
    ply: u32,
    moves: &'a str,
}

#[derive(Default)]
struct Fields<'a> {
    board: Option<&'a str>,
    moves: &'a str,
    /// By the line that they branch from.
    variations: BTreeMap<u32, Vec<Variation<'a>>>,
    /// Line, ply, text.
    comments: Vec<(u32, u32, &'a str)>,
    others: Vec<(&'a str, &'a str)>,
}

/// Reads the first game in a text.
///
/// # Errors
/// The first error, with its line and move.
pub fn read(text: &str) -> Result<GameRecord, DhtmlXqError> {
    whole(read_leniently(text)?)
}

/// Reads the first game in a text as far as it goes: a line ends before what cannot be read or played in it, and lines
/// and comments without a place are left out. Returns the faults too.
///
/// # Errors
/// If there is no game, or its board is not a position.
pub fn read_leniently(text: &str) -> Result<(GameRecord, Vec<DhtmlXqError>), DhtmlXqError> {
    let (fields, mut faults) = fields(text)?;
    let main = moves(0, fields.moves, &mut faults);
    let start = match fields.board {
        None => Position::start(),
        Some(board) => self::board(board, main.first().map(|mv| mv.from()))?,
    };
    let mut record = GameRecord::new(start);
    let mut tags = Vec::new();
    for &(name, value) in &fields.others {
        let value = value.trim();
        if name.eq_ignore_ascii_case("result") {
            record.result = GameResult::from_text(value).unwrap_or_default();
        } else if !value.is_empty() && !OMITTED.iter().any(|omitted| name.eq_ignore_ascii_case(omitted)) {
            let known = TAGS.iter().find(|(here, _)| name.eq_ignore_ascii_case(here));
            tags.push((known.map_or(name, |&(_, tag)| tag), value));
        }
    }
    record.set_tags(tags);
    let mut editor = record.edit();
    // The last node of each line.
    let mut ends = BTreeMap::from([(0, play(&mut editor, 0, &main, &mut faults))]);
    let mut lines = vec![0];
    let mut variations = fields.variations;
    while let Some(parent) = lines.pop() {
        let end = ends.get(&parent).copied().unwrap_or(NodeId::ROOT);
        for Variation { id, ply, moves: text } in variations.remove(&parent).unwrap_or_default() {
            let before = ply.checked_sub(1).and_then(|before| ancestor(editor.record(), end, before));
            let Some(before) = before else {
                faults.push(DhtmlXqError::Place { line: id, parent, ply });
                continue;
            };
            if ends.contains_key(&id) {
                faults.push(DhtmlXqError::LineTwice(id));
                continue;
            }
            editor.go_to(before);
            let moves = moves(id, text, &mut faults);
            ends.insert(id, play(&mut editor, id, &moves, &mut faults));
            lines.push(id);
        }
    }
    for (parent, orphans) in variations {
        for orphan in orphans {
            faults.push(DhtmlXqError::Place { line: orphan.id, parent, ply: orphan.ply });
        }
    }
    for (line, ply, text) in fields.comments {
        let Some(&end) = ends.get(&line) else {
            faults.push(DhtmlXqError::CommentLine(line));
            continue;
        };
        // Some pages give the final comment a number one past the last move.
        let node = ancestor(&record, end, ply).unwrap_or(end);
        if let Some(node) = record.node_mut(node) {
            node.add_text(&tidy(&text.replace("||", "\n")));
        }
    }
    Ok((record, faults.into_vec()))
}

/// The node of a line at a ply, searched from the line's end.
fn ancestor(record: &GameRecord, end: NodeId, ply: u32) -> Option<NodeId> {
    let mut id = end;
    let mut node = record.node(id)?;
    while node.ply() > ply as usize {
        id = node.parent()?;
        node = record.node(id)?;
    }
    (node.ply() == ply as usize).then_some(id)
}

/// Plays the moves of a line up to the first that cannot be played; returns the last node.
fn play(editor: &mut Editor<'_>, line: u32, moves: &[Move], faults: &mut Faults<DhtmlXqError>) -> NodeId {
    for &mv in moves {
        if let Err(error) = editor.play(mv) {
            let (number, legal) = editor.next_moves();
            faults.push(DhtmlXqError::Move { line, number, error, legal });
            break;
        }
    }
    editor.id()
}

/// A square of two digits; y counts from Black's home row.
fn square(x: u8, y: u8) -> Option<Square> {
    Square::new(x.checked_sub(b'0')?, 9u8.checked_sub(y.checked_sub(b'0')?)?)
}

/// The moves of a line up to the first that cannot be read.
fn moves(line: u32, text: &str, faults: &mut Faults<DhtmlXqError>) -> Vec<Move> {
    let digits: Vec<u8> = text.bytes().filter(|b| !b.is_ascii_whitespace()).collect();
    let read = |digits: &[u8]| match *digits {
        [a, b, c, d] => Move::new(square(a, b)?, square(c, d)?),
        _ => None,
    };
    let wrong = |digits: &[u8]| DhtmlXqError::MoveText { line, found: String::from_utf8_lossy(digits).into_owned() };
    digits.chunks(4).map_while(|digits| faults.take(read(digits).ok_or_else(|| wrong(digits)))).collect()
}

fn board(text: &str, first_from: Option<Square>) -> Result<Position, DhtmlXqError> {
    let digits: Vec<u8> = text.bytes().filter(|b| !b.is_ascii_whitespace()).collect();
    if digits.len() != 64 {
        return Err(DhtmlXqError::Board(digits.len()));
    }
    let squares = digits.chunks_exact(2).map(|pair| square(pair[0], pair[1]));
    let setup = setup32::place(squares).map_err(|doubled| DhtmlXqError::Doubled(doubled.0))?;
    Ok(setup32::position(setup, first_from)?)
}

/// Splits a text into its fields. Text outside of tags is ignored, and so is a tag that is not closed, with a fault.
fn fields(text: &str) -> Result<(Fields<'_>, Faults<DhtmlXqError>), DhtmlXqError> {
    const OPEN: &str = "[dhtmlxq_";
    const CLOSE: &str = "[/dhtmlxq_";
    let lower = text.to_ascii_lowercase();
    let (mut fields, mut faults) = (Fields::default(), Faults::new());
    let mut found = lower.contains("[dhtmlxq]");
    let end = lower.find("[/dhtmlxq]").unwrap_or(text.len());
    let mut at = 0;
    while let Some(open) = lower[at..end].find(OPEN).map(|open| at + open + OPEN.len()) {
        found = true;
        let name_end = lower[open..end].find(']').map_or(end, |length| open + length);
        let name = &text[open..name_end];
        let unclosed = || DhtmlXqError::UnclosedTag(name.chars().take(40).collect());
        let inside = (name_end + 1).min(end);
        let Some(close) = lower.get(inside..end).and_then(|rest| rest.find(CLOSE)).map(|close| close + inside) else {
            faults.push(unclosed());
            break;
        };
        let closing = &lower[close + CLOSE.len()..end];
        let own = closing.strip_prefix(&lower[open..name_end]).is_some_and(|rest| rest.starts_with(']'));
        // Some writers close the tag of a player's time with another name; the fields of the game must be well formed.
        let vital = ["binit", "move", "comment"].iter().any(|vital| lower[open..].starts_with(vital));
        if !own && (vital || lower[inside..close].contains(OPEN)) {
            faults.push(unclosed());
            at = inside;
            continue;
        }
        at = close + CLOSE.len();
        sort_field(&mut fields, &lower[open..name_end], name, &text[inside..close]);
    }
    if found { Ok((fields, faults)) } else { Err(DhtmlXqError::Empty) }
}

/// The numbers of a name like `move_0_12_3` after its prefix.
fn numbers(name: &str) -> Option<Vec<u32>> {
    name.split('_').map(|number| number.parse().ok()).collect()
}

fn sort_field<'a>(fields: &mut Fields<'a>, lower: &str, name: &'a str, value: &'a str) {
    if lower == "binit" {
        fields.board = Some(value).filter(|value| !value.trim().is_empty());
    } else if lower == "movelist" {
        fields.moves = value;
    } else if let Some(Some([parent, ply, id])) = lower.strip_prefix("move_").map(|rest| numbers(rest).and_then(three))
    {
        if id == 0 {
            fields.moves = value;
        } else {
            fields.variations.entry(parent).or_default().push(Variation { id, ply, moves: value });
        }
    } else if let Some(numbers) = lower.strip_prefix("comment").and_then(numbers) {
        match *numbers.as_slice() {
            [ply] => fields.comments.push((0, ply, value)),
            [line, ply] => fields.comments.push((line, ply, value)),
            _ => fields.others.push((name, value)),
        }
    } else {
        fields.others.push((name, value));
    }
}

fn three(numbers: Vec<u32>) -> Option<[u32; 3]> {
    numbers.try_into().ok()
}

/// A value that does not look like a tag: the brackets before `/` and `DhtmlXQ` are full-width.
fn without_tags(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    for (at, character) in value.char_indices() {
        let after = &value.as_bytes()[at + character.len_utf8()..];
        let name = after.first_chunk().is_some_and(|name: &[u8; 7]| name.eq_ignore_ascii_case(b"DhtmlXQ"));
        text.push(if character == '[' && (name || after.starts_with(b"/")) { '［' } else { character });
    }
    text
}

/// Writes a game. Tags that the format does not define keep their names. Comments before and after a move become
/// one, `||` in a comment is read as a line break, and the brackets of what looks like a tag become full-width.
/// Clocks and, without moves, the side to move cannot be stored.
pub fn write(record: &GameRecord) -> String {
    let mut text = String::from("[DhtmlXQ]\n");
    let mut field = |name: &str, value: &str| {
        let value = without_tags(value);
        text += &format!("[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]\n");
    };
    for tag in record.tags() {
        let known = TAGS.iter().find(|(_, name)| tag.name.eq_ignore_ascii_case(name));
        field(known.map_or(tag.name.as_str(), |(here, _)| here), &tag.value);
    }
    let result = match record.result {
        GameResult::RedWins => "红胜",
        GameResult::BlackWins => "黑胜",
        GameResult::Draw => "和局",
        GameResult::Unknown => "未知",
    };
    field("result", result);
    field("binit", &board_text(record.start()));
    let mut lines = vec![(0, None)];
    let mut next = 0;
    while let Some(&(parent, first)) = lines.get(next) {
        write_line(record, &mut field, &mut lines, next, (parent, first));
        next += 1;
    }
    text += "[/DhtmlXQ]\n";
    text
}

/// Writes line `id`, which branches from line `parent` with the move `first`, and
/// collects the lines that branch from it.
fn write_line(
    record: &GameRecord,
    field: &mut impl FnMut(&str, &str),
    lines: &mut Vec<(usize, Option<NodeId>)>,
    id: usize,
    (parent, first): (usize, Option<NodeId>),
) {
    let start = first.unwrap_or(NodeId::ROOT);
    let mut nodes = vec![start];
    nodes.extend(std::iter::successors(record.node(start).and_then(|node| node.first_child()), |&id| {
        record.node(id).and_then(|node| node.first_child())
    }));
    let digits: String =
        nodes.iter().filter_map(|&id| record.node(id)?.mv()).flat_map(|mv| [mv.from(), mv.to()]).map(digits).collect();
    let ply = record.node(start).map_or(0, |node| node.ply());
    match first {
        None => field("movelist", &digits),
        Some(_) => field(&format!("move_{parent}_{ply}_{id}"), &digits),
    }
    for &node_id in &nodes {
        let Some(node) = record.node(node_id) else { continue };
        lines.extend(record.children(node_id).skip(1).map(|child| (id, Some(child))));
        let comment = node.text();
        if !comment.is_empty() {
            let name = if id == 0 { format!("comment{}", node.ply()) } else { format!("comment{id}_{}", node.ply()) };
            field(&name, &comment.replace("|\n", "| \n").replace('\n', "||"));
        }
    }
}

fn digits(square: Square) -> String {
    format!("{}{}", square.file(), 9 - square.rank())
}

fn board_text(position: &Position) -> String {
    setup32::squares(position).map(|square| square.map_or_else(|| "99".to_owned(), digits)).concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BLACK;

    #[test]
    fn the_board_of_the_start_is_as_documented() {
        let text = board_text(&Position::start());
        assert_eq!(text, "8979695949392919097717866646260600102030405060708012720323436383");
        assert_eq!(board(&text, None), Ok(Position::start()));
    }

    #[test]
    fn the_first_move_determines_the_side_to_move() {
        let text = "[DhtmlXQ_movelist]7062[/DhtmlXQ_movelist]";
        assert!(matches!(read(text), Err(DhtmlXqError::Move { line: 0, .. })));
        let board = board_text(&Position::start());
        let record = read(&format!("[DhtmlXQ_binit]{board}[/DhtmlXQ_binit]{text}")).unwrap();
        assert_eq!(record.start().side_to_move(), BLACK);
        assert_eq!(record.len(), 1);
    }

    #[test]
    fn errors_contain_the_input_and_its_place() {
        let error = |text: &str| read(text).unwrap_err();
        assert_eq!(error("nothing"), DhtmlXqError::Empty);
        assert_eq!(error("[DhtmlXQ_red]a"), DhtmlXqError::UnclosedTag("red".into()));
        assert_eq!(error("[DhtmlXQ_red]a[DhtmlXQ_black]b[/DhtmlXQ_black]"), DhtmlXqError::UnclosedTag("red".into()));
        assert_eq!(error("[DhtmlXQ_comment1]a[/DhtmlXQ_comment2]"), DhtmlXqError::UnclosedTag("comment1".into()));
        assert_eq!(read("[DhtmlXQ_redtime]a[/DhtmlXQ_time]").unwrap().tag("redtime"), Some("a"));
        assert_eq!(error("[DhtmlXQ_red"), DhtmlXqError::UnclosedTag("red".into()));
        assert_eq!(error("[DhtmlXQ_binit]12[/DhtmlXQ_binit]"), DhtmlXqError::Board(2));
        let list = |moves: &str| format!("[DhtmlXQ_movelist]{moves}[/DhtmlXQ_movelist]");
        assert_eq!(error(&list("774")), DhtmlXqError::MoveText { line: 0, found: "774".into() });
        assert_eq!(error(&list("7797")), DhtmlXqError::MoveText { line: 0, found: "7797".into() });
        assert!(matches!(error(&list("77477047")), DhtmlXqError::Move { line: 0, number, .. } if number.ply == 2));
        let line = |name: &str| format!("{}[DhtmlXQ_{name}]7062[/DhtmlXQ_{name}]", list("7747"));
        assert_eq!(error(&line("move_0_3_1")), DhtmlXqError::Place { line: 1, parent: 0, ply: 3 });
        assert_eq!(error(&line("move_0_0_1")), DhtmlXqError::Place { line: 1, parent: 0, ply: 0 });
        assert_eq!(error(&line("move_4_2_1")), DhtmlXqError::Place { line: 1, parent: 4, ply: 2 });
        assert_eq!(error(&line("comment7_2")), DhtmlXqError::CommentLine(7));
    }
}
