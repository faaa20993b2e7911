//! HTTTX, the notation of the players of HeXO, versions 1 and 2.
//!
//! ```text
//! version[2]playercross[A]playercircle[B]winner[cross];
//! 1. [-1,0] [0,-1] ;
//! 2. [1,0] {%12} [2,0] (2. [1,-2] [2,-2];) ;
//! 3. [5,0] [/] ;
//! ```
//!
//! Tags up to a semicolon, then turns of two stones in axial coordinates. The first stone, on `[0,0]`, is not written.
//! Version 2 has positions to start from (`o [1,0] : x [0,0] ;`, the side to move first), variations, what is known after
//! a stone (clock and evaluation, in braces), and `[/]` in place of a stone that was not put. Version 1 may have a `!` for
//! each threat after a turn, which is not kept; neither are the visual marks of version 2.
//!
//! The stones lie on a board of [`Rules::HEXO`] with `[0,0]` in its centre, if the whole game fits.

use super::record::order;
use super::{GameRecord, GameResult};
use crate::hexo::{Cell, Window};
use crate::{BLACK, Board, IllegalStone, Point, Rules, SetupError, Side, WHITE};
use duiyi_game::{GameTree, NodeId, TreeEditor, shortened};
use std::fmt::Write;
use thiserror::Error;

/// Why a text is not in this notation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {kind}")]
pub struct HtttxError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub kind: HtttxErrorKind,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HtttxErrorKind {
    /// Other characters than expected.
    #[error("{found} where {expected} was expected")]
    Unexpected {
        /// What was read, shortened, in quotation marks.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// A version of the notation that is not known.
    #[error("version {0}; expected 1 or 2")]
    Version(String),
    /// A turn with another number than its place.
    #[error("turn {found} where turn {expected} was expected")]
    Number {
        /// The number read.
        found: String,
        /// The number of turns before it plus 1.
        expected: usize,
    },
    /// A stone that can't be put.
    #[error("turn {turn}: {cell}: {error}")]
    Stone {
        /// The number of the turn.
        turn: usize,
        /// The cell of the stone.
        cell: Cell,
        /// Why it can't be put.
        error: IllegalStone,
    },
    /// A stone of the position at the beginning that can't be put.
    #[error("{0}: {1}")]
    SetUp(Cell, SetupError),
    /// A stone beyond the largest board.
    #[error("{0} is not on the board, which ends about 29 cells from [0,0]")]
    OffBoard(Cell),
    /// Variations within variations, too many of them.
    #[error("more than {DEEPEST} variations within each other")]
    TooDeep,
}

/// The most variations within each other.
const DEEPEST: usize = 100;

/// The tags of the specification.
const TAGS: [&str; 10] = [
    "version",
    "name",
    "platform",
    "utcdatetime",
    "datetime",
    "playercross",
    "playercircle",
    "timecontrol",
    "endreason",
    "winner",
];

/// Whether a text looks like this notation: it begins with a known tag or with the first turn.
pub(super) fn begins(text: &str) -> bool {
    let text = text.trim_start();
    let tag = text.split_once('[').map_or("", |(name, _)| name);
    TAGS.iter().any(|known| tag.eq_ignore_ascii_case(known))
        || text.strip_prefix("1.").is_some_and(|rest| rest.trim_start().starts_with('['))
}

/// Reads a game.
///
/// ```
/// use duiyi_connect6::{BLACK, formats::{GameResult, htttx}};
///
/// let record = htttx::read("playercross[A]winner[cross];1.[-1,0][0,1]!;2.[-1,1][-2,2];")?;
/// assert_eq!((record.black.as_str(), record.result, record.turns().len()), ("A", GameResult::Win(BLACK), 3));
/// assert_eq!(htttx::write(&record), "playercross[A]winner[cross];\n1. [-1,0] [0,1];\n2. [-1,1] [-2,2];\n");
/// # Ok::<(), htttx::HtttxError>(())
/// ```
///
/// # Errors
///
/// If the text is not in this notation, or its stones are not a game.
pub fn read(text: &str) -> Result<GameRecord, HtttxError> {
    let text = text.trim_start_matches('\u{feff}');
    let mut reader = Reader { text, at: 0, middle: Window::around(Cell::ORIGIN), surplus: Vec::new() };
    let tags = reader.tags()?;
    let start = reader.start()?;
    let mut record = GameRecord::new(&start);
    let mut tree = GameTree::new(start);
    let mut editor = tree.edit();
    if editor.game().now().stone_count() == 0 {
        let first = editor.play(Rules::HEXO.centre());
        debug_assert!(first.is_ok(), "the first stone is legal");
    }
    reader.line(&mut editor, 1, 0)?;
    if reader.peek().is_some() {
        return Err(reader.unexpected("a turn or the end of the text"));
    }
    let last = tree.main_line().last().copied();
    let surplus = reader.surplus.into_iter().find(|(id, _)| Some(*id) == last);
    record.surplus = surplus.map(|(_, stones)| stones).unwrap_or_default();
    record.tree = tree;
    record.result = record.board().outcome().into();
    for (name, value) in tags {
        let field = match &*name {
            "name" => &mut record.event,
            "platform" => &mut record.place,
            "utcdatetime" | "datetime" => &mut record.date,
            "playercross" => &mut record.black,
            "playercircle" => &mut record.white,
            "source" => &mut record.source,
            _ => {
                record.result = match (&*name, value) {
                    ("winner", "cross") => GameResult::Win(BLACK),
                    ("winner", "circle") => GameResult::Win(WHITE),
                    ("endreason", "draw") => GameResult::Draw,
                    _ => record.result,
                };
                continue;
            }
        };
        value.clone_into(field);
    }
    Ok(record)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// The board around the origin.
    middle: Window,
    /// The stones after the end of the game, by the node that ended it.
    surplus: Vec<(NodeId, Vec<Point>)>,
}

/// A stone of a turn, and what is known after it.
struct Stone {
    cell: Cell,
    point: Point,
    known: String,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The next character that is not blank.
    fn peek(&mut self) -> Option<char> {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
        self.rest().chars().next()
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += if found { wanted.len_utf8() } else { 0 };
        found
    }

