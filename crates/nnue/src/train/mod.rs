//! Training of efficiently updatable networks: many inputs of which few are on.
//!
//! A sample has the inputs that are on from the mover's view and from the other side's, the
//! bucket of its position, a score and a result ([`Samples`]). The network
//! ([`FloatNetwork`](crate::FloatNetwork)) is one layer of `hidden` units over the inputs of each view, with common weights, the square of the
//! units clipped to 0…1, and one output for each bucket; its sigmoid is the expected result.
//! [`Trainer`] descends with AdamW in minibatches on the squared error of a blend of result and
//! score; the sums do not depend on the number of threads, so a seed gives the same network on
//! every machine.
//!
//! Games come from [`records`], a format for any game; [`games`] reads them by the rules of a game,
//! and [`Lessons`] takes samples from them by the game's [`Trainable`](crate::Trainable).
//!
//! Sources: Y. Nasu, "Efficiently updatable neural-network-based evaluation functions for computer
//! shogi", 2018; I. Loshchilov and F. Hutter, "Decoupled weight decay regularization", 2019.

mod adamw;
pub mod games;
mod lessons;
mod network;
pub mod records;
mod samples;
mod trainer;

pub use lessons::{InputSet, LessonError, Lessons};
pub use network::random_network;
pub use samples::{Sample, SampleError, Samples};
pub use trainer::{Epoch, Settings, Trainer, TrainerError};
