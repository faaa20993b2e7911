//! The shape of a stone on one line, derived from the rules alone.
//!
//! A stone belongs to the windows of `k` cells that contain it. A window without a stone of the
//! opponent (or the edge of the board, which has the same effect) is open, and the fullest open
//! window determines how many stones are missing. The recursion of the thesis (5.2.1) then grades
//! it: a threat is active if one stone of the opponent cannot stop all of it, a weaker shape is
//! active if further stones can make an active threat of it. Nothing is listed by hand, so the same
//! code works for every Connect(m,n,k,p,q).
//!
//! Up to `k` = 7 all lines are tabulated once, in base 3 (own, empty, blocked) without the centre:
//! 59,049 bytes for Connect6. The idea of such a table, computed by recursion and indexed by a
//! window of bits, comes from Rapfi.

use alloc::{boxed::Box, vec, vec::Vec};

/// The strength of a stone on one line, ordered from worthless to won.
///
/// The names are those of Connect6 (thesis 5.2.1), where the digit counts stones. The recursion
/// counts the missing stones, so for another `k` add `k` − 6 to the digit: in gomoku [`Shape::S5`]
/// is a closed four and [`Shape::A4`] an open three.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Shape {
    /// The stone can't become part of `k` in a row on this line.
    Dead = 0,
    /// Five or more stones are missing: a single stone.
    Single,
    /// Sleeping two (眠二): four are missing, and it can't become active.
    S2,
    /// Active two (活二): two more stones can make an active four.
    A2,
    /// Sleeping three (眠三): three are missing; two more make a sleeping five at best.
    S3,
    /// Indistinct three (朦胧三): one more stone makes only a sleeping four, two an active five.
    I3,
    /// Active three (活三): one more stone can make an active four.
    A3,
    /// Sleeping four (眠四): two are missing, one stone of the opponent stops it.
    S4,
    /// Active four (活四): two are missing, and the opponent needs two stones to stop it.
    A4,
    /// Sleeping five (眠五): one is missing, one stone of the opponent stops it.
    S5,
    /// Active five (活五): one is missing, and the opponent needs two stones to stop it.
    A5,
    /// `k` or more in a row.
    Six,
}

impl Shape {
    /// The number of shapes.
    pub const COUNT: usize = 12;

    /// Every shape, from worthless to won.
    pub const ALL: [Shape; Shape::COUNT] = [
        Shape::Dead,
        Shape::Single,
        Shape::S2,
        Shape::A2,
        Shape::S3,
        Shape::I3,
        Shape::A3,
        Shape::S4,
        Shape::A4,
        Shape::S5,
        Shape::A5,
        Shape::Six,
    ];

    /// The index, less than [`Shape::COUNT`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The shape with an index; anything beyond the last is [`Shape::Six`].
    #[inline]
    pub const fn from_index(index: usize) -> Shape {
        if index < Shape::COUNT { Shape::ALL[index] } else { Shape::Six }
    }

    /// The name in the thesis's notation.
    pub const fn name(self) -> &'static str {
        match self {
            Shape::Dead => "dead",
            Shape::Single => "single",
            Shape::S2 => "S2",
            Shape::A2 => "A2",
            Shape::S3 => "S3",
            Shape::I3 => "I3",
            Shape::A3 => "A3",
            Shape::S4 => "S4",
            Shape::A4 => "A4",
            Shape::S5 => "S5",
            Shape::A5 => "A5",
            Shape::Six => "six",
        }
    }

    /// The shape with a [name](Shape::name).
    pub fn from_name(name: &str) -> Option<Shape> {
        Shape::ALL.into_iter().find(|shape| shape.name() == name)
    }

    /// Whether one stone cannot stop the shape, or it can become such a shape.
    pub const fn is_active(self) -> bool {
        matches!(self, Shape::A2 | Shape::A3 | Shape::A4 | Shape::A5)
    }

    /// The number of stones missing to win, if fewer than five.
    pub const fn missing(self) -> Option<u32> {
        match self {
            Shape::Six => Some(0),
            Shape::S5 | Shape::A5 => Some(1),
            Shape::S4 | Shape::A4 => Some(2),
            Shape::S3 | Shape::I3 | Shape::A3 => Some(3),
            Shape::S2 | Shape::A2 => Some(4),
            Shape::Dead | Shape::Single => None,
        }
    }

    const fn sleeping(missing: u32) -> Shape {
        match missing {
            0 => Shape::Six,
            1 => Shape::S5,
            2 => Shape::S4,
            3 => Shape::S3,
            4 => Shape::S2,
            _ => Shape::Single,
        }
    }

    const fn active(missing: u32) -> Shape {
        match missing {
            0 => Shape::Six,
            1 => Shape::A5,
            2 => Shape::A4,
            3 => Shape::A3,
            4 => Shape::A2,
            _ => Shape::Single,
        }
    }
}

