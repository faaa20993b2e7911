//! Mobility and control of the board (rows Z-D3 and Z-D4 of docs/sources.md): the squares that
//! strong pieces can reach without being captured by a lesser piece, and the part of the
//! enemy's half that they attack.

use super::{
    attacks::SideAttacks,
    terms,
    trace::Tracer,
    zones::{FAR_HALF, GROUND, PALACE, east},
};
use crate::{Bitboard, PieceKind, Position, Side, Square};

#[inline(always)]
fn without(set: Bitboard, other: Bitboard) -> Bitboard {
    Bitboard(set.0 & !other.0)
}

/// Mobility, control and protection of a side. Returns the sum of the units of the strong pieces that
/// attack the enemy palace ([`terms::ASSAULT_UNITS`]).
#[inline(always)]
pub(super) fn mobility<T: Tracer>(
    tracer: &mut T,
    position: &Position,
    color: Side,
    us: &SideAttacks,
    them: &SideAttacks,
) -> usize {
    let mut units = 0;
    let own = position.occupied_by(color);
    let occupied = position.occupied();
    let by_weak = them.pawn_targets | them.guard_targets;
    let not_for_rooks = occupied | by_weak | them.horse_targets | them.cannon_targets;
    us.rooks.each(|rook| {
        tracer.add(terms::ROOK_MOBILITY + without(rook.targets, not_for_rooks).len() as usize, 1);
        units += control(tracer, color, 0, rook.targets);
        rook_file(tracer, position, color, rook.square);
    });
    us.horses.each(|horse| {
        tracer.add(terms::HORSE_MOBILITY + without(horse.targets, own | by_weak).len() as usize, 1);
        units += control(tracer, color, 1, horse.targets);
    });
    us.cannons.each(|cannon| {
        tracer.add(terms::CANNON_MOBILITY + without(cannon.slide, occupied | by_weak).len() as usize, 1);
        units += control(tracer, color, 2, cannon.fire);
    });
    tracer.add(terms::PALACE_CONTROL + 3, (us.pawn_targets & PALACE[color]).len() as i32);
    let protected = us.all & own;
    for kind in PieceKind::ALL {
        tracer.add(terms::PROTECTED + kind.index(), (protected & position.of_kind(kind)).len() as i32);
    }
    units
}

/// The attacks of a strong piece, of one of three kinds, beyond the river. Returns its units if it
/// attacks the palace.
#[inline(always)]
fn control<T: Tracer>(tracer: &mut T, color: Side, kind: usize, targets: Bitboard) -> usize {
    let palace = (targets & PALACE[color]).len();
    tracer.add(terms::PALACE_CONTROL + kind, palace as i32);
    tracer.add(terms::GROUND_CONTROL + kind, (targets & GROUND[color]).len() as i32);
    if palace > 0 { terms::ASSAULT_UNITS[kind] } else { 0 }
}

#[inline(always)]
fn rook_file<T: Tracer>(tracer: &mut T, position: &Position, color: Side, rook: Square) {
    let own = 1 << rook.rank();
    if position.bit_file(rook.file()) == own {
        tracer.add(terms::ROOK_FILE, 1);
    } else if position.file_code(color, rook.file()) == own {
        tracer.add(terms::ROOK_FILE + 1, 1);
    }
}

/// Pawns beyond the river, and those side by side there.
#[inline(always)]
pub(super) fn pawns<T: Tracer>(tracer: &mut T, color: Side, us: &SideAttacks) {
    let across = us.pawns & FAR_HALF[color];
    tracer.add(terms::PAWNS_ACROSS + across.len() as usize, 1);
    // A pawn's attacks to the side and forward: those it shares with a pawn beside it.
    tracer.add(terms::LINKED_PAWNS, (across & east(across)).len() as i32);
}

/// Enemy pieces that a side attacks.
#[inline(always)]
pub(super) fn threats<T: Tracer>(
    tracer: &mut T,
    position: &Position,
    color: Side,
    us: &SideAttacks,
    them: &SideAttacks,
) {
    let mover = (position.side_to_move() == color) as usize;
    let of = |kind| position.of_kind(kind);
    let victims = without(us.all & position.occupied_by(!color), of(PieceKind::King));
    let classes = [us.pawn_targets, us.guard_targets, us.horse_targets, us.cannon_targets].map(Bitboard::halves);
    let protected = them.all.halves();
    let [low, high] = victims.halves();
    let first = terms::THREAT + mover * terms::ATTACKER_CLASSES * 14;
    threats_of_half(tracer, position, first, (0, low), classes.map(|class| class[0]), protected[0]);
    threats_of_half(tracer, position, first, (64, high), classes.map(|class| class[1]), protected[1]);
    let unprotected = without(victims, them.all);
    let by_weak = us.pawn_targets | us.guard_targets;
    let by_lesser = by_weak | us.horse_targets | us.cannon_targets;
    let rooks = of(PieceKind::Rook) & victims & (by_lesser | unprotected);
    let others = (of(PieceKind::Horse) | of(PieceKind::Cannon)) & victims & (by_weak | unprotected);
    tracer.add(terms::FORK + mover * 3 + ((rooks | others).len() as usize).min(2), 1);
}

/// The victims on one half of a set's points, each by the weakest class that attacks it; the rest,
/// which none of the given classes attacks, are attacked by rooks.
#[inline(always)]
fn threats_of_half<T: Tracer>(
    tracer: &mut T,
    position: &Position,
    first: usize,
    (offset, mut victims): (usize, u64),
    classes: [u64; terms::ATTACKER_CLASSES - 1],
    protected: u64,
) {
    while victims != 0 {
        let bit = victims.trailing_zeros();
        victims &= victims - 1;
        // Without branches by class, which would often be mispredicted.
        let is_in = |set: u64| set >> bit & 1;
        let [pawn, guard, horse, cannon] = classes.map(is_in);
        let class = (pawn | guard << 1 | horse << 2 | cannon << 3 | 1 << 4).trailing_zeros() as usize;
        if let Some(victim) = position.piece_at(Square::at(offset + bit as usize)) {
            let row = class * 2 + is_in(protected) as usize;
            tracer.add(first + row * 7 + victim.kind.index(), 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RED;

    #[test]
    fn the_zones_are_the_far_half() {
        let drawn = |rows: [&str; 5], color: Side, sign: char| -> Bitboard {
            // From the far edge to the river, from the point of view of the attacking side.
            let points = rows.iter().zip([9, 8, 7, 6, 5]).flat_map(|(row, rank)| {
                let files = row.chars().zip(0..).filter(move |&(point, _)| point == sign);
                files.map(move |(_, file)| Square::new(file, rank).expect("on the board"))
            });
            points.map(|square| if color == RED { square } else { square.rotate() }).collect()
        };
        let half = ["gggpppggg", "gggpppggg", "gggpppggg", "ggggggggg", "ggggggggg"];
        for color in Side::BOTH {
            assert_eq!(PALACE[color], drawn(half, color, 'p'), "{color:?}");
            assert_eq!(GROUND[color], drawn(half, color, 'g'), "{color:?}");
        }
    }
}
