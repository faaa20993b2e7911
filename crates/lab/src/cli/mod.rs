//! The command line.

mod any_game;
mod command;
mod connect6;
mod matches;

pub(crate) use any_game::AnyGame;

use crate::{
    books::BookCommand,
    matches::{latency::LatencyArgs, measure::MeasureArgs, merge, report},
    shards,
    tune::{
        calibration::CalibrationArgs, generate::GenerateArgs, label::LabelArgs, positions::PositionsArgs,
        spsa::SpsaArgs, texel::TexelArgs, trace::TraceArgs, train::TrainArgs,
    },
};
use any_game::{by_name, by_variant};
use clap::{Args, Parser, Subcommand};
use command::GameCommand;
use connect6::Connect6Command;
use duiyi_cli::Manual;
use duiyi_game::Reason;
use matches::{MatchArgs, Order, SprtArgs};
use std::path::PathBuf;

/// Which command is for what.
const WHICH: &str = "\
Which command is for what:
  one engine against another         match; until it is decided which is stronger: sprt
  one against several, or all        gauntlet, with --round-robin
  a record again, as text or a page  stats, report
  several machines                   --shard I/N of a command, then merge
  speed, time and memory in play     measure, latency
  constants of the search            spsa
  weights of an evaluation           positions, label, texel; is it right: calibration
  a network                          generate, train
  an opening book                    book
  strategies of the clock            trace
See docs/matches.md for examples.";

/// Which of the commands on matches is for what.
const WHICH_MATCH: &str = "\
Which command is for what:
  two engines, so many games                    match
  two engines, until one is found stronger      sprt; how many games that takes: sprt --plan
  one against several, or all against all       gauntlet, with --round-robin
  a record again, as text or as a page          stats, report
  one match on several machines                 --shard I/N of these, then merge
See docs/matches.md for examples, and `lab --help` for what is no match.";

/// Matches between engines, what they say about strength, and tuning.
#[derive(Debug, Parser)]
#[command(name = "lab", version, after_help = WHICH)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// A command that every game has.
#[derive(Debug, Args)]
struct Of<T: Args> {
    /// The game; without it the first of those that the program has.
    #[arg(long, value_name = "NAME")]
    game: Option<String>,
    #[command(flatten)]
    args: T,
}

/// What to do.
#[derive(Debug, Subcommand)]
enum Command {
    /// A match of two engines over a fixed number of games.
    #[command(after_help = WHICH_MATCH)]
    Match(Of<MatchArgs>),
    /// The first engine against each of the others, or all against all.
    #[command(after_help = WHICH_MATCH)]
    Gauntlet {
        #[command(flatten)]
        common: Of<MatchArgs>,
        /// All against all.
        #[arg(long)]
        round_robin: bool,
    },
    /// A match of two engines until a sequential test is decided.
    #[command(after_help = WHICH_MATCH)]
    Sprt {
        #[command(flatten)]
        common: Of<MatchArgs>,
        #[command(flatten)]
        test: SprtArgs,
        /// Only show how many games the test is expected to take.
        #[arg(long)]
        plan: bool,
        /// Ask the records of all shards, in the folder of --out, before each game, and stop when together they
        /// decide. Without it a shard plays all its games.
        #[arg(long, requires = "shard")]
        pool: bool,
    },
    /// Puts together what shards have written (`--shard I/N`); refuses what is there twice, missing or foreign.
    Merge {
        /// The files of all shards, in any order.
        #[arg(required = true, value_name = "SHARD")]
        files: Vec<PathBuf>,
        /// Where to write the whole; what a merge has written there before is replaced.
        #[arg(long, value_name = "NAME")]
        out: PathBuf,
    },
    /// Counts the records of matches again (NAME.jsonl, or the NAME.pgn beside it), of any game.
    Stats {
        /// The records; several are counted together.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Bootstrap replicas for the ratings of more than two engines.
        #[arg(long, default_value_t = 1000)]
        replicas: u32,
        /// Writes OUT.csv and OUT.svg: the ratings of players called NAME@NUMBER over the number's logarithm.
        #[arg(long, value_name = "OUT")]
        curve: Option<PathBuf>,
        /// Print the result as one JSON object.
        #[arg(long)]
        json: bool,
    },
    /// How often engines choose the turns of a reference, weighted by what is at stake.
    Measure(Of<MeasureArgs>),
    /// How long an engine takes to answer when it is told to stop, or its time is over.
    Latency(Of<LatencyArgs>),
    /// Records searches of real games for the simulator of time strategies.
    Trace(Of<TraceArgs>),
    /// Takes positions worth learning from out of games, with their results.
    Positions(Of<PositionsArgs>),
    /// Searches positions and writes their scores beside the results.
    Label(Of<LabelArgs>),
    /// What the scores of evaluations are worth in results of games: a table and a plot.
    Calibration(Of<CalibrationArgs>),
    /// Tunes constants of a player by games against itself.
    Spsa(Of<SpsaArgs>),
    /// Tunes an evaluation that is a sum of weights on positions.
    Texel(Of<TexelArgs>),
    /// Plays games of the engine against itself, to train networks on.
    Generate(Of<GenerateArgs>),
    /// Trains a network on games of the engine against itself.
    Train(Of<TrainArgs>),
    /// Makes opening books, shows them, and learns.
    Book {
        /// The game; without it the first of those that the program has.
        #[arg(long, value_name = "NAME", global = true)]
        game: Option<String>,
        #[command(subcommand)]
        what: Box<BookCommand>,
    },
    /// What only Connect6 has.
    Connect6 {
        #[command(subcommand)]
        what: Box<Connect6Command>,
    },
    #[command(flatten)]
    Manual(Manual),
    /// Writes records of one game as a page: strength, and games to click through.
    Report {
        /// The records; several are counted together.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The page, one file that needs no other.
        #[arg(long, value_name = "FILE.html")]
        out: PathBuf,
        /// How many games can be clicked through.
        #[arg(long, default_value_t = 100)]
        games: usize,
    },
}

