//! What each switch of a game's search is worth to a depth: nodes, exactly, and processor time, in pairs.
//!
//! The usual search and a variation of it are timed in turn, the order turned over from round to round, so that a
//! machine that slows down slows both; what counts is the ratio within each pair. Rounds go on until the interval of
//! every ratio is narrow, or the time is up.

mod picture;

use self::picture::Bar;
use crate::{
    files::{beside, write_headed},
    games::LabGame,
    matches::openings,
    progress::resumed_bar,
    say,
};
use clap::{Args, ValueEnum};
use cpu_time::ThreadTime;
use duiyi_engine::{Player, Variation, nodes_of};
use duiyi_game::{History, Notation, Reason};
use duiyi_kit::{GameKit, cli::PlayerArguments};
use duiyi_search::{Enhancements, Parameters};
use std::{
    fmt::Write,
    ops::RangeInclusive,
    path::PathBuf,
    time::{Duration, Instant},
};

/// Rounds before an interval counts.
const MIN_ROUNDS: usize = 4;

/// Options of the comparison.
#[derive(Debug, Args)]
pub(crate) struct AblationArgs {
    /// Depth of the searches in plies.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
    /// Also count the nodes to each depth from this one on.
    #[arg(long, value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(1..))]
    from: Option<u32>,
    /// Number of positions.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,
    /// A set or a file of positions, or `drawn:N`; the default is those of the bench, or else drawn openings.
    #[arg(long)]
    openings: Option<String>,
    /// The set of switches to start from; the default is the player's own, with every other switch turned on, too.
    #[arg(long, value_enum, default_value_t = Set::Default)]
    set: Set,
    /// Compare the search with these options instead of each switch: `switch.null_move=off`, or several options with
    /// commas, `Driver=tolerance,param.tolerance=10`. May be repeated.
    #[arg(long, value_name = "OPTION=VALUE", value_parser = change)]
    compare: Vec<Change>,
    /// Rule set.
    #[arg(long, default_value = "", hide_default_value = true)]
    rules: String,
    #[command(flatten)]
    player: PlayerArguments,
    /// The time for all measurements in seconds; with 0, only nodes are counted.
    #[arg(long, default_value_t = 300)]
    seconds: u64,
    /// A ratio is known when its 95 % interval is this part of it to either side.
    #[arg(long, default_value_t = 0.01)]
    precision: f64,
    /// Seed of drawn openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write NAME.csv and NAME.svg.
    #[arg(long, value_name = "NAME")]
    out: Option<PathBuf>,
}

/// Options that a compared search has in addition.
#[derive(Clone, Debug)]
struct Change {
    text: String,
    options: Vec<(String, String)>,
}

/// Parses options with commas between them.
fn change(text: &str) -> Result<Change, String> {
    let option = |part: &str| {
        let (name, value) = part.split_once('=').ok_or_else(|| format!("'{part}': expected OPTION=VALUE"))?;
        Ok::<_, String>((name.trim().to_owned(), value.trim().to_owned()))
    };
    let options = text.split(',').map(option).collect::<Result<_, _>>()?;
    Ok(Change { text: text.to_owned(), options })
}

/// A set of switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Set {
    /// The player's own.
    Default,
    /// What does not change the value at a fixed depth.
    Exact,
    /// The classical techniques with their constants.
    Classical,
    /// The techniques of the thesis on xiangqi with the classical constants.
    Thesis,
}

impl Set {
    /// The options that turn it on.
    pub(crate) fn options(self) -> Vec<(&'static str, String)> {
        self.variations().first().map_or_else(Vec::new, |set| set.options().to_vec())
    }

    fn variations(self) -> Vec<Variation> {
        match self {
            Set::Default => Variation::of_default(),
            Set::Exact => Variation::of_set("exact", Enhancements::exact(), Parameters::default()),
            Set::Classical => Variation::of_set("classical", Enhancements::classical(), Parameters::classical()),
            Set::Thesis => Variation::of_set("thesis", Enhancements::thesis(), Parameters::thesis()),
        }
    }
}

