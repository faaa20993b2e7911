//! Tunes constants of the search by games of our own engine against itself.

use crate::{
    evaluation::EvaluationSpec,
    own_engine::OwnEngine,
    run::{progress_bar, read_openings},
};
use clap::Args;
use duiyi_arena::{Adjudication, Entrant, Format, Opening, Plan, Rules, TimeControl, Told, Tournament};
use duiyi_search::{Scheme, Skill};
use duiyi_tune::{
    Curve, Parameter, ParameterSet,
    spsa::{Climb, Settings, Trial},
    state::{load, save, write_whole},
};
use duiyi_xiangqi::{GameRules, Xiangqi};
use serde::{Deserialize, Serialize};
use std::{
    error::Error,
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

/// What to tune, and by which games.
#[derive(Debug, Args)]
pub(crate) struct SpsaArgs {
    /// Constants of the search: NAME=START,MIN,MAX,STEP; the step is the perturbation at the end.
    #[arg(required = true)]
    parameters: Vec<Parameter>,
    /// Where to write: NAME.json (state), NAME.csv and NAME.svg (the way of the constants, in steps from the start).
    #[arg(long, value_name = "NAME")]
    out: PathBuf,
    /// Go on from NAME.json; the command line must name the same constants.
    #[arg(long)]
    resume: bool,
    /// How many iterations.
    #[arg(long, default_value_t = 1000)]
    iterations: u64,
    /// Pairs of games an iteration.
    #[arg(long, default_value_t = 1)]
    pairs: u64,
    /// How far a won pair moves a constant at the end, in its steps.
    #[arg(long, default_value_t = 0.02)]
    rate: f64,
    /// Nodes a move.
    #[arg(long, default_value_t = 4000)]
    nodes: u64,
    /// Openings, EPD; without it every game starts from the initial position.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Rule set.
    #[arg(long, default_value = "asian-120")]
    rules: GameRules,
    /// Games at a time.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// The table of each player in MiB.
    #[arg(long, default_value_t = 4)]
    hash: usize,
    /// The evaluation of both: tuned, hand, thesis or a file.
    #[arg(long, default_value = "tuned")]
    eval: EvaluationSpec,
    /// Seed of directions and openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A run as it is kept in its file.
#[derive(Serialize, Deserialize)]
struct Kept {
    climb: Climb,
    start: ParameterSet,
    curve: Curve,
}

/// Climbs and writes the way.
pub(crate) fn run(args: &SpsaArgs) -> Result<(), Box<dyn Error>> {
    let path = |end: &str| {
        let mut name = args.out.clone().into_os_string();
        name.push(".");
        name.push(end);
        PathBuf::from(name)
    };
    let start = ParameterSet::new(args.parameters.clone())?;
    engine(args, "start", &start).parameters()?;
    let rules = Told::<Xiangqi>::new(&args.rules.to_string()).map_err(|error| error.to_string())?;
    let openings = read_openings(args.openings.as_deref(), &rules)?;
    let mut kept = if args.resume {
        let kept: Kept = load(&path("json"))?;
        if kept.start != start {
            return Err("the state is of other constants".into());
        }
        kept
    } else {
        let names: Vec<&str> = start.iter().map(|parameter| parameter.name.as_str()).collect();
        let settings = Settings { iterations: args.iterations, rate: args.rate, seed: args.seed };
        Kept { climb: Climb::new(start.clone(), settings), curve: Curve::new("iteration", &names), start }
    };
    let bar = progress_bar();
    bar.set_length(kept.climb.settings().iterations);
    bar.set_position(kept.climb.iteration());
    bar.reset_eta();
    while let Some(trial) = kept.climb.next_trial() {
        let result = play(args, &rules, &openings, &trial)?;
        kept.climb.report(&trial, result);
        let way: Vec<f64> = kept
            .climb
            .values()
            .iter()
            .zip(kept.start.iter())
            .map(|(now, start)| (now.value - start.value) / start.step)
            .collect();
        kept.curve.push(trial.iteration as f64, &way);
        save(&path("json"), &kept)?;
        bar.inc(1);
        bar.set_message(show(kept.climb.values()));
    }
    bar.finish_and_clear();
    write_whole(&path("csv"), &kept.curve.to_string())?;
    write_whole(&path("svg"), &kept.curve.svg("steps from the start")?)?;
    println!("{}", show(kept.climb.values()));
    Ok(())
}

/// The constants as the description of an engine takes them.
fn show(values: &ParameterSet) -> String {
    let words = values.iter().map(|parameter| format!("param.{}={:.0}", parameter.name, parameter.value));
    words.collect::<Vec<_>>().join(" ")
}

fn engine(args: &SpsaArgs, name: &str, values: &ParameterSet) -> OwnEngine {
    OwnEngine {
        name: name.to_owned(),
        hash: args.hash,
        threads: 1,
        scheme: Scheme::default(),
        skill: Skill::FULL,
        seed: args.seed,
        switches: Vec::new(),
        parameters: values.iter().map(|parameter| (parameter.name.clone(), parameter.value.round() as i32)).collect(),
        evaluation: args.eval.clone(),
    }
}

/// Plays the pairs of an iteration: the score of plus less that of minus, from −1 to 1.
fn play(args: &SpsaArgs, rules: &dyn Rules, openings: &[Opening], trial: &Trial) -> Result<f64, Box<dyn Error>> {
    let entrants: Vec<Box<dyn Entrant>> =
        vec![Box::new(engine(args, "plus", &trial.plus)), Box::new(engine(args, "minus", &trial.minus))];
    let tournament = Tournament {
        rules,
        entrants,
        openings: openings.to_vec(),
        plan: Plan { format: Format::Gauntlet, rounds: args.pairs, seed: args.seed.wrapping_add(trial.iteration) },
        control: TimeControl::Nodes(args.nodes),
        margin: Duration::ZERO,
        adjudication: Adjudication::default(),
        sprt: None,
        concurrency: args.concurrency,
        fresh_players: false,
    };
    let stop = AtomicBool::new(false);
    let (standings, _) = tournament.run(Vec::new(), None, &mut |_| {}, &stop)?;
    debug_assert!(!stop.load(Ordering::Relaxed));
    Ok(2.0 * standings.first_pairing().games.mean() - 1.0)
}
