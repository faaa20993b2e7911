//! The engine behind the protocols: a position, options, and at most one
//! search at a time on its own thread.

use crate::{
    CommandError, Dialect, EngineGame, MoveOf,
    memory::Memory,
    output::Output,
    think::{Job, Request, Signals, Thinker, think},
};
use duiyi_clock::{OverheadMargin, STRATEGY_NAMES, TimeKeeper, strategy_by_name};
use duiyi_search::{Enhancements, Evaluator, ParallelSearcher, Score, Skill, Table};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use std::{
    hash::{BuildHasher, RandomState},
    sync::Arc,
    thread::JoinHandle,
    time::Duration,
};

/// The table in MiB unless an option says otherwise.
pub const DEFAULT_HASH: usize = 64;
/// The largest table in MiB.
pub const MAX_HASH: usize = 65_536;
/// The most threads that search at a time.
pub const MAX_THREADS: usize = 256;
/// The most lines that are searched at a time (Multi-PV).
pub const MAX_LINES: usize = 256;

/// A search under way.
struct Running<G: EngineGame> {
    thread: JoinHandle<Box<Thinker<G>>>,
    signals: Arc<Signals>,
    /// Whether it can end without being told to.
    ends_by_itself: bool,
}

/// What the protocols set and the searches read.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) hash: usize,
    pub(crate) threads: usize,
    /// How many lines are told.
    pub(crate) lines: usize,
    pub(crate) skill: Skill,
    /// Whether `elo` holds instead of `skill`.
    pub(crate) limit_strength: bool,
    pub(crate) elo: i32,
    /// Where the mistakes of a weakened player come from; 0: from the system.
    pub(crate) skill_seed: u64,
    pub(crate) ponder: bool,
    pub(crate) overhead: Duration,
    /// How time is divided, by the name of the strategy.
    pub(crate) strategy: String,
    /// UCCI: times in milliseconds instead of seconds.
    pub(crate) milliseconds: bool,
    /// UCCI: finish each search before the next command is read.
    pub(crate) batch: bool,
    pub(crate) enhancements: Enhancements,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash: DEFAULT_HASH,
            threads: 1,
            lines: 1,
            skill: Skill::FULL,
            limit_strength: false,
            elo: Skill::MIN_ELO,
            skill_seed: 0,
            ponder: false,
            overhead: OverheadMargin::DEFAULT_FLOOR,
            strategy: STRATEGY_NAMES[0].to_owned(),
            milliseconds: false,
            batch: false,
            enhancements: Enhancements::default(),
        }
    }
}

impl Options {
    /// How strong the engine shall play.
    fn strength(&self) -> Skill {
        if self.limit_strength { Skill::for_elo(self.elo) } else { self.skill }
    }
}

/// An engine for a game, spoken to by a protocol.
pub(crate) struct Engine<G: EngineGame> {
    pub(crate) output: Output,
    pub(crate) dialect: Dialect,
    pub(crate) position: G::Position,
    pub(crate) banned: Vec<MoveOf<G>>,
    pub(crate) options: Options,
    table: Arc<Table>,
    thinker: Option<Box<Thinker<G>>>,
    running: Option<Running<G>>,
}

impl<G: EngineGame> Engine<G> {
    pub(crate) fn new(output: Output) -> Engine<G> {
        let options = Options::default();
        Engine {
            output,
            dialect: Dialect::Uci,
            position: G::start(),
            banned: Vec::new(),
            table: Arc::new(Table::new(options.hash)),
            options,
            thinker: None,
            running: None,
        }
    }

    pub(crate) fn say(&self, text: impl std::fmt::Display) {
        self.output.line(text);
    }

    pub(crate) fn complain(&self, error: &CommandError) {
        self.say(self.dialect.message(format_args!("error: {error}")));
    }

