//! One run: a tuner, a seed, its games, and the match of its result against the initial values.

use super::{
    budget::{Budget, Hall, Watched},
    tuner::Tuner,
};
use crate::{
    files::{Keeper, write_values},
    games::connect6::{Individual, Reached, ShapeSums},
    say,
    tune::tally::Tally,
};
use duiyi_connect6::{evaluation::StoneWeights, kit::stones};
use duiyi_game::Reason;
use duiyi_train::{
    Contest, ParameterSet,
    annealing::{self, Annealing},
    genetic::{self, Evolution, write_json},
    hill::{self, HillClimb},
    spsa::{self, ByGames, Climb},
    temporal::{self, Learner},
    texel::{self, Sample, Samples, Trainer, fit_k},
};
use serde::{Deserialize, Serialize};
use std::{path::Path, time::Instant};

/// The saved state of a run.
#[derive(Serialize, Deserialize)]
pub(super) struct Run {
    tuner: Tuner,
    seed: u64,
    budget: Budget,
    /// Self-play games that are still needed.
    watched: Vec<Watched>,
    state: Option<State>,
    /// The names and the tuned values.
    found: Option<(Vec<String>, Vec<u16>)>,
    /// The match against the initial values.
    tally: Tally,
    seconds: f64,
}

/// The state of a tuner.
#[derive(Serialize, Deserialize)]
enum State {
    Genetic(Evolution),
    Spsa(ByGames),
    Hill(HillClimb),
    Annealing(Annealing),
    Temporal(Learner),
    /// Texel's method uses all games at the end.
    Texel,
}

impl State {
    /// The tuners that learn from results.
    fn contest(&mut self) -> Option<&mut dyn Contest> {
        match self {
            State::Genetic(evolution) => Some(evolution),
            State::Spsa(climb) => Some(climb),
            State::Hill(climb) => Some(climb),
            State::Annealing(annealing) => Some(annealing),
            State::Temporal(_) | State::Texel => None,
        }
    }
}

/// Factor between the counts of a sample, which are integers, and the features, which are not.
const FINE: f64 = 4.0;

impl Run {
    /// A new run.
    pub(super) fn new(tuner: Tuner, seed: u64, budget: Budget) -> Run {
        let (watched, tally) = (Vec::new(), Tally::default());
        Run { tuner, seed, budget, watched, state: None, found: None, tally, seconds: 0.0 }
    }

    /// Whether the run has this budget.
    pub(super) fn is_of(&self, budget: &Budget) -> bool {
        self.budget == *budget
    }

    /// The results of the match against the initial values so far.
    pub(super) fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The duration of the tuning, in seconds.
    pub(super) fn seconds(&self) -> f64 {
        self.seconds
    }

    /// The number of self-play games before the tuner begins: the genetic algorithm over lines
    /// uses the lines of these games, temporal differences need the steepness of the sigmoid, and
    /// for Texel's method all games are self-play games.
    fn to_watch(&self) -> u64 {
        match self.tuner {
            Tuner::Genetic | Tuner::Spsa | Tuner::Hill | Tuner::Annealing => 0,
            Tuner::Codes => self.budget.games.min(60),
            Tuner::Temporal => self.budget.games / 10,
            Tuner::Texel => self.budget.games,
        }
    }

    /// The number of games played.
    fn played(&mut self) -> u64 {
        let watched = self.watched.len() as u64;
        match &mut self.state {
            // Self-play games are included.
            Some(State::Temporal(learner)) => learner.games(),
            Some(state) => watched + state.contest().map_or(0, |contest| contest.settled()),
            None => watched,
        }
    }

    /// Plays the rest of the budget and learns from the games.
    pub(super) fn tune(&mut self, hall: &mut Hall, keeper: &mut Keeper) -> Result<(), Reason> {
        let lines = match (&self.state, &self.found) {
            _ if self.tuner != Tuner::Codes => None,
            (_, Some((names, _))) => Some(Individual::codes_named(names)?),
            (Some(State::Genetic(evolution)), None) => Some(Individual::codes_named(evolution.names())?),
            _ => None,
        };
        hall.values_of(lines.map_or_else(Individual::shapes, Ok)?);
        if self.found.is_some() {
            return Ok(());
        }
        let sums = ShapeSums::new()?;
        let mut began = Instant::now();
        loop {
            let played = self.played();
            let opening = self.seed << 48 ^ played;
            if self.state.is_none() && played < self.to_watch() {
                self.watched.push(hall.watch(&hall.individual().start(), opening)?);
            } else if self.state.is_none() {
                self.state = Some(self.begin(hall, &sums)?);
            } else if played >= self.budget.games || !self.step(hall, &sums, opening)? {
                break;
            }
            self.seconds += began.elapsed().as_secs_f64();
            began = Instant::now();
            keeper.keep_at_times(self)?;
            self.report_progress(played);
        }
        let values = self.values(&sums, hall)?;
        self.found = Some((hall.individual().names(), values));
        self.seconds += began.elapsed().as_secs_f64();
        Ok(())
    }

