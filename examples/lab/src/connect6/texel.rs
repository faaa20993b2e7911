//! Tunes the values of positions on the results of games.
//!
//! A position is a sum: over the pairs of shapes, how many empty points have
//! it times its weight, once for the side to move and once for the other; and
//! the weights are one set where a turn begins and one where its last stone is
//! left. The trainer's two ends of the phase are those two.
//!
//! There are many pairs, and some are rare. So it goes in two steps: first a
//! pair is worth what its two shapes are worth, each for itself; from there,
//! held back toward it, every pair finds its own value. The other two shapes of a
//! point come in there, each for itself, and so does how many points there are of the
//! kinds of which it matters ([`PointKind`]).
//!
//! Positions that the side to move wins by threats stay in by default. Without
//! them the evaluation never learns what initiative is worth, and lost 87 of
//! 120 games against the values by hand although it predicted its own kind of
//! positions better than before.

use super::{
    WeightsSpec,
    positions::{Position, Source},
};
use crate::run::{spinner, train};
use clap::Args;
use duiyi_connect6::{
    evaluation::{PAIRS, PointKind, PositionWeights, Role, Weights, pair_index},
    patterns::Shape,
};
use duiyi_tune::{
    Curve,
    state::write_whole,
    texel::{Sample, Samples, Settings, Trainer, Weight, error, fit_k},
};
use std::{error::Error, path::PathBuf};

