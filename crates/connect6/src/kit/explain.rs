//! `analyse --explain`: the terms of the static score, and the patterns of the board.

use crate::{
    Board,
    evaluation::{AnyEvaluation, ScoredPoint},
    notation::Coordinates,
    patterns::{Pattern, PatternChange, PatternTable},
    side_name,
};
use std::fmt::Write;

/// A sign for each direction, by [`Direction::index`].
const SIGNS: [&str; 4] = ["-", "|", "/", "\\"];

/// The score with its terms. In Connect6 also the pattern of each stone on each line, and the
/// changes by the stone that the evaluation rates best.
pub fn explain(board: &Board, evaluation: &AnyEvaluation) -> String {
    let (to_move, left) = (board.to_move(), board.stones_left());
    let mut text = match evaluation {
        AnyEvaluation::Shapes(evaluation) => evaluation.explain(to_move, left).to_string(),
        AnyEvaluation::Patterns(evaluation) => evaluation.explain(to_move, left).to_string(),
    };
    // The fifteen patterns are those of six in a row and two stones a turn.
    if (board.rules().k(), board.rules().p()) == (6, 2) {
        text.push_str("\n\n");
        patterns(&mut text, board, evaluation);
    }
    text
}

/// The tables of the patterns and of their changes.
fn patterns(text: &mut String, board: &Board, evaluation: &AnyEvaluation) {
    let table = PatternTable::new();
    let name = |point| Coordinates::Letters.write(board.rules(), point);
    row(text, "patterns of the stones", SIGNS);
    for stone in table.stones(board) {
        row(text, &format!("{} {}", side_name(stone.color), name(stone.point)), stone.lines.map(named));
    }
    let mut buffer = [ScoredPoint::default()];
    let best = evaluation.best_points(board.to_move(), &mut buffer).first().filter(|_| board.outcome().is_none());
    let Some(best) = best else { return };
    let changes = table.changes(board, best.point);
    let _ = write!(text, "\nbest stone: {} for {}, {}", name(best.point), side_name(board.to_move()), best.score);
    for change in &changes {
        let PatternChange { point, color, direction, before, after } = *change;
        let sign = SIGNS[direction.index()];
        let what =
            if point == best.point { named(after).to_owned() } else { format!("{}→{}", named(before), named(after)) };
        let _ = write!(text, "\n  {sign} {} {what}", format_args!("{} {}", side_name(color), name(point)));
    }
    if changes.is_empty() {
        text.push_str("\n  no pattern changes");
    }
}

/// A row of four columns.
fn row(text: &mut String, name: &str, columns: [&str; 4]) {
    let _ = write!(text, "{name:<22}");
    for column in columns {
        let _ = write!(text, "{column:>4}");
    }
    text.push('\n');
}

/// The name of a pattern, `.` for none.
fn named(pattern: Option<Pattern>) -> &'static str {
    pattern.map_or(".", Pattern::name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::{EVALUATIONS, valuation};
    use crate::{Rules, notation::game_line};

    #[test]
    fn explanations_list_every_stone_and_the_changes_by_the_best() {
        // Black has four in a row, White to move.
        let board = game_line::read(Rules::CONNECT6, "J10 A1-S1 K10-L10 A19-S19 M10-A10").unwrap();
        for name in EVALUATIONS {
            let evaluation = AnyEvaluation::new(&board, valuation(name)(board.rules()));
            let text = explain(&board, &evaluation);
            assert!(text.contains("\nBlack J10               A4   .   .   .\n"), "{name}: {text}");
            assert_eq!(text.lines().filter(|line| line.starts_with("Black ")).count(), 5, "{name}: {text}");
            assert_eq!(text.lines().filter(|line| line.starts_with("White ")).count(), 4, "{name}: {text}");
            // Whichever end White takes, the four is then closed on one side.
            assert!(text.contains("best stone: ") && text.contains("\n  - Black L10 A4→S4"), "{name}: {text}");
        }
        // Other rows, or another number of stones a turn.
        for (rules, has_patterns) in [
            ("gomoku", false),
            ("Connect(19,19,6,1,1)", false),
            ("Connect(19,19,5,2,1)", false),
            ("Connect(15,15,6,2,1)", true),
        ] {
            let board = Board::new(rules.parse().unwrap());
            let evaluation = AnyEvaluation::new(&board, valuation("pattern")(board.rules()));
            assert_eq!(explain(&board, &evaluation).contains("patterns of the stones"), has_patterns, "{rules}");
        }
    }
}
