//! A session as a state machine: any lines of a protocol in any order. Every session ends when it
//! is told to, without a panic, and what was asked has been answered by then.

use crate::common::{FrontEnd, Polls};
use crate::vocabulary::{PROTOCOLS, lines, quit};
use duiyi_engine::Protocol;
use proptest::prelude::*;

/// How a session ends.
#[derive(Clone, Copy, Debug)]
enum End {
    /// It is told to.
    Quit,
    /// The input ends.
    Close,
}

/// A session in which these lines are sent, the choices numbers of lines of the vocabulary; where `waits`
/// says so, what was said before is awaited first. Returns what was sent and said.
fn session(protocol: Protocol, choices: &[(u8, bool)], end: End) -> (Vec<&'static str>, Vec<String>) {
    // A search is over after so many questions, however much it is allowed to.
    let mut front = FrontEnd::start(Some(protocol), || Box::new(Polls(300)));
    let vocabulary = lines(protocol);
    let (mut sent, mut said) = (Vec::new(), Vec::new());
    for &(choice, waits) in choices {
        let line = vocabulary[usize::from(choice) % vocabulary.len()];
        sent.push(line);
        front.send(line);
        // What answers at once, whatever else is going on.
        if waits && protocol == Protocol::Uci {
            front.send("isready");
            said.extend(front.until("readyok"));
        }
    }
    // An unfinished list swallows every line up to its end.
    if protocol == Protocol::Piskvork {
        front.send("DONE");
    }
    match (end, quit(protocol)) {
        (End::Quit, Some(quit)) => front.send(quit),
        _ => front.close(),
    }
    said.extend(front.rest());
    (sent, said)
}

fn count(lines: &[impl AsRef<str>], begin: impl Fn(&str) -> bool) -> usize {
    lines.iter().filter(|line| begin(line.as_ref())).count()
}

/// What a whole session must have said.
fn check(protocol: Protocol, sent: &[&str], said: &[String]) {
    let begins = |word: &'static str| move |line: &str| line.starts_with(word);
    match protocol {
        Protocol::Uci => {
            // Each question has one answer: a turn, a count, or what is wrong with it.
            let questions = count(sent, |line| line == "go" || line.starts_with("go ") || line == "bench");
            let turns = count(said, begins("bestmove"));
            let counts = count(said, |line| line.contains("Nodes searched") || line.starts_with("stopped"))
                + count(said, |line| line.ends_with(" nps"));
            let refused = count(said, begins("info string error"));
            assert!(turns + counts <= questions, "{sent:?}: {said:?}");
            assert!(turns + counts + refused >= questions, "{sent:?}: {said:?}");
        }
        Protocol::Ucci => {
            let questions = count(sent, |line| line == "go" || line.starts_with("go "));
            let answers = count(said, begins("bestmove")) + count(said, begins("nobestmove"));
            let refused = count(said, begins("info message error"));
            assert!(answers + refused >= questions, "{sent:?}: {said:?}");
            assert!(count(said, begins("bestmove")) <= questions, "{sent:?}: {said:?}");
        }
        Protocol::Gtp => {
            let commands = count(sent, |line| !line.is_empty() && !line.starts_with('#'));
            let answers = count(said, begins("=")) + count(said, begins("?"));
            // The last one is that of `quit`.
            assert!((commands..=commands + 1).contains(&answers), "{sent:?}: {said:?}");
        }
        Protocol::Cloudict => {
            let turns = count(sent, |line| matches!(line, "next" | "new black" | "move CCEE"));
            // The list of commands has a line that begins so, too.
            let answers = count(said, |line| line.starts_with("move ") && !line.contains("P|PP"));
            assert!(answers <= turns, "{sent:?}: {said:?}");
        }
        Protocol::Sau | Protocol::Botzone | Protocol::Piskvork => {}
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
        let (sent, said) = session(protocol, &choices, end);
        check(protocol, &sent, &said);
    }
}

/// Every line of every vocabulary is sent at least once, in the order of the list and backwards.
#[test]
fn the_whole_vocabulary_is_survived() {
    for protocol in PROTOCOLS {
        for end in [End::Quit, End::Close] {
            let mut choices: Vec<(u8, bool)> = (0..lines(protocol).len() as u8).map(|line| (line, false)).collect();
            for _ in 0..2 {
                let (sent, said) = session(protocol, &choices, end);
                check(protocol, &sent, &said);
                choices.reverse();
            }
        }
    }
}
