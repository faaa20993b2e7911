//! The ruling at the end of a line whose score is a win or a loss by a rule.

use crate::player::Decision;
use duiyi_game::{Game, History, Notation, OutcomeKind, Score, legal_moves};
use duiyi_search::ScoreClaim;

/// The number of times that a cycle is played again: more than any rule set requires.
const CYCLES: usize = 8;

/// Describes the ruling that ends the line of a decision: whether it is confirmed or only expected, its rule
/// set, the article, the result with the reason, and the moves of the cycle.
/// `None` if the score claims no ruling.
///
/// A search rules at the first repetition, so the cycle at the end of the line is played again until
/// the rules end the game.
pub(crate) fn ruling_of_line<G: Notation>(game: &History<G>, decision: &Decision<G::Move>) -> Option<String> {
    match decision.claim {
        ScoreClaim::Ruling => Some(format!("ruling {}", cited(game, decision)?)),
        ScoreClaim::RulingExpected => Some(match cited(game, decision) {
            Some(ruling) => format!("ruling expected, not confirmed: {ruling}"),
            None => "ruling expected, not confirmed".to_owned(),
        }),
        ScoreClaim::None | ScoreClaim::Mate => None,
    }
}

/// The rule set, the article, the result, and the cycle of the ruling after a decision's line.
fn cited<G: Notation>(game: &History<G>, decision: &Decision<G::Move>) -> Option<String> {
    let mut line = game.clone();
    for &mv in &decision.line {
        if line.outcome().is_some() {
            break;
        }
        line.play(mv).ok()?;
    }
    let mut cycle = last_cycle(&line);
    if cycle.is_empty() {
        // The search has not made the move that repeats a position.
        let repeats = legal_moves(line.now()).into_iter().find(|&mv| {
            let repeats = line.play(mv).is_ok() && !last_cycle(&line).is_empty();
            line.undo();
            repeats
        })?;
        line.play(repeats).ok()?;
        cycle = last_cycle(&line);
    }
    for &mv in cycle.iter().cycle().take(CYCLES * cycle.len()) {
        if line.outcome().is_some() {
            break;
        }
        line.play(mv).ok()?;
    }
    let outcome = line.outcome().filter(|outcome| outcome.kind == OutcomeKind::Ruling)?;
    let after = match decision.score.and_then(Score::rule_distance) {
        Some(1) => " after 1 ply".to_owned(),
        Some(plies) => format!(" after {plies} plies"),
        None => String::new(),
    };
    let cited = line.now().cited_ruling()?;
    let (rules, cycle) = (game.now().rules(), line.now().write_line(&cited.cycle));
    Some(format!("{rules} {}: {outcome}{after}, cycle {cycle}", cited.article))
}

/// The moves since the last earlier occurrence of the current position; empty if there is none.
fn last_cycle<G: Game + Clone>(line: &History<G>) -> Vec<G::Move> {
    let keys: Vec<u64> = line.positions().map(|position| position.key()).collect();
    let Some((now, earlier)) = keys.split_last() else { return Vec::new() };
    let from = earlier.iter().rposition(|key| key == now);
    from.map_or_else(Vec::new, |from| line.moves()[from..].to_vec())
}
