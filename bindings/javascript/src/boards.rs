//! The open boards.

use crate::{
    failure::{Code, Failure},
    games::{self, Answered, AnyBoard, AnyGame},
    numbered::Numbered,
    question::{Ask, Start},
};
use std::cell::RefCell;

thread_local! {
    static GAMES: Vec<Box<dyn AnyGame>> = games::all();
    static BOARDS: RefCell<Numbered<Box<dyn AnyBoard>>> = RefCell::default();
}

/// Opens a board by a description in JSON; returns its number.
///
/// # Errors
/// If the description is invalid.
pub(crate) fn open(description: &[u8]) -> Result<u32, Failure> {
    let start: Start = serde_json::from_slice(description).map_err(Code::InvalidArgument.because())?;
    let board = GAMES.with(|games| match games.iter().find(|game| game.name() == start.game) {
        Some(game) => game.open(&start.rules, &start.line).map_err(Code::InvalidGame.because()),
        None => {
            let names: Vec<&str> = games.iter().map(|game| game.name()).collect();
            let message = format!("unknown game '{}'; expected one of {}", start.game, names.join(", "));
            Err(Failure::new(Code::InvalidArgument, message))
        }
    })?;
    Ok(BOARDS.with_borrow_mut(|boards| boards.add(board)))
}

/// Copies a board; returns 0 if there is no such board.
pub(crate) fn copy(number: u32) -> u32 {
    BOARDS.with_borrow_mut(|boards| match boards.get(number) {
        Some(board) => {
            let copy = board.copy();
            boards.add(copy)
        }
        None => 0,
    })
}

/// Removes a board.
pub(crate) fn close(number: u32) {
    BOARDS.with_borrow_mut(|boards| boards.remove(number));
}

/// The result of a function for a board; `None` if there is no such board.
pub(crate) fn with<T>(number: u32, action: impl FnOnce(&mut dyn AnyBoard) -> T) -> Option<T> {
    BOARDS.with_borrow_mut(|boards| boards.get(number).map(|board| action(&mut **board)))
}

/// Answers a question in JSON about a board.
///
/// # Errors
/// If the question is invalid.
pub(crate) fn ask(number: u32, question: &[u8], attached: &[u8]) -> Result<Answered, Failure> {
    let question: Ask = serde_json::from_slice(question).map_err(Code::InvalidArgument.because())?;
    with(number, |board| board.ask(&question, attached)).unwrap_or_else(|| Err(Failure::no_board()))
}
