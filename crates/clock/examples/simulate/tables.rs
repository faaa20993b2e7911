//! The tables.

use std::time::{Duration, Instant};

use duiyi_clock::sim::{Conditions, LagModel, Summary, at_equal_time, oracle_regret, run};
use duiyi_clock::{FixedShare, FixedTime};

use crate::Setting;

/// Loss, time used and flags, on the same clock and at equal total time.
pub(crate) fn losses(setting: &Setting, games: u64) {
    println!("{}\n", setting.source);
    for control in &setting.controls {
        let mut conditions = Conditions::new(control.clone(), LagModel::NETWORK);
        (conditions.seed, conditions.speed) = (setting.seed, setting.speed);
        let anchor = run(&FixedShare::new(60.0), &setting.traces, &conditions, games);
        let oracle = oracle_regret(&setting.traces, control, setting.speed);
        println!("{control}: {games} games each, network lag; the oracle loses {oracle:.4} per game\n");
        println!(
            "| Strategy | loss per game | time used | flags | clock × | loss at equal time | gain over fixed-share | ± |"
        );
        println!("|---|---|---|---|---|---|---|---|");
        let target = anchor.mean_used();
        let mut rows: Vec<(Summary, f64, Summary)> = setting
            .strategies
            .iter()
            .map(|strategy| {
                let same_clock = run(&**strategy, &setting.traces, &conditions, games);
                let equal = at_equal_time(&**strategy, &setting.traces, &conditions, games, target);
                (same_clock, equal.factor, equal.summary)
            })
            .collect();
        rows.sort_by(|a, b| a.2.loss().total_cmp(&b.2.loss()));
        for (same, factor, equal) in &rows {
            let gain = equal.gain_over(&anchor);
            println!(
                "| {} | {:.4} ± {:.4} | {:.0} % | {} | {factor:.2} | {:.4} | {:+.4} | {:.4} |",
                same.name,
                same.loss(),
                same.loss_error(),
                100.0 * same.used_share(),
                same.flags,
                equal.loss(),
                gain.mean,
                gain.error
            );
        }
        println!();
    }
}

/// Flags under every lag model, two conditions at a time. The last row of each
/// control answers at once: what it loses on time, nobody can save.
pub(crate) fn flags(setting: &Setting, games: u64) {
    println!("{}\n\nflags in {games} games\n", setting.source);
    let begun = Instant::now();
    let mut played = 0;
    let models = LagModel::ALL;
    let names: Vec<&str> = models.iter().map(|m| m.name).collect();
    println!("| Control | Strategy | {} |\n|---|---|{}", names.join(" | "), "---|".repeat(models.len()));
    let mut strategies = setting.strategies.clone();
    strategies.push(Box::new(FixedTime(Duration::ZERO)));
    for control in &setting.controls {
        for strategy in &strategies {
            let play = |model: &LagModel| {
                let conditions =
                    Conditions { seed: setting.seed, speed: setting.speed, ..Conditions::new(control.clone(), *model) };
                run(&**strategy, &setting.traces, &conditions, games).flags
            };
            let counts: Vec<u64> = std::thread::scope(|scope| {
                let (left, right) = models.split_at(models.len() / 2);
                let other = scope.spawn(|| right.iter().map(play).collect::<Vec<u64>>());
                let mut counts: Vec<u64> = left.iter().map(play).collect();
                counts.extend(other.join().unwrap_or_default());
                counts
            });
            played += games * models.len() as u64;
            let cells: Vec<String> = counts.iter().map(u64::to_string).collect();
            let name = if strategy.name() == "fixed-time" { "(instant)" } else { strategy.name() };
            println!("| {control} | {name} | {} |", cells.join(" | "));
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!("\n{played} games in {seconds:.1} s: {:.0} games a second", played as f64 / seconds);
}
