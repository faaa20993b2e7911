//! The values of lines, by the number of the line.

use crate::Rules;
use crate::evaluation::StoneWeights;
use crate::patterns::{LineCode, LineRule, Shape, ShapeTable, WIDTH, Window};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// The maximum distance from the middle of a line to its ends.
const REACH: u32 = WIDTH as u32 / 2;

/// The longest row whose windows through the middle lie in thirteen cells.
const LONGEST: u8 = REACH as u8 + 1;

/// The values of a line for one colour.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(super) struct LineValue {
    /// The value of what a stone of the colour makes there.
    pub(super) gain: u16,
    /// The value of what a stone of the other colour prevents.
    pub(super) block: u16,
    /// Whether a stone of the colour completes a row ([`WINS_BY_ONE`]), and whether it completes
    /// one with a second stone ([`WINS_BY_TWO`]).
    wins: u8,
}

/// The increment of the count of lines on which one stone completes a row: the lower sixteen bits,
/// which suffice for the largest board.
pub(super) const WINS_BY_ONE: i32 = 1;
/// The same for two stones: the upper sixteen bits.
pub(super) const WINS_BY_TWO: i32 = 1 << 16;

impl LineValue {
    /// The contribution of the line to the count of wins.
    #[inline]
    pub(super) fn wins(self) -> i32 {
        i32::from(self.wins & 1) * WINS_BY_ONE + i32::from(self.wins >> 1) * WINS_BY_TWO
    }
}

/// A value for every line of thirteen cells: the thesis's hash table (着子棋力), as a dense table.
///
/// A line as one colour sees it (own stones, empty cells, and the other colour or the edge, which
/// are the same) is a number in base 3 without the middle: 531,441 in Connect6, with two values of
/// 16 bits each. The value of a stone on a line is the larger of what it makes and what it
/// prevents, so all twelve printed keys have their printed values. A line and its mirror image have
/// the same value.
///
/// The thesis gives examples; here the [`Shape`] of the stone determines the value. Below a threat
/// it counts in full only if all windows through the stone are open, and at least half if one is:
/// the same three stones with more room are worth more.
///
/// Shorter rows have shorter lines, of `k` cells to either side.
#[derive(Clone, Debug)]
pub struct PatternTables {
    rules: Rules,
    reach: u32,
    /// For the `k` − 1 cells to either side, which a row through the middle can reach.
    kinds: Arc<[LineKind]>,
    values: Box<[LineValue]>,
}

/// The properties that determine the values of a line.
#[derive(Clone, Copy, Debug)]
struct LineKind {
    shape: Shape,
    /// The number of open windows through the middle; all of them for a threat.
    open: u8,
}

impl PatternTables {
    /// The tables of a game with the given values of shapes.
    /// `None` for rows longer than seven, whose windows do not lie in thirteen cells.
    pub fn new(rules: Rules, weights: &StoneWeights) -> Option<PatternTables> {
        if rules.k() > LONGEST {
            return None;
        }
        let rule = LineRule::new(rules.k().into(), rules.p().into());
        let shapes = ShapeTable::new(rule);
        let kind = |index| {
            let window = window(index, rule.reach());
            let shape = shapes.shape(window);
            let is_threat = shape.missing().is_some_and(|missing| missing <= rule.turn());
            let open = if is_threat { rule.row() } else { open_windows(window, rule.row()) };
            LineKind { shape, open: open as u8 }
        };
        let kinds = (0..3usize.pow(2 * rule.reach())).map(kind).collect();
        let reach = u32::from(rules.k()).min(REACH);
        Some(PatternTables { rules, reach, kinds, values: Box::default() }.revalued(weights))
    }

    /// The tables of the same game with other values of shapes, without values set for single
    /// lines; the lines are not classified again.
    pub fn revalued(&self, weights: &StoneWeights) -> PatternTables {
        let row = u32::from(self.rules.k());
        let value = |kind: &LineKind| {
            let of = |weights: &[u16; Shape::COUNT]| {
                (u32::from(weights[kind.shape.index()]) * (row + u32::from(kind.open)) / (2 * row)) as u16
            };
            let wins = u8::from(kind.shape == Shape::Six) | u8::from(kind.shape >= Shape::S5) << 1;
            LineValue { gain: of(&weights.gain), block: of(&weights.block), wins }
        };
        // A cell farther away has the lowest or the highest digit of a line's number.
        let ends = 3usize.pow(self.reach + 1 - row);
        let one_end = self.kinds.len() * ends;
        let mut values: Vec<LineValue> = Vec::with_capacity(one_end * ends);
        for kind in &*self.kinds {
            values.resize(values.len() + ends, value(kind));
        }
        for _ in 1..ends {
            values.extend_from_within(..one_end);
        }
        PatternTables { kinds: Arc::clone(&self.kinds), values: values.into(), ..*self }
    }

    /// The rules of the game.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The distance along a line within which a stone matters: six cells in Connect6.
    #[inline]
    pub fn reach(&self) -> u32 {
        self.reach
    }

