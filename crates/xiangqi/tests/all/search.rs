//! The search on xiangqi: equal to minimax when exact, deterministic, without
//! allocation, and quick to stop.

use duiyi_search::{
    Control, Enhancements, Estimator, Evaluated, IterationReport, LimitControl, Limits, MonteCarloSearcher, Observer,
    ParallelSearcher, Playouts, Purpose, Report, Scheme, Score, Searcher, Selection, StopHandle, Table, TurningPoint,
    minimax_of_candidates,
};
use duiyi_xiangqi::{Evaluation, Move, Position, Xiangqi, formats::GameReader};
use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

/// Counts the allocations of each thread.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

#[allow(unsafe_code)]
// SAFETY: every call is forwarded to the system allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const MIDDLEGAME: &str = "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1";

fn suite() -> Vec<Position> {
    include_str!("../data/perft.epd").lines().map(|line| line.split(';').next().unwrap().parse().unwrap()).collect()
}

fn search(position: Position, limits: Limits, enhancements: Enhancements) -> duiyi_search::SearchResult<Move> {
    let mut searcher = Searcher::new(Evaluation::new());
    searcher.enhancements = enhancements;
    searcher.search(&Xiangqi::new(position)).table(&Table::new(4)).limits(limits).run()
}

fn assert_minimax(position: Position, depth: u32) {
    let evaluation = Evaluation::new();
    let mut evaluate = |game: &Xiangqi| Score::new(evaluation.of(game.position()));
    let expected = minimax_of_candidates(&mut Xiangqi::new(position), &mut evaluate, depth);
    for name in ["", "table", "principal_variation", "iterative_deepening", "aspiration", "mate_distance"] {
        let mut enhancements = Enhancements::exact();
        // From four plies on a repetition can end a line; its value depends on
        // the path, which the table does not store.
        enhancements.table &= depth < 4;
        if !name.is_empty() {
            enhancements.set(name, false).unwrap();
        }
        let found = search(position, Limits::depth(depth), enhancements);
        assert_eq!(found.score, expected, "depth {depth} without {name}: {}", position.to_fen());
    }
}

#[test]
fn exact_search_is_minimax_to_three_plies() {
    for position in suite() {
        for depth in 1..=3 {
            if depth < 3 || position.pieces().count() < 20 {
                assert_minimax(position, depth);
            }
        }
    }
}

#[test]
fn exact_search_is_minimax_to_four_plies_with_repetitions_and_mates() {
    let mut seen = 0;
    for position in suite().into_iter().filter(|position| position.pieces().count() <= 9) {
        assert_minimax(position, 4);
        seen += 1;
    }
    assert!(seen >= 5);
}

#[test]
fn mate_distances_are_those_of_minimax() {
    // A mate in two is three plies; that the loser has no move is seen at depth four.
    let problems = include_str!("../data/mates.epd").lines().filter(|line| line.contains("; dm 2;")).take(20);
    for (i, problem) in problems.enumerate() {
        let position: Position = problem.split(';').next().unwrap().parse().unwrap();
        let mut enhancements = Enhancements::exact();
        enhancements.table = false;
        let found = search(position, Limits::depth(4), enhancements);
        assert_eq!(found.score.mate_distance(), Some(3), "{problem}");
        if i == 0 {
            assert_minimax(position, 4);
        }
    }
}

#[test]
fn the_same_search_visits_the_same_nodes() {
    let position: Position = MIDDLEGAME.parse().unwrap();
    let first = search(position, Limits::depth(7), Enhancements::default());
    let second = search(position, Limits::depth(7), Enhancements::default());
    assert_eq!(first.statistics.nodes, second.statistics.nodes);
    assert_eq!(first.pv, second.pv);
}

#[test]
fn a_node_limit_is_kept_exactly() {
    let position: Position = MIDDLEGAME.parse().unwrap();
    for nodes in [1, 2, 100, 1023, 1024, 1025, 50_000] {
        let found = search(position, Limits::nodes(nodes), Enhancements::default());
        assert_eq!(found.statistics.nodes, nodes);
        assert!(position.is_legal(found.best.unwrap()));
    }
}

/// At its tenth poll another thread sets the stop flag; later polls are counted.
struct StopAtTenthPoll {
    limits: LimitControl,
    stop: StopHandle,
    polls: u32,
    iterations: Vec<u32>,
}

impl Control for StopAtTenthPoll {
    fn interval(&self, nodes: u64) -> u64 {
        self.limits.interval(nodes)
    }

    fn poll(&mut self, nodes: u64) -> bool {
        self.polls += 1;
        if self.polls == 10 {
            let stop = self.stop.clone();
            std::thread::spawn(move || stop.stop()).join().unwrap();
        }
        self.limits.poll(nodes)
    }

    fn begin_iteration(&mut self, depth: u32) -> bool {
        self.iterations.push(depth);
        self.limits.begin_iteration(depth)
    }

