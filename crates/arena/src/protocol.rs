//! The text of the engine protocols, UCCI (中国象棋通用引擎协议) and UCI, seen from
//! the side that asks: commands out, answers in. No process here.
//!
//! UCCI 3.0 (xqbase, 2007) and UCI (Meyer-Kahlen and Huber, 2000) differ in the
//! form of options, clocks and scores. Engines differ besides in how they number
//! ranks: engines that play many variants on boards of up to twelve ranks write
//! `h10` where others write `h9`.

use crate::{Clock, Score, Side, TimeControl, Turn};
use serde::{Deserialize, Serialize};
use std::{fmt::Write, str::FromStr, time::Duration};

/// The language an engine speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// The universal Chinese chess protocol, 3.0.
    Ucci,
    /// The universal chess interface.
    Uci,
}

/// Text that names no protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a protocol: expected uci or ucci")]
pub struct ParseProtocolError(pub String);

impl FromStr for Protocol {
    type Err = ParseProtocolError;

    fn from_str(text: &str) -> Result<Protocol, ParseProtocolError> {
        match text {
            "ucci" => Ok(Protocol::Ucci),
            "uci" => Ok(Protocol::Uci),
            _ => Err(ParseProtocolError(text.chars().take(20).collect())),
        }
    }
}

/// How an engine numbers ranks, compared with the game's own notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ranks {
    /// As the game does.
    Native,
    /// One higher: from 1 where the game counts from 0.
    OneUp,
}

impl Ranks {
    /// A move of the game in the engine's numbers.
    pub fn to_engine(self, mv: &str) -> String {
        match self {
            Ranks::Native => mv.to_owned(),
            Ranks::OneUp => shifted(mv, 1).unwrap_or_else(|| mv.to_owned()),
        }
    }

    /// A move of the engine in the game's numbers; `None` if it names a rank
    /// that the engine's numbering does not have.
    pub fn to_game(self, mv: &str) -> Option<String> {
        match self {
            Ranks::Native => Some(mv.to_owned()),
            Ranks::OneUp => shifted(mv, -1),
        }
    }
}

/// The text with every number in it moved by `by`; `None` if one would be
/// negative or is beyond 9999.
fn shifted(mv: &str, by: i32) -> Option<String> {
    let mut out = String::with_capacity(mv.len() + 2);
    let mut rest = mv;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let (text, tail) = rest.split_at(at);
        let end = tail.find(|c: char| !c.is_ascii_digit()).unwrap_or(tail.len());
        let number: i32 = tail[..end].parse().ok().filter(|&n| n <= 9999)?;
        let moved = u32::try_from(number + by).ok()?;
        let _ = write!(out, "{text}{moved}");
        rest = &tail[end..];
    }
    out.push_str(rest);
    Some(out)
}

/// An option that an engine announced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// Its name.
    pub name: String,
    /// Its type: check, spin, combo, button, string, label.
    pub kind: String,
    /// The values of a combo.
    pub values: Vec<String>,
}

/// What an engine wrote, as far as the arena cares.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// `ucciok` or `uciok`.
    HandshakeDone,
    /// `readyok`.
    Ready,
    /// `id name …`.
    Name(String),
    /// `option …`.
    Option(EngineOption),
    /// `info …` with something in it.
    Info(Info),
    /// `bestmove …`.
    BestMove(String),
    /// `nobestmove`, or a `bestmove` of nothing: `(none)`, `0000`, `null`.
    NoMove,
    /// Anything else.
    Other,
}

/// What an `info` line says.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Info {
    /// The score, if given.
    pub score: Option<Score>,
    /// The depth that the score is of.
    pub depth: Option<u32>,
    /// Nodes so far.
    pub nodes: Option<u64>,
}

impl Info {
    /// Takes over what a later line says.
    pub fn update(&mut self, later: Info) {
        self.score = later.score.or(self.score);
        self.depth = later.depth.or(self.depth);
        self.nodes = later.nodes.or(self.nodes);
    }
}

