//! A child process with line-based communication.
//!
//! Two threads serve it, so that its behaviour cannot block the arena: one reads its output and
//! stamps each line with the time of arrival, the other writes its input and stamps the writes.
//! Lines wait in a bounded queue: a process that floods its output is blocked by its own full pipe.
//! On Unix each process leads its own process group, which is killed when the process is dropped, as are, on
//! Linux, the processes that have left the group; a [`Watchdog`] kills them even if the arena itself is killed.

use std::{
    fs::{File, OpenOptions},
    io::{Read, Write},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

use crate::{
    Watchdog,
    descendants::{self, Mark, Started},
};
use duiyi_game::files;

/// The maximum number of queued lines before the reader pauses.
const QUEUE: usize = 256;
/// The maximum length of a stored line; the rest of a longer one is dropped.
const LINE: usize = 64 * 1024;

/// An event of the process.
#[derive(Debug)]
pub(crate) enum Event {
    /// A command was written to the process.
    Sent(Instant),
    /// A line arrived. `bytes` is the number of bytes read, stored or not.
    Line {
        /// The time of arrival.
        at: Instant,
        /// The line with its line break, up to the maximum length.
        text: Vec<u8>,
        /// The number of bytes read for it.
        bytes: usize,
    },
    /// Another part of a line beyond the maximum length.
    Dropped {
        /// The number of bytes read.
        bytes: usize,
    },
    /// The input of the process is closed.
    InputClosed,
    /// The output of the process is closed.
    OutputClosed,
}

/// A program to run, with its limits.
#[derive(Clone, Debug)]
pub struct Program {
    /// The executable.
    pub path: PathBuf,
    /// The arguments.
    pub args: Vec<String>,
    /// The working directory; by default that of the arena.
    pub dir: Option<PathBuf>,
    /// A file to which all communication to the program (`>`) and from it (`<`) is appended, each line
    /// with the process number.
    pub log: Option<PathBuf>,
    /// The limits of time and output.
    pub limits: ProcessLimits,
}

/// ProcessLimits of the time and the output of a program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProcessLimits {
    /// For the handshake, and for getting ready before a game.
    pub startup: Duration,
    /// For an untimed move, before the program counts as hung.
    pub hang: Duration,
    /// For a late answer after the time limit (UCI and UCCI engines receive `stop` then), and for
    /// exiting after `quit`.
    pub grace: Duration,
    /// The maximum output for one move, in bytes.
    pub output: usize,
}

impl Default for ProcessLimits {
    /// 10 s to start, 60 s for an untimed move, 1 s of grace, 16 MiB of output.
    fn default() -> ProcessLimits {
        ProcessLimits {
            startup: Duration::from_secs(10),
            hang: Duration::from_secs(60),
            grace: Duration::from_secs(1),
            output: 16 << 20,
        }
    }
}

impl Program {
    /// A program without arguments and with default settings.
    pub fn new(path: impl Into<PathBuf>) -> Program {
        Program { path: path.into(), args: Vec::new(), dir: None, log: None, limits: ProcessLimits::default() }
    }

    /// The program and its arguments, separated by spaces.
    pub(crate) fn command_line(&self) -> String {
        self.args.iter().fold(self.path.display().to_string(), |text, arg| text + " " + arg)
    }
}

/// Opens a log for appending: a new file, or one whose first line is that of a log.
fn open_log(path: &Path) -> std::io::Result<File> {
    files::check_own(path, |head| {
        let number = head.iter().take_while(|byte| byte.is_ascii_digit()).count();
        number > 0 && (head[number..].starts_with(b" > ") || head[number..].starts_with(b" < "))
    })?;
    OpenOptions::new().create(true).append(true).open(path)
}

/// A log of the communication with a process.
struct Log {
    file: File,
    process: u32,
}

impl Log {
    /// Appends lines; `way` is `>` for lines to the process, `<` for lines from it.
    fn write(&self, way: char, said: &[u8]) {
        let said = String::from_utf8_lossy(said);
        let lines: String = said.lines().map(|line| format!("{} {way} {line}\n", self.process)).collect();
        // In one write, since several processes may share the file. Errors are ignored: the
        // match is more important than the log.
        let _ = (&self.file).write_all(lines.as_bytes());
    }
}

/// A running child process. Dropping it kills it, its process group, and the processes that it has started.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    mark: Mark,
    /// The processes that it had started before it was asked to quit.
    below: Vec<Started>,
    events: Receiver<Event>,
    /// `None` after closing the input.
    commands: Option<Sender<String>>,
    watchdog: Option<Arc<Watchdog>>,
}

