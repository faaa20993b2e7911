//! The state of the evaluation, updated with each stone.

use super::{
    Lanes, PositionWeights, Role,
    candidates::{self, CHUNK, ScoredPoint},
    codes::Codes,
    neighbourhood::Neighbourhood,
    tables::{Tables, WINS_BY_ONE, WINS_BY_TWO, counted},
};
use crate::{BLACK, Board, BoardLine, Direction, Point, Rules, Side, WHITE, board::Geometry, patterns::Shape};
use alloc::sync::Arc;
use alloc::{boxed::Box, vec, vec::Vec};

/// The change of a point by one stone, to take it back.
#[derive(Clone, Copy, Debug)]
struct Change {
    point: u16,
    codes: Codes,
}

/// All changes by one stone.
#[derive(Clone, Copy, Debug)]
struct Frame {
    point: u16,
    color: Side,
    sums: [Lanes; 2],
    /// The length of the list of changes before it.
    changes: usize,
}

/// The value of a position and of every possible stone, updated incrementally as stones are put and
/// taken back.
///
/// It has its own copy of the lines, so stones can be tried that are not on the board.
///
/// ```
/// use duiyi_connect6::evaluation::{Evaluation, ScoredPoint, Tables, Weights};
/// use duiyi_connect6::{Board, BLACK, WHITE, Rules};
///
/// let rules = Rules::CONNECT6;
/// let mut board = Board::new(rules);
/// let mut evaluation = Evaluation::new(&board, Tables::new(rules, &Weights::of(rules)).into());
/// evaluation.put(rules.centre(), BLACK);
/// board.put(rules.centre());
///
/// let mut buffer = [ScoredPoint::default(); 16];
/// let candidates = evaluation.best_points(WHITE, &mut buffer);
/// assert_eq!(candidates.len(), 16);
/// assert!(candidates[0].score >= candidates[15].score);
/// // Three more in a row, and the next turn would win.
/// for column in 10..13 {
///     evaluation.put(rules.point(column, 9).unwrap(), BLACK);
/// }
/// assert_eq!(evaluation.evaluate(BLACK, 2), Evaluation::WON);
/// ```
#[derive(Clone, Debug)]
pub struct Evaluation {
    pub(super) rules: Rules,
    pub(super) tables: Arc<Tables>,
    geometry: Arc<Geometry>,
    /// All lines, in the numbering of the geometry.
    lines: Box<[BoardLine]>,
    /// By point, padded to whole [`CHUNK`]s with occupied points.
    codes: Box<[Codes]>,
    /// By point, padded to whole chunks: the key of a stone with no value except its distance to
    /// the nearest edge.
    keys: Box<[i32]>,
    pub(super) sums: [Lanes; 2],
    changes: Vec<Change>,
    frames: Vec<Frame>,
}

impl Evaluation {
    /// The evaluation of a position. The stones on it can't be taken back.
    pub fn new(board: &Board, tables: Arc<Tables>) -> Evaluation {
        let cells = board.rules().cells();
        let mut evaluation = Evaluation {
            rules: board.rules(),
            tables,
            geometry: Arc::clone(board.geometry()),
            lines: Box::default(),
            codes: Box::default(),
            keys: Default::default(),
            sums: Default::default(),
            changes: Vec::with_capacity(cells * 8 * usize::from(board.rules().k())),
            frames: Vec::with_capacity(cells),
        };
        evaluation.reset(board);
        evaluation
    }

    /// Resets to another position of the same game, or of another game with the same row and turn,
    /// which the tables fit.
    pub fn reset(&mut self, board: &Board) {
        self.rules = board.rules();
        self.geometry = Arc::clone(board.geometry());
        self.changes.clear();
        self.frames.clear();
        self.lines = Direction::ALL
            .iter()
            .flat_map(|&direction| (0..board.line_count(direction)).map(move |index| *board.line(direction, index)))
            .collect();
        let cells = board.rules().cells();
        let padded = cells.next_multiple_of(CHUNK);
        self.codes = vec![Codes::OCCUPIED; padded].into();
        self.keys = vec![0; padded].into();
        for point in board.rules().points() {
            self.keys[point.index()] = candidates::key(point.index(), candidates::edge_distance(board.rules(), point));
        }
        self.sums = Default::default();
        for point in board.empties() {
            let codes = self.codes_from_lines(point);
            add(&mut self.sums, lanes(&self.tables, codes));
            self.codes[point.index()] = codes;
        }
    }

