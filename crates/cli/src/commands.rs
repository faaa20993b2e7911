//! The commands that every engine has: a search of one position, a bench, a count of moves.

use crate::{json, progress, say, strong};
use clap::{Args, ValueEnum};
use duiyi_engine::report_line;
use duiyi_game::{History, Notation};
use duiyi_player::{Decision, Player, Request};
use duiyi_search::{Bound, LimitControl, Limits, Observer, Report, Statistics, StopHandle};
use indicatif::ProgressBar;
use std::time::Duration;

/// How far a search goes.
#[derive(Clone, Copy, Debug, Args)]
pub struct Bounds {
    /// Stop after so many plies; where stones are put, a stone is one.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Stop after so many milliseconds; after 5,000 if nothing is said.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Stop after so many nodes.
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

/// How results are printed.
#[derive(Clone, Copy, Debug, Args)]
pub struct OutputOptions {
    /// Print objects, one on each line, the result last.
    #[arg(long)]
    json: bool,
    /// Print what was counted, too: before the result, with --json within it.
    #[arg(long)]
    statistics: Option<Format>,
}

/// How statistics are printed.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// A page to read.
    Text,
    /// A line of names and a line of numbers.
    Csv,
    /// An object on one line.
    Json,
}

impl Format {
    fn write(self, statistics: &Statistics) -> String {
        match self {
            Format::Text => statistics.to_string(),
            Format::Csv => format!("{}\n{}", Statistics::csv_header(), statistics.to_csv()),
            Format::Json => statistics.to_json(),
        }
    }
}

/// Prints the lines of finished iterations, and shows on the way what is searched.
struct Shown<'a, G, F> {
    now: &'a G,
    bar: ProgressBar,
    line: F,
}

impl<G: Notation, F: Fn(&Report<'_, G::Move>) -> String> Observer<G::Move> for Shown<'_, G, F> {
    fn progress(&mut self, report: &Report<'_, G::Move>) {
        if report.bound == Bound::Exact {
            self.bar.suspend(|| say((self.line)(report)));
        }
    }

    fn root_move(&mut self, depth: u32, mv: G::Move, number: usize, _: Duration) {
        self.bar.set_message(format!("depth {depth}, move {number}: {},", self.now.write_move(mv)));
    }
}

/// Searches, with a line on the standard output for each line of each finished iteration.
fn searched<G: Notation>(
    player: &mut dyn Player<G>,
    game: &History<G>,
    limits: Limits,
    line: impl Fn(&Report<'_, G::Move>) -> String,
) -> Option<Decision<G::Move>> {
    let mut shown = Shown { now: game.now(), bar: progress::timed(), line };
    let control = &mut LimitControl::new(limits, StopHandle::new());
    let found = player.decide(&mut Request { game, allowed: &|_| true, control, observer: &mut shown });
    shown.bar.finish_and_clear();
    found
}

/// Searches a position and prints the search as it goes: lines to read, or objects. The last line is
/// `bestmove TURN`, or the object of what was found. Progress goes to the standard error.
pub fn analyse<G: Notation>(game: &G, player: &mut dyn Player<G>, bounds: Bounds, output: OutputOptions) {
    let (history, limits) = (History::new(game.clone()), bounds.limits());
    if output.json {
        let tell = |report: &Report<'_, G::Move>| json::line(&json::Iteration::new(game, report));
        let found = searched(player, &history, limits, tell);
        return say(json::line(&json::Found::new(game, found.as_ref(), output.statistics.is_some())));
    }
    say(format_args!("{}\n", game.draw()));
    let found = searched(player, &history, limits, |report| report_line(game, report));
    let Some(found) = found else {
        say(history.outcome().map(|outcome| outcome.reason).unwrap_or_default());
        return say(strong("bestmove (none)"));
    };
    if let (Some(format), Some(counted)) = (output.statistics, &found.statistics) {
        say(format_args!("\n{}", format.write(counted)));
    }
    let score = found.score.map_or_else(String::new, |score| score.to_string());
    let reason = found.reason.unwrap_or_else(|| format!("searched to depth {}", found.depth));
    say(format_args!("\nscore {score}, {reason}"));
    say(strong(format_args!("bestmove {}", game.write_turn(&found.turn))));
}

/// Searches the positions of a bench and prints what each came to and, last, what all did.
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

/// Counts the sequences of `depth` moves and prints them, as text or as an object. Progress goes to the
/// standard error.
pub fn perft<G: Notation>(game: &G, depth: u32, as_json: bool) {
    let divided = progress::perft(game, depth);
    if as_json {
        say(json::line(&json::Perft::new(game, depth, divided)));
    } else {
        say(divided);
    }
}
