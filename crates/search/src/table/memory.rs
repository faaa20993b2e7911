//! What the table asks of the machine's memory: the crate's only `unsafe` code.
//!
//! A probe goes to a random line of a table far larger than the caches, so that
//! without help the search waits for memory at every node, and for the page
//! tables too. Two hints help, neither of which changes what any code computes:
//! a line is fetched while the node's other questions are answered, and the
//! system is asked for large pages. What they are worth: `docs/search.md` of the
//! repository, by the bench `memory`.

use super::slots::Line;
use std::collections::TryReserveError;

/// Asks the processor to bring a line into its caches.
#[inline(always)]
pub(super) fn prefetch(line: &Line) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: the instruction reads nothing and faults on no address; the
    // address is that of a live reference besides. SSE is part of x86-64.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(line).cast());
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = line;
}

/// Empty lines, on large pages where the system grants them; an error if the system
/// refuses the room.
pub(super) fn lines(count: usize, large_pages: bool) -> Result<Vec<Line>, TryReserveError> {
    let mut lines = Vec::new();
    lines.try_reserve_exact(count)?;
    if large_pages {
        ask_for_large_pages(&mut lines);
    }
    // Only now are the pages touched, and so given.
    lines.extend((0..count).map(|_| Line::default()));
    Ok(lines)
}

#[cfg(all(target_os = "linux", not(miri)))]
fn ask_for_large_pages(lines: &mut Vec<Line>) {
    const PAGE: usize = 1 << 12;
    let room = lines.spare_capacity_mut();
    let start = room.as_mut_ptr() as usize;
    let (first, end) = (start.next_multiple_of(PAGE), (start + size_of_val(room)) / PAGE * PAGE);
    if first < end {
        // SAFETY: the whole pages of an allocation that we own and that holds
        // nothing yet; MADV_HUGEPAGE changes how they are mapped, not what they
        // contain, and its failure changes nothing.
        unsafe { libc::madvise(first as *mut libc::c_void, end - first, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(all(target_os = "linux", not(miri))))]
fn ask_for_large_pages(_: &mut Vec<Line>) {}
