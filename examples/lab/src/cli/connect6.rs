//! What only Connect6 has: games to learn from, the network, the genetic algorithm, matches
//! of weights; and the commands of before every game had them, which are hidden:
//!
//! | hidden | now |
//! |---|---|
//! | `lab connect6 duel` | `lab match`, `gauntlet` or `sprt` with `--game connect6` |
//! | `lab connect6 spsa` | `lab spsa --game connect6` |
//! | `lab connect6 climb` | `lab spsa --game connect6 stones` |
//! | `lab connect6 texel` | `lab texel --game connect6` |

use super::matches::{MatchArgs, Order, SprtArgs, play};
use crate::{
    games::EvaluationSpec,
    matches::{Recording, conduct, spec::local},
    progress::beside,
    tune::{
        genetic::{self, EvolveArgs},
        network::{self, NetworkArgs},
        selfplay::{self, GamesArgs, MOST_TURNS, Room},
        spsa::{self, SpsaArgs},
        texel::{self, TexelArgs},
        thinking::{ByGames, Thinking},
    },
};
use clap::{Args, Subcommand};
use duiyi_arena::{Adjudication, Format, Plan, Told, Tournament};
use duiyi_connect6::Board;
use duiyi_game::{Notation, Reason};
use std::{path::PathBuf, time::Duration};

/// What to do with Connect6.
#[derive(Debug, Subcommand)]
pub(crate) enum Connect6Command {
    /// Plays games of a set of weights with itself and writes them.
    Games(GamesArgs),
    /// Trains the network that judges positions.
    Network(NetworkArgs),
    /// Tunes the values of stones by the genetic algorithm of the thesis.
    Evolve(EvolveArgs),
    /// `lab match`, `gauntlet` or `sprt` with `--game connect6`.
    #[command(hide = true)]
    Duel(DuelArgs),
    /// A match of two sets of weights that think as in tuning.
    Match(WeightsMatchArgs),
    /// `lab spsa --game connect6`.
    #[command(hide = true)]
    Spsa(ConstantsArgs),
    /// `lab spsa --game connect6 stones`.
    #[command(hide = true)]
    Climb(ClimbArgs),
    /// `lab texel --game connect6`.
    #[command(hide = true)]
    Texel(TexelArgs),
}

