//! Limits of a search, `stop`, and pondering.

use super::{Engine, is};
use crate::compliance::{
    report::Step,
    talk::{Checked, failed, ms, skipped},
};
use duiyi_arena::ChessProtocol;
use duiyi_game::Notation;
use std::time::Instant;

/// The steps.
pub(super) fn steps<G: Notation>() -> Vec<Step<Engine<G>>> {
    vec![
        Step { name: "go depth", check: depth },
        Step { name: "go nodes", check: nodes },
        Step { name: "go with a time for the move", check: move_time },
        Step { name: "go with a clock", check: clock },
        Step { name: "go with one move to the control", check: one_move },
        Step { name: "go infinite does not end by itself", check: infinite },
        Step { name: "stop gives exactly one bestmove", check: stop },
        Step { name: "stop directly after go", check: early_stop },
        Step { name: "stop without a search", check: idle_stop },
        Step { name: "isready during a search", check: ready_in_search },
        Step { name: "an option set during a search", check: option_in_search },
        Step { name: "pondering waits for ponderhit", check: ponder_hit },
        Step { name: "stop ends pondering", check: ponder_miss },
    ]
}

fn depth<G: Notation>(engine: &mut Engine<G>) -> Checked {
    let game = engine.middle();
    for wanted in 1..=4 {
        let found = engine.search_legal(&game, &format!("go depth {wanted}"))?;
        let deepest = found.infos.iter().filter_map(|info| info.depth).max();
        if deepest.is_some_and(|deepest| deepest > wanted) {
            return failed(format!("no depth above {wanted}"), format!("depth {}", deepest.unwrap_or(0)));
        }
    }
    Ok("depths 1 to 4".to_owned())
}

fn nodes<G: Notation>(engine: &mut Engine<G>) -> Checked {
    const WANTED: u64 = 20_000;
    let game = engine.middle();
    let found = engine.search_legal(&game, &format!("go nodes {WANTED}"))?;
    match found.infos.iter().filter_map(|info| info.nodes).max() {
        Some(nodes) if nodes > 2 * WANTED => failed(format!("about {WANTED} nodes"), format!("{nodes} nodes")),
        Some(nodes) => Ok(format!("{nodes} of {WANTED} nodes reported")),
        None => Ok("the engine reports no nodes".to_owned()),
    }
}

/// A limit of time for one move.
fn for_a_move<G: Notation>(engine: &Engine<G>, millis: u64) -> String {
    match engine.protocol {
        ChessProtocol::Uci => format!("go movetime {millis}"),
        ChessProtocol::Ucci => format!("go time {} movestogo 1", millis / unit(engine)),
    }
}

/// The unit of times in milliseconds: UCCI counts in seconds without the option `usemillisec`.
fn unit<G: Notation>(engine: &Engine<G>) -> u64 {
    let seconds = engine.protocol == ChessProtocol::Ucci && engine.option("usemillisec").is_none();
    if seconds { 1000 } else { 1 }
}

/// A time in milliseconds that the unit of the engine can express.
fn whole<G: Notation>(engine: &Engine<G>, millis: u64) -> u64 {
    millis.next_multiple_of(unit(engine))
}

/// The clock of both sides, without an increment.
fn clocks<G: Notation>(engine: &Engine<G>, millis: u64) -> String {
    match engine.protocol {
        ChessProtocol::Uci => format!("wtime {millis} btime {millis} winc 0 binc 0"),
        ChessProtocol::Ucci => {
            let time = millis / unit(engine);
            format!("time {time} increment 0 opptime {time} oppincrement 0")
        }
    }
}

/// Searches and requires an answer in this time.
fn in_time<G: Notation>(engine: &mut Engine<G>, go: &str, millis: u64) -> Checked {
    let game = engine.middle();
    engine.begin(&game, go)?;
    let found = engine.finish(ms(millis))?;
    engine.check_best(&game, &found)?;
    Ok(format!("after {} ms", found.elapsed.as_millis()))
}

fn move_time<G: Notation>(engine: &mut Engine<G>) -> Checked {
    let time = whole(engine, 300);
    let go = for_a_move(engine, time);
    in_time(engine, &go, time)
}

fn clock<G: Notation>(engine: &mut Engine<G>) -> Checked {
    let go = format!("go {}", clocks(engine, 2000));
    in_time(engine, &go, 2000)
}

fn one_move<G: Notation>(engine: &mut Engine<G>) -> Checked {
    let time = whole(engine, 500);
    let go = match engine.protocol {
        ChessProtocol::Uci => format!("go wtime {time} btime {time} movestogo 1"),
        ChessProtocol::Ucci => for_a_move(engine, time),
    };
    in_time(engine, &go, time)
}

