//! Why a bot stops.

use std::time::Duration;

/// Why a bot stops before its last game.
#[derive(Debug, thiserror::Error)]
pub enum BotError {
    /// The server could not be reached in time.
    #[error("{host} was not reached within {} s (attempts: {attempts}); the last one failed: {reason}", waited.as_secs_f64().round())]
    Unreachable {
        /// The host and the port.
        host: String,
        /// The number of attempts.
        attempts: u32,
        /// The time from the first to the last attempt.
        waited: Duration,
        /// Why the last one failed.
        reason: String,
    },
    /// The connection was lost during a game that the server does not store.
    #[error("the connection to {host} was lost during a game that is not stored there")]
    Lost {
        /// The host and the port.
        host: String,
    },
    /// The server has refused a message.
    #[error("the server refuses '{asked}': {reason}")]
    Refused {
        /// The message.
        asked: String,
        /// The reason.
        reason: String,
    },
    /// A message is not one of `play`.
    #[error("a message of the server is not understood: {0}")]
    Message(String),
    /// A position or a turn of the server is not one of the game.
    #[error("the game of the server cannot be followed: {0}")]
    Game(String),
    /// The player returns no turn in a game that goes on.
    #[error("the engine returned no turn after '{0}'")]
    NoTurn(String),
}
