//! What each switch of a game's search is worth to a depth: nodes, exactly, and processor time, in pairs.
//!
//! The usual search and a variation of it are timed in turn, the order turned over from round to round, so that a
//! machine that slows down slows both; what counts is the ratio within each pair. Rounds go on until the interval of
//! every ratio is narrow, or the time is up.

use crate::{
    files::{beside, write_headed},
    games::LabGame,
    progress::resumed_bar,
    say,
};
use clap::{Args, ValueEnum};
use cpu_time::ThreadTime;
use duiyi_engine::{Player, Variation, nodes_of};
use duiyi_game::{Notation, Reason};
use duiyi_kit::{GameKit, cli::PlayerArguments};
use duiyi_search::{Enhancements, Parameters};
use std::{
    fmt::Write,
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
    /// Number of positions: those of the bench, or else drawn openings.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,
    /// The set of switches to start from; the default is the player's own, with every other switch turned on, too.
    #[arg(long, value_enum, default_value_t = Set::Default)]
    set: Set,
    /// Rule set.
    #[arg(long, default_value = "", hide_default_value = true)]
    rules: String,
    #[command(flatten)]
    player: PlayerArguments,
    /// The time for all measurements in seconds.
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

/// A set of switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Set {
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
    fn variations(self) -> Vec<Variation> {
        match self {
            Set::Default => Variation::of_default(),
            Set::Exact => Variation::of_set("exact", Enhancements::exact(), Parameters::default()),
            Set::Classical => Variation::of_set("classical", Enhancements::classical(), Parameters::classical()),
            Set::Thesis => Variation::of_set("thesis", Enhancements::thesis(), Parameters::classical()),
        }
    }
}

/// A search that is compared with the usual one.
struct Compared<G: Notation> {
    name: String,
    player: Box<dyn Player<G>>,
    nodes: u64,
    /// The logarithms of the ratios of processor time, one for each round.
    logs: Vec<f64>,
}

