//! Quiescence: the noisy moves are played out before a position is evaluated,
//! so that a capture on the last ply does not look like a gain.
//!
//! The side to move may stand pat, unless it is threatened: then every reply
//! is searched, and none means that it is stuck. Source: ZMBL thesis 3.3,
//! corrected (row Z-C5 of docs/sources.md): alpha is raised to the stand-pat score, and the best
//! score is returned, not the last child's.

use crate::{
    Bound, Depth, Evaluator, Generation, Heuristics, MAX_PLY, Score,
    node::{INDEPENDENT, Window},
    ruling::Ruling,
    search::Search,
};

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    pub(crate) fn quiescence(&mut self, window: Window, ply: usize) -> Score {
        self.state.pv.clear(ply);
        self.statistics.quiescence_nodes += 1;
        if self.visit(ply) {
            return Score::ZERO;
        }
        match self.rule(window, Depth::ZERO, ply) {
            Ruling::Open if ply + 1 >= MAX_PLY => self.evaluate(ply),
            Ruling::Open => self.resolve(window, ply),
            Ruling::Ended(score) => score,
            Ruling::Within { floor, ceiling, rests_on } => {
                let within = Window { alpha: window.alpha.max(floor), beta: window.beta.min(ceiling) };
                let score = if ply + 1 >= MAX_PLY { self.evaluate(ply) } else { self.resolve(within, ply) };
                self.rest_on(self.rests_on().min(rests_on));
                score.clamp(floor, ceiling)
            }
        }
    }

    /// The body of a quiescence node that is already counted and open by the rules.
    pub(crate) fn resolve(&mut self, window: Window, ply: usize) -> Score {
        let Window { mut alpha, beta } = window;
        let threatened = self.game.threatened();
        let key = self.game.table_key();
        let known = if self.enhancements.quiescence_table { self.probe(key) } else { None };
        if let Some(entry) = known
            && window.is_null()
            && let Some(score) = self.table_cut(entry, window, Depth::ZERO, ply)
        {
            return score;
        }
        let mut best = -Score::INFINITE;
        if !threatened {
            best = self.evaluate(ply);
            if let Some(entry) = known.filter(|_| G::PRUNABLE) {
                best = entry.refine(best, ply);
            }
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let table_move = known.and_then(|entry| self.table_move(entry));
        let first_alpha = alpha;
        let mut best_move = None;
        let stand_pat = best;
        let base = self.state.moves.len();
        if threatened {
            self.generate(Generation::Evasions, ply);
            if self.state.moves.len() == base {
                self.rest_on(INDEPENDENT);
                return self.game.stuck(ply);
            }
            self.value_evasions(base, table_move, [None; 2]);
        } else {
            self.generate(Generation::Noisy, ply);
            self.value_noisy(base);
            self.prefer(base, table_move);
        }
        let mut rests_on = INDEPENDENT;
        let mut cursor = base;
        while let Some(candidate) = self.select(cursor) {
            cursor += 1;
            let mv = candidate.mv;
            if !threatened && self.is_hopeless(mv, stand_pat, alpha) {
                continue;
            }
            let side = self.game.side_to_move();
            self.expect_probe(Some(mv));
            self.evaluator.push(self.game, mv);
            let undo = self.game.make(mv);
            let same_side = !G::ALTERNATES && self.game.side_to_move() == side;
            let score = if same_side {
                self.quiescence(Window { alpha, beta }, ply + 1)
            } else {
                -self.quiescence(Window { alpha: -beta, beta: -alpha }, ply + 1)
            };
            self.game.unmake(mv, undo);
            self.evaluator.pop();
            if self.stopped {
                return Score::ZERO;
            }
            rests_on = rests_on.min(self.rests_on());
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    if score >= beta {
                        rests_on = self.rests_on();
                        break;
                    }
                    self.state.pv.update(ply, mv);
                }
            }
        }
        self.state.moves.truncate(base);
        let bound = if rests_on < ply as i32 {
            Bound::None
        } else if best >= beta {
            Bound::Lower
        } else if best > first_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.rest_on(if rests_on >= ply as i32 { INDEPENDENT } else { rests_on });
        if self.enhancements.quiescence_table && bound != Bound::None {
            self.store(key, best_move, best, Depth::ZERO, bound, ply, 1);
        }
        best
    }

    /// Puts a move in front of the noisy moves.
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

    /// Whether a noisy move cannot raise alpha, as far as its gain and the
    /// exchange that follows tell.
    #[inline]
    fn is_hopeless(&self, mv: G::Move, stand_pat: Score, alpha: Score) -> bool {
        self.enhancements.delta
            && !alpha.is_decisive()
            && stand_pat + self.game.gain(mv) + self.parameters.delta_margin <= alpha
            || self.enhancements.quiescence_exchange && !self.game.exchange_at_least(mv, Score::ZERO)
    }
}
