//! SGF, the Smart Game Format (FF\[4\]), for Connect6 and its family.
//!
//! The format has no number for Connect6, and there are two conventions. Little Golem writes a turn
//! per node, its points joined and named as on the board: `;W[i11k11]`, rows from 1 at the bottom.
//! GoGui and NCTU6 write a stone per node with two letters, `;B[JJ];W[KK];W[IK]`; as in the
//! standard, the second letter counts rows from the top. Both are read, even mixed. A program that
//! reverses the rows gets the same game up to symmetry.
//!
//! A record contains the main line (the first variation at each fork) and the properties `SZ`, `RU`
//! (rules as [`Rules`] displays them), `PB`, `PW`, `EV`, `PC`, `DT`, `SO`, `RE`, and at the root
//! `AB`, `AW`, `PL`. Others, including comments, are ignored.

use super::{GameRecord, GameResult};
use crate::notation::{CoordinateError, Coordinates, next_named};
use crate::{
    BLACK, Board, IllegalStone, IllegalTurn, Point, Rules, RulesError, SetupError, Side, Turn, WHITE, side_name,
};
use duiyi_game::shortened;
use std::fmt::Write;
use thiserror::Error;

/// An error in a text with its line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {kind}")]
pub struct SgfError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub kind: SgfErrorKind,
}

/// What can be wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SgfErrorKind {
    /// There is no `(;`.
    #[error("no game: expected '(;'")]
    NoGame,
    /// The text ends within a game or a value.
    #[error("the text ends inside {0}")]
    Unclosed(&'static str),
    /// Something other than a property, a node or the end of the tree.
    #[error("'{found}' where {expected} was expected")]
    Unexpected {
        /// What was read.
        found: String,
        /// What was expected there.
        expected: &'static str,
    },
    /// `SZ` or `RU` with an invalid value.
    #[error("{property}[{value}]: expected {expected}")]
    Value {
        /// The property.
        property: &'static str,
        /// Its value, shortened.
        value: String,
        /// What was expected.
        expected: &'static str,
    },
    /// A board or rules that are not supported.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A point that can't be read.
    #[error(transparent)]
    Coordinates(#[from] CoordinateError),
    /// Stones that do not form a position.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Stones of the side that is not to move.
    #[error("stone {number}: {} where {} is to move", side_name(*found), side_name(*expected))]
    Side {
        /// The number of the stone in the game, from 1.
        number: usize,
        /// The colour of the stone.
        found: Side,
        /// The side to move.
        expected: Side,
    },
    /// A stone that can't be put.
    #[error("stone {number}: {error}")]
    Stone {
        /// The number of the stone in the game, from 1.
        number: usize,
        /// Why it can't be put.
        error: IllegalStone,
    },
    /// More stones in one node than are left in the turn.
    #[error("stone {number}: {error}")]
    Turn {
        /// The number of the first stone of the node in the game, from 1.
        number: usize,
        /// Why they can't be put.
        error: IllegalTurn,
    },
}

/// The style of writing turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum SgfStyle {
    /// A turn per node: `;W[i11k11]`.
    #[default]
    LittleGolem,
    /// A stone per node with letters, rows from the top: `;W[ii];W[ki]`. Boards up to 26.
    StonePerNode,
}

/// A property: its name, its values, and the line where it begins.
struct Property<'a> {
    name: &'a str,
    values: Vec<String>,
    line: usize,
}

/// The text with the position of the reader.
struct Scanner<'a> {
    text: &'a str,
    at: usize,
    /// A line, and the bytes up to which it was counted.
    counted: (usize, usize),
}

impl<'a> Scanner<'a> {
    fn line(&self) -> usize {
        let (line, from) = self.counted;
        line + self.text.as_bytes()[from..self.at].iter().filter(|&&byte| byte == b'\n').count()
    }

    /// The line, which is not counted from the beginning again.
    fn next_line(&mut self) -> usize {
        self.counted = (self.line(), self.at);
        self.counted.0
    }

