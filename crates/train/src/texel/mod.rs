//! Texel's tuning method: logistic regression of an evaluation on game results.
//!
//! The evaluation of a position is `scale × Σ count × weight`, each weight interpolated between its
//! values for the full and for the empty board. Its sigmoid `1 / (1 + exp(−k × evaluation))` is the
//! expected result; tuning minimises the squared error over many quiet positions. Because the
//! evaluation is linear, the gradient follows from the counts and needs no evaluation of a board.
//!
//! [`fit_k`] first fits the steepness, so that the weights keep their unit; [`Trainer`] then uses
//! Adam in minibatches with an L2 penalty toward the initial weights, and [`Trainer::run`] stops when
//! the prediction of held-out positions no longer improves.
//!
//! Sources: P. Österlund, "Texel's Tuning Method" (2014); A. Grant, "Evaluation
//! & Tuning in Chess Engines" (2020), the tapered gradient; Kingma & Ba, "Adam"
//! (2015).

mod samples;
mod trainer;

pub use samples::{Sample, SampleError, Samples};
pub use trainer::{Progress, TexelSettings, Trainer, TrainerState, Weight, error, fit_k, predict};
