//! Commands other than playing: analysis, perft and the bench.

use crate::player::{Decision, Player, Request};
use duiyi_game::{Game, History, Notation, Score, legal_moves};
use duiyi_search::{Bound, LimitControl, Limits, Observer, Report, Statistics, StopHandle};
use std::{
    fmt,
    time::{Duration, Instant},
};

/// The default depth of `bench`.
pub const BENCH_DEPTH: u32 = 8;
/// The size of the transposition table in `bench`, in MiB.
pub const BENCH_HASH: usize = 16;

/// Options that a bench sets, so that its node count identifies the search.
pub(crate) const BENCH_OPTIONS: [(&str, &str); 2] = [("Hash", "16"), ("Threads", "1")];

/// Passes each line of each finished iteration to a function.
struct FinishedIterations<F>(F);

impl<M, F: FnMut(&Report<'_, M>)> Observer<M> for FinishedIterations<F> {
    fn progress(&mut self, report: &Report<'_, M>) {
        if report.bound == Bound::Exact {
            (self.0)(report);
        }
    }
}

/// Formats an iteration for people: depth, score, nodes, time, principal variation.
pub fn report_line<G: Notation>(now: &G, report: &Report<'_, G::Move>) -> String {
    format!(
        "depth {:>2}/{:<2}  score {:>7}  {:>11} nodes  {:>9} nodes/s  {:>8} ms  {}",
        report.depth,
        report.selective_depth,
        report.score.to_string(),
        report.nodes,
        report.nodes_per_second(),
        report.elapsed.as_millis(),
        now.write_line(report.pv),
    )
}

/// Lets a player choose a turn and passes each line of each finished iteration to `on_report`,
/// which may format it with [`report_line`]. `None` if there is no legal turn.
pub fn analyse<G: Notation>(
    player: &mut dyn Player<G>,
    game: &History<G>,
    limits: Limits,
    on_report: impl FnMut(&Report<'_, G::Move>),
) -> Option<Decision<G::Move>> {
    player.decide(&mut Request {
        game,
        allowed: &|_| true,
        control: &mut LimitControl::new(limits, StopHandle::new()),
        observer: &mut FinishedIterations(on_report),
    })
}

/// Numbers of move sequences, by the first move. `Display` writes a line for each first move and
/// then `Nodes searched: <sum>`, or after how many first moves the count was stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divided {
    /// The first moves that were counted completely, with their numbers of sequences.
    pub moves: Vec<(String, u64)>,
    /// The number of first moves.
    pub all: usize,
}

impl Divided {
    /// The number of sequences of all first moves that were counted completely.
    pub fn nodes(&self) -> u64 {
        self.moves.iter().map(|(_, nodes)| nodes).sum()
    }

    /// Whether all first moves were counted.
    pub fn is_whole(&self) -> bool {
        self.moves.len() == self.all
    }
}

impl fmt::Display for Divided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (mv, nodes) in &self.moves {
            writeln!(f, "{mv}: {nodes}")?;
        }
        if self.is_whole() {
            write!(f, "\nNodes searched: {}", self.nodes())
        } else {
            write!(f, "\nstopped after {} of {} first moves", self.moves.len(), self.all)
        }
    }
}

/// Counts the sequences of `depth` moves with the game's own `perft`.
pub fn perft<G: Notation>(position: &G, depth: u32) -> Divided {
    let divided = duiyi_game::perft_divide(&mut position.clone(), depth);
    let moves: Vec<_> = divided.into_iter().map(|(mv, nodes)| (position.write_move(mv), nodes)).collect();
    Divided { all: moves.len(), moves }
}

/// The maximum depth that programs accept for a count: the functions call themselves once for each move.
pub const MAX_PERFT_DEPTH: u32 = duiyi_game::MAX_PLY as u32;

/// The number of plies that are counted without a call of `stopped`.
const COUNTED_AT_ONCE: u32 = 2;

/// Counts like [`perft`] (a depth of 0 counts as 1), and calls `stopped` with the current count
/// after every position two plies before the last; `true` stops the count.
pub fn perft_until<G: Notation>(position: &G, depth: u32, mut stopped: impl FnMut(u64) -> bool) -> Divided {
    let mut now = position.clone();
    let mut counted = 0;
    let moves = legal_moves(position);
    let mut divided = Divided { moves: Vec::new(), all: moves.len() };
    for mv in moves {
        let before = counted;
        let undo = now.make(mv);
        let continues = count_until(&mut now, depth.saturating_sub(1), &mut counted, &mut stopped);
        now.unmake(mv, undo);
        if !continues {
            break;
        }
        divided.moves.push((position.write_move(mv), counted - before));
    }
    divided
}

