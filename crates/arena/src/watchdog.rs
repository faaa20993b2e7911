//! Terminates engines even if the arena is killed.
//!
//! A killed program runs no destructors, and an engine that does not read its input does not notice
//! that the other end is closed. Therefore a small shell process runs in its own process group: it
//! is notified of every engine that starts or ends, and when its own input ends, because the arena
//! has ended for any reason, it kills the process groups of the remaining engines, and on Linux the processes
//! that engines have started and that left these groups.
//!
//! On systems without a POSIX shell there is no watchdog; engines then end when
//! they read the end of their input.

use crate::descendants::Mark;
use std::{
    io::Write,
    process::{Child, ChildStdin, Command, Stdio},
    sync::{Mutex, PoisonError},
};

/// Reads `+ id` and `- id`; at the end of input, kills every group still listed, and every process whose
/// environment contains the mark of this watchdog, the first argument.
const SCRIPT: &str = r#"
trap '' INT TERM HUP
live=' '
while read -r verb id; do
    case $verb in
        +) live="$live$id " ;;
        -) case $live in *" $id "*) live="${live%% $id *} ${live#* $id }" ;; esac ;;
    esac
done
for id in $live; do kill -s KILL -- "-$id" 2>/dev/null; done
for file in $(grep -l -F -e "$1" /proc/[0-9]*/environ 2>/dev/null); do
    id=${file#/proc/}
    kill -s KILL "${id%/environ}" 2>/dev/null
done
"#;

/// The process that terminates the engines of a killed arena.
#[derive(Debug)]
pub struct Watchdog {
    mark: Mark,
    child: Mutex<Option<(Child, Option<ChildStdin>)>>,
}

impl Watchdog {
    /// Starts the watchdog. Without a shell it does nothing.
    pub fn new() -> Watchdog {
        let (mut command, mark) = (Command::new("sh"), Mark::new());
        command
            .args(["-c", SCRIPT, "sh", mark.text()])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let child = if cfg!(unix) { command.spawn().ok() } else { None };
        Watchdog {
            mark,
            child: Mutex::new(child.map(|mut child| {
                let stdin = child.stdin.take();
                (child, stdin)
            })),
        }
    }

    /// The mark of the engines that it watches.
    pub(crate) fn mark(&self) -> &Mark {
        &self.mark
    }

    pub(crate) fn watch(&self, group: u32) {
        self.notify('+', group);
    }

    pub(crate) fn forget(&self, group: u32) {
        self.notify('-', group);
    }

    fn notify(&self, verb: char, group: u32) {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, Some(stdin))) = child.as_mut() {
            // The watchdog may have died; engines are then still killed when they are dropped.
            let _ = stdin.write_all(format!("{verb} {group}\n").as_bytes());
        }
    }
}

impl Default for Watchdog {
    fn default() -> Watchdog {
        Watchdog::new()
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        let child = self.child.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some((mut child, stdin)) = child.take() {
            // Waiting closes its input first, which makes it exit.
            child.stdin = stdin;
            let _ = child.wait();
        }
    }
}
