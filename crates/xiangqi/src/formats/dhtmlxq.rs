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

/// An error in a DhtmlXQ text, and its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct DhtmlXqError {
    /// The line of the text, from 1.
    pub line: usize,
    /// The column, from 1 in characters.
    pub column: usize,
    /// The kind of error.
    pub kind: DhtmlXqErrorKind,
}

impl DhtmlXqError {
    /// An error at an offset of a text.
    fn at(text: &str, (offset, kind): Placed) -> DhtmlXqError {
        let before = &text[..offset];
        let line = before.rsplit('\n').next().unwrap_or_default();
        DhtmlXqError { line: 1 + before.matches('\n').count(), column: 1 + line.chars().count(), kind }
    }
}

/// A kind of error and its offset.
type Placed = (usize, DhtmlXqErrorKind);

/// What is wrong with a DhtmlXQ text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DhtmlXqErrorKind {
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
    #[error("'{0}' is not a move: expected four digits, a file 0-8 and a row 0-9 twice")]
    MoveText(String),
    /// A move that cannot be played.
    #[error("{number}: {error}")]
    Move {
        /// The number of the move.
        number: MoveNumber,
        /// The reason.
        error: EditError,
        /// The legal moves in this position.
        legal: Vec<Move>,
    },
    /// A variation whose place does not exist.
    #[error("the variation {id} replaces move {ply} of the moves {parent}, which does not exist")]
    Place {
        /// The number of the variation.
        id: u32,
        /// The number of the moves that it should branch from, 0 for the game.
        parent: u32,
        /// The ply that it should replace.
        ply: u32,
    },
    /// Two variations with the same number.
    #[error("two variations have the number {0}")]
    LineTwice(u32),
    /// A comment to a variation that does not exist.
    #[error("a comment belongs to the variation {0}, which does not exist")]
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

/// The value of a field and its offset.
#[derive(Clone, Copy, Default)]
struct Value<'a> {
    at: usize,
    text: &'a str,
}

/// A line of moves that branches from another.
struct Variation<'a> {
    id: u32,
    ply: u32,
    moves: Value<'a>,
}

#[derive(Default)]
struct Fields<'a> {
    board: Option<Value<'a>>,
    moves: Value<'a>,
    /// By the line that they branch from.
    variations: BTreeMap<u32, Vec<Variation<'a>>>,
    /// Line, ply, text.
    comments: Vec<(u32, u32, Value<'a>)>,
    others: Vec<(&'a str, &'a str)>,
}

/// Reads the first game in a text.
///
/// # Errors
/// The first error, with its place and move.
pub fn read(text: &str) -> Result<GameRecord, DhtmlXqError> {
    whole(read_leniently(text)?)
}

/// Reads the first game in a text as far as it goes: a line ends before what cannot be read or played in it, and lines
/// and comments without a place are left out. Returns the faults too, in the order of the text.
///
/// # Errors
/// If there is no game, or its board is not a position.
pub fn read_leniently(text: &str) -> Result<(GameRecord, Vec<DhtmlXqError>), DhtmlXqError> {
    let (record, faults) = read_fields(text).map_err(|error| DhtmlXqError::at(text, error))?;
    let mut faults = faults.into_vec();
    faults.sort_by_key(|&(offset, _)| offset);
    Ok((record, faults.into_iter().map(|fault| DhtmlXqError::at(text, fault)).collect()))
}

