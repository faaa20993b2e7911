//! The state that follows the stones.

use super::{
    Role,
    weights::{LANES, PointValue, Tables, WINS_BY_ONE, WINS_BY_TWO},
};
use crate::{
    Board, Color, Direction, Line, Point, Rules,
    geometry::Geometry,
    patterns::{Shape, Window},
};
use std::sync::Arc;

/// An empty point with the value of a stone on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoredPoint {
    /// The point.
    pub point: Point,
    /// What a stone there is worth, see [`Evaluation::score`].
    pub score: u32,
}

impl Default for ScoredPoint {
    fn default() -> Self {
        ScoredPoint { point: Point::from_index(0), score: 0 }
    }
}

/// What one stone changed at a point, to take it back.
#[derive(Clone, Copy, Debug)]
struct Change {
    point: u16,
    codes: [u16; 2],
    scores: [u32; 2],
}

/// What one stone changed altogether.
#[derive(Clone, Copy, Debug)]
struct Frame {
    point: u16,
    color: Color,
    sums: [[i32; LANES]; 2],
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
/// // Black has the better of it, until White puts two stones.
/// assert!(evaluation.evaluate(Color::White, 2) < evaluation.evaluate(Color::Black, 2));
/// ```
#[derive(Clone, Debug)]
pub struct Evaluation {
    tables: Arc<Tables>,
    geometry: Arc<Geometry>,
    /// All lines, numbered as the geometry numbers them.
    lines: Box<[Line]>,
    /// By point and colour: four shapes, four bits each. Occupied points have
    /// them too, as if they were empty.
    codes: Box<[[u16; 2]]>,
    /// By colour and point; 0 at occupied points.
    scores: [Box<[u32]>; 2],
    sums: [[i32; LANES]; 2],
    changes: Vec<Change>,
    frames: Vec<Frame>,
}

impl Evaluation {
    /// Takes up a position. The stones on it can't be taken back.
    pub fn new(board: &Board, tables: Arc<Tables>) -> Evaluation {
        let cells = board.rules().cells();
        let mut evaluation = Evaluation {
            tables,
            geometry: Arc::clone(board.geometry()),
            lines: Box::default(),
            codes: Box::default(),
            scores: Default::default(),
            sums: Default::default(),
            changes: Vec::with_capacity(cells * 8 * usize::from(board.rules().k())),
            frames: Vec::with_capacity(cells),
        };
        evaluation.reset(board);
        evaluation
    }

