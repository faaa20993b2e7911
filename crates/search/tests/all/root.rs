//! Several best moves (Multi-PV), interrupted searches, and reports about the root.

use crate::common::{Cell, Connect, Walk, noise};
use duiyi_game::hash::mix64;
use duiyi_search::{
    Bound, Control, Driver, Enhancements, Game, Heuristics, IterationReport, LimitControl, Limits, Observer, Purpose,
    Reach, Report, Score, SearchResult, Searcher, Side, StopHandle, Table, TurningPoint, Verdict, legal_moves,
    minimax_of_candidates,
};
use proptest::prelude::*;

fn search_lines<G: Heuristics + Clone>(
    game: &mut G,
    evaluate: fn(&G) -> Score,
    lines: usize,
    enhancements: Enhancements,
    limits: Limits,
    observer: &mut dyn Observer<G::Move>,
    allowed: impl FnMut(G::Move) -> bool,
) -> SearchResult<G::Move> {
    let mut searcher = Searcher::new(evaluate);
    searcher.enhancements = enhancements;
    searcher.multi_pv = lines;
    searcher.search(game).table(&Table::new(1)).limits(limits).observer(observer).only(allowed).run()
}

/// The minimax value of each move, best first.
fn values(game: &Connect, depth: u32) -> Vec<Score> {
    let mut values: Vec<Score> = legal_moves(game)
        .into_iter()
        .map(|mv| {
            let mut after = game.clone();
            after.make(mv);
            let sign = if after.side_to_move() == game.side_to_move() { 1 } else { -1 };
            let score = match after.verdict(1) {
                Verdict::Exact(score, _) => score,
                _ => {
                    let score = minimax_of_candidates(&mut after, &mut |game| noise(game), depth - 1);
                    if score.is_decisive() { score - score.get().signum() } else { score }
                }
            };
            Score::new(sign * score.get())
        })
        .collect();
    values.sort_by_key(|score| -score.get());
    values
}

/// The move and score of a search with root randomness up to `most`.
fn randomized(game: &Connect, depth: u32, most: i32, seed: u64, driver: Driver) -> (Cell, Score) {
    let mut searcher = Searcher::new(noise as fn(&Connect) -> Score);
    searcher.enhancements = Enhancements::exact();
    searcher.parameters.root_randomness = most;
    searcher.driver = driver;
    searcher.seed(seed);
    let found = searcher.search(game).table(&Table::new(1)).limits(Limits::depth(depth)).run();
    assert_eq!(found.best, found.pv.first().copied());
    (found.best.unwrap(), found.score)
}

/// Row H-10: a random move has the reported value, which is at most this much below the best.
#[test]
fn root_randomness_chooses_among_nearly_equal_moves() {
    let game = Connect::new(4, 4, 4, 2, 1);
    let best = minimax_of_candidates(&mut game.clone(), &mut |game| noise(game), 3);
    let value = |mv: Cell| {
        let mut after = game.clone();
        after.make(mv);
        let sign = if after.side_to_move() == game.side_to_move() { 1 } else { -1 };
        sign * minimax_of_candidates(&mut after, &mut |game| noise(game), 2).get()
    };
    for driver in [Driver::Aspiration, Driver::Mtdf, Driver::AlphaBeta] {
        assert_eq!(randomized(&game, 3, 0, 1, driver).1, best);
        let mut moves = vec![];
        for seed in 0..30 {
            let found = randomized(&game, 3, 12, seed, driver);
            assert_eq!(found, randomized(&game, 3, 12, seed, driver), "the same seed");
            assert_eq!(value(found.0), found.1.get(), "{}", driver.name());
            assert!((best.get() - 12..=best.get()).contains(&found.1.get()));
            moves.push(found.0.0);
        }
        moves.sort_unstable();
        moves.dedup();
        assert!(moves.len() > 1, "other seeds, other moves");
    }
}

/// The score of a draw is that of the side at the root, also if the other side brings it about.
#[test]
fn contempt_lowers_the_score_of_a_draw_for_the_side_at_the_root() {
    let score = |plies: usize, contempt: i32| {
        let mut game = Connect::new(3, 3, 3, 1, 1);
        for _ in 0..plies {
            let center = legal_moves(&game)[(9 - plies) / 2];
            game.make(center);
        }
        let mut searcher = Searcher::new((|_| Score::ZERO) as fn(&Connect) -> Score);
        searcher.parameters.contempt = contempt;
        let found = searcher.search(&game).table(&Table::new(1)).limits(Limits::depth(9)).run();
        found.score.get()
    };
    for plies in [0, 1] {
        assert_eq!([0, 30, -30].map(|contempt| score(plies, contempt)), [0, -30, 30], "after {plies} plies");
    }
}

