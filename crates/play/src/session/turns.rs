//! The list of turns of a game.

use crate::message::{NodeView, PlayedTurn};
use duiyi_game::Game;
use std::{marker::PhantomData, sync::Arc};

/// The turns in all notations.
pub(super) struct TurnList<G: Game> {
    list: Vec<Arc<PlayedTurn>>,
    game: PhantomData<G>,
}

impl<G: Game> TurnList<G> {
    /// The turns of the line of these positions.
    pub(super) fn of<'a>(line: impl IntoIterator<Item = &'a NodeView>) -> TurnList<G> {
        let mut turns = TurnList { list: Vec::new(), game: PhantomData };
        line.into_iter().for_each(|node| turns.add(node));
        turns
    }

    /// Adds the position after the next move, which begins or continues a turn.
    pub(super) fn add(&mut self, node: &NodeView) {
        if !G::ALTERNATES && self.list.last().is_some_and(|last| last.side == node.side) {
            // The text of the position is that of the whole turn.
            self.list.pop();
        }
        self.list.push(Arc::new(PlayedTurn { side: node.side, ply: node.ply, texts: node.texts.clone() }));
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
