//! The steps for engines that speak UCI or UCCI.

mod handshake;
mod moves;
mod robustness;
mod search;

use super::{
    positions::{Mate, mates, random_games},
    report::{Entry, Step, Subject, run_steps, skip_steps},
    talk::{Checked, Stop, Talk, failed, ms, skipped},
};
use crate::games::LabGame;
use duiyi_arena::{ChessProtocol, Fault, Ranks};
use duiyi_engine::protocol::{BestMove, Info, OptionLine};
use duiyi_game::{History, Notation};
use std::time::{Duration, Instant};

/// The time for a search with a limit of depth or nodes.
const SEARCH: Duration = ms(20_000);

/// An engine under test, with what it announced.
pub(super) struct Engine<G: Notation> {
    talk: Talk,
    protocol: ChessProtocol,
    start: G,
    /// The name of the game in the option `UCI_Variant`.
    variant: &'static str,
    /// Whether the user has fixed the numbers of ranks.
    fixed_ranks: bool,
    ranks: Ranks,
    /// The lines of the handshake, and its time.
    introduction: Vec<String>,
    greeted: Duration,
    startup: Duration,
    options: Vec<OptionLine>,
    games: Vec<History<G>>,
    mates: Option<Vec<Mate<G>>>,
    seed: u64,
}

/// The end of a search.
struct Found {
    end: BestMove,
    infos: Vec<Info>,
    elapsed: Duration,
}

impl Found {
    /// The last full line of the best variation.
    fn last(&self) -> Option<&Info> {
        let first = |info: &&Info| info.line.is_none_or(|line| line == 1) && info.bound.is_none();
        self.infos.iter().filter(first).rfind(|info| info.score.is_some() && !info.pv.is_empty())
    }

    /// The best move as a text.
    fn best(&self) -> &str {
        self.end.mv.as_deref().unwrap_or("none")
    }
}

/// What a test of a program needs.
pub(super) struct Conditions {
    pub(super) ranks: Option<Ranks>,
    pub(super) startup: Duration,
    pub(super) seed: u64,
}

/// Tests an engine.
///
/// # Errors
/// If the engine does not start, or ends before the handshake.
pub(super) fn test<G: Notation>(
    game: &LabGame<G>,
    talk: Talk,
    protocol: ChessProtocol,
    conditions: &Conditions,
) -> Result<Vec<Entry>, Fault> {
    let Conditions { ranks, startup, seed } = *conditions;
    let start = game.start().clone();
    let mut engine = Engine {
        talk,
        protocol,
        variant: G::NAME,
        fixed_ranks: ranks.is_some(),
        ranks: ranks.unwrap_or(Ranks::Native),
        introduction: Vec::new(),
        greeted: Duration::ZERO,
        startup,
        options: Vec::new(),
        games: random_games(&start, seed, 30),
        start,
        mates: None,
        seed,
    };
    let steps: Vec<Step<Engine<G>>> = [
        handshake::steps(),
        search::steps(),
        moves::steps(),
        robustness::steps(),
        // They end the process.
        handshake::last_steps(),
    ]
    .into_iter()
    .flatten()
    .collect();
    engine.talk.start()?;
    let greeting = engine.greet();
    if let Err(Stop::Failed { found, .. }) = &greeting
        && engine.talk.has_ended()
    {
        return Err(Fault::Start(format!("it ended before '{}ok': {found}", protocol.handshake())));
    }
    let ready = greeting.is_ok();
    let first = Entry::new("handshake", greeting, &engine.talk);
    let rest = if ready { run_steps(&mut engine, &steps) } else { skip_steps(&steps, "no handshake") };
    Ok(std::iter::once(first).chain(rest).collect())
}

impl<G: Notation> Subject for Engine<G> {
    fn talk(&mut self) -> &mut Talk {
        &mut self.talk
    }

    fn prepare(&mut self) -> Result<(), Stop> {
        let started = self.talk.start().or_else(|fault| failed("a start", fault.to_string()))?;
        if started {
            self.greet()?;
        }
        self.ready()
    }
}

impl<G: Notation> Engine<G> {
    /// Performs the handshake, reads the options and selects the variant.
    fn greet(&mut self) -> Checked {
        let word = self.protocol.handshake();
        self.talk.send(word)?;
        let (mut lines, done) = (Vec::new(), format!("{word}ok"));
        let (_, time) = self.talk.wait(&format!("'{done}'"), self.startup, |line| {
            lines.push(line.to_owned());
            (line == done).then_some(())
        })?;
        self.options = lines.iter().filter_map(|line| OptionLine::read(line)?.ok()).collect();
        (self.introduction, self.greeted) = (lines, time);
        let choice = self
            .option("UCI_Variant")
            .is_some_and(|option| option.vars.len() > 1 && option.vars.iter().any(|var| var == self.variant));
        if choice && self.protocol == ChessProtocol::Uci {
            self.talk.send(&self.protocol.set_option("UCI_Variant", self.variant))?;
            if !self.fixed_ranks {
                self.ranks = Ranks::OneUp;
            }
        }
        if self.protocol == ChessProtocol::Ucci && self.option("usemillisec").is_some() {
            self.talk.send(&self.protocol.set_option("usemillisec", "true"))?;
        }
        Ok(format!("'{done}' after {} ms", time.as_millis()))
    }

    /// Waits until all commands have been executed, and drops what was printed before.
    fn ready(&mut self) -> Result<(), Stop> {
        let startup = self.startup;
        self.talk.send("isready")?;
        self.talk.wait("'readyok'", startup, is("readyok")).map(drop)
    }

    fn option(&self, name: &str) -> Option<&OptionLine> {
        self.options.iter().find(|option| option.is_named(name))
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), Stop> {
        let command = self.protocol.set_option(name, value);
        self.talk.send(&command)
    }

