//! The main loop: reads lines of the front end and executes them.

use crate::protocol::{ChessProtocol, CommandError, Protocol};
use crate::sessions::{
    Setup,
    dialects::{Dialect, Flow, dialect, dialect_for_placement},
    inbox::{Event, Inbox, InputLine, LONGEST_LINE, QUEUE, WaitResult},
    output::Output,
    session::Session,
};
use duiyi_game::{Notation, Placement};
use std::io::{BufRead, BufReader, Write, stdin, stdout};

/// Speaks UCI or UCCI with a front end until it sends `quit` or its input ends.
///
/// The first word selects the protocol: `ucci` means UCCI, anything else UCI.
/// Searches run on a separate thread. `stop`, `ponderhit`, `isready` and `quit` act at once, and other lines wait for
/// the answer. `quit` stops a search and prints its answer. When the input ends, the remaining lines are executed and
/// a search with a limit is finished, so that commands can be piped in; a search without one is stopped, a search for a
/// mate after five seconds. When a line cannot be written, every search is stopped and the session ends.
pub fn run<G: Notation>(setup: Setup<G>, input: impl BufRead + Send + 'static, output: impl Write + Send + 'static) {
    converse(setup, input, output, of_line, dialect_of_chess);
}

/// Like [`run`], on the standard input and output of the process, as the `main` of an engine.
///
/// A session whose output nobody reads any more ends at once, also during a search: on Unix when the other end of
/// the pipe is closed, elsewhere when a line cannot be written.
pub fn run_on_standard<G: Notation>(setup: Setup<G>) {
    converse_on_standard(setup, of_line, dialect_of_chess);
}

/// Like [`run_placement`], on the standard input and output of the process (see [`run_on_standard`]).
pub fn run_placement_on_standard<G: Placement>(setup: Setup<G>) {
    converse_on_standard(setup, Protocol::of_line_for_placement, dialect_for_placement);
}

/// Like [`run`], for a game with stones and in any of the seven protocols
/// ([`Protocol::of_line_for_placement`]).
pub fn run_placement<G: Placement>(
    setup: Setup<G>,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) {
    converse(setup, input, output, Protocol::of_line_for_placement, dialect_for_placement);
}

fn of_line(line: &str) -> Protocol {
    Protocol::Chess(ChessProtocol::of_line(line))
}

/// The dialect of a game whose sessions are in UCI or UCCI only: UCI instead of any other protocol.
fn dialect_of_chess<G: Notation>(protocol: Protocol) -> Box<dyn Dialect<G>> {
    match protocol {
        Protocol::Chess(protocol) => dialect(protocol),
        Protocol::Stones(_) => dialect(ChessProtocol::Uci),
    }
}

fn converse<G: Notation>(
    setup: Setup<G>,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    protocol_of: fn(&str) -> Protocol,
    dialect_of: fn(Protocol) -> Box<dyn Dialect<G>>,
) {
    talk(setup, Inbox::read(input), output, protocol_of, dialect_of);
}

/// Like [`converse`], on the standard input and output.
fn converse_on_standard<G: Notation>(
    setup: Setup<G>,
    protocol_of: fn(&str) -> Protocol,
    dialect_of: fn(Protocol) -> Box<dyn Dialect<G>>,
) {
    let inbox = Inbox::read(BufReader::new(stdin()));
    #[cfg(unix)]
    {
        let inbox = inbox.clone();
        // A search may print nothing for minutes. The thread ends with the process.
        std::thread::spawn(move || {
            crate::sessions::output::wait_until_unread();
            inbox.output_is_unread();
        });
    }
    talk(setup, inbox, stdout(), protocol_of, dialect_of);
}

fn talk<G: Notation>(
    setup: Setup<G>,
    inbox: Inbox,
    output: impl Write + Send + 'static,
    protocol_of: fn(&str) -> Protocol,
    dialect_of: fn(Protocol) -> Box<dyn Dialect<G>>,
) {
    let dialect = setup.protocol.map(dialect_of);
    let output = Output::new(output, inbox.clone());
    let mut session = Session::new(setup, inbox, output);
    listen(&mut session, dialect, protocol_of, dialect_of);
    session.finish();
}

/// Executes lines and prints answers until the session ends.
fn listen<G: Notation>(
    session: &mut Session<G>,
    mut dialect: Option<Box<dyn Dialect<G>>>,
    protocol_of: fn(&str) -> Protocol,
    dialect_of: fn(Protocol) -> Box<dyn Dialect<G>>,
) {
    loop {
        if let Some(dialect) = dialect.as_deref_mut().filter(|_| session.is_thinking()) {
            await_search(session, dialect);
            continue;
        }
        match session.inbox.next() {
            Event::InputEnded => {
                session.end_of_player();
                if let Some(dialect) = &dialect {
                    note(session, &**dialect);
                }
                return;
            }
            Event::Line(line) => {
                let text = if let InputLine::Text(text) = &line { text } else { "" };
                if text.is_empty() && line != InputLine::Overlong {
                    continue;
                }
                let dialect = dialect.get_or_insert_with(|| dialect_of(protocol_of(text)));
                if execute(session, &mut **dialect, &line) == Flow::Quit {
                    session.end_of_player();
                    note(session, &**dialect);
                    dialect.finish(session);
                    session.inbox.close();
                    return;
                }
            }
        }
    }
}

/// Waits until a search has ended and prints its answer, or until a line was executed during the search. Other lines
/// wait in the inbox.
fn await_search<G: Notation>(session: &mut Session<G>, dialect: &mut dyn Dialect<G>) {
    let time_left = session.time_without_input();
    match session.inbox.wait_for_search_or(|line| dialect.effect_of(line, time_left.is_some()), time_left) {
        WaitResult::Line(line) => {
            // A line that ends the session also ends the search, so that it comes after it.
            execute(session, dialect, &line);
            return;
        }
        WaitResult::Full => return dialect.report_error(session, &CommandError::QueueFull(QUEUE)),
        WaitResult::Stop => {
            session.stop();
            session.inbox.await_search();
        }
        WaitResult::Ended => {}
    }
    if let Some(answer) = session.take_answer() {
        dialect.answer(session, answer);
        session.update_played();
        note(session, dialect);
    }
}

/// Executes a line.
fn execute<G: Notation>(session: &mut Session<G>, dialect: &mut dyn Dialect<G>, line: &InputLine) -> Flow {
    let done = match line {
        InputLine::Text(text) => dialect.execute(session, text),
        InputLine::Overlong => Err(CommandError::Overlong(LONGEST_LINE)),
    };
    session.update_played();
    note(session, dialect);
    done.unwrap_or_else(|error| {
        dialect.report_error(session, &error);
        Flow::Continue
    })
}

/// Prints the message of the player, if there is one.
fn note<G: Notation>(session: &mut Session<G>, dialect: &dyn Dialect<G>) {
    if let Some(text) = session.take_note() {
        dialect.note(session, &text);
    }
}
