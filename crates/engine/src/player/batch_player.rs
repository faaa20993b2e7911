//! Monte Carlo tree search with an evaluator of batches as a player.

use crate::options;
use crate::player::{
    DEFAULT_HASH, Decision, Inspect, MAX_HASH, MAX_LINES, OptionError, OptionSpec, Player, Request, Spin,
    constants::set_tree_constant,
    memory,
    random_player::random_seed,
    turn::{completed, with},
};
use duiyi_search::{BatchEvaluator, BatchSearcher, Heuristics};
use std::num::NonZeroUsize;

/// The largest batch.
const MAX_BATCH: usize = 1024;

options! {
    /// The options of the search.
    struct BatchOptions, enum BatchOption {
        /// The memory of the tree in MiB.
        Hash hash: Spin<usize> = Spin(DEFAULT_HASH, 1..=MAX_HASH), "Hash" / "hashsize";
        /// The number of best lines that are reported.
        Lines lines: Spin<usize> = Spin(1, 1..=MAX_LINES), "MultiPV" / "multipv";
        /// The maximum number of positions that are estimated together.
        Batch batch: Spin<usize> = Spin(16, 1..=MAX_BATCH), "Batch";
        /// The seed of the order of moves with equal priors; 0 gives a different seed in each run.
        Seed seed: Spin<u32> = Spin(1, 0..=u32::MAX), "Skill Seed" / "skillseed";
    }
}

/// A player with Monte Carlo tree search by an evaluator of batches ([`BatchSearcher`]), usually a network.
///
/// Options: `Hash`, the memory of the tree in MiB, `MultiPV`, `Batch`, the maximum number of positions that
/// are estimated together, and `Skill Seed`. If the evaluator fails, the player has no decision, and the
/// error is the [note](Player::take_note).
///
/// ```
/// use duiyi_game::{History, nim::Nim};
/// use duiyi_engine::{BatchPlayer, Player, Request};
/// use duiyi_search::{BatchEvaluator, BatchLeaf, LimitControl, Limits, StopHandle};
///
/// /// Expects to lose with a multiple of three.
/// struct Multiples;
///
/// impl BatchEvaluator<Nim> for Multiples {
///     type Error = std::convert::Infallible;
///     fn evaluate(&mut self, leaves: &mut [BatchLeaf<Nim>]) -> Result<(), Self::Error> {
///         for leaf in leaves {
///             leaf.result = if leaf.game().left().is_multiple_of(3) { 0.0 } else { 1.0 };
///         }
///         Ok(())
///     }
/// }
///
/// let mut player = BatchPlayer::new(Multiples);
/// player.set_option("Batch", "4")?;
/// let decision = player.decide(&mut Request {
///     game: &History::new(Nim::new(40)),
///     allowed: &|_| true,
///     control: &mut LimitControl::new(Limits::nodes(200), StopHandle::new()),
///     observer: &mut (),
/// });
/// assert_eq!(decision.unwrap().turn, [1]);
/// # Ok::<(), duiyi_engine::OptionError>(())
/// ```
pub struct BatchPlayer<G: Heuristics, E: BatchEvaluator<G>> {
    /// The search, for its constants.
    pub searcher: BatchSearcher<G, E>,
    options: BatchOptions,
    specs: Vec<OptionSpec>,
    note: Option<String>,
}

impl<G: Heuristics + Clone, E: BatchEvaluator<G>> BatchPlayer<G, E> {
    /// A player with an evaluator and default options.
    pub fn new(evaluator: E) -> BatchPlayer<G, E> {
        let options = BatchOptions::default();
        let mut searcher = BatchSearcher::new(evaluator);
        // The caller wants a move, even if the rules have ended the game.
        searcher.plays_on = true;
        searcher.seed = random_seed(options.seed);
        BatchPlayer { searcher, options, specs: BatchOptions::specs(), note: None }
    }

    /// Applies an option that was set.
    fn apply(&mut self, option: BatchOption) -> Result<(), OptionError> {
        match option {
            BatchOption::Hash => {
                let kept = self.searcher.memory();
                memory::resize_tree(kept, self.options.hash, |size| self.searcher.set_memory(size))?;
            }
            BatchOption::Lines => self.searcher.multi_pv = self.options.lines,
            BatchOption::Batch => {
                self.searcher.batch = NonZeroUsize::new(self.options.batch).unwrap_or(NonZeroUsize::MIN)
            }
            BatchOption::Seed => self.searcher.seed = random_seed(self.options.seed),
        }
        Ok(())
    }

    /// Searches the next move of a turn that has these moves.
    fn search(&mut self, now: &G, request: &mut Request<'_, G>, turn: &[G::Move]) -> Option<Decision<G::Move>> {
        let allowed = |mv| (request.allowed)(&with(turn, mv));
        let found = self.searcher.search(&mut now.clone(), &mut *request.control, &mut *request.observer, allowed);
        match found {
            Ok(found) => Decision::of_search(found),
            Err(error) => {
                self.note = Some(format!("the evaluator failed: {error}"));
                None
            }
        }
    }
}

impl<G, E> Player<G> for BatchPlayer<G, E>
where
    G: Heuristics + Clone + Send + 'static,
    G::Move: Send,
    G::Undo: Send,
    E: BatchEvaluator<G> + Send,
    E::Error: Send,
{
    fn new_game(&mut self, _start: &G) {
        self.searcher.seed = random_seed(self.options.seed);
    }

    fn take_note(&mut self) -> Option<String> {
        self.note.take()
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

impl<G: Heuristics, E: BatchEvaluator<G>> Inspect<G> for BatchPlayer<G, E> {
    fn is_at_full_strength(&self) -> bool {
        self.searcher.multi_pv <= 1
    }
}
