//! The features that decide xiangqi games (row Z-D5 of docs/sources.md).

use super::{super::tapered::Tapered, weights::ThesisWeights};
use crate::{
    PieceKind, Position, RED, Side, Square, board::square::OFF_BOARD, movegen::lines::between, position::slots_of,
};

/// The features of one side.
pub(super) fn features(position: &Position, color: Side, weights: &ThesisWeights) -> Tapered {
    let enemy = !color;
    let mut sum = Tapered::default();
    let rooks = count(position, color, PieceKind::Rook);
    let horses = count(position, color, PieceKind::Horse);
    let cannons = count(position, color, PieceKind::Cannon);
    let missing_advisors = 2 - count(position, enemy, PieceKind::Advisor);
    if rooks == 2 {
        sum += weights.two_rooks.times(missing_advisors);
    }
    if rooks > 0 && count(position, enemy, PieceKind::Rook) == 0 {
        sum += weights.only_rook;
    }
    if horses > 0 && cannons > 0 {
        sum += weights.horse_and_cannon;
    }
    sum += weights.cannon_against_advisor.times(cannons * (2 - missing_advisors));
    sum += weights.horse_against_missing_advisor.times(horses * missing_advisors);
    let king = position.king(enemy);
    for cannon in position.squares_of(color, PieceKind::Cannon) {
        sum += aimed_cannon(position, cannon, king, enemy, weights);
        sum += bottom_cannon(position, cannon, king, enemy, weights);
    }
    sum
}

/// A cannon on the file of the enemy king.
#[inline]
fn aimed_cannon(position: &Position, cannon: Square, king: Square, enemy: Side, weights: &ThesisWeights) -> Tapered {
    if cannon.file() != king.file() {
        return Tapered::default();
    }
    let line = between(cannon.rank(), king.rank());
    let blockers = position.bit_file(king.file()) & line;
    match blockers.count_ones() {
        0 => weights.hollow_cannon,
        2 if blockers & !position.file_code(enemy, king.file()) == 0 => weights.pinning_cannon,
        _ => Tapered::default(),
    }
}

/// A cannon on the enemy's home rank, beside a king at home.
#[inline]
fn bottom_cannon(position: &Position, cannon: Square, king: Square, enemy: Side, weights: &ThesisWeights) -> Tapered {
    let home = if enemy == RED { 0 } else { 9 };
    if cannon.rank() != home || king.rank() != home || (3..=5).contains(&cannon.file()) {
        return Tapered::default();
    }
    let (elephant, advisor) = if cannon.file() < 3 { (2, 3) } else { (6, 5) };
    let stands = |file: usize, kind| {
        let square = Square::at(home as usize * 9 + file);
        position.squares_of(enemy, kind).any(|own| own == square)
    };
    match stands(elephant, PieceKind::Elephant) as u32 + stands(advisor, PieceKind::Advisor) as u32 {
        0 => weights.bottom_cannon,
        1 => weights.half_bottom_cannon,
        _ => Tapered::default(),
    }
}

