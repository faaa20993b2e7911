//! Exact rows and the forbidden points of renju: known examples, and a plain model of the rules.

use duiyi_connect6::{
    BLACK, Board, ForbiddenPattern, Game, IllegalStone, Outcome, Point, Rules, Side, WHITE, notation::Coordinates,
};
use duiyi_game::{Grid, Square, legal_moves, minimax};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::Rng, rand_core::SeedableRng};
use std::collections::BTreeSet;

use ForbiddenPattern::{DoubleFour, DoubleThree, Overline};

fn at(rules: Rules, name: &str) -> Point {
    Coordinates::Letters.read(rules, name).expect("a point")
}

fn renju(black: &str, white: &str) -> Board {
    let points = |text: &str| text.split_whitespace().map(|name| at(Rules::RENJU, name)).collect::<Vec<_>>();
    Board::from_stones(Rules::RENJU, &points(black), &points(white), BLACK).expect("a position")
}

/// Checks a point, and that White may always use it.
fn check(black: &str, white: &str, point: &str, expected: Option<ForbiddenPattern>) {
    let mut board = renju(black, white);
    let at = at(Rules::RENJU, point);
    let context = format!("{black} against {white}, {point}");
    assert_eq!(board.forbidden(at).map(|reason| reason.pattern()), expected, "{context}");
    assert_eq!(board.is_legal(at), expected.is_none(), "{context}");
    assert_eq!(board.check(at).is_ok(), expected.is_none(), "{context}");
    assert_eq!(legal_moves(&board).contains(&at), expected.is_none(), "{context}");
    board.set_turn(WHITE, 1).unwrap();
    assert!(board.is_legal(at) && board.check(at).is_ok(), "{context}");
}

#[test]
fn double_threes_are_forbidden() {
    check("F8 G8 H9 H10", "", "H8", Some(DoubleThree));
    // With a gap each; two diagonals; in the middle of both rows.
    check("E8 G8 H10 H11", "", "H8", Some(DoubleThree));
    check("F6 G7 G9 F10", "", "H8", Some(DoubleThree));
    check("G8 I8 H7 H9", "", "H8", Some(DoubleThree));
    // Three threes.
    check("F8 G8 H9 H10 I9 J10", "", "H8", Some(DoubleThree));
    // One three only, or a three with two stones.
    check("F8 G8 H10", "", "H8", None);
    check("F8 G8", "", "H8", None);
}

#[test]
fn rows_that_cannot_become_straight_fours_are_not_threes() {
    // A White stone at the end.
    check("F8 G8 H9 H10", "I8", "H8", None);
    check("F8 G8 H9 H10", "E8", "H8", None);
    // One free point at each end: the false three.
    check("F8 G8 H9 H10", "D8 J8", "H8", None);
    check("F8 G8 H9 H10", "D8", "H8", Some(DoubleThree));
    // A White stone in the gap; the edge of the board.
    check("E8 G8 H10 H11", "F8", "H8", None);
    check("B8 C8 D9 D10", "F8", "D8", None);
    check("B8 C8 D9 D10", "", "D8", Some(DoubleThree));
    check("A8 B8 C9 C10", "", "C8", None);
    // A stone at a distance of two at both ends: each straight four would have a long end.
    check("C8 F8 G8 K8 H9 H10", "", "H8", None);
    check("C8 F8 G8 H9 H10", "", "H8", Some(DoubleThree));
    check("D8 F8 G8 H9 H10", "", "H8", None);
}

