//! A program that speaks one of the text protocols of games with stones, as a [`Player`].
//!
//! The protocols know no common handshake, clock or set-up. So the program is
//! asked for its name to see that it runs, is told by the lines of its own
//! set-up how to think, and is given the whole game before each turn, as the
//! front ends of such games do; or, on request, the opponent's turn alone.

use crate::{Answer, Conversation, Entrant, Fault, Player, Program, TimeControl, Turn, Watchdog};
use duiyi_game::{Coordinates, History, Placement, Reason, Side, Square};
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
    /// The program as a participant, for a rule set given by a position of it; its
    /// processes end with the arena if there is a watchdog.
    pub fn entrant<G: Placement>(self, rules: G, watchdog: Option<Arc<Watchdog>>) -> Entrant {
        let mut description = format!("{:?} {}", self.protocol, self.program.command_line());
        self.setup.iter().for_each(|line| description += &format!("; {line}"));
        if !self.replay {
            description += " [replay=off]";
        }
        let config = Arc::new(self);
        Entrant::new(config.name.clone(), description, move || {
            let (config, rules, watchdog) = (Arc::clone(&config), rules.clone(), watchdog.clone());
            let mut player = StonePlayer { config, rules, watchdog, conversation: None, known: None };
            player.start()?;
            Ok(Box::new(player))
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

/// A program that plays. The lines of its games are made of `G`.
struct StonePlayer<G> {
    config: Arc<StoneConfig>,
    rules: G,
    watchdog: Option<Arc<Watchdog>>,
    conversation: Option<Conversation>,
    /// The turns that the program's own board has, once it has any.
    known: Option<usize>,
}

/// The squares of a turn that was found, and the time that it took.
type Found = Result<(Vec<Square>, Duration), Fault>;

/// The game that a turn is asked about.
fn follow<G: Placement>(rules: &G, turn: &Turn<'_>) -> Result<History<G>, Fault> {
    let unread = |reason: Reason| Fault::NoMove(format!("the game was not read: {reason}"));
    let start = rules.read_position(turn.start).map_err(unread)?;
    if squares(&start).any(|at| start.stone(at).is_some()) {
        return Err(Fault::Start("its protocol takes games from the empty board, not a position".to_owned()));
    }
    let mut game = History::new(start);
    game.read_turns(turn.moves.iter().map(String::as_str)).map_err(unread)?;
    Ok(game)
}

/// All squares of the board.
fn squares<G: Placement>(board: &G) -> impl Iterator<Item = Square> {
    let (columns, rows) = board.size();
    (0..rows).flat_map(move |row| (0..columns).map(move |column| Square { column, row }))
}

/// The names of the squares of each turn, in the order in which the stones were put.
fn turns<G: Placement>(game: &History<G>, names: Coordinates) -> Vec<Vec<String>> {
    let (now, size) = (game.now(), game.now().size());
    let name = |&mv: &G::Move| now.squares(mv).map(|at| names.write(size, at)).collect::<String>();
    game.turns().map(|turn| turn.iter().map(name).collect()).collect()
}

/// Reads the names of squares in an answer.
fn read<'a, G: Placement>(
    board: &G,
    names: Coordinates,
    words: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<Square>, Fault> {
    let read = words.into_iter().map(|word| names.read(board.size(), word));
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

impl<G: Placement> StonePlayer<G> {
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
    fn think(&mut self, turn: &Turn<'_>, game: &History<G>) -> Found {
        match self.config.protocol {
            StoneProtocol::Cloudict => self.cloudict(turn, game),
            StoneProtocol::Sau => self.sau(turn, game),
            StoneProtocol::Gtp => self.gtp(turn, game),
            StoneProtocol::Botzone => self.botzone(turn, game),
        }
    }

    /// Sends the lines in one writing and waits for `move PP`.
    fn ask(&mut self, turn: &Turn<'_>, lines: &str, is_turn: impl Fn(&str) -> bool) -> Found {
        let board = self.rules.clone();
        let found = self.conversation()?.ask(lines, turn.deadline(), None, |line| {
            let stones = line.trim().strip_prefix("move ").map(str::trim).filter(|stones| is_turn(stones))?;
            Some(read(&board, Coordinates::LetterPairs, pairs(stones)))
        })?;
        self.known = Some(turn.moves.len() + 1);
        Ok(found)
    }

    fn cloudict(&mut self, turn: &Turn<'_>, game: &History<G>) -> Found {
        let turns: Vec<String> = turns(game, Coordinates::LetterPairs).iter().map(|turn| turn.concat()).collect();
        // What the program already has is the game up to its own last turn.
        let goes_on = !self.config.replay && turns.len() > 1 && self.known == Some(turns.len() - 1);
        let lines = match turns.last() {
            Some(last) if goes_on => format!("move {last}"),
            Some(_) => {
                let colors = ["black", "white"].into_iter().cycle();
                let played = turns.iter().zip(colors).map(|(stones, color)| format!("{color} {stones}"));
                let played: Vec<String> = played.chain(["next".to_owned()]).collect();
                format!("new white\n{}", self.after_setup(turn, &played.join("\n")))
            }
            // Nothing can be asked of an empty board but to begin.
            None => self.after_setup(turn, "new black"),
        };
        self.ask(turn, &lines, |stones| {
            stones.len().is_multiple_of(2) && stones.bytes().all(|byte| byte.is_ascii_uppercase())
        })
    }

    fn sau(&mut self, turn: &Turn<'_>, game: &History<G>) -> Found {
        let turns = turns(game, Coordinates::LetterPairs);
        let name = |stones: &Vec<String>| format!("{:@<width$}", stones.concat(), width = 2 * PLACES);
        let lines = match (self.known, &turns[..]) {
            (None, []) => self.after_setup(turn, "new black"),
            (None, [first]) => self.after_setup(turn, &format!("new white\nmove {}", name(first))),
            (Some(known), [before @ .., last]) if known == before.len() => format!("move {}", name(last)),
            _ => return Err(Fault::Start("its protocol, SAU, cannot set a position up".to_owned())),
        };
        self.ask(turn, &lines, |_| true)
    }

    /// The lines of the set-up, and others after them.
    fn after_setup(&self, turn: &Turn<'_>, lines: &str) -> String {
        let mut all = self.config.setup(turn.control());
        all.push(lines.to_owned());
        all.join("\n")
    }

    /// Gives the game and asks for stones, or whole turns, until the turn is complete.
    fn gtp(&mut self, turn: &Turn<'_>, game: &History<G>) -> Found {
        let color = |side: Side| ["b", "w"][side.index()];
        let mut lines = vec![format!("boardsize {}", game.now().size().0), "clear_board".to_owned()];
        lines.extend(self.config.setup(turn.control()));
        for (stones, side) in turns(game, Coordinates::Gtp).iter().zip([Side::First, Side::Second].into_iter().cycle())
        {
            lines.extend(stones.iter().map(|stone| format!("play {} {stone}", color(side))));
        }
        let conversation = self.conversation()?;
        for line in lines {
            conversation.request(&line, |answer| gtp_answer(&line, answer).map(|answer| answer.map(drop)))?;
        }
        let now = game.now();
        let due = now.stones_left().min(squares(now).filter(|&at| now.stone(at).is_none()).count());
        let (mut stones, mut elapsed) = (Vec::new(), Duration::ZERO);
        while stones.len() < due {
            let command = format!("genmove {}", color(now.side_to_move()));
            let deadline = turn.deadline().map(|deadline| deadline.saturating_sub(elapsed));
            let (text, used) = conversation.ask(&command, deadline, None, |answer| gtp_answer(&command, answer))?;
            elapsed += used;
            let found = read(now, Coordinates::Gtp, gtp_names(&text).split(','));
            stones.extend(found.map_err(|_| Fault::NoMove(text.chars().take(60).collect()))?);
        }
        Ok((stones, elapsed))
    }

    fn botzone(&mut self, turn: &Turn<'_>, game: &History<G>) -> Found {
        let now = game.now();
        let line = |stones: &Vec<String>| {
            let none = std::iter::repeat_n("-1,-1", PLACES.saturating_sub(stones.len()));
            stones.iter().map(String::as_str).chain(none).collect::<Vec<_>>().join(" ").replace(',', " ")
        };
        let mut lines: Vec<String> = turns(game, Coordinates::Numbers).iter().map(line).collect();
        // Black's first line is about a turn that there was not.
        if now.side_to_move() == Side::First {
            lines.insert(0, line(&Vec::new()));
        }
        lines.insert(0, lines.len().div_ceil(2).to_string());
        let found = self.conversation()?.ask(&lines.join("\n"), turn.deadline(), None, |line| {
            let numbers: Vec<i32> = line.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
            let pairs = numbers.chunks_exact(2).filter(|pair| pair[0] >= 0);
            let names: Vec<String> = pairs.map(|pair| format!("{},{}", pair[0], pair[1])).collect();
            (numbers.len() == 2 * PLACES).then(|| read(now, Coordinates::Numbers, names.iter().map(String::as_str)))
        })?;
        self.known = Some(turn.moves.len() + 1);
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

impl<G: Placement> Player for StonePlayer<G> {
    fn new_game(&mut self) -> Result<(), Fault> {
        self.tidy()?;
        self.known = None;
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        self.tidy()?;
        let game = follow(&self.rules, turn)?;
        let cpu = |player: &StonePlayer<G>| player.conversation.as_ref().and_then(Conversation::cpu_time);
        // A process for each turn begins at nothing.
        let before = if self.config.protocol == StoneProtocol::Botzone { Some(Duration::ZERO) } else { cpu(self) };
        let (stones, elapsed) = self.think(turn, &game)?;
        let used = before.zip(cpu(self)).map(|(before, after)| after.saturating_sub(before));
        let mv = game.now().write_turn(&turn_on(game.now(), &stones)?);
        let peak_kib = self.conversation.as_ref().and_then(Conversation::peak_kib);
        Ok(Answer { mv, elapsed, cpu: used, peak_kib, ..Answer::default() })
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
