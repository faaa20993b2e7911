//! The search, by stones or by turns.

use crate::evaluation::Valuation;
use crate::search::{Insight, Pair, SearchPosition, SearchSettings, StonePosition, TurnPosition, Width};
use crate::{Board, Point, Rules};
use duiyi_game::line_in_usual_order;
use duiyi_search::{
    Control, Driver, Enhancements, Evaluator, Heuristics, IterationReport, Observer, ParallelSearcher, Parameters,
    Purpose, Report, Score, Table, TurningPoint,
};
use std::time::Duration;

/// Whether the longest list contains every point of the board.
pub(super) fn is_small(rules: Rules) -> bool {
    rules.cells() <= usize::from(Width::MOST)
}

/// A form of the game that can be searched.
pub(super) trait View: Heuristics<Insight = Insight> + Clone + Send {
    fn position(&self) -> &SearchPosition;

    fn position_mut(&mut self) -> &mut SearchPosition;

    /// Adds the stones of a move to a line.
    fn stones(mv: Self::Move, line: &mut Vec<Point>);
}

impl View for StonePosition {
    fn position(&self) -> &SearchPosition {
        &self.position
    }

    fn position_mut(&mut self) -> &mut SearchPosition {
        &mut self.position
    }

    fn stones(stone: Point, line: &mut Vec<Point>) {
        line.push(stone);
    }
}

impl View for TurnPosition {
    fn position(&self) -> &SearchPosition {
        &self.position
    }

    fn position_mut(&mut self) -> &mut SearchPosition {
        &mut self.position
    }

    fn stones(pair: Pair, line: &mut Vec<Point>) {
        let (one, other) = pair.stones();
        line.push(one);
        line.extend(other);
    }
}

/// The evaluation that both forms contain.
#[derive(Clone, Copy, Debug)]
struct PositionEvaluator;

impl<G: View> Evaluator<G> for PositionEvaluator {
    #[inline]
    fn evaluate(&mut self, game: &G) -> Score {
        game.position().evaluate()
    }
}

/// A form of the game with its searcher.
#[derive(Debug)]
pub(super) struct Pairing<G: Heuristics> {
    game: G,
    searcher: ParallelSearcher<G, PositionEvaluator>,
}

impl<G: View> Pairing<G> {
    fn new(game: G, late_move_base: i32) -> Box<Pairing<G>> {
        let mut searcher = ParallelSearcher::new(PositionEvaluator);
        (searcher.main.enhancements, searcher.main.parameters) = constants(game.position().board().rules());
        searcher.main.parameters.late_move_base = late_move_base;
        Box::new(Pairing { game, searcher })
    }

    fn new_game(&mut self) {
        self.game.position_mut().forget();
        self.searcher.new_game();
    }

    fn search(&mut self, task: &mut SearchTask<'_>) -> FoundLine {
        let position = self.game.position_mut();
        position.set(task.board);
        position.settings = task.settings;
        position.wanted.clone_from(&task.wanted);
        let mut control = UntilDecided(task.control);
        // Two lines may be the same turn, with its stones in either order.
        self.searcher.main.multi_pv = if task.lines > 1 { 2 * task.lines } else { 1 };
        let mut observer = InStones {
            observer: task.observer,
            stones: G::stones,
            board: task.board,
            allowed: task.allowed,
            lines: task.lines,
            reported: Vec::new(),
        };
        let allowed = |mv| {
            let mut stones = Vec::new();
            G::stones(mv, &mut stones);
            (task.allowed)(&stones)
        };
        let found = self
            .searcher
            .search_in_place(&mut self.game)
            .table(task.table)
            .control(&mut control)
            .observer(&mut observer)
            .only(allowed)
            .run();
        let mut stones = Vec::new();
        found.pv.iter().for_each(|&mv| G::stones(mv, &mut stones));
        FoundLine {
            stones,
            score: found.score,
            depth: found.depth,
            nodes: found.statistics.nodes,
            solver_nodes: self.game.position().solver_nodes(),
        }
    }
}

/// The task of a search.
pub(super) struct SearchTask<'a> {
    pub(super) board: &'a Board,
    pub(super) settings: SearchSettings,
    pub(super) table: &'a Table,
    pub(super) control: &'a mut dyn Control,
    pub(super) observer: &'a mut dyn Observer<Point>,
    /// The number of turns reported with their lines.
    pub(super) lines: usize,
    /// The stones to try first in the turn instead of the candidates.
    pub(super) wanted: Option<Vec<Point>>,
    /// Whether the turn may have these stones, in any order.
    pub(super) allowed: &'a dyn Fn(&[Point]) -> bool,
}

/// The result of a search.
pub(super) struct FoundLine {
    /// The expected stones.
    pub(super) stones: Vec<Point>,
    pub(super) score: Score,
    pub(super) depth: u32,
    pub(super) nodes: u64,
    pub(super) solver_nodes: u64,
}