    fn expect(&mut self, wanted: char, expected: &'static str) -> Result<(), HtttxError> {
        if self.take(wanted) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// The text up to a character, which is passed.
    fn until(&mut self, end: char, expected: &'static str) -> Result<&'a str, HtttxError> {
        let rest = self.rest();
        match rest.find(end) {
            Some(length) => {
                self.at += length + end.len_utf8();
                Ok(&rest[..length])
            }
            None => {
                self.at = self.text.len();
                Err(self.unexpected(expected))
            }
        }
    }

    fn error(&self, kind: HtttxErrorKind) -> HtttxError {
        HtttxError { line: 1 + self.text[..self.at].matches('\n').count(), kind }
    }

    fn unexpected(&mut self, expected: &'static str) -> HtttxError {
        let found = match self.peek() {
            None => "the end of the text".to_owned(),
            Some(_) => format!("'{}'", shortened(self.rest().lines().next().unwrap_or_default())),
        };
        self.error(HtttxErrorKind::Unexpected { found, expected })
    }

    /// The tags, if there are any.
    fn tags(&mut self) -> Result<Vec<(String, &'a str)>, HtttxError> {
        let mut tags = Vec::new();
        while self.peek().is_some_and(|next| next.is_ascii_alphabetic()) {
            let name = self.until('[', "'[' after the name of a tag")?.trim().to_ascii_lowercase();
            let value = self.until(']', "']' after the value of a tag")?.trim();
            if name == "version" && !matches!(value, "1" | "2") {
                return Err(self.error(HtttxErrorKind::Version(shortened(value))));
            }
            tags.push((name, value));
        }
        if !tags.is_empty() {
            self.expect(';', "a tag or ';' after the tags")?;
        }
        Ok(tags)
    }

    /// The position at the beginning: the empty board if none is written.
    fn start(&mut self) -> Result<Board, HtttxError> {
        const SIDE: &str = "'x' or 'o' before the stones of a side";
        let side = |next| match next {
            Some('x') => Some(BLACK),
            Some('o') => Some(WHITE),
            _ => None,
        };
        let mut board = Board::new(Rules::HEXO);
        let Some(to_move) = side(self.peek()) else { return Ok(board) };
        for color in [to_move, !to_move] {
            if side(self.peek()) != Some(color) {
                return Err(self.unexpected(SIDE));
            }
            self.at += 1;
            while self.peek() == Some('[') {
                let (cell, point) = self.cell()?;
                let set = board.set(point, color);
                set.map_err(|error| self.error(HtttxErrorKind::SetUp(cell, error)))?;
            }
            if color == to_move {
                self.expect(':', "a stone or ':'")?;
            }
        }
        self.skip_visuals()?;
        self.expect(';', "a stone or ';' after the position")?;
        let first = [(Rules::HEXO.centre(), BLACK)];
        if to_move == WHITE && board.stones().eq(first) {
            return Ok(Board::new(Rules::HEXO));
        }
        let turn = board.set_turn(to_move, Rules::HEXO.p());
        turn.map_err(|error| self.error(HtttxErrorKind::SetUp(Cell::ORIGIN, error)))?;
        Ok(board)
    }

    /// `[q,r]`
    fn cell(&mut self) -> Result<(Cell, Point), HtttxError> {
        const CELL: &str = "a stone like [1,-2]";
        self.peek();
        let begin = self.at;
        self.expect('[', CELL)?;
        let inside = self.until(']', CELL)?;
        let number = |text: &str| text.split_whitespace().collect::<String>().parse().ok();
        let numbers = inside.split_once(',').and_then(|(q, r)| Some(Cell { q: number(q)?, r: number(r)? }));
        let Some(cell) = numbers else {
            self.at = begin;
            return Err(self.unexpected(CELL));
        };
        match self.middle.point(cell) {
            Some(point) => Ok((cell, point)),
            None => Err(self.error(HtttxErrorKind::OffBoard(cell))),
        }
    }

    fn skip_visuals(&mut self) -> Result<(), HtttxError> {
        while self.take('<') {
            self.until('>', "'>' after a mark")?;
        }
        Ok(())
    }

    /// The turns up to the end of the text or of the variation, the first of which has this number.
    fn line(&mut self, editor: &mut TreeEditor<'_, Board>, first: usize, depth: usize) -> Result<(), HtttxError> {
        if depth > DEEPEST {
            return Err(self.error(HtttxErrorKind::TooDeep));
        }
        for turn in first.. {
            if !self.peek().is_some_and(|next| next.is_ascii_digit()) {
                break;
            }
            let found = self.until('.', "'.' after the number of a turn")?.trim();
            if found.parse() != Ok(turn) {
                return Err(self.error(HtttxErrorKind::Number { found: shortened(found), expected: turn }));
            }
            let before = editor.id();
            let stones = self.stones()?;
            self.put(editor, turn, stones)?;
            let after = editor.id();
            while self.take('(') {
                editor.go_to(before);
                self.line(editor, turn, depth + 1)?;
                self.expect(')', "a turn or ')' after a variation")?;
                editor.go_to(after);
            }
            if !self.take(';') && !matches!(self.peek(), None | Some(')')) {
                return Err(self.unexpected("';' after a turn"));
            }
        }
        Ok(())
    }

    /// The stones of a turn with what is written after them.
    fn stones(&mut self) -> Result<Vec<Stone>, HtttxError> {
        let mut stones: Vec<Stone> = Vec::new();
        for part in 0..2 {
            self.peek();
            let end = self.rest().strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with('/'));
            let stone = if end && part == 1 {
                self.until(']', "']'")?;
                None
            } else {
                Some(self.cell()?)
            };
            let known = if self.take('{') {
                let known = self.until('}', "'}' after an evaluation")?;
                known.split_whitespace().collect()
            } else {
                String::new()
            };
            self.skip_visuals()?;
            match (stone, stones.last_mut()) {
                (Some((cell, point)), _) => stones.push(Stone { cell, point, known }),
                // What follows `[/]` belongs to the position after the stone before it.
                (None, Some(last)) if last.known.is_empty() => last.known = known,
                _ => {}
            }
        }
        while self.take('!') {}
        Ok(stones)
    }

    /// Puts the stones of a turn, in the order in which they are legal.
    fn put(
        &mut self,
        editor: &mut TreeEditor<'_, Board>,
        turn: usize,
        mut stones: Vec<Stone>,
    ) -> Result<(), HtttxError> {
        let board = editor.game().now().clone();
        let refused = |stone: &Stone, error| HtttxErrorKind::Stone { turn, cell: stone.cell, error };
        let Some(first) = stones.first() else { return Ok(()) };
        if let Some(other) = stones.get(1).filter(|_| board.check(first.point).is_err())
            && board.check(other.point).is_ok()
        {
            stones.swap(0, 1);
        }
        let mut after = board.clone();
        for stone in &stones {
            // The second stone may be written although the first one wins.
            let stands = after.color_at(stone.point).map(|color| IllegalStone::Occupied(stone.point, color));
            let illegal = if after.is_over() && !board.is_over() { stands } else { after.check(stone.point).err() };
            if let Some(error) = illegal {
                return Err(self.error(refused(stone, error)));
            }
            after.put(stone.point);
        }
        let points: Vec<Point> = stones.iter().map(|stone| stone.point).collect();
        let (order, surplus) = order(&board, &points);
        for point in order {
            // The order of the rules of distance and the one that ends the game last may differ.
            let played = editor.play(point).is_ok();
            let stone = stones.iter().find(|stone| stone.point == point);
            if let Some(stone) = stone.filter(|_| !played) {
                let error = editor.game().now().check(point).err();
                let error = error.unwrap_or(IllegalStone::Occupied(point, board.to_move()));
                return Err(self.error(refused(stone, error)));
            }
            if let (Some(node), Some(stone)) = (editor.node_mut(), stone)
                && node.comment.is_empty()
            {
                node.comment.clone_from(&stone.known);
            }
        }
        if !surplus.is_empty() {
            self.surplus.push((editor.id(), surplus));
        }
        Ok(())
    }
}

/// Whether a comment is what the notation can say after a stone: `@4500`, `%-1`, `#3`, `@4500:%-1`.
fn is_known(comment: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_value = |text: &str| {
        let value = text.strip_prefix(['%', '#']);
        value.is_some_and(|value| is_number(value.strip_prefix('-').unwrap_or(value)))
    };
    let is_clock = |text: &str| text.strip_prefix('@').is_some_and(is_number);
    match comment.split_once(':') {
        Some((clock, value)) => is_clock(clock) && is_value(value),
        None => is_clock(comment) || is_value(comment),
    }
}

/// Writes a game of [`Rules::HEXO`] that begins with the empty board or with a whole turn. It is of version 1 if it has
/// only turns of two stones. Comments are kept if the notation has their form, marks are not.
pub fn write(record: &GameRecord) -> String {
    let start = record.start();
    let middle = Window::around(Cell::ORIGIN);
    let mut text = String::new();
    for (name, value) in [
        ("name", &record.event),
        ("platform", &record.place),
        ("utcdatetime", &record.date),
        ("playercross", &record.black),
        ("playercircle", &record.white),
        ("source", &record.source),
    ] {
        if !value.is_empty() {
            let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            let _ = write!(text, "{name}[{}]", value.replace(']', ")"));
        }
    }
    text += match record.result {
        GameResult::Win(BLACK) => "winner[cross]",
        GameResult::Win(WHITE) => "winner[circle]",
        GameResult::Draw => "endreason[draw]",
        GameResult::Unknown => "",
    };
    let mut writer = Writer { record, middle, text: String::new(), is_first_version: true };
    writer.set_up();
    // The first stone is not written.
    let root = record.tree.node(NodeId::ROOT).and_then(|node| node.children().first().copied());
    let from = if start.stone_count() == 0 { root } else { Some(NodeId::ROOT) };
    if let Some(from) = from {
        writer.line(from, 1);
    }
    let version = if writer.is_first_version { "" } else { "version[2]" };
    let tags = format!("{version}{text}");
    if tags.is_empty() { writer.text } else { format!("{tags};\n{}", writer.text) }
}

struct Writer<'a> {
    record: &'a GameRecord,
    middle: Window,
    text: String,
    is_first_version: bool,
}

/// What is left to write of a line.
enum Step {
    /// The turns after a node, the first of which has a number.
    Line(NodeId, usize),
    /// A turn of these nodes.
    Turn(Vec<NodeId>, usize),
    /// The beginning of a variation.
    Open,
    /// The end of the turn.
    End,
    /// The end of a variation.
    Close,
}

impl Writer<'_> {
    /// The position at the beginning, if it is not the empty board.
    fn set_up(&mut self) {
        let start = self.record.start();
        if start.stone_count() == 0 {
            return;
        }
        self.is_first_version = false;
        for (color, end) in [(start.to_move(), " : "), (!start.to_move(), " ;\n")] {
            self.text += side(color);
            for (point, _) in start.stones().filter(|stone| stone.1 == color) {
                let _ = write!(self.text, " {}", self.middle.cell(point));
            }
            self.text += end;
        }
    }

