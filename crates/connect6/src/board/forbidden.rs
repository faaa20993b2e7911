//! The forbidden points of renju.
//!
//! The definitions are those of the International Rules of Renju (Renju International Federation,
//! 1996, sections 3 and 9), for Black only:
//!
//! - A *four* has four stones that one more stone makes a row of exactly five. Two fours may lie on
//!   one line.
//! - A *straight four* has four adjacent stones that become five at either end.
//! - A *three* has three stones that one more stone makes a straight four, without a five at the
//!   same time, on a point that is not forbidden then: the definition is recursive (9.3).
//!
//! A stone that makes six or more in a row, two fours or two threes is forbidden, unless it also
//! makes exactly five.

use super::lines::run_through;
use crate::notation::Coordinates;
use crate::{BLACK, Board, Direction, Point, RowRule, Rules};
use arrayvec::ArrayVec;
use core::fmt;

/// The length of a winning row.
const FIVE: u32 = 5;
/// The most rows that a forbidden stone makes: two fours on each of four lines.
const MAX_ROWS: usize = 8;
/// The number of rows that the reason lists.
const LISTED: usize = 4;

/// The pattern that forbids a point (禁手).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ForbiddenPattern {
    /// Six or more in a row (长连).
    Overline,
    /// Two fours (四四).
    DoubleFour,
    /// Two threes (三三).
    DoubleThree,
}

impl fmt::Display for ForbiddenPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ForbiddenPattern::Overline => "an overline",
            ForbiddenPattern::DoubleFour => "a double four",
            ForbiddenPattern::DoubleThree => "a double three",
        })
    }
}

/// Why a point is forbidden for Black.
///
/// ```
/// use duiyi_connect6::{Board, Rules, notation::position};
///
/// let text = "15/15/15/15/15/15/8x6/5xx8/8x6/15/15/15/15/15/15 b";
/// let board = position::read(Rules::RENJU, text)?;
/// let reason = board.forbidden(Rules::RENJU.point(8, 7).unwrap()).unwrap();
/// assert_eq!(reason.to_string(), "a double three at I8: the rows F8-I8, I7-I9");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forbidden {
    rules: Rules,
    point: Point,
    pattern: ForbiddenPattern,
    /// The ends of the rows.
    rows: [Option<[Point; 2]>; LISTED],
}

impl Forbidden {
    /// The forbidden point.
    pub fn point(&self) -> Point {
        self.point
    }

    /// The pattern; the first in the order of [`ForbiddenPattern`] if the stone makes several.
    pub fn pattern(&self) -> ForbiddenPattern {
        self.pattern
    }

    /// The first and the last stone of each row of the pattern, including the forbidden stone; at
    /// most four rows.
    pub fn rows(&self) -> impl Iterator<Item = [Point; 2]> + '_ {
        self.rows.iter().copied().flatten()
    }
}

impl fmt::Display for Forbidden {
    /// `a double three at H8: the rows F8-H8, H8-H10`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |point| Coordinates::Letters.write(self.rules, point);
        let noun = if self.rows().count() == 1 { "row" } else { "rows" };
        write!(f, "{} at {}: the {noun} ", self.pattern, name(self.point))?;
        for (i, [first, last]) in self.rows().enumerate() {
            let separator = if i == 0 { "" } else { ", " };
            write!(f, "{separator}{}-{}", name(first), name(last))?;
        }
        Ok(())
    }
}

/// A line with Black's stones and the empty points, and the offset of a stone on it.
#[derive(Clone, Copy)]
struct Line {
    black: u64,
    empty: u64,
    at: u32,
}

impl Line {
    /// Black's adjacent stones through the stone.
    fn run(self) -> u64 {
        run_through(self.black, self.at)
    }

    /// The empty points at the ends of the run: the only points that lengthen it.
    fn ends(self) -> impl Iterator<Item = u32> {
        let run = self.run();
        let (below, above) = (run.trailing_zeros().checked_sub(1), 64 - run.leading_zeros());
        below.into_iter().chain([above]).filter(move |&end| self.empty >> end & 1 != 0)
    }

    fn with(self, offset: u32) -> Line {
        let bit = 1 << offset;
        Line { black: self.black | bit, empty: self.empty & !bit, ..self }
    }

    /// The fours through the stone, each as its stones. A straight four becomes five in two ways
    /// and is one four.
    fn fours(self) -> ArrayVec<u64, 2> {
        let mut fours = ArrayVec::new();
        for end in self.ends() {
            let five = self.with(end).run();
            let four = five & !(1 << end);
            if five.count_ones() == FIVE && !fours.contains(&four) {
                fours.push(four);
            }
        }
        fours
    }

    fn has_straight_four(self) -> bool {
        self.run().count_ones() == FIVE - 1
            && self.ends().filter(|&end| self.with(end).run().count_ones() == FIVE).count() == 2
    }

