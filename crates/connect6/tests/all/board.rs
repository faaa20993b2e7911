//! Properties of the board, over random rules and random play.

use duiyi_connect6::{
    BLACK, Board, Game, IllegalStone, Point, RowRule, Rules, SetupError, Side, Symmetry, Tiling, WHITE,
};
use duiyi_game::{Diagram, Square};
use proptest::prelude::*;
use std::collections::HashSet;

/// Rules of every kind; small and oblong boards occur more often than large ones.
fn rules() -> impl Strategy<Value = Rules> {
    let side = || prop_oneof![3u8..12, 3u8..60];
    prop_oneof![
        Just(Rules::CONNECT6),
        Just(Rules::GOMOKU),
        Just(Rules::TIC_TAC_TOE),
        Just(Rules::STANDARD_GOMOKU.resized(9, 9).unwrap()),
        Just(Rules::RENJU.resized(9, 8).unwrap()),
        Just(Rules::HEXO.resized(9, 9).unwrap()),
        Just(Rules::new(7, 11, 4, 2, 1).unwrap().with_tiling(Tiling::Hexagonal).unwrap()),
        (side(), side(), 1u8..8, 1u8..4, 1u8..4).prop_map(|(width, height, k, p, q)| Rules::new(
            width,
            height,
            k.min(width.max(height)),
            p,
            q
        )
        .unwrap()),
    ]
}

/// Puts stones on empty points chosen by the numbers, until the game ends or the numbers are used
/// up.
fn walk(board: &mut Board, choices: &[u16]) -> usize {
    let mut put = 0;
    for &choice in choices {
        if board.is_over() {
            break;
        }
        let empties: Vec<Point> = board.empties().collect();
        board.put(empties[usize::from(choice) % empties.len()]);
        put += 1;
    }
    put
}

/// Whether a colour has a winning row, point by point: k or more, or exactly k if longer rows do not win.
fn has_row(board: &Board, color: Side) -> bool {
    let rules = board.rules();
    rules.points().any(|point| {
        rules.directions().iter().any(|direction| {
            let (right, up) = direction.step();
            let has_stone = |i: i8| {
                let column = u8::try_from(rules.column(point) as i8 + i * right);
                let row = u8::try_from(rules.row(point) as i8 + i * up);
                let (Ok(column), Ok(row)) = (column, row) else { return false };
                rules.point(column, row).is_some_and(|at| board.color_at(at) == Some(color))
            };
            let exact = match rules.row_rule() {
                RowRule::Free => false,
                RowRule::Exact => true,
                RowRule::Renju => color == BLACK,
            };
            let k = rules.k() as i8;
            (0..k).all(has_stone) && !(exact && (has_stone(-1) || has_stone(k)))
        })
    })
}

