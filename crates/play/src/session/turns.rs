//! The list of turns of a game.

use crate::{description::Description, message::PlayedTurn};
use duiyi_game::{Diagram, History, Notation, Side};
use std::sync::Arc;

/// The turns in all notations. Each turn is written once, when it is played.
pub(super) struct TurnList<G: Notation> {
    list: Vec<Arc<PlayedTurn>>,
    /// The position before the last turn.
    begin: G,
}

impl<G: Notation + Diagram> TurnList<G> {
    /// The turns of a game.
    pub(super) fn of(description: &Description<G>, game: &History<G>) -> TurnList<G> {
        let mut now = game.start().clone();
        let mut turns = TurnList { list: Vec::new(), begin: now.clone() };
        for turn in game.turns() {
            let side = now.side_to_move();
            turns.begin.clone_from(&now);
            turns.push(description, side, turn);
            for &mv in turn {
                now.make(mv);
            }
        }
        turns
    }

    fn push(&mut self, description: &Description<G>, side: Side, turn: &[G::Move]) {
        let ply = self.ply() + turn.len();
        let texts = description.page.write_turn(&self.begin, turn);
        self.list.push(Arc::new(PlayedTurn { side: side.index(), ply, texts }));
    }

    /// The number of moves in the turns.
    fn ply(&self) -> usize {
        self.list.last().map_or(0, |turn| turn.ply)
    }

    /// Call this before moves are made: a turn begins, unless one is under way.
    pub(super) fn begin(&mut self, now: &G) {
        let side = now.side_to_move().index();
        if !G::ALTERNATES && self.list.last().is_some_and(|last| last.side == side) {
            // It is written again with the next moves.
            self.list.pop();
        } else {
            self.begin.clone_from(now);
        }
    }

    /// Call this after the moves that follow [`TurnList::begin`].
    pub(super) fn made(&mut self, description: &Description<G>, moves: &[G::Move]) {
        let side = self.begin.side_to_move();
        self.push(description, side, &moves[self.ply()..]);
    }

    /// Removes the last turn, which was taken back.
    pub(super) fn undone(&mut self) {
        self.list.pop();
    }

    /// The turns.
    pub(super) fn list(&self) -> &[Arc<PlayedTurn>] {
        &self.list
    }

    /// The index of the first move of the turn that ends after `ply` moves.
    pub(super) fn first_of_turn(&self, ply: usize) -> usize {
        let after = self.list.partition_point(|turn| turn.ply < ply);
        after.checked_sub(1).map_or(0, |before| self.list[before].ply)
    }
}
