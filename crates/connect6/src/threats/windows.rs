//! The windows that the other side must meet, and the sets of points that meet them.
//!
//! A *threat* is counted as Wu and Huang define it: a side has `t` threats if the other side needs
//! `t` stones to prevent it from completing a row in its next turn. So the number of threats is the
//! size of the smallest set of points that meets every window the side could fill (row C-A3 of
//! docs/sources.md). The usual count, line by line, is too high where one stone on a crossing meets
//! windows of two lines. This module has both, the fast count and the exact one.

use super::line::{WindowRule, low};
use crate::board::Geometry;
use crate::{Board, Direction, MAX_STONES_PER_TURN, Point, PointSet, Rules, Side};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// The missing points of one window: at most as many as a turn has stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    /// The missing points, by their offset on the line.
    pub(crate) cells: u64,
    /// The line, numbered through all directions.
    pub(crate) line: u16,
    /// Its direction.
    pub(crate) direction: Direction,
}

impl Window {
    #[inline]
    pub(super) fn is_met_by(&self, geometry: &Geometry, cell: u16) -> bool {
        let place = geometry.places[usize::from(cell)][self.direction.index()];
        place.line == self.line && self.cells >> place.offset & 1 == 1
    }

    /// The missing points.
    #[inline]
    pub(crate) fn points<'g>(&self, geometry: &'g Geometry) -> impl Iterator<Item = Point> + use<'g> {
        let (mut rest, direction) = (self.cells, self.direction);
        let line = usize::from(self.line - geometry.bases[direction.index()]);
        core::iter::from_fn(move || {
            (rest != 0).then(|| {
                let offset = rest.trailing_zeros();
                rest &= rest - 1;
                geometry.point_on(direction, line, offset)
            })
        })
    }
}

/// A list of at most the stones of a turn (or one more, to show that a turn is not enough).
#[derive(Clone, Copy, Debug)]
struct Chosen {
    cells: [u16; MAX_STONES_PER_TURN as usize + 1],
    len: usize,
}

impl Chosen {
    const NONE: Chosen = Chosen { cells: [0; MAX_STONES_PER_TURN as usize + 1], len: 0 };

    #[inline]
    fn as_slice(&self) -> &[u16] {
        &self.cells[..self.len]
    }
}

/// The first window that none of the points meets.
#[inline]
fn unmet<'w>(windows: &'w [Window], geometry: &Geometry, chosen: &[u16]) -> Option<&'w Window> {
    windows.iter().find(|window| !chosen.iter().any(|&cell| window.is_met_by(geometry, cell)))
}

/// Whether `left` more points can meet all the windows: one of them must be a point of the first
/// unmet window.
fn can_meet(windows: &[Window], geometry: &Geometry, chosen: &mut Chosen, left: u32) -> bool {
    let Some(window) = unmet(windows, geometry, chosen.as_slice()) else { return true };
    if left == 0 {
        return false;
    }
    for point in window.points(geometry) {
        chosen.cells[chosen.len] = point.index() as u16;
        chosen.len += 1;
        let met = can_meet(windows, geometry, chosen, left - 1);
        chosen.len -= 1;
        if met {
            return true;
        }
    }
    false
}

/// The size of the smallest set of points that meets all windows, at most `most`. `most` is at most
/// [`MAX_STONES_PER_TURN`] + 1.
pub(crate) fn smallest(windows: &[Window], geometry: &Geometry, most: u32) -> u32 {
    debug_assert!(most <= u32::from(MAX_STONES_PER_TURN) + 1);
    (0..most).find(|&count| can_meet(windows, geometry, &mut Chosen::NONE.clone(), count)).unwrap_or(most)
}

/// A number of windows without a common point, at most `most`: each needs its own point to
/// meet it. It need not be the largest such number.
fn apart(windows: &[Window], geometry: &Geometry, most: u32) -> u32 {
    let (mut count, mut points) = (0, PointSet::EMPTY);
    for window in windows {
        if count == most {
            break;
        }
        if !window.points(geometry).any(|point| points.contains(point)) {
            window.points(geometry).for_each(|point| points.insert(point));
            count += 1;
        }
    }
    count
}

/// The most stones for which every choice is tried: a window lacks at most this number of points,
/// so there are at most 4⁴.
#[cfg(feature = "engine")]
const MAX_TRIED: u32 = 4;

/// Enumerates the sets of points that meet windows, each set once.
struct Meetings<'a, F> {
    windows: &'a [Window],
    geometry: &'a Geometry,
    is_empty: &'a dyn Fn(Point) -> bool,
    visit: F,
    chosen: Chosen,
    /// Points chosen in an earlier branch, which visited all sets with one of them.
    barred: [u16; 160],
    barred_len: usize,
}

