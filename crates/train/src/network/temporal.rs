//! Targets by temporal differences: TD(λ).
//!
//! R. S. Sutton, "Learning to predict by the methods of temporal differences", 1988; trained networks for backgammon
//! in G. Tesauro, "Temporal difference learning and TD-Gammon", 1995 (row C-G5 of docs/sources.md).

use duiyi_game::Side;

/// TD(λ) targets: the score of a position is blended with those of the later positions of its game and with the
/// result.
///
/// With the expected result vₜ of the score before ply t, the target is the λ-return
/// Gₜ = (1 − λ) vₜ + λ Gₜ₊₁. After the last ply, G is the result of the game, or the last v if there is none. A ply
/// without a score was chosen at random: what follows does not estimate the positions before it, so G of the ply
/// before is its v.
///
/// λ = 0 leaves the scores as they are, λ = 1 replaces them by the result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TdTargets {
    /// The weight of later positions, from 0 to 1.
    pub lambda: f32,
    /// The score with an expected result of 0.731, as in
    /// [`TrainingSettings::scale`](super::TrainingSettings::scale). Above 0.
    pub scale: f32,
}

/// The greatest score of a target.
const MOST: f64 = i16::MAX as f64;

impl TdTargets {
    /// The targets of the plies of a game, as scores for the mover; `None` for a ply without a score. A ply is its
    /// mover and its score for the mover; `result` is the first side's, from 0 to 1.
    pub fn scores(&self, plies: &[(Side, Option<i32>)], result: Option<f32>) -> Vec<Option<i32>> {
        let (lambda, scale) = (f64::from(self.lambda), f64::from(self.scale));
        let mut later = result.map(f64::from);
        let mut targets: Vec<Option<i32>> = plies
            .iter()
            .rev()
            .map(|&(mover, score)| {
                let sign = if mover == Side::First { 1.0 } else { -1.0 };
                let value = score.map(|score| 1.0 / (1.0 + (-sign * f64::from(score) / scale).exp()));
                let target = value.map(|value| (1.0 - lambda) * value + lambda * later.unwrap_or(value));
                later = target;
                target.map(|target| (sign * scale * (target / (1.0 - target)).ln()).clamp(-MOST, MOST).round() as i32)
            })
            .collect();
        targets.reverse();
        targets
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Side::{First, Second};

    fn scores(lambda: f32, plies: &[(Side, Option<i32>)], result: Option<f32>) -> Vec<Option<i32>> {
        TdTargets { lambda, scale: 400.0 }.scores(plies, result)
    }

    /// Row C-G5 of docs/sources.md. 439.445 is 400 ln 3, so the score means an expected result of 3/4.
    #[test]
    fn c_g5_targets_are_the_lambda_returns() {
        let plies = [(First, Some(0)), (Second, Some(-439)), (First, Some(0))];
        // G₂ = (0.5 + 1)/2 = 0.75, G₁ = (0.75 + 0.75)/2 = 0.75, G₀ = (0.5 + 0.75)/2 = 0.625; 400 ln(5/3) = 204.3.
        assert_eq!(scores(0.5, &plies, Some(1.0)), [Some(204), Some(-439), Some(439)]);
        // G₂ = 0.25, G₁ = (0.75 + 0.25)/2 = 0.5, G₀ = 0.5.
        assert_eq!(scores(0.5, &plies, Some(0.0)), [Some(0), Some(0), Some(-439)]);
        // Without a result, the last score counts: G₂ = 0.5, G₁ = 0.625, G₀ = 0.5625; 400 ln(9/7) = 100.5.
        assert_eq!(scores(0.5, &plies, None), [Some(100), Some(-204), Some(0)]);
        // A quarter of the later positions: G₂ = 0.625, G₁ = 0.71875, G₀ = 0.5546875.
        assert_eq!(scores(0.25, &plies, Some(1.0)), [Some(88), Some(-375), Some(204)]);
    }

    #[test]
    fn lambda_0_keeps_the_scores_and_1_is_the_result() {
        let plies: Vec<_> =
            (-2000..=2000).map(|score| (if score % 3 == 0 { First } else { Second }, Some(score))).collect();
        let kept: Vec<_> = plies.iter().map(|&(_, score)| score).collect();
        assert_eq!(scores(0.0, &plies, Some(1.0)), kept);
        assert_eq!(scores(1.0, &plies[..3], Some(0.5)), [Some(0); 3]);
        let plies = [(First, Some(-20)), (Second, Some(30_000))];
        assert_eq!(scores(1.0, &plies, Some(1.0)), [Some(32_767), Some(-32_767)]);
    }

    #[test]
    fn nothing_flows_back_through_a_random_move() {
        let plies = [(First, Some(10)), (Second, None), (First, Some(0)), (Second, Some(0))];
        assert_eq!(scores(0.5, &plies, Some(1.0)), [Some(10), None, Some(204), Some(-439)]);
    }
}
