//! The player's choice of a turn.

use super::{
    threat_search::ThreatSearch,
    unit_search::{FoundLine, SearchTask},
};
use crate::evaluation::AnyEvaluation;
use crate::search::{SearchSettings, Width, stones_to_row};
use crate::solver::{Solution, SolverLimits};
use crate::threats::Threats;
use crate::{Board, Point};
use duiyi_engine::{Decision, NodeLimit, Request};
use duiyi_game::{Game, in_usual_order, legal_moves, line_in_usual_order};
use duiyi_search::{Control, LimitControl, Limits, MAX_PLY, Score, ScoreClaim, StopHandle};
use std::{cell::RefCell, sync::Arc};

impl ThreatSearch {
    /// The turn to play, or the rest of the current turn, among those allowed; `None` if there is none, or
    /// the game is over.
    pub(super) fn best_turn(&mut self, request: &mut Request<'_, Board>) -> Option<Decision<Point>> {
        let board = request.game.now();
        if board.is_over() {
            return None;
        }
        let settings = self.settings_in_use();
        let control = &mut NodeLimit { inner: &mut *request.control, nodes: None, depth: self.level().depth() };
        let solver_nodes = match self.without_search(board, settings.root_effort, control) {
            Ok(decision) if (request.allowed)(&decision.turn) => return Some(decision),
            Ok(decision) => decision.other_nodes,
            Err(solver_nodes) => solver_nodes,
        };
        let wanted = self.wanted(board, settings, &|point| (request.allowed)(&[point]));
        if wanted.as_ref().is_some_and(Vec::is_empty) {
            return None;
        }
        let table = Arc::clone(self.table.get());
        let mut decision = self.by_search(SearchTask {
            board,
            settings,
            table: &table,
            control,
            observer: &mut *request.observer,
            lines: self.options.lines,
            wanted,
            allowed: request.allowed,
        });
        decision.other_nodes += solver_nodes;
        Some(decision)
    }

    /// A row, the first stone, a known problem, or a win that the solver proves. Otherwise the
    /// nodes that the solver searched without result.
    fn without_search(
        &mut self,
        board: &Board,
        root_effort: u64,
        control: &mut dyn Control,
    ) -> Result<Decision<Point>, u64> {
        let left = board.stones_left();
        if let Some(stones) = completion(board) {
            let score = Score::mate_in(stones.len());
            return Ok(Decision {
                claim: ScoreClaim::Mate,
                ..decision(board, &stones, "completes a row".to_owned(), score)
            });
        }
        if board.stone_count() == 0 && left == 1 {
            return Ok(decision(board, &[board.rules().centre()], "the first stone".to_owned(), Score::ZERO));
        }
        if let Some(known) = self.problems.as_ref().and_then(|problems| problems.lookup(board)) {
            let reason = format!("problem '{}', a known win in {}", known.name, counted(known.turns));
            return Ok(decision(board, known.turn.points(), reason, won_in(board, known.turns)));
        }
        if root_effort == 0 {
            return Err(0);
        }
        let polled = RefCell::new(control);
        let stop = || polled.borrow_mut().poll(0);
        let limits = SolverLimits { nodes: root_effort, stop: Some(&stop), ..SolverLimits::default() };
        let solution = self.solver.solve(board, &limits);
        let other_nodes = self.solver.nodes();
        let Solution::Win { turns, turn } = solution else { return Err(other_nodes) };
        let reason = format!("wins by threats in {}", counted(turns));
        let found = decision(board, turn.points(), reason, won_in(board, turns));
        Ok(Decision { claim: ScoreClaim::Mate, other_nodes, ..found })
    }

    /// The result of the search; repeated with the longest list if it is a loss.
    fn by_search(&mut self, mut task: SearchTask<'_>) -> Decision<Point> {
        let SearchTask { board, settings, .. } = task;
        let mut found = self.search.search(&mut task);
        let widest = Width { root: Width::MOST, inner: settings.width.inner };
        let is_lost = found.score.is_mate() && found.score < Score::ZERO;
        if is_lost && settings.width != widest && !task.control.poll(found.nodes) {
            task.settings.width = widest;
            let wide = self.search.search(&mut task);
            // A search that was stopped does not refute the first one.
            if wide.depth > 0 && wide.score > found.score {
                found = FoundLine { nodes: found.nodes + wide.nodes, ..wide };
            }
        }
        let (stones, found) = self.whole_turn(&mut task, found);
        let FoundLine { stones: line, score, depth, nodes, solver_nodes: other_nodes } = found;
        let (line, turn) = (line_in_usual_order(board, &line), completed(board, &stones, task.allowed));
        let proved = score.mate_distance().is_some_and(|plies| plies.unsigned_abs() <= depth);
        let claim = if proved { ScoreClaim::Mate } else { ScoreClaim::None };
        let found = Decision { score: Some(score), claim, depth, nodes, other_nodes, ..Decision::new(turn) };
        if line.starts_with(&found.turn) { Decision { line, ..found } } else { found }
    }

