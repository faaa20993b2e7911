//! The board: a game.

use super::moves::Move;
use crate::error::{illegal, not_legal, refused, unread};
use duiyi_game::{History, Notation};
use duiyi_xiangqi::{Position, Setup, Xiangqi, notation};
use pyo3::prelude::*;

/// A game of xiangqi: a position and the moves that led to it, by some rules.
///
/// Without a FEN the game begins in the initial position. `rules` names a rule book and the number
/// of plies without a capture after which the game is a draw: "asian-120" (the default),
/// "wxf2018-120", "cxa2020-120", "check-only-120" or "none-120". `lenient` accepts studies with
/// pieces on squares that they cannot reach in play.
///
/// >>> from duiyi.xiangqi import Board
/// >>> board = Board()
/// >>> board.push_text("炮二平五")
/// Move('h2e2')
/// >>> board.turn, board.fen()
/// ('black', 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1')
/// >>> board.pop(), board == Board()
/// (Move('h2e2'), True)
/// >>> Board("4k4/9/9/9/9/9/9/9/9/4K4 w")
/// Traceback (most recent call last):
///   ...
/// duiyi.DuiyiError: the kings on e0 and e9 face each other on an open file
#[pyclass(weakref, module = "duiyi.xiangqi")]
pub(crate) struct Board(pub(super) History<Xiangqi>);

/// The pickled form of a board: the function that restores it, and the start, rules and moves.
pub(super) type Pickled<'py> = (Bound<'py, PyAny>, (String, String, Vec<Move>));

/// A game from the position of a FEN; `lenient` accepts pieces on squares that they cannot reach in play.
pub(super) fn begin(fen: Option<&str>, rules: &str, lenient: bool) -> PyResult<History<Xiangqi>> {
    let usual = Xiangqi::begin(rules).map_err(refused)?;
    Ok(History::new(match fen {
        None => usual,
        Some(fen) if lenient => {
            let setup = Setup { lenient, ..Setup::from_fen(fen).map_err(refused)? };
            let position = Position::from_setup(&setup).map_err(refused)?;
            Xiangqi::new(position).with_rules(*usual.game_rules())
        }
        Some(fen) => usual.read_position(fen).map_err(refused)?,
    }))
}

impl Board {
    pub(super) fn now(&self) -> &Xiangqi {
        self.0.now()
    }

    /// Its pieces.
    pub(super) fn position(&self) -> &Position {
        self.now().position()
    }

    pub(super) fn play(&mut self, mv: duiyi_xiangqi::Move) -> PyResult<()> {
        self.0.play(mv).map_err(|error| match self.position().check_move(mv) {
            Err(reason) => not_legal(reason),
            Ok(()) => illegal(error),
        })
    }

    /// Replaces the position, with the same rules and without the moves before it.
    pub(super) fn begin_again(&mut self, setup: &Setup) -> PyResult<()> {
        let position = Position::from_setup(setup).map_err(refused)?;
        self.0 = History::new(Xiangqi::new(position).with_rules(*self.0.now().game_rules()));
        Ok(())
    }

    /// Reads a move in any notation and plays it.
    pub(super) fn play_text(&mut self, text: &str) -> PyResult<Move> {
        let mv = notation::read(self.position(), text).map_err(unread)?;
        self.play(mv)?;
        Ok(Move(mv))
    }

    pub(super) fn copied(&self) -> Board {
        Board(self.0.clone())
    }
}

/// Reads a game from one line.
pub(super) fn read(text: &str, rules: &str, lenient: bool) -> PyResult<Board> {
    if !lenient {
        return History::read(rules, text).map(Board).map_err(refused);
    }
    let mut words = text.split_whitespace();
    let fen: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
    let fen = Some(fen.join(" ")).filter(|fen| !fen.is_empty());
    let mut board = Board(begin(fen.as_deref(), rules, true)?);
    words.try_for_each(|word| board.play_text(word).map(drop))?;
    Ok(board)
}
