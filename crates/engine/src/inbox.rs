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

/// Bytes of lines that wait before the reader stops reading, a line's own memory among them.
const QUEUE: usize = 4 << 20;

/// A line of the front end.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Without its end and without blanks around it.
    Text(String),
    /// One of more than [`LONGEST_LINE`] bytes.
    Overlong,
}

impl Line {
    /// About how much memory it takes.
    fn bytes(&self) -> usize {
        size_of::<Line>() + if let Line::Text(text) = self { text.len() } else { 0 }
    }
}

/// What a line that waits for the end of a search means for that search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heed {
    /// Nothing.
    Waits,
    /// It ends the search, and is obeyed in its turn.
    Ends,
    /// It ends the search, and that is all it is for.
    Stops,
    /// It tells the search that the expected move was played, and that is all it is for.
    Hits,
    /// It begins another search, to which the lines behind it belong: of those only one that
    /// [ends](Heed::Ends) is heeded.
    Begins,
}

/// What has ended a wait for the end of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Waited {
    /// The search has ended.
    Ended,
    /// It is to be stopped.
    Stop,
    /// The expected move was played.
    Hit,
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
    /// The bytes of these lines.
    bytes: usize,
    ended: bool,
    /// A search has ended and was not taken note of.
    search_ended: bool,
    /// Nobody listens any more.
    closed: bool,
}

impl State {
    fn push(&mut self, line: Line) {
        self.bytes += line.bytes();
        self.lines.push_back(line);
    }

    fn remove(&mut self, at: usize) -> Option<Line> {
        let line = self.lines.remove(at)?;
        self.bytes -= line.bytes();
        Some(line)
    }

    /// The first line that is heeded, if there is one: its place, and how.
    fn heeded(&self, heed: impl Fn(&str) -> Heed) -> Option<(usize, Heed)> {
        let mut another_begins = false;
        self.lines.iter().enumerate().find_map(|(at, line)| {
            let Line::Text(text) = line else { return None };
            let heed = heed(text);
            another_begins |= heed == Heed::Begins;
            let counts = match heed {
                Heed::Waits | Heed::Begins => false,
                Heed::Ends => true,
                Heed::Stops | Heed::Hits => !another_begins,
            };
            counts.then_some((at, heed))
        })
    }
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
            while state.bytes >= QUEUE && !state.closed {
                state = self.wait(state);
            }
            if state.closed {
                return;
            }
            state.push(line);
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
            if let Some(line) = state.remove(0) {
                self.0.1.notify_all();
                return Event::Line(line);
            }
            if state.ended {
                return Event::InputEnded;
            }
            state = self.wait(state);
        }
    }

    /// Waits for the end of the search, or for a line that is heeded before. A line that
    /// ends the search stays where it is; one that is for nothing else is taken out. One that
    /// is `endless` ends with the input, too.
    pub(crate) fn search_ended_unless(&self, heed: impl Fn(&str) -> Heed, endless: bool) -> Waited {
        let mut state = self.lock();
        loop {
            if std::mem::take(&mut state.search_ended) {
                return Waited::Ended;
            }
            match state.heeded(&heed) {
                Some((_, Heed::Ends)) => return Waited::Stop,
                Some((at, heed)) => {
                    state.remove(at);
                    self.0.1.notify_all();
                    return if heed == Heed::Hits { Waited::Hit } else { Waited::Stop };
                }
                None if endless && state.ended => return Waited::Stop,
                None => state = self.wait(state),
            }
        }
    }

    /// Whether there is no more input than what waits.
    pub(crate) fn has_ended(&self) -> bool {
        self.lock().ended
    }

    /// Waits for the end of the search.
    pub(crate) fn await_search(&self) {
        self.search_ended_unless(|_| Heed::Waits, false);
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
    while let Ok(chunk) = source.fill_buf() {
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

    fn heed(line: &str) -> Heed {
        match line {
            "quit" => Heed::Ends,
            "stop" => Heed::Stops,
            "hit" => Heed::Hits,
            "go" => Heed::Begins,
            _ => Heed::Waits,
        }
    }

    #[test]
    fn the_end_of_a_search_goes_before_lines_and_some_lines_end_it() {
        let inbox = Inbox::read(std::io::Cursor::new("a\nhit\nquit\nb\n"));
        assert_eq!(inbox.search_ended_unless(heed, false), Waited::Hit, "the line is there, and taken out");
        assert_eq!(inbox.search_ended_unless(heed, false), Waited::Stop, "the line is there");
        inbox.search_has_ended();
        assert_eq!(inbox.next(), Event::SearchEnded);
        for line in ["a", "quit", "b"] {
            assert_eq!(inbox.next(), text(line));
        }
        inbox.search_has_ended();
        assert_eq!(inbox.search_ended_unless(|_| Heed::Ends, false), Waited::Ended);
    }

    #[test]
    fn a_stop_behind_the_next_search_is_not_for_this_one_but_a_quit_is() {
        let inbox = Inbox::read(std::io::Cursor::new("a\ngo\nstop\n"));
        while !inbox.has_ended() {
            thread::yield_now();
        }
        assert_eq!(inbox.lock().heeded(heed), None);
        inbox.lock().push(Line::Text("quit".to_owned()));
        assert_eq!(inbox.lock().heeded(heed), Some((3, Heed::Ends)));
    }

    #[test]
    fn the_end_of_the_input_ends_what_would_not_end_by_itself() {
        let inbox = Inbox::read(std::io::Cursor::new("a\n"));
        assert_eq!(inbox.search_ended_unless(heed, true), Waited::Stop);
        inbox.search_has_ended();
        assert_eq!(inbox.search_ended_unless(heed, false), Waited::Ended);
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
        while inbox.lock().bytes < QUEUE {
            thread::yield_now();
        }
        assert_eq!(inbox.next(), text(""));
        inbox.close();
        while Arc::strong_count(&alive) > 1 {
            thread::yield_now();
        }
        let state = inbox.lock();
        assert!(state.bytes < QUEUE + size_of::<Line>());
        assert_eq!(state.bytes, state.lines.iter().map(Line::bytes).sum::<usize>());
    }

    #[test]
    fn a_waiting_line_takes_its_own_memory_and_that_of_its_text() {
        let mut state = State::default();
        state.push(Line::Text("stop".to_owned()));
        state.push(Line::Overlong);
        assert_eq!(state.bytes, 2 * size_of::<Line>() + 4);
        assert_eq!(state.remove(0), Some(Line::Text("stop".to_owned())));
        assert_eq!(state.bytes, size_of::<Line>());
        assert_eq!((state.remove(1), state.bytes), (None, size_of::<Line>()));
        assert_eq!((state.remove(0), state.bytes), (Some(Line::Overlong), 0));
    }
}
