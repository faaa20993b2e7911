//! An engine in a child process, as a [`Player`].
//!
//! Whatever such an engine does is turned into a move or into a [`Fault`] within
//! a bounded time and a bounded amount of memory.

use crate::{
    Answer, Entrant, Fault, Player, Protocol, Ranks, Turn, Warden,
    process::{Event, Process, Program},
    protocol::{EngineOption, Info, Reply},
};
use duiyi_clock::TimeControl;
use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

/// How to start an engine and what to expect of it.
#[derive(Clone, Debug)]
pub struct EngineConfig {
    /// Its name in the match.
    pub name: String,
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// The directory to start it in; by default that of the arena.
    pub dir: Option<PathBuf>,
    /// The language it speaks.
    pub protocol: Protocol,
    /// Options to set, in order. An empty value presses a button.
    pub options: Vec<(String, String)>,
    /// The variant to select where the engine announces a choice of variants
    /// (`UCI_Variant`): the game's name.
    pub variant: String,
    /// How it numbers ranks. `None`: one higher than the game does if it speaks
    /// UCI and announces a choice of variants, else as the game does.
    pub ranks: Option<Ranks>,
    /// Time that is on its clock but is not told to it: for an engine that uses
    /// all that it is told, and a little more.
    pub reserve: Duration,
    /// Its own time control, if it differs from the match's.
    pub control: Option<TimeControl>,
    /// A file to which everything said to it (`>`) and by it (`<`) is appended,
    /// each line with the number of the process.
    pub log: Option<PathBuf>,
    /// How long to wait for it and how much to read from it.
    pub limits: EngineLimits,
}

/// How long to wait for an engine and how much to read from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EngineLimits {
    /// For the handshake, and for getting ready before a game.
    pub startup: Duration,
    /// For a move that has no clock, before the engine counts as hung.
    pub hang: Duration,
    /// For the answer to `stop` after the flag has fallen, before the engine
    /// counts as hung and not just late; and for leaving after `quit`.
    pub grace: Duration,
    /// Bytes of output for one move.
    pub output: usize,
}

impl Default for EngineLimits {
    /// 10 s to start, 60 s without a clock, 1 s of grace, 16 MiB of output.
    fn default() -> EngineLimits {
        EngineLimits {
            startup: Duration::from_secs(10),
            hang: Duration::from_secs(60),
            grace: Duration::from_secs(1),
            output: 16 << 20,
        }
    }
}

impl EngineConfig {
    /// An engine with everything else by default.
    pub fn new(name: impl Into<String>, program: impl Into<PathBuf>, protocol: Protocol) -> EngineConfig {
        EngineConfig {
            name: name.into(),
            program: program.into(),
            args: Vec::new(),
            dir: None,
            protocol,
            options: Vec::new(),
            variant: String::new(),
            ranks: None,
            reserve: Duration::ZERO,
            control: None,
            log: None,
            limits: EngineLimits::default(),
        }
    }
}

/// An engine in a child process.
#[derive(Debug)]
pub struct ProcessEngine {
    process: Process,
    protocol: Protocol,
    limits: EngineLimits,
    ranks: Ranks,
    reserve: Duration,
    /// What it calls itself.
    announced_name: Option<String>,
    options: Vec<EngineOption>,
    milliseconds: bool,
    /// Bytes read since the last answer.
    read: usize,
    /// Whether it has been at fault: then it is killed, not asked to quit.
    faulty: bool,
}

impl ProcessEngine {
    /// Starts an engine, performs the handshake and sets its options.
    ///
    /// # Errors
    /// [`Fault::Start`] if the program does not run, does not speak the
    /// protocol, or does not have an option of the configuration.
    pub fn start(config: &EngineConfig, warden: Option<Arc<Warden>>) -> Result<ProcessEngine, Fault> {
        let program =
            Program { path: &config.program, args: &config.args, dir: config.dir.as_deref(), log: config.log.as_ref() };
        let process = Process::start(program, warden)
            .map_err(|error| Fault::Start(format!("{}: {error}", config.program.display())))?;
        let mut engine = ProcessEngine {
            process,
            protocol: config.protocol,
            limits: config.limits,
            ranks: config.ranks.unwrap_or(Ranks::Native),
            reserve: config.reserve,
            announced_name: None,
            options: Vec::new(),
            milliseconds: false,
            read: 0,
            faulty: false,
        };
        engine.initialize(config).inspect_err(|_| engine.faulty = true)?;
        Ok(engine)
    }

