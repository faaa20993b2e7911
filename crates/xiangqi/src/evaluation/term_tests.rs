//! Every term of the evaluation on positions where it can be counted by hand.

use super::{
    Evaluation, Tapered, Weights, counts,
    plain::Plain,
    terms::{self, TERMS, Term},
};
use crate::{Position, RED, Side};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

/// The features of random positions and of problems, from the line tables and from the plain implementation.
#[test]
fn the_features_equal_those_of_the_plain_implementation() {
    let problems = include_str!("../../tests/data/mates.epd").lines().step_by(4);
    let perft = include_str!("../../tests/data/perft.epd").lines();
    let starts = problems.chain(perft).map(|line| line.split(';').next().unwrap_or_default().parse().unwrap());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let mut seen = vec![false; terms::FEATURES];
    for mut position in starts.chain([Position::start(); 10]) {
        for _ in 0..25 {
            compare(&position, &mut seen);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.make(moves[rng.next_u64() as usize % moves.len()]);
        }
    }
    // Features that occur in no position are not tested.
    let unseen = |term: &&Term| term.features().all(|feature| !seen[feature]) && term.first > terms::PLACEMENT;
    let unseen: Vec<&str> = TERMS.iter().filter(unseen).map(|term| term.name).collect();
    assert!(unseen.is_empty(), "{unseen:?}");
}

fn compare(position: &Position, seen: &mut [bool]) {
    let found = counts(position);
    let plain = Plain::of(position);
    for color in Side::BOTH {
        let expected = plain.counts(color);
        for term in TERMS.iter().filter(|term| ![terms::MATERIAL, terms::PLACEMENT].contains(&term.first)) {
            for feature in term.features() {
                let shown = || format!("{} {} of {color:?}: {}", term.name, feature - term.first, position.to_fen());
                assert_eq!(found[color.index()].0[feature], expected[feature], "{}", shown());
                seen[feature] |= expected[feature] != 0;
            }
        }
    }
}

/// A term, a position in which Red has it, with the counts of its features, and a position
/// in which Red has less of it or none, with its counts.
struct Case {
    term: &'static str,
    present: &'static str,
    counts: &'static [(usize, i32)],
    absent: &'static str,
    instead: &'static [(usize, i32)],
    /// The sign of the difference by the tuned weights: 1 good, -1 bad for Red.
    sign: i32,
}

macro_rules! cases {
    ($($term:literal: $present:literal $counts:tt, without $absent:literal $instead:tt, $sign:literal;)*) => {
        &[$(Case {
            term: $term,
            present: $present,
            counts: &$counts,
            absent: $absent,
            instead: &$instead,
            sign: $sign,
        }),*]
    };
}