/// A stone and its neighbours on a line, as two masks of 2`k` − 1 bits. The stone is bit `k` − 1
/// and counts as placed whether its bit is set or not. Bits beyond are ignored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// Own stones.
    pub own: u64,
    /// Stones of the opponent, and cells off the board.
    pub blocked: u64,
}

/// The rules that determine the shapes of a line: the length of a winning row and the stones a
/// turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineRule {
    row: u32,
    turn: u32,
}

impl LineRule {
    /// Connect6: six in a row, two stones a turn.
    pub const CONNECT6: LineRule = LineRule { row: 6, turn: 2 };

    /// `row` in a row win, `turn` stones a turn; both are at least 1.
    pub const fn new(row: u32, turn: u32) -> LineRule {
        LineRule { row: if row < 1 { 1 } else { row }, turn: if turn < 1 { 1 } else { turn } }
    }

    /// The length of a winning row: `k`.
    #[inline]
    pub const fn row(self) -> u32 {
        self.row
    }

    /// The number of stones a turn: `p`.
    #[inline]
    pub const fn turn(self) -> u32 {
        self.turn
    }

    /// The distance along the line within which a stone matters: `k` − 1 points, or 0 if the row is
    /// too long to be evaluated.
    #[inline]
    pub const fn reach(self) -> u32 {
        if self.row > LONGEST { 0 } else { self.row - 1 }
    }

    /// The number of own stones in the fullest open window, and whether a single stone of the
    /// opponent can block every window that is a threat (that the owner could fill in one turn).
    /// `None` if no window is open.
    fn count(self, window: Window) -> Option<(u32, bool)> {
        let row = self.row;
        let full = (1u64 << row) - 1;
        let own = window.own | 1 << (row - 1);
        let mut most = None;
        let mut common = u64::MAX;
        for start in 0..row {
            let cells = full << start;
            if window.blocked & !(1 << (row - 1)) & cells != 0 {
                continue;
            }
            let stones = (own & cells).count_ones();
            most = most.max(Some(stones));
            if stones + self.turn >= row {
                common &= cells & !own;
            }
        }
        most.map(|stones| (stones, common != 0))
    }

    /// The shape of a stone on a line, without a table. Rows of more than 16 are always dead: with
    /// two stones a turn, a row of 11 can't be forced against any defence.
    ///
    /// It is the result of the recursion, found in the fullest windows alone. The stones that make
    /// an active threat lie in all windows that become threats, because every stone must make the
    /// fullest window fuller. So these stones are all empty cells that two of the windows share.
    pub fn shape(self, window: Window) -> Shape {
        if self.row > LONGEST {
            return Shape::Dead;
        }
        let Some((stones, stoppable)) = self.count(window) else {
            return Shape::Dead;
        };
        let missing = self.row - stones;
        if missing == 0 || missing > 4 {
            return Shape::sleeping(missing);
        }
        if missing <= self.turn {
            return if stoppable { Shape::sleeping(missing) } else { Shape::active(missing) };
        }
        let own = window.own | 1 << (self.row - 1);
        let blocked = window.blocked & !(1 << (self.row - 1));
        let full = (1u64 << self.row) - 1;
        let is_fullest = |&start: &u32| {
            let cells = full << start;
            blocked & cells == 0 && (own & cells).count_ones() == stones
        };
        let fullest = || (0..self.row).filter(is_fullest).map(|start| full << start);
        let extra = missing - self.turn;
        if fullest().any(|one| fullest().any(|other| (one & other & !own).count_ones() == extra)) {
            return Shape::active(missing);
        }
        if missing == 3 && self.turn == 2 && fullest().any(|cells| self.is_indistinct(window, cells & !own)) {
            return Shape::I3;
        }
        Shape::sleeping(missing)
    }

