//! Searches.

use crate::question;
use duiyi_clock::GoParameters;
use duiyi_game::{History, Notation, Reason, Score};
use duiyi_player::{Seat, Signals, TurnLimits};
use duiyi_search::{Bound, Observer, Report};
use serde_json::{Value, json};
use std::time::Duration;

/// Called with each report, in JSON.
pub(crate) type OnReport<'a> = &'a mut dyn FnMut(&str);

struct Listener<'a, 'b, G> {
    game: &'a G,
    on_report: OnReport<'b>,
}

impl<G: Notation> Observer<G::Move> for Listener<'_, '_, G> {
    fn progress(&mut self, report: &Report<'_, G::Move>) {
        let text = json!({
            "depth": report.depth,
            "line": report.line,
            "score": score(report.score),
            "bound": match report.bound { Bound::Lower => "at least", Bound::Upper => "at most", _ => "exact" },
            "nodes": report.nodes,
            "seconds": report.elapsed.as_secs_f64(),
            "turns": turns(self.game, report.pv),
        });
        (self.on_report)(&text.to_string());
    }
}

fn score(score: Score) -> Value {
    json!({ "units": score.get(), "mateDistance": score.mate_distance(), "text": score.to_string() })
}

/// The turns of a line of moves, as text.
pub(crate) fn turns<G: Notation>(game: &G, moves: &[G::Move]) -> Vec<String> {
    game.write_line(moves).split_whitespace().map(str::to_owned).collect()
}

/// Searches a game.
///
/// # Errors
/// If an option cannot be set, no limit is given, or there is nothing to search.
pub(crate) fn search<G: Notation>(
    game: &History<G>,
    seat: &mut Seat<G>,
    wanted: &question::Search,
    on_report: OnReport<'_>,
) -> Result<Value, Reason> {
    for (name, value) in &wanted.options {
        seat.player.set_option(name, value)?;
    }
    let go = GoParameters {
        depth: wanted.depth,
        nodes: wanted.nodes,
        move_time: wanted.movetime.map(Duration::from_millis),
        ..GoParameters::default()
    };
    let limits = TurnLimits { go, mate: wanted.mate, until_mate: false, node_clock: None };
    if limits.is_unlimited() {
        return Err("a search without a limit does not end: expected depth, nodes, movetime or mate".into());
    }
    let mut observer = Listener { game: game.now(), on_report };
    let decision = seat.take(game, &limits, Signals::default(), &|_| true, &mut observer);
    let decision = decision.ok_or_else(|| match game.outcome() {
        Some(outcome) => format!("nothing to search: the game is over, {outcome}"),
        None => "nothing to search".to_owned(),
    })?;
    Ok(json!({
        "best": game.now().write_turn(&decision.turn),
        "turns": turns(game.now(), &decision.line),
        "score": decision.score.map(score),
        "proved": decision.proved,
        "depth": decision.depth,
        "nodes": decision.nodes,
        "reason": decision.reason,
    }))
}
