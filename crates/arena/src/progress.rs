//! The progress of a match.

use crate::{GameRecord, Journal, JournalError, SprtDecision, SprtState, Standings};
use std::{
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError},
    },
    time::Duration,
};

/// The state of a match after a game.
#[derive(Debug)]
pub struct Progress<'a> {
    /// The last finished game; `None` at the start.
    pub game: Option<&'a GameRecord>,
    /// The number of finished games, including those before a resumption.
    pub played: u64,
    /// The number of games of the plan for this process.
    pub planned: u64,
    /// All results.
    pub standings: &'a Standings,
    /// The state of the sequential test, if any.
    pub sprt: Option<SprtState>,
}

/// Why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All games of the plan were played.
    Completed,
    /// The sequential test was decided.
    Decided,
    /// The caller stopped it.
    Stopped,
}

/// Counts the games of a match as they end.
pub(crate) struct Count {
    pub(crate) standings: Standings,
    /// The number of finished games.
    pub(crate) played: u64,
    /// The number of games of the plan for this process.
    pub(crate) planned: u64,
}

/// Whether a match should stop.
pub(crate) struct Stops<'a> {
    /// Set by the caller.
    pub(crate) asked: &'a AtomicBool,
    /// Set here, also for a decision or an error; the workers stop for it.
    pub(crate) halt: &'a AtomicBool,
}

impl Count {
    /// The progress of the match, after a game if one has ended.
    pub(crate) fn progress<'a>(&'a self, game: Option<&'a GameRecord>) -> Progress<'a> {
        let (played, planned, sprt) = (self.played, self.planned, self.state());
        Progress { game, played, planned, standings: &self.standings, sprt }
    }

    fn state(&self) -> Option<SprtState> {
        self.standings.test()
    }

    /// Whether the test is decided.
    pub(crate) fn is_decided(&self) -> bool {
        self.state().is_some_and(|state| state.decision != SprtDecision::Open)
    }

    /// Records and counts games until all senders are gone.
    ///
    /// # Errors
    /// If a game can't be recorded; the match is then halted.
    pub(crate) fn take_all(
        &mut self,
        games: &Receiver<GameRecord>,
        mut journal: Option<&mut Journal>,
        observe: &mut dyn FnMut(&Progress<'_>),
        stops: &Stops<'_>,
    ) -> Result<(), JournalError> {
        let halt = || stops.halt.store(true, Ordering::Relaxed);
        loop {
            let game = match games.recv_timeout(Duration::from_millis(50)) {
                Ok(game) => game,
                Err(RecvTimeoutError::Timeout) => {
                    if stops.asked.load(Ordering::Relaxed) {
                        halt();
                    }
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            };
            if let Some(journal) = &mut journal {
                journal.write(&game).inspect_err(|_| halt())?;
            }
            self.played += 1;
            self.standings.add(&game);
            observe(&self.progress(Some(&game)));
            if self.is_decided() || stops.asked.load(Ordering::Relaxed) {
                halt();
            }
        }
    }

    /// The results, and why the match ended.
    pub(crate) fn end(self) -> (Standings, End) {
        let end = if self.is_decided() {
            End::Decided
        } else if self.played < self.planned {
            End::Stopped
        } else {
            End::Completed
        };
        (self.standings, end)
    }
}
