//! Connect Four, told once: rules, texts, picture and evaluation. Everything else
//! in this folder follows from it.

use duiyi_search::{
    BySide, Diagram, Game, Grid, Ground, Look, Notation, Outcome, Pieces, Reach, Reason, Score, Side, Square, Verdict,
};

/// Seven columns of six cells; each column has one bit more above it that stays empty.
const WIDTH: u8 = 7;
const HEIGHT: u8 = 6;
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

    /// The lowest free cell of each column, which in a full one is above the board.
    pub(crate) fn free_cells(&self) -> u64 {
        self.occupied() + BOTTOM
    }

    /// The cell that a stone falls to; none in a full column.
    pub(crate) fn cell(&self, column: u8) -> u64 {
        self.free_cells() & COLUMN << (7 * column)
    }

    /// The stones of Yellow, who begins, and of Red.
    fn stones(&self) -> [u64; 2] {
        if self.side_to_move() == Side::First { [self.own, self.theirs] } else { [self.theirs, self.own] }
    }
}

fn has_four(stones: u64) -> bool {
    [1, 6, 7, 8].iter().any(|step| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

impl Game for ConnectFour {
    /// A column from the left, from 0.
    type Move = u8;
    type Undo = ();
    const PATH_MATTERS: bool = false;

    fn side_to_move(&self) -> Side {
        Side::BOTH[self.occupied().count_ones() as usize % 2]
    }

    fn legal_moves(&self, moves: &mut impl Extend<u8>) {
        moves.extend([3, 2, 4, 1, 5, 0, 6].into_iter().filter(|&column| self.is_legal(column)));
    }

    fn is_legal(&self, column: u8) -> bool {
        column < WIDTH && self.cell(column) != 0 && !has_four(self.theirs)
    }

    fn make(&mut self, column: u8) {
        *self = ConnectFour { own: self.theirs, theirs: self.own | self.cell(column) };
    }

    fn unmake(&mut self, column: u8, (): ()) {
        let highest = (self.free_cells() & (COLUMN << 1) << (7 * column)) >> 1;
        *self = ConnectFour { own: self.theirs & !highest, theirs: self.own };
    }

    /// One side's stones and the height of each column tell every position from every other.
    fn key(&self) -> u64 {
        (self.own + self.free_cells()).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn verdict(&self, ply: usize) -> Verdict {
        let is_lost = has_four(self.theirs);
        let score = if is_lost { Score::mated_in(ply) } else { Score::ZERO };
        let is_over = is_lost || self.occupied() == BOARD;
        if is_over { Verdict::Exact(score, Reach::Position) } else { Verdict::Open }
    }

    fn outcome(&self) -> Option<Outcome> {
        if has_four(self.theirs) {
            return Some(Outcome::win(!self.side_to_move(), "four in a row"));
        }
        (self.occupied() == BOARD).then(|| Outcome::draw("the board is full"))
    }
}

impl Notation for ConnectFour {
    const NAME: &'static str = "connect-four";
    const SIDES: [&'static str; 2] = ["Yellow", "Red"];

    fn begin(rules: &str) -> Result<ConnectFour, Reason> {
        rules
            .is_empty()
            .then(ConnectFour::default)
            .ok_or_else(|| format!("unknown rules '{rules}': expected none").into())
    }

    /// Rows from the top with `/` between them: `y` and `r` are stones, `.` is a free cell.
    fn read_position(&self, text: &str) -> Result<ConnectFour, Reason> {
        let mut stones = [0_u64; 2];
        for (row, line) in (0..HEIGHT).rev().zip(text.split('/')) {
            for (column, symbol) in (0..WIDTH).zip(line.chars()) {
                if let Some(side) = ['y', 'r'].iter().position(|&of| of == symbol) {
                    stones[side] |= 1 << (7 * column + row);
                }
            }
        }
        let [yellow, red] = stones;
        let ahead = yellow.count_ones().wrapping_sub(red.count_ones());
        let (own, theirs) = if ahead == 0 { (yellow, red) } else { (red, yellow) };
        let position = ConnectFour { own, theirs };
        if ahead > 1 || position.write_position() != text {
            let expected = "six rows of y, r and . with / between, as many y as r or one y more";
            return Err(format!("'{text}' is no position: expected {expected}").into());
        }
        if position.free_cells() & position.occupied() != 0 {
            return Err(format!("'{text}': a stone hangs in the air").into());
        }
        Ok(position)
    }

    fn write_position(&self) -> String {
        let cell = |column, row| self.symbol(Square { column, row }).unwrap_or('.');
        let rows = (0..HEIGHT).rev().map(|row| (0..WIDTH).map(|column| cell(column, row)).collect::<String>());
        rows.collect::<Vec<_>>().join("/")
    }

    fn read_move(&self, text: &str) -> Result<u8, Reason> {
        let [letter @ b'a'..=b'g'] = text.as_bytes() else {
            return Err(format!("'{text}' is no column: expected a letter from a to g").into());
        };
        let column = letter - b'a';
        let full = || format!("'{text}': expected a column that is not full").into();
        self.is_legal(column).then_some(column).ok_or_else(full)
    }

    fn write_move(&self, column: u8) -> String {
        char::from(b'a' + column).to_string()
    }

    fn draw(&self) -> String {
        duiyi_search::drawing(self)
    }
}

impl Grid for ConnectFour {
    fn size(&self) -> (u8, u8) {
        (WIDTH, HEIGHT)
    }

    fn squares(&self, column: u8) -> impl Iterator<Item = Square> {
        std::iter::once(Square { column, row: self.cell(column).trailing_zeros() as u8 % 7 })
    }
}

impl Diagram for ConnectFour {
    fn symbol(&self, Square { column, row }: Square) -> Option<char> {
        let [yellow, red] = self.stones().map(|stones| stones >> (7 * column + row) & 1 == 1);
        if yellow { Some('y') } else { red.then_some('r') }
    }

    fn owner(&self, at: Square) -> Option<Side> {
        self.symbol(at).map(|symbol| if symbol == 'y' { Side::First } else { Side::Second })
    }

    fn look(&self) -> Look {
        Look {
            ground: Ground::Holes,
            pieces: Pieces::Stones,
            left: Vec::new(),
            stone_colors: Some(BySide::new("#f2c230", "#c9302c")),
            ..Look::new(self.size())
        }
    }
}

/// The cells, free or not, that would complete a line of four.
pub(crate) fn winning_cells(stones: u64) -> u64 {
    let mut cells = stones << 1 & stones << 2 & stones << 3;
    for step in [6, 7, 8] {
        let (above, below) = (stones << step & stones << (2 * step), stones >> step & stones >> (2 * step));
        cells |= above & (stones << (3 * step) | stones >> step) | below & (stones >> (3 * step) | stones << step);
    }
    cells & BOARD
}

/// Free cells to win on, and the middle column.
pub fn evaluate(game: &ConnectFour) -> Score {
    let value = |stones: u64| {
        let wins = winning_cells(stones) & !game.occupied();
        10 * wins.count_ones() as i32 + 2 * (stones >> 21 & COLUMN).count_ones() as i32
    };
    Score::new(value(game.own) - value(game.theirs))
}
