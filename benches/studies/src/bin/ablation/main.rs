//! The effect of each enhancement: nodes and time to each depth over the 50
//! middlegame positions (or Connect6's twenty openings), with the default set and with each switch inverted in turn.
//!
//! ```text
//! cargo run --release -p studies --bin ablation -- --depth 12 --csv docs/data
//! cargo run --release -p studies --bin ablation -- --set classical --depth 8 --csv docs/data
//! cargo run --release -p studies --bin ablation -- --set thesis --depth 7 --csv docs/data
//! cargo run --release -p studies --bin ablation -- --set connect6 --depth 6 --hash 16 --csv docs/data
//! ```
//!
//! `--seeds` prints another table: each driver of the root, and the switches and constants that only
//! the sources use, compared with the default search.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod csv;
mod markdown;
mod plot;
mod thesis;

use clap::{Parser, ValueEnum};
use cpu_time::ThreadTime;
use duiyi_benches::{connect6_nodes, middlegames};
use duiyi_connect6::{Rules, openings::NAMED, player::ThreatSearch};
use duiyi_engine::{OptionError, Player};
use duiyi_search::{
    Driver, Enhancements, Evaluator, LimitControl, Limits, Parameters, Searcher, Statistics, StopHandle, Table,
};
use duiyi_xiangqi::{NetworkEvaluation, ThesisEvaluation, Xiangqi};
use indicatif::{ProgressBar, ProgressStyle};
use std::{path::PathBuf, time::Duration};

#[derive(Parser)]
#[command(about = "Nodes and time to each depth with one enhancement at a time turned off, or on")]
struct Arguments {
    /// The greatest depth in plies.
    #[arg(long, default_value_t = 8)]
    depth: u32,
    /// The size of the table in MiB: 32 for the set of the thesis (its 2,097,152 entries), 64 for the others
    /// if not given.
    #[arg(long)]
    hash: Option<usize>,
    /// Only these switches, by name; all if none is given.
    #[arg(long, value_delimiter = ',')]
    switches: Vec<String>,
    /// Turn these switches off throughout, by name, to measure others without them.
    #[arg(long, value_delimiter = ',', conflicts_with_all = ["write", "csv"])]
    without: Vec<String>,
    /// The set of switches to start from.
    #[arg(long, value_enum, default_value_t = Set::Modern)]
    set: Set,
    /// Use only this number of positions.
    #[arg(long)]
    positions: Option<usize>,
    /// Measure the drivers of the root and the switches that only the sources use, instead of every switch.
    #[arg(long)]
    seeds: bool,
    /// Write the tables into this file, between the lines `<!-- ablation:NAME -->` and
    /// `<!-- /ablation:NAME -->` (NAME is the set, followed by `-seeds` with `--seeds`), and
    /// the plot beside it.
    #[arg(long)]
    write: Option<PathBuf>,
    /// Write the figures into this folder: `ablation-SET.csv`, for xiangqi `ablation-SET-cutoffs.csv`, and
    /// the plot `ablation-SET.svg`; with `--seeds` only `ablation-SET-seeds.csv`.
    #[arg(long, conflicts_with = "write")]
    csv: Option<PathBuf>,
}

impl Arguments {
    /// The name in the marks of the file between which the tables are written.
    fn mark(&self) -> String {
        format!("{}{}", self.set.name(), if self.seeds { "-seeds" } else { "" })
    }

    /// Whether the figures of the thesis are shown beside ours.
    fn shows_thesis(&self) -> bool {
        matches!(self.set, Set::Classical | Set::Thesis)
    }

    /// The size of the table in MiB.
    fn mebibytes(&self) -> usize {
        self.hash.unwrap_or(if self.set == Set::Thesis { 32 } else { 64 })
    }

    /// The number of positions.
    fn positions(&self) -> usize {
        let all = if self.set == Set::Connect6 { NAMED.len() } else { middlegames().len() };
        self.positions.map_or(all, |positions| positions.min(all))
    }
}

/// A game and the switches that are on at first.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Set {
    /// Xiangqi with the default set and the network.
    Modern,
    /// Xiangqi with the classical set, its constants and the evaluation of the thesis.
    Classical,
    /// Xiangqi with the set of the thesis, the classical constants and the evaluation of the thesis.
    Thesis,
    /// Connect6 with its player, without the solver at the root.
    Connect6,
}

impl Set {
    fn name(self) -> &'static str {
        match self {
            Set::Modern => "modern",
            Set::Classical => "classical",
            Set::Thesis => "thesis",
            Set::Connect6 => "connect6",
        }
    }

    fn settings(self) -> AblationSettings {
        let (enhancements, parameters) = match self {
            Set::Modern => (Enhancements::default(), Parameters::default()),
            Set::Classical => (Enhancements::classical(), Parameters::classical()),
            Set::Thesis => (Enhancements::thesis(), Parameters::classical()),
            Set::Connect6 => {
                let mut player = ThreatSearch::new(Rules::CONNECT6);
                let (enhancements, parameters) = player.constants();
                (*enhancements, *parameters)
            }
        };
        AblationSettings { enhancements, parameters, driver: Driver::default() }
    }
}

