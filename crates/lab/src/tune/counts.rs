//! Trains the count network that evaluates positions of Connect6 ([`CountNetwork`]).
//!
//! Training starts from the linear weights tuned by `texel`: eight of the fourteen counts are
//! the values of a point for the four roles, split by sign; the others count kinds of points,
//! whose weights start at zero. Initially the network is slightly worse than the linear weights.
//! Quadruples of shapes that do not occur in the games keep their values.

use super::{
    positions::{Labelled, Source},
    texel::Target,
};
use crate::{
    files::{write_curve, write_weights},
    games::{
        EvaluationSpec,
        connect6::{self, weights},
    },
    progress::{show_ending, spinner},
    say,
};
use clap::Args;
use duiyi_connect6::{
    BLACK, Board, Rules,
    evaluation::{
        CountLayers, CountNetwork, Evaluation, PointKind, PositionWeights, QUADRUPLES, Role, Tables, Weights,
        pair_index, quadruple_index, quadruples,
    },
    patterns::Shape,
};
use duiyi_game::Reason;
use duiyi_train::{
    Curve,
    counts::{self, CountSettings, Row, scatter},
};
use std::{path::PathBuf, sync::Arc};

/// Options of the training.
#[derive(Debug, Args)]
pub(crate) struct CountsArgs {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    target: Target,
    /// Initial weights, with or without a network: plain, tuned or a file.
    #[arg(long, default_value = "tuned")]
    start: String,
    /// Start from the linear weights even if the initial weights include a network.
    #[arg(long)]
    anew: bool,
    /// Where to write: NAME.txt (weights), NAME.csv and NAME.svg (learning curve).
    #[arg(long, value_name = "NAME")]
    out: PathBuf,
    /// Adam step size in the layers.
    #[arg(long, default_value_t = 2e-3)]
    rate: f32,
    /// Adam step size of the contribution of a point to a count, which is at most 1.
    #[arg(long, default_value_t = 1e-3)]
    feature_rate: f32,
    /// Penalty on the squared distance of the contributions from their initial values.
    #[arg(long, default_value_t = 1e-6)]
    pull: f32,
    /// Positions per minibatch.
    #[arg(long, default_value_t = 2048)]
    batch: usize,
    /// Maximum number of epochs.
    #[arg(long, default_value_t = 60)]
    epochs: u32,
    /// Seed of the order of positions and of the hidden units.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

const COUNTS: usize = CountNetwork::COUNTS;
const HIDDEN: usize = CountNetwork::HIDDEN;
type Trained = counts::SoftCounts<COUNTS, HIDDEN>;

/// A count of 1 in training, in steps of the shipped counts.
const STEPS: f32 = CountNetwork::MOST as f32;

/// The initial linear weights as a network: the values of a point by role and sign, and the kinds.
fn from_sums(position: &PositionWeights, unit: f32) -> Trained {
    let mut trained = Trained {
        features: vec![[0.0; COUNTS]; QUADRUPLES],
        layers: [counts::SoftLayers::zero(), counts::SoftLayers::zero()],
    };
    let mut most = [0f32; 2 * Role::COUNT];
    let values: Vec<([Shape; 4], [f32; Role::COUNT])> = quadruples()
        .map(|four| {
            let [best, second, third, worst] = four;
            let value = |role: usize| {
                let rest = &position.rest[role];
                let sum = [rest[third.index()], rest[worst.index()]].into_iter().map(f32::from).sum::<f32>();
                f32::from(position.points[role][pair_index(best, second)]) + sum
            };
            (four, std::array::from_fn(value))
        })
        .collect();
    let split = |values: &[f32; Role::COUNT], count: usize| {
        let value = values[count / 2];
        (if count.is_multiple_of(2) { value } else { -value }).max(0.0)
    };
    // Shapes for which the search never requests a value need no room.
    for (_, values) in values.iter().filter(|(four, _)| four[0] < Shape::S5) {
        most.iter_mut().enumerate().for_each(|(count, most)| *most = most.max(split(values, count)));
    }
    for (four, values) in &values {
        let to = &mut trained.features[quadruple_index(*four)];
        for (count, most) in most.iter().enumerate() {
            to[count] = (split(values, count) / most.max(1.0)).min(1.0);
        }
        for kind in PointKind::ALL {
            to[2 * Role::COUNT + kind as usize] = if kind.has(four[0], four[1]) { 0.5 } else { 0.0 };
        }
    }
    let roles = [(Role::LastStone, Role::WaitingOne), (Role::FullTurn, Role::WaitingFull)];
    let natural = |value: f32| value / PositionWeights::GRAIN as f32 / unit;
    for ((layers, (mover, waiting)), &tempo) in trained.layers.iter_mut().zip(roles).zip(&position.tempo) {
        for (side, role) in [mover, waiting].into_iter().enumerate() {
            for (count, sign) in [(2 * role as usize, 1.0), (2 * role as usize + 1, -1.0)] {
                layers.direct[side][count] = natural(most[count]) * if side == 0 { sign } else { -sign };
            }
        }
        layers.constant = natural(f32::from(tempo));
    }
    trained
}

/// The shipped form of a network: counts in whole steps, values in the evaluation's units.
fn shipped(trained: &Trained, unit: f32) -> CountNetwork {
    let mut network = CountNetwork::zero();
    for (to, from) in network.points.iter_mut().zip(&trained.features) {
        *to = from.map(|value| (value * STEPS).round().clamp(0.0, STEPS) as u8);
    }
    // Tiny values become 0: processors are slow with denormal numbers.
    let clean = |value: f32| if value.abs() < 1e-12 { 0.0 } else { value };
    network.layers = trained.layers.each_ref().map(|layers| CountLayers {
        hidden: layers.hidden.map(|side| side.map(|row| row.map(|weight| clean(weight / STEPS)))),
        bias: layers.bias.map(clean),
        output: layers.output.map(|weight| clean(weight * unit)),
        direct: layers.direct.map(|side| side.map(|weight| clean(weight * unit / STEPS))),
        constant: layers.constant * unit,
    });
    network
}

/// The inverse of [`shipped`].
fn trained(network: &CountNetwork, unit: f32) -> Trained {
    let layers = network.layers.each_ref().map(|layers| counts::SoftLayers {
        hidden: layers.hidden.map(|side| side.map(|row| row.map(|weight| weight * STEPS))),
        bias: layers.bias,
        output: layers.output.map(|weight| weight / unit),
        direct: layers.direct.map(|side| side.map(|weight| weight / unit * STEPS)),
        constant: layers.constant / unit,
    });
    let features = network.points.iter().map(|values| values.map(|value| f32::from(value) / STEPS)).collect();
    Trained { features, layers }
}

/// A position as a row of the trainer, with the expected result for the first side.
fn row(board: &Board, tables: &Arc<Tables>, expected: f32) -> Row {
    let to_move = board.to_move();
    let evaluation = Evaluation::new(board, Arc::clone(tables));
    let [own, other] = [to_move, !to_move].map(|color| evaluation.quadruple_counts(color));
    let target = if to_move == BLACK { expected } else { 1.0 - expected };
    Row { own, other, phase: usize::from(board.stones_left() > 1), target }
}

fn settings(args: &CountsArgs) -> CountSettings {
    CountSettings {
        rate: args.rate,
        feature_rate: args.feature_rate,
        batch: args.batch,
        pull: args.pull,
        limit: 1.0,
        steps: STEPS,
        epochs: args.epochs,
        seed: args.seed,
        ..CountSettings::default()
    }
}

/// Trains and writes the weights.
pub(crate) fn run(args: &CountsArgs, command: &str) -> Result<(), Reason> {
    let start = weights(&EvaluationSpec::named(&args.start))?;
    let scale = args.target.unit(&connect6::game()).unwrap_or(400.0) / 10f64.ln();
    let unit = scale as f32;
    let tables = Arc::new(Tables::new(Rules::CONNECT6, &Weights { count_network: None, ..start.clone() }));
    let mut sets = [Vec::new(), Vec::new()];
    let found = args.source.read(&connect6::game(), args.seed, |labelled: Labelled<Board>| {
        let expected = args.target.expected(&labelled, Some(1.0 / scale));
        sets[usize::from(args.target.holds_out(&labelled))].push(row(&labelled.position, &tables, expected));
        Ok(())
    })?;
    let games = found.games;
    let [training, held_out] = sets;
    let set_out = match &start.count_network {
        Some(network) if !args.anew => trained(network, unit),
        _ => {
            let mut network = from_sums(&start.position, unit);
            scatter(&mut network, 0.1, args.seed);
            network
        }
    };
    let before = set_out.error(&held_out);
    let (rows, rest) = (training.len(), held_out.len());
    say::news(format_args!("{games} games, {rows} positions and {rest} held out: {before:.5}"));
    let settings = settings(args);
    let (bar, mut curve) = (spinner(), Curve::new("epoch", &["held out"]));
    curve.push(0.0, &[before]);
    let found = counts::train(&training, &held_out, set_out, &settings, |progress| {
        curve.push(f64::from(progress.epoch), &[progress.held_out]);
        bar.set_message(format!("epoch {}: held out {:.6}", progress.epoch, progress.held_out));
        bar.tick();
        true
    })?;
    bar.finish_and_clear();
    let network = shipped(&found.network, unit);
    let (error, ending) = (found.error, show_ending(found.ending));
    let summary = format!(
        "{games} games, {rows} positions; mean squared error on {rest} positions of other games {before:.5} before, \
         {error:.5} after, {ending}"
    );
    let weights = Weights { count_network: Some(network.into()), ..start };
    write_weights(&args.out, command, &summary, weights)?;
    write_curve(&args.out, &curve, "mean squared error of the expected result")?;
    say::result(summary)
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_connect6::{Side, WHITE, notation::Coordinates};

    #[test]
    fn a_row_is_from_the_view_of_the_side_to_move() {
        let tables = Arc::new(Tables::new(Rules::CONNECT6, &Weights::plain()));
        let of = |own: Side, left: u8| {
            let mut board = Board::new(Rules::CONNECT6);
            for (color, points) in [(own, ["J10", "K10"]), (!own, ["A1", "B3"])] {
                for point in points {
                    board.set(Coordinates::Letters.read(board.rules(), point).unwrap(), color).unwrap();
                }
            }
            board.set_turn(own, left).unwrap();
            row(&board, &tables, 0.25)
        };
        for left in [1, 2] {
            let (black, white) = (of(BLACK, left), of(WHITE, left));
            assert_eq!((black.target, white.target, black.phase), (0.25, 0.75, usize::from(left - 1)));
            assert_ne!(black.own, black.other);
            assert_eq!(Row { target: 0.25, ..white }, black, "the same position with exchanged colours");
        }
    }
}
