//! The strategies, one file per source, and their names.

mod average;
mod foresight;

pub use average::Average;
pub use foresight::{Foresight, ForesightParameters};
