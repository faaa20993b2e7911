//! The free memory of the machine, and the peak memory of a process.

use crate::player::OptionError;
use duiyi_search::TreeSizeError;
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// The bytes that can be used without swapping or killing programs, within the limits of a
/// container if there is one; `None` if the system does not report it.
pub(crate) fn available() -> Option<u64> {
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(memory);
    let machine = Some(system.available_memory()).filter(|&bytes| bytes > 0)?;
    Some(system.cgroup_limits().map_or(machine, |limits| machine.min(limits.free_memory)))
}

/// Changes the memory of a search tree from `kept` to `wanted` MiB by `set`, if it is available.
///
/// # Errors
/// If it is not available, or cannot be allocated.
pub(crate) fn resize_tree(
    kept: usize,
    wanted: usize,
    set: impl FnOnce(usize) -> Result<(), TreeSizeError>,
) -> Result<(), OptionError> {
    if wanted == kept {
        return Ok(());
    }
    let available = available().map(|bytes| bytes >> 20);
    let refused = || OptionError::Memory { name: "Hash".to_owned(), wanted, available, kept };
    if available.is_some_and(|free| wanted as u64 > free) {
        return Err(refused());
    }
    set(wanted).map_err(|_| refused())
}

/// The peak memory of a process in KiB: the peak of its resident set. `None` on systems other
/// than Linux, and for a process that does not exist.
#[cfg(target_os = "linux")]
pub fn peak_kib(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    peak.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// The peak memory of a process: not reported by this system.
#[cfg(not(target_os = "linux"))]
pub fn peak_kib(_: u32) -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn the_free_memory_is_reported() {
        let free = available().expect("Linux reports it");
        let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
        let all = System::new_with_specifics(memory).total_memory();
        assert!(1 << 20 < free && free < all, "{free} of {all} bytes");
    }

    /// The peak is unchanged after memory is freed.
    #[test]
    #[cfg(target_os = "linux")]
    fn the_peak_memory_includes_freed_memory() {
        let peak = || peak_kib(std::process::id()).expect("Linux reports it");
        let before = peak();
        let large = std::hint::black_box(vec![1_u8; 64 << 20]);
        let with = peak();
        drop(large);
        // The system counts in steps of several pages.
        assert!(with >= before.max(60 << 10) && peak() + 1024 >= with, "{before} {with} {}", peak());
        assert_eq!(peak_kib(0), None);
    }
}
