//! What several methods of the board compute, and other boards made from it.

use super::{
    board::Board,
    moves::{Move, Piece},
    words::{COLORS, square},
};
use crate::{
    error::{not_legal, refused},
    text::choose,
};
use duiyi_game::History;
use duiyi_xiangqi::{BLACK, Bitboard, Position, Setup, Side, Square, Xiangqi, notation::Notation};
use pyo3::prelude::*;
use std::collections::BTreeMap;

/// The numbers of squares, in order.
pub(super) fn numbers(squares: Bitboard) -> Vec<usize> {
    squares.into_iter().map(Square::index).collect()
}

impl Board {
    /// The squares that a pin leaves to the piece of a side on a square.
    pub(super) fn pin_of(&self, color: &str, square: usize) -> PyResult<Option<Bitboard>> {
        let color: Side = choose("colour", color, &COLORS)?;
        let mut view = *self.position();
        if view.side_to_move() != color {
            view.pass();
        }
        Ok(view.pin_of(self::square(square)?))
    }

    /// A board of another position, with the same rules.
    pub(super) fn with_position(&self, position: Position) -> Board {
        Board(History::new(Xiangqi::new(position).with_rules(*self.now().game_rules())))
    }

    /// The squares that the piece on a square attacks.
    pub(super) fn attacked_from(&self, from: Square) -> Vec<usize> {
        let Some(piece) = self.position().piece_at(from) else { return Vec::new() };
        let attacked = |&to: &Square| to != from && self.position().attackers_of(piece.color, to).contains(from);
        Square::all().filter(attacked).map(Square::index).collect()
    }

    /// A line of legal moves in a notation.
    pub(super) fn written(&self, moves: &[Move], writing: Notation) -> PyResult<Vec<String>> {
        let mut now = *self.position();
        let write = |mv: &Move| {
            let text = writing.write(&now, mv.0).map_err(not_legal)?;
            now.make(mv.0);
            Ok(text)
        };
        moves.iter().map(write).collect()
    }

    /// A line of legal moves with its move numbers.
    pub(super) fn numbered(&self, moves: &[Move], writing: Notation) -> PyResult<String> {
        let (mut is_black, mut number) = (self.position().side_to_move() == BLACK, self.position().fullmove());
        let mut words = Vec::new();
        for text in self.written(moves, writing)? {
            if !is_black {
                words.push(format!("{number}."));
            } else if words.is_empty() {
                words.push(format!("{number}..."));
            }
            words.push(text);
            number = number.saturating_add(u16::from(is_black));
            is_black = !is_black;
        }
        Ok(words.join(" "))
    }

    /// Replaces all pieces, by their squares.
    pub(super) fn replace_pieces(&mut self, pieces: BTreeMap<usize, Piece>, lenient: bool) -> PyResult<()> {
        let mut setup = Setup { lenient, ..Setup::of(self.position()) };
        setup.board.fill(None);
        for (square, piece) in pieces {
            setup.board[self::square(square)?.index()] = Some(piece.0);
        }
        self.begin_again(&setup)
    }

    /// The position with the other side to move.
    pub(super) fn after_pass(&self) -> PyResult<Board> {
        let mut setup = Setup { lenient: true, ..Setup::of(self.position()) };
        setup.fullmove = setup.fullmove.saturating_add(u16::from(setup.side == BLACK));
        setup.quiet_plies = setup.quiet_plies.saturating_add(1);
        setup.side = !setup.side;
        Ok(self.with_position(Position::from_setup(&setup).map_err(refused)?))
    }
}
