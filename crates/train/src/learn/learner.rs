//! The loop: games with the network so far, training, and a match against the network before.

use crate::learn::{
    LearnError, Learnable, Learnt, Patterns, Plan, Survey,
    inputs::Inputs,
    samples::Sampler,
    selfplay::{GameSettings, Knowledge, SelfPlayer, pair, play},
};
use crate::network::{Trainer, TrainingSettings, games::ScoredGame, random_network};
use duiyi_game::hash::mix64;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

/// The iteration, from 0, after whose games patterns are tried.
const PATTERN_TRIAL: u32 = 2;
/// The iteration, from 0, after whose training pruning is tried.
const PRUNING_TRIAL: u32 = 3;
/// The training for a trial begins with a random network, and has this many times the epochs.
const TRIAL_EPOCHS: u32 = 2;
/// The share of the points, in thousandths, that an alternative needs in its trial.
const CONVINCING: u32 = 535;
/// A trial has this many times the games of a match against the network before.
const TRIAL_GAMES: u32 = 4;
/// A trial has this many times the nodes of the games: at few nodes, speed counts too much.
const TRIAL_NODES: u64 = 4;
/// The largest score in a target, in multiples of the scale.
const MAX_SCALES: f32 = 8.0;
/// The cost of a node apart from the rows of the network that it adds or removes, in rows of 32 units: a search
/// of 6 million nodes of Connect Four took 2.00 s with 4 rows a node and 2.71 s with 56.
const NODE_COST: f64 = 142.0;

/// The result of an iteration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// The number of the iteration, from 1.
    pub number: u32,
    /// The nodes of a move in its games.
    pub nodes: u64,
    /// The number of its games.
    pub games: u32,
    /// The share of drawn games, from 0 to 1.
    pub drawn: f32,
    /// The mean number of moves.
    pub length: f32,
    /// The training samples.
    pub samples: usize,
    /// The mean squared error of the held-out samples.
    pub held_out: f64,
    /// The share of the points of the new network against the one before, from 0 to 1.
    pub score: f32,
    /// The number of games of that match.
    pub guard_games: u32,
    /// Whether the new network was taken.
    pub taken: bool,
    /// The sum of the Elo differences of the networks taken, from 0 for play without knowledge.
    pub elo: f32,
    /// The patterns among the inputs.
    pub patterns: Patterns,
    /// Whether the search prunes.
    pub prunes: bool,
}

impl Step {
    /// The Elo difference of a share of points in a number of games, limited for shares near 0 and 1.
    fn elo_of(score: f32, games: u32) -> f32 {
        let games = games as f32;
        let share = (score * games + 0.5) / (games + 1.0);
        400.0 * (share / (1.0 - share)).log10()
    }
}

/// Receives the number of games played in an iteration; returns whether to continue.
type GoesOn<'a> = &'a (dyn Fn(u32) -> bool + Sync);

/// A learning run.
///
/// ```
/// use duiyi_train::learn::{Learner, Plan};
/// # mod nine { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/all/nine.rs")); }
/// # use nine::Nine;
/// // Nine squares in a row; who completes three in a row first wins. The rules and the picture are enough.
/// let plan = Plan { iterations: 2, games: 40, nodes: (20, 20), guard_pairs: 4, ..Plan::default() };
/// let mut learner = Learner::new(Nine::default(), plan)?;
/// while let Some(step) = learner.step(&|_| true)? {
///     assert!(step.samples > 0);
/// }
/// assert!(learner.learnt().is_some());
/// # Ok::<(), duiyi_train::learn::LearnError>(())
/// ```
pub struct Learner<G: Learnable> {
    pub(crate) start: G,
    pub(crate) survey: Survey,
    pub(crate) plan: Plan,
    pub(crate) patterns: Patterns,
    pub(crate) prunes: bool,
    /// The games of the last iterations, the newest last.
    pub(crate) games: VecDeque<Vec<ScoredGame<G>>>,
    pub(crate) trainer: Option<Trainer>,
    pub(crate) best: Option<Arc<Learnt>>,
    pub(crate) steps: Vec<Step>,
}

/// A trained network, before it is tried.
struct Candidate {
    trainer: Trainer,
    learnt: Arc<Learnt>,
    samples: usize,
    held_out: f64,
}

impl<G: Learnable> Learner<G> {
    /// Surveys the game of a start position and begins a run.
    ///
    /// # Errors
    /// If the picture of the game shows no owners, no random game ends, or there are too many inputs.
    pub fn new(start: G, plan: Plan) -> Result<Learner<G>, LearnError> {
        let survey = Survey::of(&start, plan.seed)?;
        Learner::surveyed(start, survey, plan)
    }

    /// Begins a run with a survey of the game.
    ///
    /// # Errors
    /// If there are too many inputs.
    pub fn surveyed(start: G, survey: Survey, plan: Plan) -> Result<Learner<G>, LearnError> {
        Inputs::new(&survey, Patterns::None)?;
        Ok(Learner {
            start,
            survey,
            plan,
            patterns: Patterns::None,
            prunes: false,
            games: VecDeque::new(),
            trainer: None,
            best: None,
            steps: Vec::new(),
        })
    }

