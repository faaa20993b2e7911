use super::*;
use std::time::Duration;

#[test]
fn mates_are_packed() {
    for score in [Score::mate_in(7), Score::mated_in(4)] {
        assert_eq!(unpack_mate(pack_mate(score, 9)), Some((score, 9)));
    }
    assert_eq!(unpack_mate(0), None);
}

fn report(depth: u32, score: Score, nodes: u64) -> IterationReport {
    IterationReport {
        is_shortest_mate: false,
        depth,
        score,
        nodes,
        best_move: 1,
        best_move_permille: 0,
        best_move_changed: false,
        best_move_changes: 0,
        previous_score: None,
        average_score: None,
        gap: None,
        root_moves: 1,
        elapsed: Duration::ZERO,
    }
}

/// Records the calls, and stops at a node count or at a score.
struct RecordingControl {
    nodes: Vec<u64>,
    stops_at: u64,
    wants: Score,
    seeks_mate: bool,
}

impl Control for RecordingControl {
    fn interval(&self, nodes: u64) -> u64 {
        self.stops_at.saturating_sub(nodes)
    }
    fn poll(&mut self, nodes: u64) -> bool {
        self.nodes.push(nodes);
        nodes >= self.stops_at
    }
    fn begin_iteration(&mut self, depth: u32) -> bool {
        depth <= 7
    }
    fn end_iteration(&mut self, report: &IterationReport) -> bool {
        self.nodes.push(report.nodes);
        report.score != self.wants
    }
    fn turning_point(&mut self, _: TurningPoint, report: &IterationReport) -> bool {
        self.nodes.push(report.nodes);
        report.score != self.wants
    }
    fn purpose(&self) -> Purpose {
        Purpose { last_depth: Some(7), mate: self.seeks_mate, ..Purpose::default() }
    }
}

fn asked() -> RecordingControl {
    RecordingControl { nodes: vec![], stops_at: 1_000, wants: Score::mate_in(5), seeks_mate: true }
}

/// Three threads; the helpers have 100 and 250 nodes.
fn shared(lockstep: bool) -> Shared {
    let shared = Shared::new(3, lockstep);
    shared.workers[1].nodes.store(100, Relaxed);
    shared.workers[2].nodes.store(250, Relaxed);
    shared
}

#[test]
fn the_callers_control_receives_the_nodes_of_all_threads() {
    let shared = shared(false);
    let mut inner = asked();
    let mut control = MainControl::new(&shared, &mut inner);
    // 1000 minus 350 and 50, shared by three threads.
    assert_eq!(control.interval(50), 200);
    assert!(!control.poll(649));
    assert!(control.poll(650));
    assert_eq!(shared.workers[0].nodes.load(Relaxed), 650, "the thread's own nodes are published");
    assert!(control.end_iteration(&report(3, Score::ZERO, 10)));
    assert!(control.turning_point(TurningPoint::FailLow, &report(3, Score::ZERO, 20)));
    assert!(!control.turning_point(TurningPoint::FailLow, &report(3, Score::mate_in(5), 20)));
    assert!(!control.end_iteration(&report(3, Score::mate_in(5), 30)));
    assert_eq!((control.purpose().last_depth, control.purpose().mate), (Some(7), true));
    assert_eq!(inner.nodes, [999, 1_000, 360, 370, 370, 380]);
}

#[test]
fn in_lockstep_the_main_thread_polls_often() {
    let shared = shared(true);
    // No helper is working, so the main thread does not wait.
    shared.workers.iter().for_each(|worker| worker.ended.store(true, Relaxed));
    let mut inner = RecordingControl { stops_at: 100_000, ..asked() };
    let mut control = MainControl::new(&shared, &mut inner);
    assert_eq!(control.interval(0), 64);
    assert!(!control.poll(5_000));
    let few = MainControl::new(&shared, &mut RecordingControl { stops_at: 380, ..asked() }).interval(0);
    assert_eq!(few, 10);
}

#[test]
fn threads_wait_for_the_slowest_in_lockstep() {
    let (shared, at) = (shared(true), 100 + 2 * HELPER_INTERVAL);
    // The first helper is at 100: the other may be ahead by this much, but not more.
    shared.workers[0].ended.store(true, Relaxed);
    shared.publish(2, at);
    assert_eq!(shared.workers[2].nodes.load(Relaxed), at);
    shared.stop.store(true, Relaxed);
    shared.publish(2, at + 1_000);
    shared.stop.store(false, Relaxed);
    std::thread::scope(|scope| {
        let ahead = scope.spawn(|| {
            shared.publish(2, at + 1);
            shared.workers[1].nodes.load(Relaxed)
        });
        // The waiting thread returns when the other one has caught up.
        shared.publish(1, 101);
        assert_eq!(ahead.join().unwrap(), 101);
    });
    // Ended threads are not waited for, and without lockstep no thread waits.
    shared.workers[1].ended.store(true, Relaxed);
    shared.publish(2, 1 << 40);
    Shared::new(2, false).publish(1, 1 << 40);
}