impl FoundLine {
    /// This result with the nodes of both searches.
    pub(super) fn counting(self, other: &FoundLine) -> FoundLine {
        let (nodes, solver_nodes) = (self.nodes + other.nodes, self.solver_nodes + other.solver_nodes);
        FoundLine { nodes, solver_nodes, ..self }
    }
}

/// The search in one of the two forms.
#[derive(Debug)]
pub(super) enum UnitSearch {
    Stones(Box<Pairing<StonePosition>>),
    Turns(Box<Pairing<TurnPosition>>),
}

/// The same expression for both variants.
macro_rules! either {
    ($search:expr, $pairing:ident => $value:expr) => {
        match $search {
            UnitSearch::Stones($pairing) => $value,
            UnitSearch::Turns($pairing) => $value,
        }
    };
}

impl UnitSearch {
    /// The search by stones, or by turns if requested and if turns do not have too many stones.
    pub(super) fn new(by_turns: bool, valuation: Valuation) -> UnitSearch {
        let board = Board::new(valuation.rules());
        let turns = if by_turns { TurnPosition::new(board.clone(), valuation.clone()) } else { None };
        match turns {
            Some(game) => UnitSearch::Turns(Pairing::new(game, 16)),
            None => UnitSearch::Stones(Pairing::new(StonePosition::new(board, valuation), 12)),
        }
    }

    /// The switches and constants.
    pub(super) fn constants(&mut self) -> (&mut Enhancements, &mut Parameters) {
        either!(self, it => (&mut it.searcher.main.enhancements, &mut it.searcher.main.parameters))
    }

    /// How the windows at the root are chosen.
    pub(super) fn driver(&mut self) -> &mut Driver {
        either!(self, it => &mut it.searcher.main.driver)
    }

    pub(super) fn set_threads(&mut self, threads: usize) {
        either!(self, it => it.searcher.set_threads(threads, || PositionEvaluator));
    }

    pub(super) fn new_game(&mut self) {
        either!(self, it => it.new_game());
    }

    pub(super) fn search(&mut self, task: &mut SearchTask<'_>) -> FoundLine {
        either!(self, it => it.search(task))
    }
}

/// The switches and constants of the search: reductions and a narrowing list, but no pruning by the
/// evaluation, which is unreliable while there are threats; and no aspiration, since the score
/// swings with the side that has the last stone. On a small board no move is pruned.
fn constants(rules: Rules) -> (Enhancements, Parameters) {
    let mut enhancements = Enhancements::default();
    for off in [
        "reverse_futility",
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
        // Measured in xiangqi only.
        "evasion_history",
        "fail_high_mean",
        "former_principal",
        "singular",
        "skip_evasions",
        "threat_ordering",
    ] {
        enhancements.set(off, false).expect("a switch of the search");
    }
    if is_small(rules) {
        enhancements.late_move_pruning = false;
        enhancements.late_move_reductions = false;
    }
    let mut parameters = Parameters::default();
    // The defaults are tuned for xiangqi; these were in place when the rest was measured here.
    parameters.lmr_factor = 24;
    parameters.lmr_history = 256;
    parameters.lmr_cut = 128;
    parameters.lmr_unimproved = 44;
    parameters.late_move_base = 6;
    parameters.deeper_margin = 60;
    parameters.history_bonus = 16;
    (enhancements, parameters)
}

/// Stops the search when the game is decided.
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

    fn purpose(&self) -> Purpose {
        // Any win ends the search.
        Purpose { shortest: false, ..self.0.purpose() }
    }

    fn end_iteration(&mut self, report: &IterationReport) -> bool {
        self.0.end_iteration(report) && !report.score.is_mate()
    }

    fn turning_point(&mut self, point: TurningPoint, report: &IterationReport) -> bool {
        self.0.turning_point(point, report)
    }
}

/// Reports iterations in stones, each allowed turn once.
struct InStones<'a, M> {
    observer: &'a mut dyn Observer<Point>,
    stones: fn(M, &mut Vec<Point>),
    board: &'a Board,
    allowed: &'a dyn Fn(&[Point]) -> bool,
    /// The number of turns to report.
    lines: usize,
    /// The turns already reported in this iteration.
    reported: Vec<Vec<Point>>,
}

impl<M: Copy> Observer<M> for InStones<'_, M> {
    fn progress(&mut self, report: &Report<'_, M>) {
        let mut line = Vec::new();
        report.pv.iter().for_each(|&mv| (self.stones)(mv, &mut line));
        if report.line == 1 {
            self.reported.clear();
        }
        let line = line_in_usual_order(self.board, &line);
        let due = usize::from(self.board.stones_left()).min(line.len());
        let turn = line[..due].to_vec();
        if self.reported.len() < self.lines && !self.reported.contains(&turn) && (self.allowed)(&turn) {
            self.reported.push(turn);
            self.observer.progress(&report.with_line(self.reported.len(), &line));
        }
    }

    fn root_move(&mut self, depth: u32, mv: M, move_count: usize, elapsed: Duration) {
        let mut stones = Vec::new();
        (self.stones)(mv, &mut stones);
        self.observer.root_move(depth, stones[0], move_count, elapsed);
    }
}
