//! Quiescence search: noisy moves are played out before a position is evaluated, so that a capture
//! on the last ply does not look like a gain.
//!
//! The side to move may stand pat, unless it is threatened: then every reply is searched, and
//! without a reply it is stuck. Source: ZMBL thesis 3.3, corrected (row Z-C5 of docs/sources.md):
//! alpha is raised to the stand-pat score, and the best score is returned, not that of the last
//! child.

use crate::{
    Bound, Depth, Entry, Evaluator, Generation, Heuristics, MAX_PLY, Score, Stage,
    history::earlier_moves,
    knowledge::Knowledge,
    node::{Earlier, Window},
    path_ply::PathPly,
    ruling::Ruling,
    search::Search,
    table_access::NodeResult,
    tally::{Effect, Tally},
};

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// The score of the position for the side to move after quiescence search.
    pub(crate) fn quiescence(&mut self, window: Window, ply: usize) -> Score {
        self.state.pv.clear(ply);
        self.statistics.quiescence_nodes += 1;
        if self.visit(ply) {
            return Score::ZERO;
        }
        match self.rule(window, Depth::ZERO, ply) {
            Ruling::Open if ply + 1 >= self.quiescence_end => self.evaluate(ply),
            Ruling::Open => self.resolve(window, ply),
            Ruling::Ended(score) => score,
            Ruling::Within { floor, ceiling, path_ply } => {
                let within = window.within(floor, ceiling);
                let score = if ply + 1 >= self.quiescence_end { self.evaluate(ply) } else { self.resolve(within, ply) };
                self.set_path_ply(self.path_ply().min(path_ply));
                score.clamp(floor, ceiling)
            }
        }
    }

    /// The body of the first quiescence node of a line.
    #[inline(always)]
    pub(crate) fn resolve_first(&mut self, window: Window, ply: usize) -> Score {
        self.limit_quiescence(ply);
        self.resolve(window, ply)
    }

    /// Sets the last ply of a quiescence search that begins at `ply` (row B-17 of docs/sources.md).
    #[inline(always)]
    pub(crate) fn limit_quiescence(&mut self, ply: usize) {
        self.quiescence_end = MAX_PLY.min(ply + 1 + self.parameters.quiescence_plies.max(1) as usize);
    }

    /// The body of a quiescence node that is already counted and open by the rules.
    pub(crate) fn resolve(&mut self, mut window: Window, ply: usize) -> Score {
        let threatened = self.game.threatened();
        let key = self.table_key();
        let entry = if self.enhancements.quiescence_table { self.probe(key) } else { None };
        if let Some(entry) = entry
            && window.is_null()
            && let Some(score) = self.table_cut(entry, window, Depth::ZERO, ply)
        {
            return score;
        }
        let mut stand_pat = -Score::INFINITE;
        let mut evaluation = None;
        if !threatened {
            let plain = self.plain_evaluation(entry);
            evaluation = Some(plain);
            stand_pat = self.stand_pat(plain, entry, ply);
            if window.fails_high(stand_pat) {
                self.store_stand_pat(key, ply, entry, (plain, stand_pat));
                return stand_pat;
            }
            window.raise(stand_pat);
        }
        let table_move = entry.and_then(|entry| self.table_move(entry));
        let base = self.state.moves.len();
        if threatened {
            self.generate(Generation::Evasions, ply);
            if self.state.moves.len() == base {
                self.set_path_ply(PathPly::NONE);
                return self.with_contempt(self.game.stuck(ply));
            }
            let earlier = if self.enhancements.evasion_history {
                earlier_moves(self.context(), &self.state.frames, ply)
            } else {
                Earlier::default()
            };
            self.value_evasions(base, table_move, [None; 2], earlier);
        } else {
            self.generate(Generation::Noisy, ply);
            self.value_noisy(base);
            self.prefer(base, table_move);
        }
        let mut tally = Tally::new(window.alpha);
        tally.best = stand_pat;
        let finished = self.resolve_moves(&mut tally, base, window.beta, ply, (!threatened).then_some(stand_pat));
        self.state.moves.truncate(base);
        if !finished {
            return Score::ZERO;
        }
        let bound = if tally.is_path_independent(ply) { tally.bound(window.beta) } else { Bound::None };
        self.set_path_ply(tally.path_ply_above(ply));
        if self.enhancements.quiescence_table && bound != Bound::None {
            let (mv, score) = (tally.best_move, tally.best);
            let principal = entry.is_some_and(|entry| entry.principal);
            self.store(&NodeResult { key, ply, mv, score, bound, depth: Depth::ZERO, evaluation, principal, nodes: 1 });
        }
        tally.best
    }

    /// Tries the moves on the stack from `base`; false if the search must stop. `stand_pat` is
    /// `None` if the side to move may not stand pat.
    #[inline(always)]
    fn resolve_moves(
        &mut self,
        tally: &mut Tally<G::Move>,
        base: usize,
        beta: Score,
        ply: usize,
        stand_pat: Option<Score>,
    ) -> bool {
        let stage = if stand_pat.is_some() { Stage::GoodNoisy } else { Stage::Evasion };
        let mut cursor = base;
        while let Some(candidate) = self.select(cursor) {
            cursor += 1;
            let mv = candidate.mv;
            if let Some(stand_pat) = stand_pat {
                let reach = stand_pat + self.game.gain(mv) + self.parameters.delta_margin;
                if self.enhancements.delta && !tally.alpha.is_decisive() && reach <= tally.alpha {
                    if self.enhancements.pruned_bounds {
                        tally.allow_for(reach);
                    }
                    continue;
                }
                if self.enhancements.quiescence_exchange && !self.game.exchange_at_least(mv, Score::ZERO) {
                    continue;
                }
            }
            if self.enhancements.skip_evasions
                && self.is_prunable()
                && stage == Stage::Evasion
                && tally.best > -Score::INFINITE
                && !(tally.best.is_decisive() && tally.best < Score::ZERO)
                && !self.game.is_noisy(mv)
            {
                continue;
            }
            self.prefetch(Some(mv));
            if self.enhancements.move_correction {
                self.state.frames[ply].slot = Some(self.game.continuation_slot(mv));
            }
            let window = Window { alpha: tally.alpha, beta };
            let (undo, next) = self.descend(mv);
            let score = next.score(self.quiescence(next.window(window), ply + 1));
            self.ascend(mv, undo);
            if self.stopped {
                return false;
            }
            match tally.add((mv, stage), score, self.path_ply(), beta) {
                Effect::Cut => break,
                Effect::RaisedAlpha => self.state.pv.update(ply, mv),
                Effect::None => {}
            }
        }
        true
    }

    /// The stand-pat score of the side to move.
    #[inline(always)]
    fn stand_pat(&mut self, plain: Score, entry: Option<Entry>, ply: usize) -> Score {
        let evaluation = self.correct(plain, ply);
        entry.filter(|_| self.is_prunable()).map_or(evaluation, |entry| entry.refine(evaluation, ply))
    }

    /// Stores the value of a node that stands pat, with the evaluator's score, unless the table
    /// already contains the position.
    #[inline]
    fn store_stand_pat(&mut self, key: u64, ply: usize, entry: Option<Entry>, (plain, score): (Score, Score)) {
        if self.enhancements.stand_pat_table && self.enhancements.quiescence_table && entry.is_none() {
            let (bound, depth, evaluation) = (Bound::Lower, Depth::ZERO, Some(plain));
            self.store(&NodeResult { key, ply, mv: None, score, bound, depth, evaluation, principal: false, nodes: 1 });
        }
    }

    /// Moves a move to the front of the noisy moves.
    #[inline]
    fn prefer(&mut self, base: usize, mv: Option<G::Move>) {
        if let Some(mv) = mv {
            for candidate in &mut self.state.moves[base..] {
                if candidate.mv == mv {
                    candidate.value = i32::MAX;
                }
            }
        }
    }
}