/// Kings on d0 and e9 unless stated otherwise, so that they don't face each other.
#[rustfmt::skip]
const CASES: &[Case] = cases! {
    // A rook (kind 4) and a king (kind 0); the king alone.
    "material": "4k4/9/9/9/9/9/9/9/9/R2K5 w" [(0, 1), (4, 1)], without "4k4/9/9/9/9/9/9/9/9/3K5 w" [(0, 1)], 1;
    // A pawn (kind 6) on its sixth rank from home in the middle, on the last; 300 + 5 · rank + file from the edge.
    "placement": "5k3/9/9/9/4P4/9/9/9/9/3K5 w" [(3, 1), (329, 1)], without "5k3/9/9/9/9/9/4P4/9/9/3K5 w" [(3, 1), (319, 1)], 1;
    "pair": "4k4/9/9/9/9/9/9/9/9/R2K4R w" [(4, 1)], without "4k4/9/9/9/9/9/9/9/9/R2K5 w" [], -1;
    // Two horses and a cannon: twice horse-cannon.
    "together": "4k4/9/9/9/9/9/9/9/9/NC1K4N w" [(2, 2)], without "4k4/9/9/9/9/9/9/9/9/N2K4N w" [], 1;
    // A cannon against two advisors; a rook against one elephant.
    "against-guards": "3aka3/9/9/9/9/9/9/9/9/C2K5 w" [(2, 2)], without "4k4/9/9/9/9/9/9/9/9/C2K5 w" [], 1;
    "against-guards": "2b1k4/9/9/9/9/9/9/9/9/R2K5 w" [(4, 1)], without "4k4/9/9/9/9/9/9/9/9/R2K5 w" [], -1;
    // A rook against two horses.
    "against-pieces": "n3k3n/9/9/9/9/9/9/9/9/R2K5 w" [(0, 2)], without "4k4/9/9/9/9/9/9/9/9/R2K5 w" [], 1;
    // The horse itself and two pawns.
    "crowd": "4k4/9/9/p7p/9/9/9/9/9/N2K5 w" [(0, 3)], without "4k4/9/9/9/9/9/9/9/9/N2K5 w" [(0, 1)], 1;
    "crowd": "4k4/9/9/p7p/9/9/9/9/9/C2K5 w" [(1, 3)], without "4k4/9/9/9/9/9/9/9/9/C2K5 w" [(1, 1)], 1;
    // A cannon with two advisors, an elephant and a pawn to fire over.
    "cannon-screens": "3k5/9/9/9/9/9/P8/9/9/C1BAKA3 b" [(0, 2), (1, 1), (2, 1)], without "4k4/9/9/9/9/9/9/9/4r4/C2K5 b" [], 1;
    "only-rook": "4k4/9/9/9/9/9/9/9/9/R2K4R w" [(0, 1)], without "r3k4/9/9/9/9/9/9/9/9/1R1K4R w" [], 1;
    "guards": "3k5/9/9/9/9/9/9/9/9/2BAKAB2 b" [(8, 1)], without "4k4/9/9/9/9/9/9/9/9/3K5 b" [(0, 1)], -1;
    "pawn-count": "4k4/9/9/9/9/9/P3P4/9/9/3K5 w" [(2, 1)], without "4k4/9/9/9/9/9/9/9/9/3K5 w" [(0, 1)], 1;
    // From a0 nine squares up the file and two along the rank; shut in by a cannon and a horse it has none.
    "rook-mobility": "4k4/9/9/9/9/9/9/9/9/R2K5 w" [(11, 1)], without "4k4/9/9/9/9/9/9/9/C8/RN1K5 w" [(0, 1)], 1;
    // A horse on b4 attacks a2, a6 and d3: a rook on a0 avoids two of nine points of its file, a cannon none.
    "rook-mobility": "4k4/9/9/9/9/1n7/9/9/9/R2K5 w" [(9, 1)], without "4k4/9/9/9/9/9/9/9/C8/RN1K5 w" [(0, 1)], 1;
    "cannon-mobility": "4k4/9/9/9/9/1n7/9/9/9/C2K5 w" [(11, 1)], without "4k4/9/9/9/9/9/9/9/R8/CN1K5 w" [(0, 1)], 1;
    "cannon-mobility": "4k4/9/9/9/9/9/9/9/9/C2K5 w" [(11, 1)], without "4k4/9/9/9/9/9/9/9/R8/CN1K5 w" [(0, 1)], 1;
    // In the open eight jumps; in the corner, with one leg blocked, one.
    "horse-mobility": "5k3/9/9/9/4N4/9/9/9/9/3K5 w" [(8, 1)], without "5k3/9/9/9/9/9/9/9/R8/N2K5 w" [(1, 1)], 1;
    // A rook on the eighth rank crosses the palace: d8, e8, f8. A pawn on d7 attacks d8 and e7.
    "palace-control": "5k3/R8/9/9/9/9/9/9/9/3K5 w" [(0, 3)], without "5k3/9/9/R8/9/9/9/9/9/3K5 w" [], 1;
    "palace-control": "5k3/9/3P5/9/9/9/9/9/9/3K5 w" [(3, 2)], without "5k3/9/9/9/3P5/9/9/9/9/3K5 w" [], 1;
    // A rook beyond the river: the rest of its rank (8), and a5 with a7, a8, a9 on its file.
    "ground-control": "5k3/9/9/R8/9/9/9/9/9/3K5 w" [(0, 12)], without "5k3/9/9/9/9/9/9/9/9/R2K5 w" [(0, 5)], 1;
    "rook-file": "4k4/9/9/9/9/9/9/9/9/R2K5 w" [(0, 1)], without "4k4/9/9/9/9/9/P8/9/9/R2K5 w" [], -1;
    "rook-file": "4k4/9/9/p8/9/9/9/9/9/R2K5 w" [(1, 1)], without "4k4/9/9/9/9/9/P8/9/9/R2K5 w" [], 1;
    // Two pawns beyond the river side by side protect each other.
    "protected": "5k3/9/9/9/PP7/9/9/9/9/3K5 w" [(6, 2)], without "5k3/9/9/9/P1P6/9/9/9/9/3K5 w" [], 1;
    // A rook (3) and a horse (2) against a palace without guards: row 4 of eleven, five units; nobody: none.
    "assault": "4k4/R8/9/1N7/9/9/9/9/9/3K5 w" [(49, 1)], without "4k4/9/9/9/9/9/R8/1N7/9/3K5 w" [(44, 1)], 1;
    // The rook attacks d8, e8 and f8; the king on f9 protects f8.
    "bare-palace": "5k3/R8/9/9/9/9/9/9/9/3K5 w" [(0, 2)], without "5k3/9/9/R8/9/9/9/9/9/3K5 w" [], -1;
    // A rook five files and more away, a horse on the king's file.
    "king-files": "5k3/9/9/5N3/9/9/9/9/9/R2K5 w" [(5, 1), (6, 1)], without "5k3/9/9/9/9/9/9/9/9/3K5 w" [], -1;
    // A king in the middle of its palace has four steps; a rook on the d file takes one.
    "king-room": "9/4k4/9/9/9/3R5/9/9/9/3K5 b" [(3, 1)], without "9/4k4/9/9/9/9/9/9/9/3K5 w" [(4, 1)], 1;
    // The rook checks from e6 and a9: two of the side to move; no horse and no cannon does.
    "safe-check": "4k4/9/9/R8/9/9/9/9/9/3K5 w" [(14, 1), (16, 1), (20, 1)], without "4k4/9/9/9/9/9/9/9/9/3K5 w" [(12, 1), (16, 1), (20, 1)], 1;
    "hollow-cannon": "4k4/9/9/9/9/4C4/9/9/9/3K5 b" [(0, 1)], without "4k4/9/9/4p4/9/4C4/9/9/9/3K5 b" [], 1;
    "hollow-cannon": "4k4/9/9/9/9/4C4/9/9/9/R2K5 b" [(1, 1)], without "4k4/9/9/4p4/9/4C4/9/9/9/R2K5 b" [], 1;
    "hollow-cannon": "4k4/9/9/9/9/4C4/9/9/9/R2K4R b" [(2, 1)], without "4k4/9/9/4p4/9/4C4/9/9/9/R2K4R b" [], 1;
    "cannon-file": "4k4/4a4/9/4p4/9/4C4/9/9/9/3K5 w" [(0, 1)], without "5k3/4a4/9/4p4/9/4C4/9/9/9/3K5 w" [], 1;
    "cannon-file": "4k4/4a4/4b4/4p4/9/4C4/9/9/9/3K5 w" [(1, 1)], without "5k3/4a4/4b4/4p4/9/4C4/9/9/9/3K5 w" [], 1;
    // Neither elephant nor advisor beside the king, then one of them, without a rook and with one.
    "bottom-cannon": "C3k4/9/9/9/9/9/9/9/9/3K5 b" [(2, 1)], without "4k4/C8/9/9/9/9/9/9/9/3K5 b" [], 1;
    "bottom-cannon": "C1b1k4/9/9/9/9/9/9/9/9/3K5 b" [(1, 1)], without "2b1k4/C8/9/9/9/9/9/9/9/3K5 w" [], 1;
    "bottom-cannon": "4k3C/9/9/9/9/9/9/9/9/R2K5 b" [(5, 1)], without "4k4/8C/9/9/9/9/9/9/9/R2K5 b" [], 1;
    "rook-king-file": "4k4/4a4/9/9/9/9/9/9/9/3KR4 w" [(0, 1)], without "3k5/4a4/9/9/9/9/9/9/9/4KR3 w" [], 1;
    // A horse (kind 3) before its king, by a rook and by the king that faces it.
    "pin-by-rook": "4k4/4n4/9/9/9/9/9/9/9/3KR4 w" [(3, 1)], without "4k4/4n4/9/4p4/9/9/9/9/9/3KR4 w" [], 1;
    "pin-by-rook": "4k4/4n4/9/9/9/9/9/9/9/4K4 w" [(3, 1)], without "4k4/4n4/9/9/9/9/9/9/9/3K5 w" [], 1;
    // An advisor and a horse between cannon and king.
    "pin-by-cannon": "4k4/4a4/9/4n4/9/4C4/9/9/9/3K5 w" [(1, 1), (3, 1)], without "4k4/4a4/4b4/4n4/9/4C4/9/9/9/3K5 w" [], 1;
    // Rook and horse on the files a to d beyond the river.
    "wing": "4k4/9/9/R8/1N7/9/9/9/9/3K5 w" [(2, 1)], without "4k4/9/9/8R/1N7/9/9/9/9/3K5 w" [(1, 1)], 1;
    "open-king": "3k5/9/9/9/9/9/9/9/9/4K4 w" [(0, 1)], without "3k5/9/9/9/9/9/4P4/9/9/4K4 w" [], -1;
    "pawns-across": "5k3/9/9/9/P1P6/9/9/9/9/3K5 w" [(2, 1)], without "5k3/9/9/9/9/9/P1P6/9/9/3K5 w" [(0, 1)], 1;
    "linked-pawns": "5k3/9/9/9/PP7/9/9/9/9/3K5 w" [(0, 1)], without "5k3/9/9/9/P1P6/9/9/9/9/3K5 w" [], -1;
    // A rook attacks an unprotected horse, first with Black to move (class 4, row 8), then with Red (row 18).
    "threat": "4k4/9/9/n8/9/9/9/9/9/R2K5 b" [(59, 1)], without "4k4/9/9/1n7/9/9/9/9/9/R2K5 b" [], 1;
    "threat": "4k4/9/9/n8/9/9/9/9/9/R2K5 w" [(129, 1)], without "4k4/9/9/1n7/9/9/9/9/9/R2K5 w" [], 1;
    // The same horse is one loose piece, a cannon beside the rook's rank a second.
    "fork": "4k4/9/9/n8/9/9/9/9/9/R2K5 b" [(1, 1)], without "4k4/9/9/1n7/9/9/9/9/9/R2K5 b" [(0, 1)], 1;
    "fork": "4k4/9/9/n8/9/R4c3/9/9/9/3K5 w" [(5, 1)], without "4k4/9/9/1n7/5c3/R8/9/9/9/3K5 w" [(3, 1)], -1;
    "tempo": "4k4/9/9/9/9/9/9/9/9/3K5 w" [(0, 1)], without "4k4/9/9/9/9/9/9/9/9/3K5 b" [], 1;
};