impl Reply {
    /// Reads a line of either protocol; never fails, since engines print all sorts of things.
    pub fn parse(line: &str) -> Reply {
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("ucciok" | "uciok") => Reply::HandshakeDone,
            Some("readyok") => Reply::Ready,
            Some("nobestmove") => Reply::NoMove,
            Some("bestmove") => match words.next() {
                None | Some("(none)" | "none" | "0000" | "null" | "NULL") => Reply::NoMove,
                Some(mv) => Reply::BestMove(mv.to_owned()),
            },
            Some("id") if words.next() == Some("name") => Reply::Name(words.collect::<Vec<_>>().join(" ")),
            Some("option") => parse_option(words).map_or(Reply::Other, Reply::Option),
            Some("info") => parse_info(words).map_or(Reply::Other, Reply::Info),
            _ => Reply::Other,
        }
    }
}

/// `name Skill Level type spin …` (UCI) or `hashsize type spin …` (UCCI).
fn parse_option<'a>(words: impl Iterator<Item = &'a str>) -> Option<EngineOption> {
    let words: Vec<&str> = words.collect();
    let words = words.strip_prefix(&["name"]).unwrap_or(&words);
    let at = words.iter().position(|&word| word == "type")?;
    let name = words[..at].join(" ");
    let kind = (*words.get(at + 1)?).to_owned();
    let values = words[at + 2..].windows(2).filter(|pair| pair[0] == "var").map(|pair| pair[1].to_owned()).collect();
    (!name.is_empty()).then_some(EngineOption { name, kind, values })
}

/// `None` for a line about a second-best move (`multipv 2` and on) or without news.
fn parse_info<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<Info> {
    let mut info = Info::default();
    let mut depth = None;
    let mut word = words.next();
    while let Some(key) = word {
        word = words.next();
        match key {
            "pv" | "string" | "message" => break,
            "multipv" if word.is_some_and(|rank| rank != "1") => return None,
            "depth" => depth = word.and_then(|n| n.parse().ok()),
            "nodes" => info.nodes = word.and_then(|n| n.parse().ok()),
            "score" => {
                // UCI names the unit, UCCI does not.
                let unit = word.filter(|unit| matches!(*unit, "cp" | "mate"));
                let number = if unit.is_some() { words.next() } else { word };
                let number = number.and_then(|n| n.parse().ok());
                info.score = number.map(if unit == Some("mate") { Score::Mate } else { Score::Cp });
            }
            _ => {}
        }
    }
    // A depth without a score is one just begun.
    info.depth = depth.filter(|_| info.score.is_some());
    (info != Info::default()).then_some(info)
}

impl Protocol {
    /// The first command.
    pub fn handshake(self) -> &'static str {
        match self {
            Protocol::Ucci => "ucci",
            Protocol::Uci => "uci",
        }
    }

    /// The command that sets an option; without a value, that presses a button.
    pub fn set_option(self, name: &str, value: &str) -> String {
        match (self, value) {
            (Protocol::Ucci, "") => format!("setoption {name}"),
            (Protocol::Ucci, _) => format!("setoption {name} {value}"),
            (Protocol::Uci, "") => format!("setoption name {name}"),
            (Protocol::Uci, _) => format!("setoption name {name} value {value}"),
        }
    }

    /// The command before a new game.
    pub fn new_game(self) -> &'static str {
        match self {
            Protocol::Ucci => "setoption newgame",
            Protocol::Uci => "ucinewgame",
        }
    }

    /// The command that sets up the position of a turn.
    ///
    /// UCI engines get the whole game; UCCI engines, as their protocol asks, the
    /// position after the last irreversible move and the moves since.
    pub fn position(self, turn: &Turn<'_>, ranks: Ranks) -> String {
        let (start, skip) = match (self, turn.reduced) {
            (Protocol::Ucci, Some(reduced)) => reduced,
            _ => (turn.start, 0),
        };
        let mut text = format!("position fen {start}");
        for (i, mv) in turn.moves[skip.min(turn.moves.len())..].iter().enumerate() {
            text.push_str(if i == 0 { " moves " } else { " " });
            text.push_str(&ranks.to_engine(mv));
        }
        text
    }

    /// The command to think. `milliseconds` tells the unit of UCCI times.
    pub fn go(self, turn: &Turn<'_>, milliseconds: bool) -> String {
        match (self, turn.control()) {
            (_, TimeControl::Nodes(nodes)) => format!("go nodes {nodes}"),
            (_, TimeControl::Depth(depth)) => format!("go depth {depth}"),
            (Protocol::Uci, TimeControl::MoveTime(time)) => format!("go movetime {}", time.as_millis()),
            (Protocol::Uci, TimeControl::Clock { .. }) => uci_clock(turn),
            // UCCI has no time per move; a clock for one move says the same.
            (Protocol::Ucci, TimeControl::MoveTime(time)) => {
                format!("go time {} movestogo 1", ucci_time(time, milliseconds))
            }
            (Protocol::Ucci, TimeControl::Clock { .. }) => ucci_clock(turn, milliseconds),
        }
    }
}

