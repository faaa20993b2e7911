//! Problems: mates, and endgames with a single winning move.

use crate::{
    Move, Position, Xiangqi,
    endgame::{EndgameTable, Value},
    kit::{MATING_PATTERNS, MateSearch, MateSearchStopped},
};
use duiyi_endgame::{Analysis, Table, TableError, ranked_moves};
use duiyi_game::Game;
use duiyi_kit::page::{CheckedAnswer, Problem, Problems, Stopped};

/// The goal of a mate.
const MATE: [&str; 2] = ["mate", "将死对方"];
/// The goal of an endgame: each turn keeps the win, the first one alone.
const KEEP_THE_WIN: [&str; 2] = ["keep the win", "走出胜着"];
/// The theme of a mate without a named pattern.
const OTHER_MATES: [&str; 2] = ["Other mates", "其他杀法"];
/// The theme of an endgame whose pieces have no name here.
const OTHER_ENDGAMES: [&str; 2] = ["Other endgames", "其他残局"];
/// The maximum number of positions in the check of an answer: a second or two.
const CHECK_NODES: u64 = 6_000_000;

/// The endgames by the names of their tables.
const ENDGAMES: [(&str, [&str; 2]); 12] = [
    ("knka", ["Horse against advisor", "单马对单士"]),
    ("knkb", ["Horse against elephant", "单马对单象"]),
    ("knkaa", ["Horse against two advisors", "单马对双士"]),
    ("knkab", ["Horse against advisor and elephant", "单马对士象"]),
    ("kpka", ["Pawn against advisor", "单兵对单士"]),
    ("kpkb", ["Pawn against elephant", "单兵对单象"]),
    ("kcakb", ["Cannon and advisor against elephant", "炮仕对单象"]),
    ("kcaka", ["Cannon and advisor against advisor", "炮仕对单士"]),
    ("kppka", ["Two pawns against advisor", "双兵对单士"]),
    ("kppkb", ["Two pawns against elephant", "双兵对单象"]),
    ("krkab", ["Rook against advisor and elephant", "单车对士象"]),
    ("krkaa", ["Rook against two advisors", "单车对双士"]),
];

/// The lines of the file: what is asked (`m` mate, `e` endgame) with the number of turns, the difficulty, the
/// theme, the first move, the name, the board; Red moves.
const FILE: &str = include_str!("../problems.csv");

/// The problems; a test reads and solves all of them.
pub(super) fn problems() -> Problems<Xiangqi> {
    Problems { list: FILE.lines().filter_map(read).map(|(problem, _)| problem).collect(), check }
}

/// The mates among the problems.
pub(in crate::kit) fn mates() -> impl Iterator<Item = Problem> {
    problems().list.into_iter().filter(|problem| problem.goal == MATE)
}

/// A problem and its first move.
fn read(line: &str) -> Option<(Problem, Move)> {
    let fields: Vec<&str> = line.split(',').collect();
    let [asked, difficulty, theme, first, name, board] = fields[..] else { return None };
    let (kind, turns) = asked.split_at_checked(1)?;
    let named = |code: &str| MATING_PATTERNS.iter().find(|pattern| pattern.code == code).map(|pattern| pattern.names);
    let pieces = || ENDGAMES.iter().find(|(table, _)| *table == theme).map(|(_, names)| *names);
    let (goal, theme) = match kind {
        "m" => (MATE, named(theme).unwrap_or(OTHER_MATES)),
        _ => (KEEP_THE_WIN, pieces().unwrap_or(OTHER_ENDGAMES)),
    };
    let (position, turns) = (format!("{board} w - - 0 1"), turns.parse().ok()?);
    let problem = Problem { name: name.to_owned(), position, goal, turns, theme, difficulty: difficulty.parse().ok()? };
    Some((problem, first.parse().ok()?))
}

