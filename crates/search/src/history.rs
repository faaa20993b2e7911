//! History tables: how well a move has done all over the tree.
//!
//! A move that cuts off gains by the square of the depth, the moves tried
//! before it lose as much. The gain shrinks as the value nears its limit
//! ("gravity"), so old success fades and no rescaling is needed. Source: ZMBL
//! thesis 3.6 (Schaeffer's history heuristic), which only counts up.
//!
//! Four tables: quiet moves by side and squares; the same for each of the first
//! plies alone (low-ply history); noisy moves by side, piece, target and victim;
//! and quiet moves by what they follow (continuation history), one, two and
//! four plies before.

use crate::{Depth, Parameters};

/// Values by side (or ply) and slot.
#[derive(Debug)]
pub(crate) struct History {
    values: Vec<i32>,
    slots: usize,
}

/// Moves a value by `bonus`, less the nearer it is to the limit.
#[inline]
fn pull(value: i32, bonus: i32, limit: i32) -> i32 {
    value + bonus - value * bonus.abs() / limit
}

impl History {
    pub(crate) fn new(sides: usize, slots: usize) -> History {
        History { values: vec![0; slots * sides], slots }
    }

    pub(crate) fn clear(&mut self) {
        self.values.fill(0);
    }

    #[inline]
    pub(crate) fn get(&self, side: usize, slot: usize) -> i32 {
        self.values[side * self.slots + slot]
    }

    /// The values of a side (or ply), by slot.
    #[inline]
    pub(crate) fn of_side(&self, side: usize) -> &[i32] {
        &self.values[side * self.slots..][..self.slots]
    }

    #[inline]
    pub(crate) fn update(&mut self, side: usize, slot: usize, bonus: i32, limit: i32) {
        let value = &mut self.values[side * self.slots + slot];
        *value = pull(*value, bonus, limit);
    }

    /// The bonus of a cut-off with this depth left.
    #[inline]
    pub(crate) fn bonus(depth: Depth, parameters: &Parameters) -> i32 {
        let plies = depth.whole();
        (plies * plies * parameters.history_bonus).min(parameters.history_bonus_limit)
    }
}

/// How many plies back the continuation history looks, for each of its tables.
pub(crate) const CONTINUATION_PLIES: [usize; 3] = [1, 2, 4];

/// The kinds of the moves that led to a node, as the continuation history wants them.
pub(crate) type Earlier = [Option<usize>; CONTINUATION_PLIES.len()];

/// How many plies from the root have a history of their own.
pub(crate) const LOW_PLIES: usize = 4;

/// Values by an earlier move and a move that follows it.
#[derive(Debug)]
pub(crate) struct Continuations {
    /// 16 bits are enough for the limit, and the table is large.
    values: Vec<i16>,
    slots: usize,
}

impl Continuations {
    pub(crate) fn new(slots: usize) -> Continuations {
        Continuations { values: vec![0; CONTINUATION_PLIES.len() * slots * slots], slots }
    }

    pub(crate) fn clear(&mut self) {
        self.values.fill(0);
    }

    #[inline]
    fn index(&self, table: usize, earlier: usize, slot: usize) -> usize {
        (table * self.slots + earlier) * self.slots + slot
    }

    /// The sum over the earlier moves, given for each table.
    #[inline]
    pub(crate) fn get(&self, earlier: Earlier, slot: usize) -> i32 {
        let mut sum = 0;
        for (table, earlier) in earlier.into_iter().enumerate() {
            if let Some(earlier) = earlier {
                sum += self.values[self.index(table, earlier, slot)] as i32;
            }
        }
        sum
    }

    #[inline]
    pub(crate) fn update(&mut self, earlier: Earlier, slot: usize, bonus: i32, limit: i32) {
        for (table, earlier) in earlier.into_iter().enumerate() {
            if let Some(earlier) = earlier {
                let index = self.index(table, earlier, slot);
                let value = &mut self.values[index];
                *value = pull(*value as i32, bonus, limit).clamp(i16::MIN as i32, i16::MAX as i32) as i16;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_within_the_limit() {
        let parameters = Parameters::default();
        let mut history = History::new(2, 3);
        let mut continuations = Continuations::new(4);
        let limit = parameters.history_limit;
        let bonus = History::bonus(Depth::plies(60), &parameters);
        for _ in 0..10_000 {
            history.update(1, 2, bonus, limit);
            history.update(0, 0, -bonus, limit);
            continuations.update([Some(3), None, None], 1, bonus, limit);
        }
        assert!(history.get(1, 2) > limit / 2 && history.get(1, 2) <= limit);
        assert!(history.get(0, 0) < -limit / 2 && history.get(0, 0) >= -limit);
        assert_eq!(history.get(0, 2), 0);
        assert!(continuations.get([Some(3), Some(3), None], 1) > limit / 2);
        assert_eq!(continuations.get([None, Some(3), None], 1), 0);
    }
}
