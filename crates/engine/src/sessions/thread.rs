//! The search thread: one turn, from the request to the decision.

use crate::player::{Decision, Seat, Signals, TurnLimits};
use crate::sessions::{
    inbox::Inbox,
    memory::{KnownAnswer, Memory},
    output::Output,
    ruling::ruling_of_line,
};
use duiyi_clock::{ClockState, GoParameters, MoveContext};
use duiyi_game::{Game, History, Notation, Score, Side, in_usual_order, legal_moves};
use duiyi_search::{Bound, Observer, Report};
use std::time::Duration;

/// Formats the progress of a search for a protocol.
pub(crate) trait ProgressFormatter<G: Game>: Send {
    /// The text for an iteration or for a bound of its score; `None` prints nothing.
    fn progress(&self, now: &G, report: &Report<'_, G::Move>) -> Option<String>;

    /// The text for the move at the root that is searched next.
    fn root_move(&self, _now: &G, _depth: u32, _mv: G::Move, _number: usize) -> Option<String> {
        None
    }

    /// The text for a ruling that ends the line of the decision; `ruling` describes it.
    fn ruling(&self, _ruling: &str) -> Option<String> {
        None
    }

    /// The text for a decision whose line is not the last one that was reported. Its score may be that of
    /// the evaluation, and its depth that of an earlier report.
    fn decided(&self, _now: &G, _decision: &Decision<G::Move>) -> Option<String> {
        None
    }

    /// The text for a mate that is known without a search.
    fn known_mate(&self, _now: &G, _decision: &Decision<G::Move>) -> Option<String> {
        None
    }
}

/// The parameters of a search.
pub(crate) struct SearchRequest<G: Game> {
    pub(crate) limits: TurnLimits,
    /// Consider only these turns, or turns with these moves; all if the list is empty.
    pub(crate) only: Vec<Vec<G::Move>>,
    /// Do not consider these turns, or turns with these moves.
    pub(crate) banned: Vec<Vec<G::Move>>,
    pub(crate) formatter: Box<dyn ProgressFormatter<G>>,
}

impl<G: Game + Clone> SearchRequest<G> {
    /// Whether a turn may have these moves, in any order, and can be completed to an allowed one.
    pub(crate) fn allows(&self, now: &G, turn: &[G::Move]) -> bool {
        if self.only.is_empty() && self.banned.is_empty() {
            return true;
        }
        let mut then = now.clone();
        self.lists_allow(turn) && {
            turn.iter().for_each(|&mv| _ = then.make(mv));
            self.can_be_completed(&then, now.side_to_move(), turn)
        }
    }

    /// Whether the lists allow these moves, whatever follows.
    fn lists_allow(&self, turn: &[G::Move]) -> bool {
        let has = |all: &[G::Move], part: &[G::Move]| part.iter().all(|mv| all.contains(mv));
        let is_banned = self.banned.iter().any(|banned| has(turn, banned));
        !is_banned && (self.only.is_empty() || self.only.iter().any(|only| has(turn, only) || has(only, turn)))
    }

    /// Whether some turn of a side that has begun with these moves is allowed.
    fn can_be_completed(&self, then: &G, side: Side, turn: &[G::Move]) -> bool {
        if G::ALTERNATES || then.side_to_move() != side {
            return true;
        }
        let moves = legal_moves(then);
        moves.is_empty()
            || moves.into_iter().any(|mv| {
                let more: Vec<G::Move> = turn.iter().copied().chain([mv]).collect();
                self.lists_allow(&more) && {
                    let mut after = then.clone();
                    after.make(mv);
                    self.can_be_completed(&after, side, &more)
                }
            })
    }

