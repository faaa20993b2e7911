//! The atomics and locks of what threads share: the standard library's, or, with
//! `--cfg loom`, those of the model checker that tries every order of their steps.

#[cfg(loom)]
pub(crate) use loom::sync::{Mutex, MutexGuard, atomic};
#[cfg(not(loom))]
pub(crate) use std::sync::{Mutex, MutexGuard, atomic};
