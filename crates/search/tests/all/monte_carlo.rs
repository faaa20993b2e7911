//! Monte Carlo tree search: its proofs are correct, it plays legal moves, it respects its limits,
//! and equal seeds give equal results.

use crate::common::{Cell, Connect, Walk, noise};
use duiyi_search::{
    Candidates, Control, Estimator, Evaluated, Game, Heuristics, IterationReport, Leaf, LimitControl, Limits,
    MonteCarloSearcher, Observer, Playouts, Purpose, Report, Score, SearchResult, Selection, Side, StopHandle,
    TurningPoint, minimax_of_candidates,
};
use proptest::{prelude::*, sample::select};
use std::{
    thread,
    time::{Duration, Instant},
};

const SELECTIONS: [Selection; 2] = [Selection::Uct, Selection::Puct];
const TIC_TAC_TOE: [usize; 5] = [3, 3, 3, 1, 1];

/// A tree of 4 MiB: 131,072 nodes.
fn small<G: Heuristics, E: Estimator<G>>(selection: Selection, estimator: E) -> MonteCarloSearcher<G, E> {
    let mut searcher = MonteCarloSearcher::new(estimator);
    searcher.set_memory(4).unwrap();
    searcher.selection = selection;
    searcher
}

fn search<G, E>(searcher: &mut MonteCarloSearcher<G, E>, game: &G, limits: Limits) -> SearchResult<G::Move>
where
    G: Heuristics + Clone + Send,
    E: Estimator<G> + Send,
{
    let mut control = LimitControl::new(limits, StopHandle::new());
    searcher.search(&mut game.clone(), &mut control, &mut (), |_| true)
}

fn connect([m, n, k, p, q]: [usize; 5], moves: &[u8]) -> Connect {
    let mut game = Connect::new(m, n, k, p, q);
    for &cell in moves {
        assert!(game.is_legal(Cell(cell)));
        game.make(Cell(cell));
    }
    game
}

/// Playouts for UCT, a pseudo-random evaluation for PUCT.
fn both(game: &Connect, threads: usize, nodes: u64) -> [SearchResult<Cell>; 2] {
    let mut uct = small(Selection::Uct, Playouts::new());
    uct.set_threads(threads, Playouts::new);
    let mut puct = small(Selection::Puct, Evaluated(noise));
    puct.set_threads(threads, || Evaluated(noise));
    [search(&mut uct, game, Limits::nodes(nodes)), search(&mut puct, game, Limits::nodes(nodes))]
}

#[test]
fn wins_in_one_and_two_moves_are_found() {
    for threads in [1, 2] {
        // X X . / O O . / . . .
        for found in both(&connect(TIC_TAC_TOE, &[0, 3, 1, 4]), threads, 1000) {
            assert_eq!((found.best, found.score), (Some(Cell(2)), Score::mate_in(1)));
            assert_eq!(found.pv, [Cell(2)]);
            assert_eq!(found.statistics.nodes, 0, "the root moves are checked first");
        }
        // X . . / O . . / . . .: two simultaneous threats win; a corner next to the middle makes
        // them.
        for found in both(&connect(TIC_TAC_TOE, &[0, 3]), threads, 50_000) {
            assert!(found.score > Score::ZERO && found.score.is_mate(), "{}", found.score);
            assert!(found.statistics.nodes < 50_000, "it is proved");
            assert!([Cell(1), Cell(2), Cell(4)].contains(&found.best.unwrap()), "{:?}", found.best);
        }
        // Two stones a turn: both are needed.
        for found in both(&connect([5, 5, 4, 2, 1], &[0, 10, 20, 1, 13, 14, 24]), threads, 50_000) {
            assert!([Score::mate_in(2), Score::mate_in(4)].contains(&found.score), "{}", found.score);
            assert!(found.score == Score::mate_in(4) || found.pv.len() == 2, "{:?}", found.pv);
        }
    }
}

/// The first side wants the middle to be taken, by either side.
fn wants_the_middle(game: &Connect) -> Score {
    let first = if game.is_legal(Cell(12)) { -300 } else { 300 };
    Score::new(if game.side_to_move() == Side::First { first } else { -first })
}

#[test]
fn each_side_maximizes_its_own_result() {
    for selection in SELECTIONS {
        for stones in [1, 2] {
            let found = |moves: &[u8]| {
                let mut searcher = small(selection, Evaluated(wants_the_middle));
                search(&mut searcher, &connect([5, 5, 5, stones, 1], moves), Limits::nodes(3000))
            };
            let first = found(&[]);
            assert_eq!(first.best, Some(Cell(12)));
            assert!(first.score > Score::new(100), "{}", first.score);
            let second = found(&[0]);
            assert_ne!(second.best, Some(Cell(12)));
            assert!(second.score < first.score, "the first side may take it next: {}", second.score);
        }
    }
}

