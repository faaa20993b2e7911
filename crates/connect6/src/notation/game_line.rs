//! A game on one line: `J10 I11-K11 L11-K12 …`, the turns in [`Coordinates::Letters`].
//!
//! Collections put header fields before it, separated by ` | `. Little Golem's plain list, `1.j10
//! 2.i9l10 3.j8l8`, can be read as well.

use super::{CoordinateError, Coordinates};
use crate::{Board, IllegalTurn, Rules, Turn};
use alloc::{string::String, vec::Vec};
use thiserror::Error;

/// What is wrong with a game line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("turn {turn}: {kind}")]
pub struct GameLineError {
    /// The turn, from 1.
    pub turn: usize,
    /// What is wrong with it.
    pub kind: GameLineErrorKind,
}

/// What can be wrong with a turn of a game line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameLineErrorKind {
    /// It can't be read.
    #[error(transparent)]
    Coordinates(#[from] CoordinateError),
    /// It can't be played.
    #[error(transparent)]
    Illegal(#[from] IllegalTurn),
}

/// Plays the turns of a line on an empty board.
///
/// ```
/// use duiyi_connect6::{WHITE, Rules, notation::game_line};
///
/// let board = game_line::read(Rules::CONNECT6, "J10 I11-K11 L11-K12")?;
/// assert_eq!((board.to_move(), board.stone_count()), (WHITE, 5));
/// assert_eq!(game_line::write(Rules::CONNECT6, &board.turns()), "J10 I11-K11 L11-K12");
/// # Ok::<(), game_line::GameLineError>(())
/// ```
///
/// # Errors
///
/// The first turn that can't be read or played.
pub fn read(rules: Rules, text: &str) -> Result<Board, GameLineError> {
    let mut board = Board::new(rules);
    play(&mut board, text)?;
    Ok(board)
}

/// Plays the turns of a line on a board.
///
/// # Errors
///
/// The first turn that can't be read or played; the turns before it stay on the board.
pub fn play(board: &mut Board, text: &str) -> Result<(), GameLineError> {
    for (i, word) in text.split_whitespace().enumerate() {
        let at = |kind| GameLineError { turn: i + 1, kind };
        // "12.j10k11", with the number of the turn in front.
        let word = word
            .split_once('.')
            .filter(|(number, _)| number.bytes().all(|b| b.is_ascii_digit()))
            .map_or(word, |(_, turn)| turn);
        let turn = Coordinates::Letters.read_turn(board.rules(), word).map_err(|error| at(error.into()))?;
        board.play(turn.points()).map_err(|error| at(error.into()))?;
    }
    Ok(())
}

/// Writes turns on one line.
pub fn write(rules: Rules, turns: &[Turn]) -> String {
    let turns: Vec<String> = turns.iter().map(|turn| Coordinates::Letters.write_turn(rules, turn)).collect();
    turns.join(" ")
}

/// Splits a line of a collection into its header fields and the turns after the last ` | `.
pub fn split_header(line: &str) -> (Vec<&str>, &str) {
    match line.rsplit_once(" | ") {
        Some((header, turns)) => (header.split(" | ").map(str::trim).collect(), turns.trim()),
        None => (Vec::new(), line.trim()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::IllegalStone;

    #[test]
    fn little_golems_list_is_read() {
        let list = read(Rules::CONNECT6, "1.j10 2.i9l10 3.j8l8").unwrap();
        assert_eq!(list, read(Rules::CONNECT6, "J10 I9-L10 J8-L8").unwrap());
    }

    #[test]
    fn the_turn_that_fails_is_named() {
        let error = read(Rules::CONNECT6, "J10 I11-K11 J10-K12").unwrap_err();
        assert_eq!(error.turn, 3);
        assert!(matches!(error.kind, GameLineErrorKind::Illegal(IllegalTurn::Stone(IllegalStone::Occupied(..)))));
        assert_eq!(read(Rules::CONNECT6, "J10 I11-T11").unwrap_err().turn, 2);
        assert_eq!(read(Rules::CONNECT6, "J10 I11").unwrap_err().turn, 2);
    }

    #[test]
    fn headers_are_split_off() {
        assert_eq!(split_header("a | b c | J10 K11-K12"), (vec!["a", "b c"], "J10 K11-K12"));
        assert_eq!(split_header("J10"), (vec![], "J10"));
    }
}
