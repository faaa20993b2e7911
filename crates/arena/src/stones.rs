//! A program that speaks one of the text protocols of games with stones, as a [`Contestant`].
//!
//! The protocols know no common handshake, clock or set-up. So the program is
//! asked for its name to see that it runs, is told by the lines of its own
//! set-up how to think, and is given the whole game before each turn, as the
//! front ends of such games do; or, on request, the opponent's turn alone.

use crate::{
    Answer, Choice, Clocks, Contestant, Conversation, Entrant, Fault, Program, TimeControl, Turn, TurnReport, Watchdog,
};
use duiyi_game::{Coordinates, Placement, Side, Square};
use std::{str::FromStr, sync::Arc, time::Duration};

/// A text protocol of games with stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoneProtocol {
    /// Cloudict's text.
    Cloudict,
    /// The platform of the Chinese contests. It cannot set a position up: games
    /// begin with the empty board or with Black's first turn.
    Sau,
    /// The Go Text Protocol, by stones or by turns as the program answers.
    Gtp,
    /// Botzone's simple interaction, a process for each turn.
    Botzone,
}

impl StoneProtocol {
    /// The protocols by their names.
    pub const NAMES: [(&'static str, StoneProtocol); 4] = [
        ("cloudict", StoneProtocol::Cloudict),
        ("sau", StoneProtocol::Sau),
        ("gtp", StoneProtocol::Gtp),
        ("botzone", StoneProtocol::Botzone),
    ];

    /// The question to which every program of the protocol has an answer.
    fn greeting(self) -> Option<&'static str> {
        match self {
            StoneProtocol::Cloudict => Some("name"),
            // A program that speaks several protocols tells this one by its first command.
            StoneProtocol::Gtp => Some("protocol_version"),
            StoneProtocol::Sau => Some("name?"),
            // A process there is for one turn, and says nothing before.
            StoneProtocol::Botzone => None,
        }
    }
}

impl FromStr for StoneProtocol {
    type Err = crate::ParseProtocolError;

    fn from_str(text: &str) -> Result<StoneProtocol, crate::ParseProtocolError> {
        let known = StoneProtocol::NAMES.iter().find(|(name, _)| *name == text);
        known.map(|&(_, protocol)| protocol).ok_or_else(|| {
            let expected = StoneProtocol::NAMES.map(|(name, _)| name).join(", ");
            crate::ParseProtocolError { text: text.chars().take(20).collect(), expected }
        })
    }
}

/// Stones in a turn as SAU and Botzone write it: those of Connect6. Where one is missing,
/// something else stands in its place.
const PLACES: usize = 2;

/// How to start a program and what to expect of it.
#[derive(Clone, Debug)]
pub struct StoneConfig {
    /// Its name in the match.
    pub name: String,
    /// The program.
    pub program: Program,
    /// The protocol it speaks.
    pub protocol: StoneProtocol,
    /// Lines that tell it how to think, sent before each game is given. `{ms}`, `{nodes}` and
    /// `{depth}` stand for what the time control says; lines that ask for what it does not
    /// say are left out.
    pub setup: Vec<String>,
    /// Whether the whole game is given before each turn.
    pub replay: bool,
}

impl StoneConfig {
    /// The program as a participant; its processes end with the arena if there is a watchdog.
    pub fn entrant<G: Placement>(self, watchdog: Option<Arc<Watchdog>>) -> Entrant<G> {
        let mut description = format!("{:?} {}", self.protocol, self.program.command_line());
        self.setup.iter().for_each(|line| description += &format!("; {line}"));
        if !self.replay {
            description += " [replay=off]";
        }
        let config = Arc::new(self);
        Entrant::new(config.name.clone(), description, move || {
            let (config, watchdog) = (Arc::clone(&config), watchdog.clone());
            let mut program = StoneProgram { config, watchdog, conversation: None, known: None };
            program.start()?;
            Ok(Box::new(program))
        })
    }

    /// The lines of the set-up for a time control.
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

/// A program that plays. It is asked in the names of squares; the game turns moves into them and back.
struct StoneProgram {
    config: Arc<StoneConfig>,
    watchdog: Option<Arc<Watchdog>>,
    conversation: Option<Conversation>,
    /// The turns that the program's own board has, once it has any.
    known: Option<usize>,
}

/// The squares of a turn that was found, and the time that it took.
type Found = Result<(Vec<Square>, Duration), Fault>;

/// What a program is asked.
struct Stones<'a> {
    /// Columns and rows of the board.
    size: (u8, u8),
    /// The squares of each turn, in the order in which the stones were put.
    turns: Vec<Vec<Square>>,
    /// How many stones the side to move has to put.
    due: usize,
    clocks: Clocks<'a>,
}

