//! A player: from a position to a turn.
//!
//! In this order: a row that can be completed; a win by threats that the solver
//! proves; the search. A search that ends in a loss is repeated with the widest
//! list, since what looked lost may only have been cut off. Whatever happens,
//! the turn is legal, and where threats can be met it meets them.

use crate::evaluation::{Tables, Weights};
use crate::search::{Effort, Knowledge, Menace, Pair, Stone, StoneSearch, TurnSearch, Width};
use crate::solver::{Limits, Solver, Verdict};
use crate::threats::Threats;
use crate::{Board, Point, Rules, Turn};
use duiyi_search::{
    Control, Enhancements, Evaluator, GameMove, IterationReport, LimitControl, Observer, ParallelSearcher, Parameters,
    Report, Score, StopHandle, Table,
};
use std::cell::RefCell;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How the search sees a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Form {
    /// Stone by stone ([`StoneSearch`]).
    #[default]
    Stones,
    /// Turn by turn ([`TurnSearch`]); games with three stones a turn and more are searched stone by stone.
    Turns,
}

/// What decided a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It completes a row.
    Completes,
    /// It begins a win by threats, proved by the solver: in so many turns.
    Threats(u32),
    /// The search found it best.
    Search,
    /// It is the only one, or the first one of all.
    Only,
}

/// A turn and what is known of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Decision {
    /// The turn, legal on the board asked about.
    pub turn: Turn,
    /// What decided it.
    pub why: Why,
    /// The score for the side to move; mates count stones.
    pub score: Score,
    /// The depth of the last whole iteration, in plies of the form; 0 without a search.
    pub depth: u32,
    /// Nodes of the search.
    pub nodes: u64,
    /// Positions of the attacker that the solver looked at, at the root and in the main thread's tree.
    pub solver_nodes: u64,
    /// Time used.
    pub elapsed: Duration,
}

/// What an iteration found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// Its depth in plies of the form.
    pub depth: u32,
    /// The score for the side to move.
    pub score: Score,
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far.
    pub elapsed: Duration,
    /// The expected stones, one after the other.
    pub line: Vec<Point>,
}

/// The evaluation of both forms.
#[derive(Clone, Copy, Debug)]
struct Judgement;

impl Evaluator<StoneSearch> for Judgement {
    #[inline]
    fn evaluate(&mut self, game: &StoneSearch) -> Score {
        game.evaluate()
    }
}

impl Evaluator<TurnSearch> for Judgement {
    #[inline]
    fn evaluate(&mut self, game: &TurnSearch) -> Score {
        game.evaluate()
    }
}

/// The search of one form.
#[derive(Debug)]
enum Engine {
    Stones(Box<StoneSearch>, Box<ParallelSearcher<StoneSearch, Judgement>>),
    Turns(Box<TurnSearch>, Box<ParallelSearcher<TurnSearch, Judgement>>),
}

/// A name that no constant of the player or of its search has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is no constant; the player has {player}, the search {search}",
    player = Player::CONSTANTS.join(", "),
    search = Parameters::NAMES.join(", ")
)]
pub struct UnknownConstant(pub String);

/// Plays a game of the family.
///
/// ```
/// use duiyi_connect6::player::{Player, Why};
/// use duiyi_connect6::{Board, Color, Rules};
/// use duiyi_search::{LimitControl, Limits, StopHandle, Table};
///
/// let rules = Rules::CONNECT6;
/// let four: Vec<_> = (7..11).map(|column| rules.point(column, 9).unwrap()).collect();
/// let mut board = Board::from_stones(rules, &four, &[], Color::Black)?;
/// let mut player = Player::new(rules);
/// let mut control = LimitControl::new(Limits::nodes(1000), StopHandle::new());
/// let decision = player.choose(&board, &Table::new(1), &mut control, &mut |_| {}).unwrap();
/// assert_eq!(decision.why, Why::Completes);
/// board.play(decision.turn.points())?;
/// assert_eq!(board.winner(), Some(Color::Black));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Player {
    rules: Rules,
    tables: Arc<Tables>,
    engine: Engine,
    solver: Solver,
    /// How many candidates are looked at.
    pub width: Width,
    /// How far the solver goes in the tree.
    pub effort: Effort,
    /// How far the solver goes at the root before the search; 0 leaves it out there.
    pub root_effort: u64,
    /// What it means that the other side threatens to win by threats.
    pub menace: Menace,
    /// What the value of a stone counts beside the history of the search when moves are
    /// ordered, in 1/128.
    pub prior: u16,
}

