//! The actions of persons in a game: they move, take back, offer draws, claim and resign.

use super::{problem::State, state::Session};
use crate::message::Seat;
use duiyi_game::{Diagram, Notation, Outcome, OutcomeKind, Side, Square};
use duiyi_search::Reason;
use std::time::Duration;

impl<G: Notation + Diagram> Session<G> {
    /// Checks that a person may move; the error is the reason otherwise.
    pub(super) fn expect_person(&self) -> Result<(), Reason> {
        if self.editor.is_some() {
            return Err("a position is being set up".into());
        }
        if self.problem.as_ref().is_some_and(|attempt| attempt.state == State::Checking) {
            return Err("the answer is being checked".into());
        }
        if self.game.is_over() {
            return Err("the game is over".into());
        }
        let side = self.game.to_move();
        match self.players.seat(side) {
            Seat::Person => Ok(()),
            Seat::Engine { .. } => Err(format!("{} is played by the engine", G::SIDES[side.index()]).into()),
        }
    }

    /// A person plays moves.
    pub(super) fn play_as_person(&mut self, moves: &[G::Move], now: Duration) -> Result<(), Reason> {
        self.play(moves, now)?;
        // The answer to a problem is checked when the turn is complete.
        let is_whole = self.game.to_move() != self.game.start().side_to_move() || self.game.is_over();
        if let Some(attempt) = self.problem.as_mut().filter(|_| is_whole) {
            attempt.state = State::Checking;
        }
        Ok(())
    }

    /// A person selects the next square of a move; the last square plays it.
    pub(super) fn select(&mut self, at: Square, now: Duration) -> Result<(), Reason> {
        self.expect_person()?;
        let mut selected = self.game.selected.clone();
        selected.push(at);
        let mut candidates = self.game.candidates(&selected);
        if candidates.is_empty() && selected.len() > 1 {
            // Another piece is selected instead, unless the square was meant as a target.
            let other = self.game.candidates(&[at]);
            if other.is_empty() {
                let reason = self.game.now().why_not(&selected);
                self.game.selected.clear();
                return Err(reason);
            }
            (selected, candidates) = (vec![at], other);
        }
        if candidates.is_empty() {
            return Err(self.game.now().why_not(&selected));
        }
        match candidates[..] {
            [mv] if self.game.now().squares(mv).count() == selected.len() => self.play_as_person(&[mv], now),
            _ => {
                self.game.selected = selected;
                Ok(())
            }
        }
    }

    /// Takes back one turn, and more until a person is to move.
    pub(super) fn take_back(&mut self) -> Result<(), Reason> {
        if !self.players.seats.contains(&Seat::Person) {
            return Err("no person plays".into());
        }
        if self.problem.is_some() {
            return Err("turns of a problem cannot be taken back; start it again".into());
        }
        if self.game.ply() == 0 {
            return Err("there is nothing to take back".into());
        }
        self.forget();
        self.game.selected.clear();
        self.game.draw_offer = None;
        loop {
            self.game.undo_turn();
            if self.players.seat(self.game.to_move()) == Seat::Person || self.game.ply() == 0 {
                break;
            }
        }
        // The used time is not restored.
        self.game.stop_clocks();
        Ok(())
    }

    /// Changes who plays from now on.
    pub(super) fn change_players(&mut self, seats: [Seat; 2]) -> Result<(), Reason> {
        self.players.change(seats, &self.description, self.game.start())?;
        self.queue.cancel();
        Ok(())
    }

    /// The side for which a person may resign, claim or offer a draw, if the game is not over.
    fn speaker(&self) -> Result<Side, Reason> {
        if self.game.is_over() {
            return Err("the game is over".into());
        }
        self.players.speaker(self.game.to_move())
    }

    /// A person resigns.
    pub(super) fn resign(&mut self) -> Result<(), Reason> {
        let loser = self.speaker()?;
        self.end(Outcome::win(!loser, "resignation").by(OutcomeKind::Players));
        Ok(())
    }

    /// Offers a draw or accepts the offer. An engine accepts unless its last score is better for its
    /// own side.
    pub(super) fn offer_draw(&mut self) -> Result<(), Reason> {
        let speaker = self.speaker()?;
        let agreed = match self.players.seat(!speaker) {
            Seat::Person => self.game.draw_offer == Some(!speaker),
            Seat::Engine { .. } => {
                let own = self.players.last_info.as_ref().map_or(1, |info| info.score);
                let engines = if speaker == Side::First { -own } else { own };
                if engines > 0 {
                    return Err("the engine declines the draw".into());
                }
                true
            }
        };
        if agreed {
            self.end(Outcome::draw("agreement").by(OutcomeKind::Players));
        } else {
            self.game.draw_offer = Some(speaker);
        }
        Ok(())
    }

    /// Declines the draw that the other side offers.
    pub(super) fn decline_draw(&mut self) -> Result<(), Reason> {
        let speaker = self.speaker()?;
        let offer = &mut self.game.draw_offer;
        offer.take_if(|offer| *offer != speaker).map(|_| ()).ok_or_else(|| "nobody offers a draw".into())
    }

    /// Claims the result that the rules allow to be claimed.
    pub(super) fn claim(&mut self) -> Result<(), Reason> {
        self.speaker()?;
        let claim =
            self.description.page.rulings.claim.ok_or_else(|| format!("nothing can be claimed in {}", G::NAME))?;
        let outcome = claim(self.game.now())?;
        self.end(outcome);
        Ok(())
    }
}
