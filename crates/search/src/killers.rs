//! Killer moves: the last two quiet moves that caused cut-offs at a ply, tried early at other nodes
//! of that ply. Source: ZMBL thesis 3.6; Akl and Newborn.

use crate::MAX_PLY;

#[derive(Clone, Debug)]
pub(crate) struct Killers<M>([[Option<M>; 2]; MAX_PLY]);

impl<M: Copy + Eq> Killers<M> {
    pub(crate) fn new() -> Self {
        Killers([[None; 2]; MAX_PLY])
    }

    pub(crate) fn clear(&mut self) {
        self.0 = [[None; 2]; MAX_PLY];
    }

    /// The killers of a ply, the newer one first.
    #[inline]
    pub(crate) fn at(&self, ply: usize) -> [Option<M>; 2] {
        self.0[ply]
    }

    /// First in, first out; inserting the newer killer again changes nothing.
    #[inline]
    pub(crate) fn insert(&mut self, ply: usize, mv: M) {
        let slot = &mut self.0[ply];
        if slot[0] != Some(mv) {
            slot[1] = slot[0];
            slot[0] = Some(mv);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_two_different_moves_are_kept() {
        let mut killers = Killers::new();
        for mv in [1, 2, 2, 1, 3] {
            killers.insert(4, mv);
        }
        assert_eq!(killers.at(4), [Some(3), Some(1)]);
        assert_eq!(killers.at(3), [None, None]);
    }
}
