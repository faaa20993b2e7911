//! Four in a row on 5 × 5, without gravity: eight bits for each row.

use super::small_game::{SmallGame, has_four};
use duiyi_search::{Game, Heuristics, Score, Side, Slots, Verdict};

const BOARD: u64 = 0x1f_1f1f_1f1f;
const STEPS: [u32; 4] = [1, 8, 9, 7];

/// A position of four in a row on 5 × 5.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FourInARow {
    stones: [u64; 2],
    side: usize,
}

impl FourInARow {
    #[inline]
    fn free(&self) -> u64 {
        BOARD & !(self.stones[0] | self.stones[1])
    }
}

impl SmallGame for FourInARow {
    const NAME: &'static str = "four in a row, 5 × 5";
    const MOVES: u16 = 64;

    #[inline]
    fn moves(&self) -> impl Iterator<Item = u8> {
        let mut left = self.free();
        std::iter::from_fn(move || {
            let cell = (left != 0).then(|| left.trailing_zeros() as u8);
            left &= left.wrapping_sub(1);
            cell
        })
    }

    #[inline]
    fn is_won(&self) -> bool {
        has_four(self.stones[self.side ^ 1], STEPS)
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.free() == 0
    }

    /// Windows of four in which only one side has stones: a pair counts 1, three count 10.
    #[inline]
    fn evaluate(&self) -> Score {
        let value = |own: u64, theirs: u64| {
            let mut value = 0;
            for step in STEPS {
                let window = |set: u64| set & set >> step & set >> (2 * step) & set >> (3 * step);
                let open = window(BOARD & !theirs);
                let (a, b, c, d) = (own, own >> step, own >> (2 * step), own >> (3 * step));
                // The number of stones among the four, in two binary digits and a carry.
                let (low1, high1, low2, high2) = (a ^ b, a & b, c ^ d, c & d);
                let (low, carry) = (low1 ^ low2, low1 & low2);
                let high = high1 ^ high2 ^ carry;
                value += (open & high & !low).count_ones() + 10 * (open & high & low).count_ones();
            }
            value as i32
        };
        let (own, theirs) = (self.stones[self.side], self.stones[self.side ^ 1]);
        Score::new(value(own, theirs) - value(theirs, own))
    }
}

impl Game for FourInARow {
    type Move = u8;
    type Undo = ();
    const PATH_MATTERS: bool = false;

    #[inline]
    fn side_to_move(&self) -> Side {
        Side::BOTH[self.side]
    }

    #[inline]
    fn make(&mut self, cell: u8) {
        self.stones[self.side] |= 1 << cell;
        self.side ^= 1;
    }

    #[inline]
    fn unmake(&mut self, cell: u8, (): ()) {
        self.side ^= 1;
        self.stones[self.side] &= !(1 << cell);
    }

    fn legal_moves(&self, moves: &mut impl Extend<u8>) {
        moves.extend(self.moves());
    }

    #[inline]
    fn is_legal(&self, cell: u8) -> bool {
        cell < 64 && self.free() >> cell & 1 == 1
    }

    #[inline]
    fn key(&self) -> u64 {
        let mixed = self.stones[0].wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ self.stones[1].rotate_left(32);
        (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ self.side as u64
    }

    #[inline]
    fn verdict(&self, ply: usize) -> Verdict {
        self.ruling(ply)
    }
}

impl Heuristics for FourInARow {
    type Insight = ();

    const HISTORY: Slots<FourInARow> = Slots { count: 64, slot: |_, cell| cell as usize & 63 };
}
