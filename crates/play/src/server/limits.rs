//! What a server allows.

use std::time::Duration;

/// What a server allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The engines that think about their turns at the same time. Half as many more analyse and review.
    pub engines: usize,
    /// The connections at the same time.
    pub connections: usize,
    /// The longest message of a page, in bytes.
    pub message: usize,
    /// The messages of a page in a second; further ones are dropped.
    pub messages_a_second: u32,
    /// How long an engine may think while another one waits.
    pub time_slice: Duration,
}

impl Default for Limits {
    /// An engine for each processor, 256 pages, 256 KiB, 50 a second, five seconds.
    fn default() -> Limits {
        let engines = std::thread::available_parallelism().map_or(1, usize::from);
        Limits {
            engines,
            connections: 256,
            message: 256 << 10,
            messages_a_second: 50,
            time_slice: Duration::from_secs(5),
        }
    }
}
