//! A board set up freely, and the rules that it must obey to be a position.

use crate::{BLACK, Piece, PieceKind, Position, RED, Side, Square, side_name};

/// Pieces on squares, a side to move and clocks, not yet checked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The piece on each square.
    pub board: [Option<Piece>; Square::COUNT],
    /// The side to move.
    pub side: Side,
    /// Plies since the last capture.
    pub quiet_plies: u16,
    /// The number of the move, starting at 1.
    pub fullmove: u16,
    /// Whether to require only what move generation needs (one king for each side in
    /// its palace, no more pieces of a kind than a set has, the side not to move not in
    /// check, no advisor or elephant that could capture the enemy king): for studies
    /// with pieces on squares that play could not reach.
    pub lenient: bool,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup { board: [None; Square::COUNT], side: RED, quiet_plies: 0, fullmove: 1, lenient: false }
    }
}

/// The reason why a board is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A side has no king.
    #[error("{} has no king", side_name(*.0))]
    NoKing(Side),
    /// A side has more pieces of a kind than a set holds.
    #[error("{} has {found} pieces of the kind {kind}: expected at most {most}", side_name(*color), kind = .kind.name(), most = .kind.count_at_start())]
    TooMany {
        /// The side.
        color: Side,
        /// The kind.
        kind: PieceKind,
        /// The number of pieces.
        found: usize,
    },
    /// A piece stands on a square that its moves cannot reach.
    #[error("{} has a piece on {square} where it can never stand: {kind}", side_name(*color), kind = .kind.name())]
    Misplaced {
        /// The side.
        color: Side,
        /// The kind.
        kind: PieceKind,
        /// The square.
        square: Square,
    },
    /// The kings face each other along a file.
    #[error("the kings on {red} and {black} face each other on an open file")]
    KingsFacing {
        /// The square of Red's king.
        red: Square,
        /// The square of Black's king.
        black: Square,
    },
    /// The side that has just moved is in check.
    #[error("{side} is in check but it is not {side}'s move", side = side_name(*.0))]
    OpponentInCheck(Side),
}

impl Setup {
    /// The setup of an existing position.
    pub fn of(position: &Position) -> Setup {
        let mut board = [None; Square::COUNT];
        for (square, piece) in position.pieces() {
            board[square.index()] = Some(piece);
        }
        Setup {
            board,
            side: position.side_to_move(),
            quiet_plies: position.quiet_plies(),
            fullmove: position.fullmove(),
            lenient: false,
        }
    }

    fn validate(&self) -> Result<Position, PositionError> {
        let mut position = Position::empty(self.side);
        position.set_clocks(self.quiet_plies, self.fullmove);
        for color in Side::BOTH {
            for kind in PieceKind::ALL {
                let piece = Piece::new(color, kind);
                let found = self.board.iter().filter(|&&on| on == Some(piece)).count();
                if found > kind.count_at_start() {
                    return Err(PositionError::TooMany { color, kind, found });
                }
                if found == 0 && kind == PieceKind::King {
                    return Err(PositionError::NoKing(color));
                }
            }
        }
        for (square, piece) in Square::all().zip(self.board).filter_map(|(square, on)| Some((square, on?))) {
            let Piece { color, kind } = piece;
            let allowed = if self.lenient { may_be_generated(piece, square) } else { may_stand(piece, square) };
            if !allowed {
                return Err(PositionError::Misplaced { color, kind, square });
            }
            let placed = position.put(square, piece);
            debug_assert!(placed, "the counts were checked");
        }
        let (red, black) = (position.king(RED), position.king(BLACK));
        if position.kings_face() {
            return Err(PositionError::KingsFacing { red, black });
        }
        if position.king_attacked(!self.side) {
            return Err(PositionError::OpponentInCheck(!self.side));
        }
        Ok(position)
    }
}

impl Position {
    /// Builds a position from a [`Setup`].
    ///
    /// # Errors
    /// The first rule that the setup violates.
    pub fn from_setup(setup: &Setup) -> Result<Position, PositionError> {
        setup.validate()
    }
}

