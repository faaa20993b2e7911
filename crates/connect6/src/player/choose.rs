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
            let is_better = wide.depth > 0 && wide.score > found.score;
            found = if is_better { wide.counting(&found) } else { found.counting(&wide) };
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
                found = if expected.is_some() {
                    let line = [&stones[..], &rest.stones].concat();
                    FoundLine { stones: line, ..rest.counting(&found) }
                } else {
                    found.counting(&rest)
                };
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
    let others = std::iter::once(board.rules().centre()).chain(board.allowed());
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rules, notation::game_line};
    use duiyi_engine::Player;
    use std::cmp::Ordering;

    /// A search of this player with a list of this width at the root.
    fn searched<T>(
        player: &mut ThreatSearch,
        board: &Board,
        (root, limits): (u8, Limits),
        search: impl FnOnce(&mut ThreatSearch, SearchTask<'_>) -> T,
    ) -> T {
        let table = Arc::clone(player.table.get());
        let settings = SearchSettings { width: Width { root, inner: 4 }, ..player.settings_in_use() };
        search(
            player,
            SearchTask {
                board,
                settings,
                table: &table,
                control: &mut LimitControl::new(limits, StopHandle::new()),
                observer: &mut (),
                lines: 1,
                wanted: None,
                allowed: &|_| true,
            },
        )
    }

    fn player() -> ThreatSearch {
        let mut player = ThreatSearch::new(Rules::CONNECT6);
        player.set_option("Hash", "1").unwrap();
        player
    }

    /// In the first position two of some fifty thousand turns prevent a loss; a list of four candidates does not
    /// contain them. In the second one no turn prevents it.
    #[test]
    fn the_nodes_of_a_repeated_search_are_added() {
        for (moves, is_prevented) in [
            ("J10 I9-I11 H10-I10 J11-H11 G10-F11 E10-K10 L11-K12 L9-M8 N7-H13 M10-H9 M9-N11 L8-K8 N8-N12 N10-K9", true),
            ("J10 A1-S19 K10-L10 A19-S1 I10-M10 A3-S5 J14-K14 A7-S9 L14-M14", false),
        ] {
            let board = game_line::read(Rules::CONNECT6, moves).unwrap();
            let mut alone = player();
            let [narrow, wide] = [4, Width::MOST].map(|root| {
                searched(&mut alone, &board, (root, Limits::nodes(3000)), |player, mut task| {
                    player.search.search(&mut task)
                })
            });
            assert!(narrow.score.is_mate() && narrow.score < Score::ZERO, "{moves}");
            assert_eq!(wide.score > narrow.score, is_prevented, "{moves}");
            let both = searched(&mut player(), &board, (4, Limits::nodes(3000)), ThreatSearch::by_search);
            assert_eq!(both.score, Some(wide.score), "{moves}");
            // The line of the second position ends within the turn; another search finds the rest.
            let expected = if is_prevented { Ordering::Equal } else { Ordering::Greater };
            assert_eq!(both.nodes.cmp(&(narrow.nodes + wide.nodes)), expected, "{moves}");
            let solver_nodes = narrow.solver_nodes + wide.solver_nodes;
            assert!(both.other_nodes >= solver_nodes, "{moves}");
            assert!(!is_prevented || both.other_nodes == solver_nodes, "{moves}");
        }
    }

    /// A mate that threats below the horizon promise is deeper than the search.
    #[test]
    fn only_a_mate_within_the_depth_is_claimed() {
        let boards = ["J10 J11-K12 I10-I11 I9-H12", "J10 J11-K12 I10-I11", "J10 A1-S19 J11-J12 A19-S1"];
        let mut claims = [0, 0];
        for (board, depth) in boards.iter().flat_map(|moves| [1, 2, 4, 8].map(|depth| (moves, depth))) {
            let board = game_line::read(Rules::CONNECT6, board).unwrap();
            let limits = Limits::depth(depth).with_nodes(3000);
            let found = searched(&mut player(), &board, (8, limits), ThreatSearch::by_search);
            let Some(plies) = found.score.and_then(Score::mate_distance) else { continue };
            let proved = plies.unsigned_abs() <= found.depth;
            assert_eq!(found.claim == ScoreClaim::Mate, proved, "{board}: mate in {plies} at depth {}", found.depth);
            claims[usize::from(proved)] += 1;
        }
        assert!(claims[0] > 0, "no mate beyond the depth");
    }
}
