//! The player: how it comes to a turn.

use super::decision::{DecidedBy, Decision};
use super::unit::{Found, MoveUnit, Order, UnitSearch};
use crate::evaluation::{Valuation, Weights};
use crate::problems::ProblemTable;
use crate::search::{Effort, SearchSettings, StandingThreat, Width};
use crate::solver::{Limits, Solution, Solver};
use crate::threats::Threats;
use crate::{Board, Point, Rules, Turn};
use duiyi_search::{
    Control, Driver, Enhancements, Instant, LimitControl, MAX_PLY, Observer, Parameters, Score, StopHandle, Table,
};
use std::cell::RefCell;

/// Bytes of the table of the solver at the root.
const SOLVER_TABLE: usize = 1 << 24;

/// Plays a game of the family.
///
/// ```
/// use duiyi_connect6::player::{DecidedBy, Player};
/// use duiyi_connect6::{Board, BLACK, Rules};
/// use duiyi_search::{LimitControl, Limits, StopHandle, Table};
///
/// let rules = Rules::CONNECT6;
/// let four: Vec<_> = (7..11).map(|column| rules.point(column, 9).unwrap()).collect();
/// let mut board = Board::from_stones(rules, &four, &[], BLACK)?;
/// let mut player = Player::new(rules);
/// let mut control = LimitControl::new(Limits::nodes(1000), StopHandle::new());
/// let decision = player.choose(&board, &Table::new(1), &mut control, &mut ()).unwrap();
/// assert_eq!(decision.by, DecidedBy::Row);
/// board.play(decision.turn.points())?;
/// assert_eq!(board.winner(), Some(BLACK));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Player {
    rules: Rules,
    valuation: Valuation,
    search: UnitSearch,
    solver: Solver,
    /// How many candidates are looked at.
    pub width: Width,
    /// How far the solver goes in the tree.
    pub effort: Effort,
    /// How far the solver goes at the root before the search, in positions with
    /// the attacker to move; 0 leaves it out there.
    pub root_effort: u64,
    /// What it means that the other side threatens to win by threats.
    pub standing_threat: StandingThreat,
    /// What the value of a stone counts beside the history of the search when moves are
    /// ordered, in 1/128.
    pub prior: u16,
    /// How many of the best pairs are looked at within the tree; 0 for every pair of candidates
    /// ([`SearchSettings::pairs`]).
    pub pairs: u16,
    /// How many of the best turns are told with their lines (Multi-PV); 1 at first.
    pub lines: usize,
    /// Known problems, looked up at the root before the solver and the search are asked; those of
    /// other rules than the board's are passed over (row C-B7 of docs/sources.md).
    pub problems: Option<ProblemTable>,
}

impl Player {
    /// A player with everything on.
    pub fn new(rules: Rules) -> Player {
        Player::judging_by(Valuation::usual(rules), MoveUnit::default())
    }

    /// A player with these weights that searches by this unit.
    pub fn with(rules: Rules, weights: &Weights, unit: MoveUnit) -> Player {
        Player::judging_by(Valuation::of(rules, weights), unit)
    }

    /// A player of the game of these tables that searches by this unit.
    pub fn judging_by(valuation: Valuation, unit: MoveUnit) -> Player {
        let rules = valuation.rules();
        let small = rules.cells() <= usize::from(Width::MOST);
        let SearchSettings { width, effort, standing_threat, prior, pairs } = SearchSettings::of(rules.p());
        Player {
            rules,
            search: UnitSearch::new(unit, Board::new(rules), &valuation, small),
            valuation,
            solver: Solver::new(rules, SOLVER_TABLE),
            // On a small board every point is a candidate.
            width: if small { Width { root: Width::MOST, inner: Width::MOST } } else { width },
            effort,
            root_effort: 30_000,
            standing_threat,
            prior,
            pairs,
            lines: 1,
            problems: None,
        }
    }

    /// The rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// What it judges positions and stones by.
    pub fn valuation(&self) -> &Valuation {
        &self.valuation
    }