    /// The value of the stone in the middle of a line of thirteen there (stepValue).
    ///
    /// ```
    /// use duiyi_connect6::Rules;
    /// use duiyi_connect6::evaluation::{PatternTables, StoneWeights};
    /// use duiyi_connect6::patterns::LineCode;
    ///
    /// let tables = PatternTables::new(Rules::CONNECT6, &StoneWeights::PRINTED).unwrap();
    /// // Table 5.1: an active four, and a stone that stops four of White's.
    /// assert_eq!(tables.value(LineCode::from_number(910_652_343)?), 2000);
    /// assert_eq!(tables.value(LineCode::from_number(366_277_343)?), 5000);
    /// # Ok::<(), duiyi_connect6::patterns::CodeError>(())
    /// ```
    pub fn value(&self, line: LineCode) -> u16 {
        let [own, other] = [line.own_view(), line.opponent_view()].map(|view| self.line(index(view, self.reach)));
        stone_value(own, other)
    }

    /// The values of a line to the owner of the stone in its middle: of what the stone makes, and
    /// of what a stone of the other side would prevent there.
    pub fn values(&self, line: LineCode) -> [u16; 2] {
        let LineValue { gain, block, .. } = self.line(index(line.own_view(), self.reach));
        [gain, block]
    }

    /// Sets the values of a line and its mirror image, so that a custom table can be made line by
    /// line from one of shapes (row C-F5 of docs/sources.md). All lines that the owner of the stone
    /// in the middle sees as the same share the values: the edge and the other colour are not
    /// distinguished.
    ///
    /// ```
    /// use duiyi_connect6::Rules;
    /// use duiyi_connect6::evaluation::{PatternTables, StoneWeights};
    /// use duiyi_connect6::patterns::LineCode;
    ///
    /// let mut tables = PatternTables::new(Rules::CONNECT6, &StoneWeights::PRINTED).unwrap();
    /// let line = LineCode::from_number(910_652_343)?;
    /// tables.set_values(line, [2100, 900]);
    /// assert_eq!(tables.values(line.mirrored()), [2100, 900]);
    /// assert_eq!(tables.value(line), 2100);
    /// # Ok::<(), duiyi_connect6::patterns::CodeError>(())
    /// ```
    pub fn set_values(&mut self, line: LineCode, [gain, block]: [u16; 2]) {
        for line in [line, line.mirrored()] {
            let value = &mut self.values[index(line.own_view(), self.reach) as usize];
            (value.gain, value.block) = (gain, block);
        }
    }

    /// The values of one line for a colour.
    #[inline]
    pub(super) fn line(&self, index: u32) -> LineValue {
        self.values[index as usize]
    }
}

/// The value of a stone on a line, from the line's values for its owner and for the other side.
#[inline]
pub(super) fn stone_value(own: LineValue, other: LineValue) -> u16 {
    own.gain.max(other.block)
}

/// The amount that an own cell adds to the number of a line, by its place: `reach` cells before the
/// middle, the middle (0), `reach` cells after it. A blocked cell adds twice that.
pub(super) fn units(reach: u32) -> [u32; WIDTH] {
    let mut units = [0; WIDTH];
    for place in (0..2 * reach + 1).filter(|&place| place != reach) {
        units[place as usize] = 3u32.pow(place - u32::from(place > reach));
    }
    units
}

/// The number of a view of thirteen cells, or of the part of it within reach of the middle.
fn index(view: Window, reach: u32) -> u32 {
    let first = REACH - reach;
    let units = units(reach);
    let digit = |place: u32| (view.own >> place & 1) as u32 + 2 * (view.blocked >> place & 1) as u32;
    (0..2 * reach + 1).map(|place| units[place as usize] * digit(place + first)).sum()
}

/// The view with a number; bit `reach` is the stone.
fn window(index: usize, reach: u32) -> Window {
    let (mut window, mut rest) = (Window { own: 1 << reach, blocked: 0 }, index);
    for place in (0..2 * reach + 1).filter(|&place| place != reach) {
        match rest % 3 {
            1 => window.own |= 1 << place,
            2 => window.blocked |= 1 << place,
            _ => {}
        }
        rest /= 3;
    }
    window
}