    /// The turns after a node, as their nodes, the main one first. A turn with a choice within it is written once for
    /// each choice.
    fn turns_after(&self, from: NodeId) -> Vec<Vec<NodeId>> {
        let left = usize::from(self.record.tree.history(from).now().stones_left());
        let mut turns = Vec::new();
        let mut open = vec![(from, Vec::new())];
        while let Some((at, nodes)) = open.pop() {
            let children = self.record.tree.node(at).map_or(&[][..], |node| node.children());
            if nodes.len() == left || children.is_empty() {
                turns.extend((!nodes.is_empty()).then_some(nodes));
                continue;
            }
            open.extend(children.iter().rev().map(|&child| (child, [&nodes[..], &[child]].concat())));
        }
        turns
    }

    /// A turn with what is known after each stone.
    fn turn(&mut self, nodes: &[NodeId], number: usize) {
        let _ = write!(self.text, "{number}.");
        let last = self.record.tree.main_line().last().copied();
        let surplus = if nodes.last().copied() == last { &self.record.surplus[..] } else { &[] };
        for node in nodes.iter().filter_map(|&id| self.record.tree.node(id)) {
            let Some(point) = node.mv() else { continue };
            let _ = write!(self.text, " {}", self.middle.cell(point));
            if is_known(&node.comment) {
                self.is_first_version = false;
                let _ = write!(self.text, " {{{}}}", node.comment);
            }
        }
        for &point in surplus {
            let _ = write!(self.text, " {}", self.middle.cell(point));
        }
        if nodes.len() + surplus.len() < 2 {
            self.is_first_version = false;
            self.text += " [/]";
        }
    }

