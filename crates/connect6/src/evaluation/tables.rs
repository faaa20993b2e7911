//! The tables of the evaluation, computed from the weights.

use super::count_network::{self, CountNetwork, quadruple_index};
use super::weights::{PositionWeights, Weights, pair_index};
use super::{Lanes, PointKind, Role};
use crate::Rules;
use crate::patterns::{LineRule, Shape, ShapeTable};
use alloc::boxed::Box;
use alloc::sync::Arc;

/// Counter of the points where one stone completes a row.
pub(crate) const WINS_BY_ONE: usize = 0;
/// Counter of the points where this stone and another one complete a row.
pub(crate) const WINS_BY_TWO: usize = 1;
/// Counter of the points of the first [`PointKind`]; the other kinds follow.
pub(crate) const KINDS: usize = 2;

/// The place of a counter: a lane and the lowest of its sixteen bits, which suffice for the points
/// of the largest board.
#[inline]
const fn place(what: usize) -> (usize, u32) {
    (Role::COUNT + what / 2, 16 * (what % 2) as u32)
}

/// The number of points counted for [`WINS_BY_ONE`], [`WINS_BY_TWO`], or [`KINDS`] plus a kind.
#[inline]
pub(crate) const fn counted(sums: &Lanes, what: usize) -> u16 {
    let (lane, shift) = place(what);
    (sums[lane] >> shift) as u16
}

/// The value of a point with four shapes, the best one first, to their colour.
fn worth(four: [Shape; 4], position: &PositionWeights) -> Lanes {
    let [best, second, third, worst] = four;
    let mut lanes = Lanes::default();
    for (role, lane) in lanes.iter_mut().enumerate().take(Role::COUNT) {
        let rest = &position.rest[role];
        let pair = position.points[role][pair_index(best, second)];
        *lane = i32::from(pair) + i32::from(rest[third.index()]) + i32::from(rest[worst.index()]);
    }
    for kind in PointKind::ALL {
        let (lane, shift) = place(KINDS + kind as usize);
        lanes[lane] += i32::from(kind.has(best, second)) << shift;
    }
    lanes
}

/// Counts the wins of a point with this best shape.
fn count_wins(lanes: &mut Lanes, best: Shape) {
    for (what, is_one) in [(WINS_BY_ONE, best == Shape::Six), (WINS_BY_TWO, best >= Shape::S5)] {
        let (lane, shift) = place(what);
        lanes[lane] += i32::from(is_one) << shift;
    }
}

/// The number of codes of four shapes, four bits each.
const CODES: usize = 1 << 16;

/// The capacity for the quadruples of twelve shapes, a power of two so that a mask makes any number
/// a valid index.
const ROOM: usize = (count_network::QUADRUPLES + 1).next_power_of_two();

/// The values of what a stone on a point makes, and of what a stone of the other colour prevents.
#[derive(Clone, Copy, Default, Debug)]
struct StoneValue {
    gain: u16,
    block: u16,
}

/// The tables of a game's evaluation: the shapes of its lines, and the weights of every combination
/// of four shapes. Computed once (some ten milliseconds) and shared by all evaluations of the game.
#[derive(Clone, Debug)]
pub struct Tables {
    rules: Rules,
    pub(crate) shapes: ShapeTable,
    /// By four shapes, four bits each, the first direction lowest: a number for each unordered
    /// quadruple, 0 for codes that are not one.
    quadruples: Box<[u16; CODES]>,
    /// By that number.
    lanes: Box<[Lanes; ROOM]>,
    /// By four shapes, too.
    stones: Box<[StoneValue; CODES]>,
    kinds: [[[i16; PointKind::STEPS]; PointKind::COUNT]; Role::COUNT],
    tempo: [i16; 2],
    count_network: Option<Arc<CountNetwork>>,
}

