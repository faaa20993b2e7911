//! The commands of every engine: the search of a position, a bench, perft.

use crate::cli::{json, progress, say, strong};
use clap::{Args, ValueEnum};
use duiyi_engine::{Decision, Player, Request, report_line};
use duiyi_game::{History, Notation};
use duiyi_search::{Bound, LimitControl, Limits, Observer, Report, Statistics, StopHandle};
use indicatif::ProgressBar;
use std::time::Duration;

/// The limits of a search.
#[derive(Clone, Copy, Debug, Args)]
pub struct Bounds {
    /// Stop after this depth in plies; in games with stones, each stone counts as one.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Stop after this time in milliseconds; 5,000 without any limit.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Stop after this number of nodes.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

impl Bounds {
    fn limits(self) -> Limits {
        let Bounds { depth, movetime, nodes } = self;
        let unbounded = depth.is_none() && nodes.is_none();
        let time = movetime.or(unbounded.then_some(5000)).map(Duration::from_millis);
        let mut limits = Limits::default();
        (limits.depth, limits.nodes, limits.hard_time) = (depth, nodes, time);
        limits
    }
}

/// The format of results.
#[derive(Clone, Copy, Debug, Args)]
pub struct OutputOptions {
    /// Print JSON objects, one per line, the result last.
    #[arg(long)]
    json: bool,
    /// Also print the statistics of the search: before the result, with --json in its object.
    #[arg(long)]
    statistics: Option<StatisticsFormat>,
}

impl OutputOptions {
    /// Whether results are JSON objects, so that a program prints no other lines.
    pub fn is_json(&self) -> bool {
        self.json
    }
}

/// The format of statistics.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum StatisticsFormat {
    /// Text to read.
    Text,
    /// A line of names and a line of numbers.
    Csv,
    /// An object on one line.
    Json,
}

impl StatisticsFormat {
    fn write(self, statistics: &Statistics) -> String {
        match self {
            StatisticsFormat::Text => statistics.to_string(),
            StatisticsFormat::Csv => format!("{}\n{}", Statistics::csv_header(), statistics.to_csv()),
            StatisticsFormat::Json => statistics.to_json(),
        }
    }
}

/// Prints finished iterations, and shows the current root move as progress.
struct ProgressObserver<'a, G, F> {
    now: &'a G,
    bar: ProgressBar,
    line: F,
}

impl<G: Notation, F: Fn(&Report<'_, G::Move>) -> String> Observer<G::Move> for ProgressObserver<'_, G, F> {
    fn progress(&mut self, report: &Report<'_, G::Move>) {
        if report.bound == Bound::Exact {
            self.bar.suspend(|| say((self.line)(report)));
        }
    }

    fn root_move(&mut self, depth: u32, mv: G::Move, number: usize, _: Duration) {
        self.bar.set_message(format!("depth {depth}, move {number}: {},", self.now.write_move(mv)));
    }
}

/// Searches, and prints a line for each line of each finished iteration.
fn searched<G: Notation>(
    player: &mut dyn Player<G>,
    game: &History<G>,
    limits: Limits,
    line: impl Fn(&Report<'_, G::Move>) -> String,
) -> Option<Decision<G::Move>> {
    let mut observer = ProgressObserver { now: game.now(), bar: progress::timed(), line };
    let control = &mut LimitControl::new(limits, StopHandle::new());
    let found = player.decide(&mut Request { game, allowed: &|_| true, control, observer: &mut observer });
    observer.bar.finish_and_clear();
    found
}

/// Searches the last position of a game and prints each iteration, as text or as JSON. The last line is `bestmove TURN`
/// or the object of the result. Progress is printed to standard error. Returns the result; `None` if
/// the game is over.
pub fn analyse<G: Notation>(
    history: &History<G>,
    player: &mut dyn Player<G>,
    bounds: Bounds,
    output: OutputOptions,
) -> Option<Decision<G::Move>> {
    let (game, limits) = (history.now(), bounds.limits());
    if output.json {
        let iteration = |report: &Report<'_, G::Move>| json::line(&json::Iteration::new(game, report));
        let found = searched(player, history, limits, iteration);
        say(json::line(&json::Analysis::new(game, found.as_ref(), output.statistics.is_some())));
        return found;
    }
    say(format_args!("{}\n", game.draw()));
    let found = searched(player, history, limits, |report| report_line(game, report));
    let Some(found) = found else {
        say(history.outcome().map(|outcome| outcome.reason).unwrap_or_default());
        say(strong("bestmove (none)"));
        return None;
    };
    if let (Some(format), Some(counted)) = (output.statistics, &found.statistics) {
        say(format_args!("\n{}", format.write(counted)));
    }
    let score = found.score.map_or_else(String::new, |score| score.to_string());
    let reason = found.reason.clone().unwrap_or_else(|| format!("searched to depth {}", found.depth));
    say(format_args!("\nscore {score}, {reason}"));
    say(strong(format_args!("bestmove {}", game.write_turn(&found.turn))));
    Some(found)
}

/// Searches the positions of a bench, and prints the result of each and of all together.
pub fn bench<G: Notation>(player: &mut dyn Player<G>, positions: &[(String, G)], depth: u32, output: OutputOptions) {
    if output.json {
        let (mut benched, bar) = (Vec::new(), progress::bar(positions.len() as u64));
        let report = duiyi_engine::bench(player, positions, depth, |position| {
            bar.inc(1);
            benched.push(position);
        });
        bar.finish_and_clear();
        return say(json::line(&json::Bench::new(depth, benched, &report, output.statistics.is_some())));
    }
    let report = duiyi_engine::bench(player, positions, depth, say);
    if report.other_nodes > 0 {
        say(format_args!("{} solver nodes", report.other_nodes));
    }
    if let Some(format) = output.statistics {
        say(format.write(&report.statistics));
    }
    say(duiyi_engine::memory_line());
    say(report);
}

/// Counts the sequences of `depth` moves and prints them, as text or as JSON. Progress is printed to
/// standard error.
pub fn perft<G: Notation>(game: &G, depth: u32, as_json: bool) {
    let divided = progress::perft(game, depth);
    if as_json {
        say(json::line(&json::Perft::new(game, depth, divided)));
    } else {
        say(divided);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_search_without_limits_has_the_default_time() {
        let time = |depth, movetime, nodes| Bounds { depth, movetime, nodes }.limits().hard_time;
        assert_eq!(time(None, None, None), Some(Duration::from_secs(5)));
        assert_eq!([time(Some(3), None, None), time(None, None, Some(9)), time(Some(3), None, Some(9))], [None; 3]);
        assert_eq!(time(Some(3), Some(70), Some(9)), Some(Duration::from_millis(70)));
    }
}
