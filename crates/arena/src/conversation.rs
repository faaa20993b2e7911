//! A conversation in lines with a program, whatever protocol it speaks.
//!
//! Whatever the program does is turned into what was asked for or into a [`Fault`]
//! within a bounded time and a bounded amount of memory.

use crate::{
    Fault, Program, Watchdog,
    process::{Event, Limits, Process},
};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

/// A running program that is asked and answers. Dropping it tells the program to quit,
/// and kills it if it does not, or if it was at fault before.
#[derive(Debug)]
pub struct Conversation {
    process: Process,
    limits: Limits,
    /// How often something was sent, and how often the process is known to have got it.
    sent: u64,
    delivered: u64,
    /// Bytes read since the last question.
    read: usize,
    /// Whether the program has been at fault: then it is killed, not told to quit.
    faulty: bool,
}

impl Conversation {
    /// Starts a program. The watchdog, if given, ends it with the arena.
    ///
    /// # Errors
    /// [`Fault::Start`] with what the system says of a program that can't be started, or
    /// of a log that can't be written.
    pub fn start(program: &Program, watchdog: Option<Arc<Watchdog>>) -> Result<Conversation, Fault> {
        let process = Process::start(program, watchdog)
            .map_err(|error| Fault::Start(format!("{}: {error}", program.path.display())))?;
        Ok(Conversation { process, limits: program.limits, sent: 0, delivered: 0, read: 0, faulty: false })
    }

    /// Sends lines that have no answer.
    pub fn send(&mut self, lines: &str) {
        self.sent += 1;
        self.process.send(lines);
    }

    /// Sends lines and waits for an answer that is on nobody's clock, as long as a
    /// program may take to get ready. `wanted` looks at every line until it takes one.
    ///
    /// # Errors
    /// What the program did instead, or what `wanted` says.
    pub fn request<T>(
        &mut self,
        lines: &str,
        wanted: impl FnMut(&str) -> Option<Result<T, Fault>>,
    ) -> Result<T, Fault> {
        self.exchange(lines, self.limits.startup, None, wanted).map(|(answer, _)| answer)
    }

    /// Sends lines in one writing and waits for the answer, with the time that it took.
    /// Without a `deadline` the answer may take as long as the limits say. When the time
    /// is over, `stop` is sent if there is such a command, and the program has its grace;
    /// whether the answer came in time is for the referee to judge.
    ///
    /// # Errors
    /// What the program did instead, or what `wanted` says.
    pub fn ask<T>(
        &mut self,
        lines: &str,
        deadline: Option<Duration>,
        stop: Option<&str>,
        wanted: impl FnMut(&str) -> Option<Result<T, Fault>>,
    ) -> Result<(T, Duration), Fault> {
        let time = deadline.unwrap_or(self.limits.hang);
        let time = if stop.is_some() { time } else { time.saturating_add(self.limits.grace) };
        self.exchange(lines, time, stop, wanted)
    }

    fn exchange<T>(
        &mut self,
        lines: &str,
        time: Duration,
        stop: Option<&str>,
        mut wanted: impl FnMut(&str) -> Option<Result<T, Fault>>,
    ) -> Result<(T, Duration), Fault> {
        let mut asked = Instant::now();
        self.read = 0;
        self.send(lines);
        let question = self.sent;
        let (mut time, mut stop) = (time, stop);
        loop {
            // A very long clock is no deadline.
            let deadline = asked.checked_add(time).unwrap_or_else(|| asked + Duration::from_secs(1 << 30));
            let Some(event) = self.process.next(deadline) else {
                let Some(command) = stop.take() else {
                    self.faulty = true;
                    return Err(Fault::Hang(asked.elapsed()));
                };
                self.send(command);
                time = time.saturating_add(self.limits.grace);
                continue;
            };
            if let Event::Sent(at) = event {
                self.delivered += 1;
                if self.delivered == question {
                    asked = at;
                }
                continue;
            }
            let Some((at, line)) = self.take(event)? else { continue };
            if let Some(answer) = wanted(&line) {
                self.faulty |= answer.is_err();
                return Ok((answer?, at.saturating_duration_since(asked)));
            }
        }
    }

    /// The line of an event, if it is one; the fault, if it is one.
    fn take(&mut self, event: Event) -> Result<Option<(Instant, String)>, Fault> {
        let (bytes, line) = match event {
            Event::Sent(_) => {
                self.delivered += 1;
                (0, None)
            }
            // Engines print names in encodings of their own: what is not UTF-8 is replaced.
            Event::Line { at, text, bytes } => (bytes, Some((at, String::from_utf8_lossy(&text).into_owned()))),
            Event::Dropped { bytes } => (bytes, None),
            Event::InputClosed => return Err(self.gone("input")),
            Event::OutputClosed => return Err(self.gone("output")),
        };
        self.read += bytes;
        if self.read > self.limits.output {
            self.faulty = true;
            return Err(Fault::Flood(self.limits.output));
        }
        Ok(line)
    }

    fn gone(&mut self, pipe: &str) -> Fault {
        self.faulty = true;
        match self.process.exit_status(Duration::from_millis(200)) {
            Some(status) => Fault::Crash(status.to_string()),
            None => Fault::ClosedPipe(format!("its {pipe} is closed, its process runs on")),
        }
    }

    /// Discards what was written when nothing was asked.
    ///
    /// # Errors
    /// If it was too much, or the program has gone.
    pub fn drain(&mut self) -> Result<(), Fault> {
        self.read = 0;
        while let Some(event) = self.process.next(Instant::now()) {
            self.take(event)?;
        }
        Ok(())
    }

    /// Ends the program without asking it.
    pub fn kill(mut self) {
        self.faulty = true;
    }

    /// The processor time that the program has used so far, all its threads together, to
    /// a clock tick (a hundredth of a second); `None` where the system does not tell,
    /// which is everywhere but on Linux.
    pub fn cpu_time(&self) -> Option<Duration> {
        self.process.cpu_time()
    }

    /// The most memory that the program has had at one time so far, in KiB: the peak of its
    /// resident set. `None` where the system does not tell, which is everywhere but on Linux,
    /// and once it has ended.
    pub fn peak_kib(&self) -> Option<u64> {
        self.process.peak_kib()
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        if !self.faulty {
            self.process.quit("quit", self.limits.grace);
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// Counts as far as it is told, and says so.
    const COUNTS: &str = "while read -r n; do i=0; while [ $i -lt $n ]; do i=$((i+1)); done; echo counted; done";

    #[test]
    fn work_takes_processor_time() {
        let mut program = Program::new("sh");
        program.args = ["-c", COUNTS].map(str::to_owned).to_vec();
        let mut counting = Conversation::start(&program, None).expect("starts");
        let before = counting.cpu_time().expect("Linux tells");
        let mut work = || {
            counting
                .ask("20000", None, None, |line| (line.trim_end() == "counted").then_some(Ok(())))
                .expect("counted");
            counting.cpu_time().expect("Linux tells")
        };
        // The system tells hundredths of a second.
        assert!((0..1000).any(|_| work() > before));
    }
}