impl<'a> Stones<'a> {
    /// The question about a turn.
    fn new<G: Placement>(turn: &Turn<'a, G>) -> Result<Stones<'a>, Fault> {
        let (game, now) = (turn.game, turn.game.now());
        if squares(game.start()).any(|at| game.start().stone(at).is_some()) {
            return Err(Fault::Start("its protocol takes games from the empty board, not a position".to_owned()));
        }
        let turns = game.turns().map(|turn| turn.iter().flat_map(|&mv| now.squares(mv)).collect()).collect();
        let due = now.stones_left().min(squares(now).filter(|&at| now.stone(at).is_none()).count());
        Ok(Stones { size: now.size(), turns, due, clocks: turn.clocks })
    }

    /// The names of the squares of each turn.
    fn names(&self, names: Coordinates) -> Vec<Vec<String>> {
        let write = |turn: &Vec<Square>| turn.iter().map(|&at| names.write(self.size, at)).collect();
        self.turns.iter().map(write).collect()
    }
}

/// All squares of the board.
fn squares<G: Placement>(board: &G) -> impl Iterator<Item = Square> {
    let (columns, rows) = board.size();
    (0..rows).flat_map(move |row| (0..columns).map(move |column| Square { column, row }))
}

/// Reads the names of squares in an answer.
fn read<'a>(
    size: (u8, u8),
    names: Coordinates,
    words: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<Square>, Fault> {
    let read = words.into_iter().map(|word| names.read(size, word));
    read.collect::<Result<_, _>>().map_err(|error| Fault::IllegalMove(error.to_string()))
}

/// Two letters a stone; `@@` is none.
fn pairs(text: &str) -> impl Iterator<Item = &str> {
    let cut = |at: usize| text.get(at..at + 2).unwrap_or(text);
    (0..text.len()).step_by(2).map(cut).filter(|&name| name != "@@")
}

/// The turn on these squares; stones after one that ends the game are left out.
fn turn_on<G: Placement>(now: &G, squares: &[Square]) -> Result<Vec<G::Move>, Fault> {
    let (mut turn, mut then) = (Vec::new(), now.clone());
    for &at in squares {
        if !turn.is_empty() && then.outcome().is_some() {
            break;
        }
        let name = || Coordinates::Letters.write(now.size(), at);
        if then.side_to_move() != now.side_to_move() {
            return Err(Fault::IllegalMove(format!("the stone on {} is one too many for the turn", name())));
        }
        let mv = then.move_on(&[at]);
        let mv = mv.ok_or_else(|| Fault::IllegalMove(format!("a stone cannot be put on {}", name())))?;
        then.make(mv);
        turn.push(mv);
    }
    Ok(turn)
}

impl StoneProgram {
    /// Starts the program and asks for its name, or whether it speaks its protocol.
    fn start(&mut self) -> Result<(), Fault> {
        let protocol = self.config.protocol;
        let is_name = |line: &str| line.starts_with("name") || line.starts_with(['=', '?']);
        let conversation = self.conversation()?;
        let Some(question) = protocol.greeting() else { return Ok(()) };
        let answer = conversation.request(question, |line| is_name(line.trim()).then_some(Ok(())));
        answer.map_err(|fault| Fault::Start(format!("no answer to '{question}': {fault}")))
    }

    /// The program, started if it does not run.
    fn conversation(&mut self) -> Result<&mut Conversation, Fault> {
        Ok(match &mut self.conversation {
            Some(conversation) => conversation,
            none => none.insert(Conversation::start(&self.config.program, self.watchdog.clone())?),
        })
    }

    /// Lets a process go that has had its turn and was for that one only, which may
    /// well have ended by itself; of another one, reads away what was written out of turn.
    fn tidy(&mut self) -> Result<(), Fault> {
        let spent = self.config.protocol == StoneProtocol::Botzone && self.known.take().is_some();
        if let Some(process) = self.conversation.take_if(|_| spent) {
            process.kill();
        }
        self.conversation.as_mut().map_or(Ok(()), Conversation::drain)
    }

