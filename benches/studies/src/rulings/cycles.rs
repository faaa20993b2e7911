//! Sequences of legal moves without captures that lead back to their first position.

use super::starts::draw;
use duiyi_xiangqi::{Move, Position};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::cmp::Reverse;

/// The shortest and the longest cycle in plies.
pub(crate) const SHORTEST: usize = 4;
pub(crate) const LONGEST: usize = 12;

/// The most moves that the search for one random cycle makes.
const MAX_MOVES: u32 = 3000;

/// All cycles of four plies from a position: each side moves a piece and back.
pub(crate) fn of_four_plies(start: &Position, mut visit: impl FnMut(&[Move])) {
    for one in quiet(start) {
        let first = after(start, one);
        for two in quiet(&first) {
            let second = after(&first, two);
            if !second.is_legal(one.reversed()) {
                continue;
            }
            let third = after(&second, one.reversed());
            if third.is_legal(two.reversed()) && after(&third, two.reversed()).key() == start.key() {
                visit(&[one, two, one.reversed(), two.reversed()]);
            }
        }
    }
}

/// A random cycle of a number of plies, if the search finds one. `forcing` sides prefer checks and attacks.
pub(crate) fn random(
    start: &Position,
    plies: usize,
    forcing: [bool; 2],
    random: &mut Xoshiro256PlusPlus,
) -> Option<Vec<Move>> {
    let mut search = Search { start, plies, forcing, random, left: MAX_MOVES, line: Vec::with_capacity(plies) };
    search.close(start).then_some(search.line)
}

struct Search<'a> {
    start: &'a Position,
    plies: usize,
    forcing: [bool; 2],
    random: &'a mut Xoshiro256PlusPlus,
    left: u32,
    line: Vec<Move>,
}

impl Search<'_> {
    fn close(&mut self, now: &Position) -> bool {
        let rest = self.plies - self.line.len();
        if rest == 0 {
            return now.key() == self.start.key();
        }
        // A position that repeats earlier would be judged as a shorter cycle.
        if !self.line.is_empty() && now.key() == self.start.key() {
            return false;
        }
        let side = now.side_to_move();
        let forcing = self.forcing[side.index()];
        let mut moves: Vec<(Reverse<u64>, Move)> = quiet(now)
            .map(|mv| {
                let threat = if forcing { threats(now, mv) } else { 0 };
                (Reverse(threat << 32 | draw(self.random, 1 << 32)), mv)
            })
            .collect();
        moves.sort_by_key(|&(order, _)| order);
        for (_, mv) in moves {
            if self.left == 0 {
                return false;
            }
            self.left -= 1;
            let next = after(now, mv);
            if self.may_return(&next, mv, (rest - 1) / 2) {
                self.line.push(mv);
                if self.close(&next) {
                    return true;
                }
                self.line.pop();
            }
        }
        false
    }
}

impl Search<'_> {
    /// Whether the side that moved last may bring its pieces back with this number of moves.
    fn may_return(&self, now: &Position, last: Move, moves: usize) -> bool {
        let away = displaced(self.start, now, last);
        if moves != 1 {
            return away <= moves;
        }
        let mut again = *now;
        again.pass();
        away == 1 && quiet(&again).any(|mv| displaced(self.start, &after(&again, mv), mv) == 0)
    }
}

/// The number of pieces of the side that moved last that do not stand as at the start.
fn displaced(start: &Position, now: &Position, last: Move) -> usize {
    let side = now.piece_at(last.to()).map(|piece| piece.color);
    start.pieces().filter(|&(square, piece)| Some(piece.color) == side && now.piece_at(square) != Some(piece)).count()
}

/// 2 for a check, 1 for a move after which its side could capture something.
fn threats(now: &Position, mv: Move) -> u64 {
    if now.gives_check(mv) {
        return 2;
    }
    let mut next = after(now, mv);
    next.pass();
    u64::from(next.legal_moves().into_iter().any(|capture| next.piece_at(capture.to()).is_some()))
}

fn quiet(position: &Position) -> impl Iterator<Item = Move> + use<> {
    let position = *position;
    position.legal_moves().into_iter().filter(move |mv| position.piece_at(mv.to()).is_none())
}

fn after(position: &Position, mv: Move) -> Position {
    let mut after = *position;
    after.make(mv);
    after
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_xiangqi::rulings::{RuleSet, Ruling, judge};
    use rand_xoshiro::rand_core::SeedableRng;

    fn position(fen: &str) -> Position {
        fen.parse().unwrap()
    }

    #[test]
    fn every_cycle_of_four_plies_is_found_once_and_closes() {
        let start = position("3k5/9/9/9/9/9/4P4/9/9/4K4 w");
        let mut cycles = Vec::new();
        of_four_plies(&start, |cycle| cycles.push(cycle.to_vec()));
        // Red's king steps to e1 or f0 (on d0 it would face the other king); Black's king then has two steps
        // (to e9 behind the pawn, and to d8).
        assert_eq!(cycles.len(), 4, "{cycles:?}");
        for cycle in &cycles {
            assert_ne!(judge(RuleSet::None, &start, cycle).unwrap().ruling, Ruling::Open);
        }
    }

    #[test]
    fn random_cycles_of_all_lengths_close_and_depend_on_the_seed() {
        let start = position("3k5/4a4/9/9/2c6/9/9/2R6/4A4/4K4 w");
        let drawn = |seed, plies| random(&start, plies, [true, false], &mut Xoshiro256PlusPlus::seed_from_u64(seed));
        for plies in (SHORTEST..=LONGEST).step_by(2) {
            let cycle = drawn(1, plies).expect("a cycle");
            let report = judge(RuleSet::Asian, &start, &cycle).unwrap();
            assert_eq!((cycle.len(), report.span), (plies, 0..plies));
            assert_eq!(drawn(1, plies), Some(cycle));
        }
        assert_ne!(drawn(1, 8), drawn(2, 8));
    }
}
