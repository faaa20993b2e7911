//! Parallel search.
//!
//! The calling thread is the main thread: it calls the [`Control`](crate::Control), reports to the
//! [`Observer`](crate::Observer) and, when it ends, stops the helpers, which check a flag every few
//! nodes. All threads share the transposition table, so that the results of one need not be
//! searched again by the others; each has its own board, evaluator, histories and buffers. The
//! [`Scheme`] determines the rest: the threads divide the main thread's tree (Young Brothers Wait),
//! or each searches the whole position (Lazy SMP).

pub(crate) mod lazy_smp;
pub(crate) mod part;
mod searcher;
mod shared;
pub(crate) mod split_point;
mod young_brothers_wait;

pub use searcher::{MAX_THREADS, ParallelSearcher, Scheme};
