//! Known problems, looked up in any symmetric form.

use super::problem::{self, Problem, ProblemError};
use crate::board::Geometry;
use crate::solver::{Solution, Solver, SolverLimits};
use crate::{BLACK, Board, Point, Rules, Side, Symmetry, Turn, WHITE};
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a file can't be read as a table of problems.
#[derive(Debug, Error)]
pub enum ProblemFileError {
    /// The file can't be read.
    #[error("'{}' cannot be read: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// A line of the file is not a problem.
    #[error("'{}', {source}", path.display())]
    Problem {
        /// The file.
        path: PathBuf,
        /// The line, and what is wrong with it.
        source: ProblemError,
    },
}

/// A problem in canonical form: Black attacks, and the position is the symmetric form with the
/// smallest key.
#[derive(Clone, Debug)]
struct Canonical {
    /// Every stone, in order: distinguishes positions with equal keys.
    stones: Box<[(Point, Side)]>,
    turn: Turn,
    turns: u32,
    name: Box<str>,
}

/// The known win in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownProblem<'t> {
    /// The name of the problem.
    pub name: &'t str,
    /// The winning turn, on the board of the look-up.
    pub turn: Turn,
    /// The number of turns to the win.
    pub turns: u32,
}

/// A table of problems of one game: canonical under the symmetries of the board
/// and the exchange of the colours (row C-B7 of docs/sources.md).
///
/// ```
/// use duiyi_connect6::problems::ProblemTable;
///
/// let table = ProblemTable::suite();
/// assert!(table.len() >= 10);
/// ```
#[derive(Clone, Debug)]
pub struct ProblemTable {
    rules: Rules,
    geometry: std::sync::Arc<Geometry>,
    problems: HashMap<u64, Canonical>,
    /// The numbers of stones that occur in the problems, to dismiss most positions quickly.
    counts: Vec<bool>,
}

impl ProblemTable {
    /// An empty table for these rules.
    pub fn new(rules: Rules) -> ProblemTable {
        ProblemTable {
            rules,
            geometry: std::sync::Arc::new(Geometry::new(rules)),
            problems: HashMap::new(),
            counts: vec![false; rules.cells() + 1],
        }
    }

    /// The problems included in the library, all of them Connect6.
    pub fn suite() -> ProblemTable {
        let mut table = ProblemTable::new(Rules::CONNECT6);
        table.extend_from_text(problem::SUITE).expect("a test reads the suite");
        table
    }

    /// The rules of the problems.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The number of problems.
    pub fn len(&self) -> usize {
        self.problems.len()
    }

    /// Whether the table is empty.
    pub fn is_empty(&self) -> bool {
        self.problems.is_empty()
    }

    /// Adds the problems of a text, one per line (see [`problems`](super)). Returns the number of
    /// problems read. Of several entries for one position, the one with the fewest turns remains.
    ///
    /// # Errors
    ///
    /// The first line that is not a problem; then nothing is added.
    pub fn extend_from_text(&mut self, text: &str) -> Result<usize, ProblemError> {
        let problems = problem::read(self.rules, text)?;
        for problem in &problems {
            self.insert(problem);
        }
        Ok(problems.len())
    }

    /// A table of the problems of a file.
    ///
    /// # Errors
    ///
    /// If the file can't be read, or a line is not a problem of these rules.
    pub fn from_file(rules: Rules, path: impl AsRef<Path>) -> Result<ProblemTable, ProblemFileError> {
        let path = path.as_ref();
        let text = duiyi_game::files::read_text(path, duiyi_game::files::MAX_TEXT)
            .map_err(|source| ProblemFileError::Unreadable { path: path.to_owned(), source })?;
        let mut table = ProblemTable::new(rules);
        table.extend_from_text(&text).map_err(|source| ProblemFileError::Problem { path: path.to_owned(), source })?;
        Ok(table)
    }

    /// Adds a problem; `false` if it has other rules than the table, or its turn is not legal.
    pub fn insert(&mut self, problem: &Problem) -> bool {
        if problem.board.rules() != self.rules || problem.board.clone().play(problem.turn.points()).is_err() {
            return false;
        }
        let (key, symmetry, swapped) = self.canonical(&problem.board);
        let stones = self.moved(&problem.board, symmetry, swapped);
        let entry = Canonical {
            stones,
            turn: map(self.rules, symmetry, &problem.turn),
            turns: problem.turns,
            name: problem.name.as_str().into(),
        };
        self.counts[entry.stones.len()] = true;
        match self.problems.get(&key) {
            Some(known) if known.turns <= entry.turns => {}
            _ => _ = self.problems.insert(key, entry),
        }
        true
    }

