//! A board of cells with the moves that a description gives.

use super::description::{Description, Leap, MAX_POINTS, Movement};
use crate::{BLACK, RED, Side};
use duiyi_game::hash::mix64;
use std::marker::PhantomData;

/// The contents of a point: 0, or one plus twice the kind plus the number of the side.
pub(super) type Cell = u8;

/// The pieces on the points of a variant's board, numbered row by row from Red's left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board<D> {
    cells: [Cell; MAX_POINTS],
    rules: PhantomData<D>,
}

/// The four directions of lines.
const LINES: [(i8, i8); 4] = [(0, 1), (0, -1), (-1, 0), (1, 0)];

/// The cell of a piece.
pub(super) fn cell(kind: usize, side: Side) -> Cell {
    (1 + 2 * kind + side.index()) as Cell
}

/// The kind and the side of the piece in a cell.
pub(super) fn piece(cell: Cell) -> Option<(usize, Side)> {
    let number = cell.checked_sub(1)?;
    Some((usize::from(number / 2), if number % 2 == 0 { RED } else { BLACK }))
}

/// The part of a position's key that a piece on a point contributes.
pub(super) fn cell_key(cell: Cell, point: usize) -> u64 {
    if cell == 0 { 0 } else { mix64((usize::from(cell) * MAX_POINTS + point) as u64) }
}

impl<D: Description> Board<D> {
    /// The number of points.
    pub(super) const POINTS: usize = {
        let points = D::COLUMNS as usize * D::ROWS as usize;
        assert!(D::COLUMNS <= 9 && D::ROWS <= 10 && points <= MAX_POINTS && D::PIECES.len() <= 100);
        points
    };

    /// The empty board.
    pub(super) fn empty() -> Board<D> {
        Board { cells: [0; MAX_POINTS], rules: PhantomData }
    }

    /// The contents of a point.
    pub(super) fn at(&self, point: usize) -> Cell {
        self.cells[point]
    }

    /// Replaces the contents of a point.
    pub(super) fn set(&mut self, point: usize, cell: Cell) {
        self.cells[point] = cell;
    }

    /// The points of the pieces of a side, with their kinds, in the order of the points.
    pub(super) fn pieces(&self, side: Side) -> impl Iterator<Item = (usize, usize)> {
        let kind_of = move |cell| piece(cell).filter(|&(_, owner)| owner == side).map(|(kind, _)| kind);
        (0..Self::POINTS).filter_map(move |point| Some((point, kind_of(self.cells[point])?)))
    }

    /// The point at an offset; `None` outside the board.
    fn shifted(point: usize, (columns, rows): (i8, i8)) -> Option<usize> {
        let column = (point as u8 % D::COLUMNS).checked_add_signed(columns).filter(|&column| column < D::COLUMNS)?;
        let row = (point as u8 / D::COLUMNS).checked_add_signed(rows).filter(|&row| row < D::ROWS)?;
        Some(usize::from(row * D::COLUMNS + column))
    }

    /// The row of a point as a side sees it.
    fn row_of(point: usize, side: Side) -> u8 {
        let row = point as u8 / D::COLUMNS;
        if side == RED { row } else { D::ROWS - 1 - row }
    }

    /// Passes each point that the piece on a point can move to or capture on, without regard to
    /// checks, to `see`.
    pub(super) fn targets(&self, from: usize, see: &mut impl FnMut(usize)) {
        let Some((kind, side)) = piece(self.cells[from]) else { return };
        for movement in D::PIECES[kind].moves {
            match *movement {
                Movement::Leaps(leaps) => self.leaps(from, kind, side, leaps, see),
                Movement::LeapsFromRow(row, leaps) if Self::row_of(from, side) >= row => {
                    self.leaps(from, kind, side, leaps, see);
                }
                Movement::LeapsFromRow(..) => {}
                Movement::Glide | Movement::Strike | Movement::Hop | Movement::Face => {
                    for line in LINES {
                        self.along(from, side, line, *movement, see);
                    }
                }
            }
        }
    }

    fn leaps(&self, from: usize, kind: usize, side: Side, leaps: &[Leap], see: &mut impl FnMut(usize)) {
        let own = |(columns, rows): (i8, i8)| (columns, if side == RED { rows } else { -rows });
        for leap in leaps {
            let Some(to) = Self::shifted(from, own(leap.by)) else { continue };
            let blocked = leap.over.and_then(|over| Self::shifted(from, own(over)));
            let is_free = blocked.is_none_or(|point| self.cells[point] == 0);
            let is_own = piece(self.cells[to]).is_some_and(|(_, owner)| owner == side);
            if is_free && !is_own && D::PIECES[kind].within.contains(to as u8 % D::COLUMNS, Self::row_of(to, side)) {
                see(to);
            }
        }
    }

    /// The targets of a movement along one line.
    fn along(&self, from: usize, side: Side, line: (i8, i8), movement: Movement, see: &mut impl FnMut(usize)) {
        let (mut here, mut passed) = (from, 0);
        while let Some(to) = Self::shifted(here, line) {
            here = to;
            let Some((kind, owner)) = piece(self.cells[to]) else {
                if matches!(movement, Movement::Glide) {
                    see(to);
                }
                continue;
            };
            let captures = match movement {
                Movement::Strike => passed == 0,
                Movement::Hop => passed == 1,
                Movement::Face => passed == 0 && kind == 0,
                _ => false,
            };
            if captures && owner != side {
                see(to);
            }
            passed += 1;
            if passed == 2 || matches!(movement, Movement::Glide) {
                return;
            }
        }
    }

    /// The point of a side's king; `None` if it has none.
    pub(super) fn king(&self, side: Side) -> Option<usize> {
        (0..Self::POINTS).find(|&point| self.cells[point] == cell(0, side))
    }

    /// Whether the king of a side is attacked.
    pub(super) fn in_check(&self, side: Side) -> bool {
        let Some(king) = self.king(side) else { return false };
        self.pieces(!side).any(|(point, _)| {
            let mut attacked = false;
            self.targets(point, &mut |to| attacked |= to == king);
            attacked
        })
    }

    /// The board after a move.
    pub(super) fn after(mut self, from: usize, to: usize) -> Board<D> {
        self.cells[to] = std::mem::take(&mut self.cells[from]);
        self
    }
}
