//! How much memory the machine has left, and the most that a process has had.

use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// Bytes that can be used without the system having to swap or to end programs, within
/// the limits of a container if there is one; `None` where the system does not tell.
pub(crate) fn available() -> Option<u64> {
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(memory);
    let machine = Some(system.available_memory()).filter(|&bytes| bytes > 0)?;
    Some(system.cgroup_limits().map_or(machine, |limits| machine.min(limits.free_memory)))
}

/// The most memory that a process has had at one time so far, in KiB: the peak of its resident
/// set. `None` where the system does not tell, which is everywhere but on Linux, and for a
/// process that does not exist.
#[cfg(target_os = "linux")]
pub fn peak_kib(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    peak.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// The most memory that a process has had: this system does not tell.
#[cfg(not(target_os = "linux"))]
pub fn peak_kib(_: u32) -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn the_machine_tells_its_free_memory() {
        let free = available().expect("Linux tells");
        let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
        let all = System::new_with_specifics(memory).total_memory();
        assert!(1 << 20 < free && free < all, "{free} of {all} bytes");
    }

    /// A process that takes more and gives it back: the peak stays.
    #[test]
    #[cfg(target_os = "linux")]
    fn the_peak_of_memory_is_that_of_this_process() {
        let peak = || peak_kib(std::process::id()).expect("Linux tells");
        let before = peak();
        let large = std::hint::black_box(vec![1_u8; 64 << 20]);
        let with = peak();
        drop(large);
        // The system counts in steps of some pages.
        assert!(with >= before.max(60 << 10) && peak() + 1024 >= with, "{before} {with} {}", peak());
        assert_eq!(peak_kib(0), None);
    }
}
