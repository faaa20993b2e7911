//! The attacker's turns: those that win at once, and those that make at least as many threats as
//! the other side has stones.
//!
//! If there is nothing to fill yet, every window that a turn brings within reach contains one of
//! its stones. So the threats of a turn are found on the lines of its stones alone, without putting
//! the stones: a window that lacks `p + 1` needs one of them, a window that lacks `2p` needs both.
//! Threats of one stone on different lines have no point in common, so their numbers add up. Only
//! where lines of *both* stones cross can one point meet windows of both lines; then the exact
//! count decides.
//!
//! There are four kinds of turns of two stones that make two threats:
//!
//! 1. both stones lie in one window that lacks at most four;
//! 2. each stone makes a threat in its own windows;
//! 3. one stone alone makes two threats, and the other lies in a window that still matters to
//!    either side (see [`Generator::doubles`]);
//! 4. one stone alone makes two threats, and the other lies anywhere else.
//!
//! Without kind 3 the search would miss wins: one in ten of the seven-stone positions in the 7 × 7
//! square that are won by double threats needs it. Kind 4 is not generated.

use super::attack::{Attack, NONE, Stones};
use super::field::Field;
use super::line::{around, fold, spread};
use super::windows::{Window, smallest};
use crate::board::Geometry;
use alloc::{boxed::Box, vec, vec::Vec};

/// The turn generator with its work space, used at every node.
#[derive(Clone, Debug)]
pub(crate) struct Generator {
    /// For each point, the number of threats that a stone on it alone makes, by direction.
    gains: Box<[[u8; 4]]>,
    /// The points with such threats.
    hot: Vec<u16>,
    /// The windows the attacker must meet.
    against: Vec<Window>,
    windows: Vec<Window>,
    /// The points where a free stone may matter; `entered` marks the points in the list.
    free: Vec<u16>,
    entered: Box<[u32]>,
    stamp: u32,
    /// The values of points, valid if `valued` contains the stamp of the node.
    values: Box<[i32]>,
    valued: Box<[u32]>,
    value_stamp: u32,
}

/// The maximum counted on one line; a line has fewer points.
const MAX_GAIN: u32 = 63;

/// The sum over the directions: below 256, so one multiplication adds all four.
#[inline]
fn total(gains: [u8; 4]) -> u32 {
    u32::from_le_bytes(gains).wrapping_mul(0x0101_0101) >> 24
}

/// The direction of a line that two points share.
#[inline]
fn shared(geometry: &Geometry, a: u16, b: u16) -> Option<usize> {
    let (a, b) = (geometry.places_of(usize::from(a)), geometry.places_of(usize::from(b)));
    (0..a.len()).find(|&i| a[i].line == b[i].line)
}

impl Generator {
    pub(crate) fn new(cells: usize) -> Generator {
        Generator {
            gains: vec![[0; 4]; cells].into(),
            hot: Vec::with_capacity(cells),
            against: Vec::with_capacity(1024),
            windows: Vec::with_capacity(1024),
            free: Vec::with_capacity(cells),
            entered: vec![0; cells].into(),
            stamp: 0,
            values: vec![0; cells].into(),
            valued: vec![0; cells].into(),
            value_stamp: 0,
        }
    }

    /// Prepares for the turn of a side that has nothing to complete: the windows it must meet, and
    /// the threats of single stones. Returns `false` if it can't meet all.
    pub(crate) fn prepare(&mut self, field: &Field, color: usize) -> bool {
        field.windows(1 - color, &mut self.against);
        if !self.against.is_empty() && smallest(&self.against, &field.geometry, field.rule.p + 1) > field.rule.p {
            return false;
        }
        for &cell in &self.hot {
            self.gains[usize::from(cell)] = [0; 4];
        }
        self.hot.clear();
        self.value_stamp = self.value_stamp.wrapping_add(1);
        let k = field.rule.k;
        for index in field.lines_turn(color) {
            let line = &field.lines[index];
            let stone = line.levels[color].stone;
            if stone == 0 {
                continue;
            }
            let direction = field.direction(index).index();
            let empty = line.empty();
            let mut bits = spread(stone, k) & empty;
            while bits != 0 {
                let offset = bits.trailing_zeros();
                bits &= bits - 1;
                let threats = field.rule.meet(stone & around(offset, k), empty & !(1 << offset));
                let cell = field.cell_on(index, offset);
                let gains = &mut self.gains[usize::from(cell)];
                if *gains == [0; 4] {
                    self.hot.push(cell);
                }
                gains[direction] = threats.min(MAX_GAIN) as u8;
            }
        }
        true
    }