    /// What its search takes for a move.
    pub fn unit(&self) -> MoveUnit {
        self.search.unit()
    }

    /// The switches and constants of the search.
    pub fn settings(&mut self) -> (&mut Enhancements, &mut Parameters) {
        self.search.settings()
    }

    /// By which windows the search finds what the root is worth.
    pub fn driver(&mut self) -> &mut Driver {
        self.search.driver()
    }

    /// How many threads search.
    pub fn threads(&self) -> usize {
        self.search.threads()
    }

    /// Searches with so many threads from now on, at least one. They share the
    /// table ([`ParallelSearcher`](duiyi_search::ParallelSearcher)); the solver
    /// at the root has one. With one thread, one at first, the same search
    /// gives the same turn; with more it need not.
    pub fn set_threads(&mut self, threads: usize) {
        self.search.set_threads(threads);
    }

    /// Forgets the last game, so that the next search is as a new player's
    /// would be (with a table that is cleared as well).
    pub fn new_game(&mut self) {
        self.solver.clear();
        self.search.new_game();
    }

    /// The turn to play (or what is left of the turn under way), searched until
    /// `control` ends it; `None` if the game is over. A board of other rules makes it a
    /// player of those with their usual settings; the threads, lines and problems stay.
    pub fn choose(
        &mut self,
        board: &Board,
        table: &Table,
        control: &mut dyn Control,
        observer: &mut dyn Observer<Point>,
    ) -> Option<Decision> {
        self.choose_from(board, table, control, observer, &|_| true)
    }

    /// The same of the turns that have a stone which `allowed` accepts.
    pub fn choose_from(
        &mut self,
        board: &Board,
        table: &Table,
        control: &mut dyn Control,
        observer: &mut dyn Observer<Point>,
        allowed: &dyn Fn(Point) -> bool,
    ) -> Option<Decision> {
        if board.rules() != self.rules {
            self.renew(Valuation::usual(board.rules()), self.unit());
        }
        if board.is_over() {
            return None;
        }
        let started = Instant::now();
        let decision = match self.without_search(board, control) {
            Ok(decision) if decision.turn.points().iter().any(|&point| allowed(point)) => decision,
            Ok(Decision { solver_nodes, .. }) | Err(solver_nodes) => {
                let (settings, lines) = (self.search_settings(), self.lines);
                let mut decision = self.by_search(Order { board, settings, table, control, observer, lines, allowed });
                decision.solver_nodes += solver_nodes;
                decision
            }
        };
        Some(Decision { elapsed: started.elapsed(), ..decision })
    }

    /// Becomes a player of the rules of these tables, by another unit perhaps. The threads, lines
    /// and problems stay; what else was set is as at first.
    pub(super) fn renew(&mut self, valuation: Valuation, unit: MoveUnit) {
        let (threads, lines, problems) = (self.threads(), self.lines, self.problems.take());
        *self = Player::judging_by(valuation, unit);
        self.set_threads(threads);
        (self.lines, self.problems) = (lines, problems);
    }

    /// A row, the first stone, a known problem, or a win that the solver proves. Without one of
    /// them, what the solver looked at in vain.
    fn without_search(&mut self, board: &Board, control: &mut dyn Control) -> Result<Decision, u64> {
        let left = board.stones_left();
        let mut threats = Threats::new(self.rules);
        threats.read_within(board, board.to_move(), left);
        if let Some(points) = threats.completion() {
            let stones: Vec<Point> = points.collect();
            return Ok(decision(board, &stones, DecidedBy::Row, Score::mate_in(stones.len())));
        }
        if board.stone_count() == 0 && left == 1 {
            return Ok(decision(board, &[self.rules.centre()], DecidedBy::FirstStone, Score::ZERO));
        }
        if let Some(known) = self.problems.as_ref().and_then(|problems| problems.lookup(board)) {
            let (by, score) = (DecidedBy::Problem(known.turns), self.won_in(known.turns));
            return Ok(decision(board, known.turn.points(), by, score));
        }
        if self.root_effort == 0 {
            return Err(0);
        }
        let polled = RefCell::new(control);
        let stop = || polled.borrow_mut().poll(0);
        let limits = Limits { nodes: self.root_effort, stop: Some(&stop), ..Limits::default() };
        let solution = self.solver.solve(board, &limits);
        let solver_nodes = self.solver.nodes();
        let Solution::Win { turns, turn } = solution else { return Err(solver_nodes) };
        let score = self.won_in(turns);
        Ok(Decision { solver_nodes, ..decision(board, turn.points(), DecidedBy::Threats(turns), score) })
    }

