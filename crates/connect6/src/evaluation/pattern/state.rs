//! The state of the evaluation, updated with each stone.

use super::tables::{LineValue, PatternTables, WINS_BY_TWO, stone_value, units};
use crate::evaluation::candidates::{self, CHUNK, ScoredPoint};
use crate::evaluation::{Evaluation, Role};
use crate::patterns::WIDTH;
use crate::{BLACK, Board, BoardLine, Point, Rules, Side, WHITE, board::Geometry};
use alloc::sync::Arc;
use alloc::{boxed::Box, vec, vec::Vec};

/// The weight of a side's stones in quarters, by [`Role`]: more for the side that moves next.
pub(super) const SHARES: [i64; Role::COUNT] = [5, 6, 4, 3];

/// The value of being to move with one stone left in the turn, and with more, in units of the
/// evaluation.
pub(super) const TEMPO: [i64; 2] = [8, 16];

/// The number of quarters of the tables' values per unit of the evaluation.
pub(super) const GRAIN: i64 = 64;

/// An empty point; otherwise [`Side::index`].
const EMPTY: u8 = 2;

/// The numbers of a line through a point, as Black and as White see it.
type Views = [u32; 2];

/// The value of a position and of every possible stone, from the lines of thirteen cells around
/// each point.
///
/// It has the same methods as [`Evaluation`] and can replace it in a search. The value of a stone
/// is that of the thesis: the sum over four lines. The thesis does not define the value of a
/// position; here it is the sum of the gains of the stones on the board, weighted by the side to
/// move.
///
/// Putting a stone changes one digit in the numbers of at most 48 points; taking it back reverses
/// this. Neither allocates.
///
/// ```
/// use duiyi_connect6::evaluation::{Evaluation, PatternEvaluation, PatternTables, ScoredPoint, StoneWeights};
/// use duiyi_connect6::{Board, BLACK, WHITE, Rules};
///
/// let rules = Rules::CONNECT6;
/// let tables = PatternTables::new(rules, &StoneWeights::PRINTED).unwrap();
/// let mut evaluation = PatternEvaluation::new(&Board::new(rules), tables.into());
/// for column in 9..13 {
///     evaluation.put(rules.point(column, 9).unwrap(), BLACK);
/// }
/// assert!(evaluation.can_complete(BLACK, 2) && !evaluation.can_complete(BLACK, 1));
/// assert_eq!(evaluation.evaluate(BLACK, 2), Evaluation::WON);
/// // White must stop it; nothing has a higher value.
/// let mut buffer = [ScoredPoint::default(); 4];
/// let best = evaluation.best_points(WHITE, &mut buffer);
/// assert!([7, 8, 13, 14].contains(&rules.column(best[0].point)) && rules.row(best[0].point) == 9);
/// ```
#[derive(Clone, Debug)]
pub struct PatternEvaluation {
    rules: Rules,
    tables: Arc<PatternTables>,
    geometry: Arc<Geometry>,
    /// The amount a stone adds to the number of a line, by its place there.
    units: [u32; WIDTH],
    /// By point and direction.
    views: Box<[[Views; 4]]>,
    cells: Box<[u8]>,
    /// By colour and point, padded to whole [`CHUNK`]s: the keys of the candidates. The keys of an
    /// occupied point remain unchanged until its stone is taken back.
    keys: [Box<[i32]>; 2],
    /// By point, padded to whole chunks: −1 for an empty point, 0 for others.
    empty: Box<[i32]>,
    /// By colour: the sum of the gains of the stones on the board.
    made: [i32; 2],
    /// By colour: the lines of empty points on which one stone completes a row, and on which this
    /// stone and another one do, counted by [`LineValue::wins`].
    wins: [i32; 2],
    stones: Vec<(u16, Side)>,
}

impl PatternEvaluation {
    /// The evaluation of a position. The stones on it can't be taken back.
    pub fn new(board: &Board, tables: Arc<PatternTables>) -> PatternEvaluation {
        let mut evaluation = PatternEvaluation {
            rules: board.rules(),
            units: units(tables.reach()),
            tables,
            geometry: Arc::clone(board.geometry()),
            views: Box::default(),
            cells: Box::default(),
            keys: Default::default(),
            empty: Box::default(),
            made: [0; 2],
            wins: [0; 2],
            stones: Vec::with_capacity(board.rules().cells()),
        };
        evaluation.reset(board);
        evaluation
    }