    /// The points that make a straight four through the stone, each with that four.
    fn straight_fours(self) -> impl Iterator<Item = (u32, u64)> {
        self.ends().filter(move |&end| self.with(end).has_straight_four()).map(move |end| (end, self.with(end).run()))
    }
}

/// A row of a pattern: its direction and its stones on the line.
type Row = (Direction, u64);

/// What a stone of Black makes.
enum Made {
    Five,
    Allowed,
    Forbidden(ForbiddenPattern, ArrayVec<Row, MAX_ROWS>),
}

/// A board with further stones of Black, the last on `point`.
struct Extended<'a> {
    board: &'a Board,
    point: Point,
    before: Option<&'a Extended<'a>>,
}

impl Extended<'_> {
    fn line(&self, direction: Direction) -> Line {
        let (number, at) = self.board.place(direction, self.point);
        let stones = self.board.line(direction, number);
        let mut line = Line { black: stones.black, empty: stones.empty(), at };
        let mut extended = Some(self);
        while let Some(Extended { point, before, .. }) = extended {
            let (other, offset) = self.board.place(direction, *point);
            if other == number {
                line = line.with(offset);
            }
            extended = *before;
        }
        line
    }

    fn made(&self) -> Made {
        let lines = Direction::ALL.map(|direction| (direction, self.line(direction)));
        let runs = lines.map(|(direction, line)| (direction, line.run()));
        if runs.iter().any(|(_, run)| run.count_ones() == FIVE) {
            return Made::Five;
        }
        let overlines: ArrayVec<Row, MAX_ROWS> = runs.into_iter().filter(|(_, run)| run.count_ones() > FIVE).collect();
        if !overlines.is_empty() {
            return Made::Forbidden(ForbiddenPattern::Overline, overlines);
        }
        let fours: ArrayVec<Row, MAX_ROWS> = lines
            .iter()
            .flat_map(|&(direction, line)| line.fours().into_iter().map(move |four| (direction, four)))
            .collect();
        if fours.len() > 1 {
            return Made::Forbidden(ForbiddenPattern::DoubleFour, fours);
        }
        // Most stones make no two rows of three, and the points that extend them need no check.
        if lines.iter().filter(|(_, line)| line.straight_fours().next().is_some()).count() < 2 {
            return Made::Allowed;
        }
        let threes: ArrayVec<Row, MAX_ROWS> =
            lines.iter().filter_map(|&(direction, line)| Some((direction, self.three(direction, line)?))).collect();
        if threes.len() > 1 { Made::Forbidden(ForbiddenPattern::DoubleThree, threes) } else { Made::Allowed }
    }

    /// The three that the stone makes on a line, if it makes one.
    fn three(&self, direction: Direction, line: Line) -> Option<u64> {
        let (number, _) = self.board.place(direction, self.point);
        let three = |(end, four): (u32, u64)| {
            let point = self.board.point_on(direction, number, end);
            let after = Extended { board: self.board, point, before: Some(self) };
            matches!(after.made(), Made::Allowed).then_some(four & !(1 << end))
        };
        line.straight_fours().find_map(three)
    }
}

impl Board {
    /// Why an empty point is forbidden for Black, whichever side is to move; `None` if it is allowed, or
    /// the rules are not those of renju.
    ///
    /// # Panics
    ///
    /// If the point is not on the board.
    pub fn forbidden(&self, point: Point) -> Option<Forbidden> {
        if self.rules().row_rule() != RowRule::Renju {
            return None;
        }
        let Made::Forbidden(pattern, made) = (Extended { board: self, point, before: None }).made() else {
            return None;
        };
        let mut rows = [None; LISTED];
        for (row, (direction, stones)) in rows.iter_mut().zip(made) {
            let (number, _) = self.place(direction, point);
            let at = |offset| self.point_on(direction, number, offset);
            *row = Some([at(stones.trailing_zeros()), at(63 - stones.leading_zeros())]);
        }
        Some(Forbidden { rules: self.rules(), point, pattern, rows })
    }

    /// Whether the rules allow the side to move to put a stone on an empty point: not if it lies too far from the
    /// stones, or if it is Black's and the point is [forbidden](Board::forbidden).
    #[inline]
    pub(crate) fn allows(&self, point: Point) -> bool {
        self.is_near(point) && self.is_not_forbidden(point)
    }

    /// Whether the rules of renju allow the side to move to put a stone on an empty point.
    #[inline]
    pub(super) fn is_not_forbidden(&self, point: Point) -> bool {
        self.rules().row_rule() != RowRule::Renju || self.to_move() != BLACK || self.forbidden(point).is_none()
    }

    /// Whether Black is to move and every empty point is forbidden.
    #[inline]
    pub(crate) fn is_stuck(&self) -> bool {
        self.rules().row_rule() == RowRule::Renju && !self.empties().any(|point| self.is_not_forbidden(point))
    }
}
