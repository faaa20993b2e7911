//! The state that follows the stones.

use super::{
    Crowd, PAIRS, PositionWeights, Role,
    candidates::{self, ScoredPoint},
    pair_index,
    weights::{CROWDS, Crowds, LANES, PointValue, Tables, WINS_BY_ONE, WINS_BY_TWO},
};
use crate::{
    Board, Color, Direction, Line, Point, Rules,
    geometry::Geometry,
    patterns::{Shape, Window},
};
use std::sync::Arc;

/// What one stone changed at a point, to take it back.
#[derive(Clone, Copy, Debug)]
struct Change {
    point: u16,
    codes: [u16; 2],
    keys: [i32; 2],
}

/// What one stone changed altogether.
#[derive(Clone, Copy, Debug)]
struct Frame {
    point: u16,
    color: Color,
    sums: [[i32; LANES]; 2],
    crowds: [Crowds; 2],
    /// How long the list of changes was before.
    changes: usize,
}

/// The value of a position and of every stone that could be put, kept up to
/// date as stones are put and taken.
///
/// It has its own copy of the lines, so that stones may be tried that the
/// board does not have.
///
/// ```
/// use duiyi_connect6::evaluation::{Evaluation, ScoredPoint, Tables, Weights};
/// use duiyi_connect6::{Board, Color, Rules};
///
/// let rules = Rules::CONNECT6;
/// let mut board = Board::new(rules);
/// let mut evaluation = Evaluation::new(&board, Tables::new(rules, &Weights::of(rules)).into());
/// evaluation.put(rules.centre(), Color::Black);
/// board.put(rules.centre());
///
/// let mut buffer = [ScoredPoint::default(); 16];
/// let candidates = evaluation.best_points(Color::White, &mut buffer);
/// assert_eq!(candidates.len(), 16);
/// assert!(candidates[0].score >= candidates[15].score);
/// // Three more in a row, and the next turn would win.
/// for column in 10..13 {
///     evaluation.put(rules.point(column, 9).unwrap(), Color::Black);
/// }
/// assert_eq!(evaluation.evaluate(Color::Black, 2), Evaluation::WON);
/// ```
#[derive(Clone, Debug)]
pub struct Evaluation {
    rules: Rules,
    tables: Arc<Tables>,
    geometry: Arc<Geometry>,
    /// All lines, numbered as the geometry numbers them.
    lines: Box<[Line]>,
    /// By point and colour: four shapes, four bits each. Occupied points have
    /// them too, as if they were empty.
    codes: Box<[[u16; 2]]>,
    /// By colour and point: the score of a stone as a key of the candidates; 0
    /// at occupied points, and at the end up to a whole chunk.
    keys: [Box<[i32]>; 2],
    sums: [[i32; LANES]; 2],
    /// By colour, how many empty points there are of each kind.
    crowds: [Crowds; 2],
    changes: Vec<Change>,
    frames: Vec<Frame>,
}