impl<F: FnMut(&[Point]) -> bool> Meetings<'_, F> {
    /// Continues with `left` stones; returns `false` if the visitor stopped.
    fn walk(&mut self, left: usize) -> bool {
        match unmet(self.windows, self.geometry, self.chosen.as_slice()) {
            None => self.fill(left, 0),
            Some(_) if left == 0 => true,
            Some(&window) => {
                let barred = self.barred_len;
                for point in window.points(self.geometry) {
                    let cell = point.index() as u16;
                    if self.barred[..self.barred_len].contains(&cell) {
                        continue;
                    }
                    if !self.with(cell, |walk| walk.walk(left - 1)) {
                        return false;
                    }
                    self.barred[self.barred_len] = cell;
                    self.barred_len += 1;
                }
                self.barred_len = barred;
                true
            }
        }
    }

    /// Every choice of the remaining stones, on points from `from` on.
    fn fill(&mut self, left: usize, from: usize) -> bool {
        if left == 0 {
            let mut points = [Point::from_index(0); MAX_STONES_PER_TURN as usize + 1];
            for (point, &cell) in points.iter_mut().zip(self.chosen.as_slice()) {
                *point = Point::from_index(usize::from(cell));
            }
            return (self.visit)(&points[..self.chosen.len]);
        }
        for index in from..self.geometry.places.len() {
            let cell = index as u16;
            if (self.is_empty)(Point::from_index(index))
                && !self.chosen.as_slice().contains(&cell)
                && !self.barred[..self.barred_len].contains(&cell)
                && !self.with(cell, |walk| walk.fill(left - 1, index + 1))
            {
                return false;
            }
        }
        true
    }

    fn with(&mut self, cell: u16, go_on: impl FnOnce(&mut Self) -> bool) -> bool {
        self.chosen.cells[self.chosen.len] = cell;
        self.chosen.len += 1;
        let more = go_on(self);
        self.chosen.len -= 1;
        more
    }
}

/// Calls `visit` with every set of `stones` empty points that meets all the windows, each once,
/// until it returns `false`. In each set the points that meet windows come first, then the free
/// ones.
pub(crate) fn for_each_meeting(
    windows: &[Window],
    geometry: &Geometry,
    stones: usize,
    is_empty: &dyn Fn(Point) -> bool,
    visit: impl FnMut(&[Point]) -> bool,
) {
    if stones > 2 && apart(windows, geometry, stones as u32 + 1) > stones as u32 {
        return;
    }
    let mut meetings =
        Meetings { windows, geometry, is_empty, visit, chosen: Chosen::NONE, barred: [0; 160], barred_len: 0 };
    meetings.walk(stones);
}

/// The windows of one line that a side could fill.
struct LineWindows {
    /// The line, numbered through all directions.
    line: u16,
    direction: Direction,
    /// The windows by their starts; at least one.
    starts: u64,
    /// The empty points.
    empty: u64,
}

impl LineWindows {
    /// The windows, one by one.
    #[inline]
    fn windows(&self, k: u32) -> impl Iterator<Item = Window> + use<> {
        let LineWindows { line, direction, mut starts, empty } = *self;
        core::iter::from_fn(move || {
            (starts != 0).then(|| {
                let start = starts.trailing_zeros();
                starts &= starts - 1;
                Window { cells: empty & low(k) << start, line, direction }
            })
        })
    }
}

/// The lines on which a side could fill a window with `stones` stones.
#[inline]
fn lines(board: &Board, color: Side, stones: u8) -> impl Iterator<Item = LineWindows> + '_ {
    let rule = WindowRule { k: u32::from(board.rules().k()), p: u32::from(stones) };
    Direction::ALL.into_iter().flat_map(move |direction| {
        (0..board.line_count(direction)).filter_map(move |index| {
            let line = board.line(direction, index);
            let own = line.stones(color);
            if own.count_ones() + rule.p < rule.k || u32::from(line.len) < rule.k {
                return None;
            }
            let starts = rule.now(own, line.stones(!color), u32::from(line.len));
            let line_number = board.geometry().bases[direction.index()] + index as u16;
            (starts != 0).then(|| LineWindows { line: line_number, direction, starts, empty: line.empty() })
        })
    })
}

/// Calls `visit` with every window that a side could fill with `stones` stones.
#[cfg(feature = "engine")]
pub(super) fn for_each_window(board: &Board, color: Side, stones: u8, visit: impl FnMut(Window)) {
    let k = u32::from(board.rules().k());
    lines(board, color, stones).flat_map(|line| line.windows(k)).for_each(visit);
}