#[test]
fn tic_tac_toe_is_proved_drawn() {
    for threads in [1, 3] {
        for found in both(&Connect::new(3, 3, 3, 1, 1), threads, 200_000) {
            assert_eq!(found.score, Score::ZERO);
            assert!(found.statistics.nodes < 200_000, "{} simulations", found.statistics.nodes);
        }
    }
}

/// The compared parts of two searches: the line, the score, and the visits of each move.
fn traits(found: &SearchResult<Cell>) -> (Vec<Cell>, Score, Vec<(Cell, u64)>) {
    let visits = found.lines.iter().map(|line| (line.mv, line.all_nodes)).collect();
    (found.pv.clone(), found.score, visits)
}

#[test]
fn equal_seeds_give_equal_results() {
    let game = connect([7, 7, 5, 1, 1], &[24]);
    for selection in SELECTIONS {
        let found = |seed| {
            let mut searcher = small(selection, Playouts::new());
            searcher.set_seed(seed);
            searcher.multi_pv = 50;
            // The second search continues the same random stream.
            let first = traits(&search(&mut searcher, &game, Limits::nodes(700)));
            (first, traits(&search(&mut searcher, &game, Limits::nodes(700))))
        };
        assert_eq!(found(5), found(5));
        assert_ne!(found(5), found(6));
        assert_ne!(found(5).0, found(5).1);
    }
}

/// Checks that a line is legal from a position.
fn assert_legal<G: Heuristics + Clone>(game: &G, line: &[G::Move]) {
    let mut game = game.clone();
    for &mv in line {
        assert!(game.is_legal(mv), "{mv:?} of {line:?}");
        game.make(mv);
    }
}

/// Plays a game against itself; every line is legal at every move, and the visits are consistent.
fn assert_plays_by_the_rules<G, E>(mut game: G, mut searcher: MonteCarloSearcher<G, E>, most: usize)
where
    G: Heuristics + Clone + Send,
    E: Estimator<G> + Send,
{
    searcher.multi_pv = 1000;
    for _ in 0..most {
        let key = game.key();
        let mut control = LimitControl::new(Limits::nodes(60), StopHandle::new());
        let found = searcher.search(&mut game, &mut control, &mut (), |_| true);
        assert_eq!(game.key(), key, "the position is restored");
        assert_eq!(found.over.is_some(), found.best.is_none());
        let Some(best) = found.best else { return };
        assert_eq!((found.pv[0], found.lines[0].mv), (best, best));
        found.lines.iter().for_each(|line| assert_legal(&game, &line.pv));
        let visits: u64 = found.lines.iter().map(|line| line.all_nodes).sum();
        assert_eq!(visits, found.statistics.nodes, "each simulation starts with a move");
        game.make(best);
    }
}

fn boards() -> impl Strategy<Value = [usize; 5]> {
    select(vec![[3, 3, 3, 1, 1], [4, 3, 3, 1, 1], [4, 4, 3, 2, 1], [5, 4, 4, 2, 1], [3, 3, 3, 2, 1], [4, 4, 4, 3, 2]])
}

/// A position after some random moves in which the game goes on.
fn position(rules: [usize; 5], choices: &[usize]) -> Connect {
    let mut game = connect(rules, &[]);
    for &choice in choices {
        let moves = duiyi_search::legal_moves(&game);
        let mv = moves[choice % moves.len()];
        let undo = game.make(mv);
        if game.outcome().is_some() {
            game.unmake(mv, undo);
            break;
        }
    }
    game
}