    /// What the engine calls itself.
    pub fn announced_name(&self) -> Option<&str> {
        self.announced_name.as_deref()
    }

    /// The options it announced.
    pub fn options(&self) -> &[EngineOption] {
        &self.options
    }

    /// How it numbers ranks.
    pub fn ranks(&self) -> Ranks {
        self.ranks
    }

    fn initialize(&mut self, config: &EngineConfig) -> Result<(), Fault> {
        let missing = |what: &str, fault| Fault::Start(format!("no {what}: {fault}"));
        self.handshake().map_err(|fault| missing(&format!("{}ok", self.protocol.handshake()), fault))?;
        self.configure(config)?;
        self.ready().map_err(|fault| missing("readyok", fault))
    }

    fn handshake(&mut self) -> Result<(), Fault> {
        self.process.send(self.protocol.handshake());
        let started = Instant::now();
        loop {
            match self.reply(started, self.limits.startup)?.1 {
                Reply::HandshakeDone => return Ok(()),
                Reply::Name(name) => self.announced_name = Some(name),
                Reply::Option(option) => self.options.push(option),
                _ => {}
            }
        }
    }

    fn option(&self, name: &str) -> Option<&EngineOption> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    fn configure(&mut self, config: &EngineConfig) -> Result<(), Fault> {
        if self.protocol == Protocol::Ucci && self.option("usemillisec").is_some() {
            self.milliseconds = true;
            self.process.send(&self.protocol.set_option("usemillisec", "true"));
        }
        // An engine with one variant names it for front ends to recognise; it has
        // nothing to choose and numbers ranks as its game does.
        let has_choice = |option: &EngineOption| option.values.len() > 1 && option.values.contains(&config.variant);
        if self.protocol == Protocol::Uci && self.option("UCI_Variant").is_some_and(has_choice) {
            self.process.send(&self.protocol.set_option("UCI_Variant", &config.variant));
            self.ranks = config.ranks.unwrap_or(Ranks::OneUp);
        }
        for (name, value) in &config.options {
            let Some(option) = self.option(name) else {
                let known: Vec<_> = self.options.iter().map(|option| option.name.as_str()).collect();
                return Err(Fault::Start(format!("unknown option '{name}'; expected one of {}", known.join(", "))));
            };
            self.process.send(&self.protocol.set_option(&option.name, value));
        }
        Ok(())
    }

    /// Waits until the engine has read everything sent.
    fn ready(&mut self) -> Result<(), Fault> {
        self.process.send("isready");
        let started = Instant::now();
        while self.reply(started, self.limits.startup)?.1 != Reply::Ready {}
        Ok(())
    }

    /// The next line, before `timeout` from `started` is over.
    fn reply(&mut self, started: Instant, timeout: Duration) -> Result<(Instant, Reply), Fault> {
        loop {
            let Some(event) = self.process.next(started + timeout) else {
                return Err(Fault::Hang(started.elapsed()));
            };
            if let Some((at, line)) = self.take(event)? {
                return Ok((at, Reply::parse(&line)));
            }
        }
    }

    /// The line of an event, if it is one; the fault, if it is one.
    fn take(&mut self, event: Event) -> Result<Option<(Instant, String)>, Fault> {
        let (bytes, line) = match event {
            Event::Sent(_) => (0, None),
            // Engines print names in encodings of their own: what is not UTF-8 is replaced.
            Event::Line { at, text, bytes } => (bytes, Some((at, String::from_utf8_lossy(&text).into_owned()))),
            Event::Dropped { bytes } => (bytes, None),
            Event::InputClosed => return Err(self.gone("input")),
            Event::OutputClosed => return Err(self.gone("output")),
        };
        self.read += bytes;
        if self.read > self.limits.output {
            return Err(Fault::Flood(self.limits.output));
        }
        Ok(line)
    }

    fn gone(&mut self, pipe: &str) -> Fault {
        match self.process.exit_status(Duration::from_millis(200)) {
            Some(status) => Fault::Crash(status.to_string()),
            None => Fault::ClosedPipe(format!("its {pipe} is closed, its process runs on")),
        }
    }

