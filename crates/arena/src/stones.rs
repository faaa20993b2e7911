//! A program that speaks one of the text protocols of games with stones, as a [`Contestant`].
//!
//! The protocols have no common handshake, clock or set-up. Therefore the program is asked for its
//! name to check that it runs, is configured by lines in its own protocol, and receives the whole
//! game before each turn, as from the front ends of such games; or, on request, only the opponent's
//! turn.

use crate::{
    Answer, Choice, Clocks, Contestant, Conversation, Entrant, Fault, Program, StoneProtocol, TimeControl, Turn,
    TurnReport, Watchdog,
};
use duiyi_engine::protocol::stones::{
    GtpAnswer, gtp_names, is_piskvork_answer, piskvork_board, read_numbers, read_pairs, write_numbers, write_pairs,
};
use duiyi_game::{Coordinates, Placement, Side, Square};
use std::{sync::Arc, time::Duration};

/// A command that every program of a protocol answers.
fn greeting(protocol: StoneProtocol) -> Option<&'static str> {
    match protocol {
        StoneProtocol::Cloudict => Some("name"),
        // A program with several protocols selects this one by the first command.
        StoneProtocol::Gtp => Some("protocol_version"),
        StoneProtocol::Sau => Some("name?"),
        StoneProtocol::Piskvork => Some("ABOUT"),
        // A process serves a single turn and prints nothing before it.
        StoneProtocol::Botzone => None,
    }
}

/// The configuration of a program.
#[derive(Clone, Debug)]
pub struct StoneConfig {
    /// The name in the match.
    pub name: String,
    /// The program.
    pub program: Program,
    /// The protocol.
    pub protocol: StoneProtocol,
    /// Configuration lines, sent before each game is set up. `{ms}`, `{nodes}` and `{depth}` stand for
    /// the values of the time control; lines with values that the time control does not have are
    /// left out.
    pub setup: Vec<String>,
    /// Whether the whole game is sent before each turn.
    pub replay: bool,
}

impl StoneConfig {
    /// The program as a participant; a watchdog, if any, terminates its processes when the arena ends.
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

