//! The weights of the evaluation.

use super::{CountNetwork, PointKind, Role};
use crate::Rules;
use crate::patterns::Shape;
use alloc::sync::Arc;
use alloc::{format, string::String};

/// The number of unordered pairs of shapes.
pub const PAIRS: usize = Shape::COUNT * (Shape::COUNT + 1) / 2;

/// The index of a pair of shapes in the weights of a position.
#[inline]
pub const fn pair_index(one: Shape, other: Shape) -> usize {
    let (one, other) = (one.index(), other.index());
    let (high, low) = if one > other { (one, other) } else { (other, one) };
    high * (high + 1) / 2 + low
}

/// The values of a stone (着子棋力): by the shape it makes on each of its four lines, and by the shape
/// it prevents the opponent from making there.
///
/// The value of a stone is the sum over the four lines (thesis 5.3; row C-C9 of docs/sources.md).
/// The thesis has a value for each of its line codes; here all codes whose stone has the same
/// [`Shape`] share one. So 24 numbers replace the hash table, every line has a value, and a line
/// and its mirror image have the same value (rule 4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoneWeights {
    /// For the shape that the stone makes, by [`Shape::index`].
    pub gain: [u16; Shape::COUNT],
    /// For the shape that the opponent would have made there.
    pub block: [u16; Shape::COUNT],
}

impl StoneWeights {
    /// The printed values of table 5.1, and values in between that follow the valuation rules: the
    /// more effect, the more value, and four times a weak shape is not worth more than a threat.
    pub const PRINTED: StoneWeights = StoneWeights {
        //      dead  one  S2   A2   S3   I3    A3    S4    A4    S5    A5    six
        gain: [0, 10, 60, 250, 200, 400, 1000, 1200, 2000, 2500, 3000, 50_000],
        block: [0, 5, 40, 150, 150, 300, 600, 800, 1200, 5000, 5000, 20_000],
    };
}

/// The values of a position: each empty point has, for each side, a value for the two best shapes
/// that a stone would make there, and one for each of the other two; a side's value is the sum over
/// the points.
///
/// Separate values for both roles and both numbers of stones left express the initiative: an active
/// three is worth more to the side that moves next. All are in sixteenths
/// ([`PositionWeights::GRAIN`]) of the evaluation's unit, because terms that hundreds of points
/// share are small on each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionWeights {
    /// By [`Role`] and [`pair_index`].
    pub points: [[i16; PAIRS]; Role::COUNT],
    /// By [`Role`] and [`Shape::index`], for the third best shape and the worst.
    pub rest: [[i16; Shape::COUNT]; Role::COUNT],
    /// By [`Role`], [`PointKind`] and [`PointKind::step`], once for each side.
    pub kinds: [[[i16; PointKind::STEPS]; PointKind::COUNT]; Role::COUNT],
    /// For the side to move, with one stone left and with more.
    pub tempo: [i16; 2],
}

/// All weights of one game.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// For the order of the candidates.
    pub stone: StoneWeights,
    /// For the leaves of the search.
    pub position: PositionWeights,
    /// The network that evaluates the leaves instead, on boards of up to 361 points.
    pub count_network: Option<Arc<CountNetwork>>,
}

impl Weights {
    /// The weights for a game: the tuned ones if six in a row win and a turn has two stones, the
    /// hand-written ones for all others.
    pub fn of(rules: Rules) -> Weights {
        if (rules.k(), rules.p()) == (6, 2) { Weights::tuned() } else { Weights::plain() }
    }

    /// The weights tuned on Connect6; the text describes how.
    pub fn tuned() -> Weights {
        // A test reads the text; if it were damaged, the plain weights would be used.
        include_str!("tuned.txt").parse().unwrap_or_else(|_| Weights::plain())
    }

    /// Hand-written values.
    pub fn plain() -> Weights {
        Weights { stone: StoneWeights::PRINTED, position: PositionWeights::plain(), count_network: None }
    }
}

impl StoneWeights {
    /// The number of values: a gain and a block for every shape.
    pub const VALUES: usize = 2 * Shape::COUNT;

    /// The names of the values, `gain.A3` and `block.A3`.
    pub fn names() -> impl Iterator<Item = String> {
        let of = |kind: &'static str| Shape::ALL.into_iter().map(move |shape| format!("{kind}.{}", shape.name()));
        of("gain").chain(of("block"))
    }

    /// All values, in the order of the names.
    pub fn values(&self) -> [u16; StoneWeights::VALUES] {
        core::array::from_fn(|i| if i < Shape::COUNT { self.gain[i] } else { self.block[i - Shape::COUNT] })
    }

    /// The weights with these values.
    pub fn from_values(values: [u16; StoneWeights::VALUES]) -> StoneWeights {
        StoneWeights {
            gain: core::array::from_fn(|i| values[i]),
            block: core::array::from_fn(|i| values[i + Shape::COUNT]),
        }
    }
}

impl PositionWeights {
    /// The number of these values per unit of the evaluation.
    pub const GRAIN: i32 = 16;

    /// Hand-written values: a shape counts about twice as much for each missing stone fewer, half
    /// as much again if active, and less for the waiting side.
    pub fn plain() -> PositionWeights {
        let single: [i32; Shape::COUNT] = [0, 1, 3, 6, 8, 12, 20, 24, 36, 48, 64, 128];
        let mut points = [[0; PAIRS]; Role::COUNT];
        for (role, points) in points.iter_mut().enumerate() {
            let share = [5, 6, 4, 3][role];
            for one in Shape::ALL {
                for other in Shape::ALL {
                    let value = (single[one.index()] + single[other.index()]) * share / 4;
                    points[pair_index(one, other)] = value as i16;
                }
            }
        }
        PositionWeights { points, rest: [[0; Shape::COUNT]; Role::COUNT], kinds: Default::default(), tempo: [128, 256] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_thesis_values_a_stone_as_printed() {
        // Table 5.1 and the XML: the sum over one line (without the empty lines of the other
        // directions).
        use crate::patterns::{LineCode, Pattern, PatternTable};
        let table = PatternTable::new();
        let shape = |pattern: Option<Pattern>| match pattern {
            Some(Pattern::C6 | Pattern::Cl) => Shape::Six,
            Some(pattern) => Shape::ALL.into_iter().find(|shape| shape.name() == pattern.name()).unwrap_or(Shape::Dead),
            None => Shape::Single,
        };
        for (number, value, blocks) in [
            (549_324_218, 50_000, false),
            (891_121_093, 3000, false),
            (910_652_343, 2000, false),
            (914_558_593, 1000, false),
            (366_277_343, 5000, true),
            (415_027_343, 5000, true),
            (915_333_593, 1000, false),
            (914_552_343, 2000, false),
            (915_332_343, 2000, false),
            (793_464_843, 50_000, false),
            (915_488_283, 50_000, false),
            (891_114_843, 50_000, false),
        ] {
            let line = LineCode::from_number(number).unwrap();
            let weights = StoneWeights::PRINTED;
            let found = if blocks {
                weights.block[shape(table.of_view(line.opponent_view())).index()]
            } else {
                weights.gain[shape(table.of(line)).index()]
            };
            assert_eq!(found, value, "{number}");
        }
    }

    #[test]
    fn every_pair_has_a_unique_index() {
        let mut seen = [0; PAIRS];
        for (i, one) in Shape::ALL.into_iter().enumerate() {
            for other in &Shape::ALL[..=i] {
                assert_eq!(pair_index(one, *other), pair_index(*other, one));
                seen[pair_index(one, *other)] += 1;
            }
        }
        assert_eq!(seen, [1; PAIRS]);
    }
}
