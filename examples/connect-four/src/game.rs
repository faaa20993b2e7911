//! Connect Four: rules, notation, diagram and evaluation. The rest of this example builds on
//! this file.

use duiyi_search::{
    BySide, Diagram, Grid, Ground, Look, Notation, Pieces, Reason, Score, Side, SmallGame, Square, drawing, only_rules,
    read_rows, write_rows,
};

/// Seven columns of six cells; each column has one extra bit above it that stays empty.
const SIZE: (u8, u8) = (7, 6);
const COLUMN: u64 = 0b11_1111;
const BOTTOM: u64 = 0x0000_0408_1020_4081;
const BOARD: u64 = BOTTOM * COLUMN;

/// A position of Connect Four.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConnectFour {
    /// The stones of the side to move.
    pub(crate) own: u64,
    /// The stones of the other side.
    pub(crate) theirs: u64,
}

impl ConnectFour {
    fn occupied(&self) -> u64 {
        self.own | self.theirs
    }

    /// The lowest free cell of each column; in a full column it is above the board.
    pub(crate) fn free_cells(&self) -> u64 {
        self.occupied() + BOTTOM
    }

    /// The cell to which a stone falls; 0 in a full column.
    pub(crate) fn cell(&self, column: u8) -> u64 {
        self.free_cells() & COLUMN << (7 * column)
    }
}

fn bit(Square { column, row }: Square) -> u64 {
    1 << (7 * column + row)
}

fn has_four(stones: u64) -> bool {
    [1, 6, 7, 8].iter().any(|step| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

impl SmallGame for ConnectFour {
    /// The column, from 0 at the left.
    type Move = u8;

    fn mover(&self) -> Side {
        Side::BOTH[self.occupied().count_ones() as usize % 2]
    }

    fn moves(&self, moves: &mut impl Extend<u8>) {
        moves.extend([3, 2, 4, 1, 5, 0, 6].into_iter().filter(|&column| self.has_move(column)));
    }

    fn has_move(&self, column: u8) -> bool {
        column < SIZE.0 && self.cell(column) != 0
    }

    fn after(&self, column: u8) -> ConnectFour {
        ConnectFour { own: self.theirs, theirs: self.own | self.cell(column) }
    }

    /// The stones of one side and the height of each column identify a position.
    fn identity(&self) -> u64 {
        (self.own + self.free_cells()).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn ending(&self) -> Option<(Option<Side>, &'static str)> {
        if has_four(self.theirs) {
            return Some((Some(!self.mover()), "four in a row"));
        }
        (self.occupied() == BOARD).then_some((None, "the board is full"))
    }
}

impl Notation for ConnectFour {
    const NAME: &'static str = "connect-four";
    const SIDES: [&'static str; 2] = ["Yellow", "Red"];

    fn begin(rules: &str) -> Result<ConnectFour, Reason> {
        only_rules(rules)
    }

    /// Rows from the top, separated by `/`: `y` and `r` are stones, `.` is a free cell.
    fn read_position(&self, text: &str) -> Result<ConnectFour, Reason> {
        let (mut yellow, mut red) = (0, 0);
        for (at, letter) in read_rows(text, SIZE, "yr")? {
            *(if letter == 'y' { &mut yellow } else { &mut red }) |= bit(at);
        }
        let position = match yellow.count_ones().wrapping_sub(red.count_ones()) {
            0 => ConnectFour { own: yellow, theirs: red },
            1 => ConnectFour { own: red, theirs: yellow },
            _ => return Err(format!("'{text}': expected the same number of y and r, or one more y").into()),
        };
        if position.free_cells() & position.occupied() != 0 {
            return Err(format!("'{text}': there is a free cell below a stone").into());
        }
        Ok(position)
    }

    fn write_position(&self) -> String {
        write_rows(self)
    }

    fn write_move(&self, column: u8) -> String {
        char::from(b'a' + column).to_string()
    }

    fn draw(&self) -> String {
        drawing(self)
    }
}

impl Grid for ConnectFour {
    fn size(&self) -> (u8, u8) {
        SIZE
    }

    fn squares(&self, column: u8) -> impl Iterator<Item = Square> {
        std::iter::once(Square { column, row: self.cell(column).trailing_zeros() as u8 % 7 })
    }
}

impl Diagram for ConnectFour {
    fn symbol(&self, at: Square) -> Option<char> {
        self.owner(at).map(|side| ['y', 'r'][side.index()])
    }

    fn owner(&self, at: Square) -> Option<Side> {
        let other = (self.theirs & bit(at) != 0).then(|| !self.mover());
        if self.own & bit(at) != 0 { Some(self.mover()) } else { other }
    }

    fn pieces(&self, see: &mut impl FnMut(Square, char, Option<Side>)) {
        for (mut set, side) in [(self.own, self.mover()), (self.theirs, !self.mover())] {
            while set != 0 {
                let number = set.trailing_zeros() as u8;
                see(Square { column: number / 7, row: number % 7 }, ['y', 'r'][side.index()], Some(side));
                set &= set - 1;
            }
        }
    }

    fn look(&self) -> Look {
        let colors = BySide::new("#f2c230", "#c9302c");
        let (ground, pieces) = (Ground::Holes, Pieces::Stones);
        Look { ground, pieces, stone_colors: Some(colors), left: Vec::new(), ..Look::new(SIZE) }
    }
}

/// The cells, free or occupied, that would complete a line of four.
pub(crate) fn winning_cells(stones: u64) -> u64 {
    let mut cells = stones << 1 & stones << 2 & stones << 3;
    for step in [6, 7, 8] {
        let (above, below) = (stones << step & stones << (2 * step), stones >> step & stones >> (2 * step));
        cells |= above & (stones << (3 * step) | stones >> step) | below & (stones >> (3 * step) | stones << step);
    }
    cells & BOARD
}

/// Counts the free winning cells, and the stones in the middle column.
pub fn evaluate(game: &ConnectFour) -> Score {
    let value = |stones: u64| {
        let wins = winning_cells(stones) & !game.occupied();
        10 * wins.count_ones() as i32 + 2 * (stones >> 21 & COLUMN).count_ones() as i32
    };
    Score::new(value(game.own) - value(game.theirs))
}
