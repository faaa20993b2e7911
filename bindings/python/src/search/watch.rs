//! Runs work without the interpreter lock, and checks for signals meanwhile.

use duiyi_search::StopHandle;
use pyo3::prelude::*;
use std::{
    io,
    panic::resume_unwind,
    sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    thread,
    time::Duration,
};

/// The interval of checks for signals, for example Ctrl-C.
const INTERVAL: Duration = Duration::from_millis(50);

/// The stack size of a search in bytes, as in the engines.
const STACK: usize = 8 << 20;

/// The sender for reports of the work.
pub(crate) type Reports<M> = Sender<M>;

/// Runs work on a new thread, without the interpreter lock. `on_message` is called with the lock. A
/// signal, or an exception of `on_message`, stops the work through its handle. A panic of the work is
/// resumed here.
///
/// # Errors
/// The exception that stopped the work, or the error of creating the thread.
pub(crate) fn watched<T: Send, M: Send>(
    py: Python<'_>,
    stop: &StopHandle,
    work: impl FnOnce(Reports<M>) -> T + Send,
    mut on_message: impl FnMut(Python<'_>, M) -> PyResult<()> + Send,
) -> PyResult<T> {
    let (sender, receiver) = channel();
    py.detach(move || {
        thread::scope(|scope| {
            let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || work(sender));
            let worker = worker.map_err(|error: io::Error| PyErr::from(error))?;
            let mut raised = Ok(());
            while let Some(event) = next(&receiver) {
                if raised.is_ok() {
                    raised = Python::attach(|py| match event {
                        Event::Report(message) => on_message(py, message),
                        Event::Timeout => py.check_signals(),
                    });
                    if raised.is_err() {
                        stop.stop();
                    }
                }
            }
            let done = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            raised.map(|()| done)
        })
    })
}

/// Runs work that cannot be stopped on a new thread, without the interpreter lock. After a signal the
/// thread goes on to its end, and its result is dropped. A panic of the work is resumed here.
///
/// # Errors
/// The exception of a signal, or the error of creating the thread.
pub(crate) fn abandoned_by_signals<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let worker = thread::Builder::new().stack_size(STACK);
    // The sender is dropped at the end of the work.
    let (sender, receiver) = channel::<()>();
    let worker = worker.spawn(move || {
        let _alive = sender;
        work()
    })?;
    py.detach(move || {
        while let Some(event) = next(&receiver) {
            if matches!(event, Event::Timeout) {
                Python::attach(|py| py.check_signals())?;
            }
        }
        Ok(worker.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

enum Event<M> {
    Report(M),
    Timeout,
}

/// The next event; `None` when the work is done.
fn next<M>(receiver: &Receiver<M>) -> Option<Event<M>> {
    match receiver.recv_timeout(INTERVAL) {
        Ok(message) => Some(Event::Report(message)),
        Err(RecvTimeoutError::Timeout) => Some(Event::Timeout),
        Err(RecvTimeoutError::Disconnected) => None,
    }
}
