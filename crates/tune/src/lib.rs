//! Tuning for game engines: parameters as named vectors, and the methods that
//! find their values.

#![forbid(unsafe_code)]

pub mod genetic;
