//! The attacks between pieces, and which of them are chases (捉).
//!
//! Inside a cycle nothing is captured, so the slot in the piece list identifies a
//! piece wherever it moves. The attacks of one side are then sixteen
//! words of sixteen bits: for each attacker the set of its targets.
//!
//! An attack is a *chase* when the capture would win something: the target has
//! no real root (根), that is, no piece could legally recapture, or it is
//! worth more than the attacker even if it is protected. Kings and pawns
//! never chase, and neither kings nor pawns on their own side of the river are
//! ever chased. Source: Asian rules, chapter 4, and WXF *World Xiangqi Rules*
//! 2018, articles 19 and 20.

use crate::{
    Move, MoveKind, MoveList, Piece, PieceKind, Position, Side, Square,
    position::{SLOT_PIECE, slots_of},
};

/// A set of pieces of one side, bit = slot within the side's sixteen.
pub(crate) type PieceSet = u16;

/// Legal captures of one side: for each of its pieces the set of its targets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Attacks([PieceSet; 16]);

/// One piece of each side, by slot within its side's sixteen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    pub(crate) attacker: usize,
    pub(crate) target: usize,
}

/// The reason why capturing a target would win something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChaseReason {
    /// No piece could legally recapture: the target has no root (無根子), or
    /// only a false one (假根) that is pinned or blocked.
    Rootless,
    /// The attacker is worth so much less that protection does not help: a horse or
    /// cannon attacks a rook, an advisor or elephant a rook, horse or cannon.
    WorthMore,
}

/// The reason why an attack is not a chase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Excuse {
    /// The attacker is a king or a pawn, which may attack without end.
    KingOrPawn,
    /// The target is a pawn that has not crossed the river.
    PawnAtHome,
    /// Pieces of one kind attack each other: an offer to exchange.
    SameKind,
    /// The target is protected by a real root.
    Protected,
    /// Chinese rules: the target was attacked before as well, and the moved
    /// piece does not take part in the attack (26.1).
    Stood,
    /// Chinese rules: the target's own side exposed it by giving check.
    Exposed,
    /// Chinese rules: the target has a root and could be exchanged for a piece of its kind.
    Offered,
    /// Chinese rules: the side's only attacking piece holds a defensive post
    /// and attacks an advisor or elephant in passing (跟).
    Defence,
}

impl Attacks {
    /// The legal captures of the side to move, except those of the king.
    pub(crate) fn of(position: &Position) -> Attacks {
        let mut moves = MoveList::new();
        position.generate(MoveKind::Captures, &mut moves);
        let mut attacks = Attacks::default();
        for mv in moves {
            let target = position.slot_at(mv.to()) as usize % 16;
            if target != 0 {
                attacks.0[position.slot_at(mv.from()) as usize % 16] |= 1 << target;
            }
        }
        attacks
    }

    /// The attacks that stand before a move of the side to move: its legal captures and, if it is in check,
    /// those that only the check makes illegal. An answer to a check does not attack anew what an unmoved
    /// piece has attacked before.
    fn standing(position: &Position) -> Attacks {
        let mut attacks = Attacks::of(position);
        let checkers = position.checkers();
        if checkers.is_empty() {
            return attacks;
        }
        for pair in (1..16).flat_map(|attacker| (1..16).map(move |target| Pair { attacker, target })) {
            let Some(capture) = capture_of(position, pair).filter(|&mv| position.is_pseudo_legal(mv)) else { continue };
            let mut after = *position;
            after.make(capture);
            after.pass();
            // A pinned piece would expose its king to another one.
            if (after.checkers() & !checkers).is_empty() {
                attacks.0[pair.attacker] |= 1 << pair.target;
            }
        }
        attacks
    }

    #[inline]
    pub(crate) fn contains(&self, pair: Pair) -> bool {
        self.0[pair.attacker] >> pair.target & 1 != 0
    }

    /// The pairs, by attacker, then by target.
    pub(crate) fn pairs(self) -> impl Iterator<Item = Pair> {
        (0..16).flat_map(move |attacker| {
            (0..16)
                .map(move |target| Pair { attacker, target })
                .filter(move |pair| self.0[attacker] >> pair.target & 1 != 0)
        })
    }
}

/// The piece of a slot within a side's sixteen.
pub(crate) fn piece_of(color: Side, slot: usize) -> Piece {
    SLOT_PIECE[color.index() * 16 + slot % 16]
}

/// The square of the piece of a slot within a side's sixteen.
pub(crate) fn square_of(position: &Position, color: Side, slot: usize) -> Option<Square> {
    Square::from_index(position.slot_square(color.index() * 16 + slot % 16) as usize)
}

/// The move by which the attacker of a pair would capture its target; the attacker
/// belongs to the side to move.
pub(crate) fn capture_of(position: &Position, pair: Pair) -> Option<Move> {
    let us = position.side_to_move();
    Move::new(square_of(position, us, pair.attacker)?, square_of(position, !us, pair.target)?)
}

/// Whether the side to move can legally capture on an occupied square.
pub(crate) fn can_take(position: &Position, square: Square) -> bool {
    let us = position.side_to_move();
    PieceKind::ALL.into_iter().any(|kind| {
        slots_of(us, kind).any(|slot| {
            Square::from_index(position.slot_square(slot) as usize)
                .and_then(|from| Move::new(from, square))
                .is_some_and(|mv| position.is_legal(mv))
        })
    })
}

