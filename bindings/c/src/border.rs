//! Pointers of the caller, and panics: the only module that dereferences the former and catches
//! the latter.
//!
//! Every function here expects what the header requires of callers: a pointer is null, or valid
//! for its use during the call.

use crate::failure::{DuiyiStatus, Failure};
use core::ffi::{CStr, c_char};
use std::{
    ffi::CString,
    panic::{AssertUnwindSafe, catch_unwind},
    ptr,
};

/// Runs a call: catches a panic, and writes the message of a failure to `error`.
///
/// # Safety
/// `error` is null or valid for writing.
pub(crate) unsafe fn call(error: *mut *mut c_char, body: impl FnOnce() -> Result<(), Failure>) -> DuiyiStatus {
    // After a panic the header allows only freeing the game, whose memory is in order.
    let result = catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<&str>().copied().map(str::to_owned);
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        Err(Failure::Internal(text.unwrap_or_else(|| "panic".to_owned())))
    });
    let (status, message) = match result {
        Ok(()) => (DuiyiStatus::Ok, ptr::null_mut()),
        Err(failure) if error.is_null() => (failure.status(), ptr::null_mut()),
        Err(failure) => (failure.status(), owned_text(failure.to_string())),
    };
    if !error.is_null() {
        // SAFETY: not null, and valid by the contract.
        unsafe { error.write(message) };
    }
    status
}

/// A text as an owned C string, which [`free_text`] releases. A zero byte would end it early and
/// is left out.
pub(crate) fn owned_text(text: String) -> *mut c_char {
    CString::new(text.replace('\0', "")).unwrap_or_default().into_raw()
}

/// Releases a text of [`owned_text`].
///
/// # Safety
/// `text` is null, or came from [`owned_text`] and was not released.
pub(crate) unsafe fn free_text(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: by the contract it was made by `CString::into_raw`.
        drop(unsafe { CString::from_raw(text) });
    }
}

/// Moves a value into memory that the caller owns, and [`free`] releases.
pub(crate) fn owned<T>(value: T) -> *mut T {
    Box::into_raw(Box::new(value))
}

/// Releases a value of [`owned`].
///
/// # Safety
/// `value` is null, or came from [`owned`] and was not released.
pub(crate) unsafe fn free<T>(value: *mut T) {
    if !value.is_null() {
        // SAFETY: by the contract it was made by `Box::into_raw`.
        drop(unsafe { Box::from_raw(value) });
    }
}

/// A text; `None` for null.
///
/// # Safety
/// `text` is null, or ends with a zero byte and is unchanged while the result is used.
pub(crate) unsafe fn optional_text<'a>(text: *const c_char, name: &'static str) -> Result<Option<&'a str>, Failure> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: not null, and ends with a zero byte by the contract.
    let bytes = unsafe { CStr::from_ptr(text) };
    bytes.to_str().map(Some).map_err(|error| Failure::NotUtf8 { name, valid: error.valid_up_to() })
}

/// A text that is required.
///
/// # Safety
/// As [`optional_text`].
pub(crate) unsafe fn text<'a>(text: *const c_char, name: &'static str) -> Result<&'a str, Failure> {
    // SAFETY: the same contract.
    unsafe { optional_text(text, name) }?.ok_or(Failure::NullPointer(name))
}

/// A value to read.
///
/// # Safety
/// `value` is null, or valid and not changed while the result is used.
pub(crate) unsafe fn shared<'a, T>(value: *const T, name: &'static str) -> Result<&'a T, Failure> {
    // SAFETY: by the contract.
    unsafe { value.as_ref() }.ok_or(Failure::NullPointer(name))
}

/// A value to change.
///
/// # Safety
/// `value` is null, or valid and not used elsewhere while the result is used.
pub(crate) unsafe fn exclusive<'a, T>(value: *mut T, name: &'static str) -> Result<&'a mut T, Failure> {
    // SAFETY: by the contract.
    unsafe { value.as_mut() }.ok_or(Failure::NullPointer(name))
}

/// Writes a result that is required.
///
/// # Safety
/// `result` is null or valid for writing.
pub(crate) unsafe fn put<T: Copy>(result: *mut T, name: &'static str, value: T) -> Result<(), Failure> {
    if result.is_null() {
        return Err(Failure::NullPointer(name));
    }
    // SAFETY: not null, and valid by the contract.
    unsafe { result.write(value) };
    Ok(())
}

/// Writes a result that the caller may omit.
///
/// # Safety
/// As [`put`].
pub(crate) unsafe fn put_optional<T: Copy>(result: *mut T, value: T) {
    if !result.is_null() {
        // SAFETY: not null, and valid by the contract.
        unsafe { result.write(value) };
    }
}

/// Writes values into a buffer.
///
/// # Safety
/// `buffer` is null or valid for writing `capacity` values.
pub(crate) unsafe fn fill<T: Copy>(
    buffer: *mut T,
    capacity: usize,
    name: &'static str,
    values: &[T],
) -> Result<(), Failure> {
    if buffer.is_null() {
        return Err(Failure::NullPointer(name));
    }
    if values.len() > capacity {
        return Err(Failure::TooSmall { capacity, needed: values.len() });
    }
    // SAFETY: the buffer has room for the values by the contract, and they are not in it: they
    // belong to this library.
    unsafe { ptr::copy_nonoverlapping(values.as_ptr(), buffer, values.len()) };
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_become_a_status_and_a_message() {
        let mut message = ptr::null_mut();
        // SAFETY: the pointer is valid.
        let status = unsafe { call(&mut message, || panic!("the {} is gone", "king")) };
        assert_eq!(status, DuiyiStatus::Internal);
        // SAFETY: the call has written a text.
        let text = unsafe { text(message, "message") }.unwrap().to_owned();
        assert_eq!(text, "internal error: the king is gone");
        // SAFETY: the text is owned, and released once.
        unsafe { free_text(message) };
        // SAFETY: null is permitted.
        assert_eq!(unsafe { call(ptr::null_mut(), || panic!("without a message")) }, DuiyiStatus::Internal);
    }

    #[test]
    fn a_successful_call_clears_the_message() {
        let mut message = ptr::dangling_mut();
        // SAFETY: the pointer is valid.
        assert_eq!(unsafe { call(&mut message, || Ok(())) }, DuiyiStatus::Ok);
        assert!(message.is_null());
    }

    #[test]
    fn buffers_are_filled_only_if_they_have_room() {
        let mut buffer = [0_u16; 3];
        // SAFETY: the capacities are at most that of the buffer.
        unsafe {
            assert!(matches!(
                fill(buffer.as_mut_ptr(), 1, "buffer", &[7, 8]),
                Err(Failure::TooSmall { capacity: 1, needed: 2 })
            ));
            assert_eq!(buffer, [0; 3]);
            fill(buffer.as_mut_ptr(), 2, "buffer", &[7, 8]).unwrap();
            assert!(matches!(fill(ptr::null_mut(), 2, "buffer", &[7, 8]), Err(Failure::NullPointer("buffer"))));
        }
        assert_eq!(buffer, [7, 8, 0]);
    }

    #[test]
    fn zero_bytes_do_not_end_a_text_early() {
        let owned = owned_text("a\0b".to_owned());
        // SAFETY: the text is valid, and released once.
        unsafe {
            assert_eq!(text(owned, "owned").unwrap(), "ab");
            free_text(owned);
        }
    }
}
