//! The input: lines of the front end, read on a separate thread, and the notification
//! that a search has ended.

use duiyi_game::files::without_mark;
use std::{
    collections::VecDeque,
    io::{BufRead, Read},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

/// The longest line that is read, in bytes: a game of about 100,000 plies.
pub(crate) const LONGEST_LINE: usize = 1 << 19;

/// The size of queued lines, in bytes, at which the reader pauses. Includes the lines' own memory.
pub(crate) const QUEUE: usize = 4 << 20;

/// A line of the front end.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum InputLine {
    /// A line without its end and without surrounding white space.
    Text(String),
    /// A line of more than [`LONGEST_LINE`] bytes.
    Overlong,
}

impl InputLine {
    /// The approximate memory of the line.
    fn bytes(&self) -> usize {
        size_of::<InputLine>() + if let InputLine::Text(text) = self { text.len() } else { 0 }
    }
}

/// The effect of a queued line on the current search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineEffect {
    /// None: the line waits for the end of the search.
    None,
    /// It ends the search, and is executed afterwards.
    EndsSearch,
    /// It ends the search and is removed from the queue.
    StopsSearch,
    /// It is executed during the search.
    AtOnce,
    /// The expected move was played: the line is executed during the search.
    PonderHit,
    /// It begins another search. If the current one ends without a stop, later `StopsSearch` and `PonderHit` lines
    /// are for the other one.
    BeginsSearch,
}

/// Why a wait for the end of a search is over.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum WaitResult {
    /// The search has ended.
    Ended,
    /// The search must be stopped.
    Stop,
    /// This line, which was removed from the queue, must be executed during the search.
    Line(InputLine),
    /// More than [`QUEUE`] bytes wait, and the last line was removed.
    Full,
}

/// What the main loop waits for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// A line was read.
    Line(InputLine),
    /// The input has ended.
    InputEnded,
}

#[derive(Default)]
struct State {
    lines: VecDeque<InputLine>,
    /// The size of these lines in bytes.
    bytes: usize,
    ended: bool,
    /// Nobody reads the output any more.
    unread: bool,
    /// A search has ended, and the main loop has not been notified yet.
    search_ended: bool,
    /// No more lines are needed.
    closed: bool,
}

impl State {
    fn push(&mut self, line: InputLine) {
        self.bytes += line.bytes();
        self.lines.push_back(line);
    }

    fn remove(&mut self, at: usize) -> Option<InputLine> {
        let line = self.lines.remove(at)?;
        self.bytes -= line.bytes();
        Some(line)
    }
}

/// The part of the queue that has no effect on the current search.
#[derive(Default)]
struct Examined {
    lines: usize,
    /// Whether one of these lines begins another search.
    another_begins: bool,
}

impl Examined {
    /// The index and the effect of the next line that affects the current search.
    fn next(
        &mut self,
        state: &State,
        effect: impl Fn(&str) -> LineEffect,
        endless: bool,
    ) -> Option<(usize, LineEffect)> {
        for line in state.lines.range(self.lines..) {
            let effect = if let InputLine::Text(text) = line { effect(text) } else { LineEffect::None };
            self.another_begins |= !endless && effect == LineEffect::BeginsSearch;
            let counts = match effect {
                LineEffect::None | LineEffect::BeginsSearch => false,
                LineEffect::EndsSearch | LineEffect::AtOnce => true,
                LineEffect::StopsSearch | LineEffect::PonderHit => !self.another_begins,
            };
            if counts {
                return Some((self.lines, effect));
            }
            self.lines += 1;
        }
        None
    }
}

/// A queue of lines and of the end of a search, shared with the reader and the search thread.
#[derive(Clone, Default)]
pub(crate) struct Inbox(Arc<(Mutex<State>, Condvar)>);

impl Inbox {
    /// Begins to read a source on a separate thread.
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

    /// Adds lines to the queue until the source ends or the inbox is closed.
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

    /// Notifies the main loop that nobody reads the output: searches are stopped, and lines are not executed.
    pub(crate) fn output_is_unread(&self) {
        self.lock().unread = true;
        self.0.1.notify_all();
    }

    /// Notifies the main loop that the search has ended.
    pub(crate) fn search_has_ended(&self) {
        self.lock().search_ended = true;
        self.0.1.notify_all();
    }

