//! The command line.

mod any_game;
mod command;
mod connect6;
mod cutechess;
mod matches;

pub(crate) use any_game::AnyGame;

use crate::{
    books::BookCommand,
    compliance::ComplianceArgs,
    matches::{
        ablation::AblationArgs,
        blunders::{BlundersArgs, SuiteArgs},
        latency::LatencyArgs,
        measure::MeasureArgs,
        merge, report,
    },
    proofs::ProveArgs,
    say, shards,
    tune::{
        calibration::CalibrationArgs, generate::GenerateArgs, label::LabelArgs, positions::PositionsArgs,
        relabel::RelabelArgs, spsa::SpsaArgs, texel::TexelArgs, trace::TraceArgs, train_args::TrainArgs,
    },
};
use any_game::{by_name, by_variant};
use clap::{Args, Parser, Subcommand};
use command::GameCommand;
use connect6::Connect6Command;
use cutechess::{CutechessArgs, translate};
use duiyi_game::Reason;
use duiyi_kit::cli::{LearnOptions, Manual};
use matches::{MatchArgs, Order, SprtArgs};
use std::path::PathBuf;

/// An overview of the commands.
const WHICH: &str = "\
Which command does what:
  one engine against another         match; sprt stops when a test is decided
  one against several, or all        gauntlet, gauntlet --round-robin
  results of a record, as a page     stats, report
  several machines                   --shard I/N of a command, then merge
  accuracy, speed, response time     measure, latency
  what each switch is worth          ablation
  conformance to a protocol          compliance
  a script for cutechess-cli         cutechess
  overlooked tactics                 blunders, suite
  search parameters                  spsa
  evaluation weights                 positions, label, texel, calibration
  a network                          generate, relabel, train
  an evaluation from the rules       learn
  an opening book                    book
  the value of a position            solve
  time management                    trace
See docs/matches.md for examples.";

/// An overview of the commands for matches.
const WHICH_MATCH: &str = "\
Which command does what:
  two engines, a fixed number of games          match
  two engines, until a test is decided          sprt; expected number of games: sprt --plan
  one against several, or all against all       gauntlet, gauntlet --round-robin
  results of a record, as text or as a page     stats, report
  one match on several machines                 --shard I/N of a command, then merge
See docs/matches.md for examples, and `lab --help` for all other commands.";

/// Play matches between engines, evaluate the results, and tune engines.
#[derive(Debug, Parser)]
#[command(name = "lab", version, after_help = WHICH)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// A command available for every game.
#[derive(Debug, Args)]
struct Of<T: Args> {
    /// Game [default: the first game of this program].
    #[arg(long, value_name = "NAME")]
    game: Option<String>,
    #[command(flatten)]
    args: T,
}

/// The commands.
#[derive(Debug, Subcommand)]
enum Command {
    /// Play a match with a fixed number of games between two engines.
    #[command(after_help = WHICH_MATCH)]
    Match(Of<MatchArgs>),
    /// Play the first engine against each of the others, or all against all.
    #[command(after_help = WHICH_MATCH)]
    Gauntlet {
        #[command(flatten)]
        common: Of<MatchArgs>,
        /// Play all against all.
        #[arg(long)]
        round_robin: bool,
    },
    /// Play a match between two engines until a sequential test is decided.
    #[command(after_help = WHICH_MATCH)]
    Sprt {
        #[command(flatten)]
        common: Of<MatchArgs>,
        #[command(flatten)]
        test: SprtArgs,
        /// Only print the expected number of games.
        #[arg(long)]
        plan: bool,
        /// Read the records of all shards in the folder of --out before each game, and stop when the test over all of
        /// them is decided; by default a shard plays all its games.
        #[arg(long, requires = "shard")]
        pool: bool,
    },
    /// Play a match given by the options of cutechess-cli or fastchess.
    #[command(after_long_help = cutechess::TABLE)]
    Cutechess(CutechessArgs),
    /// Merge the files of all shards (`--shard I/N`); duplicate, missing or foreign files are errors.
    Merge {
        /// Files of all shards, in any order.
        #[arg(required = true, value_name = "SHARD")]
        files: Vec<PathBuf>,
        /// Where to write the merged file; an earlier merged file of the same shards is replaced.
        #[arg(long, value_name = "NAME")]
        out: PathBuf,
    },
    /// Print the results of recorded matches (NAME.jsonl, or NAME.pgn in the same folder) of any game.
    Stats {
        /// Records; several are evaluated together.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Number of bootstrap replicas for the ratings of more than two engines.
        #[arg(long, default_value_t = 1000)]
        replicas: u32,
        /// Write OUT.csv and OUT.svg: the ratings of players named NAME@NUMBER against log2(NUMBER).
        #[arg(long, value_name = "OUT")]
        curve: Option<PathBuf>,
        /// Write OUT.csv and OUT.svg: the score of the first engine of a record in its last 50 games, after each game.
        #[arg(long, value_name = "OUT")]
        recent: Option<PathBuf>,
        /// Print the result as a JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Measure how often engines choose the turns of a reference engine, weighted by the loss of a random turn.
    Measure(Of<MeasureArgs>),
    /// Measure how long an engine takes to answer after `stop` or after a fixed time.
    Latency(Of<LatencyArgs>),
    /// Measure what each switch of the search saves to a depth: nodes, and processor time in pairs.
    Ablation(Of<AblationArgs>),
    /// Test whether an engine speaks its protocol, step by step.
    #[command(
        after_help = "Exit status: 0 if all steps passed, 1 if one failed, 2 if the engine could not be started.\n\n\
        lab compliance --proto uci -- ./engine\nlab compliance --proto piskvork --game gomoku -- ./engine --rules gomoku"
    )]
    Compliance(Of<ComplianceArgs>),
    /// Collect the blunders of recorded games, as judged by a deeper search.
    Blunders(Of<BlundersArgs>),
    /// Count the positions of a suite of blunders in which engines play better.
    Suite(Of<SuiteArgs>),
    /// Record searches of real games for the simulator of time management.
    Trace(Of<TraceArgs>),
    /// Extract positions suitable for tuning from games, with their results.
    Positions(Of<PositionsArgs>),
    /// Search positions and add their scores to the file.
    Label(Of<LabelArgs>),
    /// Compare the scores of evaluations with the results of games: a table and a plot.
    Calibration(Of<CalibrationArgs>),
    /// Tune parameters of a player by self-play (SPSA).
    Spsa(Of<SpsaArgs>),
    /// Tune the weights of a linear evaluation on positions with results.
    Texel(Of<TexelArgs>),
    /// Play self-play games as training data for networks.
    Generate(Of<GenerateArgs>),
    /// Search the positions of self-play games again and write the games with the new scores.
    Relabel(Of<RelabelArgs>),
    /// Train a network on self-play games.
    Train(Of<TrainArgs>),
    /// Learn an evaluation from the rules and the picture of a game, by games with itself.
    Learn(Of<LearnOptions>),
    /// Build, show, check and train opening books.
    Book {
        /// Game [default: the first game of this program].
        #[arg(long, value_name = "NAME", global = true)]
        game: Option<String>,
        #[command(subcommand)]
        what: Box<BookCommand>,
    },
    /// Prove whether a position is won, drawn or lost for the side to move, by proof-number search.
    #[command(after_help = "Exit status: 0 if the value is known, 3 if a limit was reached first.")]
    Solve(Of<ProveArgs>),
    /// Commands only for Connect6.
    Connect6 {
        #[command(subcommand)]
        what: Box<Connect6Command>,
    },
    #[command(flatten)]
    Manual(Manual),
    /// Write records of one game as a web page: ratings and games to replay.
    Report {
        /// Records; several are evaluated together.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The page, a single self-contained file.
        #[arg(long, value_name = "FILE.html")]
        out: PathBuf,
        /// Maximum number of games to replay on the page.
        #[arg(long, default_value_t = 100)]
        games: usize,
    },
}

