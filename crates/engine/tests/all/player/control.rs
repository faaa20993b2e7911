//! The control by a clock, method by method, and the limits of a level.

use duiyi_clock::{
    Budget, ClockState, GoParameters, MoveContext, MoveSummary, Phase, PlayerClock, Strategy, StrategyDecision,
    TimeKeeper,
};
use duiyi_engine::{ClockControl, NodeLimit, Signals, TurnLimits};
use duiyi_game::{Game, Score, Side, Verdict};
use duiyi_search::{
    Control, Heuristics, IterationReport, LimitControl, Limits, Purpose, Searcher, StopHandle, Table, TurningPoint,
};
use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

/// Stops at a given score, and never by time. Counts the finished moves.
#[derive(Clone)]
struct StopsAt(i32, Arc<AtomicU32>);

impl Strategy for StopsAt {
    fn name(&self) -> &str {
        "stops-at"
    }

    fn begin(&mut self, _: &ClockState, _: &MoveContext) -> Budget {
        Budget::exactly(Duration::from_secs(1 << 30))
    }

    fn after_iteration(&mut self, report: &duiyi_clock::SearchProgress) -> StrategyDecision {
        if report.score == self.0 { StrategyDecision::Stop } else { StrategyDecision::Continue }
    }

    fn during_iteration(&mut self, report: &duiyi_clock::SearchProgress) -> StrategyDecision {
        self.after_iteration(report)
    }

    fn finish(&mut self, _: &MoveSummary) {
        self.1.fetch_add(1, Ordering::Relaxed);
    }

    fn boxed_clone(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }
}

/// A game without an end.
#[derive(Clone)]
struct Line;

impl Game for Line {
    type Move = u8;
    type Undo = ();

    fn side_to_move(&self) -> Side {
        Side::First
    }
    fn legal_moves(&self, moves: &mut impl Extend<u8>) {
        moves.extend([0, 1]);
    }
    fn is_legal(&self, mv: u8) -> bool {
        mv < 2
    }
    fn make(&mut self, _: u8) {}
    fn unmake(&mut self, _: u8, (): ()) {}
    fn key(&self) -> u64 {
        1
    }
    fn verdict(&self, _: usize) -> Verdict {
        Verdict::Open
    }
}

impl Heuristics for Line {
    type Insight = ();
}

/// Stores a report, since only a search creates one.
struct Keep(Option<IterationReport>);

impl Control for Keep {
    fn interval(&self, _: u64) -> u64 {
        1_000
    }
    fn poll(&mut self, _: u64) -> bool {
        false
    }
    fn begin_iteration(&mut self, _: u32) -> bool {
        true
    }
    fn end_iteration(&mut self, report: &IterationReport) -> bool {
        self.0 = Some(*report);
        false
    }
    fn turning_point(&mut self, _: TurningPoint, _: &IterationReport) -> bool {
        true
    }
    fn purpose(&self) -> Purpose {
        Purpose::default()
    }
}

fn report(depth: u32, score: i32) -> IterationReport {
    let mut keep = Keep(None);
    let mut searcher = Searcher::new(|_: &Line| Score::ZERO);
    searcher.search(&Line).table(&Table::new(0)).control(&mut keep).run();
    let mut report = keep.0.unwrap();
    (report.depth, report.score, report.nodes) = (depth, Score::new(score), 10);
    report
}

fn keeper() -> TimeKeeper {
    counting_keeper().0
}

/// A keeper, and the number of moves finished by its strategy.
fn counting_keeper() -> (TimeKeeper, Arc<AtomicU32>) {
    let moves = Arc::default();
    (TimeKeeper::new(Box::new(StopsAt(77, Arc::clone(&moves)))), moves)
}

fn go(change: impl FnOnce(&mut GoParameters)) -> TurnLimits {
    let mut limits = TurnLimits::default();
    change(&mut limits.go);
    limits
}

fn hour() -> PlayerClock {
    PlayerClock { left: Duration::from_secs(3_600), ..PlayerClock::default() }
}