    /// Whether only a clock limits the search, so that a known answer may be played at once.
    fn is_by_the_clock(&self) -> bool {
        let GoParameters { own, move_time, depth, nodes, infinite, .. } = self.limits.go;
        let limited =
            move_time.is_some() || depth.is_some() || nodes.is_some() || self.limits.mate.is_some() || infinite;
        own.is_some() && !limited && self.only.is_empty() && self.banned.is_empty()
    }
}

/// The state that is kept between searches.
pub(crate) struct Engine<G: Game> {
    pub(crate) seat: Seat<G>,
    pub(crate) memory: Memory<G::Move>,
}

/// The input of a search.
pub(crate) struct Job<G: Game> {
    pub(crate) game: History<G>,
    pub(crate) request: SearchRequest<G>,
    /// The context of the move for the time strategy.
    pub(crate) context: MoveContext,
    pub(crate) signals: Signals,
    pub(crate) output: Output,
}

/// The result of a search.
pub(crate) struct SearchOutcome<M> {
    pub(crate) decision: Option<Decision<M>>,
    /// Whether the engine is to move; `false` after pondering on a move that was not played.
    pub(crate) own_turn: bool,
}

/// Notifies the inbox that a search has ended, even by a panic.
pub(crate) struct EndOfSearch(pub(crate) Inbox);

impl Drop for EndOfSearch {
    fn drop(&mut self) {
        self.0.search_has_ended();
    }
}

/// Root moves are printed only after this time, as front ends expect.
const PRINT_ROOT_MOVES_AFTER: Duration = Duration::from_secs(1);

/// Prints the progress of a search.
struct Reporter<'a, G: Game> {
    job: &'a Job<G>,
    silent: bool,
    /// The line of the last full report of the best line, the greatest depth, and the nodes.
    last: Option<Vec<G::Move>>,
    depth: u32,
    nodes: u64,
}

impl<G: Game> Job<G> {
    fn print(&self, text: Option<String>) {
        if let Some(text) = text {
            self.output.line(text);
        }
    }
}

impl<G: Game + Clone> Observer<G::Move> for Reporter<'_, G> {
    fn progress(&mut self, report: &Report<'_, G::Move>) {
        if report.line == 1 && report.bound == Bound::Exact {
            self.last = Some(report.pv.to_vec());
        }
        (self.depth, self.nodes) = (self.depth.max(report.depth), report.nodes);
        if !self.silent {
            self.job.print(self.job.request.formatter.progress(self.job.game.now(), report));
        }
    }

    fn root_move(&mut self, depth: u32, mv: G::Move, number: usize, elapsed: Duration) {
        if elapsed >= PRINT_ROOT_MOVES_AFTER {
            self.job.print(self.job.request.formatter.root_move(self.job.game.now(), depth, mv, number));
        }
    }
}

/// A whole legal and allowed turn; empty if there is none.
pub(crate) fn any_turn<G: Game + Clone>(now: &G, allowed: impl Fn(&[G::Move]) -> bool) -> Vec<G::Move> {
    let (side, mut then) = (now.side_to_move(), now.clone());
    let mut turn = Vec::new();
    while turn.is_empty() || !G::ALTERNATES && then.side_to_move() == side && then.outcome().is_none() {
        let allows = |&mv: &G::Move| allowed(&turn.iter().copied().chain([mv]).collect::<Vec<_>>());
        let Some(mv) = legal_moves(&then).into_iter().find(allows) else { break };
        then.make(mv);
        turn.push(mv);
    }
    turn
}

/// Whether the turn of a decision begins the last line that was reported. A turn without a score, which the
/// search has not chosen, needs no report after others.
fn is_reported<G: Game + Clone>(now: &G, decision: &Decision<G::Move>, last: Option<&[G::Move]>) -> bool {
    let Some(last) = last else { return false };
    let begun = last.get(..decision.turn.len()).map(|begun| in_usual_order(now, begun));
    decision.score.is_none() || begun == Some(in_usual_order(now, &decision.turn))
}

