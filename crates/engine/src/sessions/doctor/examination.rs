//! One session of a log, line by line.

use super::{
    Finding, FindingKind,
    log::{LogLine, Sender, Stamp, is_foreign},
};
use crate::player::{OptionError, TurnLimits};
use crate::protocol::{ChessProtocol, CommandError};
use crate::sessions::{
    Setup,
    dialects::{Dialect, dialect},
    inbox::Inbox,
    output::Output,
    session::Session,
};
use duiyi_game::{Notation, shortened};
use std::{io::sink, time::Duration};

/// A `go` without an answer so far.
struct Pending {
    line: usize,
    /// When the clock was started; `None` without times, and while the engine ponders.
    started: Option<Stamp>,
    limits: TurnLimits,
    /// The search ends without a command of the front end, or was stopped.
    ends: bool,
    stopped: bool,
}

pub(super) struct Examination<G: Notation> {
    session: Session<G>,
    dialect: Box<dyn Dialect<G>>,
    protocol: ChessProtocol,
    /// Whether the log contains the engine's lines.
    answered: bool,
    /// Options that the engine of the log has announced.
    announced: Vec<String>,
    /// The line of `uci` or `ucci` before its answer.
    greeted: Option<usize>,
    /// The line of `isready` before its answer.
    asked: Option<usize>,
    pending: Option<Pending>,
    /// Whether a position was sent.
    placed: bool,
    /// Whether the last position is set: the answers are moves in it.
    on_board: bool,
    /// Whether a line of another protocol was found: one finding is enough.
    mixed: bool,
    /// Whether the last command has a finding, which an error of the engine would repeat.
    blamed: bool,
    quit: bool,
    findings: Vec<Finding>,
}

/// Time that a line may need between the two programs.
const LATENCY: u64 = 100;

