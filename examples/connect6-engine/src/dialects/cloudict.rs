//! Cloudict's text protocol: points are two letters, both counted from A, the
//! row from the bottom. A reply is `move PP`; everything else that is written
//! are lines of `info` and `error`, which its hosts pass over.
//!
//! Added to it: `time MS`, `nodes N`, `threads N`, `hash MB`, `undo`, `size N`,
//! `level N`, and the errors.

use super::{NAME, number, report, shown};
use crate::level::Level;
use crate::session::{Flow, MAX_HASH, MAX_THREADS, Session};
use duiyi_connect6::notation::Coordinates;
use duiyi_connect6::{Board, Color, Rules, Turn};
use std::io::Write;
use std::time::Duration;

const HELP: &str = "\
name           the engine's name
new black      a new game; the engine is Black and plays
new white      a new game; the engine is White and waits
black P|PP     put black stones; any number of lines in any order sets up a position
white P|PP     put white stones; the last line decides whose turn it is: the other side's
move P|PP      the opponent's turn; the engine answers
next           the engine plays for the side to move
undo           take the last turn back
depth N        the last depth of the search, in stones
time MS        milliseconds for a turn
nodes N        nodes for a turn
level N        1 (beginner) to 9 (everything)
vcf | unvcf    the search for wins by threats on or off
hash MB        the size of the table
threads N      how many threads search
size N         a new game on N x N points
print          draw the board
quit | exit    end";

/// Words that end a search under way.
fn ends(line: &str) -> bool {
    matches!(line, "stop" | "quit" | "exit")
}

pub(super) fn obey<W: Write>(session: &mut Session<W>, line: &str) -> Flow {
    let mut words = line.split_whitespace();
    let command = words.next().unwrap_or_default();
    let argument = words.next();
    let result = match command {
        "quit" | "exit" => return Flow::Quit,
        "name" => {
            session.say(format_args!("name {NAME}"));
            Ok(())
        }
        "help" => {
            session.say(HELP);
            Ok(())
        }
        "print" => {
            let drawing = session.board.to_string();
            session.say(drawing);
            Ok(())
        }
        "new" => {
            session.new_game(session.rules());
            if argument == Some("black") {
                answer(session);
            }
            Ok(())
        }
        "black" => put(session, Color::Black, argument),
        "white" => put(session, Color::White, argument),
        "next" => {
            answer(session);
            Ok(())
        }
        "move" => match read(session.rules(), argument) {
            Ok(turn) => match session.board.play(turn.points()) {
                Ok(()) => {
                    answer(session);
                    Ok(())
                }
                Err(error) => Err(error.to_string()),
            },
            Err(error) => Err(error),
        },
        "undo" => match session.board.undo_turn() {
            Some(_) => Ok(()),
            None => Err("there is no turn to take back".to_owned()),
        },
        "depth" => number("depth", argument, 1..=100).map(|depth: u32| {
            session.limits.depth = Some(depth);
            session.say(format_args!("Set the search depth to {depth}."));
        }),
        "time" => number("time", argument, 1..=86_400_000).map(|millis: u64| {
            session.limits.time = Some(Duration::from_millis(millis));
        }),
        "nodes" => number("nodes", argument, 1..=u64::MAX).map(|nodes: u64| session.limits.nodes = Some(nodes)),
        "level" => number("level", argument, 1..=9).map(|level: u32| {
            if let Some(level) = Level::new(level) {
                session.set_level(level);
            }
        }),
        "hash" => number("hash", argument, 1..=MAX_HASH).map(|size: usize| session.set_hash(size)),
        "threads" => {
            number("threads", argument, 1..=MAX_THREADS).map(|threads: usize| session.player.set_threads(threads))
        }
        "vcf" => {
            session.solves = true;
            Ok(())
        }
        "unvcf" => {
            session.solves = false;
            Ok(())
        }
        "size" => number("size", argument, 6..=26).and_then(|side: u8| {
            let old = session.rules();
            match Rules::new(side, side, old.k(), old.p(), old.q()) {
                Ok(rules) => {
                    session.new_game(rules);
                    Ok(())
                }
                Err(error) => Err(error.to_string()),
            }
        }),
        // Nothing is being searched.
        "stop" => Ok(()),
        other => Err(format!("unknown command '{}'", shown(other))),
    };
    if let Err(error) = result {
        session.say(format_args!("error {error}"));
    }
    Flow::Continue
}

fn read(rules: Rules, text: Option<&str>) -> Result<Turn, String> {
    let text = text.ok_or("expected the stones of a turn, like JJ or IKLJ")?;
    Coordinates::LetterPairs.read_turn(rules, text).map_err(|error| error.to_string())
}

/// Puts stones: as a turn if they are one, otherwise as the set-up of a position.
fn put<W: Write>(session: &mut Session<W>, color: Color, text: Option<&str>) -> Result<(), String> {
    let turn = read(session.rules(), text)?;
    let due = usize::from(session.board.stones_left());
    if session.board.to_move() == color && turn.points().len() == due && session.board.outcome().is_none() {
        return session.board.play(turn.points()).map_err(|error| error.to_string());
    }
    let mut board: Board = session.board.clone();
    for &point in turn.points() {
        board.set(point, color).map_err(|error| error.to_string())?;
    }
    let rules = session.rules();
    board.set_turn(!color, rules.p()).map_err(|error| error.to_string())?;
    session.board = board;
    Ok(())
}

/// Thinks, plays, and says so.
fn answer<W: Write>(session: &mut Session<W>) {
    let rules = session.rules();
    let found = session.think(ends, |progress| Some(format!("info {}", report(rules, progress))));
    match found {
        Some(decision) => {
            // `choose` gives legal turns only; whatever happens, the board stays what it was.
            match session.board.play(decision.turn.points()) {
                Ok(()) => {
                    let name = Coordinates::LetterPairs.write_turn(rules, &decision.turn);
                    session.say(format_args!("move {name}"));
                }
                Err(error) => session.say(format_args!("error {error}")),
            }
        }
        None => {
            let verdict = session.board.outcome().map(|outcome| outcome.reason.into_owned()).unwrap_or_default();
            session.say(format_args!("info game over: {verdict}"));
        }
    }
}
