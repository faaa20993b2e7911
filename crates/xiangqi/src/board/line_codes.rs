//! Ranks and files as small integers: the occupancy of each, bit by bit.

use super::square::Square;

/// The codes of one colour's pieces, kept by make and unmake.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct LineCodes {
    /// Occupancy of each rank, bit = file.
    pub(crate) ranks: [u16; 10],
    /// Occupancy of each file, bit = rank.
    pub(crate) files: [u16; 9],
}

impl LineCodes {
    pub(crate) const EMPTY: LineCodes = LineCodes { ranks: [0; 10], files: [0; 9] };

    /// Puts a piece on an empty point or takes it away.
    #[inline]
    pub(crate) fn toggle(&mut self, square: Square) {
        let (file, rank) = (square.file(), square.rank());
        self.ranks[rank as usize] ^= 1 << file;
        self.files[file as usize] ^= 1 << rank;
    }
}
