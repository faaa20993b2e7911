//! A match between two sets of weights.

use super::{
    WeightsSpec,
    duel::{self, Side, Thinking},
};
use crate::run::spinner;
use clap::Args;
use duiyi_arena::{Estimate, Pentanomial, Trinomial, show_elo};
use std::error::Error;

/// Who plays.
#[derive(Debug, Args)]
pub(crate) struct MatchArgs {
    /// plain, tuned or a file.
    one: WeightsSpec,
    /// plain, tuned or a file.
    other: WeightsSpec,
    /// Games, an even number: every opening is played with both colours.
    #[arg(long, default_value_t = 400)]
    games: u64,
    /// Turns at random after the first stone.
    #[arg(long, default_value_t = 2)]
    random_turns: u32,
    #[command(flatten)]
    thinking: Thinking,
    /// Seed of the openings.
    #[arg(long, default_value_t = 1_000_000)]
    seed: u64,
}

/// Results of a match, counted by games and by pairs of one opening.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    games: Trinomial,
    pairs: Pentanomial,
}

impl Tally {
    /// Adds two games of one opening.
    pub(crate) fn add(&mut self, results: [i8; 2]) {
        for result in results {
            self.games.record((result + 1) as usize);
        }
        self.pairs.record((results[0] + results[1] + 2) as usize);
    }

    /// The Elo difference.
    pub(crate) fn elo(&self) -> Estimate {
        self.pairs.elo()
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let games = self.games;
        let elo = show_elo(self.elo());
        write!(f, "+{} ={} -{}, pairs {:?}, Elo {elo}", games.wins(), games.draws(), games.losses(), self.pairs.0)
    }
}

/// Plays the match.
pub(crate) fn run(args: &MatchArgs) -> Result<(), Box<dyn Error>> {
    let mut one = Side::new(&args.one.read()?, &args.thinking);
    let mut other = Side::new(&args.other.read()?, &args.thinking);
    let mut tally = Tally::default();
    let bar = spinner();
    for pair in 0..args.games / 2 {
        tally.add(duel::pair(&mut one, &mut other, &duel::opening(args.seed + pair, args.random_turns)));
        bar.set_message(tally.to_string());
        bar.tick();
    }
    bar.finish_and_clear();
    println!("{tally}");
    Ok(())
}
