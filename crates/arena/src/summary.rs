//! The results of a match as text for a Markdown document, with the command that
//! produced them.

use crate::{
    BradleyTerry, Estimate, Heading, Outcomes, PairResults, Phase, Sprt, SprtDecision, SprtState, SprtUnit, Standings,
};
use std::{fmt::Write, time::Duration};

/// Elo with a sign and one decimal, ± half its interval; the ends of the interval
/// if it is unbounded or asymmetric.
pub fn show_elo(estimate: Estimate) -> String {
    let Estimate { value, low, high } = estimate;
    if value.is_nan() {
        return "unknown".to_owned();
    }
    let lopsided = ((high - value) - (value - low)).abs() > 0.1 * (high - low);
    if !(low.is_finite() && high.is_finite()) || lopsided {
        return format!("{value:+.1} [{low:+.1}, {high:+.1}]");
    }
    format!("{value:+.1} ± {:.1}", estimate.margin())
}

/// One line about a pairing: score, Elo by complete pairs (or by games if there
/// are none).
pub fn show_pairing(results: &PairResults) -> String {
    let games = results.games;
    format!(
        "+{} ={} -{} ({:.1} %), Elo {}, LOS {:.1} %",
        games.wins(),
        games.draws(),
        games.losses(),
        100.0 * games.mean(),
        show_elo(results.elo()),
        100.0 * results.superiority()
    )
}

/// The state of a sequential test in one line.
pub fn show_sprt(test: &Sprt, state: &SprtState) -> String {
    let (elo0, elo1) = test.hypotheses();
    let model = format!("{:?}", test.model()).to_lowercase();
    let decision = match state.decision {
        SprtDecision::Open => "open",
        SprtDecision::AcceptsElo0 => "accepts elo0",
        SprtDecision::AcceptsElo1 => "accepts elo1",
    };
    format!(
        "LLR {:.2} [{:.2}, {:.2}] for {model} Elo [{elo0}, {elo1}]: {decision}",
        state.llr, state.lower, state.upper
    )
}

/// The whole summary.
pub fn summary(headings: &[&Heading], standings: &Standings, rating: BradleyTerry) -> String {
    let mut text = String::new();
    // Writing to a string can't fail.
    let _ = write_summary(&mut text, headings, standings, rating);
    text
}

fn write_summary(
    text: &mut String,
    headings: &[&Heading],
    standings: &Standings,
    rating: BradleyTerry,
) -> std::fmt::Result {
    let names = standings.players();
    writeln!(text, "### {}: {} games\n", names.join(" – "), standings.games())?;
    for heading in headings {
        writeln!(text, "```\n{}\n```\n", heading.command)?;
        writeln!(
            text,
            "{}, rules {}; {} per side, {} ms tolerated per move{}{}; {} openings ({}), seed {}.",
            heading.game,
            heading.rules,
            heading.time.control,
            heading.time.margin_us as f64 / 1e3,
            heading.time.node_clock.map_or_else(String::new, |clock| format!(", {clock} nodes count as a second")),
            heading.time.lag.as_ref().map_or_else(String::new, |lag| format!(", {lag} lag")),
            heading.openings,
            heading.openings_digest,
            heading.plan.seed
        )?;
        for entrant in &heading.entrants {
            let own = entrant.control.as_ref().map_or_else(String::new, |control| format!(" at {control}"));
            writeln!(text, "- {}{own}: `{}`", entrant.name, entrant.description)?;
        }
        writeln!(text)?;
    }
    write_pairings(text, headings, standings)?;
    if names.len() > 2 {
        write_ratings(text, standings, rating)?;
    }
    write_usage(text, standings)?;
    write_phases(text, standings)?;
    let first = standings.first_side();
    writeln!(
        text,
        "\nThe side that moves first scored {:.1} % (+{} ={} -{}); games lasted {:.1} plies on average.\nEndings: {}.",
        100.0 * first.mean(),
        first.wins(),
        first.draws(),
        first.losses(),
        standings.mean_plies(),
        standings.reasons().iter().map(|(reason, n)| format!("{reason} {n}")).collect::<Vec<_>>().join(", ")
    )
}

fn write_pairings(text: &mut String, headings: &[&Heading], standings: &Standings) -> std::fmt::Result {
    let names = standings.players();
    let tests: Vec<(Sprt, SprtUnit)> = headings.iter().filter_map(|heading| heading.sprt).collect();
    for ([one, other], results) in standings.pairings() {
        writeln!(text, "**{} – {}**: {}", names[one], names[other], show_pairing(results))?;
        let Outcomes([n0, n1, n2, n3, n4]) = results.pairs;
        writeln!(
            text,
            "- pairs (0, ½, 1, 1½, 2 points): {n0} {n1} {n2} {n3} {n4}; normalised Elo {}",
            show_elo(results.pairs.normalized_elo())
        )?;
        writeln!(text, "- by single games: Elo {}", show_elo(results.games.elo()))?;
        // Parts of the same test are shown as one test.
        if let Some((test, unit)) = tests.first().filter(|first| tests.iter().all(|test| test == *first)) {
            let unit_name = match unit {
                SprtUnit::Pairs => "pairs",
                SprtUnit::Games => "games",
            };
            // The decision stands if the standings were counted with the test.
            let counted = standings.test().filter(|_| [one, other] == [0, 1]);
            let state = counted.unwrap_or_else(|| results.sprt(test, *unit));
            writeln!(text, "- SPRT over {unit_name}: {}", show_sprt(test, &state))?;
        }
        writeln!(text)?;
    }
    Ok(())
}

