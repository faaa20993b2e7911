//! Making and unmaking one ply: the evaluator and the board follow a move, the resulting position
//! is visited, and both are restored.

use crate::{Evaluator, Heuristics, Score, knowledge::Knowledge, node::Window, search::Search};

/// The side to move after a move, relative to the side that moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NextMover {
    /// The opponent.
    Opponent,
    /// The same side.
    SameSide,
}

impl NextMover {
    /// Converts a window of the side that moved to one of the side to move.
    #[inline(always)]
    pub(crate) fn window(self, window: Window) -> Window {
        match self {
            NextMover::Opponent => window.flipped(),
            NextMover::SameSide => window,
        }
    }

    /// Converts a score for the side to move to one for the side that moved.
    #[inline(always)]
    pub(crate) fn score(self, score: Score) -> Score {
        match self {
            NextMover::Opponent => -score,
            NextMover::SameSide => score,
        }
    }
}

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// Makes a move. The hot paths visit the position between this and [`ascend`](Search::ascend):
    /// the compiler does not inline the closure of [`after_move`](Search::after_move), which costs
    /// 17 % more instructions in the cheapest game (the bench `zero_cost`).
    #[inline(always)]
    pub(crate) fn descend(&mut self, mv: G::Move) -> (G::Undo, NextMover) {
        let side = self.game.side_to_move();
        self.evaluator.push(self.game, mv);
        let undo = self.game.make(mv);
        let same_side = !G::ALTERNATES && self.game.side_to_move() == side;
        (undo, if same_side { NextMover::SameSide } else { NextMover::Opponent })
    }

    /// Takes back a move made by [`descend`](Search::descend).
    #[inline(always)]
    pub(crate) fn ascend(&mut self, mv: G::Move, undo: G::Undo) {
        self.game.unmake(mv, undo);
        self.evaluator.pop();
    }

    /// Makes a move, visits the position after it and takes the move back.
    #[inline(always)]
    pub(crate) fn after_move<R>(&mut self, mv: G::Move, visit: impl FnOnce(&mut Self, NextMover) -> R) -> R {
        let (undo, next) = self.descend(mv);
        let visited = visit(self, next);
        self.ascend(mv, undo);
        visited
    }

    /// Passes, visits the position after it and takes the pass back.
    #[inline(always)]
    pub(crate) fn pass<R>(&mut self, visit: impl FnOnce(&mut Self) -> R) -> R {
        self.game.make_pass();
        let visited = visit(self);
        self.game.unmake_pass();
        visited
    }
}
