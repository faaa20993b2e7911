//! A path may name anything: every option that names a file refuses a device, a pipe, a folder and a huge sparse
//! file at once and in little memory. Also included by the tests of the engines.

use std::{
    fs::{self, File},
    io::Read,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// The time in which a command must end. Only a command that reads such a file takes longer.
const PATIENCE: Duration = Duration::from_secs(10);
/// The memory in KiB that a command may use: 64 MiB.
const MEMORY: u64 = 64 << 10;

/// The peak memory of a running process in KiB.
fn peak(id: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// Runs a command; asserts that it fails in time and memory, and returns its message.
fn refused(program: &str, folder: &Path, arguments: &[String]) -> String {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let (begun, mut child) = (Instant::now(), command.spawn().expect("starts"));
    let mut most = 0;
    let status = loop {
        most = most.max(peak(child.id()));
        match child.try_wait().expect("a child") {
            Some(status) => break status,
            None if begun.elapsed() > PATIENCE || most > 4 * MEMORY => {
                let _ = child.kill();
                let _ = child.wait();
                panic!("{program} {arguments:?} after {:?} with {most} KiB", begun.elapsed());
            }
            None => thread::sleep(Duration::from_millis(1)),
        }
    };
    let mut error = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut error).expect("text");
    assert!(matches!(status.code(), Some(1 | 2)), "{program} {arguments:?}: {status}: {error}");
    assert!(!error.contains("panicked"), "{program} {arguments:?}: {error}");
    assert!(most <= MEMORY, "{program} {arguments:?}: {most} KiB");
    error
}

/// Files that are none: each with a part of its name in messages.
pub(crate) fn irregular(folder: &Path) -> Vec<String> {
    let (pipe, sparse) = (folder.join("pipe"), folder.join("sparse"));
    let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
    assert!(made.success());
    File::create(&sparse).expect("created").set_len(8 << 30).expect("sparse");
    let paths = [Path::new("/dev/zero"), &pipe, &sparse, folder];
    paths.map(|path| path.to_str().expect("UTF-8").to_owned()).into()
}

/// Checks command lines in which `@` stands for the file.
pub(crate) fn check(program: &str, folder: &Path, commands: &[&str]) {
    for path in irregular(folder) {
        for command in commands {
            let words = command.split_whitespace().map(|word| word.replace('@', &path));
            let error = refused(program, folder, &words.collect::<Vec<_>>());
            assert!(error.contains(&path), "{command} with {path}: {error}");
        }
    }
}
