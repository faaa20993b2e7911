//! The limits of a server.

use std::time::Duration;

/// The limits of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServerLimits {
    /// The number of engines that search their turns at the same time. Half that number analyses and
    /// reviews in addition.
    pub engines: usize,
    /// The number of simultaneous connections.
    pub connections: usize,
    /// The maximum length of a message of a page, in bytes.
    pub message: usize,
    /// The messages of a page per second; more are dropped.
    pub messages_a_second: u32,
    /// How long an engine may think while another engine waits.
    pub time_slice: Duration,
}

impl Default for ServerLimits {
    /// One engine per processor, 256 connections, 256 KiB, 50 messages a second, five seconds.
    fn default() -> ServerLimits {
        let engines = std::thread::available_parallelism().map_or(1, usize::from);
        ServerLimits {
            engines,
            connections: 256,
            message: 256 << 10,
            messages_a_second: 50,
            time_slice: Duration::from_secs(5),
        }
    }
}
