// Tic-tac-toe: its rules, and two numberings of all its positions.

use duiyi_endgame::Numbered;
use duiyi_game::{Side, SmallGame, hash::mix64};

/// The cells of each side, as bits; cell 0 is at the upper left, 8 at the lower right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TicTacToe {
    pub(crate) cells: [u16; 2],
}

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl TicTacToe {
    pub(crate) fn has_line(&self, side: Side) -> bool {
        LINES.iter().any(|line| self.cells[side.index()] & line == *line)
    }

    /// The position turned by a quarter, and mirrored.
    fn image(&self, mirror: bool, turns: u8) -> TicTacToe {
        let place = |cell: u16| {
            let turn = |(column, row): (u16, u16), _| (2 - row, column);
            let (column, row) = (0..turns).fold((cell % 3, cell / 3), turn);
            3 * row + if mirror { 2 - column } else { column }
        };
        let move_all = |cells: u16| (0..9).filter(|cell| cells >> cell & 1 == 1).map(|cell| 1 << place(cell)).sum();
        TicTacToe { cells: self.cells.map(move_all) }
    }
}

impl SmallGame for TicTacToe {
    type Move = u8;

    fn mover(&self) -> Side {
        if self.cells[0].count_ones() == self.cells[1].count_ones() { Side::First } else { Side::Second }
    }

    fn moves(&self, moves: &mut impl Extend<u8>) {
        moves.extend((0..9).filter(|cell| (self.cells[0] | self.cells[1]) >> cell & 1 == 0));
    }

    fn after(&self, cell: u8) -> TicTacToe {
        let mut after = *self;
        after.cells[self.mover().index()] |= 1 << cell;
        after
    }

    fn identity(&self) -> u64 {
        mix64(u64::from(self.cells[0]) << 16 | u64::from(self.cells[1]))
    }

    fn ending(&self) -> Option<(Option<Side>, &'static str)> {
        let line = Side::BOTH.into_iter().find(|&side| self.has_line(side)).map(|side| (Some(side), "a line"));
        line.or_else(|| (self.cells[0] | self.cells[1] == 0o777).then_some((None, "a full board")))
    }
}

/// All positions. With `folded`, a position and its images have one index.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AllPositions {
    pub(crate) folded: bool,
}

impl AllPositions {
    /// A digit in base 3 for each cell.
    fn digits(position: &TicTacToe) -> u64 {
        let [first, second] = position.cells;
        let digit = |cell: u32| u64::from(first >> cell & 1) + 2 * u64::from(second >> cell & 1);
        (0..9).map(|cell| digit(cell) * 3u64.pow(cell)).sum()
    }
}

impl Numbered for AllPositions {
    type Game = TicTacToe;
    const GAME: &'static str = "tic-tac-toe";
    const HAS_PREDECESSORS: bool = true;

    fn name(&self) -> String {
        if self.folded { "folded" } else { "all" }.to_owned()
    }

    fn size(&self) -> u64 {
        3u64.pow(9)
    }

    fn position(&self, index: u64) -> Option<TicTacToe> {
        let mut position = TicTacToe::default();
        for cell in 0..9 {
            match index / 3u64.pow(cell) % 3 {
                0 => {}
                digit => position.cells[digit as usize - 1] |= 1 << cell,
            }
        }
        let [first, second] = position.cells.map(u16::count_ones);
        let [first_line, second_line] = Side::BOTH.map(|side| position.has_line(side));
        let possible = match first.wrapping_sub(second) {
            0 => !first_line,
            1 => !second_line,
            _ => false,
        };
        (possible && self.index(&position) == Some(index)).then_some(position)
    }

    fn index(&self, position: &TicTacToe) -> Option<u64> {
        if !self.folded {
            return Some(AllPositions::digits(position));
        }
        let images = (0..4).flat_map(|turns| [false, true].map(|mirror| position.image(mirror, turns)));
        images.map(|image| AllPositions::digits(&image)).min()
    }

    fn predecessors(&self, index: u64, into: &mut Vec<u64>) {
        let Some(position) = self.position(index) else { return };
        let last = (!position.mover()).index();
        for cell in (0..9).filter(|cell| position.cells[last] >> cell & 1 == 1) {
            let mut before = position;
            before.cells[last] &= !(1 << cell);
            into.extend(self.index(&before));
        }
    }
}
