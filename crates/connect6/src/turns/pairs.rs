//! One index for two stones.
//!
//! The thesis (4.5; row C-B5 of docs/sources.md) treats a pair of stones as one move with the
//! number `(i·19 + j)·19 + k·19 + l`. That formula lacks a factor: it has 7,201 values for 130,321
//! ordered pairs, so up to 19 pairs share one. With the factor every ordered pair has a unique
//! number. The order of the two stones of a turn does not matter, so half of them are enough.

use crate::Point;

/// The number of unordered pairs of distinct points: 64,980 on 19 × 19.
pub(crate) const fn unordered_pairs(cells: usize) -> usize {
    cells * (cells - 1) / 2
}

/// The index of two distinct points in either order, below [`unordered_pairs`]:
/// b(b − 1)/2 + a for a < b. It does not depend on the size of the board.
#[inline]
pub(crate) const fn unordered_index(one: Point, other: Point) -> usize {
    let (a, b) = (one.index(), other.index());
    let (a, b) = if a < b { (a, b) } else { (b, a) };
    debug_assert!(a != b);
    b * (b - 1) / 2 + a
}

/// The pair of an index, the smaller point first: the inverse of [`unordered_index`].
#[inline]
pub(crate) const fn unordered_pair(index: usize) -> (Point, Point) {
    // The largest b with b(b − 1)/2 ≤ index, from the solution of the quadratic.
    let b = (1 + 8 * index).isqrt().div_ceil(2);
    (Point::from_index(index - b * (b - 1) / 2), Point::from_index(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    const CELLS: usize = 361;

    #[test]
    fn ordered_pairs_with_the_missing_factor_have_unique_consecutive_numbers() {
        let corrected = |i: usize, j: usize, k: usize, l: usize| (i * 19 + j) * 19 * 19 + k * 19 + l;
        let mut expected = 0;
        for first in 0..CELLS {
            for second in 0..CELLS {
                assert_eq!(corrected(first / 19, first % 19, second / 19, second % 19), expected);
                assert_eq!((expected / CELLS, expected % CELLS), (first, second));
                expected += 1;
            }
        }
        assert_eq!(expected, 130_321);
    }

    #[test]
    fn unordered_pairs_have_unique_consecutive_numbers() {
        assert_eq!(unordered_pairs(CELLS), 64_980);
        let mut expected = 0;
        for b in 0..CELLS {
            for a in 0..b {
                let (a, b) = (Point::from_index(a), Point::from_index(b));
                assert_eq!(unordered_index(a, b), expected);
                assert_eq!(unordered_index(b, a), expected);
                assert_eq!(unordered_pair(expected), (a, b));
                expected += 1;
            }
        }
        let last = unordered_pairs(59 * 59) - 1;
        assert_eq!(unordered_pair(last), (Point::from_index(3479), Point::from_index(3480)));
    }

    #[test]
    fn c_b5_the_printed_formula_collides() {
        let printed = |i: usize, j: usize, k: usize, l: usize| (i * 19 + j) * 19 + k * 19 + l;
        let mut pairs: HashMap<usize, usize> = HashMap::new();
        for first in 0..CELLS {
            for second in 0..CELLS {
                *pairs.entry(printed(first / 19, first % 19, second / 19, second % 19)).or_default() += 1;
            }
        }
        assert_eq!(pairs.len(), 7_201);
        assert_eq!(pairs.values().max(), Some(&19));
        assert_eq!(printed(0, 0, 1, 0), printed(0, 1, 0, 0));
        assert_eq!(printed(0, 0, 1, 0), 19);
    }
}
