//! The engine behind the protocols: a game, options, and at most one search at a
//! time, on a separate thread.

use crate::options;
use crate::player::{
    Check, Decision, OptionError, OptionKind, OptionSpec, OptionType, Player, Probe, Seat, Signals, Spin, usual_context,
};
use crate::protocol::{CommandError, Protocol, position_words};
use crate::sessions::{
    commands::{BENCH_OPTIONS, bench_until, perft_until},
    inbox::Inbox,
    memory::Memory,
    output::Output,
    played::{OnGameEnd, Played},
    spelling::Spellings,
    thread::{EndOfSearch, Engine, Job, SearchOutcome, SearchRequest, any_turn, think},
};
use duiyi_clock::{MoveContext, NodeClock, OverheadMargin, Phase, STRATEGY_NAMES, TimeKeeper, strategy_by_name};
use duiyi_game::shortened;
use duiyi_game::{Game, History, Notation, Score, legal_moves};
use std::{
    any::Any,
    fmt::Display,
    num::NonZeroU64,
    thread::{self, JoinHandle},
    time::Duration,
};

/// The configuration of an engine program.
pub struct Setup<G: Notation> {
    /// The start position, with the rules that the engine plays.
    pub start: G,
    /// Creates the player. Called again after a search fails.
    pub player: Box<dyn Fn() -> Box<dyn Player<G>>>,
    /// The positions of the bench, with their names.
    pub bench: Vec<(String, G)>,
    /// The protocol; `None` detects it from the first line.
    pub protocol: Option<Protocol>,
    /// The time for a turn without a clock, in the protocols for stones. `None` means two
    /// seconds, or the limit of the protocol's platform.
    pub turn_time: Option<Duration>,
    /// Called with every game that the engine has played, for a program that records them.
    pub on_game_end: Option<OnGameEnd<G>>,
}

options! {
    /// The session's own options, announced after the player's.
    pub(crate) struct SessionOptions, enum SessionOption {
        /// Whether the front end lets the engine think on the opponent's time.
        Ponder ponder: Check = Check(false), "Ponder" / "ponder";
        /// The milliseconds reserved at each move.
        Overhead overhead: Spin<u64> = Spin(DEFAULT_OVERHEAD, 0..=MAX_OVERHEAD), "Move Overhead" / "moveoverhead";
        /// The strategy of time allocation.
        Strategy strategy: StrategyName = StrategyName, "Time Strategy" / "timestrategy";
        /// The nodes that count as a millisecond; 0 measures real time.
        NodesTime nodes_time: Spin<u64> = Spin(0, 0..=MAX_NODES_TIME), "nodestime" / "nodestime";
        /// Whether the use of time is printed when a new game begins.
        Debug debug: Check = Check(false), "Debug" / "debug" hidden;
    }
}

/// The name of a strategy, with its number if it takes one: `average=40`.
pub(crate) struct StrategyName;

impl OptionType for StrategyName {
    type Value = String;

    fn kind(&self) -> OptionKind {
        let choices = STRATEGY_NAMES.map(str::to_owned).to_vec();
        OptionKind::Combo { default: self.initial(), choices }
    }

    fn initial(&self) -> String {
        STRATEGY_NAMES[0].to_owned()
    }

    fn read(&self, name: &str, text: &str) -> Result<String, OptionError> {
        match strategy_by_name(text) {
            Ok(_) => Ok(text.to_owned()),
            Err(error) => Err(OptionError::value(name, text, error.expected())),
        }
    }
}

/// The result of the search thread.
enum ThreadResult<M> {
    /// A turn.
    Turn(Box<SearchOutcome<M>>),
    /// The text of a count.
    Text(String),
}

/// The search thread. It returns the engine and the result.
type Thinking<G> = JoinHandle<(Box<Engine<G>>, ThreadResult<<G as Game>::Move>)>;

