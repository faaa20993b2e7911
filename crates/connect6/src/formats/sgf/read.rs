//! Reading games.

use super::scanner::{Property, Scanner};
use super::{MARKS, NUMBERS, SgfError, SgfErrorKind};
use crate::formats::record::order;
use crate::formats::{GameRecord, GameResult};
use crate::notation::{CoordinateError, next_named};
use crate::{BLACK, Board, IllegalStone, IllegalTurn, Point, Rules, RulesError, Side, WHITE};
use duiyi_game::{GameTree, NodeId, TreeEditor, shortened};

/// `19` or `19:15`.
fn size(value: &str) -> Option<(u8, u8)> {
    let value = value.trim();
    match value.split_once(':') {
        Some((width, height)) => Some((width.trim().parse().ok()?, height.trim().parse().ok()?)),
        None => value.parse().ok().map(|side| (side, side)),
    }
}

/// The number of gomoku and renju in the property `GM`. Connect6 has none.
const GOMOKU: &str = "4";

/// The rules at the root: `RU` if present, otherwise gomoku or renju if `GM` names them, otherwise Connect6, on a
/// board of size `SZ`.
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
    let base = match property("GM") {
        Some(gm) if gm.values[0].trim() == GOMOKU => match property("RU").map(|ru| ru.values[0].to_ascii_lowercase()) {
            Some(ru) if ru.contains("renju") => Rules::RENJU,
            Some(ru) if ru.contains("standard") => Rules::STANDARD_GOMOKU,
            _ => Rules::GOMOKU,
        },
        _ => Rules::CONNECT6,
    };
    match size {
        Some(((width, height), line)) => base.resized(width, height).map_err(wrap(line)),
        None => Ok(base),
    }
}

/// The points of a value of `B`, `W`, `AB` or `AW`: joined names, or two letters.
fn points(rules: Rules, value: &str) -> Result<Vec<Point>, CoordinateError> {
    let value = value.trim();
    if let &[column, row] = value.as_bytes()
        && column.is_ascii_alphabetic()
        && row.is_ascii_alphabetic()
    {
        let (width, height) = (rules.width(), rules.height());
        let point = rules.point(number(column, width), number(row, height)).map(|point| upside_down(rules, point));
        let size = (width, height);
        let off_board = || duiyi_game::CoordinateError::OffBoard { text: shortened(value), size };
        return Ok(vec![point.ok_or_else(off_board)?]);
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

/// The number of a column or row, from 0: small letters up to 26, then capital ones. On a side
/// without the latter, both are the same.
fn number(letter: u8, side: u8) -> u8 {
    let number = letter.to_ascii_lowercase() - b'a';
    if side > 26 && letter.is_ascii_uppercase() { number + 26 } else { number }
}

/// The point in the same column, with rows from the other side.
pub(super) fn upside_down(rules: Rules, point: Point) -> Point {
    rules.point(rules.column(point), rules.height() - 1 - rules.row(point)).expect("the point is on the board")
}

/// Reads the first game of a text.
///
/// ```
/// use duiyi_connect6::formats::sgf;
///
/// let golem = sgf::read("(;FF[4]PB[A]PW[B]SO[http://www.littlegolem.com];B[j10];W[i11k11])")?;
/// let letters = sgf::read("(;FF[4]PB[A]PW[B]SO[http://www.littlegolem.com];B[jj];W[ii];W[ki])")?;
/// assert_eq!(golem, letters);
/// assert_eq!((golem.black.as_str(), golem.turns().len()), ("A", 2));
/// # Ok::<(), sgf::SgfError>(())
/// ```
///
/// # Errors
///
/// If the text is not SGF, or its stones are not a game of its rules.
pub fn read(text: &str) -> Result<GameRecord, SgfError> {
    let mut scanner = Scanner::new(text);
    scanner.begin_game(true)?;
    game(&mut scanner, None)
}

/// Reads the first game of a text by these rules, whatever rules it names.
///
/// # Errors
///
/// As [`read`].
pub fn read_by(rules: Rules, text: &str) -> Result<GameRecord, SgfError> {
    let mut scanner = Scanner::new(text);
    scanner.begin_game(true)?;
    game(&mut scanner, Some(rules))
}

/// The games of a text, one after the other.
///
/// ```
/// use duiyi_connect6::formats::sgf;
///
/// let games: Result<Vec<_>, _> = sgf::games("(;PB[A];B[j10])(;PB[B](;B[j10]C[usual])(;B[a1]BM[1]))").collect();
/// let second = &games?[1];
/// assert_eq!(second.tree.write_moves(), "J10 {usual} (A1 $2)");
/// # Ok::<(), sgf::SgfError>(())
/// ```
pub fn games(text: &str) -> Games<'_> {
    Games { scanner: Some(Scanner::new(text)), is_first: true }
}

/// The games of a text; see [`games`]. It ends after an error, and a text without games is one.
#[derive(Clone, Debug)]
pub struct Games<'a> {
    scanner: Option<Scanner<'a>>,
    is_first: bool,
}

impl Iterator for Games<'_> {
    type Item = Result<GameRecord, SgfError>;

    fn next(&mut self) -> Option<Self::Item> {
        let scanner = self.scanner.as_mut()?;
        let read = match scanner.begin_game(std::mem::take(&mut self.is_first)) {
            Ok(true) => Some(game(scanner, None)),
            Ok(false) => None,
            Err(error) => Some(Err(error)),
        };
        if !matches!(read, Some(Ok(_))) {
            self.scanner = None;
        }
        read
    }
}

