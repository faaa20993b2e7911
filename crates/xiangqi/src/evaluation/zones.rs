//! The parts of the far half in which control counts.

use crate::{Bitboard, Color, Square};

/// The palace of the enemy of a colour.
pub(super) const PALACE: [Bitboard; 2] = [zone(Color::Red, true), zone(Color::Black, true)];
/// The ground beyond the river for a colour, without the palace.
pub(super) const GROUND: [Bitboard; 2] = [zone(Color::Red, false), zone(Color::Black, false)];

const fn zone(color: Color, palace: bool) -> Bitboard {
    let mut set = 0;
    let mut i = 0;
    while i < 90 {
        let square = Square::at(i);
        let in_palace = square.file() >= 3 && square.file() <= 5 && square.rank_from(color) >= 7;
        if square.across_river(color) && in_palace == palace {
            set |= 1 << i;
        }
        i += 1;
    }
    Bitboard(set)
}
