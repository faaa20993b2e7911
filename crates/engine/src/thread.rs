//! The search thread: one turn, from the question to the decision.

use crate::{
    inbox::Inbox,
    memory::{KnownAnswer, Memory},
    output::Output,
};
use duiyi_clock::{ClockState, GoParameters, MoveContext};
use duiyi_game::{Game, History, Notation};
use duiyi_player::{Decision, Seat, Signals, TurnLimits};
use duiyi_search::{Observer, Report};
use std::time::Duration;

/// What a protocol says while a search goes on.
pub(crate) trait Teller<G: Game>: Send {
    /// The text for an iteration, or for a bound of one; none if nothing is said.
    fn progress(&self, now: &G, report: &Report<'_, G::Move>) -> Option<String>;

    /// The text for the turn to a move at the root.
    fn root_move(&self, _now: &G, _depth: u32, _mv: G::Move, _number: usize) -> Option<String> {
        None
    }

    /// The text for a mate that was known without a search.
    fn known_mate(&self, _now: &G, _decision: &Decision<G::Move>) -> Option<String> {
        None
    }
}

/// What a search is asked.
pub(crate) struct Question<G: Game> {
    pub(crate) limits: TurnLimits,
    /// Consider only these first moves; all if there are none.
    pub(crate) only: Vec<G::Move>,
    /// Do not consider these.
    pub(crate) banned: Vec<G::Move>,
    pub(crate) teller: Box<dyn Teller<G>>,
}

impl<G: Game> Question<G> {
    /// Whether a turn may begin with a move.
    pub(crate) fn allows(&self, mv: G::Move) -> bool {
        !self.banned.contains(&mv) && (self.only.is_empty() || self.only.contains(&mv))
    }

    /// Whether a clock alone says when to stop, so that what is known already may be played at once.
    fn is_by_the_clock(&self) -> bool {
        let GoParameters { own, move_time, depth, nodes, infinite, .. } = self.limits.go;
        let limited =
            move_time.is_some() || depth.is_some() || nodes.is_some() || self.limits.mate.is_some() || infinite;
        own.is_some() && !limited && self.only.is_empty() && self.banned.is_empty()
    }
}

/// What is kept from one search to the next.
pub(crate) struct Engine<G: Game> {
    pub(crate) seat: Seat<G>,
    pub(crate) memory: Memory<G::Move>,
}

/// A search under way.
pub(crate) struct Job<G: Game> {
    pub(crate) game: History<G>,
    pub(crate) question: Question<G>,
    /// What the clock may know of the game.
    pub(crate) context: MoveContext,
    pub(crate) signals: Signals,
    pub(crate) output: Output,
}

/// What a search has found.
pub(crate) struct Found<M> {
    pub(crate) decision: Option<Decision<M>>,
    /// Whether it was the mover's own turn, and no pondering on a move that did not come.
    pub(crate) own_turn: bool,
}

/// Tells the inbox that a search has ended, however it did.
pub(crate) struct EndOfSearch(pub(crate) Inbox);

impl Drop for EndOfSearch {
    fn drop(&mut self) {
        self.0.search_has_ended();
    }
}

/// Root moves are named only when the search takes long, as front ends expect.
const NAME_MOVES_AFTER: Duration = Duration::from_secs(1);

/// Writes what the search finds.
struct Reporter<'a, G: Game> {
    job: &'a Job<G>,
    silent: bool,
}

impl<G: Game> Job<G> {
    fn say(&self, text: Option<String>) {
        if let Some(text) = text {
            self.output.line(text);
        }
    }
}

impl<G: Game + Clone> Observer<G::Move> for Reporter<'_, G> {
    fn progress(&mut self, report: &Report<'_, G::Move>) {
        if !self.silent {
            self.job.say(self.job.question.teller.progress(self.job.game.now(), report));
        }
    }

    fn root_move(&mut self, depth: u32, mv: G::Move, number: usize, elapsed: Duration) {
        if elapsed >= NAME_MOVES_AFTER {
            self.job.say(self.job.question.teller.root_move(self.job.game.now(), depth, mv, number));
        }
    }
}

