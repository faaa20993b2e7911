//! How much a player may think, and its clock.

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr, time::Duration};

/// The limit on a player's thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum TimeControl {
    /// A clock for the whole game, or for so many moves, after which it is
    /// filled up again.
    Clock {
        /// Time at the start and at each filling up.
        base: Duration,
        /// Added after each move.
        increment: Duration,
        /// Moves until the clock is filled up; `None` for never.
        moves: Option<u32>,
    },
    /// So much time for each move.
    MoveTime(Duration),
    /// So many nodes for each move, without a clock.
    Nodes(u64),
    /// So many plies for each move, without a clock.
    Depth(u32),
}

/// Text that is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not a time control: expected seconds[+increment] (8+0.08), moves/seconds[+increment] (40/60), \
     movetime=seconds, nodes=count or depth=plies"
)]
pub struct ParseTimeControlError(pub String);

impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, ParseTimeControlError> {
        parse(text).ok_or_else(|| ParseTimeControlError(text.chars().take(40).collect()))
    }
}

fn parse(text: &str) -> Option<TimeControl> {
    fn seconds(text: &str) -> Option<Duration> {
        Duration::try_from_secs_f64(text.parse().ok()?).ok()
    }
    fn positive<T: FromStr + Default + PartialEq>(text: &str) -> Option<T> {
        text.parse().ok().filter(|n| *n != T::default())
    }
    if let Some((key, value)) = text.split_once('=') {
        return match key {
            "movetime" => seconds(value).filter(|t| !t.is_zero()).map(TimeControl::MoveTime),
            "nodes" => positive(value).map(TimeControl::Nodes),
            "depth" => positive(value).map(TimeControl::Depth),
            _ => None,
        };
    }
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(positive(moves)?), rest),
        None => (None, text),
    };
    let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let (base, increment) = (seconds(base)?, seconds(increment)?);
    (!base.is_zero()).then_some(TimeControl::Clock { base, increment, moves })
}

impl fmt::Display for TimeControl {
    /// The text that parses back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::Clock { base, increment, moves } => {
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}", base.as_secs_f64())?;
                if !increment.is_zero() {
                    write!(f, "+{}", increment.as_secs_f64())?;
                }
                Ok(())
            }
            TimeControl::MoveTime(time) => write!(f, "movetime={}", time.as_secs_f64()),
            TimeControl::Nodes(nodes) => write!(f, "nodes={nodes}"),
            TimeControl::Depth(depth) => write!(f, "depth={depth}"),
        }
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> String {
        control.to_string()
    }
}

impl TryFrom<String> for TimeControl {
    type Error = ParseTimeControlError;

    fn try_from(text: String) -> Result<TimeControl, ParseTimeControlError> {
        text.parse()
    }
}

/// A side's clock: its control, what is left of it, and how far beyond the flag
/// is forgiven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    margin: Duration,
    left: Duration,
    moves_left: Option<u32>,
}

impl Clock {
    /// A clock at the start of a game. `margin` is forgiven at each move: for
    /// what the operating system, and not the player, may have used.
    pub fn new(control: TimeControl, margin: Duration) -> Clock {
        let (left, moves_left) = match control {
            TimeControl::Clock { base, moves, .. } => (base, moves),
            TimeControl::MoveTime(time) => (time, None),
            TimeControl::Nodes(_) | TimeControl::Depth(_) => (Duration::MAX, None),
        };
        Clock { control, margin, left, moves_left }
    }

    /// The control it was set by.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// What is left for the next move; `None` where nothing is measured.
    pub fn left(&self) -> Option<Duration> {
        match self.control {
            TimeControl::Nodes(_) | TimeControl::Depth(_) => None,
            _ => Some(self.left),
        }
    }

    /// The time after which a move loses: what is left, and the margin.
    pub fn deadline(&self) -> Option<Duration> {
        self.left().map(|left| left.saturating_add(self.margin))
    }

