//! The way in: lines from a thread of their own, so that a search can be told to stop.

use std::collections::VecDeque;
use std::io::{BufRead, Read};
use std::sync::mpsc::{Receiver, sync_channel};

/// The longest line that is read, in bytes; the rest of a longer one is dropped.
pub(crate) const LONGEST_LINE: usize = 1 << 16;
/// Lines that wait before the reader stops reading.
const QUEUE: usize = 1024;

/// The lines of a front end.
#[derive(Debug)]
pub(crate) struct Input {
    lines: Receiver<String>,
    waiting: VecDeque<String>,
}

impl Input {
    /// Begins to read.
    pub(crate) fn new(mut source: impl BufRead + Send + 'static) -> Input {
        let (sender, lines) = sync_channel(QUEUE);
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            while read_line(&mut source, &mut bytes) {
                if sender.send(String::from_utf8_lossy(&bytes).trim().to_owned()).is_err() {
                    break;
                }
            }
        });
        Input { lines, waiting: VecDeque::new() }
    }

    /// The next line; `None` at the end of the input.
    pub(crate) fn next(&mut self) -> Option<String> {
        self.waiting.pop_front().or_else(|| self.lines.recv().ok())
    }

    /// Whether a line waits that ends a search: asked while it runs.
    pub(crate) fn wants_stop(&mut self, ends: impl Fn(&str) -> bool) -> bool {
        // At the end of the input a search that will end by itself does so.
        while let Ok(line) = self.lines.try_recv() {
            self.waiting.push_back(line);
        }
        self.waiting.iter().any(|line| ends(line))
    }
}

/// Reads a line without its end; `false` when there is none or it can't be read.
fn read_line(source: &mut impl BufRead, bytes: &mut Vec<u8>) -> bool {
    bytes.clear();
    if source.by_ref().take(LONGEST_LINE as u64).read_until(b'\n', bytes).is_err() || bytes.is_empty() {
        return false;
    }
    // What is left of a line too long is read and forgotten.
    while bytes.last() != Some(&b'\n') && bytes.len() >= LONGEST_LINE {
        let mut rest = Vec::new();
        match source.by_ref().take(LONGEST_LINE as u64).read_until(b'\n', &mut rest) {
            Ok(read) if read > 0 && rest.last() != Some(&b'\n') => {}
            _ => break,
        }
    }
    true
}
