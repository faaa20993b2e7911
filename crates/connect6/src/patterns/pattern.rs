//! The fifteen patterns (棋型) of the thesis, for the stone in the middle of a
//! line of thirteen cells.
//!
//! The thesis defines a pattern by sentences about "stones on one line": what the opponent needs to
//! stop them, and what they become with one or two more stones. Here these are the stones that
//! share a window of six with a given stone. So every stone has one pattern on each of its four
//! lines, and the sentences hold literally: a test plays out all 531,441 lines. A pattern that can
//! still become six is the stone's [`Shape`]; the outermost of the thirteen cells distinguish six
//! from more; dead patterns are classified by their number of stones.
//!
//! Source: the Connect6 thesis, 5.2.1; row C-C1 of docs/sources.md.

use super::{LineCode, LineRule, Shape, ShapeTable, Window};
use core::fmt;

/// One of the fifteen patterns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Pattern {
    /// Dead two (死二): two stones that can never be part of six.
    D2,
    /// Sleeping two (眠二): two more stones make no more than a sleeping four.
    S2,
    /// Active two (活二): two more stones can make an active four.
    A2,
    /// Dead three (死三): three stones that can never be part of six.
    D3,
    /// Sleeping three (眠三): two more stones make no more than a sleeping five.
    S3,
    /// Indistinct three (朦胧三): one more stone makes no more than a sleeping
    /// four, two more can make an active five.
    I3,
    /// Active three (活三): one more stone can make an active four.
    A3,
    /// Dead four (死四): four stones that can never be part of six.
    D4,
    /// Sleeping four (眠四): the opponent stops it with one stone.
    S4,
    /// Active four (活四): the opponent needs two stones to stop it.
    A4,
    /// Dead five (死五): five stones that can never be part of six.
    D5,
    /// Sleeping five (眠五): the opponent stops it with one stone.
    S5,
    /// Active five (活五): the opponent needs two stones to stop it.
    A5,
    /// Six in a row (六连).
    C6,
    /// Seven or more in a row (长连).
    Cl,
}

impl Pattern {
    /// The number of patterns.
    pub const COUNT: usize = 15;

    /// Every pattern, by the number of its stones.
    pub const ALL: [Pattern; Pattern::COUNT] = [
        Pattern::D2,
        Pattern::S2,
        Pattern::A2,
        Pattern::D3,
        Pattern::S3,
        Pattern::I3,
        Pattern::A3,
        Pattern::D4,
        Pattern::S4,
        Pattern::A4,
        Pattern::D5,
        Pattern::S5,
        Pattern::A5,
        Pattern::C6,
        Pattern::Cl,
    ];

    /// The thesis's symbol.
    pub const fn name(self) -> &'static str {
        match self {
            Pattern::D2 => "D2",
            Pattern::S2 => "S2",
            Pattern::A2 => "A2",
            Pattern::D3 => "D3",
            Pattern::S3 => "S3",
            Pattern::I3 => "I3",
            Pattern::A3 => "A3",
            Pattern::D4 => "D4",
            Pattern::S4 => "S4",
            Pattern::A4 => "A4",
            Pattern::D5 => "D5",
            Pattern::S5 => "S5",
            Pattern::A5 => "A5",
            Pattern::C6 => "C6",
            Pattern::Cl => "Cl",
        }
    }

    /// The index in [`Pattern::ALL`], less than [`Pattern::COUNT`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Cells of a line of thirteen.
const CELLS: u64 = (1 << super::WIDTH) - 1;
/// The bit of the stone in the middle.
const CENTRE: u32 = 6;

/// The pattern of every line of thirteen cells, one colour's view.
#[derive(Clone, Debug)]
pub struct PatternTable {
    shapes: ShapeTable,
}

impl Default for PatternTable {
    fn default() -> Self {
        PatternTable::new()
    }
}

impl PatternTable {
    /// Computes the table: a few milliseconds.
    pub fn new() -> PatternTable {
        PatternTable { shapes: ShapeTable::new(LineRule::CONNECT6) }
    }

