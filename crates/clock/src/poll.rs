//! How many nodes to search between two looks at the clock.
//!
//! Reading a clock costs more than a node, so a search looks only now and
//! then. The engine of row T-17 of docs/sources.md searched 100,000 nodes a
//! second and looked every 1,000, 5,000 or 10,000 of them, that is every 10 to
//! 100 ms. A fixed number of nodes is a fixed time only on one machine; here
//! the interval follows the measured speed.

use std::time::Duration;

/// Number of nodes between two looks at the clock, adapted to the speed.
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
    /// Fewest nodes between two looks.
    pub const LEAST: u64 = 32;
    /// Most nodes between two looks, however fast the search seems.
    pub const MOST: u64 = 1 << 16;

    /// An interval that aims at one look per `target`; it starts short, since the speed is not known yet.
    pub fn new(target: Duration) -> PollInterval {
        PollInterval { target, nodes: 256 }
    }

    /// Nodes until the next look.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Takes in that `nodes` were searched in `elapsed`. Spans below 100 µs are
    /// too short to tell: then nothing changes and the answer is `false`, and
    /// the caller goes on counting from where the span began.
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
    /// One look per millisecond.
    fn default() -> PollInterval {
        PollInterval::new(Duration::from_millis(1))
    }
}