#[test]
fn the_last_iteration_of_any_thread_ends_the_search() {
    let shared = shared(false);
    let mut inner = asked();
    let mut main = MainControl::new(&shared, &mut inner);
    assert!(main.begin_iteration(4) && !main.poll(0));
    assert_eq!(shared.main_depth.load(Relaxed), 4);
    assert!(!main.begin_iteration(8), "the caller's limit");
    shared.finished.store(true, Relaxed);
    assert!(!main.begin_iteration(5) && main.poll(0));
}

fn helper(shared: &Shared, votes: bool) -> HelperControl<'_> {
    HelperControl {
        shared,
        number: 2,
        purpose: Purpose { last_depth: Some(6), mate: true, ..Purpose::default() },
        votes,
    }
}

#[test]
fn a_helper_continues_until_the_main_thread_ends() {
    let shared = shared(false);
    let mut control = helper(&shared, true);
    assert_eq!((control.interval(9), control.purpose().last_depth, control.purpose().mate), (64, Some(6), true));
    assert!(!control.poll(777) && control.begin_iteration(6) && !control.begin_iteration(7));
    assert_eq!(shared.workers[2].nodes.load(Relaxed), 777);
    assert!(control.end_iteration(&report(5, Score::ZERO, 1)));
    assert!(!shared.finished.load(Relaxed));
    assert!(control.end_iteration(&report(6, Score::ZERO, 1)));
    assert!(shared.finished.load(Relaxed), "the last iteration is completed");
    shared.stop.store(true, Relaxed);
    assert!(control.poll(778) && !control.begin_iteration(2) && !control.end_iteration(&report(5, Score::ZERO, 1)));
    let silent = self::shared(false);
    helper(&silent, false).end_iteration(&report(6, Score::ZERO, 1));
    assert!(!silent.finished.load(Relaxed), "the helper has no vote");
    let unlimited = HelperControl { purpose: Purpose::default(), ..helper(&silent, true) };
    assert_eq!(unlimited.purpose().last_depth, None);
    assert!(HelperControl { purpose: Purpose::default(), ..helper(&silent, true) }.begin_iteration(99));
}

#[test]
fn a_helpers_mate_is_reported_to_the_callers_control() {
    let stops = |votes: bool, seeks_mate: bool, score: Score, begun: bool| {
        let shared = shared(false);
        let mut inner = asked();
        let mut main = MainControl::new(&shared, &mut inner);
        if begun {
            main.end_iteration(&report(2, Score::ZERO, 10));
        }
        HelperControl { purpose: Purpose { mate: seeks_mate, ..Purpose::default() }, ..helper(&shared, votes) }
            .end_iteration(&report(5, score, 1));
        let stopped = main.poll(0);
        assert!(!stopped || !main.poll(0), "reported once");
        stopped
    };
    let mate = Score::mate_in(5);
    assert!(stops(true, true, mate, true));
    assert!(!stops(true, true, Score::mate_in(6), true), "the control seeks another mate");
    assert!(!stops(false, true, mate, true));
    assert!(!stops(true, false, mate, true));
    assert!(!stops(true, true, Score::new(500), true));
    assert!(!stops(true, true, mate, false), "the root has no result yet");
}

#[test]
fn ending_threads_set_their_flags() {
    let shared = Shared::new(2, false);
    drop(EndOfWorker(&shared.workers[1]));
    assert!(shared.workers[1].ended.load(Relaxed) && !shared.workers[0].ended.load(Relaxed));
    assert!(!shared.stop.load(Relaxed));
    drop(StopAtEnd(&shared));
    assert!(shared.stop.load(Relaxed));
}

/// Records the nodes and the root moves of reports.
#[derive(Default)]
struct Notes(Vec<u64>, Vec<u8>);

impl Observer<u8> for Notes {
    fn progress(&mut self, report: &Report<'_, u8>) {
        self.0.push(report.nodes);
    }
    fn root_move(&mut self, _: u32, mv: u8, _: usize, _: Duration) {
        self.1.push(mv);
    }
}

#[test]
fn the_callers_observer_receives_the_nodes_of_all_threads() {
    let shared = shared(false);
    let mut inner = Notes::default();
    let mut observer = MainObserver { shared: &shared, inner: &mut inner };
    observer.progress(&Report {
        claim: crate::ScoreClaim::None,
        depth: 1,
        selective_depth: 1,
        line: 1,
        score: Score::ZERO,
        bound: crate::Bound::Exact,
        nodes: 50,
        elapsed: Duration::ZERO,
        table_permille: 0,
        pv: &[],
        best_move_permille: 0,
        best_move_changed: false,
        best_move_changes: 0,
        previous_score: None,
        root: &[],
    });
    observer.root_move(1, 9, 1, Duration::ZERO);
    assert_eq!((inner.0, inner.1), (vec![400], vec![9]));
}
