//! The terms of the evaluation by name, with the number of their features and their
//! values before tuning.
//!
//! The evaluation is a sum of features times weights. A term is a row of
//! features of one kind (the mobility of a rook has one for each number of
//! squares). The order here is that of [`Weights`](super::Weights), of the trace
//! and of the file `tuned.txt`. The values set by hand follow the ZMBL thesis
//! (rows Z-D2 to Z-D5 of docs/sources.md) where it names a value or a feature; the
//! others are guesses from which tuning began.

use super::{tapered::Tapered, thesis};
use crate::PieceKind;

/// A term: a name and a list of features.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// The name in the file of weights and in explanations.
    pub name: &'static str,
    /// A description of what it rewards.
    pub meaning: &'static str,
    /// Its first feature.
    pub(super) first: usize,
    /// The number of its features.
    pub(super) length: usize,
    hand: fn(usize) -> Tapered,
}

impl Term {
    /// The indices of its features.
    pub fn features(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.length
    }

    /// The value of one of its features, counted from 0, before tuning.
    pub(super) fn by_hand(&self, feature: usize) -> Tapered {
        (self.hand)(feature)
    }
}

/// Declares the terms in order.
macro_rules! terms {
    ($($(#[doc = $meaning:literal])+ $constant:ident $name:literal [$length:expr] = $hand:expr;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Order { $($constant),* }

        const LENGTHS: &[usize] = &[$($length),*];

        const fn first_of(term: usize) -> usize {
            let (mut sum, mut i) = (0, 0);
            while i < term {
                sum += LENGTHS[i];
                i += 1;
            }
            sum
        }

        $(
            $(#[doc = $meaning])+
            pub(super) const $constant: usize = first_of(Order::$constant as usize);
        )*

        /// The number of all features.
        pub(super) const FEATURES: usize = first_of(LENGTHS.len());

        /// All terms, in order.
        pub(crate) static TERMS: &[Term] = &[
            $(Term {
                name: $name,
                meaning: concat!($($meaning),+),
                first: $constant,
                length: $length,
                hand: $hand,
            }),*
        ];
    };
}

const fn t(full: i32, bare: i32) -> Tapered {
    Tapered::new(full, bare)
}

/// For a term with equal steps: `step` per step, zero at `even`.
const fn steps(i: usize, even: i32, step: Tapered) -> Tapered {
    step.times(i as i32 - even)
}

/// Placement before tuning: that of the thesis.
fn placement_by_hand(feature: usize) -> Tapered {
    thesis::placement(PieceKind::ALL[feature / 50], feature % 5, feature / 5 % 10)
}

/// The classes of attackers in [`THREAT`], weakest first.
pub(super) const ATTACKER_CLASSES: usize = 5;
/// The maximal sum of the units of attackers in [`ASSAULT`].
pub(super) const MAX_ASSAULT: usize = 10;
/// The units of a rook, a horse, a cannon and a pawn.
pub(super) const ASSAULT_UNITS: [usize; 4] = [3, 2, 2, 1];
/// The maximal number of safe checks of one kind that [`SAFE_CHECK`] distinguishes.
pub(super) const MAX_CHECKS: usize = 3;

terms! {
    /// A piece, by kind.
    MATERIAL "material" [7] = |kind| thesis::MATERIAL[kind];
    /// A piece on a square, by kind, rank from home and distance from the edge (ranks of five).
    PLACEMENT "placement" [7 * 50] = placement_by_hand;
    /// Two of a kind, by kind.
    PAIR "pair" [7] = |_| t(0, 0);
    /// Own pieces together, as products of their numbers: rook-horse, rook-cannon, horse-cannon,
    /// rook-pawn, horse-pawn, cannon-pawn.
    TOGETHER "together" [6] = |i| if i == 2 { t(10, 15) } else { t(0, 0) };
    /// A strong piece or pawn for each guard of the enemy: rook, horse, cannon, pawn by advisor, then by elephant.
    AGAINST_GUARDS "against-guards" [8] = |i| [t(-10, -8), t(-8, -8), t(5, 15), t(0, -5), t(-2, -2), t(-4, -6), t(0, 0), t(0, -5)][i];
    /// Own pieces by the enemy's, as products of their numbers: rook by horse, rook by cannon, horse by cannon,
    /// pawn by rook, pawn by horse, pawn by cannon.
    AGAINST_PIECES "against-pieces" [6] = |_| t(0, 0);
    /// A horse, a cannon for each piece on the board.
    CROWD "crowd" [2] = |_| t(0, 0);
    /// A cannon for each own advisor, elephant, pawn: what it can fire over.
    CANNON_SCREENS "cannon-screens" [3] = |i| [t(0, 10), t(0, 4), t(0, 4)][i];
    /// A rook or two where the enemy has none (有車對無車).
    ONLY_ROOK "only-rook" [1] = |_| t(80, 60);
    /// The guards that are left, by advisors (0-2) in threes of elephants (0-2).
    GUARDS "guards" [9] = |i| if i == 8 { t(20, 10) } else { t(0, 0) };
    /// The pawns that are left.
    PAWN_COUNT "pawn-count" [6] = |_| t(0, 0);

    /// The empty squares a rook reaches that no lesser piece of the enemy attacks.
    ROOK_MOBILITY "rook-mobility" [18] = |i| steps(i, 8, t(7, 7));
    /// The empty squares a cannon reaches that no pawn or guard of the enemy attacks.
    CANNON_MOBILITY "cannon-mobility" [18] = |i| steps(i, 8, t(1, 1));
    /// The squares a horse reaches, not of its own side and not attacked by pawns or guards.
    HORSE_MOBILITY "horse-mobility" [9] = |i| steps(i, 4, t(12, 12));
    /// Squares of the enemy palace attacked by a rook, horse, cannon, pawn, each.
    PALACE_CONTROL "palace-control" [4] = |_| t(6, 4);
    /// Squares beyond the river, the palace aside, attacked by a rook, horse, cannon.
    GROUND_CONTROL "ground-control" [3] = |_| t(2, 1);
    /// A rook on a file without other pieces; on one without own pieces.
    ROOK_FILE "rook-file" [2] = |_| t(8, 4);
    /// A piece that its own side protects, by kind.
    PROTECTED "protected" [7] = |i| [t(0, 0), t(2, 2), t(4, 4), t(8, 4), t(4, 0), t(6, 2), t(4, 6)][i];

    /// Rooks (3), horses, cannons (2) and pawns (1) that attack the enemy palace, counted together up to 10, in rows
    /// of the guards he misses.
    ASSAULT "assault" [5 * (MAX_ASSAULT + 1)] = |i| {
        let (units, missing) = ((i % 11) as i32, (i / 11) as i32);
        t(units * units * (2 + missing) / 5, units * (1 + missing) / 2)
    };
    /// Points of the enemy palace that are attacked and not protected.
    BARE_PALACE "bare-palace" [1] = |_| t(6, 3);
    /// A rook, horse, cannon, pawn by the files between it and the enemy king, in rows of 0 to 5.
    KING_FILES "king-files" [4 * 6] = |_| t(0, 0);
    /// The squares to which the enemy king can step.
    KING_ROOM "king-room" [5] = |i| [t(20, 20), t(8, 8), t(0, 0), t(-4, -4), t(-6, -6)][i];
    /// Squares from which a rook, horse, cannon can safely give check next, in rows of 0 to 3; then the same for the
    /// side to move.
    SAFE_CHECK "safe-check" [6 * (MAX_CHECKS + 1)] = |i| t(8, 4).times((i % 4) as i32);
    /// A cannon that sees the enemy king along an open file (空頭炮), by the own rooks left.
    HOLLOW_CANNON "hollow-cannon" [3] = |i| [t(120, 60), t(160, 60), t(180, 60)][i];
    /// A cannon on the enemy king's file with two or three pieces between.
    CANNON_FILE "cannon-file" [2] = |i| [t(15, 5), t(5, 0)][i];
    /// A cannon on the enemy's home rank beside his king, by the advisor and elephant missing there (沉底炮):
    /// none, one, both; then the same with an own rook left.
    BOTTOM_CANNON "bottom-cannon" [6] = |i| [t(0, 0), t(20, 5), t(50, 15), t(5, 0), t(25, 5), t(70, 20)][i];
    /// A rook on the enemy king's file.
    ROOK_KING_FILE "rook-king-file" [1] = |_| t(6, 4);
    /// An enemy piece pinned to its king by a rook or a facing king, by kind.
    PIN_BY_ROOK "pin-by-rook" [7] = |kind| [t(0, 0), t(8, 8), t(8, 8), t(30, 30), t(10, 10), t(30, 30), t(5, 5)][kind];
    /// One of two enemy pieces that stop a cannon, by kind.
    PIN_BY_CANNON "pin-by-cannon" [7] = |kind| [t(0, 0), t(6, 6), t(6, 6), t(20, 20), t(8, 8), t(10, 10), t(3, 3)][kind];
    /// The most strong pieces and pawns on one wing beyond the river.
    WING "wing" [7] = |i| t(4 * i as i32, 0);
    /// Own king whose file is open before it.
    OPEN_KING "open-king" [1] = |_| t(-6, 10);

    /// Pawns beyond the river.
    PAWNS_ACROSS "pawns-across" [6] = |_| t(0, 0);
    /// Pawns beyond the river side by side.
    LINKED_PAWNS "linked-pawns" [1] = |_| t(15, 15);

    /// An enemy piece that is attacked: twice (by the side that does not move, by the mover) the classes of the
    /// weakest attacker (pawn, guard or king, horse, cannon, rook), each unprotected and protected, by kind of victim.
    THREAT "threat" [2 * ATTACKER_CLASSES * 2 * 7] = threat_by_hand;

    /// Enemy rooks, horses and cannons that are attacked by a lesser piece or unprotected: none, one, more; then the
    /// same for the side to move.
    FORK "fork" [6] = |i| [t(0, 0), t(0, 0), t(40, 40), t(0, 0), t(0, 0), t(0, 0)][i];

    /// The side to move.
    TEMPO "tempo" [1] = |_| t(12, 12);
}

/// A fifteenth of the gain of the exchange; twice that for the side to move.
fn threat_by_hand(i: usize) -> Tapered {
    const VALUES: [i32; 7] = crate::movegen::see::EXCHANGE_VALUES;
    const ATTACKER: [PieceKind; ATTACKER_CLASSES] =
        [PieceKind::Pawn, PieceKind::Advisor, PieceKind::Horse, PieceKind::Cannon, PieceKind::Rook];
    let (victim, protected, class, mover) = (i % 7, i / 7 % 2, i / 14 % ATTACKER_CLASSES, i / 14 / ATTACKER_CLASSES);
    if victim == PieceKind::King.index() {
        return t(0, 0);
    }
    let gain = VALUES[victim] - protected as i32 * VALUES[ATTACKER[class].index()];
    let share = gain.max(0) / 15 * (1 + mover as i32);
    t(share, share)
}
