//! Scores time-allocation strategies on recorded searches.
//!
//! ```text
//! cargo run --release -p duiyi-clock --features simulator --example simulate -- table
//! cargo run --release -p duiyi-clock --features simulator --example simulate -- flags --games 1000000
//! cargo run --release -p duiyi-clock --features simulator --example simulate -- plots --out target/plots
//! cargo run --release -p duiyi-clock --features simulator --example simulate -- generate --out target/synthetic.jsonl
//! ```
//!
//! Without `--traces` it uses the recorded searches in `data/`: `tune` the
//! set for tuning, all other commands the other set. `--synthetic` generates
//! synthetic traces. All output names its source.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod plots;
mod styles;
mod tables;
mod tune;
mod variant;

use std::error::Error;
use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::PathBuf;

use clap::{Parser, Subcommand};
use duiyi_clock::sim::{Conditions, LagModel, SyntheticTraces, TraceGame, TraceSet, even_share};
use duiyi_clock::{STRATEGY_NAMES, Strategy, TimeControl, strategy_by_name};

/// Recorded searches, see `data/README.md`.
const TRACES: &[u8] = include_bytes!("../../data/traces.jsonl.gz");
/// Recorded searches of other games, for tuning the default strategy.
const TUNING: &[u8] = include_bytes!("../../data/traces-tuning.jsonl.gz");
/// Long searches of single positions with the processor time they took.
const FIGURES: &[u8] = include_bytes!("../../data/relations-thesis.jsonl.gz");
/// The same positions, searched by the default search.
const SELECTIVE: &[u8] = include_bytes!("../../data/relations.jsonl.gz");

/// The time controls that every table covers.
const CONTROLS: [&str; 5] = ["60+0", "10+0.1", "1+0.01", "40/10", "3x1s"];

#[derive(Parser)]
#[command(about = "Scores time-allocation strategies on recorded searches")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Trace files (JSON lines, optionally compressed with gzip) instead of the crate's own.
    #[arg(long, global = true)]
    traces: Vec<PathBuf>,
    /// Use this number of synthetic games instead of recorded ones.
    #[arg(long, global = true, value_name = "GAMES", conflicts_with = "traces")]
    synthetic: Option<usize>,
    /// Seed of the synthetic traces and of the noise.
    #[arg(long, global = true, default_value_t = 1)]
    seed: u64,
    /// Speed as a multiple of the recorded one; by default recorded searches
    /// are scaled so that the even share of a move is --share-nodes, and
    /// synthetic ones are not scaled.
    #[arg(long, global = true)]
    speed: Option<f64>,
    /// The nodes in a move's even share of the clock.
    #[arg(long, global = true, default_value_t = 8_000, conflicts_with = "speed")]
    share_nodes: u32,
    /// Time controls; by default the five of the handbook.
    #[arg(long, global = true, value_delimiter = ',')]
    controls: Vec<TimeControl>,
    /// Strategies by name, such as foresight, average=40, fixed-depth=8; by default all.
    #[arg(long, global = true, value_delimiter = ',')]
    strategies: Vec<String>,
    /// Adds the default strategy with changed constants, such as spend=2,stall=0.3.
    #[arg(long, global = true, value_delimiter = ',', value_name = "NAME=VALUE")]
    variant: Vec<String>,
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
        /// Lag models by name; by default all.
        #[arg(long, value_delimiter = ',')]
        lags: Vec<String>,
        /// Adds a player who answers at once: no strategy can save its losses on time.
        #[arg(long)]
        instant: bool,
    },
    /// SVG plots: time per move of each strategy, its losses by phase, and the four figures of the 2006 paper.
    Plots {
        /// Folder to write to.
        #[arg(long)]
        out: PathBuf,
        /// Games per strategy and control for the losses by phase.
        #[arg(long, default_value_t = 400)]
        games: u64,
    },
    /// Time used and losses of each strategy, by phase of the game.
    Styles {
        /// Games per strategy and control.
        #[arg(long, default_value_t = 400)]
        games: u64,
    },
    /// Tunes the constants of the default strategy and prints them.
    Tune {
        /// Games per control and sample.
        #[arg(long, default_value_t = 400)]
        games: u64,
        /// Generations of fourteen samples.
        #[arg(long, default_value_t = 40)]
        generations: u32,
    },
    /// Packs recorded traces: removes very small iterations and moves that
    /// were never best, and compresses the rest.
    Pack {
        /// File to write (gzip).
        #[arg(long)]
        out: PathBuf,
        /// Iterations with fewer nodes are removed.
        #[arg(long, default_value_t = 500)]
        least_nodes: u64,
        /// The number of games to skip at the beginning.
        #[arg(long, default_value_t = 0)]
        skip: usize,
        /// The number of games to use; by default all remaining ones.
        #[arg(long)]
        take: Option<usize>,
    },
    /// Writes the synthetic traces to a file.
    Generate {
        /// File to write.
        #[arg(long)]
        out: PathBuf,
    },
}

