//! Endgame tables under the rule that perpetual check loses.

use super::{
    EndgameFolder, EndgameFolderError, EndgameTable,
    folder::{material, material_of},
};
use crate::{Move, Xiangqi};
use alloc::{string::ToString, vec::Vec};
use duiyi_endgame::{Numbered as _, PerpetualChecks, Probe as _, RuledValue, TableError, Value};
use duiyi_game::{Game as _, legal_moves};
use std::{cmp::Reverse, collections::HashMap};

/// Tables of a folder under the rule that perpetual check loses.
///
/// [`PerpetualChecks`] defines the rule; it is [`RuleSet::CheckOnly`](crate::rulings::RuleSet::CheckOnly)
/// for play without end. A draw by the plain rules becomes a win if the opponent can avoid a loss only by
/// checks at every move. Chases do not matter. The values are computed from the tables and not stored.
#[derive(Debug)]
pub struct PerpetualTables<'a> {
    folder: &'a EndgameFolder,
    /// By [`material`].
    solved: HashMap<u64, PerpetualChecks<EndgameTable>>,
}

impl<'a> PerpetualTables<'a> {
    /// No table is solved yet.
    pub fn new(folder: &'a EndgameFolder) -> PerpetualTables<'a> {
        PerpetualTables { folder, solved: HashMap::new() }
    }

    /// Solves a table and those that it needs, and returns the draws that the rule decides.
    ///
    /// # Errors
    /// A table is not in the folder or cannot be read, or its moves do not fit into memory.
    pub fn solve(&mut self, table: &EndgameTable) -> Result<&PerpetualChecks<EndgameTable>, EndgameFolderError> {
        for pieces in table.with_smaller().into_iter().map(EndgameTable::stronger_first) {
            let key = material_of(&pieces);
            if !self.solved.contains_key(&key) {
                let plain = self.folder.load(&pieces)?;
                let in_check = |game: &Xiangqi| game.position().in_check();
                let found = PerpetualChecks::solve(&plain, in_check, |game| self.value(game))?;
                self.solved.insert(key, found);
            }
        }
        let key = material_of(&table.clone().stronger_first());
        // The table is the last of those that it needs.
        self.solved.get(&key).ok_or_else(|| TableError::Unknown { mv: table.to_string() }.into())
    }

    /// The value of a position for the side to move; `None` if it is in none of the solved tables.
    ///
    /// # Errors
    /// An error of reading a table.
    pub fn value(&self, game: &Xiangqi) -> Result<Option<RuledValue>, TableError> {
        let position = game.position();
        let find = |swapped| Some((self.solved.get(&material(position, swapped))?, swapped));
        let Some((solved, swapped)) = find(false).or_else(|| find(true)) else { return Ok(None) };
        let index = if swapped {
            solved.numbering().index(&Xiangqi::new(position.color_swapped()))
        } else {
            solved.numbering().index(game)
        };
        match index.and_then(|index| solved.value(index)) {
            Some(value) => Ok(Some(value)),
            None => Ok(self.folder.probe(game)?.map(RuledValue::Plain)),
        }
    }

    /// The legal moves of a position with the values of the positions after them, for the side to move
    /// there; the best move is first. The winner of a draw that the rule decides wins by the first move
    /// of each list, and the winner of a plain win by the shortest mate.
    ///
    /// # Errors
    /// [`TableError::Unknown`] if a position after a move is in none of the solved tables; errors of
    /// reading a table.
    pub fn ranked_moves(&self, game: &mut Xiangqi) -> Result<Vec<(Move, RuledValue)>, TableError> {
        let pieces = game.position().occupied().len();
        let mut ranked = Vec::new();
        for mv in legal_moves(game) {
            let undo = game.make(mv);
            let value = self.value(game).map(|value| value.or_else(|| ended(game)));
            let captures = game.position().occupied().len() < pieces;
            game.unmake(mv, undo);
            let value = value?.ok_or_else(|| TableError::Unknown { mv: mv.to_string() })?;
            ranked.push((mv, value, captures));
        }
        ranked.sort_by_key(|&(_, value, captures)| Reverse(rank(value, captures)));
        Ok(ranked.into_iter().map(|(mv, value, _)| (mv, value)).collect())
    }
}

/// The value of a position in which the game is over.
fn ended(game: &Xiangqi) -> Option<RuledValue> {
    let winner = game.outcome()?.winner;
    Some(RuledValue::Plain(match winner {
        None => Value::Draw,
        Some(side) if side == game.side_to_move() => Value::Win(0),
        Some(_) => Value::Loss(0),
    }))
}

/// The order of moves by the values after them: a greater rank is better for the side that moves. The orders
/// of decided draws can be compared only in one table, so that captures are before other moves.
fn rank(value: RuledValue, captures: bool) -> (Value, i8, i64) {
    let drawn = Value::Draw;
    match value {
        RuledValue::Plain(Value::Loss(plies)) => (Value::Win(plies), 0, 0),
        RuledValue::Plain(Value::Win(plies)) => (Value::Loss(plies), 0, 0),
        RuledValue::Plain(Value::Draw) => (drawn, 0, 0),
        RuledValue::Loss(order) => (drawn, 1 + i8::from(captures), -i64::from(order)),
        RuledValue::Win(order) => (drawn, -1 - i8::from(captures), i64::from(order)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn better_moves_have_greater_ranks() {
        let best_first = [
            (RuledValue::Plain(Value::Loss(0)), false),
            (RuledValue::Plain(Value::Loss(8)), false),
            (RuledValue::Loss(5), true),
            (RuledValue::Loss(1), false),
            (RuledValue::Loss(2), false),
            (RuledValue::Plain(Value::Draw), false),
            (RuledValue::Win(2), false),
            (RuledValue::Win(1), false),
            (RuledValue::Plain(Value::Win(9)), false),
            (RuledValue::Plain(Value::Win(1)), false),
        ];
        assert!(
            best_first.is_sorted_by(|&(a, a_captures), &(b, b_captures)| rank(a, a_captures) > rank(b, b_captures))
        );
    }
}
