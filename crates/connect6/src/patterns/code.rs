//! The thesis's number of a line: thirteen cells with the stone just placed in the middle, read as
//! digits in base 5.
//!
//! The printed loop `value += value * 4 + a[i] + 1` is Horner's rule with base 5, although the
//! digits only go from 0 to 3 (row C-C5 of docs/sources.md). Only outer cells can be off the board,
//! so 2,389,298 of the 2·4¹² arrays can occur. A line and its mirror image have the same value,
//! which leaves 597,871 classes for each colour of the centre. One colour sees the edge and the
//! other colour as the same, which reduces them to 3¹² = 531,441 lines. The thesis gives 10⁷ and
//! 10³ to 10⁴ (row C-C4 of docs/sources.md); here a dense table contains all lines.
//!
//! Source: the Connect6 thesis, 5.3.

use super::Window;
use crate::{BLACK, Board, Direction, Point, Side, WHITE};
use core::fmt;
use thiserror::Error;

/// The number of cells of a coded line.
pub const WIDTH: usize = 13;

/// The index of the stone in the middle.
const CENTRE: usize = 6;

/// A cell of a coded line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(i8)]
pub enum LineCell {
    /// Off the board: −1 in the thesis.
    Outside = -1,
    /// A black stone: 0.
    Black = 0,
    /// A white stone: 1.
    White = 1,
    /// An empty point: 2.
    Empty = 2,
}

impl LineCell {
    /// The cell for one of the thesis's numbers, −1 to 2.
    pub const fn from_number(number: i8) -> Option<LineCell> {
        match number {
            -1 => Some(LineCell::Outside),
            0 => Some(LineCell::Black),
            1 => Some(LineCell::White),
            2 => Some(LineCell::Empty),
            _ => None,
        }
    }
}

/// Why something is not the code of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum CodeError {
    /// A base-5 digit of the number does not stand for a cell.
    #[error("{code} is not a line code: its digit {position} from the left is {digit}, and digits go from 0 to 3")]
    Digit {
        /// The number that was read.
        code: u32,
        /// The digit's place, 0 to 12.
        position: usize,
        /// The digit.
        digit: u8,
    },
    /// The number has more than thirteen base-5 digits.
    #[error("{0} is not a line code: the largest is 915527343")]
    TooLarge(u32),
    /// The middle of a coded line is the stone that was just placed.
    #[error("a line code has a stone in the middle, not {0:?}")]
    NoStone(LineCell),
    /// A cell of the board lies beyond a cell off the board.
    #[error("cell {0} lies on the board, but one between it and the middle does not")]
    BeyondTheEdge(usize),
}

/// A line of thirteen cells with a stone in the middle that can occur on a board.
///
/// ```
/// use duiyi_connect6::patterns::LineCode;
///
/// // Table 5.1 of the thesis: ". . . X X X X . . . . . .", an active four.
/// let code = LineCode::from_number(910_652_343)?;
/// assert_eq!(code.to_string(), "...XXXX......");
/// assert_eq!(code.mirrored().number(), 915_488_343);
/// # Ok::<(), duiyi_connect6::patterns::CodeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct LineCode([LineCell; WIDTH]);

impl LineCode {
    /// The code of thirteen cells.
    ///
    /// # Errors
    ///
    /// [`CodeError::NoStone`] if the middle has no stone, and [`CodeError::BeyondTheEdge`] if a
    /// cell of the board lies beyond a cell off the board.
    pub fn new(cells: [LineCell; WIDTH]) -> Result<LineCode, CodeError> {
        if !matches!(cells[CENTRE], LineCell::Black | LineCell::White) {
            return Err(CodeError::NoStone(cells[CENTRE]));
        }
        for i in 0..CENTRE {
            for (outer, inner) in [(i, i + 1), (WIDTH - 1 - i, WIDTH - 2 - i)] {
                if cells[inner] == LineCell::Outside && cells[outer] != LineCell::Outside {
                    return Err(CodeError::BeyondTheEdge(outer));
                }
            }
        }
        Ok(LineCode(cells))
    }

