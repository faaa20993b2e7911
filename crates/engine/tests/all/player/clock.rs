//! A search with a time keeper: the reports to the strategy, and what stops the search.

use duiyi_clock::{
    Budget, ClockState, GoParameters, MoveContext, MoveSummary, PlayerClock, SearchProgress, Stage, Strategy,
    StrategyDecision, TimeKeeper,
};
use duiyi_engine::{ClockControl, NodeLimit, Signals, TurnLimits};
use duiyi_search::{Control, LimitControl, Limits, Searcher, StopHandle, Table};
use duiyi_xiangqi::{Evaluation, Xiangqi};
use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

type Reports = Arc<Mutex<Vec<(Stage, SearchProgress)>>>;

/// Records every report and continues the search.
#[derive(Clone, Default)]
struct RecordingStrategy(Reports);

impl Strategy for RecordingStrategy {
    fn name(&self) -> &str {
        "recording"
    }

    fn begin(&mut self, clock: &ClockState, _: &MoveContext) -> Budget {
        Budget::exactly(clock.left)
    }

    fn after_iteration(&mut self, report: &SearchProgress) -> StrategyDecision {
        self.during_iteration(report)
    }

    fn during_iteration(&mut self, report: &SearchProgress) -> StrategyDecision {
        self.0.lock().unwrap().push((report.stage, *report));
        StrategyDecision::Continue
    }

    fn boxed_clone(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }
}

const POSITIONS: [&str; 3] = [
    "r1bakab1r/9/1cn4cn/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 5",
    "2bakab2/9/2n1c1n2/p1p1p1p1p/9/2P1P4/P5P1P/1C2C1N2/9/R1BAKABNr w - - 0 12",
    "3akab2/9/4b1n2/p3p1p1p/2pR5/9/P1P1P1P1P/2N1C1N2/4r4/2BAKAB2 w - - 0 20",
];

fn own(left: Duration) -> TurnLimits {
    let own = PlayerClock { left, ..PlayerClock::default() };
    TurnLimits { go: GoParameters { own: Some(own), ..GoParameters::default() }, ..TurnLimits::default() }
}

/// Rows T-11 and T-16: the strategy receives every iteration, its first move, and fail lows and highs, in order.
#[test]
fn the_strategy_receives_iterations_and_turning_points() {
    const DEPTH: u32 = 8;
    let mut stages = [0; 4];
    for fen in POSITIONS {
        let strategy = RecordingStrategy::default();
        let mut keeper = TimeKeeper::new(Box::new(strategy.clone()));
        let mut limits = own(Duration::from_secs(600));
        limits.go.depth = Some(DEPTH);
        let mut control = ClockControl::start(&mut keeper, &limits, &MoveContext::default(), Signals::default());
        let game = Xiangqi::new(fen.parse().unwrap());
        let mut searcher = Searcher::new(Evaluation::new());
        let found = searcher.search(&game).table(&Table::new(4)).control(&mut control).run();
        assert_eq!(found.depth, DEPTH, "{fen}");
        assert!(control.finish(MoveSummary::default(), 0), "the search did not ponder");
        let reports = strategy.0.lock().unwrap();
        let mut complete = 0;
        for (index, (stage, report)) in reports.iter().enumerate() {
            stages[*stage as usize] += 1;
            assert_eq!(report.depth, complete + 1, "{fen}: a report of another iteration");
            complete += u32::from(*stage == Stage::Complete);
            let before = index.checked_sub(1).map_or(report, |before| &reports[before].1);
            assert!(before.elapsed <= report.elapsed && before.nodes <= report.nodes, "{fen}");
        }
        // The last iteration ends at the depth limit, before it is reported.
        assert_eq!(complete, DEPTH - 1, "{fen}");
    }
    assert!(stages.iter().all(|&count| count > 0), "{stages:?}");
}

#[test]
fn a_stop_and_the_limits_of_nodes_and_depth_are_obeyed() {
    let mut keeper = TimeKeeper::new(Box::new(RecordingStrategy::default()));
    let game = Xiangqi::new(POSITIONS[0].parse().unwrap());
    let search = |control: &mut dyn Control| {
        Searcher::new(Evaluation::new()).search(&game).table(&Table::new(1)).control(control).run()
    };
    let mut start = |limits: &TurnLimits, signals: &Signals| {
        let mut control = ClockControl::start(&mut keeper, limits, &MoveContext::default(), signals.clone());
        search(&mut control)
    };
    let signals = Signals::default();
    assert_eq!(start(&TurnLimits::nodes(5_000), &signals).statistics.nodes, 5_000);
    assert_eq!(start(&TurnLimits::depth(4), &signals).depth, 4);
    signals.stop.stop();
    assert!(start(&own(Duration::from_secs(600)), &signals).best.is_some(), "there is a move in any case");
    // A player's own limits apply in addition to the control's.
    let mut inner = LimitControl::new(Limits::nodes(5_000), StopHandle::new());
    let mut narrower = NodeLimit { inner: &mut inner, nodes: Some(700), depth: None };
    assert_eq!(narrower.interval(650), 50);
    assert_eq!(search(&mut narrower).statistics.nodes, 700);
    let mut inner = LimitControl::new(Limits::depth(6), StopHandle::new());
    assert_eq!(search(&mut NodeLimit { inner: &mut inner, nodes: None, depth: Some(3) }).depth, 3);
}

#[test]
fn pondering_waits_for_the_stop_or_the_hit() {
    let mut keeper = TimeKeeper::new(Box::new(RecordingStrategy::default()));
    let mut limits = own(Duration::from_millis(50));
    limits.go.ponder = true;
    let context = MoveContext::default();
    for hit in [true, false] {
        let signals = Signals::default();
        let mut control = ClockControl::start(&mut keeper, &limits, &context, signals.clone());
        assert!(!control.poll(1_000_000), "the clock does not run");
        if hit {
            signals.ponder_hit()
        } else {
            signals.stop.stop()
        }
        control.wait_until_wanted();
        assert_eq!(control.finish(MoveSummary::default(), 0), hit);
    }
}

/// With a fixed time, only the shortest mate ends the search: here the search without threat
/// ordering and singular extensions first finds a mate in four. With a clock, any mate ends it.
#[test]
fn a_time_for_the_turn_is_used_until_the_mate_is_the_shortest() {
    let mut keeper = TimeKeeper::new(Box::new(RecordingStrategy::default()));
    let ample = Duration::from_secs(600);
    for (limits, moves) in [(TurnLimits::move_time(ample), 3), (own(ample), 4)] {
        let mut control = ClockControl::start(&mut keeper, &limits, &MoveContext::default(), Signals::default());
        let game = Xiangqi::new("2cP1ab2/2N1k4/4b4/p3p3p/9/1rBR5/4c3P/9/9/2BAKA3 w - - 0 1".parse().unwrap());
        let mut searcher = Searcher::new(Evaluation::new());
        searcher.enhancements.threat_ordering = false;
        searcher.enhancements.singular = false;
        let mut limited = NodeLimit { inner: &mut control, nodes: Some(50_000_000), depth: None };
        let found = searcher.search(&game).table(&Table::new(16)).control(&mut limited).run();
        assert_eq!(found.score.mate_distance(), Some(2 * moves - 1));
        assert!(found.statistics.nodes < 50_000_000, "the mate ended it");
    }
}
