//! Line-based communication with a program in any protocol.
//!
//! Every behaviour of the program results in the requested answer or a [`Fault`], within bounded
//! time and memory.

use crate::{
    Fault, Program, Watchdog,
    process::{Event, Process, ProcessLimits},
};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

/// Communication with a running program. Dropping it sends the command to quit, and kills the
/// process if it does not quit, or if it was at fault before.
#[derive(Debug)]
pub struct Conversation {
    process: Process,
    limits: ProcessLimits,
    /// The numbers of messages sent, and of messages that the process is known to have received.
    sent: u64,
    delivered: u64,
    /// Bytes read since the last request.
    read: usize,
    /// Whether the program has been at fault; then it is killed without the command to quit.
    faulty: bool,
}

impl Conversation {
    /// Starts a program. The watchdog, if any, terminates it when the arena ends.
    ///
    /// # Errors
    /// [`Fault::Start`] with the system's error if the program can't be started or the log can't be
    /// written.
    pub fn start(program: &Program, watchdog: Option<Arc<Watchdog>>) -> Result<Conversation, Fault> {
        let process = Process::start(program, watchdog)
            .map_err(|error| Fault::Start(format!("{}: {error}", program.path.display())))?;
        Ok(Conversation { process, limits: program.limits, sent: 0, delivered: 0, read: 0, faulty: false })
    }

    /// Sends lines without an answer.
    pub fn send(&mut self, lines: &str) {
        self.sent += 1;
        self.process.send(lines);
    }

    /// Sends lines and waits for an untimed answer, up to the time limit for getting ready. `wanted`
    /// is called for every line until it accepts one.
    ///
    /// # Errors
    /// The fault of the program, or the error returned by `wanted`.
    pub fn request<T>(
        &mut self,
        lines: &str,
        wanted: impl FnMut(&str) -> Option<Result<T, Fault>>,
    ) -> Result<T, Fault> {
        self.exchange(lines, self.limits.startup, None, wanted).map(|(answer, _)| answer)
    }

    /// Sends lines in one write and waits for the answer; returns it with its time. Without a
    /// `deadline` the answer may take as long as the limits allow. After the deadline `stop` is sent,
    /// if there is such a command, and the program has its grace period; the referee decides whether
    /// the answer was in time.
    ///
    /// # Errors
    /// The fault of the program, or the error returned by `wanted`.
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
            // A very long clock is treated as no deadline.
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

    /// The line of a line event; a fault for other events.
    fn take(&mut self, event: Event) -> Result<Option<(Instant, String)>, Fault> {
        let (bytes, line) = match event {
            Event::Sent(_) => {
                self.delivered += 1;
                (0, None)
            }
            // Engines print names in various encodings: invalid UTF-8 is replaced.
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

    /// Discards unrequested output.
    ///
    /// # Errors
    /// If there was too much output, or the program has ended.
    pub fn drain(&mut self) -> Result<(), Fault> {
        self.read = 0;
        while let Some(event) = self.process.next(Instant::now()) {
            self.take(event)?;
        }
        Ok(())
    }

    /// Kills the program without the command to quit.
    pub fn kill(mut self) {
        self.faulty = true;
    }

    /// The processor time of the program so far, including all threads, with a resolution of a
    /// clock tick (a hundredth of a second); `None` if the system does not report it,
    /// which is everywhere except on Linux.
    pub fn cpu_time(&self) -> Option<Duration> {
        self.process.cpu_time()
    }

    /// The peak memory of the program so far, in KiB: the maximum of its resident set. `None` if the
    /// system does not report it, which is everywhere except on Linux, and after the program has
    /// ended.
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

    /// Counts to each number read, and prints `counted`.
    const COUNTS: &str = "while read -r n; do i=0; while [ $i -lt $n ]; do i=$((i+1)); done; echo counted; done";

    #[test]
    fn work_takes_processor_time() {
        let mut program = Program::new("sh");
        program.args = ["-c", COUNTS].map(str::to_owned).to_vec();
        let mut counting = Conversation::start(&program, None).expect("starts");
        let before = counting.cpu_time().expect("reported on Linux");
        let mut work = || {
            counting
                .ask("20000", None, None, |line| (line.trim_end() == "counted").then_some(Ok(())))
                .expect("counted");
            counting.cpu_time().expect("reported on Linux")
        };
        // The system reports hundredths of a second.
        assert!((0..1000).any(|_| work() > before));
    }
}
