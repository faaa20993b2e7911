//! Endgame tables of xiangqi.

use crate::failure::{Code, Failure};
use duiyi_game::Reason;
use duiyi_xiangqi::{
    Position,
    endgame::{EndgameFolder, EndgameTable, Value},
};
use serde_json::json;
use std::cell::RefCell;

thread_local! {
    static TABLES: RefCell<EndgameFolder> = RefCell::new(EndgameFolder::in_memory());
}

/// Adds a table from the contents of its file; returns its name.
///
/// # Errors
/// If the bytes are not a table.
pub(crate) fn load(bytes: Vec<u8>) -> Result<String, Failure> {
    TABLES.with_borrow_mut(|tables| tables.insert(bytes)).map_err(Code::InvalidFile.because())
}

/// The value of a position and of its moves, the best first; null if it is in no table.
///
/// # Errors
/// A table is damaged, or the position after a move is in none.
pub(crate) fn probe(position: &Position) -> Result<serde_json::Value, Reason> {
    let is_exact = EndgameTable::of(position).is_exact();
    let described = |value: Value| {
        let result = match value {
            Value::Win(_) => "win",
            Value::Draw => "draw",
            Value::Loss(_) => "loss",
        };
        json!({ "result": result, "plies": value.plies(), "exact": is_exact || value != Value::Draw })
    };
    TABLES.with_borrow(|tables| {
        let Some(value) = tables.look_up(position)? else { return Ok(json!({ "value": null })) };
        let mut answer = described(value);
        let moves = tables.moves(position)?.unwrap_or_default().into_iter().map(|(mv, value)| {
            let mut described = described(value);
            described["move"] = json!(mv.to_string());
            described
        });
        answer["moves"] = moves.collect();
        Ok(json!({ "value": answer }))
    })
}
