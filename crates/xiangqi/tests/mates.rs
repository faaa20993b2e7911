//! Problems with a known shortest mate.
#![allow(clippy::print_stdout)]

use duiyi_search::{LimitControl, Limits, ParallelSearcher, Searcher, StopHandle, Table};
use duiyi_xiangqi::{Evaluation, Move, Position, Xiangqi};

/// No problem may take more: a search that loses its way ends.
const MOST_NODES: u64 = 1 << 20;

struct Problem {
    name: String,
    position: Position,
    moves: u32,
    keys: Vec<Move>,
}

fn problems() -> Vec<Problem> {
    include_str!("data/mates.epd")
        .lines()
        .map(|line| {
            let mut parts = line.split(';').map(str::trim);
            let position = parts.next().unwrap().parse().unwrap();
            let parts: Vec<_> = parts.collect();
            let field = |name: &str| parts.iter().find_map(|part| part.strip_prefix(name)?.strip_prefix(' ')).unwrap();
            let keys = field("bm").split(' ').map(|mv| mv.parse().unwrap()).collect();
            Problem { name: field("id").to_owned(), position, moves: field("dm").parse().unwrap(), keys }
        })
        .collect()
}

#[test]
fn mates_in_three_are_found_with_the_right_distance() {
    let problems = problems();
    assert!(problems.len() > 150);
    let table = Table::new(16);
    let mut searcher = Searcher::new(Evaluation::new());
    let mut hardest = (0, String::new());
    for problem in problems {
        table.clear();
        searcher.new_game();
        let mut game = Xiangqi::new(problem.position);
        let mut limits = Limits::mate(problem.moves);
        limits.nodes = Some(MOST_NODES);
        let mut control = LimitControl::new(limits, StopHandle::new());
        let found = searcher.search(&mut game, &table, &mut control, &mut (), |_| true);
        hardest = hardest.max((found.statistics.nodes, problem.name.clone()));
        let plies = 2 * problem.moves as i32 - 1;
        assert_eq!(found.score.mate_distance(), Some(plies), "{}: {}", problem.name, problem.position.to_fen());
        assert!(problem.keys.contains(&found.best.unwrap()), "{}: {:?}", problem.name, found.pv);
    }
    println!("hardest: {} nodes, {}", hardest.0, hardest.1);
}

/// Whichever thread is first: the mate has the right distance.
#[test]
fn two_threads_find_the_mates() {
    let table = Table::new(16);
    let mut searcher = ParallelSearcher::new(Evaluation::new());
    searcher.set_threads(2, Evaluation::new);
    for problem in problems().into_iter().step_by(4) {
        table.clear();
        searcher.new_game();
        let mut game = Xiangqi::new(problem.position);
        let mut limits = Limits::mate(problem.moves);
        limits.nodes = Some(10 * MOST_NODES);
        let mut control = LimitControl::new(limits, StopHandle::new());
        let found = searcher.search(&mut game, &table, &mut control, &mut (), |_| true);
        let plies = 2 * problem.moves as i32 - 1;
        assert_eq!(found.score.mate_distance(), Some(plies), "{}: {:?}", problem.name, found.pv);
        assert!(problem.keys.contains(&found.best.unwrap()), "{}: {:?}", problem.name, found.pv);
    }
}
