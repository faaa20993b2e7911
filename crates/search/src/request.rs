//! A search that is about to run, and the search in one call.

use crate::{
    Control, Evaluator, Heuristics, LimitControl, Limits, Observer, ParallelSearcher, Plain, Score, SearchResult,
    Searcher, StopHandle, Table, searcher::Task,
};
use duiyi_game::Game;
use std::{fmt, sync::Arc};

/// The best move of a position, its score and its line, by a search with default settings.
///
/// `evaluate` scores a position for its side to move, as far as the rules have not decided. A game
/// with [`Heuristics`] is searched better by a [`Searcher`], which uses them; it also keeps what it
/// learns for the next move.
///
/// ```
/// use duiyi_game::nim::Nim;
/// use duiyi_search::{Limits, Score};
///
/// let found = duiyi_search::best(&Nim::new(10), Limits::depth(12), |_| Score::ZERO);
/// assert_eq!(found.best, Some(1), "leaves nine, a multiple of three");
/// ```
pub fn best<G: Game + Clone>(game: &G, limits: Limits, evaluate: impl Fn(&G) -> Score) -> SearchResult<G::Move> {
    Searcher::new(Plain(evaluate)).search(&Plain(game.clone())).limits(limits).run()
}

/// The game of a search.
enum Board<'a, G> {
    /// It is copied.
    Copied(&'a G),
    /// It is searched itself, and restored.
    InPlace(&'a mut G),
}

/// A search that is about to run, by [`Searcher::search`] or [`ParallelSearcher::search`]. Whatever
/// is not set has its default.
#[must_use = "nothing is searched before `run`"]
pub struct Request<'a, G: Heuristics, S> {
    searcher: &'a mut S,
    game: Board<'a, G>,
    table: Option<&'a Table>,
    limits: Limits,
    control: Option<&'a mut dyn Control>,
    observer: Option<&'a mut dyn Observer<G::Move>>,
    allowed: Option<Box<dyn FnMut(G::Move) -> bool + 'a>>,
}

impl<G: Heuristics, S> fmt::Debug for Request<'_, G, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request").field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl<'a, G: Heuristics, S> Request<'a, G, S> {
    fn new(searcher: &'a mut S, game: Board<'a, G>) -> Self {
        let limits = Limits::default();
        Request { searcher, game, table: None, limits, control: None, observer: None, allowed: None }
    }

    /// Uses this table. By default the searcher has one of its own, of 16 MiB, which it keeps.
    pub fn table(mut self, table: &'a Table) -> Self {
        self.table = Some(table);
        self
    }

    /// Ends the search at the first of these limits. Without limits and [`Request::control`] it ends
    /// at the maximum depth.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Ends the search when this control does; it replaces [`Request::limits`].
    pub fn control(mut self, control: &'a mut dyn Control) -> Self {
        self.control = Some(control);
        self
    }

    /// Sends the results of iterations to an observer.
    pub fn observer(mut self, observer: &'a mut dyn Observer<G::Move>) -> Self {
        self.observer = Some(observer);
        self
    }

    /// Considers only the moves at the root that `allowed` accepts.
    pub fn only(mut self, allowed: impl FnMut(G::Move) -> bool + 'a) -> Self {
        self.allowed = Some(Box::new(allowed));
        self
    }

    /// Calls `run` with the searcher and the task. `own_table` is the searcher's own table.
    fn run_by<R>(self, own_table: fn(&mut S) -> Arc<Table>, run: impl FnOnce(&mut S, Task<'_, G>) -> R) -> R
    where
        G: Clone,
    {
        let Request { searcher, game, table, limits, control, observer, allowed } = self;
        let own;
        let table = match table {
            Some(table) => table,
            None => {
                own = own_table(searcher);
                &own
            }
        };
        let mut by_limits;
        let control = match control {
            Some(control) => control,
            None => {
                by_limits = LimitControl::new(limits, StopHandle::new());
                &mut by_limits
            }
        };
        let mut nobody = ();
        let observer = observer.unwrap_or(&mut nobody);
        let mut allowed = allowed.unwrap_or_else(|| Box::new(|_| true));
        let mut copy;
        let game = match game {
            Board::Copied(game) => {
                copy = game.clone();
                &mut copy
            }
            Board::InPlace(game) => game,
        };
        run(searcher, Task { game, table, control, observer, allowed: &mut *allowed })
    }
}

impl<G: Heuristics, E> Searcher<G, E> {
    /// A search of a position, which begins with [`Request::run`]:
    /// `searcher.search(&game).limits(Limits::depth(8)).run()`.
    pub fn search<'a>(&'a mut self, game: &'a G) -> Request<'a, G, Searcher<G, E>> {
        Request::new(self, Board::Copied(game))
    }

    /// The same without a copy: for a game that keeps what it computes, such as a solver's cache. It
    /// is restored, unless the game's or the evaluator's code panics.
    pub fn search_in_place<'a>(&'a mut self, game: &'a mut G) -> Request<'a, G, Searcher<G, E>> {
        Request::new(self, Board::InPlace(game))
    }
}

impl<G: Heuristics, E> ParallelSearcher<G, E> {
    /// A search of a position with all threads, which begins with [`Request::run`].
    pub fn search<'a>(&'a mut self, game: &'a G) -> Request<'a, G, ParallelSearcher<G, E>> {
        Request::new(self, Board::Copied(game))
    }

    /// The same on the game itself, as [`Searcher::search_in_place`]; the other threads have copies.
    pub fn search_in_place<'a>(&'a mut self, game: &'a mut G) -> Request<'a, G, ParallelSearcher<G, E>> {
        Request::new(self, Board::InPlace(game))
    }
}

impl<G: Heuristics + Clone, E: Evaluator<G>> Request<'_, G, Searcher<G, E>> {
    /// Searches. A panic in the game's or the evaluator's code leaves the game as it was (see
    /// [`Searcher::search_in_place`]), and the searcher can be used again.
    pub fn run(self) -> SearchResult<G::Move> {
        self.run_by(Searcher::own_table, Searcher::search_alone)
    }
}

