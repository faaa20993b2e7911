//! How much the scores of evaluations are worth in results of games.

use super::positions::Source;
use crate::{
    files::beside,
    games::{EvaluationSpec, LabGame, evaluations::Judge},
    say,
};
use clap::Args;
use duiyi_game::{Notation, Reason, Side};
use duiyi_tune::{
    calibration::{Calibration, chance, csv},
    draw_calibrations,
    state::write_whole,
};
use std::path::PathBuf;

/// Which positions, and what judges them.
#[derive(Debug, Args)]
pub(crate) struct CalibrationArgs {
    #[command(flatten)]
    source: Source,
    /// An evaluation, as in the description of an engine; again for more. `recorded` is the scores that the
    /// players of the games gave. Without it the player's default one.
    #[arg(long = "eval", value_name = "NAME")]
    evaluations: Vec<String>,
    /// Take only every so manyth game.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// The first game that is taken, from 0.
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Bins of equally many positions.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..))]
    bins: u16,
    /// Where to write NAME.csv (the bins) and NAME.svg (the plot).
    #[arg(long, value_name = "NAME")]
    out: PathBuf,
    /// Seed of the choice of positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The evaluation that is none: what the players thought.
const RECORDED: &str = "recorded";

/// Reads the positions, judges them without a search, and brings scores and results together.
///
/// # Errors
/// If there is no such evaluation, no position, or a file can't be read or written.
pub(crate) fn run<G: Notation>(game: &LabGame<G>, args: &CalibrationArgs) -> Result<(), Reason> {
    let judge = |name: &String| -> Result<Option<Judge<G>>, Reason> {
        if name == RECORDED { Ok(None) } else { game.judge(&EvaluationSpec::named(name)).map(Some) }
    };
    let usual = [game.kit().parts().evaluations()[0].name().to_owned()];
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
    tell(&calibrations, args.bins.into())?;
    let (bins, unit) = (
        args.bins.into(),
        game.tuning().unit.map_or((100.0, "score in pawns"), |unit| (unit, "score (1: odds of 10 to 1)")),
    );
    write_whole(&beside(&args.out, "csv"), csv(&calibrations, bins))?;
    Ok(write_whole(&beside(&args.out, "svg"), &draw_calibrations(&calibrations, bins, unit)?)?)
}

/// A name for tables: of a file without its folders.
fn short(name: &str) -> String {
    name.rsplit('/').next().unwrap_or(name).to_owned()
}

fn tell(calibrations: &[Calibration], bins: usize) -> Result<(), Reason> {
    say::result("| evaluation | positions | scale | mean squared error | off by, by chance |\n|---|---|---|---|---|")?;
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