impl Process {
    /// Starts a program. Its standard error is discarded. A watchdog terminates it if
    /// the arena itself is killed.
    ///
    /// # Errors
    /// The system's error if the program can't be started or the log can't be
    /// written.
    pub(crate) fn start(program: &Program, watchdog: Option<Arc<Watchdog>>) -> std::io::Result<Process> {
        let log = program.log.as_deref().map(open_log).transpose()?;
        let (mut command, mark) = (Command::new(&program.path), Mark::new());
        command.env(descendants::VARIABLE, mark.value(watchdog.as_deref().map(Watchdog::mark)));
        command.args(&program.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(dir) = &program.dir {
            command.current_dir(dir);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        if let Some(watchdog) = &watchdog {
            watchdog.watch(child.id());
        }
        let log = log.map(|file| Arc::new(Log { file, process: child.id() }));
        let (event_sender, events) = sync_channel(QUEUE);
        let (commands, command_receiver) = channel::<String>();
        if let Some(stdout) = child.stdout.take() {
            let (sender, log) = (event_sender.clone(), log.clone());
            thread::spawn(move || read_lines(stdout, &sender, log.as_deref()));
        }
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write_commands(stdin, &command_receiver, &event_sender, log.as_deref()));
        }
        Ok(Process { child, mark, below: Vec::new(), events, commands: Some(commands), watchdog })
    }

    /// Sends a command, which may have several lines. [`Event::Sent`] reports the time of the
    /// write.
    pub(crate) fn send(&self, command: &str) {
        if let Some(commands) = &self.commands {
            // The writer has sent an event before it ended.
            let _ = commands.send(format!("{command}\n"));
        }
    }

    /// The next event before the deadline, or `None`.
    pub(crate) fn next(&self, deadline: Instant) -> Option<Event> {
        match self.events.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Event::OutputClosed),
        }
    }

    /// The processor time so far, including all threads, with a resolution of a clock tick (a
    /// hundredth of a second); `None` if the system does not report it, which is everywhere
    /// except on Linux.
    pub(crate) fn cpu_time(&self) -> Option<Duration> {
        cpu_time(self.child.id())
    }

    /// The peak memory so far, in KiB; `None` if the system does not report it, which is everywhere
    /// except on Linux.
    pub(crate) fn peak_kib(&self) -> Option<u64> {
        duiyi_engine::peak_kib(self.child.id())
    }

    /// The exit status, if the process ends within `timeout`.
    pub(crate) fn exit_status(&mut self, timeout: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + timeout;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(1)),
                _ => return None,
            }
        }
    }

    /// Closes the input after the commands sent so far.
    pub(crate) fn close_input(&mut self) {
        self.commands = None;
    }

    /// Asks the process to exit with a last command and by closing its input, and waits up to
    /// `timeout`. Dropping it then kills it in any case.
    pub(crate) fn quit(&mut self, command: &str, timeout: Duration) {
        if matches!(self.child.try_wait(), Ok(None)) {
            self.below = descendants::find(self.child.id(), &self.mark);
        }
        self.send(command);
        self.close_input();
        let deadline = Instant::now() + timeout;
        // Its last output must be read, or it could not finish writing.
        while let Some(event) = self.next(deadline) {
            if matches!(event, Event::OutputClosed) {
                self.exit_status(deadline.saturating_duration_since(Instant::now()));
                break;
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let id = self.child.id();
        // First the processes below it, while their parents show that they are.
        let running = matches!(self.child.try_wait(), Ok(None));
        descendants::kill(running.then_some(id), &self.mark, &self.below);
        kill_group(id);
        let _ = self.child.kill();
        if let Some(watchdog) = &self.watchdog {
            watchdog.forget(id);
        }
        let _ = self.child.wait();
    }
}

/// User and system time of a process: fields 14 and 15 of its `stat`. The second field is a
/// name in parentheses, which may itself contain parentheses and spaces.
#[cfg(target_os = "linux")]
fn cpu_time(id: u32) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let (_, fields) = stat.rsplit_once(')')?;
    let ticks: u64 = fields.split_ascii_whitespace().skip(11).take(2).map(|field| field.parse().unwrap_or(0)).sum();
    Some(Duration::from_secs_f64(ticks as f64 / rustix::param::clock_ticks_per_second() as f64))
}