/// Calls a method of a control that begins with these limits.
fn ask<R>(limits: &TurnLimits, question: impl FnOnce(&mut ClockControl<'_>, &Signals) -> R) -> R {
    let (mut keeper, signals) = (keeper(), Signals::default());
    let mut control = ClockControl::start(&mut keeper, limits, &MoveContext::default(), signals.clone());
    question(&mut control, &signals)
}

#[test]
fn each_limit_makes_a_search_limited() {
    assert!(TurnLimits::default().is_unlimited());
    let unlimited = [
        go(|go| go.own = Some(hour())),
        go(|go| go.move_time = Some(Duration::ZERO)),
        go(|go| go.depth = Some(1)),
        go(|go| go.nodes = Some(1)),
        TurnLimits { mate: Some(1), ..TurnLimits::default() },
    ]
    .map(|limits| limits.is_unlimited());
    assert_eq!(unlimited, [false; 5]);
    assert!(go(|go| go.opponent = Some(hour())).is_unlimited());
    let second = Duration::from_secs(1);
    let made = [TurnLimits::move_time(second), TurnLimits::depth(4), TurnLimits::nodes(9)].map(|limits| limits.go);
    assert_eq!(made[0], GoParameters { move_time: Some(second), ..GoParameters::default() });
    assert_eq!(made[1], GoParameters { depth: Some(4), ..GoParameters::default() });
    assert_eq!(made[2], GoParameters { nodes: Some(9), ..GoParameters::default() });
}

#[test]
fn depth_and_nodes_limit_a_search() {
    let depth = |depth: u32| ask(&TurnLimits::depth(4), |control, _| control.begin_iteration(depth));
    assert_eq!([3, 4, 5].map(depth), [true, true, false]);
    assert!(ask(&TurnLimits::default(), |control, _| control.begin_iteration(100)));
    assert_eq!(ask(&TurnLimits::depth(4), |control, _| control.purpose().last_depth), Some(4));
    assert_eq!(ask(&TurnLimits::default(), |control, _| control.purpose().last_depth), None);
    let nodes = |nodes: u64| ask(&TurnLimits::nodes(1_000), |control, _| control.interval(nodes));
    assert_eq!([0, 744, 745, 999, 1_000, 2_000].map(nodes), [256, 256, 255, 1, 1, 1]);
    assert_eq!(ask(&TurnLimits::default(), |control, _| control.interval(1 << 40)), 256);
    let poll = |nodes: u64| ask(&TurnLimits::nodes(1_000), |control, _| control.poll(nodes));
    assert_eq!([0, 999, 1_000].map(poll), [false, false, true]);
}

#[test]
fn a_stop_is_obeyed_at_every_poll() {
    let stopped = |question: fn(&mut ClockControl<'_>) -> bool| {
        let before = ask(&TurnLimits::default(), |control, _| question(control));
        let after = ask(&TurnLimits::default(), |control, signals| {
            signals.stop.stop();
            question(control)
        });
        (before, after)
    };
    assert_eq!(stopped(|control| control.poll(1)), (false, true));
    assert_eq!(stopped(|control| control.begin_iteration(2)), (true, false));
    assert_eq!(stopped(|control| control.end_iteration(&report(3, 0))), (true, false));
}

#[test]
fn the_clock_stops_after_an_iteration_and_within_one() {
    let timed = go(|go| go.own = Some(hour()));
    assert!(ask(&timed, |control, _| control.end_iteration(&report(3, 76))));
    assert!(!ask(&timed, |control, _| control.end_iteration(&report(3, 77))));
    for point in [TurningPoint::FirstMove, TurningPoint::FailLow, TurningPoint::FailHigh] {
        let turns =
            |depth: u32, score: i32| ask(&timed, |control, _| control.turning_point(point, &report(depth, score)));
        assert_eq!((turns(2, 77), turns(2, 76)), (false, true), "{point:?}");
        assert!(turns(1, 77), "the first iteration is finished");
    }
    assert_eq!(
        ask(&timed, |control, _| control.budget()).map(|budget| budget.hard),
        ask(&timed, |control, _| { control.budget().map(|budget| budget.soft) })
    );
    assert!(ask(&TurnLimits::default(), |control, _| control.budget()).is_none());
}

#[test]
fn a_mate_ends_searches_with_suitable_limits() {
    let ends = |limits: &TurnLimits, depth: u32, plies: i32| {
        let score = if plies > 0 { 32_000 - plies } else { -32_000 - plies };
        !ask(limits, |control, _| control.end_iteration(&report(depth, score)))
    };
    let mate = |moves: u32| TurnLimits { mate: Some(moves), ..TurnLimits::default() };
    assert_eq!((ends(&mate(2), 9, 3), ends(&mate(2), 9, 4), ends(&mate(2), 9, 5)), (true, true, false));
    assert!(ends(&mate(2), 9, -4), "being mated, too");
    assert_eq!((ends(&mate(2), 3, 3), ends(&mate(2), 2, 3)), (true, false), "the search is not deep enough");
    assert!(ask(&mate(1), |control, _| control.purpose().mate));
    let until = TurnLimits { until_mate: true, ..TurnLimits::default() };
    assert!(ends(&until, 9, 7) && !ask(&until, |control, _| control.purpose().mate));
    assert!(!ends(&TurnLimits::default(), 9, 7), "no limit requires it");
    assert!(ends(&go(|go| go.own = Some(hour())), 9, 7));
    // With a fixed time, only the shortest mate ends the search.
    let turn = go(|go| go.move_time = Some(Duration::from_secs(1 << 30)));
    assert!(!ends(&turn, 9, 7));
    let mut shortest = report(9, 32_000 - 7);
    shortest.is_shortest_mate = true;
    assert!(!ask(&turn, |control, _| control.end_iteration(&shortest)));
    assert!(!ends(&go(|go| (go.own, go.infinite) = (Some(hour()), true)), 9, 7));
    assert!(!ends(&go(|go| (go.own, go.ponder) = (Some(hour()), true)), 9, 7));
    assert!(ask(&until, |control, _| control.end_iteration(&report(9, 500))), "that is not a mate");
}

#[test]
fn an_infinite_search_waits_for_a_stop_or_a_mate() {
    // None of these waits.
    ask(&TurnLimits::default(), |control, _| control.wait_until_wanted());
    let infinite = go(|go| go.infinite = true);
    ask(&infinite, |control, signals| {
        signals.stop.stop();
        control.wait_until_wanted();
    });
    ask(&go(|go| go.ponder = true), |control, signals| {
        signals.ponder_hit();
        control.wait_until_wanted();
    });
    let until = TurnLimits { until_mate: true, ..infinite.clone() };
    ask(&until, |control, _| {
        assert!(!control.end_iteration(&report(9, 31_995)), "a mate ends it");
        control.wait_until_wanted();
    });
    // This one waits.
    let (mut keeper, signals) = (keeper(), Signals::default());
    let (waits, signalled) = (go(|go| go.infinite = true), std::sync::atomic::AtomicBool::new(false));
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| {
            let signals = signals.clone();
            ClockControl::start(&mut keeper, &waits, &MoveContext::default(), signals).wait_until_wanted();
            signalled.load(std::sync::atomic::Ordering::SeqCst)
        });
        std::thread::yield_now();
        signalled.store(true, std::sync::atomic::Ordering::SeqCst);
        signals.stop.stop();
        assert!(waiting.join().unwrap(), "it answered before the signal");
    });
}