fn increment(clock: &Clock) -> Duration {
    match clock.control() {
        TimeControl::Clock { increment, .. } => increment,
        _ => Duration::ZERO,
    }
}

fn uci_clock(turn: &Turn<'_>) -> String {
    let own = turn.clock();
    // An opponent without a clock is shown the mover's.
    let clock_of = |side: Side| Some(turn.clocks[side.index()]).filter(|c| c.left().is_some()).unwrap_or(own);
    let (first, second) = (clock_of(Side::First), clock_of(Side::Second));
    let ms = |clock: &Clock| clock.left().unwrap_or_default().as_millis();
    let mut text = format!(
        "go wtime {} btime {} winc {} binc {}",
        ms(first),
        ms(second),
        increment(first).as_millis(),
        increment(second).as_millis()
    );
    if let Some(moves) = own.moves_left() {
        let _ = write!(text, " movestogo {moves}");
    }
    text
}

fn ucci_time(time: Duration, milliseconds: bool) -> u128 {
    if milliseconds { time.as_millis() } else { time.as_secs().into() }
}

fn ucci_clock(turn: &Turn<'_>, milliseconds: bool) -> String {
    let part = |prefix: &str, clock: &Clock| {
        let left = clock.left()?;
        let time = ucci_time(left, milliseconds);
        Some(match clock.moves_left() {
            Some(moves) => format!("{prefix}time {time} {prefix}movestogo {moves}"),
            None => format!("{prefix}time {time} {prefix}increment {}", ucci_time(increment(clock), milliseconds)),
        })
    };
    let own = part("", turn.clock()).unwrap_or_default();
    match part("opp", turn.clocks[(!turn.side).index()]) {
        Some(other) => format!("go {own} {other}"),
        None => format!("go {own}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn replies_of_both_protocols() {
        assert_eq!(Reply::parse("ucciok"), Reply::HandshakeDone);
        assert_eq!(Reply::parse(" readyok \r"), Reply::Ready);
        assert_eq!(Reply::parse("bestmove h2e2 ponder h9g7"), Reply::BestMove("h2e2".into()));
        assert_eq!(Reply::parse("bestmove h2e2 draw"), Reply::BestMove("h2e2".into()));
        for none in ["nobestmove", "bestmove (none)", "bestmove"] {
            assert_eq!(Reply::parse(none), Reply::NoMove);
        }
        assert_eq!(Reply::parse("id name Elephant Eye"), Reply::Name("Elephant Eye".into()));
        assert_eq!(Reply::parse("id author X"), Reply::Other);
        assert_eq!(Reply::parse(""), Reply::Other);
        let option = |line| match Reply::parse(line) {
            Reply::Option(option) => (option.name, option.kind, option.values),
            other => panic!("{other:?}"),
        };
        assert_eq!(
            option("option name Skill Level type spin default 20 min -20 max 20"),
            ("Skill Level".into(), "spin".into(), vec![])
        );
        assert_eq!(
            option("option style type combo var solid var normal var risky default normal"),
            ("style".into(), "combo".into(), vec!["solid".into(), "normal".into(), "risky".into()])
        );
        assert_eq!(Reply::parse("option name Hash type"), Reply::Other);
    }

    #[test]
    fn infos_of_both_protocols() {
        let info = |line: &str| match Reply::parse(line) {
            Reply::Info(info) => info,
            other => panic!("{line}: {other:?}"),
        };
        let uci = info("info depth 12 seldepth 20 multipv 1 score cp -35 nodes 1234 nps 99 time 12 pv h2e2 score");
        assert_eq!(uci, Info { score: Some(Score::Cp(-35)), depth: Some(12), nodes: Some(1234) });
        assert_eq!(info("info depth 6 score mate -3 upperbound pv a0a1").score, Some(Score::Mate(-3)));
        assert_eq!(
            info("info depth 6 score 4 pv b0c2 b9c7"),
            Info { score: Some(Score::Cp(4)), depth: Some(6), nodes: None }
        );
        let ucci = info("info time 1000 nodes 50000");
        assert_eq!(ucci, Info { score: None, depth: None, nodes: Some(50_000) });
        for nothing in
            ["info depth 7 currmove h2e2", "info string score cp 3", "info multipv 2 score cp 9", "info", "info score"]
        {
            assert_eq!(Reply::parse(nothing), Reply::Other, "{nothing}");
        }
    }

    #[test]
    fn ranks_from_one() {
        let ranks = Ranks::OneUp;
        assert_eq!(ranks.to_engine("h2e2"), "h3e3");
        assert_eq!(ranks.to_engine("i9h9"), "i10h10");
        assert_eq!(ranks.to_game("i10h10").as_deref(), Some("i9h9"));
        assert_eq!(ranks.to_game("a0a1"), None, "there is no rank 0");
        assert_eq!(ranks.to_game("a99999999999"), None);
    }

    #[test]
    fn questions_in_both_protocols() {
        let clock = |text: &str| Clock::new(text.parse().expect("valid"), Duration::ZERO);
        let (first, second) = (clock("10+0.1"), clock("20+0.2"));
        let moves = ["a0a1".to_owned(), "a9a8".to_owned(), "b0b1".to_owned()];
        let turn =
            Turn { start: "S", moves: &moves, reduced: Some(("R", 2)), side: Side::Second, clocks: [&first, &second] };
        assert_eq!(Protocol::Uci.position(&turn, Ranks::OneUp), "position fen S moves a1a2 a10a9 b1b2");
        assert_eq!(Protocol::Ucci.position(&turn, Ranks::Native), "position fen R moves b0b1");
        assert_eq!(
            Protocol::Ucci.position(&Turn { moves: &[], reduced: None, ..turn }, Ranks::Native),
            "position fen S"
        );
        assert_eq!(Protocol::Uci.go(&turn, true), "go wtime 10000 btime 20000 winc 100 binc 200");
        assert_eq!(Protocol::Ucci.go(&turn, true), "go time 20000 increment 200 opptime 10000 oppincrement 100");
        assert_eq!(Protocol::Ucci.go(&turn, false), "go time 20 increment 0 opptime 10 oppincrement 0");
        let go = |protocol: Protocol, text: &str| protocol.go(&Turn { clocks: [&first, &clock(text)], ..turn }, true);
        assert_eq!(go(Protocol::Uci, "movetime=0.1"), "go movetime 100");
        assert_eq!(go(Protocol::Ucci, "movetime=0.1"), "go time 100 movestogo 1");
        assert_eq!(go(Protocol::Ucci, "nodes=77"), "go nodes 77");
        assert_eq!(go(Protocol::Uci, "depth=7"), "go depth 7");
        assert_eq!(go(Protocol::Uci, "40/60"), "go wtime 10000 btime 60000 winc 100 binc 0 movestogo 40");
        assert_eq!(go(Protocol::Ucci, "40/60"), "go time 60000 movestogo 40 opptime 10000 oppincrement 100");
        let alone = Turn { clocks: [&clock("depth=3"), &second], ..turn };
        assert_eq!(Protocol::Uci.go(&alone, true), "go wtime 20000 btime 20000 winc 200 binc 200");
        assert_eq!(Protocol::Ucci.go(&alone, true), "go time 20000 increment 200");
    }

    proptest! {
        #[test]
        fn any_line_is_read(line in "\\PC{0,80}") {
            Reply::parse(&line);
        }

        #[test]
        fn any_info_is_read(line in "info( (depth|score|cp|mate|nodes|pv|multipv|-?[0-9]{1,12})){0,8}") {
            Reply::parse(&line);
        }

        #[test]
        fn shifting_ranks_round_trips(mv in "[a-s][0-9]{1,2}[a-s][0-9]{1,2}") {
            let canonical = shifted(&mv, 0).expect("in range");
            prop_assert_eq!(Ranks::OneUp.to_game(&Ranks::OneUp.to_engine(&mv)), Some(canonical));
        }
    }
}
