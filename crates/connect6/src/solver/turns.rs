//! Turns of the search made turns of the game.

use crate::threats::{NONE, Stones, point};
use crate::{Board, MAX_STONES_PER_TURN, Point, Turn};
use arrayvec::ArrayVec;

/// The stones of a turn while it is put together.
pub(super) type StoneList = ArrayVec<Point, { MAX_STONES_PER_TURN as usize }>;

/// The stones of a turn of the search.
pub(super) fn listed(stones: Stones) -> StoneList {
    stones.into_iter().filter(|&cell| cell != NONE).map(point).collect()
}

/// A turn of the search as it is, with its one or two stones.
pub(super) fn turn_of(stones: Stones) -> Turn {
    match stones {
        [a, NONE] => Turn::single(point(a)),
        [a, b] => Turn::pair(point(a), point(b)),
    }
}

/// A turn as long as it must be, filled up with empty points that have no part
/// in it.
pub(super) fn filled(mut stones: StoneList, board: &Board) -> Turn {
    for free in board.empties() {
        if stones.len() >= usize::from(board.stones_left()) {
            break;
        }
        if !stones.contains(&free) {
            stones.push(free);
        }
    }
    Turn::new(&stones).expect("at least one point, none of them twice")
}