    fn end_iteration(&mut self, report: &IterationReport) -> bool {
        self.limits.end_iteration(report)
    }
    fn turning_point(&mut self, _: TurningPoint, _: &IterationReport) -> bool {
        true
    }
    fn purpose(&self) -> Purpose {
        self.limits.purpose()
    }
}

#[test]
fn a_stop_from_another_thread_takes_effect_at_once() {
    let stop = StopHandle::new();
    let limits = LimitControl::new(Limits::default(), stop.clone());
    let mut control = StopAtTenthPoll { limits, stop, polls: 0, iterations: Vec::new() };
    let game = Xiangqi::new(Position::start());
    let found = Searcher::new(Evaluation::new()).search(&game).table(&Table::new(4)).control(&mut control).run();
    assert_eq!(control.polls, 10, "no polls after the stop");
    // The depths of the iterations are consecutive, and the result of the last finished one is played.
    let depths: Vec<u32> = (2..2 + control.iterations.len() as u32).collect();
    assert_eq!(control.iterations, depths);
    assert_eq!(found.depth, control.iterations.len() as u32);
    assert!(found.best.is_some_and(|best| Position::start().is_legal(best)));
    assert_eq!(game.position(), &Position::start());
}

#[test]
fn only_allowed_moves_are_played_at_the_root() {
    let position = Position::start();
    let banned = search(position, Limits::depth(4), Enhancements::default()).best.unwrap();
    let mut searcher = Searcher::new(Evaluation::new());
    let game = Xiangqi::new(position);
    let found = searcher.search(&game).table(&Table::new(1)).limits(Limits::depth(4)).only(|mv| mv != banned).run();
    assert_ne!(found.best, Some(banned));
    let found = searcher.search(&game).table(&Table::new(1)).limits(Limits::depth(4)).only(|_| false).run();
    assert_eq!(found.best, None);
}

/// Records the number of allocations at each report.
struct Watch(arrayvec::ArrayVec<u64, 256>);

impl Observer<Move> for Watch {
    fn progress(&mut self, _: &Report<'_, Move>) {
        self.0.push(ALLOCATIONS.with(Cell::get));
    }
}

/// Searches to a depth without polling.
struct ToDepth(u32);

impl Control for ToDepth {
    fn interval(&self, _: u64) -> u64 {
        u64::MAX / 2
    }
    fn poll(&mut self, _: u64) -> bool {
        false
    }
    fn begin_iteration(&mut self, depth: u32) -> bool {
        depth <= self.0
    }
    fn end_iteration(&mut self, _: &IterationReport) -> bool {
        true
    }
    fn turning_point(&mut self, _: TurningPoint, _: &IterationReport) -> bool {
        true
    }
    fn purpose(&self) -> Purpose {
        Purpose::default()
    }
}

#[test]
fn nothing_is_allocated_after_the_first_iteration_began() {
    let game = Xiangqi::new(MIDDLEGAME.parse().unwrap());
    let mut searcher = Searcher::new(Evaluation::new());
    let table = Table::new(4);
    let mut watch = Watch(arrayvec::ArrayVec::new());
    let found = searcher.search(&game).table(&table).control(&mut ToDepth(13)).observer(&mut watch).run();
    assert!(found.statistics.nodes > 50_000);
    assert_eq!(watch.0.first(), watch.0.last(), "allocations from depth 1 to depth 13: {:?}", watch.0);
    // The search allocates only the copy of the game, the lists of the root, the result, and the buffers.
    let before = ALLOCATIONS.with(Cell::get);
    let moves = game.position().legal_moves().len() as u64;
    searcher.search(&game).table(&table).control(&mut ToDepth(13)).run();
    let allocations = ALLOCATIONS.with(Cell::get) - before;
    assert!(allocations <= moves + 5, "{allocations} allocations, {moves} moves");
}

fn assert_simulations_allocate_nothing(selection: Selection, estimator: impl Estimator<Xiangqi> + Send) {
    let mut game = Xiangqi::new(MIDDLEGAME.parse().unwrap());
    let mut searcher = MonteCarloSearcher::new(estimator);
    searcher.set_memory(4).unwrap();
    searcher.selection = selection;
    let mut watch = Watch(arrayvec::ArrayVec::new());
    let found = searcher.search(&mut game, &mut ToDepth(11), &mut watch, |_| true);
    assert!(found.statistics.nodes >= 2896, "64 · 2^(11/2)");
    // The game's list of moves grows with the first long playouts.
    let [.., early, _, _, _, _, _, _, last] = watch.0[..] else { panic!("eleven iterations") };
    assert_eq!(early, last, "allocations by iteration: {:?}", watch.0);
}

#[test]
fn a_simulation_allocates_nothing() {
    assert_simulations_allocate_nothing(Selection::Uct, Playouts::new());
    assert_simulations_allocate_nothing(Selection::Puct, Evaluated(Evaluation::new()));
}

