//! What only Connect6 has: games to learn from, the network over counts, the genetic algorithm, matches
//! of weights.

use crate::{
    games::{EvaluationSpec, connect6},
    matches::{Recording, conduct, spec::local},
    tune::{
        counts::{self, CountsArgs},
        evolve_args::EvolveArgs,
        genetic,
        rivals::{self, RivalsArgs},
        selfplay::{self, GamesArgs, MOST_TURNS, Room},
        thinking::Thinking,
    },
};
use clap::{Args, Subcommand};
use duiyi_arena::{Adjudication, Format, Plan, Shard, Tournament};
use duiyi_game::Reason;
use std::time::Duration;

/// What to do with Connect6.
#[derive(Debug, Subcommand)]
pub(crate) enum Connect6Command {
    /// Plays games of a set of weights with itself and writes them.
    Games(GamesArgs),
    /// Trains the network over counts of line patterns that judges positions.
    Counts(CountsArgs),
    /// Tunes the values of stones by the genetic algorithm of the thesis.
    Evolve(EvolveArgs),
    /// Compares the tuners: each has the same number of games, and then a match against the start.
    Rivals(RivalsArgs),
    /// A match of two sets of weights that think as in tuning.
    Match(WeightsMatchArgs),
}

/// A match of two sets of weights.
#[derive(Debug, Args)]
pub(crate) struct WeightsMatchArgs {
    /// plain, tuned or a file.
    one: String,
    /// plain, tuned or a file.
    other: String,
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

/// Runs a command.
///
/// # Errors
/// What the command says.
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
    let room = Room::new(&game, args.thinking.control(), MOST_TURNS)?;
    let player = |name: &str| local(name, &game, args.thinking.player(EvaluationSpec::named(name)));
    let openings = (0..args.games / 2).map(|pair| room.opening(args.seed + pair, args.random_turns));
    let tournament = Tournament {
        start: game.start().clone(),
        entrants: vec![player(&args.one), player(&args.other)],
        openings: openings.collect::<Result<_, _>>()?,
        plan: Plan { format: Format::Gauntlet, rounds: args.games / 2, seed: args.seed },
        shard: Shard::WHOLE,
        control: args.thinking.control(),
        margin: Duration::ZERO,
        adjudication: Adjudication { most_plies: Some(MOST_TURNS), ..Adjudication::default() },
        sprt: None,
        concurrency: 1,
        fresh_players: false,
    };
    conduct(&tournament, &Recording { command: command.to_owned(), ..Recording::default() })
}
