//! Cloudict's text protocol: points are two letters, both counted from A, the
//! row from the bottom. A reply is `move PP`; all other output consists of
//! `info` and `error` lines, which hosts ignore.
//!
//! Additions: `time MS`, `nodes N`, `threads N`, `hash MB`, `undo`, `size N`,
//! `level N`, and error messages.

use super::{
    Dialect, Flow, NAME,
    stones::{self, StoneLimits, number, read_pairs},
};
use crate::player::{MAX_HASH, MAX_THREADS};
use crate::protocol::CommandError;
use crate::sessions::{
    inbox::LineEffect,
    session::{Answer, Session},
};
use duiyi_game::shortened;
use duiyi_game::{Coordinates, Placement, Side, Square};
use std::time::Duration;

pub(super) const HELP: &str = "\
name           the engine's name
new black      a new game; the engine is Black and plays
new white      a new game; the engine is White and waits
black P|PP     put black stones; any number of lines in any order sets up a position
white P|PP     put white stones; the side of the last line is not the side to move
move P|PP      the opponent's turn; the engine answers
next           the engine plays for the side to move
undo           take back the last turn
depth N        the maximum depth of the search, in stones
time MS        the time for a turn, in milliseconds
nodes N        the maximum number of nodes for a turn
level N        playing strength, from 1 (beginner) to 9 (full)
vcf | unvcf    turn the search for wins by threats on or off
hash MB        the size of the transposition table, in MiB
threads N      the number of search threads
size N         a new game on N x N points
print          draw the board
quit | exit    end the program";

/// A conversation in Cloudict's text.
#[derive(Default)]
pub(super) struct Cloudict {
    limits: StoneLimits,
}

impl<G: Placement> Dialect<G> for Cloudict {
    fn execute(&mut self, session: &mut Session<G>, line: &str) -> Result<Flow, CommandError> {
        let mut words = line.split_whitespace();
        let command = words.next().unwrap_or_default();
        let argument = words.next();
        match command {
            "quit" | "exit" => return Ok(Flow::Quit),
            "name" => session.print(format_args!("name {NAME}")),
            "help" => session.print(HELP),
            "print" => session.print(session.game.now().draw()),
            "new" => {
                stones::begin(session)?;
                if argument == Some("black") {
                    self.think(session);
                }
            }
            "black" => put(session, Side::First, argument)?,
            "white" => put(session, Side::Second, argument)?,
            "next" => self.think(session),
            "move" => {
                let turn = read(session, argument)?;
                stones::play(session, Coordinates::LetterPairs, &turn)?;
                self.think(session);
            }
            "undo" if session.game.undo_turn().is_empty() => {
                return Err(CommandError::refused("there is no turn to take back"));
            }
            // There is no search to stop here.
            "undo" | "stop" => {}
            _ => self.set(session, command, argument)?,
        }
        Ok(Flow::Continue)
    }

    fn answer(&mut self, session: &mut Session<G>, answer: Answer<G::Move>) {
        if let Some(fault) = &answer.fault {
            self.report_error(session, fault);
        }
        match stones::play_found(session, &answer) {
            Some(squares) => {
                let turn = stones::names(session.game.now(), Coordinates::LetterPairs, &squares).join("");
                session.print(format_args!("move {turn}"));
            }
            None => session.print(format_args!("info game over: {}", stones::verdict(session))),
        }
    }

    fn report_error(&self, session: &Session<G>, error: &CommandError) {
        session.print(format_args!("error {error}"));
    }

    fn effect_of(&self, line: &str, _endless: bool) -> LineEffect {
        match line.split_whitespace().next() {
            Some("quit" | "exit") => LineEffect::EndsSearch,
            Some("stop") => LineEffect::StopsSearch,
            Some("next" | "move" | "new") => LineEffect::BeginsSearch,
            _ => LineEffect::None,
        }
    }
}

