//! The inner nodes: negamax alpha-beta with principal variation search.
//!
//! Fail-soft: a node returns the best score found, which may lie outside its
//! window. Source: ZMBL thesis 3.2–3.9, its misprints corrected: the re-search
//! belongs to the later children only, and the best score is returned.

use crate::{
    Bound, Depth, Evaluator, Generation, Heuristics, MAX_PLY, Score,
    move_picker::MovePicker,
    node::{INDEPENDENT, Node, Role, Tried, Window},
    parallel::split_point::{Tally, Terms},
    ruling::Ruling,
    search::Search,
    singular::Singularity,
};

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// The score of the position for the side to move, `depth` deep.
    pub(crate) fn alpha_beta(&mut self, window: Window, depth: Depth, ply: usize, role: Role) -> Score {
        debug_assert!(window.alpha < window.beta);
        self.state.pv.clear(ply);
        if self.visit(ply) {
            return Score::ZERO;
        }
        let ruling = match self.rule(window, depth, ply) {
            Ruling::Open if self.enhancements.upcoming_repetition => self.foresee_repetition(window, ply),
            ruling => ruling,
        };
        // One call for both cases, so that the compiler can merge the functions.
        let (within, floor, ceiling, rests_on) = match ruling {
            Ruling::Open => (window, -Score::INFINITE, Score::INFINITE, INDEPENDENT),
            Ruling::Ended(score) => return score,
            Ruling::Within { floor, ceiling, rests_on } => {
                // What the moves are worth is a fact, and is stored as one;
                // that the rules cut it short here is not.
                let within = Window { alpha: window.alpha.max(floor), beta: window.beta.min(ceiling) };
                (within, floor, ceiling, rests_on)
            }
        };
        let score = self.open_node(within, depth, ply, role, None).clamp(floor, ceiling);
        self.rest_on(self.rests_on().min(rests_on));
        score
    }

    /// A node that the rules leave open, without the excluded move.
    #[inline]
    pub(crate) fn open_node(
        &mut self,
        mut window: Window,
        mut depth: Depth,
        ply: usize,
        role: Role,
        excluded: Option<G::Move>,
    ) -> Score {
        if ply + 1 >= MAX_PLY {
            return self.evaluate(ply);
        }
        let may_extend = excluded.is_none() && ply < 2 * self.iteration as usize;
        if self.enhancements.extensions && may_extend {
            let extension = self.game.extension(&self.state.frames[ply].insight);
            depth += extension;
            self.statistics.extensions += (extension > Depth::ZERO) as u64;
        }
        if depth < Depth::PLY {
            return if self.enhancements.quiescence { self.resolve(window, ply) } else { self.evaluate(ply) };
        }
        if self.enhancements.mate_distance {
            window.alpha = window.alpha.max(Score::mated_in(ply));
            window.beta = window.beta.min(Score::mate_in(ply + 1));
            if window.alpha >= window.beta {
                return window.alpha;
            }
        }
        let key = self.game.table_key();
        let known = if excluded.is_some() { None } else { self.probe(key) };
        if let Some(entry) = known
            && role != Role::Principal
            && let Some(score) = self.table_cut(entry, window, depth, ply)
        {
            if self.enhancements.table_history && score >= window.beta {
                self.praise_table_move(entry, depth, ply);
            }
            return score;
        }
        let table_move = known.and_then(|entry| self.table_move(entry));
        let threatened = self.game.threatened();
        let mut node = Node {
            key,
            ply,
            depth,
            role,
            threatened,
            improving: false,
            evaluation: None,
            known,
            table_move,
            excluded,
            noisy_table_move: table_move.is_some_and(|mv| self.game.is_noisy(mv)),
            earlier: self.earlier(ply),
        };
        self.assess(&mut node);
        if role != Role::Principal && excluded.is_none() && !threatened {
            if let Some(score) = self.prune_node(&mut node, window) {
                return score;
            }
            if self.stopped {
                return Score::ZERO;
            }
        }
        if self.enhancements.internal_reduction
            && table_move.is_none()
            && role != Role::All
            && node.depth >= Depth::plies(self.parameters.internal_depth)
        {
            node.depth = node.depth - Depth::PLY;
        }
        let base = self.state.moves.len();
        let mut search_depth = node.depth;
        let mut picker = if threatened {
            self.generate(Generation::Evasions, ply);
            let replies = self.state.moves.len() - base;
            if replies == 1 && self.enhancements.single_reply && may_extend {
                search_depth += Depth::fraction(self.parameters.single_reply);
                self.statistics.single_replies += 1;
            }
            self.value_evasions(base, table_move, self.killers(ply));
            MovePicker::evasions(table_move, base)
        } else {
            MovePicker::new(table_move, self.killers(ply), base)
        };
        let score = self.search_moves(&mut picker, &node, window, search_depth);
        self.state.moves.truncate(base);
        score
    }

    /// Tries the moves of a node and stores what comes out.
    #[inline]
    fn search_moves(
        &mut self,
        picker: &mut MovePicker<G::Move>,
        node: &Node<G::Move>,
        window: Window,
        depth: Depth,
    ) -> Score {
        let Window { mut alpha, beta } = window;
        let ply = node.ply;
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        // The lowest ply on which the best score rests, and on which any does.
        let mut best_rests_on = INDEPENDENT;
        let mut all_rest_on = INDEPENDENT;
        let mut number = 0;
        let mut raised = false;
        let mut cut = None;
        let lower = if self.enhancements.raised_alpha
            && G::PRUNABLE
            && depth > Depth::plies(2)
            && depth <= Depth::plies(self.parameters.raised_depth)
        {
            Depth::fraction(self.parameters.raised_reduction)
        } else {
            Depth::ZERO
        };
        if self.enhancements.late_move_reductions {
            self.state.frames[ply + 2].cutoffs = 0;
        }
        let nodes_before = self.statistics.nodes;
        let (mut quiets, mut noisy_moves) = (Tried::new(), Tried::new());
        while let Some((mv, stage)) = self.next_move(picker, node) {
            if Some(mv) == node.excluded
                || self.prune_move(&mut picker.quiets_wanted, node, mv, stage, alpha, best, number)
            {
                continue;
            }
            if self.is_to_be_divided(node, number) {
                let terms = Terms { beta, depth, lower };
                let known = Tally { raised, cut, quiets, noisy_moves, ..Tally::new(alpha, best, number) };
                let tally = Tally { best_move, best_rests_on, all_rest_on, ..known };
                let Some(tally) = self.divide(picker, node, (mv, stage), terms, tally) else {
                    return Score::ZERO;
                };
                Tally { best, best_move, cut, best_rests_on, all_rest_on, number, quiets, noisy_moves, .. } = tally;
                break;
            }
            let extension = match self.singularity(node, mv, beta) {
                Singularity::Cut(score) => return score,
                Singularity::Extend(extension) => extension,
            };
            if self.enhancements.singular && self.stopped {
                return Score::ZERO;
            }
            let extended = depth + extension - if raised { lower } else { Depth::ZERO };
            let score = self.search_move(node, mv, stage, Window { alpha, beta }, extended, number);
            if self.stopped {
                return Score::ZERO;
            }
            number += 1;
            all_rest_on = all_rest_on.min(self.rests_on());
            if score > best {
                best = score;
                best_rests_on = self.rests_on();
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    raised = true;
                    if score >= beta {
                        all_rest_on = best_rests_on;
                        cut = Some((mv, stage));
                        break;
                    }
                    self.state.pv.update(ply, mv);
                }
            }
            // Full lists forget the latest moves: with so many tried it makes no difference.
            let tried = if self.game.is_noisy(mv) { &mut noisy_moves } else { &mut quiets };
            let _ = tried.try_push(mv);
        }
        if let Some((mv, stage)) = cut {
            if self.enhancements.late_move_reductions {
                self.state.frames[ply].cutoffs += 1;
            }
            self.statistics.cutoffs[stage as usize] += 1;
            self.statistics.first_move_cutoffs += (number == 1) as u64;
            self.learn(node, mv, &quiets, &noisy_moves);
        }
        if number == 0 {
            self.rest_on(INDEPENDENT);
            return if node.excluded.is_some() { alpha } else { self.game.stuck(ply) };
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if bound == Bound::Upper {
            self.praise_prior(node);
        }
        self.correct(node, best_move, best, bound);
        // A score that rests on a ply at or below this node rests on moves
        // inside its own subtree: it is what the position is worth without a
        // history. (By a path that has itself been through the subtree, the
        // rules may say otherwise; no table can know that.)
        let bound = if all_rest_on >= ply as i32 {
            bound
        } else {
            self.statistics.path_dependent += 1;
            // The other moves may be better by another path; the best one is as good as it is.
            if bound == Bound::Exact && best_rests_on >= ply as i32 { Bound::Lower } else { Bound::None }
        };
        self.rest_on(if all_rest_on >= ply as i32 { INDEPENDENT } else { all_rest_on });
        if node.excluded.is_none() {
            let nodes = self.statistics.nodes - nodes_before;
            self.store(node.key, best_move, best, node.depth, bound, ply, nodes);
        }
        best
    }

    #[inline]
    fn killers(&self, ply: usize) -> [Option<G::Move>; 2] {
        if self.enhancements.killers { self.state.killers.at(ply) } else { [None; 2] }
    }
}
