//! The result of a search.

use crate::{Outcome, RootMove, Score, ScoreClaim, Statistics};
use std::time::Duration;

/// The result of a search.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SearchResult<M> {
    /// The outcome, if the game was over before the search: then there is no best move, and the
    /// score is that of the verdict (but see [`Searcher::plays_on`](crate::Searcher::plays_on)).
    pub over: Option<Outcome>,
    /// The best move; `None` if the game is over or no move is allowed.
    pub best: Option<M>,
    /// The principal variation, best move first.
    pub pv: Vec<M>,
    /// The score for the side to move. A win or a loss by a ruling only if it is confirmed (see
    /// [`SearchResult::claim`]).
    pub score: Score,
    /// What the score claims.
    pub claim: ScoreClaim,
    /// The value that the search computed: the score, or a win or a loss by a ruling that is expected.
    pub value: Score,
    /// The depth of the last completed iteration, in plies.
    pub depth: u32,
    /// The elapsed time.
    pub elapsed: Duration,
    /// The counters of the search.
    pub statistics: Statistics,
    /// The best moves with their lines, best first: up to
    /// [`Searcher::multi_pv`](crate::Searcher::multi_pv). It contains only moves from completed
    /// iterations, so it may be empty.
    pub lines: Vec<RootMove<M>>,
}