    /// The line through a point of a board in a direction, from its left (or lower) end to the
    /// other. An empty point is read as if it had a stone of the colour. `None` if the point is not
    /// on the board or has a stone of the other colour, or the cells do not have the direction.
    ///
    /// The thesis's four functions extract the same line (5.3; row C-C3 of docs/sources.md).
    ///
    /// ```
    /// use duiyi_connect6::notation::{Coordinates, game_line};
    /// use duiyi_connect6::patterns::LineCode;
    /// use duiyi_connect6::{BLACK, Direction, Rules};
    ///
    /// let board = game_line::read(Rules::CONNECT6, "C10 A1-J10 D10-E10")?;
    /// let line = |point| {
    ///     let point = Coordinates::Letters.read(Rules::CONNECT6, point).unwrap();
    ///     LineCode::around(&board, point, Direction::Horizontal, BLACK)
    /// };
    /// assert_eq!(line("D10").unwrap().to_string(), "###..XXX....O");
    /// assert_eq!(line("F10").unwrap().to_string(), "#..XXXX...O..");
    /// assert_eq!(line("J10"), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn around(board: &Board, point: Point, direction: Direction, color: Side) -> Option<LineCode> {
        let exists = board.rules().directions().contains(&direction);
        if !exists || !board.rules().contains(point) || board.color_at(point).is_some_and(|stone| stone != color) {
            return None;
        }
        let (line, offset) = board.line_through(direction, point);
        let mut cells: [LineCell; WIDTH] = core::array::from_fn(|place| {
            match (offset as usize + place).checked_sub(CENTRE).filter(|&at| at < usize::from(line.len)) {
                None => LineCell::Outside,
                Some(at) if line.black >> at & 1 != 0 => LineCell::Black,
                Some(at) if line.white >> at & 1 != 0 => LineCell::White,
                Some(_) => LineCell::Empty,
            }
        });
        cells[CENTRE] = match color {
            BLACK => LineCell::Black,
            WHITE => LineCell::White,
        };
        Some(LineCode(cells))
    }

    /// The line with a number.
    ///
    /// # Errors
    ///
    /// [`CodeError::TooLarge`] and [`CodeError::Digit`] for numbers that do not consist of thirteen
    /// digits from 0 to 3, and the errors of [`LineCode::new`].
    pub fn from_number(number: u32) -> Result<LineCode, CodeError> {
        if number >= 5u32.pow(WIDTH as u32) {
            return Err(CodeError::TooLarge(number));
        }
        let mut cells = [LineCell::Outside; WIDTH];
        let mut rest = number;
        for position in (0..WIDTH).rev() {
            let digit = (rest % 5) as u8;
            rest /= 5;
            cells[position] =
                LineCell::from_number(digit as i8 - 1).ok_or(CodeError::Digit { code: number, position, digit })?;
        }
        LineCode::new(cells)
    }

    /// The thesis's number: at most 915,525,781 for a line with a stone in the
    /// middle (thirteen empty cells would be 915,527,343).
    pub fn number(self) -> u32 {
        number_of(&self.0)
    }

    /// The cells from left to right.
    pub fn cells(self) -> [LineCell; WIDTH] {
        self.0
    }

    /// The colour of the stone in the middle.
    pub fn is_black(self) -> bool {
        self.0[CENTRE] == LineCell::Black
    }

    /// The line read from the other end, which has the same value (thesis 5.3, rule 4).
    pub fn mirrored(self) -> LineCode {
        let mut cells = self.0;
        cells.reverse();
        LineCode(cells)
    }

    /// The line as the owner of the stone in the middle sees it: the edge and the opponent are the
    /// same. Bit 6 is the stone.
    pub fn own_view(self) -> Window {
        self.view(self.is_black())
    }

    /// The line as the opponent would see it if the stone were the opponent's.
    pub fn opponent_view(self) -> Window {
        self.view(!self.is_black())
    }

    fn view(self, black: bool) -> Window {
        let mut window = Window { own: 1 << CENTRE, blocked: 0 };
        for (bit, &cell) in self.0.iter().enumerate().filter(|&(bit, _)| bit != CENTRE) {
            match cell {
                LineCell::Empty => {}
                LineCell::Outside => window.blocked |= 1 << bit,
                LineCell::Black | LineCell::White if (cell == LineCell::Black) == black => window.own |= 1 << bit,
                LineCell::Black | LineCell::White => window.blocked |= 1 << bit,
            }
        }
        window
    }
}

/// The printed loop, for any cells.
pub(crate) fn number_of(cells: &[LineCell]) -> u32 {
    cells.iter().fold(0, |value, &cell| value * 5 + (cell as i8 + 1) as u32)
}

impl fmt::Display for LineCode {
    /// `X` black, `O` white, `.` empty, `#` off the board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in self.0 {
            f.write_str(match cell {
                LineCell::Outside => "#",
                LineCell::Black => "X",
                LineCell::White => "O",
                LineCell::Empty => ".",
            })?;
        }
        Ok(())
    }
}