impl<G: Heuristics + Clone + Send, E: Evaluator<G> + Send> Request<'_, G, ParallelSearcher<G, E>> {
    /// Searches with all threads.
    ///
    /// Control and observer are called on the calling thread only, with the nodes of all threads. A
    /// node limit may be exceeded by about 64 nodes per thread. In Lazy SMP a depth limit is
    /// reached when the first thread has completed it. The statistics are the sums over all
    /// threads.
    ///
    /// # Panics
    /// If the game or the evaluator panics on a helper thread, the panic is propagated.
    pub fn run(self) -> SearchResult<G::Move> {
        self.run_by(|searcher| searcher.main.own_table(), ParallelSearcher::search_by_all)
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::*;
    use duiyi_game::nim::Nim;
    use std::{
        cell::Cell,
        panic::{AssertUnwindSafe, catch_unwind},
    };

    fn even(_: &Nim) -> Score {
        Score::ZERO
    }

    #[test]
    fn a_request_without_parts_searches_to_the_end_with_a_table_that_is_kept() {
        let mut searcher = Searcher::new(even);
        let game = Nim::new(20);
        let first = searcher.search(&game).run();
        assert_eq!((first.best, first.score), (Some(2), Score::mate_in(13)));
        let nodes = first.statistics.nodes;
        assert!(searcher.search(&game).run().statistics.nodes < nodes, "the positions are in the table");
        searcher.new_game();
        assert_eq!(searcher.search(&game).run().statistics.nodes, nodes);
    }

    #[test]
    fn every_part_of_a_request_is_used() {
        struct Count(u32);
        impl Observer<u8> for Count {
            fn progress(&mut self, _: &crate::Report<'_, u8>) {
                self.0 += 1;
            }
        }
        let (mut searcher, table, mut count) = (Searcher::new(even), Table::new(1), Count(0));
        let mut control = LimitControl::new(Limits::depth(3), StopHandle::new());
        let found = searcher
            .search(&Nim::new(20))
            .table(&table)
            .limits(Limits::depth(1))
            .control(&mut control)
            .observer(&mut count)
            .only(|mv| mv == 1)
            .run();
        assert_eq!((found.best, found.depth, count.0 >= 3), (Some(1), 3, true));
        let mut next = Nim::new(20);
        next.make(1);
        assert!(table.probe(next.key()).is_some());
        assert!(searcher.own_table.is_none());
    }

    #[test]
    fn a_panic_leaves_the_game_as_it_was_and_the_searcher_usable() {
        let (game, calls) = (Nim::new(20), Cell::new(0));
        let evaluate = |_: &Nim| {
            calls.set(calls.get() + 1);
            assert!(calls.get() != 5, "the fifth position");
            Score::ZERO
        };
        let mut searcher = Searcher::new(evaluate);
        let run = AssertUnwindSafe(|| searcher.search(&game).limits(Limits::depth(8)).run());
        assert!(catch_unwind(run).is_err());
        assert_eq!(game.key(), Nim::new(20).key());
        assert_eq!(searcher.search(&game).run().score, Score::mate_in(13));
    }
}