/// A match of engines.
#[derive(Debug, Args)]
pub(crate) struct DuelArgs {
    #[command(flatten)]
    common: MatchArgs,
    /// All against all.
    #[arg(long)]
    round_robin: bool,
    /// Stop when a sequential test of the first two is decided.
    #[arg(long)]
    sprt: bool,
    #[command(flatten)]
    test: SprtArgs,
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

/// SPSA on constants of the player.
#[derive(Debug, Args)]
pub(crate) struct ConstantsArgs {
    /// Constants of the player or its search: NAME=START,MIN,MAX,STEP.
    #[arg(required = true)]
    parameters: Vec<String>,
    /// Where to write. With a state there it goes on.
    #[arg(long, value_name = "NAME")]
    out: PathBuf,
    /// How many iterations.
    #[arg(long, default_value_t = 1000)]
    iterations: u64,
    /// Pairs of games an iteration, played at the same time.
    #[arg(long, default_value_t = 1)]
    pairs: u64,
    /// How far a won pair moves a constant at the end, in its steps.
    #[arg(long, default_value_t = 0.02)]
    rate: f64,
    /// The weights: plain, tuned or a file.
    #[arg(long, default_value = "tuned")]
    weights: String,
    /// Turns at random after the first stone.
    #[arg(long, default_value_t = 1)]
    random_turns: u32,
    #[command(flatten)]
    thinking: Thinking,
    /// Seed of directions and openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// SPSA on the values of stones.
#[derive(Debug, Args)]
pub(crate) struct ClimbArgs {
    #[command(flatten)]
    games: ByGames,
    /// Iterations of two games each.
    #[arg(long, default_value_t = 900)]
    iterations: u64,
    /// A step in the logarithm of a value: a tenth is 10 %.
    #[arg(long, default_value_t = 0.2)]
    step: f64,
    /// How far a value moves for a won pair at the end, in steps.
    #[arg(long, default_value_t = 0.05)]
    rate: f64,
    /// Where to write. With a state there it goes on.
    #[arg(long, value_name = "NAME")]
    out: PathBuf,
}

/// Runs a command.
///
/// # Errors
/// What the command says.
pub(crate) fn run(command: Connect6Command, line: &str) -> Result<(), Reason> {
    match command {
        Connect6Command::Games(args) => selfplay::run(&args, line),
        Connect6Command::Network(args) => network::run(&args, line),
        Connect6Command::Evolve(args) => genetic::run(&args, line),
        Connect6Command::Texel(args) => texel::run::<Board>(&args, line),
        Connect6Command::Match(args) => match_of_weights(&args, line),
        Connect6Command::Spsa(args) => spsa::run::<Board>(&args.now(), line),
        Connect6Command::Climb(args) => spsa::run::<Board>(&args.now(), line),
        Connect6Command::Duel(DuelArgs { common, round_robin, sprt, test }) => {
            let sprt = if sprt { Some(test.test()?) } else { None };
            play::<Board>(common, Order { sprt, ..Order::of_many(round_robin) }, line)
        }
    }
}

fn match_of_weights(args: &WeightsMatchArgs, command: &str) -> Result<(), Reason> {
    let (start, rules) = (Board::begin("")?, Told::<Board>::new("")?);
    let room = Room::<Board>::new("", args.thinking.control(), MOST_TURNS)?;
    let player = |name: &str| local(name, &start, args.thinking.player(EvaluationSpec::named(name)), None);
    let openings = (0..args.games / 2).map(|pair| room.opening(args.seed + pair, args.random_turns));
    let mut tournament = Tournament {
        rules: &rules,
        entrants: vec![player(&args.one), player(&args.other)],
        openings: openings.collect::<Result<_, _>>()?,
        plan: Plan { format: Format::Gauntlet, rounds: args.games / 2, seed: args.seed },
        control: args.thinking.control(),
        margin: Duration::ZERO,
        adjudication: Adjudication { most_plies: Some(MOST_TURNS), ..Adjudication::default() },
        sprt: None,
        concurrency: 1,
        fresh_players: false,
    };
    conduct(&mut tournament, &start, &Recording { command: command.to_owned(), ..Recording::default() })
}

/// The arguments of today, as far as both commands of before agree.
fn spsa_args(parameters: Vec<String>, out: PathBuf, weights: &str, thinking: &Thinking) -> SpsaArgs {
    let player = thinking.player(EvaluationSpec::named(weights));
    let nodes = player.nodes.map(|nodes| format!("nodes={nodes} "));
    let constants = player.parameters.iter().map(|(name, value)| format!("param.{name}={value} "));
    SpsaArgs {
        parameters,
        resume: beside(&out, "json").exists(),
        out,
        iterations: 0,
        pairs: 1,
        rate: 0.0,
        step: 0.2,
        nodes: 0,
        tc: Some(thinking.control()),
        openings: Some("drawn".to_owned()),
        random_turns: 0,
        rules: String::new(),
        max_plies: Some(MOST_TURNS),
        concurrency: 1,
        hash: 1,
        eval: weights.to_owned(),
        player: nodes.into_iter().chain(constants).collect(),
        seed: 0,
    }
}

impl ConstantsArgs {
    fn now(&self) -> SpsaArgs {
        let ConstantsArgs { iterations, pairs, rate, random_turns, seed, .. } = *self;
        SpsaArgs {
            iterations,
            pairs,
            rate,
            random_turns,
            seed,
            concurrency: pairs as usize,
            ..spsa_args(self.parameters.clone(), self.out.clone(), &self.weights, &self.thinking)
        }
    }
}

impl ClimbArgs {
    fn now(&self) -> SpsaArgs {
        let ClimbArgs { games: ByGames { start, random_turns, thinking, seed }, iterations, step, rate, out } = self;
        SpsaArgs {
            iterations: *iterations,
            rate: *rate,
            step: *step,
            random_turns: *random_turns,
            seed: *seed,
            ..spsa_args(vec!["stones".to_owned()], out.clone(), start, thinking)
        }
    }
}
