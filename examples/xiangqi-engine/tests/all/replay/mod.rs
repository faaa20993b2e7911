//! Golden sessions: the answers of a protocol program to given lines, word for
//! word, over real pipes.
//!
//! A file consists of lines:
//!
//! | line | meaning |
//! |---|---|
//! | `# text` | a comment |
//! | `$ arguments` | starts the program with these arguments, and ends the previous one; without this line it is started without arguments |
//! | `> text` | is sent |
//! | `~ text` | is sent, and the answer is compared loosely: the lines of a search are ignored and its move is `_`, for results that depend on the time; an introduction that another file contains is ignored, too |
//! | `% text` | is sent, and the answer is compared by its form: the figures of a search and its move are `_`, and lines with a bound are ignored, since they change with the search |
//! | `^D` | the input ends; without this line the program must end before that |
//! | any other, including empty lines | the output of the program, below the line that it answers |
//!
//! In input `\xNN` is a byte and `\{text*N}` a text repeated N times. In
//! output `\xNN` stands for an invisible character, such as a blank
//! at the end of a line, and `\\` for a backslash. Times and speeds are `_`,
//! and lines that are printed only in slow searches are ignored.
//!
//! Environment variables:
//!
//! - `UPDATE_EXPECT=1` writes the files again from the output of the program, which is
//!   considered complete when the program has been silent for a while after a line like the last one
//!   of the file: use a quiet machine, and review the difference.
//! - `GOLDEN_ENGINE=/path` selects another program than the one that was built.

use std::{
    env, fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    time::{Duration, Instant},
};

/// Ample even on a busy machine: every search in the files is short.
const PATIENCE: Duration = Duration::from_secs(120);
/// The time to wait for a line in a session in which one is already missing.
const IMPATIENCE: Duration = Duration::from_secs(1);
/// Silence after which the output is considered complete, if its length is unknown.
const SILENCE: Duration = Duration::from_millis(200);
/// The same for the first output of a program, or if some of the output is ignored.
const LONG_SILENCE: Duration = Duration::from_secs(1);
/// The time to wait for a line like the last one of a step when the files are written again.
const WRITING_PATIENCE: Duration = Duration::from_secs(60);
/// The maximal number of lines of differences shown for a file.
const MAX_SHOWN: usize = 60;

/// A line that is sent and the lines of its answer.
#[derive(Clone, Default)]
struct Step {
    /// The line in the file; `None` for the start of a program.
    line: Option<String>,
    /// The comments above it.
    remarks: Vec<String>,
    /// The normalised output.
    said: Vec<String>,
}

/// One run of the program.
#[derive(Default)]
struct Run {
    /// The line that starts it, if there is one, with the comments above; it has no output.
    start: Step,
    steps: Vec<Step>,
}

/// Replays every file of a folder of `tests/golden` with the program.
///
/// # Panics
/// If the folder has no files, or the output of the program differs.
pub(crate) fn replay(folder: &Path, built: &str) {
    let program = env::var("GOLDEN_ENGINE").unwrap_or_else(|_| built.to_owned());
    let writes = env::var_os("UPDATE_EXPECT").is_some();
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    assert!(!files.is_empty(), "{} has no sessions", folder.display());
    let mut differences = String::new();
    for path in files {
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let (expected, ends) = read(&text);
        let runs: Vec<Run> = expected.iter().map(|run| run_again(run, &program, writes)).collect();
        let new = write(&runs, &ends);
        if writes {
            fs::write(&path, &new).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        } else if new != text {
            differences += &difference(&path, &text, &new);
        }
    }
    assert!(differences.is_empty(), "the output of {program} differs (- expected, + found):\n{differences}");
}

