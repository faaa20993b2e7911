//! The output: whole lines, from the main loop and from the search thread.

use std::{
    fmt::Display,
    io::Write,
    sync::{Arc, Mutex, PoisonError},
};

/// A line-buffered output shared by threads; every line is flushed.
#[derive(Clone)]
pub(crate) struct Output(Arc<Mutex<Box<dyn Write + Send>>>);

impl Output {
    pub(crate) fn new(sink: impl Write + Send + 'static) -> Output {
        Output(Arc::new(Mutex::new(Box::new(sink))))
    }

    /// Writes a line. A closed pipe is not an error here: the loop ends when its input ends.
    pub(crate) fn line(&self, text: impl Display) {
        self.lines(&[&text]);
    }

    /// Writes lines without lines of another thread in between.
    pub(crate) fn lines(&self, lines: &[&dyn Display]) {
        let mut sink = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for line in lines {
            if writeln!(sink, "{line}").is_err() {
                return;
            }
        }
        let _ = sink.flush();
    }
}
