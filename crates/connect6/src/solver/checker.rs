//! Checks a proof by trying every turn of the defender.
//!
//! Deliberately slow and plain, and without code shared with the search: no bit words, no levels,
//! no table, only the colours of points and a walk over every window of the board. If it accepts a
//! proof, the proof contains an answer to every turn of the defender that does not lose at once.

use super::{Proof, Then};
use crate::{Board, Point, Rules, Side, Turn, notation::Coordinates};
use alloc::{borrow::ToOwned, format, string::String, vec::Vec};
use thiserror::Error;

/// Why a proof does not hold, and after which turns.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{}", after(*.rules, .line), .fault.text(*.rules))]
pub struct Refutation {
    /// The rules of the board.
    pub rules: Rules,
    /// The turns so far, of both sides alternately.
    pub line: Vec<Turn>,
    /// What is wrong then.
    pub fault: ProofFault,
}

/// What is wrong with a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofFault {
    /// A stone of the attacker's turn does not lie on an empty point of the board.
    Impossible(Turn),
    /// The turn does not have the right number of stones.
    Length {
        /// The turn.
        turn: Turn,
        /// The number it should have.
        expected: usize,
    },
    /// The proof claims that the turn completes a row, but it does not.
    NoRow,
    /// The defender can complete a row with these stones.
    CounterRow(Turn),
    /// A reply meets all threats and has no answer.
    Unanswered(Turn),
}

impl ProofFault {
    fn text(&self, rules: Rules) -> String {
        let name = |turn: &Turn| Coordinates::Letters.write_turn(rules, turn);
        match self {
            ProofFault::Impossible(turn) => {
                format!("the turn {} is not possible: a point is occupied, listed twice or off the board", name(turn))
            }
            ProofFault::Length { turn, expected } => {
                let found = turn.points().len();
                format!("the stones of the turn {} are {found}: expected {expected}", name(turn))
            }
            ProofFault::NoRow => "there is no row".to_owned(),
            ProofFault::CounterRow(reply) => format!("the defender completes a row with {}", name(reply)),
            ProofFault::Unanswered(reply) => format!("the defender's {} has no answer", name(reply)),
        }
    }
}

/// The previous turns, as the beginning of a sentence.
fn after(rules: Rules, line: &[Turn]) -> String {
    let names: Vec<String> = line.iter().map(|turn| Coordinates::Letters.write_turn(rules, turn)).collect();
    if names.is_empty() { String::new() } else { format!("after {} ", names.join(" ")) }
}

/// A plain board.
#[derive(Clone)]
struct Plain {
    rules: Rules,
    cells: Vec<Option<Side>>,
    /// The points of every window.
    windows: Vec<Vec<usize>>,
}

impl Plain {
    fn of(board: &Board) -> Plain {
        let rules = board.rules();
        let cells = rules.points().map(|point| board.color_at(point)).collect();
        let (width, height, k) = (i32::from(rules.width()), i32::from(rules.height()), i32::from(rules.k()));
        let mut windows = Vec::new();
        for row in 0..height {
            for column in 0..width {
                for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    let (last_column, last_row) = (column + right * (k - 1), row + up * (k - 1));
                    if (0..width).contains(&last_column) && (0..height).contains(&last_row) {
                        windows.push((0..k).map(|i| ((row + up * i) * width + column + right * i) as usize).collect());
                    }
                }
            }
        }
        // With rows of one stone each direction lists the same windows.
        windows.sort();
        windows.dedup();
        Plain { rules, cells, windows }
    }

    fn has_row(&self, color: Side) -> bool {
        self.windows.iter().any(|window| window.iter().all(|&cell| self.cells[cell] == Some(color)))
    }

    /// For each window that a side can fill with `stones` stones, the missing points.
    fn completions(&self, color: Side, stones: usize) -> Vec<Vec<usize>> {
        let mut list: Vec<Vec<usize>> = self
            .windows
            .iter()
            .filter(|window| window.iter().all(|&cell| self.cells[cell] != Some(!color)))
            .map(|window| window.iter().copied().filter(|&cell| self.cells[cell].is_none()).collect::<Vec<_>>())
            .filter(|missing| missing.len() <= stones)
            .collect();
        list.sort();
        list.dedup();
        list
    }

    fn put(&mut self, turn: &Turn, color: Side) -> bool {
        for (i, point) in turn.points().iter().enumerate() {
            let free = self.rules.contains(*point) && self.cells[point.index()].is_none();
            if !free {
                for point in &turn.points()[..i] {
                    self.cells[point.index()] = None;
                }
                return false;
            }
            self.cells[point.index()] = Some(color);
        }
        true
    }

    fn take(&mut self, turn: &Turn) {
        for point in turn.points() {
            self.cells[point.index()] = None;
        }
    }

    fn empties(&self) -> Vec<usize> {
        (0..self.cells.len()).filter(|&cell| self.cells[cell].is_none()).collect()
    }
}

