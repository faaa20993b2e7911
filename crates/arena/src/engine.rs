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

/// The configuration of an engine.
#[derive(Clone, Debug)]
pub struct EngineConfig {
    /// The name in the match.
    pub name: String,
    /// The program.
    pub program: Program,
    /// The protocol.
    pub protocol: Protocol,
    /// Options to set, in order. An empty value sets a button. An option that the engine does not announce is a
    /// fault.
    pub options: Vec<(String, String)>,
    /// Options to set after these, whether announced or not.
    pub hidden_options: Vec<(String, String)>,
    /// The variant to select if the engine announces a choice of variants
    /// (`UCI_Variant`): the name of the game.
    pub variant: String,
    /// How the engine numbers ranks. `None`: one higher than the game if it speaks UCI and
    /// announces a choice of variants, otherwise like the game.
    pub ranks: Option<Ranks>,
    /// Time that is on the clock but not sent to the engine, for engines that use slightly more
    /// than the time they receive.
    pub reserve: Duration,
    /// Whether it ponders: searches the expected reply during the opponent's time.
    pub ponders: bool,
}

impl EngineConfig {
    /// An engine with default settings.
    pub fn new(name: impl Into<String>, program: impl Into<PathBuf>, protocol: Protocol) -> EngineConfig {
        EngineConfig {
            name: name.into(),
            program: Program::new(program),
            protocol,
            options: Vec::new(),
            hidden_options: Vec::new(),
            variant: String::new(),
            ranks: None,
            reserve: Duration::ZERO,
            ponders: false,
        }
    }

    /// The engine as a participant; a watchdog, if any, terminates its processes when the arena ends.
    pub fn entrant<G: Notation>(self, watchdog: Option<Arc<Watchdog>>) -> Entrant<G> {
        let mut description = format!("{} {}", self.protocol.handshake(), self.program.command_line());
        for (name, value) in self.options.iter().chain(&self.hidden_options) {
            description += &format!(" [{name}={value}]");
        }
        if !self.reserve.is_zero() {
            description += &format!(" ({:?} of its time reserved)", self.reserve);
        }
        if self.ponders {
            description += " (ponders)";
        }
        Entrant::new(self.name.clone(), description, move || Ok(Box::new(Engine::start(&self, watchdog.clone())?)))
    }
}

/// An engine in a child process. It uses texts; the game converts moves.
struct Engine {
    conversation: Conversation,
    protocol: Protocol,
    ranks: Ranks,
    reserve: Duration,
    options: Vec<EngineOption>,
    milliseconds: bool,
    ponders: bool,
    /// The moves of the game being pondered, including the expected one.
    pondered: Option<Vec<String>>,
}

/// The answer of an engine.
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
        // An engine with a single variant announces it for front ends to recognise; there is
        // nothing to select, and it numbers ranks like its game.
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
        for (name, value) in &config.hidden_options {
            self.conversation.send(&self.protocol.set_option(name, value));
        }
        Ok(())
    }

    /// Waits until the engine has processed all commands.
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

    /// Requests a move in the notation of the game's protocols.
    fn answer(&mut self, asked: &Question<'_>) -> Result<(String, TurnReport), Fault> {
        let hit = self.pondered.as_deref().is_some_and(|pondered| are_same(pondered, asked.turns));
        let lines = if hit {
            self.pondered = None;
            "ponderhit".to_owned()
        } else {
            self.stop_pondering()?;
            self.conversation.drain()?;
            let position = self.protocol.position(asked, self.ranks);
            // In one write, so that the start of the engine's time is well defined.
            format!("{position}\n{}", self.protocol.go(&asked.clocks, self.reserve, self.milliseconds))
        };
        let cpu = self.conversation.cpu_time();
        let ranks = self.ranks;
        let mut info = Info::default();
        let deadline = asked.clocks.deadline();
        let ask = self.conversation.ask(&lines, deadline, Some("stop"), |line| best_move(line, &mut info));
        let (best, elapsed) = ask?;
        let by_nodes = asked.clocks.node_clock.map(|clock| clock.elapsed(info.nodes.unwrap_or(0)));
        let elapsed = by_nodes.unwrap_or(elapsed);
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

    /// Lets the engine ponder the position after its move and the expected reply,
    /// with its clock after the move.
    fn ponder(&mut self, asked: &Question<'_>, next: [String; 2], elapsed: Duration) {
        let mut own = asked.clocks.own().clone();
        let used = own.available().map_or(elapsed, |available| elapsed.min(available));
        // Limited to the remaining time, so the flag cannot fall. `go` does not depend on the phase.
        let _ = own.spend(used, Phase::default());
        let mut ledgers = asked.clocks.ledgers;
        ledgers[asked.clocks.mover.index()] = &own;
        let turns: Vec<String> = asked.turns.iter().cloned().chain(next).collect();
        // With the unchanged start: these moves are not played yet, so the rules cannot reduce it.
        let clocks = Clocks { ledgers, ..asked.clocks };
        let after = Question { turns: &turns, reduced: None, clocks, ..*asked };
        let position = self.protocol.position(&after, self.ranks);
        let go = self.protocol.go(&clocks, self.reserve, self.milliseconds);
        self.conversation.send(&format!("{position}\n{}", go.replacen("go ", "go ponder ", 1)));
        self.pondered = Some(turns);
    }

    /// Ends pondering and discards the move.
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

/// The move of a line with a move; updates `info` from search information.
fn best_move(line: &str, info: &mut Info) -> Option<Result<Best, Fault>> {
    match Reply::parse(line) {
        Reply::Info(news) => info.update(news),
        Reply::NoMove => return Some(Err(Fault::NoMove(line.trim().chars().take(60).collect()))),
        Reply::BestMove { mv, ponder } => return Some(Ok(Best { mv, ponder })),
        _ => {}
    }
    None
}

/// Whether turns are the same, with the moves of each in any order.
fn are_same(one: &[String], other: &[String]) -> bool {
    let sorted = |turn: &str| {
        let mut moves: Vec<String> = turn.split('-').map(str::to_owned).collect();
        moves.sort_unstable();
        moves
    };
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one == other || sorted(one) == sorted(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stones_of_an_expected_turn_may_be_in_another_order() {
        let turns = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert!(are_same(&turns("J10 S11-J11 A1"), &turns("J10 J11-S11 A1")));
        assert!(!are_same(&turns("J10 S11-J11"), &turns("J10 J11-S12")));
        assert!(!are_same(&turns("J10 S11-J11"), &turns("J10")));
        assert!(!are_same(&turns("J10 A1"), &turns("A1 J10")), "turns have an order");
    }
}
