//! What training and tuning need to know about a game.

use duiyi_game::{Notation, Reason};
use duiyi_nnue::{Trainable, train::InputSet};
use duiyi_tune::{
    Parameter, ParameterSet,
    texel::{Sample, Settings, Weight},
};

/// Which positions are worth learning from.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choice {
    /// Also those in which a threat must be answered at once.
    pub threatened: bool,
    /// Leaves out those that a solver wins within this number of positions.
    pub solver: Option<u64>,
}

/// Chooses positions to learn from.
pub trait Chooser<G> {
    /// A game begins.
    fn new_game(&mut self) {}

    /// Whether a position is worth learning from.
    fn takes(&mut self, position: &G) -> bool;
}

/// An evaluation that is a sum of weights.
pub trait Sum<G> {
    /// The number of weights.
    fn width(&self) -> usize;

    /// The weights as the trainer has them.
    fn weights(&self) -> Vec<Weight>;

    /// A position, with the expected result of the first side, from 0 to 1.
    fn sample(&self, position: &G, expected: f32) -> Sample;

    /// Fewer and coarser weights to begin with.
    fn coarse(&self) -> Option<Box<dyn Coarse>> {
        None
    }

    /// The text of trained weights, for a sigmoid of steepness `k`; `unit` is the score that means
    /// odds of 10 to 1, where the game has such a unit.
    ///
    /// # Errors
    /// If the evaluation does not take the weights.
    fn write(&self, trained: &[Weight], k: f64, unit: Option<f64>) -> Result<String, Reason>;
}

/// Coarser weights of a [`Sum`], each of which occurs in many samples.
pub trait Coarse {
    /// The number of coarse weights.
    fn width(&self) -> usize;

    /// The coarse weights nearest to fine ones.
    fn coarsen(&self, weights: &[Weight]) -> Vec<Weight>;

    /// A sample of fine weights by the coarse ones.
    fn sample(&self, sample: &Sample) -> Sample;

    /// The fine weights that coarse ones stand for.
    fn refine(&self, weights: &[Weight]) -> Vec<Weight>;
}

/// An evaluation whose weights are tuned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightsOf<'a> {
    /// The player's default evaluation.
    Usual,
    /// Another of the player's evaluations.
    Named(&'a str),
    /// The text of the weights.
    Text(&'a str),
}

/// Constants that are tuned together: values of an evaluation that a player reads as a text.
#[derive(Clone)]
pub struct ParameterGroup {
    /// Its name on the command line.
    pub name: &'static str,
    /// The constants of an evaluation, with a step.
    pub read: fn(WeightsOf<'_>, f64) -> Result<Vec<Parameter>, Reason>,
    /// The text of the evaluation with other values of the constants; those of other names are skipped.
    pub write: fn(WeightsOf<'_>, &ParameterSet) -> Result<String, Reason>,
}

/// Makes what chooses positions, by the rules of a start.
pub type MakeChooser<G> = fn(&G, Choice) -> Result<Box<dyn Chooser<G>>, Reason>;

/// Takes an evaluation apart into a sum of weights, by the rules of a start.
pub type MakeSum<G> = fn(&G, WeightsOf<'_>) -> Result<Box<dyn Sum<G>>, Reason>;

/// What training and tuning need to know about a game.
#[derive(Clone)]
pub struct Tuning<G: Notation> {
    /// Plies at the beginning of each game that are left out.
    pub skip: usize,
    /// The most positions of a game; `None` takes all.
    pub per_game: Option<usize>,
    /// The score that means odds of 10 to 1; without it the steepness is fitted to results.
    pub unit: Option<f64>,
    /// Chooses positions; without it every position is taken.
    pub chooser: Option<MakeChooser<G>>,
    /// Takes an evaluation apart into weights.
    pub sum: Option<MakeSum<G>>,
    /// The evaluation that tuning starts from.
    pub start: &'static str,
    /// The trainer's settings.
    pub settings: Settings,
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
            start: "",
            settings: Settings::default(),
            groups: Vec::new(),
            inputs: None,
        }
    }
}

impl<G: Notation> Tuning<G> {
    /// The same with the inputs of a network to train.
    pub fn network<F: Trainable<Game = G>>(self) -> Tuning<G> {
        Tuning { inputs: Some(InputSet::of::<F>()), ..self }
    }
}