    /// The survey of the game.
    pub fn survey(&self) -> &Survey {
        &self.survey
    }

    /// The counts.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The finished iterations.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The best network so far.
    pub fn learnt(&self) -> Option<&Arc<Learnt>> {
        self.best.as_ref()
    }

    /// The number of the next iteration, from 0.
    fn iteration(&self) -> u32 {
        self.steps.len() as u32
    }

    /// Runs one iteration: games, training, the match against the network before. Returns `None` when the run
    /// is finished, or when `goes_on` returned `false`; the run is then as before the iteration.
    ///
    /// # Errors
    /// If the training fails, which means that the rules and the picture of the game contradict each other.
    pub fn step(&mut self, goes_on: GoesOn<'_>) -> Result<Option<Step>, LearnError> {
        let iteration = self.iteration();
        if iteration >= self.plan.iterations {
            return Ok(None);
        }
        let nodes = self.plan.nodes_of(iteration);
        let Some(games) = self.play_games(nodes, goes_on)? else { return Ok(None) };
        let (drawn, length) = (
            games.iter().filter(|game| game.winner.is_none()).count() as f32 / games.len() as f32,
            games.iter().map(|game| game.plies.len()).sum::<usize>() as f32 / games.len() as f32,
        );
        let played = games.len() as u32;
        self.games.push_back(games);
        while self.games.len() > self.plan.window.max(1) as usize {
            self.games.pop_front();
        }
        if iteration == PATTERN_TRIAL && self.plan.patterns {
            self.try_patterns(TRIAL_NODES * nodes)?;
        }
        let warm = self.trainer.take();
        let candidate = self.train(self.patterns, warm, 1)?;
        let before = self.best.clone();
        let opponents = [Some(&candidate.learnt), before.as_ref()];
        let (score, guard_games) = self.compare(opponents, [nodes; 2], self.plan.guard_pairs, 0)?;
        let taken = before.is_none() || score >= 0.5;
        if taken {
            self.best = Some(candidate.learnt);
        }
        self.trainer = Some(candidate.trainer);
        if iteration == PRUNING_TRIAL && self.plan.pruning && !G::PRUNABLE {
            self.try_pruning(TRIAL_NODES * nodes)?;
        }
        let gained = if taken { Step::elo_of(score, guard_games) } else { 0.0 };
        let step = Step {
            number: iteration + 1,
            nodes,
            games: played,
            drawn,
            length,
            samples: candidate.samples,
            held_out: candidate.held_out,
            score,
            guard_games,
            taken,
            elo: self.steps.last().map_or(0.0, |last| last.elo) + gained,
            patterns: self.patterns,
            prunes: self.prunes,
        };
        self.steps.push(step.clone());
        Ok(Some(step))
    }

    /// The seed of a game of the current iteration.
    fn seed(&self, purpose: u64, number: u32) -> u64 {
        let parts = [self.plan.seed, purpose, self.iteration().into(), number.into()];
        parts.into_iter().fold(0, |seed, part| mix64(seed ^ part))
    }

    fn settings(&self, nodes: [u64; 2]) -> GameSettings {
        GameSettings { nodes, random_moves: self.plan.random_moves, max_moves: self.plan.max_moves }
    }

    /// Plays the games of an iteration on the threads of the current pool, in order of their numbers.
    fn play_games(&self, nodes: u64, goes_on: GoesOn<'_>) -> Result<Option<Vec<ScoredGame<G>>>, LearnError> {
        let (done, stopped) = (Mutex::new(0u32), AtomicBool::new(false));
        let settings = self.settings([nodes; 2]);
        let knowledge = Knowledge::of(&self.start, self.best.as_ref())?;
        let games = (0..self.plan.games.max(2))
            .into_par_iter()
            .map_init(
                || SelfPlayer::new(knowledge.clone()),
                |player, number| {
                    if stopped.load(Ordering::Relaxed) {
                        return None;
                    }
                    let game = play(&self.start, &mut [player], settings, self.seed(1, number));
                    let mut done = done.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    *done += 1;
                    if !goes_on(*done) {
                        stopped.store(true, Ordering::Relaxed);
                    }
                    Some(game)
                },
            )
            .collect();
        Ok(games)
    }

