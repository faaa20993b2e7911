//! Progress of long tasks, always on standard error: at a terminal a line that is redrawn, otherwise
//! a line per minute, for the log of a job. Standard output is for results only.

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

/// The minimum time between two lines without a terminal; short tasks print nothing.
const BETWEEN_LINES: Duration = Duration::from_secs(60);

/// The interval at which a bar with a time is redrawn.
const TICK: Duration = Duration::from_millis(200);

/// A bar for a task whose length is known or set later.
pub fn bar(length: u64) -> ProgressBar {
    let bar = shown(
        "{bar:24} {pos}/{len} [{elapsed_precise}<{eta_precise}] {wide_msg}",
        "{pos} of {len} in {elapsed}, {eta} to go  {msg}",
    );
    bar.set_length(length);
    bar
}

/// A spinner with messages.
pub fn spinner() -> ProgressBar {
    shown("{spinner} {msg}", "{msg}")
}

/// A spinner with messages and the elapsed time.
pub fn timed() -> ProgressBar {
    let bar = shown("{spinner} {msg} {elapsed}", "{msg} {elapsed}");
    bar.enable_steady_tick(TICK);
    bar
}

/// A bar with the first template at a terminal, with the second otherwise.
fn shown(terminal: &str, elsewhere: &str) -> ProgressBar {
    let (template, target) = if stderr().is_terminal() {
        (terminal, ProgressDrawTarget::stderr())
    } else {
        (elsewhere, ProgressDrawTarget::term_like_with_hz(Box::new(Lines::new(stderr(), BETWEEN_LINES)), 1))
    };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_spinner());
    ProgressBar::with_draw_target(None, target).with_style(style)
}

/// Counts the sequences of `depth` moves and shows the current count. Without a terminal, it updates
/// the count less often and uses the game's own `perft`.
pub(crate) fn perft<G: Notation>(position: &G, depth: u32) -> Divided {
    let bar = shown("{spinner} {human_pos} counted, {per_sec}, {elapsed}", "{human_pos} counted in {elapsed}: {msg}");
    // Draw at once, before the first steady tick.
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

/// Counts, and updates the bar after each sequence of two moves.
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

/// A substitute for a terminal: writes a drawn bar as a line if enough time has passed since the last.
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
            // Errors are ignored: progress is not a result.
            let _ = writeln!(state.output, "{line}");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_game::nim::Nim;
    use std::sync::Arc;

    /// A writer that keeps the text.
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

    /// A count of `depth` plies, and the lines of its bar with at least `between` between them.
    fn counted(depth: u32, between: Duration) -> (Divided, String) {
        let page = Page::default();
        let target = ProgressDrawTarget::term_like(Box::new(Lines::new(page.clone(), between)));
        let style = ProgressStyle::with_template("{human_pos} counted: {msg}").unwrap();
        let bar = ProgressBar::with_draw_target(None, target).with_style(style);
        let divided = by_two_moves(&Nim::new(21), depth, &bar);
        bar.tick();
        bar.finish_and_clear();
        let bytes = page.0.lock().unwrap().clone();
        (divided, String::from_utf8(bytes).unwrap())
    }

    #[test]
    fn progress_lines_are_whole_and_rate_limited() {
        let (divided, printed) = counted(3, Duration::ZERO);
        assert!(printed.lines().count() > 1 && printed.ends_with('\n'), "{printed}");
        assert_eq!(printed.lines().last(), Some("8 counted: 1 of 2 first moves"), "{printed}");
        assert!(printed.lines().all(|line| line.ends_with(" of 2 first moves")), "{printed}");
        assert!(!printed.contains(['\r', '\u{1b}']), "control characters: {printed:?}");
        assert_eq!(divided, duiyi_engine::perft(&Nim::new(21), 3));
        let (same, nothing) = counted(3, BETWEEN_LINES);
        assert_eq!((same, nothing.as_str()), (divided, ""), "short tasks print nothing");
        for depth in [1, 2] {
            assert_eq!(counted(depth, BETWEEN_LINES).0, duiyi_engine::perft(&Nim::new(21), depth));
        }
    }
}