/// Runs the command of the command line.
pub(crate) fn run(games: &[&dyn AnyGame]) -> Result<(), Reason> {
    match Cli::parse().command {
        Command::Cutechess(CutechessArgs { print, options }) => {
            let names: Vec<&str> = games.iter().map(|game| game.name()).collect();
            let translation = translate(&options, &names)?;
            let line = say::quoted_line("lab", translation.arguments.iter().cloned());
            if print {
                return say::result(line);
            }
            for option in translation.without_effect {
                say::news(format_args!("{option} has no effect"));
            }
            let arguments = std::iter::once("lab".to_owned()).chain(translation.arguments);
            execute(games, Cli::parse_from(arguments).command, &line)
        }
        command => execute(games, command, &say::quoted_line("lab", std::env::args().skip(1))),
    }
}

/// Runs a command; `line` is its command line.
fn execute(games: &[&dyn AnyGame], command: Command, line: &str) -> Result<(), Reason> {
    let of = |name: Option<String>, command| by_name(games, name.as_deref())?.run(command, line);
    match command {
        Command::Cutechess(_) => Err("a command of cutechess-cli within another".into()),
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
        Command::Stats { files, replicas, curve, recent, json } => {
            matches::recount(&files, replicas, [curve.as_deref(), recent.as_deref()], json)
        }
        Command::Measure(Of { game, args }) => of(game, GameCommand::Measure(args)),
        Command::Ablation(Of { game, args }) => of(game, GameCommand::Ablation(args)),
        Command::Latency(Of { game, args }) => of(game, GameCommand::Latency(args)),
        Command::Compliance(Of { game, args }) => {
            let game = game.or_else(|| args.usual_game().map(str::to_owned));
            of(game, GameCommand::Compliance(args))
        }
        Command::Blunders(Of { game, args }) => of(game, GameCommand::Blunders(args)),
        Command::Suite(Of { game, args }) => of(game, GameCommand::Suite(args)),
        Command::Trace(Of { game, args }) => of(game, GameCommand::Trace(args)),
        Command::Positions(Of { game, args }) => of(game, GameCommand::Positions(args)),
        Command::Label(Of { game, args }) => of(game, GameCommand::Label(args)),
        Command::Calibration(Of { game, args }) => of(game, GameCommand::Calibration(args)),
        Command::Spsa(Of { game, args }) => of(game, GameCommand::Spsa(args)),
        Command::Texel(Of { game, args }) => of(game, GameCommand::Texel(args)),
        Command::Generate(Of { game, args }) => of(game, GameCommand::Generate(args)),
        Command::Relabel(Of { game, args }) => of(game, GameCommand::Relabel(args)),
        Command::Train(Of { game, args }) => of(game, GameCommand::Train(args)),
        Command::Learn(Of { game, args }) => of(game, GameCommand::Learn(args)),
        Command::Book { game, what } => of(game, GameCommand::Book(*what)),
        Command::Solve(Of { game, args }) => of(game, GameCommand::Solve(args)),
        Command::Connect6 { what } => connect6::run(*what, line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_definition_is_valid() {
        Cli::command().debug_assert();
    }
}
