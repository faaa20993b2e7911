//! The cost of a simulation of the Monte Carlo tree search: a thousand of them with each
//! selection, on games with few and many moves, with and without the test for decisive moves.
//!
//! `cargo bench -p duiyi-benches --bench monte_carlo`

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use duiyi_benches::{
    games::{ConnectFour, FourInARow, SmallGame},
    middlegames,
};
use duiyi_connect6::{Board, Rules, evaluation::Valuation, search::StonePosition};
use duiyi_search::{
    Estimator, Evaluated, Heuristics, LimitControl, Limits, MonteCarloSearcher, Playouts, Selection, StopHandle,
};
use duiyi_xiangqi::{Evaluation, Xiangqi};

const SIMULATIONS: u64 = 1000;

/// One thread, 16 MiB.
fn searcher<G: Heuristics, E: Estimator<G>>(selection: Selection, estimator: E) -> MonteCarloSearcher<G, E> {
    let mut searcher = MonteCarloSearcher::new(estimator);
    searcher.set_memory(16).expect("there is memory for a small tree");
    searcher.selection = selection;
    searcher
}

/// The result of a search with the seed 1, which must be the same each time.
fn found<G, E>(searcher: &mut MonteCarloSearcher<G, E>, game: &G) -> (Option<G::Move>, u64)
where
    G: Heuristics + Clone + Send,
    E: Estimator<G> + Send,
{
    searcher.set_seed(1);
    let mut control = LimitControl::new(Limits::nodes(SIMULATIONS), StopHandle::new());
    let found = searcher.search(&mut game.clone(), &mut control, &mut (), |_| true);
    (found.best, found.statistics.nodes)
}

fn measure<G, E>(criterion: &mut Criterion, name: &str, mut searcher: MonteCarloSearcher<G, E>, game: &G)
where
    G: Heuristics + Clone + Send,
    E: Estimator<G> + Send,
{
    let mut group = criterion.benchmark_group("monte_carlo");
    group.sample_size(10);
    for decisive in [0, 1] {
        searcher.parameters.decisive_moves = decisive;
        let expected = found(&mut searcher, game);
        let with = if decisive == 1 { "with" } else { "without" };
        let label = format!("{name}, {with} decisive moves");
        group.throughput(Throughput::Elements(expected.1));
        group.bench_function(label, |bencher| {
            bencher.iter(|| assert_eq!(found(&mut searcher, game), expected));
        });
    }
    group.finish();
}

fn selections(criterion: &mut Criterion) {
    let four = ConnectFour::after(&[3, 2, 4, 4]);
    measure(criterion, "Connect Four, uct", searcher(Selection::Uct, Playouts::new()), &four);
    let evaluated = Evaluated(ConnectFour::evaluate);
    measure(criterion, "Connect Four, puct", searcher(Selection::Puct, evaluated), &four);
    let small = FourInARow::after(&[18, 9]);
    measure(criterion, "four in a row, uct", searcher(Selection::Uct, Playouts::new()), &small);
    let gomoku = StonePosition::new(Board::new(Rules::GOMOKU), Valuation::usual(Rules::GOMOKU));
    measure(criterion, "gomoku, uct", searcher(Selection::Uct, Playouts::new()), &gomoku);
    let evaluated = Evaluated(|game: &StonePosition| game.position.evaluate());
    measure(criterion, "gomoku, puct", searcher(Selection::Puct, evaluated), &gomoku);
    let xiangqi = Xiangqi::new(middlegames()[0].1);
    measure(criterion, "xiangqi, puct", searcher(Selection::Puct, Evaluated(Evaluation::new())), &xiangqi);
}

criterion_group!(benches, selections);
criterion_main!(benches);