#[test]
fn a_turn_counts_unless_another_move_was_pondered_on() {
    let finish_after = |nodes: u64, limits: &TurnLimits, hit: bool| {
        let ((mut keeper, moves), signals) = (counting_keeper(), Signals::default());
        let mut control = ClockControl::start(&mut keeper, limits, &MoveContext::default(), signals.clone());
        if hit {
            signals.ponder_hit();
            control.poll(1);
        }
        let own = control.finish(MoveSummary { nodes, ..MoveSummary::default() }, nodes);
        let moves = moves.load(Ordering::Relaxed);
        (own, moves, keeper.ponder_account().hits(), keeper.ponder_account().misses())
    };
    let finish = |limits: &TurnLimits, hit: bool| finish_after(1, limits, hit);
    let ponder = go(|go| (go.own, go.ponder) = (Some(hour()), true));
    assert_eq!(finish(&go(|go| go.own = Some(hour())), false), (true, 1, 0, 0));
    // A book move counts as a turn, but is not reported to the strategy.
    assert_eq!(finish_after(0, &go(|go| go.own = Some(hour())), false), (true, 0, 0, 0));
    assert_eq!(finish(&ponder, true), (true, 1, 1, 0));
    assert_eq!(finish(&ponder, false), (false, 0, 0, 1));
    // After the hit the clock runs: the strategy may stop the search.
    let stops = |hit: bool| {
        ask(&ponder, |control, signals| {
            if hit {
                signals.ponder_hit();
            }
            !control.end_iteration(&report(3, 77))
        })
    };
    assert_eq!((stops(true), stops(false)), (true, false));
}

