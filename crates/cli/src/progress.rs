//! Progress of long work, always on the standard error: at a terminal a line that changes, elsewhere
//! a line now and then, so that the log of a job says how far it is. The standard output is for
//! results alone.

use duiyi_engine::{Divided, perft_until};
use duiyi_game::{Notation, legal_moves};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};
use std::{
    fmt,
    io::{self, IsTerminal, Write, stderr},
    mem::take,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// The least time between two lines where no terminal reads; short work says nothing.
const BETWEEN_LINES: Duration = Duration::from_secs(60);

/// How often what shows the time is drawn again.
const TICK: Duration = Duration::from_millis(200);

/// Work whose length is known, or set later.
pub fn bar(length: u64) -> ProgressBar {
    let bar = shown(
        "{bar:24} {pos}/{len} [{elapsed_precise}<{eta_precise}] {wide_msg}",
        "{pos} of {len} in {elapsed}, {eta} to go  {msg}",
    );
    bar.set_length(length);
    bar
}

/// Work that says by messages how far it is.
pub fn spinner() -> ProgressBar {
    shown("{spinner} {msg}", "{msg}")
}

/// Work that says how far it is, if at all, by messages, and shows its time.
pub fn timed() -> ProgressBar {
    let bar = shown("{spinner} {msg} {elapsed}", "{msg} {elapsed}");
    bar.enable_steady_tick(TICK);
    bar
}

/// Progress by the first template at a terminal, by the second elsewhere.
fn shown(terminal: &str, elsewhere: &str) -> ProgressBar {
    let (template, target) = if stderr().is_terminal() {
        (terminal, ProgressDrawTarget::stderr())
    } else {
        (elsewhere, ProgressDrawTarget::term_like_with_hz(Box::new(Lines::new(stderr(), BETWEEN_LINES)), 1))
    };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_spinner());
    ProgressBar::with_draw_target(None, target).with_style(style)
}

/// Counts the sequences of `depth` moves, and shows how many it has counted: at a terminal all the
/// time; elsewhere by lines, and as fast as the game can.
pub(crate) fn perft<G: Notation>(position: &G, depth: u32) -> Divided {
    let bar = shown("{spinner} {human_pos} counted, {per_sec}, {elapsed}", "{human_pos} counted in {elapsed}: {msg}");
    // At once: the tick comes later.
    bar.tick();
    bar.enable_steady_tick(TICK);
    let divided = if stderr().is_terminal() {
        perft_until(position, depth, |counted| {
            bar.set_position(counted);
            false
        })
    } else {
        by_two_moves(position, depth, &bar)
    };
    bar.finish_and_clear();
    divided
}

/// Counts, and tells after each sequence of two moves: what follows them is counted at once.
fn by_two_moves<G: Notation>(position: &G, depth: u32, bar: &ProgressBar) -> Divided {
    let (mut now, first) = (position.clone(), legal_moves(position));
    let mut divided = Divided { moves: Vec::new(), all: first.len() };
    for mv in first {
        bar.set_message(format!("{} of {} first moves", divided.moves.len(), divided.all));
        let (before, undo) = (bar.position(), now.make(mv));
        if depth > 2 {
            for reply in legal_moves(&now) {
                let undo = now.make(reply);
                bar.inc(now.perft(depth - 2));
                now.unmake(reply, undo);
            }
        } else {
            bar.inc(now.perft(depth.saturating_sub(1)));
        }
        now.unmake(mv, undo);
        divided.moves.push((position.write_move(mv), bar.position() - before));
    }
    divided
}

/// A terminal that is none: what would be drawn is written as a line, if the last line is long ago.
struct Lines<W> {
    state: Mutex<State<W>>,
    between: Duration,
}

struct State<W> {
    output: W,
    drawn: String,
    last: Instant,
}

impl<W> Lines<W> {
    fn new(output: W, between: Duration) -> Lines<W> {
        Lines { state: Mutex::new(State { output, drawn: String::new(), last: Instant::now() }), between }
    }
}

impl<W> fmt::Debug for Lines<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lines").field("between", &self.between).finish_non_exhaustive()
    }
}

impl<W: Write + Send> TermLike for Lines<W> {
    fn width(&self) -> u16 {
        200
    }

    fn move_cursor_up(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_down(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_right(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_left(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.write_str(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).drawn.push_str(text);
        Ok(())
    }

    fn clear_line(&self) -> io::Result<()> {
        Ok(())
    }

    fn flush(&self) -> io::Result<()> {
        let state = &mut *self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let drawn = take(&mut state.drawn);
        let line = drawn.trim();
        if !line.is_empty() && state.last.elapsed() >= self.between {
            state.last = Instant::now();
            // Where nobody reads, it is lost.
            let _ = writeln!(state.output, "{line}");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_xiangqi::Xiangqi;
    use std::sync::Arc;

    /// What was written.
    #[derive(Clone, Default)]
    struct Page(Arc<Mutex<Vec<u8>>>);

    impl Write for Page {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// What a bar whose lines are so far apart writes of a count of so many plies.
    fn counted(depth: u32, between: Duration) -> (Divided, String) {
        let page = Page::default();
        let target = ProgressDrawTarget::term_like(Box::new(Lines::new(page.clone(), between)));
        let style = ProgressStyle::with_template("{human_pos} counted: {msg}").unwrap();
        let bar = ProgressBar::with_draw_target(None, target).with_style(style);
        let divided = by_two_moves(&Xiangqi::default(), depth, &bar);
        bar.tick();
        bar.finish_and_clear();
        let bytes = page.0.lock().unwrap().clone();
        (divided, String::from_utf8(bytes).unwrap())
    }

    #[test]
    fn lines_are_whole_and_not_too_many() {
        let (divided, said) = counted(3, Duration::ZERO);
        assert!(said.lines().count() > 1 && said.ends_with('\n'), "{said}");
        assert_eq!(said.lines().last(), Some("79,666 counted: 43 of 44 first moves"), "{said}");
        assert!(said.lines().all(|line| line.ends_with(" of 44 first moves")), "{said}");
        assert!(!said.contains(['\r', '\u{1b}']), "nothing that only a terminal understands: {said:?}");
        assert_eq!(divided, duiyi_engine::perft(&Xiangqi::default(), 3));
        let (same, nothing) = counted(3, BETWEEN_LINES);
        assert_eq!((same, nothing.as_str()), (divided, ""), "short work says nothing");
        for depth in [1, 2] {
            assert_eq!(counted(depth, BETWEEN_LINES).0, duiyi_engine::perft(&Xiangqi::default(), depth));
        }
    }
}
