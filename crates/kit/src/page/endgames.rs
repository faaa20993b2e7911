//! Endgame tables.

use duiyi_game::{Game, Reason};
use std::{path::Path, sync::Arc};

/// The exact value of a move by an endgame table, for the side that makes it. Distances are plies to the end
/// of the game with best play of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndgameVerdict {
    /// It wins.
    Won(u16),
    /// Neither side can win.
    Drawn,
    /// Neither side can win unless a ruling on repetition decides.
    DrawnUnlessRuled,
    /// It loses.
    Lost(u16),
}

/// The verdicts on all legal moves of a position, the best first; `None` if no table contains it,
/// or if another rule may decide before.
pub type EndgameVerdicts<G> = Arc<dyn Fn(&G) -> Option<Vec<(<G as Game>::Move, EndgameVerdict)>> + Send + Sync>;

/// Opens the endgame tables of a folder.
pub type OpenEndgames<G> = fn(&Path) -> Result<EndgameVerdicts<G>, Reason>;
