//! Positions whose values are known without a search.

use duiyi_game::Verdict;
use std::fmt;

/// Positions whose values are known without a search, such as those of endgame tables. A
/// [`Searcher`](crate::Searcher) asks below the root, when the rules have not ended the game.
///
/// ```
/// use duiyi_game::nim::Nim;
/// use duiyi_search::{Endgames, Limits, Reach, Score, Searcher, Verdict};
/// use std::sync::Arc;
///
/// // A side takes one or two stones; the side to move loses a heap of three, in two plies.
/// struct Threes;
///
/// impl Endgames<Nim> for Threes {
///     fn verdict(&self, game: &Nim, ply: usize) -> Verdict {
///         if game.left() == 3 { Verdict::Exact(Score::mated_in(ply + 2), Reach::Position) } else { Verdict::Open }
///     }
/// }
///
/// let mut searcher = Searcher::new(|_: &Nim| Score::ZERO);
/// searcher.endgames = Some(Arc::new(Threes));
/// let found = searcher.search(&Nim::new(5)).limits(Limits::depth(1)).run();
/// assert_eq!((found.best, found.score), (Some(2), Score::mate_in(3)));
/// assert!(found.statistics.endgame_hits > 0);
/// ```
pub trait Endgames<G>: Send + Sync {
    /// The value of a position for the side to move, `ply` plies from the root; [`Verdict::Open`] if it is not
    /// known. The [`Reach`](crate::Reach) of a value is wider than the position if it depends on the moves
    /// before, such as that of a mate which must come before a move limit.
    fn verdict(&self, game: &G, ply: usize) -> Verdict;
}

impl<G> fmt::Debug for dyn Endgames<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Endgames")
    }
}
