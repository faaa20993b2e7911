//! The text of the weights.

use super::count_network::{CountNetwork, quadruple_name, quadruple_of_name, quadruples};
use super::weights::{StoneWeights, Weights, pair_index};
use super::{PointKind, Role};
use crate::patterns::Shape;
use alloc::sync::Arc;
use alloc::{string::String, vec::Vec};
use core::{fmt, str::FromStr};
use duiyi_game::shortened;
use thiserror::Error;

/// Every pair of shapes with its index, the better one first.
fn pairs() -> impl Iterator<Item = (usize, Shape, Shape)> {
    Shape::ALL.into_iter().flat_map(|one| {
        Shape::ALL.into_iter().filter(move |&other| other <= one).map(move |other| (pair_index(one, other), one, other))
    })
}

/// The index of a pair of shapes, from its name with the better shape first: `A3+S2`.
fn pair_of_name(name: &str) -> Option<usize> {
    let (better, other) = name.split_once('+')?;
    let found = pairs().find(|(_, one, two)| one.name() == better && two.name() == other);
    found.map(|(index, ..)| index)
}

/// A kind of points and a step, from their name, `A3+A2.4`.
fn kind_of_name(name: &str) -> Option<(PointKind, usize)> {
    let (kind, step) = name.split_once('.')?;
    let kind = PointKind::ALL.into_iter().find(|other| other.name() == kind)?;
    Some((kind, step.parse().ok().filter(|&step| step < PointKind::STEPS)?))
}

/// An error in a line of weights.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {kind}")]
pub struct WeightsError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with the line.
    pub kind: WeightsErrorKind,
}

/// What can be wrong with a line of weights.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WeightsErrorKind {
    /// No weight has the name.
    #[error("unknown weight '{0}'; expected a name like gain.A3, tempo or point.A3+S2")]
    Name(String),
    /// A name with the wrong number of values.
    #[error("the values of {name} are {found}: expected {expected}")]
    Count {
        /// The name.
        name: String,
        /// The number of values that belong to the name.
        expected: usize,
        /// The number of values found.
        found: usize,
    },
    /// A value that is not a number or out of range.
    #[error("'{0}' is not a value: gains and blocks are from 0 to 65535, what a point adds to the counts of a network from 0 to {most}, \
        its other numbers finite, all others from -32768 to 32767", most = CountNetwork::MOST)]
    Value(String),
}

/// A name and its values per line; `#` begins a comment. Weights that the text does not name keep
/// their hand-written values.
///
/// ```text
/// gain.A3 1000           a stone that makes an active three
/// block.A3 600           one that prevents it
/// tempo 128 256          to move with one stone left, with more
/// point.A3+S2 9 10 6 5   an empty point: for the side to move with one stone
///                        left, with more, and for the other side likewise
/// rest.A3 1 1 0 0        the same for its third best shape, and for the worst
/// kind.A4.2 90 60 9 8   the joint value of the points of a kind ([`PointKind`]), for this
///                        number of points (the last number includes larger ones,
///                        and A3 and S4 are counted in twos)
/// net.point.A3+A2+S2+S2 0 12 … an empty point: what it adds to the counts of a network
/// net.1.bias 0.5 …       the network's layers with one stone left: bias, output, constant,
///                        direct.own, direct.other, own.N and other.N for each count;
///                        net.2 likewise with more stones left (not named: 0)
/// ```
impl FromStr for Weights {
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<Weights, WeightsError> {
        let mut weights = Weights::plain();
        for (number, line) in text.lines().enumerate() {
            let mut words = line.split('#').next().unwrap_or_default().split_whitespace();
            let Some(name) = words.next() else { continue };
            let entry = Entry { name, words: words.collect() };
            entry.enter(&mut weights).map_err(|kind| WeightsError { line: number + 1, kind })?;
        }
        Ok(weights)
    }
}

