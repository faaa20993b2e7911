//! Errors for JavaScript.

use duiyi_game::{Illegal, Reason};
use serde_json::json;
use std::fmt::Debug;

/// A kind of error; JavaScript compares its name.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Code {
    /// A position, rules or a whole game cannot be read.
    InvalidGame,
    /// A turn cannot be read or is not legal.
    IllegalMove,
    /// An argument is invalid.
    InvalidArgument,
    /// A record cannot be read or written.
    InvalidRecord,
    /// A file is damaged or has another format.
    InvalidFile,
    /// Nothing is left to do: no move to take back, no move to search.
    Nothing,
    /// An error of the package.
    Internal,
}

impl Code {
    fn name(self) -> &'static str {
        match self {
            Code::InvalidGame => "invalid-game",
            Code::IllegalMove => "illegal-move",
            Code::InvalidArgument => "invalid-argument",
            Code::InvalidRecord => "invalid-record",
            Code::InvalidFile => "invalid-file",
            Code::Nothing => "nothing",
            Code::Internal => "internal",
        }
    }

    /// The failure of this kind for a reason, for `map_err`.
    pub(crate) fn because<R: Into<Reason>>(self) -> impl FnOnce(R) -> Failure {
        move |reason| Failure { code: self, message: reason.into().to_string() }
    }
}

/// Why a question has no answer.
#[derive(Debug)]
pub(crate) struct Failure {
    code: Code,
    message: String,
}

impl Failure {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Failure {
        Failure { code, message: message.into() }
    }

    /// The board was removed, or never existed.
    pub(crate) fn no_board() -> Failure {
        Failure::new(Code::Internal, "there is no such board")
    }

    pub(crate) fn to_json(&self) -> String {
        json!({ "code": self.code.name(), "message": self.message }).to_string()
    }
}

impl<M: Debug> From<Illegal<M>> for Failure {
    fn from(illegal: Illegal<M>) -> Failure {
        Failure::new(Code::IllegalMove, illegal.to_string())
    }
}
