//! SPSA on the constants of the player: its widths, what it makes of stone values and
//! standing threats, and the constants of its search.

use super::{
    SAVE_AFTER, WeightsSpec,
    duel::{self, Side, Thinking},
};
use crate::run::progress_bar;
use clap::Args;
use duiyi_connect6::{evaluation::Weights, player::UnknownParameter};
use duiyi_tune::{
    Parameter, ParameterSet,
    spsa::{Climb, Settings, Trial},
    state::{load, save},
};
use std::{error::Error, path::PathBuf, time::Instant};

/// What to tune, and by which games.
#[derive(Debug, Args)]
pub(crate) struct SpsaArgs {
    /// Constants of the player or its search: NAME=START,MIN,MAX,STEP; the step is the perturbation at the end.
    #[arg(required = true)]
    parameters: Vec<Parameter>,
    /// Where to write: NAME.json (state). With a state there it goes on.
    #[arg(long, value_name = "NAME")]
    out: PathBuf,
    /// How many iterations.
    #[arg(long, default_value_t = 1000)]
    iterations: u64,
    /// Pairs of games an iteration, played at the same time.
    #[arg(long, default_value_t = 1)]
    pairs: u64,
    /// How far a won pair moves a constant at the end, in its steps.
    #[arg(long, default_value_t = 0.02)]
    rate: f64,
    /// The weights: plain, tuned or a file.
    #[arg(long, default_value = "tuned")]
    weights: WeightsSpec,
    /// Turns at random after the first stone.
    #[arg(long, default_value_t = 1)]
    random_turns: u32,
    #[command(flatten)]
    thinking: Thinking,
    /// Seed of directions and openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Climbs and says where it ended.
pub(crate) fn run(args: &SpsaArgs) -> Result<(), Box<dyn Error>> {
    let state = args.out.with_extension("json");
    let weights = args.weights.read()?;
    let start = ParameterSet::new(args.parameters.clone())?;
    side(args, &weights, &start)?;
    let mut climb: Climb = if state.exists() {
        load(&state)?
    } else {
        let settings = Settings { iterations: args.iterations, rate: args.rate, seed: args.seed };
        Climb::new(start.clone(), settings)
    };
    if !climb.values().iter().map(|parameter| &parameter.name).eq(start.iter().map(|parameter| &parameter.name)) {
        return Err(format!("{} is of other constants", state.display()).into());
    }
    let bar = progress_bar();
    bar.set_length(climb.settings().iterations);
    bar.set_position(climb.iteration());
    bar.reset_eta();
    let mut written = Instant::now();
    while let Some(trial) = climb.next_trial() {
        let result = play(args, &weights, &trial)?;
        climb.report(&trial, result);
        if written.elapsed() > SAVE_AFTER {
            save(&state, &climb)?;
            written = Instant::now();
        }
        bar.inc(1);
        bar.set_message(show(climb.values()));
    }
    bar.finish_and_clear();
    save(&state, &climb)?;
    println!("{}", show(climb.values()));
    Ok(())
}

/// The constants as `name=value`.
fn show(values: &ParameterSet) -> String {
    let words = values.iter().map(|parameter| format!("{}={:.0}", parameter.name, parameter.value));
    words.collect::<Vec<_>>().join(" ")
}

/// A side with these constants.
fn side(args: &SpsaArgs, weights: &Weights, values: &ParameterSet) -> Result<Side, UnknownParameter> {
    let mut side = Side::new(weights, &args.thinking);
    for parameter in values.iter() {
        side.player.set_parameter(&parameter.name, parameter.value.round() as i32)?;
    }
    Ok(side)
}

/// Plays the pairs of an iteration: the score of plus less that of minus, from −1 to 1.
fn play(args: &SpsaArgs, weights: &Weights, trial: &Trial) -> Result<f64, UnknownParameter> {
    let pair = |number: u64| {
        let (mut plus, mut minus) = (side(args, weights, &trial.plus)?, side(args, weights, &trial.minus)?);
        let seed = args.seed ^ (trial.iteration * args.pairs + number) << 32;
        let [one, other] = duel::pair(&mut plus, &mut minus, &duel::opening(seed, args.random_turns));
        Ok(f64::from(one + other) / 2.0)
    };
    let results: Result<Vec<f64>, UnknownParameter> = std::thread::scope(|scope| {
        let games: Vec<_> = (0..args.pairs).map(|number| scope.spawn(move || pair(number))).collect();
        let join = |game: std::thread::ScopedJoinHandle<'_, _>| {
            game.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        games.into_iter().map(join).collect()
    });
    Ok(results?.iter().sum::<f64>() / args.pairs.max(1) as f64)
}