    /// Forgets everything and takes up another position of the same game, or
    /// of another one that the tables suit (same row and turn).
    pub fn reset(&mut self, board: &Board) {
        self.geometry = Arc::clone(board.geometry());
        self.changes.clear();
        self.frames.clear();
        self.lines = Direction::ALL
            .iter()
            .flat_map(|&direction| (0..board.line_count(direction)).map(move |index| *board.line(direction, index)))
            .collect();
        let cells = board.rules().cells();
        self.codes = vec![[0; 2]; cells].into();
        self.scores = [vec![0; cells].into(), vec![0; cells].into()];
        self.sums = Default::default();
        for point in board.rules().points() {
            self.codes[point.index()] = self.codes_from_lines(point);
            if self.is_empty(point) {
                self.count(point.index(), 1);
                self.scores_from_codes(board.rules(), point.index());
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
        let frame = Frame { point: index as u16, color, sums: self.sums, changes: self.changes.len() };
        self.frames.push(frame);
        self.changes.push(Change {
            point: index as u16,
            codes: self.codes[index],
            scores: [self.scores[0][index], self.scores[1][index]],
        });
        self.count(index, -1);
        self.scores[0][index] = 0;
        self.scores[1][index] = 0;
        let tables = Arc::clone(&self.tables);
        let reach = tables.shapes.rule().row() - 1;
        for direction in Direction::ALL {
            let place = self.geometry.places[index][direction.index()];
            let line = &mut self.lines[usize::from(place.line)];
            *line.stones_mut(color) |= 1 << place.offset;
            let line = *line;
            let offset = u32::from(place.offset);
            let first = offset.saturating_sub(reach);
            let last = (offset + reach).min(u32::from(line.len) - 1);
            let stride = self.geometry.stride(direction);
            let mut neighbour = index as i32 + (first as i32 - offset as i32) * stride;
            let views = Views::new(line, reach);
            for at in first..=last {
                let cell = neighbour as usize;
                neighbour += stride;
                if at == offset {
                    continue;
                }
                let shift = 4 * direction.index();
                let nibbles = views.shapes(at, &tables);
                let old = self.codes[cell];
                let new = [
                    old[0] & !(15 << shift) | (nibbles[0] as u16) << shift,
                    old[1] & !(15 << shift) | (nibbles[1] as u16) << shift,
                ];
                if new == old {
                    continue;
                }
                self.changes.push(Change {
                    point: cell as u16,
                    codes: old,
                    scores: [self.scores[0][cell], self.scores[1][cell]],
                });
                self.codes[cell] = new;
                if line.occupied() >> at & 1 == 0 {
                    self.revalue(&tables, cell, old, new);
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
            self.scores[0][cell] = change.scores[0];
            self.scores[1][cell] = change.scores[1];
        }
        self.sums = frame.sums;
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
        self.sums[to_move.index()][Role::mover(left) as usize]
            - self.sums[(!to_move).index()][Role::waiting(left) as usize]
            + self.tables.tempo(left)
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
        self.scores[color.index()][point.index()]
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
        let mut found = 0;
        // Occupied points have the score 0, which is below that of any other.
        let mut threshold = 0;
        for (index, &score) in self.scores[color.index()].iter().enumerate() {
            if score <= threshold {
                continue;
            }
            let mut at = if found < buffer.len() {
                found += 1;
                found - 1
            } else if found > 0 {
                found - 1
            } else {
                break;
            };
            while at > 0 && buffer[at - 1].score < score {
                buffer[at] = buffer[at - 1];
                at -= 1;
            }
            buffer[at] = ScoredPoint { point: Point::from_index(index), score };
            if found == buffer.len() {
                threshold = buffer[found - 1].score;
            }
        }
        &buffer[..found]
    }

    /// Whether everything kept is what the lines say; for tests.
    pub fn is_consistent(&self) -> bool {
        let mut sums = [[0; LANES]; 2];
        (0..self.codes.len()).all(|index| {
            let point = Point::from_index(index);
            let codes = self.codes_from_lines(point);
            let values = self.values(codes);
            let mut scores = [0; 2];
            if self.is_empty(point) {
                for (sums, value) in sums.iter_mut().zip(&values) {
                    for (sum, lane) in sums.iter_mut().zip(value.lanes) {
                        *sum += i32::from(lane);
                    }
                }
                scores = stone_scores(values, edge_distance(self.tables.rules(), point));
            }
            codes == self.codes[index] && scores == [self.scores[0][index], self.scores[1][index]]
        }) && sums == self.sums
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
        for (sums, code) in self.sums.iter_mut().zip(self.codes[index]) {
            for (sum, lane) in sums.iter_mut().zip(self.tables.value(code).lanes) {
                *sum += sign * i32::from(lane);
            }
        }
    }

    /// Brings sums and scores to the new codes of an empty point.
    #[inline]
    fn revalue(&mut self, tables: &Tables, index: usize, old: [u16; 2], new: [u16; 2]) {
        let mut difference = [0; 2];
        let values = new.map(|code| tables.value(code));
        let before = old.map(|code| tables.value(code));
        for color in 0..2 {
            if new[color] != old[color] {
                let sums = &mut self.sums[color];
                for lane in 0..LANES {
                    sums[lane] += i32::from(values[color].lanes[lane]) - i32::from(before[color].lanes[lane]);
                }
            }
            difference[color] = i32::from(values[color].gain) - i32::from(before[color].gain)
                + i32::from(values[1 - color].block)
                - i32::from(before[1 - color].block);
        }
        for (scores, difference) in self.scores.iter_mut().zip(difference) {
            scores[index] = scores[index].wrapping_add_signed(difference);
        }
    }

    fn scores_from_codes(&mut self, rules: Rules, index: usize) {
        let values = self.values(self.codes[index]);
        let scores = stone_scores(values, edge_distance(rules, Point::from_index(index)));
        self.scores[0][index] = scores[0];
        self.scores[1][index] = scores[1];
    }

    /// The codes of a point from the lines alone.
    fn codes_from_lines(&self, point: Point) -> [u16; 2] {
        let reach = self.tables.shapes.rule().row() - 1;
        let mut codes = [0; 2];
        for direction in Direction::ALL {
            let place = self.geometry.places[point.index()][direction.index()];
            let views = Views::new(self.lines[usize::from(place.line)], reach);
            let shapes = views.shapes(u32::from(place.offset), &self.tables);
            for (code, shape) in codes.iter_mut().zip(shapes) {
                *code |= (shape as u16) << (4 * direction.index());
            }
        }
        codes
    }
}

/// What stones on a point are worth, Black's and White's.
fn stone_scores(values: [&PointValue; 2], edge: u32) -> [u32; 2] {
    let [black, white] = values.map(|value| (u32::from(value.gain), u32::from(value.block)));
    [black.0 + white.1 + edge, white.0 + black.1 + edge]
}

/// 1 on the edge, and one more for each step from it.
fn edge_distance(rules: Rules, point: Point) -> u32 {
    let (column, row) = (rules.column(point), rules.row(point));
    let across = column.min(rules.width() - 1 - column);
    let along = row.min(rules.height() - 1 - row);
    u32::from(across.min(along)) + 1
}

/// A line as both colours see it, with the cells beyond its ends.
#[derive(Clone, Copy)]
struct Views {
    /// Bit `reach` is the line's first point.
    stones: [u128; 2],
    outside: u128,
    mask: u64,
}

impl Views {
    #[inline]
    fn new(line: Line, reach: u32) -> Views {
        Views {
            stones: [u128::from(line.black) << reach, u128::from(line.white) << reach],
            outside: !(u128::from(line.points()) << reach),
            mask: ((1u128 << (2 * reach + 1)) - 1) as u64,
        }
    }

    /// The shapes of a black and of a white stone at an offset.
    #[inline]
    fn shapes(&self, offset: u32, tables: &Tables) -> [Shape; 2] {
        let cut = |bits: u128| (bits >> offset) as u64 & self.mask;
        let (black, white, outside) = (cut(self.stones[0]), cut(self.stones[1]), cut(self.outside));
        [
            tables.shapes.shape(Window { own: black, blocked: white | outside }),
            tables.shapes.shape(Window { own: white, blocked: black | outside }),
        ]
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
            game in 0usize..5,
            steps in prop::collection::vec((any::<u16>(), any::<bool>(), 0u8..4), 1..120),
        ) {
            let rules = [
                Rules::CONNECT6,
                Rules::GOMOKU,
                Rules::TIC_TAC_TOE,
                Rules::new(9, 13, 8, 3, 1).unwrap(),
                Rules::new(23, 7, 6, 2, 1).unwrap(),
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
                prop_assert_eq!(&fresh.scores, &evaluation.scores);
                prop_assert_eq!(fresh.sums, evaluation.sums);
            }
            for _ in &stones {
                evaluation.take();
            }
            prop_assert_eq!(&evaluation.codes, &empty.codes);
            prop_assert_eq!(&evaluation.scores, &empty.scores);
            prop_assert_eq!(evaluation.sums, empty.sums);
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
    fn a_full_board_has_no_candidates() {
        let rules = Rules::TIC_TAC_TOE;
        let (_, mut evaluation) = evaluation(rules);
        for (point, i) in rules.points().zip(0..) {
            evaluation.put(point, if i % 2 == 0 { Color::Black } else { Color::White });
        }
        assert!(evaluation.best_points(Color::Black, &mut [ScoredPoint::default(); 9]).is_empty());
    }
}
