//! The principal variation, as a triangular table.

use crate::MAX_PLY;

#[derive(Debug)]
pub(crate) struct PvTable<M> {
    /// The line from each ply, one row per ply.
    lines: Vec<Option<M>>,
    lengths: [usize; MAX_PLY + 1],
}

impl<M: Copy> PvTable<M> {
    pub(crate) fn new() -> Self {
        PvTable { lines: vec![None; MAX_PLY * MAX_PLY], lengths: [0; MAX_PLY + 1] }
    }

    #[inline]
    pub(crate) fn clear(&mut self, ply: usize) {
        self.lengths[ply] = 0;
    }

    /// Sets the line from `ply` to `mv` followed by the line from the next ply.
    ///
    /// Rarely called: inlined, its index computations would run at every node.
    #[inline(never)]
    pub(crate) fn update(&mut self, ply: usize, mv: M) {
        let rest = self.lengths[ply + 1].min(MAX_PLY - 1);
        let (own, below) = (ply * MAX_PLY, (ply + 1) * MAX_PLY);
        self.lines[own] = Some(mv);
        if rest > 0 {
            self.lines.copy_within(below..below + rest, own + 1);
        }
        self.lengths[ply] = rest + 1;
    }

    /// Sets the line from `ply` to another thread's line.
    pub(crate) fn set(&mut self, ply: usize, line: impl Iterator<Item = M>) {
        self.lengths[ply] = 0;
        for (slot, mv) in self.lines[ply * MAX_PLY..].iter_mut().zip(line.take(MAX_PLY)) {
            *slot = Some(mv);
            self.lengths[ply] += 1;
        }
    }

    pub(crate) fn line(&self, ply: usize) -> impl Iterator<Item = M> + '_ {
        self.lines[ply * MAX_PLY..][..self.lengths[ply]].iter().flatten().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_extended_from_the_ply_below() {
        let mut pv = PvTable::new();
        pv.update(3, 'd');
        pv.update(2, 'c');
        pv.clear(1);
        pv.update(1, 'b');
        assert_eq!(pv.line(1).collect::<String>(), "bcd");
        pv.set(4, "ef".chars());
        pv.update(3, 'd');
        assert_eq!(pv.line(3).collect::<String>(), "def");
        pv.clear(2);
        pv.update(1, 'x');
        assert_eq!(pv.line(1).collect::<String>(), "x");
    }
}
