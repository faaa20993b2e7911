//! The solver: wins by consecutive threats, found and proved.
//!
//! [`Solver::solve`] looks for a win by double threats (T2, VCDT: 连续双威胁):
//! each of the attacker's turns leaves the defender only the choice where to
//! meet it. Every meeting turn is tried, so a win that it reports is one, and
//! the number of turns is the smallest that double threats can do with.
//! [`Solver::proof`] gives the whole tree, [`check`](checker::check) tries it
//! out with slow and plain code that shares nothing with the search.
//!
//! With one stone a turn the same search finds wins by consecutive fours (VCF).
//! Rules with three and more stones a turn are searched for a completion only.
//!
//! Sources: Wu and Huang 2005 (threats), Yen and Yang 2011 (the two defences),
//! Wu and Lin 2010 (relevance zones).

pub mod checker;
mod defence;
mod proof;
mod search;
mod single;
mod table;
mod zone;

use crate::threats::{NONE, Stones, Threats, point};
use crate::{Board, MAX_STONES_PER_TURN, Point, Rules, Turn};
use arrayvec::ArrayVec;
pub use defence::{Defences, Threat};
pub use proof::{Proof, Then};
use search::{Found, Search};
pub use single::SingleThreats;
pub use zone::Zone;

/// How far a solver may go.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The attacker's turns at most, the winning one counted: 1 to 250.
    pub turns: u32,
    /// Positions with the attacker to move that are looked at, at most.
    pub nodes: u64,
    /// Asked every few hundred positions; `true` stops the search.
    pub stop: Option<&'a dyn Fn() -> bool>,
}

impl Default for Limits<'_> {
    /// Up to forty turns, however many positions that takes.
    fn default() -> Self {
        Limits { turns: 40, nodes: u64::MAX, stop: None }
    }
}

/// What a solver found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The side to move wins.
    Win {
        /// In so many of its turns, up to the one after which nothing helps any
        /// more: it completes a row or makes more threats than can be met.
        turns: u32,
        /// The first of them.
        turn: Turn,
    },
    /// No win by double threats within the turns allowed.
    NoWin,
    /// Stopped before it was known, or a game that the solver does not know.
    Unknown,
}

/// A search for wins by consecutive threats, with its table.
///
/// One solver serves any number of positions of the same rules, and what it
/// proved of one helps with the next. Solving allocates nothing per position.
///
/// ```
/// use duiyi_connect6::{Board, Color, Rules, solver::{Limits, Solver, Verdict}};
///
/// // Four in a row, and Black's turn: six at once.
/// let rules = Rules::CONNECT6;
/// let row: Vec<_> = (7..11).map(|column| rules.point(column, 9).unwrap()).collect();
/// let board = Board::from_stones(rules, &row, &[], Color::Black)?;
/// let mut solver = Solver::new(rules, 1 << 20);
/// assert!(matches!(solver.solve(&board, &Limits::default()), Verdict::Win { turns: 1, .. }));
/// # Ok::<(), duiyi_connect6::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    rules: Rules,
    search: Search,
    threats: Threats,
}

impl Solver {
    /// A solver for these rules with a table of about so many bytes.
    pub fn new(rules: Rules, table_bytes: usize) -> Solver {
        Solver { rules, search: Search::new(rules, table_bytes), threats: Threats::new(rules) }
    }

