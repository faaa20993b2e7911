//! The exact solution of play without end under the Asian rules, from below and from above.
//!
//! A side *surely wins* what it can force by mates, captures and by cycles in which the other side offends
//! with every move in one way, while the side itself makes moves that excuse nothing: a parity game of three
//! priorities for each offence ([`Offence`]). What is won ends the play of the next offence, until nothing
//! is added. A side *surely holds* what it can keep away from all of that by making, for each offence,
//! infinitely many moves without it: a generalized Büchi game.
//!
//! The fixed points follow E. A. Emerson and C.-L. Lei, *Efficient model checking in fragments of the
//! propositional mu-calculus* (1986).

use super::{
    graph::{Captures, Graph, Step},
    values::{Solved, Table, Value},
};
use duiyi_game::{Reason, Side};
use duiyi_xiangqi::endgame::EndgameTable;

/// A way to lose by a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Offence {
    /// Check with every move.
    Check,
    /// A new attack on this piece with every move.
    Attack(usize),
    /// A chase of this piece with every move, by a new attack or the loss of a root.
    Chase(usize),
    /// A check or a chase of any piece with every move, which the rules allow.
    Any,
}

impl Offence {
    /// All that the rules forbid, if a number of pieces can be chased.
    pub(super) fn all(pieces: usize) -> Vec<Offence> {
        let chases = (0..pieces).flat_map(|piece| [Offence::Attack(piece), Offence::Chase(piece)]);
        std::iter::once(Offence::Check).chain(chases).collect()
    }

    /// Whether a move offends in this way.
    fn is_made(self, step: Step) -> bool {
        match self {
            Offence::Check => step.check,
            Offence::Attack(piece) => step.attacked >> piece & 1 != 0,
            Offence::Chase(piece) => step.chased >> piece & 1 != 0,
            Offence::Any => step.check || step.chased != 0,
        }
    }

    /// Whether the other side's move keeps the offence from being excused by an offence of its own.
    fn is_blamed(self, step: Step) -> bool {
        match self {
            Offence::Check => !step.check,
            Offence::Attack(_) => !step.check && step.attacked == 0,
            Offence::Chase(_) | Offence::Any => !step.check && step.chased == 0,
        }
    }
}

/// The positions that a side wins: those given, those from which it can force a capture or a mate, and cycles with
/// one of the offences. `captures` returns whether a capture wins, and whether each one loses.
pub(super) fn won(
    graph: &Graph,
    side: Side,
    captures: impl Fn(Captures) -> (bool, bool),
    given: &[bool],
    offences: &[Offence],
) -> Vec<bool> {
    let mut winning = Winning {
        graph,
        side,
        won: vec![false; graph.size() as usize],
        lose: vec![false; graph.size() as usize],
        open: vec![0; graph.size() as usize],
        queue: Vec::new(),
    };
    for index in graph.positions() {
        let at = index as usize;
        let (wins, lose) = captures(graph.captures(index));
        winning.lose[at] = lose;
        winning.open[at] = graph.after(index).len() as u32 + u32::from(!lose);
        let own = graph.mover(index) == side;
        if given.get(at) == Some(&true) || own && wins || !own && winning.open[at] == 0 {
            winning.add(index);
        }
    }
    winning.attract();
    // The offence after which nothing was added.
    let mut idle = 0;
    for &offence in offences.iter().cycle().take(offences.len() * 1000) {
        let cycles = winning.cycles(offence);
        idle = if cycles.is_empty() { idle + 1 } else { 0 };
        cycles.into_iter().for_each(|index| winning.add(index));
        winning.attract();
        if idle == offences.len() {
            break;
        }
    }
    winning.won
}

struct Winning<'a> {
    graph: &'a Graph,
    side: Side,
    won: Vec<bool>,
    /// Whether each capture loses.
    lose: Vec<bool>,
    /// The number of moves that are not known to lose; all captures count as one.
    open: Vec<u32>,
    /// Positions whose predecessors have not been visited.
    queue: Vec<u32>,
}

