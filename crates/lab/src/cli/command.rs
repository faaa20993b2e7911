//! The commands for a single game.

use super::matches::{self, MatchArgs, Order};
use crate::{
    books::{self, BookCommand},
    compliance::{self, ComplianceArgs},
    games::LabGame,
    matches::{
        ablation::{self, AblationArgs},
        blunders::{self, BlundersArgs, SuiteArgs},
        latency::{self, LatencyArgs},
        measure::{self, MeasureArgs},
    },
    proofs::{self, ProveArgs},
    tune::{
        calibration::{self, CalibrationArgs},
        generate::{self, GenerateArgs},
        label::{self, LabelArgs},
        positions::{self, PositionsArgs},
        relabel::{self, RelabelArgs},
        spsa::{self, SpsaArgs},
        texel::{self, TexelArgs},
        trace::{self, TraceArgs},
        train,
        train_args::TrainArgs,
    },
};
use duiyi_game::{Notation, Reason};
use duiyi_kit::cli::LearnOptions;

/// A command for a single game.
pub(crate) enum GameCommand {
    Play(MatchArgs, Order),
    Measure(MeasureArgs),
    Latency(LatencyArgs),
    Ablation(AblationArgs),
    Compliance(ComplianceArgs),
    Blunders(BlundersArgs),
    Suite(SuiteArgs),
    Trace(TraceArgs),
    Positions(PositionsArgs),
    Label(LabelArgs),
    Calibration(CalibrationArgs),
    Spsa(SpsaArgs),
    Texel(TexelArgs),
    Generate(GenerateArgs),
    Relabel(RelabelArgs),
    Train(TrainArgs),
    Learn(LearnOptions),
    Book(BookCommand),
    Solve(ProveArgs),
}

impl GameCommand {
    /// Runs the command for a game; `line` is the command line.
    pub(crate) fn run<G: Notation>(self, game: &LabGame<G>, line: &str) -> Result<(), Reason> {
        match self {
            GameCommand::Play(args, order) => matches::play(game, args, order, line),
            GameCommand::Measure(args) => measure::measure(game, &args, line),
            GameCommand::Ablation(args) => ablation::run(game, &args, line),
            GameCommand::Latency(args) => latency::measure(game, &args),
            GameCommand::Compliance(args) => compliance::run(game, args),
            GameCommand::Blunders(args) => blunders::collect(game, &args, line),
            GameCommand::Suite(args) => blunders::suite(game, &args, line),
            GameCommand::Trace(args) => trace::record(game, &args, line),
            GameCommand::Positions(args) => positions::run(game, &args),
            GameCommand::Label(args) => label::run(game, &args),
            GameCommand::Calibration(args) => calibration::run(game, &args),
            GameCommand::Spsa(args) => spsa::run(game, &args, line),
            GameCommand::Texel(args) => texel::run(game, &args, line),
            GameCommand::Generate(args) => generate::run(game, &args),
            GameCommand::Relabel(args) => relabel::run(game, &args),
            GameCommand::Train(args) => train::run(game, &args),
            GameCommand::Learn(options) => duiyi_kit::cli::learn(game.kit(), &options),
            GameCommand::Book(what) => books::run(game, what, line),
            GameCommand::Solve(args) => proofs::run(game, &args),
        }
    }
}