    /// Asks for the turn of the side to move.
    fn think(&mut self, asked: &Stones<'_>) -> Found {
        match self.config.protocol {
            StoneProtocol::Cloudict => self.cloudict(asked),
            StoneProtocol::Sau => self.sau(asked),
            StoneProtocol::Gtp => self.gtp(asked),
            StoneProtocol::Botzone => self.botzone(asked),
        }
    }

    /// Sends the lines in one writing and waits for `move PP`.
    fn ask(&mut self, asked: &Stones<'_>, lines: &str, is_turn: impl Fn(&str) -> bool) -> Found {
        let found = self.conversation()?.ask(lines, asked.clocks.deadline(), None, |line| {
            let stones = line.trim().strip_prefix("move ").map(str::trim).filter(|stones| is_turn(stones))?;
            Some(read(asked.size, Coordinates::LetterPairs, pairs(stones)))
        })?;
        self.known = Some(asked.turns.len() + 1);
        Ok(found)
    }

    fn cloudict(&mut self, asked: &Stones<'_>) -> Found {
        let turns: Vec<String> = asked.names(Coordinates::LetterPairs).iter().map(|turn| turn.concat()).collect();
        // What the program already has is the game up to its own last turn.
        let goes_on = !self.config.replay && turns.len() > 1 && self.known == Some(turns.len() - 1);
        let lines = match turns.last() {
            Some(last) if goes_on => format!("move {last}"),
            Some(_) => {
                let colors = ["black", "white"].into_iter().cycle();
                let played = turns.iter().zip(colors).map(|(stones, color)| format!("{color} {stones}"));
                let played: Vec<String> = played.chain(["next".to_owned()]).collect();
                format!("new white\n{}", self.after_setup(asked, &played.join("\n")))
            }
            // Nothing can be asked of an empty board but to begin.
            None => self.after_setup(asked, "new black"),
        };
        self.ask(asked, &lines, |stones| {
            stones.len().is_multiple_of(2) && stones.bytes().all(|byte| byte.is_ascii_uppercase())
        })
    }

    fn sau(&mut self, asked: &Stones<'_>) -> Found {
        let turns = asked.names(Coordinates::LetterPairs);
        let name = |stones: &Vec<String>| format!("{:@<width$}", stones.concat(), width = 2 * PLACES);
        let lines = match (self.known, &turns[..]) {
            (None, []) => self.after_setup(asked, "new black"),
            (None, [first]) => self.after_setup(asked, &format!("new white\nmove {}", name(first))),
            (Some(known), [before @ .., last]) if known == before.len() => format!("move {}", name(last)),
            _ => return Err(Fault::Start("its protocol, SAU, cannot set a position up".to_owned())),
        };
        self.ask(asked, &lines, |_| true)
    }

    /// The lines of the set-up, and others after them.
    fn after_setup(&self, asked: &Stones<'_>, lines: &str) -> String {
        let mut all = self.config.setup(asked.clocks.control());
        all.push(lines.to_owned());
        all.join("\n")
    }

    /// Gives the game and asks for stones, or whole turns, until the turn is complete.
    fn gtp(&mut self, asked: &Stones<'_>) -> Found {
        let color = |side: Side| ["b", "w"][side.index()];
        let mut lines = vec![format!("boardsize {}", asked.size.0), "clear_board".to_owned()];
        lines.extend(self.config.setup(asked.clocks.control()));
        for (stones, side) in asked.names(Coordinates::Gtp).iter().zip([Side::First, Side::Second].into_iter().cycle())
        {
            lines.extend(stones.iter().map(|stone| format!("play {} {stone}", color(side))));
        }
        let conversation = self.conversation()?;
        for line in lines {
            conversation.request(&line, |answer| gtp_answer(&line, answer).map(|answer| answer.map(drop)))?;
        }
        let (mut stones, mut elapsed) = (Vec::new(), Duration::ZERO);
        while stones.len() < asked.due {
            let command = format!("genmove {}", color(asked.clocks.mover));
            let deadline = asked.clocks.deadline().map(|deadline| deadline.saturating_sub(elapsed));
            let (text, used) = conversation.ask(&command, deadline, None, |answer| gtp_answer(&command, answer))?;
            elapsed += used;
            let found = read(asked.size, Coordinates::Gtp, gtp_names(&text).split(','));
            stones.extend(found.map_err(|_| Fault::NoMove(text.chars().take(60).collect()))?);
        }
        Ok((stones, elapsed))
    }

