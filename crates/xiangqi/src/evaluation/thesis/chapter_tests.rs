//! The tables of chapter 4 of the thesis, and a test that each of its terms affects the score.

use super::{MATERIAL, STRONG_PIECES, ThesisEvaluation, ThesisWeights};
use crate::{PieceKind, Position, evaluation::tapered::Tapered};

/// The kinds in the order of the thesis: 车 马 炮 士 相 兵.
const KINDS: [PieceKind; 6] =
    [PieceKind::Rook, PieceKind::Horse, PieceKind::Cannon, PieceKind::Advisor, PieceKind::Elephant, PieceKind::Pawn];
/// Table 4-1, in half pawns: the values that players commonly use.
const COMMON: [i32; 6] = [18, 8, 9, 4, 4, 2];
/// Table 4-2: the values of ZMBL.
const VALUES: [i32; 6] = [1050, 450, 500, 180, 160, 100];
/// Table 4-3: the coefficients of mobility of rook, horse and cannon.
const COEFFICIENTS: [i32; 3] = [7, 12, 1];

#[test]
fn the_values_are_those_of_table_4_2() {
    assert_eq!(KINDS.map(|kind| MATERIAL[kind.index()].full()), VALUES);
    assert_eq!(MATERIAL[PieceKind::King.index()], Tapered::same(0));
}

#[test]
fn the_values_are_about_those_of_table_4_1() {
    for (kind, common) in KINDS.into_iter().zip(COMMON) {
        let value = MATERIAL[kind.index()].full();
        assert!((value - common * 50).abs() * 4 <= common * 50, "{kind:?}: {value} is not near {}", common * 50);
    }
}

#[test]
fn the_coefficients_are_those_of_table_4_3() {
    let weights = ThesisWeights::default();
    let found = [weights.rook_mobility, weights.horse_mobility, weights.cannon_mobility];
    assert_eq!(found, COEFFICIENTS.map(Tapered::same));
}

/// The score from Red's point of view.
fn red(fen: &str, weights: ThesisWeights) -> i32 {
    let position: Position = format!("{fen} - - 0 1").parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    let score = ThesisEvaluation::with_weights(weights).of(&position);
    if fen.ends_with('w') { score } else { -score }
}

/// 4.2: with fewer strong pieces pawns gain value, and the horse approaches the cannon.
#[test]
fn the_number_of_strong_pieces_changes_the_values() {
    // A pawn on its own bank, beside other pieces; each rook counts as one strong piece.
    let pawn = |rooks: &str| {
        let worth = |pawn: &str| red(&format!("3ak4/{rooks}/9/9/9/9/{pawn}/9/9/3A1K3 w"), ThesisWeights::NONE);
        worth("4P4") - worth("9")
    };
    let full = 100 + 14;
    let bare = 140 + 14;
    let expected = |strong| (full * strong + bare * (STRONG_PIECES - strong)) / STRONG_PIECES;
    // Horses and cannons count as rooks do; guards and pawns do not count.
    let boards = [("9", 0), ("r7R", 2), ("rr5RR", 4), ("n7N", 2), ("c7C", 2), ("P7P", 0)];
    for (pieces, strong) in boards {
        // The sum of the other pieces is rounded, too.
        assert!(pawn(pieces).abs_diff(expected(strong)) <= 1, "{pieces}: {}, {}", pawn(pieces), expected(strong));
    }
    let worth = |kind: PieceKind| MATERIAL[kind.index()];
    assert!(worth(PieceKind::Pawn).bare() > worth(PieceKind::Pawn).full());
    let gap = |value: fn(Tapered) -> i32| value(worth(PieceKind::Cannon)) - value(worth(PieceKind::Horse));
    assert_eq!((gap(Tapered::full), gap(Tapered::bare)), (50, 0));
}

type Weight = fn(&mut ThesisWeights) -> &mut Tapered;

/// 4.3 to 4.5: a position for each weight in which the score depends on it.
#[test]
fn each_term_affects_the_score() {
    let terms: [(&str, Weight, &str); 13] = [
        ("rook mobility", |weights| &mut weights.rook_mobility, "4k4/9/9/9/9/9/9/9/9/R2K5 w"),
        ("horse mobility", |weights| &mut weights.horse_mobility, "4k4/9/9/9/9/9/9/9/9/N2K5 w"),
        ("cannon mobility", |weights| &mut weights.cannon_mobility, "4k4/9/9/9/9/9/9/9/9/C2K5 w"),
        ("control", |weights| &mut weights.control, "4k4/9/9/9/9/9/9/9/9/R2K5 w"),
        ("hollow cannon", |weights| &mut weights.hollow_cannon, "4k4/9/9/9/9/9/4C4/9/9/3K5 w"),
        ("pinning cannon", |weights| &mut weights.pinning_cannon, "4k4/4a4/4b4/9/9/9/4C4/9/9/3K5 w"),
        ("bottom cannon", |weights| &mut weights.bottom_cannon, "C3k4/9/9/9/9/9/9/9/9/3K5 w"),
        ("half bottom cannon", |weights| &mut weights.half_bottom_cannon, "C1b1k4/9/9/9/9/9/9/9/9/3K5 b"),
        ("horse and cannon", |weights| &mut weights.horse_and_cannon, "4k4/9/9/9/9/9/9/9/9/NC1K5 w"),
        ("two rooks", |weights| &mut weights.two_rooks, "4k4/9/9/9/9/9/9/9/9/R2K4R w"),
        ("only rook", |weights| &mut weights.only_rook, "4k4/9/9/9/9/9/9/9/9/R2K5 w"),
        ("cannon and advisors", |weights| &mut weights.cannon_against_advisor, "3ak4/9/9/9/9/9/9/9/9/3K4C w"),
        ("horse and advisors", |weights| &mut weights.horse_against_missing_advisor, "4k4/9/9/9/9/9/9/9/9/3K4N w"),
    ];
    for (name, weight, fen) in terms {
        let with = ThesisWeights::default();
        let mut without = with;
        *weight(&mut without) = Tapered::same(0);
        assert!(red(fen, with) > red(fen, without), "{name}");
        // The same for Black, with the opposite sign.
        let swapped: Position = format!("{fen} - - 0 1").parse().unwrap();
        let swapped = swapped.color_swapped();
        let score = |weights| ThesisEvaluation::with_weights(weights).of(&swapped);
        let sign = if fen.ends_with('w') { 1 } else { -1 };
        assert!(sign * score(with) > sign * score(without), "{name}");
    }
}