fn write_ratings(text: &mut String, standings: &Standings, how: BradleyTerry) -> std::fmt::Result {
    writeln!(
        text,
        "Bradley-Terry ratings, mean 0, {} drawn game(s) added per pairing, 95 % of {} bootstrap replicas (seed {}):\n",
        how.prior_draws, how.replicas, how.seed
    )?;
    writeln!(text, "| rank | player | Elo | 95 % | games | score |\n|---|---|---|---|---|---|")?;
    let ratings = standings.ratings(how);
    let mut order: Vec<usize> = (0..ratings.len()).collect();
    order.sort_by(|&a, &b| ratings[b].elo.value.total_cmp(&ratings[a].elo.value));
    for (rank, player) in order.into_iter().enumerate() {
        let (elo, total) = (ratings[player].elo, standings.total(player));
        writeln!(
            text,
            "| {} | {} | {:+.0} | {:+.0} … {:+.0} | {} | {:.1} % |",
            rank + 1,
            standings.players()[player],
            elo.value,
            elo.low,
            elo.high,
            total.games(),
            100.0 * total.mean()
        )?;
    }
    writeln!(text)?;
    write_cross_table(text, standings)
}

/// Numbers of won, drawn and lost games between each two players.
fn write_cross_table(text: &mut String, standings: &Standings) -> std::fmt::Result {
    let players = standings.players();
    writeln!(text, "| against | {} |\n|{}", players.join(" | "), "---|".repeat(players.len() + 1))?;
    for (player, name) in players.iter().enumerate() {
        let cells = (0..players.len()).map(|opponent| match standings.between(player, opponent) {
            games if games.units() == 0 => "–".to_owned(),
            games => format!("+{} ={} -{}", games.wins(), games.draws(), games.losses()),
        });
        writeln!(text, "| {name} | {} |", cells.collect::<Vec<_>>().join(" | "))?;
    }
    writeln!(text)
}

fn write_usage(text: &mut String, standings: &Standings) -> std::fmt::Result {
    writeln!(
        text,
        "| player | score | moves | mean time | processor time | 99 % within | oversteps: moves, 99.9 %, worst | mean depth | nodes/s | in games won: time, nodes, depth per move | peak memory | forfeits |\n\
         |---|---|---|---|---|---|---|---|---|---|---|---|"
    )?;
    let depth = |depth: Option<f64>| depth.map_or("–".to_owned(), |depth| format!("{depth:.1}"));
    let whole = |number: Option<f64>| number.map_or("–".to_owned(), |n| format!("{n:.0}"));
    for (player, name) in standings.players().iter().enumerate() {
        let (usage, total) = (standings.usage(player), standings.total(player));
        let won = usage.in_games_won();
        let forfeits: Vec<_> = usage.forfeits().iter().map(|(kind, n)| format!("{kind} {n}")).collect();
        let columns = [
            name.clone(),
            (total.games() > 0).then(|| 100.0 * total.mean()).map_or("–".to_owned(), |share| format!("{share:.1} %")),
            usage.moves().to_string(),
            show_time(usage.mean_time()),
            show_time(usage.mean_cpu()),
            show_time(usage.time_percentile(0.99)),
            match (usage.oversteps(), usage.overstep_percentile(0.999)) {
                (0, _) => "none".to_owned(),
                (n, most) => format!("{n}, {}, {}", show_time(most), show_time(Some(usage.worst_overstep()))),
            },
            depth(usage.mean_depth()),
            whole(usage.nodes_per_second()),
            match won.moves() {
                0 => "–".to_owned(),
                _ => [show_time(won.mean_time()), whole(won.mean_nodes()), depth(won.mean_depth())].join(", "),
            },
            show_memory(usage.peak_kib()),
            if forfeits.is_empty() { "none".to_owned() } else { forfeits.join(", ") },
        ];
        writeln!(text, "| {} |", columns.join(" | "))?;
    }
    Ok(())
}

/// Moves and time by phase of the players with a clock: K_x, T_x and t̄_x of row T-4 of
/// docs/sources.md.
fn write_phases(text: &mut String, standings: &Standings) -> std::fmt::Result {
    let players = (0..standings.players().len()).map(|player| (player, standings.usage(player)));
    let timed: Vec<_> = players.filter(|(_, usage)| usage.has_phases()).collect();
    if timed.is_empty() {
        return Ok(());
    }
    writeln!(text, "\n| player | opening: moves, time, per move | middlegame | endgame |\n|---|---|---|---|")?;
    for (player, usage) in timed {
        let columns = Phase::ALL.map(|phase| {
            let used = usage.phase(phase);
            format!("{}, {:.1} s, {}", used.moves, used.used.as_secs_f64(), show_time(used.mean()))
        });
        writeln!(text, "| {} | {} |", standings.players()[player], columns.join(" | "))?;
    }
    Ok(())
}

/// A time in milliseconds, or a dash if unknown.
pub fn show_time(time: Option<Duration>) -> String {
    time.map_or("–".to_owned(), |t| format!("{:.1} ms", t.as_secs_f64() * 1e3))
}

/// A number of KiB in MiB, or a dash if unknown.
pub fn show_memory(kib: Option<u64>) -> String {
    kib.map_or("–".to_owned(), |kib| format!("{:.1} MiB", kib as f64 / 1024.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_is_shown_with_its_interval() {
        let show = |value, low, high| show_elo(Estimate { value, low, high });
        assert_eq!(show(12.34, 2.3, 22.5), "+12.3 ± 10.1");
        assert_eq!(show(-1.0, f64::NEG_INFINITY, 5.0), "-1.0 [-inf, +5.0]");
        assert_eq!(show(f64::INFINITY, 100.0, f64::INFINITY), "+inf [+100.0, +inf]");
        assert_eq!(show(300.0, 200.0, 500.0), "+300.0 [+200.0, +500.0]");
        assert_eq!(show(f64::NAN, f64::NAN, f64::NAN), "unknown");
    }
}
