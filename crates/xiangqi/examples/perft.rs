//! Counts positions and prints the speed: `perft DEPTH [FEN]`.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use duiyi_xiangqi::{Position, perft};
use std::time::Instant;

fn main() -> std::process::ExitCode {
    match run() {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            std::process::ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().ok_or("usage: perft DEPTH [FEN]")?.parse()?;
    let fen = arguments.collect::<Vec<_>>().join(" ");
    let mut position = if fen.is_empty() { Position::start() } else { fen.parse()? };
    let start = Instant::now();
    let nodes = perft(&mut position, depth);
    let seconds = start.elapsed().as_secs_f64();
    println!("{nodes} nodes {:.3} s {:.1} M nodes/s", seconds, nodes as f64 / seconds / 1e6);
    Ok(())
}
