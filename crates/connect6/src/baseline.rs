//! A player that does not search: the least that an engine must beat.

use crate::{Board, Direction, Point, Turn};
use alloc::vec::Vec;

/// The turn to play, or what is left of it; `None` if the game is over.
///
/// Stone by stone the point with the best windows of k through it that one
/// side alone has stones in: each counts ten times as much for each stone,
/// and a little more if the stones are one's own. A row that a stone
/// completes goes before everything, then one that a stone stops. Of equal
/// points the nearest to the centre, then the first.
///
/// ```
/// use duiyi_connect6::{Board, Rules, baseline::windows};
///
/// let mut board = Board::new(Rules::CONNECT6);
/// while let Some(turn) = windows(&board) {
///     board.play(turn.points())?;
/// }
/// assert!(board.is_over());
/// # Ok::<(), duiyi_connect6::IllegalTurn>(())
/// ```
pub fn windows(board: &Board) -> Option<Turn> {
    let mut after = board.clone();
    let mut stones = Vec::new();
    while !after.is_over() && stones.len() < usize::from(board.stones_left()) {
        let point = best(&after)?;
        after.put(point);
        stones.push(point);
    }
    Turn::new(&stones)
}

fn best(board: &Board) -> Option<Point> {
    let rules = board.rules();
    let centre = rules.centre();
    let far = |point: Point| {
        rules.column(point).abs_diff(rules.column(centre)).max(rules.row(point).abs_diff(rules.row(centre)))
    };
    // The last of equals is the greatest, so they come from behind.
    let mut points: Vec<Point> = board.empties().collect();
    points.reverse();
    points.into_iter().max_by_key(|&point| (value(board, point), u8::MAX - far(point)))
}

/// What the windows through a point are worth, tens for stones.
fn value(board: &Board, point: Point) -> u128 {
    let k = u32::from(board.rules().k());
    let (own, other) = (board.to_move(), !board.to_move());
    let tens = |exponent: u32| 10u128.saturating_pow(exponent);
    let mut sum = 0u128;
    for direction in Direction::ALL {
        let (line, offset) = board.line_through(direction, point);
        for start in offset.saturating_sub(k - 1)..=offset {
            if start + k > u32::from(line.len) {
                break;
            }
            let window = ((1u64 << k) - 1) << start;
            let count = |color| (line.stones(color) & window).count_ones();
            sum = sum.saturating_add(match (count(own), count(other)) {
                // No point has windows enough to outweigh these by lesser ones.
                (stones, 0) if stones + 1 == k => tens(k + 3),
                (0, stones) if stones + 1 == k => tens(k + 1),
                (stones, 0) => tens(stones).saturating_mul(5),
                (0, stones) => tens(stones).saturating_mul(4),
                _ => 0,
            });
        }
    }
    sum
}