impl Winning<'_> {
    fn add(&mut self, index: u32) {
        if !std::mem::replace(&mut self.won[index as usize], true) {
            self.queue.push(index);
        }
    }

    fn attract(&mut self) {
        while let Some(index) = self.queue.pop() {
            for &from in self.graph.before(index) {
                self.open[from as usize] -= 1;
                if self.graph.mover(from) == self.side || self.open[from as usize] == 0 {
                    self.add(from);
                }
            }
        }
    }

    fn is_won(&self, index: u32) -> bool {
        self.won[index as usize]
    }

    /// The greatest set of further positions in which the other side can only commit an offence or enter what
    /// is won, while the side stays and makes infinitely many moves that keep it from being excused.
    fn cycles(&self, offence: Offence) -> Vec<u32> {
        let (graph, size) = (self.graph, self.graph.size() as usize);
        let mut set =
            Set { kept: self.won.iter().map(|won| !won).collect(), choices: vec![0; size], removed: Vec::new() };
        for index in graph.positions().filter(|&index| !self.is_won(index)) {
            let steps = graph.after(index).iter().filter(|step| !self.is_won(step.to));
            set.choices[index as usize] = steps.clone().count() as u32;
            let leaves = if graph.mover(index) == self.side {
                set.choices[index as usize] == 0
            } else {
                !self.lose[index as usize] || !steps.into_iter().all(|&step| offence.is_made(step))
            };
            if leaves {
                set.removed.push(index);
            }
        }
        let mut members: Vec<u32> = graph.positions().filter(|&index| !self.is_won(index)).collect();
        set.removed.iter().for_each(|&index| set.kept[index as usize] = false);
        loop {
            set.settle(graph, self.side);
            members.retain(|&index| set.kept[index as usize]);
            let reached = self.reached(offence, &set, &members);
            let lost: Vec<u32> = members.iter().copied().filter(|&index| !reached[index as usize]).collect();
            if lost.is_empty() {
                return members;
            }
            lost.iter().for_each(|&index| set.kept[index as usize] = false);
            set.removed = lost;
        }
    }

    /// The members from which the side can force a move that keeps the offence from being excused.
    fn reached(&self, offence: Offence, set: &Set, members: &[u32]) -> Vec<bool> {
        let graph = self.graph;
        let mut reached = vec![false; set.kept.len()];
        let mut queue = Vec::new();
        for &index in members.iter().filter(|&&index| graph.mover(index) == self.side) {
            if graph.after(index).iter().any(|&step| set.kept[step.to as usize] && offence.is_blamed(step)) {
                reached[index as usize] = true;
                queue.push(index);
            }
        }
        let mut open = set.choices.clone();
        while let Some(index) = queue.pop() {
            for &from in graph.before(index) {
                let at = from as usize;
                if !set.kept[at] || reached[at] {
                    continue;
                }
                open[at] -= 1;
                if graph.mover(from) == self.side || open[at] == 0 {
                    reached[at] = true;
                    queue.push(from);
                }
            }
        }
        reached
    }
}

/// A shrinking set of positions.
struct Set {
    kept: Vec<bool>,
    /// The number of moves that stay in the set.
    choices: Vec<u32>,
    /// Removed positions whose predecessors have not been visited.
    removed: Vec<u32>,
}

impl Set {
    /// Removes the positions that the other side can leave, or the side must leave.
    fn settle(&mut self, graph: &Graph, side: Side) {
        while let Some(index) = self.removed.pop() {
            for &from in graph.before(index) {
                let at = from as usize;
                self.choices[at] = self.choices[at].saturating_sub(1);
                if self.kept[at] && (graph.mover(from) != side || self.choices[at] == 0) {
                    self.kept[at] = false;
                    self.removed.push(from);
                }
            }
        }
    }
}

/// The positions in which a side surely does not lose; `wins` are those that it wins.
pub(super) fn held(graph: &Graph, side: Side, wins: &[bool]) -> Vec<bool> {
    let pieces = graph.chased_pieces(!side);
    let goals: Vec<Offence> = std::iter::once(Offence::Check).chain((0..pieces).map(Offence::Chase)).collect();
    let mut kept = vec![false; graph.size() as usize];
    graph.positions().for_each(|index| kept[index as usize] = true);
    let mut count = graph.positions().count();
    // The number of goals that have removed nothing since the last removal.
    let mut settled = 0;
    for &goal in goals.iter().cycle() {
        kept = attracted(graph, side, &kept, wins, goal);
        let left = kept.iter().filter(|&&kept| kept).count();
        settled = if left == count { settled + 1 } else { 1 };
        count = left;
        if settled > goals.len() {
            break;
        }
    }
    kept
}

