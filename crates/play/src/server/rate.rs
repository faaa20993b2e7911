//! The limit on the messages of a page.

use std::time::Duration;
use tokio::time::Instant;

/// Counts the messages of each second.
pub(super) struct RateLimit {
    second: Instant,
    count: u32,
}

/// Whether a message is handled.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum RateCheck {
    /// It is handled.
    Allowed,
    /// It is the first one above the limit in this second: it is refused.
    Exceeded,
    /// It is a later one above the limit: it is dropped.
    Dropped,
}

impl RateLimit {
    pub(super) fn new() -> RateLimit {
        RateLimit { second: Instant::now(), count: 0 }
    }

    /// Counts a message.
    pub(super) fn count(&mut self, most: u32) -> RateCheck {
        let now = Instant::now();
        if now.duration_since(self.second) >= Duration::from_secs(1) {
            *self = RateLimit { second: now, count: 0 };
        }
        self.count = self.count.saturating_add(1);
        match self.count.checked_sub(most) {
            None | Some(0) => RateCheck::Allowed,
            Some(1) => RateCheck::Exceeded,
            Some(_) => RateCheck::Dropped,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        RateCheck::{Allowed, Dropped, Exceeded},
        *,
    };

    /// The second has not begun, so that it does not end during the test.
    #[test]
    fn the_first_message_above_the_limit_is_refused_and_later_ones_are_dropped() {
        let later = Instant::now() + Duration::from_secs(3600);
        let mut limit = RateLimit { second: later, count: 0 };
        let counted: Vec<_> = (0..5).map(|_| limit.count(3)).collect();
        assert_eq!(counted, [Allowed, Allowed, Allowed, Exceeded, Dropped]);
    }
}
