//! The command line.

use crate::{
    connect6::Connect6Command, engine_spec::EngineSpec, label::LabelArgs, latency::LatencyArgs,
    positions::PositionsArgs, spsa::SpsaArgs, texel::TexelArgs, trace::TraceArgs,
};
use clap::{Args, Parser, Subcommand, ValueEnum};
use duiyi_arena::{Adjudication, DrawRule, EloModel, ResignRule, SprtUnit, TimeControl};
use duiyi_xiangqi::GameRules;
use std::path::PathBuf;

/// Matches between xiangqi engines, and what they say about strength.
#[derive(Debug, Parser)]
#[command(name = "lab", version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// A match of two engines over a fixed number of games.
    Match(MatchArgs),
    /// The first engine against each of the others, or all against all.
    Gauntlet {
        #[command(flatten)]
        common: MatchArgs,
        /// All against all.
        #[arg(long)]
        round_robin: bool,
    },
    /// A match of two engines until a sequential test is decided.
    Sprt {
        #[command(flatten)]
        common: MatchArgs,
        #[command(flatten)]
        test: SprtArgs,
        /// Only show how many games the test is expected to take.
        #[arg(long)]
        plan: bool,
    },
    /// Counts the records of matches again (NAME.jsonl, or the NAME.pgn beside it).
    Stats {
        /// The records; several are counted together.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Bootstrap replicas for the ratings of more than two engines.
        #[arg(long, default_value_t = 1000)]
        replicas: u32,
    },
    /// How long an engine takes to answer when it is told to stop, or its time is over.
    Latency(LatencyArgs),
    /// Records searches of real games for the simulator of time strategies.
    Trace(TraceArgs),
    /// Takes quiet positions with their results from games.
    Positions(PositionsArgs),
    /// Searches positions and writes their scores beside the results.
    Label(LabelArgs),
    /// Tunes constants of the search by games against itself.
    Spsa(SpsaArgs),
    /// Tunes the evaluation on positions.
    Texel(TexelArgs),
    /// Connect6: games of two sets of weights, and tuning by them.
    Connect6 {
        #[command(subcommand)]
        what: Connect6Command,
    },
}

/// What every kind of match needs.
#[derive(Debug, Args)]
pub(crate) struct MatchArgs {
    /// An engine: "name=X cmd=PATH proto=uci|ucci [arg=A]… [option.NAME=VALUE]… [tc=…] [dir=…]
    /// [ranks=native|one-up] [reserve=S] [log=FILE] [startup=S] [hang=S] [grace=S] [output=BYTES]", "builtin=duiyi [hash=MIB]
    /// [eval=tuned|hand|thesis|FILE] [threads=N] [scheme=ybw|lazy|lockstep] [skill=0-20 [seed=N]] [switch.NAME=on|off]…
    /// [param.NAME=N]…", or "builtin=random [seed=N]".
    #[arg(long = "engine", value_name = "SPEC")]
    pub(crate) engines: Vec<EngineSpec>,
    /// Rule set: asian, wxf2018, cxa2020, check-only or none, and the plies without a capture that make a draw.
    #[arg(long, default_value = "asian-120")]
    pub(crate) rules: GameRules,
    #[command(flatten)]
    pub(crate) conditions: ConditionsArgs,
}

/// The conditions of a match, of whatever game.
#[derive(Debug, Args)]
pub(crate) struct ConditionsArgs {
    /// Games of each pairing, an even number: every opening is played with both colours.
    #[arg(long, default_value_t = 100, value_parser = even)]
    pub(crate) games: u64,
    /// Openings, one a line: EPD, or `[position] [moves t1 t2 …]; id "name";`; without it every game starts from
    /// the initial position. For Connect6 also `named`, the twenty named ones, `played`, 100 from games between
    /// people, or `drawn:N`, N at random; in a file the turns stand where the position would.
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<PathBuf>,
    /// Time control: SECONDS, SECONDS+INCREMENT, MOVES/SECONDS, several of them with `:` between (40/7200:3600+5),
    /// SECONDS;dDELAY (US), SECONDS;bDELAY (Bronstein), SECONDS+PERIODSxSECONDSs (byo-yomi), *SECONDS (hour-glass),
    /// movetime=SECONDS, nodes=COUNT or depth=PLIES.
    #[arg(long, default_value = "8+0.08")]
    pub(crate) tc: TimeControl,
    /// Milliseconds beyond the flag that are forgiven at each move.
    #[arg(long, default_value_t = 50, value_name = "MS")]
    pub(crate) margin: u64,
    /// Games at a time.
    #[arg(long, default_value_t = 1)]
    pub(crate) concurrency: usize,
    /// Seed of the order of openings.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// A player behind by so many centipawns for so many of its moves has lost; with ",both" only if the
    /// opponent agrees.
    #[arg(long, value_name = "SCORE,MOVES[,both]", value_parser = resign)]
    pub(crate) resign: Option<ResignRule>,
    /// A game whose scores stay within so many centipawns for so many moves of each, after so many plies, is drawn.
    #[arg(long, value_name = "SCORE,MOVES,PLIES", value_parser = draw)]
    pub(crate) draw: Option<DrawRule>,
    /// A game of so many plies is drawn.
    #[arg(long, value_name = "PLIES")]
    pub(crate) max_plies: Option<u32>,
    /// Start the engines anew for every game.
    #[arg(long)]
    pub(crate) fresh: bool,
    /// Where to write NAME.jsonl and NAME.pgn.
    #[arg(long, value_name = "NAME")]
    pub(crate) out: Option<PathBuf>,
    /// Go on with the match recorded there.
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
}

