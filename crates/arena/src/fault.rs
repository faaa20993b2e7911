//! Faults of contestants.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The reason why a contestant forfeits a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// It did not start, or did not finish the handshake.
    #[error("failed to start: {0}")]
    Start(String),
    /// The process ended.
    #[error("crashed: {0}")]
    Crash(String),
    /// The output ended or the input was closed while the process was running.
    #[error("closed its pipe: {0}")]
    ClosedPipe(String),
    /// It did not answer.
    #[error("hung: no answer after {0:.1?}")]
    Hang(Duration),
    /// It answered after the time limit.
    #[error("overstepped its time by {0:.1?}")]
    Time(Duration),
    /// It played an illegal move.
    #[error("illegal move: {0}")]
    IllegalMove(String),
    /// It returned no move although it had one.
    #[error("gave no move: {0}")]
    NoMove(String),
    /// It wrote more output than the limit for one move.
    #[error("flooded its output: more than {0} bytes without an answer")]
    Flood(usize),
}

impl Fault {
    /// The kind in one word, for counting: "crash", "hang", "time".
    pub fn kind(&self) -> &'static str {
        match self {
            Fault::Start(_) => "start",
            Fault::Crash(_) => "crash",
            Fault::ClosedPipe(_) => "pipe",
            Fault::Hang(_) => "hang",
            Fault::Time(_) => "time",
            Fault::IllegalMove(_) => "illegal move",
            Fault::NoMove(_) => "no move",
            Fault::Flood(_) => "flood",
        }
    }
}