/// Parses a file into runs, and the comments at its end.
fn read(text: &str) -> (Vec<Run>, Vec<String>) {
    let mut runs: Vec<Run> = Vec::new();
    let mut remarks = Vec::new();
    for line in text.lines() {
        match line.get(..2).unwrap_or(line) {
            "# " | "#" => remarks.push(line.to_owned()),
            "$ " | "$" => {
                let start = Step { line: Some(line.to_owned()), remarks: std::mem::take(&mut remarks), said: vec![] };
                runs.push(Run { start, steps: Vec::new() });
            }
            "> " | ">" | "~ " | "% " | "^D" => {
                if runs.is_empty() {
                    runs.push(Run::default());
                }
                let step = Step { line: Some(line.to_owned()), remarks: std::mem::take(&mut remarks), said: vec![] };
                runs.last_mut().expect("a run").steps.push(step);
            }
            _ => {
                let step = runs.last_mut().and_then(|run| run.steps.last_mut());
                step.expect("the file sends a line before the first output").said.push(line.to_owned());
            }
        }
    }
    (runs, remarks)
}

/// Writes the runs as a file.
fn write(runs: &[Run], ends: &[String]) -> String {
    let steps = runs.iter().flat_map(|run| std::iter::once(&run.start).chain(&run.steps));
    let lines = steps.flat_map(|step| step.remarks.iter().chain(&step.line).chain(&step.said));
    lines.chain(ends).map(|line| format!("{line}\n")).collect()
}

/// Sends the lines of a run and collects the output.
fn run_again(expected: &Run, program: &str, writes: bool) -> Run {
    let arguments = expected.start.line.as_deref().unwrap_or_default().trim_start_matches('$').split_whitespace();
    let mut program = Program::start(program, arguments);
    let mut run = Run { start: expected.start.clone(), steps: Vec::new() };
    for step in &expected.steps {
        let Some(line) = &step.line else { continue };
        let detail = Detail::of(line);
        match line.as_str() {
            "^D" => drop(program.input.take()),
            _ => program.send(&bytes(line.get(2..).unwrap_or_default())),
        }
        let said = if writes {
            let waits = detail != Detail::Words || run.steps.is_empty();
            program.anew(if waits { LONG_SILENCE } else { SILENCE }, &step.said, detail)
        } else {
            program.answer(&step.said, detail)
        };
        run.steps.push(Step { said, ..step.clone() });
    }
    run.steps.extend(program.end(writes));
    run
}

/// The detail of an answer in a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// Every word.
    Words,
    /// The lines at the end of each iteration of a search, without figures and move.
    Form,
    /// Nothing from a search.
    Loose,
}

impl Detail {
    /// The detail of the answer to a line.
    fn of(line: &str) -> Detail {
        match line.chars().next() {
            Some('%') => Detail::Form,
            Some('~') => Detail::Loose,
            _ => Detail::Words,
        }
    }
}

/// The program with its pipes.
struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Vec<u8>>,
    patience: Duration,
}

