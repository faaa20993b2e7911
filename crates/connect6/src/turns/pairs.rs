//! One number for two stones.
//!
//! The thesis (4.3; row C-B5 of docs/sources.md) makes a pair of stones one move and gives it
//! the index `(i·19 + j)·19 + k·19 + l`, which lacks a factor: it has 7,201
//! values for 130,321 pairs, so up to 19 pairs share one. With the brackets
//! right it is a bijection; and since the order of two stones of one turn does
//! not matter, half of it is enough.

use crate::Point;

/// The number of ordered pairs of points, equal ones included: 130,321 on 19 × 19.
pub const fn ordered_pairs(cells: usize) -> usize {
    cells * cells
}

/// The number of unordered pairs of distinct points: 64,980 on 19 × 19.
pub const fn unordered_pairs(cells: usize) -> usize {
    cells * (cells - 1) / 2
}

/// The index of an ordered pair, below [`ordered_pairs`].
#[inline]
pub const fn ordered_index(cells: usize, first: Point, second: Point) -> usize {
    first.index() * cells + second.index()
}

/// The pair of an index, the inverse of [`ordered_index`].
#[inline]
pub const fn ordered_pair(cells: usize, index: usize) -> (Point, Point) {
    (Point::from_index(index / cells), Point::from_index(index % cells))
}

/// The index of two distinct points in either order, below [`unordered_pairs`]:
/// b(b − 1)/2 + a for a < b. It does not depend on the size of the board.
#[inline]
pub const fn unordered_index(one: Point, other: Point) -> usize {
    let (a, b) = (one.index(), other.index());
    let (a, b) = if a < b { (a, b) } else { (b, a) };
    debug_assert!(a != b);
    b * (b - 1) / 2 + a
}

/// The pair of an index, the smaller point first: the inverse of [`unordered_index`].
#[inline]
pub const fn unordered_pair(index: usize) -> (Point, Point) {
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
    fn ordered_pairs_are_numbered_without_gap_or_double() {
        assert_eq!(ordered_pairs(CELLS), 130_321);
        let mut expected = 0;
        for first in (0..CELLS).map(Point::from_index) {
            for second in (0..CELLS).map(Point::from_index) {
                assert_eq!(ordered_index(CELLS, first, second), expected);
                assert_eq!(ordered_pair(CELLS, expected), (first, second));
                expected += 1;
            }
        }
    }

    #[test]
    fn unordered_pairs_are_numbered_without_gap_or_double() {
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
