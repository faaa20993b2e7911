use crate::{Amazons, evaluate};
use duiyi::game::kit::{self as game_kit, Plan};
use duiyi::game::{Notation, perft};
use duiyi::search::kit as search_kit;

#[test]
fn the_description_is_consistent() {
    let (start, plan) = (Amazons::default(), Plan { games: 20, ..Plan::default() });
    let tally = game_kit::check(&start, &plan).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(tally.ended == 20 && tally.refused > 1_000, "{tally:?}");
    game_kit::check_diagram(&start, &plan).unwrap_or_else(|broken| panic!("{broken}"));
    search_kit::check(&start, &plan).unwrap_or_else(|broken| panic!("{broken}"));
    let plan = Plan { games: 5, ..plan };
    search_kit::check_search(&start, &plan, evaluate).unwrap_or_else(|broken| panic!("{broken}"));
}

/// The free squares on the lines from a square, on a board of characters with the top row first.
fn lines(board: &[Vec<char>], row: i32, column: i32) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for (down, right) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
        let (mut y, mut x) = (row + down, column + right);
        while (0..6).contains(&y) && (0..6).contains(&x) && board[y as usize][x as usize] == '.' {
            found.push((y as usize, x as usize));
            (y, x) = (y + down, x + right);
        }
    }
    found
}

/// The number of turns of an amazon's move and an arrow, and of the pairs of such turns.
fn slow_count(board: &[Vec<char>], side: char, turns: u32) -> u64 {
    let mut count = u64::from(turns == 0);
    for (y, x) in (0..6).flat_map(|y| (0..6).map(move |x| (y, x))).filter(|_| turns > 0) {
        for (to_y, to_x) in if board[y][x] == side { lines(board, y as i32, x as i32) } else { Vec::new() } {
            let mut moved = board.to_vec();
            (moved[y][x], moved[to_y][to_x]) = ('.', side);
            for (arrow_y, arrow_x) in lines(&moved, to_y as i32, to_x as i32) {
                let mut shot = moved.clone();
                shot[arrow_y][arrow_x] = '#';
                count += slow_count(&shot, if side == 'w' { 'b' } else { 'w' }, turns - 1);
            }
        }
    }
    count
}

#[test]
fn perft_equals_a_slow_walk() {
    let text = Amazons::default().write_position();
    let board: Vec<Vec<char>> = text[..41].split('/').map(|row| row.chars().collect()).collect();
    let counts = [1, 2].map(|turns| perft(&mut Amazons::default(), 2 * turns));
    assert_eq!(counts, [1, 2].map(|turns| slow_count(&board, 'w', turns)));
    assert_eq!(counts, [544, 238_532]);
}
