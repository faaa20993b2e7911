//! The clocks of a game.

use crate::message::ClockState;
use duiyi_clock::{ControlError, GoParameters, Ledger, Phase, TimeControl};
use duiyi_game::Side;
use std::time::Duration;

/// Two clocks, of which one runs. Turns are timed in whole milliseconds, so that the clocks can be
/// restored from the times of the turns.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    ledgers: [Ledger; 2],
    /// The turns in order: the side, and the milliseconds it used.
    spent: Vec<(usize, u64)>,
    /// The phases of the game before these turns.
    phases: Vec<Phase>,
    /// When the clock of the side to move was started; none while it is stopped.
    since: Option<Duration>,
    /// The time used by the turn under way before the last pause.
    carried: Duration,
}

impl Clocks {
    /// Reads a time control; returns `None` if it is empty or without limits.
    ///
    /// # Errors
    /// If the text is not a time control.
    pub(super) fn read(text: &str) -> Result<Option<Clocks>, ControlError> {
        if text.trim().is_empty() {
            return Ok(None);
        }
        let control: TimeControl = text.parse()?;
        let ledgers = [Ledger::new(&control), Ledger::new(&control)];
        let clocks = Clocks { ledgers, spent: Vec::new(), phases: Vec::new(), since: None, carried: Duration::ZERO };
        Ok(control.is_timed().then_some(clocks))
    }

    /// Restores stored clocks, without starting them.
    pub(super) fn restore(&mut self, state: &ClockState) {
        // Games stored by earlier versions have no phases.
        let phases = state.phases.iter().copied().chain(std::iter::repeat(Phase::default()));
        for (&(side, milliseconds), phase) in state.spent.iter().zip(phases) {
            let side = if side == 0 { Side::First } else { Side::Second };
            // A fallen flag is part of the result of the game.
            let _ = self.spend(side, milliseconds, phase);
        }
        self.carried = Duration::from_millis(state.running);
    }

    /// The clocks as they are stored.
    pub(super) fn state(&self, now: Duration) -> ClockState {
        let (spent, phases) = (self.spent.clone(), self.phases.clone());
        ClockState { spent, phases, running: self.used(now).as_millis() as u64 }
    }

    fn used(&self, now: Duration) -> Duration {
        self.carried + self.since.map_or(Duration::ZERO, |since| now.saturating_sub(since))
    }

    fn spend(&mut self, side: Side, milliseconds: u64, phase: Phase) -> bool {
        let used = Duration::from_millis(milliseconds);
        self.spent.push((side.index(), milliseconds));
        self.phases.push(phase);
        let in_time = self.ledgers[side.index()].spend(used, phase).is_ok();
        self.ledgers[(!side).index()].opponent_used(used);
        in_time
    }

    /// Records that a side has moved in a phase of the game. Returns whether it was in time.
    pub(super) fn moved(&mut self, side: Side, phase: Phase, now: Duration) -> bool {
        let used = self.used(now).as_millis() as u64;
        (self.since, self.carried) = (Some(now), Duration::ZERO);
        self.spend(side, used, phase)
    }

    /// Stops the clocks until the next turn, because the turn under way ends without a move.
    pub(super) fn stop(&mut self) {
        (self.since, self.carried) = (None, Duration::ZERO);
    }

    /// Pauses the clock of the turn under way.
    pub(super) fn pause(&mut self, now: Duration) {
        self.carried = self.used(now);
        self.since = None;
    }

    /// Resumes the clock, except before the first turn.
    pub(super) fn resume(&mut self, now: Duration) {
        if self.since.is_none() && !self.spent.is_empty() {
            self.since = Some(now);
        }
    }

    /// Whether a clock runs.
    pub(super) fn run(&self) -> bool {
        self.since.is_some()
    }

    /// The remaining time of each side, including the running turn.
    pub(super) fn left(&self, to_move: Side, now: Duration) -> [Duration; 2] {
        let mut left = self.ledgers.each_ref().map(|ledger| ledger.left().unwrap_or_default());
        let own = &mut left[to_move.index()];
        *own = own.saturating_sub(self.used(now));
        left
    }

    /// When the flag of the side to move falls.
    pub(super) fn falls(&self, to_move: Side) -> Option<Duration> {
        Some((self.since? + self.ledgers[to_move.index()].available()?).saturating_sub(self.carried))
    }

    /// The time limits of an engine, at the beginning of its turn or after a pause.
    pub(super) fn go(&self, to_move: Side) -> GoParameters {
        let mut go = self.ledgers[to_move.index()].go();
        if let Some(own) = &mut go.own {
            own.left = own.left.saturating_sub(self.carried);
        }
        go.opponent = self.ledgers[(!to_move).index()].go().own;
        go
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opponent_gains_the_time_of_an_hourglass() {
        let mut clocks = Clocks::read("*60").unwrap().unwrap();
        let at = Duration::from_secs;
        assert!(
            clocks.moved(Side::First, Phase::default(), at(0)) && clocks.moved(Side::Second, Phase::default(), at(10))
        );
        assert_eq!(clocks.left(Side::First, at(10)), [at(70), at(50)]);
        assert_eq!(clocks.falls(Side::First), Some(at(80)));
    }
}
