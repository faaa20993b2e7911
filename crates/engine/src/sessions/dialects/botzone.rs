//! Botzone's simple interaction: 15 × 15, x to the right and y down from 0,
//! `-1 -1` for a missing stone.
//!
//! The first line is the number of the turn, n. Then follow 2n − 1 lines with
//! the turns of the opponent and of the engine, alternating. The reply is a line
//! with the turn and a request to keep the program running: after it, only the
//! opponent's next turn is sent.

use super::{
    Dialect, Flow,
    stones::{self, StoneLimits},
};
use crate::protocol::{
    CommandError,
    stones::{read_numbers, write_numbers},
};
use crate::sessions::session::{Answer, Session};
use duiyi_game::shortened;
use duiyi_game::{Coordinates, Placement, Square};
use std::time::Duration;

const KEEP_RUNNING: &str = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";
/// The platform's limit is one second; the rest is for communication.
const TURN_TIME: Duration = Duration::from_millis(850);
/// Columns and rows.
const SIDE: u8 = 15;

/// A conversation with the platform.
#[derive(Default)]
pub(super) struct Botzone {
    /// The number of turns to read before the engine's turn; `None` before the first line.
    due: Option<u32>,
}

impl<G: Placement> Dialect<G> for Botzone {
    fn execute(&mut self, session: &mut Session<G>, line: &str) -> Result<Flow, CommandError> {
        let Some(due) = self.due else {
            let Some(turns) = line.parse::<u32>().ok().filter(|turns| (1..=225).contains(turns)) else {
                let found = shortened(line);
                return Err(CommandError::refused(format!("expected the number of the turn, found '{found}'")));
            };
            // The platform plays Connect6, even if the program was set up for other rules.
            let start = G::begin("").and_then(|usual| usual.resized(SIDE, SIDE)).map_err(CommandError::Refused)?;
            session.new_game(start);
            self.due = Some(2 * turns - 1);
            return Ok(Flow::Continue);
        };
        let squares = read(session.game.now(), line)?;
        if !squares.is_empty() {
            stones::whole_turn(session.game.now(), line, squares.clone())?;
        }
        // Black's first input has no stones.
        if !squares.is_empty() || !session.game.moves().is_empty() {
            stones::play(session, Coordinates::Numbers, &squares)?;
        }
        self.due = Some(due.saturating_sub(1).max(1));
        if due <= 1 && session.game.outcome().is_none() {
            let time = session.setup.turn_time.or(Some(TURN_TIME));
            stones::go(session, StoneLimits { time, ..StoneLimits::default() }, None);
        }
        Ok(Flow::Continue)
    }

    fn answer(&mut self, session: &mut Session<G>, answer: Answer<G::Move>) {
        if let Some(fault) = &answer.fault {
            self.report_error(session, fault);
        }
        let Some(squares) = stones::play_found(session, &answer) else { return };
        session.print(write_numbers(&stones::names(session.game.now(), Coordinates::Numbers, &squares)));
        session.print(KEEP_RUNNING);
    }

    fn report_error(&self, session: &Session<G>, error: &CommandError) {
        session.print(format_args!("error {error}"));
    }
}

/// Reads `x0 y0 x1 y1`; either point may be `-1 -1`.
fn read<G: Placement>(now: &G, line: &str) -> Result<Vec<Square>, CommandError> {
    let Some(names) = read_numbers(line) else {
        return Err(CommandError::refused(format!("expected four numbers, found '{}'", shortened(line))));
    };
    names.iter().map(|name| stones::read(now, Coordinates::Numbers, name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_connect6::Board;

    #[test]
    fn a_turn_uses_the_time_of_the_platform_or_of_the_user() {
        for (turn_time, hard) in [(None, 840), (Some(300), 290)] {
            let mut session = Session::with_random_player(Board::new("Connect(7,7,4,2,1)".parse().unwrap()));
            session.setup.turn_time = turn_time.map(Duration::from_millis);
            let mut botzone = Botzone::default();
            for line in ["1", "-1 -1 -1 -1"] {
                assert_eq!(botzone.execute(&mut session, line).unwrap(), Flow::Continue);
            }
            assert!(session.is_thinking());
            session.stop();
            session.await_answer();
            // The session reserves ten milliseconds for communication.
            assert_eq!(session.budget().map(|budget| budget.hard), Some(Duration::from_millis(hard)));
        }
    }
}
