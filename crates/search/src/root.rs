//! The root node: all allowed moves, the best of the last iteration first.

use crate::{
    Depth, Evaluator, GameMove, Heuristics, IterationReport, MAX_PLY, Score, Stage, TurningPoint, Verdict,
    node::{Earlier, Node, Role, Window},
    parallel::split_point::{Results, Terms},
    search::Search,
    table_access::NodeResult,
    tally::{Effect, Tally, Tried},
};

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// Searches the root: all allowed moves, the best of the last iteration first.
    pub(crate) fn search_root(&mut self, window: Window, depth: u32) -> Score {
        let (beta, p) = (window.beta, self.parameters);
        // A null window yields no line: each move should fail low or cut off.
        let role = if window.is_null() { Role::All } else { Role::Principal };
        let node = self.root_node(Depth::plies(depth as i32), role);
        let depth = node.depth;
        let mut tally = Tally::new(window.alpha);
        // Earlier lines contain their own first moves.
        let first = self.root.line;
        for i in first..self.root.moves.len() {
            let mv = self.root.moves[i].mv;
            // A divided node does not use root randomness.
            if p.root_randomness == 0 && self.is_to_be_divided(&node, tally.move_count) {
                tally = self.divide_root(&node, i, Terms { beta, depth, reduction: Depth::ZERO }, tally);
                if self.stopped {
                    return tally.best;
                }
                break;
            }
            self.report_root_move(mv, tally.move_count);
            let nodes_before = self.statistics.nodes;
            let window = self.root.moves[i].window(Window { alpha: tally.alpha, beta });
            let own = self.search_move(&node, (mv, Stage::Quiet), window, depth, tally.move_count);
            self.root.moves[i].add_nodes(self.statistics.nodes - nodes_before);
            if self.stopped {
                return tally.best;
            }
            let score = self.root.moves[i].raised(own);
            let effect = tally.add((mv, Stage::Quiet), score, self.path_ply(), beta);
            if effect != Effect::None {
                self.promote(i, own);
            }
            if effect == Effect::Cut {
                break;
            }
            let has_other_moves = self.root.moves.len() > 1;
            if effect == Effect::RaisedAlpha && i == 0 && has_other_moves && !self.goes_on_after_first_move(own) {
                self.stopped = true;
                return tally.best;
            }
        }
        if self.root.is_whole && first == 0 && p.root_randomness == 0 {
            let bound = tally.lasting_bound(tally.bound(beta), 0);
            let (key, nodes) = (node.key, self.statistics.nodes);
            self.store(&NodeResult {
                key,
                ply: 0,
                mv: tally.best_move,
                score: tally.best,
                bound,
                depth,
                evaluation: None,
                principal: true,
                nodes,
            });
        }
        tally.best
    }

    /// The score of the root without moves to search: the score of the verdict or, if only no move
    /// is allowed, the evaluation.
    pub(crate) fn score_without_moves(&mut self, is_over: bool) -> Score {
        match self.game.verdict(0) {
            Verdict::Exact(score, _) => score,
            _ if is_over => self.game.stuck(0),
            _ => self.evaluate(0),
        }
    }

    /// The root node before its moves are tried.
    fn root_node(&mut self, depth: Depth, role: Role) -> Node<G::Move> {
        let mut node = Node {
            key: self.table_key(),
            ply: 0,
            depth,
            role,
            former_principal: self.enhancements.former_principal && role == Role::Principal,
            threatened: self.game.threatened(),
            improving: false,
            plain_evaluation: None,
            evaluation: None,
            entry: None,
            table_move: None,
            excluded: None,
            earlier: Earlier::default(),
        };
        self.assess(&mut node);
        node
    }

    /// Tries the root moves from `i` on together with other threads.
    fn divide_root(&mut self, node: &Node<G::Move>, i: usize, terms: Terms, tally: Tally<G::Move>) -> Tally<G::Move> {
        let moves = self.root.moves[i..].iter().map(|root| (root.mv, Stage::Quiet)).collect();
        let Results { tally, line, costs, .. } = self.share(node, moves, true, terms, (tally, Tried::new()));
        for root in &mut self.root.moves[i..] {
            root.add_nodes(costs.iter().filter(|(mv, _)| *mv == root.mv).map(|(_, nodes)| nodes).sum());
        }
        if let (Some(mv), Some(line)) = (tally.best_move, line)
            && let Some(at) = self.root.moves.iter().position(|root| root.mv == mv)
        {
            self.state.pv.set(1, line.into_iter());
            self.promote(at, tally.best);
        }
        tally
    }

    /// Moves the new best root move at `i`, with the line from the first ply, to the front; the
    /// others keep their order.
    fn promote(&mut self, i: usize, score: Score) {
        let first = self.root.line;
        let root = &mut self.root.moves[i];
        root.pv.clear();
        root.pv.push(root.mv);
        root.pv.extend(self.state.pv.line(1).take(MAX_PLY - 1));
        self.root.moves[first..=i].rotate_right(1);
        self.root.best_move_changes += (i > first && first == 0) as u32;
        self.root.improved = Some(score);
    }

    /// Reports the start of a root move to the observer; `move_count` moves of the line come before
    /// it.
    pub(crate) fn report_root_move(&mut self, mv: G::Move, move_count: u32) {
        self.observer.root_move(self.iteration, mv, self.root.line + move_count as usize + 1, self.started.elapsed());
    }

    /// Asks the control whether to search the other moves after the score of the first root move.
    pub(crate) fn goes_on_after_first_move(&mut self, score: Score) -> bool {
        let report = IterationReport {
            depth: self.iteration,
            score,
            nodes: self.statistics.nodes,
            best_move: self.root.moves[0].mv.to_bits(),
            best_move_permille: 1000,
            best_move_changed: false,
            best_move_changes: self.root.best_move_changes,
            previous_score: self.root.previous,
            average_score: self.root.moves[0].average,
            gap: None,
            is_shortest_mate: false,
            root_moves: self.root.moves.len(),
            elapsed: self.started.elapsed(),
        };
        self.control.turning_point(TurningPoint::FirstMove, &report)
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::*;
    use crate::{
        parallel::split_point::Team,
        root_move::RootMove,
        tests::drawn::{BiasInsight, Desk, Drawn, Letter},
    };
    use std::sync::atomic::AtomicBool;

    /// What is left after the moves `b` and `c`, worth 100 and 200, were divided with this beta; `a` was worth 0.
    /// The moves in their new order, the score, the line, the score to report, and the moves searched.
    fn divided(beta: Score) -> (String, i32, String, Option<i32>, String) {
        let stop: &AtomicBool = Box::leak(Box::new(AtomicBool::new(false)));
        let team: &Team<'_, Letter, BiasInsight> = Box::leak(Box::new(Team::new(stop)));
        let game = Drawn::new("xy").at("", |root| root.moves = "abc").worth("b", -100).worth("c", -200);
        let mut desk = Desk::new(game);
        desk.iteration = 3;
        let found = desk.run(|search| {
            search.team = Some(team);
            *search.root.moves = ['a', 'b', 'c'].map(|mv| RootMove::new(Letter(mv))).to_vec();
            let depth = Depth::PLY;
            let node = search.root_node(depth, Role::Principal);
            let mut tally = Tally::new(Score::new(-10));
            tally.add((Letter('a'), Stage::Quiet), Score::ZERO, search.path_ply(), beta);
            let terms = Terms { beta, depth, reduction: Depth::ZERO };
            let tally = search.divide_root(&node, 1, terms, tally);
            assert_eq!((search.split.is_none(), search.stopped, search.statistics.split_points), (true, false, 1));
            assert_eq!(search.root.best_move_changes, 1);
            let moves: String = search.root.moves.iter().map(|root| root.mv.0).collect();
            let line = search.root.moves[0].pv.iter().map(|mv| mv.0).collect();
            assert_eq!(tally.best_move.map(|mv| mv.0), moves.chars().next());
            (moves, tally.best.get(), line, search.root.improved.map(Score::get))
        });
        (found.0, found.1, found.2, found.3, desk.game.tried(""))
    }

    #[test]
    fn a_divided_root_has_the_best_move_in_front_also_after_a_cutoff() {
        assert_eq!(divided(Score::INFINITE), ("cab".to_owned(), 200, "c".to_owned(), Some(200), "bc".to_owned()));
        assert_eq!(divided(Score::new(50)), ("bac".to_owned(), 100, "b".to_owned(), Some(100), "b".to_owned()));
    }
}
