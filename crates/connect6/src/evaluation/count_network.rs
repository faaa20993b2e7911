//! A small network over the counts of line patterns, which evaluates positions instead of a sum. It
//! is unrelated to the networks of `duiyi-nnue`.
//!
//! Every empty point adds to fourteen counts of each side, depending on the four shapes that a
//! stone of the side would make there. The counts of both sides are the input of a hidden layer and
//! also connect directly to the value. So training determines the counts ("points where I make two
//! threats") and their combined meaning, instead of hand-written rules. The counts are updated
//! incrementally in the same place as the sums of [`PositionWeights`](super::PositionWeights); only
//! the layers are computed for each value.
//!
//! Source: NNUE (Y. Nasu, 2018); per-point features by the shapes on four lines as in Rapfi.

use super::{Lanes, Role};
use crate::patterns::Shape;
use alloc::{boxed::Box, format, string::String};

/// The number of unordered quadruples of shapes.
pub const QUADRUPLES: usize = 1365;

/// The index of four shapes in any order.
pub fn quadruple_index(mut four: [Shape; 4]) -> usize {
    four.sort_unstable();
    // The number of multisets before this one, element by element.
    let [a, b, c, d] = four.map(Shape::index);
    a + b * (b + 1) / 2 + c * (c + 1) * (c + 2) / 6 + d * (d + 1) * (d + 2) * (d + 3) / 24
}

/// All quadruples in the order of their index, each with the best shape first.
pub fn quadruples() -> impl Iterator<Item = [Shape; 4]> {
    let up_to = |best: Shape| Shape::ALL.into_iter().filter(move |&shape| shape <= best);
    Shape::ALL
        .into_iter()
        .flat_map(move |a| up_to(a).flat_map(move |b| up_to(b).flat_map(move |c| up_to(c).map(move |d| [a, b, c, d]))))
}

/// One set of layers over the counts of both sides.
#[derive(Clone, PartialEq, Debug)]
pub struct CountLayers {
    /// The weights from each count of the side to move, then of the other side, to the hidden
    /// units.
    pub hidden: [[[f32; CountNetwork::HIDDEN]; CountNetwork::COUNTS]; 2],
    /// The bias of the hidden units.
    pub bias: [f32; CountNetwork::HIDDEN],
    /// The weights from the rectified hidden units to the value.
    pub output: [f32; CountNetwork::HIDDEN],
    /// The weights from the counts directly to the value.
    pub direct: [[f32; CountNetwork::COUNTS]; 2],
    /// The bias of the value.
    pub constant: f32,
}

impl CountLayers {
    const ZERO: CountLayers = CountLayers {
        hidden: [[[0.0; CountNetwork::HIDDEN]; CountNetwork::COUNTS]; 2],
        bias: [0.0; CountNetwork::HIDDEN],
        output: [0.0; CountNetwork::HIDDEN],
        direct: [[0.0; CountNetwork::COUNTS]; 2],
        constant: 0.0,
    };
}

/// A small network over the counts of line patterns, which evaluates positions.
#[derive(Clone, PartialEq, Debug)]
pub struct CountNetwork {
    /// By [`quadruple_index`], what a point with these shapes adds to each count of its side, at
    /// most [`CountNetwork::MOST`].
    pub points: Box<[[u8; CountNetwork::COUNTS]; QUADRUPLES]>,
    /// For one stone left in the turn, and for more. Values are in the units of the evaluation.
    pub layers: [CountLayers; 2],
}

impl CountNetwork {
    /// The number of counts of a side.
    pub const COUNTS: usize = 14;
    /// The number of hidden units.
    pub const HIDDEN: usize = 16;
    /// The maximum that a point adds to a count, such that the counts of 361 points are less than
    /// 2¹⁶.
    pub const MOST: u8 = 181;
    /// The points of the largest board that it evaluates.
    pub(crate) const CELLS: usize = 361;

    /// A network whose value is always 0.
    pub fn zero() -> CountNetwork {
        CountNetwork { points: Box::new([[0; CountNetwork::COUNTS]; QUADRUPLES]), layers: [CountLayers::ZERO; 2] }
    }

    /// The counts of a point with four shapes, packed in the same way as the sums.
    pub(crate) fn lanes(&self, four: [Shape; 4]) -> Lanes {
        let mut lanes = Lanes::default();
        for (count, &value) in self.points[quadruple_index(four)].iter().enumerate() {
            let (lane, shift) = place(count);
            lanes[lane] += i32::from(value.min(CountNetwork::MOST)) << shift;
        }
        lanes
    }

    /// The value for the side to move with `left` stones left.
    #[inline]
    #[expect(clippy::needless_range_loop, reason = "plain loops over arrays compile to vector instructions")]
    pub(crate) fn evaluate(&self, own: &Lanes, other: &Lanes, left: u8) -> i32 {
        let layers = &self.layers[usize::from(left > 1)];
        let (mut units, mut value) = (layers.bias, layers.constant);
        for (side, sums) in [own, other].into_iter().enumerate() {
            let mut counts = [0.0; CountNetwork::COUNTS];
            for count in 0..CountNetwork::COUNTS {
                let (lane, shift) = place(count);
                counts[count] = f32::from((sums[lane] >> shift) as u16);
            }
            for count in 0..CountNetwork::COUNTS {
                value += counts[count] * layers.direct[side][count];
                let weights = &layers.hidden[side][count];
                for unit in 0..CountNetwork::HIDDEN {
                    units[unit] += counts[count] * weights[unit];
                }
            }
        }
        for unit in 0..CountNetwork::HIDDEN {
            value += units[unit].max(0.0) * layers.output[unit];
        }
        value as i32
    }