/// Whether an attack of the side to move is a chase, and the reason.
///
/// The capture must be legal; whether the root is real is tested in the
/// position *after* it.
pub(crate) fn judge_attack(position: &Position, pair: Pair) -> Result<ChaseReason, Excuse> {
    use PieceKind::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
    let us = position.side_to_move();
    let (attacker, target) = (piece_of(us, pair.attacker).kind, piece_of(!us, pair.target).kind);
    if matches!(attacker, King | Pawn) {
        return Err(Excuse::KingOrPawn);
    }
    let Some(capture) = capture_of(position, pair) else {
        return Err(Excuse::Protected);
    };
    if target == Pawn && !capture.to().across_river(!us) {
        return Err(Excuse::PawnAtHome);
    }
    match (attacker, target) {
        (Horse | Cannon, Rook) | (Advisor | Elephant, Rook | Horse | Cannon) => return Ok(ChaseReason::WorthMore),
        _ => {}
    }
    if attacker == target {
        // A blocked horse or a pinned piece cannot capture in return, so it is chased.
        let mut passed = *position;
        passed.pass();
        if passed.is_legal(capture.reversed()) {
            return Err(Excuse::SameKind);
        }
    }
    let mut after = *position;
    after.make(capture);
    if can_take(&after, capture.to()) { Err(Excuse::Protected) } else { Ok(ChaseReason::Rootless) }
}

/// The attacks that one move causes, by the Asian rules.
///
/// A set of pieces has a bit for each of the sixteen pieces that the opponent has at the start; a piece
/// keeps its bit in all moves without captures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// Whether it gives check. A check is never also counted as a chase.
    pub check: bool,
    /// The pieces that it chases by a new attack.
    pub attacked: u16,
    /// The same, and the pieces that were attacked before and have now lost their root.
    pub chased: u16,
}

impl Effect {
    /// The effect of a move without a capture, which must be legal.
    pub fn of(before: &Position, mv: Move) -> Effect {
        let mut after = *before;
        after.make(mv);
        effect(before, &after, |_| {})
    }
}

/// A chase that a move causes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewChase {
    pub(crate) pair: Pair,
    pub(crate) reason: ChaseReason,
    /// Whether the attack itself is new; if not, its target has lost its root.
    pub(crate) fresh: bool,
}

/// The effect of the move between two positions; `visit` receives every chase that it causes.
pub(crate) fn effect(before: &Position, after: &Position, mut visit: impl FnMut(NewChase)) -> Effect {
    let mut effect = Effect { check: after.in_check(), ..Effect::default() };
    if effect.check {
        return effect;
    }
    let mut threat = *after;
    threat.pass();
    let old = Attacks::standing(before);
    for pair in Attacks::of(&threat).pairs() {
        let Ok(reason) = judge_attack(&threat, pair) else { continue };
        let fresh = !old.contains(pair);
        if fresh || judge_attack(before, pair).is_err() {
            effect.chased |= 1 << pair.target;
            if fresh {
                effect.attacked |= 1 << pair.target;
            }
            visit(NewChase { pair, reason, fresh });
        }
    }
    effect
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The chases of the side to move as "attacker x target", such as "c2xc9".
    fn chases(fen: &str) -> Vec<String> {
        let position: Position = fen.parse().unwrap();
        Attacks::of(&position)
            .pairs()
            .filter(|&pair| judge_attack(&position, pair).is_ok())
            .map(|pair| capture_of(&position, pair).unwrap().to_string())
            .collect()
    }

    #[test]
    fn a_root_makes_an_attack_harmless_unless_it_is_false() {
        // A rook attacks a horse that another horse protects.
        assert_eq!(chases("4k4/9/9/2n6/4n4/9/4R4/9/9/3K5 w"), ["e3e5"; 0]);
        // The same with the protecting horse blocked by a pawn: it is not a root.
        assert_eq!(chases("4k4/9/9/2nP5/4n4/9/4R4/9/9/3K5 w"), ["e3e5"]);
        // A root that is pinned to its king is not real either.
        assert_eq!(chases("3k5/9/9/3n5/5n3/3R5/5R3/9/9/4K4 w"), ["f3f5"]);
    }

    #[test]
    fn values_kinds_and_owners_decide() {
        // Horse attacks a protected rook.
        assert_eq!(chases("4k4/9/9/4r4/9/3N1r3/9/9/9/3K5 w"), ["d4e6"]);
        // Rooks attack each other.
        assert_eq!(chases("3k5/9/9/4r4/9/9/4R4/9/9/5K3 w"), ["e3e6"; 0]);
        // A pawn attacks a rook; a rook attacks a pawn before the river, another one across.
        assert_eq!(chases("3k5/9/4r4/4P4/9/9/9/9/9/5K3 w"), ["e6e7"; 0]);
        assert_eq!(chases("3k5/9/9/4p4/9/4R4/4p4/9/9/5K3 w"), ["e4e3"]);
        // A blocked horse cannot capture in return.
        assert_eq!(chases("3k5/9/9/4n4/4P4/3N5/9/9/9/5K3 w"), ["d4e6"]);
    }

    #[test]
    fn an_answer_to_a_check_does_not_attack_anew() {
        // The rook on i5 attacks the cannon since before; Black's horse answers a check of the rook.
        let chased = |fen: &str, answer: &str| {
            let before: Position = fen.parse().unwrap();
            effect(&before, &before.play(answer.parse().unwrap()).unwrap(), |_| {}).attacked
        };
        assert_eq!(chased("4k1n2/8C/9/4R4/8r/6C2/9/9/5K3/1n4r2 b", "g9e8"), 0);
        // Black moves only its king.
        assert_eq!(chased("1C2k4/3n5/4R4/9/9/9/9/9/9/5KR2 b", "e9d9"), 0);
        // Without a check the moved horse attacks the cannon anew.
        assert_ne!(chased("3k5/9/2C3n2/9/9/9/9/9/9/4K4 b", "g7e8"), 0);
    }
}
