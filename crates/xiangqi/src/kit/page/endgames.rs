//! Endgame tables for a page.

use crate::{
    Move, Xiangqi,
    endgame::{EndgameFolder, EndgameTable, Value},
};
use duiyi_game::Reason;
use duiyi_kit::page::{EndgameVerdict, EndgameVerdicts};
use std::{path::Path, sync::Arc};

/// Opens the tables of a folder.
pub(super) fn open(folder: &Path) -> Result<EndgameVerdicts<Xiangqi>, Reason> {
    let folder = EndgameFolder::open(folder)?;
    Ok(Arc::new(move |game| verdicts(&folder, game)))
}

/// The verdicts on the legal moves of a position. A position whose tables cannot be read has none, nor has
/// one in which the move limit may come before a mate.
fn verdicts(folder: &EndgameFolder, game: &Xiangqi) -> Option<Vec<(Move, EndgameVerdict)>> {
    let moves = folder.moves(game.position()).ok()??;
    let longest = moves.iter().filter_map(|(_, value)| value.plies()).max();
    if game.plies_to_limit().zip(longest).is_some_and(|(left, longest)| longest > left) {
        return None;
    }
    let is_exact = EndgameTable::of(game.position()).is_exact();
    let verdict = |value| match value {
        Value::Win(plies) => EndgameVerdict::Won(plies),
        Value::Draw if is_exact => EndgameVerdict::Drawn,
        Value::Draw => EndgameVerdict::DrawnUnlessRuled,
        Value::Loss(plies) => EndgameVerdict::Lost(plies),
    };
    Some(moves.into_iter().map(|(mv, value)| (mv, verdict(value))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_mate_is_shown_that_the_move_limit_may_prevent() {
        let path = std::env::temp_dir().join(format!("duiyi-page-endgames-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        let mut folder = EndgameFolder::open(&path).unwrap();
        folder.build(&"kpk".parse().unwrap(), 1, &|_| std::ops::ControlFlow::Continue(()), &mut |_| ()).unwrap();
        std::fs::remove_dir_all(&path).unwrap();
        let at = |clock: u32| {
            let fen = format!("4k4/9/9/9/2P6/9/9/9/9/3K5 w - - {clock} 60");
            verdicts(&folder, &Xiangqi::new(fen.parse().unwrap()))
        };
        assert!(at(0).unwrap().iter().any(|(_, verdict)| matches!(verdict, EndgameVerdict::Won(4..))));
        assert_eq!(at(117), None);
    }
}
