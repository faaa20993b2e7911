//! Games with a score for each move, as records keep them and as training plays them again.

use super::records::{PlayedGame, Reader, RecordError};
use duiyi_search::{Game, GameMove, History, Notation, Outcome, OutcomeKind, Score, Side};
use std::io::Read;

/// The largest score of a record.
const MOST: i32 = 32_000;

/// A game to learn from; its moves may not be legal.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoredGame<G: Game> {
    /// Where it begins.
    pub start: G,
    /// The first side's result, from 0 to 1; `None` where a ruling decided, which tells little about positions.
    pub result: Option<f32>,
    /// Moves with their scores for the mover; no score for random moves.
    pub plies: Vec<(G::Move, Option<i32>)>,
}

/// A record that is not a game of these rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The file is not whole, or not one of games.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Games of another game.
    #[error("games of {found}; expected {expected}")]
    OtherGame {
        /// What the file has.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// A start that the game does not read.
    #[error("game {game}: {reason}")]
    Start {
        /// Its number in the file, from 1.
        game: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// Bits that are not a move.
    #[error("game {game}, move {ply}: {bits} is not a move of the game")]
    Move {
        /// Its number in the file, from 1.
        game: usize,
        /// The ply, from 1.
        ply: usize,
        /// What was read.
        bits: u32,
    },
}

impl PlayedGame {
    /// The record of a game that has ended; `scores` are those of its moves for the mover, none
    /// for the moves beyond them. A start that is that of `rules` is left out.
    pub fn of<G: Notation>(rules: &G, game: &History<G>, scores: &[Option<Score>], outcome: &Outcome) -> PlayedGame {
        let start = game.start().write_position();
        let scores = scores.iter().copied().chain(std::iter::repeat(None));
        let score = |score: Score| score.get().clamp(-MOST, MOST) as i16;
        PlayedGame {
            start: if start == rules.write_position() { String::new() } else { start },
            result: match outcome.winner {
                Some(Side::First) => 2,
                Some(Side::Second) => 0,
                None => 1,
            },
            ruled: outcome.kind == OutcomeKind::Ruling,
            plies: game.moves().iter().zip(scores).map(|(mv, it)| (mv.to_bits(), it.map(score))).collect(),
        }
    }
}

impl<G: Notation> ScoredGame<G> {
    /// The game of a record; `number` is its number in the file, from 1, for errors.
    ///
    /// # Errors
    /// A start or a move that the game does not read. Whether the moves are legal is not looked at.
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
        let result = Some(f32::from(record.result) / 2.0).filter(|_| !record.ruled);
        Ok(ScoredGame { start, result, plies })
    }

    /// Gives every game of a file of records; one that is not of these rules is an error of its own.
    ///
    /// # Errors
    /// If the file has no records, those of another game, or one that is cut off or changed.
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
