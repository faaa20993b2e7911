//! An engine that speaks UCI or UCCI, as a [`Contestant`].

use crate::{
    Answer, Choice, Clocks, Contestant, Conversation, Entrant, Fault, Program, Protocol, Ranks, Turn, TurnReport,
    Watchdog,
    protocol::{EngineOption, Info, Reply},
    question::{Question, Transcript},
};
use duiyi_clock::Phase;
use duiyi_game::Notation;
use std::{path::PathBuf, sync::Arc, time::Duration};

/// How to start an engine and what to expect of it.
#[derive(Clone, Debug)]
pub struct EngineConfig {
    /// Its name in the match.
    pub name: String,
    /// The program.
    pub program: Program,
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
    /// Whether it thinks on the opponent's time too, about the reply that it expects.
    pub ponders: bool,
}

impl EngineConfig {
    /// An engine with everything else by default.
    pub fn new(name: impl Into<String>, program: impl Into<PathBuf>, protocol: Protocol) -> EngineConfig {
        EngineConfig {
            name: name.into(),
            program: Program::new(program),
            protocol,
            options: Vec::new(),
            variant: String::new(),
            ranks: None,
            reserve: Duration::ZERO,
            ponders: false,
        }
    }

    /// The engine as a participant; its processes end with the arena if there is a watchdog.
    pub fn entrant<G: Notation>(self, watchdog: Option<Arc<Watchdog>>) -> Entrant<G> {
        let mut description = format!("{} {}", self.protocol.handshake(), self.program.command_line());
        for (name, value) in &self.options {
            description += &format!(" [{name}={value}]");
        }
        if !self.reserve.is_zero() {
            description += &format!(" ({:?} of its time not told)", self.reserve);
        }
        if self.ponders {
            description += " (ponders)";
        }
        Entrant::new(self.name.clone(), description, move || Ok(Box::new(Engine::start(&self, watchdog.clone())?)))
    }
}

/// An engine in a child process. It talks in texts; the game turns moves into them and back.
struct Engine {
    conversation: Conversation,
    protocol: Protocol,
    ranks: Ranks,
    reserve: Duration,
    options: Vec<EngineOption>,
    milliseconds: bool,
    ponders: bool,
    /// The moves of the game that it thinks about on the opponent's time, with the expected one.
    pondered: Option<Vec<String>>,
}

/// What an engine answered.
struct Best {
    mv: String,
    ponder: Option<String>,
}

impl Engine {
    /// Starts an engine, performs the handshake and sets its options.
    fn start(config: &EngineConfig, watchdog: Option<Arc<Watchdog>>) -> Result<Engine, Fault> {
        let mut engine = Engine {
            conversation: Conversation::start(&config.program, watchdog)?,
            protocol: config.protocol,
            ranks: config.ranks.unwrap_or(Ranks::Native),
            reserve: config.reserve,
            options: Vec::new(),
            milliseconds: false,
            ponders: config.ponders,
            pondered: None,
        };
        let missing = |what: &str, fault| Fault::Start(format!("no {what}: {fault}"));
        engine.handshake().map_err(|fault| missing(&format!("{}ok", config.protocol.handshake()), fault))?;
        engine.configure(config)?;
        engine.ready().map_err(|fault| missing("readyok", fault))?;
        Ok(engine)
    }

    fn handshake(&mut self) -> Result<(), Fault> {
        let options = &mut self.options;
        self.conversation.request(self.protocol.handshake(), |line| match Reply::parse(line) {
            Reply::HandshakeDone => Some(Ok(())),
            Reply::Option(option) => {
                options.push(option);
                None
            }
            _ => None,
        })
    }

    fn option(&self, name: &str) -> Option<&EngineOption> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    fn configure(&mut self, config: &EngineConfig) -> Result<(), Fault> {
        if self.protocol == Protocol::Ucci && self.option("usemillisec").is_some() {
            self.milliseconds = true;
            self.conversation.send(&self.protocol.set_option("usemillisec", "true"));
        }
        // An engine with one variant names it for front ends to recognise; it has
        // nothing to choose and numbers ranks as its game does.
        let has_choice = |option: &EngineOption| option.values.len() > 1 && option.values.contains(&config.variant);
        if self.protocol == Protocol::Uci && self.option("UCI_Variant").is_some_and(has_choice) {
            self.conversation.send(&self.protocol.set_option("UCI_Variant", &config.variant));
            self.ranks = config.ranks.unwrap_or(Ranks::OneUp);
        }
        if config.ponders && self.option("Ponder").is_some() {
            self.conversation.send(&self.protocol.set_option("Ponder", "true"));
        }
        for (name, value) in &config.options {
            let Some(option) = self.option(name) else {
                let known: Vec<_> = self.options.iter().map(|option| option.name.as_str()).collect();
                return Err(Fault::Start(format!("unknown option '{name}'; expected one of {}", known.join(", "))));
            };
            let command = self.protocol.set_option(&option.name, value);
            self.conversation.send(&command);
        }
        Ok(())
    }