    fn error(&self, kind: impl Into<SgfErrorKind>) -> SgfError {
        SgfError { line: self.line(), kind: kind.into() }
    }

    fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while self.at < bytes.len() && bytes[self.at].is_ascii_whitespace() {
            self.at += 1;
        }
        bytes.get(self.at).copied()
    }

    fn unexpected(&self, expected: &'static str) -> SgfError {
        let found = self.text[self.at..].chars().next().map(String::from).unwrap_or_default();
        self.error(SgfErrorKind::Unexpected { found, expected })
    }

    /// The value up to the closing bracket; a backslash escapes the next character.
    fn value(&mut self) -> Result<String, SgfError> {
        let mut value = String::new();
        let start = self.at + 1;
        let mut characters = self.text[start..].char_indices();
        while let Some((i, c)) = characters.next() {
            match c {
                ']' => {
                    self.at = start + i + 1;
                    return Ok(value);
                }
                '\\' => match characters.next() {
                    // An escaped line break is removed.
                    Some((_, '\n')) | None => {}
                    Some((_, c)) => value.push(c),
                },
                c => value.push(c),
            }
        }
        Err(self.error(SgfErrorKind::Unclosed("a value")))
    }

    /// The next property with all its values, if there is one.
    fn property(&mut self) -> Result<Option<Property<'a>>, SgfError> {
        if !self.peek().is_some_and(|byte| byte.is_ascii_alphabetic()) {
            return Ok(None);
        }
        let line = self.next_line();
        let start = self.at;
        while self.text.as_bytes().get(self.at).is_some_and(u8::is_ascii_alphabetic) {
            self.at += 1;
        }
        let name = &self.text[start..self.at];
        let mut values = Vec::new();
        while self.peek() == Some(b'[') {
            values.push(self.value()?);
        }
        if values.is_empty() {
            return Err(self.unexpected("a value in brackets"));
        }
        Ok(Some(Property { name, values, line }))
    }
}

/// The nodes of the main line.
fn nodes(text: &str) -> Result<Vec<Vec<Property<'_>>>, SgfError> {
    let mut scanner = Scanner { text, at: 0, counted: (1, 0) };
    // Mail and web pages have text before the game.
    scanner.at = text.find('(').ok_or_else(|| scanner.error(SgfErrorKind::NoGame))? + 1;
    if scanner.peek() != Some(b';') {
        return Err(scanner.error(SgfErrorKind::NoGame));
    }
    let mut nodes = Vec::new();
    loop {
        match scanner.peek() {
            Some(b';') => {
                scanner.at += 1;
                let mut node = Vec::new();
                while let Some(property) = scanner.property()? {
                    node.push(property);
                }
                nodes.push(node);
            }
            // The first variation continues the main line.
            Some(b'(') => scanner.at += 1,
            // The rest belongs to other variations.
            Some(b')') => return Ok(nodes),
            Some(_) => return Err(scanner.unexpected("';', '(', ')' or a property")),
            None => return Err(scanner.error(SgfErrorKind::Unclosed("a game"))),
        }
    }
}

/// `19` or `19:15`.
fn size(value: &str) -> Option<(u8, u8)> {
    let value = value.trim();
    match value.split_once(':') {
        Some((width, height)) => Some((width.trim().parse().ok()?, height.trim().parse().ok()?)),
        None => value.parse().ok().map(|side| (side, side)),
    }
}

