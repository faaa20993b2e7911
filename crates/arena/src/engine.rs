//! An engine that speaks UCI or UCCI, as a [`Contestant`].

use crate::{
    Answer, ChessProtocol, Choice, Clocks, Contestant, Conversation, Entrant, Fault, Program, Ranks, Turn, TurnReport,
    Watchdog,
    question::{Question, Transcript},
};
use duiyi_clock::{GoParameters, Phase};
use duiyi_engine::protocol::{BestMove, Info, OptionLine, Reply};
use duiyi_game::{Notation, Score};
use std::{path::PathBuf, sync::Arc, time::Duration};

/// The configuration of an engine.
#[derive(Clone, Debug)]
pub struct EngineConfig {
    /// The name in the match.
    pub name: String,
    /// The program.
    pub program: Program,
    /// The protocol.
    pub protocol: ChessProtocol,
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
    pub fn new(name: impl Into<String>, program: impl Into<PathBuf>, protocol: ChessProtocol) -> EngineConfig {
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
    protocol: ChessProtocol,
    ranks: Ranks,
    reserve: Duration,
    options: Vec<OptionLine>,
    milliseconds: bool,
    ponders: bool,
    /// The moves of the game being pondered, including the expected one.
    pondered: Option<Vec<String>>,
}

/// The last values that the `info` lines of a search contain.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Findings {
    score: Option<Score>,
    /// The depth of a line with a score: without one, an iteration has just begun.
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl Findings {
    /// Takes what a line contains, unless it is about another variation than the best.
    fn update(&mut self, info: &Info) {
        if info.line.is_some_and(|line| line != 1) {
            return;
        }
        self.score = info.score.map(|score| score.score()).or(self.score);
        self.depth = info.depth.filter(|_| info.score.is_some()).or(self.depth);
        self.nodes = info.nodes.or(self.nodes);
    }
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

    fn option(&self, name: &str) -> Option<&OptionLine> {
        self.options.iter().find(|option| option.is_named(name))
    }

    fn configure(&mut self, config: &EngineConfig) -> Result<(), Fault> {
        if self.protocol == ChessProtocol::Ucci && self.option("usemillisec").is_some() {
            self.milliseconds = true;
            self.conversation.send(&self.protocol.set_option("usemillisec", "true"));
        }
        // An engine with a single variant announces it for front ends to recognise; there is
        // nothing to select, and it numbers ranks like its game.
        let has_choice = |option: &OptionLine| option.vars.len() > 1 && option.vars.contains(&config.variant);
        if self.protocol == ChessProtocol::Uci && self.option("UCI_Variant").is_some_and(has_choice) {
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
            ChessProtocol::Uci => Transcript::new(turn.game),
            ChessProtocol::Ucci => Transcript::with_reduced_start(turn.game),
        };
        let (text, report) = self.answer(&transcript.question(turn.clocks))?;
        Ok(Answer { turn: Choice::read(turn.game.now(), text), report })
    }
}

impl Engine {
    /// The command to search with these clocks.
    fn go(&self, clocks: &Clocks<'_>, ponder: bool) -> String {
        let own = GoParameters { ponder, ..clocks.own().go() };
        self.protocol.go(&own, &clocks.opponent().go(), clocks.mover, self.reserve, self.milliseconds)
    }

    /// Prepares for a new game.
    fn prepare(&mut self) -> Result<(), Fault> {
        self.stop_pondering()?;
        self.conversation.drain()?;
        if self.protocol == ChessProtocol::Uci || self.option("newgame").is_some() {
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
            let position = position(self.protocol, self.ranks, asked);
            // In one write, so that the start of the engine's time is well defined.
            format!("{position}\n{}", self.go(&asked.clocks, false))
        };
        let cpu = self.conversation.cpu_time();
        let ranks = self.ranks;
        let mut found = Findings::default();
        let deadline = asked.clocks.deadline();
        let ask = self.conversation.ask(&lines, deadline, Some("stop"), |line| best_move(line, &mut found));
        let ((best, reply), elapsed) = ask?;
        let by_nodes = asked.clocks.node_clock.map(|clock| clock.elapsed(found.nodes.unwrap_or(0)));
        let elapsed = by_nodes.unwrap_or(elapsed);
        let cpu = cpu.zip(self.conversation.cpu_time()).map(|(before, after)| after.saturating_sub(before));
        let off_board = || Fault::IllegalMove(format!("'{best}' names a rank that the board does not have"));
        let mv = ranks.to_game(&best).ok_or_else(off_board)?;
        if self.ponders
            && let Some(reply) = reply.and_then(|reply| ranks.to_game(&reply))
        {
            self.ponder(asked, [mv.clone(), reply], elapsed);
        }
        let peak_kib = self.conversation.peak_kib();
        Ok((mv, TurnReport { elapsed, score: found.score, depth: found.depth, nodes: found.nodes, cpu, peak_kib }))
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
        let lines = format!("{}\n{}", position(self.protocol, self.ranks, &after), self.go(&clocks, true));
        self.conversation.send(&lines);
        self.pondered = Some(turns);
    }

