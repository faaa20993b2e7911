//! The parts of a kit for training and tuning.

use duiyi_game::{Notation, Reason};
use duiyi_nnue::Trainable;
use duiyi_train::{
    Parameter, ParameterSet,
    network::InputSet,
    texel::{Sample, TexelSettings, Weight},
};

/// The criteria for training positions.
#[derive(Clone, Copy, Debug, Default)]
pub struct PositionFilter {
    /// Includes positions in which a threat must be answered at once.
    pub threatened: bool,
    /// Excludes positions that a solver wins within this number of positions.
    pub solver: Option<u64>,
}

/// Selects training positions.
pub trait Chooser<G> {
    /// Begins a game.
    fn new_game(&mut self) {}

    /// Whether a position is selected.
    fn takes(&mut self, position: &G) -> bool;
}

/// An evaluation that is a sum of weights.
pub trait Sum<G> {
    /// The number of weights.
    fn width(&self) -> usize;

    /// The weights in the trainer's form.
    fn weights(&self) -> Vec<Weight>;

    /// The sample of a position, with the expected result of the first side, from 0 to 1.
    fn sample(&self, position: &G, expected: f32) -> Sample;

    /// Fewer and coarser weights for the first epochs.
    fn coarse(&self) -> Option<Box<dyn Coarse>> {
        None
    }

    /// The text of trained weights, for a sigmoid of steepness `k`; `unit` is the score that means
    /// odds of 10 to 1, if the game defines one.
    ///
    /// # Errors
    /// If the evaluation does not accept the weights.
    fn write(&self, trained: &[Weight], k: f64, unit: Option<f64>) -> Result<String, Reason>;
}

/// Coarser weights of a [`Sum`], each of which occurs in many samples.
pub trait Coarse {
    /// The number of coarse weights.
    fn width(&self) -> usize;

    /// The coarse weights nearest to fine ones.
    fn coarsen(&self, weights: &[Weight]) -> Vec<Weight>;

    /// Converts a sample of fine weights to the coarse ones.
    fn sample(&self, sample: &Sample) -> Sample;

    /// Converts coarse weights to fine ones.
    fn refine(&self, weights: &[Weight]) -> Vec<Weight>;
}

/// The evaluation whose weights are tuned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightsOf<'a> {
    /// The player's default evaluation.
    Usual,
    /// Another evaluation of the player.
    Named(&'a str),
    /// The text of the weights.
    Text(&'a str),
}

/// Constants of an evaluation's text that are tuned together.
#[derive(Clone)]
pub struct ParameterGroup {
    /// Its name on the command line.
    pub name: &'static str,
    /// The constants of an evaluation, with a step.
    pub read: fn(WeightsOf<'_>, f64) -> Result<Vec<Parameter>, Reason>,
    /// The text of the evaluation with other values of the constants; those of other names are skipped.
    pub write: fn(WeightsOf<'_>, &ParameterSet) -> Result<String, Reason>,
}

/// Creates the selection of positions, by the rules of a start position.
pub type MakeChooser<G> = fn(&G, PositionFilter) -> Result<Box<dyn Chooser<G>>, Reason>;

/// Converts an evaluation to a sum of weights, by the rules of a start position.
pub type MakeSum<G> = fn(&G, WeightsOf<'_>) -> Result<Box<dyn Sum<G>>, Reason>;

/// The constraints between values that an evaluation breaks, as texts such as `rook > cannon + pawn`. These are not
/// errors: tuned values may break what people deduced.
pub type CheckWeights = fn(WeightsOf<'_>) -> Result<Vec<String>, Reason>;

/// The parts of a kit for training and tuning.
#[derive(Clone)]
pub struct Tuning<G: Notation> {
    /// The number of plies at the beginning of each game that are skipped.
    pub skip: usize,
    /// The maximum number of positions per game; `None` uses all.
    pub per_game: Option<usize>,
    /// The score that means odds of 10 to 1; without it the steepness is fitted to results.
    pub unit: Option<f64>,
    /// Selects positions; without it all positions are used.
    pub chooser: Option<MakeChooser<G>>,
    /// Converts an evaluation to a sum of weights.
    pub sum: Option<MakeSum<G>>,
    /// Checks weights; without it all weights are accepted silently.
    pub check: Option<CheckWeights>,
    /// The evaluation that tuning starts from.
    pub start: &'static str,
    /// The trainer's settings.
    pub settings: TexelSettings,
    /// Constants that are tuned together.
    pub groups: Vec<ParameterGroup>,
    /// The inputs of the game's network.
    pub inputs: Option<InputSet<G>>,
}

impl<G: Notation> Default for Tuning<G> {
    fn default() -> Tuning<G> {
        Tuning {
            skip: 0,
            per_game: None,
            unit: None,
            chooser: None,
            sum: None,
            check: None,
            start: "",
            settings: TexelSettings::default(),
            groups: Vec::new(),
            inputs: None,
        }
    }
}

impl<G: Notation> Tuning<G> {
    /// Sets the inputs of a network to train.
    pub fn network<F: Trainable<Game = G>>(self) -> Tuning<G> {
        Tuning { inputs: Some(InputSet::of::<F>()), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_game::nim::Nim;

    #[test]
    fn all_positions_are_used_by_default() {
        let Tuning { skip, per_game, chooser, .. } = Tuning::<Nim>::default();
        assert_eq!((skip, per_game, chooser.is_none()), (0, None, true));
    }
}
