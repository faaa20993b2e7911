//! The page without a server, as WebAssembly: the session in the page, and its engines in a worker.
//!
//! The program runs twice. The page (`assets/worker-connection.js`) writes a message into the buffer that `room_for`
//! returns, and calls `handle`, which sends the answers through its function `post`. Then it calls `work`, which hands
//! out the next order through `order` or asks to `stop` the worker, and `wake` when a flag has fallen. The worker
//! (`assets/worker.js`) writes an order and calls `carry_out`, which sends reports and the answer through `post`; the
//! page passes the answer to `take`. `now` is the clock.

use crate::{
    games::Games,
    local::{EngineRoom, LocalBackend, Work},
    message::{Answer, OrderReport, ServerMessage},
};
use serde::Serialize;
use std::time::Duration;

/// The state of the functions that a page and its worker call.
pub struct Worker {
    games: fn() -> Games,
    /// The session, in the page only.
    local: Option<LocalBackend>,
    /// The engines, in the worker only.
    engines: Option<EngineRoom>,
    /// The message that is being written.
    message: Vec<u8>,
    clock: fn() -> Duration,
}

impl Worker {
    /// Offers games. The clock may count from any moment.
    pub fn new(games: fn() -> Games, clock: fn() -> Duration) -> Worker {
        // On other targets the system has a clock.
        #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
        duiyi_search::set_clock(clock);
        Worker { games, local: None, engines: None, message: Vec::new(), clock }
    }

    fn local(&mut self) -> &mut LocalBackend {
        self.local.get_or_insert_with(|| LocalBackend::new((self.games)()))
    }

    /// The buffer for a message of `length` bytes.
    pub fn room_for(&mut self, length: usize) -> &mut [u8] {
        self.message = vec![0; length];
        &mut self.message
    }

    /// Handles the message in the buffer.
    pub fn handle(&mut self, mut send: impl FnMut(&str)) {
        let text = String::from_utf8_lossy(&self.message).into_owned();
        let now = (self.clock)();
        self.local().handle(&text, now, &mut |message: &ServerMessage| pass_on(message, &mut send));
    }

    /// Hands out the next order, after `stop` if the worker is to be replaced.
    pub fn work(&mut self, mut order: impl FnMut(&str), mut stop: impl FnMut()) {
        let now = (self.clock)();
        let work = self.local().next_work(now);
        if matches!(work, Work::Stop | Work::Order { stops: true, .. }) {
            stop();
        }
        if let Work::Order { order: next, .. } = work {
            pass_on(&next, &mut order);
        }
    }

    /// Carries out the order in the buffer; sends reports and the answer.
    pub fn carry_out(&mut self, mut send: impl FnMut(&str)) {
        let answer = match serde_json::from_slice(&self.message) {
            Ok(order) => {
                let mut report = |info| pass_on(&OrderReport::Thought(info), &mut send);
                let engines = self.engines.get_or_insert_with(|| EngineRoom::new((self.games)()));
                engines.carry_out(&order, &mut report)
            }
            Err(_) => Answer::Failed,
        };
        pass_on(&OrderReport::Answer(answer), &mut send);
    }

    /// Takes the answer in the buffer.
    pub fn take(&mut self, mut send: impl FnMut(&str)) {
        let answer = serde_json::from_slice(&self.message).unwrap_or(Answer::Failed);
        let now = (self.clock)();
        self.local().take(answer, now, &mut |message: &ServerMessage| pass_on(message, &mut send));
    }

    /// Milliseconds until a flag falls, negative if none does. At 0 it has fallen, and the view is sent.
    pub fn wake(&mut self, mut send: impl FnMut(&str)) -> f64 {
        let now = (self.clock)();
        let Some(falls) = self.local().flag_falls() else { return -1.0 };
        let left = falls.saturating_sub(now).as_secs_f64() * 1000.0;
        if left == 0.0 {
            self.local().update(now, &mut |message: &ServerMessage| pass_on(message, &mut send));
        }
        left
    }
}

fn pass_on(message: &impl Serialize, send: &mut impl FnMut(&str)) {
    // Messages can always be serialized.
    if let Ok(text) = serde_json::to_string(message) {
        send(&text);
    }
}

/// Exports the functions that the page and its worker call, for a function that returns the
/// [`Games`](crate::Games): the only line of a `cdylib` for `wasm32-unknown-unknown`.
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
            /// A message, in UTF-8.
            safe fn post(text: *const u8, length: usize);
            /// An order for the worker, in UTF-8.
            safe fn order(text: *const u8, length: usize);
            /// The worker is to be stopped.
            safe fn stop();
        }

        fn clock() -> ::std::time::Duration {
            ::std::time::Duration::from_secs_f64(now().max(0.0) / 1000.0)
        }

        fn send(text: &str) {
            post(text.as_ptr(), text.len());
        }

        /// The buffer into which a message of `length` bytes is written.
        #[unsafe(no_mangle)]
        pub extern "C" fn room_for(length: usize) -> *mut u8 {
            WORKER.with_borrow_mut(|worker| worker.room_for(length).as_mut_ptr())
        }

        /// Handles the message that was written.
        #[unsafe(no_mangle)]
        pub extern "C" fn handle() {
            WORKER.with_borrow_mut(|worker| worker.handle(send));
        }

        /// Hands out the next order.
        #[unsafe(no_mangle)]
        pub extern "C" fn work() {
            WORKER.with_borrow_mut(|worker| worker.work(|text| order(text.as_ptr(), text.len()), || stop()));
        }

        /// Carries out the order that was written.
        #[unsafe(no_mangle)]
        pub extern "C" fn carry_out() {
            WORKER.with_borrow_mut(|worker| worker.carry_out(send));
        }

        /// Takes the answer that was written.
        #[unsafe(no_mangle)]
        pub extern "C" fn take() {
            WORKER.with_borrow_mut(|worker| worker.take(send));
        }

        /// Milliseconds until a flag falls, negative if none does.
        #[unsafe(no_mangle)]
        pub extern "C" fn wake() -> f64 {
            WORKER.with_borrow_mut(|worker| worker.wake(send))
        }
    };
}
