//! The board in a picture.

use super::letters;
use crate::{BLACK, Board, Point, Tiling, WHITE};
use alloc::{vec, vec::Vec};
use duiyi_game::{Diagram, Grid, Ground, Look, Pieces, Side, Square};

impl Diagram for Board {
    /// `X` for Black and `O` for White, as in [`notation::diagram`](crate::notation::diagram).
    fn symbol(&self, Square { column, row }: Square) -> Option<char> {
        Some(match self.color_at(self.rules().point(column, row)?)? {
            BLACK => 'X',
            WHITE => 'O',
        })
    }

    fn owner(&self, Square { column, row }: Square) -> Option<Side> {
        self.color_at(self.rules().point(column, row)?)
    }

    fn pieces(&self, see: &mut impl FnMut(Square, char, Option<Side>)) {
        for (point, side) in self.stones() {
            let (column, row) = (self.rules().column(point), self.rules().row(point));
            see(Square { column, row }, if side == BLACK { 'X' } else { 'O' }, Some(side));
        }
    }

    /// The rows that won the game.
    fn warnings(&self) -> Vec<Square> {
        let square = |point| Square { column: self.rules().column(point), row: self.rules().row(point) };
        self.won_rows().into_iter().map(square).collect()
    }

    /// Whether the side to move has one stone left in its turn.
    const EXTRA_INPUTS: usize = 1;

    fn extra_inputs(&self, view: Side, on: &mut impl FnMut(usize)) {
        if view == self.to_move() && self.stones_left() == 1 {
            on(0);
        }
    }

    fn look(&self) -> Look {
        let (width, height) = self.size();
        let is_square = self.rules().tiling() == Tiling::Square;
        Look {
            ground: if is_square { Ground::Points } else { Ground::Hexagons },
            pieces: Pieces::Stones,
            dots: if is_square { dots(width, height) } else { Vec::new() },
            part: self.rules().radius().map(|_| part(self)),
            below: (0..width).map(letters).collect(),
            ..Look::new((width, height))
        }
    }
}

/// The part of a board without an edge that is of interest: the stones, and some cells around them.
fn part(board: &Board) -> [Square; 2] {
    const AROUND: u8 = 5;
    let rules = board.rules();
    let centre = (rules.column(rules.centre()), rules.row(rules.centre()));
    let bounds = |centre: u8, size: u8, of: &dyn Fn(Point) -> u8| {
        let (low, high) = board.stones().fold((centre, centre), |(low, high), (stone, _)| {
            let at = of(stone);
            (low.min(at), high.max(at))
        });
        (low.saturating_sub(AROUND), (high + AROUND).min(size - 1))
    };
    let columns = bounds(centre.0, rules.width(), &|point| rules.column(point));
    let rows = bounds(centre.1, rules.height(), &|point| rules.row(point));
    [Square { column: columns.0, row: rows.0 }, Square { column: columns.1, row: rows.1 }]
}

/// The marked points, as on boards for Go: nine on large boards, five on small ones, none on the
/// smallest.
fn dots(width: u8, height: u8) -> Vec<Square> {
    let along = |size: u8| -> Vec<u8> {
        match size {
            0..7 => Vec::new(),
            7..13 if size % 2 == 1 => vec![2, size / 2, size - 3],
            7..13 => vec![2, size - 3],
            _ if size % 2 == 1 => vec![3, size / 2, size - 4],
            _ => vec![3, size - 4],
        }
    };
    let is_small = width < 13 || height < 13;
    let all =
        along(width).into_iter().flat_map(|column| along(height).into_iter().map(move |row| Square { column, row }));
    // Small boards have no dots in the middle of a side.
    let at_a_side = |at: &Square| (at.column == width / 2) != (at.row == height / 2);
    all.filter(|at| !is_small || !at_a_side(at)).collect()
}
