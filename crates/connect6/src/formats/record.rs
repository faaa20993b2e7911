//! A recorded game: its players, the starting position and the turns.

use crate::{Board, Side, Turn};
use duiyi_game::Outcome;

/// The result of a game according to its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum GameResult {
    /// This side won (on the board, on time, by resignation).
    Win(Side),
    /// A draw.
    Draw,
    /// Unfinished or not known.
    #[default]
    Unknown,
}

impl From<Option<Outcome>> for GameResult {
    fn from(outcome: Option<Outcome>) -> GameResult {
        match outcome {
            Some(outcome) => outcome.winner.map_or(GameResult::Draw, GameResult::Win),
            None => GameResult::Unknown,
        }
    }
}

/// A recorded game. Fields that the record does not contain are empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The position from which the turns were played.
    pub start: Board,
    /// The turns, each legal after those before it; the last may be incomplete.
    pub turns: Vec<Turn>,
    /// The result.
    pub result: GameResult,
    /// The player of Black.
    pub black: String,
    /// The player of White.
    pub white: String,
    /// The event.
    pub event: String,
    /// The place of the game.
    pub place: String,
    /// The date as written in the record.
    pub date: String,
    /// The source of the record: a program or a site.
    pub source: String,
}

impl GameRecord {
    /// A record of the turns played on a board, with the result on the board.
    pub fn new(board: &Board) -> GameRecord {
        let mut start = board.clone();
        while start.take().is_some() {}
        GameRecord {
            start,
            turns: board.turns(),
            result: board.outcome().into(),
            black: String::new(),
            white: String::new(),
            event: String::new(),
            place: String::new(),
            date: String::new(),
            source: String::new(),
        }
    }

    /// The position after the last turn, with the turns in its history.
    pub fn board(&self) -> Board {
        let mut board = self.start.clone();
        for turn in &self.turns {
            for &point in turn.points() {
                board.put(point);
            }
        }
        board
    }
}
