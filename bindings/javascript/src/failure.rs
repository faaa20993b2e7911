//! Errors for JavaScript.

use duiyi_game::{Illegal, Reason};
use serde::Serialize;
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
    #[cfg(feature = "records")]
    InvalidRecord,
    /// A file is damaged or has another format.
    InvalidFile,
    /// A certificate cannot be read, or does not prove its claim.
    InvalidProof,
    /// A file that the question needs was not loaded.
    NotLoaded,
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
            #[cfg(feature = "records")]
            Code::InvalidRecord => "invalid-record",
            Code::InvalidFile => "invalid-file",
            Code::InvalidProof => "invalid-proof",
            Code::NotLoaded => "not-loaded",
            Code::Nothing => "nothing",
            Code::Internal => "internal",
        }
    }

    /// The failure of this kind for a reason, for `map_err`.
    pub(crate) fn because<R: Into<Reason>>(self) -> impl FnOnce(R) -> Failure {
        move |reason| Failure::new(self, reason.into().to_string())
    }
}

/// What is wrong with a certificate, for programs.
#[derive(Debug, Serialize)]
pub(crate) struct ProofFailure {
    /// `unreadable` or `refused`.
    pub(crate) kind: &'static str,
    /// The number of the line, from 1; 0 if no line is at fault.
    pub(crate) line: usize,
    /// The moves from the start position to the place.
    pub(crate) moves: Vec<String>,
    /// What is wrong there.
    pub(crate) reason: String,
}

/// Why a question has no answer.
#[derive(Debug)]
pub(crate) struct Failure {
    code: Code,
    message: String,
    /// The details of an error about a certificate.
    proof: Option<ProofFailure>,
}

impl Failure {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Failure {
        Failure { code, message: message.into(), proof: None }
    }

    /// A certificate that is not accepted.
    pub(crate) fn of_proof(message: String, proof: ProofFailure) -> Failure {
        Failure { code: Code::InvalidProof, message, proof: Some(proof) }
    }

    /// The board was removed, or never existed.
    pub(crate) fn no_board() -> Failure {
        Failure::new(Code::Internal, "there is no such board")
    }

    pub(crate) fn to_json(&self) -> String {
        json!({ "code": self.code.name(), "message": self.message, "proof": self.proof }).to_string()
    }
}

impl<M: Debug> From<Illegal<M>> for Failure {
    fn from(illegal: Illegal<M>) -> Failure {
        Failure::new(Code::IllegalMove, illegal.to_string())
    }
}