/// The features of a term that Red has.
fn of_red(term: &Term, fen: &str) -> Vec<(usize, i32)> {
    let position: Position = format!("{fen} - - 0 1").parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    let counts = &counts(&position)[RED.index()].0;
    term.features().map(|feature| (feature - term.first, counts[feature])).filter(|&(_, count)| count != 0).collect()
}

#[test]
fn each_term_counts_its_features_and_has_the_expected_sign() {
    let weights = Weights::tuned();
    for case in CASES {
        let term = TERMS.iter().find(|term| term.name == case.term).expect("a term");
        assert_eq!(of_red(term, case.present), case.counts, "{} in {}", case.term, case.present);
        assert_eq!(of_red(term, case.absent), case.instead, "{} in {}", case.term, case.absent);
        let worth = |counts: &[(usize, i32)]| {
            let mut sum = Tapered::default();
            counts.iter().for_each(|&(i, count)| sum += weights.values[term.first + i].times(count));
            sum
        };
        let difference = worth(case.counts) - worth(case.instead);
        let sign = (difference.full() + difference.bare()).signum();
        assert_eq!(sign, case.sign, "{} in {}: {difference:?}", case.term, case.present);
    }
    for term in TERMS {
        assert!(CASES.iter().any(|case| case.term == term.name), "no position for {}", term.name);
    }
}