    /// The score of a win in so many turns of the side to move.
    fn won_in(&self, turns: u32) -> Score {
        let plies = (2 * turns as usize - 1) * usize::from(self.rules.p()) + 1;
        Score::mate_in(plies.min(MAX_PLY - 1))
    }

    /// What the search finds; again with the widest list if that is a loss.
    fn by_search(&mut self, mut order: Order<'_>) -> Decision {
        let (board, table) = (order.board, order.table);
        let mut found = self.search.search(&mut order);
        let widest = Width { root: Width::MOST, inner: self.width.inner };
        let is_lost = found.score.is_mate() && found.score < Score::ZERO;
        if is_lost && self.width != widest && !order.control.poll(found.nodes) {
            order.settings.width = widest;
            let wide = self.search.search(&mut order);
            // A search cut short says nothing against the first one.
            if wide.depth > 0 && wide.score > found.score {
                found = Found { nodes: found.nodes + wide.nodes, ..wide };
            }
        }
        let Found { stones, score, depth, nodes, solver_nodes } = found;
        let line = stones.clone();
        let stones = self.whole_turn(board, table, stones);
        Decision { line, depth, nodes, solver_nodes, ..decision(board, &stones, DecidedBy::Search, score) }
    }

    fn search_settings(&self) -> SearchSettings {
        let Player { width, effort, standing_threat, prior, pairs, .. } = *self;
        SearchSettings { width, effort, standing_threat, prior, pairs }
    }

    /// The stones of the turn: those of the line found, and where it was cut
    /// short within the turn, what a short search adds.
    fn whole_turn(&mut self, board: &Board, table: &Table, line: Vec<Point>) -> Vec<Point> {
        let mut after = board.clone();
        let mut stones = Vec::new();
        let mut line = line.into_iter();
        while !after.is_over() && stones.len() < usize::from(board.stones_left()) {
            let next = line.next().or_else(|| {
                let mut limits = duiyi_search::Limits::depth(3);
                limits.nodes = Some(2000);
                let mut control = LimitControl::new(limits, StopHandle::new());
                let mut order = Order {
                    board: &after,
                    settings: self.search_settings(),
                    table,
                    control: &mut control,
                    observer: &mut (),
                    lines: 1,
                    allowed: &|_| true,
                };
                self.search.search(&mut order).stones.first().copied()
            });
            let Some(point) = next.filter(|&point| after.check(point).is_ok()) else { break };
            after.put(point);
            stones.push(point);
        }
        stones
    }
}

/// A decision without a search.
fn decision(board: &Board, stones: &[Point], by: DecidedBy, score: Score) -> Decision {
    Decision {
        turn: completed(board, stones),
        line: Vec::new(),
        by,
        score,
        depth: 0,
        nodes: 0,
        solver_nodes: 0,
        elapsed: std::time::Duration::ZERO,
    }
}

/// Stones made a whole turn: those given, then any that are free, the centre
/// first, unless the game ends before.
fn completed(board: &Board, stones: &[Point]) -> Turn {
    let mut after = board.clone();
    let mut turn: Vec<Point> = Vec::new();
    let others = std::iter::once(board.rules().centre()).chain(board.empties());
    for point in stones.iter().copied().chain(others) {
        if turn.len() == usize::from(board.stones_left()) || after.is_over() {
            break;
        }
        if after.is_empty(point) {
            after.put(point);
            turn.push(point);
        }
    }
    Turn::new(&turn).expect("a position that is not over has an empty point")
}
