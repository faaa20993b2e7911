//! A network as an evaluator.

use crate::{error::NetworkError, features::Features, parameters::Parameters, stack::Stack};
use duiyi_search::{Evaluator, Game, Score, Side};
use std::{marker::PhantomData, sync::Arc};

/// A network that evaluates the positions of a game; clones share the weights.
///
/// [`push`](Evaluator::push) only records the changes of a move;
/// [`evaluate`](Evaluator::evaluate) applies it.
#[derive(Debug)]
pub struct Network<F> {
    parameters: Arc<Parameters>,
    stack: Stack,
    features: PhantomData<fn() -> F>,
}

impl<F> Clone for Network<F> {
    fn clone(&self) -> Network<F> {
        Network { parameters: Arc::clone(&self.parameters), stack: self.stack.clone(), features: PhantomData }
    }
}

impl<F: Features> Network<F> {
    /// An evaluator with these weights.
    ///
    /// # Errors
    /// If they are for another feature set, or so large that a sum of [`Features::MAX_ACTIVE`] inputs could
    /// overflow.
    pub fn new(parameters: Arc<Parameters>) -> Result<Network<F>, NetworkError> {
        let found = (parameters.origin().features.as_str(), parameters.inputs(), parameters.buckets());
        let expected = (F::NAME, F::INPUTS, F::BUCKETS);
        if found != expected {
            let text = |(name, inputs, buckets)| format!("{name} with {inputs} inputs and {buckets} buckets");
            return Err(NetworkError::Features { found: text(found), expected: text(expected) });
        }
        parameters.check_active(F::MAX_ACTIVE)?;
        let stack = Stack::new(parameters.width());
        Ok(Network { parameters, stack, features: PhantomData })
    }

    /// Reads a network file.
    ///
    /// # Errors
    /// If the bytes are not a network; the errors of [`Network::new`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Network<F>, NetworkError> {
        Network::new(Arc::new(Parameters::from_bytes(bytes)?))
    }

    /// The weights.
    pub fn parameters(&self) -> &Arc<Parameters> {
        &self.parameters
    }

    /// The score of a position for the side to move, computed without the accumulator.
    pub fn of(&self, game: &F::Game) -> Score {
        let view = |side| {
            let mut inputs = Vec::new();
            F::inputs(game, side, |input| inputs.push(input));
            inputs
        };
        let mover = game.side_to_move();
        Score::new(self.parameters.evaluate(&view(mover), &view(!mover), F::bucket(game)))
    }
}

impl<F: Features> Evaluator<F::Game> for Network<F> {
    fn reset(&mut self, _game: &F::Game) {
        self.stack.reset();
    }

    #[inline]
    fn push(&mut self, game: &F::Game, mv: <F::Game as Game>::Move) {
        self.stack.push(Side::BOTH.map(|view| F::change(game, mv, view)));
    }

    #[inline]
    fn pop(&mut self) {
        self.stack.pop();
    }

    #[inline]
    fn evaluate(&mut self, game: &F::Game) -> Score {
        for view in Side::BOTH {
            self.stack.update::<F>(&self.parameters, game, view);
        }
        let mover = game.side_to_move();
        let (own, other) = (self.stack.units(mover), self.stack.units(!mover));
        Score::new(self.parameters.score(own, other, F::bucket(game)))
    }
}
