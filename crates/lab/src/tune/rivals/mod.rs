//! Compares the tuners of Connect6 with the same budget of games.
//!
//! Each tuner starts from the printed values of stones, in the evaluation of the thesis (a table of
//! all lines), plays the same number of games and then a match against the initial values. Row C-F3
//! of docs/sources.md.

mod budget;
mod run;
mod tuner;

use super::{
    selfplay::{MAX_TURNS, Room},
    tally::Tally,
    thinking::Thinking,
};
use crate::{
    files::{Keeper, beside},
    say,
};
use budget::{Budget, Hall};
use clap::{Args, ValueEnum};
use duiyi_arena::show_elo;
use duiyi_game::Reason;
use duiyi_train::state::{load, write_whole};
use run::Run;
use std::{fmt::Write as _, path::PathBuf};
use tuner::Tuner;

/// Options of the comparison.
#[derive(Debug, Args)]
pub(crate) struct RivalsArgs {
    /// Tuners.
    #[arg(value_enum, default_values_t = Tuner::value_variants().to_vec())]
    tuners: Vec<Tuner>,
    /// Games of each run, including self-play games.
    #[arg(long, default_value_t = 1800)]
    games: u64,
    /// Number of runs of each tuner.
    #[arg(long, default_value_t = 3)]
    seeds: u64,
    /// Seed of the first run; each further run adds 1, so processes can divide the seeds.
    #[arg(long, default_value_t = 1)]
    first_seed: u64,
    /// Games of the match of each result against the initial values, an even number.
    #[arg(long, default_value_t = 400)]
    final_games: u64,
    /// Random turns after the first stone.
    #[arg(long, default_value_t = 2)]
    random_turns: u32,
    #[command(flatten)]
    thinking: Thinking,
    /// Standard deviation of a change in hill climbing and annealing, and step of SPSA at the end: of the logarithms of
    /// the values, so that 0.2 is 20 %
    #[arg(long, default_value_t = 0.2)]
    step: f64,
    /// How far a won pair moves a value of SPSA at the end, in steps.
    #[arg(long, default_value_t = 0.02)]
    spsa_rate: f64,
    /// Games of each match in hill climbing and annealing.
    #[arg(long, default_value_t = 20)]
    match_games: u64,
    /// Initial temperature of annealing.
    #[arg(long, default_value_t = 0.3)]
    hot: f64,
    /// Final temperature of annealing.
    #[arg(long, default_value_t = 0.02)]
    cold: f64,
    /// λ of temporal differences, from 0 to 1.
    #[arg(long, default_value_t = 0.7)]
    lambda: f64,
    /// Initial rate of temporal differences; the final rate is a tenth of it.
    #[arg(long, default_value_t = 0.02)]
    temporal_rate: f64,
    /// Maximum number of lines of the genetic algorithm over line codes.
    #[arg(long, default_value_t = 4000)]
    codes: usize,
    /// Where to write: NAME.md (the table), and for each run NAME-TUNER-SEED.json (state and results) and
    /// NAME-TUNER-SEED-values.json (the tuned values, for an engine's eval=pattern:FILE). Existing states are resumed.
    #[arg(long, value_name = "NAME")]
    out: PathBuf,
}

impl RivalsArgs {
    fn budget(&self) -> Budget {
        Budget {
            games: self.games,
            step: self.step,
            spsa_rate: self.spsa_rate,
            match_games: self.match_games,
            temperatures: [self.hot, self.cold],
            lambda: self.lambda,
            temporal_rate: self.temporal_rate,
            codes: self.codes,
        }
    }

    /// The file name of a run.
    fn name(&self, tuner: Tuner, seed: u64) -> PathBuf {
        let mut name = self.out.clone().into_os_string();
        name.push(format!("-{}-{seed}", tuner.word()));
        PathBuf::from(name)
    }
}

/// Runs the comparison and writes the table.
///
/// # Errors
/// If a game can't be played, a file can't be read or written, or a state has other settings.
pub(crate) fn run(args: &RivalsArgs, command: &str) -> Result<(), Reason> {
    let room = Room::new(&crate::games::connect6::game(), args.thinking.control(), MAX_TURNS)?;
    let mut hall = Hall::new(room, args.thinking.clone(), args.random_turns)?;
    let mut results: Vec<(Tuner, u64, Tally, f64)> = Vec::new();
    // Seed by seed: partial results then cover all tuners.
    for seed in args.first_seed..args.first_seed.saturating_add(args.seeds) {
        for &tuner in &args.tuners {
            let name = args.name(tuner, seed);
            let state = beside(&name, "json");
            let mut keeper = Keeper::open(&name)?;
            let mut run: Run = if state.exists() { load(&state)? } else { Run::new(tuner, seed, args.budget()) };
            if !run.is_of(&args.budget()) {
                return Err(format!("{} has other settings; expected another NAME", state.display()).into());
            }
            run.tune(&mut hall, &mut keeper)?;
            run.write_values(&name)?;
            run.judge(&mut hall, args.final_games / 2, &mut keeper)?;
            keeper.keep(&run)?;
            let tally = *run.tally();
            say::news(format_args!("{}, seed {seed}: against the start {tally}", tuner.title()));
            results.push((tuner, seed, tally, run.seconds()));
            write_whole(&beside(&args.out, "md"), &table(args, command, &results)?, |head| head.starts_with(b"`lab "))?;
        }
    }
    say::result(table(args, command, &results)?.trim_end())
}

/// The table of the results so far, in Markdown.
fn table(args: &RivalsArgs, command: &str, results: &[(Tuner, u64, Tally, f64)]) -> Result<String, Reason> {
    let mut text = format!("`{command}`\n\n| tuner | each seed, Elo | all games | Elo | seconds a run |\n");
    text.push_str("|---|---|---|---|---|\n");
    for &tuner in &args.tuners {
        let of: Vec<_> = results.iter().filter(|result| result.0 == tuner).collect();
        if of.is_empty() {
            continue;
        }
        let (mut all, mut seconds) = (Tally::default(), 0.0);
        for (_, _, tally, took) in &of {
            all.join(tally);
            seconds += took;
        }
        let each: Vec<String> = of.iter().map(|result| format!("{:+.0}", result.2.elo().value)).collect();
        let (each, elo, seconds) = (each.join(", "), show_elo(all.elo()), seconds / of.len() as f64);
        writeln!(text, "| {} | {each} | {} | {elo} | {seconds:.0} |", tuner.title(), all.games())?;
    }
    Ok(text)
}
