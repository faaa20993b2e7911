//! What a search found.

use crate::{Outcome, RootMove, Score, Statistics};
use std::time::Duration;

/// What a search found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SearchResult<M> {
    /// How the game has ended, if it was over before the search: then there is no best
    /// move, and the score is what the rules say (but see
    /// [`Searcher::plays_on`](crate::Searcher::plays_on)).
    pub over: Option<Outcome>,
    /// The best move; `None` if the game is over or no move is allowed.
    pub best: Option<M>,
    /// The expected line, best move first.
    pub pv: Vec<M>,
    /// The score for the side to move.
    pub score: Score,
    /// The depth of the last finished iteration, in plies.
    pub depth: u32,
    /// Time used.
    pub elapsed: Duration,
    /// What was counted.
    pub statistics: Statistics,
    /// The best moves with their lines, the best first: as many as
    /// [`Searcher::multi_pv`](crate::Searcher::multi_pv) asks for, or as there are. Only those that some
    /// iteration has finished, so there may be none.
    pub lines: Vec<RootMove<M>>,
}
