//! A clock set by the program.

// On other targets only the tests use it.
#![cfg_attr(not(target_arch = "wasm32"), allow(dead_code, unreachable_pub))]

use std::{sync::OnceLock, time::Duration};

static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

/// Sets the clock: a function that returns the time since a fixed moment. It must be monotonic.
/// Only the first call has an effect; returns whether this was the first.
pub fn set_clock(clock: fn() -> Duration) -> bool {
    CLOCK.set(clock).is_ok()
}

/// A moment of the clock from [`set_clock`], with the interface of the standard library's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(Duration);

impl Instant {
    /// The current moment.
    pub fn now() -> Instant {
        Instant(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
    }

    /// The time since this moment.
    pub fn elapsed(&self) -> Duration {
        Instant::now().duration_since(*self)
    }

    /// The time since another moment; zero if that is later.
    pub fn duration_since(&self, earlier: Instant) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    static MILLISECONDS: AtomicU64 = AtomicU64::new(70);

    #[test]
    fn time_stands_still_until_a_clock_is_set() {
        let before = Instant::now();
        assert_eq!(before.elapsed(), Duration::ZERO);
        assert!(set_clock(|| Duration::from_millis(MILLISECONDS.load(Ordering::Relaxed))));
        let started = Instant::now();
        assert_eq!(started.duration_since(before), Duration::from_millis(70));
        assert_eq!(before.duration_since(started), Duration::ZERO);
        MILLISECONDS.store(100, Ordering::Relaxed);
        assert_eq!(started.elapsed(), Duration::from_millis(30));
        assert!(!set_clock(|| Duration::ZERO));
        assert_eq!(started.elapsed(), Duration::from_millis(30));
    }
}
