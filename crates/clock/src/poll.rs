//! The number of nodes to search between two polls of the clock.
//!
//! Reading a clock costs more than a node, so a search polls it only at
//! intervals. The engine of row T-17 of docs/sources.md searched 100,000 nodes
//! per second and polled every 1,000, 5,000 or 10,000 nodes, which is every 10
//! to 100 ms. A fixed number of nodes is a fixed time only on one machine; here
//! the interval follows the measured speed.

use std::time::Duration;

/// The number of nodes between two polls of the clock, adapted to the speed.
///
/// ```
/// use duiyi_clock::PollInterval;
/// use std::time::Duration;
///
/// let mut interval = PollInterval::new(Duration::from_millis(1));
/// interval.observe(2_000_000, Duration::from_secs(1));
/// assert_eq!(interval.nodes(), 2_000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PollInterval {
    target: Duration,
    nodes: u64,
}

impl PollInterval {
    /// The minimum number of nodes between two polls.
    pub const LEAST: u64 = 32;
    /// The maximum number of nodes between two polls.
    pub const MOST: u64 = 1 << 16;

    /// An interval that aims at one poll per `target`; it starts short, since the speed is not known yet.
    pub fn new(target: Duration) -> PollInterval {
        PollInterval { target, nodes: 256 }
    }

    /// The number of nodes until the next poll.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Updates the interval after `nodes` were searched in `elapsed`. Spans below
    /// 100 µs are too short to measure: then the method returns `false` without a
    /// change, and the caller extends the span.
    pub fn observe(&mut self, nodes: u64, elapsed: Duration) -> bool {
        if elapsed < Duration::from_micros(100) {
            return false;
        }
        let per_look = u128::from(nodes) * self.target.as_nanos() / elapsed.as_nanos();
        self.nodes = u64::try_from(per_look).unwrap_or(u64::MAX).clamp(PollInterval::LEAST, PollInterval::MOST);
        true
    }
}

impl Default for PollInterval {
    /// One poll per millisecond.
    fn default() -> PollInterval {
        PollInterval::new(Duration::from_millis(1))
    }
}