    /// Trains a network on the games of the window, from another training or a random network.
    /// It has `times` times the epochs of the plan.
    fn train(&self, patterns: Patterns, warm: Option<Trainer>, times: u32) -> Result<Candidate, LearnError> {
        let inputs = Inputs::new(&self.survey, patterns)?;
        let iteration = self.iteration();
        let is_last = iteration + 1 == self.plan.iterations;
        let settings = TrainingSettings {
            epochs: times * if is_last { 2 * self.plan.epochs } else { self.plan.epochs },
            batch: self.plan.batch,
            rate: self.plan.rate,
            last_rate: if is_last { 0.02 } else { 0.2 },
            result_share: self.plan.result_share(iteration),
            scale: self.plan.scale,
            patience: Some(1),
            seed: self.seed(2, 0),
            ..TrainingSettings::default()
        };
        let limit = (MAX_SCALES * self.plan.scale) as i32;
        let sampler = Sampler::new(&self.survey, &inputs, limit);
        let samples = sampler.collect(&self.start, self.games.iter())?;
        let mut trainer = match warm {
            Some(trainer) => trainer.continued(settings)?,
            None => {
                let network = random_network(inputs.count(), self.plan.hidden, self.survey.buckets(), self.plan.seed);
                Trainer::new(network, settings)?
            }
        };
        while trainer.epoch(&samples.training, &samples.held_out, &mut |_| true)?.is_some() {}
        let held_out = trainer.result_epoch().map_or(f64::NAN, |epoch| epoch.held_out);
        let provenance = format!("learned from its own games: {}; iteration {}", self.plan.describe(), iteration + 1);
        let learnt = Learnt::new(&self.survey, patterns, self.prunes, trainer.result(), provenance)?;
        Ok(Candidate { trainer, learnt: Arc::new(learnt), samples: samples.training.len(), held_out })
    }

    /// The share of points of one network against another, and the number of games.
    fn compare(
        &self,
        [one, other]: [Option<&Arc<Learnt>>; 2],
        nodes: [u64; 2],
        pairs: u32,
        purpose: u32,
    ) -> Result<(f32, u32), LearnError> {
        let pairs = pairs.max(1);
        let settings = self.settings(nodes);
        let knowledge = [Knowledge::of(&self.start, one)?, Knowledge::of(&self.start, other)?];
        let sum: u32 = (0..pairs)
            .into_par_iter()
            .map_init(
                || knowledge.clone().map(SelfPlayer::new),
                |players, number| {
                    pair(&self.start, players.each_mut(), settings, self.seed(3 + u64::from(purpose), number))
                },
            )
            .sum();
        Ok((sum as f32 / (4 * pairs) as f32, 2 * pairs))
    }

    /// Trains a network with each kind of patterns, and keeps the patterns that win at the same cost.
    fn try_patterns(&mut self, nodes: u64) -> Result<(), LearnError> {
        let plain = self.train(Patterns::None, None, TRIAL_EPOCHS)?;
        let plain_cost = self.cost(Patterns::None)?;
        let mut best = (CONVINCING, Patterns::None, None);
        for (number, patterns) in (100..).zip(Patterns::candidates(&self.survey)) {
            let candidate = match self.train(patterns, None, TRIAL_EPOCHS) {
                Err(LearnError::TooManyInputs { .. }) => continue,
                candidate => candidate?,
            };
            let own_nodes = (nodes as f64 * plain_cost / self.cost(patterns)?).round().max(1.0) as u64;
            let opponents = [Some(&candidate.learnt), Some(&plain.learnt)];
            let pairs = self.trial_pairs();
            let (score, _) = self.compare(opponents, [own_nodes, nodes], pairs, number)?;
            let score = (1000.0 * score) as u32;
            if score > best.0 {
                best = (score, patterns, Some(candidate.trainer));
            }
        }
        if let (_, patterns, Some(trainer)) = best {
            self.patterns = patterns;
            self.trainer = Some(trainer);
        }
        Ok(())
    }

    /// The number of pairs of games of a trial: not more games than a quarter of those of an iteration.
    fn trial_pairs(&self) -> u32 {
        (TRIAL_GAMES * self.plan.guard_pairs).min(self.plan.games / 8).max(self.plan.guard_pairs)
    }

    /// The cost of a node with patterns, in rows of 32 units.
    fn cost(&self, patterns: Patterns) -> Result<f64, LearnError> {
        let inputs = Inputs::new(&self.survey, patterns)?;
        let squares = f64::from(self.survey.columns) * f64::from(self.survey.rows);
        let windows = (0..squares as usize).map(|square| inputs.windows_of(square, duiyi_game::Side::First).len());
        let windows = windows.sum::<usize>() as f64 / squares;
        // A square that changes affects two views, on the way to a sibling of the position before and back.
        let rows = 4.0 * (1.0 + 2.0 * windows) * self.plan.hidden as f64 / 32.0;
        Ok(NODE_COST + rows)
    }

    /// Keeps pruning if it wins at equal nodes.
    fn try_pruning(&mut self, nodes: u64) -> Result<(), LearnError> {
        let Some(best) = self.best.clone() else { return Ok(()) };
        let pruning = Arc::new(best.pruning()?);
        let pairs = self.trial_pairs();
        let (score, _) = self.compare([Some(&pruning), Some(&best)], [nodes; 2], pairs, 200)?;
        if 1000.0 * score > CONVINCING as f32 {
            self.prunes = true;
            self.best = Some(pruning);
        }
        Ok(())
    }
}
