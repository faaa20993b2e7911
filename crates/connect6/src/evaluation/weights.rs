//! The weights of the evaluation, and the tables made of them.

use crate::Rules;
use crate::patterns::{LineRule, Shape, ShapeTable};

/// How many pairs of shapes there are, the order of the two not counted.
pub const PAIRS: usize = Shape::COUNT * (Shape::COUNT + 1) / 2;

/// The index of a pair of shapes in the weights of a position.
#[inline]
pub const fn pair_index(one: Shape, other: Shape) -> usize {
    let (one, other) = (one.index(), other.index());
    let (high, low) = if one > other { (one, other) } else { (other, one) };
    high * (high + 1) / 2 + low
}

/// What a stone is worth: the thesis's values (着子棋力), by what it makes on
/// each of its four lines and by what it keeps the opponent from making there.
///
/// The value of a stone is the sum over the four lines (thesis 5.3; SEEDS
/// C-C9). The thesis has a value for each of its line codes; here all codes
/// whose stone has the same [`Shape`] share one, so that 24 numbers stand for
/// the hash table, every line has a value, and a line and its mirror image the
/// same (rule 4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoneWeights {
    /// For the shape that the stone makes, by [`Shape::index`].
    pub gain: [u16; Shape::COUNT],
    /// For the shape that the opponent would have made with it.
    pub block: [u16; Shape::COUNT],
}

impl StoneWeights {
    /// The printed values of table 5.1, and between them what the valuation
    /// rules ask for: the more effect the more value, and four times a weak
    /// shape is not more than a threat.
    pub const PRINTED: StoneWeights = StoneWeights {
        //      dead  one  S2   A2   S3   I3    A3    S4    A4    S5    A5    six
        gain: [0, 10, 60, 250, 200, 400, 1000, 1200, 2000, 2500, 3000, 50_000],
        block: [0, 5, 40, 150, 150, 300, 600, 800, 1200, 5000, 5000, 20_000],
    };
}

/// Which weights of a position apply: those of the side to move or of the
/// other, and with how many stones left in the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Role {
    /// To move, with the last stone of the turn.
    LastStone = 0,
    /// To move, with more than one stone left.
    FullTurn,
    /// Waiting while the opponent has one stone left.
    WaitingOne,
    /// Waiting while the opponent has more.
    WaitingFull,
}

impl Role {
    /// How many roles there are.
    pub const COUNT: usize = 4;

    /// The role of the side to move with so many stones left.
    #[inline]
    pub const fn mover(left: u8) -> Role {
        if left > 1 { Role::FullTurn } else { Role::LastStone }
    }

    /// The role of the other side.
    #[inline]
    pub const fn waiting(left: u8) -> Role {
        if left > 1 { Role::WaitingFull } else { Role::WaitingOne }
    }
}

/// What a position is worth: each empty point has, for each side, a value by
/// the two best shapes that a stone would make there; the sum over the points
/// is the side's.
///
/// Values for both roles and both numbers of stones left are the initiative:
/// an active three is worth more to who moves next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionWeights {
    /// By [`Role`] and [`pair_index`].
    pub points: [[i16; PAIRS]; Role::COUNT],
    /// For the side to move, with one stone left and with more.
    pub tempo: [i16; 2],
}

/// All weights of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// For the order of the candidates.
    pub stone: StoneWeights,
    /// For the leaves of the search.
    pub position: PositionWeights,
}

impl Weights {
    /// The weights to play a game with: the tuned ones for games with two
    /// stones a turn and rows of six, plain ones for all others.
    pub fn of(rules: Rules) -> Weights {
        let _ = rules;
        Weights { stone: StoneWeights::PRINTED, position: PositionWeights::plain() }
    }
}

impl PositionWeights {
    /// Values by hand: a shape counts about twice as much for each stone that
    /// is missing less, half as much again when active, less for who waits.
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
        PositionWeights { points, tempo: [8, 16] }
    }
}

/// What a point is worth to one colour, ready to be added up.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct PointValue {
    /// By [`Role`], then whether one stone wins here, then whether two do.
    pub(crate) lanes: [i16; LANES],
    pub(crate) gain: u16,
    pub(crate) block: u16,
}

pub(crate) const LANES: usize = Role::COUNT + 2;
/// The lane that counts the points where one stone completes a row.
pub(crate) const WINS_BY_ONE: usize = Role::COUNT;
/// The lane that counts the points where a stone and another one do.
pub(crate) const WINS_BY_TWO: usize = Role::COUNT + 1;

/// What a game's evaluation looks up: the shapes of its lines, and what the
/// weights say of every combination of four. Built once (some ten
/// milliseconds) and shared by all evaluations of the game.
#[derive(Clone, Debug)]
pub struct Tables {
    rules: Rules,
    pub(crate) shapes: ShapeTable,
    /// By four shapes, four bits each, the first direction lowest.
    values: Box<[PointValue]>,
    tempo: [i16; 2],
}

impl Tables {
    /// The tables of a game with some weights.
    pub fn new(rules: Rules, weights: &Weights) -> Tables {
        let shapes = ShapeTable::new(LineRule::new(rules.k().into(), rules.p().into()));
        let mut values = vec![PointValue::default(); 1 << 16].into_boxed_slice();
        for (code, value) in values.iter_mut().enumerate() {
            let indices: [usize; 4] = std::array::from_fn(|direction| code >> (4 * direction) & 15);
            // Sixteen values of four bits, twelve shapes: the rest never occurs.
            if indices.iter().any(|&index| index >= Shape::COUNT) {
                continue;
            }
            let mut four = indices.map(Shape::from_index);
            four.sort_unstable();
            let pair = pair_index(four[3], four[2]);
            for (lane, points) in value.lanes.iter_mut().zip(&weights.position.points) {
                *lane = points[pair];
            }
            value.lanes[WINS_BY_ONE] = i16::from(four[3] == Shape::Six);
            value.lanes[WINS_BY_TWO] = i16::from(four[3] >= Shape::S5);
            let sum = |weights: &[u16; Shape::COUNT]| {
                four.iter().fold(0u16, |sum, shape| sum.saturating_add(weights[shape.index()]))
            };
            value.gain = sum(&weights.stone.gain);
            value.block = sum(&weights.stone.block);
        }
        Tables { rules, shapes, values, tempo: weights.position.tempo }
    }

    /// The game.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    #[inline]
    pub(crate) fn value(&self, code: u16) -> &PointValue {
        &self.values[usize::from(code)]
    }

    #[inline]
    pub(crate) fn tempo(&self, left: u8) -> i32 {
        i32::from(self.tempo[usize::from(left > 1)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_have_an_index_each() {
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
