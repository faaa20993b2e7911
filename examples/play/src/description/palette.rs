//! What a position is set up with by hand.

use duiyi_game::{Game, Reason, Side, Square};

/// Something that can be put on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The character drawn, as [`Diagram::symbol`](duiyi_game::Diagram::symbol) returns it.
    pub symbol: char,
    /// The letter drawn instead of the character.
    pub letter: char,
    /// The side it belongs to.
    pub owner: Side,
}

/// Builds a position by the rules of another one, from pieces and a side to move.
pub type BuildPosition<G> = fn(&G, &[(Square, Piece)], Side) -> Result<G, Reason>;

/// The pieces of a game, and how a position is built from them.
pub struct Palette<G: Game> {
    /// Everything that can be put on a square.
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
