//! Xiangqi as the protocol loop wants it, for the engine and for other programs
//! that need the same view of the game (the laboratory's traces and players).
#![forbid(unsafe_code)]

mod xiangqi;

pub use xiangqi::Xiangqi;
