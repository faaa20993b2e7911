//! The ledger of a player's time: exact, and the same for every kind of control.
//!
//! The quantities are those of rows T-2 to T-5 of docs/sources.md, with the
//! increment's symbol restored: after move k
//!
//! * T_total(k) = T0 + Σ credits, which for an increment is T0 + Δ·k,
//! * T_used(k) = Σ u(i) for i = 1..k,
//! * T_left(k) = T_total(k) − T_used(k).
//!
//! Every control fits the same sum once a *credit* is what a move brings back:
//! the increment; for delays at most what was used; at the end of a session
//! the time of the next; in byo-yomi what was used of a period not used up;
//! for an hour-glass what the opponent used. Time is kept as [`Duration`], in
//! whole nanoseconds, so that nothing is ever rounded.

use std::num::NonZeroU32;
use std::time::Duration;

use thiserror::Error;

use crate::control::{Bonus, ByoYomi, Session, TimeControl};
use crate::state::{GoParameters, Phase, PlayerClock};

/// Nodes at which an iteration ends at the latest, as a multiple of those after which none begins.
const SOFT_NODES_FACTOR: u64 = 8;

/// The flag has fallen: a move took longer than the available time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the flag fell at move {at_move}: {over:?} too late")]
pub struct FlagFall {
    /// Number of the move, from 1.
    pub at_move: u32,
    /// The excess of the move's time.
    pub over: Duration,
}

/// Moves made and time used in one phase of the game (row T-4 of docs/sources.md).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PhaseUse {
    /// Moves made: K_x.
    pub moves: u32,
    /// Time used: T_x.
    pub used: Duration,
}

impl PhaseUse {
    /// Counts a move of time `used`.
    pub fn add(&mut self, used: Duration) {
        self.moves += 1;
        self.used += used;
    }

    /// Mean time per move, t̄_x = T_x / K_x; `None` before the first move of the phase.
    pub fn mean(self) -> Option<Duration> {
        (self.moves > 0).then(|| self.used / self.moves)
    }
}

/// One player's time in one game.
///
/// The flag falls when a move takes *longer* than the time left; a move that
/// takes exactly the time left is in time.
///
/// ```
/// use duiyi_clock::{Ledger, Phase, TimeControl};
/// use std::time::Duration;
///
/// let control: TimeControl = "60+30".parse()?;
/// let mut ledger = Ledger::new(&control);
/// ledger.spend(Duration::from_secs(50), Phase::Opening)?;
/// assert_eq!(ledger.total(), Some(Duration::from_secs(90)));
/// assert_eq!(ledger.left(), Some(Duration::from_secs(40)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ledger {
    control: TimeControl,
    moves: u32,
    total: Duration,
    used: Duration,
    /// The time left of the sessions so far, without periods.
    main: Duration,
    periods: u32,
    session: usize,
    session_moves: u32,
    flag: Option<FlagFall>,
    phases: [PhaseUse; 3],
}

impl Ledger {
    /// A full clock before the first move.
    pub fn new(control: &TimeControl) -> Ledger {
        let mut ledger = Ledger {
            control: control.clone(),
            moves: 0,
            total: Duration::ZERO,
            used: Duration::ZERO,
            main: Duration::ZERO,
            periods: 0,
            session: 0,
            session_moves: 0,
            flag: None,
            phases: [PhaseUse::default(); 3],
        };
        ledger.reset();
        ledger
    }

    /// Resets the clock for a new game under the same control.
    pub fn reset(&mut self) {
        (self.moves, self.used, self.flag) = (0, Duration::ZERO, None);
        (self.session, self.session_moves, self.periods) = (0, 0, 0);
        self.phases = [PhaseUse::default(); 3];
        self.main = match &self.control {
            TimeControl::Sessions(sessions) => {
                self.periods = sessions.byo_yomi().map_or(0, |b| b.periods.get());
                sessions.session(0).time
            }
            TimeControl::MoveTime(t) | TimeControl::Hourglass(t) => *t,
            _ => Duration::ZERO,
        };
        self.total = self.main + self.period().saturating_mul(self.periods);
    }

    fn period(&self) -> Duration {
        match &self.control {
            TimeControl::Sessions(sessions) => sessions.byo_yomi().map_or(Duration::ZERO, |b| b.time),
            _ => Duration::ZERO,
        }
    }

    fn current_session(&self) -> Option<Session> {
        match &self.control {
            TimeControl::Sessions(sessions) => Some(sessions.session(self.session)),
            _ => None,
        }
    }

    /// The control this ledger keeps.
    pub fn control(&self) -> &TimeControl {
        &self.control
    }

    /// Moves made: k.
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// T_total(k): all time given so far; `None` if the control does not measure time.
    pub fn total(&self) -> Option<Duration> {
        self.control.is_timed().then_some(self.total)
    }

    /// T_used(k): the sum of the times of all moves made.
    pub fn used(&self) -> Duration {
        self.used
    }

    /// T_left(k): the time left, including byo-yomi periods; zero once the flag has
    /// fallen, `None` if the control does not measure time.
    pub fn left(&self) -> Option<Duration> {
        self.control.is_timed().then(|| self.main + self.period().saturating_mul(self.periods))
    }

