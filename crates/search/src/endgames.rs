//! Positions whose values are known without a search.

use duiyi_game::Score;
use std::fmt;

/// Positions whose values are known without a search, such as those of endgame tables. A
/// [`Searcher`](crate::Searcher) asks below the root, when the rules have not ended the game.
///
/// ```
/// use duiyi_game::nim::Nim;
/// use duiyi_search::{Endgames, LimitControl, Limits, Score, Searcher, Stateless, StopHandle, Table};
/// use std::sync::Arc;
///
/// // A side takes one or two stones; the side to move loses a heap of three, in two plies.
/// struct Threes;
///
/// impl Endgames<Nim> for Threes {
///     fn score(&self, game: &Nim, ply: usize) -> Option<Score> {
///         (game.left() == 3).then(|| Score::mated_in(ply + 2))
///     }
/// }
///
/// let mut searcher = Searcher::new(Stateless(|_: &Nim| Score::ZERO));
/// searcher.endgames = Some(Arc::new(Threes));
/// let table = Table::new(1);
/// let mut control = LimitControl::new(Limits::depth(1), StopHandle::new());
/// let found = searcher.search(&mut Nim::new(5), &table, &mut control, &mut (), |_| true);
/// assert_eq!((found.best, found.score), (Some(2), Score::mate_in(3)));
/// assert!(found.statistics.endgame_hits > 0);
/// ```
pub trait Endgames<G>: Send + Sync {
    /// The exact score of a position for the side to move, `ply` plies from the root; `None` if it is not
    /// known. It must not depend on the moves before.
    fn score(&self, game: &G, ply: usize) -> Option<Score>;
}

impl<G> fmt::Debug for dyn Endgames<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Endgames")
    }
}
