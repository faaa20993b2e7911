//! The arbiter's ruling in the form that a search can afford: two positions of
//! a path are the same, what is the score?
//!
//! Nothing here allocates. The cycle is found by walking back over the moves
//! since the last capture, without a history of keys, and ruled by replaying it
//! on a copy of the board; perpetual check, the common case, is settled before
//! any attack is looked at. A *second* occurrence is enough: the side that may
//! repeat once can do it again, so the ruling is the one that the third would
//! bring, and it is exact. A ruling depends on the path, so a score that comes
//! from one must not be stored as a fact about the position.

use crate::{
    Move, Position, Square,
    board::zobrist::{BLACK_TO_MOVE_KEY, piece_key},
    position::{EMPTY, SLOT_PIECE},
    rulings::{RuleSet, Ruling, asian, cxa},
};

/// A board that walks back along the moves that led to it.
struct Rewind {
    board: Position,
    /// The difference between the keys of the board here and at the end.
    key: u64,
}

impl Rewind {
    fn new(now: &Position) -> Rewind {
        Rewind { board: *now, key: 0 }
    }

    /// Takes back a move that captured nothing; false if `mv` cannot have been the last one.
    fn back(&mut self, mv: Move) -> bool {
        let slot = self.board.slot_at(mv.to());
        let mover = !self.board.side_to_move();
        if slot == EMPTY || self.board.slot_at(mv.from()) != EMPTY || slot as usize >> 4 != mover.index() {
            return false;
        }
        let piece = SLOT_PIECE[slot as usize];
        self.board.relocate(slot, mv.to(), mv.from(), EMPTY);
        self.board.pass();
        self.key ^= piece_key(piece, mv.from()) ^ piece_key(piece, mv.to()) ^ BLACK_TO_MOVE_KEY;
        true
    }
}

/// How many of the last moves make up the shortest cycle that ends in `now`:
/// `None` if the position has not occurred before.
///
/// `moves` are moves that led to `now`, the last one at the end; those before
/// the last capture are not looked at. Moves that cannot have led here end the
/// walk.
pub fn closed_cycle(now: &Position, moves: &[Move]) -> Option<usize> {
    let reversible = moves.len().min(now.quiet_plies() as usize);
    let mut rewind = Rewind::new(now);
    for (index, &mv) in moves[moves.len() - reversible..].iter().rev().enumerate() {
        if !rewind.back(mv) {
            return None;
        }
        if rewind.key == 0 {
            return Some(index + 1);
        }
    }
    None
}

/// The ruling on a cycle that `now` has closed: `cycle` are the moves since the
/// earlier occurrence of the same position, none of them a capture.
///
/// Exact: [`judge`](crate::rulings::judge) says the same when the cycle is
/// played twice more. [`Ruling::Open`] if the moves do not lead back to `now`.
///
/// ```
/// use duiyi_xiangqi::{Color, Move, Position, rulings::{RuleSet, Ruling, repetition_verdict}};
/// let now: Position = "2b6/4k4/9/9/9/9/9/9/2p6/3K1RBc1 w".parse()?;
/// let cycle: Vec<Move> = ["f0e0", "e8f8", "e0f0", "f8e8"].iter().map(|m| m.parse()).collect::<Result<_, _>>()?;
/// assert_eq!(repetition_verdict(RuleSet::Asian, &now, &cycle), Ruling::Loses(Color::Red));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn repetition_verdict(rules: RuleSet, now: &Position, cycle: &[Move]) -> Ruling {
    let mut rewind = Rewind::new(now);
    if cycle.is_empty() || !cycle.iter().rev().all(|&mv| rewind.back(mv)) || rewind.key != 0 {
        return Ruling::Open;
    }
    let start = rewind.board;
    // Two equal pieces may have changed places. Then the second round is not a
    // copy of the first: what a side attacks with every move is another piece.
    let same = Square::all().all(|square| start.slot_at(square) == now.slot_at(square));
    let moves = cycle.iter().chain(if same { &[] } else { cycle }).copied();
    match rules {
        RuleSet::None => Ruling::Draw,
        RuleSet::CheckOnly => asian::rule_checks(&start, moves).map_or(Ruling::Draw, |(ruling, _)| ruling),
        RuleSet::Asian | RuleSet::Wxf2018 => asian::rule(&start, moves).0,
        RuleSet::Cxa2020 => cxa::rule(&start, moves),
    }
}

/// The cycle that the last of `moves` closed, and its ruling: [`closed_cycle`]
/// and [`repetition_verdict`] in one.
pub fn ruling_on_path(rules: RuleSet, now: &Position, moves: &[Move]) -> Option<(usize, Ruling)> {
    let length = closed_cycle(now, moves)?;
    Some((length, repetition_verdict(rules, now, &moves[moves.len() - length..])))
}
