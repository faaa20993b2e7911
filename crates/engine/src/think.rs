//! The search thread: one search from `go` to `bestmove`.

use crate::{Dialect, EngineGame, MoveOf, memory::Memory, output::Output};
use duiyi_clock::{ClockState, GoParameters, MoveSummary, PollInterval, Stage, TimeKeeper};
use duiyi_search::{
    Bound, Control, IterationReport, Observer, ParallelSearcher, Report, Score, SearchResult, Skill, StopHandle, Table,
    TurningPoint,
};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// What is kept from one search to the next.
pub(crate) struct Thinker<G: EngineGame> {
    pub(crate) searcher: ParallelSearcher<G::Position, G::Evaluator>,
    /// How many lines the front end wants to see.
    pub(crate) lines: usize,
    pub(crate) skill: Skill,
    /// Where the mistakes of a weakened player come from.
    pub(crate) random: Xoshiro256PlusPlus,
    pub(crate) keeper: TimeKeeper,
    pub(crate) memory: Memory<MoveOf<G>>,
}

/// What a `go` command asks.
#[derive(Clone, Debug)]
pub(crate) struct Request<M> {
    pub(crate) limits: GoParameters,
    /// Stop at a mate in so many moves.
    pub(crate) mate: Option<u32>,
    /// Stop at any mate, even without another limit (UCCI's `infinite`).
    pub(crate) until_mate: bool,
    /// Consider only these moves; all if there are none.
    pub(crate) only: Vec<M>,
    /// Do not consider these.
    pub(crate) banned: Vec<M>,
    /// The opponent has offered a draw.
    pub(crate) draw_offered: bool,
}

impl<M> Request<M> {
    /// Whether a clock alone says when to stop, so that what is known already may be played at once.
    fn is_by_the_clock(&self) -> bool {
        let GoParameters { own, move_time, depth, nodes, infinite, .. } = self.limits;
        let limited = move_time.is_some() || depth.is_some() || nodes.is_some() || self.mate.is_some() || infinite;
        own.is_some() && !limited && self.only.is_empty() && self.banned.is_empty()
    }
}

/// What the loop tells a running search.
#[derive(Default)]
pub(crate) struct Signals {
    pub(crate) stop: StopHandle,
    /// The expected move was played.
    pub(crate) hit: AtomicBool,
    /// The opponent has offered a draw with it.
    pub(crate) draw_offered: AtomicBool,
    /// The front end has gone: say no more.
    pub(crate) mute: AtomicBool,
    /// The search has not answered yet.
    pub(crate) busy: AtomicBool,
}

impl Signals {
    fn get(flag: &AtomicBool) -> bool {
        flag.load(Ordering::Acquire)
    }

    pub(crate) fn set(flag: &AtomicBool, value: bool) {
        flag.store(value, Ordering::Release);
    }

    pub(crate) fn is_busy(&self) -> bool {
        Signals::get(&self.busy)
    }
}

/// Everything that one search needs.
pub(crate) struct Job<G: EngineGame> {
    pub(crate) position: G::Position,
    pub(crate) table: Arc<Table>,
    pub(crate) request: Request<MoveOf<G>>,
    pub(crate) signals: Arc<Signals>,
    pub(crate) output: Output,
    pub(crate) dialect: Dialect,
}

/// Lets the clock decide, and listens to the loop.
struct KeeperControl<'a> {
    keeper: &'a mut TimeKeeper,
    signals: &'a Signals,
    limits: GoParameters,
    mate: Option<u32>,
    until_mate: bool,
    started: Instant,
    interval: PollInterval,
    polled: (u64, Duration),
}

