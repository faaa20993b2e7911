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
    /// The time that each side has used since its last turn, until the last pause: also for a turn that was taken
    /// back before its end. It is charged with the next turn of the side.
    carried: [Duration; 2],
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
        let clocks =
            Clocks { ledgers, spent: Vec::new(), phases: Vec::new(), since: None, carried: [Duration::ZERO; 2] };
        Ok(control.is_timed().then_some(clocks))
    }

    /// Restores stored clocks, without starting them.
    pub(super) fn restore(&mut self, to_move: Side, state: &ClockState) {
        // Games stored by earlier versions have no phases.
        let phases = state.phases.iter().copied().chain(std::iter::repeat(Phase::default()));
        for (&(side, milliseconds), phase) in state.spent.iter().zip(phases) {
            let side = if side == 0 { Side::First } else { Side::Second };
            // A fallen flag is part of the result of the game.
            let _ = self.spend(side, milliseconds, phase);
        }
        self.carried[to_move.index()] = Duration::from_millis(state.running);
        self.carried[(!to_move).index()] = Duration::from_millis(state.taken_back);
    }

    /// The clocks as they are stored.
    pub(super) fn state(&self, to_move: Side, now: Duration) -> ClockState {
        let (spent, phases) = (self.spent.clone(), self.phases.clone());
        let milliseconds = |used: Duration| used.as_millis() as u64;
        let taken_back = milliseconds(self.carried[(!to_move).index()]);
        ClockState { spent, phases, running: milliseconds(self.used(to_move, now)), taken_back }
    }

    fn used(&self, to_move: Side, now: Duration) -> Duration {
        self.carried[to_move.index()] + self.since.map_or(Duration::ZERO, |since| now.saturating_sub(since))
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
        let used = self.used(side, now).as_millis() as u64;
        self.since = Some(now);
        self.carried[side.index()] = Duration::ZERO;
        self.spend(side, used, phase)
    }

    /// Pauses the clock of the turn under way.
    pub(super) fn pause(&mut self, to_move: Side, now: Duration) {
        self.carried[to_move.index()] = self.used(to_move, now);
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
        for side in [to_move, !to_move] {
            let used = if side == to_move { self.used(side, now) } else { self.carried[side.index()] };
            let own = &mut left[side.index()];
            *own = own.saturating_sub(used);
        }
        left
    }

    /// When the flag of the side to move falls.
    pub(super) fn falls(&self, to_move: Side) -> Option<Duration> {
        Some((self.since? + self.ledgers[to_move.index()].available()?).saturating_sub(self.carried[to_move.index()]))
    }

    /// The time limits of an engine, at the beginning of its turn or after a pause.
    pub(super) fn go(&self, to_move: Side) -> GoParameters {
        let mut go = self.ledgers[to_move.index()].go();
        if let Some(own) = &mut go.own {
            own.left = own.left.saturating_sub(self.carried[to_move.index()]);
        }
        go.opponent = self.ledgers[(!to_move).index()].go().own;
        if let Some(opponent) = &mut go.opponent {
            opponent.left = opponent.left.saturating_sub(self.carried[(!to_move).index()]);
        }
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