    /// Prints a line after each tenth of the games.
    fn report_progress(&mut self, before: u64) {
        let (played, all) = (self.played(), self.budget.games.max(1));
        if played * 10 / all > before * 10 / all {
            let (tuner, seed, seconds) = (self.tuner.title(), self.seed, self.seconds);
            say::news(format_args!("{tuner}, seed {seed}: {played} of {all} games, {seconds:.0} s"));
        }
    }

    /// The tuner in its initial state.
    fn begin(&self, hall: &mut Hall, sums: &ShapeSums) -> Result<State, Reason> {
        let Budget { games, match_games, temperatures: [hot, cold], .. } = self.budget;
        let (seed, steps) = (self.seed, games / match_games.max(1));
        Ok(match self.tuner {
            Tuner::Codes => {
                let mut reached = Reached::default();
                for watched in &self.watched {
                    reached.count(&watched.game()?);
                }
                let (lines, all) = reached.most(self.budget.codes)?;
                say::news(format_args!("{} lines of {all} that {} games reach", lines.len(), self.watched.len()));
                hall.values_of(Individual::codes(lines)?);
                self.evolution(hall.individual())?
            }
            Tuner::Genetic => self.evolution(hall.individual())?,
            Tuner::Texel => State::Texel,
            Tuner::Spsa => {
                let settings = spsa::SpsaSettings { iterations: games / 2, rate: self.budget.spsa_rate, seed };
                State::Spsa(ByGames::new(Climb::new(self.start()?, settings)))
            }
            Tuner::Hill => {
                let settings = hill::HillClimbSettings { steps, games: match_games, reach: 1.0, seed };
                State::Hill(HillClimb::new(self.start()?, settings))
            }
            Tuner::Annealing => {
                let settings = annealing::AnnealingSettings { steps, games: match_games, reach: 1.0, hot, cold, seed };
                State::Annealing(Annealing::new(self.start()?, settings))
            }
            Tuner::Temporal => {
                let start = vec![1.0; ShapeSums::FEATURES];
                let decay = 0.1f64.powf(1.0 / games.max(1) as f64);
                let k = fit_k(&self.samples(sums, hall, |_| true)?, &vec![[1.0 / FINE; 2]; ShapeSums::FEATURES]);
                let Budget { lambda, temporal_rate: rate, .. } = self.budget;
                let mut learner = Learner::new(start, temporal::TemporalSettings { lambda, rate, decay, k });
                for watched in &self.watched {
                    learner.learn(&sums.positions(&watched.game()?, hall.opening_turns()), watched.result);
                }
                State::Temporal(learner)
            }
        })
    }

    fn evolution(&self, individual: &Individual) -> Result<State, Reason> {
        let settings = genetic::GeneticSettings { seed: self.seed, ..genetic::GeneticSettings::default() };
        let (names, start) = (individual.names(), individual.start());
        Ok(State::Genetic(Evolution::new(names, &start, 1.0, individual.constraints(), settings)?))
    }

    /// The logarithms of the initial values.
    fn start(&self) -> Result<ParameterSet, Reason> {
        Ok(ParameterSet::new(stones::logarithms(&StoneWeights::PRINTED, self.budget.step)?)?)
    }

    /// The values of a bout as the players take them.
    fn player_values(&self, values: &[f64]) -> Result<Vec<u16>, Reason> {
        Ok(match self.tuner {
            Tuner::Genetic | Tuner::Codes => values.iter().map(|&value| value as u16).collect(),
            Tuner::Temporal | Tuner::Texel => ShapeSums::values(values),
            Tuner::Spsa | Tuner::Hill | Tuner::Annealing => {
                stones::of_logarithms(&StoneWeights::PRINTED, &self.start()?.with_values(values)).to_vec()
            }
        })
    }

