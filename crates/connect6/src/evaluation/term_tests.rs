//! Every term of the evaluation, in positions where it can be counted by hand.

use super::{Evaluation, PointKind, PositionWeights, Role, StoneWeights, Tables, Weights, pair_index};
use crate::patterns::Shape;
use crate::{BLACK, Board, Direction, Point, Rules, Side, WHITE};
use alloc::{format, vec, vec::Vec};

/// A row of the board from the left edge (X Black, O White), and the shape that a black stone makes
/// on the point `*`.
const ROWS: [(&str, Shape); 20] = [
    ("..XXXXX*", Shape::Six),
    ("..XXX*XXX", Shape::Six),
    ("....XXXX*......", Shape::A5),
    ("..OXXXX*......", Shape::S5),
    ("XXX*X.", Shape::S5),
    ("....XXX*.......", Shape::A4),
    ("....X.XX*......", Shape::S4),
    ("...OXXX*.......", Shape::S4),
    ("XXX*...........", Shape::S4),
    ("....XX*........", Shape::A3),
    ("...X..X*.......", Shape::I3),
    ("...O.XX*.......", Shape::I3),
    ("...OXX*........", Shape::S3),
    ("......X*.......", Shape::A2),
    ("...OX*.........", Shape::S2),
    ("X*.............", Shape::S2),
    ("......*........", Shape::Single),
    ("O.....*........", Shape::Single),
    ("...O..*..O.....", Shape::Dead),
    ("..*..O.........", Shape::Dead),
];

/// The row on the tenth line of an empty board, and the point `*`.
fn set_up(row: &str, weights: &Weights) -> (Evaluation, Point) {
    let rules = Rules::CONNECT6;
    let mut evaluation = Evaluation::new(&Board::new(rules), Tables::new(rules, weights).into());
    let mut marked = None;
    for (column, cell) in (0..).zip(row.chars()) {
        let point = rules.point(column, 9).unwrap();
        match cell {
            'X' => evaluation.put(point, BLACK),
            'O' => evaluation.put(point, WHITE),
            '*' => marked = Some(point),
            _ => {}
        }
    }
    (evaluation, marked.expect("a point"))
}

#[test]
fn each_shape_is_recognized_and_counts_for_both_sides() {
    let plain = Weights::plain();
    for (row, shape) in ROWS {
        let (evaluation, point) = set_up(row, &plain);
        assert_eq!(evaluation.shape(point, BLACK, Direction::ALL[0]), shape, "{row}");
        // On the other three lines a stone is alone; the shape is the first or the last of the
        // four.
        let mut four = [shape, Shape::Single, Shape::Single, Shape::Single];
        four.sort_by(|a, b| b.cmp(a));
        assert_eq!(evaluation.shapes(point, BLACK), four, "{row}");
        // White prevents Black's gain by putting his own stone there.
        let mut dearer = plain.clone();
        dearer.stone.gain[shape.index()] += 7;
        dearer.stone.block[shape.index()] += 9;
        let (changed, _) = set_up(row, &dearer);
        let times = four.iter().filter(|&&other| other == shape).count() as u32;
        let opposed = evaluation.shapes(point, WHITE).iter().filter(|&&other| other == shape).count() as u32;
        let more = [BLACK, WHITE].map(|color| changed.score(point, color) - evaluation.score(point, color));
        assert_eq!(more, [7 * times + 9 * opposed, 7 * opposed + 9 * times], "{row}");
    }
    assert!(Shape::ALL.iter().all(|shape| ROWS.iter().any(|(_, other)| other == shape)));
}

#[test]
fn the_value_of_a_stone_is_a_sum_over_its_lines_and_its_place() {
    let (evaluation, point) = set_up("....XX*........", &Weights::plain());
    let (gain, block) = (StoneWeights::PRINTED.gain, StoneWeights::PRINTED.block);
    let alone = |values: [u16; Shape::COUNT]| 3 * u32::from(values[Shape::Single.index()]);
    // White's stone there has two black neighbours: on that line it is a single one.
    let white = u32::from(gain[evaluation.shape(point, WHITE, Direction::ALL[0]).index()]);
    let white_blocked = u32::from(block[evaluation.shape(point, WHITE, Direction::ALL[0]).index()]);
    // Six columns from the edge: 7 points.
    let of_black = u32::from(gain[Shape::A3.index()]) + alone(gain) + white_blocked + alone(block) + 7;
    let of_white = white + alone(gain) + u32::from(block[Shape::A3.index()]) + alone(block) + 7;
    assert_eq!((evaluation.score(point, BLACK), evaluation.score(point, WHITE)), (of_black, of_white));
    assert_eq!(evaluation.score(Rules::CONNECT6.point(4, 9).unwrap(), BLACK), 0, "occupied");
}

