//! The player's choice of a turn.

use super::{
    threat_search::ThreatSearch,
    unit_search::{FoundLine, SearchTask},
};
use crate::search::{SearchSettings, Width};
use crate::solver::{Solution, SolverLimits};
use crate::threats::Threats;
use crate::{Board, Point};
use duiyi_player::{Decision, NodeLimit, Request};
use duiyi_search::{Control, LimitControl, Limits, MAX_PLY, Score, ScoreClaim, StopHandle, Table};
use std::{cell::RefCell, sync::Arc};

impl ThreatSearch {
    /// The turn to play, or the rest of the current turn, with an allowed stone; `None` if the game
    /// is over.
    pub(super) fn best_turn(&mut self, request: &mut Request<'_, Board>) -> Option<Decision<Point>> {
        let board = request.game.now();
        if board.is_over() {
            return None;
        }
        let settings = self.settings_in_use();
        let control = &mut NodeLimit { inner: &mut *request.control, nodes: None, depth: self.level().depth() };
        let solver_nodes = match self.without_search(board, settings.root_effort, control) {
            Ok(decision) if decision.turn.iter().any(|&point| (request.allowed)(point)) => return Some(decision),
            Ok(decision) => decision.other_nodes,
            Err(solver_nodes) => solver_nodes,
        };
        let table = Arc::clone(self.table.get());
        let mut decision = self.by_search(SearchTask {
            board,
            settings,
            table: &table,
            control,
            observer: &mut *request.observer,
            lines: self.options.lines,
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
        let SearchTask { board, settings, table, .. } = task;
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
        let FoundLine { stones: line, score, depth, nodes, solver_nodes: other_nodes } = found;
        let turn = completed(board, &self.whole_turn(board, settings, table, &line));
        let proved = score.mate_distance().is_some_and(|plies| plies.unsigned_abs() <= depth);
        let claim = if proved { ScoreClaim::Mate } else { ScoreClaim::None };
        let found = Decision { score: Some(score), claim, depth, nodes, other_nodes, ..Decision::new(turn) };
        if line.is_empty() { found } else { Decision { line, ..found } }
    }

    /// The stones of the turn: those of the line found, and if it ends within the turn, those that
    /// a short search adds.
    fn whole_turn(&mut self, board: &Board, settings: SearchSettings, table: &Table, line: &[Point]) -> Vec<Point> {
        let mut after = board.clone();
        let mut stones = Vec::new();
        let mut line = line.iter().copied();
        while !after.is_over() && stones.len() < usize::from(board.stones_left()) {
            let next = line.next().or_else(|| {
                let mut limits = Limits::depth(3);
                limits.nodes = Some(2000);
                let mut task = SearchTask {
                    board: &after,
                    settings,
                    table,
                    control: &mut LimitControl::new(limits, StopHandle::new()),
                    observer: &mut (),
                    lines: 1,
                    allowed: &|_| true,
                };
                self.search.search(&mut task).stones.first().copied()
            });
            let Some(point) = next.filter(|&point| after.check(point).is_ok()) else { break };
            after.put(point);
            stones.push(point);
        }
        stones
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

/// The score of a win of the side to move in a number of its turns.
fn won_in(board: &Board, turns: u32) -> Score {
    let plies = (2 * turns as usize - 1) * usize::from(board.rules().p()) + 1;
    Score::mate_in(plies.min(MAX_PLY - 1))
}

/// A decision without a search.
fn decision(board: &Board, stones: &[Point], reason: String, score: Score) -> Decision<Point> {
    Decision { score: Some(score), reason: Some(reason), ..Decision::new(completed(board, stones)) }
}

/// Completes a whole turn in canonical order: the given stones, then any empty points, the centre
/// first, unless the game ends before.
fn completed(board: &Board, stones: &[Point]) -> Vec<Point> {
    let mut after = board.clone();
    let mut turn: Vec<Point> = Vec::new();
    let others = std::iter::once(board.rules().centre()).chain(board.empties());
    for point in stones.iter().copied().chain(others) {
        if turn.len() == usize::from(board.stones_left()) || after.is_over() {
            break;
        }
        if after.check(point).is_ok() {
            after.put(point);
            turn.push(point);
        }
    }
    turn.sort_unstable();
    turn
}