/// Adds the number of sequences of `depth` moves to `counted`. Returns whether the count is complete.
fn count_until<G: Game>(game: &mut G, depth: u32, counted: &mut u64, stopped: &mut impl FnMut(u64) -> bool) -> bool {
    if depth <= COUNTED_AT_ONCE {
        *counted += game.perft(depth);
        return !stopped(*counted);
    }
    legal_moves(game).into_iter().all(|mv| {
        let undo = game.make(mv);
        let continues = count_until(game, depth - 1, counted, stopped);
        game.unmake(mv, undo);
        continues
    })
}

/// Formats the peak memory of this process (row C-F7 of docs/sources.md), or `unknown` where the
/// system does not report it.
pub fn memory_line() -> String {
    match crate::player::peak_kib(std::process::id()) {
        Some(kib) => format!("peak memory {:.1} MiB", kib as f64 / 1024.0),
        None => "peak memory unknown: this system does not report it".to_owned(),
    }
}

/// The result of one search of a bench. `Display` writes name, nodes, turn and score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Benched {
    /// The position's name.
    pub name: String,
    /// The nodes of the search.
    pub nodes: u64,
    /// The turn found and the score for the side to move; `None` if the game is over.
    pub best: Option<(String, Score)>,
}

impl fmt::Display for Benched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>2}  {:>10} nodes  ", self.name, self.nodes)?;
        match &self.best {
            Some((best, score)) => write!(f, "{best}  {score}"),
            None => f.write_str("(none)"),
        }
    }
}

/// The result of a bench. `Display` writes `<nodes> nodes <nodes per second> nps`, the format that
/// OpenBench parses, or in which position the bench was stopped.
#[derive(Clone, Debug, Default)]
pub struct BenchReport {
    /// The nodes of all searches.
    pub nodes: u64,
    /// Other positions that were searched, for example by a solver.
    pub other_nodes: u64,
    /// The time of all searches, without the time between them.
    pub time: Duration,
    /// The sum of the searches' statistics.
    pub statistics: Statistics,
    /// The name of the position in which the bench was stopped.
    pub stopped_in: Option<String>,
}

impl BenchReport {
    /// Nodes per second.
    pub fn speed(&self) -> u64 {
        let speed = u128::from(self.nodes) * 1_000_000 / self.time.as_micros().max(1);
        u64::try_from(speed).unwrap_or(u64::MAX)
    }
}

impl fmt::Display for BenchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.stopped_in {
            Some(name) => write!(f, "stopped in position {name}"),
            None => write!(f, "{} nodes {} nps", self.nodes, self.speed()),
        }
    }
}

/// Lets a player search positions to a depth, each as a new game, and passes each result to
/// `on_result`. A deterministic player with one thread has the same node count in every run, so
/// the count identifies its search.
pub fn bench<G: Notation>(
    player: &mut dyn Player<G>,
    positions: &[(String, G)],
    depth: u32,
    on_result: impl FnMut(Benched),
) -> BenchReport {
    bench_until(player, positions, depth, on_result, &StopHandle::new())
}

/// Runs [`bench`] until it is done or `stop` is set.
pub(crate) fn bench_until<G: Notation>(
    player: &mut dyn Player<G>,
    positions: &[(String, G)],
    depth: u32,
    mut on_result: impl FnMut(Benched),
    stop: &StopHandle,
) -> BenchReport {
    let mut bench = BenchReport::default();
    for (name, position) in positions {
        player.new_game(position);
        let game = History::new(position.clone());
        let mut control = LimitControl::new(Limits::depth(depth), stop.clone());
        let started = Instant::now();
        let mut request = Request { game: &game, allowed: &|_| true, control: &mut control, observer: &mut () };
        let found = player.decide(&mut request);
        // Clearing the tables before each position is not part of its search.
        bench.time += started.elapsed();
        if stop.is_stopped() {
            bench.stopped_in = Some(name.clone());
            return bench;
        }
        let Some(found) = found else {
            on_result(Benched { name: name.clone(), nodes: 0, best: None });
            continue;
        };
        if let Some(counted) = &found.statistics {
            bench.statistics.add(counted);
        }
        bench.nodes += found.nodes;
        bench.other_nodes += found.other_nodes;
        let best = (position.write_turn(&found.turn), found.score.unwrap_or(Score::ZERO));
        on_result(Benched { name: name.clone(), nodes: found.nodes, best: Some(best) });
    }
    bench
}
