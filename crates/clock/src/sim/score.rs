//! Scores of a strategy over many simulated games, and fair comparisons.

use std::time::Duration;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::keeper::TimeKeeper;
use crate::sim::play::{Conditions, GameOutcome, PhaseResult, Simulator};
use crate::sim::trace::TraceSet;
use crate::strategy::Strategy;

/// Sums over a series of simulated games.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Name of the strategy.
    pub name: String,
    /// Games played.
    pub games: u64,
    /// Games lost on time.
    pub flags: u64,
    /// The games among them that the lags alone lose, without any search, so that any player loses them.
    pub lost_by_any: u64,
    /// The games among the others that the shortest budgets after the first
    /// stall would not have saved, only less time used before it.
    pub lost_before_first_sign: u64,
    /// Moves made.
    pub moves: u64,
    /// Time used on the clock, all games together.
    pub used: Duration,
    /// Time given, all games together.
    pub given: Duration,
    /// Ponder hits.
    pub ponder_hits: u64,
    /// The results of the phases of all games, in the order of [`Phase::ALL`](crate::Phase::ALL).
    pub phases: [PhaseResult; 3],
    /// The sum and number of the losses for each recorded game.
    by_record: Vec<(f64, u64)>,
}

impl Summary {
    fn empty(name: &str, records: usize) -> Summary {
        Summary {
            name: name.to_owned(),
            games: 0,
            flags: 0,
            lost_by_any: 0,
            lost_before_first_sign: 0,
            moves: 0,
            used: Duration::ZERO,
            given: Duration::ZERO,
            ponder_hits: 0,
            phases: Default::default(),
            by_record: vec![(0.0, 0); records],
        }
    }

    fn add(&mut self, index: usize, outcome: &GameOutcome) {
        let flag = u64::from(outcome.flag.is_some());
        self.games += 1;
        self.flags += flag;
        self.lost_by_any += flag * u64::from(outcome.lost_by_any);
        self.lost_before_first_sign += flag * u64::from(outcome.lost_before_first_sign && !outcome.lost_by_any);
        self.moves += u64::from(outcome.moves);
        self.used += outcome.used;
        self.given += outcome.given;
        self.ponder_hits += u64::from(outcome.ponder_hits);
        self.add_phases(&outcome.phases);
        self.by_record[index].0 += outcome.loss;
        self.by_record[index].1 += 1;
    }

    /// Combines one strategy's results under several conditions over the same records.
    ///
    /// The name is that of the first; an empty list gives an empty summary.
    pub fn together(parts: &[Summary]) -> Summary {
        let empty = parts.first().map_or_else(|| Summary::empty("", 0), |p| Summary::empty(&p.name, p.by_record.len()));
        parts.iter().fold(empty, Summary::merged)
    }

    fn merged(mut self, other: &Summary) -> Summary {
        self.games += other.games;
        self.flags += other.flags;
        self.lost_by_any += other.lost_by_any;
        self.lost_before_first_sign += other.lost_before_first_sign;
        self.moves += other.moves;
        self.used += other.used;
        self.given += other.given;
        self.ponder_hits += other.ponder_hits;
        self.add_phases(&other.phases);
        for (own, more) in self.by_record.iter_mut().zip(&other.by_record) {
            own.0 += more.0;
            own.1 += more.1;
        }
        self
    }

    fn add_phases(&mut self, phases: &[PhaseResult; 3]) {
        self.phases.iter_mut().zip(phases).for_each(|(sum, more)| sum.add(more));
    }

    /// The mean loss per game in expected score; a flag adds one point.
    pub fn loss(&self) -> f64 {
        self.by_record.iter().map(|(sum, _)| sum).sum::<f64>() / self.games.max(1) as f64
    }

    /// Half of the 95 % interval of [`loss`](Summary::loss), from the spread between *recorded* games, since
    /// playing the same records again with other noise does not reduce the error.
    pub fn loss_error(&self) -> f64 {
        half_interval(self.by_record.iter().filter(|(_, n)| *n > 0).map(|(sum, n)| sum / *n as f64))
    }

    /// Flags in a million games.
    pub fn flags_per_million(&self) -> f64 {
        self.flags as f64 * 1e6 / self.games.max(1) as f64
    }