#[test]
fn hand_written_values_are_ordered() {
    // Rule 1: the more effect, the more value, except that an indistinct three beats an active two
    // and a sleeping three does not. Preventing is worth less than making, up to the fives.
    let StoneWeights { gain, block } = StoneWeights::PRINTED;
    for values in [gain, block] {
        let order = [Shape::Dead, Shape::Single, Shape::S2, Shape::A2, Shape::I3, Shape::A3, Shape::S4, Shape::A4];
        let values: Vec<u16> = order.iter().map(|shape| values[shape.index()]).collect();
        assert!(values.is_sorted() && values[0] == 0 && values[1] > 0, "{values:?}");
    }
    assert!(gain[Shape::S3.index()] < gain[Shape::I3.index()] && gain[Shape::A4.index()] < gain[Shape::S5.index()]);
    assert!(gain[Shape::S5.index()] < gain[Shape::A5.index()] && gain[Shape::A5.index()] < gain[Shape::Six.index()]);
    assert!(
        block[Shape::A4.index()] < block[Shape::S5.index()] && block[Shape::A5.index()] < block[Shape::Six.index()]
    );
    assert!((0..9).all(|shape| block[shape] <= gain[shape]));
    // For a position: better shapes are worth more, moving more than waiting, two stones more than
    // one.
    let PositionWeights { points, rest, kinds, tempo } = PositionWeights::plain();
    for role in &points {
        for other in Shape::ALL {
            let row = Shape::ALL.map(|one| role[pair_index(one, other)]);
            assert!(row.is_sorted() && row[Shape::A4.index()] > row[Shape::S3.index()], "{row:?}");
        }
        assert_eq!(role[pair_index(Shape::Dead, Shape::Dead)], 0);
    }
    let threes = |role: Role| points[role as usize][pair_index(Shape::A3, Shape::A3)];
    assert_eq!([Role::FullTurn, Role::LastStone, Role::WaitingOne, Role::WaitingFull].map(threes), [60, 50, 40, 30]);
    assert_eq!(points[Role::WaitingOne as usize][pair_index(Shape::A4, Shape::S2)], 36 + 3);
    assert!(
        rest.iter().flatten().all(|&value| value == 0) && kinds.iter().flatten().flatten().all(|&value| value == 0)
    );
    assert_eq!(tempo, [128, 256]);
}

#[test]
fn the_tempo_belongs_to_the_side_to_move() {
    let mut weights = Weights::plain();
    weights.position.points = [[0; super::PAIRS]; Role::COUNT];
    let value = |tempo: [i16; 2], left| {
        let mut weights = weights.clone();
        weights.position.tempo = tempo;
        set_up("......*", &weights).0.evaluate(WHITE, left)
    };
    assert_eq!([value([160, 320], 1), value([160, 320], 2), value([0, 0], 1)], [10, 20, 0]);
}

#[test]
fn each_kind_of_point_is_counted() {
    // Lines that cross on the point, one horizontal, one vertical.
    for (lying, standing, kinds) in [
        ("XX*", "", vec![PointKind::Three]),
        ("XXX*", "", vec![PointKind::Three, PointKind::Four, PointKind::ActiveFour]),
        ("XX*", "X", vec![PointKind::Three, PointKind::ThreeAndTwo]),
        ("XX*", "XX", vec![PointKind::Three, PointKind::ThreeAndTwo, PointKind::Threes]),
        ("OXXX*", "", vec![PointKind::Three, PointKind::Four]),
        ("X*", "X", vec![]),
    ] {
        let rules = Rules::CONNECT6;
        let (mut evaluation, point) = set_up(&format!("......{lying}"), &Weights::plain());
        for (row, _) in (10..).zip(standing.chars()) {
            evaluation.put(rules.point(rules.column(point), row).unwrap(), BLACK);
        }
        let [best, second, ..] = evaluation.shapes(point, BLACK);
        let found: Vec<PointKind> = PointKind::ALL.into_iter().filter(|kind| kind.has(best, second)).collect();
        assert_eq!(found, kinds, "{lying} and {standing}");
        // The counts of the board include it.
        let counts = evaluation.kind_counts(BLACK);
        for kind in kinds {
            assert!(counts[kind as usize] >= 1, "{kind:?} with {lying} and {standing}");
        }
        assert_eq!(evaluation.kind_counts(WHITE), [0; PointKind::COUNT]);
    }
}

#[test]
fn more_threats_are_worth_more_by_every_set_of_weights() {
    for weights in [Weights::plain(), Weights::tuned(), Weights { count_network: None, ..Weights::tuned() }] {
        let value = |row: &str, color: Side| {
            let (evaluation, _) = set_up(row, &weights);
            evaluation.evaluate(color, 2)
        };
        let rows = ["......OX*.........O", ".....OXX*.........O", "......XX*.........O"];
        let own = rows.map(|row| value(row, BLACK));
        assert!(own.is_sorted() && own[0] < own[2], "{own:?}");
        let other = rows.map(|row| value(row, WHITE));
        assert!(other[0] > other[2], "{other:?}");
        // Four in a row and a turn of two stones win; three do not.
        assert_eq!(value("......XXXX*", BLACK), Evaluation::WON);
        assert!(value("......XXX.*", BLACK) < Evaluation::WON);
        assert!(value("......XXXX*", WHITE) > -Evaluation::WON);
    }
}