/// The switches and constants of a search.
#[derive(Clone, Copy)]
struct AblationSettings {
    enhancements: Enhancements,
    parameters: Parameters,
    driver: Driver,
}

/// Switches and constants that only the sources use, for `--seeds`: rows H-8, Z-C16, H-5, Z-C9, Z-C20b, Z-C20,
/// H-10 and B-17 of docs/sources.md.
const SEEDS: [(&str, i32); 11] = [
    ("killers_first", 1),
    ("victim_less_attacker", 1),
    ("mate_waives_depth", 1),
    ("principal_table_cuts", 1),
    ("best_move_rewards", 1),
    ("rewards_only", 1),
    ("move_counts", 1),
    ("root_randomness", 15),
    ("root_randomness", 75),
    ("quiescence_plies", 4),
    ("quiescence_plies", 1),
];

/// The rows of `--seeds`: the other drivers, then [`SEEDS`].
fn seeds(all: AblationSettings) -> Result<Vec<(String, AblationSettings)>, duiyi_search::UnknownName> {
    let mut rows = Vec::new();
    for driver in Driver::ALL {
        for tolerance in if driver == Driver::Tolerance { vec![10, 50] } else { vec![0] } {
            let mut settings = AblationSettings { driver, ..all };
            settings.parameters.tolerance = tolerance;
            let within = if tolerance > 0 { format!("`, within {tolerance}") } else { "`".to_owned() };
            rows.push((format!("driver `{}{within}", driver.name()), settings));
        }
    }
    for (name, value) in SEEDS {
        let mut settings = all;
        if Enhancements::NAMES.contains(&name) {
            settings.enhancements.set(name, value != 0)?;
            rows.push((format!("`{name}`"), settings));
        } else {
            settings.parameters.set(name, value)?;
            rows.push((format!("`{name}` = {value}"), settings));
        }
    }
    Ok(rows)
}

/// Nodes and time at each depth, over all positions.
struct Row {
    name: String,
    nodes: Vec<u64>,
    time: Vec<Duration>,
    /// The statistics of the searches to each depth; empty for Connect6, whose player does not report them.
    statistics: Vec<Statistics>,
}

/// The switches that are on, or those that are off.
fn switches(full: Enhancements, on: bool) -> impl Iterator<Item = &'static str> {
    Enhancements::NAMES.iter().copied().filter(move |&name| {
        let mut changed = full;
        changed.set(name, !on).is_ok() && changed != full
    })
}

/// Searches every position to every depth, from an empty table each time, so that the figures of a
/// depth are those of a whole search.
fn measure(
    name: &str,
    settings: AblationSettings,
    arguments: &Arguments,
    progress: &ProgressBar,
) -> Result<Row, OptionError> {
    match arguments.set {
        Set::Modern => Ok(measure_with(NetworkEvaluation::built_in(), name, settings, arguments, progress)),
        Set::Classical | Set::Thesis => Ok(measure_with(ThesisEvaluation::new(), name, settings, arguments, progress)),
        Set::Connect6 => measure_connect6(name, settings, arguments, progress),
    }
}

/// The middlegames of xiangqi, with an evaluation.
fn measure_with(
    evaluation: impl Evaluator<Xiangqi>,
    name: &str,
    settings: AblationSettings,
    arguments: &Arguments,
    progress: &ProgressBar,
) -> Row {
    let mut searcher = Searcher::new(evaluation);
    (searcher.enhancements, searcher.parameters) = (settings.enhancements, settings.parameters);
    searcher.driver = settings.driver;
    let (positions, table) = (middlegames(), Table::new(arguments.mebibytes()));
    let mut statistics = vec![Statistics::default(); arguments.depth as usize];
    let row = by_depth(name, arguments, progress, |number, depth, control| {
        table.clear();
        searcher.new_game();
        searcher.seed(number as u64);
        let position = Xiangqi::new(positions[number].1);
        let (found, time) = timed(|| searcher.search(&position).table(&table).control(control).run());
        statistics[depth as usize - 1].add(&found.statistics);
        (found.statistics.nodes, time)
    });
    Row { statistics, ..row }
}

/// The player of Connect6 after the named openings.
fn measure_connect6(
    name: &str,
    settings: AblationSettings,
    arguments: &Arguments,
    progress: &ProgressBar,
) -> Result<Row, OptionError> {
    let mut player = ThreatSearch::new(Rules::CONNECT6);
    for (option, value) in [("Hash", &*arguments.mebibytes().to_string()), ("Driver", settings.driver.name())] {
        player.set_option(option, value)?;
    }
    player.settings.root_effort = 0;
    let (enhancements, parameters) = player.constants();
    (*enhancements, *parameters) = (settings.enhancements, settings.parameters);
    Ok(by_depth(name, arguments, progress, |number, _, control| {
        let board = NAMED[number].board();
        player.new_game(&board);
        timed(|| connect6_nodes(&mut player, &board, control))
    }))
}

