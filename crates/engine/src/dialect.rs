//! How UCI and UCCI say the same things.

use crate::{EngineGame, MoveOf};
use duiyi_search::{Bound, Report, Score};
use std::fmt::Write;

/// The protocol that a front end speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// Universal Chess Interface, with squares a0–i9.
    Uci,
    /// Universal Chinese Chess Protocol 3.0 (中国象棋通用引擎协议).
    Ucci,
}

impl Dialect {
    /// A message for the user.
    pub(crate) fn message(self, text: impl std::fmt::Display) -> String {
        match self {
            Dialect::Uci => format!("info string {text}"),
            Dialect::Ucci => format!("info message {text}"),
        }
    }

    /// A score as the protocol writes it.
    pub(crate) fn score(self, score: Score) -> String {
        match self {
            Dialect::Uci => uci_score(score),
            Dialect::Ucci => ucci_score(score).to_string(),
        }
    }

    /// What an iteration found, in one line or two; `lines` of them are searched.
    pub(crate) fn report<G: EngineGame>(self, report: &Report<'_, MoveOf<G>>, lines: usize) -> String {
        let mut text = String::new();
        let line = if lines > 1 { format!(" multipv {}", report.line) } else { String::new() };
        let millis = report.elapsed.as_millis();
        let bound = match report.bound {
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
            _ => "",
        };
        let score = self.score(report.score);
        let written = match self {
            Dialect::Uci => write!(
                text,
                "info depth {} seldepth {}{line} score {score}{bound} nodes {} nps {} hashfull {} time {millis} pv",
                report.depth,
                report.selective_depth,
                report.nodes,
                report.nodes_per_second(),
                report.table_permille,
            ),
            Dialect::Ucci => {
                write!(
                    text,
                    "info time {millis} nodes {}\ninfo depth {}{line} score {score} pv",
                    report.nodes, report.depth
                )
            }
        };
        debug_assert!(written.is_ok(), "writing to a string cannot fail");
        for &mv in report.pv {
            text.push(' ');
            text += &G::write_move(mv);
        }
        text
    }

    /// A mate that was known without a search.
    pub(crate) fn known_mate<G: EngineGame>(self, score: Score, line: &[MoveOf<G>]) -> String {
        let depth = score.mate_distance().map_or(0, i32::unsigned_abs);
        let moves: String = line.iter().map(|&mv| format!(" {}", G::write_move(mv))).collect();
        format!("info depth {depth} score {} pv{moves}", self.score(score))
    }

    /// The end of a search.
    pub(crate) fn best_move<G: EngineGame>(self, best: Option<MoveOf<G>>, ponder: Option<MoveOf<G>>) -> String {
        let Some(best) = best else {
            return match self {
                Dialect::Uci => "bestmove (none)".to_owned(),
                Dialect::Ucci => "nobestmove".to_owned(),
            };
        };
        let mut text = format!("bestmove {}", G::write_move(best));
        if let Some(ponder) = ponder {
            text += " ponder ";
            text += &G::write_move(ponder);
        }
        text
    }
}

/// `cp 35` or `mate -2` (in moves, not plies).
fn uci_score(score: Score) -> String {
    match score.mate_distance() {
        Some(plies) if score > Score::ZERO => format!("mate {}", (plies + 1) / 2),
        Some(plies) => format!("mate -{}", -plies / 2),
        None => format!("cp {}", score.get()),
    }
}

/// A plain number; mates are near 10,000 and wins by rule near 9,900, as
/// ElephantEye has it and its front ends expect.
fn ucci_score(score: Score) -> i32 {
    const MATE: i32 = 10_000;
    const RULE: i32 = 9_900;
    const MOST: i32 = 9_700;
    let (value, sign) = (score.get().abs(), score.get().signum());
    sign * if score.is_mate() {
        MATE - (Score::MATE.get() - value)
    } else if score.is_decisive() {
        RULE - (Score::RULE.get() - value)
    } else {
        value.min(MOST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_written_as_each_protocol_wants() {
        assert_eq!(uci_score(Score::new(-35)), "cp -35");
        assert_eq!(uci_score(Score::mate_in(1)), "mate 1");
        assert_eq!(uci_score(Score::mate_in(5)), "mate 3");
        assert_eq!(uci_score(Score::mated_in(2)), "mate -1");
        assert_eq!(uci_score(Score::mated_in(0)), "mate -0");
        assert_eq!(ucci_score(Score::mate_in(3)), 9_997);
        assert_eq!(ucci_score(Score::mated_in(4)), -9_996);
        assert_eq!(ucci_score(Score::rule_loss(6)), -9_894);
        assert_eq!(ucci_score(Score::LIMIT), 9_700);
        assert_eq!(ucci_score(Score::new(12)), 12);
    }
}
