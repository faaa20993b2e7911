//! The way in: lines of the front end, read by a thread of their own, and the news
//! that a search has ended.

use std::{
    collections::VecDeque,
    io::{BufRead, Read},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

/// The longest line that is read, in bytes: a game of some 100,000 plies.
pub(crate) const LONGEST_LINE: usize = 1 << 19;

/// Lines that wait before the reader stops reading.
const QUEUE: usize = 1024;

/// A line of the front end.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Without its end and without blanks around it.
    Text(String),
    /// One of more than [`LONGEST_LINE`] bytes.
    Overlong,
}

/// What the loop waits for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// A line has come.
    Line(Line),
    /// The search has ended.
    SearchEnded,
    /// There is no more input.
    InputEnded,
}

#[derive(Default)]
struct State {
    lines: VecDeque<Line>,
    ended: bool,
    /// A search has ended and was not taken note of.
    search_ended: bool,
    /// Nobody listens any more.
    closed: bool,
}

/// Lines and the end of a search, in the order in which the loop wants them.
#[derive(Clone, Default)]
pub(crate) struct Inbox(Arc<(Mutex<State>, Condvar)>);

impl Inbox {
    /// Begins to read.
    pub(crate) fn read(source: impl BufRead + Send + 'static) -> Inbox {
        let inbox = Inbox::default();
        let reader = inbox.clone();
        thread::spawn(move || reader.fill(source));
        inbox
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&'a self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.0.1.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts lines in until the source ends or nobody listens.
    fn fill(&self, mut source: impl BufRead) {
        let mut bytes = Vec::new();
        while let Some(line) = read_line(&mut source, &mut bytes) {
            let mut state = self.lock();
            while state.lines.len() >= QUEUE && !state.closed {
                state = self.wait(state);
            }
            if state.closed {
                return;
            }
            state.lines.push_back(line);
            self.0.1.notify_all();
        }
        self.lock().ended = true;
        self.0.1.notify_all();
    }

    /// Tells that the search has ended.
    pub(crate) fn search_has_ended(&self) {
        self.lock().search_ended = true;
        self.0.1.notify_all();
    }

    /// Waits for whatever comes first; the end of a search goes before lines.
    pub(crate) fn next(&self) -> Event {
        let mut state = self.lock();
        loop {
            if std::mem::take(&mut state.search_ended) {
                return Event::SearchEnded;
            }
            if let Some(line) = state.lines.pop_front() {
                self.0.1.notify_all();
                return Event::Line(line);
            }
            if state.ended {
                return Event::InputEnded;
            }
            state = self.wait(state);
        }
    }

    /// Waits for the end of the search, or for a line that ends it: such a line stays
    /// where it is. Whether the search has ended.
    pub(crate) fn search_ended_unless(&self, ends: impl Fn(&str) -> bool) -> bool {
        let mut state = self.lock();
        loop {
            if std::mem::take(&mut state.search_ended) {
                return true;
            }
            if state.lines.iter().any(|line| matches!(line, Line::Text(text) if ends(text))) {
                return false;
            }
            state = self.wait(state);
        }
    }

    /// Waits for the end of the search.
    pub(crate) fn await_search(&self) {
        self.search_ended_unless(|_| false);
    }

    /// Lets the reader end.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.0.1.notify_all();
    }
}

/// Reads a line; `None` at the end of the input, or when it can't be read.
fn read_line(source: &mut impl BufRead, bytes: &mut Vec<u8>) -> Option<Line> {
    bytes.clear();
    let most = LONGEST_LINE as u64 + 1;
    if source.by_ref().take(most).read_until(b'\n', bytes).is_err() || bytes.is_empty() {
        return None;
    }
    if bytes.ends_with(b"\n") || bytes.len() <= LONGEST_LINE {
        return Some(Line::Text(String::from_utf8_lossy(bytes).trim().to_owned()));
    }
    // The rest of an overlong line is thrown away piece by piece.
    loop {
        let Ok(chunk) = source.fill_buf() else { break };
        let newline = chunk.iter().position(|&byte| byte == b'\n');
        let (ended, used) = (newline.is_some() || chunk.is_empty(), newline.map_or(chunk.len(), |at| at + 1));
        source.consume(used);
        if ended {
            break;
        }
    }
    Some(Line::Overlong)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn text(text: &str) -> Event {
        Event::Line(Line::Text(text.to_owned()))
    }

    #[test]
    fn overlong_lines_are_dropped_and_the_next_is_read() {
        let mut input = b" first \r\n".to_vec();
        input.extend(std::iter::repeat_n(b'x', 3 * LONGEST_LINE));
        input.extend_from_slice(b"\nisready\n\nlast");
        let inbox = Inbox::read(BufReader::with_capacity(1000, std::io::Cursor::new(input)));
        for event in [text("first"), Event::Line(Line::Overlong), text("isready"), text(""), text("last")] {
            assert_eq!(inbox.next(), event);
        }
        assert_eq!((inbox.next(), inbox.next()), (Event::InputEnded, Event::InputEnded));
    }

    #[test]
    fn the_end_of_a_search_goes_before_lines_and_some_lines_end_it() {
        let inbox = Inbox::read(std::io::Cursor::new("a\nstop\nb\n"));
        assert!(!inbox.search_ended_unless(|line| line == "stop"), "the line is there");
        inbox.search_has_ended();
        assert_eq!(inbox.next(), Event::SearchEnded);
        for line in ["a", "stop", "b"] {
            assert_eq!(inbox.next(), text(line));
        }
        inbox.search_has_ended();
        assert!(inbox.search_ended_unless(|_| true));
    }

    #[test]
    fn a_reader_that_nobody_listens_to_waits_and_ends() {
        struct Endless {
            _alive: Arc<()>,
        }
        impl Read for Endless {
            fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
                buffer.fill(b'\n');
                Ok(buffer.len())
            }
        }
        let alive = Arc::new(());
        let inbox = Inbox::read(BufReader::new(Endless { _alive: Arc::clone(&alive) }));
        while inbox.lock().lines.len() < QUEUE {
            thread::yield_now();
        }
        assert_eq!(inbox.next(), text(""));
        inbox.close();
        while Arc::strong_count(&alive) > 1 {
            thread::yield_now();
        }
        assert!(inbox.lock().lines.len() <= QUEUE);
    }
}
