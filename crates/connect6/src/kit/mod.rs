//! The kit of Connect6 and its family: the player with a book, its bench, explanations.

mod book;
mod collections;
mod explain;
mod openings;
mod page;
#[cfg(feature = "tune")]
pub mod stones;
mod study;
#[cfg(feature = "tune")]
mod sums;
#[cfg(feature = "tune")]
mod tuning;

pub use explain::explain;
pub use page::{formats, named_openings};

use crate::solver::{Solution, Solver, SolverLimits};
use crate::{
    Board, Point, Rules,
    baseline::windows,
    evaluation::AnyEvaluation,
    openings as known,
    player::{EVALUATIONS, parts, valuation},
};
use duiyi_book::OpenBook;
use duiyi_engine::{Decision, EnginePlayer, Player, PlayerParts, Request};
use duiyi_kit::{
    Bench, GameKit, Openings,
    matches::{SimplePlayer, Solved, WinFinder},
};
use std::sync::Arc;

/// The depth of the bench, in stones.
pub const BENCH_DEPTH: u32 = 6;

/// The parts of the player, with a function that opens books; Connect6 has one without a file.
fn with_book(rules: Rules) -> PlayerParts<Board> {
    let open = move |file: &str| match file {
        "" => Ok((rules == Rules::CONNECT6).then(book::own_book)),
        file => duiyi_book::open(file, &Board::new(rules)).map(Some).map_err(|error| error.to_string()),
    };
    parts(rules).book(Arc::new(open), Board::new(rules))
}

/// The player of the best windows, which does not search.
struct Windows;

impl Player<Board> for Windows {
    fn decide(&mut self, request: &mut Request<'_, Board>) -> Option<Decision<Point>> {
        windows(request.game.now()).map(|turn| Decision::new(turn.points().to_vec()))
    }
}

/// Searches for wins by double threats.
fn solver(board: &Board, nodes: u64) -> WinFinder<Board> {
    let mut solver = Solver::new(board.rules(), 16 << 20);
    Box::new(move |board| match solver.solve(board, &SolverLimits { nodes, ..SolverLimits::default() }) {
        Solution::Win { turn, .. } => Solved::Win(turn.points().to_vec()),
        Solution::NoWin => Solved::NoWin,
        Solution::Unknown => Solved::Unknown,
    })
}

/// The kit of a game of the family, with its name for command lines.
pub fn kit(name: &'static str, rules: Rules) -> GameKit<Board> {
    let usual = GameKit::new(name, Board::new(rules), with_book(rules));
    let is_connect6 = rules == Rules::CONNECT6;
    GameKit {
        titles: titles(name, rules),
        bench: Bench { depth: BENCH_DEPTH, positions: bench_positions() },
        book: Arc::new(move || is_connect6.then(|| Arc::new(page::named_openings()) as OpenBook<Board>)),
        explanation: Some(Arc::new(|board| {
            explain(board, &AnyEvaluation::new(board, valuation(EVALUATIONS[0])(board.rules())))
        })),
        by_rules: Some(|name, start| kit(name, start.rules())),
        rule_sets: Some(rule_sets(rules)),
        simple_players: vec![SimplePlayer {
            name: "windows",
            description: "the best windows",
            make: |_| Box::new(Windows),
        }],
        openings: if is_connect6 { openings::of_connect6() } else { Openings::default() },
        collections: Some(collections::read_collection),
        solver: Some(solver),
        page: |start| page::page(start.rules()),
        #[cfg(feature = "tune")]
        tuning: tuning::tuning(),
        ..usual
    }
}

/// The rule sets to choose from in a game that begins with these rules, by name.
fn rule_sets(rules: Rules) -> Vec<String> {
    let sets = if page::OF_GOMOKU.contains(&rules) { &page::OF_GOMOKU[..] } else { &[rules] };
    sets.iter().map(Rules::to_string).collect()
}

/// The titles of a game in English and in Chinese; its name if the rules have no title.
fn titles(name: &'static str, rules: Rules) -> [&'static str; 2] {
    match rules {
        Rules::CONNECT6 => ["Connect6", "六子棋"],
        Rules::GOMOKU => ["Gomoku", "五子棋"],
        Rules::STANDARD_GOMOKU => ["Standard gomoku", "标准五子棋"],
        Rules::RENJU => ["Renju", "连珠"],
        Rules::TIC_TAC_TOE => ["Tic-tac-toe", "井字棋"],
        Rules::HEXO => ["HeXO", "六角连六"],
        _ => [name; 2],
    }
}

/// The player of the engine for the given rules.
pub fn player(rules: Rules) -> Box<dyn Player<Board>> {
    Box::new(EnginePlayer::new(Arc::new(with_book(rules))))
}

/// The positions of the bench: the named openings of Connect6.
pub fn bench_positions() -> Vec<(String, Board)> {
    known::NAMED.iter().map(|opening| (format!("{:<15}", opening.romanized), opening.board())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kit_is_complete() {
        let kit = kit("connect6", Rules::CONNECT6);
        assert_eq!((kit.name, kit.bench.depth, kit.bench.positions.len()), ("connect6", 6, 20));
        assert!((kit.book)().is_some_and(|book| book.moves(&kit.start).is_ok_and(|moves| moves.len() == 1)));
        let explain = kit.explanation.as_ref().expect("an explanation");
        assert!(explain(&kit.bench.positions[0].1).contains("best stone: "));
    }
}
