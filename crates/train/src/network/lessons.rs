//! Converts games to samples: selects positions, and holds out games.

use super::{
    games::ScoredGame,
    repeats::Repeats,
    samples::{Sample, SampleError, Samples},
    temporal::TdTargets,
};
use duiyi_game::{Game, Side};
use duiyi_nnue::Trainable;

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
/// trains networks for many games does not depend on their [`Features`](duiyi_nnue::Features).
#[derive(Clone, Debug)]
pub struct InputSet<G: Game> {
    /// The name in files.
    pub name: &'static str,
    /// The number of inputs of a view.
    pub inputs: usize,
    /// The number of outputs.
    pub buckets: usize,
    /// The maximum number of active inputs of a view.
    pub(super) max_active: usize,
    /// Adds the active inputs of a view.
    on: fn(&G, Side, &mut Vec<u16>),
    bucket: fn(&G) -> usize,
    is_quiet: fn(&G, G::Move) -> bool,
    mirrored: fn(&G) -> Option<G>,
    mirrored_input: fn(u16) -> Option<u16>,
}

/// A filter of positions: whether to take the position before a ply of a game, from 0.
type Filter<'a, G> = &'a mut dyn FnMut(usize, &G) -> bool;

impl<G: Game> InputSet<G> {
    /// The inputs of a game's features.
    pub fn of<F: Trainable<Game = G>>() -> InputSet<G> {
        InputSet {
            name: F::NAME,
            inputs: F::INPUTS,
            buckets: F::BUCKETS,
            max_active: F::MAX_ACTIVE,
            on: |game, view, inputs| F::inputs(game, view, |input| inputs.push(input)),
            bucket: F::bucket,
            is_quiet: F::is_quiet,
            mirrored: F::mirrored,
            mirrored_input: F::mirrored_input,
        }
    }

    /// The mirror image of each input; `None` if the game has no such symmetry.
    pub(super) fn images(&self) -> Option<Vec<u16>> {
        (0..self.inputs).map(|input| (self.mirrored_input)(u16::try_from(input).ok()?)).collect()
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

    /// The key of a position and its mirror image: positions with the same key have the same samples.
    fn key(&self, position: &G) -> u64 {
        let key = position.key();
        (self.mirrored)(position).map_or(key, |mirrored| key.min(mirrored.key()))
    }

    /// Adds the positions of a game that pass a filter.
    fn learn(
        &self,
        game: &ScoredGame<G>,
        selection: Selection,
        set: &mut Samples,
        filter: Filter<'_, G>,
    ) -> Result<(), LessonError>
    where
        G: Clone,
    {
        let targets = selection.td.map(|td| td_scores(td, game));
        let mut position = game.start.clone();
        for (number, &(mv, score)) in game.plies.iter().enumerate() {
            if !position.is_legal(mv) {
                return Err(LessonError::Illegal(number + 1));
            }
            let score = score.filter(|score| score.unsigned_abs() <= u32::from(selection.limit));
            let is_wanted = || selection.noisy || (self.is_quiet)(&position, mv);
            if let Some(score) = score.filter(|_| is_wanted() && filter(number, &position)) {
                let score = score.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
                let result = expected(game.result(), position.side_to_move(), score);
                let target = targets.as_ref().and_then(|targets| *targets.get(number)?);
                let score = target.map_or(score, |target| target as i16);
                self.add(&position, score, result, set)?;
                if let Some(mirrored) = (self.mirrored)(&position).filter(|_| selection.images) {
                    self.add(&mirrored, score, result, set)?;
                }
            }
            position.make(mv);
        }
        Ok(())
    }
}

/// The TD(λ) targets of a game. An illegal move ends the game without a result.
fn td_scores<G: Game + Clone>(td: TdTargets, game: &ScoredGame<G>) -> Vec<Option<i32>> {
    let mut position = game.start.clone();
    let mut plies = Vec::with_capacity(game.plies.len());
    for &(mv, score) in &game.plies {
        plies.push((position.side_to_move(), score));
        if !position.is_legal(mv) {
            return td.scores(&plies, None);
        }
        position.make(mv);
    }
    td.scores(&plies, game.result())
}

/// The selection of the games and positions to learn from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Selection {
    /// The first game is held out, and every one after this number of games.
    pub hold_out: u64,
    /// Positions with a score beyond ± this number are left out.
    pub limit: u16,
    /// Whether to take positions that are not quiet as well.
    pub noisy: bool,
    /// The bytes of memory to detect repeated positions, which are then left out; 0 takes them.
    pub repeats: usize,
    /// Whether the mirror image of each position is a sample as well. A network that gives both the same score learns
    /// nothing from it.
    pub images: bool,
    /// TD(λ) targets instead of the scores. The scores still select positions, and give the results of games that
    /// were decided by a ruling.
    pub td: Option<TdTargets>,
}