/// What the engine does.
enum State<G: Notation> {
    /// It waits for commands.
    Idle(Box<Engine<G>>),
    /// It searches or counts, on another thread.
    Thinking(Running<G>),
}

/// A running search or count.
struct Running<G: Notation> {
    /// The thread, or why it could not be created; `None` while it is being created.
    thread: Option<Result<Thinking<G>, std::io::Error>>,
    /// Looks positions up in the player's table.
    probe: Option<Probe<G>>,
    signals: Signals,
    /// Whether it ends without a stop.
    is_limited: bool,
    /// Whether it ends without a stop after the expected move was played.
    is_limited_after_hit: bool,
    /// Whether a mate ends it, too.
    seeks_mate: bool,
    /// Whether its result is a turn of a game, not analysis.
    plays: bool,
    /// The turn to play if the search fails; `None` for a count.
    fallback: Option<Vec<G::Move>>,
}

impl<G: Notation> Running<G> {
    fn wake(&self) {
        if let Some(Ok(thread)) = &self.thread {
            thread.thread().unpark();
        }
    }
}

/// The answer of a search.
pub(crate) struct Answer<M> {
    pub(crate) decision: Option<Decision<M>>,
    /// The error, if the search has panicked.
    pub(crate) fault: Option<CommandError>,
}

fn fresh_engine<G: Notation>(player: Box<dyn Player<G>>, options: &SessionOptions) -> Box<Engine<G>> {
    let strategy = strategy_by_name(&options.strategy).unwrap_or_default();
    Box::new(Engine { seat: Seat { player, keeper: TimeKeeper::new(strategy) }, memory: Memory::default() })
}

/// The stack size of the search thread in bytes: enough for the deepest path of a game with large moves.
const STACK: usize = 8 << 20;
/// The number of move sequences that are counted after the end of the input: a piped count is
/// finished if possible, but it does not run forever after the front end has gone.
const COUNTED_WITHOUT_INPUT: u64 = 10_000_000_000;
/// The time for a mate after the end of the input: a piped problem is usually solved, but a search without a mate
/// does not run forever.
const MATE_WITHOUT_INPUT: Duration = Duration::from_secs(5);

/// The default of the milliseconds reserved at a move.
const DEFAULT_OVERHEAD: u64 = OverheadMargin::DEFAULT_FLOOR.as_millis() as u64;
/// The maximum of the milliseconds reserved at a move.
const MAX_OVERHEAD: u64 = 5_000;
/// The maximum of the nodes that count as a millisecond, as in other engines.
const MAX_NODES_TIME: u64 = 10_000;
/// The player's option for the number of reported lines.
const LINES: &str = "MultiPV";

/// An engine for a game, used by a protocol.
pub(crate) struct Session<G: Notation> {
    pub(crate) output: Output,
    pub(crate) inbox: Inbox,
    pub(crate) setup: Setup<G>,
    /// The game so far.
    pub(crate) game: History<G>,
    /// How the front end spells moves.
    pub(crate) spellings: Spellings,
    options: SessionOptions,
    /// The number of lines that the player reports.
    lines: usize,
    specs: Vec<OptionSpec>,
    /// The player's options that were set, to be restored in a new player.
    set: Vec<(String, String)>,
    state: State<G>,
    /// The position after the engine's last turn in this game.
    left_behind: Option<G>,
    /// Reports the played games.
    played: Played<G>,
}

impl<G: Notation> Session<G> {
    pub(crate) fn new(mut setup: Setup<G>, inbox: Inbox, output: Output) -> Session<G> {
        let player = (setup.player)();
        let mut specs = player.options().to_vec();
        specs.extend(SessionOptions::specs());
        let spellings = Spellings::of::<G>();
        specs.extend(spellings.option());
        let game = History::new(setup.start.clone());
        let options = SessionOptions::default();
        let state = State::Idle(fresh_engine(player, &options));
        Session {
            output,
            inbox,
            played: Played::new(setup.on_game_end.take(), &game),
            game,
            spellings,
            setup,
            options,
            lines: 1,
            specs,
            set: Vec::new(),
            state,
            left_behind: None,
        }
    }

