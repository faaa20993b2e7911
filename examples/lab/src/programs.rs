//! A program that speaks one of the text protocols of Connect6, as a player of the arena.
//!
//! The protocols know no common handshake, clock or set-up. So the program is
//! asked for its name to see that it runs, is told by the lines of its own
//! set-up how to think, and is given the whole game before each turn, as the
//! front ends of this game do; or, on request, the opponent's turn alone.

use duiyi_arena::{
    Answer, EngineConfig, Entrant, Fault, Player, TimeControl, Turn, Warden,
    process::{Event, Process, Program},
};
use duiyi_connect6::{
    Board, Color, Rules, Turn as Stones,
    notation::{Coordinates, game_line},
};
use duiyi_game::Notation;
use std::{
    str::FromStr,
    sync::Arc,
    time::{Duration, Instant},
};

/// A protocol, seen from the side that asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextProtocol {
    /// Cloudict's text.
    Cloudict,
    /// The platform of the Chinese contests. It cannot set a position up: games
    /// begin with the empty board or with Black's stone in the centre.
    Sau,
    /// The Go Text Protocol, by stones or by turns as the engine answers.
    Gtp,
    /// Botzone's simple interaction, a process for each turn.
    Botzone,
}

impl FromStr for TextProtocol {
    type Err = ();

    fn from_str(text: &str) -> Result<TextProtocol, ()> {
        match text {
            "cloudict" => Ok(TextProtocol::Cloudict),
            "sau" => Ok(TextProtocol::Sau),
            "gtp" => Ok(TextProtocol::Gtp),
            "botzone" => Ok(TextProtocol::Botzone),
            _ => Err(()),
        }
    }
}

/// How to start a program and what to expect of it.
#[derive(Clone, Debug)]
pub(crate) struct ProgramConfig {
    /// What an engine of every protocol has; the protocol there means nothing.
    pub(crate) engine: EngineConfig,
    /// The protocol.
    pub(crate) protocol: TextProtocol,
    /// Lines that tell it how to think, sent before each game is given.
    pub(crate) setup: Vec<String>,
    /// Whether the whole game is given before each turn.
    pub(crate) replay: bool,
}

impl ProgramConfig {
    /// The lines of the set-up for a time control; those that ask for what it
    /// does not say are left out.
    fn setup(&self, control: &TimeControl) -> Vec<String> {
        let value = match control {
            TimeControl::MoveTime(time) => Some(("{ms}", time.as_millis().to_string())),
            TimeControl::Nodes(nodes) => Some(("{nodes}", nodes.to_string())),
            TimeControl::Depth(depth) => Some(("{depth}", depth.to_string())),
            TimeControl::Infinite | TimeControl::Hourglass(_) | TimeControl::Sessions(_) => None,
        };
        let filled = |line: &String| match &value {
            Some((name, value)) => line.replace(name, value),
            None => line.clone(),
        };
        self.setup.iter().map(filled).filter(|line| !line.contains('{')).collect()
    }
}

/// A program of a match, started once for each player needed.
#[derive(Debug)]
pub(crate) struct ProgramEntrant {
    config: Arc<ProgramConfig>,
    rules: Rules,
    warden: Arc<Warden>,
}

impl ProgramEntrant {
    pub(crate) fn new(config: ProgramConfig, rules: Rules, warden: Arc<Warden>) -> ProgramEntrant {
        ProgramEntrant { config: Arc::new(config), rules, warden }
    }
}

impl Entrant for ProgramEntrant {
    fn name(&self) -> &str {
        &self.config.engine.name
    }

    fn description(&self) -> String {
        let ProgramConfig { engine: EngineConfig { program, args, .. }, protocol, setup, replay } = &*self.config;
        let mut text = format!("{protocol:?} {}", program.display());
        args.iter().for_each(|arg| text += &format!(" {arg}"));
        setup.iter().for_each(|line| text += &format!("; {line}"));
        if !replay {
            text += " [replay=off]";
        }
        text
    }

    fn control(&self) -> Option<&TimeControl> {
        self.config.engine.control.as_ref()
    }

    fn open(&self) -> Result<Box<dyn Player>, Fault> {
        let mut player = ProgramPlayer {
            config: Arc::clone(&self.config),
            rules: self.rules,
            warden: Arc::clone(&self.warden),
            process: None,
            read: 0,
            known: None,
        };
        player.start()?;
        Ok(Box::new(player))
    }
}