#[test]
fn a_level_has_its_own_limits() {
    let limits = Limits::depth(9).with_nodes(5_000);
    let mut plain = LimitControl::new(limits, StopHandle::new());
    let mut level = NodeLimit { inner: &mut plain, nodes: Some(600), depth: Some(4) };
    assert_eq!([0, 599, 600, 900].map(|nodes| level.interval(nodes)), [600, 1, 1, 1]);
    assert_eq!([0, 599, 600].map(|nodes| level.poll(nodes)), [false, false, true]);
    assert_eq!([4, 5].map(|depth| level.begin_iteration(depth)), [true, false]);
    assert_eq!((level.purpose().last_depth, level.purpose().mate), (Some(4), false));
    let mut open = NodeLimit { inner: &mut plain, nodes: None, depth: None };
    assert_eq!((open.interval(0), open.poll(4_999), open.poll(5_000)), (1_024, false, true));
    assert_eq!((open.begin_iteration(9), open.begin_iteration(10), open.purpose().last_depth), (true, false, Some(9)));
    let (mut keeper, signals) = (keeper(), Signals::default());
    let limits = TurnLimits { mate: Some(3), ..go(|go| go.own = Some(hour())) };
    let mut clock = ClockControl::start(&mut keeper, &limits, &MoveContext::default(), signals);
    let mut level = NodeLimit { inner: &mut clock, nodes: None, depth: None };
    assert!(level.purpose().mate);
    assert!(level.end_iteration(&report(3, 76)) && level.turning_point(TurningPoint::FailLow, &report(3, 76)));
    assert!(!level.turning_point(TurningPoint::FailLow, &report(3, 77)) && !level.end_iteration(&report(3, 77)));
}

/// A turn of several searches, whose node counts begin at zero, is timed as a whole.
#[test]
fn a_node_clock_measures_time_in_nodes() {
    let node_clock = "1000".parse().ok();
    let mut limits = TurnLimits { node_clock, ..TurnLimits::move_time(Duration::from_secs(1)) };
    let polls = |limits: &TurnLimits, polls: &[u64]| {
        let (mut keeper, _) = counting_keeper();
        let mut control = ClockControl::start(&mut keeper, limits, &MoveContext::default(), Signals::default());
        polls.iter().map(|&nodes| control.poll(nodes)).collect::<Vec<_>>()
    };
    // 10 ms are the overhead.
    assert_eq!(polls(&limits, &[500, 989, 990]), [false, false, true]);
    assert_eq!(polls(&limits, &[600, 300, 389, 390]), [false, false, false, true]);
    limits.node_clock = None;
    assert_eq!(polls(&limits, &[990]), [false]);
    // The keeper receives the time of the nodes, not of solvers.
    let (mut keeper, _) = counting_keeper();
    let limits = TurnLimits { node_clock, ..go(|go| go.own = Some(hour())) };
    let control = ClockControl::start(&mut keeper, &limits, &MoveContext::default(), Signals::default());
    control.finish(MoveSummary { nodes: 2_700, ..MoveSummary::default() }, 2_500);
    assert_eq!(keeper.phase(Phase::Middlegame).used, Duration::from_millis(2_500));
}