impl Cloudict {
    fn think<G: Placement>(&self, session: &mut Session<G>) {
        if session.game.outcome().is_some() {
            session.print(format_args!("info game over: {}", stones::verdict(session)));
        } else {
            stones::go(session, self.limits, Some("info"));
        }
    }

    /// The commands that set limits and options.
    fn set<G: Placement>(
        &mut self,
        session: &mut Session<G>,
        command: &str,
        argument: Option<&str>,
    ) -> Result<(), CommandError> {
        match command {
            "depth" => {
                let depth = number("depth", argument, 1..=100)?;
                self.limits.depth = Some(depth);
                session.print(format_args!("Set the search depth to {depth}."));
            }
            "time" => {
                let millis = number("time", argument, 1..=86_400_000)?;
                self.limits.time = Some(Duration::from_millis(millis));
            }
            "nodes" => self.limits.nodes = Some(number("nodes", argument, 1..=u64::MAX)?),
            "level" => stones::set(session, "Level", number("level", argument, 1..=9)?)?,
            "hash" => stones::set(session, "Hash", number("hash", argument, 1..=MAX_HASH)?)?,
            "threads" => stones::set(session, "Threads", number("threads", argument, 1..=MAX_THREADS)?)?,
            "vcf" => stones::set(session, "Solver", true)?,
            "unvcf" => stones::set(session, "Solver", false)?,
            "size" => {
                let side = number("size", argument, 6..=26)?;
                let start = session.game.now().resized(side, side).map_err(CommandError::Refused)?;
                session.new_game(start);
            }
            other => return Err(CommandError::Unknown(shortened(other))),
        }
        Ok(())
    }
}

fn read<G: Placement>(session: &Session<G>, text: Option<&str>) -> Result<Vec<Square>, CommandError> {
    let missing = || CommandError::refused("expected the stones of a turn, like JJ or IKLJ");
    read_pairs(session.game.now(), text.ok_or_else(missing)?)
}

/// Puts stones: as a turn if they form one, otherwise to set up a position.
fn put<G: Placement>(session: &mut Session<G>, side: Side, text: Option<&str>) -> Result<(), CommandError> {
    let turn = read(session, text)?;
    let now = session.game.now();
    if now.side_to_move() == side && turn.len() == now.stones_left() && session.game.outcome().is_none() {
        return stones::play(session, Coordinates::LetterPairs, &turn);
    }
    let stones: Vec<(Square, Side)> = turn.into_iter().map(|at| (at, side)).collect();
    let position = now.with_stones(&stones, !side).map_err(CommandError::Refused)?;
    session.game = duiyi_game::History::new(position);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_connect6::Board;

    #[test]
    fn some_commands_end_stop_or_begin_a_search() {
        let effect = |line| Dialect::<Board>::effect_of(&Cloudict::default(), line, false);
        assert_eq!([effect("quit"), effect("exit now")], [LineEffect::EndsSearch; 2]);
        assert_eq!(effect("stop"), LineEffect::StopsSearch);
        assert_eq!([effect("next"), effect("move AA"), effect("new black")], [LineEffect::BeginsSearch; 3]);
        assert_eq!([effect("print"), effect(""), effect("undo stop")], [LineEffect::None; 3]);
    }

    #[test]
    fn limits_are_stored() {
        let mut session = Session::with_random_player(Board::new("Connect(7,7,4,2,1)".parse().unwrap()));
        let mut cloudict = Cloudict::default();
        for line in ["depth 100", "time 86400000", "nodes 5"] {
            assert_eq!(cloudict.execute(&mut session, line).unwrap(), Flow::Continue);
        }
        let StoneLimits { depth, nodes, time, clock, turns_to_go } = cloudict.limits;
        assert_eq!((depth, nodes, time), (Some(100), Some(5), Some(Duration::from_secs(86_400))));
        assert!(clock.is_none() && turns_to_go.is_none());
        assert_eq!(cloudict.execute(&mut session, "quit").unwrap(), Flow::Quit);
    }
}
