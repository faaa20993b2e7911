//! A clock that counts searched nodes instead of time.

use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;
use std::time::Duration;

/// Converts searched nodes to time at a fixed speed.
///
/// Time measured this way does not depend on the machine or its load, so a game under a time control
/// can be repeated exactly.
///
/// ```
/// use duiyi_clock::NodeClock;
/// use std::time::Duration;
///
/// let clock: NodeClock = "20000".parse()?;
/// assert_eq!(clock.elapsed(5_000), Duration::from_millis(250));
/// # Ok::<(), duiyi_clock::NodeClockError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct NodeClock(NonZeroU64);

/// The text is not a number of nodes per second.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a number of nodes per second above 0")]
pub struct NodeClockError(String);

impl NodeClock {
    /// A clock on which this number of nodes takes a second.
    pub const fn new(nodes_per_second: NonZeroU64) -> NodeClock {
        NodeClock(nodes_per_second)
    }

    /// The number of nodes that take a second.
    pub const fn nodes_per_second(self) -> u64 {
        self.0.get()
    }

    /// The time that a number of nodes takes, rounded down to nanoseconds.
    pub fn elapsed(self, nodes: u64) -> Duration {
        let rest = u128::from(nodes % self.0) * 1_000_000_000 / u128::from(self.0.get());
        // The rest is below a second.
        Duration::new(nodes / self.0, rest as u32)
    }
}

impl FromStr for NodeClock {
    type Err = NodeClockError;

    fn from_str(text: &str) -> Result<NodeClock, NodeClockError> {
        text.parse().map(NodeClock).map_err(|_| NodeClockError(text.to_owned()))
    }
}

impl fmt::Display for NodeClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_converted_to_time_without_overflow() {
        let elapsed = |rate: &str, nodes| rate.parse::<NodeClock>().unwrap().elapsed(nodes);
        assert_eq!(elapsed("1000", 2_500), Duration::from_millis(2_500));
        assert_eq!(elapsed("3", 1), Duration::from_nanos(333_333_333));
        assert_eq!(elapsed("1", u64::MAX), Duration::from_secs(u64::MAX));
        assert_eq!(elapsed(&u64::MAX.to_string(), u64::MAX - 1), Duration::from_nanos(999_999_999));
        for text in ["0", "-1", "", "fast"] {
            assert_eq!(text.parse::<NodeClock>(), Err(NodeClockError(text.to_owned())));
        }
    }
}
