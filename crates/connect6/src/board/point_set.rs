//! A set of points of a board.

use super::Point;
use core::fmt;

const WORDS: usize = (Point::MOST).div_ceil(64);

/// A set of points of a board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PointSet {
    words: [u64; WORDS],
}

impl PointSet {
    /// The empty set.
    pub const EMPTY: PointSet = PointSet { words: [0; WORDS] };

    /// Adds a point.
    #[inline]
    pub fn insert(&mut self, point: Point) {
        self.words[point.index() / 64] |= 1 << (point.index() % 64);
    }

    /// Whether the set contains a point.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        self.words[point.index() / 64] >> (point.index() % 64) & 1 == 1
    }

    /// The number of points.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The points, lowest index first.
    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            core::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    Point::from_index(index * 64 + bit)
                })
            })
        })
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.points()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_contain_the_inserted_points() {
        let mut set = PointSet::EMPTY;
        assert!(set.is_empty());
        for index in [0, 63, 64, 360, 3480, 64] {
            set.insert(Point::from_index(index));
        }
        assert_eq!(set.len(), 5);
        assert_eq!(set.points().map(Point::index).collect::<Vec<_>>(), [0, 63, 64, 360, 3480]);
        assert!(set.contains(Point::from_index(64)));
        assert!(!set.contains(Point::from_index(65)));
    }
}
