//! Converts games to samples: selects positions, and holds out games.

use super::{
    games::ScoredGame,
    samples::{Sample, SampleError, Samples},
};
use crate::Trainable;
use duiyi_search::{Game, Side};

/// The score from which a game decided by a ruling counts as won.
const WINNING: f32 = 300.0;

/// Why the samples of a game are incomplete.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LessonError {
    /// An illegal move.
    #[error("move {0} is not legal; expected a legal move")]
    Illegal(usize),
    /// A position that does not match the network.
    #[error("{0}")]
    Sample(#[from] SampleError),
}

/// The inputs of a network for a game and the selection of its positions, as data: a program that
/// trains networks for many games does not depend on their [`Features`](crate::Features).
#[derive(Clone, Debug)]
pub struct InputSet<G: Game> {
    /// The name in files.
    pub name: &'static str,
    /// The number of inputs of a view.
    pub inputs: usize,
    /// The number of outputs.
    pub buckets: usize,
    /// Adds the active inputs of a view.
    on: fn(&G, Side, &mut Vec<u16>),
    bucket: fn(&G) -> usize,
    is_quiet: fn(&G, G::Move) -> bool,
    mirrored: fn(&G) -> Option<G>,
}

impl<G: Game> InputSet<G> {
    /// The inputs of a game's features.
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

/// Training samples and held-out samples, collected game by game: the first game is held out,
/// and every `hold_out`-th after it.
#[derive(Clone, Debug)]
pub struct Lessons<G: Game> {
    /// The training samples.
    pub training: Samples,
    /// The held-out samples.
    pub held_out: Samples,
    limit: u16,
    hold_out: u64,
    games: u64,
    broken: u64,
    inputs: InputSet<G>,
}

impl<G: Game + Clone> Lessons<G> {
    /// A collection without samples. Positions with a score beyond ±`limit` are left out.
    pub fn new(inputs: InputSet<G>, hold_out: u64, limit: u16) -> Lessons<G> {
        let none = Samples::new(inputs.inputs, inputs.buckets);
        let (training, held_out) = (none.clone(), none);
        Lessons { training, held_out, limit, hold_out, games: 0, broken: 0, inputs }
    }

    /// Adds the positions of a game, up to its first illegal move; `None` stands for a game that
    /// could not be read, which is counted as well.
    ///
    /// # Errors
    /// Why the samples of the game are incomplete.
    pub fn add(&mut self, game: Option<&ScoredGame<G>>) -> Result<(), LessonError> {
        let held_out = self.games.is_multiple_of(self.hold_out);
        self.games += 1;
        let set = if held_out { &mut self.held_out } else { &mut self.training };
        let learnt = game.map(|game| self.inputs.learn(game, self.limit, set));
        self.broken += u64::from(!matches!(learnt, Some(Ok(()))));
        learnt.unwrap_or(Ok(()))
    }

    /// The number of games added.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The number of games that could not be read or are incomplete.
    pub fn broken(&self) -> u64 {
        self.broken
    }
}

/// The result for the mover. For a game decided by a ruling, the expected result of the score is
/// used instead.
fn expected(first: Option<f32>, mover: Side, score: i16) -> f32 {
    match first {
        Some(first) if mover == Side::First => first,
        Some(first) => 1.0 - first,
        None => (1.0 + (f32::from(score) / WINNING).clamp(-1.0, 1.0).round()) / 2.0,
    }
}
