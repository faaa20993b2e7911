//! What an engine does besides playing: analyse a position, count moves, and
//! measure itself.

use duiyi_game::{Game, History, Notation, Score, legal_moves};
use duiyi_player::{Decision, Player, Request};
use duiyi_search::{Bound, LimitControl, Limits, Observer, Report, Statistics, StopHandle};
use std::time::{Duration, Instant};

/// The depth of `bench` unless it is told another.
pub const BENCH_DEPTH: u32 = 8;
/// The table of `bench` in MiB.
pub const BENCH_HASH: usize = 16;

/// What a bench fixes, so that its node count identifies the search.
pub(crate) const BENCH_OPTIONS: [(&str, &str); 2] = [("Hash", "16"), ("Threads", "1")];

/// Tells each finished iteration as a line of text.
struct Lines<'a, G, F> {
    now: &'a G,
    tell: F,
}

impl<G: Notation, F: FnMut(String)> Observer<G::Move> for Lines<'_, G, F> {
    fn progress(&mut self, report: &Report<'_, G::Move>) {
        if report.bound == Bound::Exact {
            (self.tell)(report_line(self.now, report));
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

/// Has a player choose a turn, and tells each line of each iteration as a line of
/// text. `None` if there is no turn.
pub fn analyse<G: Notation>(
    player: &mut dyn Player<G>,
    game: &History<G>,
    limits: Limits,
    tell: impl FnMut(String),
) -> Option<Decision<G::Move>> {
    player.decide(&mut Request {
        game,
        allowed: &|_| true,
        control: &mut LimitControl::new(limits, StopHandle::new()),
        observer: &mut Lines { now: game.now(), tell },
    })
}

/// Counts the sequences of `depth` moves: a line for each first move, then
/// `Nodes searched: <sum>` last.
pub fn perft<G: Notation>(position: &G, depth: u32) -> String {
    let mut text = String::new();
    let mut sum = 0;
    for (mv, count) in duiyi_game::perft_divide(&mut position.clone(), depth) {
        sum += count;
        text += &format!("{}: {count}\n", position.write_move(mv));
    }
    text + &format!("\nNodes searched: {sum}")
}

/// How many plies are counted at once between two questions whether to stop.
const COUNTED_AT_ONCE: u32 = 2;

/// The same, but it asks with what it has counted so far whether to stop; what was
/// finished is told then, and how much it is.
pub(crate) fn perft_until<G: Notation>(position: &G, depth: u32, mut stopped: impl FnMut(u64) -> bool) -> String {
    let mut text = String::new();
    let mut now = position.clone();
    let mut counted = 0;
    let moves = legal_moves(position);
    for (finished, &mv) in moves.iter().enumerate() {
        let before = counted;
        let undo = now.make(mv);
        let goes_on = count_until(&mut now, depth - 1, &mut counted, &mut stopped);
        now.unmake(mv, undo);
        if !goes_on {
            return text + &format!("\nstopped after {finished} of {} first moves", moves.len());
        }
        text += &format!("{}: {}\n", position.write_move(mv), counted - before);
    }
    text + &format!("\nNodes searched: {counted}")
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

/// Has a player search positions to a depth, each as a new game. The last line is
/// `<nodes> nodes <nodes per second> nps`; a player with one thread and no luck in it
/// has the same nodes in every run, and they identify what its search does. With
/// it comes what all searches together have counted.
pub fn bench<G: Notation>(
    player: &mut dyn Player<G>,
    positions: &[(String, G)],
    depth: u32,
    tell: impl FnMut(String),
) -> (String, Statistics) {
    bench_until(player, positions, depth, tell, &StopHandle::new())
}

/// The same, until it is told to stop: then the last line says so.
pub(crate) fn bench_until<G: Notation>(
    player: &mut dyn Player<G>,
    positions: &[(String, G)],
    depth: u32,
    mut tell: impl FnMut(String),
    stop: &StopHandle,
) -> (String, Statistics) {
    let (mut statistics, mut nodes, mut others) = (Statistics::default(), 0, 0);
    let mut time = Duration::ZERO;
    for (name, position) in positions {
        player.new_game(position);
        let game = History::new(position.clone());
        let mut control = LimitControl::new(Limits::depth(depth), stop.clone());
        let started = Instant::now();
        let mut request = Request { game: &game, allowed: &|_| true, control: &mut control, observer: &mut () };
        let found = player.decide(&mut request);
        // Tables are cleared before each position, which is no part of its search.
        time += started.elapsed();
        if stop.is_stopped() {
            return (format!("stopped in position {name}"), statistics);
        }
        let Some(found) = found else {
            tell(format!("{name:>2}           0 nodes  (none)"));
            continue;
        };
        if let Some(counted) = &found.statistics {
            statistics.add(counted);
        }
        nodes += found.nodes;
        others += found.other_nodes;
        let (best, score) = (position.write_turn(&found.turn), found.score.unwrap_or(Score::ZERO));
        tell(format!("{name:>2}  {:>10} nodes  {best}  {score}", found.nodes));
    }
    if others > 0 {
        tell(format!("{others} solver nodes"));
    }
    let speed = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
    (format!("{nodes} nodes {speed} nps"), statistics)
}