    fn line(&mut self, from: NodeId, first: usize) {
        let mut steps = vec![Step::Line(from, first)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Line(from, number) => {
                    let mut turns = self.turns_after(from);
                    if turns.is_empty() {
                        continue;
                    }
                    let main = turns.remove(0);
                    if let Some(&last) = main.last() {
                        steps.push(Step::Line(last, number + 1));
                    }
                    steps.push(Step::End);
                    for turn in turns.into_iter().rev() {
                        self.is_first_version = false;
                        steps.push(Step::Close);
                        if let Some(&last) = turn.last() {
                            steps.push(Step::Line(last, number + 1));
                        }
                        steps.push(Step::End);
                        steps.push(Step::Turn(turn, number));
                        steps.push(Step::Open);
                    }
                    steps.push(Step::Turn(main, number));
                }
                Step::Turn(nodes, number) => self.turn(&nodes, number),
                Step::Open => self.text += " (",
                Step::End => self.text += ";\n",
                Step::Close => self.text += ")",
            }
        }
    }
}

fn side(color: Side) -> &'static str {
    match color {
        BLACK => "x",
        WHITE => "o",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> String {
        read(text).unwrap().tree.write_moves()
    }

    fn error(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    /// The examples of both versions of the specification, but for the date of the second one.
    #[test]
    fn games_round_trip() {
        for text in [
            "name[GameName 0]platform[WebsiteXY 0]utcdatetime[2026-03-18 23:20:14]playercross[BlueWhale 0]\
            playercircle[GreenSnake 0]winner[cross];\n1. [-1,0] [0,1];\n2. [-1,1] [-2,2];\n",
            "version[2];\n1. [-1,0] [0,-1];\n2. [1,0] [2,0];\n3. [1,-2] [2,-3];\n4. [3,0] [4,0];\n\
            5. [1,-1] [2,-2];\n6. [5,0] [/];\n",
            "version[2];\n1. [-1,0] {@4505} [0,-1] {@4500:%-1};\n2. [1,0] [2,0] {#-1};\n",
            "version[2];\n1. [-1,0] [0,-1];\n2. [1,0] [2,0] (2. [1,-2] [2,-2];\n3. [-1,-1] [-1,-2];\n\
            4. [-1,1] [1,-1] (4. [-1,-3] [1,-1];\n);\n) (2. [-2,1] [2,-3];\n);\n3. [1,-2] [2,-3];\n",
            "version[2];\nx [1,0] [0,1] : o [0,0] ;\n1. [2,0] [3,0];\n",
            "version[2];\no [1,0] : x [0,0] ;\n",
            "version[2]endreason[draw];\n1. [1,-1] [/];\n",
        ] {
            let mut record = read(text).unwrap();
            if record.board().winner().is_some() && !text.contains("winner") {
                record.result = GameResult::Unknown;
            }
            assert_eq!(write(&record), text);
        }
    }

    #[test]
    fn what_may_vary_is_read() {
        let plain = moves("1. [1,0] [0,1]; 2. [2,0] [3,0];");
        for text in [
            "1.[1,0][0,1]!!;2.[ 2 , 0 ]\n[3,0]",
            "version[1];1. [1,0] [0,1] ; 2. [2,0] [3,0] ;",
            "\u{feff}VERSION[2];o:x[0,0];1. [1,0] <1,1> <2,0:#X:$A> [0,1] <0,0>; 2. [2,0] [3,0] <1,1>;",
            "endreason[resign];1. [1,0] [0,1]; 2. [2,0] [3,0]; ",
        ] {
            assert_eq!(moves(text), plain, "{text}");
        }
        assert_eq!(read("").unwrap().board().stone_count(), 1);
        // The second stone makes the first one legal.
        let (there, back) = (moves("1. [8,0] [16,0];"), moves("1. [16,0] [8,0];"));
        assert_eq!(there, back);
        // What follows the mark of a missing stone belongs to the position after the stone before it.
        assert_eq!(moves("1. [1,1] [/] {@1000};"), moves("1. [1,1] {@1000} [/];"));
        assert!(begins("  playercross[a];") && begins("VERSION[2]") && begins("1. [1,0]"));
        assert!(!begins("a.1 | A b") && !begins("J10 I11-K11") && !begins("note[1]") && !begins("[name]"));
    }

    /// A stone after the one that wins is kept where it was written.
    #[test]
    fn a_stone_after_the_end_is_kept() {
        let text = "1. [0,5] [5,5];\n2. [1,0] [2,0];\n3. [0,6] [5,6];\n4. [3,0] [4,0];\n5. [0,7] [5,3];\n\
            6. [5,0] [-1,4];\n";
        let record = read(text).unwrap();
        assert_eq!((record.result, record.surplus.len()), (GameResult::Win(BLACK), 0));
        // In the record the stone that ends the game is the last of its turn.
        assert!(write(&record).ends_with("6. [-1,4] [5,0];\n"));
        assert!(write(&record).starts_with("winner[cross];\n1. "));
    }

    #[test]
    fn errors_name_the_line_and_what_was_expected() {
        for (text, expected) in [
            ("name[x", "line 1: the end of the text where ']' after the value of a tag was expected"),
            ("name[x]\n1. [1,0] [0,1];", "line 2: '1. [1,0] [0,1];' where a tag or ';' after the tags was expected"),
            ("version[3];", "line 1: version 3; expected 1 or 2"),
            ("1. [1,0] [0,1];\n3. [2,0] [3,0];", "line 2: turn 3 where turn 2 was expected"),
            ("1. [1,0] (0,1);", "line 1: '(0,1);' where a stone like [1,-2] was expected"),
            ("1. [1,0] [0];", "line 1: '[0];' where a stone like [1,-2] was expected"),
            ("1. [1,0] [40,0];", "line 1: [40,0] is not on the board, which ends about 29 cells from [0,0]"),
            ("1. [1,0] [9,1];", "line 1: turn 1: [9,1]: no stone lies within 8 cells"),
            ("1. [1,0] [1,0];", "line 1: turn 1: [1,0]: there is a White stone on the point already"),
            ("1. [1,0] [0,1]; x", "line 1: 'x' where a turn or the end of the text was expected"),
            ("1. [1,0] [0,1] 2.", "line 1: '2.' where ';' after a turn was expected"),
            (
                "1. [1,0] [0,1] (1. [2,0] [3,0];",
                "line 1: the end of the text where a turn or ')' after a variation was expected",
            ),
            ("version[2];x [1,0] [1,0] : o ;", "line 1: [1,0]: there is a Black stone on the point already"),
            ("version[2];x [1,0] ;", "line 1: ';' where a stone or ':' was expected"),
            ("version[2];x : x ;", "line 1: 'x ;' where 'x' or 'o' before the stones of a side was expected"),
        ] {
            assert_eq!(error(text), expected, "{text}");
        }
        let deep = "1. [1,0] [0,1] (".repeat(200);
        assert_eq!(error(&deep), "line 1: more than 100 variations within each other");
    }
}
