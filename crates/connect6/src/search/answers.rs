//! The stones that answer what the other side could complete in its next turn.

use crate::evaluation::ScoredPoint;
use crate::threats::OpenWindows;
use crate::{Board, Point};

/// The points that some turn which meets all threats has: the points of one
/// window, since each such turn has a stone in every window. Of a position
/// in which nothing helps, all points that meet something. Each once.
pub(super) fn answers(board: &Board, mut give: impl FnMut(Point)) {
    let windows = OpenWindows::of(board, !board.to_move());
    let left = board.stones_left();
    let mut given = false;
    for point in windows.nearest() {
        if left > 2 || windows.can_be_met_with(point, left) {
            give(point);
            given = true;
        }
    }
    if !given {
        windows.points().points().for_each(give);
    }
}

/// The turns of two stones that meet all threats: those of two points that
/// both meet something, and those of one that meets everything with one of
/// the candidates. Of a position in which nothing helps, every pair of
/// points that meet something, or one of them with a candidate.
pub(super) fn answering_pairs(board: &Board, candidates: &[ScoredPoint], mut give: impl FnMut(Point, Point)) {
    let windows = OpenWindows::of(board, !board.to_move());
    let meeting = windows.points();
    let after = |one: Point| meeting.points().filter(move |&other| one < other);
    let mut given = false;
    for one in meeting.points() {
        for other in after(one).filter(|&other| windows.are_met_by(&[one, other])) {
            give(one, other);
            given = true;
        }
        if windows.are_met_by(&[one]) {
            for free in candidates.iter().filter(|free| !meeting.contains(free.point)) {
                give(one, free.point);
                given = true;
            }
        }
    }
    if given {
        return;
    }
    for one in meeting.points() {
        for other in after(one) {
            give(one, other);
            given = true;
        }
    }
    // One point that meets everything is left to play, and no candidate
    // beside it: any empty point will do.
    if !given
        && let Some(one) = meeting.points().next()
        && let Some(other) = board.empties().find(|&point| point != one)
    {
        give(one, other);
    }
}