/// Every choice of `count` of the given points.
fn choices(
    points: &[usize],
    count: usize,
    visit: &mut impl FnMut(&[usize]) -> Result<(), Refutation>,
) -> Result<(), Refutation> {
    fn go(
        points: &[usize],
        count: usize,
        chosen: &mut Vec<usize>,
        visit: &mut impl FnMut(&[usize]) -> Result<(), Refutation>,
    ) -> Result<(), Refutation> {
        if chosen.len() == count {
            return visit(chosen);
        }
        for (i, &cell) in points.iter().enumerate() {
            chosen.push(cell);
            go(&points[i + 1..], count, chosen, visit)?;
            chosen.pop();
        }
        Ok(())
    }
    go(points, count, &mut Vec::new(), visit)
}

/// Checks whether a proof holds on a board with the side to move attacking: plays it out against
/// every turn of the defender.
///
/// # Errors
///
/// The first turn found that does not hold, with the turns that lead there.
pub fn check(board: &Board, proof: &Proof) -> Result<(), Refutation> {
    let left = usize::from(board.stones_left());
    attack(&mut Plain::of(board), board.to_move(), left, proof, &mut Vec::new())
}

fn refutation(board: &Plain, line: &[Turn], fault: ProofFault) -> Refutation {
    Refutation { rules: board.rules, line: line.to_vec(), fault }
}

/// Checks the attacker's turn and the rest of the proof after it.
fn attack(
    board: &mut Plain,
    attacker: Side,
    stones: usize,
    proof: &Proof,
    line: &mut Vec<Turn>,
) -> Result<(), Refutation> {
    let expected = stones.min(board.empties().len());
    if proof.turn.points().len() != expected {
        return Err(refutation(board, line, ProofFault::Length { turn: proof.turn, expected }));
    }
    if !board.put(&proof.turn, attacker) {
        return Err(refutation(board, line, ProofFault::Impossible(proof.turn)));
    }
    line.push(proof.turn);
    let result = defend(board, attacker, proof, line);
    line.pop();
    board.take(&proof.turn);
    result
}

/// Checks all turns of the defender after the attacker's turn.
fn defend(board: &mut Plain, attacker: Side, proof: &Proof, line: &mut Vec<Turn>) -> Result<(), Refutation> {
    if board.has_row(attacker) {
        return Ok(());
    }
    if proof.then == Then::Row {
        return Err(refutation(board, line, ProofFault::NoRow));
    }
    let p = usize::from(board.rules.p());
    if let Some(missing) = board.completions(!attacker, p).into_iter().next() {
        let points: Vec<Point> = missing.into_iter().map(Point::from_index).collect();
        let reply = Turn::new(&points).expect("a window lacks at least one point");
        return Err(refutation(board, line, ProofFault::CounterRow(reply)));
    }
    let threats = board.completions(attacker, p);
    let empties = board.empties();
    choices(&empties, p.min(empties.len()), &mut |reply| {
        if !threats.iter().all(|missing| missing.iter().any(|cell| reply.contains(cell))) {
            // The reply leaves a window open, and the attacker fills it.
            return Ok(());
        }
        let points: Vec<Point> = reply.iter().map(|&cell| Point::from_index(cell)).collect();
        let reply = Turn::new(&points).expect("a turn has stones");
        let Some(answer) = answer(proof, &reply) else {
            return Err(refutation(board, line, ProofFault::Unanswered(reply)));
        };
        board.put(&reply, !attacker);
        line.push(reply);
        let result = attack(board, attacker, p, answer, line);
        line.pop();
        board.take(&reply);
        result
    })
}

/// The answer of the proof to a reply.
fn answer<'p>(proof: &'p Proof, reply: &Turn) -> Option<&'p Proof> {
    let same = |list: &'p [(Turn, Proof)]| list.iter().find(|(turn, _)| turn == reply).map(|(_, proof)| proof);
    match &proof.then {
        Then::Row | Then::Unstoppable => None,
        Then::Replies(replies) => same(replies),
        Then::Most { replies, otherwise } => same(replies).or_else(|| {
            let within = |part: &Turn| part.points().iter().all(|point| reply.points().contains(point));
            otherwise.iter().find(|(part, _)| within(part)).map(|(_, proof)| proof)
        }),
    }
}