    fn botzone(&mut self, asked: &Stones<'_>) -> Found {
        let line = |stones: &Vec<String>| {
            let none = std::iter::repeat_n("-1,-1", PLACES.saturating_sub(stones.len()));
            stones.iter().map(String::as_str).chain(none).collect::<Vec<_>>().join(" ").replace(',', " ")
        };
        let mut lines: Vec<String> = asked.names(Coordinates::Numbers).iter().map(line).collect();
        // Black's first line is about a turn that there was not.
        if asked.clocks.mover == Side::First {
            lines.insert(0, line(&Vec::new()));
        }
        lines.insert(0, lines.len().div_ceil(2).to_string());
        let found = self.conversation()?.ask(&lines.join("\n"), asked.clocks.deadline(), None, |line| {
            let numbers: Vec<i32> = line.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
            let pairs = numbers.chunks_exact(2).filter(|pair| pair[0] >= 0);
            let names: Vec<String> = pairs.map(|pair| format!("{},{}", pair[0], pair[1])).collect();
            (numbers.len() == 2 * PLACES)
                .then(|| read(asked.size, Coordinates::Numbers, names.iter().map(String::as_str)))
        })?;
        self.known = Some(asked.turns.len() + 1);
        Ok(found)
    }
}

/// The text of an answer of GTP, `= TEXT` or `? REASON`.
fn gtp_answer(command: &str, answer: &str) -> Option<Result<String, Fault>> {
    let answer = answer.trim();
    match answer.strip_prefix('=') {
        Some(text) => Some(Ok(text.trim().to_owned())),
        None => answer.starts_with('?').then(|| Err(Fault::NoMove(format!("'{command}' was refused: {answer}")))),
    }
}

/// The stones of a turn with commas between, however a program writes it: `J10,K11`,
/// `J10-K11`, `J10K11`, `J10_and_K11`.
fn gtp_names(text: &str) -> String {
    let mut names = String::new();
    for c in text.replace("_and_", ",").replace('-', ",").chars() {
        if c.is_ascii_alphabetic() && names.ends_with(|before: char| before.is_ascii_digit()) {
            names.push(',');
        }
        names.push(c);
    }
    names
}

impl StoneProgram {
    /// Asks for the stones of a turn and reports what they took.
    fn answer(&mut self, asked: &Stones<'_>) -> Result<(Vec<Square>, TurnReport), Fault> {
        let cpu = |program: &StoneProgram| program.conversation.as_ref().and_then(Conversation::cpu_time);
        // A process for each turn begins at nothing.
        let before = if self.config.protocol == StoneProtocol::Botzone { Some(Duration::ZERO) } else { cpu(self) };
        let (stones, elapsed) = self.think(asked)?;
        let used = before.zip(cpu(self)).map(|(before, after)| after.saturating_sub(before));
        let peak_kib = self.conversation.as_ref().and_then(Conversation::peak_kib);
        Ok((stones, TurnReport { elapsed, cpu: used, peak_kib, ..TurnReport::default() }))
    }
}

impl<G: Placement> Contestant<G> for StoneProgram {
    fn new_game(&mut self, _start: &G) -> Result<(), Fault> {
        self.tidy()?;
        self.known = None;
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<Answer<G::Move>, Fault> {
        self.tidy()?;
        let (stones, report) = self.answer(&Stones::new(turn)?)?;
        Ok(Answer { turn: Choice::Moves(turn_on(turn.game.now(), &stones)?), report })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_of_an_answer_are_told_apart() {
        for text in ["J10,K11", "J10-K11", "J10K11", "J10_and_K11"] {
            assert_eq!(gtp_names(text), "J10,K11");
        }
        assert_eq!(pairs("JJ@@").collect::<Vec<_>>(), ["JJ"]);
        assert_eq!(pairs("JJK").collect::<Vec<_>>(), ["JJ", "JJK"], "an odd letter is no name");
    }

    #[test]
    fn protocols_have_names() {
        assert_eq!("gtp".parse(), Ok(StoneProtocol::Gtp));
        let error = "klingon".parse::<StoneProtocol>().expect_err("unknown").to_string();
        assert_eq!(error, "unknown protocol 'klingon'; expected one of cloudict, sau, gtp, botzone");
    }
}
