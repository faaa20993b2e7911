//! Synthetic traces, for tests and experiments.
//!
//! **Synthetic**: no engine searched these positions, and figures obtained with
//! them do not describe any engine. They have the shape of real records: node
//! counts that grow exponentially with depth, fastest in the middle game and
//! slowest in the endgame; a few candidate moves whose estimates converge to
//! their true values with depth, in some positions quickly and in others late;
//! scores that drift through the game; lengths from a log-logistic distribution.

use rand_distr::{Distribution, Exp1, LogNormal, StandardNormal, StandardUniform};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use crate::sim::trace::{TraceGame, TraceIteration, TracePosition, TraceSet};
use crate::state::Phase;

/// Generator of synthetic traces; the same values give the same traces.
#[derive(Clone, Debug, PartialEq)]
pub struct SyntheticTraces {
    /// Seed.
    pub seed: u64,
    /// Games, each for one side.
    pub games: usize,
    /// Median length in own moves.
    pub length: f64,
    /// Steepness of the lengths' log-logistic distribution.
    pub steepness: f64,
    /// The maximum number of own moves in a game.
    pub longest: usize,
    /// The number of nodes after which the search of a position ends.
    pub cap: u64,
    /// Nodes per second in the opening; the endgame is 1.5 times as fast.
    pub speed: f64,
}

impl Default for SyntheticTraces {
    /// 200 games of about 42 own moves, each position searched for 60 million nodes at a million a second.
    fn default() -> SyntheticTraces {
        SyntheticTraces { seed: 1, games: 200, length: 42.0, steepness: 4.5, longest: 150, cap: 60_000_000, speed: 1e6 }
    }
}

/// A candidate move of a synthetic position.
struct Candidate {
    value: f64,
    error: f64,
}

impl SyntheticTraces {
    /// Makes the traces.
    pub fn generate(&self) -> TraceSet {
        let games = (0..self.games).map(|number| self.game(number)).collect();
        TraceSet::new(games).unwrap_or_else(|_| unreachable!("synthetic traces are consistent by construction"))
    }

    fn game(&self, number: usize) -> TraceGame {
        let seed = self.seed.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(number as u64);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let uniform: f64 = StandardUniform.sample(&mut rng);
        let odds = uniform / (1.0 - uniform).max(1e-9);
        let length = (self.length * odds.powf(1.0 / self.steepness.max(0.1))) as usize;
        let length = length.clamp(8, self.longest.max(8));
        let side = number % 2;
        let mut score = 10.0;
        let mut positions = Vec::with_capacity(length);
        for made in 0..length {
            let step: f64 = StandardNormal.sample(&mut rng);
            // Advantages grow slowly during the game.
            score = (score * 1.02 + 18.0 * step).clamp(-900.0, 900.0);
            positions.push(self.position(&mut rng, side + 2 * made, score));
        }
        let side = ["first", "second"][side].to_owned();
        TraceGame { game: format!("synthetic-{}-{number}", self.seed), side, positions }
    }

    fn position(&self, rng: &mut Xoshiro256PlusPlus, ply: usize, score: f64) -> TracePosition {
        let phase = match ply {
            0..20 => Phase::Opening,
            20..70 => Phase::Middlegame,
            _ => Phase::Endgame,
        };
        let (growth, speed) = match phase {
            Phase::Opening => (2.1, 1.0),
            Phase::Middlegame => (2.3, 1.0),
            Phase::Endgame => (1.85, 1.5),
        };
        // The depth at which the true values appear varies more than everything else.
        let hidden: f64 = LogNormal::new(0.0, 0.5).map_or(1.0, |d| d.sample(rng));
        let spread: f64 = LogNormal::new(30_f64.ln(), 0.9).map_or(30.0, |d| d.sample(rng));
        let uniform = |rng: &mut Xoshiro256PlusPlus| -> f64 { StandardUniform.sample(rng) };
        let forced = uniform(rng) < 0.03;
        let recapture = !forced && uniform(rng) < 0.05;
        let count = if forced { 1 } else { 3 + (uniform(rng) * 6.0) as usize };
        let mut candidates = Vec::with_capacity(count);
        let mut value = score;
        for _ in 0..count {
            let error: f64 = StandardNormal.sample(rng);
            candidates.push(Candidate { value, error });
            let gap: f64 = Exp1.sample(rng);
            value -= gap * spread * if recapture && candidates.len() == 1 { 8.0 } else { 1.0 };
        }
        let iterations = self.iterations(rng, &mut candidates, growth, speed, hidden, spread);
        TracePosition {
            ply: ply as u32,
            legal: if forced { 1 } else { 15 + (uniform(rng) * 35.0) as u32 },
            material: Some((1.0 - ply as f32 / 160.0).max(0.15)),
            phase,
            recapture,
            moves: (0..count).map(|i| format!("m{i}")).collect(),
            values: candidates.iter().map(|c| c.value as i32).collect(),
            iterations,
        }
    }

    fn iterations(
        &self,
        rng: &mut Xoshiro256PlusPlus,
        candidates: &mut [Candidate],
        growth: f64,
        speed: f64,
        hidden: f64,
        spread: f64,
    ) -> Vec<TraceIteration> {
        let mut iterations = Vec::new();
        let mut cost = 40.0;
        let mut nodes = 0.0;
        let mut best = 0;
        for depth in 1_u32..=60 {
            // Errors decrease with depth, each correlated with the previous one.
            let scale = 2.0 * spread * (-f64::from(depth) / (5.0 * hidden)).exp();
            for candidate in candidates.iter_mut() {
                let fresh: f64 = StandardNormal.sample(rng);
                candidate.error = 0.85 * candidate.error + 0.53 * fresh;
            }
            let estimate = |i: usize| candidates[i].value + scale * candidates[i].error;
            let challenger = (0..candidates.len()).max_by(|a, b| estimate(*a).total_cmp(&estimate(*b))).unwrap_or(0);
            let changed = estimate(challenger) > estimate(best) + 2.0;
            best = if changed { challenger } else { best };
            let second = (0..candidates.len()).filter(|i| *i != best).map(estimate).fold(f64::NEG_INFINITY, f64::max);
            let lead = if candidates.len() == 1 { 300.0 } else { (estimate(best) - second).max(0.0) };
            let wobble: f64 = StandardNormal.sample(rng);
            let share = (0.35 + 0.55 * (1.0 - (-lead / 50.0).exp()) + 0.08 * wobble - if changed { 0.2 } else { 0.0 })
                .clamp(0.05, 0.98);
            let jitter: f64 = LogNormal::new(0.0, 0.25).map_or(1.0, |d| d.sample(rng));
            nodes += cost * jitter * if changed { 1.5 } else { 1.0 };
            cost *= growth;
            iterations.push(TraceIteration {
                depth,
                nodes: nodes as u64,
                micros: (nodes / (self.speed * speed) * 1e6) as u64,
                score: estimate(best) as i32,
                best: best as u16,
                share: (share * 1000.0) as u16,
                mate: None,
            });
            if nodes >= self.cap as f64 {
                break;
            }
        }
        iterations
    }
}
