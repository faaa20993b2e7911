//! Correction history: corrects the evaluation by its average error in similar positions.
//!
//! Positions are similar if they have the same structure (pawns, guards), if one side has its
//! pieces on the same squares, or if the last two moves were the same. For each such key a small
//! table keeps the average error of the evaluation: the difference between the searched and the
//! static score, weighted by depth. Source: Caissa and Stockfish, 2024 (the idea).

use crate::{
    Bound, Depth, Heuristics, Parameters, Side,
    context::Context,
    knowledge::Knowledge,
    node::{Frame, Node},
    tally::Tally,
};

/// Slots for each side and kind of key.
const SLOTS: usize = 1 << 14;
/// Errors are stored in fractions of a unit.
const GRAIN: i32 = 256;

/// The average errors of the evaluation.
#[derive(Debug)]
pub(crate) struct Corrections {
    errors: Vec<i32>,
}

/// A key of the last two moves of the path, if both are known.
#[inline]
fn key_of_moves<G: Heuristics>(frames: &[Frame<G::Insight>], ply: usize) -> Option<u64> {
    let [before, last] = [2, 1].map(|back| frames[ply.checked_sub(back)?].slot);
    Some(((before? * G::CONTINUATION.count + last?) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40)
}

/// Calls a function with the table, the key and the weight of each correction of a position.
#[inline(always)]
fn for_each_key<G: Heuristics>(
    context: Context<'_, G>,
    frames: &[Frame<G::Insight>],
    ply: usize,
    mut f: impl FnMut(usize, u64, i32),
) {
    let Context { game, enhancements, parameters, .. } = context;
    let Some(structures) = G::STRUCTURES else { return };
    for index in 0..structures.count {
        f(index, (structures.key)(game, index), parameters.correction_structure);
    }
    if let Some(side_key) = structures.side_key
        && enhancements.side_correction
    {
        for side in Side::BOTH {
            f(structures.count + side.index(), side_key(game, side), parameters.correction_side);
        }
    }
    if G::CONTINUATION.count > 1
        && enhancements.move_correction
        && let Some(key) = key_of_moves::<G>(frames, ply)
    {
        f(Corrections::of_moves::<G>(), key, parameters.correction_moves);
    }
}

impl Corrections {
    pub(crate) fn new<G: Heuristics>() -> Corrections {
        Corrections::with_tables(Corrections::of_moves::<G>() + (G::CONTINUATION.count > 1) as usize)
    }

    fn with_tables(tables: usize) -> Corrections {
        Corrections { errors: vec![0; tables * 2 * SLOTS] }
    }

    /// The table of the last moves, which is the last table.
    const fn of_moves<G: Heuristics>() -> usize {
        match G::STRUCTURES {
            Some(structures) => structures.count + if structures.side_key.is_some() { 2 } else { 0 },
            None => 0,
        }
    }

    pub(crate) fn clear(&mut self) {
        self.errors.fill(0);
    }

    /// The correction of a position's evaluation, in its units: the weighted mean of the average
    /// errors.
    #[inline]
    pub(crate) fn correction<G: Heuristics>(
        &self,
        context: Context<'_, G>,
        frames: &[Frame<G::Insight>],
        ply: usize,
    ) -> i32 {
        if !context.enhancements.correction_history || G::STRUCTURES.is_none() {
            return 0;
        }
        let side = context.side();
        let (mut sum, mut weights) = (0, 0);
        for_each_key(context, frames, ply, |table, key, weight| {
            sum += self.get(table, side, key) * weight;
            weights += weight;
        });
        sum / weights.max(1)
    }

    /// Updates the average errors with the result of a node.
    #[inline]
    pub(crate) fn learn<G: Heuristics>(
        &mut self,
        context: Context<'_, G>,
        node: &Node<G::Move>,
        frames: &[Frame<G::Insight>],
        tally: &Tally<G::Move>,
        bound: Bound,
    ) {
        if tally.best.is_decisive() {
            return;
        }
        // A capture changes the subject of the evaluation; a bound on the wrong side gives no
        // information.
        let Some(evaluation) = frames[node.ply].evaluation else { return };
        let noisy = tally.best_move.is_some_and(|mv| context.game.is_noisy(mv));
        let informative = match bound {
            Bound::Lower => tally.best > evaluation,
            Bound::Upper => tally.best < evaluation,
            _ => true,
        };
        if noisy || !informative || node.excluded.is_some() {
            return;
        }
        let side = context.side();
        // The error includes the corrections made so far: the average absorbs the remainder.
        let error = tally.best.get() - evaluation.get() + self.correction(context, frames, node.ply);
        for_each_key(context, frames, node.ply, |table, key, _| {
            self.update(Corrections::index(table, side, key), error, node.depth, context.parameters);
        });
    }

    #[inline]
    fn index(table: usize, side: usize, key: u64) -> usize {
        (table * 2 + side) * SLOTS + (key as usize & (SLOTS - 1))
    }

    /// The average error in one table.
    #[inline]
    fn get(&self, table: usize, side: usize, key: u64) -> i32 {
        self.errors[Corrections::index(table, side, key)] / GRAIN
    }

    /// Moves an average towards an error of the evaluation.
    #[inline]
    fn update(&mut self, index: usize, error: i32, depth: Depth, parameters: &Parameters) {
        let Parameters { correction_limit: limit, correction_inertia: inertia, .. } = *parameters;
        let slot = &mut self.errors[index];
        let weight = (depth.whole() + 1).clamp(1, parameters.correction_weight.max(1));
        let target = error.clamp(-limit, limit) * GRAIN;
        *slot = (*slot * (inertia - weight) + target * weight) / inertia.max(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_error_is_learnt_and_bounded() {
        let parameters = Parameters::default();
        let mut corrections = Corrections::with_tables(2);
        for _ in 0..2_000 {
            corrections.update(Corrections::index(1, 0, 77), 40, Depth::plies(6), &parameters);
            corrections.update(Corrections::index(0, 1, 77), -5_000, Depth::plies(6), &parameters);
        }
        assert!((35..=40).contains(&corrections.get(1, 0, 77)));
        assert!((-64..=-58).contains(&corrections.get(0, 1, 77)));
        assert_eq!(corrections.get(1, 1, 77), 0);
    }
}