impl KeeperControl<'_> {
    /// A report in the words of the clock.
    fn told(&self, stage: Stage, report: &IterationReport) -> duiyi_clock::IterationReport {
        duiyi_clock::IterationReport {
            stage,
            depth: report.depth,
            elapsed: self.started.elapsed(),
            nodes: report.nodes,
            score: report.score.get(),
            best: report.best_move,
            best_share: (stage == Stage::Complete).then_some(report.best_move_permille as f32 / 1000.0),
            gap: report.gap,
            mate: report.score.mate_distance(),
        }
    }

    /// Passes a ponder hit on to the clock, once.
    fn take_hit(&mut self) {
        if self.signals.hit.swap(false, Ordering::AcqRel) {
            self.keeper.ponder_hit(self.started.elapsed());
            self.limits.ponder = false;
        }
    }

    /// Whether a mate was found that ends this kind of search.
    fn mate_ends(&self, report: &IterationReport) -> bool {
        let Some(plies) = report.score.mate_distance().map(i32::unsigned_abs) else { return false };
        if plies > report.depth {
            return false;
        }
        match self.mate {
            Some(moves) => plies.div_ceil(2) <= moves,
            // With a clock there is nothing to gain by more thought.
            None => {
                let timed = self.limits.own.is_some() || self.limits.move_time.is_some();
                self.until_mate || timed && !self.limits.infinite && !self.limits.ponder
            }
        }
    }
}

impl Control for KeeperControl<'_> {
    fn interval(&self, nodes: u64) -> u64 {
        let left = self.limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(nodes));
        self.interval.nodes().min(left).max(1)
    }

    fn poll(&mut self, nodes: u64) -> bool {
        self.take_hit();
        let elapsed = self.started.elapsed();
        // A span that was too short to tell the speed is counted with the next one.
        if self.interval.observe(nodes - self.polled.0, elapsed.saturating_sub(self.polled.1)) {
            self.polled = (nodes, elapsed);
        }
        self.signals.stop.is_stopped() || self.keeper.must_stop(elapsed, nodes)
    }

    fn begin_iteration(&mut self, depth: u32) -> bool {
        !self.signals.stop.is_stopped() && self.limits.depth.is_none_or(|limit| depth <= limit)
    }

    fn last_depth(&self) -> Option<u32> {
        self.limits.depth
    }

    fn seeks_mate(&self) -> bool {
        self.mate.is_some()
    }

    fn end_iteration(&mut self, report: &IterationReport) -> bool {
        self.take_hit();
        let told = self.told(Stage::Complete, report);
        let mate = self.mate_ends(report);
        // What `infinite` waited for has come.
        self.limits.infinite &= !(mate && self.until_mate);
        let stop = self.keeper.report(&told) || mate || self.signals.stop.is_stopped();
        !stop
    }

    fn turning_point(&mut self, point: TurningPoint, report: &IterationReport) -> bool {
        let stage = match point {
            TurningPoint::FirstMove => Stage::FirstMove,
            TurningPoint::FailLow => Stage::FailLow,
            TurningPoint::FailHigh => Stage::FailHigh,
        };
        // The first iteration gives the first score that there is: it is always finished.
        !self.keeper.report(&self.told(stage, report)) || report.depth <= 1
    }
}

/// Writes what the search finds.
struct Reporter<'a, G: EngineGame> {
    job: &'a Job<G>,
    /// How many lines are told.
    lines: usize,
}

/// Root moves are named only when the search takes long, as front ends expect.
const NAME_MOVES_AFTER: Duration = Duration::from_secs(1);

impl<G: EngineGame> Observer<MoveOf<G>> for Reporter<'_, G> {
    fn progress(&mut self, report: &Report<'_, MoveOf<G>>) {
        // UCCI has no word for bounds: only whole iterations are told.
        let told = self.job.dialect == Dialect::Uci || report.bound == Bound::Exact;
        if told && report.line <= self.lines && !Signals::get(&self.job.signals.mute) {
            self.job.output.line(self.job.dialect.report::<G>(report, self.lines));
        }
    }

    fn root_move(&mut self, depth: u32, mv: MoveOf<G>, number: usize, elapsed: Duration) {
        if elapsed >= NAME_MOVES_AFTER && !Signals::get(&self.job.signals.mute) {
            let depth = if self.job.dialect == Dialect::Uci { format!("depth {depth} ") } else { String::new() };
            self.job.output.line(format_args!("info {depth}currmove {} currmovenumber {number}", G::write_move(mv)));
        }
    }
}

