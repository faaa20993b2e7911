//! The order of the moves within a turn.

use crate::{Game, GameMove};
use alloc::vec::Vec;

/// The moves of a turn of the side to move in their usual order, in which texts and reports give them: in
/// increasing order of [`GameMove::to_bits`]. A move that ends the game is the last one, and moves that
/// lead to another position in that order keep their own.
///
/// Two turns are the same if their usual orders are equal.
pub fn in_usual_order<G: Game + Clone>(now: &G, turn: &[G::Move]) -> Vec<G::Move> {
    let given = turn.to_vec();
    if G::ALTERNATES || turn.is_sorted_by_key(|mv| mv.to_bits()) {
        return given;
    }
    let after = |turn: &[G::Move]| {
        let mut then = now.clone();
        let legal = turn.iter().all(|&mv| {
            then.is_legal(mv) && {
                then.make(mv);
                true
            }
        });
        legal.then(|| then.key())
    };
    let Some(key) = after(turn) else { return given };
    let mut sorted = given.clone();
    sorted.sort_by_key(|mv| mv.to_bits());
    let with_last = |last: usize| {
        let mut order = sorted.clone();
        let mv = order.remove(last);
        order.push(mv);
        order
    };
    (0..turn.len()).rev().map(with_last).find(|order| after(order) == Some(key)).unwrap_or(given)
}

/// The turns of a line of moves, each in its [usual order](in_usual_order).
pub fn line_in_usual_order<G: Game + Clone>(now: &G, line: &[G::Move]) -> Vec<G::Move> {
    if G::ALTERNATES {
        return line.to_vec();
    }
    let (mut ordered, mut then) = (Vec::with_capacity(line.len()), now.clone());
    while ordered.len() < line.len() {
        let (side, begin, from) = (then.side_to_move(), then.clone(), ordered.len());
        let mut end = from;
        while end < line.len() && (end == from || then.side_to_move() == side) {
            then.make(line[end]);
            end += 1;
        }
        ordered.extend(in_usual_order(&begin, &line[from..end]));
    }
    ordered
}
