//! What pieces are worth together, and how much of an advantage can be won.

use super::{attacks::Side, terms, trace::Tracer};
use crate::PieceKind;

/// Whole scores count so many 64ths.
pub(super) const FULL_SCALE: i32 = 64;

/// Pairs, cooperation and imbalances of a side.
#[inline]
pub(super) fn material<T: Tracer>(tracer: &mut T, us: &Side, them: &Side) {
    let (rooks, horses, cannons, pawns) = (us.rooks.len(), us.horses.len(), us.cannons.len(), us.pawn_count);
    let counts = [
        (PieceKind::Advisor, us.advisors),
        (PieceKind::Elephant, us.elephants),
        (PieceKind::Horse, horses),
        (PieceKind::Rook, rooks),
        (PieceKind::Cannon, cannons),
    ];
    for (kind, count) in counts {
        if count == 2 {
            tracer.add(terms::PAIR + kind.index(), 1);
        }
    }
    let products = [rooks * horses, rooks * cannons, horses * cannons, rooks * pawns, horses * pawns, cannons * pawns];
    for (i, product) in products.into_iter().enumerate() {
        tracer.add(terms::TOGETHER + i, product as i32);
    }
    for (i, count) in [rooks, horses, cannons, pawns].into_iter().enumerate() {
        tracer.add(terms::AGAINST_GUARDS + i, (count * them.advisors) as i32);
        tracer.add(terms::AGAINST_GUARDS + 4 + i, (count * them.elephants) as i32);
    }
    let (their_rooks, their_horses, their_cannons) = (them.rooks.len(), them.horses.len(), them.cannons.len());
    let against = [
        rooks * their_horses,
        rooks * their_cannons,
        horses * their_cannons,
        pawns * their_rooks,
        pawns * their_horses,
        pawns * their_cannons,
    ];
    for (i, product) in against.into_iter().enumerate() {
        tracer.add(terms::AGAINST_PIECES + i, product as i32);
    }
    let crowd = us.count() + them.count();
    tracer.add(terms::CROWD, (horses * crowd) as i32);
    tracer.add(terms::CROWD + 1, (cannons * crowd) as i32);
    for (i, screens) in [us.advisors, us.elephants, pawns].into_iter().enumerate() {
        tracer.add(terms::CANNON_SCREENS + i, (cannons * screens) as i32);
    }
    if rooks > 0 && them.rooks.is_empty() {
        tracer.add(terms::ONLY_ROOK, 1);
    }
    tracer.add(terms::GUARDS + us.advisors * 3 + us.elephants, 1);
    tracer.add(terms::PAWN_COUNT + pawns, 1);
}

/// How much of its advantage the side that is ahead can hope for, in 64ths.
///
/// Only what no play can change, or hardly: without rook, horse, cannon and
/// pawn nobody gives mate, and a cannon alone has nothing to fire over.
#[inline]
pub(super) fn scale(us: &Side, them: &Side) -> i32 {
    if us.pawn_count > 0 || !us.rooks.is_empty() {
        return FULL_SCALE;
    }
    let guards = them.advisors + them.elephants;
    match (us.horses.len(), us.cannons.len()) {
        (0, 0) => 0,
        (0, 1) if us.advisors + us.elephants == 0 => 2,
        (0, 1) if guards >= 2 => 4,
        (0, 1) => 16,
        (1, 0) if guards >= 2 => 8,
        (0, 2) if guards == 4 => 16,
        _ => FULL_SCALE,
    }
}
