//! The theory of fairness of these games, checked on boards small enough to solve.

use std::collections::HashMap;

use duiyi_connect6::{BLACK, Board, Point, Rules, Side, WHITE};

/// The result of the side to move with best play: 1 a win, 0 a draw, -1 a loss.
fn value(board: &mut Board, known: &mut HashMap<(u64, u8), i8>) -> i8 {
    let mover = board.to_move();
    if let Some(winner) = board.winner() {
        return if winner == mover { 1 } else { -1 };
    }
    if board.is_full() {
        return 0;
    }
    let key = (board.canonical_key(), board.stones_left());
    if let Some(&known) = known.get(&key) {
        return known;
    }
    let empties: Vec<Point> = board.empties().collect();
    let mut best = -1;
    for point in empties {
        board.put(point);
        let reached = value(board, known);
        best = best.max(if board.to_move() == mover { reached } else { -reached });
        board.take();
        if best == 1 {
            break;
        }
    }
    known.insert(key, best);
    best
}

/// The winner with best play of both sides; `None` for a draw.
fn winner(width: u8, height: u8, k: u8, p: u8, q: u8) -> Option<Side> {
    let rules = Rules::new(width, height, k, p, q).expect("a game");
    match value(&mut Board::new(rules), &mut HashMap::new()) {
        1 => Some(BLACK),
        -1 => Some(WHITE),
        _ => None,
    }
}

/// Strategy stealing: if the first turn has as many stones as the others, additional stones never
/// harm, and White cannot win.
#[test]
fn white_never_wins_with_equal_turns() {
    for (width, height) in [(3, 3), (4, 3)] {
        for k in 2..=width {
            for stones in 1..=3 {
                assert_ne!(winner(width, height, k, stones, stones), Some(WHITE), "{width}x{height} {k} {stones}");
            }
        }
    }
}

/// A first turn of one stone against two, as in Connect6, invalidates that argument: White wins
/// some of these games, some are drawn, and Black still wins some.
#[test]
fn a_smaller_first_turn_can_give_either_side_the_game() {
    assert_eq!(winner(3, 3, 3, 1, 1), None, "tic-tac-toe");
    assert_eq!(winner(4, 3, 3, 1, 1), Some(BLACK));
    assert_eq!(winner(3, 3, 2, 2, 1), Some(WHITE));
    assert_eq!(winner(3, 3, 3, 2, 1), Some(BLACK));
    assert_eq!(winner(4, 3, 4, 2, 1), None);
}