/// Searches, and tells what was found.
pub(crate) fn think<G: Notation>(engine: &mut Engine<G>, job: &Job<G>) -> Found<G::Move> {
    let (question, now) = (&job.question, job.game.now());
    let mut context = job.context;
    let plays =
        question.is_by_the_clock() && engine.seat.player.inspect().is_none_or(|player| player.is_at_full_strength());
    let known = if plays { engine.memory.recall(now, context.known_repetition) } else { None };
    context.known_mate = known.as_ref().is_some_and(KnownAnswer::is_mate);
    context.known_repetition = known.as_ref().is_some_and(|known| !known.is_mate());
    let mut turn = engine.seat.begin(&question.limits, &context, job.signals.clone());
    // Whether what is known is played at once is for the strategy to say.
    let at_once = turn.budget().is_some_and(|budget| budget.hard <= ClockState::LEAST);
    let known = known.filter(|_| at_once);
    let allowed = |mv| match &known {
        Some(known) => mv == known.first(),
        None => question.allows(mv),
    };
    // What so short a search says of a known mate would only confuse.
    let silent = known.as_ref().is_some_and(KnownAnswer::is_mate);
    let mut reporter = Reporter { job, silent };
    let mut decision = turn.decide(&job.game, &allowed, &mut reporter);
    let mut from_memory = false;
    if let (Some(known), Some(decision)) = (&known, &mut decision) {
        from_memory = known.complete(now, decision);
        if silent {
            job.say(question.teller.known_mate(now, decision));
        }
    }
    turn.wait_until_wanted();
    let found = decision.as_ref();
    let own_turn = turn.finish(found);
    if let Some(decision) = found.filter(|_| own_turn && plays) {
        engine.memory.note(now, decision, from_memory);
    }
    Found { decision, own_turn }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::Recording;
    use duiyi_clock::{PlayerClock, TimeKeeper};
    use duiyi_game::{Score, legal_moves};
    use duiyi_player::{Inspect, Player, Probe, Request};
    use duiyi_xiangqi::Xiangqi;
    use std::{
        io::Write,
        num::NonZeroU32,
        sync::{Arc, Mutex},
    };

    type Move = <Xiangqi as Game>::Move;

    /// What is written is kept.
    #[derive(Clone, Default)]
    struct Page(Arc<Mutex<Vec<u8>>>);

    impl Page {
        /// The lines that were written since the last question.
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

    /// Says everything in one word, but for a number.
    struct Words;

    impl Teller<Xiangqi> for Words {
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

    /// Passes iterations on, and not what depends on the time.
    struct Iterations<'a>(&'a mut dyn Observer<Move>);

    impl Observer<Move> for Iterations<'_> {
        fn progress(&mut self, report: &Report<'_, Move>) {
            self.0.progress(report);
        }
    }

    /// Gives a decision, after telling of moves at the root and of an iteration; notes how many moves were
    /// allowed.
    struct Told {
        decision: Option<Decision<Move>>,
        full: bool,
        allowed: Arc<Mutex<Vec<usize>>>,
    }

    impl Player<Xiangqi> for Told {
        fn decide(&mut self, request: &mut Request<'_, Xiangqi>) -> Option<Decision<Move>> {
            let now = request.game.now();
            let allowed: Vec<Move> = legal_moves(now).into_iter().filter(|&mv| (request.allowed)(mv)).collect();
            self.allowed.lock().unwrap().push(allowed.len());
            let millis = Duration::from_millis;
            for (number, elapsed) in [(1, millis(999)), (2, millis(1000)), (3, millis(1001))] {
                request.observer.root_move(4, allowed[0], number, elapsed);
            }
            let mut searcher = duiyi_search::Searcher::new(duiyi_search::Stateless(|_: &Xiangqi| Score::ZERO));
            let limits = duiyi_search::Limits::depth(1);
            let mut control = duiyi_search::LimitControl::new(limits, duiyi_search::StopHandle::new());
            let table = duiyi_search::Table::new(1);
            let mut iterations = Iterations(request.observer);
            searcher.search(&mut now.clone(), &table, &mut control, &mut iterations, |mv| mv == allowed[0]);
            self.decision.clone()
        }

        fn inspect(&mut self) -> Option<&mut dyn Inspect<Xiangqi>> {
            Some(self)
        }
    }

    impl Inspect<Xiangqi> for Told {
        fn is_at_full_strength(&self) -> bool {
            self.full
        }

        fn static_score(&self, _: &Xiangqi) -> Option<Score> {
            None
        }

        fn probe(&self) -> Option<Probe<Xiangqi>> {
            None
        }

        fn table(&mut self) -> Option<&mut duiyi_player::HashTable> {
            None
        }
    }

    fn game(moves: &str) -> History<Xiangqi> {
        History::read("", &format!("moves {moves}")).unwrap()
    }

    fn by_the_clock() -> Question<Xiangqi> {
        let own = PlayerClock { left: Duration::from_secs(60), ..PlayerClock::default() };
        let go = GoParameters { own: Some(own), ..GoParameters::default() };
        let limits = TurnLimits { go, ..TurnLimits::default() };
        Question { limits, only: Vec::new(), banned: Vec::new(), teller: Box::new(Words) }
    }

    /// A line of four moves from the start.
    fn line() -> Vec<Move> {
        game("h2e2 h9g7 h0g2 i9h9").moves().to_vec()
    }

    /// A bench for searches, one after the other.
    struct Bench {
        engine: Engine<Xiangqi>,
        recording: Recording,
        page: Page,
        allowed: Arc<Mutex<Vec<usize>>>,
    }

    impl Bench {
        /// With a strategy that gives each turn so many milliseconds.
        fn new(decision: Option<Decision<Move>>, full: bool, millis: u64) -> Bench {
            let recording = Recording::new(Duration::from_millis(millis));
            let allowed = Arc::default();
            let player = Box::new(Told { decision, full, allowed: Arc::clone(&allowed) });
            let keeper = TimeKeeper::new(Box::new(recording.clone()));
            Bench {
                engine: Engine { seat: Seat { player, keeper }, memory: Memory::default() },
                recording,
                page: Page::default(),
                allowed,
            }
        }

        fn think(&mut self, moves: &str, question: Question<Xiangqi>, context: MoveContext) -> Found<Move> {
            let output = Output::new(self.page.clone());
            let job = Job { game: game(moves), question, context, signals: Signals::default(), output };
            if job.question.limits.go.ponder {
                job.signals.stop.stop();
            }
            think(&mut self.engine, &job)
        }

        fn last_context(&self) -> MoveContext {
            self.recording.told().begun.last().expect("a search").1
        }

        /// How many moves the last search might choose from.
        fn last_allowed(&self) -> usize {
            *self.allowed.lock().unwrap().last().expect("a search")
        }
    }

    fn decision() -> Decision<Move> {
        let (score, moves) = (Some(Score::mate_in(5)), line());
        Decision {
            line: moves.clone(),
            score,
            proved: true,
            depth: 3,
            nodes: 90,
            other_nodes: 8,
            ..Decision::new(vec![moves[0]])
        }
    }

    #[test]
    fn the_strategy_learns_what_the_turn_has_cost() {
        let mut bench = Bench::new(Some(Decision { score: Some(Score::new(-7)), ..decision() }), true, 7);
        assert!(bench.think("", by_the_clock(), MoveContext::default()).own_turn);
        let told = bench.recording.told().finished.clone();
        assert_eq!(told.iter().map(|turn| (turn.nodes, turn.depth, turn.score)).collect::<Vec<_>>(), [(98, 3, -7)]);
        let mut bench = Bench::new(None, true, 7);
        assert!(bench.think("", by_the_clock(), MoveContext::default()).decision.is_none());
        assert!(bench.recording.told().finished.is_empty(), "nothing was searched");
    }

    #[test]
    fn moves_at_the_root_are_named_from_the_first_second_on() {
        let mut bench = Bench::new(Some(decision()), true, 7);
        bench.think("", by_the_clock(), MoveContext::default());
        assert_eq!(bench.page.lines(), ["root 4 2", "root 4 3", "iteration 1"]);
    }

    /// The first search proves a mate; the second is asked when the game has followed its line.
    #[test]
    fn a_known_mate_is_played_at_once_where_there_is_no_time() {
        let (then, other) = ("h2e2 h9g7", "h2e2 b9c7");
        for (millis, at_once) in [(1, true), (2, false)] {
            let mut bench = Bench::new(Some(decision()), true, millis);
            bench.think("", by_the_clock(), MoveContext::default());
            assert_eq!((bench.last_context().known_mate, bench.last_allowed()), (false, 44));
            bench.page.lines();
            let found = bench.think(then, by_the_clock(), MoveContext::default());
            assert!(bench.last_context().known_mate && !bench.last_context().known_repetition);
            assert_eq!(bench.last_allowed() == 1, at_once);
            let (turn, said) = (found.decision.unwrap().turn, bench.page.lines());
            if at_once {
                assert_eq!(
                    (turn, said),
                    (vec![line()[2]], ["root 4 2", "root 4 3", "known mate in 3 plies"].map(str::to_owned).to_vec())
                );
            } else {
                assert_eq!((turn, said.last().map(String::as_str)), (vec![line()[0]], Some("iteration 1")));
            }
            bench.think(other, by_the_clock(), MoveContext::default());
            assert!(!bench.last_context().known_mate, "another position");
        }
    }

    #[test]
    fn a_mate_from_memory_is_remembered_until_it_comes() {
        let moves = line();
        let mut bench = Bench::new(
            Some(Decision {
                score: Some(Score::mate_in(7)),
                line: game("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7").moves().to_vec(),
                ..decision()
            }),
            true,
            1,
        );
        bench.think("", by_the_clock(), MoveContext::default());
        // What a search without time finds itself proves nothing.
        bench.engine.seat.player =
            Box::new(Told { decision: Some(Decision::new(vec![moves[2]])), full: true, allowed: Arc::default() });
        bench.think("h2e2 h9g7", by_the_clock(), MoveContext::default());
        assert!(bench.last_context().known_mate);
        bench.think("h2e2 h9g7 h0g2 i9h9", by_the_clock(), MoveContext::default());
        assert!(bench.last_context().known_mate);
    }

    #[test]
    fn a_repetition_is_answered_as_the_last_time() {
        let repeated = MoveContext { known_repetition: true, ..MoveContext::default() };
        let mut bench = Bench::new(Some(Decision { score: None, proved: false, ..decision() }), true, 1);
        bench.think("", by_the_clock(), repeated);
        assert!(!bench.last_context().known_repetition, "nothing was played here before");
        bench.page.lines();
        bench.think("", by_the_clock(), repeated);
        assert!(bench.last_context().known_repetition && !bench.last_context().known_mate);
        assert_eq!(bench.last_allowed(), 1);
        assert_eq!(bench.page.lines(), ["root 4 2", "root 4 3", "iteration 1"], "it is told as any other");
    }

    #[test]
    fn only_turns_of_the_mover_at_full_strength_are_remembered() {
        let ponders = || {
            let mut question = by_the_clock();
            question.limits.go.ponder = true;
            question
        };
        let limited = || {
            let mut question = by_the_clock();
            question.limits.go.depth = Some(1);
            question
        };
        for (question, full, own_turn) in
            [(ponders(), true, false), (limited(), true, true), (by_the_clock(), false, true)]
        {
            let mut bench = Bench::new(Some(decision()), full, 1);
            assert_eq!(bench.think("", question, MoveContext::default()).own_turn, own_turn);
            bench.think("h2e2 h9g7", by_the_clock(), MoveContext::default());
            assert!(!bench.last_context().known_mate);
        }
        // Nor is one known that must not be used.
        let mut bench = Bench::new(Some(decision()), true, 1);
        bench.think("", by_the_clock(), MoveContext::default());
        bench.think("h2e2 h9g7", limited(), MoveContext::default());
        assert!(!bench.last_context().known_mate);
    }

    #[test]
    fn a_question_allows_what_is_neither_left_out_nor_banned() {
        let moves = line();
        let allowed = |only: &[Move], banned: &[Move]| {
            let question = Question { only: only.to_vec(), banned: banned.to_vec(), ..by_the_clock() };
            [moves[0], moves[2]].map(|mv| question.allows(mv))
        };
        assert_eq!(allowed(&[], &[]), [true, true]);
        assert_eq!(allowed(&moves[..1], &[]), [true, false]);
        assert_eq!(allowed(&[], &moves[..1]), [false, true]);
        assert_eq!(allowed(&moves[..1], &moves[..1]), [false, false]);
    }

    #[test]
    fn by_the_clock_is_what_nothing_else_limits() {
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
            assert_eq!(Question { limits, ..by_the_clock() }.is_by_the_clock(), by_the_clock_still, "{go:?}");
        }
        let limits = TurnLimits { go, mate: Some(3), ..TurnLimits::default() };
        assert!(!Question { limits, ..by_the_clock() }.is_by_the_clock());
        assert!(!Question { only: line(), ..by_the_clock() }.is_by_the_clock());
        assert!(!Question { banned: line(), ..by_the_clock() }.is_by_the_clock());
    }
}
