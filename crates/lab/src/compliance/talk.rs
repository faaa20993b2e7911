//! The process under test, with a transcript of the current step.

use duiyi_arena::{Conversation, Fault, Program, Watchdog};
use duiyi_game::shortened;
use std::{
    process::ExitStatus,
    sync::Arc,
    time::{Duration, Instant},
};

/// Why a step did not pass.
#[derive(Debug)]
pub(super) enum Stop {
    /// The engine did something else.
    Failed { expected: String, found: String },
    /// The step does not apply, for this reason.
    Skipped(String),
}

/// The result of a step: a note on a passed step.
pub(super) type Checked = Result<String, Stop>;

/// A failed step.
pub(super) fn failed<T>(expected: impl Into<String>, found: impl Into<String>) -> Result<T, Stop> {
    Err(Stop::Failed { expected: expected.into(), found: found.into() })
}

/// A skipped step.
pub(super) fn skipped<T>(reason: impl Into<String>) -> Result<T, Stop> {
    Err(Stop::Skipped(reason.into()))
}

/// The maximum number of sent lines that a report repeats.
const SHOWN: usize = 12;

/// The process under test. It is started when a step needs it.
pub(super) struct Talk {
    program: Program,
    watchdog: Arc<Watchdog>,
    conversation: Option<Conversation>,
    /// Allowance for delays of the machine, added to every limit.
    margin: Duration,
    /// Whether the last process ended by itself.
    ended: bool,
    /// The lines sent in this step.
    sent: Vec<String>,
    /// The last line received in this step that is not empty.
    last: String,
}

impl Talk {
    pub(super) fn new(program: Program, margin: Duration) -> Talk {
        let watchdog = Arc::new(Watchdog::new());
        Talk { program, watchdog, conversation: None, margin, ended: false, sent: Vec::new(), last: String::new() }
    }

    /// Forgets the transcript of the step before.
    pub(super) fn begin_step(&mut self) {
        self.sent.clear();
        self.last.clear();
    }

    /// The lines sent in this step, shortened.
    pub(super) fn sent(&self) -> Vec<String> {
        let skip = self.sent.len().saturating_sub(SHOWN);
        let before = (skip > 0).then(|| format!("({skip} lines before)"));
        before.into_iter().chain(self.sent[skip..].iter().cloned()).collect()
    }

    /// Starts the process if it is not running; returns whether it was started.
    ///
    /// # Errors
    /// If it can't be started.
    pub(super) fn start(&mut self) -> Result<bool, Fault> {
        if self.conversation.is_some() {
            return Ok(false);
        }
        self.conversation = Some(Conversation::start(&self.program, Some(Arc::clone(&self.watchdog)))?);
        Ok(true)
    }

    /// Kills the process; the next step starts another.
    pub(super) fn kill(&mut self) {
        if let Some(conversation) = self.conversation.take() {
            conversation.kill();
        }
    }

    /// Whether a line was received in this step.
    pub(super) fn has_answered(&self) -> bool {
        !self.last.is_empty()
    }

    /// Whether the process has ended by itself, as far as lines were read.
    pub(super) fn has_ended(&self) -> bool {
        self.ended
    }

    fn running(&mut self) -> Result<&mut Conversation, Stop> {
        let none = || Stop::Failed { expected: "a running engine".to_owned(), found: "it has ended".to_owned() };
        self.conversation.as_mut().ok_or_else(none)
    }

    /// Sends lines in one write.
    pub(super) fn send(&mut self, lines: &str) -> Result<(), Stop> {
        self.sent.extend(lines.split('\n').map(|line| match line.trim_end_matches('\r') {
            text if text.len() > 200 => format!("{}… ({} bytes)", &shortened(text), text.len()),
            text => text.to_owned(),
        }));
        self.running()?.send(lines);
        Ok(())
    }

    /// A limit with the allowance for the machine.
    pub(super) fn limit(&self, time: Duration) -> Duration {
        time + self.margin
    }

    /// The next line within `time` plus the margin; `None` if there was none.
    pub(super) fn line(&mut self, deadline: Instant) -> Result<Option<String>, Stop> {
        match self.running()?.next_line(deadline) {
            Ok(Some((_, line))) => {
                let line = line.trim_end().to_owned();
                if !line.is_empty() {
                    self.last.clone_from(&line);
                }
                Ok(Some(line))
            }
            Ok(None) => Ok(None),
            Err(fault) => {
                self.ended = true;
                failed("an engine that runs on", fault.to_string())
            }
        }
    }

    /// Waits for a line that `accept` takes, at most `time` plus the margin; returns its value and the
    /// time that it took. `what` names it for the report.
    pub(super) fn wait<T>(
        &mut self,
        what: &str,
        time: Duration,
        mut accept: impl FnMut(&str) -> Option<T>,
    ) -> Result<(T, Duration), Stop> {
        let (begun, limit) = (Instant::now(), self.limit(time));
        while let Some(line) = self.line(begun + limit)? {
            if let Some(value) = accept(&line) {
                return Ok((value, begun.elapsed()));
            }
        }
        let found = match self.last.as_str() {
            "" => "no line".to_owned(),
            line => format!("last line '{}'", shortened(line)),
        };
        failed(format!("{what} within {} ms", limit.as_millis()), found)
    }

    /// Reads for `time` and returns the lines.
    pub(super) fn listen(&mut self, time: Duration) -> Result<Vec<String>, Stop> {
        let (end, mut lines) = (Instant::now() + time, Vec::new());
        while let Some(line) = self.line(end)? {
            lines.push(line);
        }
        Ok(lines)
    }

    /// Closes the input of the process.
    pub(super) fn close_input(&mut self) -> Result<(), Stop> {
        self.sent.push("(end of input)".to_owned());
        self.running()?.close_input();
        Ok(())
    }

    /// Waits until the process ends, at most `time` plus the margin; returns its last lines and how
    /// long it took.
    ///
    /// # Errors
    /// If it runs on, or its exit status is not 0.
    pub(super) fn ended(&mut self, time: Duration) -> Result<(Vec<String>, Duration), Stop> {
        let limit = self.limit(time);
        self.running()?;
        let Some(conversation) = self.conversation.take() else { return skipped("the engine is not running") };
        let begun = Instant::now();
        let (lines, status) = conversation.finish(limit);
        let expected = || format!("an end with status 0 within {} ms", limit.as_millis());
        match status {
            Some(status) if ExitStatus::success(&status) => Ok((lines, begun.elapsed())),
            Some(status) => failed(expected(), status.to_string()),
            None => failed(expected(), "the process runs on"),
        }
    }
}

/// Milliseconds as a duration.
pub(super) const fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}
