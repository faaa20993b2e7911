//! Tunes the evaluation of xiangqi on labelled positions (`lab positions`).

use crate::{evaluation::EvaluationSpec, run::train};
use clap::Args;
use duiyi_tune::{
    Curve,
    state::{load, write_whole},
    texel::{Sample, Samples, Settings, Trainer, TrainerState, Weight, error, fit_k, predict},
};
use duiyi_xiangqi::{Evaluation, FULL_PHASE, MAX_WEIGHT, Position, Weights};
use std::{error::Error, fs, path::PathBuf, sync::Arc};

/// How to tune.
#[derive(Debug, Args)]
pub(crate) struct TexelArgs {
    /// Files of positions: FEN, result for Red, number of the game, and more that is not read, separated by tabs.
    #[arg(required = true)]
    positions: Vec<PathBuf>,
    /// The weights to start from: hand, tuned or a file.
    #[arg(long, default_value = "hand")]
    start: EvaluationSpec,
    /// Where to write: NAME.txt (weights), NAME.csv and NAME.svg (learning curve), NAME.json (state).
    #[arg(long, value_name = "NAME")]
    out: PathBuf,
    /// Go on from NAME.json.
    #[arg(long)]
    resume: bool,
    /// Every so manyth game is held out.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(2..))]
    hold_out: u64,
    /// Adam's step in hundredths of a pawn.
    #[arg(long, default_value_t = 1.0)]
    rate: f64,
    /// The rate is multiplied by this after every epoch.
    #[arg(long, default_value_t = 0.97)]
    decay: f64,
    /// Positions in a minibatch.
    #[arg(long, default_value_t = 8192)]
    batch: usize,
    /// L2 penalty toward the start, in squared error for a hundredth of a pawn.
    #[arg(long, default_value_t = 1e-9)]
    pull: f64,
    /// The most epochs.
    #[arg(long, default_value_t = 100)]
    epochs: u32,
    /// Stop after so many epochs without gain on the positions held out.
    #[arg(long, default_value_t = 8)]
    patience: u32,
    /// How much the score of `lab label` counts beside the result, from 0 to 1, where there is one. The steepness
    /// is fitted to the results alone.
    #[arg(long, default_value_t = 0.0)]
    blend: f32,
    /// The steepness of the sigmoid, per hundredth of a pawn; fitted to the start if not given.
    #[arg(long)]
    k: Option<f64>,
    /// Seed of the order of positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Tunes and writes the weights.
pub(crate) fn run(args: &TexelArgs, command: &str) -> Result<(), Box<dyn Error>> {
    let start = args.start.weights()?.ok_or("the thesis's evaluation is not a sum of these features")?;
    let first: Vec<Weight> = start.values().map(|(full, bare)| [full as f64, bare as f64]).collect();
    let (k, [training, held_out]) = match args.k {
        Some(k) => (k, read(args, &start, Some(k))?),
        None => {
            let k = fit_k(&read(args, &start, None)?[0], &first);
            (k, read(args, &start, Some(k))?)
        }
    };
    eprintln!("{} positions to train on, {} held out", training.len(), held_out.len());
    let path = |end: &str| {
        let mut name = args.out.clone().into_os_string();
        name.push(".");
        name.push(end);
        PathBuf::from(name)
    };
    let mut curve = Curve::new("epoch", &["training", "held out"]);
    let mut trainer = if args.resume {
        let state: TrainerState = load(&path("json"))?;
        if state.weights.len() != Weights::COUNT {
            return Err("the state is of an evaluation with other features".into());
        }
        Trainer::resume(&training, &held_out, state)
    } else {
        let TexelArgs { rate, decay, batch, pull, epochs, patience, seed, .. } = *args;
        let settings = Settings { k, rate, decay, batch, pull, epochs, patience, seed };
        Trainer::new(&training, &held_out, first, settings)
    };
    let k = trainer.state().settings.k;
    let (before, held_before) =
        (error(&training, &trainer.state().start, k), error(&held_out, &trainer.state().start, k));
    eprintln!("k {k:.6}; error {before:.6} on training, {held_before:.6} held out");
    curve.push(0.0, &[before, held_before]);
    train(&mut trainer, &mut curve, &path("json"))?;
    let state = trainer.state();
    let rounded = |value: f64| value.round().clamp(-MAX_WEIGHT as f64, MAX_WEIGHT as f64) as i32;
    let weights = Weights::new(state.best.iter().map(|weight| (rounded(weight[0]), rounded(weight[1]))))?;
    let summary = format!(
        "k {k:.6}, epoch {}; held-out error {held_before:.6} before, {:.6} after, {} and {} positions",
        state.best_epoch,
        state.best_error,
        training.len(),
        held_out.len()
    );
    write_whole(&path("txt"), &format!("# {command}\n# {summary}\n{weights}"))?;
    write_whole(&path("csv"), &curve.to_string())?;
    write_whole(&path("svg"), &curve.svg("mean squared error of the expected result")?)?;
    println!("{summary}");
    Ok(())
}

/// The positions as counts: those to train on, and those of the games held out.
/// With a steepness the scores are blended into the results.
fn read(args: &TexelArgs, weights: &Arc<Weights>, k: Option<f64>) -> Result<[Samples; 2], Box<dyn Error>> {
    let evaluation = Evaluation::with_weights(Arc::clone(weights));
    let mut samples = [Samples::new(Weights::COUNT), Samples::new(Weights::COUNT)];
    for path in &args.positions {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        for (number, line) in text.lines().enumerate() {
            let bad =
                || format!("{}: line {}: expected FEN, result and game, separated by tabs", path.display(), number + 1);
            let mut fields = line.split('\t');
            let position: Position = fields.next().and_then(|fen| fen.parse().ok()).ok_or_else(bad)?;
            let mut target: f32 = fields.next().and_then(|result| result.parse().ok()).ok_or_else(bad)?;
            let game: u64 = fields.next().and_then(|game| game.parse().ok()).ok_or_else(bad)?;
            let score: Option<f64> = fields.nth(1).map(|score| score.parse().map_err(|_| bad())).transpose()?;
            if let (Some(k), Some(score)) = (k, score) {
                target += args.blend * (predict(k, score) as f32 - target);
            }
            let trace = evaluation.trace(&position);
            let phase = trace.phase as f32 / FULL_PHASE as f32;
            let held = game.is_multiple_of(args.hold_out) as usize;
            samples[held].push(&Sample { features: trace.features, phase, scale: trace.scale, target })?;
        }
    }
    if samples.iter().any(Samples::is_empty) {
        return Err("no positions to train on, or none held out".into());
    }
    Ok(samples)
}