fn read_fields(text: &str) -> Result<(GameRecord, Faults<Placed>), Placed> {
    let (fields, mut faults) = fields(text)?;
    let main = moves(fields.moves, &mut faults);
    let start = match fields.board {
        None => Position::start(),
        Some(Value { at, text }) => board(text, main.first().map(|(_, mv)| mv.from())).map_err(|kind| (at, kind))?,
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
    let mut ends = BTreeMap::from([(0, play(&mut editor, &main, &mut faults))]);
    let mut lines = vec![0];
    let mut variations = fields.variations;
    while let Some(parent) = lines.pop() {
        let end = ends.get(&parent).copied().unwrap_or(NodeId::ROOT);
        for Variation { id, ply, moves: value } in variations.remove(&parent).unwrap_or_default() {
            let before = ply.checked_sub(1).and_then(|before| ancestor(editor.record(), end, before));
            let Some(before) = before else {
                faults.push((value.at, DhtmlXqErrorKind::Place { id, parent, ply }));
                continue;
            };
            if ends.contains_key(&id) {
                faults.push((value.at, DhtmlXqErrorKind::LineTwice(id)));
                continue;
            }
            editor.go_to(before);
            let moves = moves(value, &mut faults);
            ends.insert(id, play(&mut editor, &moves, &mut faults));
            lines.push(id);
        }
    }
    for (parent, orphans) in variations {
        for Variation { id, ply, moves: Value { at, .. } } in orphans {
            faults.push((at, DhtmlXqErrorKind::Place { id, parent, ply }));
        }
    }
    for (line, ply, Value { at, text }) in fields.comments {
        let Some(&end) = ends.get(&line) else {
            faults.push((at, DhtmlXqErrorKind::CommentLine(line)));
            continue;
        };
        // Some pages give the final comment a number one past the last move.
        let node = ancestor(&record, end, ply).unwrap_or(end);
        if let Some(node) = record.node_mut(node) {
            node.add_text(&tidy(&text.replace("||", "\n")));
        }
    }
    Ok((record, faults))
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
fn play(editor: &mut Editor<'_>, moves: &[(usize, Move)], faults: &mut Faults<Placed>) -> NodeId {
    for &(at, mv) in moves {
        if let Err(error) = editor.play(mv) {
            let (number, legal) = editor.next_moves();
            faults.push((at, DhtmlXqErrorKind::Move { number, error, legal }));
            break;
        }
    }
    editor.id()
}

/// A square of two digits; y counts from Black's home row.
fn square(x: u8, y: u8) -> Option<Square> {
    Square::new(x.checked_sub(b'0')?, 9u8.checked_sub(y.checked_sub(b'0')?)?)
}

/// The moves of a line up to the first that cannot be read, with their offsets.
fn moves(value: Value<'_>, faults: &mut Faults<Placed>) -> Vec<(usize, Move)> {
    let digits: Vec<(usize, char)> = value.text.char_indices().filter(|(_, c)| !c.is_ascii_whitespace()).collect();
    let read = |digits: &[(usize, char)]| {
        let [a, b, c, d] = *digits else { return None };
        let [a, b, c, d] = [a, b, c, d].map(|(_, digit)| u8::try_from(digit).unwrap_or_default());
        Move::new(square(a, b)?, square(c, d)?)
    };
    let placed = |digits: &[(usize, char)]| {
        let at = value.at + digits.first().map_or(0, |&(at, _)| at);
        let wrong = || (at, DhtmlXqErrorKind::MoveText(digits.iter().map(|&(_, digit)| digit).collect()));
        read(digits).map(|mv| (at, mv)).ok_or_else(wrong)
    };
    digits.chunks(4).map_while(|digits| faults.take(placed(digits))).collect()
}

fn board(text: &str, first_from: Option<Square>) -> Result<Position, DhtmlXqErrorKind> {
    let digits: Vec<u8> = text.bytes().filter(|b| !b.is_ascii_whitespace()).collect();
    if digits.len() != 64 {
        return Err(DhtmlXqErrorKind::Board(digits.len()));
    }
    let squares = digits.chunks_exact(2).map(|pair| square(pair[0], pair[1]));
    let setup = setup32::place(squares).map_err(|doubled| DhtmlXqErrorKind::Doubled(doubled.0))?;
    Ok(setup32::position(setup, first_from)?)
}

/// Splits a text into its fields. Text outside of tags is ignored, and so is a tag that is not closed, with a fault.
fn fields(text: &str) -> Result<(Fields<'_>, Faults<Placed>), Placed> {
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
        let unclosed = || (open - OPEN.len(), DhtmlXqErrorKind::UnclosedTag(name.chars().take(40).collect()));
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
        let value = Value { at: inside, text: &text[inside..close] };
        sort_field(&mut fields, &lower[open..name_end], name, value);
    }
    if found { Ok((fields, faults)) } else { Err((0, DhtmlXqErrorKind::Empty)) }
}

/// The numbers of a name like `move_0_12_3` after its prefix.
fn numbers(name: &str) -> Option<Vec<u32>> {
    name.split('_').map(|number| number.parse().ok()).collect()
}

fn sort_field<'a>(fields: &mut Fields<'a>, lower: &str, name: &'a str, value: Value<'a>) {
    if lower == "binit" {
        fields.board = Some(value).filter(|value| !value.text.trim().is_empty());
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
            _ => fields.others.push((name, value.text)),
        }
    } else {
        fields.others.push((name, value.text));
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
        assert!(matches!(read(text), Err(DhtmlXqError { kind: DhtmlXqErrorKind::Move { .. }, .. })));
        let board = board_text(&Position::start());
        let record = read(&format!("[DhtmlXQ_binit]{board}[/DhtmlXQ_binit]{text}")).unwrap();
        assert_eq!(record.start().side_to_move(), BLACK);
        assert_eq!(record.len(), 1);
    }

    #[test]
    fn errors_contain_the_input_and_its_place() {
        let error = |text: &str| read(text).unwrap_err().kind;
        assert_eq!(error("nothing"), DhtmlXqErrorKind::Empty);
        assert_eq!(error("[DhtmlXQ_red]a"), DhtmlXqErrorKind::UnclosedTag("red".into()));
        assert_eq!(
            error("[DhtmlXQ_red]a[DhtmlXQ_black]b[/DhtmlXQ_black]"),
            DhtmlXqErrorKind::UnclosedTag("red".into())
        );
        assert_eq!(error("[DhtmlXQ_comment1]a[/DhtmlXQ_comment2]"), DhtmlXqErrorKind::UnclosedTag("comment1".into()));
        assert_eq!(read("[DhtmlXQ_redtime]a[/DhtmlXQ_time]").unwrap().tag("redtime"), Some("a"));
        assert_eq!(error("[DhtmlXQ_red"), DhtmlXqErrorKind::UnclosedTag("red".into()));
        assert_eq!(error("[DhtmlXQ_binit]12[/DhtmlXQ_binit]"), DhtmlXqErrorKind::Board(2));
        let list = |moves: &str| format!("[DhtmlXQ_movelist]{moves}[/DhtmlXQ_movelist]");
        assert_eq!(error(&list("774")), DhtmlXqErrorKind::MoveText("774".into()));
        assert_eq!(error(&list("7797")), DhtmlXqErrorKind::MoveText("7797".into()));
        assert!(matches!(error(&list("77477047")), DhtmlXqErrorKind::Move { number, .. } if number.ply == 2));
        let line = |name: &str| format!("{}[DhtmlXQ_{name}]7062[/DhtmlXQ_{name}]", list("7747"));
        assert_eq!(error(&line("move_0_3_1")), DhtmlXqErrorKind::Place { id: 1, parent: 0, ply: 3 });
        assert_eq!(error(&line("move_0_0_1")), DhtmlXqErrorKind::Place { id: 1, parent: 0, ply: 0 });
        assert_eq!(error(&line("move_4_2_1")), DhtmlXqErrorKind::Place { id: 1, parent: 4, ply: 2 });
        assert_eq!(error(&line("comment7_2")), DhtmlXqErrorKind::CommentLine(7));
    }

    #[test]
    fn faults_have_their_places_in_the_text() {
        let text = "<p>炮\n[DhtmlXQ_movelist]7747\n 7062 0001[/DhtmlXQ_movelist]\n\
            [DhtmlXQ_move_0_2_7]7062 7x[/DhtmlXQ_move_0_2_7][DhtmlXQ_comment9_2]a[/DhtmlXQ_comment9_2]\n\
            [DhtmlXQ_move_0_9_8]7062[/DhtmlXQ_move_0_9_8]";
        let (record, faults) = read_leniently(text).unwrap();
        assert_eq!(record.len(), 2);
        let places: Vec<_> = faults.iter().map(|fault| (fault.line, fault.column)).collect();
        assert_eq!(places, [(3, 7), (4, 26), (4, 69), (5, 21)], "{faults:?}");
        assert!(faults[0].to_string().starts_with("line 3: move 2 of Red (ply 3): "), "{}", faults[0]);
        assert_eq!(
            faults[1].to_string(),
            "line 4: '7x' is not a move: expected four digits, a file 0-8 and a row 0-9 twice"
        );
    }
}
