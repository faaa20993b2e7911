//! The constants of the evaluation except placement.

use super::{
    super::tapered::Tapered,
    control::{AttackDirection, control},
    placement::PLACEMENT,
};
use crate::{Piece, Square};

/// The values of the computed terms, in hundredths of a pawn. Mobility as in
/// row Z-D3 of docs/sources.md; the thesis names the features (row Z-D5) without values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ThesisWeights {
    /// For each empty square that a rook reaches.
    pub rook_mobility: Tapered,
    /// For each empty square that a horse reaches.
    pub horse_mobility: Tapered,
    /// For each empty square that a cannon reaches.
    pub cannon_mobility: Tapered,
    /// The factor of [`ThesisWeights::control`], for each square that a rook, horse or cannon attacks.
    pub control: Tapered,
    /// A cannon that sees the enemy king along an open file (空頭炮).
    pub hollow_cannon: Tapered,
    /// A cannon on the enemy king's file with exactly two pieces of the enemy between.
    pub pinning_cannon: Tapered,
    /// A cannon on the enemy's home rank, on a side where elephant and advisor are both missing (沉底炮).
    pub bottom_cannon: Tapered,
    /// The same where one of them is missing.
    pub half_bottom_cannon: Tapered,
    /// At least one horse together with at least one cannon (馬炮).
    pub horse_and_cannon: Tapered,
    /// Two rooks, for each advisor that the enemy lacks.
    pub two_rooks: Tapered,
    /// A rook when the enemy has none (有車對無車).
    pub only_rook: Tapered,
    /// A cannon, for each advisor that the enemy still has: it needs screens.
    pub cannon_against_advisor: Tapered,
    /// A horse, for each advisor that the enemy lacks.
    pub horse_against_missing_advisor: Tapered,
    /// For the side to move.
    pub tempo: i32,
}

impl ThesisWeights {
    /// The value of a piece on a square, including material, from Red's point of view.
    #[inline]
    pub fn placement(piece: Piece, square: Square) -> Tapered {
        PLACEMENT[piece.index()][square.index()]
    }

    /// The value of an attack by a piece on a square along a direction (row Z-D4), from its owner's
    /// point of view: 0 to 8 for a rook, horse or cannon, rising toward the enemy palace; 0 for others.
    pub const fn control(piece: Piece, direction: AttackDirection, square: Square) -> u8 {
        control(piece.color, piece.kind, direction, square)
    }
}

impl Default for ThesisWeights {
    fn default() -> ThesisWeights {
        ThesisWeights {
            rook_mobility: Tapered::same(7),
            horse_mobility: Tapered::same(12),
            cannon_mobility: Tapered::same(1),
            control: Tapered::same(1),
            hollow_cannon: Tapered::new(160, 60),
            pinning_cannon: Tapered::new(25, 10),
            bottom_cannon: Tapered::new(70, 20),
            half_bottom_cannon: Tapered::new(25, 5),
            horse_and_cannon: Tapered::new(20, 30),
            two_rooks: Tapered::new(70, 60),
            only_rook: Tapered::new(80, 60),
            cannon_against_advisor: Tapered::new(5, 15),
            horse_against_missing_advisor: Tapered::new(15, 15),
            tempo: 12,
        }
    }
}

#[cfg(test)]
impl ThesisWeights {
    /// All weights zero.
    pub(super) const NONE: ThesisWeights = {
        let nothing = Tapered::same(0);
        ThesisWeights {
            rook_mobility: nothing,
            horse_mobility: nothing,
            cannon_mobility: nothing,
            control: nothing,
            hollow_cannon: nothing,
            pinning_cannon: nothing,
            bottom_cannon: nothing,
            half_bottom_cannon: nothing,
            horse_and_cannon: nothing,
            two_rooks: nothing,
            only_rook: nothing,
            cannon_against_advisor: nothing,
            horse_against_missing_advisor: nothing,
            tempo: 0,
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PieceKind, RED};

    /// Rows Z-D3 to Z-D5: the printed values, and an order for those without a printed value.
    #[test]
    fn the_weights_are_the_printed_ones_and_in_order() {
        let w = ThesisWeights::default();
        assert_eq!([w.rook_mobility, w.horse_mobility, w.cannon_mobility], [7, 12, 1].map(Tapered::same));
        let rising = [w.control, w.half_bottom_cannon, w.bottom_cannon, w.hollow_cannon];
        assert!(rising.is_sorted_by(|a, b| 0 < a.full() && a.full() < b.full()), "{rising:?}");
        assert!(w.half_bottom_cannon.bare() < w.bottom_cannon.bare() && w.half_bottom_cannon.bare() > 0);
        assert!(w.bottom_cannon.bare() < w.hollow_cannon.bare());
        // A pinning cannon is worth less than one that aims at the king; cannons need screens most in endings.
        assert!(0 < w.pinning_cannon.full() && w.pinning_cannon.full() < w.hollow_cannon.full());
        assert!(0 < w.pinning_cannon.bare() && w.pinning_cannon.bare() < w.hollow_cannon.bare());
        assert!(0 < w.cannon_against_advisor.full());
        assert!(w.cannon_against_advisor.full() < w.cannon_against_advisor.bare());
        // Each bonus is positive and below a pawn; rooks against a king without advisors have the largest.
        let bonuses = [w.horse_and_cannon, w.horse_against_missing_advisor, w.two_rooks, w.only_rook];
        assert!(bonuses.iter().all(|bonus| (1..100).contains(&bonus.full()) && (1..100).contains(&bonus.bare())));
        assert!(w.horse_and_cannon.full() < w.two_rooks.full() && w.two_rooks.full() < w.only_rook.full());
        assert!((1..50).contains(&w.tempo));
        let rook = ThesisWeights::placement(Piece::new(RED, PieceKind::Rook), "e5".parse().unwrap());
        assert_eq!((rook.full(), rook.bare()), (1050 + 10 + 6, 1070 + 5 + 6));
    }
}