    /// The tables of the evaluation.
    pub fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    /// Puts a stone on an empty point.
    ///
    /// # Panics
    ///
    /// If the point is not on the board; in debug builds if it is occupied.
    #[inline]
    pub fn put(&mut self, point: Point, color: Side) {
        debug_assert!(self.is_empty(point));
        let index = point.index();
        let Evaluation { rules, tables, geometry, lines, codes, sums, changes, frames, .. } = self;
        let (tables, codes): (&Tables, &mut [Codes]) = (tables, codes);
        let first = changes.len();
        frames.push(Frame { point: index as u16, color, sums: *sums, changes: first });
        changes.push(Change { point: index as u16, codes: codes[index] });
        codes[index] = Codes::OCCUPIED;
        let reach = tables.shapes.reach();
        for &direction in rules.directions() {
            let place = geometry.places[index][direction.index()];
            let line = &mut lines[usize::from(place.line)];
            *line.stones_mut(color) |= 1 << place.offset;
            let around = Neighbourhood::new(*line, place.offset.into(), reach);
            let point = |distance: isize| index.wrapping_add_signed(distance * geometry.stride(direction) as isize);
            // Two loops, so that the one that runs most contains only look-ups.
            match tables.shapes.tabulated() {
                Some(table) => follow(&around, direction, point, |b, w, o| table.of_both(b, w, o), codes, changes),
                None => follow(&around, direction, point, |b, w, o| tables.shapes.of_both(b, w, o), codes, changes),
            }
        }
        // A separate loop, so that the sums stay in registers.
        let mut new_sums = *sums;
        for change in &changes[first..] {
            let before = lanes(tables, change.codes);
            let after = lanes(tables, codes[usize::from(change.point)]);
            add(&mut new_sums, after);
            subtract(&mut new_sums, before);
        }
        *sums = new_sums;
    }

