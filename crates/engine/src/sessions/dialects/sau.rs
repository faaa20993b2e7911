//! The platform of the Chinese computer games contests (SAU): a point is two
//! letters and a turn is four, with `@@` for a missing stone. The platform does
//! not send its clock.

use super::{
    Dialect, Flow, NAME,
    stones::{self, StoneLimits, read_pairs},
};
use crate::protocol::{CommandError, stones::write_pairs};
use crate::sessions::{
    inbox::LineEffect,
    session::{Answer, Session},
};
use duiyi_game::shortened;
use duiyi_game::{Coordinates, Placement};

/// A conversation with the platform.
#[derive(Default)]
pub(super) struct Sau {
    /// The engine made the last turn, so an `error` refers to it.
    own_last: bool,
}

impl<G: Placement> Dialect<G> for Sau {
    fn execute(&mut self, session: &mut Session<G>, line: &str) -> Result<Flow, CommandError> {
        let mut words = line.split_whitespace();
        match words.next().unwrap_or_default() {
            "name?" => session.print(format_args!("name {NAME}")),
            "new" => {
                stones::begin(session)?;
                self.own_last = false;
                if words.next() == Some("black") {
                    stones::go(session, StoneLimits::default(), None);
                }
            }
            "move" => {
                let turn = read_pairs(session.game.now(), words.next().unwrap_or_default())?;
                stones::play(session, Coordinates::LetterPairs, &turn)?;
                if session.game.outcome().is_none() {
                    stones::go(session, StoneLimits::default(), None);
                }
            }
            // The platform has rejected the last turn: take it back.
            "error" => {
                if std::mem::take(&mut self.own_last) {
                    session.game.undo_turn();
                }
            }
            "end" => {}
            "quit" | "exit" => return Ok(Flow::Quit),
            other => return Err(CommandError::Unknown(shortened(other))),
        }
        Ok(Flow::Continue)
    }

    fn answer(&mut self, session: &mut Session<G>, answer: Answer<G::Move>) {
        if let Some(fault) = &answer.fault {
            self.report_error(session, fault);
        }
        let Some(squares) = stones::play_found(session, &answer) else { return };
        self.own_last = true;
        let names = stones::names(session.game.now(), Coordinates::LetterPairs, &squares);
        session.print(format_args!("move {}", write_pairs(&names)));
    }

    fn report_error(&self, session: &Session<G>, error: &CommandError) {
        session.print(format_args!("error {error}"));
    }

    fn effect_of(&self, line: &str, _endless: bool) -> LineEffect {
        match line.split_whitespace().next() {
            Some("quit" | "exit" | "end") => LineEffect::EndsSearch,
            _ => LineEffect::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_connect6::Board;

    #[test]
    fn quit_exit_and_end_stop_the_search() {
        let effect = |line| Dialect::<Board>::effect_of(&Sau::default(), line, false);
        assert_eq!([effect("quit"), effect("exit"), effect("end 1")], [LineEffect::EndsSearch; 3]);
        assert_eq!([effect("move AA"), effect("error"), effect("stop"), effect("")], [LineEffect::None; 4]);
    }
}