#[test]
fn a_depth_beyond_the_greatest_is_searched_without_iterative_deepening() {
    let mut searcher = Searcher::new((|_| Score::ZERO) as fn(&Connect) -> Score);
    searcher.enhancements.iterative_deepening = false;
    for depth in [126, 127, 1_000] {
        let found =
            searcher.search(&Connect::new(3, 3, 3, 1, 1)).table(&Table::new(1)).limits(Limits::depth(depth)).run();
        assert!(found.depth > 0 && found.statistics.nodes > 1_000, "depth {depth}: {}", found.depth);
    }
}

/// Draws are stored with the contempt of the side at the root; the other side, at the root after the next
/// move, does not read them.
#[test]
fn contempt_does_not_outlive_its_side_in_the_table() {
    let table = Table::new(1);
    let mut searcher = Searcher::new((|_| Score::ZERO) as fn(&Connect) -> Score);
    searcher.parameters.contempt = 30;
    let mut game = Connect::new(3, 3, 3, 1, 1);
    for _ in 0..4 {
        let found = searcher.search(&game).table(&table).limits(Limits::depth(9)).run();
        assert_eq!(found.score.get(), -30);
        game.make(found.best.unwrap());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    /// With the exact set the lines are the best moves with their minimax values.
    #[test]
    fn the_lines_are_the_best_moves(seed in any::<u64>(), stones in 1usize..3, plies in 0usize..5, depth in 1u32..5, lines in 1usize..20) {
        let mut game = Connect::new(4, 4, 4, stones, 1);
        for i in 0..plies {
            let moves = legal_moves(&game);
            game.make(moves[(mix64(seed ^ i as u64) % moves.len() as u64) as usize]);
            prop_assume!(game.verdict(0) == Verdict::Open);
        }
        let expected = values(&game, depth);
        let found = search_lines(&mut game, noise, lines, Enhancements::exact(), Limits::depth(depth), &mut (), |_| true);
        let scores: Vec<Score> = found.lines.iter().map(|line| line.score.unwrap()).collect();
        prop_assert_eq!(&scores[..], &expected[..lines.min(expected.len())]);
        let mut moves: Vec<u8> = found.lines.iter().map(|line| line.mv.0).collect();
        prop_assert!(found.lines.iter().all(|line| line.pv[0] == line.mv && line.depth == depth));
        prop_assert_eq!(found.best, Some(found.lines[0].mv));
        moves.sort();
        moves.dedup();
        prop_assert_eq!(moves.len(), scores.len());
    }
}

/// Records the lines of the last iteration.
#[derive(Default)]
struct Notes {
    depth: u32,
    lines: Vec<(usize, Cell, Score)>,
}

impl Observer<Cell> for Notes {
    fn progress(&mut self, report: &Report<'_, Cell>) {
        if report.bound != Bound::Exact {
            return;
        }
        if report.depth != self.depth {
            self.depth = report.depth;
            self.lines.clear();
        }
        self.lines.push((report.line, report.pv[0], report.score));
    }
}

#[test]
fn lines_are_reported_once_and_in_order() {
    let mut notes = Notes::default();
    let mut game = Connect::new(5, 5, 4, 1, 1);
    let found = search_lines(&mut game, noise, 4, Enhancements::default(), Limits::depth(5), &mut notes, |_| true);
    let numbers: Vec<usize> = notes.lines.iter().map(|line| line.0).collect();
    assert_eq!(numbers, [1, 2, 3, 4]);
    assert!(notes.lines.is_sorted_by_key(|line| -line.2.get()));
    let reported: Vec<_> = notes.lines.iter().map(|line| (line.1, Some(line.2))).collect();
    let returned: Vec<_> = found.lines.iter().map(|line| (line.mv, line.score)).collect();
    assert_eq!(reported, returned);
}

#[test]
fn lines_begin_with_allowed_moves() {
    let mut game = Connect::new(5, 5, 4, 2, 1);
    let few = |mv: Cell| mv.0 < 3;
    let found = search_lines(&mut game, noise, 8, Enhancements::default(), Limits::depth(4), &mut (), few);
    let mut moves: Vec<u8> = found.lines.iter().map(|line| line.mv.0).collect();
    moves.sort();
    assert_eq!(moves, [0, 1, 2]);
}

#[test]
fn at_any_node_limit_lines_are_distinct_and_the_first_is_played() {
    for nodes in (1..4_000).step_by(37) {
        let mut game = Connect::new(5, 5, 4, 1, 1);
        let found = search_lines(&mut game, noise, 3, Enhancements::default(), Limits::nodes(nodes), &mut (), |_| true);
        assert!(found.statistics.nodes <= nodes + 1);
        assert!(found.best.is_some());
        let moves: Vec<Cell> = found.lines.iter().map(|line| line.mv).collect();
        assert!(moves.iter().enumerate().all(|(i, mv)| !moves[..i].contains(mv)));
        if let Some(first) = moves.first() {
            assert_eq!(Some(*first), found.best);
            assert_eq!(found.lines[0].pv, found.pv);
        }
    }
}

#[test]
fn a_single_line_costs_no_extra_nodes() {
    for seed in 0..20 {
        let mut game = Walk::new(seed, 30, 4);
        let depth = Limits::depth(7);
        let plain = search_lines(&mut game, Walk::value, 1, Enhancements::default(), depth.clone(), &mut (), |_| true);
        let zero = search_lines(&mut game, Walk::value, 0, Enhancements::default(), depth, &mut (), |_| true);
        assert_eq!(plain.statistics.nodes, zero.statistics.nodes);
        assert_eq!(zero.lines.len(), 1);
    }
}

/// Records the reports to the control.
struct RecordingControl {
    limits: LimitControl,
    reports: Vec<IterationReport>,
}

impl Control for RecordingControl {
    fn interval(&self, nodes: u64) -> u64 {
        self.limits.interval(nodes)
    }
    fn poll(&mut self, nodes: u64) -> bool {
        self.limits.poll(nodes)
    }
    fn begin_iteration(&mut self, depth: u32) -> bool {
        self.limits.begin_iteration(depth)
    }
    fn end_iteration(&mut self, report: &IterationReport) -> bool {
        self.reports.push(*report);
        self.limits.end_iteration(report)
    }
    fn turning_point(&mut self, _: TurningPoint, _: &IterationReport) -> bool {
        true
    }
    fn purpose(&self) -> Purpose {
        self.limits.purpose()
    }
}

/// Checks that the nodes of the root moves sum to those of the iteration.
#[derive(Default)]
struct Sums {
    before: u64,
    all: u64,
}

impl Observer<Cell> for Sums {
    fn progress(&mut self, report: &Report<'_, Cell>) {
        let below: u64 = report.root.iter().map(|root| root.nodes).sum();
        assert_eq!(report.nodes - self.before, below);
        if report.bound == Bound::Exact && report.line == 2 {
            self.before = report.nodes;
            self.all = report.root.iter().map(|root| root.all_nodes).sum();
            assert_eq!(self.all, report.nodes);
        }
    }
}

#[test]
fn root_moves_are_reported_with_nodes_and_scores() {
    let mut searcher = Searcher::new(noise as fn(&Connect) -> Score);
    searcher.multi_pv = 2;
    let limits = LimitControl::new(Limits::depth(6), StopHandle::new());
    let mut control = RecordingControl { limits, reports: vec![] };
    let mut sums = Sums::default();
    let found = searcher
        .search(&Connect::new(5, 5, 4, 1, 1))
        .table(&Table::new(1))
        .control(&mut control)
        .observer(&mut sums)
        .run();
    assert_eq!(sums.all, found.statistics.nodes);
    let reports = control.reports;
    assert_eq!(reports.len(), 6);
    assert_eq!(reports[0].previous_score, None);
    for pair in reports.windows(2) {
        assert_eq!(pair[1].previous_score, Some(pair[0].score));
        assert!(pair[1].best_move_changes >= pair[0].best_move_changes);
        assert_eq!(pair[1].best_move_changed, pair[1].best_move != pair[0].best_move);
    }
    let gap = found.lines[0].score.unwrap().get() - found.lines[1].score.unwrap().get();
    assert_eq!(reports[5].gap, Some(gap as u32));
}

/// Records the score and the length of the line of each completed iteration.
#[derive(Default)]
struct Scores(Vec<(Score, usize)>);

impl Observer<Cell> for Scores {
    fn progress(&mut self, report: &Report<'_, Cell>) {
        if report.bound == Bound::Exact {
            self.0.push((report.score, report.pv.len()));
        }
    }
}

/// At any node an interrupted search does not report a loss before all moves have been searched,
/// and keeps a mate found earlier.
#[test]
fn interrupted_searches_report_no_unproved_loss_and_keep_mates() {
    let (mut losses, mut undone, mut mates) = (0, 0, 0);
    for seed in 0..24 {
        // Five in a row with two stones a turn: every game is decided soon.
        let mut game = Connect::new(5, 5, 4, 2, 1);
        for i in 0..6 + seed % 5 {
            let moves = legal_moves(&game);
            let mut after = game.clone();
            after.make(moves[(mix64(seed << 8 | i) % moves.len() as u64) as usize]);
            if after.verdict(0) == Verdict::Open {
                game = after;
            }
        }
        for nodes in (1..60).map(|n| n * n * 3) {
            let mut scores = Scores::default();
            let limits = Limits::nodes(nodes);
            let found =
                search_lines(&mut game.clone(), noise, 1, Enhancements::default(), limits, &mut scores, |_| true);
            let wins = scores.0.iter().filter(|(score, length)| score.mate_distance() == Some(*length as i32));
            if let Some(best) = wins.map(|&(score, _)| score).max() {
                assert!(found.score >= best, "seed {seed}, {nodes} nodes: {} after {best}", found.score);
                mates += 1;
            }
            let lost = |score: Score| score < Score::ZERO && score.is_decisive();
            if let Some(&(last, _)) = scores.0.last() {
                assert!(!lost(found.score) || found.score >= last, "seed {seed}, {nodes} nodes: {}", found.score);
                losses += lost(found.score) as u32;
                undone += !lost(last) as u32;
            }
        }
    }
    assert!(losses > 20 && undone > 20 && mates > 20, "{losses} losses, {undone} others, {mates} mates");
}

/// Two moves forever. The second mates, but only the first verdict on it is a mate.
#[derive(Clone)]
struct Fickle {
    path: Vec<Cell>,
    has_mated: std::cell::Cell<bool>,
}

impl Game for Fickle {
    type Move = Cell;
    type Undo = ();

    fn side_to_move(&self) -> Side {
        Side::BOTH[self.path.len() % 2]
    }
    fn make(&mut self, mv: Cell) {
        self.path.push(mv);
    }
    fn unmake(&mut self, _: Cell, (): ()) {
        self.path.pop();
    }
    fn legal_moves(&self, moves: &mut impl Extend<Cell>) {
        moves.extend([Cell(0), Cell(1)]);
    }
    fn is_legal(&self, _: Cell) -> bool {
        true
    }
    fn key(&self) -> u64 {
        self.path.iter().fold(1, |key, mv| mix64(key ^ mv.0 as u64))
    }
    fn verdict(&self, ply: usize) -> Verdict {
        if self.path == [Cell(1)] && !self.has_mated.replace(true) {
            return Verdict::Exact(Score::mated_in(ply), Reach::Position);
        }
        Verdict::Open
    }
}

impl Heuristics for Fickle {
    type Insight = ();
}

/// A consistent game has no such verdicts, but pruning and table collisions can have the same
/// effect.
#[test]
fn a_mate_is_kept_if_a_later_iteration_misses_it() {
    let mut game = Fickle { path: vec![], has_mated: false.into() };
    let no_evaluation = |_: &Fickle| Score::ZERO;
    let found = search_lines(&mut game, no_evaluation, 1, Enhancements::none(), Limits::depth(1), &mut (), |_| true);
    assert_eq!((found.best, found.score), (Some(Cell(1)), Score::mate_in(1)));
    let mut game = Fickle { path: vec![], has_mated: false.into() };
    let mut deepening = Enhancements::none();
    deepening.iterative_deepening = true;
    let found = search_lines(&mut game, no_evaluation, 1, deepening, Limits::depth(5), &mut (), |_| true);
    assert_eq!((found.best, found.score, found.depth), (Some(Cell(1)), Score::mate_in(1), 5));
    assert_eq!((found.pv, found.lines[0].mv), (vec![Cell(1)], Cell(1)));
}

/// Without knowledge about a game, the default set costs no more than the exact set, and finds the same values.
#[test]
fn the_default_set_is_at_least_as_fast_as_the_exact_set_in_a_game_without_knowledge() {
    let nodes = |set: Enhancements| {
        let mut nodes = 0;
        let mut scores = Vec::new();
        for first in [0, 1, 5] {
            let mut searcher = Searcher::new(noise as fn(&Connect) -> Score);
            searcher.enhancements = set;
            searcher.enhancements.exact_table = true;
            let mut game = Connect::new(4, 4, 4, 1, 1);
            game.make(Cell(first));
            let found = searcher.search(&game).limits(Limits::depth(7)).run();
            nodes += found.statistics.nodes;
            scores.push(found.score);
        }
        (nodes, scores)
    };
    let (exact, default) = (nodes(Enhancements::exact()), nodes(Enhancements::default()));
    assert_eq!(exact.1, default.1);
    assert!(default.0 <= exact.0 * 105 / 100, "{} nodes, {} with the exact set", default.0, exact.0);
}
