//! Finding a piece on a board, in the ways that the ZMBL thesis compares (2.1.1.1 and 2.1.4; row Z-B1b of
//! docs/sources.md): by comparing cells or pieces, or by board and piece list that point to each other.

use crate::mailbox::Mailbox;
use duiyi_xiangqi::{Position, Square};

/// The numbers of the pieces in the list: 1 to 32.
pub const PIECES: std::ops::RangeInclusive<u8> = 1..=32;

/// A position on boards of one and two dimensions and in a list of pieces.
#[derive(Clone, Debug)]
pub struct Boards {
    /// The piece on each square, 0 for none.
    line: [u8; Square::COUNT],
    /// The piece by rank and file.
    grid: [[u8; 9]; 10],
    /// The square of each piece, [`Boards::CAPTURED`] for a captured one. Piece 0 does not exist.
    list: [u8; 33],
}

impl From<&Position> for Boards {
    fn from(position: &Position) -> Boards {
        let plain = Mailbox::from(position);
        let mut boards = Boards { line: [0; Square::COUNT], grid: [[0; 9]; 10], list: [Boards::CAPTURED; 33] };
        for (index, &cell) in crate::mailbox::CELL_OF.iter().enumerate() {
            let piece = plain.board[usize::from(cell)];
            boards.line[index] = piece;
            boards.grid[index / 9][index % 9] = piece;
            if piece != 0 {
                boards.list[usize::from(piece)] = index as u8;
            }
        }
        boards
    }
}

impl Boards {
    /// The square of a captured piece.
    pub const CAPTURED: u8 = Square::COUNT as u8;

    /// The square of a piece, by up to 90 comparisons on the board of two dimensions.
    pub fn square_by_grid(&self, piece: u8) -> u8 {
        for (rank, cells) in self.grid.iter().enumerate() {
            for (file, &cell) in cells.iter().enumerate() {
                if cell == piece {
                    return (rank * 9 + file) as u8;
                }
            }
        }
        Boards::CAPTURED
    }

    /// The square of a piece, by up to 90 comparisons on the board of one dimension.
    pub fn square_by_line(&self, piece: u8) -> u8 {
        self.line.iter().position(|&cell| cell == piece).map_or(Boards::CAPTURED, |square| square as u8)
    }

    /// The square of a piece, by the list.
    ///
    /// # Panics
    /// If the piece is above 32.
    #[inline]
    pub fn square_by_list(&self, piece: u8) -> u8 {
        self.list[usize::from(piece)]
    }

    /// The piece on a square or 0, by up to 32 comparisons in the list.
    pub fn piece_by_list(&self, square: u8) -> u8 {
        self.list[1..].iter().position(|&listed| listed == square).map_or(0, |place| place as u8 + 1)
    }

    /// The piece on a square or 0, by the board of two dimensions.
    ///
    /// # Panics
    /// If the square is above 89.
    #[inline]
    pub fn piece_by_grid(&self, square: u8) -> u8 {
        self.grid[usize::from(square / 9)][usize::from(square % 9)]
    }

    /// The piece on a square or 0, by the board of one dimension.
    ///
    /// # Panics
    /// If the square is above 89.
    #[inline]
    pub fn piece_by_line(&self, square: u8) -> u8 {
        self.line[usize::from(square)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::middlegames;

    /// Row Z-B1b of docs/sources.md: all ways give the pieces and squares of the position.
    #[test]
    fn z_b1b_every_way_finds_every_piece() {
        let captured = middlegames().iter().map(|(_, position)| 32 - position.pieces().count()).sum::<usize>();
        let mut not_found = 0;
        for (name, position) in middlegames() {
            let boards = Boards::from(&position);
            for square in Square::all() {
                let index = square.index() as u8;
                let piece = boards.piece_by_line(index);
                assert_eq!(piece == 0, position.piece_at(square).is_none(), "{square} of {name}");
                assert_eq!([boards.piece_by_list(index), boards.piece_by_grid(index)], [piece; 2]);
            }
            for piece in PIECES {
                let square = boards.square_by_list(piece);
                assert_eq!([boards.square_by_grid(piece), boards.square_by_line(piece)], [square; 2]);
                not_found += usize::from(square == Boards::CAPTURED);
                assert!(square == Boards::CAPTURED || boards.piece_by_line(square) == piece, "{piece} of {name}");
            }
        }
        assert_eq!(not_found, captured);
    }
}
