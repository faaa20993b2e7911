//! The answer to "What is to be done here?": from the table, then double threats, then single
//! threats, then a defence against the other side's threat.

use super::ProblemTable;
use crate::notation::Coordinates;
use crate::solver::{Defences, Proof, SingleThreats, Solution, Solver, SolverLimits, Undecided};
use crate::{Board, Rules, Turn};
use std::fmt;

/// The limits of the search for an answer.
#[derive(Clone, Copy)]
pub struct AnswerLimits<'a> {
    /// For the search for double threats.
    pub double: SolverLimits<'a>,
    /// The width of the search for single threats, if there is one.
    pub single: Option<SingleThreats>,
    /// The maximum number of nodes of that search.
    pub single_nodes: u64,
    /// The limits for each turn tried against a threat of the other side; with 0 nodes no defence
    /// is searched for.
    pub defence: SolverLimits<'a>,
}

impl Default for AnswerLimits<'_> {
    /// Limits for a few seconds at most.
    fn default() -> Self {
        AnswerLimits {
            double: SolverLimits { turns: 40, nodes: 500_000, stop: None },
            single: Some(SingleThreats::default()),
            single_nodes: 100_000,
            defence: SolverLimits { turns: 12, nodes: 3000, stop: None },
        }
    }
}

/// The answer for a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The side to move wins.
    Win {
        /// The number of turns.
        turns: u32,
        /// The first turn.
        turn: Turn,
        /// The source of the win.
        by: WinSource,
    },
    /// No win is found, and the other side threatens to win.
    Defend {
        /// The number of turns in which the other side would win.
        threat: u32,
        /// The turns after which the other side has no win by double threats.
        turns: Vec<Turn>,
        /// The turns after which a limit was reached, so that they may lose or not.
        undecided: Vec<Turn>,
        /// Whether all turns are decided; `false` if there are undecided turns, or not all turns
        /// were tried.
        complete: bool,
        /// Whether it is proved that double threats do not win for the side to move.
        proved: bool,
    },
    /// No win is found, and none is threatened, or that was not asked.
    NoWin {
        /// Whether it is proved that double threats do not win.
        proved: bool,
    },
    /// No win is found, and a limit was reached before it was clear whether one is threatened.
    Unclear {
        /// Whether it is proved that double threats do not win.
        proved: bool,
    },
}

/// The source of a win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WinSource {
    /// A problem with this name in the table.
    Table(String),
    /// A win by turns that make as many threats as the other side has stones; no other such win has
    /// fewer turns.
    DoubleThreats,
    /// A win in which some turns make fewer threats. There may be shorter wins. It includes the
    /// proof, because finding it again is costly.
    SingleThreats(Box<Proof>),
}

impl Answer {
    /// Whether the search came to a result: a win, or the proof that double threats do not win.
    /// `false` if a limit was reached first.
    pub fn is_decided(&self) -> bool {
        match self {
            Answer::Win { .. } => true,
            Answer::Defend { proved, .. } | Answer::NoWin { proved } | Answer::Unclear { proved } => *proved,
        }
    }

    /// The answer as one line, points in the given coordinates: `win in 5: L6-M9`, `no win` (by
    /// double threats) or, if a limit was reached, `unknown`. The search for a defence adds lines
    /// before it.
    pub fn text(&self, rules: Rules, coordinates: Coordinates) -> impl fmt::Display + '_ {
        Text { answer: self, rules, coordinates }
    }
}

struct Text<'a> {
    answer: &'a Answer,
    rules: Rules,
    coordinates: Coordinates,
}

impl Text<'_> {
    /// Writes a line with the number of turns and the first of them.
    fn list(&self, f: &mut fmt::Formatter<'_>, turns: &[Turn], verb: &str) -> fmt::Result {
        write!(f, "{} turns {verb}", turns.len())?;
        for (index, turn) in turns.iter().take(20).enumerate() {
            let mark = if index == 0 { ':' } else { ',' };
            write!(f, "{mark} {}", self.coordinates.write_turn(self.rules, turn))?;
        }
        f.write_str(if turns.len() > 20 { " …\n" } else { "\n" })
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let without = if self.answer.is_decided() { "no win" } else { "unknown" };
        match self.answer {
            Answer::Win { turns, turn, .. } => {
                write!(f, "win in {turns}: {}", self.coordinates.write_turn(self.rules, turn))
            }
            Answer::Defend { threat, turns, undecided, complete, .. } => {
                write!(f, "a loss in {threat} is threatened, ")?;
                self.list(f, turns, "prevent it")?;
                if !undecided.is_empty() {
                    self.list(f, undecided, "are undecided")?;
                } else if !complete {
                    f.write_str("the search was stopped before all turns were tried\n")?;
                }
                f.write_str(without)
            }
            Answer::Unclear { .. } => write!(f, "whether a loss is threatened is unknown\n{without}"),
            Answer::NoWin { .. } => f.write_str(without),
        }
    }
}