    /// The rules that it was made for.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Positions with the attacker to move that the last call looked at.
    pub fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.search.table.clear();
    }

    /// Whether the side to move wins by double threats, and how.
    ///
    /// # Panics
    ///
    /// If the board is of other rules.
    pub fn solve(&mut self, board: &Board, limits: &Limits<'_>) -> Verdict {
        self.run(board, limits, false)
    }

    /// The same against the conservative defence (CTSS): the defender takes all
    /// points that meet a threat at once. A win against it is a win, found
    /// with a fraction of the effort, but many wins are not found.
    ///
    /// # Panics
    ///
    /// If the board is of other rules.
    pub fn solve_conservatively(&mut self, board: &Board, limits: &Limits<'_>) -> Verdict {
        self.run(board, limits, true)
    }

    fn run(&mut self, board: &Board, limits: &Limits<'_>, conservative: bool) -> Verdict {
        assert_eq!(board.rules(), self.rules, "the solver is made for other rules");
        if board.is_over() {
            self.search.nodes = 0;
            return Verdict::NoWin;
        }
        self.search.start(board, limits);
        self.search.conservative = conservative;
        let left = board.stones_left();
        // The field knows what a whole turn can complete.
        if left != self.rules.p() || self.search.field.can_complete(self.search.attacker) {
            self.threats.read_within(board, board.to_move(), left);
            if let Some(points) = self.threats.completion() {
                let turn = filled(points.collect(), board);
                return Verdict::Win { turns: 1, turn };
            }
        }
        if self.rules.p() > 2 {
            return Verdict::Unknown;
        }
        if left != self.rules.p() {
            return self.within_turn(left, limits);
        }
        let (found, turns) = self.search.deepen(limits.turns.min(250), limits.stop);
        match found {
            Found::Win => match self.search.winning(turns, limits.stop) {
                Some((stones, _)) => Verdict::Win { turns, turn: filled(listed(stones), board) },
                None => Verdict::Unknown,
            },
            Found::Deeper | Found::Never => Verdict::NoWin,
            Found::Stopped => Verdict::Unknown,
        }
    }

    /// The proof of a win by double threats: the turns of [`Solver::solve`] with
    /// every reply. `None` where `solve` would not report a win, or the search
    /// is stopped.
    ///
    /// # Panics
    ///
    /// If the board is of other rules.
    pub fn proof(&mut self, board: &Board, limits: &Limits<'_>) -> Option<Proof> {
        let Verdict::Win { turns, turn } = self.solve(board, limits) else { return None };
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

    /// The proof of a turn that decides by itself.
    fn last_turn(&self, board: &Board, turn: Turn) -> Proof {
        let mut after = board.clone();
        for &point in turn.points() {
            after.put(point);
        }
        let then = if after.winner().is_some() { Then::Row } else { Then::Unstoppable };
        Proof { turn, then }
    }

    /// A win in which some turns make only one threat, where double threats
    /// alone do not win; with its proof. `None` says that none was found, not
    /// that there is none: see [`SingleThreats`]. Only for two stones a turn,
    /// and at the beginning of a turn.
    ///
    /// # Panics
    ///
    /// If the board is of other rules.
    pub fn solve_singly(&mut self, board: &Board, how: SingleThreats, limits: &Limits<'_>) -> Option<Proof> {
        assert_eq!(board.rules(), self.rules, "the solver is made for other rules");
        if self.rules.p() != 2 || board.stones_left() != 2 || board.is_over() {
            return None;
        }
        self.search.start(board, limits);
        self.search.conservative = false;
        self.search.single_threats(how, limits.stop).ok().flatten()
    }

    /// The rest of a turn that has begun: one stone of two (or, where the first
    /// turn has more stones than the others, the general case is not searched).
    fn within_turn(&mut self, left: u8, limits: &Limits<'_>) -> Verdict {
        if self.rules.p() != 2 || left != 1 {
            return Verdict::Unknown;
        }
        let mut result = Found::Never;
        for turns in 1..=limits.turns.min(250) {
            result = Found::Never;
            for cell in 0..self.rules.cells() as u16 {
                if !self.search.field.is_empty(cell) {
                    continue;
                }
                match self.search.last_stone(cell, turns, limits.stop) {
                    Found::Win => return Verdict::Win { turns, turn: Turn::single(point(cell)) },
                    Found::Stopped => return Verdict::Unknown,
                    Found::Deeper => result = Found::Deeper,
                    Found::Never => {}
                }
            }
            if result == Found::Never {
                break;
            }
        }
        debug_assert!(result != Found::Win);
        Verdict::NoWin
    }
}

/// The stones of a turn while it is put together.
type StoneList = ArrayVec<Point, { MAX_STONES_PER_TURN as usize }>;

/// The stones of a turn of the search.
fn listed(stones: Stones) -> StoneList {
    stones.into_iter().filter(|&cell| cell != NONE).map(point).collect()
}

/// A turn of the search as it is, with its one or two stones.
fn turn_of(stones: Stones) -> Turn {
    match stones {
        [a, NONE] => Turn::single(point(a)),
        [a, b] => Turn::pair(point(a), point(b)),
    }
}

/// A turn as long as it must be, filled up with empty points that have no part
/// in it.
fn filled(mut stones: StoneList, board: &Board) -> Turn {
    for free in board.empties() {
        if stones.len() >= usize::from(board.stones_left()) {
            break;
        }
        if !stones.contains(&free) {
            stones.push(free);
        }
    }
    Turn::new(&stones).expect("at least one point, none of them twice")
}
