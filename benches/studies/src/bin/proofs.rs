//! Proof-number search on the boards and problems of Connect6's family.
//!
//! `boards` solves every Connect(m,n,k,p,q) up to a number of points; `problems` compares PN, PN² and the
//! solver of Connect6 on its problems, on the same tree of double threats.
//!
//! ```sh
//! cargo run --release -p studies --bin proofs -- boards > docs/data/solved-boards.csv
//! cargo run --release -p studies --bin proofs -- problems > docs/data/proof-numbers.csv
//! ```
#![allow(clippy::print_stdout)]

use clap::{Parser, Subcommand};
use duiyi_connect6::{
    Board, Game, Notation, Point, Reach, Rules, Score, Side, Verdict,
    problems::{Problem, SUITE, read},
    solver::{DoubleThreats, Solution, Solver, SolverLimits},
};
use duiyi_search::{
    LimitControl, Limits, PositionValue, ProofNumberSearch, ProofReport, ProofResult, SecondLevel, StopHandle,
    ValueReport,
};
use std::{error::Error, sync::Arc};

#[derive(Parser)]
#[command(about = "Proof-number search on small boards and on problems")]
struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Solve all boards with rows of three and more and one or two stones a turn.
    Boards {
        /// The most points of a board.
        #[arg(long, default_value_t = 16)]
        points: u8,
        /// The most positions for each question.
        #[arg(long, default_value_t = 20_000_000)]
        nodes: u64,
        /// The most nodes in memory.
        #[arg(long, default_value_t = 4 << 20)]
        memory: usize,
    },
    /// Compare the searches on the problems.
    Problems {
        /// The most positions for each problem.
        #[arg(long, default_value_t = 2_000_000)]
        nodes: u64,
        /// The memories in nodes.
        #[arg(long, value_delimiter = ',', default_value = "1000,10000,100000,1000000")]
        memory: Vec<usize>,
        /// The transition of PN²'s second level, as a share of the memory.
        #[arg(long, default_value_t = SecondLevel::default().transition)]
        transition: f64,
        /// The width of this transition, as a share of the memory.
        #[arg(long, default_value_t = SecondLevel::default().width)]
        width: f64,
    },
}

fn main() -> Result<(), Box<dyn Error>> {
    let options: Vec<String> = std::env::args().skip(1).collect();
    println!("# Command: cargo run --release -p studies --bin proofs -- {}", options.join(" "));
    match Arguments::parse().what {
        What::Boards { points, nodes, memory } => boards(points, nodes, memory),
        What::Problems { nodes, memory, transition, width } => {
            problems(nodes, &memory, SecondLevel { transition, width })?;
        }
    }
    Ok(())
}

/// The rules with at most `points` points: columns not fewer than rows, rows of three stones and more.
fn rules(points: u8) -> impl Iterator<Item = Rules> {
    let boards = (3..=points / 3).flat_map(move |m| (3..=m.min(points / m)).map(move |n| (m, n)));
    let lengths = boards.flat_map(|(m, n)| (3..=m).map(move |k| (m, n, k)));
    let turns = lengths.flat_map(|board| [(1, 1), (1, 2), (2, 1), (2, 2)].map(|turn| (board, turn)));
    turns.filter_map(|((m, n, k), (p, q))| Rules::new(m, n, k, p, q).ok())
}

fn control(nodes: u64) -> LimitControl {
    LimitControl::new(Limits::nodes(nodes), StopHandle::new())
}

/// A board on which a side without an open row cannot win: its verdict bounds the value then.
#[derive(Clone, Debug)]
struct OpenRows {
    board: Board,
    stones: [u64; 2],
    rows: Arc<[u64]>,
}