    /// The engine, unless it is thinking.
    fn engine(&self) -> Option<&Engine<G>> {
        match &self.state {
            State::Idle(engine) => Some(engine),
            State::Thinking(_) => None,
        }
    }

    /// The engine, unless it is thinking.
    fn engine_mut(&mut self) -> Option<&mut Engine<G>> {
        match &mut self.state {
            State::Idle(engine) => Some(engine),
            State::Thinking(_) => None,
        }
    }

    /// The running search or count.
    fn running(&self) -> Option<&Running<G>> {
        match &self.state {
            State::Idle(_) => None,
            State::Thinking(running) => Some(running),
        }
    }

    pub(crate) fn print(&self, text: impl Display) {
        self.output.line(text);
    }

    /// The options, the player's first.
    pub(crate) fn specs(&self) -> &[OptionSpec] {
        &self.specs
    }

    /// The number of reported lines.
    pub(crate) fn lines(&self) -> usize {
        self.lines
    }

    /// Whether a search or a count is running.
    pub(crate) fn is_thinking(&self) -> bool {
        self.running().is_some()
    }

    /// The time that the search may still use when no more lines can stop it; `None` if it ends without a stop.
    pub(crate) fn time_without_input(&self) -> Option<Duration> {
        let running = self.running().filter(|running| !running.is_limited)?;
        Some(if running.seeks_mate { MATE_WITHOUT_INPUT } else { Duration::ZERO })
    }

    /// Begins a search of the position; the inbox is notified when it has ended.
    pub(crate) fn go(&mut self, mut request: SearchRequest<G>) {
        let context = self.context();
        request.limits.node_clock = self.node_clock();
        let (ponder, overhead) = (self.options.ponder, Duration::from_millis(self.options.overhead));
        let Some(engine) = self.engine_mut() else { return };
        engine.seat.keeper.set_pondering(ponder);
        engine.seat.keeper.overhead_mut().set_floor(overhead);
        let plays = !request.limits.go.infinite;
        let is_limited_after_hit = plays && !request.limits.may_not_end();
        let is_limited = is_limited_after_hit && !request.limits.go.ponder;
        let seeks_mate = request.limits.mate.is_some() && plays;
        let fallback = any_turn(self.game.now(), |turn| request.allows(self.game.now(), turn));
        let signals = Signals::default();
        let (game, output) = (self.game.clone(), self.output.clone());
        let job = Job { game, request, context, signals: signals.clone(), output };
        let work = move |engine: &mut Engine<G>| ThreadResult::Turn(Box::new(think(engine, &job)));
        self.start(work, signals, is_limited, Some(fallback));
        if let State::Thinking(running) = &mut self.state {
            (running.plays, running.is_limited_after_hit, running.seeks_mate) =
                (plays, is_limited_after_hit, seeks_mate);
        }
    }

    /// The clock that counts nodes; `None` for real time.
    pub(crate) fn node_clock(&self) -> Option<NodeClock> {
        NonZeroU64::new(1000 * self.options.nodes_time).map(NodeClock::new)
    }

    /// Whether the front end has asked for debug output.
    pub(crate) fn is_debugging(&self) -> bool {
        self.options.debug
    }

    /// The moves and the time of this game by phase (row T-4 of docs/sources.md); `None` without moves
    /// or unless the front end has asked for debug output.
    pub(crate) fn time_by_phase(&self) -> Option<String> {
        let keeper = &self.engine().filter(|_| self.options.debug)?.seat.keeper;
        let uses = Phase::ALL.map(|phase| keeper.phase(phase));
        let shown = ["opening", "middlegame", "endgame"].iter().zip(uses);
        let shown = shown.map(|(name, used)| format!("{name} {} moves {} ms", used.moves, used.used.as_millis()));
        let text = format!("time by phase: {}", shown.collect::<Vec<_>>().join(", "));
        Some(text).filter(|_| uses.iter().any(|used| used.moves > 0))
    }