/// Minimax must confirm a proved win or loss within the same number of plies.
fn assert_proved<G: Heuristics + Clone>(game: &G, score: Score, evaluate: fn(&G) -> Score) {
    if !score.is_decisive() {
        return;
    }
    let base = if score.is_mate() { Score::MATE } else { Score::RULE };
    let plies = (base.get() - score.get().abs()) as u32;
    if plies > 8 {
        return;
    }
    let value = minimax_of_candidates(&mut game.clone(), &mut |game| evaluate(game), plies);
    let holds = if score > Score::ZERO { value >= score } else { value <= score };
    assert!(holds, "proved: {score}; minimax to {plies} plies: {value}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn only_legal_moves_are_played(rules in boards(), walk in (0_u64..999, 6_u64..30, 2_u64..5), of in 0..2_usize) {
        let selection = SELECTIONS[of];
        assert_plays_by_the_rules(connect(rules, &[]), small(selection, Playouts::new()), 20);
        assert_plays_by_the_rules(connect(rules, &[]), small(selection, Evaluated(noise)), 20);
        let walk = Walk::new(walk.0, walk.1, walk.2);
        assert_plays_by_the_rules(walk.clone(), small(selection, Playouts::by(Candidates::default())), 20);
        assert_plays_by_the_rules(walk, small(selection, Evaluated(Walk::value)), 20);
    }

    #[test]
    fn minimax_confirms_proved_results(
        rules in boards(),
        choices in prop::collection::vec(0..99_usize, 3..12),
        threads in 1..3_usize,
        decisive in 0..2,
    ) {
        let game = position(rules, &choices);
        let left = duiyi_search::legal_moves(&game).len();
        for selection in SELECTIONS {
            let mut searcher = small(selection, Playouts::new());
            searcher.parameters.decisive_moves = decisive;
            searcher.set_threads(threads, Playouts::new);
            let found = search(&mut searcher, &game, Limits::nodes(3000));
            assert_proved(&game, found.score, |_| Score::ZERO);
            // To the end of the game, if that is near enough.
            if left <= 8 && found.statistics.nodes < 3000 {
                let value = minimax_of_candidates(&mut game.clone(), &mut |_| Score::ZERO, left as u32);
                prop_assert_eq!(found.score.cmp(&Score::ZERO), value.cmp(&Score::ZERO));
            }
        }
    }

    /// The path determines the verdicts on repetitions, and some verdicts are bounds.
    #[test]
    fn minimax_confirms_proved_results_that_depend_on_the_path(seed in 0_u64..9999, points in 3_u64..9, degree in 2_u64..4) {
        let game = Walk::new(seed, points, degree);
        for selection in SELECTIONS {
            let mut searcher = small(selection, Evaluated(Walk::value));
            let found = search(&mut searcher, &game, Limits::nodes(2000));
            assert_proved(&game, found.value, Walk::value);
        }
    }
}

#[test]
fn enough_results_are_proved_for_the_properties_to_be_meaningful() {
    let proved = (0..100).filter(|&seed| {
        let mut searcher = small(Selection::Uct, Evaluated(Walk::value));
        search(&mut searcher, &Walk::new(seed, 5, 2), Limits::nodes(2000)).value.is_decisive()
    });
    let proved = proved.count();
    assert!(proved >= 15, "{proved} of 100");
}

/// Records how full the tree was.
#[derive(Default)]
struct Fill(Vec<u32>);

impl Observer<Cell> for Fill {
    fn progress(&mut self, report: &Report<'_, Cell>) {
        self.0.push(report.table_permille);
    }
}

#[test]
fn the_search_continues_with_a_full_tree() {
    let game = Connect::new(15, 15, 5, 1, 1);
    let mut searcher = MonteCarloSearcher::new(Evaluated(noise));
    searcher.set_memory(1).unwrap();
    assert_eq!(searcher.memory(), 1);
    let mut control = LimitControl::new(Limits::nodes(3000), StopHandle::new());
    let mut fill = Fill::default();
    let found = searcher.search(&mut game.clone(), &mut control, &mut fill, |_| true);
    assert_eq!(found.statistics.nodes, 3000);
    // A MiB is 32,768 nodes, and a position has at most 225 moves.
    assert!(fill.0.is_sorted() && (993..=1000).contains(fill.0.last().unwrap()), "{:?}", fill.0);
    assert_legal(&game, &found.pv);
}

/// Takes a millisecond for each leaf.
struct Slow;

impl Estimator<Connect> for Slow {
    fn result(&mut self, _: Leaf<'_, Connect>) -> f32 {
        thread::sleep(Duration::from_millis(1));
        0.5
    }
}

#[test]
fn the_control_ends_the_search() {
    let game = Connect::new(9, 9, 5, 1, 1);
    for selection in SELECTIONS {
        for nodes in [1, 2, 63, 64, 500] {
            let found = search(&mut small(selection, Playouts::new()), &game, Limits::nodes(nodes));
            assert_eq!(found.statistics.nodes, nodes);
            assert_eq!(found.statistics.iteration_nodes.iter().sum::<u64>(), nodes);
        }
        let found = search(&mut small(selection, Playouts::new()), &game, Limits::depth(3));
        assert_eq!((found.depth, found.statistics.nodes), (3, 181), "64 · 2^(3/2)");
    }
    // Even with slow simulations the search ends soon after its time limit.
    let found = search(&mut small(Selection::Uct, Slow), &game, Limits::time(Duration::from_millis(20)));
    assert!((1..=40).contains(&found.statistics.nodes), "{}", found.statistics.nodes);
    let stop = StopHandle::new();
    let mut control = LimitControl::new(Limits::default(), stop.clone());
    let started = Instant::now();
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(30));
            stop.stop();
        });
        let mut searcher = small(Selection::Uct, Playouts::new());
        searcher.set_threads(2, Playouts::new);
        searcher.search(&mut game.clone(), &mut control, &mut (), |_| true);
    });
    assert!(started.elapsed() < Duration::from_secs(10));
}

