//! The least regret that the time allows, for an oracle with knowledge of all records.
//!
//! Choosing for every position of a game the iteration after which to stop,
//! so that the sum of the regrets is minimal and the sum of the times does not
//! exceed the given time, is a knapsack problem with one choice per position. Its
//! Lagrangian dual, the maximum over λ ≥ 0 of Σ min_j (r_ij + λ·t_ij) − λ·T, is a
//! lower bound of the optimum, and so of the regret of any strategy, which sees
//! the iterations one by one.

use std::time::Duration;

use crate::control::TimeControl;
use crate::sim::elo::expected_score;
use crate::sim::trace::{TraceGame, TraceSet};

/// Options of a position as (seconds, regret), one per iteration.
type Options = Vec<(f64, f64)>;

/// Mean over the games of a lower bound of the regret per game, at recorded speed times `speed`.
///
/// The time is that of `control` for the moves of the game, with every
/// increment available from the start, so the bound is generous. For controls
/// that do not measure time, the result is the regret of the best choice
/// without a limit.
pub fn oracle_regret(traces: &TraceSet, control: &TimeControl, speed: f64) -> f64 {
    let games = traces.games();
    let sum: f64 = games.iter().map(|game| game_bound(game, control, speed)).sum();
    if games.is_empty() { 0.0 } else { sum / games.len() as f64 }
}

fn game_bound(game: &TraceGame, control: &TimeControl, speed: f64) -> f64 {
    let options: Vec<Options> = game
        .positions
        .iter()
        .map(|position| {
            let best = position.values.iter().copied().max().unwrap_or_default();
            let regret = |index: u16| expected_score(best) - expected_score(position.values[usize::from(index)]);
            position.iterations.iter().map(|i| (i.micros as f64 / 1e6 / speed, regret(i.best))).collect()
        })
        .collect();
    let Some(given) = time_given(control, game.positions.len() as u32) else {
        return dual(&options, 0.0, 0.0).0;
    };
    let given = given.as_secs_f64();
    // The dual is concave in λ, and its slope is the time used minus the time given.
    let (mut low, mut high) = (0.0, 1e-6);
    let mut bound = dual(&options, low, given).0;
    while dual(&options, high, given).1 > given && high < 1e9 {
        low = high;
        high *= 4.0;
    }
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        let (value, used) = dual(&options, middle, given);
        bound = bound.max(value);
        if used > given { low = middle } else { high = middle }
    }
    bound
}

/// The value of the dual at `lambda` and the time of its choices.
fn dual(options: &[Options], lambda: f64, given: f64) -> (f64, f64) {
    let mut value = -lambda * given;
    let mut used = 0.0;
    for choices in options {
        let mut least = (f64::INFINITY, 0.0);
        for (time, regret) in choices {
            let cost = regret + lambda * time;
            if cost < least.0 {
                least = (cost, *time);
            }
        }
        value += least.0;
        used += least.1;
    }
    (value, used)
}

/// The time of a move when the time for the first 40 moves is shared evenly;
/// `None` under a control that does not measure time.
///
/// It is used to scale records: a short record with a slow engine, whose even share is a
/// few thousand nodes, corresponds to a long record with a fast engine.
pub fn even_share(control: &TimeControl) -> Option<Duration> {
    const MOVES: u32 = 40;
    time_given(control, MOVES).map(|time| time / MOVES)
}

/// The time that a player can use in `moves` moves without losing on time; `None` if time is not measured.
fn time_given(control: &TimeControl, moves: u32) -> Option<Duration> {
    match control {
        TimeControl::Infinite | TimeControl::Depth(_) | TimeControl::Nodes(_) | TimeControl::SoftNodes(_) => None,
        TimeControl::MoveTime(time) => Some(*time * moves),
        TimeControl::Hourglass(time) => Some(*time),
        TimeControl::Sessions(sessions) => {
            let (mut given, mut rest, mut index) = (Duration::ZERO, moves, 0);
            loop {
                let session = sessions.session(index);
                let here = session.moves.map_or(rest, |n| n.get().min(rest));
                given += session.time + session.bonus.amount() * here;
                rest -= here;
                index += 1;
                if rest == 0 {
                    break;
                }
            }
            let overtime = sessions.byo_yomi().map_or(Duration::ZERO, |b| b.total() + b.time * moves);
            Some(given + overtime)
        }
    }
}
