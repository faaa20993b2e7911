//! A turn: the stones that a side puts before the other may.

use crate::threats::{NONE, Stones, point};
use crate::{MAX_STONES_PER_TURN, Point};
use std::fmt;

/// The stones of one turn, in no particular order. Without allocation, up to
/// [`MAX_STONES_PER_TURN`].
#[derive(Clone, Copy)]
pub struct Turn {
    points: [Point; MAX_STONES_PER_TURN as usize],
    len: u8,
}

impl Turn {
    /// A turn of these stones.
    ///
    /// # Panics
    ///
    /// If there are more than [`MAX_STONES_PER_TURN`].
    pub fn new(stones: &[Point]) -> Turn {
        let mut points = [Point::from_index(0); MAX_STONES_PER_TURN as usize];
        points[..stones.len()].copy_from_slice(stones);
        Turn { points, len: stones.len() as u8 }
    }

    /// The stones.
    pub fn points(&self) -> &[Point] {
        &self.points[..usize::from(self.len)]
    }

    /// One more stone.
    pub(crate) fn push(&mut self, point: Point) {
        self.points[usize::from(self.len)] = point;
        self.len += 1;
    }
}

impl From<Stones> for Turn {
    fn from(stones: Stones) -> Turn {
        let mut turn = Turn::new(&[]);
        for cell in stones.into_iter().filter(|&cell| cell != NONE) {
            turn.push(point(cell));
        }
        turn
    }
}

/// Equal whatever the order of the stones.
impl PartialEq for Turn {
    fn eq(&self, other: &Turn) -> bool {
        self.len == other.len && self.points().iter().all(|point| other.points().contains(point))
    }
}

impl Eq for Turn {}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.points()).finish()
    }
}
