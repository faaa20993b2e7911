//! The points that complete a row with one stone, by the exact rules.

use super::lines::run_through;
use crate::{Board, Direction, Point, Side};
use alloc::vec::Vec;

impl Board {
    /// The empty points on which one stone of a side makes a winning row. A point that completes
    /// rows in several directions occurs once for each.
    ///
    /// Unlike [`Threats`](crate::threats::Threats), which finds windows, it distinguishes rows of
    /// exactly k from longer ones.
    pub fn winning_points(&self, side: Side) -> impl Iterator<Item = Point> + '_ {
        let (k, exact) = (u32::from(self.rules().k()), self.rules().is_exact(side));
        Direction::ALL.into_iter().flat_map(move |direction| {
            (0..self.line_count(direction)).flat_map(move |number| {
                let line = self.line(direction, number);
                let own = line.stones(side);
                let beside = if k == 1 { u64::MAX } else { own << 1 | own >> 1 };
                let mut rest = if own.count_ones() + 1 >= k { line.empty() & beside } else { 0 };
                core::iter::from_fn(move || {
                    while rest != 0 {
                        let offset = rest.trailing_zeros();
                        rest &= rest - 1;
                        let length = run_through(own, offset).count_ones();
                        if length == k || (length > k && !exact) {
                            return Some(self.point_on(direction, number, offset));
                        }
                    }
                    None
                })
            })
        })
    }

    /// The stones of the rows that won the game, in order; none before its end.
    pub(crate) fn won_rows(&self) -> Vec<Point> {
        let Some(side) = self.winner() else { return Vec::new() };
        let (k, exact) = (u32::from(self.rules().k()), self.rules().is_exact(side));
        let mut points = Vec::new();
        for direction in Direction::ALL {
            for number in 0..self.line_count(direction) {
                let own = self.line(direction, number).stones(side);
                let mut rest = own;
                while rest != 0 {
                    let mut run = run_through(own, rest.trailing_zeros());
                    rest &= !run;
                    let length = run.count_ones();
                    while (length == k || (length > k && !exact)) && run != 0 {
                        points.push(self.point_on(direction, number, run.trailing_zeros()));
                        run &= run - 1;
                    }
                }
            }
        }
        points.sort_unstable();
        points.dedup();
        points
    }
}
