//! The players: persons, and engines with their failures.

use super::engine::{Engine, SharedEngine};
use crate::{
    description::Description,
    memory::Reservation,
    message::{SearchInfo, Seat},
};
use duiyi_game::{Diagram, Notation, Side};
use duiyi_search::Reason;
use std::sync::Arc;

/// The number of attempts of a failing engine at one turn.
const ATTEMPTS: u32 = 3;
/// The messages after a failure of an engine.
const RETRIES: &str = "the engine has failed and is restarted";
const GIVEN_UP: &str = "the engine has failed three times: take back the turn, or change the players";

/// The players of a game.
pub(super) struct Players<G: Notation> {
    pub(super) seats: [Seat; 2],
    engines: [Option<SharedEngine<G>>; 2],
    /// The memory of the engines.
    memory: [Option<Arc<Reservation>>; 2],
    /// The number of failures of the engine to move at this turn.
    failures: u32,
    /// The message about the last failure, until a move or another request.
    pub(super) trouble: Option<&'static str>,
    /// The last report of the engine that moved last.
    pub(super) last_info: Option<SearchInfo>,
    /// The score of its last turn from the first side's view, if it had one.
    pub(super) last_score: Option<i32>,
}

impl<G: Notation + Diagram> Players<G> {
    /// Creates the engines of the seats.
    ///
    /// # Errors
    /// If the player of the game has no such level, or there is no memory for an engine.
    pub(super) fn new(seats: [Seat; 2], description: &Description<G>, start: &G) -> Result<Players<G>, Reason> {
        Players::with(seats, description, start, [None, None])
    }

    /// Creates the engines of the seats in the memory of earlier ones, and in more if they need it.
    fn with(
        seats: [Seat; 2],
        description: &Description<G>,
        start: &G,
        before: [Option<Arc<Reservation>>; 2],
    ) -> Result<Players<G>, Reason> {
        let mut before = before.into_iter().flatten();
        let mut memory = [None, None];
        for (seat, memory) in seats.iter().zip(&mut memory) {
            if matches!(seat, Seat::Engine { .. }) {
                *memory = Some(match before.next() {
                    Some(memory) => memory,
                    None => Arc::new(description.memory.reserve()?),
                });
            }
        }
        let engine = |side: usize| Engine::for_seat(seats[side], description, start, memory[side].as_ref());
        let engines = [engine(0)?, engine(1)?];
        Ok(Players { seats, engines, memory, failures: 0, trouble: None, last_info: None, last_score: None })
    }

    /// Replaces the players.
    ///
    /// # Errors
    /// If the player of the game has no such level, or there is no memory for an engine; then nothing changes.
    pub(super) fn change(&mut self, seats: [Seat; 2], description: &Description<G>, start: &G) -> Result<(), Reason> {
        let (last_info, last_score) = (self.last_info.clone(), self.last_score);
        *self = Players { last_info, last_score, ..Players::with(seats, description, start, self.memory.clone())? };
        Ok(())
    }

    pub(super) fn seat(&self, side: Side) -> Seat {
        self.seats[side.index()]
    }

    /// The engine of a side, if one plays and has not failed too often.
    pub(super) fn engine(&self, side: Side) -> Option<SharedEngine<G>> {
        self.engines[side.index()].as_ref().filter(|_| self.failures < ATTEMPTS).map(Arc::clone)
    }

    pub(super) fn has_engine(&self) -> bool {
        self.seats.iter().any(|seat| matches!(seat, Seat::Engine { .. }))
    }

    /// Resets the failures, because the position has changed.
    pub(super) fn forget_failures(&mut self) {
        (self.failures, self.trouble) = (0, None);
    }

    /// Recreates the engines for the next attempt, because the engine to move has panicked.
    pub(super) fn turn_failed(&mut self, description: &Description<G>, start: &G) {
        let failures = self.failures + 1;
        // Engines were already created for these seats.
        let _ = self.change(self.seats, description, start);
        self.failures = failures;
        self.trouble = Some(if failures < ATTEMPTS { RETRIES } else { GIVEN_UP });
    }

    /// The side for which a person acts: the side to move, if two persons play.
    pub(super) fn speaker(&self, to_move: Side) -> Result<Side, Reason> {
        match self.seats {
            [Seat::Person, Seat::Person] => Ok(to_move),
            [Seat::Person, _] => Ok(Side::First),
            [_, Seat::Person] => Ok(Side::Second),
            _ => Err("no person plays".into()),
        }
    }
}
