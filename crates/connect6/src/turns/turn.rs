//! A turn: the stones that one side puts before the other is to move.

use crate::{Board, IllegalStone, MAX_STONES_PER_TURN, Point};
use alloc::vec::Vec;
use core::fmt;
use thiserror::Error;

/// The stones of one turn in canonical order (by [`Point::index`]), so turns with the same stones
/// are equal.
///
/// Two stones in Connect6, one in its first turn. A turn that completes a row
/// or fills the board may have fewer.
///
/// ```
/// use duiyi_connect6::{Rules, Turn};
///
/// let (a, b) = (Rules::CONNECT6.point(8, 10).unwrap(), Rules::CONNECT6.point(10, 8).unwrap());
/// assert_eq!(Turn::pair(a, b), Turn::pair(b, a));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Turn {
    len: u8,
    // Unused entries contain `FILL`, so that the derived comparisons are right.
    points: [Point; MAX_STONES_PER_TURN as usize],
}

const FILL: Point = Point::from_index(0);

/// Why points do not form a turn here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalTurn {
    /// The wrong number of stones.
    #[error("the stones of the turn are {found}: expected {expected}")]
    Stones {
        /// The number of stones.
        found: usize,
        /// The number the side to move has left.
        expected: u8,
    },
    /// A point is listed twice.
    #[error("a point is listed twice in one turn")]
    Twice(Point),
    /// One of the stones can't be put.
    #[error(transparent)]
    Stone(#[from] IllegalStone),
}

impl Turn {
    /// A turn of one stone.
    pub const fn single(point: Point) -> Turn {
        let mut points = [FILL; MAX_STONES_PER_TURN as usize];
        points[0] = point;
        Turn { len: 1, points }
    }

    /// A turn of two stones, in either order.
    pub fn pair(a: Point, b: Point) -> Turn {
        let mut points = [FILL; MAX_STONES_PER_TURN as usize];
        points[0] = a.min(b);
        points[1] = a.max(b);
        Turn { len: 2, points }
    }

    /// A turn of the given stones, in any order; `None` if there are none, too many for any rules,
    /// or a point is listed twice.
    pub fn new(stones: &[Point]) -> Option<Turn> {
        if stones.is_empty() || stones.len() > usize::from(MAX_STONES_PER_TURN) {
            return None;
        }
        let mut points = [FILL; MAX_STONES_PER_TURN as usize];
        let used = &mut points[..stones.len()];
        used.copy_from_slice(stones);
        used.sort_unstable();
        if used.windows(2).any(|pair| pair[0] == pair[1]) {
            return None;
        }
        Some(Turn { len: stones.len() as u8, points })
    }

    /// The stones, in canonical order.
    #[inline]
    pub fn points(&self) -> &[Point] {
        &self.points[..usize::from(self.len)]
    }

    /// Whether a stone of the turn is on a point.
    pub fn contains(&self, point: Point) -> bool {
        self.points().contains(&point)
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A turn does not contain its board, so it can't print the names of its points;
        // `Coordinates` does.
        f.write_str("Turn")?;
        f.debug_list().entries(self.points()).finish()
    }
}

impl Board {
    /// Puts the stones of a whole turn (or the rest of one).
    ///
    /// All stones count: a turn whose first stone completes a row may have the other stones as
    /// well, as in game records.
    ///
    /// # Errors
    ///
    /// Why the turn is not legal here; the board is then unchanged.
    pub fn play(&mut self, turn: &[Point]) -> Result<(), IllegalTurn> {
        let expected = self.stones_left();
        if self.is_over() {
            return Err(IllegalStone::GameOver(self.winner()).into());
        }
        if turn.is_empty() || turn.len() > usize::from(expected) {
            return Err(IllegalTurn::Stones { found: turn.len(), expected });
        }
        for (i, &point) in turn.iter().enumerate() {
            if turn[..i].contains(&point) {
                return Err(IllegalTurn::Twice(point));
            }
            self.check(point)?;
        }
        for &point in turn {
            self.put(point);
        }
        if turn.len() < usize::from(expected) && !self.is_over() {
            for _ in turn {
                self.take();
            }
            return Err(IllegalTurn::Stones { found: turn.len(), expected });
        }
        Ok(())
    }

    /// Takes back the last turn, or the stones put so far in the current one. Returns the stones;
    /// `None` if there are none to take back.
    pub fn undo_turn(&mut self) -> Option<Turn> {
        let stones: arrayvec::ArrayVec<Point, { MAX_STONES_PER_TURN as usize }> = self.last_turn().collect();
        let turn = Turn::new(&stones)?;
        for _ in 0..stones.len() {
            self.take();
        }
        Some(turn)
    }

    /// Every turn since the position was set up, in order; the last may be incomplete.
    pub fn turns(&self) -> Vec<Turn> {
        let stones: Vec<_> = self.history().iter().filter_map(|put| Some((put.point?, put.color))).collect();
        stones
            .chunk_by(|a, b| a.1 == b.1)
            .filter_map(|turn| Turn::new(&turn.iter().map(|&(point, _)| point).collect::<Vec<_>>()))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BLACK, Rules};

    fn at(column: u8, row: u8) -> Point {
        Rules::CONNECT6.point(column, row).unwrap()
    }

    #[test]
    fn order_does_not_matter() {
        let (a, b, c) = (at(3, 0), at(1, 5), at(0, 5));
        assert_eq!(Turn::new(&[a, b, c]), Turn::new(&[c, a, b]));
        assert_eq!(Turn::new(&[a, b, c]).unwrap().points(), [a, c, b]);
        assert_eq!(Turn::new(&[a, b, a]), None);
        assert_eq!(Turn::new(&[]), None);
        assert!(Turn::pair(b, a).contains(b) && !Turn::single(a).contains(b));
    }

    #[test]
    fn a_turn_has_all_its_stones_unless_it_ends_the_game() {
        let mut board = Board::new(Rules::CONNECT6);
        board.play(&[at(9, 9)]).unwrap();
        let before = board.clone();
        assert_eq!(board.play(&[at(0, 0)]), Err(IllegalTurn::Stones { found: 1, expected: 2 }));
        assert_eq!(board.play(&[at(0, 0), at(1, 0), at(2, 0)]), Err(IllegalTurn::Stones { found: 3, expected: 2 }));
        assert_eq!(board.play(&[at(0, 0), at(0, 0)]), Err(IllegalTurn::Twice(at(0, 0))));
        assert_eq!(board.play(&[at(0, 0), at(9, 9)]), Err(IllegalStone::Occupied(at(9, 9), BLACK).into()));
        assert_eq!((&board, board.history()), (&before, before.history()));

        let five: Vec<Point> = (0..5).map(|column| at(column, 2)).collect();
        let mut board = Board::from_stones(Rules::CONNECT6, &five, &[], BLACK).unwrap();
        for turn in [&[at(5, 2)][..], &[at(5, 2), at(0, 9)], &[at(0, 9), at(5, 2)]] {
            board.play(turn).unwrap();
            assert_eq!(board.winner(), Some(BLACK));
            assert_eq!(board.turns(), [Turn::new(turn).unwrap()]);
            assert_eq!(board.undo_turn(), Turn::new(turn));
            assert_eq!(board.undo_turn(), None);
        }
    }
}
