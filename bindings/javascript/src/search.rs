//! Searches.

use crate::{
    failure::{Code, Failure},
    question::{self, Clock},
};
use duiyi_clock::{Bonus, ByoYomi, GoParameters, PlayerClock};
use duiyi_engine::{Seat, Signals, TurnLimits};
use duiyi_game::{History, Notation, Score};
use duiyi_search::{Bound, Observer, Report, StopHandle};
use serde_json::{Value, json};
use std::{cell::RefCell, collections::BTreeMap, num::NonZeroU32, time::Duration};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds since a fixed moment.
    safe fn now() -> f64;
    /// Whether the search is to be stopped: 0 or 1.
    safe fn is_stopped() -> u32;
    /// A report of a search.
    safe fn report(text: *const u8, length: usize);
}

thread_local! {
    /// Stops the newest search.
    static STOP: RefCell<StopHandle> = RefCell::default();
}

/// The clock of searches. Every search reads it regularly, so this is also where a request to stop is noticed.
fn clock() -> Duration {
    if is_stopped() != 0 {
        STOP.with_borrow(StopHandle::stop);
    }
    Duration::from_secs_f64(now().max(0.0) / 1000.0)
}

/// Passes reports to JavaScript.
struct Listener<'a, G> {
    game: &'a G,
    /// The newest report of each line.
    lines: BTreeMap<usize, Value>,
}

impl<G: Notation> Observer<G::Move> for Listener<'_, G> {
    fn progress(&mut self, report: &Report<'_, G::Move>) {
        let described = json!({
            "depth": report.depth,
            "line": report.line,
            "score": score(report.score),
            "claim": report.claim.name(),
            "bound": match report.bound { Bound::Lower => "at least", Bound::Upper => "at most", _ => "exact" },
            "nodes": report.nodes,
            "seconds": report.elapsed.as_secs_f64(),
            "turns": turns(self.game, report.pv),
            "complete": begins_with_a_turn(self.game, report.pv),
        });
        let text = described.to_string();
        self::report(text.as_ptr(), text.len());
        self.lines.insert(report.line, described);
    }
}

/// Whether a line contains a whole turn: the other side is to move after it, or the game is over.
fn begins_with_a_turn<G: Notation>(game: &G, line: &[G::Move]) -> bool {
    let (side, mut now) = (game.side_to_move(), game.clone());
    line.iter().any(|&mv| {
        now.make(mv);
        now.side_to_move() != side || now.outcome().is_some()
    })
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
) -> Result<Value, Failure> {
    for (name, value) in &wanted.options {
        seat.player.set_option(name, value).map_err(Code::InvalidArgument.because())?;
    }
    let limits = TurnLimits { go: limits(wanted)?, mate: wanted.mate, until_mate: false, node_clock: None };
    if limits.is_unlimited() && !limits.go.infinite {
        let expected = "expected depth, nodes, movetime, mate, clock or infinite";
        return Err(Failure::new(
            Code::InvalidArgument,
            format!("limits: a search without a limit does not end: {expected}"),
        ));
    }
    duiyi_search::set_clock(clock);
    let signals = Signals::default();
    STOP.replace(signals.stop.clone());
    let mut observer = Listener { game: game.now(), lines: BTreeMap::new() };
    let decision = seat.take(game, &limits, signals, &|_| true, &mut observer);
    let decision = decision.ok_or_else(|| match game.outcome() {
        Some(outcome) => Failure::new(Code::Nothing, format!("nothing to search: the game is over, {outcome}")),
        None => Failure::new(Code::Nothing, "nothing to search"),
    })?;
    // The line of a search that was stopped early may end within the turn.
    let line = if decision.line.len() < decision.turn.len() { &decision.turn } else { &decision.line };
    Ok(json!({
        "best": game.now().write_turn(&decision.turn),
        "turns": turns(game.now(), line),
        "score": decision.score.map(score),
        "proved": decision.is_proved(),
        "claim": decision.claim.name(),
        "depth": decision.depth,
        "nodes": decision.nodes,
        "reason": decision.reason,
        "lines": observer.lines.into_values().collect::<Vec<_>>(),
    }))
}

/// The limits of a search except mate.
fn limits(wanted: &question::Search) -> Result<GoParameters, Failure> {
    let mut go = GoParameters {
        depth: wanted.depth,
        nodes: wanted.nodes,
        move_time: wanted.movetime.map(Duration::from_millis),
        infinite: wanted.infinite,
        ..GoParameters::default()
    };
    let Some(Clock { left, increment, opponent_left, opponent_increment, moves_to_go, byoyomi, periods }) =
        wanted.clock
    else {
        return Ok(go);
    };
    let positive = |name: &str, number: u32| {
        NonZeroU32::new(number)
            .ok_or_else(|| Failure::new(Code::InvalidArgument, format!("clock.{name}: 0; expected at least 1")))
    };
    let byo_yomi = match byoyomi {
        Some(time) => {
            Some(ByoYomi { periods: positive("periods", periods.unwrap_or(1))?, time: Duration::from_millis(time) })
        }
        None => None,
    };
    let clock = |left, increment| PlayerClock {
        left: Duration::from_millis(left),
        bonus: if increment == 0 { Bonus::None } else { Bonus::Increment(Duration::from_millis(increment)) },
        byo_yomi,
    };
    go.own = Some(clock(left, increment));
    go.opponent = opponent_left.map(|left| clock(left, opponent_increment));
    go.moves_to_go = moves_to_go.map(|moves| positive("movesToGo", moves)).transpose()?;
    Ok(go)
}
