//! The zones of the far half in which control counts, and shifts of whole sets sideways.

use crate::{BLACK, Bitboard, RED, Side, Square};
use duiyi_game::BySide;

/// The enemy palace of a colour.
pub(super) const PALACE: BySide<Bitboard> = BySide::new(zone(RED, true), zone(BLACK, true));
/// The points beyond the river for a colour, without the palace.
pub(super) const GROUND: BySide<Bitboard> = BySide::new(zone(RED, false), zone(BLACK, false));

/// The far half of the board for a colour.
pub(super) const FAR_HALF: BySide<Bitboard> = BySide::new(far_half(RED), far_half(BLACK));

/// The points of a file (0 = a).
const fn file(number: u32) -> u128 {
    let mut set = 0;
    let mut rank = 0;
    while rank < 10 {
        set |= 1 << (rank * 9 + number);
        rank += 1;
    }
    set
}

/// Shifts every point one file to the east, dropping the last file.
#[inline(always)]
pub(super) const fn east(set: Bitboard) -> Bitboard {
    Bitboard((set.0 & !file(8)) << 1)
}

/// Shifts every point one file to the west, dropping the first file.
#[inline(always)]
pub(super) const fn west(set: Bitboard) -> Bitboard {
    Bitboard((set.0 & !file(0)) >> 1)
}

const fn zone(color: Side, palace: bool) -> Bitboard {
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

const fn far_half(color: Side) -> Bitboard {
    Bitboard(zone(color, true).0 | zone(color, false).0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_sideways_do_not_wrap() {
        let set: Bitboard = ["a0", "h3", "i3", "i9"].iter().map(|name| name.parse::<Square>().unwrap()).collect();
        let names = |set: Bitboard| set.into_iter().map(|square| square.to_string()).collect::<Vec<_>>();
        assert_eq!(names(east(set)), ["b0", "i3"]);
        assert_eq!(names(west(set)), ["g3", "h3", "h9"]);
    }
}