    /// The time that the next move may take before the flag falls: the time left
    /// and the delay of a US clock; `None` if the control does not measure time.
    ///
    /// ```
    /// use duiyi_clock::{Ledger, TimeControl};
    /// use std::time::Duration;
    ///
    /// let ledger = Ledger::new(&"60;d5".parse::<TimeControl>()?);
    /// assert_eq!(ledger.left(), Some(Duration::from_secs(60)));
    /// assert_eq!(ledger.available(), Some(Duration::from_secs(65)));
    /// # Ok::<(), duiyi_clock::ControlError>(())
    /// ```
    pub fn available(&self) -> Option<Duration> {
        let delay = self.current_session().map_or(Duration::ZERO, |session| session.bonus.grace());
        self.left().map(|left| left.saturating_add(delay))
    }

    /// Byo-yomi periods left.
    pub fn periods(&self) -> u32 {
        self.periods
    }

    /// The fall of the flag, if any.
    pub fn flag(&self) -> Option<FlagFall> {
        self.flag
    }

    /// Moves and time of one phase.
    pub fn phase(&self, phase: Phase) -> PhaseUse {
        self.phases[phase as usize]
    }

    /// The `go` parameters for an engine's next move.
    pub fn go(&self) -> GoParameters {
        let mut go = GoParameters::default();
        match &self.control {
            TimeControl::Infinite => go.infinite = true,
            TimeControl::MoveTime(t) => go.move_time = Some(*t),
            TimeControl::Depth(depth) => go.depth = Some(*depth),
            TimeControl::Nodes(nodes) => go.nodes = Some(*nodes),
            TimeControl::SoftNodes(nodes) => {
                (go.soft_nodes, go.nodes) = (Some(*nodes), Some(nodes.saturating_mul(SOFT_NODES_FACTOR)));
            }
            TimeControl::Hourglass(_) => go.own = Some(PlayerClock { left: self.main, ..PlayerClock::default() }),
            TimeControl::Sessions(sessions) => {
                let session = sessions.session(self.session);
                let byo_yomi = sessions
                    .byo_yomi()
                    .and_then(|b| NonZeroU32::new(self.periods).map(|periods| ByoYomi { periods, time: b.time }));
                go.own = Some(PlayerClock { left: self.main, bonus: session.bonus, byo_yomi });
                go.moves_to_go =
                    session.moves.and_then(|n| NonZeroU32::new(n.get().saturating_sub(self.session_moves)));
            }
        }
        go
    }

    /// Charges a move of time `used` and adds its credit.
    ///
    /// # Errors
    /// [`FlagFall`] if the move took longer than the available time, and on
    /// every later call: the game is lost and nothing more is charged.
    pub fn spend(&mut self, used: Duration, phase: Phase) -> Result<(), FlagFall> {
        if let Some(fall) = self.flag {
            return Err(fall);
        }
        self.moves += 1;
        self.used += used;
        self.phases[phase as usize].add(used);
        match self.control {
            TimeControl::Infinite | TimeControl::Depth(_) | TimeControl::Nodes(_) | TimeControl::SoftNodes(_) => Ok(()),
            TimeControl::MoveTime(time) => {
                self.charge(used, Duration::ZERO)?;
                self.credit(used);
                debug_assert_eq!(self.main, time, "a fixed time is restored for the next move");
                Ok(())
            }
            TimeControl::Hourglass(_) => self.charge(used, Duration::ZERO),
            TimeControl::Sessions(_) => self.spend_in_session(used),
        }
    }

    fn spend_in_session(&mut self, used: Duration) -> Result<(), FlagFall> {
        let bonus = self.current_session().map_or(Bonus::None, |s| s.bonus);
        let free = bonus.grace().min(used);
        self.charge(used - free, self.period())?;
        self.total += free;
        self.credit(bonus.credit(used) - free);
        self.session_moves += 1;
        let ended = self.current_session().and_then(|s| s.moves).is_some_and(|n| self.session_moves >= n.get());
        if ended {
            self.session += 1;
            self.session_moves = 0;
            let time = self.current_session().map_or(Duration::ZERO, |s| s.time);
            self.credit(time);
        }
        Ok(())
    }

    /// Subtracts `time` from the main time and then from the periods; a period not used up is restored.
    fn charge(&mut self, time: Duration, period: Duration) -> Result<(), FlagFall> {
        let Some(beyond) = time.checked_sub(self.main).filter(|b| !b.is_zero()) else {
            self.main -= time;
            return Ok(());
        };
        let all = period.saturating_mul(self.periods);
        if beyond > all {
            let fall = FlagFall { at_move: self.moves, over: beyond - all };
            (self.flag, self.main, self.periods) = (Some(fall), Duration::ZERO, 0);
            return Err(fall);
        }
        // A move that takes exactly one period does not use it up, hence the −1.
        let lost = ((beyond.as_nanos() - 1) / period.as_nanos()) as u32;
        self.main = Duration::ZERO;
        self.periods -= lost;
        self.total += beyond - period * lost;
        Ok(())
    }

    fn credit(&mut self, time: Duration) {
        self.total += time;
        self.main += time;
    }

    /// Hour-glass only: adds the `time` that the opponent has used.
    pub fn opponent_used(&mut self, time: Duration) {
        if matches!(self.control, TimeControl::Hourglass(_)) && self.flag.is_none() {
            self.credit(time);
        }
    }
}
