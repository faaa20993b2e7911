//! Parallel search: the same values, prompt stops, consistent sums; one thread is equal to the
//! plain search, node for node.

use crate::common::{Cell, Connect, Walk, noise};
use duiyi_search::{
    Bound, Control, Enhancements, Evaluator, Game, Heuristics, IterationReport, LimitControl, Limits, Observer,
    ParallelSearcher, Purpose, Report, Scheme, Score, SearchResult, Searcher, StopHandle, Table, TablePolicy,
    TurningPoint, minimax_of_candidates,
};
use proptest::{prelude::*, sample::select};
use std::time::{Duration, Instant};

const LAZY: Scheme = Scheme::LazySmp { lockstep: false };
const SCHEMES: [Scheme; 2] = [Scheme::YoungBrothersWait, LAZY];

const NOISE: fn(&Connect) -> Score = noise;

/// Searches with every node a split point, if the scheme has split points.
fn parallel<G>(
    game: &G,
    evaluate: fn(&G) -> Score,
    (scheme, threads): (Scheme, usize),
    enhancements: Enhancements,
    limits: Limits,
    observer: &mut dyn Observer<G::Move>,
) -> SearchResult<G::Move>
where
    G: Heuristics<Move: Send + Sync> + Clone + Send,
{
    let mut searcher = ParallelSearcher::new(evaluate);
    searcher.set_threads(threads, || evaluate);
    assert_eq!(searcher.threads(), threads);
    searcher.scheme = scheme;
    (searcher.main.parameters.split_depth, searcher.main.parameters.open_depth) = (1, 1);
    searcher.main.enhancements = enhancements;
    searcher.search(game).table(&Table::new(1)).limits(limits).observer(observer).run()
}