#[test]
fn double_fours_are_forbidden() {
    check("E8 F8 G8 H9 H10 H11", "", "H8", Some(DoubleFour));
    // Closed fours.
    check("E8 F8 G8 H9 H10 H11", "D8 H12", "H8", Some(DoubleFour));
    // Two fours on one line.
    check("E8 G8 I8 K8", "", "H8", Some(DoubleFour));
    check("D8 E8 G8 J8 K8", "", "H8", Some(DoubleFour));
    check("D8 E8 F8 J8 K8 L8", "", "H8", Some(DoubleFour));
    // A straight four is one four; one with a three is allowed.
    check("E8 F8 G8", "", "H8", None);
    check("E8 F8 G8 H9 H10", "", "H8", None);
    // A four that only an overline would follow is not one.
    check("D8 E8 F8 I8 H9 H10 H11", "", "H8", None);
    check("D8 E8 F8 H9 H10 H11", "", "H8", Some(DoubleFour));
    // A blocked four.
    check("E8 F8 G8 H9 H10 H11", "D8 I8", "H8", None);
}

#[test]
fn overlines_are_forbidden_and_fives_override() {
    check("E8 F8 G8 I8 J8", "", "H8", Some(Overline));
    check("D8 E8 F8 G8 I8 J8 K8", "", "H8", Some(Overline));
    check("E8 F8 G8 I8", "", "H8", None);
    // Five in a row with an overline, a double four or a double three at the same time.
    check("E8 F8 G8 I8 J8 H9 H10 H11 H12", "", "H8", None);
    check("E8 F8 G8 H9 H10 H11 I9 J10 K11 L12", "", "H8", None);
    check("F8 G8 H9 H10 I7 J6 K5 L4", "", "H8", None);
}

#[test]
fn a_three_counts_only_if_the_straight_four_is_allowed() {
    // The row F8 G8 H8 becomes a straight four at E8 or at I8.
    let threes = "F8 G8 H9 H10";
    let (left, right) = ("E5 E6 E7 E9 E10", "I5 I6 I7 I9 I10");
    check(&format!("{threes} {left} {right}"), "", "H8", None);
    check(&format!("{threes} {left}"), "", "H8", Some(DoubleThree));
    // At I8 a double four.
    check(&format!("{threes} {left} I6 I7 I9"), "", "H8", None);
    // A five at the same time: not a three by the definition.
    check(&format!("{threes} {left} I6 I7 I9 I10"), "", "H8", None);
    // One further three at I8 is allowed, so the point is forbidden; two are not.
    check(&format!("{threes} {left} I6 I7"), "", "H8", Some(DoubleThree));
    check(&format!("{threes} {left} I6 I7 J9 K10"), "", "H8", None);
    // Of these two, one is not a three.
    check(&format!("{threes} {left} I6 I7 J9 K10"), "L11", "H8", Some(DoubleThree));
}

#[test]
fn the_reason_names_pattern_and_rows() {
    let reason = |black: &str, point: &str| {
        let board = renju(black, "");
        let at = at(Rules::RENJU, point);
        let squares: Vec<Square> = board.squares(at).collect();
        let why = board.refusal(&squares).to_string();
        assert_eq!(board.check(at).unwrap_err().to_string(), why);
        why
    };
    assert_eq!(
        reason("F8 G8 H9 H10 I9 J10", "H8"),
        "forbidden for Black, a double three at H8: the rows F8-H8, H8-H10, H8-J10"
    );
    assert_eq!(reason("E8 G8 I8 K8", "H8"), "forbidden for Black, a double four at H8: the rows E8-I8, G8-K8");
    assert_eq!(reason("E8 F8 G8 I8 J8", "H8"), "forbidden for Black, an overline at H8: the row E8-J8");
    let board = renju("H8", "");
    assert_eq!(
        board.refusal(&[Square { column: 7, row: 7 }]).to_string(),
        "there is a Black stone on the point already"
    );
    assert_eq!(board.refusal(&[Square { column: 15, row: 7 }]).to_string(), "that is off the board");
    assert!(matches!(renju("E8 G8 I8 K8", "").check(at(Rules::RENJU, "H8")), Err(IllegalStone::Forbidden(_))));
}

