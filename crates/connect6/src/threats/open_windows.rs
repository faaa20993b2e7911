//! The windows that a side could fill, computed without a work space: the same as
//! [`Threats`](super::Threats), limited to the windows that two stones can meet.

use super::windows::{Window, for_each_window};
use crate::board::Geometry;
use crate::{Board, MAX_SIDE, Point, PointSet, Side};
use arrayvec::ArrayVec;

/// A point lies in `k` windows of each of its four lines, so two points meet at most this number of
/// windows.
const MOST: usize = 2 * 4 * MAX_SIDE as usize;

/// The windows that a side could fill in its next whole turn.
pub(crate) struct OpenWindows<'b> {
    geometry: &'b Geometry,
    /// The windows, if two stones may meet all of them.
    windows: Option<ArrayVec<Window, MOST>>,
    /// The first of the windows that lack the fewest points.
    nearest: Option<Window>,
    /// Every point that a window lacks.
    points: PointSet,
}

impl OpenWindows<'_> {
    /// The open windows of a side of a board.
    pub(crate) fn of(board: &Board, color: Side) -> OpenWindows<'_> {
        let geometry: &Geometry = board.geometry();
        let mut windows = ArrayVec::new();
        let (mut all, mut nearest, mut points) = (true, None::<Window>, PointSet::EMPTY);
        for_each_window(board, color, board.rules().p(), |window| {
            if nearest.is_none_or(|nearest| window.cells.count_ones() < nearest.cells.count_ones()) {
                nearest = Some(window);
            }
            window.points(geometry).for_each(|point| points.insert(point));
            all &= windows.try_push(window).is_ok();
        });
        OpenWindows { geometry, windows: all.then_some(windows), nearest, points }
    }

    /// The points that the nearest window lacks.
    pub(crate) fn nearest(&self) -> impl Iterator<Item = Point> + '_ {
        self.nearest.iter().flat_map(|window| window.points(self.geometry))
    }

    /// Every point that a window lacks.
    pub(crate) fn points(&self) -> &PointSet {
        &self.points
    }

    /// Whether these stones, at most two, meet all the windows.
    pub(crate) fn are_met_by(&self, stones: &[Point]) -> bool {
        self.windows.is_some() && self.unmet(stones).is_none()
    }

    /// Whether the point alone meets all the windows, or, with two stones, together with another
    /// point.
    pub(crate) fn can_be_met_with(&self, point: Point, stones: u8) -> bool {
        if self.windows.is_none() {
            return false;
        }
        // The second stone must lie in the first window that the first one does not meet.
        self.unmet(&[point]).is_none_or(|window| {
            stones > 1 && window.points(self.geometry).any(|other| self.unmet(&[point, other]).is_none())
        })
    }

    /// The first window that none of the stones meets.
    fn unmet(&self, stones: &[Point]) -> Option<&Window> {
        let windows = self.windows.as_deref().unwrap_or_default();
        windows.iter().find(|window| !stones.iter().any(|point| window.is_met_by(self.geometry, point.index() as u16)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use crate::threats::Threats;
    use crate::{BLACK, WHITE};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    #[test]
    fn open_windows_agree_with_threats() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut met = [0; 3];
        for rules in [Rules::CONNECT6, Rules::GOMOKU, Rules::new(20, 18, 5, 3, 1).unwrap(), Rules::HEXO] {
            let mut threats = Threats::new(rules);
            for _ in 0..2000 {
                let mut board = Board::new(rules);
                for i in 0..random.next_u64() % 40 {
                    let point = rules.point((random.next_u64() % 9) as u8, (random.next_u64() % 9) as u8).unwrap();
                    if board.is_empty(point) {
                        // Both sides may have a row; then no more stones are set.
                        _ = board.set(point, if i % 4 == 0 { WHITE } else { BLACK });
                    }
                }
                if board.winner().is_some() {
                    continue;
                }
                threats.read(&board, BLACK);
                let windows = OpenWindows::of(&board, BLACK);
                assert!(threats.completion().into_iter().flatten().eq(windows.nearest()));
                let mut points: Vec<Point> = threats.points().collect();
                points.sort_unstable();
                points.dedup();
                assert!(points.iter().copied().eq(windows.points().points()));
                for (i, &one) in points.iter().enumerate() {
                    assert_eq!(windows.are_met_by(&[one]), threats.are_met_by(&[one]));
                    assert_eq!(windows.can_be_met_with(one, 1), threats.are_met_by(&[one]));
                    let by_two = points.iter().any(|&other| threats.are_met_by(&[one, other]));
                    assert_eq!(windows.can_be_met_with(one, 2), by_two);
                    let other = points[(i + 1) % points.len()];
                    assert_eq!(windows.are_met_by(&[one, other]), threats.are_met_by(&[one, other]));
                    met[usize::from(threats.are_met_by(&[one])) + usize::from(by_two)] += 1;
                }
            }
        }
        assert!(met.iter().all(|&count| count > 100), "{met:?}");
    }
}