/// Nodes and time of a search of every position, by its number, to every depth.
fn by_depth(
    name: &str,
    arguments: &Arguments,
    progress: &ProgressBar,
    mut search: impl FnMut(usize, u32, &mut LimitControl) -> (u64, Duration),
) -> Row {
    let mut row = Row { name: name.to_owned(), nodes: vec![], time: vec![], statistics: vec![] };
    for depth in 1..=arguments.depth {
        let (mut nodes, mut time) = (0, Duration::ZERO);
        for number in 0..arguments.positions() {
            let mut control = LimitControl::new(Limits::depth(depth), StopHandle::new());
            let (searched, taken) = search(number, depth, &mut control);
            nodes += searched;
            time += taken;
            progress.inc(1);
        }
        row.nodes.push(nodes);
        row.time.push(time);
    }
    row
}

/// The result of a function, and its processor time.
fn timed<T>(run: impl FnOnce() -> T) -> (T, Duration) {
    let started = ThreadTime::now();
    let given = run();
    (given, started.elapsed())
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

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = Arguments::parse();
    for name in &arguments.switches {
        Enhancements::default().set(name, true)?;
    }
    let mut all = arguments.set.settings();
    for name in &arguments.without {
        all.enhancements.set(name, false)?;
    }
    if arguments.seeds {
        return run_seeds(&arguments, all);
    }
    let chosen = |on| -> Vec<_> {
        let wanted =
            |name: &&str| arguments.switches.is_empty() || arguments.switches.iter().any(|given| given == name);
        switches(all.enhancements, on).filter(wanted).collect()
    };
    let on = chosen(true);
    // Additions to these sets would not be comparable with the thesis, unless they are named.
    let off = if arguments.shows_thesis() && arguments.switches.is_empty() { vec![] } else { chosen(false) };
    let steps = (on.len() + off.len() + 1) * arguments.depth as usize * arguments.positions();
    let progress = progress_bar(steps)?;
    let full = measure("full", all, &arguments, &progress)?;
    let measure_each = |names: &[&'static str], on| -> Result<Vec<Row>, Box<dyn std::error::Error>> {
        let row = |&name| {
            let mut settings = all;
            settings.enhancements.set(name, on)?;
            progress.set_message(name);
            Ok(measure(name, settings, &arguments, &progress)?)
        };
        names.iter().map(row).collect()
    };
    let (rows, added) = (measure_each(&on, false)?, measure_each(&off, true)?);
    progress.finish_and_clear();
    if let Some(folder) = &arguments.csv {
        return csv::write(folder, &arguments, &full, &rows, &added);
    }
    let text = markdown::tables(&arguments, &full, &rows, &added);
    if let Some(path) = &arguments.write {
        plot::draw(&path.with_file_name(format!("ablation-{}.svg", arguments.set.name())), &full, &rows)?;
    }
    give(&arguments, &text)
}

/// The table of `--seeds`.
fn run_seeds(arguments: &Arguments, all: AblationSettings) -> Result<(), Box<dyn std::error::Error>> {
    let wanted = seeds(all)?;
    let progress = progress_bar(wanted.len() * arguments.depth as usize * arguments.positions())?;
    let row = |(name, settings): &(String, AblationSettings)| measure(name, *settings, arguments, &progress);
    let rows: Vec<Row> = wanted.iter().map(row).collect::<Result<_, _>>()?;
    progress.finish_and_clear();
    if let Some(folder) = &arguments.csv {
        return csv::write_seeds(folder, arguments, &rows);
    }
    give(arguments, &markdown::seeds(arguments, &rows))
}

fn progress_bar(steps: usize) -> Result<ProgressBar, indicatif::style::TemplateError> {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} searches, {eta} left {msg}")?;
    Ok(ProgressBar::new(steps as u64).with_style(style))
}

/// Prints the tables, or writes them into the file.
fn give(arguments: &Arguments, text: &str) -> Result<(), Box<dyn std::error::Error>> {
    let Some(path) = &arguments.write else {
        println!("{text}");
        return Ok(());
    };
    let name = arguments.mark();
    let page = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let page = markdown::replace(&page, &name, text).ok_or_else(|| {
        format!(
            "{}: no lines '<!-- ablation:{name} -->' and '<!-- /ablation:{name} -->' to write between",
            path.display()
        )
    })?;
    let part = path.with_extension("md.part");
    std::fs::write(&part, page)?;
    std::fs::rename(&part, path)?;
    Ok(())
}

/// The mean number of moves of the root positions; `None` for Connect6, whose search selects moves.
fn breadth(arguments: &Arguments) -> Option<f64> {
    let positions = arguments.positions();
    let moves = |(_, position): (_, duiyi_xiangqi::Position)| position.legal_moves().len() as f64;
    (arguments.set != Set::Connect6)
        .then(|| middlegames().into_iter().take(positions).map(moves).sum::<f64>() / positions.max(1) as f64)
}
