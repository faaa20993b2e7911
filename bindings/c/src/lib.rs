//! The C interface of the rules of xiangqi: games, legal moves, notations and explained rulings.
//! The header `include/duiyi.h` describes it to users.
//!
//! Functions in `exports` are what C calls. They convert arguments with `border`, which alone
//! reads and writes through pointers and catches panics, and call `game`, which is safe code.

#[allow(unsafe_code)]
mod border;
#[allow(unsafe_code)]
pub mod exports;
mod failure;
pub mod game;
mod notation;
mod ruling;
#[cfg(target_arch = "wasm32")]
#[allow(unsafe_code)]
pub mod wasm;
