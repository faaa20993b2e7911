//! The nature of a move by the Chinese rules: what it threatens that was not
//! threatened before.
//!
//! After the move the opponent is imagined to pass. A *threat of mate* is then a
//! mate by checks; a *chase* is a capture that wins, or at least does not lose,
//! when both sides go on capturing and checking, or a series of checks that
//! wins. The same questions are asked of the position before the move, and only
//! what is new counts: the rules look for the cause, not for what happens to be
//! there (article 26.1). Where this stops short of the rule book's figures, the
//! tests name the figure and the rule that would be needed.

use super::{
    attacks::{Attacks, Pair, PieceSet, can_take, capture_of, piece_of, square_of},
    lookahead::{Lookahead, MATE, mates_by_checks, value},
};
use crate::{Move, MoveKind, MoveList, PieceKind, Position, Square};

/// How grave a chase is when both sides do only forbidden things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Gravity {
    /// The target has a root: several pieces chase it together (聯合捉子), or it
    /// is attacked more often than protected (少根子).
    Joint,
    /// A rook, or a piece without a root (無根子).
    Rootless,
}

/// The nature of a move by the Chinese rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Label {
    /// It attacks the king (將).
    Check,
    /// It threatens mate by checks (殺).
    Kill,
    /// It threatens to win material (捉).
    Chase(Gravity),
    /// It offers to trade equal pieces (兌).
    Exchange,
    /// None of these (閒).
    Idle,
}

impl Label {
    /// Whether a side that makes only such moves must change.
    pub(crate) fn is_forbidden(self) -> bool {
        matches!(self, Label::Check | Label::Kill | Label::Chase(_))
    }
}

/// The value of a rook.
const ROOK: i32 = 4;
/// How many checks a threat of mate may take.
const MATING_CHECKS: u8 = 4;

/// What one capture of the side to move would bring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Prospect {
    Loses,
    Exchange,
    Chase(Gravity),
}

/// What a capture of the side to move would bring. `baseline` is what that side
/// could win anyway, `risk` what the opponent could: neither is its doing.
fn prospect(position: &Position, pair: Pair, baseline: i32, risk: i32) -> Prospect {
    use PieceKind::{Cannon, Horse, King, Pawn, Rook};
    let us = position.side_to_move();
    let (attacker, target) = (piece_of(us, pair.attacker).kind, piece_of(!us, pair.target).kind);
    let Some(capture) = capture_of(position, pair) else { return Prospect::Loses };
    if matches!(attacker, King | Pawn) || (target == Pawn && !capture.to().across_river(!us)) {
        return Prospect::Loses;
    }
    if attacker == target {
        let mut passed = *position;
        passed.pass();
        if passed.is_legal(capture.reversed()) {
            return Prospect::Exchange;
        }
    }
    let net = Lookahead::new(us).after(position, capture);
    if net <= -MATE / 2 {
        return Prospect::Loses;
    }
    if target == Rook && matches!(attacker, Horse | Cannon) {
        return Prospect::Chase(Gravity::Rootless);
    }
    let mut after = *position;
    after.make(capture);
    // Article 26.5: where each side takes something, an even result is a chase.
    if !can_take(&after, capture.to()) && net + risk >= 0 {
        let gravity = if guarded(&after, capture.to()) { Gravity::Joint } else { Gravity::Rootless };
        Prospect::Chase(gravity)
    } else if net > baseline.max(0) {
        // Who wins a rook for a minor piece has chased a rook.
        Prospect::Chase(if net >= ROOK - 1 { Gravity::Rootless } else { Gravity::Joint })
    } else if net == 0 {
        Prospect::Exchange
    } else {
        Prospect::Loses
    }
}

/// A threat that gives a move its nature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    Capture(Pair, Gravity),
    Exchange(Pair),
    Checks(Move),
}

/// Whether a piece of the side to move would take on a square if its king were
/// not exposed by it: a root that another attacker has made false.
fn guarded(position: &Position, square: Square) -> bool {
    let us = position.side_to_move();
    (0..16).any(|slot| {
        square_of(position, us, slot)
            .and_then(|from| Move::new(from, square))
            .is_some_and(|mv| position.is_pseudo_legal(mv))
    })
}

/// A move of a cycle between the positions around it.
#[derive(Clone, Copy)]
pub(crate) struct Ply<'a> {
    /// Before the opponent's last move.
    pub(crate) earlier: &'a Position,
    pub(crate) before: &'a Position,
    pub(crate) after: &'a Position,
    pub(crate) mv: Move,
}

