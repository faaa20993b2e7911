//! The errors of the interface, and their codes.

use duiyi_game::Reason;

/// The result of a call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DuiyiStatus {
    /// The call succeeded.
    Ok = 0,
    /// An argument that is required is NULL.
    NullPointer = 1,
    /// A text is not UTF-8.
    NotUtf8 = 2,
    /// A text or a number is not valid: a FEN, a name, a move, a depth.
    Invalid = 3,
    /// The move is not legal in the position.
    Illegal = 4,
    /// The buffer is too small; nothing was written to it.
    TooSmall = 5,
    /// There is no move to take back.
    NoMove = 6,
    /// An error in the library. The game of the call may only be freed.
    Internal = 7,
}

/// The reason why a call failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error("the argument '{0}' is NULL")]
    NullPointer(&'static str),
    #[error("the argument '{name}' is not UTF-8: the first {valid} bytes are valid")]
    NotUtf8 { name: &'static str, valid: usize },
    #[error("{0}")]
    Invalid(Reason),
    #[error("{0}")]
    Illegal(Reason),
    #[error("the buffer has room for {capacity} moves: expected at least {needed}")]
    TooSmall { capacity: usize, needed: usize },
    #[error("no move was played in this game")]
    NoMove,
    #[error("internal error: {0}")]
    Internal(String),
}

impl Failure {
    pub(crate) fn invalid(reason: impl Into<Reason>) -> Failure {
        Failure::Invalid(reason.into())
    }

    pub(crate) fn illegal(reason: impl Into<Reason>) -> Failure {
        Failure::Illegal(reason.into())
    }

    pub(crate) fn status(&self) -> DuiyiStatus {
        match self {
            Failure::NullPointer(_) => DuiyiStatus::NullPointer,
            Failure::NotUtf8 { .. } => DuiyiStatus::NotUtf8,
            Failure::Invalid(_) => DuiyiStatus::Invalid,
            Failure::Illegal(_) => DuiyiStatus::Illegal,
            Failure::TooSmall { .. } => DuiyiStatus::TooSmall,
            Failure::NoMove => DuiyiStatus::NoMove,
            Failure::Internal(_) => DuiyiStatus::Internal,
        }
    }
}