/// Whether move generation is correct with a piece on a square. Advisors and elephants never
/// give check, so check tests ignore them; but their moves depend on the square
/// only, so an advisor in the enemy's palace or an elephant across the river
/// could capture the enemy king.
fn may_be_generated(piece: Piece, square: Square) -> bool {
    match piece.kind {
        PieceKind::King => square.in_palace(piece.color),
        PieceKind::Advisor => !square.in_palace(!piece.color),
        PieceKind::Elephant => !square.across_river(piece.color),
        PieceKind::Horse | PieceKind::Rook | PieceKind::Cannon | PieceKind::Pawn => true,
    }
}

/// Whether a piece can reach a square in play.
pub(crate) fn may_stand(piece: Piece, square: Square) -> bool {
    let (file, rank) = (square.file(), square.rank_from(piece.color));
    match piece.kind {
        PieceKind::King => square.in_palace(piece.color),
        PieceKind::Advisor => square.in_palace(piece.color) && (file + rank) % 2 == 1,
        PieceKind::Elephant => matches!((file, rank), (2 | 6, 0 | 4) | (0 | 4 | 8, 2)),
        PieceKind::Pawn => rank >= 5 || (rank >= 3 && file % 2 == 0),
        PieceKind::Horse | PieceKind::Rook | PieceKind::Cannon => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(fen: &str) -> PositionError {
        match fen.parse::<Position>() {
            Err(crate::FenError::Position(error)) => error,
            other => panic!("{fen}: {other:?}"),
        }
    }

    #[test]
    fn each_rule_has_its_own_error() {
        assert_eq!(error("4k4/9/9/9/9/9/9/9/9/9 w"), PositionError::NoKing(RED));
        assert_eq!(error("9/9/9/9/9/9/9/9/9/4K4 w"), PositionError::NoKing(BLACK));
        assert!(matches!(
            error("4k4/9/9/9/9/9/9/9/RRR6/3K5 w"),
            PositionError::TooMany { color: RED, kind: PieceKind::Rook, found: 3 }
        ));
        assert!(matches!(error("4k4/9/9/9/9/9/9/3AP4/9/3K5 w"), PositionError::Misplaced { .. }));
        assert!(matches!(error("4k4/9/9/9/9/9/1P7/9/9/3K5 w"), PositionError::Misplaced { .. }));
        assert!(matches!(error("4k4/9/9/9/9/9/9/9/4B4/3K5 w"), PositionError::Misplaced { .. }));
        assert!(matches!(error("4k4/9/9/9/9/9/9/9/9/4K4 w"), PositionError::KingsFacing { .. }));
        assert_eq!(error("4k4/9/9/9/9/9/9/9/4R4/3K5 w"), PositionError::OpponentInCheck(BLACK));
    }

    #[test]
    fn a_lenient_setup_accepts_misplaced_pieces() {
        let mut setup = Setup::default();
        setup.board[Square::at(4).index()] = Some(Piece::new(RED, PieceKind::King));
        setup.board[Square::at(84).index()] = Some(Piece::new(BLACK, PieceKind::King));
        setup.board[Square::at(45).index()] = Some(Piece::new(RED, PieceKind::Advisor));
        assert!(matches!(Position::from_setup(&setup), Err(PositionError::Misplaced { .. })));
        setup.lenient = true;
        assert!(Position::from_setup(&setup).is_ok());
    }

    #[test]
    fn a_lenient_setup_refuses_guards_that_could_take_the_king() {
        // Black's advisor on e1 could take d0, Black's elephant on c0 could take e2.
        for (fen, square) in [("4k4/9/9/9/9/9/9/9/4a4/3K5 b", "e1"), ("3k5/9/9/9/9/9/9/4K4/9/2b6 b", "c0")] {
            let mut setup = Setup::from_fen(fen).unwrap();
            setup.lenient = true;
            let square = square.parse().unwrap();
            let refused = Position::from_setup(&setup);
            assert!(matches!(refused, Err(PositionError::Misplaced { square: at, .. }) if at == square), "{fen}");
        }
    }

    #[test]
    fn a_setup_round_trips_to_its_position() {
        let start = Position::start();
        assert_eq!(Position::from_setup(&Setup::of(&start)), Ok(start));
    }

    #[test]
    fn the_numbers_of_points_that_pieces_can_reach_follow_the_rules() {
        let count = |kind| Square::all().filter(|&square| may_stand(Piece::new(BLACK, kind), square)).count();
        assert_eq!(PieceKind::ALL.map(count), [9, 5, 7, 90, 90, 90, 55]);
    }
}
