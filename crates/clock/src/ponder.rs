//! Statistics of pondering, thinking on the opponent's time (后台思考).
//!
//! A ponder hit saves time on the engine's clock; a miss costs no time. Source:
//! row T-19 of docs/sources.md.

use std::time::Duration;

/// Counts ponder hits and misses and the time of both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PonderAccount {
    hits: u32,
    misses: u32,
    credited: Duration,
    wasted: Duration,
}

impl PonderAccount {
    /// Records that the expected move was played after `pondered` time, which is credited.
    pub fn hit(&mut self, pondered: Duration) {
        self.hits += 1;
        self.credited += pondered;
    }

    /// Records that another move was played, or the search was abandoned, after `pondered` time.
    pub fn miss(&mut self, pondered: Duration) {
        self.misses += 1;
        self.wasted += pondered;
    }

    /// Ponder searches whose move was played.
    pub fn hits(&self) -> u32 {
        self.hits
    }

    /// Ponder searches abandoned.
    pub fn misses(&self) -> u32 {
        self.misses
    }

    /// Time gained from the opponent's clock.
    pub fn credited(&self) -> Duration {
        self.credited
    }

    /// Time of abandoned searches.
    pub fn wasted(&self) -> Duration {
        self.wasted
    }

    /// The share of hits among all ponder searches, `None` before the first.
    pub fn hit_rate(&self) -> Option<f64> {
        let all = self.hits + self.misses;
        (all > 0).then(|| f64::from(self.hits) / f64::from(all))
    }
}