#[test]
fn overlines_win_for_white_in_renju_and_for_nobody_in_standard_gomoku() {
    let row = |rules: Rules| ["E8", "F8", "G8", "I8", "J8"].map(|name| at(rules, name));
    let after = |rules: Rules, side: Side| {
        let (black, white) = if side == BLACK { (&row(rules)[..], &[][..]) } else { (&[][..], &row(rules)[..]) };
        let mut board = Board::from_stones(rules, black, white, side).unwrap();
        board.put(at(rules, "H8"));
        let over = board.outcome();
        board.take();
        assert_eq!((board.outcome(), board.is_consistent()), (None, true));
        over
    };
    for side in [BLACK, WHITE] {
        let name = duiyi_connect6::side_name(side);
        assert_eq!(after(Rules::GOMOKU, side), Some(Outcome::win(side, format!("{name} has 5 in a row"))));
        assert_eq!(after(Rules::STANDARD_GOMOKU, side), None);
    }
    assert_eq!(after(Rules::RENJU, WHITE), Some(Outcome::win(WHITE, "White has 5 in a row")));
}

#[test]
fn a_row_of_six_is_set_up_stone_by_stone() {
    let rules = Rules::RENJU.resized(7, 5).unwrap();
    let read = |text: &str| duiyi_connect6::notation::position::read(rules, text);
    assert_eq!(read("xxxxxx1/7/7/7/ooooo2 b").unwrap().winner(), Some(WHITE));
    assert_eq!(read("xxxxx2/7/7/7/ooooo2 b").unwrap_err().to_string(), "both sides have a winning row");
}

#[test]
fn a_game_without_a_point_for_black_is_a_draw() {
    // The only empty point completes a row of six.
    let rules = Rules::RENJU.resized(6, 5).unwrap();
    let board = duiyi_connect6::notation::position::read(rules, "xxx1xx/xxoxoo/ooxxox/ooxoox/xoxxxx b").unwrap();
    assert_eq!(board.outcome(), Some(Outcome::draw("every empty point is forbidden for Black")));
    assert!(board.is_over() && legal_moves(&board).is_empty());
    let mut white = board.clone();
    white.set_turn(WHITE, 1).unwrap();
    assert_eq!((white.outcome(), legal_moves(&white).len()), (None, 1));
}

/// A slow model of the rules: points with columns and rows, sets of stones.
#[derive(Clone)]
struct Model {
    size: i32,
    cells: Vec<Option<Side>>,
    /// Both sides need exactly five and may put stones anywhere.
    standard: bool,
}

type Cell = (i32, i32);

