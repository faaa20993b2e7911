//! Late move reductions: with good ordering a late move is seldom best, so it
//! is searched less deep first, and again at full depth if it surprises.
//!
//! The reduction grows with the logarithms of depth and move number; history,
//! the principal variation and threats take from it. Source: Stockfish and
//! its successors (the shape; the constants are ours).

use crate::{Depth, Parameters};

const SIZE: usize = 64;

#[derive(Debug)]
pub(crate) struct Reductions {
    table: Vec<i32>,
}

impl Reductions {
    pub(crate) fn new(parameters: &Parameters) -> Reductions {
        let mut table = vec![0; SIZE * SIZE];
        for depth in 1..SIZE {
            for number in 1..SIZE {
                let product = (depth as f64).ln() * (number as f64).ln();
                table[depth * SIZE + number] = parameters.lmr_base + (parameters.lmr_factor as f64 * product) as i32;
            }
        }
        Reductions { table }
    }

    /// For a search that reduces nothing.
    pub(crate) fn none() -> Reductions {
        Reductions { table: Vec::new() }
    }

    /// In 1/64 ply, for the move with this number (from 0).
    #[inline]
    pub(crate) fn get(&self, depth: Depth, number: u32) -> i32 {
        let depth = depth.whole().clamp(0, SIZE as i32 - 1) as usize;
        self.table[depth * SIZE + (number as usize).min(SIZE - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_grow_with_depth_and_number() {
        let reductions = Reductions::new(&Parameters::default());
        for depth in 2..60 {
            for number in 2..60 {
                let here = reductions.get(Depth::plies(depth), number);
                assert!(here <= reductions.get(Depth::plies(depth + 1), number));
                assert!(here <= reductions.get(Depth::plies(depth), number + 1));
                assert!(here >= 0);
            }
        }
    }
}
