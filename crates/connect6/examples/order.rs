//! Fits the values of stones, which order the candidates, to the stones played in games: of all
//! empty points the one played shall be likely, where the likelihood of a point grows with the sum
//! of its values over the four lines (a conditional logit, which has a single optimum).
//!
//! ```text
//! cargo run --release -p duiyi-connect6 --example order -- OUT GAMES…
//! ```
//!
//! A line of a game file has any fields separated by `|`, the turns last. A tenth of the games is
//! held out for validation. Positions with a row to complete or a threat to meet are left out:
//! there the rules determine the stone.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use duiyi_connect6::evaluation::{Evaluation, ScoredPoint, StoneWeights, Tables, Weights};
use duiyi_connect6::notation::game_line;
use duiyi_connect6::patterns::Shape;
use duiyi_connect6::{Board, Rules, Side};
use std::{error::Error, fs, io::Write, sync::Arc};

const VALUES: usize = StoneWeights::VALUES;
/// The kinds of a point, counted.
type Features = [u8; VALUES];

/// A choice: the kinds of empty points with their numbers, and the one taken.
struct Choice {
    kinds: Vec<(Features, u16)>,
    taken: usize,
}

/// The value of one natural unit of likelihood.
const UNIT: f64 = 400.0;

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
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [out, files @ ..] = &arguments[..] else { return Err("expected an output and game files".into()) };
    let tables = Arc::new(Tables::new(Rules::CONNECT6, &Weights::tuned()));
    let (mut learnt, mut held) = (Vec::new(), Vec::new());
    let mut number = 0;
    for file in files {
        for line in fs::read_to_string(file)?.lines().filter(|line| !line.starts_with('#')) {
            let turns = line.rsplit('|').next().unwrap_or_default().trim();
            let Ok(game) = game_line::read(Rules::CONNECT6, turns) else { continue };
            number += 1;
            choices(&game, &tables, if number % 10 == 0 { &mut held } else { &mut learnt });
        }
    }
    println!("{} choices of {number} games, {} held out", learnt.len(), held.len());
    let mut values = Weights::plain().stone.values().map(|value| f64::from(value) / UNIT);
    // Values that no choice can separate from others remain unchanged.
    let (mut moment, mut square) = ([0.0; VALUES], [0.0; VALUES]);
    let (before, top) = judge(&held, &values);
    println!("by hand: log loss {before:.4}, among the first 4, 8, 14, 24: {top:.1?} %");
    let mut best = (f64::INFINITY, values);
    for epoch in 1..=120 {
        let (mut gradient, mut loss) = ([0.0; VALUES], 0.0);
        for choice in &learnt {
            loss += add_gradient(choice, &values, &mut gradient);
        }
        for i in 0..VALUES {
            let slope = gradient[i] / learnt.len() as f64;
            moment[i] = 0.9 * moment[i] + 0.1 * slope;
            square[i] = 0.99 * square[i] + 0.01 * slope * slope;
            let (m, s): (f64, f64) = (moment[i] / (1.0 - 0.9f64.powi(epoch)), square[i] / (1.0 - 0.99f64.powi(epoch)));
            values[i] -= 0.08 * m / (s.sqrt() + 1e-8);
        }
        if epoch % 20 == 0 {
            let (after, top) = judge(&held, &values);
            println!("epoch {epoch}: {:.4} learnt, {after:.4} held out, {top:.1?} %", loss / learnt.len() as f64);
            if after < best.0 {
                best = (after, values);
            }
        }
    }
    let mut weights = Weights::tuned();
    weights.stone = StoneWeights::from_values(rounded(best.1));
    fs::File::create_new(out)?.write_all(weights.to_string().as_bytes())?;
    Ok(())
}

/// Rounds to whole numbers from 0 up. All gains may be raised together, and all blocks: every point
/// has four of each.
fn rounded(values: [f64; VALUES]) -> [u16; VALUES] {
    let least = |part: &[f64]| part.iter().copied().fold(f64::INFINITY, f64::min);
    let (gains, blocks) = values.split_at(Shape::COUNT);
    let (gain, block) = (least(gains), least(blocks));
    std::array::from_fn(|i| {
        let least = if i < Shape::COUNT { gain } else { block };
        ((values[i] - least) * UNIT).round().clamp(0.0, 65_535.0) as u16
    })
}

fn choices(game: &Board, tables: &Arc<Tables>, out: &mut Vec<Choice>) {
    let mut board = Board::new(game.rules());
    let mut evaluation = Evaluation::new(&board, Arc::clone(tables));
    for put in game.history() {
        let Some(point) = put.point else { return };
        let color = board.to_move();
        let free = !evaluation.can_complete(color, 2) && !evaluation.can_complete(!color, 2);
        if board.stone_count() >= 3 && free {
            let mut kinds: Vec<(Features, u16)> = Vec::new();
            let mut taken = 0;
            let mut buffer = [ScoredPoint::default(); 361];
            for scored in evaluation.best_points(color, &mut buffer) {
                let features = features(&evaluation, scored.point, color);
                let kind = kinds.iter().position(|kind| kind.0 == features).unwrap_or_else(|| {
                    kinds.push((features, 0));
                    kinds.len() - 1
                });
                kinds[kind].1 += 1;
                if scored.point == point {
                    taken = kind;
                }
            }
            out.push(Choice { kinds, taken });
        }
        evaluation.put(point, color);
        board.put(point);
    }
}

fn features(evaluation: &Evaluation, point: duiyi_connect6::Point, color: Side) -> Features {
    let mut features = [0; VALUES];
    for shape in evaluation.shapes(point, color) {
        features[shape.index()] += 1;
    }
    for shape in evaluation.shapes(point, !color) {
        features[Shape::COUNT + shape.index()] += 1;
    }
    features
}

fn value(features: &Features, values: &[f64; VALUES]) -> f64 {
    features.iter().zip(values).map(|(&count, value)| f64::from(count) * value).sum()
}

/// Adds the gradient of a choice's log loss and returns the loss.
fn add_gradient(choice: &Choice, values: &[f64; VALUES], gradient: &mut [f64; VALUES]) -> f64 {
    let logits: Vec<f64> = choice.kinds.iter().map(|(features, _)| value(features, values)).collect();
    let most = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weight = |i: usize| f64::from(choice.kinds[i].1) * (logits[i] - most).exp();
    let total: f64 = (0..logits.len()).map(weight).sum();
    for (i, (features, _)) in choice.kinds.iter().enumerate() {
        let share = weight(i) / total - f64::from(u8::from(i == choice.taken));
        if share.abs() > 1e-6 {
            for (slope, &count) in gradient.iter_mut().zip(features) {
                *slope += share * f64::from(count);
            }
        }
    }
    total.ln() + most - logits[choice.taken]
}

/// The log loss, and the percentage of the stones played that are among the first 4, 8, 14 and 24
/// points.
fn judge(choices: &[Choice], values: &[f64; VALUES]) -> (f64, [f64; 4]) {
    let (mut loss, mut top) = (0.0, [0.0; 4]);
    for choice in choices {
        loss += add_gradient(choice, values, &mut [0.0; VALUES]);
        let own = value(&choice.kinds[choice.taken].0, values);
        let better: u16 =
            choice.kinds.iter().filter(|kind| value(&kind.0, values) > own + 1e-9).map(|kind| kind.1).sum();
        for (top, most) in top.iter_mut().zip([4, 8, 14, 24]) {
            *top += f64::from(u8::from(better < most));
        }
    }
    let n = choices.len().max(1) as f64;
    (loss / n, top.map(|top| 100.0 * top / n))
}
