//! The constants of the evaluation that are not placement.

use super::{super::tapered::Tapered, placement::PLACEMENT};
use crate::{Piece, Square};

/// What the computed terms are worth, in hundredths of a pawn. Mobility as in
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
    /// For each square of the enemy palace that a rook, horse or cannon attacks.
    pub palace_control: Tapered,
    /// For each square beyond the river outside the palace that one of them attacks.
    pub ground_control: Tapered,
    /// A cannon that sees the enemy king along an open file (空頭炮).
    pub hollow_cannon: Tapered,
    /// A cannon on the enemy king's file with exactly two pieces of the enemy between.
    pub pinning_cannon: Tapered,
    /// A cannon on the enemy's home rank, on a side where elephant and advisor are both away (沉底炮).
    pub bottom_cannon: Tapered,
    /// The same where one of them is away.
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
    /// What a piece is worth on a square, material included, from Red's point of view.
    #[inline]
    pub fn placement(piece: Piece, square: Square) -> Tapered {
        PLACEMENT[piece.index()][square.index()]
    }
}

impl Default for ThesisWeights {
    fn default() -> ThesisWeights {
        ThesisWeights {
            rook_mobility: Tapered::same(7),
            horse_mobility: Tapered::same(12),
            cannon_mobility: Tapered::same(1),
            palace_control: Tapered::new(6, 4),
            ground_control: Tapered::new(2, 1),
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