#[test]
fn one_thread_is_the_plain_search() {
    for depth in 1..=7 {
        let game = Walk::new(depth as u64, 30, 4);
        let mut plain = Searcher::new(Walk::value as fn(&Walk) -> Score);
        let table = Table::new(1);
        let expected = plain.search(&game).table(&table).limits(Limits::depth(depth)).run();
        for scheme in SCHEMES {
            let found =
                parallel(&game, Walk::value, (scheme, 1), Enhancements::default(), Limits::depth(depth), &mut ());
            assert_eq!((found.best, &found.pv, found.score), (expected.best, &expected.pv, expected.score));
            assert_eq!(found.statistics.nodes, expected.statistics.nodes);
            assert_eq!(found.statistics.iteration_nodes, expected.statistics.iteration_nodes);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Whichever thread ends first and whatever the others have stored: with the exact set the
    /// value equals minimax, with one or two stones a turn.
    #[test]
    fn threads_together_find_the_minimax_value(seed in any::<u64>(), stones in 1usize..3, plies in 0usize..5, depth in 1u32..6, threads in 2usize..5, scheme in select(SCHEMES.to_vec())) {
        let mut game = Connect::new(4, 4, 4, stones, 1);
        for i in 0..plies {
            let moves = duiyi_search::legal_moves(&game);
            game.make(moves[(duiyi_game::hash::mix64(seed ^ i as u64) % moves.len() as u64) as usize]);
            prop_assume!(game.verdict(0) == duiyi_search::Verdict::Open);
        }
        let expected = minimax_of_candidates(&mut game.clone(), &mut |game| noise(game), depth);
        let found = parallel(&game, noise, (scheme, threads), Enhancements::exact(), Limits::depth(depth), &mut ());
        prop_assert_eq!(found.value, expected);
        prop_assert_eq!(found.depth, depth);
        prop_assert!(duiyi_search::legal_moves(&game).contains(&found.best.unwrap()));
    }
}

#[test]
fn only_a_team_divides_nodes() {
    let game = Connect::new(5, 5, 4, 1, 1);
    let divided = |scheme, threads| {
        let found = parallel(&game, noise, (scheme, threads), Enhancements::default(), Limits::depth(5), &mut ());
        found.statistics.split_points
    };
    assert!(divided(Scheme::YoungBrothersWait, 2) > 0);
    assert_eq!((divided(Scheme::YoungBrothersWait, 1), divided(LAZY, 2)), (0, 0));
}

/// Records the reports.
#[derive(Default)]
struct Notes {
    nodes: Vec<u64>,
    last: Option<(Vec<Cell>, Score)>,
}

impl Observer<Cell> for Notes {
    fn progress(&mut self, report: &Report<'_, Cell>) {
        self.nodes.push(report.nodes);
        if report.bound == Bound::Exact {
            self.last = Some((report.pv.to_vec(), report.score));
        }
    }
}

#[test]
fn reports_count_all_threads_and_end_with_the_chosen_line() {
    for round in 0..12 {
        let game = Connect::new(4, 4, 4, 1 + round % 2, 1);
        let mut notes = Notes::default();
        let found =
            parallel(&game, noise, (SCHEMES[round / 6], 3), Enhancements::default(), Limits::depth(6), &mut notes);
        let (pv, score) = notes.last.unwrap();
        assert_eq!((pv, score), (found.pv.clone(), found.score));
        assert_eq!(found.best, found.pv.first().copied());
        assert!(notes.nodes.is_sorted() && *notes.nodes.last().unwrap() <= found.statistics.nodes);
        let by_depth: u64 = found.statistics.iteration_nodes.iter().sum();
        assert_eq!(by_depth, found.statistics.nodes);
    }
}

#[test]
fn only_allowed_moves_are_played() {
    let game = Connect::new(5, 5, 4, 2, 1);
    let mut searcher = ParallelSearcher::new(NOISE);
    searcher.set_threads(4, || NOISE);
    let table = Table::new(1);
    for allowed in 0..25 {
        searcher.scheme = SCHEMES[allowed as usize % 2];
        let found = searcher.search(&game).table(&table).limits(Limits::depth(3)).only(|mv| mv.0 == allowed).run();
        assert_eq!(found.best, Some(Cell(allowed)));
    }
    let found = searcher.search(&game).table(&table).limits(Limits::depth(3)).only(|_| false).run();
    assert_eq!(found.best, None);
}

/// Counts the iterations that begin or end after the control has ended the search.
struct EndCounter {
    limits: LimitControl,
    ended: bool,
    after_the_end: u32,
}

impl EndCounter {
    fn new(limits: Limits) -> EndCounter {
        EndCounter { limits: LimitControl::new(limits, StopHandle::new()), ended: false, after_the_end: 0 }
    }

    fn record(&mut self, goes_on: bool) -> bool {
        self.after_the_end += self.ended as u32;
        self.ended |= !goes_on;
        goes_on
    }
}

impl Control for EndCounter {
    fn interval(&self, nodes: u64) -> u64 {
        self.limits.interval(nodes)
    }
    fn poll(&mut self, nodes: u64) -> bool {
        let stop = self.limits.poll(nodes);
        self.ended |= stop;
        stop
    }
    fn begin_iteration(&mut self, depth: u32) -> bool {
        let goes_on = self.limits.begin_iteration(depth);
        self.record(goes_on)
    }
    fn end_iteration(&mut self, report: &IterationReport) -> bool {
        let goes_on = self.limits.end_iteration(report);
        self.record(goes_on)
    }
    fn turning_point(&mut self, _: TurningPoint, _: &IterationReport) -> bool {
        true
    }
    fn purpose(&self) -> Purpose {
        self.limits.purpose()
    }
}

#[test]
fn a_node_limit_applies_to_the_total_of_all_threads() {
    let lockstep = Scheme::LazySmp { lockstep: true };
    for (threads, scheme) in (1..=4).flat_map(|threads| [SCHEMES[0], lockstep].map(|scheme| (threads, scheme))) {
        let mut searcher = ParallelSearcher::new(NOISE);
        searcher.set_threads(threads, || NOISE);
        searcher.scheme = scheme;
        let mut control = EndCounter::new(Limits::nodes(50_000));
        let game = Connect::new(7, 7, 5, 2, 1);
        let found = searcher.search(&game).table(&Table::new(1)).control(&mut control).run();
        let nodes = found.statistics.nodes;
        assert!(nodes >= 50_000, "{threads} threads: {nodes} nodes");
        assert!(control.ended && control.after_the_end == 0);
        // Without lockstep the others continue while the system suspends the main thread.
        if scheme == lockstep {
            assert!(nodes < 51_000, "{threads} threads: {nodes} nodes");
        }
    }
}

/// The time from a stop to the end of the search.
fn time_to_stop(threads: usize, scheme: Scheme) -> Duration {
    let game = Connect::new(9, 9, 6, 2, 1);
    let mut searcher = ParallelSearcher::new(NOISE);
    searcher.set_threads(threads, || NOISE);
    searcher.scheme = scheme;
    let stop = StopHandle::new();
    let mut control = LimitControl::new(Limits::default(), stop.clone());
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(30));
        let stopped_at = Instant::now();
        stop.stop();
        stopped_at
    });
    let found = searcher.search(&game).table(&Table::new(1)).control(&mut control).run();
    let ended = Instant::now();
    assert!(found.best.is_some());
    ended.duration_since(stopper.join().unwrap())
}