    /// The pattern of the stone in the middle of a line; `None` if it is alone there.
    pub fn of(&self, line: LineCode) -> Option<Pattern> {
        self.of_view(line.own_view())
    }

    /// The same, for one colour's view of thirteen cells; bit 6 is the stone.
    pub fn of_view(&self, line: Window) -> Option<Pattern> {
        let own = (line.own | 1 << CENTRE) & CELLS;
        let blocked = line.blocked & !(1 << CENTRE) | !CELLS;
        // The outermost cells do not share a window of six with the middle.
        match self.shapes.shape(Window { own: own >> 1, blocked: blocked >> 1 & 0x7ff }) {
            Shape::Dead => match segment(own, !blocked).count_ones() {
                2 => Some(Pattern::D2),
                3 => Some(Pattern::D3),
                4 => Some(Pattern::D4),
                5 => Some(Pattern::D5),
                _ => None,
            },
            Shape::Single => None,
            Shape::S2 => Some(Pattern::S2),
            Shape::A2 => Some(Pattern::A2),
            Shape::S3 => Some(Pattern::S3),
            Shape::I3 => Some(Pattern::I3),
            Shape::A3 => Some(Pattern::A3),
            Shape::S4 => Some(Pattern::S4),
            Shape::A4 => Some(Pattern::A4),
            Shape::S5 => Some(Pattern::S5),
            Shape::A5 => Some(Pattern::A5),
            Shape::Six if segment(own, own).count_ones() == 6 => Some(Pattern::C6),
            Shape::Six => Some(Pattern::Cl),
        }
    }
}