    /// The known win in a position at the beginning of a turn. The turn is checked to be legal
    /// there, whatever the table contains.
    pub fn lookup(&self, board: &Board) -> Option<KnownProblem<'_>> {
        if board.rules() != self.rules
            || !self.counts[board.stone_count()]
            || board.stones_left() != self.rules.p()
            || board.winner().is_some()
        {
            return None;
        }
        let (key, symmetry, swapped) = self.canonical(board);
        let known = self.problems.get(&key)?;
        if self.moved(board, symmetry, swapped) != known.stones {
            return None;
        }
        let turn = map(self.rules, symmetry.inverse(), &known.turn);
        board.clone().play(turn.points()).ok()?;
        Some(KnownProblem { name: &known.name, turn, turns: known.turns })
    }

    /// Checks every entry with a solver. Returns the names of those that it does not confirm, with
    /// the solution: it refutes them, wins in fewer turns, or the limits leave them undecided
    /// ([`Solution::Unknown`]).
    pub fn verify(&self, solver: &mut Solver, limits: &SolverLimits<'_>) -> Vec<(String, Solution)> {
        let mut unconfirmed = Vec::new();
        for problem in self.problems.values() {
            let stones = |color| -> Vec<Point> {
                problem.stones.iter().filter(|stone| stone.1 == color).map(|stone| stone.0).collect()
            };
            let board = Board::from_stones(self.rules, &stones(BLACK), &stones(WHITE), BLACK)
                .expect("the position was valid when it was inserted");
            match solver.solve(&board, limits) {
                Solution::Win { turns, .. } if turns == problem.turns => {}
                verdict => unconfirmed.push((problem.name.to_string(), verdict)),
            }
        }
        unconfirmed.sort_by(|a, b| a.0.cmp(&b.0));
        unconfirmed
    }

    /// The key, the symmetry that maps to it, and whether the colours are exchanged.
    fn canonical(&self, board: &Board) -> (u64, Symmetry, bool) {
        let swapped = board.to_move() == WHITE;
        let stones = board.stones().map(|(point, color)| (point, if swapped { !color } else { color }));
        let (key, symmetry) = self.geometry.canonical(self.rules, stones);
        (key, symmetry, swapped)
    }

    /// The stones after the symmetry and the exchange of colours, in order.
    fn moved(&self, board: &Board, symmetry: Symmetry, swapped: bool) -> Box<[(Point, Side)]> {
        let mut stones: Box<[(Point, Side)]> = board
            .stones()
            .map(|(point, color)| (symmetry.apply(self.rules, point), if swapped { !color } else { color }))
            .collect();
        stones.sort_unstable();
        stones
    }
}

fn map(rules: Rules, symmetry: Symmetry, turn: &Turn) -> Turn {
    let points: Vec<Point> = turn.points().iter().map(|&point| symmetry.apply(rules, point)).collect();
    Turn::new(&points).expect("a symmetry keeps points apart")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problems::SUITE;

    #[test]
    fn illegal_turns_are_neither_stored_nor_returned() {
        let rules = Rules::CONNECT6;
        let problem = problem::read(rules, SUITE).unwrap().swap_remove(0);
        let occupied = problem.board.stones().next().unwrap().0;
        let mut table = ProblemTable::new(rules);
        for points in
            [&[occupied, problem.turn.points()[0]][..], &problem.turn.points()[..1], &[Point::from_index(3000)]]
        {
            let turn = Turn::new(points).unwrap();
            assert!(!table.insert(&Problem { turn, ..problem.clone() }), "{turn:?}");
        }
        assert!(table.is_empty());
        // Even with a wrong entry the look-up returns nothing.
        assert!(table.insert(&problem));
        assert!(table.lookup(&problem.board).is_some());
        for known in table.problems.values_mut() {
            known.turn = Turn::pair(known.stones[0].0, known.turn.points()[0]);
        }
        assert_eq!(table.lookup(&problem.board), None);
    }

    #[test]
    fn another_position_with_the_same_key_is_not_known() {
        let problem = problem::read(Rules::CONNECT6, SUITE).unwrap().swap_remove(0);
        let mut table = ProblemTable::new(Rules::CONNECT6);
        table.insert(&problem);
        for known in table.problems.values_mut() {
            known.stones[0].1 = !known.stones[0].1;
        }
        assert_eq!(table.lookup(&problem.board), None);
    }

    #[test]
    fn the_win_in_the_fewest_turns_is_kept() {
        let problem = problem::read(Rules::CONNECT6, SUITE).unwrap().swap_remove(0);
        let (slow, fast) =
            (Problem { turns: 9, ..problem.clone() }, Problem { turns: 3, name: "faster".to_owned(), ..problem });
        for order in [[&slow, &fast], [&fast, &slow]] {
            let mut table = ProblemTable::new(Rules::CONNECT6);
            order.into_iter().for_each(|problem| {
                table.insert(problem);
            });
            let known = table.lookup(&slow.board).unwrap();
            assert_eq!((table.len(), known.turns, known.name), (1, 3, "faster"));
        }
    }
}
