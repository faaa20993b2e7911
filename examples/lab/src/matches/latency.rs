//! How long an engine takes to answer: to `stop`, and at the end of a fixed
//! time for a move.
//!
//! Measured from outside, at the other end of the pipe, as a referee sees it.
//! The machine should be idle: whatever else runs is measured, too.

use crate::games::LabGame;
use clap::Args;
use duiyi_arena::process::{Event, Process, Program};
use duiyi_game::Reason;
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

/// What to measure.
#[derive(Debug, Args)]
pub(crate) struct LatencyArgs {
    /// The program of an engine that speaks UCI.
    engine: PathBuf,
    /// Searches of each kind.
    #[arg(long, default_value_t = 1000)]
    trials: u32,
    /// The longest search before a stop, and the longest time for a move, in milliseconds.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(5..))]
    longest: u32,
    /// Seed of the positions and times.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// How long an answer may take before the engine counts as hung.
const PATIENCE: Duration = Duration::from_secs(60);

/// An engine at the end of its pipes.
struct Engine(Process);

impl Engine {
    fn start(args: &LatencyArgs) -> Result<Engine, Reason> {
        let program = Program { path: &args.engine, args: &[], dir: None, log: None };
        Ok(Engine(Process::start(program, None).map_err(|error| format!("{}: {error}", args.engine.display()))?))
    }

    /// Sends a command, and gives the time at which it was written.
    fn send(&self, command: &str) -> Result<Instant, Reason> {
        self.0.send(command);
        loop {
            match self.next("takes its commands")? {
                Event::Sent(at) => return Ok(at),
                Event::InputClosed | Event::OutputClosed => return Err("the engine closed its pipe".into()),
                Event::Line { .. } | Event::Dropped { .. } => {}
            }
        }
    }

    /// Reads until a line begins with this word, and gives the time at which it came.
    fn wait_for(&self, word: &str) -> Result<Instant, Reason> {
        loop {
            match self.next(&format!("says {word:?}"))? {
                Event::Line { at, text, .. }
                    if String::from_utf8_lossy(&text).split_whitespace().next() == Some(word) =>
                {
                    return Ok(at);
                }
                Event::InputClosed | Event::OutputClosed => {
                    return Err(format!("the engine ended before it said {word:?}").into());
                }
                Event::Line { .. } | Event::Dropped { .. } | Event::Sent(_) => {}
            }
        }
    }

    fn next(&self, what: &str) -> Result<Event, Reason> {
        let event = self.0.next(Instant::now() + PATIENCE);
        event.ok_or_else(|| format!("{PATIENCE:?} passed before the engine {what}").into())
    }
}

/// Measures and prints.
///
/// # Errors
/// If the engine does not start, ends, or hangs.
pub(crate) fn measure<G: LabGame>(args: &LatencyArgs) -> Result<(), Reason> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(args.seed);
    let positions = G::latency_positions();
    let mut engine = Engine::start(args)?;
    engine.send("uci")?;
    engine.wait_for("uciok")?;
    // What is measured is the engine's own lag, so that it gets no allowance for it.
    engine.send("setoption name Move Overhead value 0")?;
    let (mut stops, mut limits) = (Vec::new(), Vec::new());
    for trial in 0..args.trials as usize {
        let mut millis = || 5 + rng.next_u64() % u64::from(args.longest - 4);
        let (before_stop, limit) = (millis(), millis());
        engine.send(&format!("position {}", positions[trial % positions.len()]))?;
        engine.send("isready")?;
        engine.wait_for("readyok")?;
        engine.send("go infinite")?;
        std::thread::sleep(Duration::from_millis(before_stop));
        // The moment is that before the writing: what the pipe takes is the referee's lag, too.
        let asked = Instant::now();
        engine.0.send("stop");
        stops.push(engine.wait_for("bestmove")?.saturating_duration_since(asked));
        let asked = Instant::now();
        engine.0.send(&format!("go movetime {limit}"));
        let answered = engine.wait_for("bestmove")?;
        limits.push(answered.saturating_duration_since(asked).saturating_sub(Duration::from_millis(limit)));
    }
    engine.0.quit("quit", Duration::from_secs(1));
    println!("| {} trials each | median | 99 % | 99.9 % | worst |\n|---|---|---|---|---|", args.trials);
    row("answer after `stop`", &mut stops);
    row("answer after the end of a fixed time", &mut limits);
    Ok(())
}

fn row(name: &str, times: &mut [Duration]) {
    times.sort_unstable();
    let at = |share: f64| {
        let rank = (share * times.len() as f64).ceil() as usize;
        times.get(rank.max(1) - 1).map_or(0.0, |t| t.as_secs_f64() * 1e3)
    };
    println!("| {name} | {:.2} ms | {:.2} ms | {:.2} ms | {:.2} ms |", at(0.5), at(0.99), at(0.999), at(1.0));
}