/// The values from which tuning began, by term.
fn by_hand(first: usize) -> Vec<Tapered> {
    let weights = Weights::by_hand();
    let term = TERMS.iter().find(|term| term.first == first).expect("a term");
    term.features().map(|feature| weights.values[feature]).collect()
}

fn pairs(values: &[Tapered]) -> Vec<(i32, i32)> {
    values.iter().map(|value| (value.full(), value.bare())).collect()
}

/// Whether each value is greater than the previous one, in both phases.
fn rises(values: &[Tapered]) -> bool {
    values.windows(2).all(|pair| pair[0].full() < pair[1].full() && pair[0].bare() < pair[1].bare())
}

#[test]
fn values_by_hand_are_in_order() {
    let kinds = by_hand(terms::MATERIAL);
    // King, pawn, elephant, advisor, horse, cannon, rook; without other pieces a cannon is worth a horse.
    let order: Vec<i32> = [0, 6, 2, 1, 3, 5, 4].map(|kind: usize| kinds[kind].full()).into();
    assert!(order.is_sorted() && order[0] == 0 && order[4] < order[5], "{order:?}");
    assert_eq!(kinds[3].bare(), kinds[5].bare());
    // Zero at eight squares of a rook or cannon and four of a horse; the thesis's 7, 1 and 12 per square.
    for (term, even, step) in
        [(terms::ROOK_MOBILITY, 8, 7), (terms::CANNON_MOBILITY, 8, 1), (terms::HORSE_MOBILITY, 4, 12)]
    {
        let values = by_hand(term);
        assert!(rises(&values) && values[even] == Tapered::default() && values[even + 1] == Tapered::same(step));
    }
    assert!(rises(&[by_hand(terms::GROUND_CONTROL)[0], by_hand(terms::PALACE_CONTROL)[0]]));
    assert!(rises(&[Tapered::default(), by_hand(terms::GROUND_CONTROL)[0]]));
    // An open cannon is better with more rooks, in the middlegame; with more guards missing; nearer to its king.
    assert!(by_hand(terms::HOLLOW_CANNON).is_sorted_by(|a, b| a.full() < b.full() && b.bare() > 0));
    let bottom = by_hand(terms::BOTTOM_CANNON);
    assert!(rises(&bottom[..3]) && rises(&bottom[3..]));
    assert!((0..3).all(|missing| bottom[missing].full() < bottom[missing + 3].full()));
    assert!(bottom[5].full() < by_hand(terms::HOLLOW_CANNON)[0].full());
    assert_eq!(pairs(&by_hand(terms::CANNON_FILE)), [(15, 5), (5, 0)]);
    // A king with less room, more checks, more attackers on one wing.
    assert!(by_hand(terms::KING_ROOM).is_sorted_by(|a, b| a.full() > b.full()));
    for row in by_hand(terms::SAFE_CHECK).chunks(4) {
        assert!(rises(row) && row[0] == Tapered::default());
    }
    assert!(by_hand(terms::WING).is_sorted_by(|a, b| a.full() < b.full()));
    // Zero without an attacker; more with each unit, up to the last, and with each missing guard.
    let assault = by_hand(terms::ASSAULT);
    assert_eq!(
        pairs(&[assault[0], assault[5], assault[10], assault[11 + 4], assault[44 + 10]]),
        [(0, 0), (10, 2), (40, 5), (9, 4), (120, 25)]
    );
    for row in assault.chunks(11) {
        assert!(row.is_sorted_by(|a, b| a.full() <= b.full() && a.bare() <= b.bare()));
    }
    for (less, more) in assault.iter().zip(&assault[11..]) {
        assert!(less.full() <= more.full() && less.bare() <= more.bare());
    }
    for (term, positive) in [
        (terms::ONLY_ROOK, &[0][..]),
        (terms::TOGETHER, &[2]),
        (terms::CANNON_SCREENS, &[0, 1, 2]),
        (terms::GUARDS, &[8]),
        (terms::ROOK_FILE, &[0, 1]),
        (terms::PROTECTED, &[1, 2, 3, 4, 5, 6]),
        (terms::BARE_PALACE, &[0]),
        (terms::ROOK_KING_FILE, &[0]),
        (terms::PIN_BY_ROOK, &[1, 2, 3, 4, 5, 6]),
        (terms::PIN_BY_CANNON, &[1, 2, 3, 4, 5, 6]),
        (terms::LINKED_PAWNS, &[0]),
        (terms::FORK, &[2]),
        (terms::TEMPO, &[0]),
    ] {
        let values = by_hand(term);
        assert!(positive.iter().all(|&i| values[i].full() + values[i].bare() > 0), "{values:?}");
    }
    assert!(by_hand(terms::OPEN_KING)[0].full() < 0 && by_hand(terms::OPEN_KING)[0].bare() > 0);
    assert_eq!(by_hand(terms::TEMPO), [Tapered::same(12)]);
}