    /// Whether stones in all but one of the empty cells of a fullest window make an active threat.
    fn is_indistinct(self, window: Window, empty: u64) -> bool {
        let mut rest = empty;
        while rest != 0 {
            let left = rest & rest.wrapping_neg();
            rest ^= left;
            let own = window.own | empty & !left;
            if matches!(self.count(Window { own, ..window }), Some((stones, false)) if stones == self.row - 1) {
                return true;
            }
        }
        false
    }
}

/// The longest row that is evaluated: the neighbourhood of a point and of its neighbours fits into
/// 61 bits.
const LONGEST: u32 = 16;

/// The longest row with a table: 3¹² bytes for seven.
const LONGEST_TABULATED: u32 = 7;

/// The shapes of all lines of a rule.
///
/// ```
/// use duiyi_connect6::patterns::{LineRule, Shape, ShapeTable, Window};
///
/// let table = ShapeTable::new(LineRule::CONNECT6);
/// // Eleven cells, the stone in the middle: . . . X X (X) X . . . .
/// let window = Window { own: 0b000_0101_1000, blocked: 0 };
/// assert_eq!(table.shape(window), Shape::A4);
/// // With the opponent at both ends of six cells, one stone stops it.
/// assert_eq!(table.shape(Window { blocked: 0b010_0000_0100, ..window }), Shape::S4);
/// ```
#[derive(Clone, Debug)]
pub struct ShapeTable {
    rule: LineRule,
    /// For a mask, the number whose base-3 digits are its bits, without the centre.
    ternary: Box<[u32]>,
    /// By the digits: the shape of a stone of the side that owns the ones in the lower half of the
    /// byte, of the side that owns the twos in the upper half; each side sees the digits of the
    /// other as blocked cells. Empty if the row is too long.
    shapes: Box<[u8]>,
}

impl ShapeTable {
    /// Computes the table of a rule: a few milliseconds for Connect6. Rows longer than seven have
    /// no table; each look-up computes the shape.
    pub fn new(rule: LineRule) -> ShapeTable {
        let reach = rule.row - 1;
        if rule.row > LONGEST_TABULATED {
            return ShapeTable { rule, ternary: Box::default(), shapes: Box::default() };
        }
        let width = 2 * rule.row - 1;
        // The bit of each digit, and the value of the digit.
        let digits: Vec<(u64, u32)> =
            (0..width).filter(|&bit| bit != reach).zip(0..).map(|(bit, digit)| (1 << bit, 3u32.pow(digit))).collect();
        let ternary: Box<[u32]> = (0..1u64 << width)
            .map(|mask| digits.iter().filter(|(bit, _)| mask & bit != 0).map(|(_, unit)| unit).sum())
            .collect();
        let count = 3usize.pow(2 * reach);
        let mut shapes = vec![0; count].into_boxed_slice();
        for index in 0..count {
            let mut window = Window { own: 0, blocked: 0 };
            let mut exchanged = 0;
            let mut rest = index;
            for &(bit, unit) in &digits {
                match rest % 3 {
                    1 => {
                        window.own |= bit;
                        exchanged += 2 * unit;
                    }
                    2 => {
                        window.blocked |= bit;
                        exchanged += unit;
                    }
                    _ => {}
                }
                rest /= 3;
            }
            let shape = rule.shape(window) as u8;
            shapes[index] |= shape;
            shapes[exchanged as usize] |= shape << 4;
        }
        ShapeTable { rule, ternary, shapes }
    }

    /// The rule of the table.
    pub fn rule(&self) -> LineRule {
        self.rule
    }

    /// The distance along the line within which a stone matters, see [`LineRule::reach`].
    #[inline]
    pub fn reach(&self) -> u32 {
        self.rule.reach()
    }

    /// The shape of the stone in the centre, or of a stone put there. `own` and `blocked` must be
    /// disjoint except in the centre, which is ignored.
    #[inline]
    pub fn shape(&self, window: Window) -> Shape {
        if self.shapes.is_empty() {
            return self.rule.shape(window);
        }
        let number = self.number(window.own) + 2 * self.number(window.blocked);
        // A cell that is both gives a digit of 3, and the number may be beyond the table. It is
        // checked, not trusted.
        let shapes = self.shapes.get(number as usize).copied().unwrap_or(0);
        Shape::from_index(usize::from(shapes & 15))
    }