/// Does what the command line says.
pub(crate) fn run(games: &[&dyn AnyGame]) -> Result<(), Reason> {
    let line = command_line();
    let of = |name: Option<String>, command| by_name(games, name.as_deref())?.run(command, &line);
    match Cli::parse().command {
        Command::Manual(manual) => manual.run::<Cli>(),
        Command::Report { files, out, games: most } => {
            report::run(&files, &out, |name, records| by_variant(games, name)?.page(records, most))
        }
        Command::Match(Of { game, args }) => of(game, GameCommand::Play(args, Order::MATCH)),
        Command::Gauntlet { common: Of { game, args }, round_robin } => {
            of(game, GameCommand::Play(args, Order::of_many(round_robin)))
        }
        Command::Sprt { test, plan: true, .. } => matches::show_plan(&test.test()?.0),
        Command::Sprt { common: Of { game, args }, test, plan: false, pool } => {
            let order = Order { sprt: Some(test.test()?), pool, ..Order::MATCH };
            of(game, GameCommand::Play(args, order))
        }
        Command::Merge { files, out } if files.iter().any(|file| shards::merge::is_part(file)) => {
            shards::merge::run(&files, &out)
        }
        Command::Merge { files, out } => {
            merge::run(&files, |record| by_variant(games, &record.heading.game)?.write_match(&out, record))
        }
        Command::Stats { files, replicas, curve, json } => matches::recount(&files, replicas, curve.as_deref(), json),
        Command::Measure(Of { game, args }) => of(game, GameCommand::Measure(args)),
        Command::Latency(Of { game, args }) => of(game, GameCommand::Latency(args)),
        Command::Trace(Of { game, args }) => of(game, GameCommand::Trace(args)),
        Command::Positions(Of { game, args }) => of(game, GameCommand::Positions(args)),
        Command::Label(Of { game, args }) => of(game, GameCommand::Label(args)),
        Command::Calibration(Of { game, args }) => of(game, GameCommand::Calibration(args)),
        Command::Spsa(Of { game, args }) => of(game, GameCommand::Spsa(args)),
        Command::Texel(Of { game, args }) => of(game, GameCommand::Texel(args)),
        Command::Generate(Of { game, args }) => of(game, GameCommand::Generate(args)),
        Command::Train(Of { game, args }) => of(game, GameCommand::Train(args)),
        Command::Book { game, what } => of(game, GameCommand::Book(*what)),
        Command::Connect6 { what } => connect6::run(*what, &line),
    }
}

/// The command line that started this program, quoted for a shell.
fn command_line() -> String {
    let quoted = |arg: String| {
        let plain = |c: char| c.is_alphanumeric() || "-_./=,+:@%".contains(c);
        if !arg.is_empty() && arg.chars().all(plain) { arg } else { format!("'{}'", arg.replace('\'', r"'\''")) }
    };
    let mut args = std::env::args();
    args.next();
    std::iter::once("lab".to_owned()).chain(args.map(quoted)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }
}