/// The nature of a move; `visit` sees what gives it that nature.
pub(crate) fn label(ply: Ply<'_>, mut visit: impl FnMut(Cause)) -> Label {
    let Ply { earlier, before, after, mv } = ply;
    let us = before.side_to_move();
    if after.in_check() {
        return Label::Check;
    }
    if before.in_check() && after.king(us) == mv.to() {
        return Label::Idle;
    }
    let mut threat = *after;
    threat.pass();
    // What could be done before is no threat of this move. In check nothing can
    // be done; then what counts is the position before that check.
    let mut prior = *before;
    if before.in_check() && !earlier.in_check() {
        prior = *earlier;
        prior.pass();
    }
    // A mate that must first take what is offered for exchange is no threat of mate.
    let traded = traded(&threat, mv.to());
    let refuses = |board: &Position, capture: Move| traded & 1 << (board.slot_at(capture.to()) % 16) == 0;
    if mates_by_checks(&threat, MATING_CHECKS, |board, mv| board.piece_at(mv.to()).is_none() || refuses(board, mv))
        && !mates_by_checks(&prior, MATING_CHECKS, |_, _| true)
    {
        return Label::Kill;
    }
    let baseline = best_gain(&prior);
    let risk = best_gain(after);
    let mut chase: Option<Gravity> = None;
    let mut exchange = None;
    let old = Attacks::of(&prior);
    for pair in Attacks::of(&threat).pairs() {
        match prospect(&threat, pair, baseline, risk) {
            Prospect::Chase(Gravity::Joint) if traded & !(1 << pair.target) != 0 && old.contains(pair) => {}
            Prospect::Chase(gravity) if !was_chased(&prior, pair) && !exposed(before, pair.target) => {
                visit(Cause::Capture(pair, gravity));
                chase = chase.max(Some(gravity));
            }
            Prospect::Exchange if !old.contains(pair) => exchange = Some(pair),
            _ => {}
        }
    }
    if let Some(gravity) = chase {
        return Label::Chase(gravity);
    }
    let (now, first) = wins_by_checks(&threat);
    let baseline = baseline.max(free_capture(&prior, mv.from()));
    if let Some(first) = first.filter(|_| now > baseline) {
        visit(Cause::Checks(first));
        // A rook is a rook; less than that takes several pieces' work.
        return Label::Chase(if now >= ROOK { Gravity::Rootless } else { Gravity::Joint });
    }
    match exchange {
        Some(pair) => {
            visit(Cause::Exchange(pair));
            Label::Exchange
        }
        None => Label::Idle,
    }
}

/// The pieces that the piece on a square offers to trade: of its own kind, and able to take it first.
fn traded(threat: &Position, square: Square) -> PieceSet {
    let us = threat.side_to_move();
    let mut passed = *threat;
    passed.pass();
    let slot = threat.slot_at(square) as usize % 16;
    Attacks::of(threat)
        .pairs()
        .filter(|pair| pair.attacker == slot && piece_of(us, slot).kind == piece_of(!us, pair.target).kind)
        .filter(|&pair| capture_of(threat, pair).is_some_and(|capture| passed.is_legal(capture.reversed())))
        .fold(0, |set, pair| set | 1 << pair.target)
}

/// Whether some capture of the target was a chase before the move already. An
/// even trade of pawns was none: a move that makes it a clean win is new.
fn was_chased(prior: &Position, now: Pair) -> bool {
    let us = prior.side_to_move();
    let pawn = piece_of(!us, now.target).kind == PieceKind::Pawn;
    Attacks::of(prior).pairs().filter(|pair| pair.target == now.target).any(|pair| {
        matches!(prospect(prior, pair, 0, 0), Prospect::Chase(_))
            && !(pawn && capture_of(prior, pair).is_some_and(|mv| Lookahead::new(us).after(prior, mv) <= 0))
    })
}

/// Whether the opponent's last move, a check, left the target to be taken: then
/// the answer to that check does not chase it.
fn exposed(before: &Position, target: usize) -> bool {
    let us = before.side_to_move();
    let attackers = if before.in_check() { 1..11 } else { 0..0 };
    attackers.into_iter().any(|attacker| {
        let pair = Pair { attacker, target };
        let Some(capture) = capture_of(before, pair).filter(|&mv| before.is_pseudo_legal(mv)) else { return false };
        let mut after = *before;
        after.make(capture);
        let (a, t) = (piece_of(us, attacker), piece_of(!us, target));
        value(a, capture.from()) < value(t, capture.to()) || !can_take(&after, capture.to())
    })
}

/// The dearest piece without a root that the piece on a square can take.
fn free_capture(prior: &Position, square: Square) -> i32 {
    let slot = prior.slot_at(square) as usize % 16;
    let free = Attacks::of(prior).pairs().filter(|pair| pair.attacker == slot).filter_map(|pair| {
        let capture = capture_of(prior, pair)?;
        let mut after = *prior;
        after.make(capture);
        let worth = value(prior.piece_at(capture.to())?, capture.to());
        (!can_take(&after, capture.to())).then_some(worth)
    });
    free.max().unwrap_or(0)
}

/// The most that the side to move can win by any capture or check, 0 if nothing.
fn best_gain(position: &Position) -> i32 {
    let mut captures = MoveList::new();
    position.generate(MoveKind::Captures, &mut captures);
    let us = position.side_to_move();
    let taking = captures.into_iter().map(|mv| Lookahead::new(us).after(position, mv)).max();
    taking.unwrap_or(0).max(wins_by_checks(position).0)
}

/// The most that a first check without capture wins, and that check.
fn wins_by_checks(position: &Position) -> (i32, Option<Move>) {
    let mut quiets = MoveList::new();
    position.generate(MoveKind::Quiets, &mut quiets);
    let us = position.side_to_move();
    let mut best = (0, None);
    for mv in quiets.into_iter().filter(|&mv| position.gives_check(mv)) {
        let wins = Lookahead::new(us).after(position, mv);
        if wins > best.0 {
            best = (wins, Some(mv));
        }
    }
    best
}