    /// Whether these stones meet everything that the other side could complete.
    fn meets(&self, geometry: &Geometry, stones: Stones) -> bool {
        self.against.iter().all(|window| {
            stones.iter().any(|&cell| {
                cell != NONE && {
                    let place = geometry.places[usize::from(cell)][window.direction.index()];
                    place.line == window.line && window.cells >> place.offset & 1 == 1
                }
            })
        })
    }

    /// A turn that makes more threats than the other side can meet, and meets all threats of the
    /// other side. Requires [`Generator::prepare`].
    pub(crate) fn decisive(&mut self, field: &Field, color: usize) -> Option<Stones> {
        let least = field.rule.p + 1;
        if self.hot.is_empty() {
            return None;
        }
        if field.rule.p == 1 {
            return self.hot.iter().map(|&cell| [cell, NONE]).find(|&stones| {
                total(self.gains[usize::from(stones[0])]) >= least && self.meets(&field.geometry, stones)
            });
        }
        for i in 0..self.hot.len() {
            let cell = self.hot[i];
            if total(self.gains[usize::from(cell)]) >= least
                && let Some(free) = self.any_second(field, cell)
            {
                return Some([cell, free]);
            }
        }
        let mut found = None;
        self.pairs(field, color, least, |stones| {
            found = Some(stones);
            false
        });
        found
    }

    /// A second stone for a first one that makes all the threats but may not meet everything the
    /// other side could complete.
    fn any_second(&self, field: &Field, first: u16) -> Option<u16> {
        if self.meets(&field.geometry, [first, NONE]) {
            // A second hot stone helps most; otherwise any stone will do.
            let hot = self.hot.iter().copied().find(|&cell| cell != first);
            return hot.or_else(|| (0..field.rules.cells() as u16).find(|&cell| cell != first && field.is_empty(cell)));
        }
        self.against
            .iter()
            .flat_map(|window| window.points(&field.geometry))
            .map(|point| point.index() as u16)
            .find(|&cell| cell != first && self.meets(&field.geometry, [first, cell]))
    }

    /// Whether a turn exists that makes at least as many threats as the other side has stones and
    /// meets all threats of the other side. Requires [`Generator::prepare`].
    pub(crate) fn has_doubles(&mut self, field: &Field, color: usize) -> bool {
        let least = field.rule.p;
        if field.rule.p == 1 {
            return self.hot.iter().any(|&cell| self.meets(&field.geometry, [cell, NONE]));
        }
        let alone = self
            .hot
            .iter()
            .any(|&cell| total(self.gains[usize::from(cell)]) >= least && self.any_second(field, cell).is_some());
        if alone {
            return true;
        }
        let mut found = false;
        self.pairs(field, color, least, |_| {
            found = true;
            false
        });
        found
    }

    /// Every turn that makes at least as many threats as the other side has stones and meets all
    /// threats of the other side. Requires [`Generator::prepare`].
    ///
    /// If the first stone alone makes the threats, the second stone lies in an open window of the
    /// attacker with another stone of the attacker, or in a window of the other side that one turn
    /// could make a threat. A stone elsewhere is not part of any window of the next turn, for
    /// either side.
    pub(crate) fn doubles(&mut self, field: &Field, color: usize, out: &mut Vec<Attack>) {
        let least = field.rule.p;
        if field.rule.p == 1 {
            for i in 0..self.hot.len() {
                let stones = [self.hot[i], NONE];
                if self.meets(&field.geometry, stones) {
                    let value = self.value(field, color, stones[0]);
                    out.push(Attack { stones, value });
                }
            }
            return;
        }
        let start = out.len();
        self.pairs(field, color, least, |stones| {
            out.push(Attack { stones, value: 0 });
            true
        });
        let mut common = false;
        for i in 0..self.hot.len() {
            let cell = self.hot[i];
            if total(self.gains[usize::from(cell)]) < least {
                continue;
            }
            if !common {
                self.gather_free(field, color);
                common = true;
            }
            self.free_seconds(field, color, cell, out);
        }
        for attack in &mut out[start..] {
            let [a, b] = attack.stones;
            attack.value += self.value(field, color, a) + self.value(field, color, b);
        }
    }

