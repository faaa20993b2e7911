//! How long an engine takes to answer: to `stop`, and at the end of a fixed
//! time for a move.
//!
//! Measured from outside, at the other end of the pipe, as a referee sees it.
//! The machine should be idle: whatever else runs is measured, too.

use clap::Args;
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::{
    error::Error,
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

/// What to measure.
#[derive(Debug, Args)]
pub(crate) struct LatencyArgs {
    /// The program of an engine that speaks UCI.
    engine: String,
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

/// Positions of three kinds: many moves, few moves, in check.
const POSITIONS: [&str; 4] = [
    "startpos",
    "fen 1rb1kabr1/4aR3/2n6/p1p1p3p/7n1/2P1P1p2/Pc4c1P/C1N1C1N1B/9/1RBAKA3 w - - 4 14",
    "fen 3k5/9/4R4/9/9/9/9/9/4p4/3RK4 w - - 0 1",
    "fen 3akab2/9/1c2b1n1c/r3p1p1p/1np6/p3P1P2/P1PR4P/N1C1C1N2/9/2BAKAB2 w - - 4 13",
];

/// An engine at the end of its pipes.
struct Engine {
    child: Child,
    output: BufReader<ChildStdout>,
    line: String,
}

impl Engine {
    fn start(program: &str) -> Result<Engine, Box<dyn Error>> {
        let child = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = child.map_err(|error| format!("{program}: {error}"))?;
        let output = child.stdout.take().ok_or("no output to read")?;
        Ok(Engine { child, output: BufReader::new(output), line: String::new() })
    }

    fn send(&mut self, command: &str) -> Result<(), Box<dyn Error>> {
        let input = self.child.stdin.as_mut().ok_or("no input to write")?;
        input.write_all(format!("{command}\n").as_bytes())?;
        Ok(input.flush()?)
    }

    /// Reads until a line begins with this word.
    fn wait_for(&mut self, word: &str) -> Result<(), Box<dyn Error>> {
        loop {
            self.line.clear();
            if self.output.read_line(&mut self.line)? == 0 {
                return Err(format!("the engine ended before it said {word:?}").into());
            }
            if self.line.split_whitespace().next() == Some(word) {
                return Ok(());
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have ended by itself; nothing else is left to be done about it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Measures and prints.
pub(crate) fn measure(args: &LatencyArgs) -> Result<(), Box<dyn Error>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(args.seed);
    let mut engine = Engine::start(&args.engine)?;
    engine.send("uci")?;
    engine.wait_for("uciok")?;
    // What is measured is the engine's own lag, so that it gets no allowance for it.
    engine.send("setoption name Move Overhead value 0")?;
    let (mut stops, mut limits) = (Vec::new(), Vec::new());
    for trial in 0..args.trials {
        let position = POSITIONS[trial as usize % POSITIONS.len()];
        let mut millis = || 5 + rng.next_u64() % u64::from(args.longest - 4);
        let (before_stop, limit) = (millis(), millis());
        engine.send(&format!("position {position}"))?;
        engine.send("isready")?;
        engine.wait_for("readyok")?;
        engine.send("go infinite")?;
        std::thread::sleep(Duration::from_millis(before_stop));
        let asked = Instant::now();
        engine.send("stop")?;
        engine.wait_for("bestmove")?;
        stops.push(asked.elapsed());
        let asked = Instant::now();
        engine.send(&format!("go movetime {limit}"))?;
        engine.wait_for("bestmove")?;
        limits.push(asked.elapsed().saturating_sub(Duration::from_millis(limit)));
    }
    engine.send("quit")?;
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