    /// The command that sets up a game, as arena sends it: with the whole game.
    fn position(&self, game: &History<G>) -> String {
        let start = game.start().write_position();
        let moves = game.start().write_line(game.moves());
        let is_usual = self.protocol == ChessProtocol::Uci && start == self.start.write_position();
        self.protocol.position(Some(&start[..]).filter(|_| !is_usual), moves.split_whitespace(), self.ranks)
    }

    /// Sends a position and `go`, without waiting.
    fn begin(&mut self, game: &History<G>, go: &str) -> Result<(), Stop> {
        let lines = format!("{}\n{go}", self.position(game));
        self.talk.send(&lines)
    }

    /// Waits for `bestmove`.
    fn finish(&mut self, time: Duration) -> Result<Found, Stop> {
        let mut infos = Vec::new();
        let (end, elapsed) = self.talk.wait("'bestmove'", time, |line| {
            infos.extend(Info::read(line));
            BestMove::read(line)
        })?;
        Ok(Found { end, infos, elapsed })
    }

    /// Searches a game with these limits.
    fn search(&mut self, game: &History<G>, go: &str) -> Result<Found, Stop> {
        self.begin(game, go)?;
        self.finish(SEARCH)
    }

    /// Searches and requires a legal move.
    fn search_legal(&mut self, game: &History<G>, go: &str) -> Result<Found, Stop> {
        let found = self.search(game, go)?;
        self.check_best(game, &found)?;
        Ok(found)
    }

    /// Reads moves of the engine after a game.
    fn follow(&self, game: &History<G>, moves: &[&str]) -> Result<History<G>, String> {
        let mut then = game.clone();
        for (index, text) in moves.iter().enumerate() {
            let own = self.ranks.to_game(text).ok_or_else(|| format!("'{text}' is not a square"))?;
            then.read_turns([own.as_str()]).map_err(|reason| {
                let at = then.now().write_position();
                format!("move {} of '{}': {reason} (in {at})", index + 1, moves.join(" "))
            })?;
        }
        Ok(then)
    }

    /// Checks that the best move is legal, and the expected reply after it.
    fn check_best(&self, game: &History<G>, found: &Found) -> Result<(), Stop> {
        let BestMove { mv: Some(best), ponder } = &found.end else { return failed("a legal move", "no move") };
        let line: Vec<&str> = [Some(best), ponder.as_ref()].into_iter().flatten().map(String::as_str).collect();
        match self.follow(game, &line) {
            Ok(_) => Ok(()),
            Err(reason) => failed("a legal move", reason),
        }
    }

    /// The initial position.
    fn initial(&self) -> History<G> {
        History::new(self.start.clone())
    }

    /// A game in which there is much to search.
    fn middle(&self) -> History<G> {
        self.games.get(3).cloned().unwrap_or_else(|| self.initial())
    }

    /// Positions with mates, found when they are first needed.
    fn mates(&mut self) -> &[Mate<G>] {
        let (start, seed) = (&self.start, self.seed);
        self.mates.get_or_insert_with(|| mates(start, seed, 3))
    }

    /// Ends a search that runs, and checks that it gives exactly one move.
    fn stop(&mut self, game: &History<G>) -> Result<Duration, Stop> {
        self.talk.send("stop")?;
        let found = self.finish(ms(1000))?;
        self.check_best(game, &found)?;
        self.no_other_move()?;
        Ok(found.elapsed)
    }

    /// Checks that no second `bestmove` follows.
    fn no_other_move(&mut self) -> Result<(), Stop> {
        let lines = self.talk.listen(ms(60))?;
        match lines.iter().find(|line| BestMove::read(line).is_some()) {
            Some(line) => failed("exactly one 'bestmove'", format!("another: '{line}'")),
            None => Ok(()),
        }
    }

    /// Checks that the search does not end for a while.
    fn goes_on(&mut self, time: Duration) -> Result<(), Stop> {
        let lines = self.talk.listen(time)?;
        match lines.iter().find(|line| BestMove::read(line).is_some()) {
            Some(line) => failed(format!("a search that goes on for {} ms", time.as_millis()), format!("'{line}'")),
            None => Ok(()),
        }
    }

    /// Sends lines that engines must survive, ends what they may have begun, and checks that the
    /// engine still answers and searches.
    fn survives(&mut self, lines: &[String]) -> Checked {
        for line in lines {
            self.talk.send(line)?;
            // A search may have begun without a limit.
            self.talk.send("stop\nisready")?;
            let answered = self.talk.wait("'readyok'", self.startup, is("readyok"));
            answered.map_err(|stop| match stop {
                Stop::Failed { expected, found } => {
                    let sent = if line.len() > 60 { "a long line" } else { line };
                    Stop::Failed { expected: format!("{expected} after '{sent}'"), found }
                }
                other => other,
            })?;
        }
        self.settle()?;
        let game = self.initial();
        self.search_legal(&game, "go depth 1")?;
        Ok(format!("{} lines", lines.len()))
    }

    /// Waits until the engine is silent.
    fn settle(&mut self) -> Result<(), Stop> {
        let end = Instant::now() + ms(3000);
        while Instant::now() < end && !self.talk.listen(ms(100))?.is_empty() {}
        self.ready()
    }

    /// Skips a step of one protocol.
    fn only(&self, protocol: ChessProtocol, why: &str) -> Result<(), Stop> {
        if self.protocol == protocol { Ok(()) } else { skipped(why) }
    }
}

/// Accepts a line that is this word.
fn is(word: &'static str) -> impl FnMut(&str) -> Option<()> {
    move |line| (line.trim() == word).then_some(())
}
