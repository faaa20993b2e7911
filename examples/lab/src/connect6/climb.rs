//! SPSA on the values of stones: what the genetic algorithm is measured against.

use super::{
    SAVE_AFTER,
    duel::{self, ByGames, Side},
    evolve::constraints,
};
use crate::run::spinner;
use clap::Args;
use duiyi_connect6::evaluation::{StoneWeights, Weights};
use duiyi_tune::{
    Parameter, ParameterSet,
    spsa::{Climb, Settings},
    state::{load, save, write_whole},
};
use std::{error::Error, path::PathBuf, time::Instant};

/// How to climb.
#[derive(Debug, Args)]
pub(crate) struct ClimbArgs {
    #[command(flatten)]
    games: ByGames,
    /// Iterations of two games each.
    #[arg(long, default_value_t = 900)]
    iterations: u64,
    /// A step in the logarithm of a value: a tenth is 10 %.
    #[arg(long, default_value_t = 0.2)]
    step: f64,
    /// How far a value moves for a won pair at the end, in steps.
    #[arg(long, default_value_t = 0.05)]
    rate: f64,
    /// Where to write: NAME.txt (weights) and NAME.json (state). With a state there it goes on.
    #[arg(long, value_name = "NAME")]
    out: PathBuf,
}

/// The weights of logarithms. A value of 0 stays 0.
fn with(start: &Weights, logarithms: &ParameterSet) -> Weights {
    let mut values = start.stone.values();
    for (value, name) in values.iter_mut().zip(StoneWeights::names()) {
        if let Some(logarithm) = logarithms.get(&name) {
            *value = logarithm.exp().round().clamp(0.0, 65_535.0) as u16;
        }
    }
    constraints(&start.stone).enforce(&mut values);
    Weights { stone: StoneWeights::from_values(values), ..start.clone() }
}

/// Climbs and writes.
pub(crate) fn run(args: &ClimbArgs, command: &str) -> Result<(), Box<dyn Error>> {
    let ByGames { start, random_turns, thinking, seed } = &args.games;
    let start = start.read()?;
    let path = |end: &str| args.out.with_extension(end);
    let mut climb = if path("json").exists() {
        load(&path("json"))?
    } else {
        // Values reach from tens to thousands: their logarithms have one step.
        let parameters = StoneWeights::names()
            .zip(start.stone.values())
            .filter(|(_, value)| *value > 0)
            .map(|(name, value)| Parameter::new(&name, f64::from(value).ln(), 0.0, 65_535f64.ln(), args.step))
            .collect::<Result<Vec<_>, _>>()?;
        let settings = Settings { iterations: args.iterations, rate: args.rate, seed: *seed };
        Climb::new(ParameterSet::new(parameters)?, settings)
    };
    let bar = spinner();
    let mut written = Instant::now();
    while let Some(trial) = climb.next_trial() {
        let mut sides = [&trial.plus, &trial.minus].map(|values| Side::new(&with(&start, values), thinking));
        let [plus, minus] = &mut sides;
        let opening = duel::opening(seed ^ trial.iteration << 32, *random_turns);
        let [one, other] = duel::pair(plus, minus, &opening);
        climb.report(&trial, f64::from(one + other) / 2.0);
        if written.elapsed() > SAVE_AFTER {
            save(&path("json"), &climb)?;
            written = Instant::now();
        }
        bar.set_message(format!("iteration {} of {}", climb.iteration(), climb.settings().iterations));
        bar.tick();
    }
    bar.finish_and_clear();
    save(&path("json"), &climb)?;
    let weights = with(&start, climb.values());
    let games = 2 * climb.iteration();
    write_whole(&path("txt"), &format!("# {command}\n# {} iterations, {games} games\n{weights}", climb.iteration()))?;
    println!("{} iterations, {games} games", climb.iteration());
    Ok(())
}
