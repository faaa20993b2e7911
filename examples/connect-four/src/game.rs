//! Connect Four, told once: rules, texts, picture and evaluation. Everything else
//! in this folder follows from it.

use duiyi_player::Timing;
use duiyi_search::{Diagram, Game, Grid, Heuristics, Notation, Outcome, Reach, Reason, Score, Side, Square, Verdict};

/// Seven columns of six cells, each with one bit more above it that stays empty.
const HEIGHT: u8 = 6;
const WIDTH: u8 = 7;
const COLUMN: u64 = (1 << HEIGHT) - 1;
const BOTTOM: u64 = 0x0000_0408_1020_4081;
const BOARD: u64 = BOTTOM * COLUMN;
/// The middle first.
const ORDER: [u8; 7] = [3, 2, 4, 1, 5, 0, 6];

/// A position of Connect Four.
#[derive(Clone, Debug, Default)]
pub struct ConnectFour {
    /// The stones of each side.
    stones: [u64; 2],
    /// Whether the second side is to move.
    second: bool,
}

impl ConnectFour {
    fn cell(&self, column: u8) -> u64 {
        let occupied = self.stones[0] | self.stones[1];
        (occupied + (1 << (7 * column))) & COLUMN << (7 * column)
    }

    fn opponent(&self) -> u64 {
        self.stones[usize::from(!self.second)]
    }

    fn is_full(&self) -> bool {
        self.stones[0] | self.stones[1] == BOARD
    }
}

fn has_four(stones: u64) -> bool {
    [1, 6, 7, 8].iter().any(|step| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

/// The cells that would complete a line of four.
fn winning_cells(own: u64) -> u64 {
    let mut cells = own << 1 & own << 2 & own << 3;
    for step in [6, 7, 8] {
        let (up, down) = (own << step & own << (2 * step), own >> step & own >> (2 * step));
        cells |= up & (own << (3 * step) | own >> step) | down & (own >> (3 * step) | own << step);
    }
    cells & BOARD
}

impl Game for ConnectFour {
    /// A column from the left, from 0.
    type Move = u8;
    type Undo = ();
    const PATH_MATTERS: bool = false;

    fn side_to_move(&self) -> Side {
        Side::BOTH[usize::from(self.second)]
    }

    fn legal_moves(&self, moves: &mut impl Extend<u8>) {
        moves.extend(ORDER.into_iter().filter(|&column| self.is_legal(column)));
    }

    fn is_legal(&self, column: u8) -> bool {
        column < WIDTH && self.cell(column) != 0 && !has_four(self.opponent())
    }

    fn make(&mut self, column: u8) {
        self.stones[usize::from(self.second)] |= self.cell(column);
        self.second = !self.second;
    }

    fn unmake(&mut self, column: u8, (): ()) {
        self.second = !self.second;
        let occupied = self.stones[0] | self.stones[1];
        let above = (occupied + (1 << (7 * column))) & (COLUMN << 1 | 1) << (7 * column);
        self.stones[usize::from(self.second)] &= !(above >> 1);
    }

    fn key(&self) -> u64 {
        let mixed = self.stones[0].wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ self.stones[1].rotate_left(32);
        (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ u64::from(self.second)
    }

    fn verdict(&self, ply: usize) -> Verdict {
        match has_four(self.opponent()) {
            true => Verdict::Exact(Score::mated_in(ply), Reach::Position),
            false if self.is_full() => Verdict::Exact(Score::ZERO, Reach::Position),
            false => Verdict::Open,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if has_four(self.opponent()) {
            return Some(Outcome::win(!self.side_to_move(), "four in a row"));
        }
        self.is_full().then(|| Outcome::draw("the board is full"))
    }
}

impl Notation for ConnectFour {
    const NAME: &'static str = "connect-four";
    const SIDES: [&'static str; 2] = ["Yellow", "Red"];

    fn begin(rules: &str) -> Result<ConnectFour, Reason> {
        if rules.is_empty() { Ok(ConnectFour::default()) } else { Err(format!("unknown rules '{rules}'").into()) }
    }

    /// Rows from the top, `y` and `r` for stones, `.` for none, and who is to move.
    fn read_position(&self, text: &str) -> Result<ConnectFour, Reason> {
        let wrong = || format!("'{text}' is no position: expected six rows of seven with / between, and y or r");
        let (board, mover) = text.split_once(' ').ok_or_else(wrong)?;
        let rows: Vec<&str> = board.split('/').collect();
        let mut position = ConnectFour { second: mover == "r", ..ConnectFour::default() };
        if rows.len() != usize::from(HEIGHT) || !matches!(mover, "y" | "r") {
            return Err(wrong().into());
        }
        for row in rows.iter().rev() {
            if row.len() != usize::from(WIDTH) {
                return Err(wrong().into());
            }
            for (column, stone) in (0..).zip(row.chars()) {
                let cell = position.cell(column);
                match stone {
                    '.' => {}
                    'y' if cell != 0 => position.stones[0] |= cell,
                    'r' if cell != 0 => position.stones[1] |= cell,
                    _ => return Err(wrong().into()),
                }
            }
        }
        if position.write_position() == text {
            Ok(position)
        } else {
            Err(format!("'{text}': a stone hangs in the air").into())
        }
    }

    fn write_position(&self) -> String {
        let rows = (0..HEIGHT)
            .rev()
            .map(|row| (0..WIDTH).map(|column| self.symbol(Square { column, row }).unwrap_or('.')).collect::<String>());
        format!("{} {}", rows.collect::<Vec<_>>().join("/"), if self.second { "r" } else { "y" })
    }

    fn read_move(&self, text: &str) -> Result<u8, Reason> {
        let [letter @ b'a'..=b'g'] = text.as_bytes() else {
            return Err(format!("'{text}' is no column: expected a letter from a to g").into());
        };
        let column = letter - b'a';
        if self.is_legal(column) { Ok(column) } else { Err(format!("no stone can be put in column {text}").into()) }
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

    /// The cell that the stone falls to.
    fn squares(&self, column: u8) -> impl Iterator<Item = Square> {
        let cell = self.cell(column);
        (cell != 0).then(|| Square { column, row: cell.trailing_zeros() as u8 % 7 }).into_iter()
    }
}

impl Diagram for ConnectFour {
    fn symbol(&self, Square { column, row }: Square) -> Option<char> {
        let bit = 1 << (7 * column + row);
        ['y', 'r'].into_iter().zip(self.stones).find(|(_, stones)| stones & bit != 0).map(|(symbol, _)| symbol)
    }
}

impl Heuristics for ConnectFour {
    type Insight = ();
    const HISTORY_SLOTS: usize = 64;

    fn history_slot(&self, column: u8) -> usize {
        self.cell(column).trailing_zeros() as usize % 64
    }
}

impl Timing for ConnectFour {}

/// Free cells to win on, and the middle column.
pub fn evaluate(game: &ConnectFour) -> Score {
    let free = BOARD & !(game.stones[0] | game.stones[1]);
    let value = |stones: u64| {
        let middle = (stones >> 21 & COLUMN).count_ones();
        (10 * (winning_cells(stones) & free).count_ones() + 2 * middle) as i32
    };
    let own = game.stones[usize::from(game.second)];
    Score::new(value(own) - value(game.opponent()))
}
