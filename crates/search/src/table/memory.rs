//! Memory hints for the table: the only `unsafe` code of the crate.
//!
//! A probe accesses a random line of a table far larger than the caches, so that the search would
//! wait for memory at every node, including page table lookups. Two hints reduce this, neither of
//! which changes results: a line is prefetched while other parts of the node are computed, and the
//! system is asked for large pages. Their effect, measured by the bench `memory`, is in
//! `docs/search.md` of the repository.

use super::slots::CacheLine;
use std::collections::TryReserveError;

/// Prefetches a line into the processor's caches.
#[inline(always)]
pub(super) fn prefetch(line: &CacheLine) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: the instruction reads nothing and faults on no address, and the address comes from a
    // live reference. SSE is part of x86-64.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(line).cast());
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = line;
}

/// Empty lines, on large pages if the system grants them; an error if the memory cannot be
/// allocated.
pub(super) fn lines(count: usize, large_pages: bool) -> Result<Vec<CacheLine>, TryReserveError> {
    let mut lines = Vec::new();
    lines.try_reserve_exact(count)?;
    if large_pages {
        ask_for_large_pages(&mut lines);
    }
    // The pages are first accessed here, and so mapped.
    lines.extend((0..count).map(|_| CacheLine::default()));
    Ok(lines)
}

#[cfg(all(target_os = "linux", not(miri)))]
fn ask_for_large_pages(lines: &mut Vec<CacheLine>) {
    const PAGE: usize = 1 << 12;
    let room = lines.spare_capacity_mut();
    let start = room.as_mut_ptr() as usize;
    let (first, end) = (start.next_multiple_of(PAGE), (start + size_of_val(room)) / PAGE * PAGE);
    if first < end {
        // SAFETY: these are the whole pages of an allocation that we own and that contains nothing
        // yet; MADV_HUGEPAGE changes how they are mapped, not their contents, and its failure has
        // no effect.
        unsafe { libc::madvise(first as *mut libc::c_void, end - first, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(all(target_os = "linux", not(miri))))]
fn ask_for_large_pages(_: &mut Vec<CacheLine>) {}
