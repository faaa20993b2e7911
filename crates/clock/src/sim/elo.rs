//! Centipawns, expected scores and Elo.

/// Expected score, 0 to 1, of a value in centipawns: the logistic curve on which 400 centipawns are ten to one.
pub fn expected_score(centipawns: i32) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-f64::from(centipawns) / 400.0))
}

/// Elo difference of an expected score, 0 and 1 excluded (they are clamped to 10⁻⁶ from the border).
pub fn elo(score: f64) -> f64 {
    let score = score.clamp(1e-6, 1.0 - 1e-6);
    400.0 * (score / (1.0 - score)).log10()
}
