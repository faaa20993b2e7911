//! The platform of the Chinese computer games contests (SAU): points are two
//! letters, a turn is always four, `@@` standing for no stone. It keeps the
//! clock itself and tells nothing of it.

use super::{NAME, shown};
use crate::session::{Flow, Session};
use duiyi_connect6::notation::Coordinates;
use std::io::Write;

/// What the conversation remembers.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// The engine has moved last, so an `error` is about that turn.
    own_last: bool,
}

impl State {
    pub(super) fn obey<W: Write>(&mut self, session: &mut Session<W>, line: &str) -> Flow {
        let mut words = line.split_whitespace();
        let argument = |words: &mut std::str::SplitWhitespace<'_>| words.next().unwrap_or_default().to_owned();
        match words.next().unwrap_or_default() {
            "name?" => session.say(format_args!("name {NAME}")),
            "new" => {
                session.new_game(session.rules());
                self.own_last = false;
                if argument(&mut words) == "black" {
                    self.answer(session);
                }
            }
            "move" => {
                let text = argument(&mut words);
                let played = match Coordinates::LetterPairs.read_turn(session.rules(), &text) {
                    Ok(turn) => session.board.play(turn.points()).map_err(|error| error.to_string()),
                    Err(error) => Err(error.to_string()),
                };
                match played {
                    Ok(()) => self.answer(session),
                    Err(error) => session.say(format_args!("error {error}")),
                }
            }
            // The platform has refused the last turn: it is taken back.
            "error" => {
                if self.own_last {
                    session.board.undo_turn();
                    self.own_last = false;
                }
            }
            "end" => {}
            "quit" | "exit" => return Flow::Quit,
            other => session.say(format_args!("error unknown command '{}'", shown(other))),
        }
        Flow::Continue
    }

    fn answer<W: Write>(&mut self, session: &mut Session<W>) {
        let rules = session.rules();
        let ends = |line: &str| line == "quit" || line.starts_with("end");
        let Some(decision) = session.think(ends, |_| None) else { return };
        if session.board.play(decision.turn.points()).is_ok() {
            self.own_last = true;
            let mut name = Coordinates::LetterPairs.write_turn(rules, &decision.turn);
            while name.len() < 4 {
                name.push_str("@@");
            }
            session.say(format_args!("move {name}"));
        }
    }
}