/// A search that is compared with the usual one.
struct Compared<G: Notation> {
    name: String,
    player: Box<dyn Player<G>>,
    /// The nodes to each depth; the last one is that which is timed.
    nodes: Vec<u64>,
    /// The logarithms of the ratios of processor time, one for each round.
    logs: Vec<f64>,
}

/// All searches of a comparison.
struct Comparison<G: Notation> {
    /// The depths at which nodes are counted; the last one is that which is timed.
    depths: RangeInclusive<u32>,
    usual: Compared<G>,
    /// Those that differ from the usual one.
    found: Vec<Compared<G>>,
    /// The names of those that visit the same nodes.
    same: Vec<String>,
}

impl<G: Notation> Compared<G> {
    /// The ratio of processor time and the ends of its 95 % interval; `None` if it was not measured.
    fn time(&self) -> Option<(f64, [f64; 2])> {
        let (mean, half) = mean_and_half_width(&self.logs);
        (!self.logs.is_empty()).then(|| (mean.exp(), [(mean - half).exp(), (mean + half).exp()]))
    }

    /// The nodes to the greatest depth.
    fn deepest(&self) -> u64 {
        self.nodes.last().copied().unwrap_or(0)
    }

    /// The nodes to the greatest depth relative to those of another search.
    fn nodes_ratio(&self, usual: &Compared<G>) -> f64 {
        self.deepest() as f64 / usual.deepest().max(1) as f64
    }

    fn is_known(&self, precision: f64) -> bool {
        self.logs.len() >= MIN_ROUNDS && mean_and_half_width(&self.logs).1 <= precision
    }
}

/// The mean of some values, and half the width of its 95 % interval by Student's distribution.
fn mean_and_half_width(values: &[f64]) -> (f64, f64) {
    /// The quantiles for 1, 2, … degrees of freedom; the last one, which is too large, for more.
    const QUANTILES: [f64; 10] = [12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23];
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let Some(freedom) = values.len().checked_sub(2) else { return (mean, f64::INFINITY) };
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let quantile = QUANTILES[freedom.min(QUANTILES.len() - 1)];
    (mean, quantile * (variance / count).sqrt())
}

/// Compares the searches and prints the table.
///
/// # Errors
/// If the game's player has no switches, an option is refused, or a file cannot be written.
pub(crate) fn run<G: Notation>(game: &LabGame<G>, args: &AblationArgs, line: &str) -> Result<(), Reason> {
    let kit = game.kit().with_rules(&args.rules)?;
    let positions = positions(game, &kit, args)?;
    let mut all = searches(&kit, args, &positions)?;
    if args.seconds > 0 {
        measure(&mut all, &positions, args);
    }
    let key = |search: &Compared<G>| search.time().map_or(search.nodes_ratio(&all.usual), |(ratio, _)| ratio);
    all.found.sort_by(|a, b| key(b).total_cmp(&key(a)));
    say::result(table(&all))?;
    if let Some(out) = &args.out {
        write_headed(&beside(out, "csv"), &csv(line, &all))?;
        write_headed(&beside(out, "svg"), &picture(&all)?)?;
    }
    Ok(())
}

/// Some of the positions that were asked for, spread evenly, or drawn openings.
fn positions<G: Notation>(game: &LabGame<G>, kit: &GameKit<G>, args: &AblationArgs) -> Result<Vec<G>, Reason> {
    let wanted = args.positions as usize;
    let all: Vec<G> = match &args.openings {
        Some(name) => {
            let read = |position: &str| Ok(History::read_by(&kit.start, position)?.now().clone());
            let read = openings::read(game, Some(name))?.into_iter().map(|opening| read(&opening.position));
            read.collect::<Result<_, Reason>>()?
        }
        None => kit.bench.positions.iter().map(|(_, position)| position.clone()).collect(),
    };
    if !all.is_empty() {
        return Ok(spread(&all, wanted));
    }
    let openings = &kit.openings;
    let drawn = |number| (openings.draw)(&kit.start, args.seed + number, openings.random_turns);
    (0..args.positions.into()).map(|number| Ok(drawn(number)?.now().clone())).collect()
}

