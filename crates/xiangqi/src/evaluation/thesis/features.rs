//! The features that decide xiangqi games (row Z-D5 of docs/sources.md).

use super::{super::tapered::Tapered, weights::ThesisWeights};
use crate::{
    Color, PieceKind, Position, Square, board::square::OFF_BOARD, movegen::lines::between, position::slots_of,
};

/// The features of one side.
pub(super) fn features(position: &Position, color: Color, weights: &ThesisWeights) -> Tapered {
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
fn aimed_cannon(position: &Position, cannon: Square, king: Square, enemy: Color, weights: &ThesisWeights) -> Tapered {
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
fn bottom_cannon(position: &Position, cannon: Square, king: Square, enemy: Color, weights: &ThesisWeights) -> Tapered {
    let home = if enemy == Color::Red { 0 } else { 9 };
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

/// How many pieces of a kind a side has.
#[inline]
fn count(position: &Position, color: Color, kind: PieceKind) -> i32 {
    slots_of(color, kind).filter(|&slot| position.slot_square(slot) != OFF_BOARD).count() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn red(fen: &str) -> Tapered {
        features(&fen.parse().unwrap(), Color::Red, &ThesisWeights::default())
    }

    #[test]
    fn each_feature_is_seen() {
        let w = ThesisWeights::default();
        let hollow = red("4k4/9/9/9/9/4C4/9/9/9/3K5 w - - 0 1");
        assert_eq!(hollow, w.hollow_cannon);
        let screened = red("4k4/4a4/9/4p4/9/4C4/9/9/9/3K5 w - - 0 1");
        let mut expected = w.pinning_cannon;
        expected += w.cannon_against_advisor;
        assert_eq!(screened, expected);
        let bottom = red("C3k4/9/9/9/9/9/9/9/9/3K5 b - - 0 1");
        assert_eq!(bottom, w.bottom_cannon);
        let half = red("C1b1k4/9/9/9/9/9/9/9/9/3K5 b - - 0 1");
        assert_eq!(half, w.half_bottom_cannon);
        let rooks = red("4k4/9/9/9/9/9/9/9/9/R2K4R w - - 0 1");
        let mut expected = w.two_rooks.times(2);
        expected += w.only_rook;
        assert_eq!(rooks, expected);
    }
}
