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

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_connect6::Board;

    #[test]
    fn a_turn_begins_after_the_turn_before_it() {
        // Black one stone, White two, Black two, White one of two.
        let sides = [0, 1, 1, 0, 0, 1];
        let turns =
            TurnList::<Board>::of(&sides.iter().zip(1..).map(|(&side, ply)| node(side, ply)).collect::<Vec<_>>());
        let listed: Vec<_> = turns.list().iter().map(|turn| (turn.side, turn.ply)).collect();
        assert_eq!(listed, [(0, 1), (1, 3), (0, 5), (1, 6)]);
        assert_eq!([0, 1, 2, 3, 4, 5, 6].map(|ply| turns.first_of_turn(ply)), [0, 0, 1, 1, 3, 3, 5]);
    }

    fn node(side: usize, ply: usize) -> NodeView {
        NodeView {
            id: ply as u32,
            parent: Some(ply as u32 - 1),
            place: 0,
            side,
            to_move: 1 - side,
            ply,
            texts: Vec::new(),
            comment: String::new(),
            marks: Vec::new(),
            board: String::new(),
            last: Vec::new(),
            threats: Vec::new(),
            ended: None,
        }
    }
}
