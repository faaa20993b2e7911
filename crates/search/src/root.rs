//! The root: every move that is allowed, the best of the last iteration first.

use crate::{
    Bound, Depth, Evaluator, GameMove, Heuristics, IterationReport, MAX_PLY, Score, Stage, TurningPoint,
    history::Earlier,
    node::{INDEPENDENT, Node, Role, Window},
    parallel::split_point::{Tally, Terms},
    search::Search,
};

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// Asks the control whether the score of the first root move is worth the others.
    pub(crate) fn goes_on_after_first_move(&mut self, score: Score) -> bool {
        let report = IterationReport {
            depth: self.iteration,
            score,
            nodes: self.statistics.nodes,
            best_move: self.root[0].mv.to_bits(),
            best_move_permille: 1000,
            best_move_changed: false,
            best_move_changes: self.best_move_changes,
            previous_score: self.previous,
            average_score: self.root[0].average,
            gap: None,
            root_moves: self.root.len(),
            elapsed: self.started.elapsed(),
        };
        self.control.turning_point(TurningPoint::FirstMove, &report)
    }

    /// The root: every move that is allowed, the best of the last iteration first.
    pub(crate) fn search_root(&mut self, window: Window, depth: u32) -> Score {
        let Window { mut alpha, beta } = window;
        let depth = Depth::plies(depth as i32);
        let mut node = Node {
            key: self.game.table_key(),
            ply: 0,
            depth,
            role: Role::Principal,
            threatened: self.game.threatened(),
            improving: false,
            evaluation: None,
            known: None,
            table_move: None,
            excluded: None,
            noisy_table_move: false,
            earlier: Earlier::default(),
        };
        self.assess(&mut node);
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut best_rests_on = INDEPENDENT;
        let mut all_rest_on = INDEPENDENT;
        // The lines before this one have taken their moves.
        let first = self.line;
        for i in first..self.root.len() {
            let mv = self.root[i].mv;
            let number = (i - first) as u32;
            if self.is_to_be_divided(&node, number) {
                let tally = Tally { best_rests_on, all_rest_on, ..Tally::new(alpha, best, number) };
                let tally = self.divide_root(&node, i, Terms { beta, depth, lower: Depth::ZERO }, tally);
                if self.stopped {
                    return tally.best;
                }
                best_move = tally.best_move.or(best_move);
                Tally { best, best_rests_on, all_rest_on, .. } = tally;
                break;
            }
            self.tell_root_move(mv, number);
            let nodes_before = self.statistics.nodes;
            let score = self.search_move(&node, mv, Stage::Quiet, Window { alpha, beta }, depth, number);
            let nodes = self.statistics.nodes - nodes_before;
            self.root[i].nodes += nodes;
            self.root[i].all_nodes += nodes;
            if self.stopped {
                return best;
            }
            all_rest_on = all_rest_on.min(self.rests_on());
            if score <= best {
                continue;
            }
            best = score;
            best_rests_on = self.rests_on();
            if score > alpha {
                alpha = score;
                best_move = Some(mv);
                self.promote(i, score);
                if score >= beta {
                    break;
                }
                if i == 0 && self.root.len() > 1 && !self.goes_on_after_first_move(score) {
                    self.stopped = true;
                    return best;
                }
            }
        }
        if self.root_is_whole && first == 0 {
            let bound = match best_move {
                Some(_) if best >= beta => Bound::Lower,
                Some(_) => Bound::Exact,
                None => Bound::Upper,
            };
            let bound = match bound {
                bound if all_rest_on >= 0 => bound,
                Bound::Exact | Bound::Lower if best_rests_on >= 0 => Bound::Lower,
                _ => Bound::None,
            };
            self.store(node.key, best_move, best, depth, bound, 0, self.statistics.nodes);
        }
        best
    }

    /// Tries the root moves from `i` on together with the other threads.
    fn divide_root(&mut self, node: &Node<G::Move>, i: usize, terms: Terms, tally: Tally<G::Move>) -> Tally<G::Move> {
        let moves = self.root[i..].iter().map(|root| (root.mv, Stage::Quiet)).collect();
        let tally = self.share(node, moves, true, terms, tally);
        for root in &mut self.root[i..] {
            let cost: u64 = tally.costs.iter().filter(|(mv, _)| *mv == root.mv).map(|(_, nodes)| nodes).sum();
            root.nodes += cost;
            root.all_nodes += cost;
        }
        if let (Some(mv), Some(line)) = (tally.best_move, &tally.line)
            && let Some(at) = self.root.iter().position(|root| root.mv == mv)
        {
            self.state.pv.set(1, line.iter().copied());
            self.promote(at, tally.best);
        }
        tally
    }

    /// The root move at `i`, whose line is that from the first ply, has become the best: it
    /// goes to the front, and the others keep their order.
    fn promote(&mut self, i: usize, score: Score) {
        let first = self.line;
        let root = &mut self.root[i];
        root.pv.clear();
        root.pv.push(root.mv);
        root.pv.extend(self.state.pv.line(1).take(MAX_PLY - 1));
        self.root[first..=i].rotate_right(1);
        self.best_move_changes += (i > first && first == 0) as u32;
        self.improved = Some(score);
    }

    /// Tells the observer that the search turns to a root move, numbered from 0 in its line.
    pub(crate) fn tell_root_move(&mut self, mv: G::Move, number: u32) {
        self.observer.root_move(self.iteration, mv, self.line + number as usize + 1, self.started.elapsed());
    }
}
