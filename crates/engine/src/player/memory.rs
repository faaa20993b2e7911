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

/// The memory of a search thread in MiB: its search, its stack, and what the allocator reserves for it.
const OF_THREAD: u64 = 16;

/// Checks that there is memory for `wanted` threads instead of `kept`. An allocation that fails later would end the
/// program.
///
/// # Errors
/// If there is not.
pub(crate) fn check_threads(kept: usize, wanted: usize) -> Result<(), OptionError> {
    check_threads_within(kept, wanted, available())
}

/// Checks the memory for more threads within the free memory, given in bytes, and within the limits of the process.
fn check_threads_within(kept: usize, wanted: usize, free: Option<u64>) -> Result<(), OptionError> {
    let more = OF_THREAD * wanted.saturating_sub(kept) as u64;
    let available = free.map(|bytes| bytes >> 20).filter(|&free| more > free);
    // The system may have more memory than the process may use.
    let fits = available.is_none()
        && usize::try_from(more << 20).is_ok_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok());
    if fits { Ok(()) } else { Err(OptionError::Threads { wanted, needed: more, available, kept }) }
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

    #[test]
    fn threads_beyond_the_free_memory_are_refused() {
        let checked = |kept, wanted, free: u64| {
            check_threads_within(kept, wanted, Some(free << 20)).map_err(|error| error.to_string())
        };
        assert_eq!([checked(1, 3, 32), checked(9, 3, 0), checked(3, 3, 0)], [(); 3].map(Ok));
        let refused = "option Threads: 3 threads need 32 MiB more, 31 MiB are free; their number stays at 1";
        assert_eq!(checked(1, 3, 31), Err(refused.to_owned()));
        // More than the address space.
        let refused = check_threads_within(1, 1 << 24, None).unwrap_err().to_string();
        assert!(refused.ends_with("MiB more, which cannot be allocated; their number stays at 1"), "{refused}");
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