/// The board that a turn is asked about, with all its turns.
fn board(rules: Rules, turn: &Turn<'_>) -> Result<Board, Fault> {
    let fault = |error: &dyn std::error::Error| Fault::NoMove(error.to_string());
    let mut board = Board::new(rules).read_position(turn.start).map_err(|error| fault(&*error))?;
    if board.stone_count() > 0 {
        return Err(Fault::Start("its protocol takes games from the empty board, not a position".to_owned()));
    }
    for mv in turn.moves {
        game_line::play(&mut board, mv).map_err(|error| fault(&error))?;
    }
    Ok(board)
}

struct ProgramPlayer {
    config: Arc<ProgramConfig>,
    rules: Rules,
    warden: Arc<Warden>,
    process: Option<Process>,
    /// Bytes read since the last answer.
    read: usize,
    /// The turns that the program's own board has, once it has any.
    known: Option<usize>,
}

/// An answer and when it came.
struct Reply {
    at: Instant,
    text: String,
}

impl ProgramPlayer {
    /// Starts the program and asks for its name.
    fn start(&mut self) -> Result<(), Fault> {
        self.launch()?;
        let question = match self.config.protocol {
            TextProtocol::Cloudict | TextProtocol::Gtp => "name",
            TextProtocol::Sau => "name?",
            // A process there is for one turn, and says nothing before.
            TextProtocol::Botzone => return Ok(()),
        };
        self.send(question);
        let is_name = |line: &str| line.starts_with("name") || line.starts_with('=');
        let started = Instant::now();
        let startup = self.config.engine.limits.startup;
        self.wait(started, startup, is_name)
            .map(drop)
            .map_err(|fault| Fault::Start(format!("no answer to '{question}': {fault}")))
    }

    fn launch(&mut self) -> Result<(), Fault> {
        let EngineConfig { program, args, dir, log, .. } = &self.config.engine;
        let how = Program { path: program, args, dir: dir.as_deref(), log: log.as_ref() };
        let process = Process::start(how, Some(Arc::clone(&self.warden)));
        self.process = Some(process.map_err(|error| Fault::Start(format!("{}: {error}", program.display())))?);
        (self.read, self.known) = (0, None);
        Ok(())
    }

    fn send(&self, lines: &str) {
        if let Some(process) = &self.process {
            process.send(lines);
        }
    }

    fn cpu(&self) -> Option<Duration> {
        self.process.as_ref()?.cpu_time()
    }

    /// The next event, if it is a line that is wanted.
    fn take(&mut self, event: Event, wanted: &impl Fn(&str) -> bool) -> Result<Option<Reply>, Fault> {
        let (bytes, reply) = match event {
            Event::Sent(_) => (0, None),
            Event::Line { at, text, bytes } => {
                let text = String::from_utf8_lossy(&text).trim().to_owned();
                (bytes, wanted(&text).then_some(Reply { at, text }))
            }
            Event::Dropped { bytes } => (bytes, None),
            Event::InputClosed | Event::OutputClosed => {
                let status = self.process.as_mut().and_then(|process| process.exit_status(Duration::from_millis(200)));
                return Err(match status {
                    Some(status) => Fault::Crash(status.to_string()),
                    None => Fault::ClosedPipe("its process runs on".to_owned()),
                });
            }
        };
        self.read += bytes;
        if self.read > self.config.engine.limits.output {
            return Err(Fault::Flood(self.config.engine.limits.output));
        }
        Ok(reply)
    }

    /// The next line that is wanted, before `patience` from `started` is over.
    fn wait(&mut self, started: Instant, patience: Duration, wanted: impl Fn(&str) -> bool) -> Result<Reply, Fault> {
        let deadline = started.checked_add(patience).unwrap_or_else(|| started + Duration::from_secs(1 << 30));
        loop {
            let event = self.process.as_ref().and_then(|process| process.next(deadline));
            let event = event.ok_or_else(|| Fault::Hang(started.elapsed()))?;
            if let Some(reply) = self.take(event, &wanted)? {
                return Ok(reply);
            }
        }
    }

    /// Lets a process go that has had its turn and was for that one only; that
    /// it has ended by itself is no fault.
    fn drop_spent(&mut self) {
        if self.config.protocol == TextProtocol::Botzone && self.known.take().is_some() {
            self.process = None;
        }
    }

    /// Reads away what was written out of turn.
    fn drain(&mut self) -> Result<(), Fault> {
        while let Some(event) = self.process.as_ref().and_then(|process| process.next(Instant::now())) {
            self.take(event, &|_| false)?;
        }
        self.read = 0;
        Ok(())
    }