/// Training samples and held-out samples, collected game by game: the first game is held out,
/// and every `hold_out`-th after it.
#[derive(Clone, Debug)]
pub struct Lessons<G: Game> {
    /// The training samples.
    pub training: Samples,
    /// The held-out samples.
    pub held_out: Samples,
    selection: Selection,
    repeats: Option<Repeats>,
    repeated: u64,
    games: u64,
    broken: u64,
    inputs: InputSet<G>,
}

impl<G: Game + Clone> Lessons<G> {
    /// A collection without samples, of quiet positions with a score up to ±`limit`.
    pub fn new(inputs: InputSet<G>, hold_out: u64, limit: u16) -> Lessons<G> {
        Lessons::of(inputs, Selection { hold_out, limit, noisy: false, repeats: 0, images: true, td: None })
    }

    /// A collection without samples.
    pub fn of(inputs: InputSet<G>, selection: Selection) -> Lessons<G> {
        let none = Samples::new(inputs.inputs, inputs.buckets);
        let (training, held_out) = (none.clone(), none);
        let repeats = (selection.repeats > 0).then(|| Repeats::new(selection.repeats));
        Lessons { training, held_out, selection, repeats, repeated: 0, games: 0, broken: 0, inputs }
    }

    /// The selection of games and positions.
    pub fn selection(&self) -> Selection {
        self.selection
    }

    /// Whether the next game is held out.
    pub fn is_next_held_out(&self) -> bool {
        self.games.is_multiple_of(self.selection.hold_out)
    }

    /// Adds the positions of a game, up to its first illegal move; `None` stands for a game that
    /// could not be read, which is counted as well.
    ///
    /// # Errors
    /// Why the samples of the game are incomplete.
    pub fn add(&mut self, game: Option<&ScoredGame<G>>) -> Result<(), LessonError> {
        self.add_marking(game, &mut |_| ())
    }

    /// Adds the positions of a game as [`Lessons::add`]; `repeat` receives the plies, from 0, whose positions are
    /// left out because they are repeated.
    ///
    /// # Errors
    /// Why the samples of the game are incomplete.
    pub fn add_marking(
        &mut self,
        game: Option<&ScoredGame<G>>,
        repeat: &mut dyn FnMut(usize),
    ) -> Result<(), LessonError> {
        let set = if self.is_next_held_out() { &mut self.held_out } else { &mut self.training };
        self.games += 1;
        let (repeats, repeated, inputs) = (&mut self.repeats, &mut self.repeated, &self.inputs);
        let mut is_new = |ply, position: &G| {
            let is_new = repeats.as_mut().is_none_or(|repeats| repeats.is_new(inputs.key(position)));
            if !is_new {
                *repeated += 1;
                repeat(ply);
            }
            is_new
        };
        let learnt = game.map(|game| inputs.learn(game, self.selection, set, &mut is_new));
        self.broken += u64::from(!matches!(learnt, Some(Ok(()))));
        learnt.unwrap_or(Ok(()))
    }

    /// Adds the positions of a game to other samples, except the given plies, which [`Lessons::add_marking`] marked
    /// as repeated. The game is not counted.
    ///
    /// # Errors
    /// Why the samples of the game are incomplete.
    pub fn add_again(
        &self,
        game: &ScoredGame<G>,
        is_repeated: &dyn Fn(usize) -> bool,
        samples: &mut Samples,
    ) -> Result<(), LessonError> {
        self.inputs.learn(game, self.selection, samples, &mut |ply, _| !is_repeated(ply))
    }

    /// The number of repeated positions that were left out.
    pub fn repeated(&self) -> u64 {
        self.repeated
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