impl Evaluation {
    /// Takes up a position. The stones on it can't be taken back.
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
            crowds: Default::default(),
            changes: Vec::with_capacity(cells * 8 * usize::from(board.rules().k())),
            frames: Vec::with_capacity(cells),
        };
        evaluation.reset(board);
        evaluation
    }

    /// Forgets everything and takes up another position of the same game, or
    /// of another one that the tables suit (same row and turn).
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
        self.codes = vec![[0; 2]; cells].into();
        let padded = cells.next_multiple_of(candidates::CHUNK);
        self.keys = [vec![0; padded].into(), vec![0; padded].into()];
        self.sums = Default::default();
        self.crowds = Default::default();
        for point in board.rules().points() {
            self.codes[point.index()] = self.codes_from_lines(point);
            if self.is_empty(point) {
                self.count(point.index(), 1);
                let keys = stone_keys(self.values(self.codes[point.index()]), self.rules, point);
                self.keys[0][point.index()] = keys[0];
                self.keys[1][point.index()] = keys[1];
            }
        }
    }

    /// The tables in use.
    pub fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    /// Puts a stone on an empty point.
    ///
    /// # Panics
    ///
    /// If the point is not on the board; in debug builds if it is occupied.
    #[inline]
    pub fn put(&mut self, point: Point, color: Color) {
        debug_assert!(self.is_empty(point));
        let index = point.index();
        let frame =
            Frame { point: index as u16, color, sums: self.sums, crowds: self.crowds, changes: self.changes.len() };
        self.frames.push(frame);
        self.changes.push(Change {
            point: index as u16,
            codes: self.codes[index],
            keys: [self.keys[0][index], self.keys[1][index]],
        });
        self.count(index, -1);
        self.keys[0][index] = 0;
        self.keys[1][index] = 0;
        for direction in Direction::ALL {
            let place = self.geometry.places[index][direction.index()];
            let line = &mut self.lines[usize::from(place.line)];
            *line.stones_mut(color) |= 1 << place.offset;
            let around = Neighbourhood::new(*line, place.offset.into(), self.tables.shapes.reach());
            self.follow(&around, index, direction, true);
            self.follow(&around, index, direction, false);
        }
    }

    /// Brings the points on one side of a new stone up to date.
    ///
    /// A row of one colour ends at a stone of the other. So to its owner the
    /// new stone matters as far as the next stone of the opponent, and to the
    /// opponent as far as the next one of the owner, which was in the way already.
    #[inline]
    fn follow(&mut self, around: &Neighbourhood, index: usize, direction: Direction, forward: bool) {
        let stride = if forward { self.geometry.stride(direction) } else { -self.geometry.stride(direction) };
        let shift = 4 * direction.index();
        let mut cell = index;
        let mut matters = [true; 2];
        for distance in 1..=around.reach {
            let at = if forward { 2 * around.reach + distance } else { 2 * around.reach - distance };
            if around.is_outside(at) {
                break;
            }
            cell = cell.wrapping_add_signed(stride as isize);
            let old = self.codes[cell];
            let mut new = old;
            for view in Color::ALL {
                if matters[view.index()] {
                    let shape = self.tables.shapes.shape(around.view(at, view)) as u16;
                    let code = &mut new[view.index()];
                    *code = *code & !(15 << shift) | shape << shift;
                }
            }
            let occupant = around.occupant(at);
            if new != old {
                self.changes.push(Change {
                    point: cell as u16,
                    codes: old,
                    keys: [self.keys[0][cell], self.keys[1][cell]],
                });
                self.codes[cell] = new;
                if occupant.is_none() {
                    self.revalue(cell, old, new);
                }
            }
            if let Some(occupant) = occupant {
                matters[(!occupant).index()] = false;
                if matters == [false; 2] {
                    break;
                }
            }
        }
    }

    /// Takes back the last stone put; nothing if there is none.
    #[inline]
    pub fn take(&mut self) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        for place in self.geometry.places[usize::from(frame.point)] {
            *self.lines[usize::from(place.line)].stones_mut(frame.color) &= !(1 << place.offset);
        }
        // Backwards: a point on two of the lines was changed twice.
        while self.changes.len() > frame.changes {
            let Some(change) = self.changes.pop() else { break };
            let cell = usize::from(change.point);
            self.codes[cell] = change.codes;
            self.keys[0][cell] = change.keys[0];
            self.keys[1][cell] = change.keys[1];
        }
        self.sums = frame.sums;
        self.crowds = frame.crowds;
    }

    /// The value of the position for the side to move, that has so many stones
    /// left in its turn, in the units of the weights: a logistic curve that
    /// passes 10:1 at 400. A side that completes its row with what it has left
    /// gets [`Evaluation::WON`].
    #[inline]
    pub fn evaluate(&self, to_move: Color, left: u8) -> i32 {
        if self.can_complete(to_move, left) {
            return Evaluation::WON;
        }
        let side = |color: Color, role: Role| {
            self.sums[color.index()][role as usize] + self.tables.crowds(role, &self.crowds[color.index()])
        };
        let own = side(to_move, Role::mover(left));
        let other = side(!to_move, Role::waiting(left));
        let sum = (own - other + self.tables.tempo(left)) / PositionWeights::GRAIN;
        sum.clamp(1 - Evaluation::WON, Evaluation::WON - 1)
    }

    /// What a side is worth that completes its row in this turn.
    pub const WON: i32 = 25_000;

    /// Whether a colour can complete a row with so many stones. More than two
    /// are counted as two, so that of games with three stones a turn and more
    /// only the quick wins are seen.
    #[inline]
    pub fn can_complete(&self, color: Color, stones: u8) -> bool {
        let lane = if stones > 1 { WINS_BY_TWO } else { WINS_BY_ONE };
        self.sums[color.index()][lane] > 0
    }

    /// What a stone of a colour on an empty point is worth: what it makes and
    /// what it prevents, each as the sum over four lines (thesis 5.3), and the
    /// distance to the nearest edge, so that of equal points the central ones
    /// come first. 0 for an occupied point.
    #[inline]
    pub fn score(&self, point: Point, color: Color) -> u32 {
        candidates::score_of(self.keys[color.index()][point.index()])
    }

    /// The shape that a stone of a colour has or would have on a line.
    #[inline]
    pub fn shape(&self, point: Point, color: Color, direction: Direction) -> Shape {
        let code = self.codes[point.index()][color.index()];
        Shape::from_index(usize::from(code >> (4 * direction.index()) & 15))
    }

    /// The shapes on all four lines, the best first.
    #[inline]
    pub fn shapes(&self, point: Point, color: Color) -> [Shape; 4] {
        let mut shapes = Direction::ALL.map(|direction| self.shape(point, color, direction));
        shapes.sort_unstable_by(|a, b| b.cmp(a));
        shapes
    }

    /// Fills the buffer with the points where a stone of a colour is worth
    /// most, the best first, and gives the part that was filled: less than the
    /// buffer only when fewer points are empty.
    #[inline]
    pub fn best_points<'a>(&self, color: Color, buffer: &'a mut [ScoredPoint]) -> &'a [ScoredPoint] {
        candidates::best(&self.keys[color.index()], buffer)
    }

    /// On how many empty points each pair of shapes is the best that a colour
    /// has, by [`pair_index`]: what the value of a position is a sum over, for
    /// tuning.
    pub fn pair_counts(&self, color: Color) -> [u16; PAIRS] {
        let mut counts = [0; PAIRS];
        for index in 0..self.codes.len() {
            let point = Point::from_index(index);
            if self.is_empty(point) {
                let [best, second, ..] = self.shapes(point, color);
                counts[pair_index(best, second)] += 1;
            }
        }
        counts
    }

    /// Of how many empty points each shape is the third best or the worst of four
    /// that a colour has: the rest of what the value of a position is a sum over.
    pub fn rest_counts(&self, color: Color) -> [u16; Shape::COUNT] {
        let mut counts = [0; Shape::COUNT];
        for index in 0..self.codes.len() {
            let point = Point::from_index(index);
            if self.is_empty(point) {
                let [.., third, worst] = self.shapes(point, color);
                counts[third.index()] += 1;
                counts[worst.index()] += 1;
            }
        }
        counts
    }

    /// Of how many empty points a colour has each [`Crowd`].
    pub fn crowd_counts(&self, color: Color) -> [u16; Crowd::COUNT] {
        std::array::from_fn(|crowd| self.crowds[color.index()][crowd])
    }

    /// Whether everything kept is what the lines say; for tests.
    pub fn is_consistent(&self) -> bool {
        let mut sums = [[0; LANES]; 2];
        let mut crowds = [Crowds::default(); 2];
        (0..self.codes.len()).all(|index| {
            let point = Point::from_index(index);
            let codes = self.codes_from_lines(point);
            let values = self.values(codes);
            let mut keys = [0; 2];
            if self.is_empty(point) {
                for (sums, value) in sums.iter_mut().zip(&values) {
                    for (sum, lane) in sums.iter_mut().zip(value.lanes) {
                        *sum += i32::from(lane);
                    }
                }
                for (crowds, value) in crowds.iter_mut().zip(&values) {
                    for (crowd, bit) in crowds.iter_mut().zip(CROWDS[usize::from(value.crowds)]) {
                        *crowd += bit;
                    }
                }
                keys = stone_keys(values, self.rules, point);
            }
            codes == self.codes[index] && keys == [self.keys[0][index], self.keys[1][index]]
        }) && sums == self.sums
            && crowds == self.crowds
    }

    #[inline]
    fn is_empty(&self, point: Point) -> bool {
        let place = self.geometry.places[point.index()][0];
        self.lines[usize::from(place.line)].occupied() >> place.offset & 1 == 0
    }

    #[inline]
    fn values(&self, codes: [u16; 2]) -> [&PointValue; 2] {
        codes.map(|code| self.tables.value(code))
    }

    /// Adds a point's values to the sums, or takes them out.
    #[inline]
    fn count(&mut self, index: usize, sign: i32) {
        for ((sums, crowds), code) in self.sums.iter_mut().zip(&mut self.crowds).zip(self.codes[index]) {
            let value = self.tables.value(code);
            for (sum, lane) in sums.iter_mut().zip(value.lanes) {
                *sum += sign * i32::from(lane);
            }
            for (crowd, one) in crowds.iter_mut().zip(CROWDS[usize::from(value.crowds)]) {
                *crowd = crowd.wrapping_add_signed(sign as i16 * one as i16);
            }
        }
    }

    /// Brings sums and scores to the new codes of an empty point.
    #[inline]
    fn revalue(&mut self, index: usize, old: [u16; 2], new: [u16; 2]) {
        for color in 0..2 {
            if new[color] == old[color] {
                continue;
            }
            let (after, before) = (self.tables.value(new[color]), self.tables.value(old[color]));
            for (sum, (after, before)) in self.sums[color].iter_mut().zip(after.lanes.iter().zip(&before.lanes)) {
                *sum += i32::from(*after) - i32::from(*before);
            }
            if after.crowds != before.crowds {
                let (more, less) = (&CROWDS[usize::from(after.crowds)], &CROWDS[usize::from(before.crowds)]);
                for (crowd, (more, less)) in self.crowds[color].iter_mut().zip(more.iter().zip(less)) {
                    *crowd = crowd.wrapping_add(*more).wrapping_sub(*less);
                }
            }
            self.keys[color][index] += candidates::key_difference(i32::from(after.gain) - i32::from(before.gain));
            self.keys[1 - color][index] += candidates::key_difference(i32::from(after.block) - i32::from(before.block));
        }
    }

    /// The codes of a point from the lines alone.
    fn codes_from_lines(&self, point: Point) -> [u16; 2] {
        let reach = self.tables.shapes.reach();
        let mut codes = [0; 2];
        for direction in Direction::ALL {
            let place = self.geometry.places[point.index()][direction.index()];
            let around = Neighbourhood::new(self.lines[usize::from(place.line)], place.offset.into(), reach);
            for view in Color::ALL {
                let shape = self.tables.shapes.shape(around.view(2 * reach, view)) as u16;
                codes[view.index()] |= shape << (4 * direction.index());
            }
        }
        codes
    }
}

