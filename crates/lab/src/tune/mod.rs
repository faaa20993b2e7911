//! The tuning commands.

pub(crate) mod calibration;
pub(crate) mod counts;
pub(crate) mod evolve_args;
mod game_file;
pub(crate) mod generate;
pub(crate) mod genetic;
mod iterations;
pub(crate) mod label;
pub(crate) mod positions;
pub(crate) mod relabel;
pub(crate) mod rivals;
pub(crate) mod selfplay;
mod span;
pub(crate) mod spsa;
mod tally;
pub(crate) mod texel;
pub(crate) mod thinking;
pub(crate) mod trace;
pub(crate) mod train;
pub(crate) mod train_args;
mod train_blocks;
