//! The lines that engines print in UCI and UCCI, apart from those of options.

use super::{ChessProtocol, OptionLine, WrittenScore, push};
use duiyi_search::Bound;
use std::time::Duration;

/// A line of an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// `ucciok` or `uciok`.
    HandshakeDone,
    /// `readyok`.
    Ready,
    /// `option …` with a name and a type.
    Option(OptionLine),
    /// `info …`.
    Info(Info),
    /// `bestmove …` or `nobestmove`.
    BestMove(BestMove),
    /// Any other line.
    Other,
}

impl Reply {
    /// Parses a line of either protocol; it never fails, since engines print arbitrary text.
    pub fn parse(line: &str) -> Reply {
        match line.split_ascii_whitespace().next() {
            Some("ucciok" | "uciok") => Reply::HandshakeDone,
            Some("readyok") => Reply::Ready,
            Some("option") => OptionLine::read(line).and_then(Result::ok).map_or(Reply::Other, Reply::Option),
            Some("info") => Info::read(line).map_or(Reply::Other, Reply::Info),
            _ => BestMove::read(line).map_or(Reply::Other, Reply::BestMove),
        }
    }
}

/// A line `info …`; what it does not contain is `None` or empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The greatest depth reached.
    pub selective_depth: Option<u32>,
    /// The number of the line, from 1.
    pub line: Option<u32>,
    /// The score.
    pub score: Option<WrittenScore>,
    /// A bound that the score is, if it is not exact.
    pub bound: Option<Bound>,
    /// The nodes since the start of the search.
    pub nodes: Option<u64>,
    /// The speed.
    pub nodes_per_second: Option<u64>,
    /// The used part of the table in thousandths.
    pub table_permille: Option<u32>,
    /// The time since the start of the search.
    pub time: Option<Duration>,
    /// The moves of the line, separated by blanks.
    pub pv: String,
}

impl Info {
    /// Reads a line; `None` for other lines. A message (`string`, `message`) ends it.
    pub fn read(line: &str) -> Option<Info> {
        let mut words = line.split_ascii_whitespace();
        (words.next() == Some("info")).then_some(())?;
        let mut info = Info::default();
        let mut word = words.next();
        while let Some(key) = word {
            word = words.next();
            match key {
                "string" | "message" => break,
                "depth" => info.depth = number(word),
                "seldepth" => info.selective_depth = number(word),
                "multipv" => info.line = number(word),
                "nodes" => info.nodes = number(word),
                "nps" => info.nodes_per_second = number(word),
                "hashfull" => info.table_permille = number(word),
                "time" => info.time = number(word).map(Duration::from_millis),
                "lowerbound" => info.bound = Some(Bound::Lower),
                "upperbound" => info.bound = Some(Bound::Upper),
                // UCI includes the unit, UCCI does not.
                "score" => {
                    info.score = match word {
                        Some("cp") => number(words.next()).map(WrittenScore::Value),
                        Some("mate") => number(words.next()).map(WrittenScore::Mate),
                        value => number(value).map(WrittenScore::Value),
                    }
                }
                "pv" => {
                    let moves: Vec<&str> = word.into_iter().chain(words.by_ref()).collect();
                    info.pv = moves.join(" ");
                    break;
                }
                _ => {}
            }
        }
        Some(info)
    }

    /// Formats the line, or the two lines of UCCI, which has another one for time and nodes.
    pub fn write(&self, protocol: ChessProtocol) -> String {
        let is_uci = protocol == ChessProtocol::Uci;
        let mut text = match (self.time, self.nodes) {
            (Some(time), Some(nodes)) if !is_uci => effort(time, nodes) + "\ninfo",
            _ => "info".to_owned(),
        };
        push(&mut text, "depth", self.depth);
        push(&mut text, "seldepth", self.selective_depth.filter(|_| is_uci));
        push(&mut text, "multipv", self.line);
        push(&mut text, "score", self.score.map(|score| score.write(protocol)));
        text += match self.bound {
            Some(Bound::Lower) => " lowerbound",
            Some(Bound::Upper) => " upperbound",
            _ => "",
        };
        if is_uci {
            push(&mut text, "nodes", self.nodes);
            push(&mut text, "nps", self.nodes_per_second);
            push(&mut text, "hashfull", self.table_permille);
            push(&mut text, "time", self.time.map(|time| time.as_millis()));
        }
        push(&mut text, "pv", Some(&self.pv).filter(|pv| !pv.is_empty()));
        text
    }

    /// The moves of the line.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        self.pv.split(' ').filter(|mv| !mv.is_empty())
    }
}

fn number<N: std::str::FromStr>(word: Option<&str>) -> Option<N> {
    word.and_then(|word| word.parse().ok())
}

/// The line with the time and the nodes of a search, in either protocol.
pub fn effort(time: Duration, nodes: u64) -> String {
    format!("info time {} nodes {nodes}", time.as_millis())
}

/// A line that ends a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BestMove {
    /// The move; `None` for `nobestmove`, or a `bestmove` without a move: `(none)`, `0000`, `null`.
    pub mv: Option<String>,
    /// The expected reply, for pondering.
    pub ponder: Option<String>,
}

impl BestMove {
    /// Reads `bestmove MOVE [ponder MOVE] …` or `nobestmove`; `None` for other lines.
    pub fn read(line: &str) -> Option<BestMove> {
        let mut words = line.split_ascii_whitespace();
        match words.next()? {
            "nobestmove" => Some(BestMove::default()),
            "bestmove" => {
                let mv = words.next().filter(|mv| !matches!(*mv, "(none)" | "none" | "0000" | "null" | "NULL"));
                let ponder = words.next().filter(|&word| word == "ponder").and_then(|_| words.next());
                Some(BestMove { mv: mv.map(str::to_owned), ponder: ponder.filter(|_| mv.is_some()).map(str::to_owned) })
            }
            _ => None,
        }
    }

