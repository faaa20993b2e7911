//! The evaluator: it compares the board with the one before and updates the sums of the network.

use crate::learn::{
    LearnError, Learnable, Learnt,
    picture::{EMPTY, Reader},
};
use duiyi_nnue::Accumulator;
use duiyi_search::{Evaluator, Score, Side};
use std::sync::Arc;

/// Evaluates positions with a learnt network; clones share the weights.
///
/// It reads the picture of a position and compares it with the last one that it evaluated, so that it needs
/// no information about moves. Its cost is that of reading the board and of the squares that differ.
#[derive(Clone, Debug)]
pub struct PictureEvaluator {
    learnt: Arc<Learnt>,
    reader: Reader,
    /// The board that the sums belong to, and the one being read.
    board: Vec<u8>,
    next: Vec<u8>,
    sums: [Accumulator; 2],
    /// The contents of each window in each view.
    states: [Vec<u16>; 2],
    /// The extra facts in each view.
    facts: [Vec<bool>; 2],
    pieces: usize,
}

impl PictureEvaluator {
    /// An evaluator for the game of a start position.
    ///
    /// # Errors
    /// If the network is of another game, rule set or board.
    pub fn new<G: Learnable>(learnt: Arc<Learnt>, start: &G) -> Result<PictureEvaluator, LearnError> {
        learnt.check(start)?;
        let reader = Reader::new(learnt.survey());
        let board = vec![EMPTY; reader.squares()];
        let sums = [Accumulator::new(learnt.parameters()), Accumulator::new(learnt.parameters())];
        let states = vec![0; learnt.inputs().windows()];
        let facts = vec![false; learnt.survey().extra];
        Ok(PictureEvaluator {
            next: board.clone(),
            states: [states.clone(), states],
            facts: [facts.clone(), facts],
            learnt,
            reader,
            board,
            sums,
            pieces: 0,
        })
    }

    /// The score of a position for the side to move, summed from scratch: for tests.
    pub fn from_scratch<G: Learnable>(&self, game: &G) -> Score {
        let mut board = vec![EMPTY; self.board.len()];
        self.reader.read(game, &mut board);
        let inputs = self.learnt.inputs();
        let mover = game.side_to_move();
        let [own, other] = [mover, !mover].map(|view| {
            let mut active = Vec::new();
            inputs.of_board(&board, view, &mut active);
            game.extra_inputs(view, &mut |fact| active.push(inputs.extra(fact)));
            active
        });
        let pieces = board.iter().filter(|&&code| code != EMPTY).count();
        Score::new(self.learnt.parameters().evaluate(&own, &other, self.learnt.survey().bucket(pieces)))
    }

    /// Changes the contents of a square.
    #[inline]
    fn change(&mut self, square: usize, before: u8, after: u8) {
        let (inputs, parameters) = (self.learnt.inputs(), self.learnt.parameters());
        for view in Side::BOTH {
            let sums = &mut self.sums[view.index()];
            match (before, after) {
                (EMPTY, _) => sums.add(parameters, inputs.piece(square, after, view)),
                (_, EMPTY) => sums.remove(parameters, inputs.piece(square, before, view)),
                _ => sums.exchange(parameters, inputs.piece(square, after, view), inputs.piece(square, before, view)),
            }
            let states = &mut self.states[view.index()];
            let (from, to) = (inputs.digit(before, view), inputs.digit(after, view));
            for &(window, weight) in inputs.windows_of(square, view) {
                let state = &mut states[usize::from(window)];
                let old = *state;
                *state = (old + to * weight).wrapping_sub(from * weight);
                match (inputs.pattern(window, old), inputs.pattern(window, *state)) {
                    (Some(off), Some(on)) => sums.exchange(parameters, on, off),
                    (None, Some(on)) => sums.add(parameters, on),
                    (Some(off), None) => sums.remove(parameters, off),
                    (None, None) => {}
                }
            }
        }
    }

    /// Updates the extra facts of both views.
    fn update_facts<G: Learnable>(&mut self, game: &G) {
        let (inputs, parameters) = (self.learnt.inputs(), self.learnt.parameters());
        for view in Side::BOTH {
            let (facts, sums) = (&mut self.facts[view.index()], &mut self.sums[view.index()]);
            for (fact, holds) in facts.iter_mut().enumerate().filter(|(_, holds)| **holds) {
                sums.remove(parameters, inputs.extra(fact));
                *holds = false;
            }
            game.extra_inputs(view, &mut |fact| {
                if let Some(holds) = facts.get_mut(fact).filter(|holds| !**holds) {
                    sums.add(parameters, inputs.extra(fact));
                    *holds = true;
                }
            });
        }
    }
}

impl<G: Learnable> Evaluator<G> for PictureEvaluator {
    fn evaluate(&mut self, game: &G) -> Score {
        self.reader.read(game, &mut self.next);
        for square in 0..self.board.len() {
            let (before, after) = (self.board[square], self.next[square]);
            if before != after {
                self.pieces = self.pieces + usize::from(after != EMPTY) - usize::from(before != EMPTY);
                self.change(square, before, after);
            }
        }
        self.board.copy_from_slice(&self.next);
        if G::EXTRA_INPUTS > 0 {
            self.update_facts(game);
        }
        let mover = game.side_to_move();
        let [own, other] = [mover, !mover].map(|view| &self.sums[view.index()]);
        Score::new(self.learnt.parameters().output(own, other, self.learnt.survey().bucket(self.pieces)))
    }
}
