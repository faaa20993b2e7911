//! The clocks of a game.

use duiyi_clock::{ControlError, GoParameters, Ledger, Phase, TimeControl};
use duiyi_game::Side;
use std::time::Duration;

/// Two clocks, of which one runs.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    ledgers: [Ledger; 2],
    /// Since when the clock of the side to move runs; none before the first move.
    since: Option<Duration>,
}

impl Clocks {
    /// # Errors
    /// If the text is no time control.
    pub(super) fn read(text: &str) -> Result<Option<Clocks>, ControlError> {
        if text.trim().is_empty() {
            return Ok(None);
        }
        let control: TimeControl = text.parse()?;
        Ok(control.is_timed().then(|| Clocks { ledgers: [Ledger::new(&control), Ledger::new(&control)], since: None }))
    }

    /// The side to move has moved. Says whether in time.
    pub(super) fn moved(&mut self, side: Side, now: Duration) -> bool {
        let used = self.since.map_or(Duration::ZERO, |since| now.saturating_sub(since));
        let in_time = self.ledgers[side.index()].spend(used, Phase::Middlegame).is_ok();
        self.ledgers[(!side).index()].opponent_used(used);
        self.since = Some(now);
        in_time
    }

    /// The clocks stand until the next move.
    pub(super) fn stop(&mut self) {
        self.since = None;
    }

    /// What is left to each side, that of the side to move as it runs.
    pub(super) fn left(&self, to_move: Side, now: Duration) -> [Duration; 2] {
        let mut left = self.ledgers.each_ref().map(|ledger| ledger.left().unwrap_or_default());
        let used = self.since.map_or(Duration::ZERO, |since| now.saturating_sub(since));
        let own = &mut left[to_move.index()];
        *own = own.saturating_sub(used);
        left
    }

    /// When the flag of the side to move falls.
    pub(super) fn falls(&self, to_move: Side) -> Option<Duration> {
        Some(self.since? + self.ledgers[to_move.index()].available()?)
    }

    /// What an engine is told.
    pub(super) fn go(&self, to_move: Side) -> GoParameters {
        let mut go = self.ledgers[to_move.index()].go();
        go.opponent = self.ledgers[(!to_move).index()].go().own;
        go
    }
}