    /// The same clock with less time left on it, for telling a player less than
    /// it has.
    #[must_use]
    pub fn without(&self, reserve: Duration) -> Clock {
        let less = |time: Duration| time.saturating_sub(reserve);
        let control = match self.control {
            TimeControl::MoveTime(time) => TimeControl::MoveTime(less(time)),
            other => other,
        };
        Clock { control, left: less(self.left), ..*self }
    }

    /// Moves until the clock is filled up.
    pub fn moves_left(&self) -> Option<u32> {
        self.moves_left
    }

    /// Charges a move. What the margin forgives leaves nothing on the clock but
    /// the increment.
    ///
    /// # Errors
    /// How far the move overstepped the flag, if that is more than the margin.
    pub fn charge(&mut self, used: Duration) -> Result<(), Duration> {
        let Some(left) = self.left() else { return Ok(()) };
        let overstep = used.saturating_sub(left);
        if overstep > self.margin {
            return Err(overstep);
        }
        if let TimeControl::Clock { base, increment, moves } = self.control {
            self.left = left.saturating_sub(used) + increment;
            if let Some(moves_left) = &mut self.moves_left {
                *moves_left = moves_left.saturating_sub(1);
                if *moves_left == 0 {
                    self.left += base;
                    self.moves_left = moves;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn controls_round_trip_through_text() {
        for text in ["8+0.08", "60", "40/60", "40/60.5+1", "movetime=0.1", "nodes=5000", "depth=6"] {
            let control: TimeControl = text.parse().expect(text);
            assert_eq!(control.to_string(), text);
            let json = serde_json::to_string(&control).expect("serializes");
            assert_eq!(serde_json::from_str::<TimeControl>(&json).expect("reads back"), control);
        }
        for bad in
            ["", "0", "-1", "1+-1", "0/60", "x/60", "movetime=0", "depth=0", "nodes=-5", "inf", "nan", "ply=3", "1e300"]
        {
            assert!(bad.parse::<TimeControl>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_clock_runs_down_gains_increments_and_falls() {
        let mut clock = Clock::new("1+0.1".parse().expect("valid"), 10 * MS);
        assert_eq!(clock.charge(400 * MS), Ok(()));
        assert_eq!(clock.left(), Some(700 * MS));
        assert_eq!(clock.charge(705 * MS), Ok(()), "within the margin");
        assert_eq!(clock.left(), Some(100 * MS));
        assert_eq!(clock.charge(111 * MS), Err(11 * MS));
    }

    #[test]
    fn a_session_of_moves_fills_the_clock_up() {
        let mut clock = Clock::new("2/1".parse().expect("valid"), Duration::ZERO);
        assert_eq!(clock.charge(400 * MS), Ok(()));
        assert_eq!((clock.left(), clock.moves_left()), (Some(600 * MS), Some(1)));
        assert_eq!(clock.charge(400 * MS), Ok(()));
        assert_eq!((clock.left(), clock.moves_left()), (Some(1200 * MS), Some(2)));
    }

    #[test]
    fn a_reserve_is_taken_off_what_is_told() {
        let told = Clock::new(TimeControl::MoveTime(100 * MS), Duration::ZERO).without(30 * MS);
        assert_eq!((told.left(), told.control()), (Some(70 * MS), TimeControl::MoveTime(70 * MS)));
        let told = Clock::new("1+0.1".parse().expect("valid"), Duration::ZERO).without(1500 * MS);
        assert_eq!(told.left(), Some(Duration::ZERO));
        assert_eq!(Clock::new(TimeControl::Depth(3), Duration::ZERO).without(30 * MS).left(), None);
    }

    #[test]
    fn move_time_starts_anew_and_node_limits_have_no_clock() {
        let mut clock = Clock::new(TimeControl::MoveTime(100 * MS), 20 * MS);
        assert_eq!(clock.charge(90 * MS), Ok(()));
        assert_eq!(clock.left(), Some(100 * MS));
        assert_eq!(clock.charge(130 * MS), Err(30 * MS));
        let mut clock = Clock::new(TimeControl::Nodes(1), Duration::ZERO);
        assert_eq!(clock.charge(Duration::from_secs(1000)), Ok(()));
        assert_eq!(clock.left(), None);
    }
}
