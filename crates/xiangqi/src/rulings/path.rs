//! The path that led to a position, for the rules on repetitions.
//!
//! Referee and search use the same path. They find cycles by comparing keys;
//! perpetual check, the common case, is also read off the path. Only if it
//! does not decide, the position at the start of the cycle is restored and the moves are
//! made again to compute their attacks. None of this allocates, except the
//! report that explains a ruling.

use super::{
    asian, cxa,
    explanation::{Repetition, RulingReport, explain},
    rule_set::{RuleSet, Ruling},
};
use crate::{
    Move, Piece, Position, Square, Undo,
    position::{EMPTY, SLOT_PIECE},
};
use alloc::vec::Vec;
use duiyi_game::MAX_PLY;
/// A position on the path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visit {
    key: u64,
    /// The last move; `None` at the beginning and after a pass.
    pub(crate) mv: Option<Move>,
    /// The number of plies since the last capture or pass, before which repetition is impossible.
    pub(crate) reversible: u16,
    /// The slot of the piece that the move captured, or [`EMPTY`].
    captured: u8,
    /// Whether the side to move is in check, that is, whether the last move gave check.
    pub(crate) in_check: bool,
}

impl Visit {
    /// The piece that the move captured.
    pub(crate) fn captured(self) -> Option<Piece> {
        SLOT_PIECE.get(self.captured as usize).copied()
    }
}

/// The positions from the start of the path to the current one.
#[derive(Debug)]
pub(crate) struct Path(Vec<Visit>);

impl Clone for Path {
    /// A copy with room for a search, which must not allocate.
    fn clone(&self) -> Path {
        let mut visits = Vec::with_capacity(self.0.capacity().max(self.0.len() + MAX_PLY));
        visits.extend_from_slice(&self.0);
        Path(visits)
    }
}

impl Path {
    /// A path of one position, with room for `room` more.
    pub(crate) fn new(start: &Position, room: usize) -> Path {
        let mut visits = Vec::with_capacity(room + 1);
        visits.push(Visit { key: start.key(), mv: None, reversible: 0, captured: EMPTY, in_check: start.in_check() });
        Path(visits)
    }

    /// Reserves room for `more` positions.
    pub(crate) fn reserve(&mut self, more: usize) {
        self.0.reserve(more);
    }

    /// The current position.
    #[inline]
    pub(crate) fn here(&self) -> Visit {
        self.0[self.0.len() - 1]
    }

    /// The positions since the last capture or pass, including the one before it, in order.
    pub(crate) fn since_capture(&self) -> &[Visit] {
        &self.0[self.0.len() - 1 - self.here().reversible as usize..]
    }

    /// Adds the position after a move.
    #[inline]
    pub(crate) fn push(&mut self, mv: Move, undo: &Undo, after: &Position) {
        let captured = undo.captured_slot();
        let reversible = if captured == EMPTY { self.here().reversible.saturating_add(1) } else { 0 };
        self.0.push(Visit { key: after.key(), mv: Some(mv), reversible, captured, in_check: after.in_check_after(mv) });
    }

    /// Adds the position after a pass; earlier positions no longer count.
    #[cfg(feature = "engine")]
    pub(crate) fn push_pass(&mut self, after: &Position) {
        self.0.push(Visit { key: after.key(), mv: None, reversible: 0, captured: EMPTY, in_check: false });
    }

    /// Removes the last position.
    #[inline]
    pub(crate) fn pop(&mut self) {
        self.0.pop();
    }

