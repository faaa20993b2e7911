//! A clock that the program gives.

// Elsewhere only its tests use it.
#![cfg_attr(not(target_arch = "wasm32"), allow(dead_code, unreachable_pub))]

use std::{sync::OnceLock, time::Duration};

static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

/// Gives the clock: how long ago any one moment was. It must never go back. The first clock
/// stays; whether it was this one is returned.
pub fn set_clock(clock: fn() -> Duration) -> bool {
    CLOCK.set(clock).is_ok()
}

/// A moment of the clock that was [given](set_clock), used as that of the standard library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(Duration);

impl Instant {
    /// The present moment.
    pub fn now() -> Instant {
        Instant(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
    }

    /// How long ago it was.
    pub fn elapsed(&self) -> Duration {
        Instant::now().duration_since(*self)
    }

    /// How much later it is than another moment; nothing if it is earlier.
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
    fn time_stands_still_until_a_clock_is_given() {
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
