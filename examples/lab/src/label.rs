//! Searches positions and writes what the search thinks of them beside the
//! results: a second label, without the noise of what happened later.

use crate::{evaluation::EvaluationSpec, run::progress_bar};
use clap::Args;
use duiyi_search::{LimitControl, Limits, Searcher, StopHandle, Table};
use duiyi_xiangqi::{Color, Evaluation, Position, Xiangqi};
use std::{
    error::Error,
    fs::{self, File, OpenOptions},
    io::{BufWriter, Write},
    path::PathBuf,
    thread,
};

/// What to search, and how long.
#[derive(Debug, Args)]
pub(crate) struct LabelArgs {
    /// Positions as `lab positions` writes them.
    positions: PathBuf,
    /// The same lines with the score for Red added, in hundredths of a pawn. What is there is gone on with.
    #[arg(long)]
    out: PathBuf,
    /// Nodes a position.
    #[arg(long, default_value_t = 1500)]
    nodes: u64,
    /// The evaluation to search with: tuned, hand or a file.
    #[arg(long, default_value = "tuned")]
    eval: EvaluationSpec,
    /// Positions at a time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
}

/// Lines that are searched between two writes.
const BLOCK: usize = 2_000;

/// Labels the positions that are not labelled yet.
pub(crate) fn run(args: &LabelArgs) -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(&args.positions).map_err(|error| format!("{}: {error}", args.positions.display()))?;
    let lines: Vec<&str> = text.lines().collect();
    let done = whole_lines(&args.out)?;
    let mut out = BufWriter::new(OpenOptions::new().create(true).append(true).open(&args.out)?);
    let bar = progress_bar();
    bar.set_length(lines.len() as u64);
    bar.set_position(done as u64);
    bar.reset_eta();
    for block in lines[done.min(lines.len())..].chunks(BLOCK) {
        let share = block.len().div_ceil(args.concurrency as usize);
        let scores = thread::scope(|scope| {
            let workers: Vec<_> = block.chunks(share).map(|part| scope.spawn(|| search(part, args))).collect();
            workers
                .into_iter()
                .map(|worker| worker.join().map_err(|_| "a search failed")?)
                .collect::<Result<Vec<_>, _>>()
        })?;
        for (line, score) in block.iter().zip(scores.into_iter().flatten()) {
            writeln!(out, "{line}\t{score}")?;
        }
        out.flush()?;
        bar.inc(block.len() as u64);
    }
    bar.finish_and_clear();
    Ok(())
}

/// How many lines are there already; a last one that broke off is cut away.
fn whole_lines(path: &PathBuf) -> Result<usize, Box<dyn Error>> {
    let Ok(text) = fs::read(path) else { return Ok(0) };
    let end = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    File::options().write(true).open(path)?.set_len(end as u64)?;
    Ok(text[..end].iter().filter(|&&byte| byte == b'\n').count())
}

/// The scores for Red of the positions of some lines.
fn search(lines: &[&str], args: &LabelArgs) -> Result<Vec<i32>, String> {
    let weights = args.eval.weights()?.ok_or("tuned, hand or a file of weights")?;
    let mut searcher = Searcher::new(Evaluation::with_weights(weights));
    let table = Table::new(1);
    let score = |line: &&str| {
        let fen = line.split('\t').next().unwrap_or_default();
        let position: Position = fen.parse().map_err(|error| format!("{fen}: {error}"))?;
        let sign = if position.side_to_move() == Color::Red { 1 } else { -1 };
        // Nothing carries over, so that a label does not depend on the order.
        searcher.new_game();
        table.clear();
        let mut control = LimitControl::new(Limits::nodes(args.nodes), StopHandle::new());
        let found = searcher.search(&mut Xiangqi::new(position), &table, &mut control, &mut (), |_| true);
        Ok(sign * found.score.get())
    };
    lines.iter().map(score).collect()
}
