//! HeXO: the board with three directions and a radius, and the unbounded board, against a slow model.

use duiyi_connect6::hexo::{Cell, Hexo, Window};
use duiyi_connect6::{BLACK, Board, Game, Point, Rules, Tiling, WHITE};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::HashMap;

/// HeXO by a map of cube coordinates, without anything of the crate.
#[derive(Clone, Default)]
struct Slow {
    stones: HashMap<(i32, i32, i32), u8>,
    put: u32,
    winner: Option<u8>,
}

impl Slow {
    fn cube(cell: Cell) -> (i32, i32, i32) {
        (cell.q, cell.r, -cell.q - cell.r)
    }

    /// 0 for cross, 1 for circle: one stone, then two each.
    fn to_move(&self) -> u8 {
        (self.put.div_ceil(2) % 2) as u8
    }

    fn left(&self) -> u8 {
        if self.put == 0 { 1 } else { 2 - ((self.put - 1) % 2) as u8 }
    }

    fn is_legal(&self, cell: Cell) -> bool {
        let (x, y, z) = Slow::cube(cell);
        let near = |&(a, b, c): &(i32, i32, i32)| ((x - a).abs() + (y - b).abs() + (z - c).abs()) / 2 <= 8;
        self.winner.is_none()
            && !self.stones.contains_key(&(x, y, z))
            && if self.put == 0 { (x, y) == (0, 0) } else { self.stones.keys().any(near) }
    }

    fn put(&mut self, cell: Cell) {
        let (side, at) = (self.to_move(), Slow::cube(cell));
        self.stones.insert(at, side);
        self.put += 1;
        for (x, y, z) in [(1, -1, 0), (0, 1, -1), (1, 0, -1)] {
            let has = |i: i32| self.stones.get(&(at.0 + i * x, at.1 + i * y, at.2 + i * z)) == Some(&side);
            if (-5..=0).any(|first| (first..first + 6).all(has)) {
                self.winner = Some(side);
            }
        }
    }
}

/// A cell near the last stones; every so often far from all.
fn candidate(random: &mut Xoshiro256PlusPlus, stones: &[Cell]) -> Cell {
    let mut below = |limit: u64| (random.next_u64() % limit) as i32;
    let Some(last) = stones.len().checked_sub(1) else {
        return Cell { q: below(2), r: below(2) };
    };
    let near = stones[last - (below(6) as usize).min(last)];
    let wide = match below(12) {
        0 => 20,
        1 | 2 => 9,
        _ => 2,
    };
    Cell { q: near.q + below(2 * wide + 1) - wide as i32, r: near.r + below(2 * wide + 1) - wide as i32 }
}

/// Plays games on the bounded board and on the slow one, and compares everything. Returns the numbers of games won, of
/// games won by the first stone of a turn, and of illegal stones.
fn compare(games: u32, seed: u64) -> [u32; 3] {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let middle = Window::around(Cell::ORIGIN);
    let side = |side: u8| if side == 0 { BLACK } else { WHITE };
    let mut seen = [0; 3];
    for game in 0..games {
        let (mut slow, mut board, mut cells) = (Slow::default(), Board::new(Rules::HEXO), Vec::new());
        while slow.winner.is_none() && cells.len() < 120 {
            // A side that has a row of four or more goes on with it, so that games end.
            let mut cell = candidate(&mut random, &cells);
            if random.next_u64() % 2 == 0 {
                let own = board.to_move();
                if let Some(point) = board.winning_points(own).next() {
                    cell = middle.cell(point);
                }
            }
            let Some(point) = middle.point(cell) else { continue };
            let legal = slow.is_legal(cell);
            assert_eq!(board.is_legal(point), legal, "game {game}: {cell} after {cells:?}");
            assert_eq!(board.check(point).is_ok(), legal);
            if !legal {
                seen[2] += 1;
                continue;
            }
            let left = board.stones_left();
            board.make(point);
            slow.put(cell);
            cells.push(cell);
            assert_eq!(board.winner(), slow.winner.map(side), "game {game}: {cells:?}");
            assert_eq!((board.to_move(), board.stones_left()), (side(slow.to_move()), slow.left()));
            if slow.winner.is_some() {
                seen[0] += 1;
                seen[1] += u32::from(left == 2);
            }
        }
        if game % 64 == 0 {
            let legal: Vec<Point> = duiyi_game::legal_moves(&board).into_iter().collect();
            let expected: Vec<Point> =
                Rules::HEXO.points().filter(|&point| slow.is_legal(middle.cell(point))).collect();
            assert_eq!(legal, expected);
            assert!(board.is_consistent());
        }
        for &cell in cells.iter().rev() {
            assert_eq!(board.take().and_then(|put| put.point), middle.point(cell));
        }
        assert_eq!(board, Board::new(Rules::HEXO));
    }
    seen
}

#[test]
fn the_board_agrees_with_a_slow_model() {
    let [won, by_first, illegal] = compare(400, 73);
    assert!(won > 100 && by_first > 20 && illegal > 1000, "{won} {by_first} {illegal}");
}

#[test]
#[ignore = "a hundred thousand games, minutes in release mode"]
fn the_board_agrees_with_a_slow_model_in_a_hundred_thousand_games() {
    let [won, by_first, illegal] = compare(100_000, 1);
    assert!(won > 20_000 && by_first > 5_000 && illegal > 100_000, "{won} {by_first} {illegal}");
}

