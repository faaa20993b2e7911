//! Connect Four, 7 × 6, on bitboards: seven columns of seven bits, the highest
//! of each empty.

use super::small_game::{SmallGame, has_four};
use duiyi_search::{Game, Heuristics, Score, Side, Slots, Verdict};

const COLUMN: u64 = 0x7f;
const BOTTOM: u64 = 0x0000_0408_1020_4081;
const BOARD: u64 = BOTTOM * 0x3f;

/// A position of Connect Four.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConnectFour {
    stones: [u64; 2],
    count: u32,
}

impl ConnectFour {
    #[inline]
    fn occupied(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    #[inline]
    fn side(&self) -> usize {
        self.count as usize & 1
    }

    /// The cell where a stone in this column comes to rest; 0 if the column is full.
    #[inline]
    fn cell(&self, column: u8) -> u64 {
        (self.occupied() + BOTTOM) & (COLUMN << (7 * column)) & BOARD
    }

    /// The slot of a move in a history table: its cell.
    #[inline]
    pub fn slot(&self, column: u8) -> usize {
        self.cell(column).trailing_zeros() as usize & 63
    }
}

/// The cells that would complete a line of four.
#[inline]
fn winning_cells(own: u64) -> u64 {
    let mut cells = own << 1 & own << 2 & own << 3;
    for step in [6, 7, 8] {
        let pair = own << step & own << (2 * step);
        cells |= pair & own << (3 * step) | pair & own >> step;
        let pair = own >> step & own >> (2 * step);
        cells |= pair & own >> (3 * step) | pair & own << step;
    }
    cells & BOARD
}

impl SmallGame for ConnectFour {
    const NAME: &'static str = "Connect Four";
    const MOVES: u16 = 7;

    #[inline]
    fn moves(&self) -> impl Iterator<Item = u8> {
        let free = (self.occupied() + BOTTOM) & BOARD;
        [3, 2, 4, 1, 5, 0, 6].into_iter().filter(move |column| free & COLUMN << (7 * column) != 0)
    }

    #[inline]
    fn is_won(&self) -> bool {
        has_four(self.stones[self.side() ^ 1], [1, 6, 7, 8])
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.count == 42
    }

    /// Counts free winning cells and stones in the middle column.
    #[inline]
    fn evaluate(&self) -> Score {
        let value = |stones: u64| {
            let threats = winning_cells(stones) & !self.occupied();
            10 * threats.count_ones() as i32 + 2 * (stones >> 21 & COLUMN).count_ones() as i32
        };
        Score::new(value(self.stones[self.side()]) - value(self.stones[self.side() ^ 1]))
    }
}

impl Game for ConnectFour {
    type Move = u8;
    type Undo = ();
    const PATH_MATTERS: bool = false;

    #[inline]
    fn side_to_move(&self) -> Side {
        Side::BOTH[self.side()]
    }

    #[inline]
    fn make(&mut self, column: u8) {
        self.stones[self.side()] |= self.cell(column);
        self.count += 1;
    }

    #[inline]
    fn unmake(&mut self, column: u8, (): ()) {
        self.count -= 1;
        // The highest stone is below the first free bit.
        let top = (self.occupied() + BOTTOM) & COLUMN << (7 * column);
        let side = self.side();
        self.stones[side] &= !(top >> 1);
    }

    fn legal_moves(&self, moves: &mut impl Extend<u8>) {
        moves.extend(self.moves());
    }

    #[inline]
    fn is_legal(&self, column: u8) -> bool {
        column < 7 && self.cell(column) != 0
    }

    #[inline]
    fn key(&self) -> u64 {
        let key = self.stones[self.side()] + self.occupied() + BOTTOM;
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }

    #[inline]
    fn verdict(&self, ply: usize) -> Verdict {
        self.ruling(ply)
    }
}

impl Heuristics for ConnectFour {
    type Insight = ();

    const HISTORY: Slots<ConnectFour> = Slots { count: 64, slot: ConnectFour::slot };
}