/// The rules at the root: `RU` if present, otherwise Connect6 on a board of size `SZ`.
fn rules(root: &[Property<'_>]) -> Result<Rules, SgfError> {
    let property = |name: &str| root.iter().find(|property| property.name == name);
    let bad = |line, property, value: &str, expected| SgfError {
        line,
        kind: SgfErrorKind::Value { property, value: shortened(value), expected },
    };
    let wrap = |line| move |error: RulesError| SgfError { line, kind: error.into() };
    let size = match property("SZ") {
        Some(sz) => Some((
            size(&sz.values[0]).ok_or_else(|| bad(sz.line, "SZ", &sz.values[0], "the size of a board"))?,
            sz.line,
        )),
        None => None,
    };
    if let Some(ru) = property("RU").filter(|ru| ru.values[0].trim_start().starts_with("Connect(")) {
        return ru.values[0].parse().map_err(|_| bad(ru.line, "RU", &ru.values[0], "Connect(m,n,k,p,q)"));
    }
    let base = Rules::CONNECT6;
    match size {
        Some(((width, height), line)) => Rules::new(width, height, base.k(), base.p(), base.q()).map_err(wrap(line)),
        None => Ok(base),
    }
}

/// The points of a value of `B`, `W`, `AB` or `AW`: joined names, or two letters.
fn points(rules: Rules, value: &str) -> Result<Vec<Point>, CoordinateError> {
    let value = value.trim();
    if let [column, row] = value.as_bytes()
        && column.is_ascii_alphabetic()
        && row.is_ascii_alphabetic()
    {
        let point = Coordinates::LetterPairs.read(rules, value)?;
        return Ok(vec![upside_down(rules, point)]);
    }
    let mut points = Vec::new();
    let mut rest = value;
    while !rest.is_empty() {
        let (point, after) = next_named(rules, rest, false)?;
        points.push(point);
        rest = after.trim_start_matches(['-', ',', ' ']);
    }
    Ok(points)
}

fn upside_down(rules: Rules, point: Point) -> Point {
    crate::Symmetry::FlipRows.apply(rules, point)
}

/// Reads the first game of a text.
///
/// ```
/// use duiyi_connect6::formats::sgf;
///
/// let golem = sgf::read("(;FF[4]PB[A]PW[B]SO[http://www.littlegolem.com];B[j10];W[i11k11])")?;
/// let letters = sgf::read("(;FF[4]PB[A]PW[B]SO[http://www.littlegolem.com];B[jj];W[ii];W[ki])")?;
/// assert_eq!(golem, letters);
/// assert_eq!((golem.black.as_str(), golem.turns.len()), ("A", 2));
/// # Ok::<(), sgf::SgfError>(())
/// ```
///
/// # Errors
///
/// If the text is not SGF, or its stones are not a game of its rules.
pub fn read(text: &str) -> Result<GameRecord, SgfError> {
    let nodes = nodes(text)?;
    let rules = rules(&nodes[0])?;
    let mut record = GameRecord::new(&Board::new(rules));
    set_up(&mut record.start, &nodes[0])?;
    let mut board = record.start.clone();
    let mut number = 1;
    for property in nodes.iter().flatten() {
        let value = || property.values[0].trim().to_owned();
        let color = match property.name {
            "B" => BLACK,
            "W" => WHITE,
            "PB" => {
                record.black = value();
                continue;
            }
            "PW" => {
                record.white = value();
                continue;
            }
            "EV" => {
                record.event = value();
                continue;
            }
            "PC" => {
                record.place = value();
                continue;
            }
            "DT" => {
                record.date = value();
                continue;
            }
            "SO" => {
                record.source = value();
                continue;
            }
            "RE" => {
                record.result = result(&property.values[0]);
                continue;
            }
            _ => continue,
        };
        let error = |kind| SgfError { line: property.line, kind };
        for value in &property.values {
            let points = points(rules, value).map_err(|fault| error(fault.into()))?;
            let expected = board.to_move();
            if board.is_over() {
                let fault = IllegalStone::GameOver(board.winner());
                return Err(error(SgfErrorKind::Stone { number, error: fault }));
            }
            if color != expected {
                return Err(error(SgfErrorKind::Side { number, found: color, expected }));
            }
            // The stones of one node belong to one turn, and the second may be recorded even if the
            // first has won.
            if points.len() > usize::from(board.stones_left()) {
                let fault = IllegalTurn::Stones { found: points.len(), expected: board.stones_left() };
                return Err(error(SgfErrorKind::Turn { number, error: fault }));
            }
            for &point in &points {
                if let Some(stone) = board.color_at(point) {
                    let fault = IllegalStone::Occupied(point, stone);
                    return Err(error(SgfErrorKind::Stone { number, error: fault }));
                }
                board.put(point);
                number += 1;
            }
        }
    }
    record.turns = board.turns();
    if record.result == GameResult::Unknown {
        record.result = board.outcome().into();
    }
    Ok(record)
}

/// Sets the stones of `AB` and `AW`, and the side of `PL`.
fn set_up(board: &mut Board, root: &[Property<'_>]) -> Result<(), SgfError> {
    let rules = board.rules();
    let mut to_move = None;
    for property in root {
        let error = |kind| SgfError { line: property.line, kind };
        let color = match property.name {
            "AB" => BLACK,
            "AW" => WHITE,
            "PL" => {
                to_move = match property.values[0].trim().bytes().next() {
                    Some(b'B' | b'b') => Some(BLACK),
                    Some(b'W' | b'w') => Some(WHITE),
                    _ => None,
                };
                continue;
            }
            _ => continue,
        };
        for value in &property.values {
            for point in points(rules, value).map_err(|fault| error(fault.into()))? {
                board.set(point, color).map_err(|fault| error(fault.into()))?;
            }
        }
    }
    if to_move.is_some() || board.stone_count() > 0 {
        let left = if board.stone_count() == 0 { rules.q() } else { rules.p() };
        let turn = board.set_turn(to_move.unwrap_or(BLACK), left);
        turn.map_err(|fault| SgfError { line: 1, kind: fault.into() })?;
    }
    Ok(())
}

/// `B+…`, `W+…`, `0`, `Draw`.
fn result(value: &str) -> GameResult {
    match value.trim().as_bytes() {
        [b'B' | b'b', b'+', ..] => GameResult::Win(BLACK),
        [b'W' | b'w', b'+', ..] => GameResult::Win(WHITE),
        [b'0'] | [b'D' | b'd', ..] => GameResult::Draw,
        _ => GameResult::Unknown,
    }
}

/// Writes a record. It ends with a line break.
///
/// [`SgfStyle::StonePerNode`] has names for 26 columns and rows only; a larger board is written in
/// the other style. The same holds for a game whose last turn completes two separate rows, because
/// in single stones none may follow the first row.
pub fn write(record: &GameRecord, style: SgfStyle) -> String {
    let rules = record.start.rules();
    let named = rules.width().max(rules.height()) <= 26;
    let in_order = record.turns.last().is_none_or(|turn| ordered(record, turn).is_some());
    let style = if named && in_order { style } else { SgfStyle::LittleGolem };
    let mut text = String::from("(;FF[4]CA[UTF-8]");
    let side = match (rules.width(), rules.height()) {
        (width, height) if width == height => width.to_string(),
        (width, height) => format!("{width}:{height}"),
    };
    push(&mut text, "SZ", &side);
    push(&mut text, "RU", &rules.formula());
    let headings = [
        ("EV", &record.event),
        ("PC", &record.place),
        ("DT", &record.date),
        ("PB", &record.black),
        ("PW", &record.white),
        ("SO", &record.source),
    ];
    for (name, value) in headings {
        if !value.is_empty() {
            push(&mut text, name, value);
        }
    }
    match record.result {
        GameResult::Win(BLACK) => push(&mut text, "RE", "B+"),
        GameResult::Win(WHITE) => push(&mut text, "RE", "W+"),
        GameResult::Draw => push(&mut text, "RE", "0"),
        GameResult::Unknown => {}
    }
    let name = |point: Point| match style {
        SgfStyle::LittleGolem => Coordinates::Letters.write(rules, point).to_lowercase(),
        SgfStyle::StonePerNode => Coordinates::LetterPairs.write(rules, upside_down(rules, point)).to_lowercase(),
    };
    for (property, color) in [("AB", BLACK), ("AW", WHITE)] {
        let stones: Vec<Point> = record.start.stones().filter(|stone| stone.1 == color).map(|stone| stone.0).collect();
        if !stones.is_empty() {
            text += property;
            for point in stones {
                text += &format!("[{}]", name(point));
            }
        }
    }
    if record.start.stone_count() > 0 || record.start.to_move() == WHITE {
        push(&mut text, "PL", if record.start.to_move() == BLACK { "B" } else { "W" });
    }
    let mut to_move = record.start.to_move();
    for turn in &record.turns {
        let color = if to_move == BLACK { 'B' } else { 'W' };
        match style {
            SgfStyle::LittleGolem => {
                let glued: String = turn.points().iter().map(|&point| name(point)).collect();
                let _ = write!(text, ";{color}[{glued}]");
            }
            SgfStyle::StonePerNode => {
                for point in ordered(record, turn).unwrap_or_default() {
                    let _ = write!(text, ";{color}[{}]", name(point));
                }
            }
        }
        to_move = !to_move;
    }
    text + ")\n"
}

/// The stones of a turn in an order in which none follows the end of the game, because a reader of
/// single stones stops there; `None` if there is no such order, when the turn completes two
/// separate rows.
fn ordered(record: &GameRecord, turn: &Turn) -> Option<Vec<Point>> {
    let stones = turn.points();
    if record.turns.last() != Some(turn) {
        return Some(stones.to_vec());
    }
    let mut board = record.board();
    board.undo_turn();
    // If the row needs the last stone, the stones before it do not complete it in any order.
    let last = (0..stones.len()).rev().find(|&last| {
        let others = || stones.iter().enumerate().filter(|&(i, _)| i != last);
        others().for_each(|(_, &point)| board.put(point));
        let over = board.is_over();
        others().for_each(|_| {
            board.take();
        });
        !over
    })?;
    let mut stones = stones.to_vec();
    stones[last..].rotate_left(1);
    Some(stones)
}

fn push(text: &mut String, name: &str, value: &str) {
    text.push_str(name);
    text.push('[');
    for c in value.chars() {
        if matches!(c, ']' | '\\') {
            text.push('\\');
        }
        text.push(c);
    }
    text.push(']');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::game_line;

    const GAME: &str = "J10 I11-K11 L11-K12 J13-H11";

    #[test]
    fn both_styles_round_trip() {
        let board = game_line::read(Rules::CONNECT6, GAME).unwrap();
        let record = GameRecord {
            black: "A ] B \\ C".into(),
            event: "connect6.ch.27.1.1".into(),
            result: GameResult::Win(WHITE),
            ..GameRecord::new(&board)
        };
        for style in [SgfStyle::LittleGolem, SgfStyle::StonePerNode] {
            let text = write(&record, style);
            assert_eq!(read(&text), Ok(record.clone()), "{text}");
        }
        assert!(write(&record, SgfStyle::LittleGolem).contains(";B[j10];W[i11k11];B[l11k12]"));
        assert!(write(&record, SgfStyle::StonePerNode).contains(";B[jj];W[ii];W[ki];B[li];B[kh]"));
    }

    #[test]
    fn positions_set_up_round_trip() {
        let rules = Rules::new(7, 5, 4, 2, 1).unwrap();
        let at = Point::from_index;
        let start = Board::from_stones(rules, &[at(3), at(9)], &[at(20)], WHITE).unwrap();
        let mut board = start.clone();
        board.play(&[at(0), at(1)]).unwrap();
        board.put(at(2));
        for style in [SgfStyle::LittleGolem, SgfStyle::StonePerNode] {
            let record = GameRecord::new(&board);
            assert_eq!(record.start, start);
            assert_eq!(read(&write(&record, style)), Ok(record));
        }
    }

    #[test]
    fn boards_larger_than_26_are_written_in_the_other_style() {
        for (side, has_pairs) in [(26, true), (27, false), (40, false)] {
            let rules = Rules::new(side, side, 6, 2, 1).unwrap();
            let mut board = Board::new(rules);
            board.play(&[rules.point(side - 1, side - 1).unwrap()]).unwrap();
            let record = GameRecord::new(&board);
            let text = write(&record, SgfStyle::StonePerNode);
            assert_eq!(text.contains(";B[za]"), has_pairs, "{text}");
            assert_eq!(read(&text), Ok(record), "{text}");
        }
    }

    #[test]
    fn the_main_line_is_the_first_variation() {
        let text = "mail\n(;FF[4]SZ[19](;B[jj]C[a \\] b](;W[ii]W[ki])(;W[aa]))(;B[aa]))";
        assert_eq!(read(text).unwrap().board(), game_line::read(Rules::CONNECT6, "J10 I11-K11").unwrap());
    }

    #[test]
    fn records_may_contain_stones_after_the_winning_one() {
        let five = "AB[a1][b1][c1][d1][e1]";
        let record = read(&format!("(;{five};B[f1s19])")).unwrap();
        assert_eq!((record.result, record.turns.len()), (GameResult::Win(BLACK), 1));
        assert_eq!(read(&write(&record, SgfStyle::StonePerNode)), Ok(record));
        // Two stones make a row: of three adjacent stones the middle one comes last.
        let three = read("(;RU[Connect(7,5,2,4,2)];B[a1b3];W[c3c4c5])").unwrap();
        assert!(write(&three, SgfStyle::StonePerNode).ends_with(";W[cc];W[ca];W[cb])\n"));
        assert_eq!(read(&write(&three, SgfStyle::StonePerNode)), Ok(three));
        // Two separate rows have no such order.
        let four = read("(;RU[Connect(7,5,2,4,2)];B[a1b3];W[c3c4e3e4])").unwrap();
        assert!(write(&four, SgfStyle::StonePerNode).ends_with(";W[c3e3c4e4])\n"));
        assert_eq!(read(&write(&four, SgfStyle::StonePerNode)), Ok(four));
        let late = read(&format!("(;{five};B[f1s19]\n;W[a9b9])")).unwrap_err();
        assert_eq!(late.line, 2);
        assert!(matches!(late.kind, SgfErrorKind::Stone { number: 3, error: IllegalStone::GameOver(_) }));
    }

    #[test]
    fn errors_are_reported() {
        let kind = |text: &str| read(text).unwrap_err().kind;
        assert_eq!(kind(""), SgfErrorKind::NoGame);
        assert_eq!(kind("(B[jj])"), SgfErrorKind::NoGame);
        assert_eq!(kind("(;B[jj]"), SgfErrorKind::Unclosed("a game"));
        assert_eq!(kind("(;B[jj"), SgfErrorKind::Unclosed("a value"));
        assert!(matches!(kind("(;SZ[x])"), SgfErrorKind::Value { property: "SZ", .. }));
        assert!(matches!(kind("(;SZ[2])"), SgfErrorKind::Rules(RulesError::Size { .. })));
        assert!(matches!(kind("(;RU[Connect(1)])"), SgfErrorKind::Value { property: "RU", .. }));
        assert!(matches!(kind("(;W[jj])"), SgfErrorKind::Side { number: 1, .. }));
        assert!(matches!(kind("(;B[jj];W[jj])"), SgfErrorKind::Stone { number: 2, .. }));
        assert!(matches!(kind("(;B[j10k10])"), SgfErrorKind::Turn { number: 1, .. }));
        assert!(matches!(kind("(;B[t1])"), SgfErrorKind::Coordinates(_)));
        assert!(matches!(kind("(;AB[a1][a1])"), SgfErrorKind::Setup(_)));
        assert!(matches!(kind("(;B)"), SgfErrorKind::Unexpected { .. }));
        assert!(matches!(kind("(;B[jj]?)"), SgfErrorKind::Unexpected { .. }));
    }
}