    /// How long to wait for a turn. The arena judges whether it came in time.
    fn patience(&self, turn: &Turn<'_>) -> Duration {
        let limits = &self.config.engine.limits;
        turn.deadline().map_or(limits.hang, |deadline| deadline.saturating_add(limits.grace))
    }

    /// Asks for the turn of the side to move.
    fn think(&mut self, turn: &Turn<'_>, board: &Board) -> Result<(Stones, Duration), Fault> {
        match self.config.protocol {
            TextProtocol::Cloudict => self.cloudict(turn, board),
            TextProtocol::Sau => self.sau(turn, board),
            TextProtocol::Gtp => self.gtp(turn, board),
            TextProtocol::Botzone => self.botzone(turn, board),
        }
    }

    /// Sends the lines in one writing and waits for the turn.
    fn ask(
        &mut self,
        turn: &Turn<'_>,
        lines: &str,
        coordinates: Coordinates,
        wanted: impl Fn(&str) -> bool,
        stones: impl Fn(&str) -> String,
    ) -> Result<(Stones, Duration), Fault> {
        let asked = Instant::now();
        self.send(lines);
        let reply = self.wait(asked, self.patience(turn), wanted)?;
        let found = coordinates.read_turn(self.rules, &stones(&reply.text));
        let found = found.map_err(|error| Fault::IllegalMove(error.to_string()))?;
        Ok((found, reply.at.saturating_duration_since(asked)))
    }

    fn cloudict(&mut self, turn: &Turn<'_>, board: &Board) -> Result<(Stones, Duration), Fault> {
        let name = |stones: &Stones| Coordinates::LetterPairs.write_turn(self.rules, stones);
        let turns = board.turns();
        // What the program already has is the game up to its own last turn.
        let goes_on = !self.config.replay && turns.len() > 1 && self.known == Some(turns.len() - 1);
        let lines = match turns.last() {
            Some(last) if goes_on => format!("move {}", name(last)),
            _ => {
                let mut lines = vec!["new white".to_owned()];
                lines.extend(self.config.setup(turn.control()));
                let colors = ["black", "white"].into_iter().cycle();
                lines.extend(turns.iter().zip(colors).map(|(stones, color)| format!("{color} {}", name(stones))));
                // Nothing can be asked of an empty board but to begin.
                if turns.is_empty() {
                    lines.retain(|line| line != "new white");
                    lines.push("new black".to_owned());
                } else {
                    lines.push("next".to_owned());
                }
                lines.join("\n")
            }
        };
        let answer = |line: &str| {
            line.strip_prefix("move ").is_some_and(|stones| {
                matches!(stones.trim().len(), 2 | 4) && stones.trim().bytes().all(|byte| byte.is_ascii_uppercase())
            })
        };
        let found = self.ask(turn, &lines, Coordinates::LetterPairs, answer, |line| line[5..].trim().to_owned())?;
        self.known = Some(turns.len() + 1);
        Ok(found)
    }

    fn sau(&mut self, turn: &Turn<'_>, board: &Board) -> Result<(Stones, Duration), Fault> {
        let mut turns = board.turns();
        let name = |stones: &Stones| format!("{:@<4}", Coordinates::LetterPairs.write_turn(self.rules, stones));
        let lines = match (self.known, turns.pop()) {
            (None, None) => self.begin(turn, "new black".to_owned()),
            (None, Some(first)) if turns.is_empty() => self.begin(turn, format!("new white\nmove {}", name(&first))),
            (Some(known), Some(last)) if known == turns.len() => format!("move {}", name(&last)),
            _ => return Err(Fault::Start("its protocol, SAU, cannot set a position up".to_owned())),
        };
        let played = board.turns().len() + 1;
        let answer = |line: &str| line.starts_with("move ");
        let found = self.ask(turn, &lines, Coordinates::LetterPairs, answer, |line| line[5..].trim().to_owned())?;
        self.known = Some(played);
        Ok(found)
    }

    /// The lines of the set-up and the one that begins a game.
    fn begin(&self, turn: &Turn<'_>, first: String) -> String {
        let mut lines = self.config.setup(turn.control());
        lines.push(first);
        lines.join("\n")
    }