#[test]
fn a_stop_ends_every_thread() {
    // The next test checks the time; this one checks that the search ends at all.
    for i in 0..6 {
        time_to_stop(2 + i / 2, SCHEMES[i % 2]);
    }
}

#[test]
#[ignore = "needs a quiet machine"]
fn a_stop_takes_less_than_two_milliseconds() {
    let mut times: Vec<_> = (0..100).map(|i| time_to_stop(2, SCHEMES[i % 2])).collect();
    times.sort();
    assert!(times[90] < Duration::from_millis(2), "{times:?}");
}

#[test]
fn threads_keep_their_histories_and_can_change_in_number() {
    let mut game = Connect::new(5, 5, 4, 1, 1);
    let mut searcher = ParallelSearcher::new(NOISE);
    let table = Table::new(1);
    for threads in [1, 3, 2, 4, 1] {
        searcher.set_threads(threads, || NOISE);
        searcher.scheme = SCHEMES[threads % 2];
        let found = searcher.search(&game).table(&table).limits(Limits::depth(5)).run();
        assert!(found.best.is_some());
        game.make(found.best.unwrap());
    }
    searcher.new_game();
}

/// Panics at a certain node on one thread.
struct Bomb {
    left: u32,
}

impl Evaluator<Connect> for Bomb {
    fn evaluate(&mut self, game: &Connect) -> Score {
        self.left = self.left.checked_sub(1).expect("the bomb goes off");
        noise(game)
    }
}

fn a_bomb_on_a_helping_thread(scheme: Scheme) {
    let mut searcher = ParallelSearcher::new(Bomb { left: u32::MAX });
    searcher.set_threads(2, || Bomb { left: 2_000 });
    searcher.scheme = scheme;
    searcher.search(&Connect::new(7, 7, 5, 2, 1)).table(&Table::new(1)).limits(Limits::nodes(200_000)).run();
}

#[test]
#[should_panic = "the bomb goes off"]
fn a_panic_on_a_helper_thread_is_propagated() {
    a_bomb_on_a_helping_thread(LAZY);
}

#[test]
#[should_panic = "the bomb goes off"]
fn a_panic_at_a_split_point_is_propagated() {
    a_bomb_on_a_helping_thread(Scheme::YoungBrothersWait);
}

/// Panics after some iterations.
struct Faulty;

