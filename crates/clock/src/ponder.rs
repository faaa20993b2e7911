//! Thinking on the opponent's time (后台思考): what it brought.
//!
//! A ponder search that was right moves time from the opponent's clock to
//! ours; one that was wrong costs no time. Source: row T-19 of docs/sources.md.

use std::time::Duration;

/// Counts ponder hits and misses and the time they were worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PonderAccount {
    hits: u32,
    misses: u32,
    credited: Duration,
    wasted: Duration,
}

impl PonderAccount {
    /// The expected move was played after `pondered` time: that time is credited.
    pub fn hit(&mut self, pondered: Duration) {
        self.hits += 1;
        self.credited += pondered;
    }

    /// Another move was played, or the search was given up, after `pondered` time.
    pub fn miss(&mut self, pondered: Duration) {
        self.misses += 1;
        self.wasted += pondered;
    }

    /// Ponder searches whose move was played.
    pub fn hits(&self) -> u32 {
        self.hits
    }

    /// Ponder searches given up.
    pub fn misses(&self) -> u32 {
        self.misses
    }

    /// Time gained from the opponent's clock.
    pub fn credited(&self) -> Duration {
        self.credited
    }

    /// Time searched for nothing.
    pub fn wasted(&self) -> Duration {
        self.wasted
    }

    /// Hits among all ponder searches, `None` before the first.
    pub fn hit_rate(&self) -> Option<f64> {
        let all = self.hits + self.misses;
        (all > 0).then(|| f64::from(self.hits) / f64::from(all))
    }
}