/// A line of the text.
struct Entry<'a> {
    name: &'a str,
    words: Vec<&'a str>,
}

impl Entry<'_> {
    /// Sets the values with this name.
    fn enter(&self, weights: &mut Weights) -> Result<(), WeightsErrorKind> {
        if self.name.starts_with("net.") {
            return self.enter_network(weights);
        }
        let position = &mut weights.position;
        if let Some(index) = StoneWeights::names().position(|other| other == self.name) {
            let mut values = weights.stone.values();
            let [value] = self.values()?;
            values[index] = value;
            weights.stone = StoneWeights::from_values(values);
        } else if self.name == "tempo" {
            position.tempo = self.values()?;
        } else if let Some(shape) = self.name.strip_prefix("rest.").and_then(Shape::from_name) {
            let values: [i16; Role::COUNT] = self.values()?;
            position.rest.iter_mut().zip(values).for_each(|(rest, value)| rest[shape.index()] = value);
        } else if let Some((kind, step)) = self.name.strip_prefix("kind.").and_then(kind_of_name) {
            let values: [i16; Role::COUNT] = self.values()?;
            position.kinds.iter_mut().zip(values).for_each(|(kinds, value)| kinds[kind as usize][step] = value);
        } else if let Some(index) = self.name.strip_prefix("point.").and_then(pair_of_name) {
            let values: [i16; Role::COUNT] = self.values()?;
            position.points.iter_mut().zip(values).for_each(|(points, value)| points[index] = value);
        } else {
            return Err(WeightsErrorKind::Name(shortened(self.name)));
        }
        Ok(())
    }

    /// The same for the numbers of a network.
    fn enter_network(&self, weights: &mut Weights) -> Result<(), WeightsErrorKind> {
        let network = Arc::make_mut(weights.count_network.get_or_insert_with(|| Arc::new(CountNetwork::zero())));
        if let Some(four) = self.name.strip_prefix("net.point.").and_then(quadruple_of_name) {
            let values: [u8; CountNetwork::COUNTS] = self.values()?;
            if let Some(word) = values.iter().position(|&value| value > CountNetwork::MOST) {
                return Err(WeightsErrorKind::Value(shortened(self.words[word])));
            }
            network.points[four] = values;
            return Ok(());
        }
        let row = network.row_mut(self.name).ok_or_else(|| WeightsErrorKind::Name(shortened(self.name)))?;
        self.expect(row.len())?;
        for (value, word) in row.iter_mut().zip(&self.words) {
            let read = word.parse().ok().filter(|value: &f32| value.is_finite());
            *value = read.ok_or_else(|| WeightsErrorKind::Value(shortened(word)))?;
        }
        Ok(())
    }

    /// All values, exactly `N`.
    fn values<T: FromStr + Copy + Default, const N: usize>(&self) -> Result<[T; N], WeightsErrorKind> {
        self.expect(N)?;
        let mut values = [T::default(); N];
        for (value, word) in values.iter_mut().zip(&self.words) {
            *value = word.parse().map_err(|_| WeightsErrorKind::Value(shortened(word)))?;
        }
        Ok(values)
    }

    fn expect(&self, expected: usize) -> Result<(), WeightsErrorKind> {
        if self.words.len() == expected {
            return Ok(());
        }
        Err(WeightsErrorKind::Count { name: shortened(self.name), expected, found: self.words.len() })
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in StoneWeights::names().zip(self.stone.values()) {
            writeln!(f, "{name} {value}")?;
        }
        writeln!(f, "tempo {} {}", self.position.tempo[0], self.position.tempo[1])?;
        for shape in Shape::ALL {
            let rest = self.position.rest.map(|rest| rest[shape.index()]);
            if rest != [0; Role::COUNT] {
                writeln!(f, "rest.{} {} {} {} {}", shape.name(), rest[0], rest[1], rest[2], rest[3])?;
            }
        }
        for kind in PointKind::ALL {
            for step in 0..PointKind::STEPS {
                let values = self.position.kinds.map(|kinds| kinds[kind as usize][step]);
                if values != [0; Role::COUNT] {
                    let [last, full, one, more] = values;
                    writeln!(f, "kind.{}.{step} {last} {full} {one} {more}", kind.name())?;
                }
            }
        }
        for (index, one, other) in pairs() {
            write!(f, "point.{}+{}", one.name(), other.name())?;
            for points in &self.position.points {
                write!(f, " {}", points[index])?;
            }
            writeln!(f)?;
        }
        let Some(network) = &self.count_network else { return Ok(()) };
        for (name, values) in network.rows() {
            write!(f, "{name}")?;
            values.iter().try_for_each(|value| write!(f, " {value}"))?;
            writeln!(f)?;
        }
        for (four, values) in quadruples().zip(network.points.iter()) {
            write!(f, "net.point.{}", quadruple_name(four))?;
            values.iter().try_for_each(|value| write!(f, " {value}"))?;
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tuned_weights_are_read_and_written() {
        let tuned: Weights = include_str!("tuned.txt").parse().unwrap();
        assert_eq!(tuned, Weights::tuned());
        let mut all = Weights::plain();
        for (role, kinds) in all.position.kinds.iter_mut().enumerate() {
            *kinds = std::array::from_fn(|kind| std::array::from_fn(|step| (step * (kind + role)) as i16 - 20));
        }
        for (role, rest) in all.position.rest.iter_mut().enumerate() {
            *rest = std::array::from_fn(|shape| (shape * (role + 1)) as i16 - 20);
        }
        let mut judged = Weights::plain();
        let mut network = CountNetwork::zero();
        network.points[7] = std::array::from_fn(|count| count as u8 * 5);
        network.layers[0].bias[2] = -0.125;
        network.layers[1].hidden[1][13][4] = 1.0 / 3.0;
        network.layers[1].direct[0][9] = 1e-7;
        judged.count_network = Some(network.into());
        for weights in [tuned, Weights::plain(), all, judged] {
            assert_eq!(weights.to_string().parse(), Ok(weights));
        }
    }

    #[test]
    fn errors_name_the_value_in_the_text() {
        let kind = |text: &str| text.parse::<Weights>().unwrap_err().kind;
        assert_eq!(kind("gain.A9 3"), WeightsErrorKind::Name("gain.A9".into()));
        assert_eq!(kind("point.S2+A3 1 2 3 4"), WeightsErrorKind::Name("point.S2+A3".into()));
        assert_eq!(kind("gain.A3 65536"), WeightsErrorKind::Value("65536".into()));
        assert_eq!(kind("point.A3+S2 1 2 3 40000"), WeightsErrorKind::Value("40000".into()));
        assert_eq!(kind("kind.A4.8 1 2 3 4"), WeightsErrorKind::Name("kind.A4.8".into()));
        assert_eq!(kind("rest.A3 1 2 3 x"), WeightsErrorKind::Value("x".into()));
        assert_eq!(kind("tempo 1"), WeightsErrorKind::Count { name: "tempo".into(), expected: 2, found: 1 });
        assert_eq!(kind("net.1.own.14 1"), WeightsErrorKind::Name("net.1.own.14".into()));
        assert_eq!(
            kind("net.2.bias NaN"),
            WeightsErrorKind::Count { name: "net.2.bias".into(), expected: 16, found: 1 }
        );
        assert_eq!(kind("net.2.constant NaN"), WeightsErrorKind::Value("NaN".into()));
        let point = format!("net.point.A3+A2+S2+S2 {}", "182 ".repeat(CountNetwork::COUNTS));
        assert_eq!(kind(&point), WeightsErrorKind::Value("182".into()));
        assert_eq!("\n# a\n x".parse::<Weights>().unwrap_err().line, 3);
        assert_eq!("".parse(), Ok(Weights::plain()));
    }
}
