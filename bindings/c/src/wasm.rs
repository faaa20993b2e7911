//! Memory for the arguments and results of a WebAssembly module's caller, who has no other
//! allocator.

use std::ptr;

/// WebAssembly only: `size` bytes at an address divisible by 8, all zero, which the caller
/// releases with duiyi_buffer_free.
#[unsafe(no_mangle)]
pub extern "C" fn duiyi_buffer_new(size: usize) -> *mut u8 {
    Box::into_raw(vec![0_u64; size.div_ceil(8)].into_boxed_slice()).cast()
}

/// WebAssembly only: releases a buffer of duiyi_buffer_new, of the same size. NULL is permitted.
///
/// # Safety
/// The buffer came from duiyi_buffer_new with this size and was not released.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn duiyi_buffer_free(buffer: *mut u8, size: usize) {
    if !buffer.is_null() {
        // SAFETY: by the contract, made by `Box::into_raw` with this length.
        drop(unsafe { Box::from_raw(ptr::slice_from_raw_parts_mut(buffer.cast::<u64>(), size.div_ceil(8))) });
    }
}