impl Program {
    fn start<'a>(program: &str, arguments: impl Iterator<Item = &'a str>) -> Program {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap_or_else(|error| panic!("{program}: {error}"));
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            let mut line = Vec::new();
            while output.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
                if sender.send(std::mem::take(&mut line)).is_err() {
                    break;
                }
            }
        });
        Program { input: child.stdin.take(), child, lines, patience: PATIENCE }
    }

    /// Sends a line. A program that has ended does not read it, which its output shows.
    fn send(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(&[bytes, b"\n"].concat()).and_then(|()| input.flush());
        }
    }

    /// The next line that is not ignored.
    fn next(&self, patience: Duration, detail: Detail) -> Result<String, RecvTimeoutError> {
        let end = Instant::now() + patience;
        loop {
            let line = self.lines.recv_timeout(end.saturating_duration_since(Instant::now()))?;
            if let Some(line) = normalise(&line, detail) {
                return Ok(line);
            }
        }
    }

    /// Reads as many lines as are expected, and more only if they differ.
    fn answer(&mut self, expected: &[String], detail: Detail) -> Vec<String> {
        let mut said = Vec::new();
        while said.len() < expected.len() {
            match self.next(self.patience, detail) {
                Ok(line) => said.push(line),
                Err(RecvTimeoutError::Timeout) => {
                    self.patience = IMPATIENCE;
                    break;
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        if said != expected {
            said.extend(self.until_silent(SILENCE, detail));
        }
        said
    }

    /// Reads until the program is silent, but not before a line has come that begins like
    /// the last one of the file: on a busy machine a search can be silent for longer.
    fn anew(&self, first: Duration, expected: &[String], detail: Detail) -> Vec<String> {
        let word = |line: &String| line.split(' ').next().map(str::to_owned);
        let last = expected.last().and_then(word);
        let end = Instant::now() + WRITING_PATIENCE;
        let mut said = self.until_silent(first, detail);
        while last.is_some() && !said.iter().any(|line| word(line) == last) && Instant::now() < end {
            said.extend(self.until_silent(SILENCE, detail));
        }
        said
    }

    /// Reads until the program is silent; the first line may take longer.
    fn until_silent(&self, first: Duration, detail: Detail) -> Vec<String> {
        let mut silence = first;
        std::iter::from_fn(|| self.next(std::mem::replace(&mut silence, SILENCE), detail).ok()).collect()
    }

    /// Waits for the end and returns the last output, and a step for the end of the input
    /// if the program ended only then.
    fn end(&mut self, writes: bool) -> Option<Step> {
        let mut end = Step::default();
        let mut line = self.next(if writes { LONG_SILENCE } else { self.patience }, Detail::Words);
        if writes && line == Err(RecvTimeoutError::Timeout) && self.input.take().is_some() {
            end.line = Some("^D".to_owned());
            line = self.next(self.patience, Detail::Words);
        }
        while let Ok(text) = line {
            end.said.push(text);
            line = self.next(self.patience, Detail::Words);
        }
        let ended = line == Err(RecvTimeoutError::Disconnected);
        match self.status(if ended { self.patience } else { Duration::ZERO }) {
            Some(true) => {}
            Some(false) => end.said.push("(the program has failed)".to_owned()),
            None => end.said.push("(the program has not ended)".to_owned()),
        }
        (end.line.is_some() || !end.said.is_empty()).then_some(end)
    }

    /// Whether the program has ended successfully; `None` if it is still running.
    fn status(&mut self, patience: Duration) -> Option<bool> {
        let end = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.success()),
                Ok(None) if Instant::now() < end => std::thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The bytes that a line of a file sends.
fn bytes(text: &str) -> Vec<u8> {
    let mut sent = Vec::new();
    let mut rest = text;
    while let Some((before, code)) = rest.split_once('\\') {
        sent.extend(before.bytes());
        let byte = code.strip_prefix('x').and_then(|code| u8::from_str_radix(code.get(..2)?, 16).ok());
        let many = code.strip_prefix('{').and_then(|code| code.split_once('}'));
        if let Some(byte) = byte {
            sent.push(byte);
            rest = &code[3..];
        } else if let Some((many, after)) = many {
            let (part, count) = many.rsplit_once('*').expect("\\{text*N}");
            sent.extend(bytes(part).repeat(count.parse().expect("a number")));
            rest = after;
        } else {
            sent.push(b'\\');
            rest = code;
        }
    }
    sent.extend(rest.bytes());
    sent
}

/// A line of output without variable parts; `None` if it is ignored.
fn is_of_search(line: &str) -> bool {
    let mut words = line.split(' ');
    matches!(words.next(), Some("info" | "MESSAGE")) && !matches!(words.next(), Some("string" | "message"))
}

fn normalise(line: &[u8], detail: Detail) -> Option<String> {
    let text = String::from_utf8_lossy(line.strip_suffix(b"\n").unwrap_or(line));
    let mut words: Vec<&str> = text.split(' ').collect();
    let (first, is_search) = (words[0], is_of_search(&text));
    let introduces = matches!(first, "id" | "option");
    if detail == Detail::Loose && (is_search || introduces) || is_search && words.contains(&"currmove") {
        return None;
    }
    let number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    for i in 1..words.len() {
        if is_search && matches!(words[i - 1], "time" | "nps") && number(words[i]) {
            words[i] = "_";
        } else if i + 1 == words.len() && words[i] == "nps" && number(words[i - 1]) {
            words[i - 1] = "_";
        }
    }
    if is_search && detail == Detail::Form {
        if words.iter().any(|word| matches!(*word, "lowerbound" | "upperbound")) {
            return None;
        }
        hide_figures(&mut words);
    }
    if detail != Detail::Words {
        if words.len() > 1
            && (matches!(first, "bestmove" | "move") && !words[1].starts_with('(') || first.starts_with('='))
        {
            words.truncate(1);
            words.push("_");
        } else if words.iter().all(|word| word.split(',').all(|part| number(part.trim_start_matches('-')))) {
            words = vec!["_"];
        }
    }
    Some(shown(&words.join(" ")))
}

/// Escapes a line, so that it is visible and not mistaken for another kind of line in a file.
fn hide_figures(words: &mut Vec<&str>) {
    for at in 1..words.len() {
        match words[at - 1] {
            "seldepth" | "nodes" | "hashfull" | "cp" => words[at] = "_",
            "score" if !matches!(words[at], "cp" | "mate") => words[at] = "_",
            "pv" => {
                words[at] = "_";
                words.truncate(at + 1);
                return;
            }
            _ => {}
        }
    }
}

fn shown(text: &str) -> String {
    let hidden = |c: char| format!("\\x{:02X}", u32::from(c));
    let mut line = String::new();
    for c in text.chars() {
        match c {
            '\\' => line.push_str("\\\\"),
            _ if c.is_control() => line.push_str(&hidden(c)),
            _ => line.push(c),
        }
    }
    if line.ends_with(' ') {
        line.pop();
        line.push_str(&hidden(' '));
    }
    match line.chars().next() {
        Some(c)
            if matches!(line.get(..2).unwrap_or(&line), "# " | "#" | "$ " | "$" | "> " | ">" | "~ " | "% " | "^D") =>
        {
            hidden(c) + &line[1..]
        }
        _ => line,
    }
}

/// The lines that differ, with the line numbers where they are missing or
/// expected, below the line that was sent before.
fn difference(path: &Path, expected: &str, said: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), said.lines().collect());
    // The longest common subsequence of the rest.
    let mut common = vec![vec![0u32; new.len() + 1]; old.len() + 1];
    for (i, before) in old.iter().enumerate().rev() {
        for (j, after) in new.iter().enumerate().rev() {
            let longest = common[i + 1][j].max(common[i][j + 1]);
            common[i][j] = if before == after { common[i + 1][j + 1] + 1 } else { longest };
        }
    }
    let mut shown = Vec::new();
    let (mut i, mut j, mut sent) = (0, 0, None);
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            if matches!(old[i].get(..2), Some("> " | "~ " | "% " | "$ " | "^D")) {
                sent = Some(i);
            }
            (i, j) = (i + 1, j + 1);
            continue;
        }
        if let Some(at) = sent.take() {
            shown.push(format!("{}:{}: {}", path.display(), at + 1, old[at]));
        }
        if j == new.len() || i < old.len() && common[i + 1][j] >= common[i][j + 1] {
            shown.push(format!("  line {}: - {}", i + 1, old[i]));
            i += 1;
        } else {
            shown.push(format!("  line {}: + {}", i + 1, new[j]));
            j += 1;
        }
    }
    if shown.len() > MAX_SHOWN {
        let left_out = shown.len() - MAX_SHOWN;
        shown.truncate(MAX_SHOWN);
        shown.push(format!("  … and {left_out} lines more"));
    }
    shown.join("\n") + "\n"
}
