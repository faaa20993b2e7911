//! The move overhead: time on the clock that the engine does not measure.
//!
//! Between the engine's answer and the stop of the clock are a pipe, a referee
//! program and perhaps a network. A budget must leave time for them. The mean
//! is not sufficient, since a rare late answer loses the game. Therefore the
//! margin is the maximum of a floor set by the user (the `Move Overhead`
//! option) and the worst recent lag. The engine measures the lag as the
//! difference between the expected and the actual clock at its next move.

use std::time::Duration;

use crate::state::ClockState;

/// The number of stored lags, about the moves of a few games.
const WINDOW: usize = 256;

/// Measures lag and computes the margin for [`ClockState::overhead`].
///
/// ```
/// use duiyi_clock::{Bonus, ClockState, OverheadMargin};
/// use std::time::Duration;
///
/// let mut overhead = OverheadMargin::new(Duration::from_millis(10));
/// let ms = Duration::from_millis;
/// let before = ClockState { left: ms(60_000), bonus: Bonus::Increment(ms(500)), ..ClockState::default() };
/// overhead.move_done(&before, ms(2_000));
/// // 60 − 2 + 0.5 = 58.5 s should be left; the lag was 35 ms.
/// overhead.next_clock(&ClockState { left: ms(58_465), ..before });
/// assert_eq!(overhead.worst(), ms(35));
/// assert!(overhead.margin() >= ms(35));
/// ```
#[derive(Clone, Debug)]
pub struct OverheadMargin {
    floor: Duration,
    seen: [Duration; WINDOW],
    count: usize,
    worst: Duration,
    expected_left: Option<Duration>,
}

impl OverheadMargin {
    /// The default margin: a local referee answers within a few milliseconds.
    pub const DEFAULT_FLOOR: Duration = Duration::from_millis(10);

    /// The longest plausible lag. Larger differences have another cause, such as a front end that
    /// sets clocks, or a game that continues after a break.
    pub const LONGEST: Duration = Duration::from_secs(5);

    /// A margin of at least `floor`.
    pub fn new(floor: Duration) -> OverheadMargin {
        OverheadMargin { floor, seen: [Duration::ZERO; WINDOW], count: 0, worst: Duration::ZERO, expected_left: None }
    }

    /// Sets the floor, as the `Move Overhead` option does.
    pub fn set_floor(&mut self, floor: Duration) {
        self.floor = floor;
    }

    /// The floor in force.
    pub fn floor(&self) -> Duration {
        self.floor
    }

    /// Records one lag.
    pub fn observe(&mut self, lag: Duration) {
        let forgotten = std::mem::replace(&mut self.seen[self.count % WINDOW], lag);
        self.count += 1;
        self.worst = if forgotten > lag && forgotten == self.worst {
            self.seen.iter().copied().max().unwrap_or_default()
        } else {
            self.worst.max(lag)
        };
    }

    /// Records that a move begun with `clock` took `elapsed` in the engine's own measurement.
    pub fn move_done(&mut self, clock: &ClockState, elapsed: Duration) {
        let in_overtime = clock.byo_yomi.is_some() && clock.left < elapsed;
        let session_ends = clock.moves_to_go.is_some_and(|n| n.get() == 1);
        self.expected_left = if in_overtime || session_ends {
            None
        } else {
            // The credit also includes the delay of a US clock.
            (clock.left + clock.bonus.credit(elapsed)).checked_sub(elapsed)
        };
    }

    /// Compares the clock of the next move with the expected one, and records the difference as lag.
    ///
    /// Ignored if the clock shows more than expected (a new session, a new game)
    /// or less by more than [`OverheadMargin::LONGEST`].
    pub fn next_clock(&mut self, clock: &ClockState) {
        let lag = self.expected_left.take().and_then(|expected| expected.checked_sub(clock.left));
        if let Some(lag) = lag.filter(|&lag| lag <= OverheadMargin::LONGEST) {
            self.observe(lag);
        }
    }

    /// Begins a new game: the next clock is not compared with the last one.
    pub fn new_game(&mut self) {
        self.expected_left = None;
    }

    /// The largest of the last 256 lags, zero before the first.
    pub fn worst(&self) -> Duration {
        self.worst
    }

    /// The margin reserved from every budget: the maximum of the floor and
    /// 1.2 times the worst lag.
    ///
    /// A window of this length estimates a quantile beyond 99 %; the factor 1.2
    /// allows for rarer lags.
    pub fn margin(&self) -> Duration {
        let worst = self.worst();
        self.floor.max(worst + worst / 5)
    }
}

impl Default for OverheadMargin {
    fn default() -> OverheadMargin {
        OverheadMargin::new(OverheadMargin::DEFAULT_FLOOR)
    }
}
