//! The response time of an engine to `stop` and at the end of a fixed time for a move.
//!
//! It is measured at the other end of the pipe, as a referee sees it. The machine should be idle,
//! because other load is measured as well.

use crate::{games::LabGame, progress::progress_bar, say};
use clap::Args;
use duiyi_arena::{Conversation, Fault, Program};
use duiyi_game::{Notation, Reason};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::{path::PathBuf, time::Duration};

/// Options of the measurement.
#[derive(Debug, Args)]
pub(crate) struct LatencyArgs {
    /// Program of an engine that speaks UCI.
    engine: PathBuf,
    /// Number of searches of each kind.
    #[arg(long, default_value_t = 1000)]
    trials: u32,
    /// Longest search before a stop, and longest time for a move, in milliseconds.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(5..))]
    longest: u32,
    /// Seed of the positions and times.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Accepts the line that begins with a word.
fn begins(word: &str) -> impl Fn(&str) -> Option<Result<(), Fault>> {
    move |line| (line.split_whitespace().next() == Some(word)).then_some(Ok(()))
}

/// Measures the response times and prints them.
///
/// # Errors
/// If the engine does not start, terminates, or hangs.
pub(crate) fn measure<G: Notation>(game: &LabGame<G>, args: &LatencyArgs) -> Result<(), Reason> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(args.seed);
    let positions = positions(game);
    let mut engine = Conversation::start(&Program::new(&args.engine), None)?;
    engine.request("uci", begins("uciok"))?;
    // The engine's own delay is measured, so it gets no allowance.
    engine.send("setoption name Move Overhead value 0");
    let (mut stops, mut limits, bar) = (Vec::new(), Vec::new(), progress_bar());
    bar.set_length(args.trials.into());
    for trial in 0..args.trials as usize {
        let mut millis = || 5 + rng.next_u64() % u64::from(args.longest - 4);
        let (before_stop, limit) = (millis(), millis());
        engine.send(&format!("position {}", positions[trial % positions.len()]));
        engine.request("isready", begins("readyok"))?;
        engine.send("go infinite");
        std::thread::sleep(Duration::from_millis(before_stop));
        stops.push(engine.ask("stop", None, None, begins("bestmove"))?.1);
        let answered = engine.ask(&format!("go movetime {limit}"), None, None, begins("bestmove"))?.1;
        limits.push(answered.saturating_sub(Duration::from_millis(limit)));
        bar.inc(1);
    }
    bar.finish_and_clear();
    drop(engine);
    say::result(format_args!("| {} trials each | median | 99 % | 99.9 % | worst |", args.trials))?;
    say::result("|---|---|---|---|---|")?;
    say::result(row("answer after `stop`", &mut stops))?;
    say::result(row("answer after the end of a fixed time", &mut limits))
}

/// The arguments of `position`: the initial position, and some positions of the bench.
fn positions<G: Notation>(game: &LabGame<G>) -> Vec<String> {
    let bench = &game.kit().bench.positions;
    let spread = bench.iter().step_by((bench.len() / 3).max(1)).take(3);
    let texts = spread.map(|(_, position)| format!("fen {}", position.write_position()));
    std::iter::once("startpos".to_owned()).chain(texts).collect()
}

fn row(name: &str, times: &mut [Duration]) -> String {
    times.sort_unstable();
    let at = |share: f64| {
        let rank = (share * times.len() as f64).ceil() as usize;
        times.get(rank.max(1) - 1).map_or(0.0, |t| t.as_secs_f64() * 1e3)
    };
    format!("| {name} | {:.2} ms | {:.2} ms | {:.2} ms | {:.2} ms |", at(0.5), at(0.99), at(0.999), at(1.0))
}
