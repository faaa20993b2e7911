//! The npm package `duiyi`: xiangqi and Connect6 for JavaScript, as WebAssembly.
//!
//! JavaScript (`package/index.js`) writes a question into the buffer that `room_for` returns, and calls
//! `ask`. The answer, and the reports of a search before it, are passed to its functions `answer` and
//! `report`. Its function `now` is the clock. Questions and answers are JSON (see `question`). Only the
//! players and the endgame tables (`load_endgame`) are kept between questions.
#![cfg(target_arch = "wasm32")]
// The functions shared with JavaScript require exported names. No pointer is dereferenced here.
#![allow(unsafe_code)]

mod ask;
mod common;
mod endgames;
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
    /// Milliseconds since a fixed moment.
    safe fn now() -> f64;
    /// The answer to the question, in UTF-8.
    safe fn answer(text: *const u8, length: usize);
    /// A report of a search.
    safe fn report(text: *const u8, length: usize);
}

fn clock() -> Duration {
    Duration::from_secs_f64(now().max(0.0) / 1000.0)
}

/// The buffer into which JavaScript writes a question of `length` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn room_for(length: usize) -> *mut u8 {
    QUESTION.with_borrow_mut(|question| {
        *question = vec![0; length];
        question.as_mut_ptr()
    })
}

/// Adds the endgame table whose file was written into the buffer instead of a question.
#[unsafe(no_mangle)]
pub extern "C" fn load_endgame() {
    let text = endgames::load(QUESTION.take());
    answer(text.as_ptr(), text.len());
}

/// Answers the question that was written.
#[unsafe(no_mangle)]
pub extern "C" fn ask() {
    duiyi_search::set_clock(clock);
    let question = QUESTION.take();
    let text = ask::answer(&question, &mut |line| report(line.as_ptr(), line.len()));
    answer(text.as_ptr(), text.len());
}
