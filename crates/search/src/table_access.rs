//! The transposition table as the search uses it.

use crate::{Bound, Depth, Entry, Evaluator, GameMove, Heuristics, Score, node::Window, search::Search};

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// The position after a move will be looked up in the table, or, without a
    /// move, the one on the board.
    #[inline]
    pub(crate) fn expect_probe(&self, after: Option<G::Move>) {
        if !self.enhancements.table || !self.enhancements.prefetch {
            return;
        }
        let key = match after {
            Some(mv) => self.game.key_after(mv),
            None => Some(self.game.table_key()),
        };
        if let Some(key) = key {
            self.table.prefetch(key);
        }
    }

    #[inline]
    pub(crate) fn probe(&mut self, key: u64) -> Option<Entry> {
        if !self.enhancements.table {
            return None;
        }
        self.statistics.table_probes += 1;
        let entry = self.table.probe(key);
        self.statistics.table_hits += entry.is_some() as u64;
        entry
    }

    /// The score of an entry, if it answers what the node asks.
    #[inline]
    pub(crate) fn table_cut(&mut self, entry: Entry, window: Window, depth: Depth, ply: usize) -> Option<Score> {
        let deep_enough = if self.enhancements.exact_table { entry.depth == depth } else { entry.depth >= depth };
        let score = entry.score.from_root(ply);
        (deep_enough && entry.bound.answers(score, window.alpha, window.beta)).then(|| {
            self.statistics.table_cuts += 1;
            score
        })
    }

    /// The move of an entry, if it can be played here.
    #[inline]
    pub(crate) fn table_move(&mut self, entry: Entry) -> Option<G::Move> {
        if !self.enhancements.table_move || entry.mv == 0 {
            return None;
        }
        let mv = G::Move::from_bits(entry.mv).map(|mv| self.game.actual_move(mv));
        let mv = mv.filter(|&mv| self.game.is_legal(mv));
        self.statistics.table_collisions += mv.is_none() as u64;
        mv
    }

    /// Stores what a search of so many nodes has found.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn store(
        &mut self,
        key: u64,
        mv: Option<G::Move>,
        score: Score,
        depth: Depth,
        bound: Bound,
        ply: usize,
        nodes: u64,
    ) {
        if self.enhancements.table && (bound != Bound::None || mv.is_some()) {
            let depth = if bound == Bound::None { Depth::ZERO } else { depth };
            let mv = mv.map_or(0, |mv| self.game.canonical_move(mv).to_bits());
            let entry = Entry { mv, score: score.from_node(ply), depth, bound };
            self.table.store_sized(key, entry, self.enhancements.fail_low_correction, nodes);
        }
    }
}