/// Games that wander away from the origin: the unbounded board against the slow model, and its windows.
#[test]
fn the_unbounded_board_agrees_with_a_slow_model() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let (mut left_out, mut farthest) = (0, 0);
    for game in 0..60 {
        let (mut slow, mut hexo, mut cells) = (Slow::default(), Hexo::default(), Vec::new());
        let drift = (game % 3) * 4;
        while slow.winner.is_none() && cells.len() < 90 {
            let mut cell = candidate(&mut random, &cells);
            cell.q += if random.next_u64() % 3 == 0 { drift } else { 0 };
            let legal = slow.is_legal(cell);
            assert_eq!(hexo.check(cell).is_ok(), legal, "{cell} after {cells:?}");
            let before = hexo.clone();
            assert_eq!(hexo.put(cell).is_ok(), legal);
            if !legal {
                assert_eq!(hexo, before);
                continue;
            }
            slow.put(cell);
            cells.push(cell);
            let side = |side: u8| if side == 0 { BLACK } else { WHITE };
            assert_eq!(hexo.winner(), slow.winner.map(side));
            assert_eq!((hexo.to_move(), hexo.stones_left()), (side(slow.to_move()), slow.left()));
            let window = hexo.window();
            let on_board = window.board().stone_count();
            assert_eq!(on_board + window.left_out(), cells.len());
            for (point, color) in window.board().stones() {
                assert_eq!(hexo.stone(window.cell(point)), Some(color));
            }
            if window.left_out() == 0 {
                assert_eq!(window.board().winner(), hexo.winner());
            }
            // What may be put on the board may be put in the game, and conversely inside of the window.
            if hexo.winner().is_none() {
                for point in Rules::HEXO.points().step_by(7) {
                    let (here, there) = (window.board().check(point).is_ok(), slow.is_legal(window.cell(point)));
                    assert!(here == there || there && window.left_out() > 0, "{}", window.cell(point));
                }
            }
            left_out += usize::from(window.left_out() > 0);
            farthest = farthest.max(cell.distance(Cell::ORIGIN));
        }
    }
    assert!(left_out > 100 && farthest > 80, "{left_out} windows without some stones, {farthest} cells");
}

/// A row far from the other stones, which do not fit on one board with it.
#[test]
fn the_window_has_the_rows_that_can_be_completed() {
    let cell = |q, r| Cell { q, r };
    let row = (0..4).map(|step| (cell(100 + step, -7), WHITE));
    let others = (0..20).map(|step| (cell(3 * (step % 5), 2 * (step / 5)), if step % 2 == 0 { BLACK } else { WHITE }));
    let hexo = Hexo::position(row.chain(others), BLACK, 2).unwrap();
    let window = hexo.window();
    assert!(window.left_out() == 20 && window.point(cell(98, -7)).is_some() && window.point(cell(105, -7)).is_some());
    assert_eq!(hexo.winner(), None);
}

#[test]
fn errors_of_the_unbounded_board_name_the_cell() {
    let far = Cell { q: i32::MIN, r: 5 };
    let error = |cell: Cell, game: &Hexo| game.check(cell).unwrap_err().to_string();
    let mut game = Hexo::default();
    assert_eq!(error(far, &game), "[-2147483648,5] is too far from the origin: expected coordinates up to ±268435456");
    assert_eq!(error(Cell { q: 1, r: 0 }, &game), "the first stone is on [1,0]; expected [0,0]");
    game.put(Cell::ORIGIN).unwrap();
    assert_eq!(error(Cell::ORIGIN, &game), "there is a stone on [0,0] already");
    assert_eq!(error(Cell { q: 5, r: 4 }, &game), "no stone lies within 8 cells of [5,4]");
    let row = (0..6).map(|q| (Cell { q, r: 0 }, BLACK));
    let won = Hexo::position(row, WHITE, 2).unwrap();
    assert_eq!(error(Cell { q: 0, r: 1 }, &won), "cross has six in a row: the game is over");
    assert_eq!(Hexo::position([], WHITE, 3).unwrap_err().to_string(), "3 stones left in the turn; expected 1 or 2");
    // On the bounded board, too.
    let board = Board::new(Rules::HEXO);
    let point = |column, row| Rules::HEXO.point(column, row).unwrap();
    assert_eq!(board.check(point(30, 29)).unwrap_err().to_string(), "the first stone belongs in the centre");
    let mut board = board;
    board.put(Rules::HEXO.centre());
    assert_eq!(board.check(point(20, 29)).unwrap_err().to_string(), "no stone lies within 8 cells");
    assert_eq!(duiyi_game::legal_moves(&board).len(), 216);
}

/// Connect6 without an edge: a radius on squares.
#[test]
fn squares_may_have_a_radius() {
    let rules = Rules::new(59, 59, 6, 2, 1).unwrap().with_radius(8).unwrap();
    assert_eq!((rules.tiling(), &*rules.to_string()), (Tiling::Square, "Connect(59,59,6,2,1,radius 8)"));
    let mut board = Board::new(rules);
    assert_eq!(duiyi_game::legal_moves(&board).into_iter().collect::<Vec<_>>(), [rules.centre()]);
    board.put(rules.centre());
    assert_eq!(duiyi_game::legal_moves(&board).len(), 17 * 17 - 1);
    assert_eq!(rules.with_radius(60).unwrap_err().to_string(), "a radius of 60 cells: must be at most 59");
    let renju = Rules::RENJU.with_tiling(Tiling::Hexagonal).unwrap_err();
    assert_eq!(renju.to_string(), "Connect(15,15,5,1,1,renju): renju is for square cells");
}