#[cfg(not(target_os = "linux"))]
fn cpu_time(_: u32) -> Option<Duration> {
    None
}

/// Kills the process group led by `id`.
#[cfg(unix)]
fn kill_group(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        // Fails if the group is already empty.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: u32) {}

fn write_commands(mut stdin: impl Write, commands: &Receiver<String>, events: &SyncSender<Event>, log: Option<&Log>) {
    for command in commands {
        let at = Instant::now();
        let written = stdin.write_all(command.as_bytes()).and_then(|()| stdin.flush());
        let event = if written.is_ok() { Event::Sent(at) } else { Event::InputClosed };
        if events.send(event).is_err() || written.is_err() {
            return;
        }
        if let Some(log) = log {
            log.write('>', command.as_bytes());
        }
    }
}

fn read_lines(mut stdout: impl Read, events: &SyncSender<Event>, log: Option<&Log>) {
    let mut buffer = [0; 16 * 1024];
    let mut line = Vec::new();
    // Bytes of the current line, stored or not, and whether it was already passed on.
    let (mut bytes, mut cut) = (0, false);
    loop {
        let read = match stdout.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let at = Instant::now();
        for part in buffer[..read].split_inclusive(|&byte| byte == b'\n') {
            bytes += part.len();
            let ended = part.ends_with(b"\n");
            line.extend_from_slice(&part[..part.len().min(LINE.saturating_sub(line.len()))]);
            let event = match (cut, ended || line.len() >= LINE) {
                (false, true) => Event::Line { at, text: std::mem::take(&mut line), bytes: std::mem::take(&mut bytes) },
                (true, _) => {
                    line.clear();
                    Event::Dropped { bytes: std::mem::take(&mut bytes) }
                }
                (false, false) => continue,
            };
            cut = !ended;
            let said = log.and_then(|log| match &event {
                Event::Line { text, .. } => Some((log, text.clone())),
                _ => None,
            });
            if events.send(event).is_err() {
                return;
            }
            // After the event, so that logging does not take time from any clock.
            if let Some((log, text)) = said {
                log.write('<', &text);
            }
        }
    }
    if !line.is_empty() && !cut {
        let _ = events.send(Event::Line { at: Instant::now(), text: line, bytes });
    }
    let _ = events.send(Event::OutputClosed);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events_of(input: &[u8]) -> Vec<Event> {
        let (sender, receiver) = sync_channel(10_000);
        read_lines(input, &sender, None);
        drop(sender);
        receiver.iter().collect()
    }

    fn lines_of(input: &[u8]) -> Vec<Vec<u8>> {
        let line = |event| match event {
            Event::Line { text, .. } => Some(text),
            _ => None,
        };
        events_of(input).into_iter().filter_map(line).collect()
    }

    #[test]
    fn lines_are_split_and_the_last_may_lack_a_line_break() {
        assert_eq!(lines_of(b"one\ntwo\r\n\nthree"), [&b"one\n"[..], b"two\r\n", b"\n", b"three"]);
        assert!(matches!(events_of(b"")[..], [Event::OutputClosed]));
    }

    #[test]
    fn a_long_line_is_truncated_and_fully_counted() {
        let mut input = vec![b'x'; 10 * LINE];
        input.extend_from_slice(b"\nnext\n");
        let events = events_of(&input);
        let counted: usize = events
            .iter()
            .map(|event| match event {
                Event::Line { bytes, .. } | Event::Dropped { bytes } => *bytes,
                _ => 0,
            })
            .sum();
        assert_eq!(counted, input.len());
        let lines = lines_of(&input);
        assert_eq!((lines.len(), lines[0].len(), lines[1].as_slice()), (2, LINE, &b"next\n"[..]));
    }

    #[test]
    fn a_log_is_appended_to_a_log_only() {
        let path = std::env::temp_dir().join(format!("duiyi-arena-log-{}", std::process::id()));
        let append = || open_log(&path).map(|file| Log { file, process: 12 }.write('>', b"uci\n"));
        append().unwrap();
        append().unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "12 > uci\n12 > uci\n");
        for foreign in ["a letter", "12 uci\n", " > uci\n"] {
            std::fs::write(&path, foreign).unwrap();
            assert_eq!(append().unwrap_err().kind(), std::io::ErrorKind::AlreadyExists);
            assert_eq!(std::fs::read_to_string(&path).unwrap(), foreign);
        }
        std::fs::remove_file(&path).unwrap();
        assert!(open_log(&std::env::temp_dir()).is_err());
    }
}
