//! The history table: how well a quiet move has done all over the tree.
//!
//! A move that cuts off gains by the square of the depth, the quiet moves tried
//! before it lose as much. The gain shrinks as the value nears its limit
//! ("gravity"), so old success fades and no rescaling is needed. Source: ZMBL
//! thesis 3.6 (Schaeffer's history heuristic), which only counts up.

use crate::{Depth, Parameters};

#[derive(Debug)]
pub(crate) struct History {
    values: Vec<i32>,
    slots: usize,
}

impl History {
    pub(crate) fn new(slots: usize) -> History {
        History { values: vec![0; slots * 2], slots }
    }

    pub(crate) fn clear(&mut self) {
        self.values.fill(0);
    }

    #[inline]
    pub(crate) fn get(&self, side: usize, slot: usize) -> i32 {
        self.values[side * self.slots + slot]
    }

    /// Moves a value by `bonus`, less the nearer it is to the limit.
    #[inline]
    pub(crate) fn update(&mut self, side: usize, slot: usize, bonus: i32, limit: i32) {
        let value = &mut self.values[side * self.slots + slot];
        *value += bonus - *value * bonus.abs() / limit;
    }

    /// The bonus of a cut-off with this depth left.
    #[inline]
    pub(crate) fn bonus(depth: Depth, parameters: &Parameters) -> i32 {
        let plies = depth.whole();
        (plies * plies * parameters.history_bonus).min(parameters.history_bonus_limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_within_the_limit() {
        let parameters = Parameters::default();
        let mut history = History::new(3);
        let bonus = History::bonus(Depth::plies(60), &parameters);
        for _ in 0..10_000 {
            history.update(1, 2, bonus, parameters.history_limit);
            history.update(0, 0, -bonus, parameters.history_limit);
        }
        assert!(history.get(1, 2) > parameters.history_limit / 2 && history.get(1, 2) <= parameters.history_limit);
        assert!(history.get(0, 0) < -parameters.history_limit / 2 && history.get(0, 0) >= -parameters.history_limit);
        assert_eq!(history.get(0, 2), 0);
    }
}
