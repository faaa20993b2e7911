//! A game under way: its moves, its clocks and draw offers.

use super::{clocks::Clocks, turns::TurnList};
use crate::{description::Description, message::GameEnd};
use duiyi_game::{Diagram, History, Notation, Outcome, OutcomeKind, Side, Square, legal_moves};
use duiyi_search::Reason;
use std::time::Duration;

/// A game under way.
pub(super) struct LiveGame<G: Notation> {
    pub(super) history: History<G>,
    pub(super) turns: TurnList<G>,
    pub(super) clocks: Option<Clocks>,
    /// The squares of the next move that are selected so far.
    pub(super) selected: Vec<Square>,
    /// The side that offers a draw.
    pub(super) draw_offer: Option<Side>,
}

impl<G: Notation + Diagram> LiveGame<G> {
    pub(super) fn new(description: &Description<G>, history: History<G>, clocks: Option<Clocks>) -> LiveGame<G> {
        let turns = TurnList::of(description, &history);
        LiveGame { history, turns, clocks, selected: Vec::new(), draw_offer: None }
    }

    pub(super) fn start(&self) -> &G {
        self.history.start()
    }

    pub(super) fn now(&self) -> &G {
        self.history.now()
    }

    pub(super) fn to_move(&self) -> Side {
        self.now().side_to_move()
    }

    /// The number of moves.
    pub(super) fn ply(&self) -> usize {
        self.history.moves().len()
    }

    pub(super) fn is_over(&self) -> bool {
        self.history.outcome().is_some()
    }

    /// The end of the game, if it is over.
    pub(super) fn ended(&self) -> Option<GameEnd> {
        self.history.outcome().map(GameEnd::from)
    }

    /// The game after its first `ply` moves.
    pub(super) fn until(&self, ply: usize) -> History<G> {
        let mut game = History::new(self.start().clone());
        for &mv in self.history.moves().iter().take(ply) {
            // The move was legal when it was played.
            let _ = game.play(mv);
        }
        game
    }

    /// The legal moves whose first squares are `squares`.
    pub(super) fn candidates(&self, squares: &[Square]) -> Vec<G::Move> {
        let now = self.now();
        let begins = |&mv: &G::Move| now.squares(mv).take(squares.len()).eq(squares.iter().copied());
        legal_moves(now).into_iter().filter(begins).collect()
    }

    /// Plays moves of the side to move. Returns an error, and changes nothing, if they are not legal.
    pub(super) fn play(
        &mut self,
        description: &Description<G>,
        moves: &[G::Move],
        now: Duration,
    ) -> Result<(), Reason> {
        let (side, before) = (self.to_move(), self.now().clone());
        let phase = (description.kit.parts().context())(&self.history).phase;
        self.history.play_turn(moves).map_err(|illegal| -> Reason { illegal.to_string().into() })?;
        self.turns.begin(&before);
        self.turns.made(description, self.history.moves());
        self.selected.clear();
        // A side that moves declines the offer of the other.
        self.draw_offer = self.draw_offer.filter(|&offer| offer == side);
        let turn_ends = self.to_move() != side || self.is_over();
        if let Some(clocks) = self.clocks.as_mut().filter(|_| turn_ends)
            && !clocks.moved(side, phase, now)
        {
            self.end(Outcome::win(!side, "time").by(OutcomeKind::Forfeit));
        }
        if self.is_over() {
            self.stop_clocks();
        }
        Ok(())
    }

    /// Takes back the last turn.
    pub(super) fn undo_turn(&mut self) {
        self.history.undo_turn();
        self.turns.undone();
    }

    /// Ends the game.
    pub(super) fn end(&mut self, outcome: Outcome) {
        self.history.declare(outcome);
        self.selected.clear();
        self.draw_offer = None;
        self.stop_clocks();
    }

    /// When the flag of the side to move falls.
    pub(super) fn flag_falls(&self) -> Option<Duration> {
        if self.is_over() { None } else { self.clocks.as_ref()?.falls(self.to_move()) }
    }

    /// Stops the clocks until the next turn, because the turn under way ends without a move.
    pub(super) fn stop_clocks(&mut self) {
        if let Some(clocks) = &mut self.clocks {
            clocks.stop();
        }
    }

    /// Pauses the clock of the turn under way.
    pub(super) fn pause(&mut self, now: Duration) {
        if let Some(clocks) = &mut self.clocks {
            clocks.pause(now);
        }
    }

    /// Resumes the clock, unless the game is over.
    pub(super) fn resume(&mut self, now: Duration) {
        let is_over = self.is_over();
        if let Some(clocks) = self.clocks.as_mut().filter(|_| !is_over) {
            clocks.resume(now);
        }
    }
}