const STEPS: [Cell; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

impl Model {
    fn of(board: &Board, standard: bool) -> Model {
        let rules = board.rules();
        let cells = rules.points().map(|point| board.color_at(point)).collect();
        Model { size: rules.width().into(), cells, standard }
    }

    /// The stone on a cell: `None` off the board, `Some(None)` if it is empty.
    fn get(&self, (x, y): Cell) -> Option<Option<Side>> {
        let inside = (0..self.size).contains(&x) && (0..self.size).contains(&y);
        inside.then(|| self.cells[(y * self.size + x) as usize])
    }

    fn has(&self, cell: Cell, side: Side) -> bool {
        self.get(cell) == Some(Some(side))
    }

    fn with(&self, (x, y): Cell, side: Side) -> Model {
        let mut next = self.clone();
        next.cells[(y * self.size + x) as usize] = Some(side);
        next
    }

    /// The number of adjacent stones through a stone.
    fn run(&self, cell: Cell, step: Cell, side: Side) -> i32 {
        let along = |sign: i32| (1..).take_while(|i| self.has(moved(cell, step, sign * i), side)).count() as i32;
        1 + along(1) + along(-1)
    }

    fn wins(&self, cell: Cell, side: Side) -> bool {
        let exact = self.standard || side == BLACK;
        STEPS.iter().map(|&step| self.run(cell, step, side)).any(|run| if exact { run == 5 } else { run >= 5 })
    }

    /// The fours that contain a stone of Black, as sets of stones.
    fn fours(&self, cell: Cell) -> BTreeSet<Vec<Cell>> {
        let mut fours = BTreeSet::new();
        for step in STEPS {
            for first in -4..=0 {
                let window: Vec<Cell> = (first..first + 5).map(|i| moved(cell, step, i)).collect();
                let (stones, others): (Vec<Cell>, Vec<Cell>) = window.iter().partition(|&&at| self.has(at, BLACK));
                if let [free] = others[..]
                    && self.get(free) == Some(None)
                    && self.with(free, BLACK).run(free, step, BLACK) == 5
                {
                    fours.insert(stones);
                }
            }
        }
        fours
    }

    /// The straight fours in one direction that contain a stone.
    fn straight_fours(&self, cell: Cell, step: Cell) -> Vec<Vec<Cell>> {
        let windows = (-3..=0).map(|first| (first..first + 4).map(|i| moved(cell, step, i)).collect::<Vec<_>>());
        let is_straight = |window: &Vec<Cell>| {
            let completes = |at: Cell| self.get(at) == Some(None) && self.with(at, BLACK).run(at, step, BLACK) == 5;
            window.iter().all(|&at| self.has(at, BLACK))
                && completes(moved(window[0], step, -1))
                && completes(moved(window[3], step, 1))
        };
        windows.filter(is_straight).collect()
    }

    /// The threes that contain a stone.
    fn threes(&self, cell: Cell) -> BTreeSet<Vec<Cell>> {
        let mut threes = BTreeSet::new();
        for step in STEPS {
            for free in (-4..=4).map(|i| moved(cell, step, i)).filter(|&at| self.get(at) == Some(None)) {
                let after = self.with(free, BLACK);
                for four in after.straight_fours(cell, step) {
                    if four.contains(&free) && !after.wins(free, BLACK) && self.forbids(free).is_none() {
                        threes.insert(four.into_iter().filter(|&at| at != free).collect());
                    }
                }
            }
        }
        threes
    }

    fn forbids(&self, cell: Cell) -> Option<ForbiddenPattern> {
        let after = self.with(cell, BLACK);
        if after.wins(cell, BLACK) {
            None
        } else if STEPS.iter().any(|&step| after.run(cell, step, BLACK) > 5) {
            Some(Overline)
        } else if after.fours(cell).len() > 1 {
            Some(DoubleFour)
        } else {
            (after.threes(cell).len() > 1).then_some(DoubleThree)
        }
    }

    fn legal(&self, side: Side) -> Vec<Cell> {
        let cells = (0..self.size).flat_map(|y| (0..self.size).map(move |x| (x, y)));
        cells
            .filter(|&cell| self.get(cell) == Some(None))
            .filter(|&cell| self.standard || side == WHITE || self.forbids(cell).is_none())
            .collect()
    }

    /// The number of move sequences; the last stone was put on `last`.
    fn perft(&self, side: Side, depth: u32, last: Option<Cell>) -> u64 {
        if depth == 0 {
            return 1;
        }
        if last.is_some_and(|cell| self.wins(cell, !side)) {
            return 0;
        }
        self.legal(side).into_iter().map(|cell| self.with(cell, side).perft(!side, depth - 1, Some(cell))).sum()
    }

    /// 1 if the side to move wins, -1 if it loses, 0 for a draw.
    fn value(&self, side: Side, last: Option<Cell>) -> i32 {
        if last.is_some_and(|cell| self.wins(cell, !side)) {
            return -1;
        }
        self.legal(side).into_iter().map(|cell| -self.with(cell, side).value(!side, Some(cell))).max().unwrap_or(0)
    }
}

fn moved((x, y): Cell, (dx, dy): Cell, by: i32) -> Cell {
    (x + by * dx, y + by * dy)
}

/// A position without a winning row, in which `black` and `white` of a hundred points have stones.
fn random_position(rules: Rules, random: &mut Xoshiro256PlusPlus, black: u64, white: u64) -> Board {
    let mut board = Board::new(rules);
    for point in rules.points() {
        let drawn = random.next_u64() % 100;
        let color = if drawn < black { BLACK } else { WHITE };
        if drawn < black + white && board.set(point, color).is_ok() && board.winner().is_some() {
            return random_position(rules, random, black, white);
        }
    }
    board.set_turn(BLACK, 1).unwrap();
    board
}

#[test]
fn forbidden_points_agree_with_a_plain_model() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let rules = Rules::RENJU.resized(9, 9).unwrap();
    let mut counts = [0; 4];
    for _ in 0..20_000 {
        let density = 10 + random.next_u64() % 25;
        let board = random_position(rules, &mut random, density, density / 2);
        let model = Model::of(&board, false);
        // A sixth of the points: the model is slow.
        for point in board.empties().filter(|_| random.next_u64().is_multiple_of(6)) {
            let cell = (rules.column(point).into(), rules.row(point).into());
            let found = board.forbidden(point).map(|reason| reason.pattern());
            assert_eq!(found, model.forbids(cell), "{cell:?}\n{board}");
            counts[found.map_or(0, |pattern| 1 + pattern as usize)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 200), "{counts:?}");
}

/// The rules on a small board, and whether they are those of standard gomoku.
fn small_rules(size: u8) -> [(Rules, bool); 2] {
    [(Rules::STANDARD_GOMOKU, true), (Rules::RENJU, false)]
        .map(|(rules, standard)| (rules.resized(size, size).unwrap(), standard))
}

#[test]
fn move_sequences_agree_with_a_plain_model() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    for (rules, standard) in small_rules(7) {
        for _ in 0..60 {
            let mut board = random_position(rules, &mut random, 35, 25);
            let expected = Model::of(&board, standard).perft(BLACK, 3, None);
            assert_eq!(duiyi_game::perft(&mut board, 3), expected, "{board}");
        }
    }
}