/// The number of pieces of a kind of a side.
#[inline]
fn count(position: &Position, color: Side, kind: PieceKind) -> i32 {
    slots_of(color, kind).filter(|&slot| position.slot_square(slot) != OFF_BOARD).count() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The difference of a feature, Red's minus Black's.
    fn red(fen: &str, weight: fn(&mut ThesisWeights) -> &mut Tapered) -> i32 {
        let mut weights = ThesisWeights::NONE;
        *weight(&mut weights) = Tapered::same(1);
        features(&format!("{fen} - - 0 1").parse().unwrap(), RED, &weights).full()
    }

    #[test]
    fn each_feature_is_detected() {
        let hollow = |fen| red(fen, |weights| &mut weights.hollow_cannon);
        assert_eq!(hollow("4k4/9/9/9/9/4C4/9/9/9/3K5 b"), 1);
        assert_eq!(hollow("4k4/9/9/4p4/9/4C4/9/9/9/3K5 b"), 0, "a screen");
        assert_eq!(hollow("4k4/9/9/9/9/5C3/9/9/9/3K5 b"), 0, "another file");
        let pinning = |fen| red(fen, |weights| &mut weights.pinning_cannon);
        assert_eq!(pinning("4k4/4a4/9/4p4/9/4C4/9/9/9/3K5 w"), 1);
        assert_eq!(pinning("4k4/4a4/9/4P4/9/4C4/9/9/9/3K5 w"), 0, "one of them is Red's");
        assert_eq!(pinning("4k4/4a4/4b4/4p4/9/4C4/9/9/9/3K5 w"), 0, "three of them");
        let bottom = |fen| red(fen, |weights| &mut weights.bottom_cannon);
        let half = |fen| red(fen, |weights| &mut weights.half_bottom_cannon);
        assert_eq!(bottom("C3k4/9/9/9/9/9/9/9/9/3K5 b"), 1);
        assert_eq!(bottom("4k2C1/9/9/9/9/9/9/9/9/3K5 b"), 1, "on the other side");
        assert_eq!(bottom("2bakC3/9/9/9/9/9/9/9/9/3K5 b"), 0, "in the palace");
        assert_eq!(bottom("4k4/C8/9/9/9/9/9/9/9/3K5 b"), 0, "a rank before");
        assert_eq!(bottom("C8/4k4/9/9/9/9/9/9/9/3K5 b"), 0, "the king is not at home");
        assert_eq!((bottom("C1b1k4/9/9/9/9/9/9/9/9/3K5 b"), half("C1b1k4/9/9/9/9/9/9/9/9/3K5 b")), (0, 1));
        assert_eq!(half("4kaC2/9/9/9/9/9/9/9/9/3K5 b"), 1, "the advisor of the other side");
        assert_eq!(half("C1bak4/9/9/9/9/9/9/9/9/3K5 b"), 0, "both guards stand");
        let both = |fen| red(fen, |weights| &mut weights.horse_and_cannon);
        assert_eq!(both("4k4/9/9/9/9/9/9/9/9/NC1K4N w"), 1);
        assert_eq!(both("4k4/9/9/9/9/9/9/9/9/N2K4N w") + both("4k4/9/9/9/9/9/9/9/9/C2K4R w"), 0);
        let two_rooks = |fen| red(fen, |weights| &mut weights.two_rooks);
        assert_eq!(two_rooks("4k4/9/9/9/9/9/9/9/9/R2K4R w"), 2);
        assert_eq!(two_rooks("3ak4/9/9/9/9/9/9/9/9/R2K4R w"), 1);
        assert_eq!(two_rooks("3aka3/9/9/9/9/9/9/9/9/R2K4R w") + two_rooks("4k4/9/9/9/9/9/9/9/9/R2K5 w"), 0);
        let only_rook = |fen| red(fen, |weights| &mut weights.only_rook);
        assert_eq!(only_rook("4k4/9/9/9/9/9/9/9/9/R2K4R w"), 1);
        assert_eq!(only_rook("r3k4/9/9/9/9/9/9/9/9/1R1K5 w") + only_rook("4k4/9/9/9/9/9/9/9/9/3K5 w"), 0);
        let screened = |fen| red(fen, |weights| &mut weights.cannon_against_advisor);
        assert_eq!(screened("3aka3/9/9/9/9/9/9/9/9/C2K4C w"), 4);
        assert_eq!(screened("4k4/9/9/9/9/9/9/9/9/C2K4C w"), 0);
        let horse = |fen| red(fen, |weights| &mut weights.horse_against_missing_advisor);
        assert_eq!(horse("3ak4/9/9/9/9/9/9/9/9/N2K4N w"), 2);
        assert_eq!(horse("3aka3/9/9/9/9/9/9/9/9/N2K4N w") + horse("4k4/9/9/9/9/9/9/9/9/3K5 w"), 0);
    }
}
