//! Atomics and locks for data shared between threads: those of the standard library or, with `--cfg
//! loom`, of the model checker, which explores the orders of their steps.

#[cfg(loom)]
pub(crate) use loom::sync::{Mutex, MutexGuard, atomic};
#[cfg(not(loom))]
pub(crate) use std::sync::{Mutex, MutexGuard, atomic};
