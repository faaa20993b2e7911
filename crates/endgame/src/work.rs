//! Passes over all indices, on several threads.

use crate::AnalysisError;
use std::{
    ops::{ControlFlow, Range},
    panic::resume_unwind,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
};

/// The number of indices that a thread takes at once.
const CHUNK: u64 = 1 << 13;

/// A part of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The moves of each position are counted.
    Counting,
    /// Wins and losses are found, the shortest first.
    Deciding,
    /// The values are compared with those of the successors.
    Verifying,
}

/// The progress of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The current stage.
    pub stage: Stage,
    /// The distance of the values that the stage is finding, in plies.
    pub plies: u16,
    /// The number of indices that this pass has visited.
    pub done: u64,
    /// The size of the table.
    pub size: u64,
}

/// A callback for the progress of an analysis. Several threads call it; `Break` stops the analysis.
pub(crate) type Observer<'a> = &'a (dyn Fn(Progress) -> ControlFlow<()> + Sync);

/// The threads of an analysis.
#[derive(Clone, Copy)]
pub(crate) struct Workers<'a> {
    pub(crate) threads: usize,
    pub(crate) observer: Observer<'a>,
}

impl Workers<'_> {
    /// Visits all indices in chunks. Each thread has its own state, made by `make`; the states are returned.
    /// The first error ends the pass.
    pub(crate) fn pass<S: Send>(
        &self,
        at: Progress,
        make: impl Fn() -> S + Sync,
        visit: impl Fn(&mut S, u64) -> Result<(), AnalysisError> + Sync,
    ) -> Result<Vec<S>, AnalysisError> {
        let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
        let failed = AtomicBool::new(false);
        let error = Mutex::new(None);
        let chunk = |state: &mut S, range: Range<u64>| {
            let length = range.end - range.start;
            range.into_iter().try_for_each(|index| visit(state, index))?;
            let done = done.fetch_add(length, Ordering::Relaxed) + length;
            match (self.observer)(Progress { done, ..at }) {
                ControlFlow::Continue(()) => Ok(()),
                ControlFlow::Break(()) => Err(AnalysisError::Stopped),
            }
        };
        let thread = || {
            let mut state = make();
            while !failed.load(Ordering::Relaxed) {
                let start = next.fetch_add(CHUNK, Ordering::Relaxed);
                if start >= at.size {
                    break;
                }
                if let Err(found) = chunk(&mut state, start..at.size.min(start + CHUNK)) {
                    failed.store(true, Ordering::Relaxed);
                    error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(found);
                }
            }
            state
        };
        // One thread needs no other.
        let states = if self.threads <= 1 {
            vec![thread()]
        } else {
            thread::scope(|scope| {
                let threads: Vec<_> = (0..self.threads).map(|_| scope.spawn(thread)).collect();
                threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
            })
        };
        match error.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(states),
        }
    }
}
