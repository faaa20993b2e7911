//! The text of the engine protocols, UCCI (中国象棋通用引擎协议) and UCI, from the side of the front end:
//! formats commands and parses answers. It does not use processes; the `go` command and its clocks
//! are in a separate module.
//!
//! UCCI 3.0 (xqbase, 2007) and UCI (Meyer-Kahlen and Huber, 2000) differ in the form of options,
//! clocks and scores. Engines also differ in how they number ranks: engines for many variants on
//! boards of up to twelve ranks write `h10` where others write `h9`.

use crate::{question::Question, score};
use duiyi_game::Score;
use serde::{Deserialize, Serialize};
use std::{fmt::Write, str::FromStr};

/// The protocol of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// The universal Chinese chess protocol, 3.0.
    Ucci,
    /// The universal chess interface.
    Uci,
}

/// An unknown protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown protocol '{text}'; expected one of {expected}")]
pub struct ParseProtocolError {
    /// The text, shortened.
    pub text: String,
    /// The known names.
    pub expected: String,
}

impl FromStr for Protocol {
    type Err = ParseProtocolError;

    fn from_str(text: &str) -> Result<Protocol, ParseProtocolError> {
        match text {
            "ucci" => Ok(Protocol::Ucci),
            "uci" => Ok(Protocol::Uci),
            _ => Err(ParseProtocolError { text: text.chars().take(20).collect(), expected: "uci, ucci".to_owned() }),
        }
    }
}

/// How an engine numbers ranks, relative to the game's notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ranks {
    /// Like the game.
    Native,
    /// One higher: from 1 where the game counts from 0.
    OneUp,
}

impl Ranks {
    /// Converts a move of the game to the engine's numbers.
    pub fn to_engine(self, mv: &str) -> String {
        match self {
            Ranks::Native => mv.to_owned(),
            Ranks::OneUp => shifted(mv, 1).unwrap_or_else(|| mv.to_owned()),
        }
    }

    /// Converts a move of the engine to the game's numbers; `None` if its rank is out of range
    /// in the engine's numbering.
    pub fn to_game(self, mv: &str) -> Option<String> {
        match self {
            Ranks::Native => Some(mv.to_owned()),
            Ranks::OneUp => shifted(mv, -1),
        }
    }
}

/// Adds `by` to every number in the text; `None` if a result would be
/// negative or above 9999.
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

/// An option announced by an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EngineOption {
    /// The name.
    pub(crate) name: String,
    /// The values of a combo option.
    pub(crate) values: Vec<String>,
}

/// A parsed line of an engine's output.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Reply {
    /// `ucciok` or `uciok`.
    HandshakeDone,
    /// `readyok`.
    Ready,
    /// `option …`.
    Option(EngineOption),
    /// `info …` with relevant content.
    Info(Info),
    /// `bestmove …`.
    BestMove {
        /// The move.
        mv: String,
        /// The expected reply, for pondering.
        ponder: Option<String>,
    },
    /// `nobestmove`, or a `bestmove` without a move: `(none)`, `0000`, `null`.
    NoMove,
    /// Any other line.
    Other,
}

/// The content of an `info` line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Info {
    /// The score, if any.
    pub(crate) score: Option<Score>,
    /// The depth of the score.
    pub(crate) depth: Option<u32>,
    /// Nodes so far.
    pub(crate) nodes: Option<u64>,
}

impl Info {
    /// Updates the fields that a later line contains.
    pub(crate) fn update(&mut self, later: Info) {
        self.score = later.score.or(self.score);
        self.depth = later.depth.or(self.depth);
        self.nodes = later.nodes.or(self.nodes);
    }
}

