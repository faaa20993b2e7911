//! The gains that a move of a cycle threatens and that were not possible before it: the
//! chases (捉) and exchanges (兌) of the Chinese rules.
//!
//! The opponent is assumed to pass after the move. A capture, or a series of
//! checks, that then wins is a threat. The move is a chase if it is
//! the cause of the threat (article 26.1):
//!
//! - the target was not threatened before; or
//! - it was, but capturing it would have cost more than it does now, and the moved
//!   piece takes part in the attack. A piece that merely steps out of an attack
//!   does not chase, whatever its side can capture now.

use super::{
    attacks::{Attacks, Excuse, Pair, can_take, capture_of, piece_of, square_of},
    lookahead::{Lookahead, MATE, Replies, TacticalLine, value},
};
use crate::{Bitboard, Move, MoveKind, MoveList, Piece, PieceKind, Position, Side, Square};

/// A move of a cycle between the positions around it.
#[derive(Clone, Copy)]
pub(crate) struct Ply<'a> {
    /// Before the opponent's last move.
    pub(crate) earlier: &'a Position,
    pub(crate) before: &'a Position,
    pub(crate) after: &'a Position,
    pub(crate) mv: Move,
}

/// The gravity of a chase when both sides make only forbidden moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Gravity {
    /// The target has a root: several pieces chase it together (聯合捉子), or it
    /// is attacked more often than protected (少根子).
    Joint,
    /// A rook, or a piece without a root (無根子).
    Rootless,
}

/// The value of a rook.
const ROOK: i32 = 4;

/// The result of one capture of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Worth {
    Loses,
    Exchange,
    Chase(Gravity),
}

/// A threat that gives a move its nature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    Capture(Pair, Gravity),
    Exchange(Pair),
    Checks(Move),
    /// An attack that would win but is not a chase.
    Excused(Pair, Excuse),
}

/// The part of an attack that a move causes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// There was no attack before.
    Whole,
    /// The attack existed before, but is profitable only now that the moved piece takes part.
    Shared,
}

/// The position with the other side to move.
pub(crate) fn passed(position: &Position) -> Position {
    let mut passed = *position;
    passed.pass();
    passed
}

/// The conditions of a capture of the side to move.
#[derive(Clone, Copy)]
struct Stakes {
    /// The gain that the opponent threatens in any case.
    risk: i32,
    replies: Replies,
    /// Enemy pieces that offer to be exchanged.
    offered: Bitboard,
}

impl Stakes {
    /// Only the exchange itself counts.
    const LOCAL: Stakes = Stakes { risk: 0, replies: Replies::Recaptures, offered: Bitboard::EMPTY };
    const ACTUAL: Stakes = Stakes { replies: Replies::All, ..Stakes::LOCAL };
}

/// The result of a capture of the side to move, and its net gain.
fn worth(position: &Position, pair: Pair, stakes: Stakes) -> (Worth, i32) {
    use PieceKind::{Cannon, Horse, King, Pawn, Rook};
    let us = position.side_to_move();
    let (attacker, target) = (piece_of(us, pair.attacker).kind, piece_of(!us, pair.target).kind);
    let Some(capture) = capture_of(position, pair) else { return (Worth::Loses, -MATE) };
    if target == Pawn && !capture.to().across_river(!us) {
        return (Worth::Loses, -MATE);
    }
    let net = Lookahead::sparing(us, stakes.replies, stakes.offered).after(position, capture).net;
    if net <= -MATE / 2 {
        return (Worth::Loses, net);
    }
    if trades(position, pair) {
        return (Worth::Exchange, net);
    }
    let even = net + stakes.risk >= 0;
    let mut after = *position;
    after.make(capture);
    let worth = if matches!(attacker, King | Pawn) {
        // Kings and pawns may attack alone, but not backed by another piece.
        let joint = net > 0 && target != Rook && backed(&after, capture.to());
        if joint { Worth::Chase(Gravity::Joint) } else { Worth::Loses }
    } else if target == Rook && matches!(attacker, Horse | Cannon) && even {
        Worth::Chase(Gravity::Rootless)
    } else if !can_take(&after, capture.to()) && even {
        // Article 26.5: where each side captures something, an even result is a chase.
        Worth::Chase(if guarded(&after, capture.to()) { Gravity::Joint } else { Gravity::Rootless })
    } else if net > 0 {
        // Winning a rook for a minor piece is a chase of a rook.
        Worth::Chase(if net >= ROOK - 1 { Gravity::Rootless } else { Gravity::Joint })
    } else if net == 0 {
        Worth::Exchange
    } else {
        Worth::Loses
    };
    (worth, net)
}

