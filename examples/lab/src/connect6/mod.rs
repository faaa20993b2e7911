//! Connect6: matches with other engines, and tuning: games of two sets of weights,
//! and what is made of them.
//!
//! ```text
//! lab connect6 games --games 1000 --nodes 200 --out games.txt
//! lab connect6 texel games.txt --out tuned
//! lab connect6 network games.txt --out network
//! lab connect6 evolve --generations 40 --out ga
//! lab connect6 climb --iterations 1200 --out spsa
//! lab connect6 spsa width_inner=14,6,24,2 prior=64,8,255,12 --full --depth 30 --nodes 5000 --out constants
//! lab connect6 match ga.txt plain --games 400 --depth 2
//! lab connect6 duel --engine "builtin=duiyi" --engine "cmd=./peer proto=cloudict setup='depth 4'" --openings named
//! ```

mod climb;
mod duel;
mod engines;
mod evolve;
mod games;
mod matches;
mod network;
mod positions;
mod spsa;
mod texel;

use clap::Subcommand;
use duiyi_connect6::evaluation::Weights;
use std::{error::Error, fs, path::PathBuf, str::FromStr, time::Duration};

/// A state is saved this long after the last time: games are short, disks slow.
const SAVE_AFTER: Duration = Duration::from_secs(2);

/// What to do with Connect6.
#[derive(Debug, Subcommand)]
pub(crate) enum Connect6Command {
    /// Plays games of a set of weights with itself and writes them.
    Games(games::GamesArgs),
    /// Tunes the values of positions on the results of games.
    Texel(texel::TexelArgs),
    /// Trains the network that judges positions.
    Network(network::NetworkArgs),
    /// Tunes the values of stones by the genetic algorithm of the thesis.
    Evolve(evolve::EvolveArgs),
    /// Tunes the values of stones by SPSA.
    Climb(climb::ClimbArgs),
    /// Tunes the constants of the player by SPSA.
    Spsa(spsa::SpsaArgs),
    /// Plays two sets of weights against each other.
    Match(matches::MatchArgs),
    /// A match of engines: our own, and programs that speak a protocol of the game.
    Duel(engines::DuelArgs),
}

/// Runs a command.
pub(crate) fn run(command: &Connect6Command, line: &str) -> Result<(), Box<dyn Error>> {
    match command {
        Connect6Command::Games(args) => games::run(args, line),
        Connect6Command::Texel(args) => texel::run(args, line),
        Connect6Command::Network(args) => network::run(args, line),
        Connect6Command::Evolve(args) => evolve::run(args, line),
        Connect6Command::Climb(args) => climb::run(args, line),
        Connect6Command::Spsa(args) => spsa::run(args),
        Connect6Command::Match(args) => matches::run(args),
        Connect6Command::Duel(args) => engines::run(args, line),
    }
}

/// A set of weights: by its name (`plain`, `tuned`) or from a file.
#[derive(Clone, Debug)]
pub(crate) enum WeightsSpec {
    /// The values by hand.
    Plain,
    /// The values that ship.
    Tuned,
    /// A file of [`Weights`], or of stone values as XML or JSON.
    File(PathBuf),
}

impl FromStr for WeightsSpec {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<WeightsSpec, Self::Err> {
        Ok(match text {
            "plain" => WeightsSpec::Plain,
            "tuned" => WeightsSpec::Tuned,
            path => WeightsSpec::File(path.into()),
        })
    }
}

impl WeightsSpec {
    /// The weights.
    pub(crate) fn read(&self) -> Result<Weights, Box<dyn Error>> {
        let path = match self {
            WeightsSpec::Plain => return Ok(Weights::plain()),
            WeightsSpec::Tuned => return Ok(Weights::tuned()),
            WeightsSpec::File(path) => path,
        };
        let at = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = fs::read_to_string(path).map_err(|error| at(&error))?;
        let pairs = match path.extension().and_then(|end| end.to_str()) {
            Some("xml") => duiyi_tune::genetic::read_xml(&text).map_err(|error| at(&error))?,
            Some("json") => duiyi_tune::genetic::read_json(&text).map_err(|error| at(&error))?,
            _ => return Ok(text.parse::<Weights>().map_err(|error| at(&error))?),
        };
        let lines: String = pairs.iter().map(|(name, value)| format!("{name} {value}\n")).collect();
        Ok(lines.parse::<Weights>().map_err(|error| at(&error))?)
    }
}
