//! The clock by which searches measure their time.
//!
//! It is that of the standard library. WebAssembly in a browser (`wasm32-unknown-unknown`) has
//! none: there the program gives one (`set_clock`) before the first search, and until it does, time
//! stands still, so that no limit of time is ever reached.

#[cfg(any(test, all(target_arch = "wasm32", target_os = "unknown")))]
mod given;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use given::{Instant, set_clock};
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use std::time::Instant;