impl Player {
    /// A player with everything on.
    pub fn new(rules: Rules) -> Player {
        Player::with(rules, &Weights::of(rules), Form::default())
    }

    /// A player with these weights and this form of search.
    pub fn with(rules: Rules, weights: &Weights, form: Form) -> Player {
        let tables = Arc::new(Tables::new(rules, weights));
        let board = Board::new(rules);
        let turns = match form {
            Form::Turns => TurnSearch::new(board.clone(), Arc::clone(&tables)),
            Form::Stones => None,
        };
        let small = rules.cells() <= usize::from(Width::MOST);
        let engine = match turns {
            Some(game) => {
                let mut searcher = Box::new(ParallelSearcher::new(Judgement));
                (searcher.main.enhancements, searcher.main.parameters) = settings(small);
                searcher.main.parameters.late_move_base = 16;
                Engine::Turns(Box::new(game), searcher)
            }
            None => {
                let mut searcher = Box::new(ParallelSearcher::new(Judgement));
                (searcher.main.enhancements, searcher.main.parameters) = settings(small);
                Engine::Stones(Box::new(StoneSearch::new(board, Arc::clone(&tables))), searcher)
            }
        };
        // On a small board every point is a candidate.
        let width = if small { Width { root: Width::MOST, inner: Width::MOST } } else { Width::default() };
        Player {
            rules,
            tables,
            engine,
            solver: Solver::new(rules, 1 << 24),
            width,
            effort: Effort::of(rules.p()),
            root_effort: 30_000,
            menace: Menace::default(),
            prior: Knowledge::PRIOR,
        }
    }

    /// The rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The tables of its evaluation.
    pub fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    /// The form of its search.
    pub fn form(&self) -> Form {
        match self.engine {
            Engine::Stones(..) => Form::Stones,
            Engine::Turns(..) => Form::Turns,
        }
    }

    /// The switches and constants of the search.
    pub fn settings(&mut self) -> (&mut Enhancements, &mut Parameters) {
        match &mut self.engine {
            Engine::Stones(_, searcher) => (&mut searcher.main.enhancements, &mut searcher.main.parameters),
            Engine::Turns(_, searcher) => (&mut searcher.main.enhancements, &mut searcher.main.parameters),
        }
    }

    /// The player's own constants by their names, before those of the search
    /// ([`Parameters::NAMES`]).
    pub const CONSTANTS: [&str; 10] = [
        "width_root",
        "width_inner",
        "effort_principal",
        "effort_root",
        "effort_inner",
        "effort_leaf",
        "root_effort",
        "menace_cost",
        "menace_plies",
        "prior",
    ];

    /// Sets a constant by its name, one of [`Player::CONSTANTS`] or of the search's. What
    /// is out of its range becomes the nearest number within.
    ///
    /// # Errors
    ///
    /// If no constant has the name.
    ///
    /// ```
    /// use duiyi_connect6::{Rules, adapter::Player};
    /// let mut player = Player::new(Rules::CONNECT6);
    /// player.set_constant("width_inner", 12)?;
    /// assert_eq!(player.width.inner, 12);
    /// player.set_constant("lmr_factor", 30)?;
    /// assert!(player.set_constant("luck", 1).is_err());
    /// # Ok::<(), duiyi_connect6::player::UnknownConstant>(())
    /// ```
    pub fn set_constant(&mut self, name: &str, value: i32) -> Result<(), UnknownConstant> {
        let byte = value.clamp(0, u8::MAX.into()) as u8;
        let short = value.clamp(0, u16::MAX.into()) as u16;
        let whole = value.max(0) as u32;
        match name {
            "width_root" => self.width.root = byte,
            "width_inner" => self.width.inner = byte,
            "effort_principal" => self.effort.principal = whole,
            "effort_root" => self.effort.root = whole,
            "effort_inner" => self.effort.inner = whole,
            "effort_leaf" => self.effort.leaf = whole,
            "root_effort" => self.root_effort = whole.into(),
            "menace_cost" => self.menace.cost = short,
            "menace_plies" => self.menace.plies = byte,
            "prior" => self.prior = short,
            _ => self.settings().1.set(name, value).map_err(|_| UnknownConstant(name.chars().take(40).collect()))?,
        }
        Ok(())
    }

    /// How many threads search.
    pub fn threads(&self) -> usize {
        match &self.engine {
            Engine::Stones(_, searcher) => searcher.threads(),
            Engine::Turns(_, searcher) => searcher.threads(),
        }
    }