/// Whether a side could complete a row with `stones` stones.
#[cfg(feature = "engine")]
pub(crate) fn can_complete(board: &Board, color: Side, stones: u8) -> bool {
    lines(board, color, stones).next().is_some()
}

/// The windows that one side could fill in its next turn, read from a board: those that the other
/// side must meet.
///
/// The value is a reusable work space: reading a board does not allocate after a position with at
/// least the same number of windows.
///
/// ```
/// use duiyi_connect6::{Board, BLACK, WHITE, Rules, threats::Threats};
///
/// // Four black stones with both ends open: two threats.
/// let rules = Rules::CONNECT6;
/// let row: Vec<_> = (7..11).map(|column| rules.point(column, 9).unwrap()).collect();
/// let board = Board::from_stones(rules, &row, &[], WHITE)?;
/// let mut threats = Threats::new(rules);
/// threats.read(&board, BLACK);
/// assert_eq!(threats.count(), 2);
/// let mut answers = 0;
/// threats.for_each_answer(&board, |turn| {
///     assert_eq!(turn.len(), 2);
///     answers += 1;
///     true
/// });
/// assert_eq!(answers, 3);
/// # Ok::<(), duiyi_connect6::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Threats {
    rules: Rules,
    geometry: Arc<Geometry>,
    windows: Vec<Window>,
}

impl Threats {
    /// Work space for boards of these rules.
    pub fn new(rules: Rules) -> Threats {
        Threats { rules, geometry: Arc::new(Geometry::new(rules)), windows: Vec::with_capacity(256) }
    }

    /// Finds the windows that a side could fill in its next whole turn.
    ///
    /// # Panics
    ///
    /// If the board has other rules.
    pub fn read(&mut self, board: &Board, color: Side) {
        self.read_within(board, color, self.rules.p());
    }

    /// Finds the windows that a side could fill with `stones` stones, those left in its turn.
    ///
    /// # Panics
    ///
    /// If the board has other rules.
    pub fn read_within(&mut self, board: &Board, color: Side, stones: u8) {
        assert_eq!(board.rules(), self.rules, "the work space is made for other rules");
        let rule = WindowRule { k: u32::from(self.rules.k()), p: u32::from(stones) };
        self.windows.clear();
        for line in lines(board, color, stones) {
            self.windows.extend(line.windows(rule.k));
        }
    }

    /// Whether there is no window to fill.
    pub fn is_empty(&self) -> bool {
        self.windows.is_empty()
    }

    /// The number of threats: the size of the smallest set of points that meets all the windows.
    /// Exact up to the stones of a turn; one more means "more than can be met".
    pub fn count(&self) -> u32 {
        let most = u32::from(self.rules.p()) + 1;
        if most > 3 && apart(&self.windows, &self.geometry, most) == most {
            return most;
        }
        smallest(&self.windows, &self.geometry, most)
    }

    /// Whether `stones` points can't meet all the windows, in a time that a search can spend on a
    /// node. Exact for up to four stones a turn; with more, the windows without a common point
    /// decide, and `false` may be wrong.
    #[cfg(feature = "engine")]
    pub(crate) fn exceed(&self, stones: u8) -> bool {
        let stones = u32::from(stones);
        if u32::from(self.rules.p()) <= MAX_TRIED {
            return !can_meet(&self.windows, &self.geometry, &mut Chosen::NONE.clone(), stones);
        }
        apart(&self.windows, &self.geometry, stones + 1) > stones
    }

    /// The missing points of one window: a turn that completes a row at once, `None` if there is
    /// none. It may have fewer points than a turn has stones.
    pub fn completion(&self) -> Option<impl Iterator<Item = Point> + '_> {
        self.windows.iter().min_by_key(|window| window.cells.count_ones()).map(|window| window.points(&self.geometry))
    }

    /// Every point that a window lacks.
    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.windows.iter().flat_map(|window| window.points(&self.geometry))
    }

    /// Whether these stones meet all the windows.
    pub fn are_met_by(&self, stones: &[Point]) -> bool {
        self.windows
            .iter()
            .all(|window| stones.iter().any(|point| window.is_met_by(&self.geometry, point.index() as u16)))
    }

    /// Calls `visit` with every choice of the stones left in the turn of the side to move that
    /// meets all the windows, each once, until it returns `false`. In each, the stones that meet
    /// windows come first, then the free ones. Without windows these are all turns.
    ///
    /// # Panics
    ///
    /// If the board has other rules.
    pub fn for_each_answer(&self, board: &Board, visit: impl FnMut(&[Point]) -> bool) {
        assert_eq!(board.rules(), self.rules, "the work space is made for other rules");
        let stones = usize::from(board.stones_left());
        for_each_meeting(&self.windows, &self.geometry, stones, &|point| board.is_empty(point), visit);
    }
}