    /// Whether a search has not answered yet.
    pub(crate) fn is_thinking(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.signals.is_busy())
    }

    /// Whether the search was already told to stop.
    pub(crate) fn is_stopping(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.signals.stop.is_stopped())
    }

    /// Waits for the search thread, if there is one, and takes its state back.
    pub(crate) fn join(&mut self) {
        if let Some(running) = self.running.take() {
            // A panicking search thread has lost its state: the next search begins afresh.
            self.thinker = running.thread.join().ok();
        }
    }

    /// Searches the position.
    pub(crate) fn go(&mut self, request: Request<MoveOf<G>>) {
        self.join();
        let mut thinker = self.thinker.take().unwrap_or_else(|| {
            Box::new(Thinker {
                searcher: ParallelSearcher::new(G::evaluator()),
                lines: 1,
                skill: Skill::FULL,
                random: source_of_mistakes(self.options.skill_seed),
                keeper: TimeKeeper::new(strategy_by_name(&self.options.strategy).unwrap_or_default()),
                memory: Memory::default(),
            })
        });
        thinker.searcher.set_threads(self.options.threads, G::evaluator);
        thinker.searcher.main.enhancements = self.options.enhancements;
        thinker.skill = self.options.strength();
        thinker.lines = self.options.lines;
        thinker.keeper.set_pondering(self.options.ponder);
        thinker.keeper.overhead_mut().set_floor(self.options.overhead);
        let signals = Arc::new(Signals::default());
        Signals::set(&signals.busy, true);
        let ends_by_itself = !request.limits.infinite && !request.limits.ponder;
        let job = Job::<G> {
            position: self.position.clone(),
            table: Arc::clone(&self.table),
            request,
            signals: Arc::clone(&signals),
            output: self.output.clone(),
            dialect: self.dialect,
        };
        let thread = std::thread::spawn(move || think(thinker, job));
        self.running = Some(Running { thread, signals, ends_by_itself });
        if self.options.batch {
            self.join();
        }
    }

    /// Tells the search to answer now.
    pub(crate) fn stop(&self) {
        if let Some(running) = &self.running {
            running.signals.stop.stop();
            running.thread.thread().unpark();
        }
    }

    /// The expected move was played.
    pub(crate) fn ponder_hit(&self, draw_offered: bool) {
        if let Some(running) = &self.running {
            Signals::set(&running.signals.draw_offered, draw_offered);
            Signals::set(&running.signals.hit, true);
            running.thread.thread().unpark();
        }
    }

    /// Ends the search without an answer.
    pub(crate) fn abandon(&mut self) {
        if let Some(running) = &self.running {
            Signals::set(&running.signals.mute, true);
        }
        self.stop();
        self.join();
    }

    /// The input has ended: lets a search that will end by itself do so.
    pub(crate) fn finish(&mut self) {
        if self.running.as_ref().is_some_and(|running| !running.ends_by_itself) {
            self.stop();
        }
        self.join();
    }

    /// Changes how time is divided.
    pub(crate) fn set_strategy(&mut self, name: &str, value: &str) -> Result<(), CommandError> {
        self.join();
        let strategy = strategy_by_name(value).map_err(|error| CommandError::OptionValue {
            name: name.to_owned(),
            value: crate::error::shown(value),
            expected: error.expected(),
        })?;
        self.options.strategy = value.to_owned();
        if let Some(thinker) = &mut self.thinker {
            thinker.keeper.set_strategy(strategy);
        }
        Ok(())
    }

    /// The names of the strategies as the choices of an option, a blank before each `var`.
    pub(crate) fn strategy_choices() -> String {
        STRATEGY_NAMES.map(|name| format!(" var {name}")).concat()
    }

    /// Forgets the last game.
    pub(crate) fn new_game(&mut self) {
        self.join();
        self.table.clear();
        if let Some(thinker) = &mut self.thinker {
            thinker.searcher.new_game();
            thinker.keeper.new_game();
            thinker.memory.clear();
        }
    }

    pub(crate) fn table(&self) -> &Table {
        &self.table
    }

    /// Sets where the mistakes of a weakened player come from.
    pub(crate) fn set_skill_seed(&mut self, seed: u64) {
        self.join();
        self.options.skill_seed = seed;
        if let Some(thinker) = &mut self.thinker {
            thinker.random = source_of_mistakes(seed);
        }
    }

    pub(crate) fn clear_table(&mut self) {
        self.join();
        self.table.clear();
    }

    /// Makes a table of another size.
    pub(crate) fn resize_table(&mut self, mebibytes: usize) {
        self.join();
        if mebibytes != self.options.hash {
            self.options.hash = mebibytes;
            self.table = Arc::new(Table::new(mebibytes));
        }
    }

    /// Reads `{fen <FEN> | startpos} [moves …]`, leaving the engine as it is.
    pub(crate) fn read_position(words: &[&str]) -> Result<G::Position, CommandError> {
        let moves_at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let (place, moves) = words.split_at(moves_at);
        let mut position = match place {
            ["startpos"] => G::start(),
            ["fen", fen @ ..] if !fen.is_empty() => G::read_position(&fen.join(" ")).map_err(CommandError::Position)?,
            ["startpos" | "fen", ..] | [] => {
                return Err(CommandError::Missing {
                    command: "position".into(),
                    expected: "'startpos' or 'fen <FEN>'",
                });
            }
            [other, ..] => {
                return Err(CommandError::Unexpected {
                    command: "position",
                    found: crate::error::shown(other),
                    expected: "startpos or fen",
                });
            }
        };
        for (i, text) in moves.iter().skip(1).enumerate() {
            let mv = G::read_move(&position, text).map_err(|reason| CommandError::Move { number: i + 1, reason })?;
            G::play(&mut position, mv);
        }
        Ok(position)
    }

    /// Reads moves that are legal in the position.
    pub(crate) fn read_root_moves(
        &self,
        command: &'static str,
        words: &[&str],
    ) -> Result<Vec<MoveOf<G>>, CommandError> {
        words
            .iter()
            .map(|text| G::read_move(&self.position, text).map_err(|reason| CommandError::RootMove { command, reason }))
            .collect()
    }

    /// The evaluation of the position, without a search.
    pub(crate) fn static_score(&self) -> Score {
        let mut evaluator = G::evaluator();
        evaluator.reset(&self.position);
        evaluator.evaluate(&self.position)
    }
}

/// The random numbers of a weakened player: those of the seed, or with 0 such
/// as the system's hashing keys give, which differ from run to run.
fn source_of_mistakes(seed: u64) -> Xoshiro256PlusPlus {
    let seed = if seed == 0 { RandomState::new().hash_one(0) } else { seed };
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// Reads a whole number that must lie in a range.
pub(crate) fn number<T>(name: &str, text: &str, range: std::ops::RangeInclusive<T>) -> Result<T, CommandError>
where
    T: std::str::FromStr + PartialOrd + std::fmt::Display,
{
    text.parse().ok().filter(|value| range.contains(value)).ok_or_else(|| CommandError::OptionValue {
        name: name.to_owned(),
        value: crate::error::shown(text),
        expected: format!("a whole number from {} to {}", range.start(), range.end()),
    })
}

/// Reads `true` or `false` (UCCI front ends also send `on` and `off`).
pub(crate) fn truth(name: &str, text: &str) -> Result<bool, CommandError> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "on" => Ok(true),
        "false" | "off" => Ok(false),
        _ => Err(CommandError::OptionValue {
            name: name.to_owned(),
            value: crate::error::shown(text),
            expected: "true or false".to_owned(),
        }),
    }
}
