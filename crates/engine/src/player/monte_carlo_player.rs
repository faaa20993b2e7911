//! Monte Carlo tree search as a player.

use crate::options;
use crate::player::{
    DEFAULT_HASH, Decision, Inspect, MAX_HASH, MAX_LINES, MAX_THREADS, OptionError, OptionSpec, Player, Request, Spin,
    constants::set_tree_constant,
    memory,
    random_player::random_seed,
    turn::{completed, with},
};
use duiyi_game::Game;
use duiyi_search::{Estimator, Heuristics, MonteCarloSearcher, Selection};
use std::sync::Arc;

/// The default seed.
const SEED: u32 = 1;

/// Converts a game to the type that is searched.
type View<G, S> = Box<dyn Fn(&G) -> S + Send + Sync>;

/// A player with Monte Carlo tree search ([`MonteCarloSearcher`]): by playouts, for any game, or by
/// an evaluation and priors.
///
/// `G` is the game and `S` the type that is searched: usually the same, but a game may have a special
/// type for its search ([`MonteCarloPlayer::viewing`]). Options: `Hash`, the memory of the tree in
/// MiB, `Threads`, `MultiPV`, and `Skill Seed`, the seed of all random numbers; 0 gives a different
/// seed in each run.
///
/// ```
/// use duiyi_game::{History, nim::Nim};
/// use duiyi_engine::{MonteCarloPlayer, Player, Request};
/// use duiyi_search::{LimitControl, Limits, Playouts, Selection, StopHandle};
///
/// // Only the rules are needed.
/// let mut player = MonteCarloPlayer::new(Selection::Uct, Playouts::<Nim>::new);
/// player.set_option("Hash", "1")?;
/// let decision = player.decide(&mut Request {
///     game: &History::new(Nim::new(7)),
///     allowed: &|_| true,
///     control: &mut LimitControl::new(Limits::nodes(1000), StopHandle::new()),
///     observer: &mut (),
/// });
/// assert_eq!(decision.unwrap().turn, [1]);
/// # Ok::<(), duiyi_engine::OptionError>(())
/// ```
pub struct MonteCarloPlayer<G, S: Heuristics, E> {
    /// The search, for its constants.
    pub searcher: MonteCarloSearcher<S, E>,
    view: View<G, S>,
    estimator: Arc<dyn Fn() -> E + Send + Sync>,
    options: TreeOptions,
    specs: Vec<OptionSpec>,
}

options! {
    /// The options of a Monte Carlo tree search.
    pub(crate) struct TreeOptions, enum TreeOption {
        /// The memory of the tree in MiB.
        Hash hash: Spin<usize> = Spin(DEFAULT_HASH, 1..=MAX_HASH), "Hash" / "hashsize";
        /// The number of search threads.
        Threads threads: Spin<usize> = Spin(1, 1..=MAX_THREADS), "Threads" / "threads";
        /// The number of best lines that are reported.
        Lines lines: Spin<usize> = Spin(1, 1..=MAX_LINES), "MultiPV" / "multipv";
        /// The seed of all random numbers; 0 gives a different seed in each run.
        Seed seed: Spin<u32> = Spin(SEED, 0..=u32::MAX), "Skill Seed" / "skillseed";
    }
}

impl<G, E> MonteCarloPlayer<G, G, E>
where
    G: Heuristics + Clone + 'static,
    E: Estimator<G>,
{
    /// A player that searches the game itself; each thread has its own estimator.
    pub fn new(selection: Selection, estimator: impl Fn() -> E + Send + Sync + 'static) -> MonteCarloPlayer<G, G, E> {
        MonteCarloPlayer::viewing(G::clone, selection, estimator)
    }
}

impl<G, S, E> MonteCarloPlayer<G, S, E>
where
    G: Game,
    S: Heuristics<Move = G::Move>,
    E: Estimator<S>,
{
    /// A player that searches the position returned by `view`.
    pub fn viewing(
        view: impl Fn(&G) -> S + Send + Sync + 'static,
        selection: Selection,
        estimator: impl Fn() -> E + Send + Sync + 'static,
    ) -> MonteCarloPlayer<G, S, E> {
        let mut searcher = MonteCarloSearcher::new(estimator());
        searcher.selection = selection;
        // The caller wants a move, even if the rules have ended the game.
        searcher.plays_on = true;
        searcher.set_seed(random_seed(SEED));
        MonteCarloPlayer {
            searcher,
            view: Box::new(view),
            estimator: Arc::new(estimator),
            options: TreeOptions::default(),
            specs: TreeOptions::specs(),
        }
    }

    /// Applies an option that was set.
    fn apply(&mut self, option: TreeOption) -> Result<(), OptionError> {
        match option {
            TreeOption::Hash => {
                let kept = self.searcher.memory();
                memory::resize_tree(kept, self.options.hash, |size| self.searcher.set_memory(size))?;
            }
            TreeOption::Threads => {
                memory::check_threads(self.searcher.threads(), self.options.threads)?;
                let estimator = Arc::clone(&self.estimator);
                self.searcher.set_threads(self.options.threads, || estimator());
            }
            TreeOption::Lines => self.searcher.multi_pv = self.options.lines,
            TreeOption::Seed => self.searcher.set_seed(random_seed(self.options.seed)),
        }
        Ok(())
    }
}

impl<G, S, E> Player<G> for MonteCarloPlayer<G, S, E>
where
    G: Game + Clone + 'static,
    S: Heuristics<Move = G::Move> + Clone + Send + 'static,
    E: Estimator<S> + Send + 'static,
{
    fn new_game(&mut self, _start: &G) {
        self.searcher.set_seed(random_seed(self.options.seed));
    }

    fn options(&self) -> &[OptionSpec] {
        &self.specs
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let before = self.options.clone();
        match self.options.set(name, value)? {
            Some(option) => self.apply(option).inspect_err(|_| self.options = before),
            None => set_tree_constant(&mut self.searcher.parameters, name, value)
                .unwrap_or_else(|| Err(OptionError::unknown(name, &self.specs))),
        }
    }

    fn decide(&mut self, request: &mut Request<'_, G>) -> Option<Decision<G::Move>> {
        let now = request.game.now().clone();
        let first = self.search(&now, request, &[])?;
        Some(completed(now, first, request.allowed, |now, turn| self.search(now, request, turn)))
    }

    fn inspect(&mut self) -> Option<&mut dyn Inspect<G>> {
        Some(self)
    }
}

impl<G, S, E> Inspect<G> for MonteCarloPlayer<G, S, E>
where
    G: Game,
    S: Heuristics<Move = G::Move>,
    E: Estimator<S>,
{
    fn is_at_full_strength(&self) -> bool {
        self.searcher.multi_pv <= 1
    }
}

impl<G, S, E> MonteCarloPlayer<G, S, E>
where
    G: Game,
    S: Heuristics<Move = G::Move> + Clone + Send,
    E: Estimator<S> + Send,
{
    /// Searches the next move of a turn that has these moves.
    fn search(&mut self, now: &G, request: &mut Request<'_, G>, turn: &[G::Move]) -> Option<Decision<G::Move>> {
        let mut position = (self.view)(now);
        let allowed = |mv| (request.allowed)(&with(turn, mv));
        let found = self.searcher.search(&mut position, &mut *request.control, &mut *request.observer, allowed);
        // Only proved results have decisive scores.
        Decision::of_search(found)
    }
}
