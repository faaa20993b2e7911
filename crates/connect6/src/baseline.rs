//! A player without search: the weakest opponent that an engine must beat.

use crate::{Board, Point, Turn};
use alloc::vec::Vec;

/// The turn to play, or the rest of a turn that has begun; `None` if the game is over.
///
/// Chooses each stone by the windows of k through the point that contain stones of one side only. A
/// window counts ten times as much for each stone in it, and slightly more if the stones are the
/// player's own. A stone that completes a row comes first, then one that prevents a row. Among
/// equal points, the one nearest to the centre is chosen, then the first.
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
    // `max_by_key` returns the last maximum, so the order is reversed.
    let mut points: Vec<Point> = board.allowed().collect();
    points.reverse();
    points.into_iter().max_by_key(|&point| (value(board, point), u8::MAX - far(point)))
}

/// The value of the windows through a point, a power of ten per stone.
fn value(board: &Board, point: Point) -> u128 {
    let k = u32::from(board.rules().k());
    let (own, other) = (board.to_move(), !board.to_move());
    let tens = |exponent: u32| 10u128.saturating_pow(exponent);
    let mut sum = 0u128;
    for &direction in board.rules().directions() {
        let (line, offset) = board.line_through(direction, point);
        for start in offset.saturating_sub(k - 1)..=offset {
            if start + k > u32::from(line.len) {
                break;
            }
            let window = ((1u64 << k) - 1) << start;
            let count = |color| (line.stones(color) & window).count_ones();
            sum = sum.saturating_add(match (count(own), count(other)) {
                // The other windows of a point can't add up to these values.
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
