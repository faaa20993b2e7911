//! Problems (诘棋): positions with a win to be found, a table of known ones, and
//! the answer to "what is to be done here?".
//!
//! A file of problems has one a line, its fields separated by `|`; empty lines
//! and those that begin with `#` are passed over:
//!
//! ```text
//! name | side to move | black stones | white stones | turns | first turn [| anything]
//! ITSS-1 | W | J10 J12 K12 … | M12 J11 … | 5 | L6-M9 | Yen and Yang 2011
//! ```
//!
//! The side is `B` or `W`, points are a column letter (I included) and a row
//! from 1 at the bottom, `turns` is the number of the attacker's turns up to
//! the one after which nothing helps. What follows the sixth field is for
//! people. The suite that comes with the library has this form, and files of a
//! user's own add to it ([`ProblemTable::extend_from_text`]).

mod answer;
mod table;

use crate::notation::{CoordinateError, Coordinates};
use crate::{Board, Color, IllegalTurn, Point, Rules, SetupError, Turn};
pub use answer::{Answer, Effort, Source, solve};
pub use table::{Known, ProblemTable};
use thiserror::Error;

/// The problems that come with the library.
pub const SUITE: &str = include_str!("suite.txt");

/// A position with a known win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What it is called.
    pub name: String,
    /// The position, at the beginning of a turn.
    pub board: Board,
    /// In how many turns it is won.
    pub turns: u32,
    /// A first turn that does.
    pub turn: Turn,
}

/// Why a line is no problem.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {kind}")]
pub struct ProblemError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
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
    /// The stones are no position.
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
/// The first line that is none.
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
        "B" => Color::Black,
        "W" => Color::White,
        other => return Err(ProblemErrorKind::Side(shortened(other))),
    };
    let stones = |text: &str| -> Result<Vec<Point>, CoordinateError> {
        text.split_whitespace().map(|name| Coordinates::Letters.read(rules, name)).collect()
    };
    let mut board = Board::from_stones(rules, &stones(black)?, &stones(white)?, to_move)?;
    // The empty board too is asked about as if it were any turn.
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
        Color::Black => "B",
        Color::White => "W",
    };
    format!(
        "{} | {side} | {} | {} | {} | {}",
        problem.name,
        stones(Color::Black),
        stones(Color::White),
        problem.turns,
        Coordinates::Letters.write_turn(rules, &problem.turn)
    )
}

fn shortened(text: &str) -> String {
    text.chars().take(20).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Symmetry;
    use crate::solver::{Limits, Solver, Verdict};

    fn suite() -> Vec<Problem> {
        read(Rules::CONNECT6, SUITE).expect("the suite can be read")
    }

    #[test]
    fn the_suite_can_be_read_and_written() {
        let problems = suite();
        assert_eq!(problems.len(), 14);
        for problem in problems {
            assert_eq!(read(Rules::CONNECT6, &write(&problem)), Ok(vec![problem]));
        }
    }

    #[test]
    fn the_table_is_what_the_solver_finds() {
        let table = ProblemTable::suite();
        assert_eq!(table.len(), 14);
        let mut solver = Solver::new(Rules::CONNECT6, 1 << 24);
        assert_eq!(table.verify(&mut solver, &Limits::default()), []);
        // One that claims too much is named.
        let mut wrong = ProblemTable::new(Rules::CONNECT6);
        let mut slow = suite().swap_remove(4);
        slow.turns += 1;
        wrong.insert(&slow);
        let [(name, Verdict::Win { turns, .. })] = &wrong.verify(&mut solver, &Limits::default())[..] else {
            panic!("not found")
        };
        assert_eq!((name, turns + 1), (&slow.name, slow.turns));
    }

    #[test]
    fn a_problem_is_found_whichever_way_round_it_comes() {
        let rules = Rules::CONNECT6;
        let table = ProblemTable::suite();
        let mut solver = Solver::new(rules, 1 << 22);
        for problem in suite().iter().filter(|problem| problem.turns <= 6) {
            for symmetry in Symmetry::ALL {
                for swap in [false, true] {
                    let stones = |color: Color| -> Vec<Point> {
                        let stones = problem.board.stones().filter(|stone| (stone.1 == color) != swap);
                        stones.map(|stone| symmetry.apply(rules, stone.0)).collect()
                    };
                    let to_move = if swap { !problem.board.to_move() } else { problem.board.to_move() };
                    let board = Board::from_stones(rules, &stones(Color::Black), &stones(Color::White), to_move)
                        .expect("a position");
                    let known = table.lookup(&board).expect("it is a problem");
                    assert_eq!((known.name, known.turns), (&*problem.name, problem.turns));
                    // The turn wins on this board: one turn less against every reply is left to the solver.
                    let proof = solver.proof(&board, &Limits { turns: known.turns, ..Limits::default() });
                    assert_eq!(proof.expect("won").turns(), known.turns);
                    assert!(known.turn.points().iter().all(|&point| board.is_empty(point)));
                    let mut after = board.clone();
                    after.play(known.turn.points()).expect("legal");
                    let threat = solver.threat(&after, &Limits::default()).expect("the turn threatens");
                    assert_eq!(threat.proof.turns(), 1);
                    // The other side to move is another position.
                    let other = Board::from_stones(rules, &stones(Color::Black), &stones(Color::White), !to_move)
                        .expect("a position");
                    assert_eq!(table.lookup(&other), None);
                }
            }
        }
        assert_eq!(table.lookup(&Board::new(rules)), None);
        assert_eq!(table.lookup(&Board::new(Rules::GOMOKU)), None);
    }

    #[test]
    fn errors_say_where_and_what() {
        let kind = |line: &str| read(Rules::CONNECT6, &format!("# comment\n\n{line}")).expect_err("no problem");
        for (line, expected) in [
            ("a | B", "line 3: 2 fields, expected at least six: name | side | black | white | turns | first turn"),
            (" | B | A1 | B1 | 1 | C1-C2", "line 3: the name is empty"),
            ("a | X | A1 | B1 | 1 | C1-C2", "line 3: the side to move is 'X', expected B or W"),
            ("a | B | A1 | B1 | 0 | C1-C2", "line 3: the number of turns is '0', expected a number from 1 to 250"),
            ("a | B | A1 | A1 | 1 | C1-C2", "line 3: no position: there is a Black stone on the point already"),
            (
                "a | B | A1 | B1 | 1 | A1-C2",
                "line 3: the first turn is not legal: there is a Black stone on the point already",
            ),
            ("a | B | A1 | B1 | 1 | C2", "line 3: the first turn is not legal: a turn of 1 stones where 2 are due"),
        ] {
            assert_eq!(kind(line).to_string(), expected);
        }
        assert!(matches!(kind("a | B | A99 | B1 | 1 | C1-C2").kind, ProblemErrorKind::Point(_)));
        let mut table = ProblemTable::new(Rules::CONNECT6);
        assert!(table.extend_from_text("a | B | A1 | B1 | 1 | C1-C2\nb").is_err());
        assert!(table.is_empty());
    }
}