    /// Discards what was written when nothing was asked.
    fn drain(&mut self) -> Result<(), Fault> {
        self.read = 0;
        while let Some(event) = self.process.next(Instant::now()) {
            self.take(event)?;
        }
        self.read = 0;
        Ok(())
    }

    /// Waits for `bestmove`.
    fn answer(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let timeout = turn.deadline().unwrap_or(self.limits.hang);
        let mut asked = Instant::now();
        let mut sent = false;
        let mut stopped = false;
        let mut info = Info::default();
        loop {
            let wait = if stopped { timeout.saturating_add(self.limits.grace) } else { timeout };
            // A very long clock is no deadline.
            let deadline = asked.checked_add(wait).unwrap_or_else(|| asked + Duration::from_secs(1 << 30));
            let event = match self.process.next(deadline) {
                Some(Event::Sent(at)) if !sent => {
                    (asked, sent) = (at, true);
                    continue;
                }
                Some(event) => event,
                None if stopped => return Err(Fault::Hang(asked.elapsed())),
                None => {
                    stopped = true;
                    self.process.send("stop");
                    continue;
                }
            };
            let Some((at, line)) = self.take(event)? else { continue };
            match Reply::parse(&line) {
                Reply::Info(news) => info.update(news),
                Reply::NoMove => return Err(Fault::NoMove(line.trim().chars().take(60).collect())),
                Reply::BestMove(mv) => {
                    let Some(mv) = self.ranks.to_game(&mv) else {
                        return Err(Fault::IllegalMove(format!("'{mv}' names a rank that the board does not have")));
                    };
                    return Ok(Answer {
                        mv,
                        elapsed: at.saturating_duration_since(asked),
                        score: info.score,
                        depth: info.depth,
                        nodes: info.nodes,
                        cpu: None,
                    });
                }
                _ => {}
            }
        }
    }
}

impl ProcessEngine {
    fn prepare(&mut self) -> Result<(), Fault> {
        self.drain()?;
        if self.protocol == Protocol::Uci || self.option("newgame").is_some() {
            self.process.send(self.protocol.new_game());
        }
        self.ready()
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        self.drain()?;
        let position = self.protocol.position(turn, self.ranks);
        let cpu = self.process.cpu_time();
        // In one writing, so that one moment is the beginning of the engine's time.
        self.process.send(&format!("{position}\n{}", self.protocol.go(turn, self.reserve, self.milliseconds)));
        let answer = self.answer(turn);
        self.read = 0;
        let used = cpu.zip(self.process.cpu_time()).map(|(before, after)| after.saturating_sub(before));
        answer.map(|answer| Answer { cpu: used, ..answer })
    }
}

impl Player for ProcessEngine {
    fn new_game(&mut self) -> Result<(), Fault> {
        self.prepare().inspect_err(|_| self.faulty = true)
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        self.think(turn).inspect_err(|_| self.faulty = true)
    }
}

impl Drop for ProcessEngine {
    fn drop(&mut self) {
        if !self.faulty {
            self.process.quit("quit", self.limits.grace);
        }
    }
}

/// An engine of a match, started once for each player needed.
#[derive(Debug)]
pub struct ProcessEntrant {
    config: EngineConfig,
    warden: Option<Arc<Warden>>,
}

impl ProcessEntrant {
    /// An entrant whose processes the warden, if given, ends with the arena.
    pub fn new(config: EngineConfig, warden: Option<Arc<Warden>>) -> ProcessEntrant {
        ProcessEntrant { config, warden }
    }

    /// Its configuration.
    pub fn config(&self) -> &EngineConfig {
        &self.config
    }
}

impl Entrant for ProcessEntrant {
    fn name(&self) -> &str {
        &self.config.name
    }

    fn description(&self) -> String {
        let EngineConfig { program, args, protocol, options, reserve, .. } = &self.config;
        let mut text = format!("{} {}", protocol.handshake(), program.display());
        for arg in args {
            text.push(' ');
            text.push_str(arg);
        }
        for (name, value) in options {
            text.push_str(&format!(" [{name}={value}]"));
        }
        if !reserve.is_zero() {
            text.push_str(&format!(" ({reserve:?} of its time not told)"));
        }
        text
    }

    fn control(&self) -> Option<&TimeControl> {
        self.config.control.as_ref()
    }

    fn open(&self) -> Result<Box<dyn Player>, Fault> {
        Ok(Box::new(ProcessEngine::start(&self.config, self.warden.clone())?))
    }
}
