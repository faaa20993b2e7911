//! The laboratory: matches between xiangqi engines and their statistics, and the
//! tuning of our own.
//!
//! ```text
//! lab match --engine "name=A cmd=./a proto=ucci" --engine "name=B cmd=./b proto=uci" \
//!     --openings openings.epd --tc movetime=0.1 --games 200 --concurrency 2 --out a-b
//! lab stats a-b.jsonl
//! ```
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod args;
mod builtin;
mod connect6;
mod engine_spec;
mod evaluation;
mod label;
mod latency;
mod own_engine;
mod positions;
mod run;
mod spsa;
mod texel;
mod trace;

use args::{Cli, Command};
use clap::Parser;
use duiyi_arena::{BradleyTerry, Format, Sprt, Standings, read_match, summary};
use std::{error::Error, path::PathBuf, process::ExitCode};

fn main() -> ExitCode {
    let command = run::command_line();
    let outcome = match Cli::parse().command {
        Command::Match(common) => run::play(common, Format::Gauntlet, None, Some(2), &command),
        Command::Gauntlet { common, round_robin } => {
            let format = if round_robin { Format::RoundRobin } else { Format::Gauntlet };
            run::play(common, format, None, None, &command)
        }
        Command::Sprt { common, test, plan } => {
            match Sprt::new(test.elo0, test.elo1, test.alpha, test.beta, test.model.into()) {
                Err(error) => Err(error.into()),
                Ok(sprt) if plan => {
                    run::show_plan(&sprt);
                    Ok(())
                }
                Ok(sprt) => run::play(common, Format::Gauntlet, Some((sprt, test.unit.into())), Some(2), &command),
            }
        }
        Command::Stats { files, replicas } => recount(&files, replicas),
        Command::Latency(args) => latency::measure(&args),
        Command::Trace(args) => trace::record(&args, &command),
        Command::Positions(args) => positions::run(&args),
        Command::Label(args) => label::run(&args),
        Command::Spsa(args) => spsa::run(&args),
        Command::Texel(args) => texel::run(&args, &command),
        Command::Connect6 { what } => connect6::run(&what, &command),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("lab: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Counts records again, all together.
fn recount(files: &[PathBuf], replicas: u32) -> Result<(), Box<dyn Error>> {
    let mut standings = Standings::default();
    let mut headings = Vec::new();
    for file in files {
        let record = read_match(file)?;
        standings.next_match(&record.heading);
        record.games.iter().for_each(|game| standings.add(game));
        headings.push(record.heading);
    }
    let headings: Vec<_> = headings.iter().collect();
    print!("{}", summary(&headings, &standings, BradleyTerry { replicas, ..BradleyTerry::default() }));
    Ok(())
}
