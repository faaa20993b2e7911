//! The parts of the kit for training and tuning.

use crate::{
    Evaluation, FULL_PHASE, MAX_WEIGHT, MoveKind, MoveList, PieceSquares, Position, Weights, Xiangqi,
    player::{BY_HAND, TUNED, read_weights},
};
use duiyi_game::Reason;
use duiyi_kit::{Chooser, PositionFilter, Sum, Tuning, WeightsOf};
use duiyi_player::EvaluationSource;
use duiyi_tune::texel::{Sample, Weight};
use std::sync::Arc;

/// The functions for tuning.
pub(super) fn tuning() -> Tuning<Xiangqi> {
    Tuning { skip: 12, per_game: Some(12), chooser: Some(chooser), sum: Some(sum), start: BY_HAND, ..Tuning::default() }
        .network::<PieceSquares>()
}

fn chooser(_rules: &Xiangqi, choice: PositionFilter) -> Result<Box<dyn Chooser<Xiangqi>>, Reason> {
    match choice.solver {
        Some(_) => Err("xiangqi has no solver to leave out won positions".into()),
        None => Ok(Box::new(Quiet { threatened: choice.threatened })),
    }
}

fn sum(_rules: &Xiangqi, of: WeightsOf<'_>) -> Result<Box<dyn Sum<Xiangqi>>, Reason> {
    let weights = match of {
        WeightsOf::Named(TUNED) => Weights::tuned(),
        WeightsOf::Named(BY_HAND) => Arc::new(Weights::by_hand()),
        WeightsOf::Text(text) => read_weights(EvaluationSource::Text(text))?,
        WeightsOf::Usual => return Err("the network is not a sum of weights".into()),
        WeightsOf::Named(name) => return Err(format!("{name} is not a sum of weights").into()),
    };
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

    #[test]
    fn a_hanging_piece_is_not_quiet() {
        assert!(is_quiet(&Position::start()));
        // The cannons attack horses that rooks protect.
        let hanging: Position = "3k5/9/9/9/r8/9/9/9/9/R3K4 w - - 0 1".parse().expect("a position");
        assert!(!is_quiet(&hanging));
    }
}