    /// Takes back the last stone put; does nothing if there is none.
    #[inline]
    pub fn take(&mut self) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        for place in self.geometry.places_of(usize::from(frame.point)) {
            *self.lines[usize::from(place.line)].stones_mut(frame.color) &= !(1 << place.offset);
        }
        // Two points share at most one line, so each was changed once.
        for change in &self.changes[frame.changes..] {
            self.codes[usize::from(change.point)] = change.codes;
        }
        self.changes.truncate(frame.changes);
        self.sums = frame.sums;
    }

    /// The value of the position for the side to move with `left` stones left in its turn, in the
    /// units of the weights: a logistic curve that passes 10:1 at 400. A side that can complete a
    /// row with these stones gets [`Evaluation::WON`].
    #[inline]
    pub fn evaluate(&self, to_move: Side, left: u8) -> i32 {
        if self.can_complete(to_move, left) {
            return Evaluation::WON;
        }
        let [own, other] = [to_move, !to_move].map(|color| &self.sums[color.index()]);
        let value = match self.tables.count_network() {
            Some(network) => network.evaluate(own, other, left),
            None => {
                let side = |sums: &Lanes, role: Role| sums[role as usize] + self.tables.kinds(role, sums);
                let sum = side(own, Role::mover(left)) - side(other, Role::waiting(left)) + self.tables.tempo(left);
                sum / PositionWeights::GRAIN
            }
        };
        value.clamp(1 - Evaluation::WON, Evaluation::WON - 1)
    }

    /// The value for a side that completes a row in this turn.
    pub const WON: i32 = 25_000;

    /// Whether a colour can complete a row with `stones` stones. More than two count as two, so
    /// with three or more stones a turn some wins are not seen.
    #[inline]
    pub fn can_complete(&self, color: Side, stones: u8) -> bool {
        let wins = if stones > 1 { WINS_BY_TWO } else { WINS_BY_ONE };
        counted(&self.sums[color.index()], wins) > 0
    }

    /// The value of a stone of a colour on an empty point: what it makes and what it prevents, each
    /// as the sum over four lines (thesis 5.3), plus the distance to the nearest edge, so that of
    /// equal points the central ones come first. 0 for an occupied point.
    #[inline]
    pub fn score(&self, point: Point, color: Side) -> u32 {
        let index = point.index();
        candidates::score_of(key_of(&self.tables, self.codes[index], self.keys[index], color))
    }

    /// The shape that a stone of a colour would have on a line; dead if the point is occupied.
    #[inline]
    pub fn shape(&self, point: Point, color: Side, direction: Direction) -> Shape {
        let codes = self.codes[point.index()];
        if codes == Codes::OCCUPIED {
            return Shape::Dead;
        }
        Shape::from_index(usize::from(codes.of(color) >> (4 * direction.index()) & 15))
    }

    /// The shapes on all four lines, the best first.
    #[inline]
    pub fn shapes(&self, point: Point, color: Side) -> [Shape; 4] {
        let mut shapes = Direction::ALL.map(|direction| self.shape(point, color, direction));
        shapes.sort_unstable_by(|a, b| b.cmp(a));
        shapes
    }

    /// Fills the buffer with the points of the highest scores for a colour, best first, and returns
    /// the filled part: shorter than the buffer only if fewer points are empty.
    #[inline]
    pub fn best_points<'a>(&self, color: Side, buffer: &'a mut [ScoredPoint]) -> &'a [ScoredPoint] {
        let tables: &Tables = &self.tables;
        let ((codes, _), (keys, _)) = (self.codes.as_chunks(), self.keys.as_chunks());
        let chunks = codes.iter().zip(keys).map(|(codes, keys): (&[Codes; CHUNK], &[i32; CHUNK])| {
            let mut chunk = [0; CHUNK];
            for ((place, &codes), &key) in chunk.iter_mut().zip(codes).zip(keys) {
                *place = key_of(tables, codes, key, color);
            }
            chunk
        });
        candidates::best(chunks, buffer)
    }

    /// Whether the incremental values agree with the lines; for tests.
    pub fn is_consistent(&self) -> bool {
        let mut sums = [Lanes::default(); 2];
        self.rules.points().all(|point| {
            let codes = if self.is_empty(point) { self.codes_from_lines(point) } else { Codes::OCCUPIED };
            add(&mut sums, lanes(&self.tables, codes));
            codes == self.codes[point.index()]
        }) && sums == self.sums
            && self.codes[self.rules.cells()..].iter().all(|&codes| codes == Codes::OCCUPIED)
    }

    #[inline]
    pub(super) fn is_empty(&self, point: Point) -> bool {
        let place = self.geometry.places[point.index()][0];
        self.lines[usize::from(place.line)].occupied() >> place.offset & 1 == 0
    }

    /// The codes of a point, computed from the lines alone.
    fn codes_from_lines(&self, point: Point) -> Codes {
        let shapes = &self.tables.shapes;
        self.rules.directions().iter().fold(Codes::default(), |codes, &direction| {
            let place = self.geometry.places[point.index()][direction.index()];
            let line = self.lines[usize::from(place.line)];
            let around = Neighbourhood::new(line, place.offset.into(), shapes.reach());
            let (black, white, outside) = around.around(around.middle());
            codes.with(direction, shapes.of_both(black, white, outside))
        })
    }
}

/// Updates the points around a new stone in one direction. `point` returns the point at a distance
/// from it, `shapes` the shapes of a black and a white stone in the middle of a part of the line.
#[inline]
fn follow(
    around: &Neighbourhood,
    direction: Direction,
    point: impl Fn(isize) -> usize,
    shapes: impl Fn(u64, u64, u64) -> [u8; 2],
    codes: &mut [Codes],
    changes: &mut Vec<Change>,
) {
    for (at, distance) in around.touched() {
        let point = point(distance);
        let before = codes[point];
        let (black, white, outside) = around.around(at);
        let after = before.with(direction, shapes(black, white, outside));
        if after != before {
            codes[point] = after;
            changes.push(Change { point: point as u16, codes: before });
        }
    }
}