/// The position transformed by a symmetry.
fn mapped(board: &Board, symmetry: Symmetry) -> Board {
    let rules = board.rules();
    let mut image = Board::new(rules);
    for (point, color) in board.stones() {
        image.set(symmetry.apply(rules, point), color).unwrap();
    }
    image.set_turn(board.to_move(), board.stones_left()).unwrap();
    image
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn put_and_take_restore_everything(rules in rules(), choices in prop::collection::vec(any::<u16>(), 0..120)) {
        let mut board = Board::new(rules);
        let mut before = vec![];
        for choice in choices {
            if board.is_over() {
                break;
            }
            before.push((board.clone(), board.key(), board.winner()));
            walk(&mut board, &[choice]);
            prop_assert!(board.is_consistent());
            if let (Some(put), Some((earlier, ..))) = (board.history().last(), before.last()) {
                prop_assert_eq!(put.point.map(|point| earlier.key_after(point)), Some(board.key()));
            }
        }
        while let Some((earlier, key, winner)) = before.pop() {
            prop_assert!(board.take().is_some());
            prop_assert_eq!(&board, &earlier);
            prop_assert_eq!(board.key(), key);
            prop_assert_eq!(board.winner(), winner);
            prop_assert_eq!(board.history(), earlier.history());
            prop_assert!(board.is_consistent());
        }
        prop_assert_eq!(board.take(), None);
    }

    #[test]
    fn the_winner_has_a_row(rules in rules(), choices in prop::collection::vec(any::<u16>(), 0..200)) {
        let mut board = Board::new(rules);
        let mut put = 0;
        loop {
            for color in Side::BOTH {
                prop_assert_eq!(board.winner() == Some(color), has_row(&board, color));
            }
            prop_assert_eq!(board.is_full(), board.empties().next().is_none());
            if put == choices.len() || walk(&mut board, &choices[put..=put]) == 0 {
                break;
            }
            put += 1;
        }
        prop_assert_eq!(board.stone_count(), put);
    }

    #[test]
    fn a_position_set_up_equals_the_one_played(rules in rules(), choices in prop::collection::vec(any::<u16>(), 0..100)) {
        let mut board = Board::new(rules);
        walk(&mut board, &choices);
        let same = mapped(&board, Symmetry::Identity);
        prop_assert_eq!(&same, &board);
        prop_assert_eq!(same.key(), board.key());
        prop_assert!(same.history().is_empty());
    }

    #[test]
    fn symmetric_positions_share_their_canonical_key(rules in rules(), choices in prop::collection::vec(any::<u16>(), 0..40)) {
        let mut board = Board::new(rules);
        walk(&mut board, &choices);
        let (key, number) = board.canonical();
        let symmetry = Symmetry::ALL[usize::from(number)];
        for &each in Symmetry::of(rules) {
            let image = mapped(&board, each);
            prop_assert!(image.is_consistent());
            prop_assert_eq!(image.canonical_key(), key);
            prop_assert_eq!(image.winner(), board.winner());
        }
        prop_assert_eq!(mapped(&board, symmetry).key(), key);
    }

    #[test]
    fn lines_and_points_agree(rules in rules(), choices in prop::collection::vec(any::<u16>(), 0..60)) {
        let mut board = Board::new(rules);
        walk(&mut board, &choices);
        for &direction in board.rules().directions() {
            let mut seen = HashSet::new();
            for index in 0..board.line_count(direction) {
                let line = board.line(direction, index);
                for offset in 0..u32::from(line.len) {
                    let point = board.point_on(direction, index, offset);
                    prop_assert!(seen.insert(point));
                    prop_assert_eq!(board.place(direction, point), (index, offset));
                    prop_assert_eq!(board.line_through(direction, point), (line, offset));
                    let bits = (line.black >> offset & 1, line.white >> offset & 1);
                    prop_assert_eq!(bits, match board.color_at(point) {
                        None => (0, 0),
                        Some(BLACK) => (1, 0),
                        Some(WHITE) => (0, 1),
                    });
                    if offset > 0 {
                        let last = board.point_on(direction, index, offset - 1);
                        let (right, up) = direction.step();
                        prop_assert_eq!(rules.column(point) as i8 - rules.column(last) as i8, right);
                        prop_assert_eq!(rules.row(point) as i8 - rules.row(last) as i8, up);
                    }
                }
            }
            prop_assert_eq!(seen.len(), rules.cells());
        }
    }
}

/// The points of a row on the default board, from its left.
fn row(row: u8, columns: impl IntoIterator<Item = u8>) -> Vec<Point> {
    columns.into_iter().map(|column| Rules::CONNECT6.point(column, row).unwrap()).collect()
}

#[test]
fn six_or_more_win_and_five_do_not() {
    // Row C-A2 of docs/sources.md: 6, 7, 8 and 11, which is two joined fives.
    for (length, wins) in [(5, false), (6, true), (7, true), (8, true), (11, true)] {
        for last in 0..length {
            let mut board =
                Board::from_stones(Rules::CONNECT6, &row(3, (0..length).filter(|&c| c != last)), &[], BLACK).unwrap();
            board.put(row(3, [last])[0]);
            assert_eq!(board.winner(), wins.then_some(BLACK), "{length} in a row, the last at {last}");
            board.take();
            assert_eq!(board.winner().is_some(), last >= 6 || length - last > 6);
        }
    }
}