/// The rows of an explanation have the descriptions of their terms.
#[test]
fn explained_terms_have_their_meanings() {
    let explanation = Evaluation::new().explain(&Position::start());
    let meaning = |name| explanation.rows.iter().find(|row| row.name == name).map(|row| row.meaning.trim());
    assert_eq!(meaning("material"), Some("A piece, by kind."));
    let placement = "A piece on a square, by kind, rank from home and distance from the edge (ranks of five).";
    assert_eq!(meaning("placement"), Some(placement));
}

#[test]
fn threats_by_hand_follow_the_exchange() {
    let values = by_hand(terms::THREAT);
    // The mover, the class of the weakest attacker, whether the victim is protected, the victim.
    let of = |mover: usize, class: usize, protected: usize, victim: usize| {
        values[((mover * 5 + class) * 2 + protected) * 7 + victim]
    };
    const ROOK: usize = 4;
    const HORSE: usize = 3;
    const PAWN: usize = 6;
    // 1050 / 15 for a rook, 450 / 15 for a horse; twice that for the mover.
    assert_eq!((of(0, 4, 0, ROOK), of(1, 4, 0, ROOK)), (Tapered::same(70), Tapered::same(140)));
    assert_eq!((of(0, 0, 0, HORSE), of(1, 0, 0, HORSE)), (Tapered::same(30), Tapered::same(60)));
    // A protected rook attacked by a horse: (1050 - 450) / 15; a protected horse by a rook, nothing.
    assert_eq!((of(0, 2, 1, ROOK), of(0, 4, 1, HORSE)), (Tapered::same(40), Tapered::default()));
    // By a pawn, an advisor, a cannon.
    assert_eq!([0, 1, 3].map(|class| of(0, class, 1, ROOK).full()), [63, 58, 36]);
    assert_eq!(of(0, 0, 1, PAWN), Tapered::default());
    // The king is not attacked for a gain.
    assert!((0..2).all(|mover| (0..5).all(|class| of(mover, class, 0, 0) == Tapered::default())));
}
