//! Texel's tuning method: logistic regression of an evaluation on game results.
//!
//! The evaluation of a position is `scale × Σ count × weight`, each weight
//! interpolated between its value for the full board and for the bare one. Its
//! sigmoid `1 / (1 + exp(−k × evaluation))` is the expected result; the weights
//! that make the squared error smallest over many quiet positions are the tuned
//! ones. Because the evaluation is linear, the gradient is read off the counts
//! and needs no evaluation of a board.
//!
//! [`fit_k`] finds the steepness first, so that the weights keep their unit;
//! [`Trainer`] then descends with Adam in minibatches, held back toward the
//! start by an L2 penalty, and [`Trainer::run`] stops when positions that it
//! does not train on are no longer predicted better.
//!
//! Sources: P. Österlund, "Texel's Tuning Method" (2014); A. Grant, "Evaluation
//! & Tuning in Chess Engines" (2020), the tapered gradient; Kingma & Ba, "Adam"
//! (2015).

mod samples;
mod trainer;

pub use samples::{Sample, SampleError, Samples};
pub use trainer::{Progress, Settings, Trainer, TrainerState, Weight, error, fit_k, predict};