#[test]
fn pictures_mark_the_rows_that_won() {
    let marked = |board: &Board| -> Vec<(u8, u8)> {
        let mut points: Vec<_> = board.warnings().iter().map(|&Square { column, row }| (row, column)).collect();
        points.sort_unstable();
        points
    };
    // Two rows that share a stone, and stones that belong to none.
    let upwards = (4..9).map(|row| Rules::CONNECT6.point(2, row).unwrap());
    let black: Vec<Point> = row(3, [3, 4, 5, 6, 7, 9]).into_iter().chain(upwards).collect();
    let mut board = Board::from_stones(Rules::CONNECT6, &black, &[], BLACK).unwrap();
    assert_eq!(marked(&board), []);
    board.put(row(3, [2])[0]);
    let rows: Vec<(u8, u8)> = (2..8).map(|column| (3, column)).chain((4..9).map(|row| (row, 2))).collect();
    assert_eq!(marked(&board), rows);
    // A longer row wins unless the rules ask for exactly five.
    let line = |rules: Rules| {
        let points = |columns: &[u8]| columns.iter().map(|&column| rules.point(column, 0).unwrap()).collect::<Vec<_>>();
        let mut board = Board::from_stones(rules, &points(&[0, 1, 2, 4, 5]), &[], BLACK).unwrap();
        board.put(points(&[3])[0]);
        board.warnings().len()
    };
    assert_eq!([line(Rules::GOMOKU), line(Rules::STANDARD_GOMOKU)], [6, 0]);
}

#[test]
fn turns_are_one_stone_and_then_two() {
    let mut board = Board::new(Rules::CONNECT6);
    let mut turns = vec![];
    for point in row(0, [0, 2, 4, 6, 8, 10]) {
        turns.push((board.to_move(), board.stones_left()));
        board.put(point);
    }
    assert_eq!(turns, [(BLACK, 1), (WHITE, 2), (WHITE, 1), (BLACK, 2), (BLACK, 1), (WHITE, 2)]);
    assert_eq!(board.last_turn().collect::<Vec<_>>(), row(0, [10]));
    board.take();
    assert_eq!(board.last_turn().collect::<Vec<_>>(), row(0, [6, 8]));
}

/// Boards with the same stones in a different order are equal in a set; another position or another
/// game differs.
#[test]
fn equal_boards_have_equal_hashes() {
    let played = |rules: Rules, columns: &[u8]| {
        let mut board = Board::new(rules);
        row(3, columns.iter().copied()).into_iter().for_each(|point| board.put(point));
        board
    };
    let [one, same] = [[0, 2, 4], [0, 4, 2]].map(|columns| played(Rules::CONNECT6, &columns));
    let mut boards = HashSet::from([one.clone()]);
    assert!(one == same && boards.contains(&same));
    let other = Rules::new(19, 19, 5, 2, 1).unwrap();
    assert!(boards.insert(played(Rules::CONNECT6, &[0, 2, 5])) && boards.insert(played(other, &[0, 2, 4])));
    assert_eq!(boards.len(), 3);
}

#[test]
fn a_pass_ends_the_turn() {
    let mut board = Board::new(Rules::CONNECT6);
    board.put(Rules::CONNECT6.centre());
    board.put(row(0, [0])[0]);
    let (before, key) = (board.clone(), board.key());
    board.pass();
    assert_eq!((board.to_move(), board.stones_left()), (BLACK, 2));
    assert_eq!(board.last_turn().len(), 0);
    assert_ne!(board.key(), key);
    assert_eq!(board.take().unwrap().point, None);
    assert_eq!((&board, board.key()), (&before, key));
}

#[test]
fn a_full_board_without_a_row_is_a_draw() {
    let mut board = Board::new(Rules::TIC_TAC_TOE);
    let order = [4, 0, 1, 7, 3, 5, 2, 6, 8].map(Point::from_index);
    for point in order {
        assert_eq!(board.outcome(), None);
        board.put(point);
    }
    assert_eq!(board.outcome().unwrap().to_string(), "1/2-1/2 the board is full");
    assert_eq!(board.check(order[0]), Err(IllegalStone::GameOver(None)));
    assert_eq!(board.take().unwrap().point, Some(order[8]));
}

