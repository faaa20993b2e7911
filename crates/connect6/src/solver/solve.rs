//! The solver: a search with its table and the queries to it.

use super::limits::SolverLimits;
use super::proof::{Proof, Then};
use super::search::Search;
use super::single::SingleThreats;
use super::solution::{NodeResult, Solution};
use super::turns::{filled, listed};
use crate::threats::{Threats, point};
use crate::{Board, Rules, Turn};

/// A search for wins by consecutive threats, with its table.
///
/// One solver serves any number of positions of the same rules, and its proofs for one position
/// help with the next. Solving does not allocate per position. With a board of other rules it
/// switches to those, without proofs at first.
///
/// ```
/// use duiyi_connect6::{Board, BLACK, Rules, solver::{SolverLimits, Solver, Solution}};
///
/// // Four in a row, and Black's turn: six at once.
/// let rules = Rules::CONNECT6;
/// let row: Vec<_> = (7..11).map(|column| rules.point(column, 9).unwrap()).collect();
/// let board = Board::from_stones(rules, &row, &[], BLACK)?;
/// let mut solver = Solver::new(rules, 1 << 20);
/// assert!(matches!(solver.solve(&board, &SolverLimits::default()), Solution::Win { turns: 1, .. }));
/// # Ok::<(), duiyi_connect6::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    pub(super) rules: Rules,
    pub(super) search: Search,
    pub(super) threats: Threats,
    table_bytes: usize,
}

impl Solver {
    /// A solver for these rules with a table of about `table_bytes` bytes.
    pub fn new(rules: Rules, table_bytes: usize) -> Solver {
        Solver { rules, search: Search::new(rules, table_bytes), threats: Threats::new(rules), table_bytes }
    }

    /// The rules of the boards that it currently solves.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Switches to the rules of a board.
    pub(super) fn suit(&mut self, board: &Board) {
        if board.rules() != self.rules {
            *self = Solver::new(board.rules(), self.table_bytes);
        }
    }

    /// The number of nodes of the last call.
    pub fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        self.search.table.clear();
    }

    /// Whether the side to move wins by double threats, with the first turn of the win. Where longer
    /// rows do not win ([`RowRule`](crate::RowRule)), threats are not searched: the answer is a row
    /// that one stone completes, or `Unknown`.
    pub fn solve(&mut self, board: &Board, limits: &SolverLimits<'_>) -> Solution {
        self.run(board, limits, false)
    }

    /// The same against the conservative defence (CTSS): the defender takes all points that meet a
    /// threat at once. A win against it is a real win, found with a fraction of the effort, but
    /// many wins are missed.
    pub fn solve_conservatively(&mut self, board: &Board, limits: &SolverLimits<'_>) -> Solution {
        self.run(board, limits, true)
    }

    fn run(&mut self, board: &Board, limits: &SolverLimits<'_>, conservative: bool) -> Solution {
        self.suit(board);
        if board.is_over() {
            self.search.nodes = 0;
            return Solution::NoWin;
        }
        if !self.rules.is_free() {
            self.search.nodes = 0;
            let point = board.winning_points(board.to_move()).next();
            return point.map_or(Solution::Unknown, |point| Solution::Win { turns: 1, turn: Turn::single(point) });
        }
        self.search.start(board, limits);
        self.search.conservative = conservative;
        let left = board.stones_left();
        // The field contains what a whole turn can complete.
        if left != self.rules.p() || self.search.field.can_complete(self.search.attacker) {
            self.threats.read_within(board, board.to_move(), left);
            if let Some(points) = self.threats.completion() {
                let turn = filled(points.collect(), board);
                return Solution::Win { turns: 1, turn };
            }
        }
        if self.rules.p() > 2 {
            return Solution::Unknown;
        }
        if left != self.rules.p() {
            return self.within_turn(left, limits);
        }
        let (found, turns) = self.search.deepen(limits.turns.min(250), limits.stop);
        match found {
            NodeResult::Win => match self.search.winning(turns, limits.stop) {
                Some((stones, _)) => Solution::Win { turns, turn: filled(listed(stones), board) },
                None => Solution::Unknown,
            },
            NodeResult::Deeper | NodeResult::Never => Solution::NoWin,
            NodeResult::Stopped => Solution::Unknown,
        }
    }

    /// The proof of a win by double threats: the turns of [`Solver::solve`] with every reply.
    /// `None` if `solve` would not report a win, or the search is stopped.
    pub fn proof(&mut self, board: &Board, limits: &SolverLimits<'_>) -> Option<Proof> {
        let Solution::Win { turns, turn } = self.solve(board, limits) else { return None };
        if turns == 1 {
            return Some(self.last_turn(board, turn));
        }
        let stop = limits.stop;
        self.search.node_limit = u64::MAX;
        if board.stones_left() == self.rules.p() {
            return self.search.prove(turns, stop);
        }
        let cells = turn.points().iter().map(|point| point.index() as u16);
        let before = self.search.field.depth();
        for cell in cells {
            self.search.field.put(cell, self.search.attacker);
        }
        let replies = self.search.prove_replies(turns - 1, stop);
        while self.search.field.depth() > before {
            self.search.field.take();
        }
        Some(Proof { turn, then: Then::Replies(replies?) })
    }

    /// The proof of a turn that decides the game alone.
    fn last_turn(&self, board: &Board, turn: Turn) -> Proof {
        let mut after = board.clone();
        for &point in turn.points() {
            after.put(point);
        }
        let then = if after.winner().is_some() { Then::Row } else { Then::Unstoppable };
        Proof { turn, then }
    }

    /// A win in which some turns make only one threat, if double threats alone do not win; with its
    /// proof. `None` means that none was found, not that there is none: see [`SingleThreats`]. Only
    /// for two stones a turn, and at the beginning of a turn.
    pub fn solve_singly(&mut self, board: &Board, how: SingleThreats, limits: &SolverLimits<'_>) -> Option<Proof> {
        self.suit(board);
        if self.rules.p() != 2 || board.stones_left() != 2 || board.is_over() {
            return None;
        }
        self.search.start(board, limits);
        self.search.conservative = false;
        self.search.single_threats(how, limits.stop).ok().flatten()
    }

    /// The rest of a turn that has begun: one stone of two. (If the first turn has more stones than
    /// the others, the general case is not searched.)
    fn within_turn(&mut self, left: u8, limits: &SolverLimits<'_>) -> Solution {
        if self.rules.p() != 2 || left != 1 {
            return Solution::Unknown;
        }
        let mut result = NodeResult::Never;
        for turns in 1..=limits.turns.min(250) {
            result = NodeResult::Never;
            for cell in 0..self.rules.cells() as u16 {
                if !self.search.field.is_empty(cell) {
                    continue;
                }
                match self.search.last_stone(cell, turns, limits.stop) {
                    NodeResult::Win => return Solution::Win { turns, turn: Turn::single(point(cell)) },
                    NodeResult::Stopped => return Solution::Unknown,
                    NodeResult::Deeper => result = NodeResult::Deeper,
                    NodeResult::Never => {}
                }
            }
            if result == NodeResult::Never {
                break;
            }
        }
        debug_assert!(result != NodeResult::Win);
        Solution::NoWin
    }
}
