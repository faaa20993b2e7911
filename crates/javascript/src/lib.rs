//! The npm package `duiyi`: what the crates know, for JavaScript, as WebAssembly.
//!
//! JavaScript (`package/index.js`) writes a question where `room_for` says, and calls `ask`. The
//! answer, and what a search reports before it, go to its functions `answer` and `report`. Its
//! function `now` is the clock. Questions and answers are JSON, see `question`; nothing of a game is
//! kept here but what a player remembers.
#![cfg(target_arch = "wasm32")]
// Functions that JavaScript calls and is called by have no other form. No pointer is read here.
#![allow(unsafe_code)]

mod ask;
mod common;
mod games;
mod question;
mod search;

use std::{cell::RefCell, time::Duration};

thread_local! {
    /// The question that is being written.
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds since any one moment.
    safe fn now() -> f64;
    /// The answer to the question, in UTF-8.
    safe fn answer(text: *const u8, length: usize);
    /// What a search reports on the way.
    safe fn report(text: *const u8, length: usize);
}

fn clock() -> Duration {
    Duration::from_secs_f64(now().max(0.0) / 1000.0)
}

/// Where JavaScript writes a question of so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn room_for(length: usize) -> *mut u8 {
    QUESTION.with_borrow_mut(|question| {
        *question = vec![0; length];
        question.as_mut_ptr()
    })
}

/// Answers the question that was written.
#[unsafe(no_mangle)]
pub extern "C" fn ask() {
    duiyi_search::set_clock(clock);
    let question = QUESTION.take();
    let text = ask::answer(&question, &mut |told| report(told.as_ptr(), told.len()));
    answer(text.as_ptr(), text.len());
}