    /// Formats the line.
    pub fn write(&self, protocol: ChessProtocol) -> String {
        match (&self.mv, &self.ponder, protocol) {
            (Some(mv), Some(ponder), _) => format!("bestmove {mv} ponder {ponder}"),
            (Some(mv), None, _) => format!("bestmove {mv}"),
            (None, _, ChessProtocol::Uci) => "bestmove (none)".to_owned(),
            (None, _, ChessProtocol::Ucci) => "nobestmove".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn replies_of_both_protocols_are_parsed() {
        assert_eq!(Reply::parse("ucciok"), Reply::HandshakeDone);
        assert_eq!(Reply::parse(" readyok \r"), Reply::Ready);
        let best = |ponder: Option<&str>| {
            Reply::BestMove(BestMove { mv: Some("h2e2".into()), ponder: ponder.map(str::to_owned) })
        };
        assert_eq!(Reply::parse("bestmove h2e2 ponder h9g7"), best(Some("h9g7")));
        assert_eq!(Reply::parse("bestmove h2e2 draw"), best(None));
        assert_eq!(Reply::parse("bestmove h2e2 ponder"), best(None));
        for none in ["nobestmove", "bestmove (none)", "bestmove", "bestmove (none) ponder h9g7"] {
            assert_eq!(Reply::parse(none), Reply::BestMove(BestMove::default()));
        }
        assert_eq!(Reply::parse("id name Elephant Eye"), Reply::Other);
        assert_eq!(Reply::parse(""), Reply::Other);
        assert!(matches!(Reply::parse("option name Hash type spin"), Reply::Option(_)));
        assert_eq!(Reply::parse("option name Hash type"), Reply::Other);
    }

    #[test]
    fn info_lines_of_both_protocols_are_read() {
        let info = |line: &str| Info::read(line).expect("info");
        let uci =
            info("info depth 12 seldepth 20 multipv 2 score mate -2 upperbound nodes 90 nps 9 time 7 pv h2e2 h9g7");
        let expected = Info {
            depth: Some(12),
            selective_depth: Some(20),
            line: Some(2),
            score: Some(WrittenScore::Mate(-2)),
            bound: Some(Bound::Upper),
            nodes: Some(90),
            nodes_per_second: Some(9),
            time: Some(Duration::from_millis(7)),
            pv: "h2e2 h9g7".into(),
            ..Info::default()
        };
        assert_eq!((uci.moves().collect::<Vec<_>>(), &uci), (vec!["h2e2", "h9g7"], &expected));
        assert_eq!(info("info depth 1 score -35 pv h2e2").score, Some(WrittenScore::Value(-35)));
        assert_eq!(info("info score cp 12 depth 3").score, Some(WrittenScore::Value(12)));
        // Words after the moves belong to them, and a message ends the line.
        assert_eq!(info("info depth 3 pv h2e2 score").score, None);
        assert_eq!(info("info string depth 3 pv x"), Info::default());
        assert_eq!(info("info depth 3 message score 5"), Info { depth: Some(3), ..Info::default() });
        for empty in ["info", "info score", "info score cp", "info depth x"] {
            assert_eq!(info(empty), Info::default(), "{empty}");
        }
        assert_eq!(Info::read("bestmove h2e2"), None);
    }

    #[test]
    fn ucci_has_a_line_for_the_effort() {
        let info = Info {
            depth: Some(3),
            selective_depth: Some(9),
            line: Some(2),
            score: Some(WrittenScore::Value(-35)),
            nodes: Some(90),
            nodes_per_second: Some(45_000),
            table_permille: Some(7),
            time: Some(Duration::from_millis(2)),
            pv: "h2e2 h9g7".into(),
            ..Info::default()
        };
        let uci = "info depth 3 seldepth 9 multipv 2 score cp -35 nodes 90 nps 45000 hashfull 7 time 2 pv h2e2 h9g7";
        assert_eq!(info.write(ChessProtocol::Uci), uci);
        assert_eq!(Info::read(uci), Some(info.clone()));
        let ucci = "info time 2 nodes 90\ninfo depth 3 multipv 2 score -35 pv h2e2 h9g7";
        assert_eq!(info.write(ChessProtocol::Ucci), ucci);
        let untimed = Info { time: None, ..info };
        assert_eq!(untimed.write(ChessProtocol::Ucci), "info depth 3 multipv 2 score -35 pv h2e2 h9g7");
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

        /// What a session prints, the arena reads.
        #[test]
        fn info_lines_are_read_as_they_are_written(
            depth in 0_u32..200,
            mate in any::<bool>(),
            number in 1_i32..9_000,
            bound in prop::option::of(prop::sample::select(vec![Bound::Lower, Bound::Upper])),
            nodes in any::<u64>(),
            pv in "([a-i][0-9][a-i][0-9]( [a-i][0-9][a-i][0-9]){0,5})?",
        ) {
            let score = if mate { WrittenScore::Mate(number) } else { WrittenScore::Value(-number) };
            let info = Info { depth: Some(depth), score: Some(score), bound, nodes: Some(nodes), pv, ..Info::default() };
            prop_assert_eq!(Info::read(&info.write(ChessProtocol::Uci)), Some(info));
        }
    }
}