    /// Searches with so many threads from now on, at least one. They share the
    /// table ([`ParallelSearcher`]); the solver at the root has one. With one
    /// thread, one at first, the same search gives the same turn; with more it
    /// need not.
    pub fn set_threads(&mut self, threads: usize) {
        match &mut self.engine {
            Engine::Stones(_, searcher) => searcher.set_threads(threads, || Judgement),
            Engine::Turns(_, searcher) => searcher.set_threads(threads, || Judgement),
        }
    }

    /// Forgets the last game, so that the next search is as a new player's
    /// would be (with a table that is cleared as well).
    pub fn new_game(&mut self) {
        self.solver.clear();
        match &mut self.engine {
            Engine::Stones(game, searcher) => {
                game.forget();
                searcher.new_game();
            }
            Engine::Turns(game, searcher) => {
                game.forget();
                searcher.new_game();
            }
        }
    }

    /// The turn to play (or what is left of the turn under way), searched until
    /// `control` ends it; `None` if the game is over.
    ///
    /// # Panics
    ///
    /// If the board is of other rules.
    pub fn choose(
        &mut self,
        board: &Board,
        table: &Table,
        control: &mut dyn Control,
        observer: &mut dyn FnMut(&Progress),
    ) -> Option<Decision> {
        assert_eq!(board.rules(), self.rules, "the player is made for other rules");
        if board.is_over() {
            return None;
        }
        let started = Instant::now();
        let left = board.stones_left();
        let decision = |stones: &[Point], why, score| Decision {
            turn: completed(board, stones),
            why,
            score,
            depth: 0,
            nodes: 0,
            solver_nodes: 0,
            elapsed: started.elapsed(),
        };
        let mut threats = Threats::new(self.rules);
        threats.read_within(board, board.to_move(), left);
        if let Some(points) = threats.completion() {
            let stones: Vec<Point> = points.collect();
            return Some(decision(&stones, Why::Completes, Score::mate_in(stones.len())));
        }
        if board.stone_count() == 0 && left == 1 {
            return Some(decision(&[self.rules.centre()], Why::Only, Score::ZERO));
        }
        let mut solver_nodes = 0;
        if self.root_effort > 0 {
            let polled = RefCell::new(&mut *control);
            let stop = || polled.borrow_mut().poll(0);
            let limits = Limits { nodes: self.root_effort, stop: Some(&stop), ..Limits::default() };
            let verdict = self.solver.solve(board, &limits);
            solver_nodes = self.solver.nodes();
            if let Verdict::Win { turns, turn } = verdict {
                let plies = (2 * turns as usize - 1) * usize::from(self.rules.p()) + 1;
                let score = Score::mate_in(plies.min(duiyi_search::MAX_PLY - 1));
                let won = decision(turn.points(), Why::Threats(turns), score);
                return Some(Decision { solver_nodes, ..won });
            }
        }
        let mut found = self.search(board, table, control, observer, self.width);
        let widest = Width { root: Width::MOST, inner: self.width.inner };
        if found.score.is_mate() && found.score < Score::ZERO && self.width != widest && !control.poll(found.nodes) {
            let wide = self.search(board, table, control, observer, widest);
            // A search cut short says nothing against the first one.
            if wide.depth > 0 && wide.score > found.score {
                found = Found { nodes: found.nodes + wide.nodes, ..wide };
            }
        }
        let stones = self.whole_turn(board, table, found.stones);
        Some(Decision {
            turn: completed(board, &stones),
            why: Why::Search,
            score: found.score,
            depth: found.depth,
            nodes: found.nodes,
            solver_nodes: solver_nodes + found.solver_nodes,
            elapsed: started.elapsed(),
        })
    }