impl OpenRows {
    /// The empty board, of at most 64 points.
    fn new(rules: Rules) -> OpenRows {
        let mut rows = Vec::new();
        for start in rules.points() {
            for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let (x, y) = (i32::from(rules.column(start)), i32::from(rules.row(start)));
                let points = (0..i32::from(rules.k())).map(|i| {
                    let (column, row) = (u8::try_from(x + right * i).ok()?, u8::try_from(y + up * i).ok()?);
                    rules.point(column, row)
                });
                let bits = points.map(|point| point.map(|point| 1 << point.index())).sum::<Option<u64>>();
                rows.extend(bits);
            }
        }
        OpenRows { board: Board::new(rules), stones: [0; 2], rows: rows.into() }
    }

    /// Whether a side may still complete a row.
    fn has_open_row(&self, side: Side) -> bool {
        let other = self.stones[(!side).index()];
        self.rows.iter().any(|row| row & other == 0)
    }
}

impl Game for OpenRows {
    type Move = Point;
    type Undo = ();
    const ALTERNATES: bool = false;
    const PATH_MATTERS: bool = false;

    fn side_to_move(&self) -> Side {
        self.board.to_move()
    }

    fn legal_moves(&self, moves: &mut impl Extend<Point>) {
        self.board.legal_moves(moves);
    }

    fn is_legal(&self, point: Point) -> bool {
        self.board.is_legal(point)
    }

    fn make(&mut self, point: Point) {
        self.stones[self.board.to_move().index()] |= 1 << point.index();
        self.board.make(point);
    }

    fn unmake(&mut self, point: Point, (): ()) {
        self.board.unmake(point, ());
        self.stones[self.board.to_move().index()] &= !(1 << point.index());
    }

    fn key(&self) -> u64 {
        self.board.key()
    }

    fn canonical(&self) -> (u64, u8) {
        self.board.canonical()
    }

    fn verdict(&self, ply: usize) -> Verdict {
        let verdict = self.board.verdict(ply);
        if verdict != Verdict::Open {
            return verdict;
        }
        let mover = self.side_to_move();
        match (self.has_open_row(mover), self.has_open_row(!mover)) {
            (true, true) => Verdict::Open,
            (true, false) => Verdict::AtLeast(Score::ZERO, Reach::Position),
            (false, true) => Verdict::AtMost(Score::ZERO, Reach::Position),
            (false, false) => Verdict::Exact(Score::ZERO, Reach::Position),
        }
    }
}

/// Solves the empty board.
fn solve(rules: Rules, nodes: u64, memory: usize) -> ValueReport<Point> {
    ProofNumberSearch::new(memory).value(&mut OpenRows::new(rules), || control(nodes))
}

/// The value in words.
fn name(value: PositionValue) -> &'static str {
    match value {
        PositionValue::Won => "first",
        PositionValue::Drawn => "draw",
        PositionValue::Lost => "second",
        PositionValue::Unknown => "unknown",
    }
}

fn boards(points: u8, nodes: u64, memory: usize) {
    println!("# winner of Connect(m,n,k,p,q): first, second or draw; unknown: more than {nodes} positions or");
    println!("# {memory} nodes in memory; line: the turns of the solution");
    println!("m,n,k,p,q,winner,positions,peak,line");
    for rules in rules(points) {
        let report = solve(rules, nodes, memory);
        let numbers = [rules.width(), rules.height(), rules.k(), rules.p(), rules.q()].map(|number| number.to_string());
        let line = Board::new(rules).write_line(report.line());
        println!("{},{},{},{},{line}", numbers.join(","), name(report.value), report.nodes(), report.peak());
    }
}

fn is_proved<M>(report: &ProofReport<M>) -> bool {
    matches!(report.result, ProofResult::Proved(_))
}