    /// Waits until the engine has read everything sent.
    fn ready(&mut self) -> Result<(), Fault> {
        self.conversation.request("isready", |line| (Reply::parse(line) == Reply::Ready).then_some(Ok(())))
    }
}

impl<G: Notation> Contestant<G> for Engine {
    fn new_game(&mut self, _start: &G) -> Result<(), Fault> {
        self.prepare()
    }

    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<Answer<G::Move>, Fault> {
        let transcript = match self.protocol {
            Protocol::Uci => Transcript::new(turn.game),
            Protocol::Ucci => Transcript::with_reduced_start(turn.game),
        };
        let (text, report) = self.answer(&transcript.question(turn.clocks))?;
        Ok(Answer { turn: Choice::read(turn.game.now(), text), report })
    }
}

impl Engine {
    /// Prepares for a new game.
    fn prepare(&mut self) -> Result<(), Fault> {
        self.stop_pondering()?;
        self.conversation.drain()?;
        if self.protocol == Protocol::Uci || self.option("newgame").is_some() {
            self.conversation.send(self.protocol.new_game());
        }
        self.ready()
    }

    /// Asks for a move, as the game's protocols write it.
    fn answer(&mut self, asked: &Question<'_>) -> Result<(String, TurnReport), Fault> {
        let hit = self.pondered.as_deref() == Some(asked.turns);
        let lines = if hit {
            self.pondered = None;
            "ponderhit".to_owned()
        } else {
            self.stop_pondering()?;
            self.conversation.drain()?;
            let position = self.protocol.position(asked, self.ranks);
            // In one writing, so that one moment is the beginning of the engine's time.
            format!("{position}\n{}", self.protocol.go(&asked.clocks, self.reserve, self.milliseconds))
        };
        let cpu = self.conversation.cpu_time();
        let ranks = self.ranks;
        let mut info = Info::default();
        let deadline = asked.clocks.deadline();
        let ask = self.conversation.ask(&lines, deadline, Some("stop"), |line| best_move(line, &mut info));
        let (best, elapsed) = ask?;
        let cpu = cpu.zip(self.conversation.cpu_time()).map(|(before, after)| after.saturating_sub(before));
        let off_board = || Fault::IllegalMove(format!("'{}' names a rank that the board does not have", best.mv));
        let mv = ranks.to_game(&best.mv).ok_or_else(off_board)?;
        if self.ponders
            && let Some(reply) = best.ponder.and_then(|reply| ranks.to_game(&reply))
        {
            self.ponder(asked, [mv.clone(), reply], elapsed);
        }
        let peak_kib = self.conversation.peak_kib();
        Ok((mv, TurnReport { elapsed, score: info.score, depth: info.depth, nodes: info.nodes, cpu, peak_kib }))
    }

    /// Lets the engine think about the position after its move and the reply that it expects,
    /// with its clock as the move leaves it.
    fn ponder(&mut self, asked: &Question<'_>, next: [String; 2], elapsed: Duration) {
        let mut own = asked.clocks.own().clone();
        let used = own.available().map_or(elapsed, |available| elapsed.min(available));
        // Never more than there is: the flag cannot fall by it.
        let _ = own.spend(used, Phase::default());
        let mut ledgers = asked.clocks.ledgers;
        ledgers[asked.clocks.mover.index()] = &own;
        let turns: Vec<String> = asked.turns.iter().cloned().chain(next).collect();
        // The start as it was: what is irreversible is for the rules to say, and these moves are not played yet.
        let clocks = Clocks { ledgers, ..asked.clocks };
        let after = Question { turns: &turns, reduced: None, clocks, ..*asked };
        let position = self.protocol.position(&after, self.ranks);
        let go = self.protocol.go(&clocks, self.reserve, self.milliseconds);
        self.conversation.send(&format!("{position}\n{}", go.replacen("go ", "go ponder ", 1)));
        self.pondered = Some(turns);
    }

    /// Ends thinking on the opponent's time; its move is not wanted.
    fn stop_pondering(&mut self) -> Result<(), Fault> {
        if self.pondered.take().is_none() {
            return Ok(());
        }
        self.conversation.request("stop", |line| match Reply::parse(line) {
            Reply::BestMove { .. } | Reply::NoMove => Some(Ok(())),
            _ => None,
        })
    }
}

/// The move that a line tells, if it tells one; what it says of the search is taken over.
fn best_move(line: &str, info: &mut Info) -> Option<Result<Best, Fault>> {
    match Reply::parse(line) {
        Reply::Info(news) => info.update(news),
        Reply::NoMove => return Some(Err(Fault::NoMove(line.trim().chars().take(60).collect()))),
        Reply::BestMove { mv, ponder } => return Some(Ok(Best { mv, ponder })),
        _ => {}
    }
    None
}