/// The keys of stones on an empty point, Black's and White's.
fn stone_keys(values: [&PointValue; 2], rules: Rules, point: Point) -> [i32; 2] {
    let [black, white] = values.map(|value| (i32::from(value.gain), i32::from(value.block)));
    let edge = edge_distance(rules, point);
    [black.0 + white.1 + edge, white.0 + black.1 + edge].map(|score| candidates::key(point.index(), score))
}

/// 1 on the edge, and one more for each step from it.
fn edge_distance(rules: Rules, point: Point) -> i32 {
    let (column, row) = (rules.column(point), rules.row(point));
    let across = column.min(rules.width() - 1 - column);
    let along = row.min(rules.height() - 1 - row);
    i32::from(across.min(along)) + 1
}

/// The part of a line that matters to the neighbours of a point: as far as a
/// row through such a neighbour goes, the point itself in the middle.
#[derive(Clone, Copy)]
struct Neighbourhood {
    /// How far a row through a point goes: `k` − 1.
    reach: u32,
    /// Bit 2 · `reach` is the point.
    stones: [u64; 2],
    outside: u64,
    /// 2 · `reach` + 1 bits.
    window: u64,
}

impl Neighbourhood {
    #[inline]
    fn new(line: Line, offset: u32, reach: u32) -> Neighbourhood {
        let middle = 2 * reach;
        // What is shifted out at either end is too far away to matter.
        let cut = |bits: u64| if offset >= middle { bits >> (offset - middle) } else { bits << (middle - offset) };
        Neighbourhood {
            reach,
            stones: [cut(line.black), cut(line.white)],
            outside: !cut(line.points()),
            window: (1 << (middle + 1)) - 1,
        }
    }

