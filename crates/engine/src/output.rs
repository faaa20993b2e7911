//! The way out: whole lines, from the loop and from the search thread.

use std::{
    fmt::Display,
    io::Write,
    sync::{Arc, Mutex, PoisonError},
};

/// A line-wise output that threads share; every line is flushed.
#[derive(Clone)]
pub(crate) struct Output(Arc<Mutex<Box<dyn Write + Send>>>);

impl Output {
    pub(crate) fn new(sink: impl Write + Send + 'static) -> Output {
        Output(Arc::new(Mutex::new(Box::new(sink))))
    }

    /// Writes a line. A closed pipe is no error here: the loop ends when its input does.
    pub(crate) fn line(&self, text: impl Display) {
        self.lines(&[&text]);
    }

    /// Writes lines that no other thread's may come between.
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
