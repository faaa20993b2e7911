//! A problem and its text form.

use crate::notation::{CoordinateError, Coordinates};
use crate::{BLACK, Board, IllegalTurn, Point, Rules, SetupError, Turn, WHITE};
use duiyi_game::shortened;
use thiserror::Error;

/// The problems included in the library.
pub const SUITE: &str = include_str!("suite.txt");

/// A position with a known win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Its name.
    pub name: String,
    /// The position, at the beginning of a turn.
    pub board: Board,
    /// The number of turns to the win.
    pub turns: u32,
    /// A first turn that wins.
    pub turn: Turn,
}

/// Why a line is not a problem.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {kind}")]
pub struct ProblemError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with the line.
    pub kind: ProblemErrorKind,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProblemErrorKind {
    /// Too few fields.
    #[error("{0} fields, expected at least six: name | side | black | white | turns | first turn")]
    Fields(usize),
    /// The name is empty.
    #[error("the name is empty")]
    Name,
    /// The side is neither B nor W.
    #[error("the side to move is '{0}', expected B or W")]
    Side(String),
    /// A point can't be read.
    #[error(transparent)]
    Point(#[from] CoordinateError),
    /// The stones do not form a position.
    #[error("no position: {0}")]
    Position(#[from] SetupError),
    /// The number of turns is not a number from 1 to 250.
    #[error("the number of turns is '{0}', expected a number from 1 to 250")]
    Turns(String),
    /// The first turn is not legal.
    #[error("the first turn is not legal: {0}")]
    Turn(#[from] IllegalTurn),
}

/// Reads a text of problems.
///
/// # Errors
///
/// The first line that is not a problem.
pub fn read(rules: Rules, text: &str) -> Result<Vec<Problem>, ProblemError> {
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
        .map(|(index, line)| read_problem(rules, line).map_err(|kind| ProblemError { line: index + 1, kind }))
        .collect()
}

/// Reads one problem.
fn read_problem(rules: Rules, line: &str) -> Result<Problem, ProblemErrorKind> {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let [name, side, black, white, turns, first, ..] = fields[..] else {
        return Err(ProblemErrorKind::Fields(fields.len()));
    };
    if name.is_empty() {
        return Err(ProblemErrorKind::Name);
    }
    let to_move = match side {
        "B" => BLACK,
        "W" => WHITE,
        other => return Err(ProblemErrorKind::Side(shortened(other))),
    };
    let stones = |text: &str| -> Result<Vec<Point>, CoordinateError> {
        text.split_whitespace().map(|name| Coordinates::Letters.read(rules, name)).collect()
    };
    let mut board = Board::from_stones(rules, &stones(black)?, &stones(white)?, to_move)?;
    // The empty board also counts as the beginning of an ordinary turn.
    board.set_turn(to_move, rules.p())?;
    let turns: u32 = turns
        .parse()
        .ok()
        .filter(|turns| (1..=250).contains(turns))
        .ok_or_else(|| ProblemErrorKind::Turns(shortened(turns)))?;
    let turn = Coordinates::Letters.read_turn(rules, first)?;
    board.clone().play(turn.points())?;
    Ok(Problem { name: name.to_owned(), board, turns, turn })
}

/// Writes a problem as a line that [`read`] reads.
pub fn write(problem: &Problem) -> String {
    let rules = problem.board.rules();
    let stones = |color| {
        let stones = problem.board.stones().filter(|stone| stone.1 == color);
        stones.map(|(point, _)| Coordinates::Letters.write(rules, point)).collect::<Vec<_>>().join(" ")
    };
    let side = match problem.board.to_move() {
        BLACK => "B",
        WHITE => "W",
    };
    format!(
        "{} | {side} | {} | {} | {} | {}",
        problem.name,
        stones(BLACK),
        stones(WHITE),
        problem.turns,
        Coordinates::Letters.write_turn(rules, &problem.turn)
    )
}
