//! Endgame tables for a page.

use crate::{
    Move, Xiangqi,
    endgame::{EndgameFolder, EndgameTable, Value},
};
use duiyi_game::Reason;
use duiyi_kit::{EndgameVerdict, EndgameVerdicts};
use std::{path::Path, sync::Arc};

/// Opens the tables of a folder.
pub(super) fn open(folder: &Path) -> Result<EndgameVerdicts<Xiangqi>, Reason> {
    let folder = EndgameFolder::open(folder)?;
    Ok(Arc::new(move |game| verdicts(&folder, game)))
}

/// The verdicts on the legal moves of a position. A position whose tables cannot be read has none.
fn verdicts(folder: &EndgameFolder, game: &Xiangqi) -> Option<Vec<(Move, EndgameVerdict)>> {
    let moves = folder.moves(game.position()).ok()??;
    let is_exact = EndgameTable::of(game.position()).is_exact();
    let verdict = |value| match value {
        Value::Win(plies) => EndgameVerdict::Won(plies),
        Value::Draw if is_exact => EndgameVerdict::Drawn,
        Value::Draw => EndgameVerdict::DrawnUnlessRuled,
        Value::Loss(plies) => EndgameVerdict::Lost(plies),
    };
    Some(moves.into_iter().map(|(mv, value)| (mv, verdict(value))).collect())
}
