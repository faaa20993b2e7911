//! Line-based communication with a program in any protocol.
//!
//! Every behaviour of the program results in the requested answer or a [`Fault`], within bounded
//! time and memory.

use crate::{
    Fault, Program, Watchdog,
    process::{Event, Process, ProcessLimits},
};
use std::{
    process::ExitStatus,
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

    /// The next line of the program before the deadline, with the time of its arrival; `None` if it
    /// printed none. Lines from before the call count too.
    ///
    /// # Errors
    /// If there was too much output since the last call, or the program has ended.
    pub fn next_line(&mut self, deadline: Instant) -> Result<Option<(Instant, String)>, Fault> {
        self.read = 0;
        while let Some(event) = self.process.next(deadline) {
            if let Some(line) = self.take(event)? {
                return Ok(Some(line));
            }
        }
        Ok(None)
    }

    /// Closes the input of the program after the lines sent so far. Nothing can be sent afterwards.
    pub fn close_input(&mut self) {
        self.process.close_input();
    }

    /// Waits up to `timeout` until the program ends by itself; returns its last lines, at most a
    /// thousand, and its exit status, `None` if it runs on.
    pub fn finish(mut self, timeout: Duration) -> (Vec<String>, Option<ExitStatus>) {
        const LINES: usize = 1000;
        // It has ended, or it is killed.
        self.faulty = true;
        let (deadline, mut lines) = (Instant::now() + timeout, Vec::new());
        while let Some(event) = self.process.next(deadline) {
            match event {
                Event::OutputClosed => break,
                Event::Line { text, .. } if lines.len() < LINES => {
                    lines.push(String::from_utf8_lossy(&text).trim_end().to_owned());
                }
                _ => {}
            }
        }
        (lines, self.process.exit_status(deadline.saturating_duration_since(Instant::now())))
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

    fn shell(script: &str) -> Conversation {
        let mut program = Program::new("sh");
        program.args = ["-c", script].map(str::to_owned).to_vec();
        Conversation::start(&program, None).expect("starts")
    }

    #[test]
    fn lines_are_read_one_by_one_until_the_deadline() {
        let mut talk = shell("echo one; echo two; read -r x; echo \"$x\"; sleep 60");
        let soon = || Instant::now() + Duration::from_secs(20);
        let next = |talk: &mut Conversation| talk.next_line(soon()).expect("runs").map(|(_, line)| line);
        assert_eq!([next(&mut talk), next(&mut talk)].map(|line| line.unwrap()), ["one\n", "two\n"]);
        assert_eq!(talk.next_line(Instant::now() + Duration::from_millis(20)), Ok(None));
        talk.send("three");
        assert_eq!(next(&mut talk).as_deref(), Some("three\n"));
        talk.kill();
        let mut ends = shell("exit 3");
        assert!(matches!(ends.next_line(soon()), Err(Fault::Crash(_))));
    }

    #[test]
    fn a_program_that_ends_by_itself_leaves_its_status_and_last_lines() {
        let long = Duration::from_secs(20);
        let mut ends = shell("while read -r x; do echo got $x; done; echo end; exit 3");
        ends.send("this");
        ends.close_input();
        let (lines, status) = ends.finish(long);
        assert_eq!((lines.join(","), status.and_then(|status| status.code())), ("got this,end".to_owned(), Some(3)));
        let stays = shell("echo stays; sleep 60");
        let (lines, status) = stays.finish(Duration::from_millis(300));
        assert_eq!((lines.join(","), status), ("stays".to_owned(), None));
    }

    /// Output is counted from request to request, and from line to line.
    #[test]
    fn each_answer_has_the_whole_limit_of_output() {
        let mut program = Program::new("sh");
        let script = "while read -r n; do head -c $n /dev/zero | tr '\\0' x; echo; echo done; done";
        program.args = ["-c", script].map(str::to_owned).to_vec();
        program.limits.output = 1000;
        let time = Duration::from_secs(20);
        let mut talk = Conversation::start(&program, None).expect("starts");
        let ask = |talk: &mut Conversation, bytes: u32| {
            let wanted = |line: &str| (line == "done\n").then_some(Ok(()));
            talk.ask(&bytes.to_string(), Some(time), None, wanted).map(|_| ())
        };
        for _ in 0..4 {
            assert_eq!(ask(&mut talk, 400), Ok(()));
        }
        for _ in 0..4 {
            talk.send("400");
            for _ in 0..2 {
                assert!(matches!(talk.next_line(Instant::now() + time), Ok(Some(_))));
            }
        }
        assert_eq!(ask(&mut talk, 1000), Err(Fault::Flood(1000)));
    }

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
