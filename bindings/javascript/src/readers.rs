//! The open readers of records.

use crate::{
    failure::{Code, Failure},
    numbered::Numbered,
    question::{FaultText, GameText},
    records::Reader,
};
use serde::Serialize;
use std::cell::RefCell;

/// What a reader returns; nothing at the end.
#[derive(Serialize)]
struct Next {
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<GameText>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<FaultText>,
}

thread_local! {
    static READERS: RefCell<Numbered<Reader>> = RefCell::default();
}

/// Adds a reader; returns its number.
pub(crate) fn add(reader: Reader) -> u32 {
    READERS.with_borrow_mut(|readers| readers.add(reader))
}

/// The next game of a reader in JSON: `{"game"}` or `{"fault"}`; `{}` at the end.
///
/// # Errors
/// If there is no such reader.
pub(crate) fn next(number: u32) -> Result<String, Failure> {
    READERS.with_borrow_mut(|readers| {
        let reader = readers.get(number).ok_or_else(|| Failure::new(Code::Internal, "there is no such reader"))?;
        let (game, fault) = match reader.next() {
            None => (None, None),
            Some(Ok(game)) => (Some(game), None),
            Some(Err(fault)) => (None, Some(fault)),
        };
        serde_json::to_string(&Next { game, fault }).map_err(Code::Internal.because())
    })
}

/// Removes a reader.
pub(crate) fn close(number: u32) {
    READERS.with_borrow_mut(|readers| readers.remove(number));
}
