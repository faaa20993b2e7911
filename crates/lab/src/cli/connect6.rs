//! Commands only for Connect6: training games, the count network, the genetic algorithm and
//! matches between sets of weights.

use crate::{
    games::{EvaluationSpec, connect6},
    matches::{Recording, conduct, spec::local},
    tune::{
        counts::{self, CountsArgs},
        evolve_args::EvolveArgs,
        genetic,
        rivals::{self, RivalsArgs},
        selfplay::{self, GamesArgs, MAX_TURNS, Room},
        thinking::Thinking,
    },
};
use clap::{Args, Subcommand};
use duiyi_arena::{Adjudication, Format, Plan, Shard, Tournament};
use duiyi_game::Reason;
use std::time::Duration;

/// The commands for Connect6.
#[derive(Debug, Subcommand)]
pub(crate) enum Connect6Command {
    /// Play games of a set of weights against itself and write them to a file.
    Games(GamesArgs),
    /// Train the evaluation network over counts of line patterns.
    Counts(CountsArgs),
    /// Tune the values of stones with the genetic algorithm of the thesis.
    Evolve(EvolveArgs),
    /// Compare tuners: each plays the same number of games, then a match against the starting values.
    Rivals(RivalsArgs),
    /// Play a match between two sets of weights at the speed used for tuning.
    Match(WeightsMatchArgs),
}

/// Options of a match between two sets of weights.
#[derive(Debug, Args)]
pub(crate) struct WeightsMatchArgs {
    /// First weights: plain, tuned or a file.
    one: String,
    /// Second weights: plain, tuned or a file.
    other: String,
    /// Number of games, even: each opening is played with both colours.
    #[arg(long, default_value_t = 400)]
    games: u64,
    /// Random turns after the first stone.
    #[arg(long, default_value_t = 2)]
    random_turns: u32,
    #[command(flatten)]
    thinking: Thinking,
    /// Seed of the openings.
    #[arg(long, default_value_t = 1_000_000)]
    seed: u64,
}

/// Runs a command.
///
/// # Errors
/// The errors of the command.
pub(crate) fn run(command: Connect6Command, line: &str) -> Result<(), Reason> {
    match command {
        Connect6Command::Games(args) => selfplay::run(&args, line),
        Connect6Command::Counts(args) => counts::run(&args, line),
        Connect6Command::Evolve(args) => genetic::run(&args, line),
        Connect6Command::Rivals(args) => rivals::run(&args, line),
        Connect6Command::Match(args) => match_of_weights(&args, line),
    }
}

fn match_of_weights(args: &WeightsMatchArgs, command: &str) -> Result<(), Reason> {
    let game = connect6::game();
    let room = Room::new(&game, args.thinking.control(), MAX_TURNS)?;
    let player = |name: &str| local(name, &game, args.thinking.player(EvaluationSpec::named(name)));
    let openings = (0..args.games / 2).map(|pair| room.opening(args.seed.wrapping_add(pair), args.random_turns));
    let tournament = Tournament {
        start: game.start().clone(),
        entrants: vec![player(&args.one), player(&args.other)],
        openings: openings.collect::<Result<_, _>>()?,
        plan: Plan { format: Format::Gauntlet, rounds: args.games / 2, seed: args.seed },
        shard: Shard::WHOLE,
        control: args.thinking.control(),
        clock: game.clock_rules(Duration::ZERO),
        known: None,
        adjudication: Adjudication { max_plies: Some(MAX_TURNS), ..Adjudication::default() },
        sprt: None,
        concurrency: 1,
        fresh_players: false,
    };
    conduct(&tournament, &Recording { command: command.to_owned(), ..Recording::default() })
}