/// The positions of a set in which a side can force, within the set, a move without an offence, or a safe end.
fn attracted(graph: &Graph, side: Side, kept: &[bool], wins: &[bool], goal: Offence) -> Vec<bool> {
    let mut reached = vec![false; kept.len()];
    let mut open = vec![0; kept.len()];
    let mut queue = Vec::new();
    for index in graph.positions().filter(|&index| kept[index as usize]) {
        let (steps, captures) = (graph.after(index), graph.captures(index));
        let ends = if graph.mover(index) == side {
            captures.holds || steps.iter().any(|&step| kept[step.to as usize] && !goal.is_made(step))
        } else {
            // A capture that may win counts as a move that never arrives.
            open[index as usize] = steps.len() + usize::from(!captures.harmless);
            open[index as usize] == 0
        };
        if ends || wins[index as usize] {
            reached[index as usize] = true;
            queue.push(index);
        }
    }
    while let Some(index) = queue.pop() {
        for &from in graph.before(index) {
            let at = from as usize;
            if !kept[at] || reached[at] {
                continue;
            }
            if graph.mover(from) != side {
                open[at] -= 1;
                if open[at] > 0 {
                    continue;
                }
            }
            reached[at] = true;
            queue.push(from);
        }
    }
    reached
}

impl Solved {
    /// Solves a table and those that it needs.
    ///
    /// # Errors
    /// If a table is too large, or two proofs contradict each other.
    pub(super) fn solve(&mut self, table: &EndgameTable) -> Result<(), Reason> {
        for table in table.with_smaller().into_iter().map(EndgameTable::stronger_first) {
            if !self.tables.iter().any(|solved| solved.table == table) {
                let values = self.values(&table)?;
                self.tables.push(Table { table, values });
            }
        }
        Ok(())
    }

    fn values(&self, table: &EndgameTable) -> Result<Vec<Option<Value>>, Reason> {
        let graph = Graph::new(table, self)?;
        let mut values = vec![None; graph.size() as usize];
        graph.positions().for_each(|index| values[index as usize] = Some(Value::default()));
        let mut mark = |bits: u8, side: Side, set: &[bool]| {
            for (value, _) in values.iter_mut().zip(set).filter(|(_, is_in)| **is_in) {
                if let Some(value) = value {
                    value.add(bits, side);
                }
            }
        };
        for side in Side::BOTH {
            let offences = Offence::all(graph.chased_pieces(side));
            let plainly = won(&graph, side, |captures| (captures.wins_plainly, captures.lose_plainly), &[], &[]);
            mark(Value::WINS_PLAINLY, side, &plainly);
            let sure = |captures: Captures| (captures.wins, captures.lose);
            let wins = won(&graph, side, sure, &plainly, &offences);
            mark(Value::WINS, side, &wins);
            let unmixed = won(&graph, side, sure, &wins, &[&offences[..], &[Offence::Any]].concat());
            mark(Value::WINS_UNMIXED, side, &unmixed);
        }
        for side in Side::BOTH {
            let set: Vec<bool> = values.iter().map(|value| value.is_some_and(|value| value.wins(side))).collect();
            let holds = held(&graph, side, &set);
            for (value, _) in values.iter_mut().zip(holds).filter(|(_, holds)| *holds) {
                if let Some(value) = value {
                    value.add(Value::HOLDS, side);
                }
            }
        }
        let contradict = |value: &Value| Side::BOTH.iter().any(|&side| value.wins(side) && value.holds(!side));
        match values.iter().position(|value| value.as_ref().is_some_and(contradict)) {
            Some(index) => Err(format!("{table}: position {index} is won and held").into()),
            None => Ok(values),
        }
    }
}
