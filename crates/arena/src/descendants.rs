//! The processes that an engine has started, also those that left its process group.
//!
//! On Linux each engine gets a mark in its environment, which its children inherit. The environments in `/proc`
//! then show which processes belong to an engine, also after `setsid` and after their parent has ended. The
//! processes below a running engine are found by their parents as well, also with another environment, before it
//! is asked to quit and before it is killed. Only a process without the mark whose parent has ended before that is
//! not found: it would take a control group, and those need rights that a user often lacks. Other systems have no
//! `/proc`: there only the process group is killed.

use std::{
    ffi::OsString,
    sync::{
        LazyLock,
        atomic::{AtomicU64, Ordering},
    },
    time::{SystemTime, UNIX_EPOCH},
};

/// The variable that contains the marks: of the engine, of its watchdog, and of an engine that started this process.
pub(crate) const VARIABLE: &str = "DUIYI_STARTED_BY";

/// The beginning of the marks of this process. No other process has it, also not with the same number.
static ARENA: LazyLock<String> = LazyLock::new(|| {
    let nanos = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
    format!("arena-{}-{nanos}-", std::process::id())
});

/// The number of the next mark.
static MARKS: AtomicU64 = AtomicU64::new(0);

/// A mark in the environment of engines and of the processes that they start.
#[derive(Debug)]
pub(crate) struct Mark(String);

impl Mark {
    /// A new mark.
    pub(crate) fn new() -> Mark {
        Mark(format!("{}{}.", *ARENA, MARKS.fetch_add(1, Ordering::Relaxed)))
    }

    /// The text of the mark, which does not contain that of another one.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// The value of [`VARIABLE`] for an engine: the marks of this process, then that of its watchdog and its own.
    pub(crate) fn value(&self, watchdog: Option<&Mark>) -> OsString {
        let mut value = std::env::var_os(VARIABLE).unwrap_or_default();
        for mark in watchdog.into_iter().chain([self]) {
            value.push(" ");
            value.push(&mark.0);
        }
        value
    }
}

/// A process: its number, which is used again after its end, and its start in clock ticks since that of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Started {
    id: u32,
    at: u64,
}

/// Kills the processes that an engine has started, and the engine: those that are found now, and those that were
/// found before it quit. Its number `id` is `None` after its end, when another process may have it.
#[cfg(target_os = "linux")]
pub(crate) fn kill(id: Option<u32>, mark: &Mark, before: &[Started]) {
    use rustix::process::{Pid, Signal, kill_process};
    // A process may start another one while the processes are listed.
    for _ in 0..PASSES {
        let living: Vec<Process> = living().collect();
        let mut found = below(&living, id, mark);
        found.extend(living.iter().map(|process| process.started).filter(|started| before.contains(started)));
        if found.is_empty() {
            return;
        }
        for pid in found.into_iter().filter_map(|started| Pid::from_raw(i32::try_from(started.id).ok()?)) {
            // Fails if it has ended.
            let _ = kill_process(pid, Signal::KILL);
        }
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn kill(_: Option<u32>, _: &Mark, _: &[Started]) {}

/// The processes that a running engine has started.
#[cfg(target_os = "linux")]
pub(crate) fn find(id: u32, mark: &Mark) -> Vec<Started> {
    below(&living().collect::<Vec<_>>(), Some(id), mark)
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn find(_: u32, _: &Mark) -> Vec<Started> {
    Vec::new()
}

/// The maximum number of lists of processes.
#[cfg(target_os = "linux")]
const PASSES: u32 = 20;

/// A living process.
#[cfg(target_os = "linux")]
struct Process {
    started: Started,
    parent: u32,
}

/// The living processes. One that ends meanwhile may be missing.
#[cfg(target_os = "linux")]
fn living() -> impl Iterator<Item = Process> {
    let listed = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    listed.filter_map(|entry| read(entry.file_name().to_str()?.parse().ok()?))
}

/// Reads the fields 3, 4 and 22 of a process's `stat`: the state, the parent and the start.
#[cfg(target_os = "linux")]
fn read(id: u32) -> Option<Process> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace();
    let lives = !matches!(fields.next()?, "Z" | "X");
    let parent = fields.next()?.parse().ok()?;
    let at = fields.nth(17)?.parse().ok()?;
    lives.then_some(Process { started: Started { id, at }, parent })
}

/// The processes with a mark, those below them, and those below the engine.
#[cfg(target_os = "linux")]
fn below(living: &[Process], engine: Option<u32>, mark: &Mark) -> Vec<Started> {
    let is_marked = |id: u32| {
        let environment = std::fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
        environment.windows(mark.0.len()).any(|part| part == mark.0.as_bytes())
    };
    let mut found: Vec<Started> =
        living.iter().map(|process| process.started).filter(|started| is_marked(started.id)).collect();
    let mut above: Vec<u32> = engine.into_iter().chain(found.iter().map(|started| started.id)).collect();
    let mut at = 0;
    while let Some(&parent) = above.get(at) {
        let children = living.iter().filter(|process| process.parent == parent).map(|process| process.started);
        let new: Vec<Started> = children.filter(|started| !above.contains(&started.id)).collect();
        above.extend(new.iter().map(|started| started.id));
        found.extend(new);
        at += 1;
    }
    found
}
