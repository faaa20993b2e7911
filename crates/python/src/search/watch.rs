//! Work that runs without Python's lock, while Python's signals are heard.

use duiyi_search::StopHandle;
use pyo3::prelude::*;
use std::{
    io,
    panic::resume_unwind,
    sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    thread,
    time::Duration,
};

/// How often the signals are looked at: Ctrl-C is obeyed within it.
const INTERVAL: Duration = Duration::from_millis(50);

/// Bytes of stack for a search: as much as the engines give it.
const STACK: usize = 8 << 20;

/// Where work sends what is to be heard on the way.
pub(crate) type Reports<M> = Sender<M>;

/// Runs work on a thread of its own, without Python's lock. What it sends is heard with the
/// lock; a signal, or an exception of who hears, stops the work by its handle. A panic of the
/// work goes on here.
///
/// # Errors
/// The exception that stopped the work, or that no thread could be had.
pub(crate) fn watched<T: Send, M: Send>(
    py: Python<'_>,
    stop: &StopHandle,
    work: impl FnOnce(Reports<M>) -> T + Send,
    mut hear: impl FnMut(Python<'_>, M) -> PyResult<()> + Send,
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
                        Event::Said(message) => hear(py, message),
                        Event::Waited => py.check_signals(),
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

enum Event<M> {
    Said(M),
    Waited,
}

/// What comes next; `None` when the work is done.
fn next<M>(receiver: &Receiver<M>) -> Option<Event<M>> {
    match receiver.recv_timeout(INTERVAL) {
        Ok(message) => Some(Event::Said(message)),
        Err(RecvTimeoutError::Timeout) => Some(Event::Waited),
        Err(RecvTimeoutError::Disconnected) => None,
    }
}
