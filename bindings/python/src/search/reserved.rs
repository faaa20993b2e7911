//! A value that one call uses at a time, while others wait.

use crate::error::refused;
use pyo3::prelude::*;
use std::{
    sync::{Mutex, MutexGuard, PoisonError, TryLockError},
    thread::{self, ThreadId},
    time::Duration,
};

/// The time between two attempts to lock the value.
const WAIT: Duration = Duration::from_millis(2);

/// A value that a call may hold for long, and during which it may call Python functions.
pub(crate) struct Reserved<T> {
    value: Mutex<T>,
    /// The threads of the current call on which Python functions run.
    threads: Mutex<Vec<ThreadId>>,
}

/// The current thread among those of a call, until it is dropped.
pub(crate) struct Joined<'r>(&'r Mutex<Vec<ThreadId>>);

impl Drop for Joined<'_> {
    fn drop(&mut self) {
        let own = thread::current().id();
        let mut threads = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = threads.iter().position(|&other| other == own) {
            threads.swap_remove(at);
        }
    }
}

impl<T> Reserved<T> {
    pub(crate) fn new(value: T) -> Reserved<T> {
        Reserved { value: Mutex::new(value), threads: Mutex::default() }
    }

    /// Waits for the value, and checks for signals meanwhile. After a panic the value is still valid, because a player
    /// is reset for each search.
    ///
    /// # Errors
    /// The exception of a signal. A function that the current call runs would wait for itself and gets an error.
    pub(crate) fn wait(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, T>> {
        loop {
            match self.value.try_lock() {
                Ok(guard) => return Ok(guard),
                Err(TryLockError::Poisoned(error)) => return Ok(error.into_inner()),
                Err(TryLockError::WouldBlock) => {
                    let threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
                    if threads.contains(&thread::current().id()) {
                        return Err(refused(
                            "called by a function that its running search has called: expected another object, or a \
                             call after the search",
                        ));
                    }
                    drop(threads);
                    py.check_signals()?;
                    py.detach(|| thread::sleep(WAIT));
                }
            }
        }
    }

    /// Registers the current thread as one of the call that holds the value.
    pub(crate) fn join(&self) -> Joined<'_> {
        self.threads.lock().unwrap_or_else(PoisonError::into_inner).push(thread::current().id());
        Joined(&self.threads)
    }
}
