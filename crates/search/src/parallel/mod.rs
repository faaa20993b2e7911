//! Parallel search.
//!
//! The calling thread is the main one: it asks the [`Control`](crate::Control), reports to the
//! [`Observer`](crate::Observer) and, when it ends, stops the others, which look at a flag every few
//! nodes. All share the transposition table, so that what one has stored the others
//! need not search again; each has its own board, evaluator, histories and buffers.
//! How else they work together is the [`Scheme`]: they divide the main thread's tree
//! (Young Brothers Wait), or each searches the whole position for itself (Lazy SMP).

pub(crate) mod lazy_smp;
pub(crate) mod part;
mod searcher;
mod shared;
pub(crate) mod split_point;
mod young_brothers_wait;

pub use searcher::{ParallelSearcher, Scheme};