/// Whether a piece other than king and pawn backs a capture just made
/// and could capture a recapturing piece.
fn backed(after: &Position, square: Square) -> bool {
    let mut captures = MoveList::new();
    after.generate(MoveKind::Captures, &mut captures);
    captures.into_iter().filter(|mv| mv.to() == square).any(|mv| {
        let mut next = *after;
        next.make(mv);
        let us = next.side_to_move();
        Attacks::of(&next).pairs().any(|pair| {
            !matches!(piece_of(us, pair.attacker).kind, PieceKind::King | PieceKind::Pawn)
                && capture_of(&next, pair).is_some_and(|mv| mv.to() == square)
        })
    })
}

/// Whether attacker and target are of one kind and the target could capture first
/// without loss: a piece that loses more by leaving its line (不能離線) cannot.
fn trades(position: &Position, pair: Pair) -> bool {
    let us = position.side_to_move();
    if piece_of(us, pair.attacker).kind != piece_of(!us, pair.target).kind || position.in_check() {
        return false;
    }
    let passed = passed(position);
    capture_of(position, pair)
        .map(Move::reversed)
        .is_some_and(|mv| passed.is_legal(mv) && Lookahead::new(!us, Replies::All).after(&passed, mv).net >= 0)
}

/// Whether a piece only guards its king (士, 相).
fn is_guard(piece: Piece) -> bool {
    matches!(piece.kind, PieceKind::Advisor | PieceKind::Elephant)
}

/// The squares of the enemy pieces that could be exchanged for an attacker
/// of their own kind, for some of the pairs.
fn tradable(position: &Position, some: impl Fn(Pair) -> bool) -> Bitboard {
    let trading = Attacks::of(position).pairs().filter(|&pair| some(pair) && trades(position, pair));
    trading.filter_map(|pair| capture_of(position, pair)).map(Move::to).collect()
}

/// Whether a piece of the side to move would capture on a square if this did not
/// expose its king: a root that another attacker has made false.
fn guarded(position: &Position, square: Square) -> bool {
    let us = position.side_to_move();
    (0..16).any(|slot| {
        square_of(position, us, slot)
            .and_then(|from| Move::new(from, square))
            .is_some_and(|mv| position.is_pseudo_legal(mv))
    })
}

/// The most that the side to move can win by any capture or check, 0 if nothing.
fn best_gain(position: &Position, replies: Replies) -> i32 {
    let us = position.side_to_move();
    let mut captures = MoveList::new();
    position.generate(MoveKind::Captures, &mut captures);
    let gains = captures.into_iter().map(|mv| Lookahead::new(us, replies).after(position, mv).net);
    gains.chain(check_lines(position, replies, Bitboard::EMPTY).map(|line| line.net)).fold(0, i32::max)
}

/// The best line after each check except those that capture as a chase does: by a
/// piece that may not attack perpetually, with a target of value.
fn check_lines(position: &Position, replies: Replies, offered: Bitboard) -> impl Iterator<Item = TacticalLine> + '_ {
    let us = position.side_to_move();
    let captures = move |mv: Move| {
        let free = |piece: Piece| matches!(piece.kind, PieceKind::King | PieceKind::Pawn);
        position.piece_at(mv.to()).is_some_and(|piece| value(piece, mv.to()) > 0)
            && !position.piece_at(mv.from()).is_some_and(free)
    };
    position
        .legal_moves()
        .into_iter()
        .filter(move |&mv| !captures(mv) && position.gives_check(mv))
        .map(move |mv| Lookahead::sparing(us, replies, offered).after(position, mv))
}

/// The threats of a move, from the position in which its side could last act and the one after it.
pub(crate) struct Threats<'a> {
    ply: Ply<'a>,
    /// The position after the move, with the same side to move again.
    threat: Position,
    /// The position for threats that existed before the move.
    prior: Position,
    /// The slot of the moved piece.
    moved: usize,
    /// Enemy pieces that can be exchanged.
    offered: Bitboard,
    /// Those of them that could not be exchanged before.
    newly_offered: Bitboard,
}

