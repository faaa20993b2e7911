//! Errors of commands.

use crate::player::OptionError;
use duiyi_game::Reason;

/// The reason why a command, or a part of it, was not executed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CommandError {
    /// The protocol has no such command.
    #[error("unknown command '{0}'")]
    Unknown(String),
    /// The end of a command is missing.
    #[error("'{command}' lacks {expected}")]
    Missing {
        /// The command or the keyword.
        command: String,
        /// What was expected to follow.
        expected: &'static str,
    },
    /// An unexpected word.
    #[error("'{found}' in '{command}': expected {expected}")]
    Unexpected {
        /// The command.
        command: &'static str,
        /// The word.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// A position that cannot be read or is invalid, or an illegal move after it.
    #[error("position not set: {0}")]
    Position(Reason),
    /// An illegal move in a list of moves to ban or to search.
    #[error("{command}: {reason}")]
    RootMove {
        /// The command.
        command: &'static str,
        /// The reason why the move was rejected.
        reason: Reason,
    },
    /// An unknown option, or a value that the option does not accept.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A line during a search without a limit, when too many lines wait; with the limit in bytes.
    #[error("a line is ignored: lines of more than {0} bytes wait for the end of the search")]
    QueueFull(usize),
    /// The search panicked, with this message.
    #[error("the search failed: {0}; any legal turn is played")]
    SearchFailed(String),
    /// A line that is too long, with the limit in bytes.
    #[error("a line of more than {0} bytes")]
    Overlong(usize),
    /// The rules or the protocol do not allow the command, for this reason.
    #[error("{0}")]
    Refused(Reason),
}

impl CommandError {
    /// An error for a command that is not allowed.
    pub fn refused(reason: impl Into<Reason>) -> CommandError {
        CommandError::Refused(reason.into())
    }
}