/// A control that records the turning points and stops at the first of a kind beyond a depth.
struct Turning {
    limits: LimitControl,
    seen: Vec<(TurningPoint, u32, Score)>,
    ended: Vec<(u32, Score)>,
    stop_at: Option<(TurningPoint, u32)>,
}

impl Turning {
    fn new(depth: u32) -> Turning {
        let limits = LimitControl::new(Limits::depth(depth), StopHandle::new());
        Turning { limits, seen: Vec::new(), ended: Vec::new(), stop_at: None }
    }
}

impl Control for Turning {
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
        self.ended.push((report.depth, report.score));
        self.limits.end_iteration(report)
    }

    fn turning_point(&mut self, point: TurningPoint, report: &IterationReport) -> bool {
        self.seen.push((point, report.depth, report.score));
        self.stop_at.is_none_or(|(stop, depth)| point != stop || report.depth < depth)
    }
    fn purpose(&self) -> Purpose {
        Purpose::default()
    }
}

#[test]
fn turning_points_are_reported_and_can_stop_the_search() {
    let run = |position: &Position, control: &mut Turning| {
        let game = Xiangqi::new(*position);
        Searcher::new(Evaluation::new()).search(&game).table(&Table::new(4)).control(control).run()
    };
    let records = &include_bytes!("../data/olympiad2003.pgn")[..];
    let mut kinds = [0; 3];
    for (record, plies) in GameReader::new(records).map(Result::unwrap).flat_map(|r| [(r.clone(), 20), (r, 41)]) {
        let position = record.position(record.main_nodes().nth(plies).unwrap()).unwrap();
        let mut whole = Turning::new(7);
        run(&position, &mut whole);
        for &(point, depth, score) in &whole.seen {
            kinds[point as usize] += 1;
            let &(_, last) = whole.ended.iter().find(|(d, _)| d + 1 == depth).unwrap_or(&(0, score));
            match point {
                // The score of the first move never exceeds the final score, except after
                // a search with another window.
                TurningPoint::FirstMove if whole.seen.iter().any(|&(p, d, _)| d == depth && p != point) => {}
                TurningPoint::FirstMove => {
                    let end = whole.ended.iter().find(|(d, _)| *d == depth).unwrap();
                    assert!(score <= end.1, "{position}depth {depth}");
                }
                TurningPoint::FailLow => assert!(score < last, "{position}depth {depth}"),
                TurningPoint::FailHigh => assert!(score > last, "{position}depth {depth}"),
            }
        }
        // At most one first move for each search of the root, that is, one more than the number of failures.
        for depth in 1..=7 {
            let of = |kind| whole.seen.iter().filter(|(p, d, _)| *p == kind && *d == depth).count();
            assert!(of(TurningPoint::FirstMove) <= 1 + of(TurningPoint::FailLow) + of(TurningPoint::FailHigh));
        }
        let mut stopped = Turning { stop_at: Some((TurningPoint::FirstMove, 6)), ..Turning::new(7) };
        let found = run(&position, &mut stopped);
        if stopped.seen.iter().any(|&(point, depth, _)| (point, depth) == (TurningPoint::FirstMove, 6)) {
            assert_eq!(found.depth, 5, "{position}: the iteration was not finished");
            assert_eq!(stopped.ended.len(), 5);
            assert_eq!(found.score, stopped.seen.last().unwrap().2, "its score is known");
        }
    }
    assert!(kinds.iter().all(|&count| count > 0), "{kinds:?}");
}

/// A game ended by a repetition: the search reports the end, and continues only if requested.
#[test]
fn a_finished_game_is_searched_only_on_request() {
    // Red has given perpetual check.
    let mut game = Xiangqi::new("c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1".parse().unwrap());
    for mv in "h8h9 f9f8 h9h8 f8f9 h8h9 f9f8 h9h8 f8f9".split(' ') {
        game.play(mv.parse().unwrap()).unwrap();
    }
    let mut searcher = Searcher::new(Evaluation::new());
    let mut search = |plays_on| {
        searcher.plays_on = plays_on;
        searcher.search(&game).table(&Table::new(1)).limits(Limits::depth(3)).run()
    };
    let over = "0-1 perpetual check";
    let found = search(false);
    assert_eq!(found.over.map(|outcome| outcome.to_string()).as_deref(), Some(over));
    assert_eq!((found.best, found.score), (None, Score::rule_loss(0)));
    let found = search(true);
    assert_eq!(found.over.map(|outcome| outcome.to_string()).as_deref(), Some(over));
    assert!(found.best.is_some() && found.depth == 3);
    // Every thread searches it.
    let nodes = |threads: usize| {
        let mut searcher = ParallelSearcher::new(Evaluation::new());
        searcher.scheme = Scheme::LazySmp { lockstep: true };
        searcher.set_threads(threads, Evaluation::new);
        searcher.main.plays_on = true;
        searcher.search(&game).table(&Table::new(1)).limits(Limits::depth(5)).run().statistics.nodes
    };
    assert!(nodes(2) > nodes(1));
}
