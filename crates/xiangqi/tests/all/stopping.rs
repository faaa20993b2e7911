//! A search can be stopped at any moment, and observing it does not change it.
#![allow(clippy::print_stderr)]

use duiyi_search::{
    Control, IterationReport, LimitControl, Limits, Observer, Purpose, Report, Searcher, StopHandle, Table,
    TurningPoint,
};
use duiyi_xiangqi::{Evaluation, Move, Position, Xiangqi};
use std::time::{Duration, Instant};

const MIDDLEGAME: &str = "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1";

/// Sets the stop flag at a node; polls the usual control only at its own intervals.
struct PulledAt {
    node: u64,
    stop: StopHandle,
    obeyed: LimitControl,
    /// The node at which the usual control is polled next.
    due: u64,
    /// The number of polls after the stop.
    asked_after: u32,
    ended: bool,
}

impl PulledAt {
    fn new(node: u64) -> PulledAt {
        let stop = StopHandle::new();
        let obeyed = LimitControl::new(Limits::default(), stop.clone());
        PulledAt { node, due: obeyed.interval(0), stop, obeyed, asked_after: 0, ended: false }
    }
}

impl Control for PulledAt {
    fn interval(&self, _: u64) -> u64 {
        1
    }
    fn poll(&mut self, nodes: u64) -> bool {
        self.asked_after += u32::from(self.ended);
        if nodes >= self.node {
            self.stop.stop();
        }
        if nodes >= self.due {
            self.due = nodes + self.obeyed.interval(nodes);
            self.ended = self.obeyed.poll(nodes);
        }
        self.ended
    }
    fn begin_iteration(&mut self, depth: u32) -> bool {
        self.asked_after += u32::from(self.ended);
        self.obeyed.begin_iteration(depth)
    }
    fn end_iteration(&mut self, report: &IterationReport) -> bool {
        self.asked_after += u32::from(self.ended);
        self.obeyed.end_iteration(report)
    }
    fn turning_point(&mut self, _: TurningPoint, _: &IterationReport) -> bool {
        true
    }
    fn purpose(&self) -> Purpose {
        self.obeyed.purpose()
    }
}

/// Stops at 80 nodes from the first to the 20,000th, in shuffled order: in the root, in quiescence, after a null move.
#[test]
fn a_stop_at_any_node_ends_the_search() {
    let table = Table::new(4);
    let mut searcher = Searcher::new(Evaluation::new());
    for i in 0..80 {
        let position: Position = if i % 2 == 0 { Position::start() } else { MIDDLEGAME.parse().unwrap() };
        let game = Xiangqi::new(position);
        let mut control = PulledAt::new(1 + i * 7919 % 20_000);
        let found = searcher.search(&game).table(&table).control(&mut control).run();
        let late = found.statistics.nodes - control.node;
        assert!(late <= control.obeyed.interval(0), "{late} nodes after a stop at node {}", control.node);
        assert_eq!(control.asked_after, 0, "no polls after the stop");
        assert!(found.best.is_some_and(|best| position.is_legal(best)));
        assert_eq!(game.position(), &position, "the search restores the position");
    }
}

/// The time between a stop by another thread and the end of the search.
#[test]
#[ignore = "needs a quiet machine and a release build: every stop within 2 ms"]
fn a_stop_takes_effect_within_two_milliseconds() {
    let table = Table::new(4);
    let mut searcher = Searcher::new(Evaluation::new());
    let mut delays: Vec<Duration> = (0..1000)
        .map(|i| {
            let stop = StopHandle::new();
            let handle = stop.clone();
            // From 0 to 20 ms, in shuffled order.
            let wait = Duration::from_micros(i * 7919 % 20_000);
            let asked = std::thread::spawn(move || {
                std::thread::sleep(wait);
                handle.stop();
                Instant::now()
            });
            let game = Xiangqi::new(if i % 2 == 0 { Position::start() } else { MIDDLEGAME.parse().unwrap() });
            let mut control = LimitControl::new(Limits::default(), stop);
            searcher.search(&game).table(&table).control(&mut control).run();
            let ended = Instant::now();
            ended.saturating_duration_since(asked.join().unwrap())
        })
        .collect();
    delays.sort_unstable();
    let at = |share: f64| delays[((delays.len() - 1) as f64 * share) as usize];
    eprintln!("median {:?}, 99 % {:?}, all {:?}", at(0.5), at(0.99), at(1.0));
    assert!(at(1.0) < Duration::from_millis(2));
}

/// Receives and examines all reports.
#[derive(Default)]
struct Curious(u64);

impl Observer<Move> for Curious {
    fn progress(&mut self, report: &Report<'_, Move>) {
        self.0 += report.nodes_per_second() + report.pv.len() as u64;
    }
    fn root_move(&mut self, _: u32, _: Move, number: usize, elapsed: Duration) {
        self.0 += number as u64 + elapsed.as_micros() as u64;
    }
}

/// Searches to a depth and polls at a given interval of nodes.
struct Often(u32, u64);

impl Control for Often {
    fn interval(&self, _: u64) -> u64 {
        self.1
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
fn observers_do_not_change_the_search() {
    let search = |observer: &mut dyn Observer<Move>, interval: u64| {
        let mut searcher = Searcher::new(Evaluation::new());
        let game = Xiangqi::new(MIDDLEGAME.parse().unwrap());
        let found =
            searcher.search(&game).table(&Table::new(4)).control(&mut Often(7, interval)).observer(observer).run();
        (found.statistics, found.pv, found.score)
    };
    let expected = search(&mut (), 1 << 40);
    for interval in [1, 7, 1024] {
        assert_eq!(search(&mut (), interval), expected);
        let mut curious = Curious::default();
        assert_eq!(search(&mut curious, interval), expected);
        assert!(curious.0 > 0);
    }
}
