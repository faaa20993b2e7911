//! The transposition table as the search uses it: what is looked up, what of that
//! ends a node, and what is stored.

use crate::{
    Bound, Depth, Entry, EntryEvaluation, Evaluator, GameMove, Heuristics, Score, node::Window, search::Search,
};

/// What a search of a node has found.
pub(crate) struct Found<M> {
    /// The key of the position.
    pub(crate) key: u64,
    /// Its distance from the root.
    pub(crate) ply: usize,
    /// The best move, if one is known.
    pub(crate) mv: Option<M>,
    /// The score and what it says.
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    /// How deep the search was.
    pub(crate) depth: Depth,
    /// What the evaluator says of the position, if it was asked.
    pub(crate) evaluation: Option<Score>,
    /// Whether it is or was on the principal variation.
    pub(crate) principal: bool,
    /// How many nodes it visited.
    pub(crate) nodes: u64,
}

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// Has the place fetched of the position after a move or, without one, of the position
    /// on the board.
    #[inline]
    pub(crate) fn prefetch(&self, after: Option<G::Move>) {
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

    /// What the table has of a position.
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

    /// Stores what a search has found. Without a bound only the move is of use.
    #[inline(always)]
    pub(crate) fn store(&mut self, found: &Found<G::Move>) {
        if self.enhancements.table && (found.bound != Bound::None || found.mv.is_some()) {
            let depth = if found.bound == Bound::None { Depth::ZERO } else { found.depth };
            let mv = found.mv.map_or(0, |mv| self.game.canonical_move(mv).to_bits());
            let Found { bound, principal, .. } = *found;
            let evaluation = EntryEvaluation::of(found.evaluation);
            let entry = Entry { mv, score: found.score.from_node(found.ply), depth, bound, evaluation, principal };
            self.table.store_sized(found.key, entry, self.enhancements.fail_low_correction, found.nodes);
        }
    }
}
