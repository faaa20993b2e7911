//! The position of the threat search: for every line and side the open windows by the number of
//! stones they lack, updated with each stone.
//!
//! A stone changes four lines. On each, the windows of its own side are counted again (some thirty
//! operations for the whole line), the windows of the other side that contain the point are closed,
//! and the previous values are pushed on a stack, so that taking a stone back is a copy. Lines with
//! relevant windows are marked in a bit set; the others are skipped. The sets are pushed on the
//! stack as well: copying them costs less than marking eight lines again.

use super::line::{Levels, WindowRule, around, low, six_by_two};
use super::windows::Window;
use crate::board::Geometry;
use crate::{Board, Direction, MAX_SIDE, Point, Rules, Side};
use alloc::sync::Arc;
use alloc::{boxed::Box, vec, vec::Vec};

/// Words of a set of lines: six times the longest side less two lines.
const WORDS: usize = (MAX_SIDE as usize * 6 - 2).div_ceil(64);

/// A set of lines.
pub(crate) type LineSet = [u64; WORDS];

/// One line.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FieldLine {
    /// The stones, by colour.
    pub(crate) stones: [u64; 2],
    /// The open windows, by colour.
    pub(crate) levels: [Levels; 2],
    /// The number of points.
    pub(crate) len: u32,
}

impl FieldLine {
    /// The empty points.
    #[inline]
    pub(crate) fn empty(&self) -> u64 {
        low(self.len) & !(self.stones[0] | self.stones[1])
    }
}

/// The relevant lines, by colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Marks {
    /// Lines with a window that a turn can fill.
    now: [LineSet; 2],
    /// Lines with a window that a turn can make a threat.
    turn: [LineSet; 2],
}

impl Marks {
    const NONE: Marks = Marks { now: [[0; WORDS]; 2], turn: [[0; WORDS]; 2] };

    /// Adds a line to the sets it belongs to.
    #[inline]
    fn enter(&mut self, line: usize, color: usize, levels: &Levels) {
        let (word, bit) = (line / 64, line % 64);
        self.now[color][word] |= u64::from(levels.now != 0) << bit;
        self.turn[color][word] |= u64::from(levels.turn != 0) << bit;
    }

    /// Removes a line from the sets it does not belong to.
    #[inline]
    fn drop(&mut self, line: usize, color: usize, levels: &Levels) {
        let (word, bit) = (line / 64, line % 64);
        self.now[color][word] &= !(u64::from(levels.now == 0) << bit);
        self.turn[color][word] &= !(u64::from(levels.turn == 0) << bit);
    }
}

/// The values that a stone replaced.
#[derive(Clone, Copy, Debug)]
struct Undo {
    cell: u16,
    color: u8,
    levels: [[Levels; 2]; 4],
    marks: Marks,
}

impl Undo {
    const NONE: Undo = Undo { cell: 0, color: 0, levels: [[Levels::NONE; 2]; 4], marks: Marks::NONE };
}

/// The position; see the head of the file.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) rules: Rules,
    pub(crate) rule: WindowRule,
    pub(crate) geometry: Arc<Geometry>,
    pub(crate) lines: Box<[FieldLine]>,
    directions: Box<[Direction]>,
    marks: Marks,
    /// The number of words of a line set that are in use.
    words: usize,
    /// The values that each stone replaced, with room for a whole board.
    undo: Box<[Undo]>,
    depth: usize,
    key: u64,
    stones: usize,
}

impl Field {
    /// An empty board.
    pub(crate) fn new(rules: Rules) -> Field {
        let geometry = Arc::new(Geometry::new(rules));
        let rule = WindowRule { k: u32::from(rules.k()), p: u32::from(rules.p()) };
        let lines: Box<[FieldLine]> = geometry
            .lengths
            .iter()
            .map(|&len| {
                let len = u32::from(len);
                let levels = rule.levels(0, 0, len);
                FieldLine { stones: [0; 2], levels: [levels; 2], len }
            })
            .collect();
        let directions = Direction::ALL
            .into_iter()
            .flat_map(|direction| {
                let lines = geometry.bases[direction.index() + 1] - geometry.bases[direction.index()];
                core::iter::repeat_n(direction, usize::from(lines))
            })
            .collect();
        let mut field = Field {
            rules,
            rule,
            words: lines.len().div_ceil(64),
            lines,
            directions,
            geometry,
            marks: Marks::NONE,
            undo: vec![Undo::NONE; rules.cells()].into(),
            depth: 0,
            key: 0,
            stones: 0,
        };
        // With short rows a turn may complete a window on an empty line.
        for line in 0..field.lines.len() {
            for color in 0..2 {
                field.mark(line, color);
            }
        }
        field
    }