    /// Resets to another position of the same game, or of another game with the same row and turn,
    /// which the tables fit.
    pub fn reset(&mut self, board: &Board) {
        self.rules = board.rules();
        self.geometry = Arc::clone(board.geometry());
        self.stones.clear();
        let cells = self.rules.cells();
        let padded = cells.next_multiple_of(CHUNK);
        let lines = |point| {
            let mut views = [self.views_of(&BoardLine { len: 1, ..BoardLine::default() }, 0); 4];
            for &direction in board.rules().directions() {
                let (line, offset) = board.line_through(direction, point);
                views[direction.index()] = self.views_of(line, offset as usize);
            }
            views
        };
        self.views = self.rules.points().map(lines).collect();
        self.cells =
            self.rules.points().map(|point| board.color_at(point).map_or(EMPTY, |color| color as u8)).collect();
        self.empty = (0..padded).map(|index| if self.cells.get(index) == Some(&EMPTY) { -1 } else { 0 }).collect();
        self.keys = [vec![0; padded].into(), vec![0; padded].into()];
        (self.made, self.wins) = ([0; 2], [0; 2]);
        for point in board.rules().points() {
            let [black, white] = self.scores(point.index());
            let edge = candidates::edge_distance(self.rules, point);
            for (keys, score) in self.keys.iter_mut().zip([black, white]) {
                keys[point.index()] = candidates::key(point.index(), edge + score);
            }
            match board.color_at(point) {
                None => self.count_wins(point.index(), 1),
                Some(color) => self.made[color.index()] += self.makes(point.index(), color),
            }
        }
    }

    /// The tables of the evaluation.
    pub fn tables(&self) -> &Arc<PatternTables> {
        &self.tables
    }

    /// Puts a stone on an empty point.
    ///
    /// # Panics
    ///
    /// If the point is not on the board; in debug builds if it is occupied.
    #[inline]
    pub fn put(&mut self, point: Point, color: Side) {
        let index = point.index();
        debug_assert!(self.cells[index] == EMPTY);
        self.count_wins(index, -1);
        self.made[color.index()] += self.makes(index, color);
        self.cells[index] = color as u8;
        self.empty[index] = 0;
        self.stones.push((index as u16, color));
        self.follow::<true>(index, color);
    }

    /// Takes back the last stone put; does nothing if there is none.
    #[inline]
    pub fn take(&mut self) {
        let Some((index, color)) = self.stones.pop() else { return };
        let index = usize::from(index);
        self.follow::<false>(index, color);
        self.cells[index] = EMPTY;
        self.empty[index] = -1;
        self.made[color.index()] -= self.makes(index, color);
        self.count_wins(index, 1);
    }

    /// The value of the position for the side to move with `left` stones left in its turn, in the
    /// units of [`Evaluation::evaluate`]. A side that can complete a row with these stones gets
    /// [`Evaluation::WON`].
    #[inline]
    pub fn evaluate(&self, to_move: Side, left: u8) -> i32 {
        if self.can_complete(to_move, left) {
            return Evaluation::WON;
        }
        let (own, other) = self.parts(to_move, left);
        let value = own - other + TEMPO[usize::from(left > 1)];
        value.clamp(1 - i64::from(Evaluation::WON), i64::from(Evaluation::WON) - 1) as i32
    }

    /// The weighted values of the stones of the side to move and of the other side.
    #[inline]
    pub(super) fn parts(&self, to_move: Side, left: u8) -> (i64, i64) {
        let part = |color: Side, role: Role| i64::from(self.made[color.index()]) * SHARES[role as usize] / GRAIN;
        (part(to_move, Role::mover(left)), part(!to_move, Role::waiting(left)))
    }

    /// Whether a colour can complete a row with `stones` stones. More than two count as two, as in
    /// [`Evaluation::can_complete`].
    #[inline]
    pub fn can_complete(&self, color: Side, stones: u8) -> bool {
        let wins = self.wins[color.index()];
        (if stones > 1 { wins / WINS_BY_TWO } else { wins % WINS_BY_TWO }) > 0
    }