impl ConditionsArgs {
    /// The rules that end games early.
    pub(crate) fn adjudication(&self) -> Adjudication {
        Adjudication { resign: self.resign, draw: self.draw, most_plies: self.max_plies }
    }
}

/// A sequential test.
#[derive(Debug, Args)]
pub(crate) struct SprtArgs {
    /// The strength of the first engine over the second that is no gain.
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    pub(crate) elo0: f64,
    /// The strength that is one.
    #[arg(long, default_value_t = 10.0, allow_negative_numbers = true)]
    pub(crate) elo1: f64,
    /// Probability to accept elo1 when elo0 is true.
    #[arg(long, default_value_t = 0.05)]
    pub(crate) alpha: f64,
    /// Probability to accept elo0 when elo1 is true.
    #[arg(long, default_value_t = 0.05)]
    pub(crate) beta: f64,
    /// What the bounds measure.
    #[arg(long, value_enum, default_value_t = Model::Normalized)]
    pub(crate) model: Model,
    /// What is counted.
    #[arg(long, value_enum, default_value_t = Unit::Pairs)]
    pub(crate) unit: Unit,
}

/// The models of a test, on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Model {
    /// Elo by the logistic curve.
    Logistic,
    /// Normalised Elo.
    Normalized,
}

impl From<Model> for EloModel {
    fn from(model: Model) -> EloModel {
        match model {
            Model::Logistic => EloModel::Logistic,
            Model::Normalized => EloModel::Normalized,
        }
    }
}

/// What a test counts, on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Unit {
    /// Pairs of games with one opening: pentanomial.
    Pairs,
    /// Single games: trinomial.
    Games,
}

impl From<Unit> for SprtUnit {
    fn from(unit: Unit) -> SprtUnit {
        match unit {
            Unit::Pairs => SprtUnit::Pairs,
            Unit::Games => SprtUnit::Games,
        }
    }
}

fn even(text: &str) -> Result<u64, String> {
    let games: u64 = text.parse().map_err(|_| "expected a number".to_owned())?;
    if games > 0 && games.is_multiple_of(2) { Ok(games) } else { Err("expected an even number above 0".to_owned()) }
}

fn resign(text: &str) -> Result<ResignRule, String> {
    let rule = || {
        let mut parts = text.split(',');
        let (score, moves) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        let both = match parts.next() {
            None => false,
            Some("both") => true,
            Some(_) => return None,
        };
        parts.next().is_none().then_some(ResignRule { score, moves, both })
    };
    rule().filter(|rule| rule.moves > 0).ok_or_else(|| "expected SCORE,MOVES or SCORE,MOVES,both".to_owned())
}

fn draw(text: &str) -> Result<DrawRule, String> {
    let numbers: Vec<u32> = text.split(',').filter_map(|part| part.parse().ok()).collect();
    match numbers[..] {
        [score, moves, after_plies] if moves > 0 && text.matches(',').count() == 2 => {
            Ok(DrawRule { score, moves, after_plies })
        }
        _ => Err("expected SCORE,MOVES,PLIES".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn rules_for_early_endings() {
        assert_eq!(resign("500,3"), Ok(ResignRule { score: 500, moves: 3, both: false }));
        assert_eq!(resign("500,3,both"), Ok(ResignRule { score: 500, moves: 3, both: true }));
        assert_eq!(draw("10,8,80"), Ok(DrawRule { score: 10, moves: 8, after_plies: 80 }));
        for bad in ["", "500", "500,0", "500,3,all", "500,3,both,4", "-1,3"] {
            assert!(resign(bad).is_err(), "{bad}");
        }
        for bad in ["", "10,8", "10,0,3", "10,8,80,1", "10,x,8,80"] {
            assert!(draw(bad).is_err(), "{bad}");
        }
        assert!(even("3").is_err() && even("0").is_err() && even("4") == Ok(4));
    }
}