    /// The table for many look-ups, if the rule has one.
    #[inline]
    pub(crate) fn tabulated(&self) -> Option<Tabulated<'_>> {
        (!self.shapes.is_empty()).then_some(Tabulated { ternary: &self.ternary, shapes: &self.shapes })
    }

    /// As [`Tabulated::of_both`]; computed if the rule is not tabulated.
    pub(crate) fn of_both(&self, black: u64, white: u64, outside: u64) -> [u8; 2] {
        if let Some(table) = self.tabulated() {
            return table.of_both(black, white, outside);
        }
        let shape = |own, other| self.rule.shape(Window { own, blocked: other | outside }) as u8;
        [shape(black, white), shape(white, black)]
    }

    #[inline]
    fn number(&self, mask: u64) -> u32 {
        self.ternary[mask as usize & (self.ternary.len() - 1)]
    }
}

/// The shapes of all lines of a rule that has a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tabulated<'a> {
    ternary: &'a [u32],
    shapes: &'a [u8],
}

impl Tabulated<'_> {
    /// The shapes of a black and a white stone in the centre of the same part of a line, as
    /// indices. Cells outside of the board block both. No bit may be set twice except in the
    /// centre, which is ignored.
    #[inline]
    pub(crate) fn of_both(self, black: u64, white: u64, outside: u64) -> [u8; 2] {
        let number = |mask: u64| self.ternary[mask as usize & (self.ternary.len() - 1)];
        let stones = number(black) + 2 * number(white);
        let outside = number(outside);
        [self.shapes[(stones + 2 * outside) as usize] & 15, self.shapes[(stones + outside) as usize] >> 4]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A window from a text such as `..XX*X.O...`, with the star in the centre.
    fn window(text: &str) -> Window {
        let mut window = Window { own: 0, blocked: 0 };
        for (bit, cell) in text.chars().enumerate() {
            match cell {
                'X' => window.own |= 1 << bit,
                'O' | '#' => window.blocked |= 1 << bit,
                _ => {}
            }
        }
        window
    }

    #[test]
    fn textbook_shapes() {
        let table = ShapeTable::new(LineRule::CONNECT6);
        for (text, shape) in [
            ("XXXXX*.....", Shape::Six),
            (".XXXX*.....", Shape::A5),
            ("OXXXX*.....", Shape::S5),
            ("OXXXX*O....", Shape::Dead),
            (".X.XX*X.O..", Shape::S5),
            ("..XXX*..O..", Shape::A4),
            (".O.XX*X.O..", Shape::S4),
            ("....X*X....", Shape::A3),
            ("...OX*X....", Shape::S3),
            ("..O.X*X....", Shape::I3),
            (".....*X....", Shape::A2),
            ("....O*X....", Shape::S2),
            (".....*.....", Shape::Single),
            ("..O..*..O..", Shape::Dead),
        ] {
            assert_eq!(table.shape(window(text)), shape, "{text}");
        }
    }

    /// The shape, given the function that returns the shape after one more own stone in a cell.
    ///
    /// One stone reduces the number of missing stones by at most one. So the shortest sequence to
    /// an active threat reduces it by one with each stone, and it is enough to look one stone ahead
    /// at shapes with one missing less.
    fn shape_with(rule: LineRule, window: Window, mut after: impl FnMut(u64) -> Shape) -> Shape {
        let Some((stones, stoppable)) = rule.count(window) else {
            return Shape::Dead;
        };
        let missing = rule.row - stones;
        if missing == 0 || missing > 4 {
            return Shape::sleeping(missing);
        }
        if missing <= rule.turn {
            return if stoppable { Shape::sleeping(missing) } else { Shape::active(missing) };
        }
        let mut best = Shape::sleeping(missing);
        let cells = (1u64 << (2 * rule.row - 1)) - 1;
        let mut free = cells & !(window.own | window.blocked | 1 << (rule.row - 1));
        while free != 0 {
            let cell = free & free.wrapping_neg();
            free ^= cell;
            let next = after(cell);
            if next.missing() != Some(missing - 1) {
                continue;
            }
            if next.is_active() {
                return Shape::active(missing);
            }
            // An indistinct three: the next stone makes a threat that one stone stops, and the one
            // after it an active threat with one missing less.
            if missing == 3 && rule.turn == 2 && best == Shape::S3 {
                let own = window.own | cell;
                let mut rest = cells & !(own | window.blocked | 1 << (rule.row - 1));
                while rest != 0 {
                    let second = rest & rest.wrapping_neg();
                    rest ^= second;
                    if let Some((stones, stoppable)) = rule.count(Window { own: own | second, blocked: window.blocked })
                        && stones == rule.row - 1
                        && !stoppable
                    {
                        best = Shape::I3;
                        break;
                    }
                }
            }
        }
        best
    }

    /// The shape by recursion alone.
    fn by_recursion(rule: LineRule, window: Window) -> Shape {
        shape_with(rule, window, |cell| by_recursion(rule, Window { own: window.own | cell, ..window }))
    }

    #[test]
    fn long_rows_agree_with_the_recursion() {
        use rand_xoshiro::Xoshiro256PlusPlus;
        use rand_xoshiro::rand_core::{Rng, SeedableRng};
        let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
        let mut counts = [0; Shape::COUNT];
        for rule in (5..=11).flat_map(|row| (1..=4).map(move |turn| LineRule::new(row, turn))) {
            let row = rule.row();
            let cells = (1u64 << (2 * row - 1)) - 1;
            for _ in 0..300 {
                // At most six empty cells, since the recursion tries them in every order.
                let mut empty = (0..6).fold(0, |bits, _| bits | 1u64 << (random.next_u64() % u64::from(2 * row - 1)));
                empty &= !(1 << (row - 1));
                let ends = random.next_u64() & random.next_u64() & random.next_u64();
                let blocked = ends & cells & !empty & !(1 << (row - 1));
                let window = Window { own: cells & !empty & !blocked, blocked };
                let shape = rule.shape(window);
                assert_eq!(shape, by_recursion(rule, window), "{rule:?} {window:?}");
                counts[shape.index()] += 1;
            }
        }
        assert!(counts.iter().filter(|&&count| count > 0).count() >= 6, "{counts:?}");
    }

    #[test]
    fn the_table_agrees_with_the_recursion() {
        for rule in
            [LineRule::CONNECT6, LineRule::new(5, 1), LineRule::new(4, 1), LineRule::new(3, 1), LineRule::new(4, 3)]
        {
            let table = ShapeTable::new(rule);
            let width = 2 * rule.row() - 1;
            for blocked in 0..1u64 << width {
                // Every third mask in Connect6: the recursion without the table is slow.
                if rule.row() == 6 && blocked % 3 != 0 {
                    continue;
                }
                let free = !blocked & ((1 << width) - 1);
                let mut own = free;
                loop {
                    let window = Window { own, blocked };
                    if window.blocked >> (rule.row() - 1) & 1 == 0 && own.count_ones() + blocked.count_ones() > 4 {
                        assert_eq!(table.shape(window), rule.shape(window), "{rule:?} {window:?}");
                    }
                    if own == 0 {
                        break;
                    }
                    own = (own - 1) & free;
                }
            }
        }
    }

    #[test]
    fn gomoku_and_tic_tac_toe() {
        let gomoku = ShapeTable::new(LineRule::new(5, 1));
        // An open four, a closed one, an open three, and a three with one end.
        assert_eq!(gomoku.shape(window("..XX*X...")), Shape::A5);
        assert_eq!(gomoku.shape(window(".OXX*X...")), Shape::S5);
        assert_eq!(gomoku.shape(window("...X*X...")), Shape::A4);
        assert_eq!(gomoku.shape(window("..OX*X...")), Shape::S4);
        let tic_tac_toe = ShapeTable::new(LineRule::new(3, 1));
        assert_eq!(tic_tac_toe.shape(window("##*X.")), Shape::S5);
        assert_eq!(tic_tac_toe.shape(window("##*XX")), Shape::Six);
        assert_eq!(tic_tac_toe.shape(window("##*O.")), Shape::Dead);
    }

    #[test]
    fn long_rows_are_computed_without_a_table() {
        let table = ShapeTable::new(LineRule::new(9, 2));
        assert_eq!(table.shape(Window { own: 0, blocked: 0 }), Shape::Single);
        assert_eq!(table.shape(Window { own: 0b1111_1111 << 8, blocked: 0b1000_0000 }), Shape::S5);
        assert_eq!(table.shape(Window { own: 0b1_1111_1111, blocked: 0 }), Shape::Six);
        assert_eq!(LineRule::new(59, 1).shape(Window { own: u64::MAX, blocked: 0 }), Shape::Dead);
    }

    #[test]
    fn overlapping_masks_do_not_panic() {
        let table = ShapeTable::new(LineRule::CONNECT6);
        for mask in 0..1u64 << 11 {
            // There is no right answer; the call must only return.
            table.shape(Window { own: mask, blocked: mask });
        }
    }
}