    /// The configuration lines for a time control.
    fn setup(&self, control: &TimeControl) -> Vec<String> {
        let value = match control {
            TimeControl::MoveTime(time) => Some(("{ms}", time.as_millis().to_string())),
            TimeControl::Nodes(nodes) | TimeControl::SoftNodes(nodes) => Some(("{nodes}", nodes.to_string())),
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

/// A program that plays. It uses names of squares; the game converts moves.
struct StoneProgram {
    config: Arc<StoneConfig>,
    watchdog: Option<Arc<Watchdog>>,
    conversation: Option<Conversation>,
    /// The turns on the program's own board, if it was set up.
    known: Option<usize>,
}

/// The squares of a turn and its time.
type StoneAnswer = Result<(Vec<Square>, Duration), Fault>;

/// A request to a program.
struct Stones<'a> {
    /// The numbers of columns and rows of the board.
    size: (u8, u8),
    /// The squares of each turn, in the order in which the stones were placed.
    turns: Vec<Vec<Square>>,
    /// The number of stones that the side to move has to place.
    due: usize,
    clocks: Clocks<'a>,
}

impl<'a> Stones<'a> {
    /// The request for a turn.
    fn new<G: Placement>(turn: &Turn<'a, G>) -> Result<Stones<'a>, Fault> {
        let (game, now) = (turn.game, turn.game.now());
        if squares(game.start()).any(|at| game.start().stone(at).is_some()) {
            return Err(Fault::Start(
                "its protocol cannot set up a position; expected a game from the empty board".to_owned(),
            ));
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

/// The turn on these squares, without stones after the end of the game.
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
    /// Starts the program and requests its name, or whether it supports its protocol.
    fn start(&mut self) -> Result<(), Fault> {
        let protocol = self.config.protocol;
        let is_name = |line: &str| line.starts_with("name") || line.starts_with(['=', '?']);
        let conversation = self.conversation()?;
        let Some(question) = greeting(protocol) else { return Ok(()) };
        let answer = conversation.request(question, |line| is_name(line.trim()).then_some(Ok(())));
        answer.map_err(|fault| Fault::Start(format!("no answer to '{question}': {fault}")))
    }

    /// The program, started if it is not running.
    fn conversation(&mut self) -> Result<&mut Conversation, Fault> {
        Ok(match &mut self.conversation {
            Some(conversation) => conversation,
            none => none.insert(Conversation::start(&self.config.program, self.watchdog.clone())?),
        })
    }

    /// Releases a process that has served its single turn, which may have ended on its own; for
    /// other programs, discards unrequested output.
    fn tidy(&mut self) -> Result<(), Fault> {
        let spent = self.config.protocol == StoneProtocol::Botzone && self.known.take().is_some();
        if let Some(process) = self.conversation.take_if(|_| spent) {
            process.kill();
        }
        self.conversation.as_mut().map_or(Ok(()), Conversation::drain)
    }

    /// Requests the turn of the side to move.
    fn think(&mut self, asked: &Stones<'_>) -> StoneAnswer {
        match self.config.protocol {
            StoneProtocol::Cloudict => self.cloudict(asked),
            StoneProtocol::Sau => self.sau(asked),
            StoneProtocol::Gtp => self.gtp(asked),
            StoneProtocol::Botzone => self.botzone(asked),
            StoneProtocol::Piskvork => self.piskvork(asked),
        }
    }

    /// Sends the lines in one write and waits for `move PP`.
    fn ask(&mut self, asked: &Stones<'_>, lines: &str, is_turn: impl Fn(&str) -> bool) -> StoneAnswer {
        let found = self.conversation()?.ask(lines, asked.clocks.deadline(), None, |line| {
            let stones = line.trim().strip_prefix("move ").map(str::trim).filter(|stones| is_turn(stones))?;
            // What cannot be split is reported as a wrong name.
            Some(read(asked.size, Coordinates::LetterPairs, read_pairs(stones).unwrap_or_else(|| vec![stones])))
        })?;
        self.known = Some(asked.turns.len() + 1);
        Ok(found)
    }

    fn cloudict(&mut self, asked: &Stones<'_>) -> StoneAnswer {
        let turns: Vec<String> = asked.names(Coordinates::LetterPairs).iter().map(|turn| turn.concat()).collect();
        // The program already has the game up to its own last turn.
        let goes_on = !self.config.replay && turns.len() > 1 && self.known == Some(turns.len() - 1);
        let lines = match turns.last() {
            Some(last) if goes_on => format!("move {last}"),
            Some(_) => {
                let colors = ["black", "white"].into_iter().cycle();
                let played = turns.iter().zip(colors).map(|(stones, color)| format!("{color} {stones}"));
                let played: Vec<String> = played.chain(["next".to_owned()]).collect();
                format!("new white\n{}", self.after_setup(asked, &played.join("\n")))
            }
            // With an empty board the only possible request is to begin.
            None => self.after_setup(asked, "new black"),
        };
        self.ask(asked, &lines, |stones| {
            stones.len().is_multiple_of(2) && stones.bytes().all(|byte| byte.is_ascii_uppercase())
        })
    }

    fn sau(&mut self, asked: &Stones<'_>) -> StoneAnswer {
        let turns = asked.names(Coordinates::LetterPairs);
        let lines = match (self.known, &turns[..]) {
            (None, []) => self.after_setup(asked, "new black"),
            (None, [first]) => self.after_setup(asked, &format!("new white\nmove {}", write_pairs(first))),
            (Some(known), [before @ .., last]) if known == before.len() => format!("move {}", write_pairs(last)),
            _ => return Err(Fault::Start("its protocol, SAU, cannot set up a position".to_owned())),
        };
        self.ask(asked, &lines, |_| true)
    }

    /// The configuration lines followed by others.
    fn after_setup(&self, asked: &Stones<'_>, lines: &str) -> String {
        let mut all = self.config.setup(asked.clocks.control());
        all.push(lines.to_owned());
        all.join("\n")
    }

    /// Sends the game and requests stones, or whole turns, until the turn is complete.
    fn gtp(&mut self, asked: &Stones<'_>) -> StoneAnswer {
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
            let found = read(asked.size, Coordinates::Gtp, gtp_names(&text).iter().map(String::as_str));
            stones.extend(found.map_err(|_| Fault::NoMove(text.chars().take(60).collect()))?);
        }
        Ok((stones, elapsed))
    }

    fn botzone(&mut self, asked: &Stones<'_>) -> StoneAnswer {
        let mut lines: Vec<String> = asked.names(Coordinates::Numbers).iter().map(|turn| write_numbers(turn)).collect();
        // Black's first line is a placeholder for a turn before the game.
        if asked.clocks.mover == Side::First {
            lines.insert(0, write_numbers::<&str>(&[]));
        }
        lines.insert(0, lines.len().div_ceil(2).to_string());
        let found = self.conversation()?.ask(&lines.join("\n"), asked.clocks.deadline(), None, |line| {
            let names = read_numbers(line)?;
            Some(read(asked.size, Coordinates::Numbers, names.iter().map(String::as_str)))
        })?;
        self.known = Some(asked.turns.len() + 1);
        Ok(found)
    }
}

impl StoneProgram {
    /// Sends the game, or only the opponent's stone if the program has the rest.
    fn piskvork(&mut self, asked: &Stones<'_>) -> StoneAnswer {
        let stones: Vec<String> = asked.names(Coordinates::Numbers).concat();
        let request = match &stones[..] {
            [] => "BEGIN".to_owned(),
            [before @ .., last] if !self.config.replay && self.known == Some(before.len()) => format!("TURN {last}"),
            all => {
                // The program is to move: every second stone from the last but one is its own.
                piskvork_board(all.iter().enumerate().map(|(at, stone)| (stone, (all.len() - at).is_multiple_of(2))))
            }
        };
        let begins = self.known.is_none();
        let setup = self.config.setup(asked.clocks.control());
        let conversation = self.conversation()?;
        if begins {
            let (columns, rows) = asked.size;
            let start = if columns == rows { format!("START {rows}") } else { format!("RECTSTART {columns},{rows}") };
            conversation.request(&start, |line| piskvork_answer(&start, line).map(|answer| answer.map(drop)))?;
        }
        let lines = if begins { [setup, vec![request.clone()]].concat().join("\n") } else { request.clone() };
        let (text, used) =
            conversation.ask(&lines, asked.clocks.deadline(), None, |line| piskvork_answer(&request, line))?;
        self.known = Some(asked.turns.len() + 1);
        Ok((read(asked.size, Coordinates::Numbers, [text.as_str()])?, used))
    }
}

/// The text of a line that answers a command of Piskvork: a square or `OK`. An unknown option is not a refusal.
fn piskvork_answer(command: &str, line: &str) -> Option<Result<String, Fault>> {
    let line = line.trim();
    match line.split(' ').next()? {
        _ if !is_piskvork_answer(line) => None,
        "UNKNOWN" => None,
        "ERROR" => Some(Err(Fault::NoMove(format!("'{}' was refused: {line}", command.lines().next()?)))),
        _ => Some(Ok(line.to_owned())),
    }
}

/// The text of an accepted answer of GTP.
fn gtp_answer(command: &str, answer: &str) -> Option<Result<String, Fault>> {
    let read = GtpAnswer::read(answer)?;
    let refused = || Fault::NoMove(format!("'{command}' was refused: {}", answer.trim()));
    Some(if read.accepted { Ok(read.text) } else { Err(refused()) })
}

impl StoneProgram {
    /// Requests the stones of a turn and reports the resources used.
    fn answer(&mut self, asked: &Stones<'_>) -> Result<(Vec<Square>, TurnReport), Fault> {
        let cpu = |program: &StoneProgram| program.conversation.as_ref().and_then(Conversation::cpu_time);
        // A new process for each turn starts from nothing.
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
    fn messages_and_unknown_options_are_not_answers() {
        assert_eq!(piskvork_answer("BEGIN", "MESSAGE depth 4"), None);
        assert_eq!(piskvork_answer("INFO x 1", "UNKNOWN x"), None);
        assert_eq!(piskvork_answer("BEGIN", " 7,8 "), Some(Ok("7,8".to_owned())));
        assert!(piskvork_answer("TURN 1,1", "ERROR occupied").is_some_and(|answer| answer.is_err()));
        assert_eq!(gtp_answer("genmove b", "= J10"), Some(Ok("J10".to_owned())));
        assert!(gtp_answer("genmove b", "? it is White's turn").is_some_and(|answer| answer.is_err()));
    }
}
