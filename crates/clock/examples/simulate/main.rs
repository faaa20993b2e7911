//! Scores time-allocation strategies on recorded searches.
//!
//! ```text
//! cargo run --release -p duiyi-clock --example simulate -- table --traces traces.jsonl
//! cargo run --release -p duiyi-clock --example simulate -- flags --games 1000000
//! cargo run --release -p duiyi-clock --example simulate -- plots --out target/plots
//! cargo run --release -p duiyi-clock --example simulate -- generate --out target/synthetic.jsonl
//! ```
//!
//! Without `--traces` it uses synthetic traces and says so in whatever it prints or draws.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod plots;
mod tables;

use std::error::Error;
use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::PathBuf;

use clap::{Parser, Subcommand};
use duiyi_clock::sim::{SyntheticTraces, TraceSet};
use duiyi_clock::{STRATEGY_NAMES, Strategy, TimeControl, strategy_by_name};

/// The time controls that every table covers.
const CONTROLS: [&str; 5] = ["60+0", "10+0.1", "1+0.01", "40/10", "3x1s"];

#[derive(Parser)]
#[command(about = "Scores time-allocation strategies on recorded searches")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Trace files (JSON lines); synthetic traces where there is none.
    #[arg(long, global = true)]
    traces: Vec<PathBuf>,
    /// Synthetic games to make where no trace file is given.
    #[arg(long, global = true, default_value_t = 200)]
    synthetic_games: usize,
    /// Seed of the synthetic traces and of the noise.
    #[arg(long, global = true, default_value_t = 1)]
    seed: u64,
    /// Speed as a multiple of the recorded one.
    #[arg(long, global = true, default_value_t = 1.0)]
    speed: f64,
    /// Time controls; by default the five of the handbook.
    #[arg(long, global = true, value_delimiter = ',')]
    controls: Vec<TimeControl>,
    /// Strategies by name, such as foresight, average=40, fixed-depth=8; by default all.
    #[arg(long, global = true, value_delimiter = ',')]
    strategies: Vec<String>,
}

#[derive(Subcommand)]
enum Command {
    /// Loss, time used and flags of every strategy, on the same clock and at equal total time.
    Table {
        /// Games per strategy and control.
        #[arg(long, default_value_t = 2_000)]
        games: u64,
    },
    /// Flags under every lag model.
    Flags {
        /// Games per strategy, control and lag model.
        #[arg(long, default_value_t = 20_000)]
        games: u64,
    },
    /// SVG plots: time per move of each strategy, and the four figures of the 2006 paper.
    Plots {
        /// Folder to write to.
        #[arg(long)]
        out: PathBuf,
    },
    /// Writes the synthetic traces to a file.
    Generate {
        /// File to write.
        #[arg(long)]
        out: PathBuf,
    },
}

/// What all commands work on.
struct Setting {
    traces: TraceSet,
    source: String,
    controls: Vec<TimeControl>,
    strategies: Vec<Box<dyn Strategy>>,
    seed: u64,
    speed: f64,
}

fn load(arguments: &Arguments) -> Result<Setting, Box<dyn Error>> {
    let (traces, source) = if arguments.traces.is_empty() {
        let generator =
            SyntheticTraces { seed: arguments.seed, games: arguments.synthetic_games, ..Default::default() };
        (generator.generate(), format!("SYNTHETIC traces, seed {}", arguments.seed))
    } else {
        let mut games = Vec::new();
        for path in &arguments.traces {
            let file = File::open(path).map_err(|e| format!("{}: {e}", path.display()))?;
            let set = TraceSet::read(BufReader::new(file)).map_err(|e| format!("{}: {e}", path.display()))?;
            games.extend_from_slice(set.games());
        }
        let names: Vec<String> = arguments.traces.iter().map(|p| p.display().to_string()).collect();
        (TraceSet::new(games)?, names.join(", "))
    };
    let source = format!("{source}: {} games, {} positions", traces.games().len(), traces.positions());
    let controls = if arguments.controls.is_empty() {
        CONTROLS.iter().map(|text| text.parse()).collect::<Result<_, _>>()?
    } else {
        arguments.controls.clone()
    };
    let names: Vec<&str> = if arguments.strategies.is_empty() {
        STRATEGY_NAMES.to_vec()
    } else {
        arguments.strategies.iter().map(String::as_str).collect()
    };
    let strategies = names.iter().map(|name| strategy_by_name(name)).collect::<Result<_, _>>()?;
    Ok(Setting { traces, source, controls, strategies, seed: arguments.seed, speed: arguments.speed })
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let setting = load(&arguments)?;
    match &arguments.command {
        Command::Table { games } => tables::losses(&setting, *games),
        Command::Flags { games } => tables::flags(&setting, *games),
        Command::Plots { out } => plots::draw_all(&setting, out)?,
        Command::Generate { out } => {
            let file = File::create(out).map_err(|e| format!("{}: {e}", out.display()))?;
            setting.traces.write(BufWriter::new(file))?;
            println!("{} written to {}", setting.source, out.display());
        }
    }
    Ok(())
}