    /// Turns that make at least one threat and meet all threats of the other side; free second
    /// stones as in [`Generator::doubles`]. Only for two stones a turn. Requires
    /// [`Generator::prepare`].
    pub(crate) fn any_threats(&mut self, field: &Field, color: usize, out: &mut Vec<Attack>) {
        let start = out.len();
        self.pairs(field, color, 1, |stones| {
            out.push(Attack { stones, value: 0 });
            true
        });
        self.gather_free(field, color);
        for i in 0..self.hot.len() {
            let cell = self.hot[i];
            self.free_seconds(field, color, cell, out);
        }
        for attack in &mut out[start..] {
            let [a, b] = attack.stones;
            attack.value = self.value(field, color, a) + self.value(field, color, b);
        }
    }

    /// The turns in which both stones contribute to the threats. `visit` returns `false` to stop.
    fn pairs(&mut self, field: &Field, color: usize, least: u32, mut visit: impl FnMut(Stones) -> bool) {
        let (k, rule) = (field.rule.k, field.rule);
        // Both stones in one window.
        for index in field.lines_turn(color) {
            let line = &field.lines[index];
            let (stone, turn) = (line.levels[color].stone, line.levels[color].turn);
            let direction = field.direction(index).index();
            let empty = line.empty();
            let cells = spread(turn, k) & empty;
            let mut firsts = cells;
            while firsts != 0 {
                let i = firsts.trailing_zeros();
                firsts &= firsts - 1;
                let of_first = turn & around(i, k);
                let mut seconds = firsts & spread(of_first, k);
                if seconds == 0 {
                    continue;
                }
                let a = field.cell_on(index, i);
                let gains_a = self.gains[usize::from(a)];
                let beside_a = total(gains_a) - u32::from(gains_a[direction]);
                while seconds != 0 {
                    let j = seconds.trailing_zeros();
                    seconds &= seconds - 1;
                    let both = of_first & around(j, k);
                    let b = field.cell_on(index, j);
                    let gains_b = self.gains[usize::from(b)];
                    // Two points can meet the windows that need both stones: the nearest on either
                    // side, or one between the stones.
                    if least > 2 && total(gains_a) + total(gains_b) == 0 {
                        continue;
                    }
                    let beside_b = total(gains_b) - u32::from(gains_b[direction]);
                    let windows = stone & (around(i, k) | around(j, k)) | both;
                    let on_line = rule.meet(windows, empty & !(1 << i | 1 << j));
                    if on_line + beside_a + beside_b < least || !self.meets(&field.geometry, [a, b]) {
                        continue;
                    }
                    if beside_a > 0 && beside_b > 0 && self.exact(field, color, [a, b], least) < least {
                        continue;
                    }
                    if !visit([a, b]) {
                        return;
                    }
                }
            }
        }
        // Each stone with its own windows.
        for x in 0..self.hot.len() {
            for y in x + 1..self.hot.len() {
                let (a, b) = (self.hot[x], self.hot[y]);
                let (gains_a, gains_b) = (self.gains[usize::from(a)], self.gains[usize::from(b)]);
                let mut sum = total(gains_a) + total(gains_b);
                if sum < least || !self.meets(&field.geometry, [a, b]) {
                    continue;
                }
                if let Some(direction) = shared(&field.geometry, a, b) {
                    let (place_a, place_b) = (
                        field.geometry.places[usize::from(a)][direction],
                        field.geometry.places[usize::from(b)][direction],
                    );
                    let line = &field.lines[usize::from(place_a.line)];
                    let (i, j) = (u32::from(place_a.offset), u32::from(place_b.offset));
                    let levels = line.levels[color];
                    if levels.turn & around(i, k) & around(j, k) != 0 {
                        continue;
                    }
                    let windows = levels.stone & (around(i, k) | around(j, k));
                    sum -= u32::from(gains_a[direction]) + u32::from(gains_b[direction]);
                    sum += rule.meet(windows, line.empty() & !(1 << i | 1 << j));
                }
                if sum < least || self.exact(field, color, [a, b], least) < least {
                    continue;
                }
                if !visit([a, b]) {
                    return;
                }
            }
        }
    }

