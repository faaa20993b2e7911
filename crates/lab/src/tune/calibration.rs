//! Compares the scores of evaluations with the results of games.

use super::positions::Source;
use crate::{
    files::{beside, write_headed},
    games::{EvaluationSpec, LabGame, evaluations::Judge},
    say,
};
use clap::Args;
use duiyi_game::{Notation, Reason, Side};
use duiyi_train::{
    calibration::{Calibration, chance, csv},
    draw_calibrations,
};
use std::path::PathBuf;

/// The positions and the evaluations.
#[derive(Debug, Args)]
pub(crate) struct CalibrationArgs {
    #[command(flatten)]
    source: Source,
    /// Evaluation, as in the description of an engine; repeat the option for more [default: the player's evaluation].
    /// `recorded` stands for the scores that the players of the games reported.
    #[arg(long = "eval", value_name = "NAME")]
    evaluations: Vec<String>,
    /// Take only every Nth game.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// Number of the first game to take, from 0.
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Number of bins, each with the same number of positions.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..))]
    bins: u16,
    /// Where to write NAME.csv (the bins) and NAME.svg (the plot).
    #[arg(long, value_name = "NAME")]
    out: PathBuf,
    /// Seed of the selection of positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The name for the recorded scores of the players.
const RECORDED: &str = "recorded";

/// Reads the positions, evaluates them without a search, and compares scores with results.
///
/// # Errors
/// If there is no such evaluation or no position, or a file can't be read or written.
pub(crate) fn run<G: Notation>(game: &LabGame<G>, args: &CalibrationArgs) -> Result<(), Reason> {
    let judge = |name: &String| -> Result<Option<Judge<G>>, Reason> {
        if name == RECORDED { Ok(None) } else { game.judge(&EvaluationSpec::named(name)).map(Some) }
    };
    let usual = [game.kit().parts.evaluations()[0].name().to_owned()];
    let evaluations = if args.evaluations.is_empty() { &usual[..] } else { &args.evaluations[..] };
    let judges = evaluations.iter().map(judge).collect::<Result<Vec<_>, _>>()?;
    let mut calibrations: Vec<Calibration> = evaluations.iter().map(|name| Calibration::new(&short(name))).collect();
    args.source.read(game, args.seed, |labelled| {
        if labelled.game % args.every != args.first {
            return Ok(());
        }
        let first = labelled.position.side_to_move() == Side::First;
        let result = if first { labelled.result } else { 1.0 - labelled.result };
        for (judge, calibration) in judges.iter().zip(&mut calibrations) {
            let score = match judge {
                Some(judge) => Some(judge(&labelled.position)),
                None => labelled.score.map(|score| if first { score } else { -score }),
            };
            if let Some(score) = score {
                let score = score.clamp(-i32::from(i16::MAX), i16::MAX.into()) as i16;
                calibration.push(labelled.game, score, result)?;
            }
        }
        Ok(())
    })?;
    print(&calibrations, args.bins.into())?;
    let (bins, unit) = (
        args.bins.into(),
        game.tuning().unit.map_or((100.0, "score in pawns"), |unit| (unit, "score (1: odds of 10 to 1)")),
    );
    write_headed(&beside(&args.out, "csv"), &csv(&calibrations, bins))?;
    write_headed(&beside(&args.out, "svg"), &draw_calibrations(&calibrations, bins, unit)?)
}

/// A name for tables: a file without its folders.
fn short(name: &str) -> String {
    name.rsplit('/').next().unwrap_or(name).to_owned()
}

fn print(calibrations: &[Calibration], bins: usize) -> Result<(), Reason> {
    say::result(
        "| evaluation | positions | scale | mean squared error | mean deviation, expected by sampling |\n|---|---|---|---|---|",
    )?;
    for calibration in calibrations {
        let (scale, bins) = (calibration.scale(), calibration.bins(bins));
        say::result(format_args!(
            "| {} | {} | {:.0} ± {:.0} | {:.5} | {:.1} %, {:.1} % |",
            calibration.name(),
            calibration.len(),
            scale.value,
            scale.error,
            calibration.squared_error(scale.value),
            100.0 * calibration.deviation(scale.value, &bins),
            100.0 * chance(&bins),
        ))?;
    }
    Ok(())
}