#[test]
fn values_agree_with_a_plain_model() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    for (rules, standard) in small_rules(6) {
        let mut seen = BTreeSet::new();
        for _ in 0..150 {
            let mut board = random_position(rules, &mut random, 42, 38);
            while board.empties().count() > 7 {
                let free = board.empties().next().unwrap();
                if board.set(free, WHITE).is_err() || board.winner().is_some() {
                    board = random_position(rules, &mut random, 42, 38);
                }
            }
            board.set_turn(BLACK, 1).unwrap();
            let score = minimax(&mut board, &mut |_: &Board| duiyi_game::Score::ZERO, 8);
            let value = Model::of(&board, standard).value(BLACK, None);
            assert_eq!(
                i32::from(score > duiyi_game::Score::ZERO) - i32::from(score < duiyi_game::Score::ZERO),
                value,
                "{board}"
            );
            seen.insert(value);
        }
        assert!(seen.len() > 1, "{seen:?}");
    }
}

#[test]
fn winning_points_are_those_where_a_stone_wins() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
    let [standard, renju] = small_rules(8).map(|(rules, _)| rules);
    for rules in [Rules::GOMOKU.resized(8, 8).unwrap(), standard, renju] {
        let mut count = 0;
        for _ in 0..1_000 {
            let mut board = random_position(rules, &mut random, 40, 40);
            for side in Side::BOTH {
                board.set_turn(side, 1).unwrap();
                let mut found: Vec<Point> = board.winning_points(side).collect();
                found.sort_unstable();
                found.dedup();
                let points: Vec<Point> = board.empties().collect();
                let wins = |point: &Point| {
                    board.put(*point);
                    let wins = board.winner() == Some(side);
                    board.take();
                    wins
                };
                let expected: Vec<Point> = points.into_iter().filter(wins).collect();
                assert_eq!(found, expected);
                count += expected.len();
            }
        }
        assert!(count > 1_000, "{rules}: {count}");
    }
}
