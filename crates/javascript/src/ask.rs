//! Answers questions in JSON.

use crate::{
    games::{self, AnyGame},
    question::Question,
    search::OnReport,
};
use duiyi_game::Reason;
use serde_json::json;
use std::cell::RefCell;

thread_local! {
    static GAMES: RefCell<Vec<Box<dyn AnyGame>>> = RefCell::new(games::all());
}

/// The answer to a question: an object, which has the field `error` if the question is invalid.
pub(crate) fn answer(question: &[u8], on_report: OnReport<'_>) -> String {
    let question = serde_json::from_slice(question).map_err(Reason::from);
    let answered = question.and_then(|question: Question| {
        GAMES.with_borrow_mut(|games| match games.iter_mut().find(|game| game.name() == question.game) {
            Some(game) => game.answer(&question, on_report),
            None => {
                let names: Vec<&str> = games.iter().map(|game| game.name()).collect();
                Err(format!("unknown game '{}'; expected one of {}", question.game, names.join(", ")).into())
            }
        })
    });
    answered.unwrap_or_else(|reason| json!({ "error": reason.to_string() })).to_string()
}
