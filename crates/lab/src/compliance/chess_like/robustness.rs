//! Lines that front ends do not send, or seldom.

use super::{Engine, is};
use crate::compliance::{
    report::Step,
    talk::{Checked, failed},
};
use duiyi_arena::ChessProtocol;
use duiyi_engine::protocol::BestMove;
use duiyi_game::Notation;

/// The steps.
pub(super) fn steps<G: Notation>() -> Vec<Step<Engine<G>>> {
    vec![
        Step { name: "unknown commands are ignored", check: unknown },
        Step { name: "malformed go", check: malformed_go },
        Step { name: "malformed position", check: malformed_position },
        Step { name: "malformed setoption", check: malformed_option },
        Step { name: "numbers that are too large", check: large_numbers },
        Step { name: "very long lines", check: long_lines },
        Step { name: "empty lines and spaces", check: empty_lines },
        Step { name: "CR LF at the end of lines", check: carriage_return },
        Step { name: "commands in one write", check: pipelined },
    ]
}

fn lines(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

fn unknown<G: Notation>(engine: &mut Engine<G>) -> Checked {
    // Not `xyzzy go`: UCI lets engines skip an unknown word and execute the rest of the line.
    engine.talk.send("xyzzy\nxyzzy 1 2 3\n!?\n\u{68cb}\nisready")?;
    let (mut moved, limit) = (None, engine.startup);
    engine.talk.wait("'readyok'", limit, |line| {
        moved = moved.take().or_else(|| BestMove::read(line).map(|_| line.to_owned()));
        is("readyok")(line)
    })?;
    if let Some(line) = moved {
        return failed("no move", format!("'{line}'"));
    }
    let game = engine.initial();
    engine.search_legal(&game, "go depth 1")?;
    Ok("4 lines".to_owned())
}

fn malformed_go<G: Notation>(engine: &mut Engine<G>) -> Checked {
    let texts = match engine.protocol {
        ChessProtocol::Uci => &[
            "go depth",
            "go depth x",
            "go depth -3",
            "go movetime",
            "go movetime -5",
            "go wtime abc btime 1",
            "go wtime -1000 btime -1000",
            "go nodes 0",
            "go movestogo 0 wtime 100 btime 100",
            "go searchmoves",
            "go searchmoves z9z9",
            "go fast",
        ][..],
        ChessProtocol::Ucci => &[
            "go depth",
            "go depth x",
            "go depth -3",
            "go time",
            "go time -5",
            "go time abc increment 1",
            "go nodes 0",
            "go time 100 movestogo 0",
            "banmoves z9z9",
            "go fast",
        ],
    };
    let game = engine.initial();
    let position = engine.position(&game);
    engine.talk.send(&position)?;
    engine.survives(&lines(texts))
}

fn malformed_position<G: Notation>(engine: &mut Engine<G>) -> Checked {
    let fen = engine.start.write_position();
    let half: String = fen.chars().take(fen.len() / 2).collect();
    engine.survives(&[
        "position".to_owned(),
        "position fen".to_owned(),
        "position nonsense".to_owned(),
        "position fen nonsense w - - 0 1".to_owned(),
        format!("position fen {half}"),
        format!("position fen {fen} moves z9z9"),
        format!("position fen {fen} moves"),
        format!("position fen {fen} moves {}", "a".repeat(300)),
    ])
}

fn malformed_option<G: Notation>(engine: &mut Engine<G>) -> Checked {
    let set = |name: &str, value: &str| engine.protocol.set_option(name, value);
    let mut texts = lines(&["setoption", "setoption name", "setoption value 3", "setoption name value"]);
    texts.push(set("NoSuchOption", "1"));
    // Values that the engine has excluded itself.
    for option in &engine.options {
        match option.kind.as_str() {
            "spin" => texts.extend([set(&option.name, "abc"), set(&option.name, "-999999999")]),
            "combo" => texts.push(set(&option.name, "no_such_value")),
            "check" => texts.push(set(&option.name, "perhaps")),
            _ => {}
        }
    }
    let checked = engine.survives(&texts);
    // Another engine for the next step, since some engines accept such values.
    engine.talk.kill();
    checked
}

fn large_numbers<G: Notation>(engine: &mut Engine<G>) -> Checked {
    const LARGE: &str = "99999999999999999999999";
    let mut texts: Vec<String> = match engine.protocol {
        ChessProtocol::Uci => ["depth", "nodes", "movetime", "mate"].map(|limit| format!("go {limit} {LARGE}")).into(),
        ChessProtocol::Ucci => ["depth", "nodes", "time"].map(|limit| format!("go {limit} {LARGE}")).into(),
    };
    texts.push(match engine.protocol {
        ChessProtocol::Uci => format!("go wtime {LARGE} btime {LARGE} winc {LARGE} binc {LARGE} movestogo {LARGE}"),
        ChessProtocol::Ucci => format!("go time {LARGE} increment {LARGE} opptime {LARGE} oppincrement {LARGE}"),
    });
    // Each engine limits its table, or refuses the number.
    let spins = engine.options.iter().filter(|option| option.kind == "spin");
    texts.extend(spins.map(|option| engine.protocol.set_option(&option.name, LARGE)));
    let game = engine.initial();
    let position = engine.position(&game);
    engine.talk.send(&position)?;
    let checked = engine.survives(&texts);
    engine.talk.kill();
    checked
}

fn long_lines<G: Notation>(engine: &mut Engine<G>) -> Checked {
    let fen = engine.start.write_position();
    engine.survives(&[
        "x".repeat(100_000),
        format!("xyzzy{}", " word".repeat(40_000)),
        format!("position fen {}", "9/".repeat(20_000)),
        format!("position fen {fen} moves{}", " z9z9".repeat(20_000)),
        format!("isready{}", " ".repeat(50_000)),
    ])
}

fn empty_lines<G: Notation>(engine: &mut Engine<G>) -> Checked {
    let game = engine.initial();
    let lines = format!("\n\n   \n\t\n{}\n\n  go   depth\t1  \n\n", engine.position(&game).replace(' ', "  "));
    engine.talk.send(&lines)?;
    let found = engine.finish(super::SEARCH)?;
    engine.check_best(&game, &found)?;
    Ok(String::new())
}

fn carriage_return<G: Notation>(engine: &mut Engine<G>) -> Checked {
    let game = engine.middle();
    let lines = format!("isready\r\n{}\r\ngo depth 2\r", engine.position(&game));
    engine.talk.send(&lines)?;
    let found = engine.finish(super::SEARCH)?;
    engine.check_best(&game, &found)?;
    Ok(String::new())
}

fn pipelined<G: Notation>(engine: &mut Engine<G>) -> Checked {
    let game = engine.middle();
    let first = format!("isready\n{}\n{}\ngo depth 3", engine.protocol.new_game(), engine.position(&game));
    engine.talk.send(&first)?;
    let mut ready = 0;
    let limit = super::SEARCH;
    let (end, _) = engine.talk.wait("'readyok', then 'bestmove'", limit, |line| {
        ready += u32::from(line == "readyok");
        BestMove::read(line)
    })?;
    let found = super::Found { end, infos: Vec::new(), elapsed: limit };
    engine.check_best(&game, &found)?;
    if ready != 1 {
        return failed("one 'readyok' before 'bestmove'", format!("{ready}"));
    }
    Ok(String::new())
}
