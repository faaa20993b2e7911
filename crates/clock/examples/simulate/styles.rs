//! Styles of play by phase (row T-21b of docs/sources.md): time used and losses of each
//! strategy.

use std::error::Error;
use std::path::{Path, PathBuf};

use duiyi_clock::sim::{LagModel, Summary, at_equal_time, run};
use duiyi_clock::{FixedShare, Phase, TimeControl};

use crate::Setting;
use crate::plots::{Axis, Curve, draw};

/// The strategies under a control, each on a clock scaled so that it uses as much time as the fixed share.
fn played(setting: &Setting, control: &TimeControl, games: u64) -> Vec<Summary> {
    let conditions = setting.conditions(control, LagModel::NETWORK);
    let target = run(&FixedShare::new(60.0), &setting.traces, &conditions, games).mean_used();
    let equal = |strategy| at_equal_time(strategy, &setting.traces, &conditions, games, target).summary;
    let mut played: Vec<Summary> = setting.strategies.iter().map(|strategy| equal(&**strategy)).collect();
    played.sort_by(|a, b| time_share(b, Phase::Opening).total_cmp(&time_share(a, Phase::Opening)));
    played
}

/// The share of its time that a strategy uses in a phase.
fn time_share(summary: &Summary, phase: Phase) -> f64 {
    let all: f64 = summary.phases.iter().map(|part| part.used.as_secs_f64()).sum();
    if all > 0.0 { summary.phases[phase as usize].used.as_secs_f64() / all } else { 0.0 }
}

/// The loss per hundred moves of a phase, in points.
fn loss(summary: &Summary, phase: Phase) -> f64 {
    let part = summary.phases[phase as usize];
    100.0 * part.loss / part.moves.max(1) as f64
}

/// The correlation of two series; 0 if one of them is constant.
fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let count = pairs.len().max(1) as f64;
    let (a, b) = (pairs.iter().map(|p| p.0).sum::<f64>() / count, pairs.iter().map(|p| p.1).sum::<f64>() / count);
    let sum = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>();
    let (both, first, second) =
        (sum(&|p| (p.0 - a) * (p.1 - b)), sum(&|p| (p.0 - a).powi(2)), sum(&|p| (p.1 - b).powi(2)));
    if first * second > 0.0 { both / (first * second).sqrt() } else { 0.0 }
}

/// Prints the table of a control, and draws the loss by phase into a folder.
pub(crate) fn styles(setting: &Setting, games: u64, folder: Option<&Path>) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut written = Vec::new();
    for control in &setting.controls {
        let rows = played(setting, control, games);
        println!("{control}: {games} games each at equal total time, network lag\n");
        println!(
            "| Strategy | time: opening | middlegame | endgame | lost in 100 moves: opening | middlegame | endgame |"
        );
        println!("|---|---|---|---|---|---|---|");
        for row in &rows {
            let [times, losses] = [
                Phase::ALL.map(|phase| format!("{:.1} %", 100.0 * time_share(row, phase))),
                Phase::ALL.map(|phase| format!("{:.3}", loss(row, phase))),
            ];
            println!("| {} | {} | {} |", row.name, times.join(" | "), losses.join(" | "));
        }
        let of = |phase| correlation(&rows.iter().map(|r| (time_share(r, phase), loss(r, phase))).collect::<Vec<_>>());
        let texts = Phase::ALL.map(|phase| format!("{:+.2}", of(phase)));
        println!("| correlation of time and loss | | | | {} |\n", texts.join(" | "));
        if let Some(folder) = folder {
            let curve = |row: &Summary| -> Curve {
                (row.name.clone(), Phase::ALL.map(|phase| (1.0 + phase as usize as f64, loss(row, phase))).to_vec())
            };
            let curves: Vec<Curve> = rows.iter().map(curve).collect();
            let path = folder.join(format!("styles-{}.svg", crate::plots::safe(control)));
            let title = format!("Loss by phase at {control}, equal total time ({})", setting.source);
            let labels = ["1 opening, 2 middlegame, 3 endgame", "points lost in 100 moves"];
            draw(&path, &title, labels, [Axis::Linear, Axis::Linear], &curves)?;
            written.push(path);
        }
    }
    Ok(written)
}
