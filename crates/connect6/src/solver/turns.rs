//! Conversion from turns of the search to turns of the game.

use crate::threats::{NONE, Stones, point};
use crate::{Board, MAX_STONES_PER_TURN, Point, Turn};
use arrayvec::ArrayVec;

/// The stones of a turn under construction.
pub(super) type StoneList = ArrayVec<Point, { MAX_STONES_PER_TURN as usize }>;

/// The stones of a turn of the search.
pub(super) fn listed(stones: Stones) -> StoneList {
    stones.into_iter().filter(|&cell| cell != NONE).map(point).collect()
}

/// The turn with the one or two stones of a turn of the search.
pub(super) fn turn_of(stones: Stones) -> Turn {
    match stones {
        [a, NONE] => Turn::single(point(a)),
        [a, b] => Turn::pair(point(a), point(b)),
    }
}

/// A turn with the required number of stones, filled up with empty points that do not matter.
pub(super) fn filled(mut stones: StoneList, board: &Board) -> Turn {
    for free in board.allowed() {
        if stones.len() >= usize::from(board.stones_left()) {
            break;
        }
        if !stones.contains(&free) {
            stones.push(free);
        }
    }
    Turn::new(&stones).expect("at least one point, without repetition")
}
