//! The steps of a test, their results and the report.

use super::talk::{Checked, Stop, Talk};
use crate::say;
use duiyi_game::Reason;
use serde::Serialize;

/// A named check of a subject.
pub(super) struct Step<S> {
    /// The name in the report.
    pub(super) name: &'static str,
    /// The check.
    pub(super) check: fn(&mut S) -> Checked,
}

/// An engine under test.
pub(super) trait Subject {
    /// The process.
    fn talk(&mut self) -> &mut Talk;

    /// Makes the engine ready for a step; starts it if it is not running.
    ///
    /// # Errors
    /// If it does not get ready.
    fn prepare(&mut self) -> Result<(), Stop>;
}

/// The result of a step.
#[derive(Debug, Serialize)]
#[serde(tag = "result", rename_all = "lowercase")]
pub(super) enum Verdict {
    Passed { note: String },
    Failed { sent: Vec<String>, expected: String, found: String },
    Skipped { reason: String },
}

/// A step with its result.
#[derive(Debug, Serialize)]
pub(super) struct Entry {
    step: &'static str,
    #[serde(flatten)]
    verdict: Verdict,
}

impl Entry {
    /// The entry of a finished step.
    pub(super) fn new(step: &'static str, checked: Checked, talk: &Talk) -> Entry {
        let verdict = match checked {
            Ok(note) => Verdict::Passed { note },
            Err(Stop::Failed { expected, found }) => Verdict::Failed { sent: talk.sent(), expected, found },
            Err(Stop::Skipped(reason)) => Verdict::Skipped { reason },
        };
        Entry { step, verdict }
    }

    /// Whether the step failed.
    pub(super) fn is_failed(&self) -> bool {
        matches!(self.verdict, Verdict::Failed { .. })
    }
}

/// Runs steps. An engine that fails one is started again.
pub(super) fn run_steps<S: Subject>(subject: &mut S, steps: &[Step<S>]) -> Vec<Entry> {
    let run = |step: &Step<S>| {
        subject.talk().begin_step();
        let ready = subject.prepare();
        subject.talk().begin_step();
        let checked = ready.and_then(|()| (step.check)(subject));
        let entry = Entry::new(step.name, checked, subject.talk());
        if entry.is_failed() {
            subject.talk().kill();
        }
        entry
    };
    steps.iter().map(run).collect()
}

/// The entries of steps that could not be run.
pub(super) fn skip_steps<S>(steps: &[Step<S>], reason: &str) -> Vec<Entry> {
    let skip = |step: &Step<S>| Entry { step: step.name, verdict: Verdict::Skipped { reason: reason.to_owned() } };
    steps.iter().map(skip).collect()
}

/// The result of a test.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    /// The command line of the engine.
    pub(super) engine: String,
    pub(super) protocol: String,
    pub(super) game: String,
    pub(super) passed: usize,
    pub(super) failed: usize,
    pub(super) skipped: usize,
    pub(super) steps: Vec<Entry>,
}

impl Report {
    /// A report on steps.
    pub(super) fn new(engine: String, protocol: &str, game: &str, steps: Vec<Entry>) -> Report {
        let count = |wanted: fn(&Verdict) -> bool| steps.iter().filter(|entry| wanted(&entry.verdict)).count();
        Report {
            engine,
            protocol: protocol.to_owned(),
            game: game.to_owned(),
            passed: count(|verdict| matches!(verdict, Verdict::Passed { .. })),
            failed: count(|verdict| matches!(verdict, Verdict::Failed { .. })),
            skipped: count(|verdict| matches!(verdict, Verdict::Skipped { .. })),
            steps,
        }
    }

    /// Prints the table, and for each failed step what was sent, expected and found.
    ///
    /// # Errors
    /// If it can't be printed.
    pub(super) fn print(&self) -> Result<(), Reason> {
        say::result(format_args!("{} ({}, {})\n", self.engine, self.protocol, self.game))?;
        let width = self.steps.iter().map(|entry| entry.step.chars().count()).max().unwrap_or(0);
        for entry in &self.steps {
            let (result, note) = match &entry.verdict {
                Verdict::Passed { note } => ("passed", note),
                Verdict::Failed { found, .. } => ("FAILED", found),
                Verdict::Skipped { reason } => ("skipped", reason),
            };
            say::result(format!("{:width$}  {result:7}  {note}", entry.step).trim_end())?;
        }
        for entry in &self.steps {
            if let Verdict::Failed { sent, expected, found } = &entry.verdict {
                say::result(format_args!("\nfailed: {}", entry.step))?;
                for (index, line) in sent.iter().enumerate() {
                    say::result(format_args!("  {:9} {line}", if index == 0 { "sent" } else { "" }))?;
                }
                say::result(format_args!("  {:9} {expected}\n  {:9} {found}", "expected", "found"))?;
            }
        }
        say::result(format_args!("\n{} passed, {} failed, {} skipped", self.passed, self.failed, self.skipped))
    }
}
