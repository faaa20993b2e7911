//! The stones that meet what the other side could complete in its next turn.

use crate::evaluation::ScoredPoint;
use crate::threats::OpenWindows;
use crate::{Board, Point};

/// Calls `give` once with each point of one window. Every turn that meets all threats contains one
/// of these points, because it has a stone in every window. If no turn meets all threats, calls it
/// with all points that meet a window.
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

/// Calls `give` with the turns of two stones that may meet all threats: pairs of points that each
/// meet a window, and pairs of a point that meets every window with a candidate. If no turn meets
/// all threats: every pair of points that meet a window, or such a point with a candidate.
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
    // Only one point meets everything, and there is no candidate to go with it: any empty point
    // will do.
    if !given
        && let Some(one) = meeting.points().next()
        && let Some(other) = board.allowed().find(|&point| point != one)
    {
        give(one, other);
    }
}
