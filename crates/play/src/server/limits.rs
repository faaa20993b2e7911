//! The limits of a server.

use std::time::Duration;

/// The memory in MiB that is left to the program, its networks and its connections.
const PROGRAM: usize = 64;
/// The memory in MiB that an engine needs during a search, in addition to its table.
const SEARCH: usize = 32;
/// The memory in MiB for each engine that thinks at the same time as others.
const MEMORY_PER_THREAD: usize = 256;

/// The limits of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServerLimits {
    /// The number of engines that search their turns at the same time, if the memory suffices. Half that
    /// number analyses and reviews in addition.
    pub engines: usize,
    /// The memory of the whole server in MiB.
    pub memory: usize,
    /// The number of pages.
    pub pages: usize,
    /// The number of simultaneous connections, including those of pages.
    pub connections: usize,
    /// The number of simultaneous connections from one address: an IPv4 address, or 64 bits of an IPv6
    /// address.
    pub connections_per_address: usize,
    /// How long the headers of a request may take, and a connection may wait for the next request.
    pub header_time: Duration,
    /// How long a message of a page may take to arrive; at least this and at most twice this.
    pub message_time: Duration,
    /// The maximum length of a message of a page, in bytes.
    pub message: usize,
    /// The messages of a page per second; more are dropped.
    pub messages_a_second: u32,
    /// How long an engine may think while another engine waits.
    pub time_slice: Duration,
}

impl Default for ServerLimits {
    /// One engine per processor, 1 GiB, 256 pages, 1,000 connections, half of them from one address, ten
    /// seconds for headers and messages, 256 KiB, 50 messages a second, five seconds.
    fn default() -> ServerLimits {
        let engines = std::thread::available_parallelism().map_or(1, usize::from);
        ServerLimits {
            engines,
            memory: 1024,
            pages: 256,
            connections: 1000,
            connections_per_address: 500,
            header_time: Duration::from_secs(10),
            message_time: Duration::from_secs(10),
            message: 256 << 10,
            messages_a_second: 50,
            time_slice: Duration::from_secs(5),
        }
    }
}

impl ServerLimits {
    /// The number of threads for turns, and for analysis and reviews: their searches need memory.
    pub(super) fn threads(&self) -> [usize; 2] {
        let turns = self.engines.min(self.memory / MEMORY_PER_THREAD).max(1);
        [turns, (turns / 2).max(1)]
    }

    /// The memory in MiB for engines and their tables.
    pub(super) fn engines_memory(&self) -> usize {
        let searches = SEARCH * self.threads().iter().sum::<usize>();
        self.memory.saturating_sub(PROGRAM + searches)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::MemoryBudget;
    use std::sync::Arc;

    #[test]
    fn two_engines_a_page_find_room_on_any_machine() {
        for engines in [1, 2, 16, 256] {
            let limits = ServerLimits { engines, ..ServerLimits::default() };
            let budget = Arc::new(MemoryBudget::new(limits.memory, limits.engines_memory(), 2 * limits.pages));
            let all: Vec<_> = (0..2 * limits.pages).map(|_| budget.reserve().unwrap()).collect();
            assert!(all.iter().all(|engine| engine.mebibytes() >= 1));
            assert!(limits.threads()[0] <= engines);
        }
        assert_eq!(ServerLimits { memory: 10, ..ServerLimits::default() }.engines_memory(), 0);
    }
}
