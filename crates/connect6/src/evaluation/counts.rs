//! What the value of a position is made of, counted: for tuning.

use super::count_network::{QUADRUPLES, quadruple_index};
use super::weights::{PAIRS, pair_index};
use super::{Evaluation, PointKind};
use crate::Side;
use crate::patterns::Shape;
use alloc::vec::Vec;

impl Evaluation {
    /// On how many empty points each pair of shapes is the best that a colour
    /// has, by [`pair_index`]: what the value of a position is a sum over, for
    /// tuning.
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

    /// Of how many empty points each shape is the third best or the worst of four
    /// that a colour has: the rest of what the value of a position is a sum over.
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

    /// Of how many empty points a colour has each [`PointKind`].
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

    /// On how many empty points a colour has each quadruple of shapes that occurs, by
    /// [`quadruple_index`](super::quadruple_index): what a [`CountNetwork`](super::CountNetwork) judges by.
    pub fn quadruple_counts(&self, color: Side) -> Vec<(u16, u16)> {
        let mut counts = [0; QUADRUPLES];
        for point in self.rules.points().filter(|&point| self.is_empty(point)) {
            counts[quadruple_index(self.shapes(point, color))] += 1;
        }
        (0..).zip(counts).filter(|&(_, count)| count > 0).collect()
    }
}
