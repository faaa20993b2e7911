//! Problems with a known shortest mate.
#![allow(clippy::print_stdout)]

use duiyi_game::{Game, Score, mate_line};
use duiyi_search::{
    Control, IterationReport, LimitControl, Limits, ParallelSearcher, Purpose, SearchResult, Searcher, StopHandle,
    Table, TurningPoint,
};
use duiyi_xiangqi::{Evaluation, Move, Position, Xiangqi};

/// The maximal number of nodes for a problem, so that a failing search ends.
const MAX_NODES: u64 = 1 << 20;

struct Problem {
    name: String,
    position: Position,
    moves: u32,
    keys: Vec<Move>,
}

fn problems() -> Vec<Problem> {
    include_str!("../data/mates.epd")
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

/// Searches each problem for its mate and passes the result to `see`.
fn search_each(mut see: impl FnMut(&Problem, &Xiangqi, &SearchResult<Move>)) {
    let table = Table::new(16);
    let mut searcher = Searcher::new(Evaluation::new());
    for problem in problems() {
        table.clear();
        searcher.new_game();
        let game = Xiangqi::new(problem.position);
        let limits = Limits::mate(problem.moves).with_nodes(MAX_NODES);
        let found = searcher.search(&game).table(&table).limits(limits).run();
        see(&problem, &game, &found);
    }
}

#[test]
fn mates_in_three_are_found_with_the_right_distance() {
    assert!(problems().len() > 150);
    let mut hardest = (0, String::new());
    search_each(|problem, _, found| {
        hardest = std::mem::take(&mut hardest).max((found.statistics.nodes, problem.name.clone()));
        let plies = 2 * problem.moves as i32 - 1;
        assert_eq!(found.score.mate_distance(), Some(plies), "{}: {}", problem.name, problem.position.to_fen());
        assert!(problem.keys.contains(&found.best.unwrap()), "{}: {:?}", problem.name, found.pv);
    });
    println!("hardest: {} nodes, {}", hardest.0, hardest.1);
}

/// The mate has the right distance, whichever thread finishes first.
#[test]
fn two_threads_find_the_mates() {
    let table = Table::new(16);
    let mut searcher = ParallelSearcher::new(Evaluation::new());
    searcher.set_threads(2, Evaluation::new);
    for problem in problems().into_iter().step_by(4) {
        table.clear();
        searcher.new_game();
        let game = Xiangqi::new(problem.position);
        let limits = Limits::mate(problem.moves).with_nodes(10 * MAX_NODES);
        let found = searcher.search(&game).table(&table).limits(limits).run();
        let plies = 2 * problem.moves as i32 - 1;
        assert_eq!(found.score.mate_distance(), Some(plies), "{}: {:?}", problem.name, found.pv);
        assert!(problem.keys.contains(&found.best.unwrap()), "{}: {:?}", problem.name, found.pv);
    }
}

/// Ends when a mate is proved to be the shortest, or at a node limit.
struct UntilShortest {
    limits: LimitControl,
    known: bool,
}

impl Control for UntilShortest {
    fn interval(&self, nodes: u64) -> u64 {
        self.limits.interval(nodes)
    }

    fn poll(&mut self, nodes: u64) -> bool {
        self.limits.poll(nodes)
    }

    fn begin_iteration(&mut self, depth: u32) -> bool {
        self.limits.begin_iteration(depth)
    }

    fn end_iteration(&mut self, report: &IterationReport) -> bool {
        self.known = report.is_shortest_mate;
        !self.known && self.limits.end_iteration(report)
    }
    fn turning_point(&mut self, _: TurningPoint, _: &IterationReport) -> bool {
        true
    }
    fn purpose(&self) -> Purpose {
        Purpose { shortest: true, ..self.limits.purpose() }
    }
}

/// With all techniques on, every result that could be shorter is checked.
#[test]
fn a_mate_proved_to_be_the_shortest_is_the_shortest() {
    // The search first sees a mate in four or five in these, where there is one in three or four.
    let deeper = [
        ("2cP1ab2/2N1k4/4b4/p3p3p/9/1rBR5/4c3P/9/9/2BAKA3 w - - 0 1", 3),
        ("C4k3/4P4/2N2a3/9/2c6/9/3p5/6p2/4A4/2B2KB2 w - - 0 1", 3),
    ];
    let known = problems().into_iter().step_by(3).map(|problem| (problem.position, problem.moves));
    let table = Table::new(16);
    let mut searcher = Searcher::new(Evaluation::new());
    for (position, moves) in known.chain(deeper.map(|(fen, moves)| (fen.parse().unwrap(), moves))) {
        table.clear();
        searcher.new_game();
        let limits = LimitControl::new(Limits::nodes(10_000_000), StopHandle::new());
        let mut control = UntilShortest { limits, known: false };
        let game = Xiangqi::new(position);
        let found = searcher.search(&game).table(&table).control(&mut control).run();
        assert!(control.known, "{}: {} after {}", position.to_fen(), found.score, found.statistics.nodes);
        assert_eq!(found.score.mate_distance(), Some(2 * moves as i32 - 1), "{}", position.to_fen());
        assert_eq!(game.position(), &position, "the search restores the game");
    }
}

/// Whether the line from a position ends with the mate by its side to move.
fn mates(position: &Position, line: &[Move]) -> bool {
    let mut game = Xiangqi::new(*position);
    let loser = !game.side_to_move();
    line.iter().all(|&mv| game.is_legal(mv) && (game.make(mv), true).1)
        && game.outcome().is_some_and(|outcome| outcome.winner == Some(!loser))
}

/// The search's own line lacks the last move, which the mate score cuts off.
#[test]
fn the_lines_of_mates_are_complete() {
    let mut whole = 0;
    search_each(|problem, game, found| {
        whole += usize::from(mates(&problem.position, &found.pv));
        let line = mate_line(game, &found.pv, found.score, 20_000);
        let line = line.unwrap_or_else(|| panic!("{}: {:?}", problem.name, found.pv));
        assert!(mates(&problem.position, &line), "{}: {line:?}", problem.name);
        assert_eq!(line[0], found.pv[0], "{}", problem.name);
        assert_eq!(line.len(), 2 * problem.moves as usize - 1, "{}: {line:?} after {:?}", problem.name, found.pv);
    });
    println!("{whole} lines of the search itself reach the mate");
}

/// After the first move: three more plies, in which the defender resists as long as possible.
#[test]
fn the_defender_in_a_line_to_mate_resists_longest() {
    for problem in problems().into_iter().filter(|problem| problem.moves == 3).step_by(8) {
        for &key in &problem.keys {
            let line = mate_line(&Xiangqi::new(problem.position), &[key], Score::mate_in(5), 3_000_000);
            let line = line.unwrap_or_else(|| panic!("{}: {key}", problem.name));
            assert!(line.len() == 5 && mates(&problem.position, &line), "{}: {line:?}", problem.name);
        }
    }
}
