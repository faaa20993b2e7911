//! Tunes a linear evaluation on positions with results (Texel's method).

use super::positions::{Labelled, Source};
use crate::{
    files::{Keeper, beside, write_curve, write_weights},
    games::LabGame,
    progress::{show_ending, spinner, train},
    say,
};
use clap::Args;
use duiyi_game::{Notation, Reason};
use duiyi_kit::tuning::{Coarse, Sum};
use duiyi_train::{
    Curve,
    state::load,
    texel::{Samples, TexelSettings, Trainer, TrainerState, Weight, error, fit_k, predict},
};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The training target of positions, and the selection of those held out.
#[derive(Debug, Args)]
pub(crate) struct Target {
    /// Hold out every Nth game.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(2..))]
    pub(crate) hold_out: u64,
    /// Weight of the score in the target, from 0 (result only) to 1, for positions with a score from `lab label` or from
    /// the players of the game.
    #[arg(long, default_value_t = 0.0)]
    blend: f32,
    /// Score that corresponds to odds of 10 to 1 [default: Connect6 400, xiangqi fitted to the results].
    #[arg(long)]
    unit: Option<f64>,
}

impl Target {
    /// The score that corresponds to odds of 10 to 1.
    pub(crate) fn unit<G: Notation>(&self, game: &LabGame<G>) -> Option<f64> {
        self.unit.or(game.tuning().unit)
    }

    /// Whether a position's game is held out.
    pub(crate) fn holds_out<G>(&self, labelled: &Labelled<G>) -> bool {
        labelled.game.is_multiple_of(self.hold_out)
    }

    /// The expected result for the first side; without a steepness the score is ignored.
    pub(crate) fn expected<G>(&self, labelled: &Labelled<G>, steepness: Option<f64>) -> f32 {
        match (steepness, labelled.score) {
            (Some(k), Some(score)) => {
                labelled.result + self.blend * (predict(k, f64::from(score)) as f32 - labelled.result)
            }
            _ => labelled.result,
        }
    }
}