    /// The flags that the strategy could have avoided: those explained neither by
    /// the lags alone nor by the time used before the first stall.
    pub fn avoidable_flags(&self) -> u64 {
        self.flags - self.lost_by_any - self.lost_before_first_sign
    }

    /// The share of the given time that was used.
    pub fn used_share(&self) -> f64 {
        if self.given.is_zero() { 0.0 } else { self.used.as_secs_f64() / self.given.as_secs_f64() }
    }

    /// Mean time used per game.
    pub fn mean_used(&self) -> Duration {
        self.used.div_f64(self.games.max(1) as f64)
    }

    /// The mean difference of the loss per game to `other` over the same games, positive if this strategy loses less.
    pub fn gain_over(&self, other: &Summary) -> Difference {
        let pairs = self.by_record.iter().zip(&other.by_record).filter(|((_, n), (_, m))| *n > 0 && *m > 0);
        let gains: Vec<f64> = pairs.map(|((a, n), (b, m))| b / *m as f64 - a / *n as f64).collect();
        let mean = gains.iter().sum::<f64>() / gains.len().max(1) as f64;
        Difference { mean, error: half_interval(gains.into_iter()) }
    }
}

/// A mean difference with half of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The mean.
    pub mean: f64,
    /// 1.96 standard errors; infinite for fewer than two samples.
    pub error: f64,
}

fn half_interval(samples: impl Iterator<Item = f64>) -> f64 {
    let (mut n, mut mean, mut square) = (0.0, 0.0, 0.0);
    for x in samples {
        n += 1.0;
        let delta = x - mean;
        mean += delta / n;
        square += delta * (x - mean);
    }
    if n < 2.0 { f64::INFINITY } else { 1.96 * (square / (n - 1.0) / n).sqrt() }
}

/// The number of games per task; fixed, so that the sums do not depend on the number of processors.
const TASK: u64 = 512;

/// Plays `games` games, the recorded ones in turn, with noise that depends only
/// on the seed and the number of the game, and so is the same for all strategies.
///
/// The games are played on all processors; the result does not depend on their
/// number. An empty set of traces gives an empty summary.
pub fn run(strategy: &dyn Strategy, traces: &TraceSet, conditions: &Conditions, games: u64) -> Summary {
    let records = traces.games();
    let keeper = TimeKeeper::new(strategy.boxed_clone());
    let games = if records.is_empty() { 0 } else { games };
    let task = |number: u64| -> Summary {
        let mut summary = Summary::empty(strategy.name(), records.len());
        let mut simulator = Simulator::new(conditions.clone());
        for number in number * TASK..games.min((number + 1) * TASK) {
            let index = (number % records.len() as u64) as usize;
            summary.add(index, &simulator.play(&keeper, &records[index], number));
        }
        summary
    };
    let parts: Vec<Summary> = (0..games.div_ceil(TASK)).into_par_iter().map(task).collect();
    parts.iter().fold(Summary::empty(strategy.name(), records.len()), Summary::merged)
}

/// A strategy's result on a clock scaled so that it uses a given time.
#[derive(Clone, Debug, PartialEq)]
pub struct EqualTime {
    /// The factor on every time of the control.
    pub factor: f64,
    /// The result under the scaled control.
    pub summary: Summary,
}

/// Scores a strategy on a clock scaled so that its mean time per game is `target`.
///
/// A strategy that leaves half of its clock unused is not necessarily worse, only
/// scaled differently; here the control is scaled until the time used is the same
/// for all. The factor is found by bisection between 1/16 and 16 to within 0.1 %;
/// a strategy that cannot reach the target gets the nearest end.
pub fn at_equal_time(
    strategy: &dyn Strategy,
    traces: &TraceSet,
    conditions: &Conditions,
    games: u64,
    target: Duration,
) -> EqualTime {
    let (mut low, mut high) = (1.0_f64 / 16.0, 16.0_f64);
    let play = |factor: f64| {
        let scaled = Conditions { control: conditions.control.scaled(factor), ..conditions.clone() };
        run(strategy, traces, &scaled, games)
    };
    while high / low > 1.001 {
        let middle = (low * high).sqrt();
        if play(middle).mean_used() < target {
            low = middle;
        } else {
            high = middle;
        }
    }
    let factor = (low * high).sqrt();
    EqualTime { factor, summary: play(factor) }
}