impl<G: Notation> Examination<G> {
    /// An examination of lines that are all of one session.
    pub(super) fn new(setup: Setup<G>, lines: &[LogLine<'_>]) -> Examination<G> {
        let protocol = protocol_of(lines);
        let inbox = Inbox::default();
        let output = Output::new(sink(), inbox.clone());
        Examination {
            session: Session::new(setup, inbox, output),
            dialect: dialect(protocol),
            protocol,
            answered: lines.iter().any(|line| line.sender == Sender::Engine),
            announced: Vec::new(),
            greeted: None,
            asked: None,
            pending: None,
            placed: false,
            on_board: true,
            mixed: false,
            blamed: false,
            quit: false,
            findings: Vec::new(),
        }
    }

    /// Examines the lines and returns the findings.
    pub(super) fn run(mut self, lines: &[LogLine<'_>]) -> Vec<Finding> {
        for line in lines {
            let words: Vec<&str> = line.text.split_whitespace().collect();
            match line.sender {
                Sender::FrontEnd => {
                    let before = self.findings.len();
                    self.command(line, &words);
                    self.blamed = self.findings.len() > before;
                }
                Sender::Engine => self.answer(line, &words),
            }
        }
        if let Some(line) = self.greeted.filter(|_| self.answered) {
            let text = format!("'{0}' was never answered by '{0}ok'", name(self.protocol).to_lowercase());
            self.add(line, FindingKind::NoAnswer, text);
        }
        if !self.quit {
            self.miss_answer("before the log ends");
        }
        self.findings
    }

    fn add(&mut self, line: usize, kind: FindingKind, text: impl Into<String>) {
        self.findings.push(Finding { line, kind, text: text.into() });
    }

    /// A line of the front end.
    fn command(&mut self, line: &LogLine<'_>, words: &[&str]) {
        let Some((&command, rest)) = words.split_first() else { return };
        if let Some(other) = self.other_protocol(line.text, words) {
            if !std::mem::replace(&mut self.mixed, true) {
                let own = name(self.protocol);
                let text = format!(
                    "'{}' belongs to {other}, but the session is in {own}: set up the engine for one protocol",
                    shortened(line.text)
                );
                self.add(line.number, FindingKind::WrongProtocol, text);
            }
            return;
        }
        match command {
            "uci" | "ucci" => self.greeted = Some(line.number),
            "isready" => self.asked = Some(line.number),
            "stop" => {
                if let Some(pending) = &mut self.pending {
                    (pending.ends, pending.stopped) = (true, true);
                }
            }
            "ponderhit" => {
                if let Some(pending) = &mut self.pending {
                    (pending.ends, pending.started) = (!pending.limits.is_unlimited(), line.time);
                }
            }
            "quit" => self.quit = true,
            "go" if rest.first() != Some(&"perft") => self.go(line),
            "setoption" | "position" | "startpos" | "fen" | "banmoves" => {
                let waits = self.is_searching();
                if waits {
                    let text = format!("'{command}' during a search has no effect before its end: send 'stop' first");
                    self.add(line.number, FindingKind::DuringSearch, text);
                }
                if command == "setoption" {
                    self.set_option(line, rest)
                } else {
                    self.place(line, words)
                }
                // The answer of the search is a move in the position before.
                self.on_board &= !waits || command == "setoption";
            }
            _ => {}
        }
    }

    /// The name of the protocol of a line, if it is not the session's.
    fn other_protocol(&self, text: &str, words: &[&str]) -> Option<&'static str> {
        if is_foreign(text) {
            return Some("XBoard's protocol");
        }
        belongs_to(words).filter(|&other| other != self.protocol).map(name)
    }

    /// Whether a search is under way that was not stopped. Without the engine's lines it is unknown.
    fn is_searching(&self) -> bool {
        self.answered && self.pending.as_ref().is_some_and(|pending| !pending.stopped)
    }

    fn set_option(&mut self, line: &LogLine<'_>, rest: &[&str]) {
        if let Some(option) = rest.first().filter(|name| !self.dialect.takes_option(&self.session, name)) {
            // The engine ignores it silently.
            if !self.is_announced(option) {
                let text = format!("there is no option '{}'; the engine ignores it", shortened(option));
                self.add(line.number, FindingKind::UnknownOption, text);
            }
            return;
        }
        match self.dialect.execute(&mut self.session, line.text) {
            Err(CommandError::Option(OptionError::Unknown { name, .. })) if self.is_announced(&name) => {}
            Err(error) => {
                let kind = match &error {
                    CommandError::Option(OptionError::Unknown { .. }) => FindingKind::UnknownOption,
                    CommandError::Option(OptionError::File { .. }) => FindingKind::File,
                    CommandError::Option(_) => FindingKind::OptionValue,
                    _ => FindingKind::Command,
                };
                self.add(line.number, kind, error.to_string());
            }
            Ok(_) => {}
        }
    }

    /// Whether the engine of the log has an option of this name.
    fn is_announced(&self, name: &str) -> bool {
        self.announced.iter().any(|announced| announced.eq_ignore_ascii_case(name))
    }

    /// `position` in its forms, and `banmoves`.
    fn place(&mut self, line: &LogLine<'_>, words: &[&str]) {
        let bans = words.first() == Some(&"banmoves");
        let at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let list = if bans { words.get(1..) } else { words.get(at + 1..) }.unwrap_or_default();
        self.placed |= !bans;
        let spelled = self.session.spellings.of_list(list).err().map(|error| error.to_string());
        let before = self.session.game.clone();
        let result = self.dialect.execute(&mut self.session, line.text);
        self.on_board = if bans { self.on_board } else { result.is_ok() };
        let Err(error) = result else { return };
        let kind = match (&error, spelled) {
            (_, Some(_)) => FindingKind::Spelling,
            (CommandError::Position(_) | CommandError::RootMove { .. }, _) => {
                let start = words.get(..at).unwrap_or_default();
                let start = if start.first() == Some(&"position") { start.get(1..) } else { Some(start) };
                match if bans { Ok(before) } else { self.session.read_game(start.unwrap_or_default()) } {
                    Err(_) => FindingKind::Position,
                    Ok(game) => {
                        if let Some([own, other]) = self.session.spellings.other_reads(game.now(), list) {
                            let text = format!(
                                "the moves are legal with {other}, but are read with {own}, the numbering in use"
                            );
                            return self.add(line.number, FindingKind::Spelling, text);
                        }
                        FindingKind::IllegalMove
                    }
                }
            }
            _ => FindingKind::Command,
        };
        self.add(line.number, kind, error.to_string());
    }

    fn go(&mut self, line: &LogLine<'_>) {
        if !self.placed {
            let text = "'go' without 'position': the engine searches the start position";
            self.add(line.number, FindingKind::NoPosition, text);
            self.placed = true;
        }
        if let Some(asked) = self.asked.take().filter(|_| self.answered) {
            let text = format!("'go' before 'readyok', the answer to 'isready' of line {asked}");
            self.add(line.number, FindingKind::NotReady, text);
        }
        self.miss_answer(&format!("before 'go' of line {}", line.number));
        let (limits, ignored) = self.dialect.read_limits(&mut self.session, line.text);
        for error in ignored {
            self.add(line.number, FindingKind::Command, error.to_string());
        }
        if let Some(limits) = limits {
            let ends = !limits.go.infinite && !limits.go.ponder;
            let started = line.time.filter(|_| !limits.go.ponder);
            self.pending = Some(Pending { line: line.number, started, limits, ends, stopped: false });
        }
    }

    /// Reports a search that should have an answer.
    fn miss_answer(&mut self, until: &str) {
        let Some(pending) = self.pending.take().filter(|pending| self.answered && pending.ends) else { return };
        let text = format!("'go' has no answer 'bestmove' {until}");
        self.add(pending.line, FindingKind::NoAnswer, text);
    }

    /// A line of the engine.
    fn answer(&mut self, line: &LogLine<'_>, words: &[&str]) {
        let Some((&word, rest)) = words.split_first() else { return };
        match word {
            "uciok" | "ucciok" => {
                self.greeted = None;
                if word.strip_suffix("ok") != Some(&name(self.protocol).to_lowercase()) {
                    let text = format!("the engine answers '{word}', but the session is in {}", name(self.protocol));
                    self.add(line.number, FindingKind::WrongProtocol, text);
                }
            }
            "readyok" => self.asked = None,
            "option" => {
                let name = match rest {
                    ["name", name @ ..] => name,
                    name => name,
                };
                let end = name.iter().position(|&word| word == "type").unwrap_or(name.len());
                self.announced.extend(name.get(..end).map(|name| name.join(" ")));
            }
            "bestmove" | "nobestmove" => {
                self.check_time(line);
                self.pending = None;
                if let ("bestmove", Some(best)) = (word, rest.first()) {
                    self.check_best(line.number, best);
                }
            }
            "info" if !self.blamed => {
                let text = line.text;
                let reported = ["info string error: ", "info message error: "];
                if let Some(error) = reported.iter().find_map(|start| text.strip_prefix(start)) {
                    self.add(line.number, FindingKind::Reported, format!("the engine reports: {error}"));
                }
            }
            _ => {}
        }
    }

    /// Compares the time of an answer with the limits of its `go`.
    fn check_time(&mut self, line: &LogLine<'_>) {
        let Some(pending) = &self.pending else { return };
        let (Some(started), Some(ended)) = (pending.started, line.time) else { return };
        let go = &pending.limits.go;
        let (allowed, of) = match (go.move_time, go.own) {
            (Some(time), _) => (time, "the time of this move"),
            (None, Some(clock)) => (clock.left, "the time on its clock"),
            (None, None) => return,
        };
        let Some(used) = ended.since(started) else { return };
        if go.infinite || Duration::from_millis(used) <= allowed + Duration::from_millis(LATENCY + ended.resolution) {
            return;
        }
        let text = format!(
            "the engine used {used} ms after 'go' of line {}; {of} was {} ms",
            pending.line,
            allowed.as_millis()
        );
        self.add(line.number, FindingKind::Time, text);
    }

    /// Checks that the engine's move is legal.
    fn check_best(&mut self, line: usize, best: &str) {
        let is_none = best.starts_with('(') || matches!(best, "0000" | "none");
        if is_none || !self.on_board || !self.placed {
            return;
        }
        let now = self.session.game.now();
        let Err(reason) = self.session.spellings.current().read_turn(now, best) else { return };
        if let Some([own, other]) = self.session.spellings.other_reads(now, &[best]) {
            let text = format!("'{}' is a move with {other}, but the front end uses {own}", shortened(best));
            return self.add(line, FindingKind::Spelling, text);
        }
        self.add(line, FindingKind::IllegalMove, format!("'bestmove' is not legal: {reason}"));
    }
}

/// The name of a protocol.
fn name(protocol: ChessProtocol) -> &'static str {
    if protocol == ChessProtocol::Ucci { "UCCI" } else { "UCI" }
}