    /// Ends pondering and discards the move.
    fn stop_pondering(&mut self) -> Result<(), Fault> {
        if self.pondered.take().is_none() {
            return Ok(());
        }
        self.conversation.request("stop", |line| match Reply::parse(line) {
            Reply::BestMove(_) => Some(Ok(())),
            _ => None,
        })
    }
}

/// The command that sets up the position of a request.
///
/// UCI engines receive the whole game; UCCI engines, as required by their protocol, the
/// position after the last irreversible move and the moves since then.
fn position(protocol: ChessProtocol, ranks: Ranks, asked: &Question<'_>) -> String {
    let (start, skip) = match (protocol, asked.reduced) {
        (ChessProtocol::Ucci, Some(reduced)) => reduced,
        _ => (asked.start, 0),
    };
    protocol.position(Some(start), asked.turns.iter().skip(skip).map(String::as_str), ranks)
}

/// The move and the expected reply of a line that ends a search; takes what other lines contain.
fn best_move(line: &str, found: &mut Findings) -> Option<Result<(String, Option<String>), Fault>> {
    match Reply::parse(line) {
        Reply::Info(info) => found.update(&info),
        Reply::BestMove(BestMove { mv: Some(mv), ponder }) => return Some(Ok((mv, ponder))),
        Reply::BestMove(_) => return Some(Err(Fault::NoMove(line.trim().chars().take(60).collect()))),
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
    use duiyi_clock::{Ledger, TimeControl};
    use duiyi_game::Side;

    #[test]
    fn info_lines_update_the_findings() {
        let after = |lines: &[&str]| {
            let mut found = Findings::default();
            lines.iter().for_each(|line| assert_eq!(best_move(line, &mut found), None));
            (found.score, found.depth, found.nodes)
        };
        let whole = "info depth 12 seldepth 20 multipv 1 score cp -35 nodes 1234 nps 99 time 12 pv h2e2 score";
        assert_eq!(after(&[whole]), (Some(Score::new(-35)), Some(12), Some(1234)));
        assert_eq!(after(&["info depth 6 score cp -19980 pv a0a1"]).0, Some(Score::rule_loss(20)));
        assert_eq!(after(&["info depth 6 score mate -3 upperbound pv a0a1"]).0, Some(Score::mated_in(6)));
        assert_eq!(after(&["info depth 6 score 4 pv b0c2 b9c7"]), (Some(Score::new(4)), Some(6), None));
        assert_eq!(after(&["info depth 6 score 31999 pv b0c2"]).0, Some(Score::RULE), "centipawns never become a mate");
        assert_eq!(after(&["info time 1000 nodes 50000"]), (None, None, Some(50_000)));
        // A later line replaces what it contains, and nothing else.
        let later = [whole, "info depth 13 currmove h2e2", "info multipv 2 score cp 9", "info string score cp 3"];
        assert_eq!(after(&later), after(&[whole]));
        assert_eq!(after(&[whole, "info nodes 2000"]), (Some(Score::new(-35)), Some(12), Some(2000)));
    }

    #[test]
    fn positions_are_sent_in_both_protocols() {
        let clock = Ledger::new(&TimeControl::Infinite);
        let moves = ["a0a1".to_owned(), "a9a8".to_owned(), "b0b1".to_owned()];
        let clocks =
            Clocks { ledgers: [&clock, &clock], mover: Side::Second, margin: Duration::ZERO, node_clock: None };
        let asked = Question { start: "S", turns: &moves, reduced: Some(("R", 2)), clocks };
        let uci = position(ChessProtocol::Uci, Ranks::OneUp, &asked);
        assert_eq!(uci, "position fen S moves a1a2 a10a9 b1b2");
        assert_eq!(position(ChessProtocol::Ucci, Ranks::Native, &asked), "position fen R moves b0b1");
        let empty = Question { turns: &[], reduced: None, ..asked };
        assert_eq!(position(ChessProtocol::Ucci, Ranks::Native, &empty), "position fen S");
    }

    #[test]
    fn the_stones_of_an_expected_turn_may_be_in_another_order() {
        let turns = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert!(are_same(&turns("J10 S11-J11 A1"), &turns("J10 J11-S11 A1")));
        assert!(!are_same(&turns("J10 S11-J11"), &turns("J10 J11-S12")));
        assert!(!are_same(&turns("J10 S11-J11"), &turns("J10")));
        assert!(!are_same(&turns("J10 A1"), &turns("A1 J10")), "turns have an order");
    }
}
