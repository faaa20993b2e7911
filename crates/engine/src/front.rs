//! The loop: a line in, lines out.

use crate::{
    CommandError, Protocol, Setup,
    dialects::{Dialect, Flow, dialect, dialect_for_placement},
    inbox::{Event, Inbox, LONGEST_LINE, Line, Waited},
    output::Output,
    session::Session,
};
use duiyi_game::{Notation, Placement};
use std::io::{BufRead, Write};

/// Speaks UCI or UCCI with a front end until it says `quit` or its input ends.
///
/// The first word chooses the protocol: `ucci` means UCCI, anything else UCI.
/// Searches run on a thread of their own; the loop always listens. At `quit` a
/// search is stopped and answered. When the input ends, a search with a limit is
/// finished and answered first, so that commands can be piped in; one without is
/// stopped and answered.
pub fn run<G: Notation>(setup: Setup<G>, input: impl BufRead + Send + 'static, output: impl Write + Send + 'static) {
    converse(setup, input, output, Protocol::of_line, dialect);
}

/// The same for a game in which stones are put, in any of the seven protocols
/// ([`Protocol::of_line_for_placement`]).
pub fn run_placement<G: Placement>(
    setup: Setup<G>,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) {
    converse(setup, input, output, Protocol::of_line_for_placement, dialect_for_placement);
}

fn converse<G: Notation>(
    setup: Setup<G>,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    protocol_of: fn(&str) -> Protocol,
    dialect_of: fn(Protocol) -> Box<dyn Dialect<G>>,
) {
    let speaks = setup.protocol.map(dialect_of);
    let mut session = Session::new(setup, Inbox::read(input), Output::new(output));
    listen(&mut session, speaks, protocol_of, dialect_of);
    session.finish();
}

/// Carries out lines and answers until the end.
fn listen<G: Notation>(
    session: &mut Session<G>,
    mut speaks: Option<Box<dyn Dialect<G>>>,
    protocol_of: fn(&str) -> Protocol,
    dialect_of: fn(Protocol) -> Box<dyn Dialect<G>>,
) {
    loop {
        if let Some(dialect) = speaks.as_mut().filter(|dialect| session.is_thinking() && dialect.waits()) {
            // Lines wait for the answer, but for those that the search heeds.
            let endless = !session.ends_by_itself();
            match session.inbox.search_ended_unless(|line| dialect.heed(line, endless), endless) {
                Waited::Hit => session.ponder_hit(),
                Waited::Stop => {
                    session.stop();
                    session.inbox.await_search();
                    answer(session, &mut **dialect);
                }
                Waited::Ended => answer(session, &mut **dialect),
            }
            continue;
        }
        match session.inbox.next() {
            Event::SearchEnded => {
                if let Some(dialect) = &mut speaks {
                    answer(session, &mut **dialect);
                }
            }
            Event::InputEnded => {
                session.stop_if_endless();
                if session.is_thinking()
                    && let Some(dialect) = &mut speaks
                {
                    session.inbox.await_search();
                    answer(session, &mut **dialect);
                }
                return;
            }
            Event::Line(Line::Overlong) => {
                let dialect = speaks.get_or_insert_with(|| dialect_of(protocol_of("")));
                dialect.report_error(session, &CommandError::Overlong(LONGEST_LINE));
            }
            Event::Line(Line::Text(line)) if line.is_empty() => {}
            Event::Line(Line::Text(line)) => {
                let dialect = speaks.get_or_insert_with(|| dialect_of(protocol_of(&line)));
                let done = dialect.execute(session, &line);
                session.look_at_board();
                match done {
                    Ok(Flow::Continue) => {}
                    Ok(Flow::Quit) => {
                        session.stop();
                        if session.is_thinking() {
                            session.inbox.await_search();
                            answer(session, &mut **dialect);
                        }
                        dialect.finish(session);
                        session.inbox.close();
                        return;
                    }
                    Err(error) => dialect.report_error(session, &error),
                }
            }
        }
    }
}

/// Has the dialect say what a search has found.
fn answer<G: Notation>(session: &mut Session<G>, dialect: &mut dyn Dialect<G>) {
    if let Some(answer) = session.take_answer() {
        dialect.answer(session, answer);
        session.look_at_board();
    }
}
