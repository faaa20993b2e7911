//! The parts of the kit for training and tuning.

use crate::{
    Evaluation, FULL_PHASE, MAX_WEIGHT, MoveKind, MoveList, PieceKind, PieceSquares, Position, Weights, Xiangqi,
    player::{BY_HAND, TUNED, read_weights},
};
use duiyi_engine::EvaluationSource;
use duiyi_game::Reason;
use duiyi_kit::{
    Tuning,
    tuning::{Chooser, PositionFilter, Sum, WeightsOf},
};
use duiyi_train::{
    Inequality,
    texel::{Sample, Weight},
};
use std::sync::Arc;

/// The functions for tuning.
pub(super) fn tuning() -> Tuning<Xiangqi> {
    Tuning {
        skip: 12,
        per_game: Some(12),
        chooser: Some(chooser),
        sum: Some(sum),
        check: Some(broken_constraints),
        start: BY_HAND,
        ..Tuning::default()
    }
    .network::<PieceSquares>()
}

/// Constraints between the values of pieces, of the kind that row C-G3 of docs/sources.md deduces for chess.
const CONSTRAINTS: [&str; 6] = [
    "rook > cannon + pawn",
    "rook > horse + pawn",
    "rook < 2 cannon + 4 pawn",
    "rook < 2 horse + 4 pawn",
    "horse > advisor + pawn",
    "cannon > elephant + pawn",
];

/// The constraints that the values of the pieces break, on the full board or the bare one.
fn broken_constraints(of: WeightsOf<'_>) -> Result<Vec<String>, Reason> {
    let weights = weights(of)?;
    let mut broken = Vec::new();
    for text in CONSTRAINTS {
        let constraint: Inequality = text.parse()?;
        for (board, part) in [("full", 0), ("bare", 1)] {
            let value = |name: &str| {
                let kind = PieceKind::ALL.into_iter().find(|kind| kind.name() == name)?;
                let feature = Weights::names().position(|feature| feature == format!("material {}", kind.index()))?;
                let (full, bare) = weights.values().nth(feature)?;
                Some(f64::from([full, bare][part]))
            };
            if constraint.holds(value) == Some(false) {
                broken.push(format!("{constraint} on the {board} board"));
            }
        }
    }
    Ok(broken)
}

/// The weights of an evaluation.
fn weights(of: WeightsOf<'_>) -> Result<Arc<Weights>, Reason> {
    match of {
        WeightsOf::Named(TUNED) => Ok(Weights::tuned()),
        WeightsOf::Named(BY_HAND) => Ok(Arc::new(Weights::by_hand())),
        WeightsOf::Text(text) => read_weights(EvaluationSource::Text(text)),
        WeightsOf::Usual => Err("the network is not a sum of weights".into()),
        WeightsOf::Named(name) => Err(format!("{name} is not a sum of weights").into()),
    }
}

fn chooser(_rules: &Xiangqi, choice: PositionFilter) -> Result<Box<dyn Chooser<Xiangqi>>, Reason> {
    match choice.solver {
        Some(_) => Err("xiangqi has no solver to leave out won positions".into()),
        None => Ok(Box::new(Quiet { threatened: choice.threatened })),
    }
}

fn sum(_rules: &Xiangqi, of: WeightsOf<'_>) -> Result<Box<dyn Sum<Xiangqi>>, Reason> {
    let weights = weights(of)?;
    Ok(Box::new(Terms { evaluation: Evaluation::with_weights(Arc::clone(&weights)), weights }))
}

/// Chooses quiet positions.
struct Quiet {
    threatened: bool,
}

impl Chooser<Xiangqi> for Quiet {
    fn takes(&mut self, position: &Xiangqi) -> bool {
        self.threatened || is_quiet(position.position())
    }
}

/// Whether the side to move is not in check and wins nothing by a capture.
fn is_quiet(position: &Position) -> bool {
    if position.in_check() {
        return false;
    }
    let mut captures = MoveList::new();
    position.generate(MoveKind::Captures, &mut captures);
    captures.iter().all(|&mv| !position.exchange_at_least(mv, 1))
}