/// Records the reports of iterations.
struct Iterations(LimitControl, Vec<IterationReport>);

impl Control for Iterations {
    fn interval(&self, nodes: u64) -> u64 {
        self.0.interval(nodes)
    }
    fn poll(&mut self, nodes: u64) -> bool {
        self.0.poll(nodes)
    }
    fn begin_iteration(&mut self, depth: u32) -> bool {
        self.0.begin_iteration(depth)
    }
    fn end_iteration(&mut self, report: &IterationReport) -> bool {
        self.1.push(*report);
        self.0.end_iteration(report)
    }
    fn turning_point(&mut self, _: TurningPoint, _: &IterationReport) -> bool {
        true
    }
    fn purpose(&self) -> Purpose {
        self.0.purpose()
    }
}

#[test]
fn every_iteration_is_reported_to_the_control() {
    let mut control = Iterations(LimitControl::new(Limits::depth(9), StopHandle::new()), Vec::new());
    let mut searcher = small(Selection::Uct, Playouts::new());
    searcher.multi_pv = 2;
    let found = searcher.search(&mut Connect::new(9, 9, 5, 1, 1), &mut control, &mut (), |_| true);
    let reports = control.1;
    assert_eq!(reports.iter().map(|report| report.depth).collect::<Vec<_>>(), (1..=9).collect::<Vec<_>>());
    assert!(reports.is_sorted_by_key(|report| report.nodes));
    assert!(reports.iter().all(|report| report.gap.is_some() && report.best_move_permille <= 1000));
    assert_eq!((reports[0].previous_score, reports[8].previous_score), (None, Some(reports[7].score)));
    assert_eq!((found.score, found.lines.len()), (reports[8].score, 2));
    assert_eq!(reports[8].root_moves, 81);
}

#[test]
fn forbidden_moves_and_finished_games_are_not_searched() {
    let game = connect(TIC_TAC_TOE, &[0, 3, 1, 4]);
    let mut searcher = small(Selection::Uct, Playouts::new());
    let mut found = |allowed: fn(Cell) -> bool| {
        let mut control = LimitControl::new(Limits::nodes(500), StopHandle::new());
        searcher.search(&mut game.clone(), &mut control, &mut (), allowed)
    };
    assert_ne!(found(|mv| mv != Cell(2)).best, Some(Cell(2)));
    assert_eq!(found(|_| false).best, None);
    let over = connect(TIC_TAC_TOE, &[0, 3, 1, 4, 2]);
    let found = search(&mut searcher, &over, Limits::nodes(500));
    assert!(found.over.is_some() && found.best.is_none() && found.lines.is_empty());
    assert_eq!((found.score, found.statistics.nodes), (Score::mated_in(0), 0));
}

#[test]
fn several_threads_share_a_tree() {
    let game = connect([7, 7, 5, 1, 1], &[24]);
    for selection in SELECTIONS {
        let mut searcher = small(selection, Playouts::new());
        searcher.set_threads(3, Playouts::new);
        assert_eq!(searcher.threads(), 3);
        searcher.multi_pv = 100;
        let found = search(&mut searcher, &game, Limits::nodes(3000));
        assert_eq!(found.statistics.nodes, 3000);
        let visits: u64 = found.lines.iter().map(|line| line.all_nodes).sum();
        assert_eq!(visits, 3000);
        found.lines.iter().for_each(|line| assert_legal(&game, &line.pv));
    }
}

#[test]
#[should_panic(expected = "the estimator fails")]
fn a_panic_on_a_helper_thread_is_propagated() {
    struct Failing(bool);
    impl Estimator<Connect> for Failing {
        fn result(&mut self, _: Leaf<'_, Connect>) -> f32 {
            assert!(!self.0, "the estimator fails");
            0.5
        }
    }
    let mut searcher = small(Selection::Uct, Failing(false));
    searcher.set_threads(2, || Failing(true));
    search(&mut searcher, &Connect::new(9, 9, 5, 1, 1), Limits::nodes(2_000_000));
}