/// Searches and returns the result.
pub(crate) fn think<G: Notation>(engine: &mut Engine<G>, job: &Job<G>) -> SearchOutcome<G::Move> {
    let (request, now) = (&job.request, job.game.now());
    let mut context = job.context;
    let plays =
        request.is_by_the_clock() && engine.seat.player.inspect().is_none_or(|player| player.is_at_full_strength());
    let known = if plays { engine.memory.recall(now, context.known_repetition) } else { None };
    context.known_mate = known.as_ref().is_some_and(KnownAnswer::is_mate);
    context.known_repetition = known.as_ref().is_some_and(|known| !known.is_mate());
    let static_score = engine.seat.player.inspect().and_then(|player| player.static_score(now));
    let mut turn = engine.seat.begin(&request.limits, &context, job.signals.clone());
    // The strategy decides whether the known answer is played at once.
    let at_once = turn.budget().is_some_and(|budget| budget.hard <= ClockState::LEAST);
    let known = known.filter(|_| at_once);
    let allowed = |turn: &[G::Move]| match &known {
        Some(known) => turn.contains(&known.first()),
        None => request.allows(now, turn),
    };
    // The output of such a short search would contradict the known mate.
    let silent = known.as_ref().is_some_and(KnownAnswer::is_mate);
    let mut reporter = Reporter { job, silent, last: None, depth: 0, nodes: 0 };
    let mut decision = turn.decide(&job.game, &allowed, &mut reporter);
    let Reporter { last, depth, nodes, .. } = reporter;
    if decision.is_none() && !request.only.is_empty() {
        // The search considers no listed turn.
        decision = Some(any_turn(now, allowed)).filter(|turn| !turn.is_empty()).map(|turn| {
            let score = Some(static_score.unwrap_or_default());
            Decision { score, ..Decision::new(turn) }
        });
    }
    let mut from_memory = false;
    if let (Some(known), Some(decision)) = (&known, &mut decision) {
        from_memory = known.complete(now, decision);
        if silent {
            job.print(request.formatter.known_mate(now, decision));
        }
    }
    if let Some(decision) = decision.as_ref().filter(|_| !silent)
        && !is_reported(now, decision, last.as_deref())
    {
        let (depth, nodes) = (decision.depth.max(depth), decision.nodes.max(nodes));
        // A book has no score, nor has every player an evaluation.
        let without = decision.reason.as_ref().map(|_| Score::ZERO);
        if let Some(score) = decision.score.or(static_score).or(without) {
            let score = Some(score);
            job.print(request.formatter.decided(now, &Decision { score, depth, nodes, ..decision.clone() }));
        }
    }
    if let Some(ruling) = decision.as_ref().and_then(|decision| ruling_of_line(&job.game, decision)) {
        job.print(request.formatter.ruling(&ruling));
    }
    turn.wait_until_wanted();
    let found = decision.as_ref();
    let own_turn = turn.finish(found);
    if let Some(decision) = found.filter(|_| own_turn && plays) {
        engine.memory.store(now, decision, from_memory);
    }
    SearchOutcome { decision, own_turn }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::{Inspect, Player, Probe, Request};
    use crate::sessions::recording::Recording;
    use duiyi_clock::{PlayerClock, TimeKeeper};
    use duiyi_search::ScoreClaim;
    use duiyi_xiangqi::Xiangqi;
    use std::{
        io::Write,
        num::NonZeroU32,
        sync::{Arc, Mutex},
    };

    type Move = <Xiangqi as Game>::Move;

    /// A writer that keeps the text.
    #[derive(Clone, Default)]
    struct Page(Arc<Mutex<Vec<u8>>>);

    impl Page {
        /// The lines that were written since the last call.
        fn lines(&self) -> Vec<String> {
            let bytes = std::mem::take(&mut *self.0.lock().unwrap());
            String::from_utf8(bytes).unwrap().lines().map(str::to_owned).collect()
        }
    }

    impl Write for Page {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    /// Formats each event as a word and a number.
    struct WordFormatter;

    impl ProgressFormatter<Xiangqi> for WordFormatter {
        fn progress(&self, _: &Xiangqi, report: &Report<'_, Move>) -> Option<String> {
            Some(format!("iteration {}", report.depth))
        }

        fn root_move(&self, _: &Xiangqi, depth: u32, _: Move, number: usize) -> Option<String> {
            Some(format!("root {depth} {number}"))
        }

        fn known_mate(&self, _: &Xiangqi, decision: &Decision<Move>) -> Option<String> {
            decision.score.map(|score| format!("known {score}"))
        }
    }

    /// Forwards iterations, but not root moves, which depend on the time.
    struct Iterations<'a>(&'a mut dyn Observer<Move>);

    impl Observer<Move> for Iterations<'_> {
        fn progress(&mut self, report: &Report<'_, Move>) {
            self.0.progress(report);
        }
    }

    /// Reports three moves at the root and an iteration, then returns a fixed decision; records the
    /// number of allowed moves.
    struct FixedPlayer {
        decision: Option<Decision<Move>>,
        full: bool,
        allowed: Arc<Mutex<Vec<usize>>>,
    }

    impl Player<Xiangqi> for FixedPlayer {
        fn decide(&mut self, request: &mut Request<'_, Xiangqi>) -> Option<Decision<Move>> {
            let now = request.game.now();
            let allowed: Vec<Move> = legal_moves(now).into_iter().filter(|&mv| (request.allowed)(&[mv])).collect();
            self.allowed.lock().unwrap().push(allowed.len());
            let millis = Duration::from_millis;
            for (number, elapsed) in [(1, millis(999)), (2, millis(1000)), (3, millis(1001))] {
                request.observer.root_move(4, allowed[0], number, elapsed);
            }
            let mut searcher = duiyi_search::Searcher::new(|_: &Xiangqi| Score::ZERO);
            let limits = duiyi_search::Limits::depth(1);
            let table = duiyi_search::Table::new(1);
            let mut iterations = Iterations(request.observer);
            searcher
                .search(now)
                .table(&table)
                .limits(limits)
                .observer(&mut iterations)
                .only(|mv| mv == allowed[0])
                .run();
            self.decision.clone()
        }

        fn inspect(&mut self) -> Option<&mut dyn Inspect<Xiangqi>> {
            Some(self)
        }
    }

    impl Inspect<Xiangqi> for FixedPlayer {
        fn is_at_full_strength(&self) -> bool {
            self.full
        }

        fn static_score(&self, _: &Xiangqi) -> Option<Score> {
            None
        }

        fn probe(&self) -> Option<Probe<Xiangqi>> {
            None
        }

        fn table(&mut self) -> Option<&mut crate::player::HashTable> {
            None
        }
    }

    fn game(moves: &str) -> History<Xiangqi> {
        History::read("", &format!("moves {moves}")).unwrap()
    }

    fn by_the_clock() -> SearchRequest<Xiangqi> {
        let own = PlayerClock { left: Duration::from_secs(60), ..PlayerClock::default() };
        let go = GoParameters { own: Some(own), ..GoParameters::default() };
        let limits = TurnLimits { go, ..TurnLimits::default() };
        SearchRequest { limits, only: Vec::new(), banned: Vec::new(), formatter: Box::new(WordFormatter) }
    }

    /// A line of four moves from the start.
    fn line() -> Vec<Move> {
        game("h2e2 h9g7 h0g2 i9h9").moves().to_vec()
    }

    /// Runs searches one after the other.
    struct SearchBench {
        engine: Engine<Xiangqi>,
        recording: Recording,
        page: Page,
        allowed: Arc<Mutex<Vec<usize>>>,
    }

    impl SearchBench {
        /// Uses a strategy that gives each turn `millis` milliseconds.
        fn new(decision: Option<Decision<Move>>, full: bool, millis: u64) -> SearchBench {
            let recording = Recording::new(Duration::from_millis(millis));
            let allowed = Arc::default();
            let player = Box::new(FixedPlayer { decision, full, allowed: Arc::clone(&allowed) });
            let keeper = TimeKeeper::new(Box::new(recording.clone()));
            SearchBench {
                engine: Engine { seat: Seat { player, keeper }, memory: Memory::default() },
                recording,
                page: Page::default(),
                allowed,
            }
        }

        fn think(&mut self, moves: &str, request: SearchRequest<Xiangqi>, context: MoveContext) -> SearchOutcome<Move> {
            let output = Output::new(self.page.clone(), Inbox::default());
            let job = Job { game: game(moves), request, context, signals: Signals::default(), output };
            if job.request.limits.go.ponder {
                job.signals.stop.stop();
            }
            think(&mut self.engine, &job)
        }

        fn last_context(&self) -> MoveContext {
            self.recording.calls().begun.last().expect("a search").1
        }

        /// The number of moves allowed in the last search.
        fn last_allowed(&self) -> usize {
            *self.allowed.lock().unwrap().last().expect("a search")
        }
    }

    fn decision() -> Decision<Move> {
        let (score, moves) = (Some(Score::mate_in(5)), line());
        Decision {
            line: moves.clone(),
            score,
            claim: ScoreClaim::Mate,
            depth: 3,
            nodes: 90,
            other_nodes: 8,
            ..Decision::new(vec![moves[0]])
        }
    }

    #[test]
    fn the_strategy_receives_nodes_depth_and_score_of_the_turn() {
        let mut bench = SearchBench::new(Some(Decision { score: Some(Score::new(-7)), ..decision() }), true, 7);
        assert!(bench.think("", by_the_clock(), MoveContext::default()).own_turn);
        let finished = bench.recording.calls().finished.clone();
        assert_eq!(finished.iter().map(|turn| (turn.nodes, turn.depth, turn.score)).collect::<Vec<_>>(), [(98, 3, -7)]);
        let mut bench = SearchBench::new(None, true, 7);
        assert!(bench.think("", by_the_clock(), MoveContext::default()).decision.is_none());
        assert!(bench.recording.calls().finished.is_empty(), "nothing was searched");
    }

    #[test]
    fn root_moves_are_printed_after_the_first_second() {
        let mut bench = SearchBench::new(Some(decision()), true, 7);
        bench.think("", by_the_clock(), MoveContext::default());
        assert_eq!(bench.page.lines(), ["root 4 2", "root 4 3", "iteration 1"]);
    }

    /// The first search proves a mate; the second begins after the game has followed its line.
    #[test]
    fn a_known_mate_is_played_at_once_without_time() {
        let (then, other) = ("h2e2 h9g7", "h2e2 b9c7");
        for (millis, at_once) in [(1, true), (2, false)] {
            let mut bench = SearchBench::new(Some(decision()), true, millis);
            bench.think("", by_the_clock(), MoveContext::default());
            assert_eq!((bench.last_context().known_mate, bench.last_allowed()), (false, 44));
            bench.page.lines();
            let found = bench.think(then, by_the_clock(), MoveContext::default());
            assert!(bench.last_context().known_mate && !bench.last_context().known_repetition);
            assert_eq!(bench.last_allowed() == 1, at_once);
            let (turn, printed) = (found.decision.unwrap().turn, bench.page.lines());
            if at_once {
                assert_eq!(
                    (turn, printed),
                    (vec![line()[2]], ["root 4 2", "root 4 3", "known mate in 3 plies"].map(str::to_owned).to_vec())
                );
            } else {
                assert_eq!((turn, printed.last().map(String::as_str)), (vec![line()[0]], Some("iteration 1")));
            }
            bench.think(other, by_the_clock(), MoveContext::default());
            assert!(!bench.last_context().known_mate, "another position");
        }
    }

    #[test]
    fn a_mate_from_memory_stays_known_until_it_is_played() {
        let moves = line();
        let mut bench = SearchBench::new(
            Some(Decision {
                score: Some(Score::mate_in(7)),
                line: game("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7").moves().to_vec(),
                ..decision()
            }),
            true,
            1,
        );
        bench.think("", by_the_clock(), MoveContext::default());
        // The decision of a search without time is not a proof.
        bench.engine.seat.player = Box::new(FixedPlayer {
            decision: Some(Decision::new(vec![moves[2]])),
            full: true,
            allowed: Arc::default(),
        });
        bench.think("h2e2 h9g7", by_the_clock(), MoveContext::default());
        assert!(bench.last_context().known_mate);
        bench.think("h2e2 h9g7 h0g2 i9h9", by_the_clock(), MoveContext::default());
        assert!(bench.last_context().known_mate);
    }

    #[test]
    fn a_repetition_gets_the_same_answer() {
        let repeated = MoveContext { known_repetition: true, ..MoveContext::default() };
        let mut bench =
            SearchBench::new(Some(Decision { score: None, claim: ScoreClaim::None, ..decision() }), true, 1);
        bench.think("", by_the_clock(), repeated);
        assert!(!bench.last_context().known_repetition, "there was no search before");
        bench.page.lines();
        bench.think("", by_the_clock(), repeated);
        assert!(bench.last_context().known_repetition && !bench.last_context().known_mate);
        assert_eq!(bench.last_allowed(), 1);
        assert_eq!(bench.page.lines(), ["root 4 2", "root 4 3", "iteration 1"], "it is printed like any other");
    }

    #[test]
    fn only_own_turns_at_full_strength_are_stored() {
        let ponders = || {
            let mut request = by_the_clock();
            request.limits.go.ponder = true;
            request
        };
        let limited = || {
            let mut request = by_the_clock();
            request.limits.go.depth = Some(1);
            request
        };
        for (request, full, own_turn) in
            [(ponders(), true, false), (limited(), true, true), (by_the_clock(), false, true)]
        {
            let mut bench = SearchBench::new(Some(decision()), full, 1);
            assert_eq!(bench.think("", request, MoveContext::default()).own_turn, own_turn);
            bench.think("h2e2 h9g7", by_the_clock(), MoveContext::default());
            assert!(!bench.last_context().known_mate);
        }
        // A stored mate is not used in a search with another limit.
        let mut bench = SearchBench::new(Some(decision()), true, 1);
        bench.think("", by_the_clock(), MoveContext::default());
        bench.think("h2e2 h9g7", limited(), MoveContext::default());
        assert!(!bench.last_context().known_mate);
    }

    #[test]
    fn a_request_excludes_banned_and_unlisted_moves() {
        let moves = line();
        let allowed = |only: &[Move], banned: &[Move]| {
            let turns = |moves: &[Move]| moves.iter().map(|&mv| vec![mv]).collect();
            let request = SearchRequest { only: turns(only), banned: turns(banned), ..by_the_clock() };
            [moves[0], moves[2]].map(|mv| request.allows(&Xiangqi::default(), &[mv]))
        };
        assert_eq!(allowed(&[], &[]), [true, true]);
        assert_eq!(allowed(&moves[..1], &[]), [true, false]);
        assert_eq!(allowed(&[], &moves[..1]), [false, true]);
        assert_eq!(allowed(&moves[..1], &moves[..1]), [false, false]);
    }

    #[test]
    fn only_searches_without_other_limits_are_by_the_clock() {
        assert!(by_the_clock().is_by_the_clock());
        let go = by_the_clock().limits.go;
        let second = Some(Duration::from_secs(1));
        for (go, by_the_clock_still) in [
            (GoParameters { opponent: go.own, moves_to_go: NonZeroU32::new(3), ponder: true, ..go }, true),
            (GoParameters { own: None, ..go }, false),
            (GoParameters { move_time: second, ..go }, false),
            (GoParameters { depth: Some(3), ..go }, false),
            (GoParameters { nodes: Some(3), ..go }, false),
            (GoParameters { infinite: true, ..go }, false),
        ] {
            let limits = TurnLimits { go, ..TurnLimits::default() };
            assert_eq!(SearchRequest { limits, ..by_the_clock() }.is_by_the_clock(), by_the_clock_still, "{go:?}");
        }
        let limits = TurnLimits { go, mate: Some(3), ..TurnLimits::default() };
        assert!(!SearchRequest { limits, ..by_the_clock() }.is_by_the_clock());
        assert!(!SearchRequest { only: vec![line()], ..by_the_clock() }.is_by_the_clock());
        assert!(!SearchRequest { banned: vec![line()], ..by_the_clock() }.is_by_the_clock());
    }
}