impl fmt::Debug for LineCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LineCode({self} = {})", self.number())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(numbers: &[i8]) -> Vec<LineCell> {
        numbers.iter().map(|&number| LineCell::from_number(number).unwrap()).collect()
    }

    /// Every line that can occur, once.
    fn reachable() -> impl Iterator<Item = LineCode> {
        let black = (0..4u32.pow(12)).filter_map(|raw| {
            let mut line = [LineCell::Black; WIDTH];
            for (digit, position) in (0..WIDTH).filter(|&position| position != CENTRE).enumerate() {
                line[position] = LineCell::from_number((raw >> (2 * digit) & 3) as i8 - 1).unwrap();
            }
            LineCode::new(line).ok()
        });
        black.flat_map(|code| {
            let mut line = code.cells();
            line[CENTRE] = LineCell::White;
            [code, LineCode::new(line).unwrap()]
        })
    }

    #[test]
    fn a_line_has_six_cells_to_either_side() {
        let rules = crate::Rules::CONNECT6;
        let at = |column| rules.point(column, 9).unwrap();
        let board = Board::from_stones(rules, &[at(3)], &[at(15)], BLACK).unwrap();
        let around = |column| LineCode::around(&board, at(column), Direction::Horizontal, BLACK).unwrap();
        assert_eq!(around(9).to_string(), "X.....X.....O");
        assert_eq!(around(10).to_string(), "......X....O.", "the black stone is seven away");
        assert_eq!(around(16).to_string(), ".....OX..####");
    }

    #[test]
    fn the_worked_values_of_the_thesis() {
        // 5.3 and row C-C5 of docs/sources.md.
        let line = cells(&[2, 2, 2, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2]);
        let code = LineCode::new(line.try_into().unwrap()).unwrap();
        assert_eq!(code.number(), 910_652_343);
        assert_eq!(code.mirrored().number(), 915_488_343);
        assert_eq!(number_of(&[LineCell::Empty; WIDTH]), 915_527_343);
        assert_eq!(LineCode::from_number(915_527_343), Err(CodeError::NoStone(LineCell::Empty)));
        assert_eq!(LineCode::from_number(5u32.pow(13)), Err(CodeError::TooLarge(5u32.pow(13))));
        assert!(matches!(LineCode::from_number(4), Err(CodeError::Digit { position: 12, digit: 4, .. })));
    }

    #[test]
    fn the_printed_arrays_lack_a_trailing_empty_cell() {
        // Row C-C6 of docs/sources.md: arrays of twelve in 5.3, and the key of table 5.1 (or of the
        // text) that shows the missing cell.
        for (printed, number) in [
            (&[2i8, 2, 2, 0, 0, 0, 0, 2, 2, 2, 2, 2][..], 910_652_343),
            (&[2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 2, 2], 915_488_343),
            (&[1, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2], 549_324_218),
        ] {
            let mut line = cells(printed);
            assert_eq!(line.len(), 12);
            line.push(LineCell::Empty);
            assert_eq!(number_of(&line), number);
        }
        // The active two has no printed key; with the missing cell it is a valid line.
        let mut line = cells(&[2, 2, 2, 2, 2, 0, 0, 2, 2, 2, 2, 2]);
        line.push(LineCell::Empty);
        assert_eq!(LineCode::new(line.try_into().unwrap()).unwrap().to_string(), ".....XX......");
    }

    #[test]
    fn every_printed_key_decodes_to_a_black_stone_in_the_middle() {
        // Table 5.1 and the XML of 5.7.3.
        for (number, text) in [
            (549_324_218, "OXXXXXX......"),
            (891_121_093, "..XXXXX......"),
            (910_652_343, "...XXXX......"),
            (914_558_593, "....XXX......"),
            (366_277_343, "XOOOO.X......"),
            (415_027_343, "X.OOOOX......"),
            (915_333_593, ".....XXX....."),
            (914_552_343, "....XXXX....."),
            (915_332_343, ".....XXXX...."),
            (793_464_843, ".XXXXXX......"),
            (915_488_283, "......XXXXXX."),
            (891_114_843, "..XXXXXX....."),
        ] {
            let code = LineCode::from_number(number).unwrap();
            assert_eq!(code.to_string(), text);
            assert!(code.is_black());
            assert_eq!(code.number(), number);
        }
    }

    #[test]
    fn the_number_of_lines() {
        // Row C-C4 of docs/sources.md, corrected: 2·1093², (1093² + 1093) / 2, 3¹².
        let (mut all, mut classes, mut folded) = (0u32, [0u32; 2], 0u32);
        // A bit for each number, and for each folded line.
        let (mut numbers, mut views) = (vec![0u64; (915_525_781 >> 6) + 1], vec![0u64; 1 << (26 - 6)]);
        let is_new = |bits: &mut [u64], index: usize| {
            let was = bits[index >> 6];
            bits[index >> 6] |= 1 << (index & 63);
            bits[index >> 6] != was
        };
        for code in reachable() {
            all += 1;
            let number = code.number();
            assert!(is_new(&mut numbers, number as usize), "{number} stands for two lines");
            if number <= code.mirrored().number() {
                classes[usize::from(code.is_black())] += 1;
            }
            let view = code.own_view();
            folded += u32::from(is_new(&mut views, (view.own as usize) << 13 | view.blocked as usize));
        }
        assert_eq!(all, 2_389_298);
        assert_eq!(classes, [597_871; 2]);
        assert_eq!(folded, 531_441);
    }

    #[test]
    fn lines_with_holes_are_rejected() {
        let mut line = [LineCell::Empty; WIDTH];
        line[CENTRE] = LineCell::White;
        line[11] = LineCell::Outside;
        assert_eq!(LineCode::new(line), Err(CodeError::BeyondTheEdge(12)));
        line[12] = LineCell::Outside;
        assert!(LineCode::new(line).is_ok());
    }
}
