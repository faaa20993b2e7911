//! The board in a picture.

use super::letters;
use crate::{BLACK, Board, WHITE};
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
        Look {
            ground: Ground::Points,
            pieces: Pieces::Stones,
            dots: dots(width, height),
            below: (0..width).map(letters).collect(),
            ..Look::new((width, height))
        }
    }
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
