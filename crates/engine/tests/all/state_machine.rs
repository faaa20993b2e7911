//! A session as a state machine: any lines of a protocol in any order. Every session ends at `quit`
//! or the end of the input, without a panic, and after it has answered all commands.

use crate::common::{FrontEnd, Polls};
use crate::vocabulary::{PROTOCOLS, lines, quit};
use duiyi_engine::Protocol;
use proptest::prelude::*;

/// How a session ends.
#[derive(Clone, Copy, Debug)]
enum End {
    /// A command ends it.
    Quit,
    /// The input ends.
    Close,
}

/// Runs a session with lines of the vocabulary, chosen by their index; a choice may wait for the
/// output of the previous lines. Returns the sent and the printed lines.
fn session(protocol: Protocol, choices: &[(u8, bool)], end: End) -> (Vec<&'static str>, Vec<String>) {
    // A search ends after 300 polls, even with a higher limit.
    let mut front = FrontEnd::start(Some(protocol), || Box::new(Polls(300)));
    let vocabulary = lines(protocol);
    let (mut sent, mut printed) = (Vec::new(), Vec::new());
    for &(choice, waits) in choices {
        let line = vocabulary[usize::from(choice) % vocabulary.len()];
        sent.push(line);
        front.send(line);
        // `isready` is answered at once, even during a search.
        if waits && protocol == Protocol::UCI {
            front.send("isready");
            printed.extend(front.until("readyok"));
        }
    }
    // An unfinished list reads every line up to its end.
    if protocol == Protocol::PISKVORK {
        front.send("DONE");
    }
    match (end, quit(protocol)) {
        (End::Quit, Some(quit)) => front.send(quit),
        _ => front.close(),
    }
    printed.extend(front.rest());
    (sent, printed)
}

fn count(lines: &[impl AsRef<str>], begin: impl Fn(&str) -> bool) -> usize {
    lines.iter().filter(|line| begin(line.as_ref())).count()
}

/// Checks the output of a whole session.
fn check(protocol: Protocol, sent: &[&str], printed: &[String]) {
    let begins = |word: &'static str| move |line: &str| line.starts_with(word);
    match protocol {
        Protocol::UCI => {
            // Each request has one answer: a turn or a count.
            let requests = count(sent, |line| line == "go" || line.starts_with("go ") || line == "bench");
            let turns = count(printed, begins("bestmove"));
            let counts = count(printed, |line| line.contains("Nodes searched") || line.starts_with("stopped"))
                + count(printed, |line| line.ends_with(" nps"));
            assert_eq!(turns + counts, requests, "{sent:?}: {printed:?}");
        }
        Protocol::UCCI => {
            let requests = count(sent, |line| line == "go" || line.starts_with("go "));
            let answers = count(printed, begins("bestmove")) + count(printed, begins("nobestmove"));
            // A `stop` without a search is answered, too.
            let stops = count(sent, |line| line == "stop");
            assert!((requests..=requests + stops).contains(&answers), "{sent:?}: {printed:?}");
        }
        Protocol::GTP => {
            let commands = count(sent, |line| !line.is_empty() && !line.starts_with('#'));
            let answers = count(printed, begins("=")) + count(printed, begins("?"));
            // The last answer is for `quit`.
            assert!((commands..=commands + 1).contains(&answers), "{sent:?}: {printed:?}");
        }
        Protocol::CLOUDICT => {
            let turns = count(sent, |line| matches!(line, "next" | "new black" | "move CCEE"));
            // The list of commands also has a line that begins with `move`.
            let answers = count(printed, |line| line.starts_with("move ") && !line.contains("P|PP"));
            assert!(answers <= turns, "{sent:?}: {printed:?}");
        }
        Protocol::SAU | Protocol::BOTZONE | Protocol::PISKVORK => {}
    }
}

fn choices() -> impl Strategy<Value = Vec<(u8, bool)>> {
    prop::collection::vec((any::<u8>(), prop::bool::weighted(0.2)), 1..25)
}

fn end() -> impl Strategy<Value = End> {
    prop_oneof![Just(End::Quit), Just(End::Close)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_lines_in_any_order_are_answered_and_the_session_ends(
        protocol in 0..PROTOCOLS.len(),
        choices in choices(),
        end in end(),
    ) {
        let protocol = PROTOCOLS[protocol];
        let (sent, printed) = session(protocol, &choices, end);
        check(protocol, &sent, &printed);
    }
}

/// Every line of every vocabulary is sent at least once, in the order of the list and in reverse.
#[test]
fn the_whole_vocabulary_is_answered() {
    for protocol in PROTOCOLS {
        for end in [End::Quit, End::Close] {
            let mut choices: Vec<(u8, bool)> = (0..lines(protocol).len() as u8).map(|line| (line, false)).collect();
            for _ in 0..2 {
                let (sent, printed) = session(protocol, &choices, end);
                check(protocol, &sent, &printed);
                choices.reverse();
            }
        }
    }
}
