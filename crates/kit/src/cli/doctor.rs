//! Logs of sessions between a front end and an engine.

use crate::cli::say;
use duiyi_engine::{Setup, diagnose};
use duiyi_game::{Notation, Reason, files};
use std::{path::Path, process::ExitCode};

/// Prints what is wrong in the log of a session in UCI or UCCI, a line for each finding, and a summary last.
/// The exit code is 0 without a finding, otherwise 1. `setup` is the configuration of the engine.
///
/// Bytes that are not UTF-8 may be in comments of front ends in other encodings; they are replaced.
///
/// # Errors
/// If the file cannot be read, or contains no line of UCI or UCCI.
pub fn doctor<G: Notation>(path: &Path, setup: impl Fn() -> Setup<G>) -> Result<ExitCode, Reason> {
    let failed = |reason: &dyn std::fmt::Display| Reason::from(format!("{}: {reason}", path.display()));
    let bytes = files::read(path, files::MAX_TEXT).map_err(|error| failed(&error))?;
    let diagnosis = diagnose(setup, &String::from_utf8_lossy(&bytes)).map_err(|error| failed(&error))?;
    for finding in &diagnosis.findings {
        say(finding);
    }
    let (commands, answers, others) = (diagnosis.commands, diagnosis.answers, diagnosis.others);
    let found = match diagnosis.findings.len() {
        0 => "nothing wrong".to_owned(),
        1 => "1 finding".to_owned(),
        count => format!("{count} findings"),
    };
    say(format_args!("{found} in {commands} lines of the front end and {answers} of the engine; {others} other lines"));
    Ok(if diagnosis.findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