    /// Waits for the next event, without a search. An output that nobody reads has the effect of the end of the input.
    pub(crate) fn next(&self) -> Event {
        let mut state = self.lock();
        loop {
            if state.unread {
                return Event::InputEnded;
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

    /// Waits for the end of the search, or for a line that affects it. A line with the effect
    /// `EndsSearch` stays in the queue, others are removed. A search that may not end without a stop is stopped this
    /// time after the end of the input (`without_input`), and every search when nobody reads the output. During the
    /// former lines are still read when the queue is full, since one of them may stop it.
    pub(crate) fn wait_for_search_or(
        &self,
        effect: impl Fn(&str) -> LineEffect,
        without_input: Option<Duration>,
    ) -> WaitResult {
        let endless = without_input.is_some();
        let mut end = None;
        let mut state = self.lock();
        let mut examined = Examined::default();
        loop {
            if std::mem::take(&mut state.search_ended) {
                return WaitResult::Ended;
            }
            if state.unread {
                return WaitResult::Stop;
            }
            let result = match examined.next(&state, &effect, endless) {
                Some((_, LineEffect::EndsSearch)) => return WaitResult::Stop,
                Some((at, effect)) => {
                    let line = state.remove(at).filter(|_| effect != LineEffect::StopsSearch);
                    line.map_or(WaitResult::Stop, WaitResult::Line)
                }
                None if endless && state.bytes >= QUEUE => {
                    let last = state.lines.len().saturating_sub(1);
                    state.remove(last);
                    WaitResult::Full
                }
                None => {
                    if let Some(time) = without_input.filter(|_| state.ended) {
                        let left = end.get_or_insert_with(|| Instant::now() + time).duration_since(Instant::now());
                        if left.is_zero() {
                            return WaitResult::Stop;
                        }
                        state = self.0.1.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
                    } else {
                        state = self.wait(state);
                    }
                    continue;
                }
            };
            self.0.1.notify_all();
            return result;
        }
    }

    /// Whether the input has ended, except for queued lines.
    pub(crate) fn has_ended(&self) -> bool {
        self.lock().ended
    }

    /// Waits for the end of a search that was stopped.
    pub(crate) fn await_search(&self) {
        let mut state = self.lock();
        while !std::mem::take(&mut state.search_ended) {
            state = self.wait(state);
        }
    }

    /// Makes the reader thread end.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.0.1.notify_all();
    }
}

/// Reads a line; `None` at the end of the input or on an error.
fn read_line(source: &mut impl BufRead, bytes: &mut Vec<u8>) -> Option<InputLine> {
    bytes.clear();
    let most = LONGEST_LINE as u64 + 1;
    if source.by_ref().take(most).read_until(b'\n', bytes).is_err() || bytes.is_empty() {
        return None;
    }
    if bytes.ends_with(b"\n") || bytes.len() <= LONGEST_LINE {
        return Some(InputLine::Text(String::from_utf8_lossy(without_mark(bytes)).trim().to_owned()));
    }
    // The rest of an overlong line is discarded piece by piece.
    while let Ok(chunk) = source.fill_buf() {
        let newline = chunk.iter().position(|&byte| byte == b'\n');
        let (ended, used) = (newline.is_some() || chunk.is_empty(), newline.map_or(chunk.len(), |at| at + 1));
        source.consume(used);
        if ended {
            break;
        }
    }
    Some(InputLine::Overlong)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    /// A search that only a stop ends.
    const ENDLESS: Option<Duration> = Some(Duration::ZERO);

    fn text(text: &str) -> Event {
        Event::Line(InputLine::Text(text.to_owned()))
    }

    #[test]
    fn overlong_lines_are_dropped_and_the_next_is_read() {
        let mut input = b"\xEF\xBB\xBF first \r\n".to_vec();
        input.extend(std::iter::repeat_n(b'x', 3 * LONGEST_LINE));
        input.extend_from_slice(b"\nisready\n\nlast");
        let inbox = Inbox::read(BufReader::with_capacity(1000, std::io::Cursor::new(input)));
        for event in [text("first"), Event::Line(InputLine::Overlong), text("isready"), text(""), text("last")] {
            assert_eq!(inbox.next(), event);
        }
        assert_eq!((inbox.next(), inbox.next()), (Event::InputEnded, Event::InputEnded));
    }

    fn effect(line: &str) -> LineEffect {
        match line {
            "quit" => LineEffect::EndsSearch,
            "stop" => LineEffect::StopsSearch,
            "hit" => LineEffect::PonderHit,
            "ready" => LineEffect::AtOnce,
            "go" => LineEffect::BeginsSearch,
            _ => LineEffect::None,
        }
    }

    #[test]
    fn the_end_of_a_search_precedes_lines_and_some_lines_end_it() {
        let inbox = Inbox::read(std::io::Cursor::new("a\nhit\nready\nquit\nb\n"));
        for line in ["hit", "ready"] {
            let line = WaitResult::Line(InputLine::Text(line.to_owned()));
            assert_eq!(inbox.wait_for_search_or(effect, None), line, "the line is read and removed");
        }
        assert_eq!(inbox.wait_for_search_or(effect, None), WaitResult::Stop, "the line is read and stays");
        inbox.search_has_ended();
        assert_eq!(inbox.wait_for_search_or(effect, None), WaitResult::Ended);
        for line in ["a", "quit", "b"] {
            assert_eq!(inbox.next(), text(line));
        }
        inbox.search_has_ended();
        assert_eq!(inbox.wait_for_search_or(|_| LineEffect::EndsSearch, None), WaitResult::Ended);
    }

    #[test]
    fn a_stop_after_the_next_go_does_not_end_this_search_but_a_quit_does() {
        let inbox = Inbox::read(std::io::Cursor::new("a\ngo\nstop\n"));
        while !inbox.has_ended() {
            thread::yield_now();
        }
        let mut examined = Examined::default();
        let mut next = |endless| examined.next(&inbox.lock(), effect, endless);
        assert_eq!(next(false), None);
        inbox.lock().push(InputLine::Text("ready".to_owned()));
        assert_eq!(next(false), Some((3, LineEffect::AtOnce)));
        inbox.lock().remove(3);
        inbox.lock().push(InputLine::Text("quit".to_owned()));
        assert_eq!(next(false), Some((3, LineEffect::EndsSearch)));
        // A search without an end is the one to stop.
        assert_eq!(Examined::default().next(&inbox.lock(), effect, true), Some((2, LineEffect::StopsSearch)));
    }

    #[test]
    fn an_endless_search_is_stopped_by_a_line_beyond_a_full_queue() {
        let line = format!("{}\n", "x".repeat(LONGEST_LINE / 2));
        let lines = QUEUE / line.len() + 3;
        let inbox = Inbox::read(std::io::Cursor::new(format!("{}stop\nlast\n", line.repeat(lines))));
        let mut full = 0;
        let last = loop {
            match inbox.wait_for_search_or(effect, ENDLESS) {
                WaitResult::Full => full += 1,
                result => break result,
            }
        };
        assert_eq!(last, WaitResult::Stop);
        let mut waiting = 0;
        while let Event::Line(InputLine::Text(line)) = inbox.next() {
            waiting += usize::from(line != "last");
        }
        assert!(full >= 3 && full + waiting == lines, "{full} ignored, {waiting} waiting");
    }

    #[test]
    fn the_end_of_the_input_stops_an_endless_search() {
        let inbox = Inbox::read(std::io::Cursor::new("a\n"));
        assert_eq!(inbox.wait_for_search_or(effect, ENDLESS), WaitResult::Stop);
        inbox.search_has_ended();
        assert_eq!(inbox.wait_for_search_or(effect, None), WaitResult::Ended);
    }

    #[test]
    fn a_search_that_may_end_has_time_after_the_end_of_the_input() {
        let inbox = Inbox::read(std::io::Cursor::new("a\n"));
        let (begun, time) = (Instant::now(), Duration::from_millis(30));
        assert_eq!(inbox.wait_for_search_or(effect, Some(time)), WaitResult::Stop);
        assert!(begun.elapsed() >= time);
        thread::scope(|scope| {
            scope.spawn(|| inbox.search_has_ended());
            let result = inbox.wait_for_search_or(effect, Some(Duration::from_secs(3600)));
            assert_eq!(result, WaitResult::Ended);
        });
    }

    #[test]
    fn a_reader_pauses_at_a_full_queue_and_ends_when_closed() {
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
        assert!(state.bytes < QUEUE + size_of::<InputLine>());
        assert_eq!(state.bytes, state.lines.iter().map(InputLine::bytes).sum::<usize>());
    }

    #[test]
    fn a_queued_line_counts_its_own_memory_and_its_text() {
        let mut state = State::default();
        state.push(InputLine::Text("stop".to_owned()));
        state.push(InputLine::Overlong);
        assert_eq!(state.bytes, 2 * size_of::<InputLine>() + 4);
        assert_eq!(state.remove(0), Some(InputLine::Text("stop".to_owned())));
        assert_eq!(state.bytes, size_of::<InputLine>());
        assert_eq!((state.remove(1), state.bytes), (None, size_of::<InputLine>()));
        assert_eq!((state.remove(0), state.bytes), (Some(InputLine::Overlong), 0));
    }
}