    /// The distances in plies to earlier occurrences of the position, the latest first.
    #[inline]
    pub(crate) fn recurrences(&self) -> impl Iterator<Item = usize> + '_ {
        let here = self.here();
        let last = self.0.len() - 1;
        // A repetition takes both sides two moves.
        let mut back = 2;
        core::iter::from_fn(move || {
            loop {
                back += 2;
                if back > here.reversible as usize {
                    return None;
                }
                if self.0[last - back].key == here.key {
                    return Some(back);
                }
            }
        })
    }

    /// The repetition that the last move has completed, if any.
    pub(crate) fn repetition(&self) -> Option<Repetition> {
        let back = self.recurrences().take(2).last()?;
        let last = self.0.len() - 1;
        Some(Repetition { span: last - back..last, occurrences: 1 + self.recurrences().count() })
    }

    /// The number of last plies to be ruled on as a repetition, if the last
    /// `ply` moves belong to a search and the rules require `occurrences`.
    ///
    /// A repetition within a search counts at once, because the side that repeats
    /// once can repeat again.
    #[inline]
    pub(crate) fn cycle(&self, ply: usize, occurrences: usize) -> Option<usize> {
        let (mut met, mut span) = (0, 0);
        for back in self.recurrences() {
            if back <= ply {
                return Some(back);
            }
            met += 1;
            if met <= 2 {
                span = back;
            }
            // A referee examines the last three occurrences, or two if there are only two.
            if met >= 2 && met + 1 >= occurrences {
                return Some(span);
            }
        }
        (met + 1 >= occurrences).then_some(span)
    }

    /// The ruling on the last `back` plies, which lead back to the position
    /// `now`. With `again` the cycle is assumed to go on.
    ///
    /// A search may use `again` as soon as a cycle is closed: the ruling is
    /// that of a referee after the same moves have been played twice.
    pub(crate) fn rule(&self, rules: RuleSet, now: &Position, back: usize, again: bool) -> Ruling {
        let cycle = &self.0[self.0.len() - back..];
        // The last move was the opponent's, the one before ours, and so on.
        let theirs = cycle.iter().rev().step_by(2).all(|visit| visit.in_check);
        let ours = cycle.iter().rev().skip(1).step_by(2).all(|visit| visit.in_check);
        let us = now.side_to_move();
        match (theirs, ours) {
            _ if rules == RuleSet::None => Ruling::Draw,
            (true, false) => Ruling::Loses(!us),
            (false, true) => Ruling::Loses(us),
            (true, true) => Ruling::Draw,
            (false, false) if rules == RuleSet::CheckOnly => Ruling::Draw,
            (false, false) => rule_attacks(rules, now, cycle.iter().filter_map(|visit| visit.mv), again),
        }
    }

    /// How the loser of the last `back` plies, a cycle, offends the Asian rules: bit 0 by a check with every
    /// move, the others by a chase of the piece of a slot with every move. Calls `visit` for each of its moves with the
    /// key of the position before and the packed move. `None` for rules by which any two such cycles lose in
    /// turn, too.
    #[cfg(feature = "engine")]
    pub(crate) fn offences(
        &self,
        rules: RuleSet,
        now: &Position,
        (back, loser): (usize, crate::Side),
        visit: &mut dyn FnMut(u64, u32),
    ) -> Option<u32> {
        if !matches!(rules, RuleSet::Asian | RuleSet::Wxf2018) {
            return None;
        }
        let last = self.0.len() - 1;
        let cycle = &self.0[last - back..];
        let mover_first = usize::from(loser != now.side_to_move());
        for pair in cycle.windows(2).skip(mover_first).step_by(2) {
            visit(pair[0].key, pair[1].mv.map_or(0, |mv| mv.bits().into()));
        }
        let moves = cycle[1..].iter().filter_map(|visit| visit.mv);
        let start = rewound(now, moves.clone().rev());
        let conduct = asian::conduct(&start, moves)[loser.index()];
        Some(if conduct.checks { 1 } else { u32::from(conduct.chased) << 1 })
    }

    /// The ruling on the position `now` with its reasons.
    pub(crate) fn report(&self, rules: RuleSet, now: &Position) -> RulingReport {
        let last = self.0.len() - 1;
        let repetition = self.repetition().unwrap_or(Repetition { span: last..last, occurrences: 1 });
        let moves: Vec<Move> = self.0[1..][repetition.span.clone()].iter().filter_map(|visit| visit.mv).collect();
        explain(rules, &rewound(now, moves.iter().rev().copied()), &moves, repetition)
    }
}

/// The board before moves without captures, the last one first; its key is
/// correct if they make up a cycle.
fn rewound(now: &Position, latest_first: impl Iterator<Item = Move>) -> Position {
    let mut board = *now;
    for mv in latest_first {
        board.relocate(board.slot_at(mv.to()), mv.to(), mv.from(), EMPTY);
        board.pass();
    }
    board
}

/// The ruling on a cycle in which nobody gives perpetual check.
fn rule_attacks(
    rules: RuleSet,
    now: &Position,
    cycle: impl DoubleEndedIterator<Item = Move> + Clone,
    again: bool,
) -> Ruling {
    let start = rewound(now, cycle.clone().rev());
    // Two equal pieces may have exchanged squares. Then the second round is not a
    // copy of the first: the piece attacked with every move is another one.
    let copied = !again || Square::all().all(|square| start.slot_at(square) == now.slot_at(square));
    let moves = cycle.clone().chain(cycle.take(if copied { 0 } else { usize::MAX }));
    match rules {
        RuleSet::Cxa2020 => cxa::rule(&start, moves),
        _ => asian::rule(&start, moves),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two rooks exchange squares, chased by two horses. In one round the same rook is attacked with every move, but in
    /// two rounds another one in each, which is not a perpetual chase.
    #[test]
    fn pieces_that_exchange_squares_are_not_chased_for_ever() {
        let mut now: Position = "5k3/9/9/5n2p/6R2/6R2/8p/7n1/9/3K5 b - - 0 1".parse().unwrap();
        let mut path = Path::new(&now, 8);
        for text in "h2f3 g4h4 f6h7 g5g4 f3h2 h4h5 h7f6 h5g5".split(' ') {
            let mv = text.parse().unwrap();
            assert!(now.is_legal(mv), "{text}");
            let undo = now.make(mv);
            path.push(mv, &undo, &now);
        }
        assert_eq!(path.recurrences().collect::<Vec<_>>(), [8]);
        let ruling = |again| path.rule(RuleSet::Asian, &now, 8, again);
        assert_eq!([ruling(false), ruling(true)], [Ruling::Loses(crate::BLACK), Ruling::Draw]);
    }
}
