//! Analysis by predecessors: each position counts its successors that are not yet known to lose.

use crate::{
    AnalysisError, Numbered, Probe, Progress, Stage, Value,
    analysis::values::{Values, numbers},
    expand::{Expander, Node},
    value::Packed,
    work::Workers,
};
use duiyi_game::{Game, Side};
use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicU16, Ordering},
};

/// The best moves that leave the table, by the distance of their values.
type Leaving = BTreeMap<u16, Vec<(u64, Value)>>;

struct Counting<'a, N: Numbered> {
    numbering: &'a N,
    outer: &'a dyn Probe<N::Game>,
    values: Values,
    /// The number of successors that are not known to lose for the side to move; all
    /// moves that leave the table count as one.
    open: Vec<AtomicU16>,
}

impl<'a, N: Numbered> Counting<'a, N> {
    /// Decides the ends of the game and counts the successors of the other positions.
    fn count(&self, workers: &Workers<'_>) -> Result<Leaving, AnalysisError> {
        let at = Progress { stage: Stage::Counting, plies: 0, done: 0, size: self.numbering.size() };
        let make = || (Expander::new(self.numbering, self.outer), Leaving::new());
        let visit = |(expander, leaving): &mut (Expander<'a, N>, Leaving), index: u64| {
            match expander.expand(index)? {
                Node::Unused => _ = self.values.decide(index, Packed::INVALID),
                Node::Ended(value) => _ = self.values.decide(index, Packed::new(value)),
                Node::Open => {
                    let found = expander.edges().len() + usize::from(expander.leaving().is_some());
                    let count = u16::try_from(found).ok().filter(|&count| count < u16::MAX);
                    let count = count.ok_or(AnalysisError::Successors { index, found })?;
                    self.open[index as usize].store(count, Ordering::Relaxed);
                    if let Some((value, plies)) = expander.leaving().and_then(|value| Some((value, value.plies()?))) {
                        leaving.entry(plies).or_default().push((index, value));
                    }
                }
            }
            Ok(())
        };
        let mut all = Leaving::new();
        for (_, part) in workers.pass(at, make, visit)? {
            for (plies, mut indices) in part {
                all.entry(plies).or_default().append(&mut indices);
            }
        }
        Ok(all)
    }

    /// Records that one more successor, or all moves that leave the table, have this value for the
    /// side to move. Returns whether that decides the position.
    fn decides_with(&self, index: u64, value: Value) -> bool {
        let decided = match value {
            Value::Win(_) => true,
            Value::Draw => false,
            Value::Loss(_) => {
                self.values.get(index) == Packed::UNDECIDED
                    && self.open[index as usize].fetch_sub(1, Ordering::Relaxed) == 1
            }
        };
        decided && self.values.decide(index, Packed::new(value))
    }

    /// Decides the positions with a move to a position that is decided in `plies`. Returns their number.
    fn decide(&self, plies: u16, workers: &Workers<'_>) -> Result<u64, AnalysisError> {
        let size = self.numbering.size();
        let at = Progress { stage: Stage::Deciding, plies: plies.saturating_add(1), done: 0, size };
        let visit = |(decided, before): &mut (u64, Vec<u64>), index| {
            let Some(value) = self.values.get(index).value().filter(|value| value.plies() == Some(plies)) else {
                return Ok(());
            };
            before.clear();
            self.numbering.predecessors(index, before);
            before.sort_unstable();
            before.dedup();
            if before.is_empty() {
                return Ok(());
            }
            // Only a game with several moves a turn has to read the sides.
            let mover = self.mover(index);
            for &from in before.iter() {
                if from >= size {
                    return Err(AnalysisError::Range { index: from, size });
                }
                if self.values.get(from) != Packed::UNDECIDED {
                    continue;
                }
                let same_mover = mover.is_some() && mover == self.mover(from);
                let value = value.of_move(same_mover).ok_or(AnalysisError::TooLong { index: from })?;
                *decided += u64::from(self.decides_with(from, value));
            }
            Ok(())
        };
        let threads = workers.pass(at, || (0, Vec::new()), visit)?;
        Ok(threads.iter().map(|(decided, _)| decided).sum())
    }

    /// The side to move; `None` if the sides always alternate.
    fn mover(&self, index: u64) -> Option<Side> {
        if N::Game::ALTERNATES {
            return None;
        }
        self.numbering.side_to_move(index)
    }
}

/// Finds all values.
pub(crate) fn solve<N: Numbered>(
    numbering: &N,
    outer: &dyn Probe<N::Game>,
    workers: &Workers<'_>,
) -> Result<Vec<Packed>, AnalysisError> {
    let size = numbering.size();
    let counting = Counting { numbering, outer, values: Values::new(size)?, open: numbers(size, u16::MAX)? };
    let mut leaving = counting.count(workers)?;
    let mut plies = 0;
    loop {
        for (index, value) in leaving.remove(&plies).unwrap_or_default() {
            counting.decides_with(index, value);
        }
        plies = match (counting.decide(plies, workers)?, leaving.keys().next()) {
            (0, Some(&next)) => next,
            (0, None) => return Ok(counting.values.finish()),
            _ => plies + 1,
        };
    }
}