/// Searches and answers.
pub(crate) fn think<G: EngineGame>(mut thinker: Box<Thinker<G>>, mut job: Job<G>) -> Box<Thinker<G>> {
    let started = Instant::now();
    let mut limits = job.request.limits;
    let skill = thinker.skill;
    limits.nodes = [limits.nodes, skill.nodes()].into_iter().flatten().min();
    thinker.searcher.main.multi_pv = thinker.lines.max(skill.lines());
    let mut context = G::context(&job.position);
    let plays = job.request.is_by_the_clock() && thinker.searcher.main.multi_pv == 1 && skill == Skill::FULL;
    let known = if plays { thinker.memory.recall(&job.position, context.known_repetition) } else { None };
    context.known_mate = known.as_ref().is_some_and(|known| known.is_mate());
    context.known_repetition = known.as_ref().is_some_and(|known| !known.is_mate());
    thinker.keeper.start(&limits, &context);
    // Whether what is known is played at once is for the strategy to say.
    let at_once = thinker.keeper.budget().is_some_and(|budget| budget.hard <= ClockState::LEAST);
    let known = known.filter(|_| at_once);
    let mut position = job.position.clone();
    let request = job.request.clone();
    let allowed = |mv| match &known {
        Some(known) => mv == known.answer(),
        None => !request.banned.contains(&mv) && (request.only.is_empty() || request.only.contains(&mv)),
    };
    let mut control = KeeperControl {
        keeper: &mut thinker.keeper,
        signals: &job.signals,
        limits,
        mate: request.mate,
        until_mate: request.until_mate,
        started,
        interval: PollInterval::default(),
        polled: (0, Duration::ZERO),
    };
    // What so short a search says of a known mate would only confuse.
    let mate_known = known.as_ref().is_some_and(|known| known.is_mate());
    let mut reporter = Reporter { job: &job, lines: if mate_known { 0 } else { thinker.lines } };
    let mut outcome = thinker.searcher.search(&mut position, &job.table, &mut control, &mut reporter, allowed);
    weaken(&mut outcome, skill, &mut thinker.random);
    if let Some(known) = &known {
        known.complete(&mut outcome);
        if mate_known && !Signals::get(&job.signals.mute) {
            job.output.line(job.dialect.known_mate::<G>(outcome.score, &outcome.pv));
        }
    }
    hold_back(&mut control);
    let pondered_in_vain = control.limits.ponder;
    if pondered_in_vain {
        thinker.keeper.ponder_miss(started.elapsed());
    } else if plays {
        thinker.memory.note(&job.position, &outcome, known.as_ref());
    }
    let summary = MoveSummary {
        elapsed: started.elapsed(),
        nodes: outcome.statistics.nodes,
        depth: outcome.depth,
        score: outcome.score.get(),
    };
    thinker.keeper.finish(&summary);
    job.request.draw_offered |= Signals::get(&job.signals.draw_offered);
    answer(&job, &outcome);
    thinker
}

/// Lets a weakened player choose among the lines.
fn weaken<M: Copy>(outcome: &mut SearchResult<M>, skill: Skill, random: &mut Xoshiro256PlusPlus) {
    let choice = skill.choose(&outcome.lines, random);
    if choice > 0 {
        let line = &outcome.lines[choice];
        outcome.best = Some(line.mv);
        outcome.pv.clone_from(&line.pv);
        outcome.score = line.score.unwrap_or(outcome.score);
    }
}

/// A search that is over too early must not answer before it may: an infinite
/// one waits for `stop`, one on the opponent's time for `stop` or `ponderhit`.
fn hold_back(control: &mut KeeperControl<'_>) {
    loop {
        control.take_hit();
        let waits = control.limits.infinite || control.limits.ponder;
        if !waits || control.signals.stop.is_stopped() {
            return;
        }
        std::thread::park_timeout(Duration::from_millis(20));
    }
}

