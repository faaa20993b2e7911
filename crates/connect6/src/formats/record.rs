//! A recorded game: who played, where it started, and its turns.

use crate::{Board, Side, Turn};
use duiyi_game::Outcome;

/// How a game ended, as its record says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum GameResult {
    /// This side won (on the board, on time, by resignation).
    Win(Side),
    /// Nobody won.
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

/// A recorded game. Texts that the record does not have are empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The position from which the turns were played.
    pub start: Board,
    /// The turns, each legal after those before it; the last may be incomplete.
    pub turns: Vec<Turn>,
    /// The result.
    pub result: GameResult,
    /// Who played Black.
    pub black: String,
    /// Who played White.
    pub white: String,
    /// The event.
    pub event: String,
    /// Where it was played.
    pub place: String,
    /// When, as the record writes it.
    pub date: String,
    /// Where the record comes from: a program or a site.
    pub source: String,
}

impl GameRecord {
    /// A record of the turns played on a board, its result that of the board.
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