    /// The value of a stone of a colour on an empty point: the sum over its four lines of what it
    /// makes or prevents, plus the distance to the nearest edge, so that of equal points the
    /// central ones come first. 0 for an occupied point.
    #[inline]
    pub fn score(&self, point: Point, color: Side) -> u32 {
        let index = point.index();
        candidates::score_of(self.keys[color.index()][index] & self.empty[index])
    }

    /// Fills the buffer with the points of the highest scores for a colour, best first, and returns
    /// the filled part: shorter than the buffer only if fewer points are empty.
    #[inline]
    pub fn best_points<'a>(&self, color: Side, buffer: &'a mut [ScoredPoint]) -> &'a [ScoredPoint] {
        let ((keys, _), (empty, _)) = (self.keys[color.index()].as_chunks(), self.empty.as_chunks());
        let chunks = keys
            .iter()
            .zip(empty)
            .map(|(keys, empty): (&[i32; CHUNK], &[i32; CHUNK])| core::array::from_fn(|at| keys[at] & empty[at]));
        candidates::best(chunks, buffer)
    }

    /// Updates the points near a stone that was put (or is taken back), line by line.
    #[inline]
    fn follow<const PUT: bool>(&mut self, index: usize, color: Side) {
        let PatternEvaluation { rules, tables, geometry, units, views, cells, keys, made, wins, .. } = self;
        let tables: &PatternTables = tables;
        let reach = tables.reach() as usize;
        for &direction in rules.directions() {
            let place = geometry.places[index][direction.index()];
            let (offset, len) = (usize::from(place.offset), usize::from(geometry.lengths[usize::from(place.line)]));
            let stride = geometry.stride(direction) as isize;
            let (down, up) = (offset.min(reach), (len - 1 - offset).min(reach));
            for from in reach - down..=reach + up {
                if from == reach {
                    continue;
                }
                let near = index.wrapping_add_signed((from as isize - reach as isize) * stride);
                // Seen from there, the stone lies on the other side.
                let unit = units[2 * reach - from];
                let added = match color {
                    BLACK => [unit, 2 * unit],
                    WHITE => [2 * unit, unit],
                };
                let before = views[near][direction.index()];
                let after = if PUT {
                    [before[0] + added[0], before[1] + added[1]]
                } else {
                    [before[0] - added[0], before[1] - added[1]]
                };
                views[near][direction.index()] = after;
                let (old, new) = (before.map(|view| tables.line(view)), after.map(|view| tables.line(view)));
                let cell = usize::from(cells[near]);
                if let (Some(made), Some(old), Some(new)) = (made.get_mut(cell), old.get(cell), new.get(cell)) {
                    *made += i32::from(new.gain) - i32::from(old.gain);
                    continue;
                }
                for (keys, (old, new)) in keys.iter_mut().zip(scores(old).into_iter().zip(scores(new))) {
                    keys[near] += candidates::key_difference(new - old);
                }
                for (wins, (old, new)) in wins.iter_mut().zip(old.into_iter().zip(new)) {
                    *wins += new.wins() - old.wins();
                }
            }
        }
    }

    /// The numbers of the line around a point, computed from its stones.
    fn views_of(&self, line: &BoardLine, offset: usize) -> Views {
        let reach = self.tables.reach() as usize;
        let mut views = [0; 2];
        for (place, &unit) in self.units.iter().enumerate().take(2 * reach + 1) {
            let at = (offset + place).checked_sub(reach).filter(|&at| at < usize::from(line.len));
            let [black, white] = match at {
                None => [2, 2],
                Some(at) if line.black >> at & 1 != 0 => [1, 2],
                Some(at) if line.white >> at & 1 != 0 => [2, 1],
                Some(_) => [0, 0],
            };
            views[0] += black * unit;
            views[1] += white * unit;
        }
        views
    }

    /// The values of a stone on a point to Black and to White.
    fn scores(&self, index: usize) -> [i32; 2] {
        let mut sums = [0; 2];
        for views in self.views[index] {
            let [black, white] = scores(views.map(|view| self.tables.line(view)));
            sums = [sums[0] + black, sums[1] + white];
        }
        sums
    }

    /// The gain of a stone of a colour on a point.
    #[inline]
    fn makes(&self, index: usize, color: Side) -> i32 {
        self.views[index].iter().map(|views| i32::from(self.tables.line(views[color.index()]).gain)).sum()
    }

    /// Adds the lines of a point on which a row can be completed to the counts, or removes them.
    #[inline]
    fn count_wins(&mut self, index: usize, times: i32) {
        for views in self.views[index] {
            for (wins, view) in self.wins.iter_mut().zip(views) {
                *wins += times * self.tables.line(view).wins();
            }
        }
    }
}

