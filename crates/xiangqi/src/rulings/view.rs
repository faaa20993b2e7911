//! Positions and moves as the side to move sees them, in one form for all mirror images and orders of the piece list.
//!
//! A look-ahead often has several best lines, and its limits cut off the moves that are generated last. If it
//! starts from this form, its result does not depend on the colours, the sides of the board, or the order in
//! which the pieces are listed.

use super::attacks::{Pair, square_of};
use crate::{BLACK, Move, Piece, Position, Side, Square, position::EMPTY};

/// A map of the board to its form for the side to move, which becomes Red. It is its own inverse.
#[derive(Clone, Copy)]
pub(crate) struct View {
    rotated: bool,
    mirrored: bool,
}

impl View {
    /// The view of a position and of moves around it.
    pub(crate) fn of(position: &Position, moves: &[Move]) -> View {
        let us = position.side_to_move();
        let [plain, mirrored] = [false, true].map(|mirrored| View { rotated: us == BLACK, mirrored });
        let code = |view: View, square: Square| {
            let piece = position.piece_at(view.square(square));
            piece.map_or(0, |piece| 1 + piece.kind.index() + if piece.color == us { 8 } else { 0 })
        };
        let boards = Square::all().map(|square| (code(plain, square), code(mirrored, square)));
        let lines = moves.iter().map(|&mv| (plain.mv(mv).bits() as usize, mirrored.mv(mv).bits() as usize));
        match boards.chain(lines).find(|(one, other)| one != other) {
            Some((one, other)) if one > other => mirrored,
            _ => plain,
        }
    }

    /// The image of a square.
    pub(crate) fn square(self, square: Square) -> Square {
        let square = if self.rotated { square.rotate() } else { square };
        if self.mirrored { square.mirror() } else { square }
    }

    /// The image of a move.
    pub(crate) fn mv(self, mv: Move) -> Move {
        Move::new(self.square(mv.from()), self.square(mv.to())).unwrap_or(mv)
    }

    /// The image of a position, with its pieces listed in the order of their squares.
    pub(crate) fn position(self, position: &Position) -> Position {
        let color = |side: Side| if self.rotated { !side } else { side };
        let mut image = Position::empty(color(position.side_to_move()));
        for square in Square::all() {
            if let Some(piece) = position.piece_at(self.square(square)) {
                let placed = image.put(square, Piece::new(color(piece.color), piece.kind));
                debug_assert!(placed, "images keep the number of pieces of each kind");
            }
        }
        image
    }

    /// The pair of `position` whose image in `image` has its attacker on the side that is to move there.
    pub(crate) fn pair(self, position: &Position, image: &Position, pair: Pair) -> Pair {
        let us = image.side_to_move();
        let slot = |color: Side, slot: usize| {
            let square = square_of(image, color, slot).map(|square| self.square(square));
            square.map_or(slot, |square| position.slot_at(square) as usize % 16)
        };
        Pair { attacker: slot(us, pair.attacker), target: slot(!us, pair.target) }
    }
}

/// The position before the last move, which captured nothing.
pub(crate) fn undone(position: &Position, last: Move) -> Position {
    let mut earlier = *position;
    earlier.relocate(position.slot_at(last.to()), last.to(), last.from(), EMPTY);
    earlier.pass();
    earlier
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulings::attacks::{Attacks, capture_of};

    /// The pairs of an image are captures of the image; those of the position are the images of these.
    #[test]
    fn pairs_belong_to_the_same_captures() {
        let mut count = 0;
        for fen in [
            "2b1k4/4a4/n3b1n2/9/2r1c4/9/R1N1C4/4B4/4A4/3K2B2 w",
            "2b1k4/4a4/n3b1n2/9/2r1c4/9/R1N1C4/4B4/4A4/3K2B2 b",
            "2b2k3/4a4/4b4/n3c1r2/9/2n6/4C1N1R/4B4/4A4/4K1B2 b",
        ] {
            let position: Position = fen.parse().unwrap();
            let view = View::of(&position, &[]);
            let image = view.position(&position);
            let pairs: Vec<Pair> = Attacks::of(&image).pairs().collect();
            count += pairs.len();
            for pair in pairs {
                let expected = capture_of(&image, pair).map(|mv| view.mv(mv));
                assert_eq!(capture_of(&position, view.pair(&position, &image, pair)), expected, "{fen}");
            }
        }
        assert!(count >= 6, "{count}");
    }
}