    /// The numbers of the layers with their names.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (String, &[f32])> {
        self.layers.iter().zip(1..).flat_map(|(layers, left)| {
            let rows = |kind: usize, name: &'static str| {
                let hidden = layers.hidden[kind].iter().enumerate();
                hidden.map(move |(count, row)| (format!("net.{left}.{name}.{count}"), &row[..]))
            };
            [
                (format!("net.{left}.constant"), core::slice::from_ref(&layers.constant)),
                (format!("net.{left}.bias"), &layers.bias),
                (format!("net.{left}.output"), &layers.output),
                (format!("net.{left}.direct.own"), &layers.direct[0]),
                (format!("net.{left}.direct.other"), &layers.direct[1]),
            ]
            .into_iter()
            .chain(rows(0, "own"))
            .chain(rows(1, "other"))
        })
    }

    /// The numbers with a name from [`CountNetwork::rows`].
    pub(crate) fn row_mut(&mut self, name: &str) -> Option<&mut [f32]> {
        let mut words = name.strip_prefix("net.")?.split('.');
        let layers = match words.next()? {
            "1" => &mut self.layers[0],
            "2" => &mut self.layers[1],
            _ => return None,
        };
        let (kind, more) = (words.next()?, words.next());
        if words.next().is_some() {
            return None;
        }
        match (kind, more) {
            ("constant", None) => Some(core::slice::from_mut(&mut layers.constant)),
            ("bias", None) => Some(&mut layers.bias),
            ("output", None) => Some(&mut layers.output),
            ("direct", Some("own")) => Some(&mut layers.direct[0]),
            ("direct", Some("other")) => Some(&mut layers.direct[1]),
            ("own", Some(count)) => layers.hidden[0].get_mut(count.parse::<usize>().ok()?).map(|row| &mut row[..]),
            ("other", Some(count)) => layers.hidden[1].get_mut(count.parse::<usize>().ok()?).map(|row| &mut row[..]),
            _ => None,
        }
    }
}

/// The place of a count: two in each lane, except the lane of the wins.
#[inline]
const fn place(count: usize) -> (usize, u32) {
    let lane = count / 2;
    (lane + (lane >= Role::COUNT) as usize, 16 * (count % 2) as u32)
}

/// The name of four shapes, `A3+A2+S2+dead`.
pub(crate) fn quadruple_name(four: [Shape; 4]) -> String {
    four.map(Shape::name).join("+")
}

/// The index of four shapes, from their name.
pub(crate) fn quadruple_of_name(name: &str) -> Option<usize> {
    let mut four = [Shape::Dead; 4];
    let mut words = name.split('+');
    for shape in &mut four {
        let word = words.next()?;
        *shape = Shape::from_name(word)?;
    }
    words.next().is_none().then(|| quadruple_index(four))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fours_are_numbered() {
        assert_eq!(quadruples().count(), QUADRUPLES);
        for (index, four) in quadruples().enumerate() {
            let [a, b, c, d] = four;
            assert_eq!(quadruple_index(four), index, "{four:?}");
            assert_eq!(quadruple_index([c, a, d, b]), index, "{four:?}");
            assert_eq!(quadruple_of_name(&quadruple_name(four)), Some(index));
        }
        assert_eq!(quadruple_of_name("A3+A2+S2"), None);
        assert_eq!(quadruple_of_name("A3+A2+S2+S2+S2"), None);
        assert_eq!(quadruple_of_name("A3+A2+S2+A9"), None);
    }

    #[test]
    fn counts_have_distinct_places() {
        let mut network = CountNetwork::zero();
        let four = [Shape::A3, Shape::A2, Shape::S2, Shape::Dead];
        network.points[quadruple_index(four)] = std::array::from_fn(|count| 10 + count as u8);
        let lanes = network.lanes(four);
        assert_eq!(lanes[Role::COUNT], 0, "the lane of the wins");
        for count in 0..CountNetwork::COUNTS {
            let mut one = CountNetwork::zero();
            one.layers[1].direct[0][count] = 1.0;
            one.layers[1].direct[1][count] = -2.0;
            let value = 10 + count as i32;
            assert_eq!(one.evaluate(&lanes, &Lanes::default(), 2), value);
            assert_eq!(one.evaluate(&Lanes::default(), &lanes, 2), -2 * value);
            assert_eq!(one.evaluate(&lanes, &lanes, 1), 0, "the other set of layers");
        }
    }

    #[test]
    fn hidden_units_are_rectified() {
        let mut network = CountNetwork::zero();
        let layers = &mut network.layers[0];
        (layers.bias[3], layers.output[3], layers.hidden[0][5][3], layers.constant) = (-20.0, 2.0, 1.0, 7.0);
        let mut lanes = Lanes::default();
        let (lane, shift) = place(5);
        for (count, expected) in [(0, 7), (20, 7), (30, 27)] {
            lanes[lane] = count << shift;
            assert_eq!(network.evaluate(&lanes, &Lanes::default(), 1), expected);
        }
    }
}