/// Reads a game from its first node to the parenthesis after it, which may be missing at the end of the text. Without
/// `by`, the rules are those of the root.
fn game(scanner: &mut Scanner<'_>, by: Option<Rules>) -> Result<GameRecord, SgfError> {
    scanner.at += 1;
    let root = scanner.node()?;
    let mut start = Board::new(by.map_or_else(|| rules(&root), Ok)?);
    set_up(&mut start, &root)?;
    let mut record = GameRecord::new(&start);
    let mut tree = GameTree::new(start);
    let mut reader = Reader { editor: tree.edit(), record: &mut record, surplus: Vec::new() };
    reader.node(&root)?;
    // The nodes to which the open variations return.
    let mut open = Vec::new();
    loop {
        match scanner.peek() {
            Some(b';') => {
                scanner.at += 1;
                reader.node(&scanner.node()?)?;
            }
            Some(b'(') => {
                scanner.at += 1;
                open.push(reader.editor.id());
            }
            Some(b')') => {
                scanner.at += 1;
                let Some(node) = open.pop() else { break };
                reader.editor.go_to(node);
            }
            Some(_) => return Err(scanner.unexpected("';', '(', ')' or a property")),
            None if open.is_empty() => break,
            None => return Err(scanner.error(SgfErrorKind::Unclosed("a variation"))),
        }
    }
    let surplus = reader.surplus;
    let last = tree.main_line().last().copied();
    record.surplus =
        surplus.into_iter().find(|(id, _)| Some(*id) == last).map(|(_, stones)| stones).unwrap_or_default();
    record.tree = tree;
    if record.result == GameResult::Unknown {
        record.result = record.board().outcome().into();
    }
    Ok(record)
}

/// Adds nodes to a record.
struct Reader<'a> {
    editor: TreeEditor<'a, Board>,
    record: &'a mut GameRecord,
    /// The stones after the end of the game, by the node that ended it.
    surplus: Vec<(NodeId, Vec<Point>)>,
}

impl Reader<'_> {
    fn node(&mut self, properties: &[Property<'_>]) -> Result<(), SgfError> {
        let (mut comment, mut marks) = (String::new(), Vec::new());
        for property in properties {
            let first = &property.values[0];
            let heading = match property.name {
                "B" => {
                    self.stones(property, BLACK)?;
                    continue;
                }
                "W" => {
                    self.stones(property, WHITE)?;
                    continue;
                }
                "C" => {
                    append(&mut comment, &first.replace("\r\n", "\n").replace('\r', "\n"));
                    continue;
                }
                "RE" => {
                    self.record.result = result(first);
                    continue;
                }
                "PB" => &mut self.record.black,
                "PW" => &mut self.record.white,
                "EV" => &mut self.record.event,
                "PC" => &mut self.record.place,
                "DT" => &mut self.record.date,
                "SO" => &mut self.record.source,
                name => {
                    marks.extend(self::marks(name, &property.values));
                    continue;
                }
            };
            first.trim().clone_into(heading);
        }
        // The notes of a node belong to the position after its stones, also if they stand before them.
        if let Some(node) = self.editor.node_mut() {
            append(&mut node.comment, &comment);
            for mark in marks {
                if !node.marks.contains(&mark) {
                    node.marks.push(mark);
                }
            }
        }
        Ok(())
    }

    /// Puts the stones of `B` or `W`.
    fn stones(&mut self, property: &Property<'_>, color: Side) -> Result<(), SgfError> {
        let error = |kind| SgfError { line: property.line, kind };
        for value in &property.values {
            let board = self.editor.game().now();
            let points = points(board.rules(), value).map_err(|fault| error(fault.into()))?;
            let number = self.editor.game().moves().len() + 1;
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
            for (before, &point) in points.iter().enumerate() {
                let twice = points[..before].contains(&point).then_some(color);
                if let Some(stone) = board.color_at(point).or(twice) {
                    let fault = IllegalStone::Occupied(point, stone);
                    return Err(error(SgfErrorKind::Stone { number: number + before, error: fault }));
                }
            }
            let (stones, surplus) = order(board, &points);
            for point in stones {
                let illegal = |_| error(SgfErrorKind::Stone { number, error: IllegalStone::GameOver(None) });
                self.editor.play(point).map_err(illegal)?;
            }
            if !surplus.is_empty() {
                self.surplus.push((self.editor.id(), surplus));
            }
        }
        Ok(())
    }
}

/// Joins comments by line breaks.
fn append(comment: &mut String, text: &str) {
    if !comment.is_empty() && !text.is_empty() {
        comment.push('\n');
    }
    comment.push_str(text);
}

/// The marks of a property.
fn marks(name: &str, values: &[String]) -> Vec<u8> {
    if name == NUMBERS {
        return values.iter().filter_map(|value| value.trim().parse().ok()).collect();
    }
    // The values of `TE` and `BM` are 1 and 2; other values are as 1.
    let doubled = values[0].trim() == "2";
    let of =
        |wanted: bool| (1..).zip(MARKS).find(|&(_, (property, value))| property == name && (value == "2") == wanted);
    of(doubled).or_else(|| of(false)).map(|(mark, _)| mark).into_iter().collect()
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