    /// The allowed stones, the most promising first and no more than candidates; `None` if every stone is
    /// allowed.
    fn wanted(&self, board: &Board, settings: SearchSettings, allowed: &dyn Fn(Point) -> bool) -> Option<Vec<Point>> {
        let legal = legal_moves(board);
        let mut wanted: Vec<Point> = legal.iter().copied().filter(|&point| allowed(point)).collect();
        if wanted.len() == legal.len() {
            return None;
        }
        let most = usize::from(settings.width.root.clamp(1, Width::MOST));
        if wanted.len() > most {
            let evaluation = AnyEvaluation::new(board, self.valuations.of(board.rules()));
            wanted.sort_by_key(|&point| std::cmp::Reverse(evaluation.score(point, board.to_move())));
            wanted.truncate(most);
        }
        Some(wanted)
    }

    /// The stones of the turn: those of the line found, and if it ends within the turn or the turn is not
    /// allowed, those of another search. In the latter case the score and the line are those of that search.
    fn whole_turn(&mut self, task: &mut SearchTask<'_>, mut found: FoundLine) -> (Vec<Point>, FoundLine) {
        let (board, settings, table) = (task.board, task.settings, task.table);
        let mut after = board.clone();
        let mut stones: Vec<Point> = Vec::new();
        // The search has checked the whole turn only, and may not give its stones in the order of the lists.
        let whole = found.stones.get(..usize::from(board.stones_left())).filter(|turn| (task.allowed)(turn));
        if let Some(turn) = whole {
            return (turn.to_vec(), found);
        }
        while !after.is_over() && stones.len() < usize::from(board.stones_left()) {
            let allowed = |more: &[Point]| (task.allowed)(&[&stones, more].concat());
            let expected = found.stones.get(stones.len()).copied();
            let mut next = expected.filter(|&point| after.is_legal(point) && allowed(&[point]));
            if next.is_none() {
                // A turn that is not allowed is replaced with the effort that it has cost.
                let replaced = expected.is_some() && !task.control.poll(found.nodes);
                let mut limits = Limits::depth(if replaced { found.depth.max(3) } else { 3 });
                limits.nodes = Some(if replaced { found.nodes.max(2000) } else { 2000 });
                let mut short = LimitControl::new(limits.clone(), StopHandle::new());
                let mut long = NodeLimit { inner: &mut *task.control, nodes: limits.nodes, depth: limits.depth };
                let rest = self.search.search(&mut SearchTask {
                    board: &after,
                    settings,
                    table,
                    control: if replaced || board.rules().p() > 2 { &mut long } else { &mut short },
                    observer: &mut (),
                    lines: 1,
                    wanted: self.wanted(&after, settings, &|point| allowed(&[point])),
                    allowed: &allowed,
                });
                next = rest.stones.first().copied();
                if expected.is_some() {
                    let line = [&stones[..], &rest.stones].concat();
                    found = FoundLine { stones: line, nodes: found.nodes + rest.nodes, ..rest };
                }
            }
            let Some(point) = next.filter(|&point| after.check(point).is_ok()) else { break };
            after.put(point);
            stones.push(point);
        }
        (stones, found)
    }
}

/// The stones that complete a row in this turn.
fn completion(board: &Board) -> Option<Vec<Point>> {
    if !board.rules().is_free() {
        return board.winning_points(board.to_move()).next().map(|point| vec![point]);
    }
    let mut threats = Threats::new(board.rules());
    threats.read_within(board, board.to_move(), board.stones_left());
    threats.completion().map(Iterator::collect)
}

/// A number of turns as text.
fn counted(turns: u32) -> String {
    format!("{turns} turn{}", if turns == 1 { "" } else { "s" })
}

/// The score of a win by threats of the side to move in a number of its turns; the row is not yet on
/// the board.
fn won_in(board: &Board, turns: u32) -> Score {
    let stones = stones_to_row(turns, board.stones_left(), board.rules().p());
    Score::mate_in(stones.min(MAX_PLY - 1))
}

/// A decision without a search.
fn decision(board: &Board, stones: &[Point], reason: String, score: Score) -> Decision<Point> {
    Decision { score: Some(score), reason: Some(reason), ..Decision::new(completed(board, stones, &|_| true)) }
}

/// Completes a whole turn in its usual order: the given stones, then any empty points that are allowed, the
/// centre first, unless the game ends before.
fn completed(board: &Board, stones: &[Point], allowed: &dyn Fn(&[Point]) -> bool) -> Vec<Point> {
    let mut after = board.clone();
    let mut turn: Vec<Point> = Vec::new();
    let others = std::iter::once(board.rules().centre()).chain(board.empties());
    for point in stones.iter().copied().chain(others) {
        if turn.len() == usize::from(board.stones_left()) || after.is_over() {
            break;
        }
        if after.check(point).is_ok() && allowed(&[&turn[..], &[point]].concat()) {
            after.put(point);
            turn.push(point);
        }
    }
    in_usual_order(board, &turn)
}