/// The input of all commands.
struct Setting {
    traces: TraceSet,
    source: String,
    controls: Vec<TimeControl>,
    strategies: Vec<Box<dyn Strategy>>,
    seed: u64,
    speed: Speed,
}

/// The speed of the simulated engine.
enum Speed {
    /// A multiple of the recorded speed.
    Multiple(f64),
    /// The speed that gives this number of nodes in an even share of the clock.
    ShareNodes(u32),
}

impl Setting {
    /// The conditions for a control and a lag, with the speed and the seed of this setting.
    fn conditions(&self, control: &TimeControl, lag: LagModel) -> Conditions {
        let speed = match self.speed {
            Speed::Multiple(multiple) => multiple,
            Speed::ShareNodes(nodes) => {
                let recorded = even_share(control).map_or(0.0, |share| share.as_secs_f64() * self.traces.speed());
                if recorded > 0.0 { f64::from(nodes) / recorded } else { 1.0 }
            }
        };
        Conditions { seed: self.seed, speed, ..Conditions::new(control.clone(), lag) }
    }
}

fn load(arguments: &Arguments) -> Result<Setting, Box<dyn Error>> {
    let (traces, source) = if let Some(games) = arguments.synthetic {
        let generator = SyntheticTraces { seed: arguments.seed, games, ..Default::default() };
        (generator.generate(), format!("SYNTHETIC traces, seed {}", arguments.seed))
    } else if arguments.traces.is_empty() {
        let (bytes, name) = match arguments.command {
            Command::Tune { .. } => (TUNING, "recorded searches for tuning"),
            _ => (TRACES, "recorded searches"),
        };
        (TraceSet::read(bytes)?, name.to_owned())
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
    let mut strategies: Vec<Box<dyn Strategy>> =
        names.iter().map(|name| strategy_by_name(name)).collect::<Result<_, _>>()?;
    if !arguments.variant.is_empty() {
        strategies.push(variant::variant(&arguments.variant)?);
    }
    let speed = match (arguments.speed, arguments.synthetic) {
        (Some(multiple), _) => Speed::Multiple(multiple),
        (None, Some(_)) => Speed::Multiple(1.0),
        (None, None) => Speed::ShareNodes(arguments.share_nodes),
    };
    Ok(Setting { traces, source, controls, strategies, seed: arguments.seed, speed })
}

/// Removes small iterations (but not the last one), and then moves that are never best.
fn packed(game: &TraceGame, least_nodes: u64) -> TraceGame {
    let mut game = game.clone();
    for position in &mut game.positions {
        let last = position.iterations.len() - 1;
        let first = position.iterations.iter().position(|i| i.nodes >= least_nodes).unwrap_or(last);
        position.iterations.drain(..first);
        let used: Vec<usize> = (0..position.moves.len())
            .filter(|index| position.iterations.iter().any(|i| usize::from(i.best) == *index))
            .collect();
        for iteration in &mut position.iterations {
            let place = used.iter().position(|index| *index == usize::from(iteration.best));
            iteration.best = place.unwrap_or_default() as u16;
        }
        position.moves = used.iter().map(|index| position.moves[*index].clone()).collect();
        position.values = used.iter().map(|index| position.values[*index]).collect();
    }
    game
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
    let arguments = Arguments::parse();
    let setting = load(&arguments)?;
    match &arguments.command {
        Command::Table { games } => tables::losses(&setting, *games),
        Command::Flags { games, lags, instant } => tables::flags(&setting, *games, lags, *instant)?,
        Command::Tune { games, generations } => tune::tune(&setting, *games, *generations),
        Command::Plots { out, games } => {
            plots::draw_all(&setting, out)?;
            for path in styles::styles(&setting, *games, Some(out))? {
                println!("{}", path.display());
            }
        }
        Command::Styles { games } => {
            styles::styles(&setting, *games, None)?;
        }
        Command::Pack { out, least_nodes, skip, take } => {
            let games = setting.traces.games().iter().skip(*skip).take(take.unwrap_or(usize::MAX));
            let packed = TraceSet::new(games.map(|game| packed(game, *least_nodes)).collect())?;
            let file = File::create_new(out).map_err(|e| format!("{}: {e}", out.display()))?;
            let mut encoder = flate2::GzBuilder::new().write(file, flate2::Compression::best());
            packed.write(&mut encoder)?;
            encoder.finish()?;
            println!("{} games, {} positions in {}", packed.games().len(), packed.positions(), out.display());
        }
        Command::Generate { out } => {
            let file = File::create_new(out).map_err(|e| format!("{}: {e}", out.display()))?;
            setting.traces.write(BufWriter::new(file))?;
            println!("{} written to {}", setting.source, out.display());
        }
    }
    Ok(())
}
