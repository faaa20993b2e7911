//! What can be wrong with a command.

use crate::Reason;

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
    /// A position that cannot be read or is none.
    #[error("position not set: {0}")]
    Position(Reason),
    /// A move that cannot be read or is not legal.
    #[error("position not set: move {number} of the list: {reason}")]
    Move {
        /// Its number in the list, from 1.
        number: usize,
        /// What is wrong with it.
        reason: Reason,
    },
    /// A move to ban or to search that is not legal.
    #[error("{command}: {reason}")]
    RootMove {
        /// The command.
        command: &'static str,
        /// What is wrong with the move.
        reason: Reason,
    },
    /// An option that the engine does not have.
    #[error("no option is called '{0}'")]
    UnknownOption(String),
    /// A value that an option does not take.
    #[error("option {name} does not take '{value}': expected {expected}")]
    OptionValue {
        /// The option.
        name: String,
        /// The value.
        value: String,
        /// What it takes.
        expected: String,
    },
    /// A command that must wait until the search is over.
    #[error("'{0}' is ignored while the engine thinks; send stop first")]
    Thinking(String),
}

/// The first words of a text, for messages.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 60;
    let mut short: String = text.chars().filter(|c| !c.is_control()).take(MOST).collect();
    if text.chars().count() > MOST {
        short.push('…');
    }
    short
}
