//! The initial board in DhtmlXQ and XQF: a square for each of 32 pieces in a fixed
//! order. Neither format stores the side to move, so it follows from the first move.

use crate::{BLACK, Piece, PieceKind, Position, PositionError, RED, Setup, Side, Square};

/// One side's pieces in the order of both formats.
pub(super) const PIECES: [PieceKind; 16] = [
    PieceKind::Rook,
    PieceKind::Horse,
    PieceKind::Elephant,
    PieceKind::Advisor,
    PieceKind::King,
    PieceKind::Advisor,
    PieceKind::Elephant,
    PieceKind::Horse,
    PieceKind::Rook,
    PieceKind::Cannon,
    PieceKind::Cannon,
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Pawn,
];

/// Two pieces on one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Doubled(pub(super) Square);

/// Places the pieces on their squares.
pub(super) fn place(squares: impl IntoIterator<Item = Option<Square>>) -> Result<Setup, Doubled> {
    let mut setup = Setup { lenient: true, ..Setup::default() };
    for (index, square) in squares.into_iter().enumerate().take(32) {
        let Some(square) = square else { continue };
        let color = if index < 16 { RED } else { BLACK };
        let point = &mut setup.board[square.index()];
        if point.is_some() {
            return Err(Doubled(square));
        }
        *point = Some(Piece::new(color, PIECES[index % 16]));
    }
    Ok(setup)
}

/// The square of each of the 32 pieces in a position, `None` if it is not on the board.
/// Pieces of one kind are ordered from their player's right to the left, as at the start, and
/// on one file from Red's side.
pub(super) fn squares(position: &Position) -> [Option<Square>; 32] {
    let mut squares = [None; 32];
    for (color, squares) in Side::BOTH.into_iter().zip(squares.chunks_mut(16)) {
        for (index, &kind) in PIECES.iter().enumerate() {
            let mut own: Vec<Square> = position.squares_of(color, kind).collect();
            own.sort_unstable_by_key(|square| match color {
                RED => (8 - square.file(), square.rank()),
                BLACK => (square.file(), square.rank()),
            });
            let nth = PIECES[..index].iter().filter(|&&before| before == kind).count();
            squares[index] = own.get(nth).copied();
        }
    }
    squares
}

/// The position, with the side to move taken from the origin of the first move; Red
/// if there is no first move, unless Red gives check.
pub(super) fn position(mut setup: Setup, first_from: Option<Square>) -> Result<Position, PositionError> {
    setup.side = first_from.and_then(|from| setup.board[from.index()]).map_or(RED, |piece| piece.color);
    let position = Position::from_setup(&setup);
    match position {
        Err(PositionError::OpponentInCheck(BLACK)) if first_from.is_none() => {
            setup.side = BLACK;
            Position::from_setup(&setup)
        }
        other => other,
    }
}
