//! The symmetries of the board: eight of a square one, four of an oblong one or a rhombus of hexagons.

use crate::{Point, Rules, Tiling};

/// A symmetry of the board: rotations and reflections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// No change.
    Identity,
    /// Exchanges left and right.
    FlipColumns,
    /// Exchanges top and bottom.
    FlipRows,
    /// A half turn.
    HalfTurn,
    /// Columns become rows: reflection in the rising diagonal.
    Transpose,
    /// A quarter turn to the right.
    TurnRight,
    /// A quarter turn to the left.
    TurnLeft,
    /// Reflection in the falling diagonal.
    AntiTranspose,
}

impl Symmetry {
    /// All eight; the first four also map an oblong board of squares to itself.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::Identity,
        Symmetry::FlipColumns,
        Symmetry::FlipRows,
        Symmetry::HalfTurn,
        Symmetry::Transpose,
        Symmetry::TurnRight,
        Symmetry::TurnLeft,
        Symmetry::AntiTranspose,
    ];

    /// The symmetries of a board of these rules: eight, or four if it is oblong. Of hexagons, which have twelve, the four
    /// that map a rhombus to itself, or two if its sides differ.
    pub const fn of(rules: Rules) -> &'static [Symmetry] {
        const RHOMBUS: [Symmetry; 4] =
            [Symmetry::Identity, Symmetry::HalfTurn, Symmetry::Transpose, Symmetry::AntiTranspose];
        match (rules.tiling(), rules.width() == rules.height()) {
            (Tiling::Square, true) => &Symmetry::ALL,
            (Tiling::Square, false) => Symmetry::ALL.first_chunk::<4>().expect("there are eight"),
            (Tiling::Hexagonal, true) => &RHOMBUS,
            (Tiling::Hexagonal, false) => RHOMBUS.first_chunk::<2>().expect("there are four"),
        }
    }

    /// Whether it is a symmetry of the board of these rules.
    pub(crate) const fn is_of(self, rules: Rules) -> bool {
        let all = Symmetry::of(rules);
        let mut at = 0;
        while at < all.len() {
            if all[at].index() == self.index() {
                return true;
            }
            at += 1;
        }
        false
    }

    /// 0 to 7, in the order of [`Symmetry::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The inverse symmetry.
    pub const fn inverse(self) -> Symmetry {
        match self {
            Symmetry::TurnRight => Symmetry::TurnLeft,
            Symmetry::TurnLeft => Symmetry::TurnRight,
            other => other,
        }
    }

    /// The image of a point.
    ///
    /// # Panics
    ///
    /// In debug builds, if this is not a symmetry of the rules' board ([`Symmetry::of`]) or the
    /// point is not on it.
    pub const fn apply(self, rules: Rules, point: Point) -> Point {
        debug_assert!(rules.contains(point));
        debug_assert!(self.is_of(rules));
        let (column, row) = (rules.column(point) as usize, rules.row(point) as usize);
        let (right, top) = (rules.width() as usize - 1 - column, rules.height() as usize - 1 - row);
        let (column, row) = match self {
            Symmetry::Identity => (column, row),
            Symmetry::FlipColumns => (right, row),
            Symmetry::FlipRows => (column, top),
            Symmetry::HalfTurn => (right, top),
            Symmetry::Transpose => (row, column),
            Symmetry::TurnRight => (row, right),
            Symmetry::TurnLeft => (top, column),
            Symmetry::AntiTranspose => (top, right),
        };
        Point::from_index(row * rules.width() as usize + column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn each_is_a_permutation_undone_by_its_inverse() {
        let oblong = Rules::new(5, 9, 4, 2, 1).unwrap();
        let rhombus = Rules::HEXO.resized(9, 9).unwrap();
        for (rules, count) in [
            (Rules::CONNECT6, 8),
            (Rules::TIC_TAC_TOE, 8),
            (oblong, 4),
            (rhombus, 4),
            (oblong.with_tiling(Tiling::Hexagonal).unwrap(), 2),
        ] {
            let mut images = HashSet::new();
            for &symmetry in Symmetry::of(rules) {
                let image: Vec<Point> = rules.points().map(|point| symmetry.apply(rules, point)).collect();
                assert_eq!(image.iter().collect::<HashSet<_>>().len(), rules.cells());
                for (point, &moved) in rules.points().zip(&image) {
                    assert_eq!(symmetry.inverse().apply(rules, moved), point);
                }
                for (point, one) in rules.points().zip(&image) {
                    for (neighbour, other) in rules.points().zip(&image) {
                        assert_eq!(rules.distance(*one, *other), rules.distance(point, neighbour), "{symmetry:?}");
                    }
                }
                assert!(images.insert(image), "{symmetry:?} equals another symmetry");
            }
            assert_eq!(images.len(), count);
        }
    }

    #[test]
    fn a_right_turn_takes_the_top_left_corner_to_the_top_right() {
        let rules = Rules::CONNECT6;
        let top_left = rules.point(0, 18).unwrap();
        assert_eq!(Symmetry::TurnRight.apply(rules, top_left), rules.point(18, 18).unwrap());
        assert_eq!(Symmetry::TurnLeft.apply(rules, top_left), rules.point(0, 0).unwrap());
    }
}