    /// Begins to count the sequences of `depth` moves.
    pub(crate) fn count(&mut self, depth: u32) {
        let signals = Signals::default();
        let (position, stop, inbox) = (self.game.now().clone(), signals.stop.clone(), self.inbox.clone());
        let stopped = move |counted| stop.is_stopped() || counted > COUNTED_WITHOUT_INPUT && inbox.has_ended();
        let spelling = self.spellings.current();
        let work = move |_: &mut Engine<G>| {
            let mut counted = perft_until(&position, depth, stopped);
            counted.moves.iter_mut().for_each(|(mv, _)| *mv = spelling.spelled(std::mem::take(mv)));
            ThreadResult::Text(counted.to_string())
        };
        self.start(work, signals, true, None);
    }

    /// Begins the bench.
    pub(crate) fn bench(&mut self) {
        let mut player = (self.setup.player)();
        for (name, value) in BENCH_OPTIONS {
            // A player without the option needs no fixed value.
            let _ = player.set_option(name, value);
        }
        let signals = Signals::default();
        let (positions, stop) = (self.setup.bench.clone(), signals.stop.clone());
        let work = move |_: &mut Engine<G>| {
            ThreadResult::Text(
                bench_until(&mut *player, &positions, crate::sessions::BENCH_DEPTH, |_| {}, &stop).to_string(),
            )
        };
        self.start(work, signals, true, None);
    }

    /// Runs `work` with the engine on a new thread.
    fn start(
        &mut self,
        work: impl FnOnce(&mut Engine<G>) -> ThreadResult<G::Move> + Send + 'static,
        signals: Signals,
        is_limited: bool,
        fallback: Option<Vec<G::Move>>,
    ) {
        let Some(engine) = self.engine_mut() else { return };
        let probe = engine.seat.player.inspect().and_then(|player| player.probe());
        let running = Running {
            thread: None,
            probe,
            signals,
            is_limited,
            is_limited_after_hit: false,
            seeks_mate: false,
            plays: false,
            fallback,
        };
        let State::Idle(mut engine) = std::mem::replace(&mut self.state, State::Thinking(running)) else { return };
        let end = EndOfSearch(self.inbox.clone());
        let thread = thread::Builder::new().stack_size(STACK).spawn(move || {
            let _end = end;
            let result = work(&mut engine);
            (engine, result)
        });
        if let State::Thinking(running) = &mut self.state {
            running.thread = Some(thread);
        }
    }

    /// Takes the answer of a search that has ended. The result of a count is printed here.
    pub(crate) fn take_answer(&mut self) -> Option<Answer<G::Move>> {
        let State::Thinking(running) = &mut self.state else { return None };
        let (thread, plays, fallback) = (running.thread.take()?, running.plays, running.fallback.take());
        let fault = match thread.map(JoinHandle::join) {
            Ok(Ok((engine, result))) => {
                self.state = State::Idle(engine);
                return match result {
                    ThreadResult::Turn(outcome) => Some(self.answer_of(*outcome, plays)),
                    ThreadResult::Text(text) => {
                        self.print(text);
                        None
                    }
                };
            }
            Ok(Err(panic)) => panic_message(&*panic),
            Err(error) => format!("cannot start a thread: {error}"),
        };
        // The player is lost with the thread: the next search begins with a new one.
        self.renew_player();
        let Some(turn) = fallback else {
            // Only UCI has counts.
            self.print(format_args!("info string error: the count failed: {}", shortened(&fault)));
            return None;
        };
        let fault = Some(CommandError::SearchFailed(shortened(&fault)));
        let turn = Some(turn).filter(|turn| !turn.is_empty());
        Some(Answer { decision: turn.map(Decision::new), fault })
    }