/// Options of the tuning.
#[derive(Debug, Args)]
pub(crate) struct TexelArgs {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    target: Target,
    /// Initial weights, as in the description of an engine [default: xiangqi hand, Connect6 plain].
    #[arg(long)]
    start: Option<String>,
    /// Where to write: NAME.txt (weights), NAME.csv and NAME.svg (learning curve), NAME.json (state).
    #[arg(long, value_name = "NAME")]
    out: PathBuf,
    /// Resume from NAME.json; all its settings except the number of epochs stay.
    #[arg(long)]
    resume: bool,
    /// Skip the training of coarser weights before the full ones (Connect6).
    #[arg(long)]
    refine: bool,
    /// Adam step size in units of the evaluation [default: xiangqi 1, Connect6 2].
    #[arg(long)]
    rate: Option<f64>,
    /// Factor of the step size after every epoch [default: 0.97].
    #[arg(long)]
    decay: Option<f64>,
    /// Positions per minibatch [default: 8192].
    #[arg(long)]
    batch: Option<usize>,
    /// L2 penalty toward the initial weights, in squared error per unit [default: xiangqi 1e-9, Connect6 1e-7].
    #[arg(long)]
    pull: Option<f64>,
    /// Maximum number of epochs [default: xiangqi 100, Connect6 200].
    #[arg(long)]
    epochs: Option<u32>,
    /// Stop after N epochs without improvement on the held-out positions [default: 8].
    #[arg(long)]
    patience: Option<u32>,
    /// Steepness of the sigmoid, per unit [default: fitted to the initial weights].
    #[arg(long)]
    k: Option<f64>,
    /// Seed of the order of positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The saved state of a run.
#[derive(Serialize, Deserialize)]
struct Saved {
    /// The initial weights, before those by coarser ones.
    first: Vec<Weight>,
    /// The description of their error.
    by_coarser: String,
    training_state: TrainerState,
}

/// Samples, and the same samples for coarser weights if the evaluation has any.
struct Set {
    fine: Samples,
    coarse: Option<Samples>,
}

/// The training samples, and the samples of the held-out games.
type Sets = [Set; 2];

/// Tunes and writes the weights.
///
/// # Errors
/// If there are no positions or none held out, or a file can't be read or written.
pub(crate) fn run<G: Notation>(game: &LabGame<G>, args: &TexelArgs, command: &str) -> Result<(), Reason> {
    let sum = game.sum(args.start.as_deref().unwrap_or(game.tuning().start))?;
    let state = beside(&args.out, "json");
    let mut keeper = Keeper::open(&args.out)?;
    let first = sum.weights();
    let coarse = if args.refine || args.resume { None } else { sum.coarse() };
    let (k, sets) = samples(game, args, &*sum, coarse.as_deref(), &first)?;
    let [training, held_out] = [&sets[0].fine, &sets[1].fine];
    say::news(format_args!("{} positions to train on, {} held out", training.len(), held_out.len()));
    let (mut trainer, by_coarser) = if args.resume {
        let Saved { by_coarser, first: initial, mut training_state } = load(&state)?;
        if initial != first {
            return Err(format!("{} has other initial weights", state.display()).into());
        }
        training_state.settings.epochs = args.epochs.unwrap_or(training_state.settings.epochs);
        (Trainer::resume(training, held_out, training_state)?, by_coarser)
    } else {
        let settings = settings(&game.tuning().settings, args, k);
        let (mut start, mut by_coarser) = (first.clone(), String::new());
        if let Some(coarse) = &coarse {
            (start, by_coarser) = by_coarse(&**coarse, &sets, &first, &settings)?;
        }
        (Trainer::new(training, held_out, start, settings)?, by_coarser)
    };
    let k = trainer.state().settings.k;
    let (before, held_before) = (error(training, &first, k), error(held_out, &first, k));
    say::news(format_args!("k {k:.6}; error {before:.6} on training, {held_before:.6} held out"));
    let mut saved = Saved { first, by_coarser, training_state: trainer.state().clone() };
    let ending = train(&mut trainer, |now| {
        saved.training_state.clone_from(now);
        keeper.keep(&saved)
    })?;
    let mut curve = Curve::new("epoch", &["training", "held out"]);
    curve.push(0.0, &[before, held_before]);
    for it in &trainer.state().history {
        curve.push(it.epoch.into(), &[it.training, it.held_out]);
    }
    let state = trainer.state();
    let weights = sum.write(&state.best, k, args.target.unit(game))?;
    let summary = format!(
        "k {k:.6}, epoch {}, {}; held-out error {held_before:.6} before, {}{:.6} after, {} and {} positions",
        state.best_epoch,
        show_ending(ending),
        saved.by_coarser,
        state.best_error,
        training.len(),
        held_out.len()
    );
    write_weights(&args.out, command, &summary, weights)?;
    write_curve(&args.out, &curve, "mean squared error of the expected result")?;
    say::result(summary)
}

fn settings(usual: &TexelSettings, args: &TexelArgs, k: f64) -> TexelSettings {
    TexelSettings {
        k,
        rate: args.rate.unwrap_or(usual.rate),
        decay: args.decay.unwrap_or(usual.decay),
        batch: args.batch.unwrap_or(usual.batch),
        pull: args.pull.unwrap_or(usual.pull),
        epochs: args.epochs.unwrap_or(usual.epochs),
        patience: args.patience.unwrap_or(usual.patience),
        seed: args.seed,
    }
}

/// The weights derived from coarser ones, and a description of their error.
fn by_coarse(
    coarse: &dyn Coarse,
    sets: &Sets,
    first: &[Weight],
    settings: &TexelSettings,
) -> Result<(Vec<Weight>, String), Reason> {
    let [Some(training), Some(held_out)] = [&sets[0].coarse, &sets[1].coarse] else {
        return Ok((first.to_vec(), String::new()));
    };
    // They are few and frequent, so no penalty is needed.
    let settings = TexelSettings { pull: 0.0, ..settings.clone() };
    let mut trainer = Trainer::new(training, held_out, coarse.coarsen(first), settings)?;
    let bar = spinner();
    let ending = trainer.run(|progress, _| {
        bar.set_message(format!("coarser weights, epoch {}: held out {:.5}", progress.epoch, progress.held_out));
        bar.tick();
        true
    });
    bar.finish_and_clear();
    let description = format!("{:.6} by coarser weights ({}), ", trainer.state().best_error, show_ending(ending));
    Ok((coarse.refine(&trainer.state().best), description))
}

/// The steepness and the samples. Scores are scaled by the unit if there is one, otherwise
/// by the steepness, which is then fitted to the results alone.
fn samples<G: Notation>(
    game: &LabGame<G>,
    args: &TexelArgs,
    sum: &dyn Sum<G>,
    coarse: Option<&dyn Coarse>,
    first: &[Weight],
) -> Result<(f64, Sets), Reason> {
    let read = |steepness| read(game, args, sum, coarse, steepness);
    let by_unit = args.target.unit(game).map(|unit| 10f64.ln() / unit);
    if let Some(known) = by_unit.or(args.k) {
        let sets = read(Some(known))?;
        return Ok((args.k.unwrap_or_else(|| fit_k(&sets[0].fine, first)), sets));
    }
    let plain = read(None)?;
    let k = fit_k(&plain[0].fine, first);
    Ok((k, if args.target.blend == 0.0 { plain } else { read(Some(k))? }))
}

/// Reads the positions as samples.
fn read<G: Notation>(
    game: &LabGame<G>,
    args: &TexelArgs,
    sum: &dyn Sum<G>,
    coarse: Option<&dyn Coarse>,
    steepness: Option<f64>,
) -> Result<Sets, Reason> {
    let set = || Set { fine: Samples::new(sum.width()), coarse: coarse.map(|coarse| Samples::new(coarse.width())) };
    let mut sets = [set(), set()];
    args.source.read(game, args.seed, |labelled| {
        let sample = sum.sample(&labelled.position, args.target.expected(&labelled, steepness));
        let set = &mut sets[usize::from(args.target.holds_out(&labelled))];
        if let (Some(coarse), Some(samples)) = (coarse, &mut set.coarse) {
            samples.push(&coarse.sample(&sample))?;
        }
        Ok(set.fine.push(&sample)?)
    })?;
    Ok(sets)
}
