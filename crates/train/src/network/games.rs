//! Games with a score for each move, as stored in records and replayed by the training.

use super::records::{PlayedGame, Reader, RecordError};
use duiyi_game::{Game, GameMove, History, Notation, Outcome, OutcomeKind, Score, Side};
use std::io::Read;

/// The maximum score in a record.
const MOST: i32 = 32_000;

/// A training game; its moves may be illegal.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoredGame<G: Game> {
    /// The initial position.
    pub start: G,
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// Whether the game was decided by a ruling rather than the position, so that the result is little evidence.
    pub ruled: bool,
    /// Moves with their scores for the mover; random moves have no score.
    pub plies: Vec<(G::Move, Option<i32>)>,
}

/// A record that is not a game with these rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The file is incomplete, or not a file of games.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Records of another game.
    #[error("games of {found}; expected {expected}")]
    OtherGame {
        /// The game of the file.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// A start that the game cannot read.
    #[error("game {game}: {reason}")]
    Start {
        /// Its number in the file, from 1.
        game: usize,
        /// The error.
        reason: String,
    },
    /// Bits that do not encode a move.
    #[error("game {game}, move {ply}: {bits} is not a move of the game")]
    Move {
        /// Its number in the file, from 1.
        game: usize,
        /// The ply, from 1.
        ply: usize,
        /// The bits.
        bits: u32,
    },
}

/// A score as stored in records.
pub(crate) fn in_record(score: Score) -> i16 {
    score.get().clamp(-MOST, MOST) as i16
}

impl PlayedGame {
    /// The same game with other scores of its plies for the mover, `None` for plies beyond them.
    pub fn with_scores(&self, scores: &[Option<Score>]) -> PlayedGame {
        let scores = scores.iter().map(|score| score.map(in_record)).chain(std::iter::repeat(None));
        let plies = self.plies.iter().zip(scores).map(|(&(mv, _), score)| (mv, score)).collect();
        PlayedGame { plies, ..self.clone() }
    }
}

impl<G: Game> ScoredGame<G> {
    /// The first side's result, from 0 to 1; `None` if a ruling decided.
    pub fn result(&self) -> Option<f32> {
        Some(f32::from(half_points(self.winner)) / 2.0).filter(|_| !self.ruled)
    }
}

/// The half points of the first side.
pub(crate) fn half_points(winner: Option<Side>) -> u8 {
    match winner {
        Some(Side::First) => 2,
        Some(Side::Second) => 0,
        None => 1,
    }
}

impl<G: Notation> ScoredGame<G> {
    /// A finished game; `scores` are the scores of its moves for the mover, `None` for moves beyond them.
    pub fn of(game: &History<G>, scores: &[Option<Score>], outcome: &Outcome) -> ScoredGame<G> {
        let scores = scores.iter().map(|score| score.map(|score| in_record(score).into()));
        ScoredGame {
            start: game.start().clone(),
            winner: outcome.winner,
            ruled: outcome.kind == OutcomeKind::Ruling,
            plies: game.moves().iter().copied().zip(scores.chain(std::iter::repeat(None))).collect(),
        }
    }

    /// The record of the game. A start equal to the start of `rules` is left out.
    pub fn record(&self, rules: &G) -> PlayedGame {
        let start = self.start.write_position();
        PlayedGame {
            start: if start == rules.write_position() { String::new() } else { start },
            result: half_points(self.winner),
            ruled: self.ruled,
            plies: self
                .plies
                .iter()
                .map(|&(mv, score)| (mv.to_bits(), score.map(|score| in_record(Score::new(score)))))
                .collect(),
        }
    }

    /// The game of a record; `number` is its number in the file, from 1, for errors.
    ///
    /// # Errors
    /// If the game cannot read the start or a move. The legality of the moves is not checked.
    pub fn of_record(rules: &G, record: &PlayedGame, number: usize) -> Result<ScoredGame<G>, GameError> {
        let start = match record.start.as_str() {
            "" => rules.clone(),
            text => rules
                .read_position(text)
                .map_err(|reason| GameError::Start { game: number, reason: reason.to_string() })?,
        };
        let ply = |(ply, &(bits, score)): (usize, &(u32, Option<i16>))| {
            let mv = G::Move::from_bits(bits).ok_or(GameError::Move { game: number, ply, bits })?;
            Ok((mv, score.map(i32::from)))
        };
        let plies = (1..).zip(&record.plies).map(ply).collect::<Result<_, GameError>>()?;
        let winner = [Some(Side::Second), None, Some(Side::First)][usize::from(record.result.min(2))];
        Ok(ScoredGame { start, winner, ruled: record.ruled, plies })
    }

    /// Passes every game of a file of records to `take`; a game that these rules cannot read is passed as an error.
    ///
    /// # Errors
    /// If the file has no records or records of another game, or a record is truncated or corrupt.
    pub fn read(
        rules: &G,
        input: impl Read,
        take: &mut dyn FnMut(Result<ScoredGame<G>, GameError>),
    ) -> Result<(), GameError> {
        let reader = Reader::new(input)?;
        if reader.name().split(' ').next() != Some(G::NAME) {
            return Err(GameError::OtherGame { found: reader.name().to_owned(), expected: G::NAME });
        }
        for (number, record) in (1..).zip(reader) {
            take(ScoredGame::of_record(rules, &record?, number));
        }
        Ok(())
    }
}
