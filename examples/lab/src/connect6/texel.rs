//! Tunes the values of positions on the results of games.
//!
//! A position is a sum: over the pairs of shapes, how many empty points have
//! it times its weight, once for the side to move and once for the other; and
//! the weights are one set where a turn begins and one where its last stone is
//! left. The trainer's two ends of the phase are those two.

use super::WeightsSpec;
use crate::run::spinner;
use clap::Args;
use duiyi_connect6::{
    Board, Color, Rules,
    evaluation::{Evaluation, PAIRS, PositionWeights, Role, Tables, Weights},
    notation::game_line,
    solver::{Limits, Solver, Verdict},
};
use duiyi_tune::{
    Curve,
    state::{save, write_whole},
    texel::{Sample, Samples, Settings, Trainer, Weight, error, fit_k},
};
use std::{error::Error, fs, path::PathBuf, sync::Arc};

/// How to tune.
#[derive(Debug, Args)]
pub(crate) struct TexelArgs {
    /// Files of games, a line each: fields split by " | ", the turns last, the result (B, W or D) the first field
    /// that is one of these letters.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The weights to start from: plain, tuned or a file.
    #[arg(long, default_value = "plain")]
    start: WeightsSpec,
    /// Where to write: NAME.txt (weights), NAME.csv and NAME.svg (learning curve), NAME.json (state).
    #[arg(long, value_name = "NAME")]
    out: PathBuf,
    /// Every so manyth game is held out.
    #[arg(long, default_value_t = 10)]
    hold_out: usize,
    /// Stones at the beginning of each game that are left out: an opening at random says nothing.
    #[arg(long, default_value_t = 5)]
    skip: usize,
    /// Positions whose side to move wins by double threats, as far as so many positions show, are left out: the
    /// search asks the solver there and not the evaluation.
    #[arg(long, default_value_t = 300)]
    solver: u64,
    /// How many units are odds of 10 to 1.
    #[arg(long, default_value_t = 400.0)]
    unit: f64,
    /// Adam's step in units.
    #[arg(long, default_value_t = 0.5)]
    rate: f64,
    /// L2 penalty toward the start, in squared error for a unit.
    #[arg(long, default_value_t = 1e-7)]
    pull: f64,
    /// The most epochs.
    #[arg(long, default_value_t = 200)]
    epochs: u32,
    /// Seed of the order of positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The features: pairs of the side to move, pairs of the other, the move itself.
const FEATURES: usize = 2 * PAIRS + 1;

/// The weights as the trainer has them: where a turn begins, and at its last stone.
fn vector(weights: &Weights) -> Vec<Weight> {
    let of = |role: Role, pair: usize| f64::from(weights.position.points[role as usize][pair]);
    (0..PAIRS)
        .map(|pair| [of(Role::FullTurn, pair), of(Role::LastStone, pair)])
        .chain((0..PAIRS).map(|pair| [of(Role::WaitingFull, pair), of(Role::WaitingOne, pair)]))
        .chain([[f64::from(weights.position.tempo[1]), f64::from(weights.position.tempo[0])]])
        .collect()
}

/// The inverse, rounded.
fn weights(start: &Weights, vector: &[Weight], scale: f64) -> Weights {
    let mut weights = start.clone();
    let round = |value: f64| (value * scale).round().clamp(-32_000.0, 32_000.0) as i16;
    for pair in 0..PAIRS {
        let points = &mut weights.position.points;
        points[Role::FullTurn as usize][pair] = round(vector[pair][0]);
        points[Role::LastStone as usize][pair] = round(vector[pair][1]);
        points[Role::WaitingFull as usize][pair] = round(vector[PAIRS + pair][0]);
        points[Role::WaitingOne as usize][pair] = round(vector[PAIRS + pair][1]);
    }
    weights.position.tempo = [round(vector[2 * PAIRS][1]), round(vector[2 * PAIRS][0])];
    weights
}

/// The positions of a game that the search would evaluate, each with its result.
fn positions(
    turns: &str,
    result: f32,
    args: &TexelArgs,
    tables: &Arc<Tables>,
    solver: &mut Solver,
    mut give: impl FnMut(Sample),
) -> Result<(), Box<dyn Error>> {
    let rules = Rules::CONNECT6;
    let whole = game_line::read(rules, turns)?;
    let mut board = Board::new(rules);
    let mut evaluation = Evaluation::new(&board, Arc::clone(tables));
    for put in whole.history() {
        let Some(point) = put.point else { continue };
        let (to_move, left) = (board.to_move(), board.stones_left());
        let quiet = board.stone_count() >= args.skip
            && !evaluation.can_complete(to_move, left)
            && !evaluation.can_complete(!to_move, rules.p());
        let limits = Limits { nodes: args.solver, ..Limits::default() };
        if quiet && (left < rules.p() || !matches!(solver.solve(&board, &limits), Verdict::Win { .. })) {
            let counts = [(to_move, 1), (!to_move, -1)].map(|(color, sign)| {
                let counts = evaluation.pair_counts(color);
                counts.map(|count| sign * count as i16)
            });
            let features = counts
                .concat()
                .into_iter()
                .chain([1])
                .zip(0..)
                .filter(|&(count, _)| count != 0)
                .map(|(count, feature)| (feature, count))
                .collect();
            let target = if to_move == Color::Black { result } else { 1.0 - result };
            let phase = if left > 1 { 1.0 } else { 0.0 };
            give(Sample { features, phase, scale: 1.0, target });
        }
        evaluation.put(point, to_move);
        board.put(point);
    }
    Ok(())
}

/// Tunes and writes the weights.
pub(crate) fn run(args: &TexelArgs, command: &str) -> Result<(), Box<dyn Error>> {
    let start = args.start.read()?;
    let tables = Arc::new(Tables::new(Rules::CONNECT6, &start));
    let mut solver = Solver::new(Rules::CONNECT6, 1 << 20);
    let [mut training, mut held_out] = [Samples::new(FEATURES), Samples::new(FEATURES)];
    let (mut games, bar) = (0, spinner());
    for path in &args.games {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
            let (header, turns) = game_line::split_header(line);
            let result = match header.iter().find(|field| matches!(**field, "B" | "W" | "D")) {
                Some(&"B") => 1.0,
                Some(&"W") => 0.0,
                Some(_) => 0.5,
                // Unfinished.
                None => continue,
            };
            let samples = if games % args.hold_out == 0 { &mut held_out } else { &mut training };
            solver.clear();
            let mut refused = None;
            positions(turns, result, args, &tables, &mut solver, |sample| refused = samples.push(&sample).err())
                .map_err(|error| format!("{}, line {}: {error}", path.display(), number + 1))?;
            if let Some(error) = refused {
                return Err(error.into());
            }
            games += 1;
            bar.set_message(format!("{games} games"));
            bar.tick();
        }
    }
    let first = vector(&start);
    let k = fit_k(&training, &first);
    let (before, held_before) = (error(&training, &first, k), error(&held_out, &first, k));
    eprintln!("{games} games, {} positions and {} held out; k {k:.5}", training.len(), held_out.len());
    let TexelArgs { rate, pull, epochs, seed, .. } = *args;
    let settings = Settings { k, rate, pull, epochs, seed, ..Settings::default() };
    let mut trainer = Trainer::new(&training, &held_out, first, settings);
    let mut curve = Curve::new("epoch", &["training", "held out"]);
    curve.push(0.0, &[before, held_before]);
    let path = |end: &str| args.out.with_extension(end);
    let mut failed = None;
    trainer.run(|progress, state| {
        curve.push(f64::from(progress.epoch), &[progress.training, progress.held_out]);
        bar.set_message(format!(
            "epoch {}: {:.5}, held out {:.5}",
            progress.epoch, progress.training, progress.held_out
        ));
        bar.tick();
        failed = save(&path("json"), state).err();
        failed.is_none()
    });
    bar.finish_and_clear();
    if let Some(error) = failed {
        return Err(error.into());
    }
    let state = trainer.state();
    // The unit by which the weights are told: 10 to 1.
    let scale = k * args.unit * f64::from(PositionWeights::GRAIN) / 10f64.ln();
    let tuned = weights(&start, &state.best, scale);
    let summary = format!(
        "{games} games, {} positions; mean squared error on {} positions of other games {held_before:.5} before, {:.5} after {} epochs",
        training.len(),
        held_out.len(),
        state.best_error,
        state.best_epoch
    );
    write_whole(&path("txt"), &format!("# {command}\n# {summary}\n{tuned}"))?;
    write_whole(&path("csv"), &curve.to_string())?;
    write_whole(&path("svg"), &curve.svg("mean squared error of the expected result")?)?;
    println!("{summary}");
    Ok(())
}