/// The own stones that can be reached from the middle through `passable` cells.
fn segment(own: u64, passable: u64) -> u64 {
    let mut reached = 1u64 << CENTRE;
    loop {
        let wider = (reached | reached << 1 | reached >> 1) & passable;
        if wider == reached {
            return reached & own;
        }
        reached = wider;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All lines of thirteen with an own stone in the middle, as numbers in base 3 (0 empty, 1 own,
    /// 2 blocked, the middle left out). They are played out by the rules alone: without windows,
    /// masks or a [`ShapeTable`].
    struct Oracle {
        /// The number of own stones needed for six or more through the middle; 9 for never.
        needed: Vec<u8>,
    }

    const DIGITS: usize = 12;
    const LINES: usize = 531_441;

    fn unit(digit: usize) -> usize {
        3usize.pow(digit as u32)
    }

    fn digit_of(line: usize, digit: usize) -> usize {
        line / unit(digit) % 3
    }

    /// The length of the run through the middle.
    fn run(line: usize) -> usize {
        let left = (0..6).rev().take_while(|&digit| digit_of(line, digit) == 1).count();
        let right = (6..12).take_while(|&digit| digit_of(line, digit) == 1).count();
        left + 1 + right
    }

    fn empties(line: usize) -> impl Iterator<Item = usize> {
        (0..DIGITS).filter(move |&digit| digit_of(line, digit) == 0)
    }

    impl Oracle {
        fn new() -> Oracle {
            let mut needed = vec![9; LINES];
            for line in (0..LINES).rev() {
                needed[line] = if run(line) >= 6 {
                    0
                } else {
                    empties(line)
                        .map(|digit| needed[line + unit(digit)])
                        .min()
                        .map_or(9, |least: u8| (least + 1).min(9))
                };
            }
            Oracle { needed }
        }

        /// The number of stones the opponent must put on the line so that one turn of two stones
        /// does not complete six.
        fn stones_to_stop(&self, line: usize) -> usize {
            if self.needed[line] > 2 {
                0
            } else if empties(line).any(|digit| self.needed[line + 2 * unit(digit)] > 2) {
                1
            } else {
                // One stone makes at most two threats on a line (thesis 1.3.2).
                assert!(
                    empties(line).any(|a| {
                        empties(line).any(|b| a != b && self.needed[line + 2 * unit(a) + 2 * unit(b)] > 2)
                    })
                );
                2
            }
        }

        fn is_active(&self, line: usize, needed: u8) -> bool {
            self.needed[line] == needed && self.stones_to_stop(line) == 2
        }

        /// The sentences of the thesis, 5.2.1.
        fn pattern(&self, line: usize) -> Option<Pattern> {
            let with = |line: usize| empties(line).map(move |digit| line + unit(digit));
            match self.needed[line] {
                0 if run(line) == 6 => Some(Pattern::C6),
                0 => Some(Pattern::Cl),
                1 => Some(if self.stones_to_stop(line) == 2 { Pattern::A5 } else { Pattern::S5 }),
                2 => Some(if self.stones_to_stop(line) == 2 { Pattern::A4 } else { Pattern::S4 }),
                3 if with(line).any(|line| self.is_active(line, 2)) => Some(Pattern::A3),
                3 if with(line).flat_map(with).any(|line| self.is_active(line, 1)) => Some(Pattern::I3),
                3 => Some(Pattern::S3),
                4 if with(line).flat_map(with).any(|line| self.is_active(line, 2)) => Some(Pattern::A2),
                4 => Some(Pattern::S2),
                5 => None,
                _ => {
                    let unblocked = |&digit: &usize| digit_of(line, digit) != 2;
                    let side = |digits: &mut dyn Iterator<Item = usize>| {
                        digits.take_while(unblocked).filter(|&digit| digit_of(line, digit) == 1).count()
                    };
                    match 1 + side(&mut (0..6).rev()) + side(&mut (6..12)) {
                        2 => Some(Pattern::D2),
                        3 => Some(Pattern::D3),
                        4 => Some(Pattern::D4),
                        5 => Some(Pattern::D5),
                        _ => None,
                    }
                }
            }
        }
    }

    fn window(line: usize) -> Window {
        let mut window = Window { own: 1 << CENTRE, blocked: 0 };
        for digit in 0..DIGITS {
            let bit = 1 << (digit + usize::from(digit >= 6));
            match digit_of(line, digit) {
                1 => window.own |= bit,
                2 => window.blocked |= bit,
                _ => {}
            }
        }
        window
    }

    #[test]
    fn patterns_agree_with_their_definitions_on_every_line() {
        let (oracle, table) = (Oracle::new(), PatternTable::new());
        let mut count = [0u32; Pattern::COUNT];
        for line in 0..LINES {
            let pattern = table.of_view(window(line));
            assert_eq!(pattern, oracle.pattern(line), "{:?}", window(line));
            if let Some(pattern) = pattern {
                count[pattern.index()] += 1;
            }
        }
        // Every type occurs.
        assert!(count.iter().all(|&lines| lines > 0), "{count:?}");
    }

    #[test]
    fn a_line_and_its_mirror_image_are_the_same() {
        let table = PatternTable::new();
        let mirror = |mask: u64| mask.reverse_bits() >> (64 - super::super::WIDTH);
        for line in 0..LINES {
            let Window { own, blocked } = window(line);
            let mirrored = Window { own: mirror(own), blocked: mirror(blocked) };
            assert_eq!(table.of_view(Window { own, blocked }), table.of_view(mirrored));
        }
    }

    #[test]
    fn the_printed_keys() {
        // What the thesis states about the stones of table 5.1 and the XML (row C-C7 of
        // docs/sources.md).
        let table = PatternTable::new();
        for (number, pattern) in [
            (549_324_218, Pattern::C6),
            (891_121_093, Pattern::A5),
            (910_652_343, Pattern::A4),
            (914_558_593, Pattern::A3),
            (915_333_593, Pattern::A3),
            (914_552_343, Pattern::A4),
            (915_332_343, Pattern::A4),
            (793_464_843, Pattern::C6),
            (915_488_283, Pattern::C6),
            (891_114_843, Pattern::C6),
        ] {
            assert_eq!(table.of(LineCode::from_number(number).unwrap()), Some(pattern), "{number}");
        }
        // The two lines with a stone that stops a four: with the other side's stone there, they are
        // a five.
        for (number, pattern) in [(366_277_343, Pattern::S5), (415_027_343, Pattern::A5)] {
            let line = LineCode::from_number(number).unwrap();
            assert_eq!(table.of_view(line.opponent_view()), Some(pattern), "{number}");
            assert_eq!(table.of(line), None);
        }
    }
}