/// Says `bestmove`. The engine counts as idle from just before the line is
/// written, so that a front end which answers at once is not turned away.
fn answer<G: EngineGame>(job: &Job<G>, outcome: &SearchResult<MoveOf<G>>) {
    let ponder = outcome.pv.get(1).copied();
    let mut line = job.dialect.best_move::<G>(outcome.best, ponder);
    // The side that is worse takes the draw that it is offered.
    if job.request.draw_offered && outcome.best.is_some() && job.dialect == Dialect::Ucci && outcome.score < Score::ZERO
    {
        line += " draw";
    }
    let mute = Signals::get(&job.signals.mute);
    if !mute && outcome.depth == 0 && outcome.best.is_none() {
        job.output.line(format_args!("info depth 0 score {}", job.dialect.score(outcome.score)));
    }
    Signals::set(&job.signals.busy, false);
    if !mute {
        job.output.line(line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_clock::{Budget, Decision, MoveContext, PlayerClock, Strategy};
    use duiyi_search::Searcher;
    use duiyi_xiangqi::{Evaluation, Xiangqi};
    use std::sync::Mutex;

    type Heard = Arc<Mutex<Vec<(Stage, duiyi_clock::IterationReport)>>>;

    /// Notes every report and lets the search go on.
    #[derive(Clone, Default)]
    struct Listener(Heard);

    impl Strategy for Listener {
        fn name(&self) -> &str {
            "listener"
        }

        fn begin(&mut self, clock: &ClockState, _: &MoveContext) -> Budget {
            Budget::exactly(clock.left)
        }

        fn after_iteration(&mut self, report: &duiyi_clock::IterationReport) -> Decision {
            self.during_iteration(report)
        }

        fn during_iteration(&mut self, report: &duiyi_clock::IterationReport) -> Decision {
            self.0.lock().unwrap().push((report.stage, *report));
            Decision::Continue
        }

        fn boxed_clone(&self) -> Box<dyn Strategy> {
            Box::new(self.clone())
        }
    }

    /// T-11, T-16: the strategy hears of every iteration, of its first move and of the window left, as they come.
    #[test]
    fn the_clock_hears_of_iterations_and_turning_points() {
        const DEPTH: u32 = 8;
        let mut stages = [0; 4];
        for fen in [
            "r1bakab1r/9/1cn4cn/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 5",
            "2bakab2/9/2n1c1n2/p1p1p1p1p/9/2P1P4/P5P1P/1C2C1N2/9/R1BAKABNr w - - 0 12",
            "3akab2/9/4b1n2/p3p1p1p/2pR5/9/P1P1P1P1P/2N1C1N2/4r4/2BAKAB2 w - - 0 20",
        ] {
            let listener = Listener::default();
            let mut keeper = TimeKeeper::new(Box::new(listener.clone()));
            let own = PlayerClock { left: Duration::from_secs(600), ..PlayerClock::default() };
            let limits = GoParameters { own: Some(own), depth: Some(DEPTH), ..GoParameters::default() };
            keeper.start(&limits, &MoveContext::default());
            let signals = Signals::default();
            let mut control = KeeperControl {
                keeper: &mut keeper,
                signals: &signals,
                limits,
                mate: None,
                until_mate: false,
                started: Instant::now(),
                interval: PollInterval::default(),
                polled: (0, Duration::ZERO),
            };
            let mut game = Xiangqi::new(fen.parse().unwrap());
            let mut searcher = Searcher::new(Evaluation::new());
            let found = searcher.search(&mut game, &Table::new(4), &mut control, &mut (), |_| true);
            assert_eq!(found.depth, DEPTH, "{fen}");
            let heard = listener.0.lock().unwrap();
            let mut complete = 0;
            for (index, (stage, report)) in heard.iter().enumerate() {
                stages[*stage as usize] += 1;
                assert_eq!(report.depth, complete + 1, "{fen}: a report of another iteration");
                complete += u32::from(*stage == Stage::Complete);
                let before = index.checked_sub(1).map_or(report, |before| &heard[before].1);
                assert!(before.elapsed <= report.elapsed && before.nodes <= report.nodes, "{fen}");
            }
            // The last iteration ends by the depth limit, before the strategy is asked.
            assert_eq!(complete, DEPTH - 1, "{fen}");
        }
        assert!(stages.iter().all(|&count| count > 0), "{stages:?}");
    }
}