/// At most this number of items, spread evenly.
fn spread<T: Clone>(all: &[T], wanted: usize) -> Vec<T> {
    let chosen = wanted.min(all.len());
    (0..chosen).map(|number| all[number * all.len() / chosen].clone()).collect()
}

/// The usual search and those that are compared with it.
fn searches<G: Notation>(kit: &GameKit<G>, args: &AblationArgs, positions: &[G]) -> Result<Comparison<G>, Reason> {
    let depths = args.from.unwrap_or(args.depth).min(args.depth)..=args.depth;
    let has_table = kit.player().options().iter().any(|option| option.is_named("Hash"));
    let small = has_table.then(|| ("Hash", "2".to_owned()));
    // The options of the command line replace those of the set, and what is compared replaces both.
    let search = |name: &str, set: &Variation, change: &[(String, String)]| -> Result<Compared<G>, Reason> {
        let own: Vec<_> = small.iter().chain(set.options()).cloned().collect();
        let mut player = args.player.player(kit, &own)?;
        change.iter().try_for_each(|(name, value)| player.set_option(name, value))?;
        let nodes = depths.clone().map(|depth| nodes_of(&mut *player, positions, depth)).collect();
        Ok(Compared { name: name.to_owned(), player, nodes, logs: Vec::new() })
    };
    let set = args.set.variations();
    let (base, switches) = set.split_first().ok_or("a set without a search")?;
    let usual = search(base.name(), base, &[])?;
    let (mut found, mut same) = (Vec::new(), Vec::new());
    let bar = resumed_bar(0, switches.len().max(args.compare.len()) as u64);
    let mut add = |one: Compared<G>| {
        bar.inc(1);
        if one.nodes == usual.nodes { same.push(one.name) } else { found.push(one) }
    };
    for change in &args.compare {
        add(search(&format!("with {}", change.text), base, &change.options)?);
    }
    for switch in switches.iter().filter(|_| args.compare.is_empty()) {
        add(search(switch.name(), switch, &[])?);
    }
    bar.finish_and_clear();
    Ok(Comparison { depths, usual, found, same })
}

/// Times pairs of searches until the ratios are known or the time is up.
fn measure<G: Notation>(all: &mut Comparison<G>, positions: &[G], args: &AblationArgs) {
    let Comparison { usual, found, .. } = all;
    let begun = Instant::now();
    let limit = Duration::from_secs(args.seconds);
    let time = |search: &mut Compared<G>| {
        let started = ThreadTime::now();
        nodes_of(&mut *search.player, positions, args.depth);
        started.elapsed().as_secs_f64().max(1e-9)
    };
    let bar = resumed_bar(0, found.len() as u64);
    for round in 0.. {
        for search in &mut *found {
            if search.is_known(args.precision) || (begun.elapsed() > limit && search.logs.len() >= 2) {
                continue;
            }
            let (with, without) = if round % 2 == 0 {
                let usual = time(usual);
                (usual, time(search))
            } else {
                let other = time(search);
                (time(usual), other)
            };
            search.logs.push((without / with).ln());
        }
        let done = found.iter().filter(|search| search.is_known(args.precision)).count();
        bar.set_position(done as u64);
        if done == found.len() || begun.elapsed() > limit && round >= 1 {
            break;
        }
    }
    bar.finish_and_clear();
}