    /// One search.
    fn search(
        &mut self,
        board: &Board,
        table: &Table,
        control: &mut dyn Control,
        observer: &mut dyn FnMut(&Progress),
        width: Width,
    ) -> Found {
        let mut control = UntilDecided(control);
        match &mut self.engine {
            Engine::Stones(game, searcher) => {
                game.set(board);
                game.configure(width, self.effort, self.menace, self.prior);
                let mut tell = Tell { tell: observer, points: |Stone(point), line: &mut Vec<Point>| line.push(point) };
                let found = searcher.search(game, table, &mut control, &mut tell, |_| true);
                Found {
                    stones: found.pv.iter().map(|stone| stone.0).collect(),
                    score: found.score,
                    depth: found.depth,
                    nodes: found.statistics.nodes,
                    solver_nodes: game.solver_nodes(),
                }
            }
            Engine::Turns(game, searcher) => {
                game.set(board);
                game.configure(width, self.effort, self.menace, self.prior);
                let points = |pair: Pair, line: &mut Vec<Point>| {
                    let (one, other) = pair.stones();
                    line.push(one);
                    line.extend(other);
                };
                let mut tell = Tell { tell: observer, points };
                let found = searcher.search(game, table, &mut control, &mut tell, |_| true);
                let mut stones = Vec::new();
                found.pv.iter().for_each(|&pair| points(pair, &mut stones));
                Found {
                    stones,
                    score: found.score,
                    depth: found.depth,
                    nodes: found.statistics.nodes,
                    solver_nodes: game.solver_nodes(),
                }
            }
        }
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
                self.search(&after, table, &mut control, &mut |_| {}, self.width).stones.first().copied()
            });
            let Some(point) = next.filter(|&point| after.check(point).is_ok()) else { break };
            after.put(point);
            stones.push(point);
        }
        stones
    }
}

/// What a search found.
struct Found {
    /// The expected stones.
    stones: Vec<Point>,
    score: Score,
    depth: u32,
    nodes: u64,
    solver_nodes: u64,
}

/// The switches and constants of the search: reductions and a narrowing list,
/// but nothing that prunes by the evaluation, which says little of a position
/// in which threats are about; and no aspiration, since the score swings with
/// the side that has the last stone.
fn settings(small: bool) -> (Enhancements, Parameters) {
    let mut enhancements = Enhancements::default();
    for off in [
        "reverse_futility",
        "razoring",
        "futility",
        "exchange_pruning",
        "history_pruning",
        "probcut",
        "continuation_history",
        "correction_history",
        "improving",
        "null_move",
        "aspiration",
        "single_reply",
    ] {
        enhancements.set(off, false).expect("a switch of the search");
    }
    if small {
        enhancements.late_move_pruning = false;
        enhancements.late_move_reductions = false;
    }
    let mut parameters = Parameters::default();
    parameters.late_move_base = 12;
    // The defaults are tuned for xiangqi; these were in place when the rest was measured here.
    parameters.lmr_factor = 24;
    parameters.lmr_history = 256;
    parameters.lmr_cut = 128;
    (enhancements, parameters)
}

/// Stones made a whole turn: those given, then any that are free, the centre
/// first. A turn that wins by its first stones is filled up as well, since most
/// protocols know whole turns only.
fn completed(board: &Board, stones: &[Point]) -> Turn {
    let mut turn: Vec<Point> = Vec::new();
    let others = std::iter::once(board.rules().centre()).chain(board.empties());
    for point in stones.iter().copied().chain(others) {
        if turn.len() == usize::from(board.stones_left()) {
            break;
        }
        if board.is_empty(point) && !turn.contains(&point) {
            turn.push(point);
        }
    }
    Turn::new(&turn).expect("a position that is not over has an empty point")
}

/// Ends the search when the game is decided.
struct UntilDecided<'a>(&'a mut dyn Control);

impl Control for UntilDecided<'_> {
    fn interval(&self, nodes: u64) -> u64 {
        // The solver makes nodes expensive.
        self.0.interval(nodes).min(64)
    }

    fn poll(&mut self, nodes: u64) -> bool {
        self.0.poll(nodes)
    }

    fn begin_iteration(&mut self, depth: u32) -> bool {
        self.0.begin_iteration(depth)
    }

    fn last_depth(&self) -> Option<u32> {
        self.0.last_depth()
    }

    fn end_iteration(&mut self, report: &IterationReport) -> bool {
        self.0.end_iteration(report) && !report.score.is_mate()
    }
}

/// Tells iterations as points.
struct Tell<'a, F> {
    tell: &'a mut dyn FnMut(&Progress),
    points: F,
}

impl<M: GameMove, F: Fn(M, &mut Vec<Point>)> Observer<M> for Tell<'_, F> {
    fn progress(&mut self, report: &Report<'_, M>) {
        let mut line = Vec::new();
        report.pv.iter().for_each(|&mv| (self.points)(mv, &mut line));
        (self.tell)(&Progress {
            depth: report.depth,
            score: report.score,
            nodes: report.nodes,
            elapsed: report.elapsed,
            line,
        });
    }
}