/// The number of open windows of a row through the middle.
fn open_windows(window: Window, row: u32) -> u32 {
    let full = (1u64 << row) - 1;
    (0..row).filter(|start| window.blocked & full << start == 0).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patterns::{Pattern, PatternTable};

    fn tables() -> PatternTables {
        PatternTables::new(Rules::CONNECT6, &StoneWeights::PRINTED).unwrap()
    }

    #[test]
    fn every_printed_key_has_its_printed_value() {
        // Table 5.1 and the XML of 5.7.3; rows C-C7 and C-C9 of docs/sources.md.
        let tables = tables();
        for (number, value) in [
            (549_324_218, 50_000),
            (891_121_093, 3000),
            (910_652_343, 2000),
            (914_558_593, 1000),
            (366_277_343, 5000),
            (415_027_343, 5000),
            (915_333_593, 1000),
            (914_552_343, 2000),
            (915_332_343, 2000),
            (793_464_843, 50_000),
            (915_488_283, 50_000),
            (891_114_843, 50_000),
        ] {
            let line = LineCode::from_number(number).unwrap();
            assert_eq!(tables.value(line), value, "{line}");
            assert_eq!(tables.value(line.mirrored()), value, "{line} from the other end");
        }
    }

    /// A line as text, `X` Black, `O` White, `#` outside.
    fn line(text: &str) -> LineCode {
        let number = text.bytes().fold(0, |number, cell| {
            number * 5
                + match cell {
                    b'#' => 0,
                    b'X' => 1,
                    b'O' => 2,
                    _ => 3,
                }
        });
        LineCode::from_number(number).unwrap()
    }

    #[test]
    fn statements_of_the_thesis_about_lines_hold() {
        let tables = tables();
        let value = |text: &str| tables.value(line(text));
        // 5.3, rule 2: stopping a sleeping five is worth more than four active twos.
        assert!(value("XOOOOOX......") > 4 * value(".....XX......"));
        // Without effect: a stone with a single neighbour and the edge beyond.
        assert!(value("......X.#####") <= 10);
        // More room is worth more, unless it is a threat.
        assert!(value("....XXX......") > value("..O.XXX..O..."));
        assert_eq!(value(".O.XXXX.O...."), value("OO.XXXX.O...."));
        // Six and seven are both wins, rule 3.
        assert_eq!([value("XXXXXXX......"), value("...XXXXXX...."), value("OXXXXXXO.....")], [50_000; 3]);
    }

    #[test]
    fn the_four_rules_of_values_hold_on_every_line() {
        let (tables, patterns) = (tables(), PatternTable::new());
        let (mut least_threat, mut max_two) = (u16::MAX, 0);
        for number in 0..tables.values.len() {
            let view = window(number, REACH);
            let mirror = |mask: u64| mask.reverse_bits() >> (64 - WIDTH);
            let mirrored = index(Window { own: mirror(view.own), blocked: mirror(view.blocked) }, REACH);
            let value = tables.line(number as u32);
            assert_eq!(index(view, REACH) as usize, number, "a number for each line");
            assert_eq!(value, tables.line(mirrored), "rule 4: {view:?}");
            match patterns.of_view(view) {
                Some(Pattern::C6 | Pattern::Cl) => assert_eq!(value.gain, 50_000, "rule 3: {view:?}"),
                Some(Pattern::S5 | Pattern::A5) => least_threat = least_threat.min(value.block),
                Some(Pattern::S2 | Pattern::A2) => max_two = max_two.max(value.gain.max(value.block)),
                Some(Pattern::D2 | Pattern::D3 | Pattern::D4 | Pattern::D5) => assert_eq!(value, LineValue::default()),
                _ => {}
            }
        }
        assert!(4 * max_two <= least_threat, "rule 2: {max_two} and {least_threat}");
    }

    #[test]
    fn revalued_tables_equal_new_ones() {
        let mut other = StoneWeights::PRINTED;
        (other.gain[4], other.block[10]) = (777, 333);
        let mut given = tables();
        given.set_values(line("...XXXX......"), [1, 2]);
        for (rules, from) in [(Rules::CONNECT6, given), (Rules::GOMOKU, of_gomoku())] {
            let new = PatternTables::new(rules, &other).unwrap();
            assert_eq!(from.revalued(&other).values, new.values);
        }
    }

    fn of_gomoku() -> PatternTables {
        PatternTables::new(Rules::GOMOKU, &StoneWeights::PRINTED).unwrap()
    }

    #[test]
    fn set_values_changes_only_a_line_and_its_mirror_image() {
        let (before, mut after) = (tables(), tables());
        let code = line("..O.XXX..OOOO");
        after.set_values(code, [700, 650]);
        assert_eq!((after.values(code), after.values(code.mirrored())), ([700, 650], [700, 650]));
        // The edge has the same effect as the other colour; White's line has the same values as
        // Black's.
        assert_eq!(after.values(line("..O.XXX..####")), [700, 650]);
        assert_eq!(after.values(line("..X.OOO..XXXX")), [700, 650]);
        let changed = before.values.iter().zip(&after.values).filter(|(before, after)| before != after);
        assert_eq!(changed.count(), 2);
        assert!(before.values.iter().zip(&after.values).all(|(before, after)| before.wins == after.wins));
    }

    #[test]
    fn the_row_length_determines_the_lines() {
        let of = |k| PatternTables::new(Rules::new(19, 19, k, 1, 1).unwrap(), &StoneWeights::PRINTED);
        for (k, reach, lines) in [(1, 1, 9), (3, 3, 729), (5, 5, 59_049), (7, 6, 531_441)] {
            let tables = of(k).unwrap();
            assert_eq!((tables.reach(), tables.values.len()), (reach, lines), "{k}");
        }
        assert!(of(8).is_none());
        // Gomoku: four in a row with both ends open lack one stone.
        let gomoku = of(5).unwrap();
        assert_eq!(gomoku.value(line("...XXXX......")), StoneWeights::PRINTED.gain[Shape::A5.index()]);
        assert_eq!(gomoku.value(line("..XXXXX......")), 50_000);
    }
}
