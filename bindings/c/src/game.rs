//! A game and its queries, in safe code.

use crate::{
    failure::Failure,
    notation::{Writing, unread},
    ruling,
};
use duiyi_game::{Game, History, Notation, Side};
use duiyi_xiangqi::{
    BLACK, MAX_MOVES, Move, MoveList, Position, Xiangqi,
    notation::{self},
    perft,
    rulings::{RuleSet, judge},
};

/// A game of xiangqi: a position and the moves that led to it, by some rules.
#[derive(Clone)]
pub struct DuiyiGame(History<Xiangqi>);

/// A move: 128 times the square that the piece leaves, plus the square that it enters. A square
/// is 9 times its rank (0 to 9, from Red's side) plus its file (0 to 8, from Red's left). A move
/// has this number in every position and is never 0.
pub type DuiyiMove = u16;

/// More moves than any position has: a buffer of this size is never too small.
pub const DUIYI_MAX_MOVES: usize = 128;

/// The greatest depth of duiyi_game_perft. Greater counts may not fit into 64 bits.
pub const DUIYI_MAX_PERFT_DEPTH: u32 = 9;

const _: () = assert!(DUIYI_MAX_MOVES == MAX_MOVES);
// A position has less than 120 moves.
const _: () = assert!(120_u64.checked_pow(DUIYI_MAX_PERFT_DEPTH).is_some());

/// A side.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DuiyiSide {
    /// Red, who moves first in a game from the initial position.
    Red = 0,
    /// Black.
    Black = 1,
}

/// The outcome of a game by the rules.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DuiyiOutcome {
    /// The game is not over.
    Ongoing = 0,
    /// Red has won.
    RedWins = 1,
    /// Black has won.
    BlackWins = 2,
    /// The game is a draw.
    Draw = 3,
}

/// Threads may use one game at once to read it, and pass it on.
const fn shareable<T: Send + Sync>() {}
const _: () = shareable::<DuiyiGame>();

/// The move of a number.
fn decoded(mv: DuiyiMove) -> Result<Move, Failure> {
    Move::from_bits(mv).ok_or_else(|| {
        Failure::invalid(format!("{mv} is not a move: expected 128 times a square from 0 to 89, plus another square"))
    })
}

impl DuiyiGame {
    pub(crate) fn new(fen: Option<&str>, rules: Option<&str>) -> Result<DuiyiGame, Failure> {
        let initial = Xiangqi::begin(rules.unwrap_or_default()).map_err(Failure::Invalid)?;
        let start = match fen {
            Some(fen) => initial.read_position(fen).map_err(Failure::Invalid)?,
            None => initial,
        };
        Ok(DuiyiGame(History::new(start)))
    }

    fn position(&self) -> &Position {
        self.0.now().position()
    }

    pub(crate) fn fen(&self) -> String {
        self.position().to_fen()
    }

    pub(crate) fn rules(&self) -> String {
        self.0.now().game_rules().to_string()
    }

    pub(crate) fn side(&self) -> DuiyiSide {
        if self.position().side_to_move() == BLACK { DuiyiSide::Black } else { DuiyiSide::Red }
    }

    pub(crate) fn legal_moves(&self) -> MoveList {
        self.position().legal_moves()
    }

    /// A number that is not a move is not legal.
    pub(crate) fn is_legal(&self, mv: DuiyiMove) -> bool {
        decoded(mv).is_ok_and(|mv| self.0.now().is_legal(mv))
    }

    pub(crate) fn push(&mut self, mv: DuiyiMove) -> Result<(), Failure> {
        let mv = decoded(mv)?;
        self.position().check_move(mv).map_err(Failure::illegal)?;
        self.0.play(mv).map_err(Failure::illegal)
    }

    pub(crate) fn pop(&mut self) -> Result<DuiyiMove, Failure> {
        self.0.undo().map(Move::bits).ok_or(Failure::NoMove)
    }

    /// The outcome, and its reason if the game is over.
    pub(crate) fn outcome(&self) -> (DuiyiOutcome, Option<String>) {
        match self.0.outcome() {
            None => (DuiyiOutcome::Ongoing, None),
            Some(outcome) => {
                let result = match outcome.winner {
                    Some(Side::First) => DuiyiOutcome::RedWins,
                    Some(Side::Second) => DuiyiOutcome::BlackWins,
                    None => DuiyiOutcome::Draw,
                };
                (result, Some(outcome.reason.into_owned()))
            }
        }
    }

    /// The ruling by a rule book, by default that of the game, as JSON.
    pub(crate) fn judge(&self, book: Option<&str>) -> Result<String, Failure> {
        let book: RuleSet = match book {
            Some(book) => book.parse().map_err(Failure::invalid)?,
            None => self.0.now().game_rules().repetition,
        };
        let report = judge(book, self.0.start().position(), self.0.moves()).map_err(Failure::illegal)?;
        ruling::json(&report)
    }

    /// Reads a move, by default in any notation.
    pub(crate) fn read_move(&self, text: &str, name: Option<&str>) -> Result<DuiyiMove, Failure> {
        let mv = match name {
            Some(name) => Writing::named(name)?.read(self.position(), text)?,
            None => notation::read(self.position(), text).map_err(unread)?,
        };
        Ok(mv.bits())
    }

    /// Writes a legal move, by default in coordinates.
    pub(crate) fn write_move(&self, mv: DuiyiMove, name: Option<&str>) -> Result<String, Failure> {
        let writing = name.map_or(Ok(Writing::COORDINATES), Writing::named)?;
        writing.write(self.position(), decoded(mv)?)
    }

    pub(crate) fn perft(&self, depth: u32) -> Result<u64, Failure> {
        if depth > DUIYI_MAX_PERFT_DEPTH {
            return Err(Failure::invalid(format!("perft: depth {depth}; expected at most {DUIYI_MAX_PERFT_DEPTH}")));
        }
        Ok(perft(&mut self.position().clone(), depth))
    }
}