    /// Sets the position of a board; only the stones that differ are changed.
    ///
    /// # Panics
    ///
    /// In debug builds, if stones have not been taken back.
    pub(crate) fn set(&mut self, board: &Board) {
        debug_assert_eq!(self.depth, 0);
        debug_assert_eq!(board.rules(), self.rules);
        let width = usize::from(self.rules.width());
        for row in 0..usize::from(self.rules.height()) {
            let line = board.line(Direction::Horizontal, row);
            for color in Side::BOTH {
                let i = color.index();
                let mut changed = self.lines[row].stones[i] & !line.stones(color);
                while changed != 0 {
                    let column = changed.trailing_zeros() as usize;
                    changed &= changed - 1;
                    self.toggle(row * width + column, i, false);
                }
            }
            for color in Side::BOTH {
                let i = color.index();
                let mut changed = line.stones(color) & !self.lines[row].stones[i];
                while changed != 0 {
                    let column = changed.trailing_zeros() as usize;
                    changed &= changed - 1;
                    self.toggle(row * width + column, i, true);
                }
            }
        }
    }

    /// Adds or removes a stone permanently; its four lines are recomputed.
    fn toggle(&mut self, cell: usize, color: usize, add: bool) {
        for direction in 0..self.rules.directions().len() {
            let place = self.geometry.places[cell][direction];
            let index = usize::from(place.line);
            let line = &mut self.lines[index];
            line.stones[color] ^= 1 << place.offset;
            let [black, white] = line.stones;
            line.levels = [self.rule.levels(black, white, line.len), self.rule.levels(white, black, line.len)];
            self.mark(index, 0);
            self.mark(index, 1);
        }
        self.key ^= self.geometry.stone_keys[Side::BOTH[color]][cell];
        self.stones = if add { self.stones + 1 } else { self.stones - 1 };
    }

    /// Marks a recomputed line.
    #[inline]
    fn mark(&mut self, line: usize, color: usize) {
        let levels = &self.lines[line].levels[color];
        self.marks.enter(line, color, levels);
        self.marks.drop(line, color, levels);
    }

    /// Puts a stone on an empty point.
    pub(crate) fn put(&mut self, cell: u16, color: usize) {
        let rule = self.rule;
        // The counting method is chosen once, not for every line.
        if rule.is_six_by_two() {
            self.put_counting(cell, color, six_by_two);
        } else {
            self.put_counting(cell, color, |own, open| rule.general(own, open));
        }
    }

    /// Puts a stone; `levels` computes the levels of a side's open windows from its stones.
    #[inline]
    fn put_counting(&mut self, cell: u16, color: usize, levels: impl Fn(u64, u64) -> Levels) {
        debug_assert!(self.is_empty(cell));
        // Everything is written in place: copying through the stack would cost more than the
        // computation.
        let undo = &mut self.undo[self.depth];
        (undo.cell, undo.color) = (cell, color as u8);
        undo.marks = self.marks;
        for (place, before) in self.geometry.places_of(usize::from(cell)).iter().zip(&mut undo.levels) {
            let index = usize::from(place.line);
            let line = &mut self.lines[index];
            *before = line.levels;
            line.stones[color] |= 1 << place.offset;
            // A stone can only fill windows of its own side and close windows of the other side.
            let open = self.rule.open(line.stones[1 - color], line.len);
            let own = levels(line.stones[color], open);
            line.levels[color] = own;
            self.marks.enter(index, color, &own);
            let mut other = before[1 - color];
            other.close(around(u32::from(place.offset), self.rule.k));
            line.levels[1 - color] = other;
            self.marks.drop(index, 1 - color, &other);
        }
        self.depth += 1;
        self.key ^= self.geometry.stone_keys[Side::BOTH[color]][usize::from(cell)];
        self.stones += 1;
    }

    /// Takes back the last stone.
    ///
    /// # Panics
    ///
    /// If there is no stone to take back.
    #[inline]
    pub(crate) fn take(&mut self) {
        self.depth -= 1;
        let undo = &self.undo[self.depth];
        let (cell, color) = (usize::from(undo.cell), usize::from(undo.color));
        for (place, levels) in self.geometry.places_of(cell).iter().zip(&undo.levels) {
            let line = &mut self.lines[usize::from(place.line)];
            line.stones[color] &= !(1 << place.offset);
            line.levels = *levels;
        }
        self.marks = undo.marks;
        self.key ^= self.geometry.stone_keys[Side::BOTH[color]][cell];
        self.stones -= 1;
    }

