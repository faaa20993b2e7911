//! Manchu chess (满洲象棋, also Yitong chess): Red's rooks, cannons and horses are one piece.

use super::{
    Description, VariantGame,
    description::{ADVISOR, CANNON, ELEPHANT, HORSE, HORSE_LEAPS, KING, Movement, PAWN, PieceRule, ROOK, Zone},
};

/// The description of Manchu chess: xiangqi with Red's banner (旗), which moves as a rook, captures
/// as a rook or a cannon, and leaps as a horse.
#[derive(Clone, Copy, Debug, Default)]
pub struct ManchuRules;

/// A game of Manchu chess.
///
/// ```
/// use duiyi_game::{Notation, legal_moves};
/// use duiyi_xiangqi::variants::Manchu;
///
/// let start = Manchu::begin("")?;
/// // The banner leaps to b3 as a horse.
/// assert!(start.read_move("a1b3").is_ok());
/// assert_eq!(legal_moves(&start).len(), 18);
/// # Ok::<(), duiyi_game::Reason>(())
/// ```
pub type Manchu = VariantGame<ManchuRules>;

/// The banner.
const BANNER: PieceRule = PieceRule {
    letters: "M",
    characters: ['旗', '旗'],
    value: 2400,
    moves: &[Movement::Glide, Movement::Strike, Movement::Hop, Movement::Leaps(HORSE_LEAPS)],
    within: Zone::BOARD,
};

impl Description for ManchuRules {
    const NAME: &'static str = "manchu";
    const TITLES: [&'static str; 2] = ["Manchu Chess", "满洲象棋"];
    const COLUMNS: u8 = 9;
    const ROWS: u8 = 10;
    const RIVER: Option<u8> = Some(4);
    const START: &'static str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/9/9/M1BAKAB2 w - - 0 1";
    const PIECES: &'static [PieceRule] = &[KING, ADVISOR, ELEPHANT, HORSE, ROOK, CANNON, PAWN, BANNER];
}
