//! Correction history: what the search found out about positions with the
//! same structure is added to their evaluation.
//!
//! For each structure key a small table keeps the average error of the
//! evaluation, the difference between a searched score and the static one,
//! weighted by depth. Source: Caissa and Stockfish, 2024 (the idea).

use crate::Depth;

/// Slots a side and structure.
const SLOTS: usize = 1 << 14;
/// Errors are kept in fractions of a unit.
const GRAIN: i32 = 256;
/// The weight of an old average, in which a new error counts for its depth.
const INERTIA: i32 = 256;

#[derive(Debug)]
pub(crate) struct Corrections {
    errors: Vec<i32>,
}

impl Corrections {
    pub(crate) fn new(structures: usize) -> Corrections {
        Corrections { errors: vec![0; structures * 2 * SLOTS] }
    }

    pub(crate) fn clear(&mut self) {
        self.errors.fill(0);
    }

    #[inline]
    fn index(structure: usize, side: usize, key: u64) -> usize {
        (structure * 2 + side) * SLOTS + (key as usize & (SLOTS - 1))
    }

    /// What to add to the evaluation for one structure, in its units.
    #[inline]
    pub(crate) fn get(&self, structure: usize, side: usize, key: u64) -> i32 {
        self.errors[Corrections::index(structure, side, key)] / GRAIN
    }

    /// Moves an average toward an error of the evaluation.
    #[inline]
    pub(crate) fn update(&mut self, structure: usize, side: usize, key: u64, error: i32, depth: Depth, limit: i32) {
        let slot = &mut self.errors[Corrections::index(structure, side, key)];
        let weight = (depth.whole() + 1).clamp(1, 16);
        let target = error.clamp(-limit, limit) * GRAIN;
        *slot = (*slot * (INERTIA - weight) + target * weight) / INERTIA;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_steady_error_is_learnt_and_bounded() {
        let mut corrections = Corrections::new(2);
        for _ in 0..2_000 {
            corrections.update(1, 0, 77, 40, Depth::plies(6), 64);
            corrections.update(0, 1, 77, -5_000, Depth::plies(6), 64);
        }
        assert!((35..=40).contains(&corrections.get(1, 0, 77)));
        assert!((-64..=-58).contains(&corrections.get(0, 1, 77)));
        assert_eq!(corrections.get(1, 1, 77), 0);
    }
}
