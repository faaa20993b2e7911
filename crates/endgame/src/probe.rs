//! Looking up the values of positions.

use crate::{TableError, Value};
use duiyi_game::{Game, legal_moves};

/// Tables in which the values of positions can be looked up.
///
/// `()` contains no position; a `Vec` contains the positions of all its tables.
pub trait Probe<G: Game>: Sync {
    /// The value of a position; `None` if it is not in the tables.
    ///
    /// # Errors
    ///
    /// An error of reading a file.
    fn probe(&self, position: &G) -> Result<Option<Value>, TableError>;
}

impl<G: Game> Probe<G> for () {
    fn probe(&self, _: &G) -> Result<Option<Value>, TableError> {
        Ok(None)
    }
}

impl<G: Game, P: Probe<G> + ?Sized> Probe<G> for &P {
    fn probe(&self, position: &G) -> Result<Option<Value>, TableError> {
        (**self).probe(position)
    }
}

impl<G: Game, P: Probe<G> + ?Sized> Probe<G> for Box<P> {
    fn probe(&self, position: &G) -> Result<Option<Value>, TableError> {
        (**self).probe(position)
    }
}

impl<G: Game, P: Probe<G>> Probe<G> for Vec<P> {
    fn probe(&self, position: &G) -> Result<Option<Value>, TableError> {
        for table in self {
            if let Some(value) = table.probe(position)? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }
}

/// The legal moves of a position with their values for the side to move, best first; moves of
/// equal value keep their order. The list is empty if the game is over.
///
/// # Errors
///
/// [`TableError::Unknown`] if a position after a move is neither in the tables nor the end of a game;
/// errors of reading a file.
pub fn ranked_moves<G: Game>(tables: &impl Probe<G>, game: &mut G) -> Result<Vec<(G::Move, Value)>, TableError> {
    let moves = legal_moves(game);
    if Value::of_end(game, moves.is_empty()).is_some() {
        return Ok(Vec::new());
    }
    let mover = game.side_to_move();
    let mut ranked = Vec::with_capacity(moves.len());
    for mv in moves {
        let undo = game.make(mv);
        let value = value_of(tables, game);
        let same_mover = game.side_to_move() == mover;
        game.unmake(mv, undo);
        let value = value?.and_then(|value| value.of_move(same_mover));
        ranked.push((mv, value.ok_or_else(|| TableError::Unknown { mv: format!("{mv:?}") })?));
    }
    ranked.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
    Ok(ranked)
}

/// The moves of both sides from a decided position to the end of the game, each the best. The line is
/// empty in a draw.
///
/// # Errors
///
/// The errors of [`ranked_moves`].
pub fn best_line<G: Game + Clone>(tables: &impl Probe<G>, start: &G) -> Result<Vec<G::Move>, TableError> {
    let mut game = start.clone();
    let mut line = Vec::new();
    while let Some(&(mv, value)) = ranked_moves(tables, &mut game)?.first() {
        // Each best move of a decided position decreases the distance, so that the line ends.
        if value == Value::Draw {
            break;
        }
        game.make(mv);
        line.push(mv);
    }
    Ok(line)
}

/// The value of a position by the rules or by the tables.
pub(crate) fn value_of<G: Game>(tables: &impl Probe<G>, game: &G) -> Result<Option<Value>, TableError> {
    if let Some(value) = tables.probe(game)? {
        return Ok(Some(value));
    }
    let ended = Value::of_end(game, false);
    Ok(ended.or_else(|| if legal_moves(game).is_empty() { Value::of_end(game, true) } else { None }))
}
