//! What an engine does besides playing: analyse a position, count moves, and
//! measure itself.

use crate::{EngineGame, MoveOf};
use duiyi_search::{
    Bound, LimitControl, Limits, Observer, ParallelSearcher, Report, SearchResult, Statistics, StopHandle, Table,
};
use std::{marker::PhantomData, time::Instant};

/// The depth of `bench` unless it is told another.
pub const BENCH_DEPTH: u32 = 8;
/// The table of `bench` in MiB.
pub const BENCH_HASH: usize = 16;

/// Tells each finished iteration as a line of text.
struct Lines<G, F> {
    tell: F,
    game: PhantomData<G>,
}

impl<G: EngineGame, F: FnMut(String)> Observer<MoveOf<G>> for Lines<G, F> {
    fn progress(&mut self, report: &Report<'_, MoveOf<G>>) {
        if report.bound != Bound::Exact {
            return;
        }
        let pv: Vec<_> = report.pv.iter().map(|&mv| G::write_move(mv)).collect();
        (self.tell)(format!(
            "depth {:>2}/{:<2}  score {:>7}  {:>11} nodes  {:>9} nodes/s  {:>8} ms  {}",
            report.depth,
            report.selective_depth,
            report.score.to_string(),
            report.nodes,
            report.nodes_per_second(),
            report.elapsed.as_millis(),
            pv.join(" "),
        ));
    }
}

/// How [`analyse`] searches.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// When it ends.
    pub limits: Limits,
    /// The table in MiB.
    pub hash: usize,
    /// How many threads search.
    pub threads: usize,
    /// How many of the best moves are told with their lines.
    pub lines: usize,
}

/// Searches a position and tells each line of each iteration as a line of text.
pub fn analyse<G: EngineGame>(
    position: &G::Position,
    analysis: &Analysis,
    tell: impl FnMut(String),
) -> SearchResult<MoveOf<G>> {
    let mut control = LimitControl::new(analysis.limits.clone(), StopHandle::new());
    let mut observer = Lines { tell, game: PhantomData::<G> };
    let mut searcher = ParallelSearcher::new(G::evaluator());
    searcher.set_threads(analysis.threads, G::evaluator);
    searcher.main.multi_pv = analysis.lines;
    searcher.search(&mut position.clone(), &Table::new(analysis.hash), &mut control, &mut observer, |_| true)
}

/// Counts the positions `depth` plies ahead: a line for each move, then
/// `Nodes searched: <sum>` last.
pub fn perft<G: EngineGame>(position: &G::Position, depth: u32) -> String {
    let mut position = position.clone();
    let mut text = String::new();
    let mut sum = 0;
    for mv in duiyi_search::legal_moves(&position) {
        let nodes = if depth <= 1 {
            1
        } else {
            use duiyi_search::Game;
            let undo = position.make(mv);
            let nodes = G::perft(&mut position, depth - 1);
            position.unmake(mv, undo);
            nodes
        };
        sum += nodes;
        text += &format!("{}: {nodes}\n", G::write_move(mv));
    }
    text + &format!("\nNodes searched: {sum}")
}

/// Searches the bench positions to a depth, each from an empty table. The last
/// line is `<nodes> nodes <nodes per second> nps`; with one thread the nodes are
/// the same in every run and identify what the search does.
pub fn bench<G: EngineGame>(depth: u32, hash: usize, threads: usize, tell: impl FnMut(String)) -> String {
    bench_statistics::<G>(depth, hash, threads, tell).0
}

/// As [`bench()`], with what all searches together have counted.
pub fn bench_statistics<G: EngineGame>(
    depth: u32,
    hash: usize,
    threads: usize,
    mut tell: impl FnMut(String),
) -> (String, Statistics) {
    let table = Table::new(hash);
    let mut searcher = ParallelSearcher::new(G::evaluator());
    searcher.set_threads(threads, G::evaluator);
    let started = Instant::now();
    let mut statistics = Statistics::default();
    for (i, mut position) in G::bench_positions().into_iter().enumerate() {
        table.clear();
        searcher.new_game();
        let mut control = LimitControl::new(Limits::depth(depth), StopHandle::new());
        let found = searcher.search(&mut position, &table, &mut control, &mut (), |_| true);
        statistics.add(&found.statistics);
        let best = found.best.map_or_else(|| "(none)".to_owned(), |mv| G::write_move(mv));
        tell(format!("{:>2}  {:>10} nodes  {best}  {}", i + 1, found.statistics.nodes, found.score));
    }
    let micros = started.elapsed().as_micros().max(1);
    let nodes = statistics.nodes;
    let speed = nodes as u128 * 1_000_000 / micros;
    (format!("{nodes} nodes {speed} nps"), statistics)
}
