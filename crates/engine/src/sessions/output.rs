//! The output: whole lines, from the main loop and from the search thread.

use crate::sessions::inbox::Inbox;
use std::{
    fmt::Display,
    io::Write,
    sync::{Arc, Mutex, PoisonError},
};

/// A line-buffered output shared by threads; every line is flushed.
#[derive(Clone)]
pub(crate) struct Output {
    sink: Arc<Mutex<Box<dyn Write + Send>>>,
    inbox: Inbox,
}

impl Output {
    /// An output of the session with this inbox.
    pub(crate) fn new(sink: impl Write + Send + 'static, inbox: Inbox) -> Output {
        Output { sink: Arc::new(Mutex::new(Box::new(sink))), inbox }
    }

    /// Writes a line. A closed pipe is not an error here: it ends the session.
    pub(crate) fn line(&self, text: impl Display) {
        self.lines(&[&text]);
    }

    /// Writes lines without lines of another thread in between.
    pub(crate) fn lines(&self, lines: &[&dyn Display]) {
        let mut sink = self.sink.lock().unwrap_or_else(PoisonError::into_inner);
        let written = lines.iter().try_for_each(|line| writeln!(sink, "{line}"));
        if written.and_then(|()| sink.flush()).is_err() {
            self.inbox.output_is_unread();
        }
    }
}

/// Waits until nobody can read the standard output any more: its pipe is closed at the other end.
#[cfg(unix)]
pub(crate) fn wait_until_unread() {
    use rustix::{
        event::{PollFd, PollFlags, poll},
        io::Errno,
    };
    let output = std::io::stdout();
    // Without a requested event only errors and the end of the connection are reported.
    let mut watched = [PollFd::new(&output, PollFlags::empty())];
    while matches!(poll(&mut watched, None), Err(Errno::INTR) | Ok(0)) {}
}
