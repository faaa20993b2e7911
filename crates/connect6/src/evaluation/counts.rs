//! The terms of the value of a position, counted for tuning.

use super::count_network::{QUADRUPLES, quadruple_index};
use super::weights::{PAIRS, pair_index};
use super::{Evaluation, PointKind};
use crate::Side;
use crate::patterns::Shape;
use alloc::vec::Vec;

impl Evaluation {
    /// The number of empty points for each pair of best shapes of a colour, by [`pair_index`]: the
    /// terms of the value of a position, for tuning.
    pub fn pair_counts(&self, color: Side) -> [u16; PAIRS] {
        let mut counts = [0; PAIRS];
        for point in self.rules.points() {
            if self.is_empty(point) {
                let [best, second, ..] = self.shapes(point, color);
                counts[pair_index(best, second)] += 1;
            }
        }
        counts
    }

    /// The number of empty points on which each shape is the third best or the worst of a colour's
    /// four: the remaining terms of the value of a position.
    pub fn rest_counts(&self, color: Side) -> [u16; Shape::COUNT] {
        let mut counts = [0; Shape::COUNT];
        for point in self.rules.points() {
            if self.is_empty(point) {
                let [.., third, worst] = self.shapes(point, color);
                counts[third.index()] += 1;
                counts[worst.index()] += 1;
            }
        }
        counts
    }

    /// The number of empty points of each [`PointKind`] for a colour.
    pub fn kind_counts(&self, color: Side) -> [u16; PointKind::COUNT] {
        let mut counts = [0; PointKind::COUNT];
        for point in self.rules.points().filter(|&point| self.is_empty(point)) {
            let [best, second, ..] = self.shapes(point, color);
            for (count, kind) in counts.iter_mut().zip(PointKind::ALL) {
                *count += u16::from(kind.has(best, second));
            }
        }
        counts
    }

    /// The number of empty points for each quadruple of shapes of a colour that occurs, by
    /// [`quadruple_index`](super::quadruple_index): the input of a
    /// [`CountNetwork`](super::CountNetwork).
    pub fn quadruple_counts(&self, color: Side) -> Vec<(u16, u16)> {
        let mut counts = [0; QUADRUPLES];
        for point in self.rules.points().filter(|&point| self.is_empty(point)) {
            counts[quadruple_index(self.shapes(point, color))] += 1;
        }
        (0..).zip(counts).filter(|&(_, count)| count > 0).collect()
    }
}