#[test]
fn illegal_turns_are_reported_and_change_nothing() {
    let rules = Rules::CONNECT6;
    let mut board = Board::new(rules);
    board.put(rules.centre());
    let before = board.clone();
    assert_eq!(board.check(rules.centre()), Err(IllegalStone::Occupied(rules.centre(), BLACK)));
    let outside = Point::from_index(361);
    assert_eq!(board.check(outside), Err(IllegalStone::OffBoard(outside, rules)));
    assert_eq!(board.set(rules.centre(), WHITE), Err(SetupError::Occupied(rules.centre(), BLACK)));
    assert_eq!(board.set_turn(BLACK, 3), Err(SetupError::StonesLeft { stones: 3, most: 2 }));
    assert_eq!(board, before);

    let both = Board::from_stones(rules, &row(0, 0..6), &row(1, 0..6), BLACK);
    assert_eq!(both.unwrap_err(), SetupError::TwoWinners);
    let won = Board::from_stones(rules, &row(0, 0..6), &row(1, 0..5), WHITE).unwrap();
    assert_eq!(won.check(row(1, [5])[0]), Err(IllegalStone::GameOver(Some(BLACK))));
}

/// Every setter and every turn with an error leaves the board as it was, for both colours.
#[test]
fn a_refused_change_leaves_the_board_unchanged() {
    let all = |board: &Board| -> Vec<_> { (0..361).map(|index| board.color_at(Point::from_index(index))).collect() };
    for (own, other) in [(BLACK, WHITE), (WHITE, BLACK)] {
        let mut board = Board::new(Rules::CONNECT6);
        for point in row(0, 0..6) {
            board.set(point, own).unwrap();
        }
        for point in row(1, 0..5) {
            board.set(point, other).unwrap();
        }
        let last = row(1, [5])[0];
        let (before, key, stones) = (board.clone(), board.key(), all(&board));
        let unchanged = |board: &Board| {
            assert_eq!((board, board.key(), all(board)), (&before, key, stones.clone()));
            assert_eq!((board.stone_count(), board.winner()), (11, Some(own)));
            assert!(board.empties().any(|point| point == last));
        };
        assert_eq!(board.set(last, other), Err(SetupError::TwoWinners));
        unchanged(&board);
        assert_eq!(board.set(row(0, [0])[0], other), Err(SetupError::Occupied(row(0, [0])[0], own)));
        unchanged(&board);
        let outside = Point::from_index(361);
        assert_eq!(board.set(outside, own), Err(SetupError::OffBoard(outside, Rules::CONNECT6)));
        unchanged(&board);
        for stones in [0, 3] {
            assert_eq!(board.set_turn(other, stones), Err(SetupError::StonesLeft { stones, most: 2 }));
            unchanged(&board);
        }
        assert_eq!(board.set(last, own), Ok(()), "the same side may have two rows");
    }
    // Where only exact rows win, the rows are checked with the turn.
    let rules = Rules::STANDARD_GOMOKU;
    let mut board = Board::new(rules);
    for (y, color) in [(0, BLACK), (1, WHITE)] {
        for x in 0..5 {
            board.set(rules.point(x, y).unwrap(), color).unwrap();
        }
    }
    let (before, key) = (board.clone(), board.key());
    assert_eq!(board.set_turn(WHITE, 1), Err(SetupError::TwoWinners));
    assert_eq!((&board, board.key(), board.to_move()), (&before, key, BLACK));
    // A turn whose second stone is illegal.
    let mut board = Board::new(Rules::CONNECT6);
    board.put(Rules::CONNECT6.centre());
    let before = board.clone();
    assert!(board.play(&[Point::from_index(0), Rules::CONNECT6.centre()]).is_err());
    assert_eq!(board, before);
}