fn infinite<G: Notation>(engine: &mut Engine<G>) -> Checked {
    let game = engine.initial();
    engine.begin(&game, "go infinite")?;
    engine.goes_on(ms(500))?;
    engine.stop(&game).map(|_| "500 ms".to_owned())
}

fn stop<G: Notation>(engine: &mut Engine<G>) -> Checked {
    let game = engine.initial();
    let mut slowest = ms(0);
    for wait in [20, 50, 120] {
        engine.begin(&game, "go infinite")?;
        engine.goes_on(ms(wait))?;
        slowest = slowest.max(engine.stop(&game)?);
    }
    if slowest > engine.talk.limit(ms(200)) {
        return failed("an answer 200 ms after 'stop'", format!("{} ms", slowest.as_millis()));
    }
    Ok(format!("after {} ms at most", slowest.as_millis()))
}

fn early_stop<G: Notation>(engine: &mut Engine<G>) -> Checked {
    let game = engine.initial();
    for _ in 0..10 {
        let lines = format!("{}\ngo infinite\nstop", engine.position(&game));
        engine.talk.send(&lines)?;
        let found = engine.finish(ms(1000))?;
        engine.check_best(&game, &found)?;
    }
    engine.no_other_move()?;
    Ok("10 times".to_owned())
}

fn idle_stop<G: Notation>(engine: &mut Engine<G>) -> Checked {
    engine.talk.send("stop\nponderhit\nisready")?;
    let limit = engine.startup;
    let mut moved = None;
    engine.talk.wait("'readyok'", limit, |line| {
        // UCCI allows an answer without a move.
        moved = moved.take().or_else(|| line.starts_with("bestmove").then(|| line.to_owned()));
        is("readyok")(line)
    })?;
    match moved {
        Some(line) => failed("no move", format!("'{line}'")),
        None => Ok(String::new()),
    }
}

fn ready_in_search<G: Notation>(engine: &mut Engine<G>) -> Checked {
    let game = engine.initial();
    engine.begin(&game, "go infinite")?;
    let mut slowest = ms(0);
    for _ in 0..5 {
        engine.goes_on(ms(50))?;
        let begun = Instant::now();
        engine.talk.send("isready")?;
        engine.talk.wait("'readyok' during the search", ms(100), is("readyok"))?;
        slowest = slowest.max(begun.elapsed());
    }
    engine.goes_on(ms(50))?;
    engine.stop(&game)?;
    Ok(format!("after {:.1} ms at most", slowest.as_secs_f64() * 1e3))
}

fn option_in_search<G: Notation>(engine: &mut Engine<G>) -> Checked {
    let spin = engine.options.iter().find(|option| option.kind == "spin");
    let Some((name, value)) = spin.and_then(|option| Some((option.name.clone(), option.default.clone()?))) else {
        return skipped("the engine has no option with a number");
    };
    let game = engine.initial();
    engine.begin(&game, "go infinite")?;
    engine.goes_on(ms(50))?;
    engine.set(&name, &value)?;
    engine.goes_on(ms(50))?;
    engine.stop(&game)?;
    engine.ready()?;
    engine.search_legal(&game, "go depth 2")?;
    Ok(format!("option {name}"))
}

/// Begins to ponder after the engine's own move.
fn ponder<G: Notation>(engine: &mut Engine<G>) -> Result<duiyi_game::History<G>, crate::compliance::talk::Stop> {
    if engine.option("Ponder").is_none() {
        return skipped("the engine has no option Ponder");
    }
    engine.set("Ponder", "true")?;
    let game = engine.initial();
    let go = format!("go ponder {}", clocks(engine, 2000));
    engine.begin(&game, &go)?;
    engine.goes_on(ms(300))?;
    Ok(game)
}

fn ponder_hit<G: Notation>(engine: &mut Engine<G>) -> Checked {
    let game = ponder(engine)?;
    engine.talk.send("ponderhit")?;
    let found = engine.finish(ms(2000))?;
    engine.check_best(&game, &found)?;
    engine.no_other_move()?;
    engine.set("Ponder", "false")?;
    Ok(format!("{} ms after ponderhit", found.elapsed.as_millis()))
}

fn ponder_miss<G: Notation>(engine: &mut Engine<G>) -> Checked {
    let game = ponder(engine)?;
    let time = engine.stop(&game)?;
    engine.set("Ponder", "false")?;
    Ok(format!("{} ms after stop", time.as_millis()))
}
