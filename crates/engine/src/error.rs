//! What can be wrong with a command.

use duiyi_game::Reason;
use duiyi_player::OptionError;

/// Why a command was not carried out. The engine is as it was before.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CommandError {
    /// No command of the protocol.
    #[error("unknown command '{0}'")]
    Unknown(String),
    /// Something is missing at the end of a command.
    #[error("'{command}' lacks {expected}")]
    Missing {
        /// The command or the keyword.
        command: String,
        /// What should follow.
        expected: &'static str,
    },
    /// A word where another was expected.
    #[error("'{found}' in '{command}': expected {expected}")]
    Unexpected {
        /// The command.
        command: &'static str,
        /// The word.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// A position that cannot be read or is none, or a move after it.
    #[error("position not set: {0}")]
    Position(Reason),
    /// A move to ban or to search that is not legal.
    #[error("{command}: {reason}")]
    RootMove {
        /// The command.
        command: &'static str,
        /// What is wrong with the move.
        reason: Reason,
    },
    /// An option that the engine does not have, or a value that it does not take.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A command that must wait until the search is over.
    #[error("'{0}' is ignored while the engine thinks; send stop first")]
    Thinking(String),
    /// A search that broke off by a fault of the program: what it was.
    #[error("the search failed: {0}; any legal turn is played")]
    SearchFailed(String),
    /// A line that is too long.
    #[error("a line of more than {0} bytes")]
    Overlong(usize),
    /// Something that the rules or the protocol do not allow, in words.
    #[error("{0}")]
    Refused(Reason),
}

impl CommandError {
    /// Something that is not allowed, in words.
    pub(crate) fn refused(reason: impl Into<Reason>) -> CommandError {
        CommandError::Refused(reason.into())
    }
}
