//! The move overhead: time that the clock takes and the engine never sees.
//!
//! Between the engine's answer and the stop of the clock lie a pipe, a
//! program that referees, perhaps a network. A budget must leave room for it,
//! and the mean is no guide: it is the rare late answer that loses the game.
//! So the margin is the largest of a floor set by the user (the `Move Overhead`
//! option) and the worst lag seen lately, which the engine can measure by
//! itself: what its clock shows at the next move is less than what it should
//! show by exactly the lag.

use std::time::Duration;

use crate::state::ClockState;

/// Lags remembered; about the moves of a few games.
const WINDOW: usize = 256;

/// Measures lag and keeps the margin that [`ClockState::overhead`] asks for.
///
/// ```
/// use duiyi_clock::{Bonus, ClockState, OverheadMargin};
/// use std::time::Duration;
///
/// let mut overhead = OverheadMargin::new(Duration::from_millis(10));
/// let ms = Duration::from_millis;
/// let before = ClockState { left: ms(60_000), bonus: Bonus::Increment(ms(500)), ..ClockState::default() };
/// overhead.move_done(&before, ms(2_000));
/// // 60 − 2 + 0.5 = 58.5 s should be left; 35 ms were lost on the way.
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
    /// The margin where nothing is known: a local referee answers within a few milliseconds.
    pub const DEFAULT_FLOOR: Duration = Duration::from_millis(10);

    /// The longest lag that is believed. What is missing beyond it was taken off the clock by
    /// somebody: a front end that sets clocks, a game that goes on after a break.
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

    /// Notes that a move begun with `clock` took `elapsed` by the engine's own watch.
    pub fn move_done(&mut self, clock: &ClockState, elapsed: Duration) {
        let in_overtime = clock.byo_yomi.is_some() && clock.left < elapsed;
        let session_ends = clock.moves_to_go.is_some_and(|n| n.get() == 1);
        self.expected_left = if in_overtime || session_ends {
            None
        } else {
            // A US clock waits before it runs, which the credit expresses as well.
            (clock.left + clock.bonus.credit(elapsed)).checked_sub(elapsed)
        };
    }

    /// Compares the clock of the next move with what it should show, and records the difference as lag.
    ///
    /// A clock that shows more than expected (a new session, a new game)
    /// teaches nothing, nor one that lacks more than [`OverheadMargin::LONGEST`].
    pub fn next_clock(&mut self, clock: &ClockState) {
        let lag = self.expected_left.take().and_then(|expected| expected.checked_sub(clock.left));
        if let Some(lag) = lag.filter(|&lag| lag <= OverheadMargin::LONGEST) {
            self.observe(lag);
        }
    }

    /// The game is over: the next clock belongs to another one.
    pub fn new_game(&mut self) {
        self.expected_left = None;
    }

    /// The largest lag among the last 256, zero before the first.
    pub fn worst(&self) -> Duration {
        self.worst
    }

    /// The margin to keep back from every budget: the floor, or a fifth more
    /// than the worst lag seen, whichever is larger.
    ///
    /// A window of this length estimates a quantile beyond 99 %; the fifth
    /// stands for what is rarer still.
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