    /// The number of stones put and not taken back.
    #[inline]
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    /// The key of the stones.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        self.key
    }

    /// Whether a point is empty.
    #[inline]
    pub(crate) fn is_empty(&self, cell: u16) -> bool {
        let place = self.geometry.places[usize::from(cell)][0];
        self.lines[usize::from(place.line)].empty() >> place.offset & 1 == 1
    }

    /// The number of empty points.
    #[inline]
    pub(crate) fn empties(&self) -> usize {
        self.rules.cells() - self.stones
    }

    /// The point at an offset of a line; lines are numbered through all directions.
    #[inline]
    pub(crate) fn cell_on(&self, line: usize, offset: u32) -> u16 {
        let direction = self.directions[line];
        let index = line - usize::from(self.geometry.bases[direction.index()]);
        self.geometry.point_on(direction, index, offset).index() as u16
    }

    /// The lines with a window that a turn can fill.
    #[inline]
    pub(crate) fn lines_now(&self, color: usize) -> impl Iterator<Item = usize> + use<'_> {
        ones(&self.marks.now[color][..self.words])
    }

    /// The lines with a window that a turn can make a threat.
    #[inline]
    pub(crate) fn lines_turn(&self, color: usize) -> impl Iterator<Item = usize> + use<'_> {
        ones(&self.marks.turn[color][..self.words])
    }

    /// Whether a side can complete a row in a whole turn.
    #[inline]
    pub(crate) fn can_complete(&self, color: usize) -> bool {
        self.marks.now[color][..self.words].iter().any(|&word| word != 0)
    }

    /// The direction of a line.
    #[inline]
    pub(crate) fn direction(&self, line: usize) -> Direction {
        self.directions[line]
    }

    /// Lists the windows that a side can complete in its next turn.
    pub(crate) fn windows(&self, color: usize, windows: &mut Vec<Window>) {
        windows.clear();
        for line in self.lines_now(color) {
            self.push_windows(line, self.lines[line].levels[color].now, 0, windows);
        }
    }

    /// Adds windows of a line to a list; the points in `filled` count as occupied.
    #[inline]
    pub(crate) fn push_windows(&self, line: usize, mut starts: u64, filled: u64, windows: &mut Vec<Window>) {
        let empty = self.lines[line].empty() & !filled;
        while starts != 0 {
            let start = starts.trailing_zeros();
            starts &= starts - 1;
            let cells = empty & low(self.rule.k) << start;
            // Neighbouring windows often lack the same points.
            if windows.last().is_some_and(|last| usize::from(last.line) == line && last.cells == cells) {
                continue;
            }
            windows.push(Window { cells, line: line as u16, direction: self.directions[line] });
        }
    }

    /// The empty points of a set of windows, as cells.
    #[inline]
    pub(crate) fn cells_of(&self, line: usize, mut bits: u64) -> impl Iterator<Item = u16> + '_ {
        core::iter::from_fn(move || {
            (bits != 0).then(|| {
                let offset = bits.trailing_zeros();
                bits &= bits - 1;
                self.cell_on(line, offset)
            })
        })
    }

    /// Whether two fields are equal, ignoring the contents above their stacks.
    #[cfg(test)]
    pub(crate) fn is_like(&self, other: &Field) -> bool {
        let levels = |field: &Field| field.lines.iter().map(|line| (line.stones, line.levels)).collect::<Vec<_>>();
        levels(self) == levels(other)
            && self.marks == other.marks
            && (self.depth, self.key, self.stones) == (other.depth, other.key, other.stones)
    }

    /// Whether the incremental values agree with the stones.
    #[cfg(test)]
    pub(crate) fn is_consistent(&self) -> bool {
        self.lines.iter().enumerate().all(|(index, line)| {
            let [black, white] = line.stones;
            let levels = [self.rule.levels(black, white, line.len), self.rule.levels(white, black, line.len)];
            let marked = |set: &LineSet| set[index / 64] >> (index % 64) & 1 == 1;
            levels == line.levels
                && (0..2).all(|color| {
                    marked(&self.marks.now[color]) == (levels[color].now != 0)
                        && marked(&self.marks.turn[color]) == (levels[color].turn != 0)
                })
        })
    }
}

/// The indices of the set bits.
#[inline]
fn ones(words: &[u64]) -> impl Iterator<Item = usize> + use<'_> {
    words.iter().enumerate().flat_map(|(word, &bits)| {
        let mut rest = bits;
        core::iter::from_fn(move || {
            (rest != 0).then(|| {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                word * 64 + bit
            })
        })
    })
}

/// The point of a cell.
#[inline]
pub(crate) fn point(cell: u16) -> Point {
    Point::from_index(usize::from(cell))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    #[test]
    fn the_field_agrees_with_its_stones() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(8);
        for rules in
            [Rules::CONNECT6, Rules::GOMOKU, Rules::TIC_TAC_TOE, Rules::new(59, 7, 6, 3, 1).unwrap(), Rules::HEXO]
        {
            let mut field = Field::new(rules);
            assert!(field.is_consistent());
            let empty = field.clone();
            let mut keys = vec![field.key()];
            for _ in 0..400 {
                let cell = (random.next_u64() % rules.cells() as u64) as u16;
                if field.is_empty(cell) && random.next_u64() % 4 != 0 {
                    field.put(cell, (random.next_u64() % 2) as usize);
                    keys.push(field.key());
                } else if field.depth() > 0 {
                    field.take();
                    keys.pop();
                }
                assert!(field.is_consistent());
                assert_eq!(Some(&field.key()), keys.last());
            }
            while field.depth() > 0 {
                field.take();
            }
            assert!(field.is_like(&empty));
        }
    }
}
