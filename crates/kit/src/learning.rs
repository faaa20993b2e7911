//! Games whose evaluation can be learned from their rules and picture.

use crate::GameKit;
use duiyi_engine::{EvaluationSource, NamedEvaluation, PlayerParts, pruning_searches_by};
use duiyi_game::files;
use duiyi_game::{Diagram, Notation, Reason, Score};
use duiyi_search::Heuristics;
use duiyi_train::learn::{Effort, LearnError, Learner, Learnt, PictureEvaluator, Plan, Step, Survey};
use std::sync::Arc;

/// The name of the learnt evaluation.
pub const LEARNED: &str = "learned";

/// A learning run of any game.
pub trait LearningRun {
    /// The counts.
    fn plan(&self) -> &Plan;
    /// What random games show about the game.
    fn survey(&self) -> &Survey;
    /// The finished iterations.
    fn steps(&self) -> &[Step];
    /// Runs one iteration; `None` if the run is finished or `goes_on` returned `false`
    /// ([`Learner::step`]).
    ///
    /// # Errors
    /// As [`Learner::step`].
    fn step(&mut self, goes_on: &(dyn Fn(u32) -> bool + Sync)) -> Result<Option<Step>, LearnError>;
    /// The bytes of the best network so far, if there is one.
    fn learnt(&self) -> Option<Vec<u8>>;
    /// The state, to resume later.
    ///
    /// # Errors
    /// As [`Learner::to_bytes`].
    fn state(&self) -> Result<Vec<u8>, LearnError>;
}

impl<G: Heuristics + Notation + Diagram> LearningRun for Learner<G> {
    fn plan(&self) -> &Plan {
        Learner::plan(self)
    }

    fn survey(&self) -> &Survey {
        Learner::survey(self)
    }

    fn steps(&self) -> &[Step] {
        Learner::steps(self)
    }

    fn step(&mut self, goes_on: &(dyn Fn(u32) -> bool + Sync)) -> Result<Option<Step>, LearnError> {
        Learner::step(self, goes_on)
    }

    fn learnt(&self) -> Option<Vec<u8>> {
        Learner::learnt(self).map(|learnt| learnt.to_bytes())
    }

    fn state(&self) -> Result<Vec<u8>, LearnError> {
        self.to_bytes()
    }
}

/// Begins a learning run from a start position with an effort and a seed, or resumes one from its state.
pub type BeginLearning<G> = fn(&G, Effort, u64, Option<&[u8]>) -> Result<Box<dyn LearningRun>, LearnError>;

fn begin<G: Heuristics + Notation + Diagram>(
    start: &G,
    effort: Effort,
    seed: u64,
    state: Option<&[u8]>,
) -> Result<Box<dyn LearningRun>, LearnError> {
    let survey = Survey::of(start, seed)?;
    let plan = effort.plan_for(&survey, seed);
    Ok(Box::new(match state {
        Some(state) => Learner::from_bytes(start.clone(), plan, state)?,
        None => Learner::surveyed(start.clone(), survey, plan)?,
    }))
}

/// The evaluation that reads learnt networks; without a file every position is even.
fn evaluation<G: Heuristics + Notation + Diagram>(start: G) -> NamedEvaluation<G> {
    let nothing = || pruning_searches_by(false, || |_: &G| Score::ZERO);
    NamedEvaluation::new(LEARNED, nothing).ending(LEARNED).from_files(move |source| {
        let EvaluationSource::File(path) = source else { return Err("expected the file of a network".into()) };
        let failed = |error: &dyn std::fmt::Display| Reason::from(format!("{path}: {error}"));
        let bytes = files::read(path, files::MAX_TEXT).map_err(|error| failed(&error))?;
        let learnt = Arc::new(Learnt::from_bytes(&bytes).map_err(|error| failed(&error))?);
        let prunes = learnt.prunes();
        let evaluator = PictureEvaluator::new(learnt, &start).map_err(|error| failed(&error))?;
        Ok(pruning_searches_by(prunes, move || evaluator.clone()))
    })
}

/// How the evaluation of a game is learned.
#[derive(Clone, Copy)]
pub struct Learning<G: Notation> {
    /// Begins a run.
    pub begin: BeginLearning<G>,
    /// Adds the learned evaluation to the kit of the game with other rules.
    pub add: fn(GameKit<G>) -> GameKit<G>,
}

impl<G: Heuristics + Notation + Diagram> GameKit<G> {
    /// The kit with an evaluation that can be learned ([`duiyi_train::learn`]): programs get the command `learn`,
    /// and the evaluation `learned`, whose file is the result.
    pub fn learning(self) -> GameKit<G> {
        let parts = PlayerParts::clone(&self.parts).evaluation(evaluation(self.start.clone()));
        let learning = Learning { begin, add: GameKit::learning };
        GameKit { parts: Arc::new(parts), learning: Some(learning), ..self }
    }
}