/// Prints whether each search solves a problem, and its positions.
fn problems(nodes: u64, memories: &[usize], second_level: SecondLevel) -> Result<(), Box<dyn Error>> {
    println!("# positions evaluated and most nodes in memory, each problem from an empty table, at most {nodes}");
    println!("# positions; the solver counts only positions with the attacker to move");
    println!("problem,turns,search,memory,solved,positions,peak");
    let mut solver = Solver::new(Rules::CONNECT6, 16 << 20);
    for Problem { name, board, turns, .. } in read(Rules::CONNECT6, SUITE)? {
        solver.clear();
        let won = matches!(solver.solve(&board, &SolverLimits::default()), Solution::Win { .. });
        println!("{name},{turns},solver,,{won},{},", solver.nodes());
        let mut game = DoubleThreats::new(&board).ok_or_else(|| format!("{name}: not the start of a turn"))?;
        for &memory in memories {
            let plain = ProofNumberSearch::new(memory);
            let two_level = ProofNumberSearch { second_level: Some(second_level), ..plain };
            for (search, with) in [("PN", plain), ("PN2", two_level)] {
                let report = with.prove(&mut game, board.to_move(), &mut control(nodes));
                let (solved, positions, peak) = (is_proved(&report), report.nodes, report.peak);
                println!("{name},{turns},{search},{memory},{solved},{positions},{peak}");
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    const TABLE: &str = include_str!("../../../../docs/data/solved-boards.csv");

    /// The cells of a board, row by row, the side to move and its stones left.
    type State = (Vec<Option<Side>>, Side, usize);

    /// A plain solution by all moves, without code of the library: 1 if the side to move wins, −1 if it
    /// loses, 0 in a draw.
    fn plain(numbers: [usize; 5], state: &State, known: &mut HashMap<State, i8>) -> i8 {
        let [m, n, k, p, _] = numbers;
        if let Some(&value) = known.get(state) {
            return value;
        }
        let (cells, side, left) = state;
        let mut best = None;
        for cell in (0..m * n).filter(|&cell| cells[cell].is_none()) {
            let mut after = cells.clone();
            after[cell] = Some(*side);
            let wins = (0..m * n).any(|start| {
                let (x, y) = ((start % m) as i32, (start / m) as i32);
                [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&(dx, dy)| {
                    (0..k as i32).all(|i| {
                        let (x, y) = (x + i * dx, y + i * dy);
                        (0..m as i32).contains(&x)
                            && (0..n as i32).contains(&y)
                            && after[y as usize * m + x as usize] == Some(*side)
                    })
                })
            });
            let value = match (wins, *left) {
                (true, _) => 1,
                (false, 1) => -plain(numbers, &(after, !*side, p), known),
                (false, left) => plain(numbers, &(after, *side, left - 1), known),
            };
            best = best.max(Some(value));
        }
        let value = best.unwrap_or(0);
        known.insert(state.clone(), value);
        value
    }

    fn rows() -> impl Iterator<Item = ([usize; 5], &'static str)> {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#')).skip(1);
        lines.map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            let number = |i: usize| fields[i].parse().expect("a number");
            ([0, 1, 2, 3, 4].map(number), fields[5])
        })
    }

    #[test]
    fn the_table_of_boards_agrees_with_brute_force() {
        let mut checked = 0;
        for (numbers, winner) in rows().filter(|([m, n, ..], _)| m * n <= 12) {
            let [m, n, .., q] = numbers;
            let state = (vec![None; m * n], Side::First, q);
            let expected = ["second", "draw", "first"][(plain(numbers, &state, &mut HashMap::new()) + 1) as usize];
            assert_eq!(winner, expected, "{numbers:?}");
            checked += 1;
        }
        assert_eq!(checked, 12);
    }

    #[test]
    fn the_table_of_boards_is_complete_and_repeatable() {
        let table: HashMap<[usize; 5], &str> = rows().collect();
        for rules in rules(16) {
            let numbers = [rules.width(), rules.height(), rules.k(), rules.p(), rules.q()].map(usize::from);
            let winner = table.get(&numbers).unwrap_or_else(|| panic!("{numbers:?} is missing"));
            if rules.cells() <= 12 {
                assert_eq!(*winner, name(solve(rules, 20_000_000, 4 << 20).value), "{numbers:?}");
            }
        }
        assert_eq!(table[&[3, 3, 3, 1, 1]], "draw", "tic-tac-toe");
        assert_eq!(table[&[4, 3, 3, 1, 1]], "first", "three in a row with a column more");
        assert_eq!(table[&[4, 4, 4, 1, 1]], "draw");
    }
}