    fn answer_of(&mut self, outcome: SearchOutcome<G::Move>, plays: bool) -> Answer<G::Move> {
        let SearchOutcome { decision, own_turn } = outcome;
        if let Some(decision) = decision.as_ref().filter(|_| own_turn) {
            let mut game = self.game.clone();
            self.left_behind = game.play_turn(&decision.turn).is_ok().then(|| game.now().clone());
            if plays && self.left_behind.is_some() {
                self.played.answered(&game, decision.turn.len());
            }
        }
        Answer { decision, fault: None }
    }

    /// The context of the move for the time strategy. A front end may send the position after
    /// a capture without the move: the capture is detected by comparing it with the position
    /// after the engine's last turn.
    fn context(&self) -> MoveContext {
        let Some(engine) = self.engine() else { return usual_context(&self.game) };
        let mut context = engine.seat.player.context(&self.game);
        if let Some(linked) = self.linked() {
            context.forced_recapture = engine.seat.player.context(&linked).forced_recapture;
        }
        context
    }

    /// The position as a game from the position after the engine's last turn, if one move of the
    /// opponent leads to it.
    fn linked(&self) -> Option<History<G>> {
        let before = self.left_behind.as_ref().filter(|_| G::ALTERNATES && self.game.moves().is_empty())?;
        let key = self.game.now().key();
        let mut then = before.clone();
        let leads_here = |&mv: &G::Move| {
            let undo = then.make(mv);
            let reached = then.key() == key;
            then.unmake(mv, undo);
            reached
        };
        let mv = legal_moves(before).into_iter().find(leads_here)?;
        let mut game = History::new(before.clone());
        game.play(mv).ok()?;
        Some(game)
    }

    fn renew_player(&mut self) {
        let mut player = (self.setup.player)();
        for (name, value) in &self.set {
            // The value was accepted before.
            let _ = player.set_option(name, value);
        }
        self.state = State::Idle(fresh_engine(player, &self.options));
    }

    /// Stops the search.
    pub(crate) fn stop(&self) {
        if let Some(running) = self.running() {
            running.signals.stop.stop();
            running.wake();
        }
    }

    /// Reports to the search that the expected move was played.
    pub(crate) fn ponder_hit(&mut self) {
        if let State::Thinking(running) = &mut self.state {
            running.is_limited |= running.is_limited_after_hit;
            running.signals.ponder_hit();
            running.wake();
        }
    }