    /// The number of threats of two stones, at most `most`.
    fn exact(&mut self, field: &Field, color: usize, [a, b]: Stones, most: u32) -> u32 {
        let k = field.rule.k;
        let geometry = &field.geometry;
        self.windows.clear();
        let common = shared(geometry, a, b);
        for (stone, other) in [(a, b), (b, a)] {
            for (direction, place) in geometry.places_of(usize::from(stone)).iter().enumerate() {
                let index = usize::from(place.line);
                let levels = field.lines[index].levels[color];
                let offset = u32::from(place.offset);
                let mut windows = levels.stone & around(offset, k);
                let mut filled = 1 << place.offset;
                if common == Some(direction) {
                    let other = geometry.places[usize::from(other)][direction].offset;
                    windows |= levels.turn & around(offset, k) & around(u32::from(other), k);
                    filled |= 1 << other;
                }
                field.push_windows(index, windows, filled, &mut self.windows);
            }
        }
        smallest(&self.windows, geometry, most)
    }

    /// Collects the points where a free stone may matter, whatever the first stone is.
    fn gather_free(&mut self, field: &Field, color: usize) {
        self.stamp = self.stamp.wrapping_add(1);
        self.free.clear();
        let k = field.rule.k;
        for index in 0..field.lines.len() {
            let line = &field.lines[index];
            let (own, other) = (line.stones[color], line.stones[1 - color]);
            let mut windows = line.levels[1 - color].turn;
            if own != 0 {
                windows |= field.rule.open(other, line.len) & fold(own, k);
            }
            let mut bits = spread(windows, k) & line.empty();
            while bits != 0 {
                let cell = field.cell_on(index, bits.trailing_zeros());
                bits &= bits - 1;
                self.enter(cell);
            }
        }
    }

    fn enter(&mut self, cell: u16) {
        if self.entered[usize::from(cell)] != self.stamp {
            self.entered[usize::from(cell)] = self.stamp;
            self.free.push(cell);
        }
    }

    /// The turns in which one stone alone makes the threats, with a free second stone.
    fn free_seconds(&mut self, field: &Field, color: usize, first: u16, out: &mut Vec<Attack>) {
        let k = field.rule.k;
        let gathered = self.free.len();
        for place in field.geometry.places_of(usize::from(first)) {
            let line = &field.lines[usize::from(place.line)];
            let windows = field.rule.open(line.stones[1 - color], line.len) & around(u32::from(place.offset), k);
            let bits = spread(windows, k) & line.empty() & !(1 << place.offset);
            for cell in field.cells_of(usize::from(place.line), bits) {
                self.enter(cell);
            }
        }
        for i in 0..self.free.len() {
            let second = self.free[i];
            if second == first || self.gains[usize::from(second)] != [0; 4] {
                // Two hot stones form a pair, which is among the pairs.
                continue;
            }
            if let Some(direction) = shared(&field.geometry, first, second) {
                let (place, other) = (
                    field.geometry.places[usize::from(first)][direction],
                    field.geometry.places[usize::from(second)][direction],
                );
                let turn = field.lines[usize::from(place.line)].levels[color].turn;
                if turn & around(u32::from(place.offset), k) & around(u32::from(other.offset), k) != 0 {
                    continue;
                }
            }
            if self.meets(&field.geometry, [first, second]) {
                // Ordered after the turns that use both stones.
                out.push(Attack { stones: [first, second], value: -1000 });
            }
        }
        for &cell in &self.free[gathered..] {
            self.entered[usize::from(cell)] = self.stamp.wrapping_sub(1);
        }
        self.free.truncate(gathered);
    }

