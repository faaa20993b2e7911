//! Monte Carlo tree search with an evaluator of batches.

use super::{
    batch::{BatchEvaluator, BatchLeaf},
    batch_worker::BatchWorker,
    driver::{Driver, Root, Shared},
    parameters::{MonteCarloParameters, Selection},
    searcher::{DEFAULT_MEMORY, TreeSizeError, largest_tree, new_tree, result, score_without_moves},
    simulation::Job,
    tree::Tree,
};
use crate::{Control, Heuristics, Observer, SearchResult, Statistics, heuristics::listed_root_moves, instant::Instant};
use std::num::NonZeroUsize;

/// The default size of a batch.
const DEFAULT_BATCH: NonZeroUsize = NonZeroUsize::new(16).unwrap();

/// Monte Carlo tree search whose leaves are estimated in batches, for networks.
///
/// The search descends several times before it calls the evaluator. A visit whose result is not known
/// yet counts as a loss (virtual loss), so that the descents of a batch take different paths. A batch
/// ends early when a descent meets a leaf of the same batch. Each estimated leaf becomes a node with
/// its value and the priors of its moves. Larger batches cost quality per simulation; with a batch of
/// 1 the search is that of Silver et al. 2017, without noise at the root.
///
/// Counts, reports, proofs and the memory are those of a
/// [`MonteCarloSearcher`](crate::MonteCarloSearcher). There is one thread; the evaluator may use
/// others. Equal seeds give equal results if the evaluator is deterministic.
///
/// Sources: Silver et al. 2017 (value, priors, expansion); Chaslot, Winands and van den Herik 2008
/// (virtual loss).
///
/// ```
/// use duiyi_game::nim::Nim;
/// use duiyi_search::*;
///
/// /// Expects to lose with a multiple of three.
/// struct Multiples;
///
/// impl BatchEvaluator<Nim> for Multiples {
///     type Error = std::convert::Infallible;
///     fn evaluate(&mut self, leaves: &mut [BatchLeaf<Nim>]) -> Result<(), Self::Error> {
///         for leaf in leaves {
///             let left = leaf.game().left();
///             leaf.result = if left.is_multiple_of(3) { 0.1 } else { 0.9 };
///             leaf.set_logits(|_, taken| if (left - taken).is_multiple_of(3) { 1.0 } else { 0.0 });
///         }
///         Ok(())
///     }
/// }
///
/// let mut searcher = BatchSearcher::new(Multiples);
/// let mut control = LimitControl::new(Limits::nodes(200), StopHandle::new());
/// let found = searcher.search(&mut Nim::new(40), &mut control, &mut (), |_| true)?;
/// assert_eq!(found.best, Some(1));
/// # Ok::<(), std::convert::Infallible>(())
/// ```
#[derive(Debug)]
pub struct BatchSearcher<G: Heuristics, E: BatchEvaluator<G>> {
    /// The constants. [`expand_after`](MonteCarloParameters::expand_after) has no effect.
    pub parameters: MonteCarloParameters,
    /// How a descent selects among the moves of a node; [`Selection::Puct`] by default, which alone
    /// uses the priors.
    pub selection: Selection,
    /// The maximum size of a batch; 16 by default, 1 turns batches off.
    pub batch: NonZeroUsize,
    /// The number of best moves with a line (Multi-PV); 1 by default.
    pub multi_pv: usize,
    /// Whether to search a game that earlier moves have ended; see
    /// [`Searcher::plays_on`](crate::Searcher::plays_on). `false` by default.
    pub plays_on: bool,
    /// The seed of the random order of moves with equal priors.
    pub seed: u64,
    /// The tree, allocated when first needed.
    tree: Option<Tree>,
    /// Its memory in MiB.
    memory: usize,
    worker: BatchWorker<G, E>,
    root: Root<G::Move>,
}

impl<G: Heuristics + Clone, E: BatchEvaluator<G>> BatchSearcher<G, E> {
    /// A tree of 64 MiB, batches of 16, seed 0.
    pub fn new(evaluator: E) -> BatchSearcher<G, E> {
        BatchSearcher {
            parameters: MonteCarloParameters::default(),
            selection: Selection::Puct,
            batch: DEFAULT_BATCH,
            multi_pv: 1,
            plays_on: false,
            seed: 0,
            tree: None,
            memory: DEFAULT_MEMORY,
            worker: BatchWorker::new(evaluator),
            root: Root::default(),
        }
    }

    /// The memory of the tree in MiB.
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// Sets the memory of the tree in MiB, at least 1; 32 bytes for each move of an estimated position.
    ///
    /// # Errors
    /// If the memory cannot be allocated; the old tree is kept.
    pub fn set_memory(&mut self, mebibytes: usize) -> Result<(), TreeSizeError> {
        let mebibytes = mebibytes.max(1);
        self.tree = Some(new_tree(mebibytes).ok_or(TreeSizeError { mebibytes })?);
        self.memory = mebibytes;
        Ok(())
    }

    /// Searches a position until `control` ends the search or the root is decided. The root is
    /// estimated first, which is not counted as a node.
    ///
    /// Only moves accepted by `allowed` are considered at the root. The position is restored. A node
    /// limit is exact.
    ///
    /// # Errors
    /// The error of the evaluator.
    pub fn search(
        &mut self,
        game: &mut G,
        control: &mut dyn Control,
        observer: &mut dyn Observer<G::Move>,
        mut allowed: impl FnMut(G::Move) -> bool,
    ) -> Result<SearchResult<G::Move>, E::Error> {
        let started = Instant::now();
        let over = game.outcome();
        let tree = &*self.tree.get_or_insert_with(|| largest_tree(&mut self.memory));
        let job = Job { tree, selection: self.selection, parameters: &self.parameters };
        tree.clear();
        let plays = over.is_none() || self.plays_on;
        let mut moves = if plays { listed_root_moves(game, &mut allowed) } else { Vec::new() };
        self.root.set(moves.iter().copied());
        if moves.is_empty() {
            let score = score_without_moves(game, over.is_some());
            return Ok(result(over, &[], (score, 0), started, Statistics::default()));
        }
        self.worker.begin(self.batch.get(), self.seed);
        self.worker.shuffle(&mut moves);
        let leaf = BatchLeaf::new(game.clone(), moves, job.parameters);
        if self.worker.grow_root(job, leaf)? {
            self.root.adopt(tree);
        }
        let shared = Shared::default();
        let (root, multi_pv) = (&mut self.root, self.multi_pv);
        let mut driver = Driver::new((job, &shared), &mut self.worker, (control, observer), (root, multi_pv), started);
        driver.run::<false>(game);
        if let Some(error) = driver.simulator.take_error() {
            return Err(error);
        }
        driver.finish::<false>();
        let (iteration, statistics) = (driver.iteration, driver.statistics);
        let lines = self.multi_pv.clamp(1, self.root.moves.len());
        let score = self.root.moves[0].score.unwrap_or_default();
        Ok(result(over, &self.root.moves[..lines], (score, iteration), started, statistics))
    }
}