/// How to tune.
#[derive(Debug, Args)]
pub(crate) struct TexelArgs {
    #[command(flatten)]
    source: Source,
    /// The weights to start from: plain, tuned or a file.
    #[arg(long, default_value = "plain")]
    start: WeightsSpec,
    /// Where to write: NAME.txt (weights), NAME.csv and NAME.svg (learning curve), NAME.json (state).
    #[arg(long, value_name = "NAME")]
    out: PathBuf,
    /// Set out from the start's own pairs instead of single shapes.
    #[arg(long)]
    refine: bool,
    /// Adam's step in units.
    #[arg(long, default_value_t = 2.0)]
    rate: f64,
    /// L2 penalty of a pair toward its two shapes, in squared error for a unit.
    #[arg(long, default_value_t = 1e-7)]
    pull: f64,
    /// The most epochs.
    #[arg(long, default_value_t = 200)]
    epochs: u32,
    /// Seed of the order of positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The move itself among the features.
const TEMPO: usize = 2 * PAIRS;
/// The features: pairs of the side to move, pairs of the other, the move itself;
/// then the other two shapes of each point, for the side to move and the other; and
/// at last how many points there are of each kind, likewise.
const FEATURES: usize = KINDS + 2 * KIND_STEPS;
/// The first of the kinds of points among the features.
const KINDS: usize = TEMPO + 1 + 2 * Shape::COUNT;
/// So many a side.
const KIND_STEPS: usize = PointKind::COUNT * PointKind::STEPS;
/// One kind of points is one number and not a sum over points: it moves by the unit.
const KIND_COUNT: i16 = PositionWeights::GRAIN as i16;

/// The weights as the trainer has them: where a turn begins, and at its last stone.
fn vector(weights: &Weights) -> Vec<Weight> {
    let of = |role: Role, pair: usize| f64::from(weights.position.points[role as usize][pair]);
    let rest = |role: Role, shape: usize| f64::from(weights.position.rest[role as usize][shape]);
    let kind = |role: Role, at: usize| {
        let value = weights.position.kinds[role as usize][at / PointKind::STEPS][at % PointKind::STEPS];
        f64::from(value) / f64::from(KIND_COUNT)
    };
    (0..PAIRS)
        .map(|pair| [of(Role::FullTurn, pair), of(Role::LastStone, pair)])
        .chain((0..PAIRS).map(|pair| [of(Role::WaitingFull, pair), of(Role::WaitingOne, pair)]))
        .chain([[f64::from(weights.position.tempo[1]), f64::from(weights.position.tempo[0])]])
        .chain((0..Shape::COUNT).map(|shape| [rest(Role::FullTurn, shape), rest(Role::LastStone, shape)]))
        .chain((0..Shape::COUNT).map(|shape| [rest(Role::WaitingFull, shape), rest(Role::WaitingOne, shape)]))
        .chain((0..KIND_STEPS).map(|at| [kind(Role::FullTurn, at), kind(Role::LastStone, at)]))
        .chain((0..KIND_STEPS).map(|at| [kind(Role::WaitingFull, at), kind(Role::WaitingOne, at)]))
        .collect()
}

/// The two shapes of each pair, the better one first, by its index.
fn pairs() -> [(usize, usize); PAIRS] {
    let mut pairs = [(0, 0); PAIRS];
    for one in Shape::ALL {
        for other in Shape::ALL.into_iter().filter(|&other| other <= one) {
            pairs[pair_index(one, other)] = (one.index(), other.index());
        }
    }
    pairs
}

/// The features of the first step: for each side the better shapes, then the
/// other ones; and the move.
const SINGLES: usize = 4 * Shape::COUNT + 1;

/// A sample's pairs as single shapes.
fn single(sample: &Sample, pairs: &[(usize, usize); PAIRS]) -> Sample {
    let mut counts = [0i16; SINGLES];
    for &(feature, count) in &sample.features {
        let feature = usize::from(feature);
        match feature.checked_sub(PAIRS) {
            _ if feature == TEMPO => counts[SINGLES - 1] += count,
            _ if feature > TEMPO => {}
            side => {
                let (best, second) = pairs[side.unwrap_or(feature)];
                let first = if side.is_some() { 2 * Shape::COUNT } else { 0 };
                counts[first + best] += count;
                counts[first + Shape::COUNT + second] += count;
            }
        }
    }
    let features =
        counts.into_iter().zip(0..).filter(|&(count, _)| count != 0).map(|(count, feature)| (feature, count));
    Sample { features: features.collect(), ..*sample }
}

/// The weights of pairs that single shapes give.
fn sums(singles: &[Weight], pairs: &[(usize, usize); PAIRS]) -> Vec<Weight> {
    let sum = |first: usize, (best, second): (usize, usize)| {
        let (best, second) = (singles[first + best], singles[first + Shape::COUNT + second]);
        [best[0] + second[0], best[1] + second[1]]
    };
    let side = |first: usize| pairs.iter().map(move |&pair| sum(first, pair));
    side(0)
        .chain(side(2 * Shape::COUNT))
        .chain([singles[SINGLES - 1]])
        .chain([[0.0; 2]; FEATURES - TEMPO - 1])
        .collect()
}

/// The single shapes of weights: half of what a pair of the same is worth.
fn halves(weights: &[Weight]) -> Vec<Weight> {
    let half = |side: usize, shape: Shape| weights[side * PAIRS + pair_index(shape, shape)].map(|value| value / 2.0);
    [0, 0, 1, 1]
        .into_iter()
        .flat_map(|side| Shape::ALL.into_iter().map(move |shape| half(side, shape)))
        .chain([weights[TEMPO]])
        .collect()
}

/// The inverse, rounded.
fn weights(start: &Weights, vector: &[Weight], scale: f64) -> Weights {
    let mut weights = start.clone();
    let round = |value: f64| (value * scale).round().clamp(-32_000.0, 32_000.0) as i16;
    for pair in 0..PAIRS {
        let points = &mut weights.position.points;
        points[Role::FullTurn as usize][pair] = round(vector[pair][0]);
        points[Role::LastStone as usize][pair] = round(vector[pair][1]);
        points[Role::WaitingFull as usize][pair] = round(vector[PAIRS + pair][0]);
        points[Role::WaitingOne as usize][pair] = round(vector[PAIRS + pair][1]);
    }
    weights.position.tempo = [round(vector[TEMPO][1]), round(vector[TEMPO][0])];
    for shape in 0..Shape::COUNT {
        let rest = &mut weights.position.rest;
        let (own, other) = (vector[TEMPO + 1 + shape], vector[TEMPO + 1 + Shape::COUNT + shape]);
        rest[Role::FullTurn as usize][shape] = round(own[0]);
        rest[Role::LastStone as usize][shape] = round(own[1]);
        rest[Role::WaitingFull as usize][shape] = round(other[0]);
        rest[Role::WaitingOne as usize][shape] = round(other[1]);
    }
    let round = |value: f64| round(value * f64::from(KIND_COUNT));
    for at in 0..KIND_STEPS {
        let mut set = |role: Role, value: f64| {
            weights.position.kinds[role as usize][at / PointKind::STEPS][at % PointKind::STEPS] = round(value);
        };
        let (own, other) = (vector[KINDS + at], vector[KINDS + KIND_STEPS + at]);
        set(Role::FullTurn, own[0]);
        set(Role::LastStone, own[1]);
        set(Role::WaitingFull, other[0]);
        set(Role::WaitingOne, other[1]);
    }
    weights
}

/// A position as the trainer has it.
fn sample(position: &Position<'_>) -> Sample {
    let Position { evaluation, to_move, left, target } = *position;
    let counts = [(to_move, 1), (!to_move, -1)].map(|(color, sign)| {
        let counts = evaluation.pair_counts(color);
        counts.map(|count| sign * count as i16)
    });
    let rest = [(to_move, 1), (!to_move, -1)].map(|(color, sign)| {
        let counts = evaluation.rest_counts(color);
        counts.map(|count| sign * count as i16)
    });
    let kinds = [(to_move, KIND_COUNT), (!to_move, -KIND_COUNT)].map(|(color, one)| {
        let mut steps = [0; KIND_STEPS];
        for (kind, count) in PointKind::ALL.into_iter().zip(evaluation.kind_counts(color)) {
            steps[kind as usize * PointKind::STEPS + kind.step(count)] = one;
        }
        steps
    });
    let features = counts
        .concat()
        .into_iter()
        .chain([1])
        .chain(rest.concat())
        .chain(kinds.concat())
        .zip(0..)
        .filter(|&(count, _)| count != 0)
        .map(|(count, feature)| (feature, count))
        .collect();
    Sample { features, phase: if left > 1 { 1.0 } else { 0.0 }, scale: 1.0, target }
}

/// Tunes and writes the weights.
pub(crate) fn run(args: &TexelArgs, command: &str) -> Result<(), Box<dyn Error>> {
    // The sums are tuned; a network has a command of its own.
    let start = Weights { network: None, ..args.start.read()? };
    let pairs = pairs();
    // Training and held out, each by single shapes and by pairs.
    let mut sets = [false, true].map(|_| (Samples::new(SINGLES), Samples::new(FEATURES)));
    let games = args.source.read(&start, |held_out, position| {
        let (singles, samples) = &mut sets[usize::from(held_out)];
        let sample = sample(position);
        singles.push(&single(&sample, &pairs)).and_then(|()| samples.push(&sample))
    })?;
    let [(singles, training), (held_out_singles, held_out)] = sets;
    let first = vector(&start);
    let k = fit_k(&training, &first);
    let (before, held_before) = (error(&training, &first, k), error(&held_out, &first, k));
    eprintln!("{games} games, {} positions and {} held out; k {k:.5}", training.len(), held_out.len());
    let TexelArgs { rate, pull, epochs, seed, .. } = *args;
    let settings = Settings { k, rate, pull, epochs, seed, ..Settings::default() };
    // Single shapes are few and frequent: nothing need hold them back.
    let free = Settings { pull: 0.0, ..settings.clone() };
    let bar = spinner();
    let (mut set_out, mut held_singles) = (first.clone(), held_before);
    if !args.refine {
        let mut trainer = Trainer::new(&singles, &held_out_singles, halves(&first), free);
        trainer.run(|progress, _| {
            bar.set_message(format!("single shapes, epoch {}: held out {:.5}", progress.epoch, progress.held_out));
            bar.tick();
            true
        });
        held_singles = trainer.state().best_error;
        set_out = sums(&trainer.state().best, &pairs);
    }
    let mut trainer = Trainer::new(&training, &held_out, set_out, settings);
    let mut curve = Curve::new("epoch", &["training", "held out"]);
    curve.push(0.0, &[before, held_before]);
    let path = |end: &str| args.out.with_extension(end);
    bar.finish_and_clear();
    train(&mut trainer, &mut curve, &path("json"))?;
    let state = trainer.state();
    // The unit by which the weights are told: 10 to 1.
    let scale = k * args.source.unit * f64::from(PositionWeights::GRAIN) / 10f64.ln();
    let tuned = weights(&start, &state.best, scale);
    let summary = format!(
        "{games} games, {} positions; mean squared error on {} positions of other games {held_before:.5} before, \
         {held_singles:.5} by single shapes, {:.5} after {} epochs of pairs",
        training.len(),
        held_out.len(),
        state.best_error,
        state.best_epoch
    );
    write_whole(&path("txt"), &format!("# {command}\n# {summary}\n{tuned}"))?;
    write_whole(&path("csv"), &curve.to_string())?;
    write_whole(&path("svg"), &curve.svg("mean squared error of the expected result")?)?;
    println!("{summary}");
    Ok(())
}