    /// Sets an option by its name. Not allowed during a search.
    pub(crate) fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let Some(spec) = self.specs.iter().find(|spec| spec.is_named(name)) else {
            return Err(OptionError::unknown(name, &self.specs));
        };
        let name = spec.name;
        if self.spellings.is_named(name) {
            return self.spellings.set(value);
        }
        if let Some(option) = self.options.set(name, value)? {
            if let (SessionOption::Strategy, State::Idle(engine)) = (option, &mut self.state) {
                let strategy = strategy_by_name(&self.options.strategy).unwrap_or_default();
                engine.seat.keeper.set_strategy(strategy);
            }
            return Ok(());
        }
        let Some(engine) = self.engine_mut() else { return Err(OptionError::Searching { name: name.to_owned() }) };
        engine.seat.player.set_option(name, value)?;
        if name == LINES {
            self.lines = value.parse().unwrap_or(1);
        }
        self.set.retain(|(other, _)| other != name);
        self.set.push((name.to_owned(), value.to_owned()));
        Ok(())
    }

    /// Begins a game by the rules of a position. Not allowed during a search.
    pub(crate) fn new_game(&mut self, start: G) {
        self.played.new_game(&self.game);
        self.end_of_player();
        if let Some(engine) = self.engine_mut() {
            engine.seat.player.new_game(&start);
            engine.seat.keeper.new_game();
            engine.memory.clear();
        }
        self.game = History::new(start.clone());
        self.left_behind = None;
        self.setup.start = start;
    }

    /// Clears everything stored from the last game; the position on the board stays.
    pub(crate) fn clear_game(&mut self) {
        self.played.new_game(&self.game);
        self.end_of_player();
        if let State::Idle(engine) = &mut self.state {
            engine.seat.player.new_game(&self.setup.start);
            engine.seat.keeper.new_game();
            engine.memory.clear();
        }
        self.left_behind = None;
    }

    /// Follows changes of the board after a line was executed or an answer was printed.
    pub(crate) fn update_played(&mut self) {
        self.played.update(&self.game);
    }

    /// Ends the game for the player.
    pub(crate) fn end_of_player(&mut self) {
        if let State::Idle(engine) = &mut self.state {
            engine.seat.player.end_game(&self.game);
        }
    }

    /// Takes a message of the player for the user; `None` during a search.
    pub(crate) fn take_note(&mut self) -> Option<String> {
        self.engine_mut()?.seat.player.take_note()
    }

    /// Ends the session.
    pub(crate) fn finish(&mut self) {
        self.played.finish(&self.game);
    }

    /// Reads `{fen <position> | startpos} [moves …]`. Stores only the spelling of the moves.
    pub(crate) fn read_game(&mut self, words: &[&str]) -> Result<History<G>, CommandError> {
        let (place, list) = position_words(words)?;
        let refused = CommandError::Position;
        let start = match place {
            None => self.setup.start.clone(),
            Some(fen) => self.setup.start.read_position(&fen).map_err(refused)?,
        };
        let spelling = self.spellings.of_list(list).map_err(|error| refused(error.into()))?;
        let mut game = History::new(start);
        for (number, text) in (1..).zip(list) {
            let turn = spelling.read_turn(game.now(), text);
            let turn = turn.map_err(|reason| refused(format!("move {number} of the list: {reason}").into()))?;
            game.play_turn(&turn).map_err(|error| refused(error.into()))?;
        }
        self.spellings.note(spelling);
        Ok(game)
    }

    /// Reads turns and returns those that are legal, and an error for each other one.
    pub(crate) fn read_root_moves(
        &mut self,
        command: &'static str,
        words: &[&str],
    ) -> (Vec<Vec<G::Move>>, Vec<CommandError>) {
        let (mut turns, mut ignored, mut needed) = (Vec::new(), Vec::new(), None);
        let mut ignore = |reason| ignored.push(CommandError::RootMove { command, reason });
        let mut spelled = words.to_vec();
        spelled.retain(|word| {
            let checked = self.spellings.add_to_list(word, &mut needed);
            checked.map_err(|error| ignore(error.into())).is_ok()
        });
        let spelling = self.spellings.needed(needed);
        for text in spelled {
            match spelling.read_turn(self.game.now(), text) {
                Ok(turn) if turn.is_empty() => ignore(format!("'{text}' has no move").into()),
                Ok(turn) => turns.push(turn),
                Err(reason) => ignore(reason),
            }
        }
        if !turns.is_empty() {
            self.spellings.note(spelling);
        }
        (turns, ignored)
    }

    /// The static evaluation of the position, if the player has one.
    pub(crate) fn static_score(&mut self) -> Option<Score> {
        let State::Idle(engine) = &mut self.state else { return None };
        engine.seat.player.inspect()?.static_score(self.game.now())
    }

    /// Looks a position up in the player's table, also during a search.
    pub(crate) fn probe(&mut self, position: &G) -> Option<crate::player::Known<G::Move>> {
        match &mut self.state {
            State::Idle(engine) => engine.seat.player.inspect()?.probe()?(position),
            State::Thinking(running) => running.probe.as_ref()?(position),
        }
    }
}

/// The message of a panic.
fn panic_message(panic: &(dyn Any + Send)) -> String {
    let words = panic.downcast_ref::<&str>().map(|&words| words.to_owned());
    words.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic without a message".to_owned())
}

#[cfg(test)]
mod tests;
