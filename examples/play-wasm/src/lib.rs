//! The board in the browser without a server: sessions and engines as WebAssembly in a worker.
//!
//! The worker (`assets/worker.js`) writes a message where `room_for` says, and calls `hear`; it
//! is answered by its function `tell`. Then it calls `think` until no engine is to move, and
//! `wake` when a flag has fallen. Its function `now` is the clock.
#![cfg(target_arch = "wasm32")]
// Functions that a browser calls and is called by have no other form. No pointer is read here.
#![allow(unsafe_code)]

use play::{games, local::LocalBackend, message::ServerMessage};
use std::{cell::RefCell, time::Duration};

/// What the worker's functions work on.
struct Page {
    local: LocalBackend,
    /// The message that the worker is writing.
    message: Vec<u8>,
}

thread_local! {
    static PAGE: RefCell<Page> = RefCell::new(open());
}

#[link(wasm_import_module = "worker")]
unsafe extern "C" {
    /// Milliseconds since any one moment.
    safe fn now() -> f64;
    /// A message for the page, in UTF-8.
    safe fn tell(text: *const u8, length: usize);
}

fn clock() -> Duration {
    Duration::from_secs_f64(now().max(0.0) / 1000.0)
}

fn open() -> Page {
    duiyi_search::set_clock(clock);
    Page { local: LocalBackend::new(games::all()), message: Vec::new() }
}

fn pass_on(message: &ServerMessage) {
    // Nothing in a message fails to be written.
    if let Ok(text) = serde_json::to_string(message) {
        tell(text.as_ptr(), text.len());
    }
}

/// The buffer into which the worker writes a message of `length` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn room_for(length: usize) -> *mut u8 {
    PAGE.with_borrow_mut(|page| {
        page.message = vec![0; length];
        page.message.as_mut_ptr()
    })
}

/// Handles the message that was written.
#[unsafe(no_mangle)]
pub extern "C" fn hear() {
    PAGE.with_borrow_mut(|page| {
        let text = String::from_utf8_lossy(&page.message).into_owned();
        page.local.handle(&text, clock(), &mut pass_on);
    });
}

/// Runs the next job of an engine; returns whether there was one.
#[unsafe(no_mangle)]
pub extern "C" fn think() -> bool {
    PAGE.with_borrow_mut(|page| page.local.run_job(clock, &mut pass_on))
}

/// Milliseconds until a flag falls, below 0 if none does. At 0 it has fallen, and the page is sent the view.
#[unsafe(no_mangle)]
pub extern "C" fn wake() -> f64 {
    PAGE.with_borrow_mut(|page| {
        let Some(falls) = page.local.flag_falls() else { return -1.0 };
        let left = falls.saturating_sub(clock()).as_secs_f64() * 1000.0;
        if left == 0.0 {
            page.local.update(clock(), &mut pass_on);
        }
        left
    })
}
