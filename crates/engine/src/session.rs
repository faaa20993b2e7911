//! The engine behind the protocols: a game, options, and at most one search at a
//! time on a thread of its own.

use crate::{
    CommandError, Protocol,
    inbox::Inbox,
    memory::Memory,
    output::Output,
    thread::{EndOfSearch, Engine, Job, Question, think},
};
use duiyi_clock::{OverheadMargin, STRATEGY_NAMES, TimeKeeper, strategy_by_name};
use duiyi_game::{Game, History, Notation, Reason, Score, legal_moves};
use duiyi_player::{
    Decision, OptionError, OptionSpec, Player, Probe, Signals, Timing, read_check, read_spin, shortened,
};
use std::{
    fmt::Display,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

/// What an engine program is made of.
pub struct Setup<G: Notation> {
    /// Where a game begins, by the rules that the engine plays.
    pub start: G,
    /// Makes the player. It is made anew should a search fail.
    pub player: Box<dyn Fn() -> Box<dyn Player<G>>>,
    /// The positions of the bench, with their names.
    pub bench: Vec<(String, G)>,
    /// The protocol; the first line tells if it is not given.
    pub protocol: Option<Protocol>,
    /// The time for a turn where the front end names no clock, in the protocols of
    /// stones; two seconds, or what the protocol's platform allows, if it is not given.
    pub turn_time: Option<Duration>,
}

/// What is set by name besides the player's options.
#[derive(Clone, Debug)]
struct Options {
    ponder: bool,
    overhead: Duration,
    /// How time is divided, by the name of the strategy.
    strategy: String,
    /// How many lines are told.
    lines: usize,
}

/// The thread of a search: it gives the engine back with what it found.
type Thinking<G> = JoinHandle<(Engine<G>, Option<Decision<<G as Game>::Move>>)>;

/// A search under way.
struct Running<G: Notation> {
    thread: Thinking<G>,
    signals: Signals,
    mute: Arc<AtomicBool>,
    /// Whether it can end without being told to.
    ends_by_itself: bool,
}

/// The end of a search.
pub(crate) struct Answer<M> {
    pub(crate) decision: Option<Decision<M>>,
    /// Whether the search broke off by a fault of the program.
    pub(crate) failed: bool,
}

/// The most milliseconds that can be kept back at a move.
const MAX_OVERHEAD: u64 = 5_000;

/// An engine for a game, spoken to by a protocol.
pub(crate) struct Session<G: Notation> {
    pub(crate) output: Output,
    pub(crate) inbox: Inbox,
    pub(crate) setup: Setup<G>,
    /// The game so far.
    pub(crate) game: History<G>,
    options: Options,
    specs: Vec<OptionSpec>,
    /// The player's options that were set, for a player made anew.
    set: Vec<(String, String)>,
    engine: Option<Engine<G>>,
    probe: Option<Probe<G>>,
    running: Option<Running<G>>,
}

impl<G: Notation + Timing> Session<G> {
    pub(crate) fn new(setup: Setup<G>, inbox: Inbox, output: Output) -> Session<G> {
        let player = (setup.player)();
        let options = Options {
            ponder: false,
            overhead: OverheadMargin::DEFAULT_FLOOR,
            strategy: STRATEGY_NAMES[0].to_owned(),
            lines: 1,
        };
        let mut specs = player.options().to_vec();
        specs.push(OptionSpec::check("Ponder", options.ponder));
        specs.push(OptionSpec::spin("Move Overhead", options.overhead.as_millis() as i64, 0..=MAX_OVERHEAD as i64));
        specs.push(OptionSpec::combo("Time Strategy", STRATEGY_NAMES[0], STRATEGY_NAMES));
        let mut session = Session {
            output,
            inbox,
            game: History::new(setup.start.clone()),
            setup,
            options,
            specs,
            set: Vec::new(),
            engine: None,
            probe: None,
            running: None,
        };
        session.engine = Some(session.fresh_engine(player));
        session.probe = session.engine.as_ref().and_then(|engine| engine.player.probe());
        session
    }

    fn fresh_engine(&self, player: Box<dyn Player<G>>) -> Engine<G> {
        let strategy = strategy_by_name(&self.options.strategy).unwrap_or_default();
        Engine { player, keeper: TimeKeeper::new(strategy), memory: Memory::default() }
    }

    pub(crate) fn say(&self, text: impl Display) {
        self.output.line(text);
    }

    /// The options, the player's first.
    pub(crate) fn specs(&self) -> &[OptionSpec] {
        &self.specs
    }

    /// How many lines are told.
    pub(crate) fn lines(&self) -> usize {
        self.options.lines
    }

    /// Whether a search has not been answered yet.
    pub(crate) fn is_thinking(&self) -> bool {
        self.running.is_some()
    }

    /// Whether the search was already told to stop.
    pub(crate) fn is_stopping(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.signals.stop.is_stopped())
    }

    /// Begins a search of the position; the inbox tells when it has ended.
    pub(crate) fn go(&mut self, question: Question<G>) {
        let Some(mut engine) = self.engine.take() else { return };
        engine.keeper.set_pondering(self.options.ponder);
        engine.keeper.overhead_mut().set_floor(self.options.overhead);
        let (signals, mute) = (Signals::default(), Arc::new(AtomicBool::new(false)));
        let ends_by_itself = !question.limits.go.infinite && !question.limits.go.ponder;
        let job = Job {
            game: self.game.clone(),
            question,
            signals: signals.clone(),
            mute: Arc::clone(&mute),
            output: self.output.clone(),
        };
        let end = EndOfSearch(self.inbox.clone());
        let thread = thread::spawn(move || {
            let _end = end;
            think(engine, &job)
        });
        self.running = Some(Running { thread, signals, mute, ends_by_itself });
    }

    /// Takes the answer of a search that has ended, as the inbox says.
    pub(crate) fn take_answer(&mut self) -> Option<Answer<G::Move>> {
        let running = self.running.take()?;
        Some(match running.thread.join() {
            Ok((engine, decision)) => {
                self.engine = Some(engine);
                Answer { decision, failed: false }
            }
            // A search that panicked has lost its player: the next one begins afresh.
            Err(_) => {
                self.renew_player();
                let any = legal_moves(self.game.now()).first().map(|&mv| Decision::new(vec![mv]));
                Answer { decision: any, failed: true }
            }
        })
    }

    fn renew_player(&mut self) {
        let mut player = (self.setup.player)();
        for (name, value) in &self.set {
            // It was accepted before.
            let _ = player.set_option(name, value);
        }
        self.probe = player.probe();
        self.engine = Some(self.fresh_engine(player));
    }

    /// Waits for the end of the search, if there is one.
    pub(crate) fn await_answer(&mut self) -> Option<Answer<G::Move>> {
        if self.running.is_some() {
            self.inbox.await_search();
        }
        self.take_answer()
    }

    /// Tells the search to answer now.
    pub(crate) fn stop(&self) {
        if let Some(running) = &self.running {
            running.signals.stop.stop();
            running.thread.thread().unpark();
        }
    }

    /// The expected move was played.
    pub(crate) fn ponder_hit(&self) {
        if let Some(running) = &self.running {
            running.signals.ponder_hit();
            running.thread.thread().unpark();
        }
    }

    /// Ends the search without an answer.
    pub(crate) fn abandon(&mut self) {
        if let Some(running) = &self.running {
            running.mute.store(true, Ordering::Release);
        }
        self.stop();
        let _ = self.await_answer();
    }

    /// The input has ended: a search that does not end by itself is told to.
    pub(crate) fn stop_if_endless(&self) {
        if self.running.as_ref().is_some_and(|running| !running.ends_by_itself) {
            self.stop();
        }
    }

    /// Sets an option by its name. Not during a search.
    pub(crate) fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let Some(spec) = self.specs.iter().find(|spec| spec.is_named(name)) else {
            return Err(OptionError::unknown(name, &self.specs));
        };
        let name = spec.name;
        match name {
            "Ponder" => self.options.ponder = read_check(name, value)?,
            "Move Overhead" => {
                self.options.overhead = Duration::from_millis(read_spin(name, value, 0..=MAX_OVERHEAD)?);
            }
            "Time Strategy" => {
                let strategy =
                    strategy_by_name(value).map_err(|error| OptionError::value(name, value, error.expected()))?;
                self.options.strategy = value.to_owned();
                if let Some(engine) = &mut self.engine {
                    engine.keeper.set_strategy(strategy);
                }
            }
            _ => {
                let Some(engine) = &mut self.engine else { return Ok(()) };
                engine.player.set_option(name, value)?;
                self.probe = engine.player.probe();
                self.set.retain(|(other, _)| other != name);
                self.set.push((name.to_owned(), value.to_owned()));
                if name == "MultiPV" {
                    self.options.lines = value.parse().unwrap_or(1);
                }
            }
        }
        Ok(())
    }

    /// Begins a game by the rules of a position. Not during a search.
    pub(crate) fn new_game(&mut self, start: G) {
        if let Some(engine) = &mut self.engine {
            engine.player.new_game(&start);
            engine.keeper.new_game();
            engine.memory.clear();
        }
        self.game = History::new(start.clone());
        self.setup.start = start;
    }

    /// Forgets the last game; the position on the board stays.
    pub(crate) fn forget_game(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.player.new_game(&self.setup.start);
            engine.keeper.new_game();
            engine.memory.clear();
        }
    }

    /// Reads `{fen <position> | startpos} [moves …]`, leaving the engine as it is.
    pub(crate) fn read_game(&self, words: &[&str]) -> Result<History<G>, CommandError> {
        let moves_at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let (place, moves) = words.split_at(moves_at);
        let start = match place {
            ["startpos"] => self.setup.start.clone(),
            ["fen", fen @ ..] if !fen.is_empty() => {
                self.setup.start.read_position(&fen.join(" ")).map_err(CommandError::Position)?
            }
            ["startpos" | "fen", ..] | [] => {
                return Err(CommandError::Missing {
                    command: "position".into(),
                    expected: "'startpos' or 'fen <FEN>'",
                });
            }
            [other, ..] => {
                return Err(CommandError::Unexpected {
                    command: "position",
                    found: shortened(other),
                    expected: "startpos or fen",
                });
            }
        };
        let mut game = History::new(start);
        game.read_turns(moves.iter().skip(1).copied()).map_err(CommandError::Position)?;
        Ok(game)
    }

    /// Reads turns that are legal in the position, and gives their first moves.
    pub(crate) fn read_root_moves(&self, command: &'static str, words: &[&str]) -> Result<Vec<G::Move>, CommandError> {
        let read = |text: &&str| -> Result<G::Move, Reason> {
            let turn = self.game.now().read_turn(text)?;
            turn.first().copied().ok_or_else(|| format!("'{text}' has no move").into())
        };
        let refused = |reason| CommandError::RootMove { command, reason };
        words.iter().map(|word| read(word).map_err(refused)).collect()
    }

    /// What the position is worth without a search.
    pub(crate) fn static_score(&mut self) -> Option<Score> {
        let now = self.game.now();
        self.engine.as_mut().and_then(|engine| engine.player.static_score(now))
    }

    /// Looks a position up in what the player remembers, also while it thinks.
    pub(crate) fn probe(&self, position: &G) -> Option<duiyi_player::Known<G::Move>> {
        self.probe.as_ref().and_then(|probe| probe(position))
    }

    /// Runs the bench: the last line of the report. Not during a search.
    pub(crate) fn bench(&self) -> String {
        let mut player = (self.setup.player)();
        let options = crate::commands::BENCH_OPTIONS;
        options.iter().for_each(|(name, value)| {
            // A player without the option has nothing to fix.
            let _ = player.set_option(name, value);
        });
        crate::bench(&mut *player, &self.setup.bench, crate::BENCH_DEPTH, |_| {}).0
    }
}
