//! Monte Carlo tree search with a Python function as its evaluator.

use super::{Core, ToPython, core::Raised};
use crate::error::refused;
use duiyi_engine::BatchPlayer;
use duiyi_game::{Notation, Planes};
use duiyi_search::{BatchEvaluator, BatchLeaf, Heuristics};
use pyo3::{PyTraverseError, PyVisit, exceptions::PyMemoryError, prelude::*, types::PyByteArray};
use std::{
    fmt,
    num::NonZeroUsize,
    sync::{Arc, PoisonError, RwLock},
};

/// The answer of the function: the values and the logits as bytes of `f32`, in the processor's order.
type Answer = (Vec<u8>, Option<Vec<u8>>);

/// A Python function that a search calls. The object of the search shares it with its searcher, so that the collector
/// finds each reference once.
#[derive(Clone)]
pub(crate) struct Called(Arc<RwLock<Option<Py<PyAny>>>>);

impl Called {
    pub(crate) fn new(function: Py<PyAny>) -> Called {
        Called(Arc::new(RwLock::new(Some(function))))
    }

    /// Visits the function for the collector.
    ///
    /// # Errors
    /// Those of the visit.
    pub(crate) fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        // It is locked for reading only, except while it is cleared.
        self.0.try_read().map_or(Ok(()), |function| visit.call(&*function))
    }

    /// Drops the function, to break a cycle of objects.
    pub(crate) fn clear(&self) {
        let function = self.0.write().unwrap_or_else(PoisonError::into_inner).take();
        drop(function);
    }

    fn get(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let function = self.0.read().unwrap_or_else(PoisonError::into_inner);
        function.as_ref().map(|function| function.clone_ref(py)).ok_or_else(|| refused("the search was discarded"))
    }
}

/// The function, and the exception that it has raised.
struct Function {
    function: Called,
    raised: Raised,
}

/// Numbers from their bytes.
fn numbers(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks::<4>().0.iter().map(|&bytes| f32::from_ne_bytes(bytes)).collect()
}

impl Function {
    /// Calls the function with the interpreter lock.
    fn call<G: Heuristics + Planes>(&self, leaves: &mut [BatchLeaf<G>]) -> PyResult<()> {
        let Some([planes, rows, columns]) = leaves.first().map(|leaf| leaf.game().shape()) else { return Ok(()) };
        let (one, policy) = (planes * rows * columns, leaves[0].game().outputs());
        let mut pictures = vec![0; leaves.len() * one];
        for (picture, leaf) in pictures.chunks_exact_mut(one).zip(&*leaves) {
            let game = leaf.game();
            game.ones(game.side_to_move(), &mut |index| picture[index] = 1);
        }
        let (values, logits): Answer = Python::attach(|py| {
            let shape = (leaves.len(), planes, rows, columns);
            self.function.get(py)?.call1(py, (PyByteArray::new(py, &pictures), shape, policy))?.extract(py)
        })?;
        for (leaf, value) in leaves.iter_mut().zip(numbers(&values)) {
            leaf.result = f32::midpoint(1.0, value);
        }
        if let Some(logits) = logits {
            for (leaf, logits) in leaves.iter_mut().zip(numbers(&logits).chunks_exact(policy)) {
                let view = leaf.game().side_to_move();
                leaf.set_logits(|game, mv| logits.get(game.output(view, mv)).copied().unwrap_or(f32::MIN));
            }
        }
        Ok(())
    }
}

/// The exception is in [`Function::raised`].
#[derive(Debug)]
struct Failed;

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the function raised an exception")
    }
}

impl<G: Heuristics + Planes> BatchEvaluator<G> for Function {
    type Error = Failed;

    fn evaluate(&mut self, leaves: &mut [BatchLeaf<G>]) -> Result<(), Failed> {
        self.call(leaves).map_err(|error| {
            *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            Failed
        })
    }
}

/// The settings of a search.
pub(crate) struct Settings {
    /// The size of a batch.
    pub(crate) batch: usize,
    /// The memory of the tree in MiB.
    pub(crate) memory: usize,
    /// The seed of the order of moves with equal priors.
    pub(crate) seed: u64,
    /// The number of lines.
    pub(crate) lines: usize,
    /// The weight of exploration.
    pub(crate) exploration: f64,
}

/// A search with this function.
///
/// # Errors
/// If a setting is out of range or the memory is not available.
pub(crate) fn search_with<G>(
    function: Called,
    settings: &Settings,
    to_python: ToPython<G::Move>,
    sample: fn() -> Vec<(String, G)>,
) -> PyResult<Core<G>>
where
    G: Heuristics + Planes + Notation + Clone + Send + 'static,
    G::Move: Send,
    G::Undo: Send,
{
    let raised = Raised::default();
    let mut player = BatchPlayer::new(Function { function, raised: Arc::clone(&raised) });
    let searcher = &mut player.searcher;
    searcher.batch = NonZeroUsize::new(settings.batch).ok_or_else(|| refused("batch=0: expected at least 1"))?;
    let exploration = (settings.exploration * 1000.0).round();
    if !(0.0..=10_000.0).contains(&exploration) {
        let given = settings.exploration;
        return Err(refused(format_args!("exploration={given}: expected a number from 0 to 10")));
    }
    searcher.parameters.puct_exploration = exploration as i32;
    searcher.set_memory(settings.memory).map_err(|error| PyMemoryError::new_err(error.to_string()))?;
    (searcher.seed, searcher.multi_pv) = (settings.seed, settings.lines.max(1));
    Ok(Core::calling(Box::new(player), to_python, sample, raised))
}
