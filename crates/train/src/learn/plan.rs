//! The counts of a learning run.

use serde::{Deserialize, Serialize};

/// The counts of a learning run. A seed with the same counts gives the same network on any number of threads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Plan {
    /// The seed of games and training.
    pub seed: u64,
    /// The number of iterations: games with the network so far, then training.
    pub iterations: u32,
    /// The number of games of an iteration.
    pub games: u32,
    /// The nodes of a move in the first and in the last iteration; geometric in between.
    pub nodes: (u64, u64),
    /// The number of hidden units, a multiple of 32.
    pub hidden: usize,
    /// The number of iterations whose games are trained on.
    pub window: u32,
    /// The number of epochs of an iteration.
    pub epochs: u32,
    /// The number of samples of a minibatch.
    pub batch: usize,
    /// The highest step size of the training.
    pub rate: f32,
    /// The weight of the result in the targets of the first iterations; later ones have the last.
    pub result_shares: Vec<f32>,
    /// The score with an expected result of 0.731.
    pub scale: f32,
    /// The maximum number of random moves at the beginning of a game.
    pub random_moves: u32,
    /// A game is drawn after this number of moves.
    pub max_moves: u32,
    /// The number of pairs of games in which a network must reach half of the points against the one before.
    pub guard_pairs: u32,
    /// Whether patterns are tried, and kept if they win at the same cost.
    pub patterns: bool,
    /// Whether pruning is tried, and kept if it wins.
    pub pruning: bool,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            seed: 1,
            iterations: 8,
            games: 800,
            nodes: (100, 200),
            hidden: 32,
            window: 4,
            epochs: 3,
            batch: 1024,
            rate: 0.002,
            result_shares: vec![1.0, 0.7, 0.5, 0.4],
            scale: 400.0,
            random_moves: 8,
            max_moves: 200,
            guard_pairs: 32,
            patterns: true,
            pruning: true,
        }
    }
}

impl Plan {
    /// The nodes of a move in an iteration, from 0.
    pub fn nodes_of(&self, iteration: u32) -> u64 {
        let (first, last) = (self.nodes.0.max(1) as f64, self.nodes.1.max(1) as f64);
        let share = f64::from(iteration) / f64::from(self.iterations.saturating_sub(1).max(1));
        (first * (last / first).powf(share.min(1.0))).round() as u64
    }

    /// The weight of the result in the targets of an iteration, from 0.
    pub(crate) fn result_share(&self, iteration: u32) -> f32 {
        let shares = &self.result_shares;
        shares.get(iteration as usize).or(shares.last()).copied().unwrap_or(0.5)
    }

    /// The counts in words.
    pub fn describe(&self) -> String {
        let Plan { iterations, games, hidden, seed, nodes: (first, last), .. } = self;
        format!(
            "{iterations} iterations of {games} games at {first} to {last} nodes a move; {hidden} hidden units; seed {seed}"
        )
    }
}
