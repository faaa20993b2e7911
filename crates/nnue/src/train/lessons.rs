//! From games to samples: which positions are learnt from, and which games are held out.

use super::{
    games::ScoredGame,
    samples::{Sample, SampleError, Samples},
};
use crate::Trainable;
use duiyi_search::{Game, Side};

/// The score from which on a game that a ruling decided counts as won.
const WINNING: f32 = 300.0;

/// Why a game is not learnt from to its end.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LessonError {
    /// A move that is not legal.
    #[error("move {0} is not legal; expected a legal move")]
    Illegal(usize),
    /// A position that does not fit the network.
    #[error("{0}")]
    Sample(#[from] SampleError),
}

/// The inputs of a network for a game, and which positions it learns from, as data: a program that
/// trains networks of many games need not know their [`Features`](crate::Features).
#[derive(Clone, Debug)]
pub struct InputSet<G: Game> {
    /// The name in files.
    pub name: &'static str,
    /// The inputs of a view.
    pub inputs: usize,
    /// The outputs.
    pub buckets: usize,
    /// Adds the inputs of a view that are on.
    on: fn(&G, Side, &mut Vec<u16>),
    bucket: fn(&G) -> usize,
    is_quiet: fn(&G, G::Move) -> bool,
    mirrored: fn(&G) -> Option<G>,
}

impl<G: Game> InputSet<G> {
    /// Those of a game's features.
    pub fn of<F: Trainable<Game = G>>() -> InputSet<G> {
        InputSet {
            name: F::NAME,
            inputs: F::INPUTS,
            buckets: F::BUCKETS,
            on: |game, view, inputs| F::inputs(game, view, |input| inputs.push(input)),
            bucket: F::bucket,
            is_quiet: F::is_quiet,
            mirrored: F::mirrored,
        }
    }

    /// Adds a position to samples.
    fn add(&self, position: &G, score: i16, result: f32, set: &mut Samples) -> Result<(), SampleError> {
        let mover = position.side_to_move();
        let [own, other] = [mover, !mover].map(|view| {
            let mut inputs = Vec::new();
            (self.on)(position, view, &mut inputs);
            inputs
        });
        set.push(Sample { own: &own, other: &other, bucket: (self.bucket)(position) as u8, score, result })
    }

    /// Adds the positions of a game.
    fn learn(&self, game: &ScoredGame<G>, limit: u16, set: &mut Samples) -> Result<(), LessonError>
    where
        G: Clone,
    {
        let mut position = game.start.clone();
        for (number, &(mv, score)) in (1..).zip(&game.plies) {
            if !position.is_legal(mv) {
                return Err(LessonError::Illegal(number));
            }
            let score = score.filter(|score| score.unsigned_abs() <= u32::from(limit));
            if let Some(score) = score.filter(|_| (self.is_quiet)(&position, mv)) {
                let score = score.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
                let result = expected(game.result, position.side_to_move(), score);
                self.add(&position, score, result, set)?;
                if let Some(mirrored) = (self.mirrored)(&position) {
                    self.add(&mirrored, score, result, set)?;
                }
            }
            position.make(mv);
        }
        Ok(())
    }
}

/// Samples to train on and samples held out, collected game by game: the first game is held out,
/// and every `hold_out`-th after it.
#[derive(Clone, Debug)]
pub struct Lessons<G: Game> {
    /// What the network learns from.
    pub training: Samples,
    /// What only measures it.
    pub held_out: Samples,
    limit: u16,
    hold_out: u64,
    games: u64,
    broken: u64,
    inputs: InputSet<G>,
}

impl<G: Game + Clone> Lessons<G> {
    /// None yet. Positions with a score beyond ±`limit` are left out.
    pub fn new(inputs: InputSet<G>, hold_out: u64, limit: u16) -> Lessons<G> {
        let none = Samples::new(inputs.inputs, inputs.buckets);
        let (training, held_out) = (none.clone(), none);
        Lessons { training, held_out, limit, hold_out, games: 0, broken: 0, inputs }
    }

    /// Adds the positions of a game, up to its first move that is not legal; `None` stands for a
    /// game that could not be read, which counts too.
    ///
    /// # Errors
    /// Why the game was not learnt from to its end.
    pub fn add(&mut self, game: Option<&ScoredGame<G>>) -> Result<(), LessonError> {
        let held_out = self.games.is_multiple_of(self.hold_out);
        self.games += 1;
        let set = if held_out { &mut self.held_out } else { &mut self.training };
        let learnt = game.map(|game| self.inputs.learn(game, self.limit, set));
        self.broken += u64::from(!matches!(learnt, Some(Ok(()))));
        learnt.unwrap_or(Ok(()))
    }

    /// The games added.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Those of them that could not be read or learnt from to their end.
    pub fn broken(&self) -> u64 {
        self.broken
    }
}

/// The result for the mover. A game that a ruling decided has no result to learn from: what the
/// score expects counts.
fn expected(first: Option<f32>, mover: Side, score: i16) -> f32 {
    match first {
        Some(first) if mover == Side::First => first,
        Some(first) => 1.0 - first,
        None => (1.0 + (f32::from(score) / WINNING).clamp(-1.0, 1.0).round()) / 2.0,
    }
}