/// The key of a candidate, made from the key of a stone without value; 0 for an occupied point.
#[inline]
fn key_of(tables: &Tables, codes: Codes, key: i32, color: Side) -> i32 {
    let score = tables.stone(codes.of(color), codes.of(!color)) as i32;
    if codes == Codes::OCCUPIED { 0 } else { key + candidates::key_difference(score) }
}

/// The values of a point with these codes to Black and to White.
#[inline]
fn lanes(tables: &Tables, codes: Codes) -> [&Lanes; 2] {
    [tables.lanes(codes.of(BLACK)), tables.lanes(codes.of(WHITE))]
}

// Two counts share a lane, and the upper one may reach the sign bit.
#[inline]
fn add(sums: &mut [Lanes; 2], values: [&Lanes; 2]) {
    for (sums, values) in sums.iter_mut().zip(values) {
        for (sum, value) in sums.iter_mut().zip(values) {
            *sum = sum.wrapping_add(*value);
        }
    }
}

#[inline]
fn subtract(sums: &mut [Lanes; 2], values: [&Lanes; 2]) {
    for (sums, values) in sums.iter_mut().zip(values) {
        for (sum, value) in sums.iter_mut().zip(values) {
            *sum = sum.wrapping_sub(*value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{CountNetwork, PointKind, Weights};
    use proptest::prelude::*;

    fn evaluation(rules: Rules) -> (Board, Evaluation) {
        let board = Board::new(rules);
        let evaluation = Evaluation::new(&board, Tables::new(rules, &Weights::of(rules)).into());
        (board, evaluation)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn incremental_updates_agree_with_recomputation(
            game in 0usize..8,
            steps in prop::collection::vec((any::<u16>(), any::<bool>(), 0u8..4), 1..120),
        ) {
            let rules = [
                Rules::CONNECT6,
                Rules::GOMOKU,
                Rules::TIC_TAC_TOE,
                Rules::new(9, 13, 8, 3, 1).unwrap(),
                Rules::new(23, 7, 6, 2, 1).unwrap(),
                Rules::new(30, 5, 17, 2, 1).unwrap(),
                Rules::new(20, 20, 16, 3, 2).unwrap(),
                Rules::new(4, 5, 1, 1, 1).unwrap(),
                Rules::HEXO.resized(15, 15).unwrap(),
            ][game];
            let (board, mut evaluation) = evaluation(rules);
            let empty = evaluation.clone();
            let mut stones = Vec::new();
            for (index, color, take) in steps {
                if take == 0 {
                    evaluation.take();
                    stones.pop();
                    continue;
                }
                let point = Point::from_index(usize::from(index) % rules.cells());
                if evaluation.is_empty(point) {
                    let color = if color { BLACK } else { WHITE };
                    evaluation.put(point, color);
                    stones.push((point, color));
                }
            }
            prop_assert!(evaluation.is_consistent());
            let of = |color| stones.iter().filter(|stone| stone.1 == color).map(|stone| stone.0).collect::<Vec<_>>();
            // A board with two winners can't be set up.
            if let Ok(board) = Board::from_stones(rules, &of(BLACK), &of(WHITE), BLACK) {
                let fresh = Evaluation::new(&board, Arc::clone(evaluation.tables()));
                prop_assert_eq!(&fresh.codes, &evaluation.codes);
                prop_assert_eq!(fresh.sums, evaluation.sums);
            }
            for _ in &stones {
                evaluation.take();
            }
            prop_assert_eq!(&evaluation.codes, &empty.codes);
            prop_assert_eq!(evaluation.sums, empty.sums);
            prop_assert_eq!(board.stone_count(), 0);
        }

        #[test]
        fn best_points_agree_with_sorting(stones in prop::collection::vec((0usize..361, any::<bool>()), 0..60), most in 0usize..40) {
            let (_, mut evaluation) = evaluation(Rules::CONNECT6);
            for (index, color) in stones {
                if evaluation.is_empty(Point::from_index(index)) {
                    evaluation.put(Point::from_index(index), if color { BLACK } else { WHITE });
                }
            }
            for color in Side::BOTH {
                let mut all: Vec<u32> = Rules::CONNECT6.points().map(|point| evaluation.score(point, color)).collect();
                all.sort_unstable_by(|a, b| b.cmp(a));
                let mut buffer = vec![ScoredPoint::default(); most];
                let best = evaluation.best_points(color, &mut buffer);
                prop_assert_eq!(best.len(), most);
                for (found, expected) in best.iter().zip(all) {
                    prop_assert_eq!(found.score, expected);
                    prop_assert_eq!(evaluation.score(found.point, color), expected);
                    prop_assert!(evaluation.is_empty(found.point));
                }
            }
        }

        #[test]
        fn colours_and_symmetries_are_alike(stones in prop::collection::vec((0usize..361, any::<bool>()), 0..60)) {
            let rules = Rules::CONNECT6;
            let (_, mut one) = evaluation(rules);
            let mut other = one.clone();
            for (index, color) in stones {
                let point = Point::from_index(index);
                if one.is_empty(point) {
                    let color = if color { BLACK } else { WHITE };
                    let mirrored = rules.point(rules.row(point), 18 - rules.column(point)).unwrap();
                    one.put(point, color);
                    other.put(mirrored, !color);
                }
            }
            for left in 1..=2 {
                for color in Side::BOTH {
                    prop_assert_eq!(one.evaluate(color, left), other.evaluate(!color, left));
                }
            }
        }
    }

    #[test]
    fn completions_of_a_row_are_recognized() {
        let (_, mut evaluation) = evaluation(Rules::CONNECT6);
        for column in 3..7 {
            evaluation.put(Rules::CONNECT6.point(column, 9).unwrap(), WHITE);
        }
        assert!(evaluation.can_complete(WHITE, 2) && !evaluation.can_complete(WHITE, 1));
        assert!(!evaluation.can_complete(BLACK, 2));
        assert_eq!(evaluation.evaluate(WHITE, 2), Evaluation::WON);
        evaluation.put(Rules::CONNECT6.point(7, 9).unwrap(), WHITE);
        assert!(evaluation.can_complete(WHITE, 1));
        // Black must stop it at both ends, and these are the best points.
        let mut buffer = [ScoredPoint::default(); 2];
        let mut columns: Vec<u8> =
            evaluation.best_points(BLACK, &mut buffer).iter().map(|best| Rules::CONNECT6.column(best.point)).collect();
        columns.sort_unstable();
        assert_eq!(columns, [2, 8]);
    }

    #[test]
    fn the_value_is_the_sum_over_the_counted_pairs() {
        let rules = Rules::CONNECT6;
        let mut weights = Weights::plain();
        for (role, rest) in weights.position.rest.iter_mut().enumerate() {
            *rest = std::array::from_fn(|shape| (7 * shape * (role + 1)) as i16);
        }
        for (role, kinds) in weights.position.kinds.iter_mut().enumerate() {
            *kinds = std::array::from_fn(|kind| std::array::from_fn(|step| (30 * step * (kind + role)) as i16));
        }
        let mut evaluation = Evaluation::new(&Board::new(rules), Tables::new(rules, &weights).into());
        for (column, row, color) in
            [(11, 11, BLACK), (9, 9, BLACK), (8, 9, WHITE), (9, 10, WHITE), (10, 10, BLACK), (8, 8, BLACK)]
        {
            evaluation.put(rules.point(column, row).unwrap(), color);
        }
        for left in 1..=2 {
            let sum = |color, role: Role| {
                let pairs = evaluation.pair_counts(color).into_iter().zip(weights.position.points[role as usize]);
                let rest = evaluation.rest_counts(color).into_iter().zip(weights.position.rest[role as usize]);
                let kinds = PointKind::ALL.into_iter().zip(evaluation.kind_counts(color));
                let kinds = kinds.map(|(kind, count)| {
                    i32::from(weights.position.kinds[role as usize][kind as usize][kind.step(count)])
                });
                pairs.chain(rest).map(|(count, value)| i32::from(count) * i32::from(value)).chain(kinds).sum::<i32>()
            };
            let tempo = i32::from(weights.position.tempo[usize::from(left) - 1]);
            let expected = sum(WHITE, Role::mover(left)) - sum(BLACK, Role::waiting(left)) + tempo;
            assert_eq!(evaluation.evaluate(WHITE, left), expected / PositionWeights::GRAIN);
        }
    }

    #[test]
    fn networks_evaluate_the_quadruples_of_both_sides() {
        let rules = Rules::CONNECT6;
        let weights = Weights::tuned();
        let network = weights.count_network.clone().expect("the tuned weights have one");
        let mut evaluation = Evaluation::new(&Board::new(rules), Tables::new(rules, &weights).into());
        for (i, (column, row)) in [(9, 9), (8, 9), (9, 10), (10, 10), (8, 8), (7, 11), (10, 8)].into_iter().enumerate()
        {
            let color = if i.div_ceil(2).is_multiple_of(2) { BLACK } else { WHITE };
            evaluation.put(rules.point(column, row).unwrap(), color);
            for (left, layers) in (1..).zip(&network.layers) {
                let counts = [WHITE, BLACK].map(|color| {
                    let mut counts = [0u32; CountNetwork::COUNTS];
                    for (four, times) in evaluation.quadruple_counts(color) {
                        let points = network.points[usize::from(four)];
                        counts.iter_mut().zip(points).for_each(|(sum, one)| *sum += u32::from(times) * u32::from(one));
                    }
                    counts
                });
                let mut value = f64::from(layers.constant);
                let mut units = layers.bias.map(f64::from);
                for (side, counts) in counts.iter().enumerate() {
                    for (count, &sum) in counts.iter().enumerate() {
                        value += f64::from(sum) * f64::from(layers.direct[side][count]);
                        for (unit, &weight) in units.iter_mut().zip(&layers.hidden[side][count]) {
                            *unit += f64::from(sum) * f64::from(weight);
                        }
                    }
                }
                value += units
                    .iter()
                    .zip(layers.output)
                    .map(|(unit, weight)| unit.max(0.0) * f64::from(weight))
                    .sum::<f64>();
                let found = evaluation.evaluate(WHITE, left);
                assert!((f64::from(found) - value).abs() < 1.5, "{found} for {value}");
            }
        }
    }

    #[test]
    fn boards_too_large_for_the_network_use_the_sums() {
        let large = Rules::new(30, 30, 6, 2, 1).unwrap();
        let sums = Weights { count_network: None, ..Weights::tuned() };
        for (rules, same) in [(large, true), (Rules::CONNECT6, false)] {
            let [one, other] = [&Weights::of(rules), &sums].map(|weights| {
                let mut evaluation = Evaluation::new(&Board::new(rules), Tables::new(rules, weights).into());
                for (column, color) in [(9, BLACK), (11, WHITE), (12, WHITE)] {
                    evaluation.put(rules.point(column, 9).unwrap(), color);
                }
                evaluation.evaluate(BLACK, 2)
            });
            assert_eq!(one == other, same, "{one} and {other}");
        }
    }

    #[test]
    fn counts_of_the_largest_board_fit() {
        let rules = Rules::new(59, 59, 1, 1, 1).unwrap();
        let (_, mut evaluation) = evaluation(rules);
        assert_eq!(evaluation.kind_counts(WHITE)[PointKind::ActiveFour as usize], 59 * 59);
        evaluation.put(rules.centre(), BLACK);
        assert!(evaluation.is_consistent());
        assert_eq!(evaluation.kind_counts(WHITE)[PointKind::ActiveFour as usize], 59 * 59 - 1);
        assert!(evaluation.can_complete(WHITE, 1) && evaluation.can_complete(WHITE, 2));
    }

    #[test]
    fn a_full_board_has_no_candidates() {
        let rules = Rules::TIC_TAC_TOE;
        let (_, mut evaluation) = evaluation(rules);
        for (point, i) in rules.points().zip(0..) {
            evaluation.put(point, if i % 2 == 0 { BLACK } else { WHITE });
        }
        assert!(evaluation.best_points(BLACK, &mut [ScoredPoint::default(); 9]).is_empty());
    }
}
