//! Mini xiangqi (小象棋, S. Kubo 1973): seven columns and rows, no advisors and elephants, no river.

use super::{
    Description, VariantGame,
    description::{CANNON, FORWARD, HORSE, KING, Movement, PAWN, PieceRule, ROOK, SIDEWAYS, Zone},
};

/// The description of mini xiangqi.
///
/// Kings stay in palaces of three columns and rows; pawns step sideways from the start.
#[derive(Clone, Copy, Debug, Default)]
pub struct MiniRules;

/// A game of mini xiangqi.
///
/// ```
/// use duiyi_game::{Notation, legal_moves};
/// use duiyi_xiangqi::variants::MiniXiangqi;
///
/// let start = MiniXiangqi::begin("")?;
/// assert_eq!(start.write_position(), "rcnkncr/p1ppp1p/7/7/7/P1PPP1P/RCNKNCR w - - 0 1");
/// assert_eq!(legal_moves(&start).len(), 19);
/// # Ok::<(), duiyi_game::Reason>(())
/// ```
pub type MiniXiangqi = VariantGame<MiniRules>;

impl Description for MiniRules {
    const NAME: &'static str = "minixiangqi";
    const TITLES: [&'static str; 2] = ["Mini Xiangqi", "小象棋"];
    const COLUMNS: u8 = 7;
    const ROWS: u8 = 7;
    const RIVER: Option<u8> = None;
    const START: &'static str = "rcnkncr/p1ppp1p/7/7/7/P1PPP1P/RCNKNCR w - - 0 1";
    const PIECES: &'static [PieceRule] = &[
        PieceRule { within: Zone { columns: (2, 4), rows: (0, 2) }, ..KING },
        ROOK,
        HORSE,
        CANNON,
        PieceRule { moves: &[Movement::Leaps(FORWARD), Movement::Leaps(SIDEWAYS)], ..PAWN },
    ];
}