/// The protocol to which a line of the front end must belong; `None` if it belongs to both.
fn belongs_to(words: &[&str]) -> Option<ChessProtocol> {
    let has = |keywords: &[&str]| words.iter().any(|word| keywords.contains(word));
    match words {
        ["uci" | "ucinewgame" | "startpos" | "fen" | "register", ..] | ["setoption", "name", ..] => {
            Some(ChessProtocol::Uci)
        }
        ["ucci" | "banmoves" | "probe", ..] | ["setoption", _, ..] => Some(ChessProtocol::Ucci),
        ["go", ..] if has(&["time", "opptime", "increment", "oppincrement", "draw"]) => Some(ChessProtocol::Ucci),
        ["go", ..] if has(&["wtime", "btime", "winc", "binc", "movetime", "mate", "searchmoves"]) => {
            Some(ChessProtocol::Uci)
        }
        _ => None,
    }
}

/// The protocol of a session: of its first line if it is whole, otherwise of the first line that only one
/// protocol has.
fn protocol_of(lines: &[LogLine<'_>]) -> ChessProtocol {
    let sent = || lines.iter().filter(|line| line.sender == Sender::FrontEnd).map(|line| line.text);
    let is_whole = sent().any(|text| matches!(text.trim(), "uci" | "ucci"));
    let first = sent().next().map(ChessProtocol::of_line);
    let guess = || sent().find_map(|text| belongs_to(&text.split_whitespace().collect::<Vec<_>>()));
    first.filter(|_| is_whole).or_else(guess).unwrap_or(ChessProtocol::Uci)
}