impl<'a> Threats<'a> {
    pub(crate) fn after(ply: Ply<'a>) -> Threats<'a> {
        let threat = passed(ply.after);
        // A side in check cannot threaten; then the position before that check counts.
        let prior = if ply.before.in_check() && !ply.earlier.in_check() { passed(ply.earlier) } else { *ply.before };
        let moved = threat.slot_at(ply.mv.to()) as usize % 16;
        let old = Attacks::of(&prior);
        Threats {
            ply,
            threat,
            prior,
            moved,
            offered: tradable(&threat, |_| true),
            newly_offered: tradable(&threat, |pair| !old.contains(pair)),
        }
    }

    pub(crate) fn position(&self) -> &Position {
        &self.threat
    }

    pub(crate) fn prior(&self) -> &Position {
        &self.prior
    }

    /// Whether a capture would take a piece that the move offers for exchange, on its square.
    pub(crate) fn is_trade(&self, board: &Position, capture: Move) -> bool {
        self.newly_offered.contains(capture.to()) && board.slot_at(capture.to()) == self.threat.slot_at(capture.to())
    }

    /// Whether the move chases something, and its gravity; `visit` receives the causes.
    pub(crate) fn chases(&self, mut visit: impl FnMut(Cause)) -> Option<Gravity> {
        let stakes = Stakes {
            risk: Some(best_gain(self.ply.after, Replies::All)).filter(|&gain| gain < MATE / 2).unwrap_or(0),
            replies: Replies::All,
            offered: self.offered | self.settled(),
        };
        let defends = self.defends();
        let mut gravest = None;
        for pair in Attacks::of(&self.threat).pairs() {
            let (Worth::Chase(gravity), net) = worth(&self.threat, pair, stakes) else { continue };
            match self.cause(pair, gravity, net, defends) {
                Ok(part) => {
                    let gravity = if part == Part::Shared { Gravity::Joint } else { gravity };
                    visit(Cause::Capture(pair, gravity));
                    gravest = gravest.max(Some(gravity));
                }
                Err(excuse) => visit(Cause::Excused(pair, excuse)),
            }
        }
        gravest.or_else(|| self.chases_by_checks(defends, visit))
    }

    /// The squares of pieces that could be captured with profit before: capturing them next is
    /// not a gain of another capture.
    fn settled(&self) -> Bitboard {
        let us = self.threat.side_to_move();
        Attacks::of(&self.prior)
            .pairs()
            .filter(|&pair| matches!(worth(&self.prior, pair, Stakes::ACTUAL).0, Worth::Chase(_)))
            .filter_map(|pair| square_of(&self.threat, !us, pair.target))
            .collect()
    }

    /// A new offer to exchange equal pieces, if there is one. The value of a pawn
    /// varies, so no piece is equal to it.
    pub(crate) fn exchange(&self) -> Option<Pair> {
        let us = self.threat.side_to_move();
        let old = Attacks::of(&self.prior);
        let equal = |pair: Pair| {
            let (attacker, target) = (piece_of(us, pair.attacker), piece_of(!us, pair.target));
            let worth = |piece: Piece| capture_of(&self.threat, pair).map(|mv| value(piece, mv.to()));
            target.kind != PieceKind::Pawn && worth(attacker) == worth(target)
        };
        Attacks::of(&self.threat).pairs().find(|&pair| {
            !old.contains(pair) && equal(pair) && worth(&self.threat, pair, Stakes::ACTUAL).0 == Worth::Exchange
        })
    }

    /// How the move causes a capture that now gains `net`, or the reason why it does not.
    fn cause(&self, pair: Pair, gravity: Gravity, net: i32, defends: bool) -> Result<Part, Excuse> {
        let offers = |capture: Move| self.offered.contains(capture.to());
        if gravity == Gravity::Joint && capture_of(&self.threat, pair).is_some_and(offers) {
            return Err(Excuse::Offered);
        }
        if exposed(self.ply.before, pair.target) {
            return Err(Excuse::Exposed);
        }
        if defends && is_guard(piece_of(!self.threat.side_to_move(), pair.target)) && !self.came(pair.target) {
            return Err(Excuse::Defence);
        }
        self.part_in(pair, net).ok_or(Excuse::Stood)
    }

    /// The part of an attack that now gains `net` and that the move causes.
    fn part_in(&self, pair: Pair, net: i32) -> Option<Part> {
        let came = self.came(pair.target);
        if came && self.ply.before.in_check() {
            // A piece that moved with the check is attacked anew.
            return Some(Part::Whole);
        }
        let old = Attacks::of(&self.prior);
        if pair.attacker == self.moved && !old.contains(pair) {
            return Some(Part::Whole);
        }
        let (mut stood, mut cheaper) = (false, true);
        for old in old.pairs().filter(|old| old.target == pair.target) {
            let Some(capture) = capture_of(&self.prior, old) else { continue };
            let line = Lookahead::new(self.prior.side_to_move(), Replies::All).after(&self.prior, capture);
            let danger = self.danger(&line);
            let held = |stakes: Stakes, now: i32| match worth(&self.prior, old, stakes) {
                (Worth::Chase(_), before) => now <= before + stakes.risk,
                _ => false,
            };
            let actual = danger < MATE / 2 && held(Stakes { risk: danger, ..Stakes::ACTUAL }, net);
            let local = danger > 0 && held(Stakes::LOCAL, worth(&self.threat, pair, Stakes::LOCAL).1);
            if actual || local {
                stood = true;
                cheaper &= danger > 0 && net > line.net;
            }
        }
        if !stood {
            Some(Part::Whole)
        } else if !cheaper {
            None
        } else if came {
            // If a piece steps into an attack, the change that makes it profitable is the cause.
            Some(Part::Whole)
        } else {
            self.part_of_moved(pair)
        }
    }

    /// The opponent's earlier threat, if it alone makes the capture
    /// that begins a line too expensive.
    fn danger(&self, line: &TacticalLine) -> i32 {
        let mut moves = line.moves();
        let (Some(capture), Some(reply)) = (moves.next(), moves.next()) else { return 0 };
        if reply.to() == capture.to() || self.prior.in_check() {
            return 0;
        }
        let enemy = passed(&self.prior);
        if !enemy.is_legal(reply) {
            return 0;
        }
        let gain = |replies| Lookahead::new(enemy.side_to_move(), replies).after(&enemy, reply).net;
        gain(Replies::All).max(gain(Replies::Recaptures)).max(0)
    }

    /// Whether an enemy piece has just moved to its square.
    fn came(&self, target: usize) -> bool {
        let enemy = !self.threat.side_to_move();
        square_of(self.ply.earlier, enemy, target) != square_of(self.ply.before, enemy, target)
    }

    /// The part of the moved piece in an attack that existed before.
    fn part_of_moved(&self, pair: Pair) -> Option<Part> {
        if pair.attacker == self.moved {
            return Some(Part::Whole);
        }
        let bare = self.without_moved()?;
        let capture = capture_of(&bare, pair)?;
        if !bare.is_legal(capture) || trades(&bare, pair) != trades(&self.threat, pair) {
            return Some(Part::Shared);
        }
        if matches!(worth(&bare, pair, Stakes::LOCAL).0, Worth::Chase(_)) {
            return None;
        }
        let (mut with, mut without) = (self.threat, bare);
        with.make(capture);
        without.make(capture);
        let root_cut = can_take(&with, capture.to()) == can_take(&without, capture.to());
        Some(if root_cut { Part::Whole } else { Part::Shared })
    }

    /// Whether the moved piece holds a defensive post (守和): it is the only attacking piece of
    /// its side, against more of them, and, if it is a rook, which may
    /// still hope to win, it has just parried a threat.
    ///
    /// Its attacks on advisors and elephants in passing are idle.
    fn defends(&self) -> bool {
        let Ply { before, after, mv, .. } = self.ply;
        let (us, them) = (before.side_to_move(), after.side_to_move());
        let force = |color: Side| -> i32 {
            let attackers = after.pieces().filter(|(_, piece)| piece.color == color && !is_guard(*piece));
            attackers
                .filter(|(_, piece)| piece.kind != PieceKind::King)
                .map(|(square, piece)| value(piece, square))
                .sum()
        };
        let Some(piece) = after.piece_at(mv.to()) else { return false };
        let worth = value(piece, mv.to());
        let alone = !is_guard(piece) && piece.kind != PieceKind::Pawn && force(us) == worth && force(them) > worth;
        let parries =
            || before.in_check() || best_gain(&passed(before), Replies::All) > 0 && best_gain(after, Replies::All) == 0;
        alone && (piece.kind != PieceKind::Rook || parries())
    }

    /// The position without the moved piece, if it can be removed.
    fn without_moved(&self) -> Option<Position> {
        if self.moved == 0 {
            return None;
        }
        let bare = self.threat.without(self.ply.mv.to());
        (!bare.in_check()).then_some(bare)
    }

    /// Whether a series of checks wins something that could not be won before.
    fn chases_by_checks(&self, defends: bool, mut visit: impl FnMut(Cause)) -> Option<Gravity> {
        let enemy = !self.threat.side_to_move();
        let mut gravest = None;
        for line in check_lines(&self.threat, Replies::All, self.offered).filter(|line| line.net >= 0) {
            let Some(first) = line.first() else { continue };
            let prize = if line.net > 0 {
                line.prize(&self.threat).filter(|_| self.checks_are_new(first))
            } else {
                self.drawn_out(first).or_else(|| self.traded_by_checks(first))
            };
            let Some(pair) = prize.filter(|prize| !exposed(self.ply.before, prize.target)) else {
                continue;
            };
            let target = piece_of(enemy, pair.target);
            if defends && is_guard(target) {
                continue;
            }
            let grave = target.kind == PieceKind::Rook || line.net >= ROOK;
            let gravity = if grave { Gravity::Rootless } else { Gravity::Joint };
            visit(Cause::Checks(first));
            gravest = gravest.max(Some(gravity));
        }
        gravest
    }

    /// Whether the move causes the gain of a line that begins with a check: no line, or
    /// only a longer one, won as much before. Other dangers do not count.
    fn checks_are_new(&self, first: Move) -> bool {
        let us = self.threat.side_to_move();
        let now = Lookahead::sparing(us, Replies::Recaptures, self.offered).after(&self.threat, first);
        let length = now.length(&self.threat, now.net);
        let mut list = self.prior.legal_moves();
        list.retain(|mv| self.prior.piece_at(mv.to()).is_some() || self.prior.gives_check(*mv));
        !list.into_iter().any(|mv| {
            let line = Lookahead::new(us, Replies::Recaptures).after(&self.prior, mv);
            line.net >= now.net && line.length(&self.prior, now.net) <= length
        })
    }

    /// The piece that a series of checks wins while the opponent captures an equal one elsewhere:
    /// article 26.5 calls the even result of a complete series of captures a chase.
    fn traded_by_checks(&self, first: Move) -> Option<Pair> {
        let us = self.threat.side_to_move();
        let line = Lookahead::sparing(us, Replies::Recaptures, self.offered).after(&self.threat, first);
        let prize = Some(line).filter(|line| line.net > 0)?.prize(&self.threat)?;
        let pawn = piece_of(!us, prize.target).kind == PieceKind::Pawn;
        (!pawn && self.checks_are_new(first) && self.is_worth(&line, prize)).then_some(prize)
    }

    /// Whether a line wins as much, up to the capture of its prize, as the opponent can win after it.
    fn is_worth(&self, line: &TacticalLine, prize: Pair) -> bool {
        let us = self.threat.side_to_move();
        let mut board = self.threat;
        let mut won = 0;
        for mv in line.moves() {
            let target = board.slot_at(mv.to()) as usize % 16;
            let captured = board.piece_at(mv.to());
            let worth = captured.map_or(0, |piece| value(piece, mv.to()));
            won += if board.side_to_move() == us { worth } else { -worth };
            board.make(mv);
            if captured.is_some_and(|piece| piece.color != us) && target == prize.target {
                return won >= best_gain(&board, Replies::All);
            }
        }
        false
    }

    /// The piece that a pawn sacrificed with check wins, if it has no root and could
    /// not be captured before: an even result, which article 26.5 calls a chase.
    fn drawn_out(&self, first: Move) -> Option<Pair> {
        let us = self.threat.side_to_move();
        let free = Lookahead::sparing(us, Replies::All, self.offered).pawns_free();
        let prize = Some(free.after(&self.threat, first)).filter(|line| line.net > 0)?.prize(&self.threat)?;
        let (taken, at) = self.taken(prize)?;
        if piece_of(!us, prize.target).kind == PieceKind::Pawn || guarded(&taken, at) {
            return None;
        }
        let takes = |position: &Position| {
            Attacks::of(position).pairs().any(|pair| {
                pair.target == prize.target && matches!(worth(position, pair, Stakes::LOCAL).0, Worth::Chase(_))
            })
        };
        let checks = |position: &Position| {
            check_lines(position, Replies::Recaptures, Bitboard::EMPTY)
                .any(|line| line.net > 0 && line.prize(position).is_some_and(|won| won.target == prize.target))
        };
        (!takes(&self.threat) && !takes(&self.prior) && !checks(&self.prior)).then_some(prize)
    }

    /// The position after a piece has been captured, however the capturing piece got there, and its square.
    fn taken(&self, pair: Pair) -> Option<(Position, Square)> {
        let mv = capture_of(&self.threat, pair)?;
        let mut taken = self.threat;
        taken.make(mv);
        Some((taken, mv.to()))
    }
}

/// Whether the opponent's last move, a check, exposed the target: then
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
