//! Commands other than playing: lines of an analysis, counts, the bench.

use duiyi_engine::{
    BenchReport, Benched, Decision, Divided, Player, Request, analyse, bench, memory_line, perft, perft_until,
    report_line,
};
use duiyi_game::{History, Score, legal_moves, nim::Nim};
use duiyi_search::{Bound, Limits, Observer, Report, Searcher, Statistics, Table};
use std::time::Duration;

/// Plays the first legal move, reports an iteration as two bounds and a score, and records its calls.
#[derive(Default)]
struct RecordingPlayer {
    calls: Vec<String>,
}

impl Player<Nim> for RecordingPlayer {
    fn new_game(&mut self, start: &Nim) {
        self.calls.push(format!("new game {start:?}"));
    }

    fn decide(&mut self, request: &mut Request<'_, Nim>) -> Option<Decision<u8>> {
        self.calls.push(format!("{:?}, depth {:?}", request.game.now(), request.control.purpose().last_depth));
        let mv = legal_moves(request.game.now()).into_iter().find(|&mv| (request.allowed)(&[mv]))?;
        let mut searcher = Searcher::new(|_: &Nim| Score::ZERO);
        let mut forward = FixedReports { mv, observer: request.observer };
        searcher.search(&Nim::new(1)).table(&Table::new(1)).limits(Limits::depth(1)).observer(&mut forward).run();
        let mut statistics = Statistics::default();
        statistics.nodes = 40;
        Some(Decision {
            score: Some(Score::new(-7)),
            nodes: 90,
            other_nodes: 8,
            statistics: Some(statistics),
            ..Decision::new(vec![mv])
        })
    }
}

/// Replaces an iteration by three fixed reports.
struct FixedReports<'a> {
    mv: u8,
    observer: &'a mut dyn Observer<u8>,
}

impl Observer<u8> for FixedReports<'_> {
    fn progress(&mut self, found: &Report<'_, u8>) {
        let line = [self.mv, 2];
        let mut report = found.with_line(1, &line);
        (report.depth, report.selective_depth, report.nodes) = (3, 14, 90);
        report.elapsed = Duration::from_millis(2);
        for (bound, score) in [(Bound::Lower, 5), (Bound::Upper, 6), (Bound::Exact, 7)] {
            (report.bound, report.score) = (bound, Score::new(score));
            self.observer.progress(&report);
        }
    }
}

#[test]
fn an_analysis_reports_finished_iterations_and_returns_the_turn() {
    let (mut player, game) = (RecordingPlayer::default(), History::new(Nim::new(9)));
    let mut lines = Vec::new();
    let found = analyse(&mut player, &game, Limits::depth(6), |report| lines.push(report_line(game.now(), report)));
    assert_eq!(lines, ["depth  3/14  score      +7           90 nodes      45000 nodes/s         2 ms  1 2"]);
    assert_eq!(player.calls, ["Nim { left: 9, mover: First }, depth Some(6)"]);
    assert_eq!(found.map(|found| (found.turn, found.nodes)), Some((vec![1], 90)));
    assert!(analyse(&mut player, &History::new(Nim::new(0)), Limits::depth(6), |_| ()).is_none());
}

#[test]
fn counts_are_divided_by_the_first_move() {
    let counted = perft(&Nim::new(5), 3);
    assert_eq!(counted.moves, [("1".to_owned(), 4), ("2".to_owned(), 3)]);
    assert_eq!((counted.all, counted.nodes(), counted.is_whole()), (2, 7, true));
    assert_eq!(counted.to_string(), "1: 4\n2: 3\n\nNodes searched: 7");
    let part = Divided { all: 3, ..counted };
    assert!(!part.is_whole());
    assert_eq!(part.to_string(), "1: 4\n2: 3\n\nstopped after 2 of 3 first moves");
}

/// The counts at which `stopped` was called, and the result if it stops the count from `most` on.
fn asked(depth: u32, most: u64) -> (Vec<u64>, Divided) {
    let mut asked = Vec::new();
    let divided = perft_until(&Nim::new(9), depth, |counted| {
        asked.push(counted);
        counted >= most
    });
    (asked, divided)
}