    /// Sends a command and waits for its answer, which ends with an empty line.
    fn command(&mut self, command: &str, patience: Duration) -> Result<Reply, Fault> {
        let asked = Instant::now();
        self.send(command);
        let reply = self.wait(asked, patience, |line| line.starts_with(['=', '?']))?;
        match reply.text.strip_prefix('=') {
            Some(text) => Ok(Reply { text: text.trim().to_owned(), ..reply }),
            None => Err(Fault::NoMove(format!("'{command}' was refused: {}", reply.text))),
        }
    }

    fn gtp(&mut self, turn: &Turn<'_>, board: &Board) -> Result<(Stones, Duration), Fault> {
        let color = |color: Color| if color == Color::Black { "b" } else { "w" };
        let startup = self.config.engine.limits.startup;
        self.command(&format!("boardsize {}", self.rules.width()), startup)?;
        self.command("clear_board", startup)?;
        for line in self.config.setup(turn.control()) {
            self.command(&line, startup)?;
        }
        for put in board.history() {
            let Some(point) = put.point else { continue };
            let stone = Coordinates::Gtp.write(self.rules, point);
            self.command(&format!("play {} {stone}", color(put.color)), startup)?;
        }
        let (mut stones, mut elapsed) = (Vec::new(), Duration::ZERO);
        let due = usize::from(board.stones_left()).min(board.empties().count());
        while stones.len() < due {
            let asked = Instant::now();
            let patience = self.patience(turn).saturating_sub(elapsed);
            let reply = self.command(&format!("genmove {}", color(board.to_move())), patience)?;
            elapsed += reply.at.saturating_duration_since(asked);
            let named = reply.text.replace("_and_", ",");
            let found = Coordinates::Gtp.read_turn(self.rules, &named);
            let found = found.map_err(|_| Fault::NoMove(reply.text.chars().take(60).collect()))?;
            stones.extend_from_slice(found.points());
        }
        let found = Stones::new(&stones).ok_or_else(|| Fault::IllegalMove(format!("{} stones", stones.len())))?;
        Ok((found, elapsed))
    }

    fn botzone(&mut self, turn: &Turn<'_>, board: &Board) -> Result<(Stones, Duration), Fault> {
        if self.process.is_none() {
            self.launch()?;
        }
        let turns = board.turns();
        let coordinates = |stones: Option<&Stones>| {
            let mut line = String::new();
            for index in 0..2 {
                let point = stones.and_then(|stones| stones.points().get(index));
                let name = point.map(|&point| Coordinates::Numbers.write(self.rules, point).replace(',', " "));
                line += &format!("{}{}", if index == 0 { "" } else { " " }, name.as_deref().unwrap_or("-1 -1"));
            }
            line
        };
        // Black's first line is about a turn that there was not.
        let mut lines: Vec<String> = turns.iter().map(|stones| coordinates(Some(stones))).collect();
        if board.to_move() == Color::Black {
            lines.insert(0, coordinates(None));
        }
        lines.insert(0, lines.len().div_ceil(2).to_string());
        let numbers =
            |line: &str| -> Vec<i32> { line.split_whitespace().filter_map(|word| word.parse().ok()).collect() };
        let answer = move |line: &str| numbers(line).len() == 4 && line.split_whitespace().count() == 4;
        let stones = move |line: &str| {
            let pairs: Vec<_> =
                numbers(line).chunks(2).filter(|pair| pair[0] >= 0).map(|p| format!("{},{}", p[0], p[1])).collect();
            pairs.join(" ")
        };
        let found = self.ask(turn, &lines.join("\n"), Coordinates::Numbers, answer, stones)?;
        self.known = Some(turns.len() + 1);
        Ok(found)
    }
}

impl Player for ProgramPlayer {
    fn new_game(&mut self) -> Result<(), Fault> {
        self.drop_spent();
        self.drain()?;
        self.known = None;
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        self.drop_spent();
        self.drain()?;
        let board = board(self.rules, turn)?;
        // A process for each turn begins at nothing.
        let before = if self.config.protocol == TextProtocol::Botzone { Some(Duration::ZERO) } else { self.cpu() };
        let (found, elapsed) = self.think(turn, &board)?;
        let cpu = before.zip(self.cpu()).map(|(before, after)| after.saturating_sub(before));
        let mv = Coordinates::Letters.write_turn(self.rules, &found);
        Ok(Answer { mv, elapsed, cpu, ..Answer::default() })
    }
}

impl Drop for ProgramPlayer {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process {
            process.quit("quit", self.config.engine.limits.grace);
        }
    }
}
