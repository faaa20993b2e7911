//! The value of pieces in combination, and the share of an advantage that can be won.

use super::{
    tapered::Tapered,
    terms,
    trace::{Sum, Tracer},
    weights::Weights,
};
#[cfg(feature = "network")]
use crate::Position;
use crate::{BLACK, Piece, PieceKind, RED, Side};

/// The scale of a whole score, in 64ths.
pub(crate) const FULL_SCALE: i32 = 64;

/// The number of pieces of each kind and colour: four bits each, by [`Piece::index`]. A
/// position with its kings is never 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Men(pub(super) u64);

impl Men {
    /// Adds a piece.
    #[inline]
    pub(super) fn add(&mut self, piece: Piece) {
        self.0 += 1 << (4 * piece.index());
    }

    /// Removes a piece.
    #[inline]
    pub(super) fn remove(&mut self, piece: Piece) {
        self.0 -= 1 << (4 * piece.index());
    }

    fn count(self, color: Side, kind: PieceKind) -> usize {
        (self.0 >> (4 * Piece::new(color, kind).index()) & 15) as usize
    }

    fn of(self, color: Side) -> Own {
        let count = |kind| self.count(color, kind);
        Own {
            advisors: count(PieceKind::Advisor),
            elephants: count(PieceKind::Elephant),
            horses: count(PieceKind::Horse),
            rooks: count(PieceKind::Rook),
            cannons: count(PieceKind::Cannon),
            pawns: count(PieceKind::Pawn),
        }
    }
}

/// The pieces of one side.
struct Own {
    advisors: usize,
    elephants: usize,
    horses: usize,
    rooks: usize,
    cannons: usize,
    pawns: usize,
}

impl Own {
    /// The number of pieces except the king.
    fn all(&self) -> usize {
        self.advisors + self.elephants + self.horses + self.rooks + self.cannons + self.pawns
    }
}

/// The terms that depend on the remaining pieces only, not on their squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Material {
    /// The value of the combinations, Red's minus Black's.
    pub(super) score: Tapered,
    /// The share of its advantage that each side could win, in 64ths.
    scales: [u8; 2],
}

impl Material {
    pub(super) fn of(weights: &Weights, men: Men) -> Material {
        let side = |color| {
            let mut sum = Sum::new(weights);
            material(&mut sum, men, color);
            sum.score
        };
        let scale = |color: Side| scale(&men.of(color), &men.of(!color)) as u8;
        Material { score: side(RED) - side(BLACK), scales: Side::BOTH.map(scale) }
    }

    /// The share of a score, from Red's point of view, that can be won, in 64ths.
    #[inline]
    pub(super) fn scale(&self, score: i32) -> i32 {
        self.scales[(score < 0) as usize].into()
    }
}

/// Pairs, cooperation and imbalances of a side.
pub(super) fn material<T: Tracer>(tracer: &mut T, men: Men, color: Side) {
    let (us, them) = (men.of(color), men.of(!color));
    let (rooks, horses, cannons, pawns) = (us.rooks, us.horses, us.cannons, us.pawns);
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
    let against = [
        rooks * them.horses,
        rooks * them.cannons,
        horses * them.cannons,
        pawns * them.rooks,
        pawns * them.horses,
        pawns * them.cannons,
    ];
    for (i, product) in against.into_iter().enumerate() {
        tracer.add(terms::AGAINST_PIECES + i, product as i32);
    }
    let crowd = us.all() + them.all();
    tracer.add(terms::CROWD, (horses * crowd) as i32);
    tracer.add(terms::CROWD + 1, (cannons * crowd) as i32);
    for (i, screens) in [us.advisors, us.elephants, pawns].into_iter().enumerate() {
        tracer.add(terms::CANNON_SCREENS + i, (cannons * screens) as i32);
    }
    if rooks > 0 && them.rooks == 0 {
        tracer.add(terms::ONLY_ROOK, 1);
    }
    tracer.add(terms::GUARDS + us.advisors * 3 + us.elephants, 1);
    tracer.add(terms::PAWN_COUNT + pawns, 1);
}

/// The share of its advantage that a side that is ahead can win, in 64ths; `None`: all of it.
#[cfg(feature = "network")]
#[inline]
pub(crate) fn hope(position: &Position, ahead: Side) -> Option<i32> {
    let us = position.occupied_by(ahead);
    let strong = position.of_kind(PieceKind::Rook) | position.of_kind(PieceKind::Pawn);
    if !(us & strong).is_empty() {
        return None;
    }
    let mut men = Men::default();
    position.pieces().for_each(|(_, piece)| men.add(piece));
    Some(scale(&men.of(ahead), &men.of(!ahead))).filter(|&share| share < FULL_SCALE)
}

/// The share of its advantage that the side that is ahead can win, in 64ths.
///
/// It is reduced only where play can hardly change it: without rook, horse, cannon and
/// pawn no side gives mate, and a cannon alone has no screens.
fn scale(us: &Own, them: &Own) -> i32 {
    if us.pawns > 0 || us.rooks > 0 {
        return FULL_SCALE;
    }
    let guards = them.advisors + them.elephants;
    match (us.horses, us.cannons) {
        (0, 0) => 0,
        (0, 1) if us.advisors + us.elephants == 0 => 2,
        (0, 1) if guards >= 2 => 4,
        (0, 1) => 16,
        (1, 0) if guards >= 2 => 8,
        (0, 2) if guards == 4 => 16,
        _ => FULL_SCALE,
    }
}
