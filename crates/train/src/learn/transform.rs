//! Rotations and reflections of a board.

use duiyi_game::Square;
use serde::{Deserialize, Serialize};

/// A rotation or reflection of a rectangular board; those that exchange columns and rows need a square
/// board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Transform {
    /// Whether columns and rows are exchanged first.
    pub transposed: bool,
    /// Whether the columns are reversed.
    pub columns: bool,
    /// Whether the rows are reversed.
    pub rows: bool,
}

impl Transform {
    /// Every square stays.
    pub const IDENTITY: Transform = Transform { transposed: false, columns: false, rows: false };
    /// The rows are reversed.
    pub const FLIPPED: Transform = Transform { rows: true, ..Transform::IDENTITY };
    /// A half turn.
    pub const TURNED: Transform = Transform { columns: true, ..Transform::FLIPPED };

    /// The transforms of a board of this size, the identity first: 4, or 8 if it is square.
    ///
    /// ```
    /// use duiyi_train::learn::Transform;
    /// assert_eq!(Transform::of_board((9, 10)).count(), 4);
    /// assert_eq!(Transform::of_board((8, 8)).next(), Some(Transform::IDENTITY));
    /// ```
    pub fn of_board((columns, rows): (u8, u8)) -> impl Iterator<Item = Transform> {
        let bit = |number: u8, bit: u8| number >> bit & 1 == 1;
        let most = if columns == rows { 8 } else { 4 };
        (0..most).map(move |number| Transform {
            columns: bit(number, 0),
            rows: bit(number, 1),
            transposed: bit(number, 2),
        })
    }

    /// The image of a square on a board of this size.
    ///
    /// ```
    /// use duiyi_game::Square;
    /// use duiyi_train::learn::Transform;
    /// let image = Transform::TURNED.apply(Square { column: 1, row: 0 }, (9, 10));
    /// assert_eq!(image, Square { column: 7, row: 9 });
    /// ```
    pub fn apply(self, at: Square, (columns, rows): (u8, u8)) -> Square {
        let Square { column, row } = if self.transposed { Square { column: at.row, row: at.column } } else { at };
        Square {
            column: if self.columns { columns - 1 - column } else { column },
            row: if self.rows { rows - 1 - row } else { row },
        }
    }

    /// The image of every square by its number, row by row from the lower left.
    pub(crate) fn table(self, size: (u8, u8)) -> Vec<u16> {
        let squares = (0..size.1).flat_map(|row| (0..size.0).map(move |column| Square { column, row }));
        squares.map(|at| number_of(self.apply(at, size), size)).collect()
    }
}

/// The number of a square, row by row from the lower left.
pub(crate) fn number_of(at: Square, (columns, _): (u8, u8)) -> u16 {
    u16::from(at.row) * u16::from(columns) + u16::from(at.column)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_transforms_of_a_board_are_different_permutations() {
        for (size, count) in [((3, 3), 8), ((2, 3), 4)] {
            let tables: HashSet<Vec<u16>> = Transform::of_board(size).map(|it| it.table(size)).collect();
            assert_eq!(tables.len(), count);
            for mut table in tables {
                table.sort_unstable();
                assert!(table.into_iter().eq(0..u16::from(size.0) * u16::from(size.1)));
            }
        }
    }
}
