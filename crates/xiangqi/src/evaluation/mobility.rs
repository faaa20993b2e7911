//! Mobility and control of the board (rows Z-D3 and Z-D4 of docs/sources.md): where the
//! strong pieces can go without being taken by a lesser one, and how much of the
//! enemy's ground they attack.

use super::{
    attacks::Side,
    terms,
    trace::Tracer,
    zones::{GROUND, PALACE},
};
use crate::{Bitboard, Color, PieceKind, Position, Square};

#[inline]
fn without(set: Bitboard, other: Bitboard) -> Bitboard {
    Bitboard(set.0 & !other.0)
}

/// Mobility, control and protection of a side.
#[inline]
pub(super) fn mobility<T: Tracer>(tracer: &mut T, position: &Position, color: Color, us: &Side, them: &Side) {
    let own = position.occupied_by(color);
    let occupied = position.occupied();
    let (palace, ground) = (PALACE[color.index()], GROUND[color.index()]);
    let by_weak = them.pawn_targets | them.guard_targets;
    let by_lesser = by_weak | them.horse_targets | them.cannon_targets;
    for rook in us.rooks.iter() {
        let free = without(rook.targets, occupied | by_lesser);
        tracer.add(terms::ROOK_MOBILITY + free.len() as usize, 1);
        tracer.add(terms::PALACE_CONTROL, (rook.targets & palace).len() as i32);
        tracer.add(terms::GROUND_CONTROL, (rook.targets & ground).len() as i32);
        rook_file(tracer, position, color, rook.square);
    }
    for horse in us.horses.iter() {
        let free = without(horse.targets, own | by_weak);
        tracer.add(terms::HORSE_MOBILITY + free.len() as usize, 1);
        tracer.add(terms::PALACE_CONTROL + 1, (horse.targets & palace).len() as i32);
        tracer.add(terms::GROUND_CONTROL + 1, (horse.targets & ground).len() as i32);
    }
    for cannon in us.cannons.iter() {
        let free = without(cannon.slide, occupied | by_weak);
        tracer.add(terms::CANNON_MOBILITY + free.len() as usize, 1);
        tracer.add(terms::PALACE_CONTROL + 2, (cannon.fire & palace).len() as i32);
        tracer.add(terms::GROUND_CONTROL + 2, (cannon.fire & ground).len() as i32);
    }
    tracer.add(terms::PALACE_CONTROL + 3, (us.pawn_targets & palace).len() as i32);
    for square in us.all & own {
        if let Some(piece) = position.piece_at(square) {
            tracer.add(terms::PROTECTED + piece.kind.index(), 1);
        }
    }
}

#[inline]
fn rook_file<T: Tracer>(tracer: &mut T, position: &Position, color: Color, rook: Square) {
    let own = 1 << rook.rank();
    if position.bit_file(rook.file()) == own {
        tracer.add(terms::ROOK_FILE, 1);
    } else if position.file_code(color, rook.file()) == own {
        tracer.add(terms::ROOK_FILE + 1, 1);
    }
}

/// Pawns beyond the river, and those side by side there.
#[inline]
pub(super) fn pawns<T: Tracer>(tracer: &mut T, color: Color, us: &Side) {
    let across = us.pawns & (GROUND[color.index()] | PALACE[color.index()]);
    tracer.add(terms::PAWNS_ACROSS + across.len() as usize, 1);
    // A pawn's attacks to the side and forward: those it shares with a pawn beside it.
    let beside = across & shifted_east(across);
    tracer.add(terms::LINKED_PAWNS, beside.len() as i32);
}

/// Every point one file to the east, those of the last file left out.
#[inline]
fn shifted_east(set: Bitboard) -> Bitboard {
    const FIRST_FILE: u128 = {
        let mut file = 0;
        let mut rank = 0;
        while rank < 10 {
            file |= 1 << (rank * 9);
            rank += 1;
        }
        file
    };
    Bitboard(set.0 << 1 & !FIRST_FILE & Bitboard::FULL.0)
}

/// Enemy pieces that a side attacks.
#[inline]
pub(super) fn threats<T: Tracer>(tracer: &mut T, position: &Position, color: Color, us: &Side, them: &Side) {
    let mover = (position.side_to_move() == color) as usize;
    let mut loose = 0;
    for square in us.all & position.occupied_by(!color) {
        let Some(victim) = position.piece_at(square).filter(|piece| piece.kind != PieceKind::King) else { continue };
        let class = if us.pawn_targets.contains(square) {
            0
        } else if us.guard_targets.contains(square) {
            1
        } else if us.horse_targets.contains(square) {
            2
        } else if us.cannon_targets.contains(square) {
            3
        } else {
            4
        };
        let protected = them.all.contains(square) as usize;
        let row = (mover * terms::ATTACKER_CLASSES + class) * 2 + protected;
        tracer.add(terms::THREAT + row * 7 + victim.kind.index(), 1);
        loose += match victim.kind {
            PieceKind::Rook => class < 4 || protected == 0,
            PieceKind::Horse | PieceKind::Cannon => class < 2 || protected == 0,
            _ => false,
        } as usize;
    }
    tracer.add(terms::FORK + mover * 3 + loose.min(2), 1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_zones_are_the_far_half() {
        let drawn = |rows: [&str; 5], color: Color, sign: char| -> Bitboard {
            // From the far edge to the river, as the owner of the zone's attackers sees it.
            let points = rows.iter().zip([9, 8, 7, 6, 5]).flat_map(|(row, rank)| {
                let files = row.chars().zip(0..).filter(move |&(point, _)| point == sign);
                files.map(move |(_, file)| Square::new(file, rank).expect("on the board"))
            });
            points.map(|square| if color == Color::Red { square } else { square.rotate() }).collect()
        };
        let half = ["gggpppggg", "gggpppggg", "gggpppggg", "ggggggggg", "ggggggggg"];
        for color in Color::ALL {
            assert_eq!(PALACE[color.index()], drawn(half, color, 'p'), "{color:?}");
            assert_eq!(GROUND[color.index()], drawn(half, color, 'g'), "{color:?}");
        }
    }

    #[test]
    fn neighbours_to_the_east_do_not_wrap() {
        let set: Bitboard = ["a0", "h3", "i3", "i9"].iter().map(|name| name.parse::<Square>().unwrap()).collect();
        let names: Vec<String> = shifted_east(set).into_iter().map(|square| square.to_string()).collect();
        assert_eq!(names, ["b0", "i3"]);
    }
}
