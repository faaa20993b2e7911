//! The platform of the Chinese computer games contests (SAU): points are two
//! letters, a turn is always four, `@@` standing for no stone. It keeps the
//! clock itself and tells nothing of it.

use super::{
    Dialect, Flow, NAME,
    stones::{self, Limits, read_pairs},
};
use crate::{
    CommandError,
    inbox::Heed,
    session::{Answer, Session},
};
use duiyi_game::shortened;
use duiyi_game::{Coordinates, Placement};

/// A conversation with the platform.
#[derive(Default)]
pub(super) struct Sau {
    /// The engine has moved last, so an `error` is about that turn.
    own_last: bool,
}

impl<G: Placement> Dialect<G> for Sau {
    fn execute(&mut self, session: &mut Session<G>, line: &str) -> Result<Flow, CommandError> {
        let mut words = line.split_whitespace();
        match words.next().unwrap_or_default() {
            "name?" => session.say(format_args!("name {NAME}")),
            "new" => {
                stones::begin(session)?;
                self.own_last = false;
                if words.next() == Some("black") {
                    stones::go(session, Limits::default(), None);
                }
            }
            "move" => {
                let turn = read_pairs(session.game.now(), words.next().unwrap_or_default())?;
                stones::play(session, Coordinates::LetterPairs, &turn)?;
                if session.game.outcome().is_none() {
                    stones::go(session, Limits::default(), None);
                }
            }
            // The platform has refused the last turn: it is taken back.
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
        let mut turn = stones::write(session.game.now(), Coordinates::LetterPairs, &squares, "");
        while turn.len() < 4 {
            turn.push_str("@@");
        }
        session.say(format_args!("move {turn}"));
    }

    fn report_error(&self, session: &Session<G>, error: &CommandError) {
        session.say(format_args!("error {error}"));
    }

    fn heed(&self, line: &str, _endless: bool) -> Heed {
        match line.split_whitespace().next() {
            Some("quit" | "exit" | "end") => Heed::Ends,
            _ => Heed::Waits,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_connect6::Board;

    #[test]
    fn what_ends_a_game_is_heeded() {
        let heed = |line| Dialect::<Board>::heed(&Sau::default(), line, false);
        assert_eq!([heed("quit"), heed("exit"), heed("end 1")], [Heed::Ends; 3]);
        assert_eq!([heed("move AA"), heed("error"), heed("stop"), heed("")], [Heed::Waits; 4]);
        assert!(Dialect::<Board>::waits(&Sau::default()));
    }
}