#[test]
fn a_count_can_be_stopped_two_plies_before_its_end() {
    for (depth, expected) in [
        (0, vec![1, 2]),
        (1, vec![1, 2]),
        (2, vec![2, 4]),
        (3, vec![4, 8]),
        (4, vec![4, 8, 12, 16]),
        (5, vec![4, 8, 12, 16, 20, 24, 28, 31]),
    ] {
        let (asked, divided) = asked(depth, u64::MAX);
        assert_eq!(asked, expected, "depth {depth}");
        assert_eq!(divided, perft(&Nim::new(9), depth.max(1)), "depth {depth}");
    }
    // The count of the second first move is incomplete, or of both.
    let part = |moves: &[u64]| Divided {
        moves: moves.iter().zip(["1", "2"]).map(|(&nodes, mv)| (mv.to_owned(), nodes)).collect(),
        all: 2,
    };
    assert_eq!(asked(4, 12), (vec![4, 8, 12], part(&[8])));
    assert_eq!(asked(5, 12), (vec![4, 8, 12], part(&[])));
    assert_eq!(asked(1, 1), (vec![1], part(&[])));
}

#[test]
#[cfg(target_os = "linux")]
fn the_peak_memory_is_printed_in_mebibytes() {
    let peak = || duiyi_engine::peak_kib(std::process::id()).expect("Linux reports it") as f64 / 1024.0;
    let before = peak();
    let line = memory_line();
    let printed: f64 =
        line.strip_prefix("peak memory ").and_then(|rest| rest.strip_suffix(" MiB")).unwrap().parse().unwrap();
    // The system counts the pages of each thread in portions.
    assert!((before * 0.8..=peak() * 1.2).contains(&printed), "{line}");
}

#[test]
fn a_bench_adds_up_the_counts_of_its_searches() {
    let positions = [4, 0, 1].map(|left| (format!("p{left}"), Nim::new(left)));
    let (mut player, mut results) = (RecordingPlayer::default(), Vec::new());
    let report = bench(&mut player, &positions, 5, |benched| results.push(benched));
    assert_eq!(
        player.calls,
        [4, 0, 1]
            .map(|left| format!("Nim {{ left: {left}, mover: First }}"))
            .map(|now| [format!("new game {now}"), format!("{now}, depth Some(5)")])
            .concat()
    );
    let found = |name: &str| Benched { name: name.to_owned(), nodes: 90, best: Some(("1".to_owned(), Score::new(-7))) };
    assert_eq!(results, [found("p4"), Benched { name: "p0".to_owned(), nodes: 0, best: None }, found("p1")]);
    assert_eq!(results[0].to_string(), "p4          90 nodes  1  -7");
    assert_eq!(results[1].to_string(), "p0           0 nodes  (none)");
    assert_eq!((report.nodes, report.other_nodes, report.statistics.nodes), (180, 16, 80));
    assert!(!report.time.is_zero());
    assert_eq!(report.stopped_in, None);
    assert!(report.to_string().starts_with("180 nodes "), "{report}");
}

#[test]
fn the_speed_of_a_bench_is_in_nodes_per_second() {
    let speed = |nodes, time| BenchReport { nodes, time, ..BenchReport::default() }.speed();
    assert_eq!(speed(3_000, Duration::from_secs(2)), 1_500);
    assert_eq!(speed(7, Duration::from_micros(2)), 3_500_000);
    assert_eq!((speed(5, Duration::ZERO), speed(u64::MAX, Duration::ZERO)), (5_000_000, u64::MAX));
    let report = BenchReport { nodes: 3_000, time: Duration::from_secs(2), ..BenchReport::default() };
    assert_eq!(report.to_string(), "3000 nodes 1500 nps");
    assert_eq!(BenchReport { stopped_in: Some("p4".to_owned()), ..report }.to_string(), "stopped in position p4");
}
