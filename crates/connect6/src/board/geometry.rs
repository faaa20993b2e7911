//! Tables that depend only on the size of the board: the place of each point on its four lines, and
//! the keys of stones. Computed once for a board and shared by its copies.

use crate::{Direction, Point, Rules, Side, Symmetry};
use alloc::{boxed::Box, vec, vec::Vec};
use duiyi_game::BySide;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// The place of a point on one of its lines.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    /// The line, numbered through all directions.
    pub(crate) line: u16,
    /// The offset on it.
    pub(crate) offset: u8,
}

/// The tables of a board's size.
#[derive(Debug)]
pub(crate) struct Geometry {
    /// The number of directions.
    directions: usize,
    /// By point and direction; only the first ones, if there are fewer than four.
    pub(crate) places: Box<[[Place; 4]]>,
    /// The number of points of each line, all directions one after the other.
    pub(crate) lengths: Box<[u8]>,
    /// The first line of each direction, and the end of the last.
    pub(crate) bases: [u16; 5],
    /// The point at offset 0 of each line.
    starts: Box<[u16]>,
    /// The change of a point's index per offset, by direction.
    strides: [i32; 4],
    /// By colour and point.
    pub(crate) stone_keys: BySide<Box<[u64]>>,
    /// By colour to move and stones left (index 0 is not used).
    pub(crate) turn_keys: BySide<Box<[u64]>>,
}

impl Geometry {
    pub(crate) fn new(rules: Rules) -> Geometry {
        let (width, height) = (usize::from(rules.width()), usize::from(rules.height()));
        let directions = rules.directions().len();
        let counts = [height, width, width + height - 1, width + height - 1];
        let mut bases = [0; 5];
        for (i, &count) in counts.iter().enumerate() {
            bases[i + 1] = bases[i] + if i < directions { count as u16 } else { 0 };
        }
        let lines = usize::from(bases[4]);
        let (mut lengths, mut starts) = (vec![0u8; lines], vec![u16::MAX; lines]);
        let mut places = Vec::with_capacity(rules.cells());
        for point in rules.points() {
            let (column, row) = (usize::from(rules.column(point)), usize::from(rules.row(point)));
            let top = height - 1 - row;
            let place = |direction: Direction, line: usize, offset: usize| Place {
                line: bases[direction.index()] + line as u16,
                offset: offset as u8,
            };
            let mut four = [
                place(Direction::Horizontal, row, column),
                place(Direction::Vertical, column, row),
                // Falling lines have column + row in common, rising ones column + rows to the top.
                place(Direction::Rising, column + top, column.min(row)),
                place(Direction::Falling, column + row, column.min(top)),
            ];
            four[directions..].fill(Place::default());
            for place in &four[..directions] {
                let line = usize::from(place.line);
                lengths[line] += 1;
                if place.offset == 0 {
                    starts[line] = point.index() as u16;
                }
            }
            places.push(four);
        }
        // Keys are drawn in a fixed order from a seed that depends on the rules. So a position has
        // the same key in every run, and different games have different keys.
        let cells = [rules.tiling() as u8, rules.radius().unwrap_or(0)];
        let others = if cells == [0; 2] { &[][..] } else { &cells };
        let seed = [rules.row_rule() as u8, rules.width(), rules.height(), rules.k(), rules.p(), rules.q()]
            .iter()
            .chain(others)
            .fold(0u64, |seed, &byte| seed << 8 | u64::from(byte));
        let mut random = SplitMix64::seed_from_u64(seed);
        let mut draw = |count: usize| (0..count).map(|_| random.next_u64()).collect::<Box<[u64]>>();
        let stone_keys = BySide::new(draw(rules.cells()), draw(rules.cells()));
        let most = usize::from(rules.p().max(rules.q())) + 1;
        let turn_keys = BySide::new(draw(most), draw(most));
        Geometry {
            directions,
            places: places.into(),
            lengths: lengths.into(),
            bases,
            starts: starts.into(),
            strides: [1, width as i32, width as i32 + 1, 1 - width as i32],
            stone_keys,
            turn_keys,
        }
    }

    /// The places of a point on its lines, by direction.
    #[inline]
    pub(crate) fn places_of(&self, point: usize) -> &[Place] {
        &self.places[point][..self.directions]
    }

    /// The change of a point's index per offset on a line.
    #[inline]
    pub(crate) fn stride(&self, direction: Direction) -> i32 {
        self.strides[direction.index()]
    }

    #[inline]
    pub(crate) fn point_on(&self, direction: Direction, line: usize, offset: u32) -> Point {
        let line = usize::from(self.bases[direction.index()]) + line;
        debug_assert!(offset < u32::from(self.lengths[line]));
        let index = i32::from(self.starts[line]) + self.strides[direction.index()] * offset as i32;
        Point::from_index(index as usize)
    }

    /// The smallest key of the stones under the symmetries of the board.
    pub(crate) fn canonical(&self, rules: Rules, stones: impl Iterator<Item = (Point, Side)>) -> (u64, Symmetry) {
        let symmetries = Symmetry::of(rules);
        let mut keys = [0u64; 8];
        for (point, color) in stones {
            for (key, symmetry) in keys.iter_mut().zip(symmetries) {
                *key ^= self.stone_keys[color][symmetry.apply(rules, point).index()];
            }
        }
        keys.into_iter()
            .zip(symmetries.iter().copied())
            .min_by_key(|&(key, _)| key)
            .expect("the identity is always present")
    }
}
