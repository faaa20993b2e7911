//! The tables.

use std::error::Error;
use std::time::{Duration, Instant};

use duiyi_clock::sim::{LagModel, Summary, at_equal_time, oracle_regret, run};
use duiyi_clock::{FixedShare, FixedTime, STRATEGY_NAMES, TimeControl};

use crate::Setting;

/// Loss, time used and flags, on the same clock and at equal total time.
pub(crate) fn losses(setting: &Setting, games: u64) {
    println!("{}\n", setting.source);
    let mut anchors = Vec::new();
    let mut places = Vec::new();
    let mut at_equal: Vec<Vec<Summary>> = setting.strategies.iter().map(|_| Vec::new()).collect();
    for control in &setting.controls {
        let conditions = setting.conditions(control, LagModel::NETWORK);
        let anchor = run(&FixedShare::new(60.0), &setting.traces, &conditions, games);
        let oracle = oracle_regret(&setting.traces, control, conditions.speed);
        println!("{control}: {games} games each, network lag; the oracle loses {oracle:.4} per game\n");
        println!(
            "| Strategy | loss per game | time used | flags | clock × | loss at equal time | gain over fixed-share | \
             behind the first |"
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
        // Unused time in byo-yomi is lost: there all strategies use the same clock, and the pool excludes it.
        let overtime = matches!(control, TimeControl::Sessions(sessions) if sessions.byo_yomi().is_some());
        if !overtime {
            anchors.push(anchor.clone());
            at_equal.iter_mut().zip(&rows).for_each(|(all, row)| all.push(row.2.clone()));
        }
        let counts = |row: &(Summary, f64, Summary)| if overtime { row.0.clone() } else { row.2.clone() };
        rows.sort_by(|a, b| counts(a).loss().total_cmp(&counts(b).loss()));
        places.push((control, rows.iter().map(counts).collect::<Vec<Summary>>()));
        for (row, counted) in rows.iter().zip(&places[places.len() - 1].1) {
            let (same, factor, equal) = row;
            let gain = counted.gain_over(&anchor);
            let behind = places[places.len() - 1].1[0].gain_over(counted);
            println!(
                "| {} | {:.4} ± {:.4} | {:.0} % | {} | {factor:.2} | {:.4} | {:+.4} ± {:.4} | {:.4} ± {:.4} |",
                same.name,
                same.loss(),
                same.loss_error(),
                100.0 * same.used_share(),
                same.flags,
                equal.loss(),
                gain.mean,
                gain.error,
                behind.mean,
                behind.error
            );
        }
        println!();
    }
    if anchors.len() > 1 {
        pool(&anchors, &at_equal);
    }
    first_places(&places);
}

/// The best strategies and the place of the default under each control.
fn first_places(places: &[(&TimeControl, Vec<Summary>)]) {
    println!(
        "| Control | first | second, behind by | place of the default | behind the first by |\n|---|---|---|---|---|"
    );
    for (control, rows) in places {
        let behind = |place: usize| {
            let difference = rows[0].gain_over(&rows[place]);
            format!("{:.4} ± {:.4}", difference.mean, difference.error)
        };
        let second = rows.get(1).map_or_else(String::new, |second| format!("{}, {}", second.name, behind(1)));
        let default = rows.iter().position(|row| row.name == STRATEGY_NAMES[0]);
        let (place, distance) = default.map_or_else(Default::default, |place| ((place + 1).to_string(), behind(place)));
        println!("| {control} | {} | {second} | {place} | {distance} |", rows[0].name);
    }
    println!();
}

/// All controls together, at equal time.
fn pool(anchors: &[Summary], at_equal: &[Vec<Summary>]) {
    println!("All controls but byo-yomi together, at equal time\n");
    println!("| Strategy | loss per game | gain over fixed-share | behind the first |\n|---|---|---|---|");
    let anchor = Summary::together(anchors);
    let mut rows: Vec<Summary> = at_equal.iter().map(|parts| Summary::together(parts)).collect();
    rows.sort_by(|a, b| a.loss().total_cmp(&b.loss()));
    for row in &rows {
        let (gain, behind) = (row.gain_over(&anchor), rows[0].gain_over(row));
        println!(
            "| {} | {:.4} | {:+.4} ± {:.4} | {:.4} ± {:.4} |",
            row.name,
            row.loss(),
            gain.mean,
            gain.error,
            behind.mean,
            behind.error
        );
    }
    println!();
}

/// The flags under the named lag models, two conditions at a time.
pub(crate) fn flags(setting: &Setting, games: u64, lags: &[String], instant: bool) -> Result<(), Box<dyn Error>> {
    let by_name = |name: &String| {
        LagModel::ALL.into_iter().find(|m| m.name == name).ok_or_else(|| {
            let known = LagModel::ALL.map(|m| m.name);
            format!("{name:?} is not a lag model: expected one of {known:?}")
        })
    };
    let models: Vec<LagModel> =
        if lags.is_empty() { LagModel::ALL.to_vec() } else { lags.iter().map(by_name).collect::<Result<_, _>>()? };
    println!("{}\n\nflags in {games} games\n", setting.source);
    let begun = Instant::now();
    let mut played = 0;
    let names: Vec<&str> = models.iter().map(|m| m.name).collect();
    println!("| Control | Strategy | {} |\n|---|---|{}", names.join(" | "), "---|".repeat(models.len()));
    let mut strategies = setting.strategies.clone();
    if instant {
        strategies.push(Box::new(FixedTime(Duration::ZERO)));
    }
    for control in &setting.controls {
        for strategy in &strategies {
            let play = |model: &LagModel| {
                let conditions = setting.conditions(control, *model);
                run(&**strategy, &setting.traces, &conditions, games)
            };
            let counts: Vec<Summary> = models.iter().map(play).collect();
            played += games * models.len() as u64;
            let cell = |s: &Summary| match s.flags {
                0 => "0".to_owned(),
                n => {
                    let (any, before, rest) = (s.lost_by_any, s.lost_before_first_sign, s.avoidable_flags());
                    format!("{n}: {any} lost by any player, {before} missing at the first stall, {rest} avoidable")
                }
            };
            let cells: Vec<String> = counts.iter().map(cell).collect();
            let name = if strategy.name() == "fixed-time" { "(instant)" } else { strategy.name() };
            println!("| {control} | {name} | {} |", cells.join(" | "));
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!("\n{played} games in {seconds:.1} s: {:.0} games a second", played as f64 / seconds);
    Ok(())
}
