//! A learnt evaluation: the network with the survey of its game.

use crate::learn::{LearnError, Learnable, Patterns, inputs::Inputs, survey::Survey};
use duiyi_nnue::{FloatNetwork, Origin, Parameters};
use serde::{Deserialize, Serialize};

/// The beginning of the name of the features.
const PREFIX: &str = "picture ";

/// What the features' name contains.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Description {
    survey: Survey,
    patterns: Patterns,
    prunes: bool,
}

/// A learnt evaluation of a game. Its file is a network file whose features are the survey of the game.
#[derive(Clone, Debug)]
pub struct Learnt {
    parameters: Parameters,
    description: Description,
    inputs: Inputs,
}

impl PartialEq for Learnt {
    /// The inputs follow from the description.
    fn eq(&self, other: &Learnt) -> bool {
        (&self.parameters, &self.description) == (&other.parameters, &other.description)
    }
}

impl Learnt {
    /// A trained network; `prunes` is whether the search may prune by its scores.
    pub(crate) fn new(
        survey: &Survey,
        patterns: Patterns,
        prunes: bool,
        network: &FloatNetwork,
        provenance: String,
    ) -> Result<Learnt, LearnError> {
        let description = Description { survey: survey.clone(), patterns, prunes };
        let text = serde_json::to_string(&description).map_err(|error| LearnError::State(error.to_string()))?;
        let parameters = network.quantise(Origin { features: format!("{PREFIX}{text}"), provenance })?;
        Learnt::of(parameters)
    }

    fn of(parameters: Parameters) -> Result<Learnt, LearnError> {
        let features = &parameters.origin().features;
        let other = || LearnError::OtherFeatures(features.chars().take(80).collect());
        let text = features.strip_prefix(PREFIX).ok_or_else(other)?;
        let description: Description = serde_json::from_str(text).map_err(|_| other())?;
        let survey = &description.survey;
        // A file may say anything; these are the numbers that later code relies on.
        let is_board = survey.columns > 0 && survey.rows > 0 && survey.pieces.0 <= survey.pieces.1;
        let has_codes = 2 * survey.kinds.len() + survey.neutral.len() < 255;
        let has_windows = match description.patterns {
            Patterns::Lines(length) => (2..=8).contains(&length) && survey.kinds.len() == 1,
            Patterns::Blocks => survey.kinds.len() == 1,
            Patterns::None => true,
        };
        if !is_board || !has_codes || !has_windows || survey.view.transposed {
            return Err(other());
        }
        let inputs = Inputs::new(survey, description.patterns)?;
        let found = (parameters.inputs(), parameters.buckets());
        if found != (inputs.count(), survey.buckets()) {
            return Err(other());
        }
        parameters.check_active(inputs.max_active())?;
        Ok(Learnt { parameters, description, inputs })
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If the bytes are not a network learned from pictures.
    pub fn from_bytes(bytes: &[u8]) -> Result<Learnt, LearnError> {
        Learnt::of(Parameters::from_bytes(bytes)?)
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.parameters.to_bytes()
    }

    /// Checks that the evaluation is of this game, by these rules and on a board of this size.
    ///
    /// # Errors
    /// What it is of, if not.
    pub fn check<G: Learnable>(&self, start: &G) -> Result<(), LearnError> {
        let survey = self.survey();
        let own = (G::NAME, start.rules(), start.size(), G::EXTRA_INPUTS);
        if (survey.game.as_str(), survey.rules.clone(), survey.size(), survey.extra) == own {
            return Ok(());
        }
        let (columns, rows) = start.size();
        let (game, rules) = (G::NAME.to_owned(), start.rules());
        let expected = Survey { game, rules, columns, rows, ..survey.clone() }.describe();
        Err(LearnError::OtherGame { found: survey.describe(), expected })
    }

    /// The survey of the game.
    pub fn survey(&self) -> &Survey {
        &self.description.survey
    }

    /// The patterns among the inputs.
    pub fn patterns(&self) -> Patterns {
        self.description.patterns
    }

    /// Whether the search may prune by the scores, as a match found out.
    pub fn prunes(&self) -> bool {
        self.description.prunes
    }

    /// How it was learned.
    pub fn provenance(&self) -> &str {
        &self.parameters.origin().provenance
    }

    /// The same network for a search that prunes.
    pub(crate) fn pruning(&self) -> Result<Learnt, LearnError> {
        let (survey, provenance) = (self.survey(), self.provenance().to_owned());
        Learnt::new(survey, self.patterns(), true, &self.parameters.to_float(), provenance)
    }

    pub(crate) fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    pub(crate) fn inputs(&self) -> &Inputs {
        &self.inputs
    }
}
