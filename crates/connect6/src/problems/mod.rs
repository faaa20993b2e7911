//! Problems (诘棋): positions with a win to be found, a table of known problems, and the answer to
//! "what is to be done here?".
//!
//! A file of problems has one problem per line with fields separated by `|`; empty lines and lines
//! that begin with `#` are ignored:
//!
//! ```text
//! name | side to move | black stones | white stones | turns | first turn [| anything]
//! ITSS-1 | W | J10 J12 K12 … | M12 J11 … | 5 | L6-M9 | Yen and Yang 2011
//! ```
//!
//! The side is `B` or `W`, points are a column letter (I included) and a row from 1 at the bottom,
//! `turns` is the number of the attacker's turns, up to the one after which the defender can't
//! prevent the win. Text after the sixth field is a remark for readers. The suite included in the
//! library has this form, and users' files add to it ([`ProblemTable::extend_from_text`]).

mod answer;
mod problem;
mod table;

pub use answer::{Answer, AnswerLimits, WinSource, solve};
pub use problem::{Problem, ProblemError, ProblemErrorKind, SUITE, read, write};
pub use table::{KnownProblem, ProblemFileError, ProblemTable};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Solution, Solver, SolverLimits};
    use crate::{BLACK, Board, Point, Rules, Side, Symmetry, WHITE};

    fn suite() -> Vec<Problem> {
        read(Rules::CONNECT6, SUITE).expect("the suite can be read")
    }

    #[test]
    fn the_suite_can_be_read_and_written() {
        let problems = suite();
        assert_eq!(problems.len(), 15);
        for problem in problems {
            assert_eq!(read(Rules::CONNECT6, &write(&problem)), Ok(vec![problem]));
        }
    }

    #[test]
    fn the_table_agrees_with_the_solver() {
        let table = ProblemTable::suite();
        assert_eq!(table.len(), 15);
        let mut solver = Solver::new(Rules::CONNECT6, 1 << 24);
        assert_eq!(table.verify(&mut solver, &SolverLimits::default()), []);
        // A wrong entry is named.
        let mut wrong = ProblemTable::new(Rules::CONNECT6);
        let mut slow = suite().swap_remove(4);
        slow.turns += 1;
        assert!(wrong.insert(&slow));
        let [(name, Solution::Win { turns, .. })] = &wrong.verify(&mut solver, &SolverLimits::default())[..] else {
            panic!("not found")
        };
        assert_eq!((name, turns + 1), (&slow.name, slow.turns));
        // An undecided entry is not confirmed.
        let (mut solver, few) =
            (Solver::new(Rules::CONNECT6, 1 << 20), SolverLimits { nodes: 1, ..Default::default() });
        assert_eq!(wrong.verify(&mut solver, &few), [(slow.name, Solution::Unknown)]);
    }

    #[test]
    fn problems_are_found_in_every_symmetric_form() {
        let rules = Rules::CONNECT6;
        let table = ProblemTable::suite();
        let mut solver = Solver::new(rules, 1 << 22);
        for problem in suite().iter().filter(|problem| problem.turns <= 6) {
            for symmetry in Symmetry::ALL {
                for swap in [false, true] {
                    let stones = |color: Side| -> Vec<Point> {
                        let stones = problem.board.stones().filter(|stone| (stone.1 == color) != swap);
                        stones.map(|stone| symmetry.apply(rules, stone.0)).collect()
                    };
                    let to_move = if swap { !problem.board.to_move() } else { problem.board.to_move() };
                    let board = Board::from_stones(rules, &stones(BLACK), &stones(WHITE), to_move).expect("a position");
                    let known = table.lookup(&board).expect("it is a problem");
                    assert_eq!((known.name, known.turns), (&*problem.name, problem.turns));
                    // The turn wins on this board: the solver proves one turn less against every
                    // reply.
                    let proof = solver.proof(&board, &SolverLimits { turns: known.turns, ..SolverLimits::default() });
                    assert_eq!(proof.expect("won").turns(), known.turns);
                    assert!(known.turn.points().iter().all(|&point| board.is_empty(point)));
                    let mut after = board.clone();
                    after.play(known.turn.points()).expect("legal");
                    let threat = solver.threat(&after, &SolverLimits::default()).unwrap().expect("it threatens");
                    assert_eq!(threat.proof.turns(), 1);
                    // With the other side to move it is a different position.
                    let other =
                        Board::from_stones(rules, &stones(BLACK), &stones(WHITE), !to_move).expect("a position");
                    assert_eq!(table.lookup(&other), None);
                }
            }
        }
        assert_eq!(table.lookup(&Board::new(rules)), None);
        assert_eq!(table.lookup(&Board::new(Rules::GOMOKU)), None);
    }

    #[test]
    fn errors_contain_the_line_and_the_cause() {
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
            (
                "a | B | A1 | B1 | 1 | C2",
                "line 3: the first turn is not legal: the stones of the turn are 1: expected 2",
            ),
        ] {
            assert_eq!(kind(line).to_string(), expected);
        }
        assert!(matches!(kind("a | B | A99 | B1 | 1 | C1-C2").kind, ProblemErrorKind::Point(_)));
        let mut table = ProblemTable::new(Rules::CONNECT6);
        assert!(table.extend_from_text("a | B | A1 | B1 | 1 | C1-C2\nb").is_err());
        assert!(table.is_empty());
    }
}
