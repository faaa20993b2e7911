//! The value of pieces in combination, and the share of an advantage that can be won.

use super::{
    share::{Own, share},
    tapered::Tapered,
    terms,
    trace::{Sum, Tracer},
    weights::Weights,
};
use crate::{BLACK, Piece, PieceKind, RED, Side};

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
        Own::new(|kind| self.count(color, kind))
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
        let scale = |color: Side| share(&men.of(color), &men.of(!color)) as u8;
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
