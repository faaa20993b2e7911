// Breakthrough on three columns and four rows, with tables by the number of pieces.
//
// A side wins with a piece on the last row, or when the other side has no piece or no move. A piece steps
// one square ahead: straight to a free square, or diagonally, where it may capture.

use duiyi_endgame::Numbered;
use duiyi_game::{Side, SmallGame, hash::mix64};

pub(crate) const COLUMNS: u64 = 3;
pub(crate) const SQUARES: u64 = 12;

/// The pieces of each side, as bits; the first side moves to greater squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Breakthrough {
    pub(crate) pieces: [u16; 2],
    pub(crate) turn: Side,
}

impl Breakthrough {
    pub(crate) const START: Breakthrough = Breakthrough { pieces: [0o7, 0o7000], turn: Side::First };

    /// The squares one step ahead (`forward`) or back: the first is straight, the others diagonal.
    fn steps(square: u64, side: Side, forward: bool) -> impl Iterator<Item = (u64, bool)> {
        let column = square % COLUMNS;
        let up = (side == Side::First) == forward;
        let row = if up { square / COLUMNS + 1 } else { (square / COLUMNS).wrapping_sub(1) };
        [0, 1, u64::MAX].into_iter().filter_map(move |aside| {
            let column = column.wrapping_add(aside);
            (column < COLUMNS && row < SQUARES / COLUMNS).then(|| (row * COLUMNS + column, aside == 0))
        })
    }

    fn squares(set: u16) -> impl Iterator<Item = u64> {
        (0..SQUARES).filter(move |square| set >> square & 1 == 1)
    }
}

impl SmallGame for Breakthrough {
    /// 16 times the origin square, plus the target square.
    type Move = u8;

    fn mover(&self) -> Side {
        self.turn
    }

    fn moves(&self, moves: &mut impl Extend<u8>) {
        let own = self.pieces[self.turn.index()];
        let occupied = self.pieces[0] | self.pieces[1];
        for from in Breakthrough::squares(own) {
            let steps = Breakthrough::steps(from, self.turn, true);
            let legal = steps.filter(|&(to, straight)| (if straight { occupied } else { own }) >> to & 1 == 0);
            moves.extend(legal.map(|(to, _)| (16 * from + to) as u8));
        }
    }

    fn after(&self, mv: u8) -> Breakthrough {
        let (from, to) = (1 << (mv / 16), 1 << (mv % 16));
        let mut after = Breakthrough { turn: !self.turn, ..*self };
        after.pieces[self.turn.index()] ^= from | to;
        after.pieces[after.turn.index()] &= !to;
        after
    }

    fn identity(&self) -> u64 {
        mix64(u64::from(self.pieces[0]) << 32 | u64::from(self.pieces[1]) << 1 | self.turn as u64)
    }

    fn ending(&self) -> Option<(Option<Side>, &'static str)> {
        let through = [self.pieces[0] & 0o7000, self.pieces[1] & 0o7];
        let through =
            Side::BOTH.into_iter().find(|side| through[side.index()] != 0 || self.pieces[1 - side.index()] == 0);
        through.map(|side| (Some(side), "the last row is reached, or no piece is left"))
    }
}

/// The positions with these numbers of pieces. `BACK` adds the predecessors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pieces<const BACK: bool> {
    pub(crate) pieces: [u32; 2],
}

/// The number of sets of `k` of `n`.
fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |product, i| product * n.saturating_sub(i) / (i + 1))
}

/// The rank of a set among those of its size, in the combinatorial number system.
fn rank(set: u16) -> u64 {
    (1..).zip(Breakthrough::squares(set)).map(|(k, square)| choose(square, k)).sum()
}

/// The set of `k` squares with a rank.
fn unrank(mut rank: u64, k: u32) -> u16 {
    (1..=u64::from(k)).rev().fold(0, |set, k| {
        let square = (0..SQUARES).rev().find(|&square| choose(square, k) <= rank).unwrap_or(0);
        rank -= choose(square, k);
        set | 1 << square
    })
}

impl<const BACK: bool> Numbered for Pieces<BACK> {
    type Game = Breakthrough;
    const GAME: &'static str = "breakthrough 3x4";
    const HAS_PREDECESSORS: bool = BACK;

    fn name(&self) -> String {
        format!("{}-{}", self.pieces[0], self.pieces[1])
    }

    fn size(&self) -> u64 {
        2 * self.pieces.map(|count| choose(SQUARES, count.into())).into_iter().product::<u64>()
    }

    fn position(&self, index: u64) -> Option<Breakthrough> {
        let sets = choose(SQUARES, self.pieces[1].into());
        let pieces = [unrank(index / 2 / sets, self.pieces[0]), unrank(index / 2 % sets, self.pieces[1])];
        (pieces[0] & pieces[1] == 0).then_some(Breakthrough { pieces, turn: Side::BOTH[(index % 2) as usize] })
    }

    fn index(&self, position: &Breakthrough) -> Option<u64> {
        let sets = choose(SQUARES, self.pieces[1].into());
        let number = (rank(position.pieces[0]) * sets + rank(position.pieces[1])) * 2 + position.turn as u64;
        (position.pieces.map(u16::count_ones) == self.pieces).then_some(number)
    }

    fn predecessors(&self, index: u64, into: &mut Vec<u64>) {
        let Some(position) = self.position(index).filter(|_| BACK) else { return };
        let (last, occupied) = (!position.turn, position.pieces[0] | position.pieces[1]);
        for to in Breakthrough::squares(position.pieces[last.index()]) {
            let steps = Breakthrough::steps(to, last, false);
            for (from, _) in steps.filter(|(from, _)| occupied >> from & 1 == 0) {
                let mut before = Breakthrough { turn: last, ..position };
                before.pieces[last.index()] ^= 1 << from | 1 << to;
                into.extend(self.index(&before));
            }
        }
    }
}