/// The table, the switches that save the most time first.
fn table<G: Notation>(all: &Comparison<G>) -> String {
    let width = all.found.iter().map(|search| search.name.len()).max().unwrap_or(0).max(6);
    let (name, depth) = (&all.usual.name, all.depths.end());
    let mut text = format!("{name} at depth {depth}: {} nodes. Relative to it:\n", all.usual.deepest());
    let is_timed = all.found.iter().any(|search| search.time().is_some());
    let timed =
        if is_timed { format!("  {:>7}  {:>15}  {:>7}", "time", "95 % interval", "nodes/s") } else { String::new() };
    let _ = writeln!(text, "{:width$}  {:>7}{timed}", "search", "nodes");
    for search in &all.found {
        let nodes = search.nodes_ratio(&all.usual);
        let _ = write!(text, "{:width$}  {nodes:>7.3}", search.name);
        if let Some((time, [low, high])) = search.time() {
            let interval = format!("{low:.3} to {high:.3}");
            let _ = write!(text, "  {time:>7.3}  {interval:>15}  {:>7.3}", nodes / time);
        }
        text.push('\n');
    }
    if !all.same.is_empty() {
        let _ = write!(text, "The same nodes: {}", all.same.join(", "));
    }
    text.truncate(text.trim_end().len());
    text
}

/// The same as a table with commas, a row for each search and depth. The percentages are the change in nodes when the
/// switch is turned on: for `without` of the usual search relative to the row, for `with` the other way round.
fn csv<G: Notation>(line: &str, all: &Comparison<G>) -> String {
    let mut text = format!("# {line}\n");
    if !all.same.is_empty() {
        let _ = writeln!(text, "# the same nodes: {}", all.same.join(" "));
    }
    text.push_str("change,switch,depth,nodes,nodes_percent,time_ratio,low,high,rounds\n");
    for (depth, nodes) in all.depths.clone().zip(&all.usual.nodes) {
        let _ = writeln!(text, "full,,{depth},{nodes},,,,,");
    }
    for search in &all.found {
        let (change, name) = search.name.split_once(' ').unwrap_or(("with", &search.name));
        let name = name.replace(',', " ");
        for ((depth, nodes), usual) in all.depths.clone().zip(&search.nodes).zip(&all.usual.nodes) {
            let (on, off) = if change == "without" { (usual, nodes) } else { (nodes, usual) };
            let percent = (*on as f64 / (*off).max(1) as f64 - 1.0) * 100.0;
            let _ = write!(text, "{change},{name},{depth},{nodes},{percent:.2},");
            let _ = match search.time().filter(|_| depth == *all.depths.end()) {
                Some((time, [low, high])) => writeln!(text, "{time:.4},{low:.4},{high:.4},{}", search.logs.len()),
                None => writeln!(text, ",,,"),
            };
        }
    }
    text
}

fn picture<G: Notation>(all: &Comparison<G>) -> Result<String, String> {
    let bars: Vec<_> = all
        .found
        .iter()
        .map(|search| Bar { name: &search.name, nodes: search.nodes_ratio(&all.usual), time: search.time() })
        .collect();
    picture::draw(&format!("{} at depth {}", all.usual.name, all.depths.end()), &bars)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_positions_are_spread_over_all() {
        let all: Vec<u32> = (0..10).collect();
        assert_eq!(spread(&all, 3), [0, 3, 6]);
        assert_eq!(spread(&all, 5), [0, 2, 4, 6, 8]);
        assert_eq!(spread(&all, 1), [0]);
        assert_eq!(spread(&all, 10), all);
        assert_eq!(spread(&all, 99), all);
        assert!(spread(&all[..0], 2).is_empty());
    }

    #[test]
    fn intervals_are_those_of_students_distribution() {
        // Mean 2, standard deviation 1, three values: 4.30 / √3.
        let (mean, half) = mean_and_half_width(&[1.0, 2.0, 3.0]);
        assert!((mean - 2.0).abs() < 1e-12 && (half - 2.483).abs() < 0.001, "{mean} ± {half}");
        assert_eq!(mean_and_half_width(&[1.0]), (1.0, f64::INFINITY));
        assert_eq!(mean_and_half_width(&[5.0; 20]), (5.0, 0.0));
    }
}