impl Tables {
    /// The tables of a game with the given weights.
    pub fn new(rules: Rules, weights: &Weights) -> Tables {
        let shapes = ShapeTable::new(LineRule::new(rules.k().into(), rules.p().into()));
        let mut lanes = Box::new([Lanes::default(); ROOM]);
        let count_network = weights.count_network.clone().filter(|_| rules.cells() <= CountNetwork::CELLS);
        for (number, four) in (1..).zip(count_network::quadruples()) {
            let worth =
                count_network.as_ref().map_or_else(|| worth(four, &weights.position), |network| network.lanes(four));
            lanes[number] = worth;
            count_wins(&mut lanes[number], four[0]);
        }
        let mut quadruples = Box::new([0; CODES]);
        let mut stones = Box::new([StoneValue::default(); CODES]);
        for (code, (number, stone)) in quadruples.iter_mut().zip(stones.iter_mut()).enumerate() {
            let indices: [usize; 4] = core::array::from_fn(|direction| code >> (4 * direction) & 15);
            // Sixteen values of four bits, twelve shapes: the rest stands for a point without
            // shapes.
            if indices.iter().any(|&index| index >= Shape::COUNT) {
                continue;
            }
            let four = indices.map(Shape::from_index);
            *number = quadruple_index(four) as u16 + 1;
            let sum = |weights: &[u16; Shape::COUNT]| {
                four.iter().fold(0u16, |sum, shape| sum.saturating_add(weights[shape.index()]))
            };
            *stone = StoneValue { gain: sum(&weights.stone.gain), block: sum(&weights.stone.block) };
        }
        let PositionWeights { kinds, tempo, .. } = weights.position;
        Tables { rules, shapes, quadruples, lanes, stones, kinds, tempo, count_network }
    }

    /// The game.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The value of a point with four shapes to their colour.
    #[inline]
    pub(crate) fn lanes(&self, code: u16) -> &Lanes {
        &self.lanes[usize::from(self.quadruples[usize::from(code)]) % ROOM]
    }

    /// The value of a stone that makes four shapes and prevents four others.
    #[inline]
    pub(crate) fn stone(&self, own: u16, other: u16) -> u32 {
        u32::from(self.stones[usize::from(own)].gain) + u32::from(self.stones[usize::from(other)].block)
    }

    /// The network that evaluates positions instead of the sums, if there is one.
    #[inline]
    pub(crate) fn count_network(&self) -> Option<&CountNetwork> {
        self.count_network.as_deref()
    }

    /// The joint value of the points of each [`PointKind`].
    #[inline]
    pub(crate) fn kinds(&self, role: Role, sums: &Lanes) -> i32 {
        let values = &self.kinds[role as usize];
        let value = |kind: PointKind| values[kind as usize][kind.step(counted(sums, KINDS + kind as usize))];
        PointKind::ALL.iter().map(|&kind| i32::from(value(kind))).sum()
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
    fn the_rest_counts_for_the_third_shape_and_the_worst() {
        let mut weights = Weights::plain();
        weights.position.rest[Role::FullTurn as usize][Shape::S2.index()] = 5;
        let [plain, added] = [Weights::plain(), weights].map(|weights| Tables::new(Rules::CONNECT6, &weights));
        let of = |shapes: [Shape; 4]| shapes.into_iter().fold(0, |code, shape| code << 4 | shape as u16);
        let lane = Role::FullTurn as usize;
        for (shapes, expected) in [
            ([Shape::A3, Shape::A2, Shape::S2, Shape::Dead], 5),
            ([Shape::Dead, Shape::S2, Shape::A2, Shape::A3], 5),
            ([Shape::S2, Shape::S2, Shape::S2, Shape::S2], 10),
            ([Shape::S2, Shape::S2, Shape::Dead, Shape::Dead], 0),
        ] {
            let code = of(shapes);
            assert_eq!(added.lanes(code)[lane], plain.lanes(code)[lane] + expected, "{shapes:?}");
        }
    }

    #[test]
    fn kinds_are_told_apart() {
        let tables = Tables::new(Rules::CONNECT6, &Weights::plain());
        let of = |one: Shape, other: Shape| {
            let lanes = tables.lanes((one as u16) << 8 | other as u16);
            (0..PointKind::COUNT).fold(0, |set, kind| set | counted(lanes, KINDS + kind) << kind)
        };
        let set = |kinds: &[PointKind]| kinds.iter().fold(0, |set, &kind| set | 1 << kind as u8);
        assert_eq!(of(Shape::I3, Shape::I3), 0);
        assert_eq!(of(Shape::A3, Shape::S2), set(&[PointKind::Three]));
        assert_eq!(of(Shape::A2, Shape::A3), set(&[PointKind::Three, PointKind::ThreeAndTwo]));
        assert_eq!(
            of(Shape::A3, Shape::S4),
            set(&[
                PointKind::Three,
                PointKind::Four,
                PointKind::ThreeAndTwo,
                PointKind::Threes,
                PointKind::FourAndThree
            ])
        );
        assert_eq!(of(Shape::A4, Shape::Dead), set(&[PointKind::Three, PointKind::Four, PointKind::ActiveFour]));
        assert_eq!([0, 1, 2, 3, 100].map(|count| PointKind::Four.step(count)), [0, 1, 1, 2, 7]);
        assert_eq!([0, 1, 2, 7, 100].map(|count| PointKind::Threes.step(count)), [0, 1, 2, 7, 7]);
    }
}
