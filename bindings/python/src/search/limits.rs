//! The limits of a search.

use crate::error::refused;
use duiyi_clock::{Bonus, ByoYomi, GoParameters, PlayerClock};
use duiyi_engine::TurnLimits;
use pyo3::{
    prelude::*,
    types::{PyDict, PyTuple},
};
use std::{num::NonZeroU32, time::Duration};

/// The longest time of a clock: a thousand years.
const MOST: Duration = Duration::from_secs(31_557_600_000);

/// A time in seconds.
fn seconds(what: &str, time: f64) -> PyResult<Duration> {
    match Duration::try_from_secs_f64(time) {
        Ok(time) if time <= MOST => Ok(time),
        _ => Err(refused(format_args!("{what} of {time} seconds: expected a number from 0 to {}", MOST.as_secs()))),
    }
}

/// The clock of the side to move, in seconds, for time management.
///
/// >>> from duiyi import Clock
/// >>> Clock(60, increment=0.5)
/// Clock(60.0, increment=0.5)
#[pyclass(frozen, module = "duiyi", from_py_object)]
#[derive(Clone)]
pub(crate) struct Clock {
    own: PlayerClock,
    opponent: Option<PlayerClock>,
    moves_to_go: Option<NonZeroU32>,
}

#[pymethods]
impl Clock {
    #[new]
    #[pyo3(signature = (left, *, increment=0.0, byo_yomi=None, moves_to_go=None, opponent_left=None))]
    fn new(
        left: f64,
        increment: f64,
        byo_yomi: Option<f64>,
        moves_to_go: Option<NonZeroU32>,
        opponent_left: Option<f64>,
    ) -> PyResult<Clock> {
        let bonus = Bonus::Increment(seconds("an increment", increment)?);
        let byo_yomi = byo_yomi.map(|time| seconds("a byo-yomi", time)).transpose()?;
        let byo_yomi = byo_yomi.map(|time| ByoYomi { periods: NonZeroU32::MIN, time });
        let clock = |left| PyResult::Ok(PlayerClock { left: seconds("a clock", left)?, bonus, byo_yomi });
        Ok(Clock { own: clock(left)?, opponent: opponent_left.map(clock).transpose()?, moves_to_go })
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((f64,), Bound<'py, PyDict>)> {
        let Clock { own, opponent, moves_to_go } = self;
        let named = PyDict::new(py);
        named.set_item("increment", own.bonus.amount().as_secs_f64())?;
        named.set_item("byo_yomi", own.byo_yomi.map(|byo_yomi| byo_yomi.time.as_secs_f64()))?;
        named.set_item("moves_to_go", *moves_to_go)?;
        named.set_item("opponent_left", opponent.map(|opponent| opponent.left.as_secs_f64()))?;
        Ok(((own.left.as_secs_f64(),), named))
    }

    fn __repr__(&self) -> String {
        let increment = self.own.bonus.amount().as_secs_f64();
        format!("Clock({:?}, increment={increment:?})", self.own.left.as_secs_f64())
    }
}

/// The limits of a search, which stops at the first of them.
///
/// `depth` is in plies, `movetime` in seconds; `time` is its name in python-chess. `mate` searches for a mate in this number of moves,
/// and ends the search when it is found. With `infinite` the search runs until it is stopped.
///
/// >>> from duiyi import Limits
/// >>> Limits(depth=6, nodes=100_000)
/// Limits(depth=6, nodes=100000)
/// >>> Limits()
/// Traceback (most recent call last):
///   ...
/// duiyi.DuiyiError: a search without a limit does not end: expected depth, nodes, movetime, clock, mate or infinite=True
#[pyclass(frozen, name = "Limits", module = "duiyi", from_py_object)]
#[derive(Clone)]
pub(crate) struct SearchLimits {
    pub(crate) limits: TurnLimits,
}

impl SearchLimits {
    /// The limits of a call: an object, or parts as keywords.
    ///
    /// # Errors
    /// If both are given, a part is unknown, or there is none.
    pub(crate) fn or_parts(
        py: Python<'_>,
        whole: Option<SearchLimits>,
        parts: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<SearchLimits> {
        match (whole, parts) {
            (Some(limits), None) => Ok(limits),
            (Some(_), Some(_)) => Err(refused("limits and parts of limits are given: expected one of the two")),
            (None, parts) => Ok(py.get_type::<SearchLimits>().call((), parts)?.extract()?),
        }
    }
}

#[pymethods]
impl SearchLimits {
    #[new]
    #[pyo3(signature = (*, depth=None, nodes=None, movetime=None, clock=None, mate=None, infinite=false, time=None))]
    fn new(
        depth: Option<u32>,
        nodes: Option<u64>,
        movetime: Option<f64>,
        clock: Option<Clock>,
        mate: Option<u32>,
        infinite: bool,
        time: Option<f64>,
    ) -> PyResult<SearchLimits> {
        if movetime.is_some() && time.is_some() {
            return Err(refused("movetime and time are the same limit: expected one of the two"));
        }
        let movetime = movetime.or(time);
        let zero = [("depth", depth.map(u64::from)), ("nodes", nodes), ("mate", mate.map(u64::from))];
        if let Some((what, _)) = zero.iter().find(|(_, number)| *number == Some(0)) {
            return Err(refused(format_args!("{what}=0: expected at least 1")));
        }
        let mut go = GoParameters {
            depth,
            nodes,
            move_time: movetime.map(|time| seconds("a movetime", time)).transpose()?,
            infinite,
            ..GoParameters::default()
        };
        if let Some(clock) = clock {
            (go.own, go.opponent, go.moves_to_go) = (Some(clock.own), clock.opponent, clock.moves_to_go);
        }
        let limits = TurnLimits { go, mate, until_mate: false, node_clock: None };
        if limits.is_unlimited() && !infinite {
            return Err(refused(
                "a search without a limit does not end: expected depth, nodes, movetime, clock, mate or infinite=True",
            ));
        }
        Ok(SearchLimits { limits })
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let TurnLimits { go, mate, .. } = &self.limits;
        let named = PyDict::new(py);
        named.set_item("depth", go.depth)?;
        named.set_item("nodes", go.nodes)?;
        named.set_item("movetime", go.move_time.map(|time| time.as_secs_f64()))?;
        named.set_item("clock", go.own.map(|own| Clock { own, opponent: go.opponent, moves_to_go: go.moves_to_go }))?;
        named.set_item("mate", *mate)?;
        named.set_item("infinite", go.infinite)?;
        Ok((PyTuple::empty(py), named))
    }

    fn __repr__(&self) -> String {
        let TurnLimits { go, mate, .. } = &self.limits;
        let mut parts: Vec<String> = Vec::new();
        parts.extend(go.depth.map(|depth| format!("depth={depth}")));
        parts.extend(go.nodes.map(|nodes| format!("nodes={nodes}")));
        parts.extend(go.move_time.map(|time| format!("movetime={:?}", time.as_secs_f64())));
        parts.extend(go.own.map(|own| format!("clock=Clock({:?})", own.left.as_secs_f64())));
        parts.extend(mate.map(|mate| format!("mate={mate}")));
        parts.extend(go.infinite.then(|| "infinite=True".to_owned()));
        format!("Limits({})", parts.join(", "))
    }
}