/// The evaluation as a sum of its terms.
struct Terms {
    evaluation: Evaluation,
    weights: Arc<Weights>,
}

impl Sum<Xiangqi> for Terms {
    fn width(&self) -> usize {
        Weights::COUNT
    }

    fn weights(&self) -> Vec<Weight> {
        self.weights.values().map(|(full, bare)| [full as f64, bare as f64]).collect()
    }

    fn sample(&self, position: &Xiangqi, expected: f32) -> Sample {
        let trace = self.evaluation.trace(position.position());
        let phase = trace.phase as f32 / FULL_PHASE as f32;
        Sample { features: trace.features, phase, scale: trace.scale, target: expected }
    }

    fn write(&self, trained: &[Weight], _k: f64, _unit: Option<f64>) -> Result<String, Reason> {
        let rounded = |value: f64| value.round().clamp(-MAX_WEIGHT as f64, MAX_WEIGHT as f64) as i32;
        let weights = Weights::new(trained.iter().map(|weight| (rounded(weight[0]), rounded(weight[1]))))?;
        Ok(weights.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Row C-G3 of docs/sources.md: our own values keep the constraints, and others that break them are noticed.
    #[test]
    fn c_g3_values_that_break_a_constraint_are_named() {
        for name in [TUNED, BY_HAND] {
            assert_eq!(broken_constraints(WeightsOf::Named(name)).unwrap(), [""; 0], "{name}");
        }
        // The rook, feature 4, is worth as much as a cannon on the full board.
        let text = |full, bare| {
            let changed = |line: &str| {
                let is_rook = line.starts_with("material 4 ");
                if is_rook { format!("material 4 {full} {bare}") } else { line.to_owned() }
            };
            Weights::tuned().to_string().lines().map(|line| changed(line) + "\n").collect::<String>()
        };
        let broken = |full, bare| broken_constraints(WeightsOf::Text(&text(full, bare))).unwrap();
        assert_eq!(broken(1125, 1204), [""; 0]);
        let expected = ["rook > cannon + pawn on the full board", "rook > horse + pawn on the full board"];
        assert_eq!(broken(494, 1204), expected);
        let expected = ["rook < 2 cannon + 4 pawn on the bare board", "rook < 2 horse + 4 pawn on the bare board"];
        assert_eq!(broken(1125, 2000), expected);
        assert!(broken_constraints(WeightsOf::Usual).is_err());
    }

    /// The features and the target are those of Red, also if Black is to move.
    #[test]
    fn a_sample_is_from_the_view_of_red() {
        let sum = sum(&Xiangqi::default(), WeightsOf::Named(TUNED)).unwrap();
        let sample = |position: Position| sum.sample(&Xiangqi::new(position), 0.25);
        let position: Position = "2bak4/4a4/4b4/9/9/9/9/R8/9/3K5 w - - 0 1".parse().unwrap();
        let (red, swapped) = (sample(position), sample(position.color_swapped()));
        let moved: Position = "2bak4/4a4/4b4/9/9/9/9/R8/9/3K5 b - - 0 1".parse().unwrap();
        assert_eq!((sample(moved).target, sample(moved).scale), (0.25, red.scale), "also if Black is to move");
        let negated = red.features.iter().map(|&(feature, count)| (feature, -count)).collect();
        assert_eq!(Sample { features: negated, ..red.clone() }, swapped);
        let rook = (4, 1);
        assert!(red.features.contains(&rook) && red.target == 0.25, "{red:?}");
        assert_eq!(red.scale, 7.0 / 64.0, "the share of a rook against all guards");
    }

    #[test]
    fn a_hanging_piece_is_not_quiet() {
        assert!(is_quiet(&Position::start()));
        // The cannons attack horses that rooks protect.
        let hanging: Position = "3k5/9/9/9/r8/9/9/9/9/R3K4 w - - 0 1".parse().expect("a position");
        assert!(!is_quiet(&hanging));
    }
}