    /// Plays the next game; returns whether there was one.
    fn step(&mut self, hall: &mut Hall, sums: &ShapeSums, opening: u64) -> Result<bool, Reason> {
        if let Some(State::Temporal(learner)) = &mut self.state {
            let watched = hall.watch(&ShapeSums::values(learner.weights()), opening)?;
            learner.learn(&sums.positions(&watched.game()?, hall.opening_turns()), watched.result);
            return Ok(true);
        }
        let Some(bout) = self.state.as_mut().and_then(State::contest).and_then(|contest| contest.bout()) else {
            return Ok(false);
        };
        let opening = self.seed << 48 ^ bout.opening;
        let result = hall.result(self.player_values(&bout.first)?, self.player_values(&bout.second)?, opening)?;
        if let Some(contest) = self.state.as_mut().and_then(State::contest) {
            contest.settle(result);
        }
        Ok(true)
    }

    /// The values found with the budget.
    fn values(&mut self, sums: &ShapeSums, hall: &Hall) -> Result<Vec<u16>, Reason> {
        let found = match &mut self.state {
            Some(State::Temporal(learner)) => learner.weights().to_vec(),
            Some(state) if self.tuner != Tuner::Texel => {
                state.contest().map(|contest| contest.found()).unwrap_or_default()
            }
            _ => self.fitted(sums, hall)?,
        };
        self.player_values(&found)
    }

    /// The multiples that minimise the prediction error of the results, one game in ten held out.
    fn fitted(&self, sums: &ShapeSums, hall: &Hall) -> Result<Vec<f64>, Reason> {
        let training = self.samples(sums, hall, |game| game % 10 != 9)?;
        let held_out = self.samples(sums, hall, |game| game % 10 == 9)?;
        let start = vec![[1.0 / FINE; 2]; ShapeSums::FEATURES];
        let k = fit_k(&training, &start);
        let rate = 0.02 / FINE;
        let settings = texel::TexelSettings {
            k,
            rate,
            batch: 1024,
            pull: 1e-6,
            epochs: 200,
            seed: self.seed,
            ..Default::default()
        };
        let mut trainer = Trainer::new(&training, &held_out, start, settings)?;
        let before = trainer.state().best_error;
        trainer.run(|_, _| true);
        let (after, epoch) = (trainer.state().best_error, trainer.state().best_epoch);
        say::news(format_args!("k {k:.6}, error held out {before:.5}, {after:.5} after {epoch} epochs"));
        Ok(trainer.state().best.iter().map(|weight| weight[0] * FINE).collect())
    }

    /// The positions of the selected games.
    fn samples(&self, sums: &ShapeSums, hall: &Hall, takes: impl Fn(usize) -> bool) -> Result<Samples, Reason> {
        let mut samples = Samples::new(ShapeSums::FEATURES);
        for watched in self.watched.iter().enumerate().filter(|(game, _)| takes(*game)).map(|(_, watched)| watched) {
            for position in sums.positions(&watched.game()?, hall.opening_turns()) {
                let count = |value: f64| (value * FINE).round().clamp(-32_000.0, 32_000.0) as i16;
                let features = (0..).zip(position.into_iter().map(count)).filter(|feature| feature.1 != 0).collect();
                samples.push(&Sample { features, phase: 1.0, scale: 1.0, target: watched.result as f32 })?;
            }
        }
        Ok(samples)
    }

    /// Writes the tuned values.
    pub(super) fn write_values(&self, name: &Path) -> Result<(), Reason> {
        let Some((names, values)) = &self.found else { return Ok(()) };
        let pairs = names.iter().map(String::as_str).zip(values.iter().copied());
        let mut path = name.as_os_str().to_owned();
        path.push("-values.json");
        write_values(Path::new(&path), &write_json(pairs))
    }

    /// Plays the rest of the match against the initial values. All tuners of a seed use the same openings.
    pub(super) fn judge(&mut self, hall: &mut Hall, pairs: u64, keeper: &mut Keeper) -> Result<(), Reason> {
        let Some((_, values)) = self.found.clone() else { return Ok(()) };
        let start = hall.individual().start();
        while self.tally.pairs() < pairs {
            let opening = 1_000_000 * self.seed + self.tally.pairs();
            self.tally.add(hall.pair(&values, &start, opening)?);
            keeper.keep_at_times(self)?;
        }
        Ok(())
    }
}
