//! The clock with which searches measure time.
//!
//! It is the clock of the standard library. WebAssembly in a browser (`wasm32-unknown-unknown`) has
//! none: there the program sets one (`set_clock`) before the first search. Until then, time stands
//! still and time limits are never reached.

#[cfg(any(test, all(target_arch = "wasm32", target_os = "unknown")))]
mod given;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use given::{Instant, set_clock};
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use std::time::Instant;
