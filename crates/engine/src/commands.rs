//! What an engine does besides playing: analyse a position, count moves, and
//! measure itself.

use duiyi_game::{Game, History, Notation, Score, legal_moves};
use duiyi_player::{Decision, Player, Request};
use duiyi_search::{Bound, LimitControl, Limits, Observer, Report, Statistics, StopHandle};
use std::{
    fmt,
    time::{Duration, Instant},
};

/// The depth of `bench` unless it is told another.
pub const BENCH_DEPTH: u32 = 8;
/// The table of `bench` in MiB.
pub const BENCH_HASH: usize = 16;

/// What a bench fixes, so that its node count identifies the search.
pub(crate) const BENCH_OPTIONS: [(&str, &str); 2] = [("Hash", "16"), ("Threads", "1")];

/// Tells each line of each finished iteration.
struct Finished<F>(F);

impl<M, F: FnMut(&Report<'_, M>)> Observer<M> for Finished<F> {
    fn progress(&mut self, report: &Report<'_, M>) {
        if report.bound == Bound::Exact {
            (self.0)(report);
        }
    }
}

/// An iteration as people read it: depth, score, nodes, time, expected line.
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

/// Has a player choose a turn, and tells each line of each finished iteration, as
/// [`report_line`] writes it for people. `None` if there is no turn.
pub fn analyse<G: Notation>(
    player: &mut dyn Player<G>,
    game: &History<G>,
    limits: Limits,
    tell: impl FnMut(&Report<'_, G::Move>),
) -> Option<Decision<G::Move>> {
    player.decide(&mut Request {
        game,
        allowed: &|_| true,
        control: &mut LimitControl::new(limits, StopHandle::new()),
        observer: &mut Finished(tell),
    })
}

/// The sequences of moves, by the first. As a text it is a line for each first move, and last
/// `Nodes searched: <sum>`, or after how many first moves the counting was stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divided {
    /// The first moves that were counted to the end, with their sequences.
    pub moves: Vec<(String, u64)>,
    /// How many first moves there are.
    pub all: usize,
}

impl Divided {
    /// The sequences of all first moves that were counted to the end.
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

/// Counts the sequences of `depth` moves, as fast as the game can.
pub fn perft<G: Notation>(position: &G, depth: u32) -> Divided {
    let divided = duiyi_game::perft_divide(&mut position.clone(), depth);
    let moves: Vec<_> = divided.into_iter().map(|(mv, nodes)| (position.write_move(mv), nodes)).collect();
    Divided { all: moves.len(), moves }
}

/// How many plies are counted at once between two questions whether to stop.
const COUNTED_AT_ONCE: u32 = 2;

/// The same (a depth of 0 counts as 1), but after every
/// position two plies before the last it asks, with what it has counted so far, whether to stop.
pub fn perft_until<G: Notation>(position: &G, depth: u32, mut stopped: impl FnMut(u64) -> bool) -> Divided {
    let mut now = position.clone();
    let mut counted = 0;
    let moves = legal_moves(position);
    let mut divided = Divided { moves: Vec::new(), all: moves.len() };
    for mv in moves {
        let before = counted;
        let undo = now.make(mv);
        let goes_on = count_until(&mut now, depth.saturating_sub(1), &mut counted, &mut stopped);
        now.unmake(mv, undo);
        if !goes_on {
            break;
        }
        divided.moves.push((position.write_move(mv), counted - before));
    }
    divided
}

/// Adds the sequences of `depth` moves to what was counted; whether it came to the end.
fn count_until<G: Game>(game: &mut G, depth: u32, counted: &mut u64, stopped: &mut impl FnMut(u64) -> bool) -> bool {
    if depth <= COUNTED_AT_ONCE {
        *counted += game.perft(depth);
        return !stopped(*counted);
    }
    legal_moves(game).into_iter().all(|mv| {
        let undo = game.make(mv);
        let goes_on = count_until(game, depth - 1, counted, stopped);
        game.unmake(mv, undo);
        goes_on
    })
}

/// A line with the most memory that this process has had at one time (row C-F7 of
/// docs/sources.md); where the system does not tell, that it does not.
pub fn memory_line() -> String {
    match duiyi_player::peak_kib(std::process::id()) {
        Some(kib) => format!("peak memory {:.1} MiB", kib as f64 / 1024.0),
        None => "peak memory unknown: this system does not tell it".to_owned(),
    }
}

/// What a search of a bench came to. As a text: name, nodes, turn and score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Benched {
    /// The position's name.
    pub name: String,
    /// Nodes of its search.
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

/// What a whole bench came to. As a text it is `<nodes> nodes <nodes per second> nps`, as testers
/// of engines read it, or in which position it was stopped.
#[derive(Clone, Debug, Default)]
pub struct BenchReport {
    /// Nodes of all searches.
    pub nodes: u64,
    /// Positions looked at besides: by a solver, say.
    pub other_nodes: u64,
    /// The time of all searches, without what is between them.
    pub time: Duration,
    /// What all searches together have counted.
    pub statistics: Statistics,
    /// The name of the position in which it was stopped.
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

/// Has a player search positions to a depth, each as a new game, and tells each search. A player
/// with one thread and no luck in it has the same nodes in every run, and they identify what
/// its search does.
pub fn bench<G: Notation>(
    player: &mut dyn Player<G>,
    positions: &[(String, G)],
    depth: u32,
    tell: impl FnMut(Benched),
) -> BenchReport {
    bench_until(player, positions, depth, tell, &StopHandle::new())
}

/// The same, until it is told to stop.
pub(crate) fn bench_until<G: Notation>(
    player: &mut dyn Player<G>,
    positions: &[(String, G)],
    depth: u32,
    mut tell: impl FnMut(Benched),
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
        // Tables are cleared before each position, which is no part of its search.
        bench.time += started.elapsed();
        if stop.is_stopped() {
            bench.stopped_in = Some(name.clone());
            return bench;
        }
        let Some(found) = found else {
            tell(Benched { name: name.clone(), nodes: 0, best: None });
            continue;
        };
        if let Some(counted) = &found.statistics {
            bench.statistics.add(counted);
        }
        bench.nodes += found.nodes;
        bench.other_nodes += found.other_nodes;
        let best = (position.write_turn(&found.turn), found.score.unwrap_or(Score::ZERO));
        tell(Benched { name: name.clone(), nodes: found.nodes, best: Some(best) });
    }
    bench
}