impl Reply {
    /// Parses a line of either protocol; it never fails, since engines print arbitrary text.
    pub(crate) fn parse(line: &str) -> Reply {
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("ucciok" | "uciok") => Reply::HandshakeDone,
            Some("readyok") => Reply::Ready,
            Some("nobestmove") => Reply::NoMove,
            Some("bestmove") => match words.next() {
                None | Some("(none)" | "none" | "0000" | "null" | "NULL") => Reply::NoMove,
                Some(mv) => {
                    let ponder = words.next().filter(|&word| word == "ponder").and_then(|_| words.next());
                    Reply::BestMove { mv: mv.to_owned(), ponder: ponder.map(str::to_owned) }
                }
            },
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
    let values =
        words.get(at + 2..)?.windows(2).filter(|pair| pair[0] == "var").map(|pair| pair[1].to_owned()).collect();
    (!name.is_empty()).then_some(EngineOption { name, values })
}

/// `None` for a line about another variation (`multipv 2` and higher) or without content.
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
                // UCI includes the unit, UCCI does not.
                let unit = word.filter(|unit| matches!(*unit, "cp" | "mate"));
                let number = if unit.is_some() { words.next() } else { word };
                let number = number.and_then(|n| n.parse().ok());
                info.score = number.map(if unit == Some("mate") { score::from_mate } else { Score::from_centipawns });
            }
            _ => {}
        }
    }
    // A depth without a score belongs to an iteration that has just begun.
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

    /// The command that sets an option; without a value, for a button.
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

    /// The command that sets up the position of a request.
    ///
    /// UCI engines receive the whole game; UCCI engines, as required by their protocol, the
    /// position after the last irreversible move and the moves since then.
    pub(crate) fn position(self, asked: &Question<'_>, ranks: Ranks) -> String {
        let (start, skip) = match (self, asked.reduced) {
            (Protocol::Ucci, Some(reduced)) => reduced,
            _ => (asked.start, 0),
        };
        let mut text = format!("position fen {start}");
        for (i, mv) in asked.turns[skip.min(asked.turns.len())..].iter().enumerate() {
            text.push_str(if i == 0 { " moves " } else { " " });
            text.push_str(&ranks.to_engine(mv));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Clocks;
    use duiyi_clock::{Ledger, TimeControl};
    use duiyi_game::Side;
    use proptest::prelude::*;
    use std::time::Duration;

    #[test]
    fn replies_of_both_protocols_are_parsed() {
        assert_eq!(Reply::parse("ucciok"), Reply::HandshakeDone);
        assert_eq!(Reply::parse(" readyok \r"), Reply::Ready);
        let best = |ponder: Option<&str>| Reply::BestMove { mv: "h2e2".into(), ponder: ponder.map(str::to_owned) };
        assert_eq!(Reply::parse("bestmove h2e2 ponder h9g7"), best(Some("h9g7")));
        assert_eq!(Reply::parse("bestmove h2e2 draw"), best(None));
        assert_eq!(Reply::parse("bestmove h2e2 ponder"), best(None));
        for none in ["nobestmove", "bestmove (none)", "bestmove"] {
            assert_eq!(Reply::parse(none), Reply::NoMove);
        }
        assert_eq!(Reply::parse("id name Elephant Eye"), Reply::Other);
        assert_eq!(Reply::parse(""), Reply::Other);
        let option = |line| match Reply::parse(line) {
            Reply::Option(option) => (option.name, option.values),
            other => panic!("{other:?}"),
        };
        assert_eq!(
            option("option name Skill Level type spin default 20 min -20 max 20"),
            ("Skill Level".into(), vec![])
        );
        assert_eq!(
            option("option style type combo var solid var normal var risky default normal"),
            ("style".into(), vec!["solid".into(), "normal".into(), "risky".into()])
        );
        assert_eq!(Reply::parse("option name Hash type"), Reply::Other);
    }

    #[test]
    fn info_lines_of_both_protocols_are_parsed() {
        let info = |line: &str| match Reply::parse(line) {
            Reply::Info(info) => info,
            other => panic!("{line}: {other:?}"),
        };
        let uci = info("info depth 12 seldepth 20 multipv 1 score cp -35 nodes 1234 nps 99 time 12 pv h2e2 score");
        assert_eq!(uci, Info { score: Some(Score::new(-35)), depth: Some(12), nodes: Some(1234) });
        assert_eq!(info("info depth 6 score cp -19980 pv a0a1").score, Some(Score::rule_loss(20)));
        assert_eq!(info("info depth 6 score mate -3 upperbound pv a0a1").score, Some(Score::mated_in(6)));
        assert_eq!(
            info("info depth 6 score 4 pv b0c2 b9c7"),
            Info { score: Some(Score::new(4)), depth: Some(6), nodes: None }
        );
        assert_eq!(info("info depth 6 score 31999 pv b0c2").score, Some(Score::RULE), "centipawns never become a mate");
        let ucci = info("info time 1000 nodes 50000");
        assert_eq!(ucci, Info { score: None, depth: None, nodes: Some(50_000) });
        for nothing in
            ["info depth 7 currmove h2e2", "info string score cp 3", "info multipv 2 score cp 9", "info", "info score"]
        {
            assert_eq!(Reply::parse(nothing), Reply::Other, "{nothing}");
        }
    }

    #[test]
    fn ranks_can_be_numbered_from_one() {
        let ranks = Ranks::OneUp;
        assert_eq!(ranks.to_engine("h2e2"), "h3e3");
        assert_eq!(ranks.to_engine("i9h9"), "i10h10");
        assert_eq!(ranks.to_game("i10h10").as_deref(), Some("i9h9"));
        assert_eq!(ranks.to_game("a0a1"), None, "there is no rank 0");
        assert_eq!(ranks.to_game("a99999999999"), None);
    }

    #[test]
    fn positions_are_sent_in_both_protocols() {
        let clock = Ledger::new(&TimeControl::Infinite);
        let moves = ["a0a1".to_owned(), "a9a8".to_owned(), "b0b1".to_owned()];
        let (ledgers, margin) = ([&clock, &clock], Duration::ZERO);
        let clocks = Clocks { ledgers, mover: Side::Second, margin, node_clock: None };
        let asked = Question { start: "S", turns: &moves, reduced: Some(("R", 2)), clocks };
        assert_eq!(Protocol::Uci.position(&asked, Ranks::OneUp), "position fen S moves a1a2 a10a9 b1b2");
        assert_eq!(Protocol::Ucci.position(&asked, Ranks::Native), "position fen R moves b0b1");
        assert_eq!(
            Protocol::Ucci.position(&Question { turns: &[], reduced: None, ..asked }, Ranks::Native),
            "position fen S"
        );
    }

    proptest! {
        #[test]
        fn any_line_can_be_parsed(line in "\\PC{0,80}") {
            Reply::parse(&line);
        }

        #[test]
        fn any_info_line_can_be_parsed(line in "info( (depth|score|cp|mate|nodes|pv|multipv|-?[0-9]{1,12})){0,8}") {
            Reply::parse(&line);
        }

        #[test]
        fn shifting_ranks_round_trips(mv in "[a-s][0-9]{1,2}[a-s][0-9]{1,2}") {
            let canonical = shifted(&mv, 0).expect("in range");
            prop_assert_eq!(Ranks::OneUp.to_game(&Ranks::OneUp.to_engine(&mv)), Some(canonical));
        }
    }
}
