//! The value of a position with its terms, for display.

use super::{Evaluation, PositionWeights, Role};
use crate::patterns::Shape;
use crate::{Side, side_name};
use core::fmt;

/// The terms of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideExplanation {
    /// The side.
    pub color: Side,
    /// For each shape, the number of empty points on which it is the best of a stone of the side.
    pub points: [u16; Shape::COUNT],
    /// The values of the points in the units of the evaluation: the sum of single points, and the
    /// bonus for several of a kind. `None` if a network evaluates, which has no such terms.
    pub sums: Option<(i32, i32)>,
}

/// A value with its terms, see [`Evaluation::explain`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The value for the side to move.
    pub value: i32,
    /// The side to move, then the other one.
    pub sides: [SideExplanation; 2],
    /// The value of being to move; `None` if a network evaluates.
    pub tempo: Option<i32>,
}

impl Evaluation {
    /// Explains the value for a side to move with `left` stones left in its turn.
    pub fn explain(&self, to_move: Side, left: u8) -> Explanation {
        let sums = self.tables.count_network().is_none();
        let side = |color: Side, role: Role| {
            let mut points = [0; Shape::COUNT];
            for point in self.rules.points().filter(|&point| self.is_empty(point)) {
                points[self.shapes(point, color)[0].index()] += 1;
            }
            let lanes = &self.sums[color.index()];
            let parts = (lanes[role as usize], self.tables.kinds(role, lanes));
            let units = |(points, kinds)| (points / PositionWeights::GRAIN, kinds / PositionWeights::GRAIN);
            SideExplanation { color, points, sums: sums.then(|| units(parts)) }
        };
        Explanation {
            value: self.evaluate(to_move, left),
            sides: [side(to_move, Role::mover(left)), side(!to_move, Role::waiting(left))],
            tempo: sums.then(|| self.tables.tempo(left) / PositionWeights::GRAIN),
        }
    }
}

impl fmt::Display for Explanation {
    /// A line for each shape that occurs, from the best to the worst.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [own, other] = &self.sides;
        writeln!(f, "{:<22}{:>8}{:>8}", "points by best shape", side_name(own.color), side_name(other.color))?;
        for shape in Shape::ALL.into_iter().rev() {
            let (own, other) = (own.points[shape.index()], other.points[shape.index()]);
            if own + other > 0 {
                writeln!(f, "{:<22}{own:>8}{other:>8}", shape.name())?;
            }
        }
        if let (Some(own), Some(other), Some(tempo)) = (own.sums, other.sums, self.tempo) {
            writeln!(f, "{:<22}{:>8}{:>8}", "value of the points", own.0, other.0)?;
            writeln!(f, "{:<22}{:>8}{:>8}", "value of the kinds", own.1, other.1)?;
            writeln!(f, "{:<22}{tempo:>8}", "to move")?;
        }
        writeln!(f, "\npoints: the number of empty points with this best shape in any direction, for a stone")?;
        writeln!(f, "of the colour; {} is to move", side_name(own.color))?;
        if own.sums.is_some() {
            writeln!(f, "value: of all these shapes, in the units of the score")?;
        }
        write!(f, "{} for {}", self.value, side_name(own.color))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{Tables, Weights};
    use crate::notation::game_line;
    use crate::{BLACK, Rules, WHITE};

    #[test]
    fn the_terms_add_up_to_the_value() {
        for (rules, game) in [(Rules::GOMOKU, "H8 I9 H9 H10 I8"), (Rules::CONNECT6, "J10 I11-K11 L11-K12")] {
            let board = game_line::read(rules, game).unwrap();
            for weights in [Weights::plain(), Weights::of(rules)] {
                let judged = weights.count_network.is_some();
                let evaluation = Evaluation::new(&board, Tables::new(rules, &weights).into());
                for left in 1..=rules.p() {
                    let explanation = evaluation.explain(board.to_move(), left);
                    assert_eq!(explanation.value, evaluation.evaluate(board.to_move(), left));
                    let empties = (rules.cells() - board.stone_count()) as u16;
                    assert!(explanation.sides.iter().all(|side| side.points.iter().sum::<u16>() == empties));
                    assert_eq!(explanation.tempo.is_none(), judged);
                    if let [Some(own), Some(other)] = explanation.sides.map(|side| side.sums) {
                        let sum = own.0 + own.1 - other.0 - other.1 + explanation.tempo.unwrap();
                        assert!(sum.abs_diff(explanation.value) <= 5, "{explanation}");
                    }
                }
            }
        }
    }

    #[test]
    fn explanations_list_the_shapes() {
        let board = game_line::read(Rules::TIC_TAC_TOE, "B2").unwrap();
        let tables = Tables::new(Rules::TIC_TAC_TOE, &Weights::plain());
        let text = Evaluation::new(&board, tables.into()).explain(WHITE, 1).to_string();
        assert!(text.starts_with("points by best shape     White   Black\n"), "{text}");
        assert!(text.ends_with(" for White"), "{text}");
    }

    #[test]
    fn each_number_stands_in_its_row_and_column() {
        let side = |color, fours, sums| {
            let mut points = [0; Shape::COUNT];
            points[Shape::A4.index()] = fours;
            SideExplanation { color, points, sums: Some(sums) }
        };
        let sides = [side(WHITE, 3, (11, -22)), side(BLACK, 4, (33, 44))];
        let text = Explanation { value: -95, sides, tempo: Some(4) }.to_string();
        let (table, _) = text.split_once("\n\n").unwrap();
        let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
        let expected = ["points by best shape White Black", "A4 3 4", "value of the points 11 33"];
        let expected = [&expected[..], &["value of the kinds -22 44", "to move 4"]].concat();
        assert_eq!(rows.iter().map(|row| row.join(" ")).collect::<Vec<_>>(), expected);
        assert!(text.ends_with("-95 for White"), "{text}");
    }
}
