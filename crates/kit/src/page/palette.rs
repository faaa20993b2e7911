//! The pieces for setting up a position by hand.

use duiyi_game::{Diagram, Game, Notation, Reason, Side, Square};

/// A piece that can be put on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The character drawn, as [`Diagram::symbol`](duiyi_game::Diagram::symbol) returns it.
    pub symbol: char,
    /// The letter drawn instead of the character.
    pub letter: char,
    /// The side that owns it.
    pub owner: Side,
}

/// Builds a position by the rules of another one, from pieces and a side to move.
pub type BuildPosition<G> = fn(&G, &[(Square, Piece)], Side) -> Result<G, Reason>;

/// The pieces of a game, and how a position is built from them.
pub struct Palette<G: Game> {
    /// All pieces that can be put on a square.
    pub pieces: Vec<Piece>,
    /// Returns the position with these pieces and this side to move, by the rules of another one,
    /// or why there is no such position.
    pub build: BuildPosition<G>,
}

impl<G: Game> Clone for Palette<G> {
    fn clone(&self) -> Palette<G> {
        Palette { pieces: self.pieces.clone(), build: self.build }
    }
}

impl<G: Notation + Diagram> Palette<G> {
    /// The palette of a game whose positions are written as rows of letters from the top, with `/`
    /// between: a letter for each piece, with its owner.
    pub fn of_letters(pieces: &[(char, Side)]) -> Palette<G> {
        let piece = |&(letter, owner)| Piece { symbol: letter, letter, owner };
        Palette { pieces: pieces.iter().map(piece).collect(), build: read_rows }
    }
}

/// Reads the position whose rows have the letters of the pieces.
fn read_rows<G: Notation + Diagram>(rules: &G, on: &[(Square, Piece)], to_move: Side) -> Result<G, Reason> {
    let (columns, rows) = rules.size();
    let at =
        |column, row| on.iter().find(|(at, _)| *at == Square { column, row }).map_or('.', |(_, piece)| piece.letter);
    let lines = (0..rows).rev().map(|row| (0..columns).map(|column| at(column, row)).collect::<String>());
    let position = rules.read_position(&lines.collect::<Vec<_>>().join("/"))?;
    if position.side_to_move() == to_move {
        Ok(position)
    } else {
        Err(format!("by the number of stones {} is to move", G::SIDES[position.side_to_move().index()]).into())
    }
}