/// Solves a position: with the table if there is one, then by search.
pub fn solve(board: &Board, table: Option<&ProblemTable>, solver: &mut Solver, effort: &AnswerLimits<'_>) -> Answer {
    if let Some(known) = table.and_then(|table| table.lookup(board)) {
        return Answer::Win { turns: known.turns, turn: known.turn, by: WinSource::Table(known.name.to_owned()) };
    }
    let verdict = solver.solve(board, &effort.double);
    if let Solution::Win { turns, turn } = verdict {
        return Answer::Win { turns, turn, by: WinSource::DoubleThreats };
    }
    if let Some(how) = effort.single {
        let limits = SolverLimits { nodes: effort.single_nodes, ..effort.double };
        if let Some(proof) = solver.solve_singly(board, how, &limits) {
            let (turns, turn) = (proof.turns(), proof.turn);
            return Answer::Win { turns, turn, by: WinSource::SingleThreats(Box::new(proof)) };
        }
    }
    let proved = verdict == Solution::NoWin;
    if effort.defence.nodes == 0 {
        return Answer::NoWin { proved };
    }
    let defended = solver.threat(board, &effort.defence).and_then(|threat| match threat {
        Some(threat) => Ok(solver.defences(board, &effort.defence)?.map(|defences| (threat, defences))),
        None => Ok(None),
    });
    match defended {
        Ok(Some((threat, Defences { turns, undecided, complete, .. }))) => {
            Answer::Defend { threat: threat.proof.turns(), turns, undecided, complete, proved }
        }
        Ok(None) => Answer::NoWin { proved },
        Err(Undecided) => Answer::Unclear { proved },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BLACK, Point, Side, WHITE};

    fn points(names: &str) -> Vec<Point> {
        let read = |name| Coordinates::Letters.read(Rules::CONNECT6, name).expect("a point");
        names.split_whitespace().map(read).collect()
    }

    fn answer(black: &str, white: &str, to_move: Side, table: Option<&ProblemTable>) -> Answer {
        let rules = Rules::CONNECT6;
        let board = Board::from_stones(rules, &points(black), &points(white), to_move).expect("a position");
        let mut solver = Solver::new(rules, 1 << 20);
        let effort = AnswerLimits { single_nodes: 2000, ..AnswerLimits::default() };
        solve(&board, table, &mut solver, &effort)
    }

    fn text(answer: &Answer) -> String {
        answer.text(Rules::CONNECT6, Coordinates::Letters).to_string()
    }

    #[test]
    fn a_problem_is_answered_with_and_without_the_table() {
        let (black, white) = ("J10 L11 K13 L10 L12", "J9 K12 J12 M12 L9 N10");
        let searched = answer(black, white, BLACK, None);
        assert!(matches!(searched, Answer::Win { turns: 2, by: WinSource::DoubleThreats, .. }), "{searched:?}");
        let table = ProblemTable::suite();
        let known = answer(black, white, BLACK, Some(&table));
        assert!(matches!(&known, Answer::Win { turns: 2, by: WinSource::Table(name), .. } if name == "dorgonman-2"));
        assert_eq!(text(&known), "win in 2: K11-M13");
    }

    #[test]
    fn fours_must_be_met_and_an_empty_board_needs_no_answer() {
        let four = answer("H10 I10 J10 K10", "A1 C3 R17", WHITE, None);
        let Answer::Defend { threat: 1, turns, complete: true, proved: true, .. } = &four else { panic!("{four:?}") };
        // G10 and L10, or an adjacent point with the far end.
        assert_eq!(turns.len(), 3);
        assert!(text(&four).ends_with("\nno win"));
        let none = answer("J10", "A1 S19", BLACK, None);
        assert_eq!(none, Answer::NoWin { proved: true });
        assert_eq!(text(&none), "no win");
        let stopped = Answer::NoWin { proved: false };
        assert_eq!((text(&stopped).as_str(), stopped.is_decided()), ("unknown", false));
    }

    #[test]
    fn a_defence_that_the_limits_leave_undecided_is_listed_as_such() {
        let (black, white) = ("G6 F7 H7 K8 M8 N12 G13 J13 I14", "I7 L7 G8 G10 N10 N11 H13 M13");
        let found = answer(black, white, WHITE, None);
        let Answer::Defend { threat: 3, turns, undecided, complete: false, .. } = &found else { panic!("{found:?}") };
        // Black wins in 5 turns after E4-E6.
        let rules = Rules::CONNECT6;
        let lost = Coordinates::Letters.read_turn(rules, "E4-E6").expect("a turn");
        assert!(undecided.contains(&lost) && !turns.contains(&lost));
        let (holding, open) = (turns.len(), undecided.len());
        let text = text(&found);
        assert!(text.starts_with(&format!("a loss in 3 is threatened, {holding} turns prevent it: ")), "{text}");
        assert!(text.contains(&format!("\n{open} turns are undecided: ")), "{text}");
        // Not even the threat is found.
        let board = Board::from_stones(rules, &points(black), &points(white), WHITE).expect("a position");
        let usual = AnswerLimits { single: None, ..AnswerLimits::default() };
        let effort = AnswerLimits { defence: SolverLimits { nodes: 1, ..usual.defence }, ..usual };
        let unclear = solve(&board, None, &mut Solver::new(rules, 1 << 20), &effort);
        assert_eq!(unclear, Answer::Unclear { proved: true });
        let text = unclear.text(rules, Coordinates::Letters).to_string();
        assert_eq!(text, "whether a loss is threatened is unknown\nno win");
    }
}
