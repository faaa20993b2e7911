//! The public interface of parallel search.

use super::{
    lazy_smp::{Ballot, Variation, elect},
    part::Part,
    shared::{EndOfWorker, HelperControl, MainControl, MainObserver, Shared, StopAtEnd},
    split_point::Team,
};
use crate::{
    Bound, Evaluator, Heuristics, Observer, Report, SearchResult, Searcher, Table, heuristics::listed_root_moves,
    searcher::Task,
};
use std::{sync::atomic::Ordering::Relaxed, thread};

/// The largest number of threads of a search.
pub const MAX_THREADS: usize = 256;

/// Stack size of a helper thread in bytes: enough for the deepest path of a game with large moves.
const STACK: usize = 8 << 20;

/// How several threads cooperate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scheme {
    /// The threads divide the main thread's tree: at nodes whose first move did not cause a
    /// cut-off, idle threads take moves from a shared list. Source: Feldmann 1993; Hyatt 1994.
    #[default]
    YoungBrothersWait,
    /// Each thread searches the whole position, helpers ahead of the main thread; at the end they
    /// vote. Source: Homann's ExChess and Stockfish 7, 2013–2016.
    LazySmp {
        /// Prevents a thread from getting ahead of another by more than a few nodes. This costs
        /// time, but makes the node counts of an experiment independent of the load of the machine:
        /// the total nodes divided by the number of threads equals the count of an undisturbed
        /// thread.
        lockstep: bool,
    },
}

/// Searches with several threads.
///
/// Each thread has its own [`Searcher`], whose histories are kept between searches; the threads
/// themselves exist only during a search. With one thread the search is identical to that
/// searcher's, node for node.
///
/// ```
/// use duiyi_game::nim::Nim;
/// use duiyi_search::*;
///
/// // The player who takes the last of 16 stones wins; a move takes one or two.
/// let evaluator = || |_: &Nim| Score::ZERO;
/// let mut searcher = ParallelSearcher::new(evaluator());
/// searcher.set_threads(2, evaluator);
/// let found = searcher.search(&Nim::new(16)).limits(Limits::depth(16)).run();
/// assert_eq!(found.best, Some(1), "leaves 15, a multiple of three");
/// assert_eq!(found.score, Score::mate_in(11));
/// ```
#[derive(Debug)]
pub struct ParallelSearcher<G: Heuristics, E> {
    /// The main thread's searcher; its driver, switches, constants and number of lines apply to all
    /// threads.
    pub main: Searcher<G, E>,
    helpers: Vec<Searcher<G, E>>,
    /// How the threads cooperate.
    pub scheme: Scheme,
}

impl<G: Heuristics, E: Evaluator<G>> ParallelSearcher<G, E> {
    /// A searcher with one thread.
    pub fn new(evaluator: E) -> ParallelSearcher<G, E> {
        ParallelSearcher { main: Searcher::new(evaluator), helpers: Vec::new(), scheme: Scheme::default() }
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.helpers.len() + 1
    }

    /// Sets the number of threads, from one to [`MAX_THREADS`]. Existing threads keep what they have learnt; each
    /// new thread gets an evaluator.
    pub fn set_threads(&mut self, threads: usize, mut evaluator: impl FnMut() -> E) {
        self.helpers.resize_with(threads.clamp(1, MAX_THREADS) - 1, || Searcher::new(evaluator()));
    }

    /// Clears what earlier searches have learnt ([`Table::clear`] clears the table).
    pub fn new_game(&mut self) {
        self.main.new_game();
        for helper in &mut self.helpers {
            helper.new_game();
        }
    }
}

