//! Introduction, options, and the end of the process.

use super::{Engine, is};
use crate::compliance::{
    options::fault,
    report::Step,
    talk::{Checked, failed, ms, skipped},
};
use duiyi_arena::ChessProtocol;
use duiyi_engine::protocol::OptionLine;
use duiyi_game::Notation;

/// The steps after the handshake.
pub(super) fn steps<G: Notation>() -> Vec<Step<Engine<G>>> {
    vec![
        Step { name: "id name and id author", check: identification },
        Step { name: "options are well-formed", check: options },
        Step { name: "options have different names", check: distinct_options },
        Step { name: "isready of an idle engine", check: idle_ready },
        Step { name: "every option accepts its default", check: defaults },
        Step { name: "new game", check: new_game },
    ]
}

/// The steps that end the process.
pub(super) fn last_steps<G: Notation>() -> Vec<Step<Engine<G>>> {
    vec![
        Step { name: "end of input ends the process", check: end_of_input },
        Step { name: "end of input ends a search", check: end_of_input_in_search },
        Step { name: "quit ends the process with status 0", check: quit },
        Step { name: "quit ends a search", check: quit_in_search },
    ]
}

fn identification<G: Notation>(engine: &mut Engine<G>) -> Checked {
    let value = |key: &str| {
        let found = engine.introduction.iter().find_map(|line| line.strip_prefix(key));
        found.map(str::trim).filter(|value| !value.is_empty()).map(str::to_owned)
    };
    let (name, author) = (value("id name "), value("id author "));
    match (name, author) {
        (Some(name), Some(author)) => Ok(format!("{name}; {author}")),
        // Engines of UCCI may name a copyright instead.
        (Some(name), None) if engine.protocol == ChessProtocol::Ucci => Ok(name),
        (None, _) => failed("'id name NAME'", "no such line"),
        (_, None) => failed("'id author AUTHOR'", "no such line"),
    }
}

fn options<G: Notation>(engine: &mut Engine<G>) -> Checked {
    let read: Vec<_> = engine.introduction.iter().filter_map(|line| OptionLine::read(line)).collect();
    let wrong = read.iter().find_map(|option| match option {
        Ok(option) => fault(option),
        Err(reason) => Some(reason.clone()),
    });
    match wrong {
        Some(wrong) => failed("a type with a default that it allows", wrong),
        None => Ok(format!("{} options", read.len())),
    }
}

fn distinct_options<G: Notation>(engine: &mut Engine<G>) -> Checked {
    let mut names: Vec<String> = engine.options.iter().map(|option| option.name.to_lowercase()).collect();
    names.sort_unstable();
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => failed("different names, apart from case", format!("'{}' twice", pair[0])),
        None => Ok(String::new()),
    }
}

fn idle_ready<G: Notation>(engine: &mut Engine<G>) -> Checked {
    engine.talk.send("isready\nisready\nisready")?;
    let mut left = 3;
    let three = |line: &str| {
        left -= u32::from(line == "readyok");
        (left == 0).then_some(())
    };
    let ((), time) = engine.talk.wait("three times 'readyok'", ms(1000), three)?;
    Ok(format!("{:.1} ms for three", time.as_secs_f64() * 1e3))
}

fn defaults<G: Notation>(engine: &mut Engine<G>) -> Checked {
    let settable = engine.options.iter().filter(|option| option.kind != "button");
    let values: Vec<(String, String)> = settable
        .filter_map(|option| Some((option.name.clone(), option.default.clone()?)))
        .filter(|(name, _)| !name.eq_ignore_ascii_case("UCI_Variant") && name != "usemillisec")
        .collect();
    // A value is needed, or the option would be pressed.
    for (name, value) in values.iter().filter(|(_, value)| !value.is_empty()) {
        engine.set(name, value)?;
        engine.ready()?;
    }
    let game = engine.initial();
    engine.search_legal(&game, "go depth 1")?;
    Ok(format!("{} options", values.len()))
}

fn new_game<G: Notation>(engine: &mut Engine<G>) -> Checked {
    if engine.protocol == ChessProtocol::Ucci && engine.option("newgame").is_none() {
        return skipped("the engine has no option newgame");
    }
    let game = engine.initial();
    for _ in 0..2 {
        let command = engine.protocol.new_game();
        engine.talk.send(command)?;
        engine.ready()?;
        engine.search_legal(&game, "go depth 2")?;
    }
    Ok(String::new())
}

/// The time in which a process must end.
const END: std::time::Duration = ms(1000);

fn end_of_input<G: Notation>(engine: &mut Engine<G>) -> Checked {
    engine.talk.close_input()?;
    engine.talk.ended(END).map(|(_, time)| format!("after {} ms", time.as_millis()))
}

fn end_of_input_in_search<G: Notation>(engine: &mut Engine<G>) -> Checked {
    let game = engine.initial();
    engine.begin(&game, "go infinite")?;
    engine.goes_on(ms(100))?;
    engine.talk.close_input()?;
    engine.talk.ended(END).map(|(_, time)| format!("after {} ms", time.as_millis()))
}

fn quit<G: Notation>(engine: &mut Engine<G>) -> Checked {
    engine.talk.send("quit")?;
    let (lines, time) = engine.talk.ended(END)?;
    if engine.protocol == ChessProtocol::Ucci && !lines.iter().any(|line| is("bye")(line).is_some()) {
        return failed("'bye'", "no such line");
    }
    Ok(format!("after {} ms", time.as_millis()))
}

fn quit_in_search<G: Notation>(engine: &mut Engine<G>) -> Checked {
    let game = engine.initial();
    engine.begin(&game, "go infinite")?;
    engine.goes_on(ms(100))?;
    engine.talk.send("quit")?;
    engine.talk.ended(END).map(|(_, time)| format!("after {} ms", time.as_millis()))
}
