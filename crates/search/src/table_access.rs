//! Access of the search to the transposition table: probes, cut-offs and stores.

use crate::{
    Bound, Depth, Entry, EntryEvaluation, Evaluator, GameMove, Heuristics, Score, node::Window, search::Search,
};

/// The result of searching a node.
pub(crate) struct NodeResult<M> {
    /// The key of the position.
    pub(crate) key: u64,
    /// The distance from the root.
    pub(crate) ply: usize,
    /// The best move, if known.
    pub(crate) mv: Option<M>,
    /// The score and its bound.
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    /// The depth of the search.
    pub(crate) depth: Depth,
    /// The evaluator's score of the position, if computed.
    pub(crate) evaluation: Option<Score>,
    /// Whether the node is or was on the principal variation.
    pub(crate) principal: bool,
    /// The number of nodes visited.
    pub(crate) nodes: u64,
}

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// The key under which the current position's result is stored.
    #[inline(always)]
    pub(crate) fn table_key(&self) -> u64 {
        self.game.table_key() ^ self.root.salt
    }

    /// Prefetches the table slot of the position after a move or, without a move, of the current
    /// position.
    #[inline]
    pub(crate) fn prefetch(&self, after: Option<G::Move>) {
        if !self.enhancements.table || !self.enhancements.prefetch {
            return;
        }
        let key = match after {
            Some(mv) => self.game.key_after(mv).map(|key| key ^ self.root.salt),
            None => Some(self.table_key()),
        };
        if let Some(key) = key {
            self.table.prefetch(key);
        }
    }

    /// The table entry of a position.
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

    /// The score of an entry, if it suffices for the window and depth.
    #[inline(always)]
    pub(crate) fn table_cut(&mut self, entry: Entry, window: Window, depth: Depth, ply: usize) -> Option<Score> {
        let deep_enough = if self.enhancements.exact_table { entry.depth == depth } else { entry.depth >= depth };
        let deep_enough = deep_enough || self.enhancements.mate_waives_depth && entry.score.is_mate();
        let score = entry.score.from_root(ply);
        (deep_enough && entry.bound.answers(score, window.alpha, window.beta)).then(|| {
            self.statistics.table_cuts += 1;
            score
        })
    }

    /// The move of an entry, if it is legal here.
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

    /// Stores the result of a search. Without a bound only the move is useful.
    #[inline(always)]
    pub(crate) fn store(&mut self, found: &NodeResult<G::Move>) {
        if self.enhancements.table && self.stores && (found.bound != Bound::None || found.mv.is_some()) {
            let depth = if found.bound == Bound::None { Depth::ZERO } else { found.depth };
            let mv = found.mv.map_or(0, |mv| self.game.canonical_move(mv).to_bits());
            let NodeResult { bound, principal, .. } = *found;
            let evaluation = EntryEvaluation::of(found.evaluation);
            let entry = Entry { mv, score: found.score.from_node(found.ply), depth, bound, evaluation, principal };
            self.table.store_sized(found.key, entry, self.enhancements.fail_low_correction, found.nodes);
        }
    }
}