impl Control for Faulty {
    fn interval(&self, _: u64) -> u64 {
        1000
    }
    fn poll(&mut self, _: u64) -> bool {
        false
    }
    fn begin_iteration(&mut self, _: u32) -> bool {
        true
    }
    fn end_iteration(&mut self, report: &IterationReport) -> bool {
        assert!(report.depth < 3, "the control gives up");
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
#[should_panic = "the control gives up"]
fn a_panic_of_the_control_stops_the_helpers() {
    let mut searcher = ParallelSearcher::new(NOISE);
    searcher.set_threads(3, || NOISE);
    searcher.search(&Connect::new(7, 7, 5, 2, 1)).table(&Table::new(1)).control(&mut Faulty).run();
}

/// Checks that the node counts it receives never decrease.
struct Counting {
    limits: LimitControl,
    last: u64,
}

impl Control for Counting {
    fn interval(&self, nodes: u64) -> u64 {
        self.limits.interval(nodes)
    }
    fn poll(&mut self, nodes: u64) -> bool {
        assert!(nodes >= self.last);
        self.last = nodes;
        self.limits.poll(nodes)
    }
    fn begin_iteration(&mut self, depth: u32) -> bool {
        self.limits.begin_iteration(depth)
    }
    fn end_iteration(&mut self, report: &IterationReport) -> bool {
        assert!(report.nodes >= self.last);
        self.limits.end_iteration(report)
    }
    fn turning_point(&mut self, _: TurningPoint, _: &IterationReport) -> bool {
        true
    }
    fn purpose(&self) -> Purpose {
        Purpose::default()
    }
}

#[test]
fn in_lockstep_the_threads_share_the_work_evenly() {
    let mut searcher = ParallelSearcher::new(NOISE);
    searcher.set_threads(2, || NOISE);
    searcher.scheme = Scheme::LazySmp { lockstep: true };
    let limits = LimitControl::new(Limits::nodes(40_000), StopHandle::new());
    let mut control = Counting { limits, last: 0 };
    let found = searcher.search(&Connect::new(7, 7, 5, 2, 1)).table(&Table::new(1)).control(&mut control).run();
    assert!((40_000..41_000).contains(&found.statistics.nodes), "{}", found.statistics.nodes);
}

/// Small enough for an interpreter that checks every memory access.
#[test]
fn small_searches_on_two_threads() {
    for scheme in SCHEMES {
        let mut searcher = ParallelSearcher::new(NOISE);
        searcher.set_threads(2, || NOISE);
        searcher.scheme = scheme;
        (searcher.main.parameters.split_depth, searcher.main.parameters.open_depth) = (1, 1);
        let game = Connect::new(3, 3, 3, 1, 1);
        let table = Table::with_entries(32, TablePolicy::Bucket);
        let found = searcher.search(&game).table(&table).limits(Limits::depth(3)).run();
        assert_eq!(found.depth, 3);
    }
}

#[test]
#[ignore = "for the thread sanitizer"]
fn two_hundred_searches_on_four_threads() {
    for round in 0..200 {
        let game = Connect::new(4, 4, 4, 1 + round % 2, 1);
        let table = [4, 1024, 65_536][round % 3];
        let mut searcher = ParallelSearcher::new(NOISE);
        searcher.set_threads(4, || NOISE);
        searcher.scheme = SCHEMES[round / 2 % 2];
        (searcher.main.parameters.split_depth, searcher.main.parameters.open_depth) = (1, 2);
        let table = Table::with_entries(table, TablePolicy::Bucket);
        let found = searcher.search(&game).table(&table).limits(Limits::depth(4)).run();
        assert!(found.best.is_some_and(|mv| game.is_legal(mv)));
    }
}

#[test]
fn the_number_of_threads_is_bounded() {
    let mut searcher = ParallelSearcher::new(NOISE);
    for (threads, expected) in [(0, 1), (3, 3), (5_000, duiyi_search::MAX_THREADS)] {
        searcher.set_threads(threads, || NOISE);
        assert_eq!(searcher.threads(), expected);
    }
}