/// Whether the side that has moved reaches the goal in the remaining turns.
fn check(problem: &Problem, game: &Xiangqi, left: u32, stopped: Stopped<'_>) -> CheckedAnswer<Move> {
    if let Some(outcome) = game.outcome() {
        let wins = outcome.winner == Some(!game.side_to_move());
        return if wins { CheckedAnswer::Solved } else { CheckedAnswer::Fails { reply: None } };
    }
    if problem.goal == KEEP_THE_WIN {
        return keeps_win(game, left, stopped).unwrap_or(CheckedAnswer::Unknown);
    }
    mates_in_time(game.position(), left, stopped).unwrap_or(CheckedAnswer::Unknown)
}

fn mates_in_time(
    position: &Position,
    left: u32,
    stopped: Stopped<'_>,
) -> Result<CheckedAnswer<Move>, MateSearchStopped> {
    if left == 0 {
        return Ok(CheckedAnswer::Fails { reply: None });
    }
    let mut search = MateSearch::new(CHECK_NODES, stopped);
    if let Some(reply) = search.escape(position, left)? {
        return Ok(CheckedAnswer::Fails { reply: Some(vec![reply]) });
    }
    let reply = search.longest_defence(position, left)?.into_iter().collect();
    Ok(CheckedAnswer::Wins { reply })
}

/// Whether the side to move has lost by the tables of its pieces, which are built for the check.
fn keeps_win(game: &Xiangqi, left: u32, stopped: Stopped<'_>) -> Result<CheckedAnswer<Move>, TableError> {
    let Some(tables) = solved(game.position(), stopped) else { return Ok(CheckedAnswer::Unknown) };
    let ranked = ranked_moves(&tables, &mut game.clone())?;
    Ok(match ranked.first() {
        Some(&(reply, Value::Loss(_))) if left > 0 => CheckedAnswer::Wins { reply: vec![reply] },
        Some((_, Value::Loss(_))) => CheckedAnswer::Solved,
        Some(&(reply, _)) => CheckedAnswer::Fails { reply: Some(vec![reply]) },
        None => CheckedAnswer::Unknown,
    })
}