impl<G: Notation> Compared<G> {
    /// The ratio of processor time and the ends of its 95 % interval.
    fn ratio(&self) -> (f64, [f64; 2]) {
        let (mean, half) = mean_and_half_width(&self.logs);
        (mean.exp(), [(mean - half).exp(), (mean + half).exp()])
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
    let positions = positions(&kit, args)?;
    let mut found = searches(&kit, args, &positions)?;
    let mut usual = found.remove(0);
    measure(&mut usual, &mut found, &positions, args);
    found.sort_by(|a, b| b.ratio().0.total_cmp(&a.ratio().0));
    say::result(table(&usual, &found, args.depth))?;
    if let Some(out) = &args.out {
        write_headed(&beside(out, "csv"), &csv(line, &usual, &found))?;
        write_headed(&beside(out, "svg"), &picture(&found))?;
    }
    Ok(())
}

/// The positions of the bench, spread evenly, or drawn openings.
fn positions<G: Notation>(kit: &GameKit<G>, args: &AblationArgs) -> Result<Vec<G>, Reason> {
    let bench = kit.bench.positions.clone();
    let wanted = args.positions as usize;
    if !bench.is_empty() {
        let step = bench.len().div_ceil(wanted).max(1);
        return Ok(bench.into_iter().step_by(step).map(|(_, position)| position).collect());
    }
    let openings = &kit.openings;
    let drawn = |number| (openings.draw)(&kit.start, args.seed + number, openings.random_turns);
    (0..args.positions.into()).map(|number| Ok(drawn(number)?.now().clone())).collect()
}

/// The usual search and its variations; those that visit the same nodes have no effect and are left out.
fn searches<G: Notation>(kit: &GameKit<G>, args: &AblationArgs, positions: &[G]) -> Result<Vec<Compared<G>>, Reason> {
    let mut found: Vec<Compared<G>> = Vec::new();
    let has_table = kit.player().options().iter().any(|option| option.is_named("Hash"));
    let small = has_table.then(|| ("Hash", "2".to_owned()));
    for variation in args.set.variations() {
        let mut player = args.player.player(kit, small.as_slice())?;
        variation.set(&mut *player)?;
        let nodes = nodes_of(&mut *player, positions, args.depth);
        if found.first().is_none_or(|usual| usual.nodes != nodes) {
            found.push(Compared { name: variation.name().to_owned(), player, nodes, logs: Vec::new() });
        }
    }
    Ok(found)
}

/// Times pairs of searches until the ratios are known or the time is up.
fn measure<G: Notation>(usual: &mut Compared<G>, found: &mut [Compared<G>], positions: &[G], args: &AblationArgs) {
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
fn table<G: Notation>(usual: &Compared<G>, found: &[Compared<G>], depth: u32) -> String {
    let width = found.iter().map(|search| search.name.len()).max().unwrap_or(0).max(6);
    let mut text = format!("{} at depth {depth}: {} nodes. Relative to it:\n", usual.name, usual.nodes);
    let _ =
        writeln!(text, "{:width$}  {:>7}  {:>7}  {:>15}  {:>7}", "search", "nodes", "time", "95 % interval", "nodes/s");
    for search in found {
        let (time, [low, high]) = search.ratio();
        let nodes = search.nodes as f64 / usual.nodes.max(1) as f64;
        let interval = format!("{low:.3} to {high:.3}");
        let _ =
            writeln!(text, "{:width$}  {nodes:>7.3}  {time:>7.3}  {interval:>15}  {:>7.3}", search.name, nodes / time);
    }
    text.truncate(text.trim_end().len());
    text
}

/// The same as a table with commas.
fn csv<G: Notation>(line: &str, usual: &Compared<G>, found: &[Compared<G>]) -> String {
    let mut text =
        format!("# {line}\nsearch,nodes,time ratio,low,high,rounds\n{},{},1,1,1,\n", usual.name, usual.nodes);
    for search in found {
        let (time, [low, high]) = search.ratio();
        let _ = writeln!(text, "{},{},{time:.4},{low:.4},{high:.4},{}", search.name, search.nodes, search.logs.len());
    }
    text
}

/// The ratios of time on a logarithmic scale, with their intervals.
fn picture<G: Notation>(found: &[Compared<G>]) -> String {
    const LEFT: f64 = 230.0;
    const WIDTH: f64 = 520.0;
    const LINE: f64 = 18.0;
    let height = 50.0 + LINE * found.len() as f64;
    let most = found.iter().flat_map(|search| search.ratio().1).map(|end| end.ln().abs()).filter(|end| end.is_finite());
    let most = most.fold(0.1, f64::max);
    let x = |ratio: f64| LEFT + WIDTH * (0.5 + ratio.ln().clamp(-most, most) / (2.1 * most));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 780 {height:.0}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"780\" height=\"{height:.0}\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"16\">processor time relative to the usual search</text>\n"
    );
    for tick in [0.25, 0.5, 0.8, 1.0, 1.25, 2.0, 4.0_f64].into_iter().filter(|tick| tick.ln().abs() <= most) {
        let (at, end) = (x(tick), height - 6.0);
        let colour = if tick == 1.0 { "#000" } else { "#ccc" };
        let _ = writeln!(
            text,
            "<line x1=\"{at:.1}\" y1=\"36\" x2=\"{at:.1}\" y2=\"{end:.1}\" stroke=\"{colour}\"/>\
             <text x=\"{at:.1}\" y=\"32\" text-anchor=\"middle\">{tick}</text>"
        );
    }
    for (row, search) in found.iter().enumerate() {
        let (time, [low, high]) = search.ratio();
        let y = 48.0 + LINE * row as f64;
        let _ = writeln!(
            text,
            "<text x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{}</text><line x1=\"{:.1}\" y1=\"{y:.1}\" x2=\"{:.1}\" \
             y2=\"{y:.1}\" stroke=\"#36c\" stroke-width=\"2\"/><circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"#36c\"/>",
            LEFT - 10.0,
            y + 4.0,
            search.name,
            x(low),
            x(high),
            x(time)
        );
    }
    text + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_students_distribution() {
        // Mean 2, standard deviation 1, three values: 4.30 / √3.
        let (mean, half) = mean_and_half_width(&[1.0, 2.0, 3.0]);
        assert!((mean - 2.0).abs() < 1e-12 && (half - 2.483).abs() < 0.001, "{mean} ± {half}");
        assert_eq!(mean_and_half_width(&[1.0]), (1.0, f64::INFINITY));
        assert_eq!(mean_and_half_width(&[5.0; 20]), (5.0, 0.0));
    }
}