/// The values of a stone on a line to Black and to White.
#[inline]
fn scores([black, white]: [LineValue; 2]) -> [i32; 2] {
    [i32::from(stone_value(black, white)), i32::from(stone_value(white, black))]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{StoneWeights, Tables, Weights};
    use crate::patterns::LineCode;
    use proptest::prelude::*;
    use std::sync::{Mutex, PoisonError};

    /// The evaluation of an empty board; the tables of some rules are shared by all tests.
    fn evaluation(rules: Rules) -> PatternEvaluation {
        static MADE: Mutex<Vec<(Rules, Arc<PatternTables>)>> = Mutex::new(Vec::new());
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        let known = made.iter().find(|(of, _)| *of == rules).map(|(_, tables)| Arc::clone(tables));
        let tables = known.unwrap_or_else(|| {
            let tables = Arc::new(PatternTables::new(rules, &StoneWeights::PRINTED).unwrap());
            made.push((rules, Arc::clone(&tables)));
            tables
        });
        PatternEvaluation::new(&Board::new(rules), tables)
    }

    /// The whole incremental state; values that are only used for empty points are compared for
    /// empty points only.
    fn kept(evaluation: &PatternEvaluation) -> impl PartialEq + std::fmt::Debug + use<> {
        let keys = [0, 1].map(|color| -> Vec<i32> {
            evaluation.keys[color].iter().zip(&evaluation.empty).map(|(key, empty)| key & empty).collect()
        });
        (evaluation.views.clone(), evaluation.cells.clone(), keys, evaluation.made, evaluation.wins)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn incremental_updates_agree_with_recomputation(
            game in 0usize..7,
            steps in prop::collection::vec((any::<u16>(), any::<bool>(), 0u8..4), 1..120),
        ) {
            let rules = [
                Rules::CONNECT6,
                Rules::GOMOKU,
                Rules::TIC_TAC_TOE,
                Rules::new(9, 13, 7, 3, 1).unwrap(),
                Rules::new(23, 7, 6, 2, 1).unwrap(),
                Rules::new(12, 5, 4, 2, 2).unwrap(),
                Rules::new(4, 5, 1, 1, 1).unwrap(),
                Rules::HEXO.resized(15, 15).unwrap(),
            ][game];
            let mut evaluation = evaluation(rules);
            let empty = kept(&evaluation);
            let mut stones = Vec::new();
            for (index, color, take) in steps {
                if take == 0 {
                    evaluation.take();
                    stones.pop();
                } else if evaluation.cells[usize::from(index) % rules.cells()] == EMPTY {
                    let point = Point::from_index(usize::from(index) % rules.cells());
                    let color = if color { BLACK } else { WHITE };
                    evaluation.put(point, color);
                    stones.push((point, color));
                }
            }
            let of = |color| stones.iter().filter(|stone| stone.1 == color).map(|stone| stone.0).collect::<Vec<_>>();
            // A board with two winners can't be set up.
            if let Ok(board) = Board::from_stones(rules, &of(BLACK), &of(WHITE), BLACK) {
                let fresh = PatternEvaluation::new(&board, Arc::clone(evaluation.tables()));
                prop_assert_eq!(kept(&fresh), kept(&evaluation));
                // The codes of the thesis, read from the board, give the same value for every
                // stone.
                for point in rules.points() {
                    for color in Side::BOTH {
                        let lines = crate::Direction::ALL.map(|direction| LineCode::around(&board, point, direction, color));
                        let values = lines.map(|line| line.map_or(0, |line| u32::from(evaluation.tables.value(line))));
                        let edge = candidates::edge_distance(rules, point) as u32;
                        let expected = if board.is_empty(point) { values.iter().sum::<u32>() + edge } else { 0 };
                        prop_assert_eq!(evaluation.score(point, color), expected);
                    }
                }
                // The other evaluation finds the same completions.
                let tables = Tables::new(rules, &Weights::plain());
                let shapes = Evaluation::new(&board, tables.into());
                for (color, left) in Side::BOTH.into_iter().flat_map(|color| [(color, 1), (color, 2)]) {
                    prop_assert_eq!(evaluation.can_complete(color, left), shapes.can_complete(color, left));
                }
            }
            for _ in &stones {
                evaluation.take();
            }
            prop_assert_eq!(kept(&evaluation), empty);
        }

        #[test]
        fn best_points_agree_with_sorting(stones in prop::collection::vec((0usize..361, any::<bool>()), 0..60), most in 0usize..40) {
            let mut evaluation = evaluation(Rules::CONNECT6);
            for (index, color) in stones {
                if evaluation.cells[index] == EMPTY {
                    evaluation.put(Point::from_index(index), if color { BLACK } else { WHITE });
                }
            }
            for color in Side::BOTH {
                let mut all: Vec<u32> = Rules::CONNECT6.points().map(|point| evaluation.score(point, color)).collect();
                all.sort_unstable_by(|a, b| b.cmp(a));
                let mut buffer = vec![ScoredPoint::default(); most];
                let best: Vec<u32> = evaluation.best_points(color, &mut buffer).iter().map(|best| best.score).collect();
                prop_assert_eq!(&best, &all[..most]);
            }
        }

        #[test]
        fn colours_and_symmetries_are_alike(stones in prop::collection::vec((0usize..361, any::<bool>()), 0..60)) {
            let rules = Rules::CONNECT6;
            let mut one = evaluation(rules);
            let mut other = one.clone();
            for (index, color) in stones {
                let point = Point::from_index(index);
                if one.cells[index] == EMPTY {
                    let color = if color { BLACK } else { WHITE };
                    one.put(point, color);
                    other.put(rules.point(rules.row(point), 18 - rules.column(point)).unwrap(), !color);
                }
            }
            for (color, left) in Side::BOTH.into_iter().flat_map(|color| [(color, 1), (color, 2)]) {
                prop_assert_eq!(one.evaluate(color, left), other.evaluate(!color, left));
            }
        }
    }

    #[test]
    fn the_value_of_a_position_is_the_sum_of_its_stones() {
        let rules = Rules::CONNECT6;
        let mut evaluation = evaluation(rules);
        for (column, row, color) in [(9, 9, BLACK), (10, 9, BLACK), (3, 15, WHITE)] {
            evaluation.put(rules.point(column, row).unwrap(), color);
        }
        // Two stones of an active two, each alone on three lines; one alone on four.
        let (two, one) = (250, 10);
        assert_eq!(evaluation.made[0], 2 * (two + 3 * one));
        // White's lines near the corner have less room: full, full, nine cells of a diagonal, full.
        assert_eq!(evaluation.made[1] / one, 3);
        for left in 1..=2 {
            let own = i64::from(evaluation.made[1]) * SHARES[Role::mover(left) as usize] / GRAIN;
            let other = i64::from(evaluation.made[0]) * SHARES[Role::waiting(left) as usize] / GRAIN;
            let expected = own - other + TEMPO[usize::from(left > 1)];
            assert_eq!(i64::from(evaluation.evaluate(WHITE, left)), expected);
        }
        assert_eq!(evaluation.score(rules.point(9, 9).unwrap(), WHITE), 0, "occupied");
    }

    #[test]
    fn counts_of_the_largest_board_fit() {
        let rules = Rules::new(59, 59, 1, 1, 1).unwrap();
        let mut evaluation = evaluation(rules);
        for point in rules.points() {
            evaluation.put(point, BLACK);
        }
        assert!(evaluation.best_points(WHITE, &mut [ScoredPoint::default(); 9]).is_empty());
        assert!(!evaluation.can_complete(WHITE, 2));
        assert_eq!(evaluation.evaluate(BLACK, 1), Evaluation::WON - 1);
    }
}
