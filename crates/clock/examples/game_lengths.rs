//! Fits the distribution of game lengths of [`duiyi_clock::MovesLeft`].
//!
//! Reads games one per line, `…|plies|moves`, the moves as four characters
//! each (ICCS, `h2e2`), from the start position of xiangqi; lines that begin
//! with `#` are skipped. Prints the log-logistic fit of maximal likelihood, and the
//! moves left by move number and by material (chariot 9, horse 4, cannon 4.5,
//! elephant and advisor 2, pawn 1).
//!
//! ```text
//! cargo run --release -p duiyi-clock --example game_lengths -- GAMES
//! ```
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::error::Error;
use std::io::{BufRead, BufReader};

use duiyi_clock::MovesLeft;

/// Values of the pieces on their files, back rank first: chariot, horse, elephant, advisor, king.
const BACK_RANK: [f64; 9] = [9.0, 4.0, 2.0, 2.0, 0.0, 2.0, 2.0, 4.0, 9.0];
const CANNON: f64 = 4.5;
const PAWN: f64 = 1.0;

/// Values by square, ten ranks of nine files; captures need no more than that.
fn start_values() -> [f64; 90] {
    let mut board = [0.0; 90];
    for file in 0..9 {
        for (rank, home) in [(0, true), (9, true), (2, false), (7, false), (3, false), (6, false)] {
            board[rank * 9 + file] = match (home, rank) {
                (true, _) => BACK_RANK[file],
                (_, 2 | 7) if file == 1 || file == 7 => CANNON,
                (_, 3 | 6) if file % 2 == 0 => PAWN,
                _ => 0.0,
            };
        }
    }
    board
}

fn square(text: &[u8]) -> Option<usize> {
    let file = text[0].to_ascii_lowercase().checked_sub(b'a').filter(|f| *f < 9)?;
    let rank = text[1].checked_sub(b'0').filter(|r| *r < 10)?;
    Some(usize::from(rank) * 9 + usize::from(file))
}

#[derive(Clone, Copy, Default)]
struct Cell {
    positions: u32,
    left: f64,
}

fn main() -> std::process::ExitCode {
    match run() {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            std::process::ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("expected a file of games")?;
    let file = std::fs::File::open(&path).map_err(|e| format!("{path}: {e}"))?;
    let mut lengths: Vec<f64> = Vec::new();
    // By ten own moves and by eighth of the material.
    let mut cells = [[Cell::default(); 9]; 12];
    for line in BufReader::new(file).lines() {
        let line = line?;
        let Some(moves) = line.rsplit('|').next().filter(|_| !line.starts_with('#')) else { continue };
        let plies = moves.len() / 4;
        if plies < 20 {
            continue;
        }
        lengths.push(plies as f64 / 2.0);
        let mut board = start_values();
        let all: f64 = board.iter().sum();
        let mut material = all;
        for (ply, text) in moves.as_bytes().chunks_exact(4).enumerate() {
            let (Some(from), Some(to)) = (square(&text[..2]), square(&text[2..])) else { break };
            if ply % 4 == 0 {
                let cell = &mut cells[(ply / 20).min(11)][((material / all * 8.0) as usize).min(8)];
                cell.positions += 1;
                cell.left += (plies - ply) as f64 / 2.0;
            }
            material -= board[to];
            board[to] = board[from];
            board[from] = 0.0;
        }
    }
    let mean = lengths.iter().sum::<f64>() / lengths.len().max(1) as f64;
    println!("{} games of 20 plies or more, mean {mean:.1} own moves", lengths.len());
    let (midpoint, steepness) = fit(&lengths);
    println!("log-logistic: midpoint {midpoint}, steepness {steepness:.1}\n");
    let model = MovesLeft::new(midpoint, steepness);
    println!("| own moves made | model | mean left | by material, empty to full |\n|---|---|---|---|");
    for (tens, row) in cells.iter().enumerate() {
        let positions: u32 = row.iter().map(|c| c.positions).sum();
        let left: f64 = row.iter().map(|c| c.left).sum::<f64>() / f64::from(positions.max(1));
        let column = |c: &Cell| {
            if c.positions < 300 { "–".to_owned() } else { format!("{:.1}", c.left / f64::from(c.positions)) }
        };
        let columns: Vec<String> = row.iter().map(column).collect();
        println!(
            "| {}+ | {:.1} | {left:.1} | {} |",
            tens * 10,
            model.expected(tens as u32 * 10 + 5),
            columns.join(" ")
        );
    }
    Ok(())
}

/// Maximum of the likelihood on a grid of half moves and tenths.
fn fit(lengths: &[f64]) -> (f64, f64) {
    let logs: Vec<f64> = lengths.iter().map(|l| l.ln()).collect();
    let likelihood = |midpoint: f64, steepness: f64| -> f64 {
        let centre = midpoint.ln();
        let of = |log: &f64| {
            let z = steepness * (log - centre);
            steepness.ln() + z - log - 2.0 * z.exp().ln_1p()
        };
        logs.iter().map(of).sum()
    };
    let grid = (30..160).flat_map(|m| (15..80).map(move |s| (f64::from(m) / 2.0, f64::from(s) / 10.0)));
    grid.map(|(m, s)| (likelihood(m, s), m, s))
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map_or((40.0, 4.0), |(_, m, s)| (m, s))
}