    #[inline]
    fn is_outside(&self, at: u32) -> bool {
        self.outside >> at & 1 != 0
    }

    #[inline]
    fn occupant(&self, at: u32) -> Option<Color> {
        Color::ALL.into_iter().find(|color| self.stones[color.index()] >> at & 1 != 0)
    }

    /// The window of a point as a colour sees it.
    #[inline]
    fn view(&self, at: u32, color: Color) -> Window {
        let cut = |bits: u64| bits >> (at - self.reach) & self.window;
        Window { own: cut(self.stones[color.index()]), blocked: cut(self.stones[(!color).index()] | self.outside) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Weights;
    use proptest::prelude::*;

    fn evaluation(rules: Rules) -> (Board, Evaluation) {
        let board = Board::new(rules);
        let evaluation = Evaluation::new(&board, Tables::new(rules, &Weights::of(rules)).into());
        (board, evaluation)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn incremental_is_from_scratch(
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
                    let color = if color { Color::Black } else { Color::White };
                    evaluation.put(point, color);
                    stones.push((point, color));
                }
            }
            prop_assert!(evaluation.is_consistent());
            let of = |color| stones.iter().filter(|stone| stone.1 == color).map(|stone| stone.0).collect::<Vec<_>>();
            // Two winners at once can't be set up on a board.
            if let Ok(board) = Board::from_stones(rules, &of(Color::Black), &of(Color::White), Color::Black) {
                let fresh = Evaluation::new(&board, Arc::clone(evaluation.tables()));
                prop_assert_eq!(&fresh.keys, &evaluation.keys);
                prop_assert_eq!(fresh.sums, evaluation.sums);
            }
            for _ in &stones {
                evaluation.take();
            }
            prop_assert_eq!(&evaluation.codes, &empty.codes);
            prop_assert_eq!(&evaluation.keys, &empty.keys);
            prop_assert_eq!((evaluation.sums, evaluation.crowds), (empty.sums, empty.crowds));
            prop_assert_eq!(board.stone_count(), 0);
        }

        #[test]
        fn the_best_points_are_the_best(stones in prop::collection::vec((0usize..361, any::<bool>()), 0..60), most in 0usize..40) {
            let (_, mut evaluation) = evaluation(Rules::CONNECT6);
            for (index, color) in stones {
                if evaluation.is_empty(Point::from_index(index)) {
                    evaluation.put(Point::from_index(index), if color { Color::Black } else { Color::White });
                }
            }
            for color in Color::ALL {
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
                    let color = if color { Color::Black } else { Color::White };
                    let mirrored = rules.point(rules.row(point), 18 - rules.column(point)).unwrap();
                    one.put(point, color);
                    other.put(mirrored, !color);
                }
            }
            for left in 1..=2 {
                for color in Color::ALL {
                    prop_assert_eq!(one.evaluate(color, left), other.evaluate(!color, left));
                }
            }
        }
    }

    #[test]
    fn what_completes_a_row_is_seen() {
        let (_, mut evaluation) = evaluation(Rules::CONNECT6);
        for column in 3..7 {
            evaluation.put(Rules::CONNECT6.point(column, 9).unwrap(), Color::White);
        }
        assert!(evaluation.can_complete(Color::White, 2) && !evaluation.can_complete(Color::White, 1));
        assert!(!evaluation.can_complete(Color::Black, 2));
        assert_eq!(evaluation.evaluate(Color::White, 2), Evaluation::WON);
        evaluation.put(Rules::CONNECT6.point(7, 9).unwrap(), Color::White);
        assert!(evaluation.can_complete(Color::White, 1));
        // Black must stop it at both ends, and the best points say so.
        let mut buffer = [ScoredPoint::default(); 2];
        let mut columns: Vec<u8> = evaluation
            .best_points(Color::Black, &mut buffer)
            .iter()
            .map(|best| Rules::CONNECT6.column(best.point))
            .collect();
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
        for (role, crowds) in weights.position.crowds.iter_mut().enumerate() {
            *crowds = std::array::from_fn(|crowd| std::array::from_fn(|step| (30 * step * (crowd + role)) as i16));
        }
        let mut evaluation = Evaluation::new(&Board::new(rules), Tables::new(rules, &weights).into());
        for (column, row, color) in [
            (11, 11, Color::Black),
            (9, 9, Color::Black),
            (8, 9, Color::White),
            (9, 10, Color::White),
            (10, 10, Color::Black),
            (8, 8, Color::Black),
        ] {
            evaluation.put(rules.point(column, row).unwrap(), color);
        }
        for left in 1..=2 {
            let sum = |color, role: Role| {
                let pairs = evaluation.pair_counts(color).into_iter().zip(weights.position.points[role as usize]);
                let rest = evaluation.rest_counts(color).into_iter().zip(weights.position.rest[role as usize]);
                let crowds = Crowd::ALL.into_iter().zip(evaluation.crowd_counts(color));
                let crowds = crowds.map(|(crowd, count)| {
                    i32::from(weights.position.crowds[role as usize][crowd as usize][crowd.step(count)])
                });
                pairs.chain(rest).map(|(count, value)| i32::from(count) * i32::from(value)).chain(crowds).sum::<i32>()
            };
            let tempo = i32::from(weights.position.tempo[usize::from(left) - 1]);
            let expected = sum(Color::White, Role::mover(left)) - sum(Color::Black, Role::waiting(left)) + tempo;
            assert_eq!(evaluation.evaluate(Color::White, left), expected / PositionWeights::GRAIN);
        }
    }

    #[test]
    fn a_full_board_has_no_candidates() {
        let rules = Rules::TIC_TAC_TOE;
        let (_, mut evaluation) = evaluation(rules);
        for (point, i) in rules.points().zip(0..) {
            evaluation.put(point, if i % 2 == 0 { Color::Black } else { Color::White });
        }
        assert!(evaluation.best_points(Color::Black, &mut [ScoredPoint::default(); 9]).is_empty());
    }
}
