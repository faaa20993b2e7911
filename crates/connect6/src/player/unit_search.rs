//! The search, stone by stone or turn by turn.

use crate::evaluation::Valuation;
use crate::search::{Insight, Pair, SearchPosition, SearchSettings, StoneSearch, TurnSearch, Width};
use crate::{Board, Point, Rules};
use duiyi_search::{
    Control, Driver, Enhancements, Evaluator, Heuristics, IterationReport, Observer, ParallelSearcher, Parameters,
    Report, Score, Table, TurningPoint,
};
use std::time::Duration;

/// Whether the widest list has every point of the board.
pub(super) fn is_small(rules: Rules) -> bool {
    rules.cells() <= usize::from(Width::MOST)
}

/// A view of the game that can be searched.
pub(super) trait View: Heuristics<Insight = Insight> + Clone + Send {
    fn position(&self) -> &SearchPosition;

    fn position_mut(&mut self) -> &mut SearchPosition;

    /// Adds the stones of a move to a line.
    fn stones(mv: Self::Move, line: &mut Vec<Point>);
}

impl View for StoneSearch {
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

impl View for TurnSearch {
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

/// The evaluation that both views carry with them.
#[derive(Clone, Copy, Debug)]
struct PositionEvaluator;

impl<G: View> Evaluator<G> for PositionEvaluator {
    #[inline]
    fn evaluate(&mut self, game: &G) -> Score {
        game.position().evaluate()
    }
}

/// A view and its searcher.
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

    fn search(&mut self, order: &mut Order<'_>) -> Found {
        let position = self.game.position_mut();
        position.set(order.board);
        position.settings = order.settings;
        let mut control = UntilDecided(order.control);
        // Two lines may be one turn, its stones in either order.
        self.searcher.main.multi_pv = if order.lines > 1 { 2 * order.lines } else { 1 };
        let mut observer = InStones {
            observer: order.observer,
            stones: G::stones,
            due: usize::from(order.board.stones_left()),
            lines: order.lines,
            told: Vec::new(),
        };
        let allowed = |mv| {
            let mut stones = Vec::new();
            G::stones(mv, &mut stones);
            stones.into_iter().any(order.allowed)
        };
        let found = self.searcher.search(&mut self.game, order.table, &mut control, &mut observer, allowed);
        let mut stones = Vec::new();
        found.pv.iter().for_each(|&mv| G::stones(mv, &mut stones));
        Found {
            stones,
            score: found.score,
            depth: found.depth,
            nodes: found.statistics.nodes,
            solver_nodes: self.game.position().solver_nodes(),
        }
    }
}

/// What is to be searched.
pub(super) struct Order<'a> {
    pub(super) board: &'a Board,
    pub(super) settings: SearchSettings,
    pub(super) table: &'a Table,
    pub(super) control: &'a mut dyn Control,
    pub(super) observer: &'a mut dyn Observer<Point>,
    /// How many turns are told with their lines.
    pub(super) lines: usize,
    /// Whether the turn may begin with a stone.
    pub(super) allowed: &'a dyn Fn(Point) -> bool,
}

/// What a search found.
pub(super) struct Found {
    /// The expected stones.
    pub(super) stones: Vec<Point>,
    pub(super) score: Score,
    pub(super) depth: u32,
    pub(super) nodes: u64,
    pub(super) solver_nodes: u64,
}

/// The search of one unit.
#[derive(Debug)]
pub(super) enum UnitSearch {
    Stones(Box<Pairing<StoneSearch>>),
    Turns(Box<Pairing<TurnSearch>>),
}

/// The same expression for either.
macro_rules! either {
    ($search:expr, $pairing:ident => $value:expr) => {
        match $search {
            UnitSearch::Stones($pairing) => $value,
            UnitSearch::Turns($pairing) => $value,
        }
    };
}

impl UnitSearch {
    /// The search stone by stone, or turn by turn where that is wanted and turns do not have too
    /// many stones.
    pub(super) fn new(by_turns: bool, valuation: Valuation) -> UnitSearch {
        let board = Board::new(valuation.rules());
        let turns = if by_turns { TurnSearch::new(board.clone(), valuation.clone()) } else { None };
        match turns {
            Some(game) => UnitSearch::Turns(Pairing::new(game, 16)),
            None => UnitSearch::Stones(Pairing::new(StoneSearch::new(board, valuation), 12)),
        }
    }

    /// The switches and constants.
    pub(super) fn constants(&mut self) -> (&mut Enhancements, &mut Parameters) {
        either!(self, it => (&mut it.searcher.main.enhancements, &mut it.searcher.main.parameters))
    }

    /// By which windows the value of the root is found.
    pub(super) fn driver(&mut self) -> &mut Driver {
        either!(self, it => &mut it.searcher.main.driver)
    }

    pub(super) fn set_threads(&mut self, threads: usize) {
        either!(self, it => it.searcher.set_threads(threads, || PositionEvaluator));
    }

    pub(super) fn new_game(&mut self) {
        either!(self, it => it.new_game());
    }

    pub(super) fn search(&mut self, order: &mut Order<'_>) -> Found {
        either!(self, it => it.search(order))
    }
}

/// The switches and constants of the search: reductions and a narrowing list,
/// but nothing that prunes by the evaluation, which says little of a position
/// in which threats are about; and no aspiration, since the score swings with
/// the side that has the last stone. On a small board no move is left out.
fn constants(rules: Rules) -> (Enhancements, Parameters) {
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
        // Measured in xiangqi only.
        "evasion_history",
        "fail_high_mean",
        "former_principal",
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

    fn seeks_mate(&self) -> bool {
        self.0.seeks_mate()
    }

    fn end_iteration(&mut self, report: &IterationReport) -> bool {
        self.0.end_iteration(report) && !report.score.is_mate()
    }

    fn turning_point(&mut self, point: TurningPoint, report: &IterationReport) -> bool {
        self.0.turning_point(point, report)
    }
}

/// Tells iterations in stones, each turn once.
struct InStones<'a, M> {
    observer: &'a mut dyn Observer<Point>,
    stones: fn(M, &mut Vec<Point>),
    /// How many stones the turn has.
    due: usize,
    /// How many turns are told.
    lines: usize,
    /// The turns told of this iteration.
    told: Vec<Vec<Point>>,
}

impl<M: Copy> Observer<M> for InStones<'_, M> {
    fn progress(&mut self, report: &Report<'_, M>) {
        let mut line = Vec::new();
        report.pv.iter().for_each(|&mv| (self.stones)(mv, &mut line));
        if report.line == 1 {
            self.told.clear();
        }
        let mut turn: Vec<Point> = line.iter().take(self.due).copied().collect();
        turn.sort_unstable();
        if self.told.len() < self.lines && !self.told.contains(&turn) {
            self.told.push(turn);
            self.observer.progress(&report.told(self.told.len(), &line));
        }
    }

    fn root_move(&mut self, depth: u32, mv: M, move_count: usize, elapsed: Duration) {
        let mut stones = Vec::new();
        (self.stones)(mv, &mut stones);
        self.observer.root_move(depth, stones[0], move_count, elapsed);
    }
}