    /// The value of a point: how many windows within a turn's reach, of either side, contain it.
    fn value(&mut self, field: &Field, color: usize, cell: u16) -> i32 {
        let index = usize::from(cell);
        if self.valued[index] != self.value_stamp {
            self.valued[index] = self.value_stamp;
            self.values[index] = value(field, color, cell);
        }
        self.values[index]
    }
}

/// The value of a stone of a colour on a point.
pub(crate) fn value(field: &Field, color: usize, cell: u16) -> i32 {
    let k = field.rule.k;
    let windows = |set: u64| set.count_ones() as i32;
    field
        .geometry
        .places_of(usize::from(cell))
        .iter()
        .map(|place| {
            let line = &field.lines[usize::from(place.line)];
            let here = around(u32::from(place.offset), k);
            let (own, other) = (line.levels[color], line.levels[1 - color]);
            4 * windows(own.turn & here) + 4 * windows(own.stone & here) + windows(other.turn & here)
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};
    use std::collections::HashSet;

    /// A position in which the attacking side has nothing to complete.
    fn position(random: &mut Xoshiro256PlusPlus, rules: Rules, color: usize) -> Option<Field> {
        let mut field = Field::new(rules);
        let cells = rules.cells() as u64;
        let share = 2 + random.next_u64() % 3;
        if random.next_u64().is_multiple_of(2) {
            // A row of the other side that has to be met.
            let (width, stones) = (u64::from(rules.width()), u64::from(rules.k() - rules.p()));
            let row = random.next_u64() % u64::from(rules.height());
            let first = row * width + random.next_u64() % (width - stones);
            (first..first + stones).for_each(|cell| field.put(cell as u16, 1 - color));
        }
        for i in 0..random.next_u64() % (cells / 2) {
            let cell = (random.next_u64() % cells) as u16;
            if field.is_empty(cell) {
                // Most stones are the attacker's, so that there are turns to find.
                field.put(cell, if i % share == 0 { 1 - color } else { color });
                if field.can_complete(color) {
                    field.take();
                }
            }
        }
        (!field.can_complete(color)).then_some(field)
    }

    /// The number of threats, from the windows of the whole board.
    fn threats(field: &Field, color: usize, most: u32) -> u32 {
        let mut windows = Vec::new();
        field.windows(color, &mut windows);
        smallest(&windows, &field.geometry, most)
    }

    fn sorted(mut stones: Stones) -> Stones {
        stones.sort_unstable();
        stones
    }

    /// Compares the generator with all turns. Returns the number of generated turns in which one stone makes the
    /// threats alone, and of those in which the other one meets a row of the other side.
    fn compare(rules: Rules, seed: u64, positions: usize) -> [u32; 2] {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut generator = Generator::new(rules.cells());
        let (mut compared, mut alone_found, mut meeting_found) = (0, 0, 0);
        while compared < positions {
            let color = (random.next_u64() % 2) as usize;
            let Some(mut field) = position(&mut random, rules, color) else { continue };
            compared += 1;
            let p = field.rule.p;
            let can_meet = threats(&field, 1 - color, p + 1) <= p;
            assert_eq!(generator.prepare(&field, color), can_meet);
            if !can_meet {
                continue;
            }
            let decisive = generator.decisive(&field, color);
            let has_doubles = generator.has_doubles(&field, color);
            let mut attacks = Vec::new();
            generator.doubles(&field, color, &mut attacks);
            let found: HashSet<Stones> = attacks.iter().map(|attack| sorted(attack.stones)).collect();
            assert_eq!(found.len(), attacks.len(), "a turn is generated twice");
            let empties: Vec<u16> = (0..rules.cells() as u16).filter(|&cell| field.is_empty(cell)).collect();
            // The points of the windows that the other side could complete in a turn.
            let mut against = Vec::new();
            field.windows(1 - color, &mut against);
            let meets: HashSet<u16> = empties
                .iter()
                .copied()
                .filter(|&cell| {
                    let mut left = Vec::new();
                    field.put(cell, color);
                    field.windows(1 - color, &mut left);
                    field.take();
                    left.len() < against.len()
                })
                .collect();
            let (mut any, mut more) = (false, false);
            for (i, &a) in empties.iter().enumerate() {
                field.put(a, color);
                let alone_a = threats(&field, color, p + 1);
                let seconds = if p == 1 { &[NONE][..] } else { &empties[i + 1..] };
                for &b in seconds {
                    let (mut alone, mut alone_b) = (alone_a, 0);
                    if b != NONE {
                        field.take();
                        field.put(b, color);
                        alone_b = threats(&field, color, p + 1);
                        alone = alone.max(alone_b);
                        field.take();
                        field.put(a, color);
                        field.put(b, color);
                    }
                    let both = threats(&field, color, p + 1);
                    let met = !field.can_complete(1 - color);
                    let given = found.contains(&sorted([a, b]));
                    if both >= p && met {
                        any = true;
                        more |= both > p;
                        // The stone beside one that makes the threats alone may be the one that meets the other side's.
                        let free = if alone_a < alone_b { a } else { b };
                        let meets = alone_a.min(alone_b) == 0 && meets.contains(&free);
                        meeting_found += u32::from(meets && alone == both && p == 2);
                        if alone < both || p == 1 || meets {
                            assert!(given, "{a} and {b} make {both} threats and are not generated");
                        }
                        alone_found += u32::from(given && alone == both && p == 2);
                    } else {
                        assert!(!given, "{a} and {b} are generated, make {both} threats, and met is {met}");
                    }
                    if decisive.map(sorted) == Some(sorted([a, b])) {
                        assert!(both > p && met, "{a} and {b} are not decisive");
                    }
                    if b != NONE {
                        field.take();
                    }
                }
                field.take();
            }
            assert_eq!(has_doubles, any);
            assert_eq!(decisive.is_some(), more);
        }
        [alone_found, meeting_found]
    }

    /// Beside a stone that makes two threats alone: the windows of the attacker, and those with two stones of the
    /// other side, which could make a threat of them.
    #[test]
    fn free_stones_lie_in_windows_of_either_side() {
        let rules = Rules::CONNECT6;
        let cell = |x, y| rules.point(x, y).unwrap().index() as u16;
        let mut field = Field::new(rules);
        for (color, stones) in [[(3, 9), (4, 9), (5, 9)], [(14, 2), (15, 2), (9, 17)]].into_iter().enumerate() {
            stones.iter().for_each(|&(x, y)| field.put(cell(x, y), color));
        }
        let mut generator = Generator::new(rules.cells());
        assert!(generator.prepare(&field, 0));
        let mut attacks = Vec::new();
        generator.doubles(&field, 0, &mut attacks);
        let beside = |x, y| {
            let turn = sorted([cell(6, 9), cell(x, y)]);
            attacks.iter().any(|attack| sorted(attack.stones) == turn)
        };
        assert!(beside(4, 12), "a window of the attacker");
        assert!(beside(16, 2) && beside(10, 2), "a window with two stones of the other side");
        assert!(!beside(9, 2) && !beside(16, 3), "beyond that window");
        assert!(!beside(10, 17), "a window with one stone of the other side");
    }

    #[test]
    fn every_turn_with_two_threats_is_generated() {
        let found = [
            compare(Rules::new(9, 9, 6, 2, 1).unwrap(), 1, 150),
            compare(Rules::new(10, 7, 5, 2, 1).unwrap(), 2, 60),
            compare(Rules::new(9, 9, 5, 1, 1).unwrap(), 3, 150),
            compare(Rules::new(8, 8, 7, 2, 2).unwrap(), 4, 60),
            compare(Rules::HEXO.resized(9, 9).unwrap(), 8, 150),
        ];
        assert!(found.iter().map(|found| found[0]).sum::<u32>() > 100, "{found:?}");
        assert!(found.iter().map(|found| found[1]).sum::<u32>() > 10, "{found:?}");
    }

    #[test]
    #[ignore = "seconds in release mode, run by CI"]
    fn every_turn_with_two_threats_is_generated_on_many_boards() {
        compare(Rules::CONNECT6, 5, 300);
        compare(Rules::new(11, 11, 6, 2, 1).unwrap(), 6, 5000);
        compare(Rules::GOMOKU, 7, 5000);
        compare(Rules::HEXO.resized(11, 11).unwrap(), 9, 5000);
    }
}