impl<G, E> ParallelSearcher<G, E>
where
    G: Heuristics + Clone + Send,
    E: Evaluator<G> + Send,
{
    /// Searches with all threads.
    pub(crate) fn search_by_all(&mut self, task: Task<'_, G>) -> SearchResult<G::Move> {
        if self.helpers.is_empty() {
            return self.main.search_alone(task);
        }
        let Task { game, table, control, observer, allowed } = task;
        let moves = listed_root_moves(game, allowed);
        if moves.is_empty() || !self.main.plays_on && game.outcome().is_some() {
            return self.main.search_alone(Task { game, table, control, observer, allowed: &mut |_| false });
        }
        table.new_generation();
        for helper in &mut self.helpers {
            helper.driver = self.main.driver;
            helper.enhancements = self.main.enhancements;
            helper.parameters = self.main.parameters;
            helper.endgames.clone_from(&self.main.endgames);
            helper.prunes = self.main.prunes;
            helper.plays_on = self.main.plays_on;
            helper.random = self.main.random.clone();
        }
        // Only the main thread searches several lines, or a divided tree.
        let votes = self.main.multi_pv <= 1 && self.scheme != Scheme::YoungBrothersWait;
        let allowed = &mut |mv| moves.contains(&mv);
        let outcomes = self.search_together(votes, &moves, Task { game, table, control, observer, allowed });
        let elected = if votes { elect(&outcomes.iter().map(Ballot::of).collect::<Vec<_>>()) } else { 0 };
        let outcome = join(outcomes, elected);
        if elected != 0 {
            self.report_elected(&outcome, table, observer);
        }
        outcome
    }

    /// The results of all threads, the main thread's first. `votes`: whether a helper's last
    /// iteration ends the search; `moves` are the allowed root moves.
    fn search_together(&mut self, votes: bool, moves: &[G::Move], task: Task<'_, G>) -> Vec<SearchResult<G::Move>> {
        let Task { game, table, control, observer, allowed } = task;
        let divided = self.scheme == Scheme::YoungBrothersWait;
        let shared = Shared::new(self.helpers.len() + 1, self.scheme == (Scheme::LazySmp { lockstep: true }));
        let team = Team::new(&shared.stop);
        let purpose = control.purpose();
        let (shared, team) = (&shared, &team);
        let (main, helpers) = (&mut self.main, &mut self.helpers);
        thread::scope(|scope| {
            // If the control or the observer panics, the helpers must still end.
            let _stop = StopAtEnd(shared);
            let mut handles = Vec::with_capacity(helpers.len());
            for (helper, number) in helpers.iter_mut().zip(1..) {
                let mut game = game.clone();
                let help = move || {
                    let _end = EndOfWorker(&shared.workers[number]);
                    let control = &mut HelperControl { shared, number, purpose, votes };
                    let part = if divided {
                        Part::Server(team)
                    } else {
                        Part::Lazy(Variation::of_helper(number, &shared.main_depth))
                    };
                    let (game, observer, allowed) = (&mut game, &mut (), &mut |mv| moves.contains(&mv));
                    helper.search_as(part, Task { game, table, control, observer, allowed })
                };
                match thread::Builder::new().stack_size(STACK).spawn_scoped(scope, help) {
                    Ok(handle) => handles.push(handle),
                    // The system could not create the thread: the others do the work.
                    Err(_) => shared.workers[number].ended.store(true, Relaxed),
                }
            }
            let control = &mut MainControl::new(shared, control);
            let observer = &mut MainObserver { shared, inner: observer };
            let part = if divided { Part::Owner(team) } else { Part::Lazy(Variation::Main) };
            let own = main.search_as(part, Task { game, table, control, observer, allowed });
            shared.stop.store(true, Relaxed);
            let mut outcomes = vec![own];
            for handle in handles {
                outcomes.push(handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            outcomes
        })
    }

    /// Reports the elected line, since earlier reports came from another thread.
    fn report_elected(&self, outcome: &SearchResult<G::Move>, table: &Table, observer: &mut dyn Observer<G::Move>) {
        observer.progress(&Report {
            depth: outcome.depth,
            selective_depth: outcome.depth,
            line: 1,
            score: outcome.score,
            claim: outcome.claim,
            bound: Bound::Exact,
            nodes: outcome.statistics.nodes,
            elapsed: outcome.elapsed,
            table_permille: table.permille_full(),
            pv: &outcome.pv,
            best_move_permille: 1000,
            best_move_changed: true,
            best_move_changes: 1,
            previous_score: None,
            root: self.main.root(),
        });
    }
}

/// The result of the elected thread, with the statistics of all threads and the time of the main
/// thread.
fn join<M>(mut outcomes: Vec<SearchResult<M>>, elected: usize) -> SearchResult<M> {
    let mut statistics = outcomes[0].statistics.clone();
    for other in &outcomes[1..] {
        statistics.add(&other.statistics);
    }
    let elapsed = outcomes[0].elapsed;
    SearchResult { statistics, elapsed, ..outcomes.swap_remove(elected) }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::*;
    use crate::{Driver, Enhancements, Limits, Score};
    use duiyi_game::nim::Nim;

    #[test]
    fn helpers_search_with_the_settings_of_the_main_thread() {
        let evaluator = || |_: &Nim| Score::ZERO;
        let mut searcher = ParallelSearcher::new(evaluator());
        searcher.set_threads(3, evaluator);
        let main = &mut searcher.main;
        (main.driver, main.enhancements, main.prunes) = (Driver::Mtdf, Enhancements::exact(), true);
        main.parameters.aspiration_width = 77;
        searcher.search(&Nim::new(9)).limits(Limits::depth(2)).run();
        for helper in &searcher.helpers {
            assert_eq!((helper.driver, helper.enhancements), (Driver::Mtdf, Enhancements::exact()));
            assert_eq!((helper.parameters.aspiration_width, helper.prunes), (77, true));
        }
    }
}
