//! What a contestant may do wrong.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Why a contestant forfeits a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// It did not start, or did not finish the handshake.
    #[error("failed to start: {0}")]
    Start(String),
    /// Its process ended.
    #[error("crashed: {0}")]
    Crash(String),
    /// Its output ended or its input was closed while the process lived on.
    #[error("closed its pipe: {0}")]
    ClosedPipe(String),
    /// It did not answer at all.
    #[error("hung: no answer after {0:.1?}")]
    Hang(Duration),
    /// It answered after its flag had fallen.
    #[error("overstepped its time by {0:.1?}")]
    Time(Duration),
    /// It played a move that the rules forbid.
    #[error("illegal move: {0}")]
    IllegalMove(String),
    /// It gave no move although it had one.
    #[error("gave no move: {0}")]
    NoMove(String),
    /// It wrote more than the arena will read for one move.
    #[error("flooded its output: more than {0} bytes without an answer")]
    Flood(usize),
}

impl Fault {
    /// One word for counting: "crash", "hang", "time".
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
