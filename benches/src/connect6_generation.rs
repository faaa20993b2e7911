//! The thesis's three ways to generate moves (2007, 3.2.3; row C-B2 of
//! docs/sources.md), for the points that its own generator selects (4.5): the empty points that have a stone
//! on one line within a number of steps.
//!
//! The first way scans the board point by point, the second applies a template round each stone, and
//! the third looks up the template round each point in a table made before the game.
//! All three return the same set.

use duiyi_connect6::{Board, Direction, Point, Rules};

/// The steps from a stone to a point of its template.
type Offset = (i32, i32);

/// A set of points of one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points {
    words: Box<[u64]>,
}

impl Points {
    fn none(rules: Rules) -> Points {
        Points { words: vec![0; rules.cells().div_ceil(64)].into() }
    }

    #[inline]
    fn insert(&mut self, point: Point) {
        self.words[point.index() / 64] |= 1 << (point.index() % 64);
    }

    /// The number of points.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Whether the set contains a point.
    pub fn contains(&self, point: Point) -> bool {
        self.words[point.index() / 64] >> (point.index() % 64) & 1 == 1
    }
}

/// The generators of a game.
#[derive(Clone, Debug)]
pub struct Generators {
    rules: Rules,
    template: Vec<Offset>,
    /// The points of the template round each point.
    table: Vec<Points>,
}

impl Generators {
    /// Generators of the points within `steps` of a stone on one of the four lines.
    pub fn new(rules: Rules, steps: u8) -> Generators {
        let line = |direction: Direction| {
            let (x, y) = match direction {
                Direction::Horizontal => (1, 0),
                Direction::Vertical => (0, 1),
                Direction::Rising => (1, 1),
                Direction::Falling => (1, -1),
            };
            let steps = i32::from(steps);
            (-steps..=steps).filter(|&step| step != 0).map(move |step| (step * x, step * y))
        };
        let template: Vec<Offset> = Direction::ALL.into_iter().flat_map(line).collect();
        let mut generators = Generators { rules, template, table: Vec::new() };
        generators.table = rules
            .points()
            .map(|point| {
                let mut covered = Points::none(rules);
                generators.around(point).for_each(|near| covered.insert(near));
                covered
            })
            .collect();
        generators
    }

    /// The points of the template round a point that are on the board.
    #[inline]
    fn around(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let (column, row) = (i32::from(self.rules.column(point)), i32::from(self.rules.row(point)));
        self.template.iter().filter_map(move |&(x, y)| {
            let (column, row) = (u8::try_from(column + x).ok()?, u8::try_from(row + y).ok()?);
            self.rules.point(column, row)
        })
    }

    /// Scans the board: each empty point searches for a stone.
    pub fn scan(&self, board: &Board) -> Points {
        let mut found = Points::none(self.rules);
        for point in board.empties() {
            if self.around(point).any(|near| !board.is_empty(near)) {
                found.insert(point);
            }
        }
        found
    }

    /// Applies the template round each stone.
    pub fn template(&self, board: &Board) -> Points {
        let mut found = Points::none(self.rules);
        for (stone, _) in board.stones() {
            self.around(stone).filter(|&near| board.is_empty(near)).for_each(|near| found.insert(near));
        }
        found
    }

    /// Uses the table: the union of the template's points, without the stones.
    pub fn preset(&self, board: &Board) -> Points {
        let (mut found, mut occupied) = (Points::none(self.rules), Points::none(self.rules));
        for (stone, _) in board.stones() {
            occupied.insert(stone);
            let near = &self.table[stone.index()];
            found.words.iter_mut().zip(&near.words).for_each(|(word, near)| *word |= near);
        }
        found.words.iter_mut().zip(&occupied.words).for_each(|(word, stones)| *word &= !stones);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    #[test]
    fn the_three_ways_give_the_same_set() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        for rules in [Rules::CONNECT6, Rules::GOMOKU, Rules::TIC_TAC_TOE, Rules::new(30, 7, 6, 2, 1).unwrap()] {
            for steps in [1, 2, 5] {
                let generators = Generators::new(rules, steps);
                let mut board = Board::new(rules);
                while !board.is_over() {
                    let scanned = generators.scan(&board);
                    assert_eq!(generators.template(&board), scanned, "{board}");
                    assert_eq!(generators.preset(&board), scanned, "{board}");
                    // Slow and plain: on one line means equal steps along both axes, or none along one.
                    for point in rules.points() {
                        let at = |point| (i32::from(rules.column(point)), i32::from(rules.row(point)));
                        let near = board.stones().any(|(stone, _)| {
                            let (x, y) = (at(stone).0 - at(point).0, at(stone).1 - at(point).1);
                            let on_line = x == 0 || y == 0 || x.abs() == y.abs();
                            on_line && x.abs().max(y.abs()) <= i32::from(steps)
                        });
                        assert_eq!(scanned.contains(point), near && board.is_empty(point), "{board}");
                    }
                    let empties: Vec<Point> = board.empties().collect();
                    board.put(empties[random.next_u64() as usize % empties.len()]);
                }
            }
        }
    }

    #[test]
    fn the_first_stone_has_forty_points_round_it() {
        let mut board = Board::new(Rules::CONNECT6);
        let generators = Generators::new(Rules::CONNECT6, 5);
        assert!(generators.preset(&board).is_empty());
        board.put(Rules::CONNECT6.centre());
        assert_eq!(generators.preset(&board).len(), 40);
    }
}
