//! The page without a server: sessions and engines as WebAssembly in a worker of the page.
//!
//! The worker (`assets/worker.js`) writes a message into the buffer that `room_for` returns, and calls
//! `handle`, which sends the answers through the worker's function `post`. Then it calls `think` until
//! no engine is to move, and `wake` when a flag has fallen. Its function `now` is the clock.

use crate::{games::Games, local::LocalBackend, message::ServerMessage};
use std::time::Duration;

/// The state of the functions that a worker calls.
pub struct Worker {
    local: LocalBackend,
    /// The message that the worker is writing.
    message: Vec<u8>,
    clock: fn() -> Duration,
}

impl Worker {
    /// Offers games. The clock may count from any moment.
    pub fn new(games: Games, clock: fn() -> Duration) -> Worker {
        // On other targets the system has a clock.
        #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
        duiyi_search::set_clock(clock);
        Worker { local: LocalBackend::new(games), message: Vec::new(), clock }
    }

    /// The buffer for a message of `length` bytes.
    pub fn room_for(&mut self, length: usize) -> &mut [u8] {
        self.message = vec![0; length];
        &mut self.message
    }

    /// Handles the message in the buffer.
    pub fn handle(&mut self, mut send: impl FnMut(&str)) {
        let text = String::from_utf8_lossy(&self.message).into_owned();
        self.local.handle(&text, (self.clock)(), &mut |message| pass_on(message, &mut send));
    }

    /// Runs the next job of an engine; returns whether there was one.
    pub fn think(&mut self, mut send: impl FnMut(&str)) -> bool {
        self.local.run_job(self.clock, &mut |message| pass_on(message, &mut send))
    }

    /// Milliseconds until a flag falls, negative if none does. At 0 it has fallen, and the view is sent.
    pub fn wake(&mut self, mut send: impl FnMut(&str)) -> f64 {
        let Some(falls) = self.local.flag_falls() else { return -1.0 };
        let now = (self.clock)();
        let left = falls.saturating_sub(now).as_secs_f64() * 1000.0;
        if left == 0.0 {
            self.local.update(now, &mut |message| pass_on(message, &mut send));
        }
        left
    }
}

fn pass_on(message: &ServerMessage, send: &mut impl FnMut(&str)) {
    // Messages can always be serialized.
    if let Ok(text) = serde_json::to_string(message) {
        send(&text);
    }
}

/// Exports the functions that the page's worker calls, for the [`Games`] of an expression: the only
/// line of a `cdylib` for `wasm32-unknown-unknown`.
#[macro_export]
macro_rules! worker {
    ($games:expr) => {
        thread_local! {
            static WORKER: ::std::cell::RefCell<$crate::worker::Worker> =
                ::std::cell::RefCell::new($crate::worker::Worker::new($games, clock));
        }

        #[link(wasm_import_module = "worker")]
        unsafe extern "C" {
            /// Milliseconds since a fixed moment.
            safe fn now() -> f64;
            /// A message for the page, in UTF-8.
            safe fn post(text: *const u8, length: usize);
        }

        fn clock() -> ::std::time::Duration {
            ::std::time::Duration::from_secs_f64(now().max(0.0) / 1000.0)
        }

        fn send(text: &str) {
            post(text.as_ptr(), text.len());
        }

        /// The buffer into which the worker writes a message of `length` bytes.
        #[unsafe(no_mangle)]
        pub extern "C" fn room_for(length: usize) -> *mut u8 {
            WORKER.with_borrow_mut(|worker| worker.room_for(length).as_mut_ptr())
        }

        /// Handles the message that was written.
        #[unsafe(no_mangle)]
        pub extern "C" fn handle() {
            WORKER.with_borrow_mut(|worker| worker.handle(send));
        }

        /// Runs the next job of an engine; returns whether there was one.
        #[unsafe(no_mangle)]
        pub extern "C" fn think() -> bool {
            WORKER.with_borrow_mut(|worker| worker.think(send))
        }

        /// Milliseconds until a flag falls, negative if none does.
        #[unsafe(no_mangle)]
        pub extern "C" fn wake() -> f64 {
            WORKER.with_borrow_mut(|worker| worker.wake(send))
        }
    };
}
