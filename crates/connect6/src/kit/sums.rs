//! The value of a position as a linear sum of weights, for training.
//!
//! The value is a sum over the pairs of shapes: the number of empty points with the pair times its
//! weight, for the side to move and for the other side. There is one set of weights for the
//! beginning of a turn and one for its last stone; these are the two ends of the trainer's phase.
//!
//! There are many pairs, and some are rare. So training has two steps. First, the weight of a pair
//! is the sum of weights of its two shapes. Then every pair gets its own weight, regularized toward
//! the first one. The second step adds the other two shapes of a point, each with its own weight,
//! and the number of points of each [`PointKind`].
//!
//! Positions that the side to move wins by threats are included by default. Without them the
//! weights did not learn the value of the initiative, and lost 87 of 120 games against the
//! hand-written values although they predicted the remaining positions better than before.

use crate::{
    BLACK, Board, Rules, Side,
    evaluation::{Evaluation, PAIRS, PointKind, PositionWeights, Role, Tables, Weights, pair_index},
    patterns::Shape,
};
use duiyi_game::Reason;
use duiyi_kit::tuning::{Coarse, Sum};
use duiyi_train::texel::{Sample, Weight};
use std::sync::Arc;

/// The trainable values of positions.
pub(super) struct Pairs {
    weights: Weights,
    tables: Arc<Tables>,
}

impl Pairs {
    /// The sums are tuned; a network is ignored.
    pub(super) fn new(rules: Rules, weights: Weights) -> Pairs {
        let weights = Weights { count_network: None, ..weights };
        Pairs { tables: Arc::new(Tables::new(rules, &weights)), weights }
    }
}

impl Sum<Board> for Pairs {
    fn width(&self) -> usize {
        FEATURES
    }

    fn weights(&self) -> Vec<Weight> {
        vector(&self.weights)
    }

    fn sample(&self, board: &Board, expected: f32) -> Sample {
        let (to_move, left) = (board.to_move(), board.stones_left());
        let evaluation = Evaluation::new(board, Arc::clone(&self.tables));
        let features = features(&evaluation, to_move);
        let target = if to_move == BLACK { expected } else { 1.0 - expected };
        Sample { features, phase: if left > 1 { 1.0 } else { 0.0 }, scale: 1.0, target }
    }

    fn coarse(&self) -> Option<Box<dyn Coarse>> {
        Some(Box::new(Singles(pairs())))
    }

    /// Writes the weights in units of 10:1 odds.
    fn write(&self, trained: &[Weight], k: f64, unit: Option<f64>) -> Result<String, Reason> {
        let unit = unit.ok_or("a unit is required to write the weights")?;
        let scale = k * unit * f64::from(PositionWeights::GRAIN) / 10f64.ln();
        Ok(weights(&self.weights, trained, scale).to_string())
    }
}

/// Single shapes instead of pairs.
struct Singles([(usize, usize); PAIRS]);

impl Coarse for Singles {
    fn width(&self) -> usize {
        SINGLES
    }

    fn coarsen(&self, weights: &[Weight]) -> Vec<Weight> {
        halves(weights)
    }

    fn sample(&self, sample: &Sample) -> Sample {
        single(sample, &self.0)
    }

    fn refine(&self, weights: &[Weight]) -> Vec<Weight> {
        sums(weights, &self.0)
    }
}

/// The feature of being to move.
const TEMPO: usize = 2 * PAIRS;
/// The features: pairs of the side to move, pairs of the other side, being to move; then the other
/// two shapes of each point, for both sides; finally the number of points of each kind, for both
/// sides.
const FEATURES: usize = KINDS + 2 * KIND_STEPS;
/// The first feature of the kinds of points.
const KINDS: usize = TEMPO + 1 + 2 * Shape::COUNT;
/// The number of these features for each side.
const KIND_STEPS: usize = PointKind::COUNT * PointKind::STEPS;
/// A kind of points is a single feature and not a sum over points: its weight changes by a whole
/// unit.
const KIND_COUNT: i16 = PositionWeights::GRAIN as i16;

/// The weights as the trainer's vector: for the beginning of a turn, and for its last stone.
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

/// The features of the first step: for each side the better shapes, then the other ones; and being
/// to move.
const SINGLES: usize = 4 * Shape::COUNT + 1;

/// A sample with its pairs split into single shapes.
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

/// The weights of pairs as sums of the weights of single shapes.
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

/// The weights of single shapes: half the weight of a pair of equal shapes.
fn halves(weights: &[Weight]) -> Vec<Weight> {
    let half = |side: usize, shape: Shape| weights[side * PAIRS + pair_index(shape, shape)].map(|value| value / 2.0);
    [0, 0, 1, 1]
        .into_iter()
        .flat_map(|side| Shape::ALL.into_iter().map(move |shape| half(side, shape)))
        .chain([weights[TEMPO]])
        .collect()
}

/// The inverse of [`vector`], rounded.
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

/// The features of a position with their counts.
fn features(evaluation: &Evaluation, to_move: Side) -> Vec<(u16, i16)> {
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
    counts
        .concat()
        .into_iter()
        .chain([1])
        .chain(rest.concat())
        .chain(kinds.concat())
        .zip(0..)
        .filter(|&(count, _)| count != 0)
        .map(|(count, feature)| (feature, count))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{WHITE, notation::Coordinates};

    /// The sample of a position with an expected result of 0.25 for Black.
    fn sampled(stones: [&[&str]; 2], to_move: Side, left: u8) -> Sample {
        let mut board = Board::new(Rules::CONNECT6);
        for (color, points) in [BLACK, WHITE].into_iter().zip(stones) {
            for point in points {
                board.set(Coordinates::Letters.read(board.rules(), point).unwrap(), color).unwrap();
            }
        }
        board.set_turn(to_move, left).unwrap();
        Pairs::new(Rules::CONNECT6, Weights::plain()).sample(&board, 0.25)
    }

    #[test]
    fn a_sample_is_from_the_view_of_the_side_to_move() {
        let (own, other): (&[&str], &[&str]) = (&["J10", "K10", "L11"], &["A1", "B3"]);
        for left in [1, 2] {
            let black = sampled([own, other], BLACK, left);
            let white = sampled([other, own], WHITE, left);
            assert_eq!((black.target, white.target), (0.25, 0.75));
            assert_eq!((black.phase, black.scale), (f32::from(left - 1), 1.0));
            assert_eq!(Sample { target: 0.25, ..white }, black, "the same position with exchanged colours");
            // The side behind has the same features with the other sign, except the one of being to move.
            let waiting = sampled([own, other], WHITE, left);
            let of = |sample: &Sample, feature: usize| {
                sample.features.iter().find(|one| usize::from(one.0) == feature).map_or(0, |one| one.1)
            };
            assert_eq!((of(&black, TEMPO), of(&waiting, TEMPO), waiting.target), (1, 1, 0.75));
            for pair in 0..PAIRS {
                assert_eq!(of(&black, pair), -of(&waiting, PAIRS + pair));
                assert_eq!(of(&waiting, pair), -of(&black, PAIRS + pair));
            }
        }
    }
}