/// The tables of a position and of its captures; `None` if the check was stopped.
fn solved(position: &Position, stopped: Stopped<'_>) -> Option<Vec<Table<EndgameTable>>> {
    let mut tables: Vec<Table<EndgameTable>> = Vec::new();
    for pieces in EndgameTable::of(position).with_smaller() {
        if stopped() {
            return None;
        }
        let solved = Analysis::new(pieces).smaller_tables(&tables).solve().ok()?;
        tables.push(solved);
    }
    Some(tables)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::mating_pattern;
    use std::collections::HashSet;

    /// The maximum number of positions in the proof of a problem.
    const PROOF_NODES: u64 = 20_000_000;

    fn game(problem: &Problem) -> Xiangqi {
        Xiangqi::new(problem.position.parse().unwrap())
    }

    fn after(game: &Xiangqi, mv: Move) -> Xiangqi {
        let mut after = game.clone();
        after.make(mv);
        after
    }

    /// Exactly the first move reaches the goal; the theme is that of the solution; `check` agrees.
    fn verify(line: &str) {
        let (problem, first) = read(line).unwrap_or_else(|| panic!("{line}"));
        let theme = line.split(',').nth(2).unwrap();
        let game = game(&problem);
        if problem.goal == MATE {
            let (position, never): (_, Stopped<'_>) = (game.position(), &|| false);
            let mut search = MateSearch::new(PROOF_NODES, never);
            assert_eq!(search.distance(position, problem.turns), Ok(Some(problem.turns)), "{line}");
            assert_eq!(search.first_moves(position, problem.turns, 2), Ok(vec![first]), "{line}");
            let solution = search.line(position, first, problem.turns).unwrap();
            let last = solution.iter().fold(*position, |position, &mv| position.play(mv).unwrap());
            assert_eq!(mating_pattern(&last).map_or("", |pattern| pattern.code), theme, "{line}");
        } else {
            let tables = solved(game.position(), &|| false).unwrap();
            let ranked = ranked_moves(&tables, &mut game.clone()).unwrap();
            assert!(matches!(ranked[0], (mv, Value::Win(_)) if mv == first), "{line}");
            assert!(ranked.len() > 1 && !matches!(ranked[1].1, Value::Win(_)), "{line}");
            assert!(ENDGAMES.iter().any(|(name, _)| *name == theme), "{line}");
        }
        let answer = check(&problem, &after(&game, first), problem.turns - 1, &|| false);
        let last = problem.turns == 1;
        assert!(
            matches!(&answer, CheckedAnswer::Solved if last) || matches!(&answer, CheckedAnswer::Wins { .. } if !last),
            "{line}: {answer:?}"
        );
    }

    /// Every wrong answer to a problem is refuted.
    fn refuse_others(line: &str) {
        let (problem, first) = read(line).unwrap();
        let game = game(&problem);
        for mv in game.position().legal_moves().into_iter().filter(|&mv| mv != first) {
            let answer = check(&problem, &after(&game, mv), problem.turns - 1, &|| false);
            assert!(matches!(answer, CheckedAnswer::Fails { .. }), "{line}: {mv}: {answer:?}");
        }
    }

    #[test]
    fn the_file_is_read_with_enough_problems_of_each_kind() {
        let list = problems().list;
        assert_eq!(list.len(), FILE.lines().count());
        let count = |goal: [&str; 2], turns: Option<u32>| {
            list.iter()
                .filter(|problem| problem.goal == goal && turns.is_none_or(|turns| problem.turns == turns))
                .count()
        };
        for (turns, least) in (1..).zip([60, 90, 90, 40, 5]) {
            assert!(count(MATE, Some(turns)) >= least, "{turns}");
        }
        assert!(count(KEEP_THE_WIN, None) >= 45);
        let names: HashSet<_> = list.iter().map(|problem| &problem.name).collect();
        assert_eq!(names.len(), list.len());
        assert!(list.iter().all(|problem| (1..=5).contains(&problem.difficulty)));
        let themes: HashSet<_> = list.iter().map(|problem| problem.theme).collect();
        assert!(themes.len() >= 15 && !themes.contains(&OTHER_ENDGAMES), "{themes:?}");
    }

    #[test]
    fn a_sample_of_the_problems_has_a_single_first_move() {
        // Tables of long endgames take too long without optimization.
        let quick = |line: &&str| !line.starts_with('e') || line.contains(",kn") || line.contains(",kp");
        let lines: Vec<&str> = FILE.lines().filter(quick).collect();
        lines.iter().step_by((lines.len() / 40).max(1)).for_each(|line| verify(line));
    }

    #[test]
    fn wrong_answers_are_refused() {
        for kind in ["m1", "m2", "m3"] {
            FILE.lines().filter(|line| line.starts_with(kind)).step_by(40).for_each(refuse_others);
        }
    }

    #[ignore = "minutes, run by CI"]
    #[test]
    fn every_problem_has_a_single_first_move_and_wrong_answers_are_refused() {
        for line in FILE.lines() {
            verify(line);
            refuse_others(line);
        }
    }

    #[test]
    fn a_stopped_check_has_no_result() {
        let line = FILE.lines().find(|line| line.starts_with("m5")).unwrap();
        let (problem, first) = read(line).unwrap();
        let game = game(&problem);
        assert_eq!(check(&problem, &after(&game, first), 4, &|| true), CheckedAnswer::Unknown, "{line}");
        let line = FILE.lines().find(|line| line.starts_with('e')).unwrap();
        let (problem, first) = read(line).unwrap();
        let game = Xiangqi::new(problem.position.parse().unwrap());
        assert_eq!(check(&problem, &after(&game, first), 0, &|| true), CheckedAnswer::Unknown, "{line}");
    }
}
