//! Compares threats with a plain count over all sets of points.

use duiyi_connect6::threats::Threats;
use duiyi_connect6::{BLACK, Board, Point, Rules, Side, Tiling, WHITE};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::HashSet;

/// For every window of a board, the points that it lacks for a side, found by a plain walk over the
/// points without lines and bit words.
fn missing(board: &Board, color: Side) -> Vec<Vec<Point>> {
    let rules = board.rules();
    let (k, p) = (i32::from(rules.k()), usize::from(rules.p()));
    let mut list = Vec::new();
    for point in rules.points() {
        let (column, row) = (i32::from(rules.column(point)), i32::from(rules.row(point)));
        let axes = if rules.tiling() == Tiling::Square { 4 } else { 3 };
        'window: for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().take(axes) {
            let mut lacking = Vec::new();
            for i in 0..k {
                let (x, y) = (column + right * i, row + up * i);
                if x < 0 || y < 0 {
                    continue 'window;
                }
                let Some(point) = rules.point(x as u8, y as u8) else { continue 'window };
                match board.color_at(point) {
                    None => lacking.push(point),
                    Some(stone) if stone == color => {}
                    Some(_) => continue 'window,
                }
            }
            if lacking.len() <= p {
                list.push(lacking);
            }
        }
    }
    list
}

/// The smallest number of points that meet all windows, at most one more than a turn has: found by
/// trying every set of the points that a window lacks.
fn fewest(windows: &[Vec<Point>], most: u32) -> u32 {
    let mut points: Vec<Point> = windows.iter().flatten().copied().collect();
    points.sort_unstable();
    points.dedup();
    fn meets(windows: &[Vec<Point>], points: &[Point], chosen: &mut Vec<Point>, left: u32) -> bool {
        if left == 0 {
            return windows.iter().all(|window| window.iter().any(|point| chosen.contains(point)));
        }
        for (i, &point) in points.iter().enumerate() {
            chosen.push(point);
            let met = meets(windows, &points[i + 1..], chosen, left - 1);
            chosen.pop();
            if met {
                return true;
            }
        }
        false
    }
    (0..most).find(|&count| meets(windows, &points, &mut Vec::new(), count)).unwrap_or(most)
}

/// A board with random stones and without a row: some stones anywhere, some in runs with gaps, so
/// that threats on crossing lines occur.
fn random_board(random: &mut Xoshiro256PlusPlus, rules: Rules) -> Board {
    let mut board = Board::new(rules);
    let cells = rules.cells() as u64;
    let put = |board: &mut Board, point: Point, color: Side| {
        let before = board.clone();
        if board.set(point, color).is_ok() && board.winner().is_some() {
            *board = before;
        }
    };
    for _ in 0..random.next_u64() % (cells / 4) {
        let color = Side::BOTH[(random.next_u64() % 2) as usize];
        put(&mut board, Point::from_index((random.next_u64() % cells) as usize), color);
    }
    let pivot = Point::from_index((random.next_u64() % cells) as usize);
    for _ in 0..random.next_u64() % 4 {
        let (right, up) = [(1, 0), (0, 1), (1, 1), (1, -1)][(random.next_u64() % 4) as usize];
        let gaps = random.next_u64() & random.next_u64();
        // Half of the runs leave the same point empty.
        let (through, free) = match random.next_u64() % 2 {
            0 => (pivot, (random.next_u64() % u64::from(rules.k())) as i32),
            _ => (Point::from_index((random.next_u64() % cells) as usize), -1),
        };
        for i in 0..i32::from(rules.k()) {
            let step = i - free.max(0);
            let (x, y) = (i32::from(rules.column(through)) + right * step, i32::from(rules.row(through)) + up * step);
            if gaps >> i & 1 == 1 || i == free || x < 0 || y < 0 {
                continue;
            }
            if let Some(point) = rules.point(x as u8, y as u8) {
                put(&mut board, point, BLACK);
            }
        }
    }
    board
}

/// Compares counts on `boards` boards; returns the frequency of each count.
fn compare(rules: Rules, seed: u64, boards: usize) -> Vec<usize> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut threats = Threats::new(rules);
    let most = u32::from(rules.p()) + 1;
    let mut counts = vec![0; most as usize + 1];
    for _ in 0..boards {
        let board = random_board(&mut random, rules);
        let windows = missing(&board, BLACK);
        threats.read(&board, BLACK);
        let count = threats.count();
        assert_eq!(count, fewest(&windows, most), "{board:?}");
        assert_eq!(threats.is_empty(), windows.is_empty());
        counts[count as usize] += 1;
    }
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
    counts
}

#[test]
fn the_number_of_threats_is_the_smallest_set_that_meets_all() {
    compare(Rules::CONNECT6, 1, 8000);
    compare(Rules::new(8, 8, 6, 2, 1).unwrap(), 2, 4000);
    compare(Rules::new(15, 15, 5, 1, 1).unwrap(), 3, 4000);
    compare(Rules::new(12, 9, 7, 3, 1).unwrap(), 4, 1000);
    compare(Rules::HEXO.resized(9, 9).unwrap(), 5, 4000);
}

#[test]
#[ignore = "a million boards: a minute in release mode, run by CI"]
fn the_number_of_threats_is_right_on_a_million_boards() {
    compare(Rules::CONNECT6, 5, 700_000);
    compare(Rules::new(11, 11, 6, 2, 1).unwrap(), 6, 200_000);
    compare(Rules::GOMOKU, 7, 100_000);
    compare(Rules::HEXO.resized(13, 13).unwrap(), 8, 100_000);
}

#[test]
fn the_answers_are_all_turns_that_meet_every_window() {
    let rules = Rules::new(8, 8, 5, 2, 1).unwrap();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(9);
    let mut threats = Threats::new(rules);
    for _ in 0..300 {
        let mut board = random_board(&mut random, rules);
        let left = 1 + (random.next_u64() % 2) as u8;
        board.set_turn(WHITE, left).unwrap();
        threats.read(&board, BLACK);
        let windows = missing(&board, BLACK);
        let mut answers = HashSet::new();
        threats.for_each_answer(&board, |turn| {
            assert!(threats.are_met_by(turn));
            let mut turn = turn.to_vec();
            turn.sort_unstable();
            assert!(answers.insert(turn), "an answer is repeated");
            true
        });
        let empties: Vec<Point> = board.empties().collect();
        let meets = |turn: &[Point]| windows.iter().all(|window| window.iter().any(|point| turn.contains(point)));
        let mut all = HashSet::new();
        for (i, &a) in empties.iter().enumerate() {
            if left == 1 {
                if meets(&[a]) {
                    all.insert(vec![a]);
                }
                continue;
            }
            for &b in &empties[i + 1..] {
                if meets(&[a, b]) {
                    all.insert(vec![a, b]);
                }
            }
        }
        assert_eq!(answers, all, "{board:?}");
    }
}
