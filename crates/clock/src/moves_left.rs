//! How many moves the game will still take: the survival function of its length.
//!
//! A fixed divisor of the time left is wrong twice: too small at the start of a
//! short time control, too large when the game already is long. What is needed
//! is the expectation of the moves left *given* that the game has come this
//! far. Game lengths are well described by the log-logistic distribution, whose
//! survival function S(m) = 1 / (1 + (m/α)^β) has a closed quantile; Leela
//! Chess Zero uses the same family.

/// Own moves up to which the expectation is tabulated; beyond, it no longer changes much.
const LONGEST: usize = 300;

/// Log-logistic distribution of the length of a game, counted in a player's own moves.
///
/// ```
/// use duiyi_clock::MovesLeft;
/// let model = MovesLeft::new(45.0, 6.0);
/// assert!((model.survival(45.0) - 0.5).abs() < 1e-12);
/// // The further the game, the fewer moves are left, but never none.
/// assert!(model.expected(0) > model.expected(30));
/// assert!(model.expected(200) > 1.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct MovesLeft {
    midpoint: f64,
    steepness: f64,
    expected: Vec<f32>,
}

impl MovesLeft {
    /// A distribution with median `midpoint` in own moves (at least 1) and the given `steepness` (above 1.1).
    ///
    /// Values below these bounds, or not finite, are raised to them: the
    /// expectation would not exist.
    pub fn new(midpoint: f64, steepness: f64) -> MovesLeft {
        let midpoint = if midpoint >= 1.0 && midpoint.is_finite() { midpoint } else { 1.0 };
        let steepness = if steepness >= 1.1 && steepness.is_finite() { steepness } else { 1.1 };
        let mut model = MovesLeft { midpoint, steepness, expected: Vec::new() };
        // Tail sums of S(m) from the far end: E[rest | m made] = Σ_{j≥m} S(j) / S(m).
        let far = LONGEST * 4;
        let mut tail = model.survival(far as f64) * far as f64 / (steepness - 1.0);
        let mut expected = vec![0.0; LONGEST + 1];
        for made in (0..far).rev() {
            let alive = model.survival(made as f64);
            tail += alive;
            if let Some(slot) = expected.get_mut(made) {
                *slot = (tail / alive) as f32;
            }
        }
        model.expected = expected;
        model
    }

    /// Probability that a game is longer than `moves` own moves.
    pub fn survival(&self, moves: f64) -> f64 {
        1.0 / (1.0 + (moves.max(0.0) / self.midpoint).powf(self.steepness))
    }

    /// Expected number of own moves still to make, the one at hand included, when `made` are made.
    pub fn expected(&self, made: u32) -> f64 {
        f64::from(self.expected[(made as usize).min(LONGEST)])
    }

    /// The number of own moves still to make that a game at `made` exceeds
    /// only with probability 1 − `quantile` (0 to below 1).
    pub fn quantile(&self, made: u32, quantile: f64) -> f64 {
        let made = f64::from(made);
        let alive = self.survival(made) * (1.0 - quantile.clamp(0.0, 0.9999));
        self.midpoint * (1.0 / alive - 1.0).powf(1.0 / self.steepness) - made
    }
}
