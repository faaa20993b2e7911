//! What is wrong in a log of a session between a front end and an engine.
//!
//! The lines of the front end are executed in a session without searches, so a finding has the
//! same reason as the engine's own error message. The rules that the two protocols set for the order of
//! lines are checked in addition.

mod examination;
mod log;

use crate::sessions::Setup;
use duiyi_game::Notation;
use examination::Examination;
use log::{LogLine, Sender};
use std::fmt;

/// The kind of a [`Finding`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FindingKind {
    /// A line of another protocol than the one with which the session began.
    WrongProtocol,
    /// Moves in the other numbering of ranks than the one in use.
    Spelling,
    /// A move that is not legal in its position.
    IllegalMove,
    /// A position that cannot be read.
    Position,
    /// An option that the engine does not have.
    UnknownOption,
    /// A value that the option does not accept.
    OptionValue,
    /// A file that cannot be read, such as a network.
    File,
    /// `go` without a `position` before it.
    NoPosition,
    /// `go` before the answer to `isready`.
    NotReady,
    /// A command during a search that allows none.
    DuringSearch,
    /// A command without its answer.
    NoAnswer,
    /// An answer after the time had run out.
    Time,
    /// A command that cannot be read.
    Command,
    /// An error that the engine has reported.
    Reported,
}

/// Something wrong in a log. `Display` writes `line 12: ` and the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The number of the line, from 1.
    pub line: usize,
    /// The kind.
    pub kind: FindingKind,
    /// What is wrong, for people.
    pub text: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.text)
    }
}

/// The result of [`diagnose`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    /// What is wrong, in the order of the lines.
    pub findings: Vec<Finding>,
    /// The number of lines of the front end.
    pub commands: usize,
    /// The number of lines of the engine.
    pub answers: usize,
    /// The number of other lines that are not empty.
    pub others: usize,
}

/// The error for a text in which no line of a front end was found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no line of UCI or UCCI from a front end, such as 'uci', 'ucci' or 'position', in {0} lines")]
pub struct NoConversation(usize);

/// Examines the log of a session in UCI or UCCI, with the lines of the front end and possibly those of the
/// engine.
///
/// Lines may begin with a time, arrows, labels and the engine's name in the form of cutechess. A log with the
/// names of several engines contains a session for each, and `setup` is called once a session. Options are set
/// in a player of the setup, so files are searched on this machine. Nothing is searched.
///
/// # Errors
/// If no line belongs to the conversation.
///
/// ```
/// use duiyi_engine::{FindingKind, Setup, diagnose};
/// use duiyi_game::nim::Nim;
/// use duiyi_engine::RandomPlayer;
///
/// let setup = || Setup {
///     start: Nim::new(9),
///     player: Box::new(|| Box::new(RandomPlayer::new(1))),
///     bench: Vec::new(),
///     protocol: None,
///     turn_time: None,
///     on_game_end: None,
/// };
/// let found = diagnose(setup, "> uci\n< uciok\n> position startpos moves 5\n> quit\n")?.findings;
/// assert_eq!((found[0].line, found[0].kind), (3, FindingKind::IllegalMove));
/// # Ok::<(), duiyi_engine::NoConversation>(())
/// ```
pub fn diagnose<G: Notation>(setup: impl Fn() -> Setup<G>, log: &str) -> Result<Diagnosis, NoConversation> {
    let filled = log.lines().filter(|line| !line.trim().is_empty()).count();
    let lines: Vec<LogLine<'_>> = (1..).zip(log.lines()).filter_map(|(at, line)| LogLine::read(at, line)).collect();
    let count = |sender| lines.iter().filter(|line| line.sender == sender).count();
    let (commands, answers) = (count(Sender::FrontEnd), count(Sender::Engine));
    if commands == 0 {
        return Err(NoConversation(log.lines().count()));
    }
    let mut sessions: Vec<&str> = lines.iter().map(|line| line.session).collect();
    sessions.sort_unstable();
    sessions.dedup();
    let mut findings = Vec::new();
    for session in sessions {
        let own: Vec<LogLine<'_>> = lines.iter().filter(|line| line.session == session).copied().collect();
        let found = Examination::new(setup(), &own).run(&own);
        let named = |finding: Finding| match session {
            "" => finding,
            name => Finding { text: format!("{name}: {}", finding.text), ..finding },
        };
        findings.extend(found.into_iter().map(named));
    }
    findings.sort_by_key(|finding| finding.line);
    Ok(Diagnosis { findings, commands, answers, others: filled - lines.len() })
}
