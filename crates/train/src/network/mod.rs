//! Training of efficiently updatable networks, with many inputs of which few are active.
//!
//! A sample consists of the active inputs from the views of the mover and the other side, the bucket
//! of its position, a score and a result ([`Samples`]). The network
//! ([`FloatNetwork`](duiyi_nnue::FloatNetwork)) has one layer of `hidden` units over the inputs of each
//! view, with shared weights; the units are clipped to 0…1 and squared, and there is one output for
//! each bucket, whose sigmoid is the expected result. [`Trainer`] minimises the squared error of a
//! blend of result and score with AdamW in minibatches; the sums do not depend on the number of
//! threads, so a seed gives the same network on every machine.
//!
//! Games are stored in [`records`], a format for any game; [`games`] reads them with the rules of a
//! game, and [`Lessons`] converts them to samples with the game's [`Trainable`](duiyi_nnue::Trainable).
//!
//! Sources: Y. Nasu, "Efficiently updatable neural-network-based evaluation functions for computer
//! shogi", 2018; I. Loshchilov and F. Hutter, "Decoupled weight decay regularization", 2019.

mod adamw;
mod blocks;
mod failures;
pub mod games;
mod lessons;
pub mod records;
mod repeats;
mod samples;
mod settings;
mod temporal;
mod trainer;
mod values;

pub use blocks::SampleBlocks;
pub use failures::TrainerError;
pub use lessons::{InputSet, LessonError, Lessons, Selection};
pub use samples::{Sample, SampleError, Samples};
pub use settings::TrainingSettings;
pub use temporal::TdTargets;
pub use trainer::{Epoch, Trainer, shuffled};
pub use values::random_network;
