//! The exact results of the evaluation, the threats, the solver and (in `player.rs`) the player on
//! fixed positions. A change without functional effect leaves them unchanged; a functional change
//! rewrites them and shows the difference:
//!
//! ```sh
//! UPDATE_EXPECT=1 cargo test -p duiyi-connect6 --features player --test all
//! ```

use crate::common::{game_positions, name, problems};
use duiyi_connect6::baseline::windows;
use duiyi_connect6::evaluation::{Evaluation, ScoredPoint, Tables, Weights};
use duiyi_connect6::notation::{Coordinates, game_line};
use duiyi_connect6::solver::{Solver, SolverLimits};
use duiyi_connect6::threats::Threats;
use duiyi_connect6::{Board, Rules, Side, side_name};
use expect_test::expect_file;
use std::fmt::Write as _;
use std::sync::Arc;

/// Compares the results with the file.
pub(crate) fn compare(file: &str, found: &str) {
    expect_file![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file)].assert_eq(found);
}

/// Positions within games of several kinds.
pub(crate) fn boards() -> Vec<Board> {
    let games = [
        (Rules::CONNECT6, "J10 I11-K11 L11-K12"),
        (Rules::CONNECT6, "J10 I9-K9 K8-L10 J11-I12"),
        (Rules::CONNECT6, "J10 J9-K11 K12-L11 L10-J13 J12-I12"),
        (Rules::GOMOKU, "H8 I9 H9 H10 I8 G8"),
        (Rules::GOMOKU, "H8 H9 I9 G7 I8"),
        (Rules::TIC_TAC_TOE, "B2 A1"),
        (Rules::new(9, 7, 5, 2, 1).unwrap(), "E4 D4-F4 E5-E3"),
        (Rules::new(11, 11, 6, 3, 2).unwrap(), "F6-G6 E5-F5-G5"),
    ];
    games
        .iter()
        .map(|&(rules, line)| game_line::read(rules, line).unwrap_or_else(|error| panic!("{line}: {error}")))
        .collect()
}

#[test]
fn the_evaluation_is_unchanged() {
    let mut text = String::new();
    let tables = Arc::new(Tables::new(Rules::CONNECT6, &Weights::tuned()));
    let plain = Arc::new(Tables::new(Rules::CONNECT6, &Weights::plain()));
    let sums = Weights { count_network: None, ..Weights::tuned() };
    let sums = Arc::new(Tables::new(Rules::CONNECT6, &sums));
    for (name_of, board, _) in game_positions().into_iter().step_by(31) {
        write!(text, "{name_of}:").unwrap();
        for tables in [&tables, &plain, &sums] {
            let evaluation = Evaluation::new(&board, Arc::clone(tables));
            for color in Side::BOTH {
                let values = [1, 2].map(|left| evaluation.evaluate(color, left));
                let mut buffer = [ScoredPoint::default(); 3];
                let best = evaluation.best_points(color, &mut buffer);
                let best: Vec<String> =
                    best.iter().map(|best| format!("{}={}", name(best.point), best.score)).collect();
                write!(text, " {values:?} {}", best.join(",")).unwrap();
            }
        }
        text.push('\n');
    }
    compare("signature-evaluation.txt", &text);
}

#[test]
fn threat_counts_are_unchanged() {
    let mut text = String::new();
    for (name_of, board, _) in game_positions().into_iter().step_by(9) {
        let mut threats = Threats::new(Rules::CONNECT6);
        write!(text, "{name_of}:").unwrap();
        for color in Side::BOTH {
            threats.read(&board, color);
            let points: Vec<String> = threats.points().map(name).collect();
            write!(text, " {} {}", threats.count(), points.join(",")).unwrap();
        }
        text.push('\n');
    }
    compare("signature-threats.txt", &text);
}

#[test]
fn solver_node_counts_are_unchanged() {
    let mut text = String::new();
    let mut solver = Solver::new(Rules::CONNECT6, 1 << 22);
    for problem in problems() {
        solver.clear();
        let verdict = solver.solve(&problem.board, &SolverLimits { nodes: 30_000, ..SolverLimits::default() });
        write!(text, "{} {verdict:?} {}", problem.name, solver.nodes()).unwrap();
        solver.clear();
        let cautious = solver.solve_conservatively(&problem.board, &SolverLimits { turns: 8, nodes: 2000, stop: None });
        writeln!(text, ", {cautious:?} {}", solver.nodes()).unwrap();
    }
    for (name_of, board, _) in game_positions().into_iter().step_by(23) {
        solver.clear();
        let verdict = solver.solve(&board, &SolverLimits { turns: 8, nodes: 2000, stop: None });
        writeln!(text, "{name_of} {verdict:?} {}", solver.nodes()).unwrap();
    }
    compare("signature-solver.txt", &text);
}

#[test]
fn the_baseline_is_unchanged() {
    let mut text = String::new();
    for mut board in boards() {
        for _ in 0..12 {
            let Some(turn) = windows(&board) else { break };
            write!(text, "{} ", Coordinates::Letters.write_turn(board.rules(), &turn)).unwrap();
            board.play(turn.points()).expect("a legal turn");
        }
        let winner = board.winner().map_or("None".to_owned(), |side| format!("Some({})", side_name(side)));
        writeln!(text, "{winner}").unwrap();
    }
    compare("signature-baseline.txt", &text);
}
