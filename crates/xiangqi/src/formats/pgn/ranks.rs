//! Moves with ranks from 0 to 9, or from 1 to 10 in the whole game.

use super::error::{PgnError, PgnErrorKind};
use crate::{formats::record::GameRecord, notation::algebraic};
use std::borrow::Cow;

/// The ranks in coordinates and algebraic moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ranks {
    FromZero,
    FromOne,
}

impl Ranks {
    /// A move as the notations write it.
    pub(super) fn own(self, text: &str) -> Cow<'_, str> {
        match self {
            Ranks::FromZero => Cow::Borrowed(text),
            Ranks::FromOne => algebraic::from_one(text).map_or(Cow::Borrowed(text), Cow::Owned),
        }
    }
}

/// Reads with ranks from 0; with ranks from 1 if a move is not legal and more moves are legal then.
pub(super) fn with_either_ranks<E>(
    read: impl Fn(Ranks) -> Result<(GameRecord, Vec<PgnError>), E>,
) -> Result<(GameRecord, Vec<PgnError>), E> {
    let (record, faults) = read(Ranks::FromZero)?;
    if faults.iter().any(|fault| matches!(fault.kind, PgnErrorKind::Move { .. }))
        && let Ok((other, fewer)) = read(Ranks::FromOne)
        && fewer.len() <= faults.len()
        && other.len() > record.len()
    {
        return Ok((other, fewer));
    }
    Ok((record, faults))
}
