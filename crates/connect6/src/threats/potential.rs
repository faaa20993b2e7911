//! Live and dead rows: how far a line is from threats.
//!
//! Wu and Huang call a line *live-l* for a side if `4 − l` more stones of the side make two threats
//! there, and *dead-l* if they make one (for rules other than Connect6 read `k − p` for 4). Live
//! threes, live twos and dead threes are the *high-potential* lines: one turn makes two threats of
//! each, for a dead three with one stone elsewhere (row C-A3 of docs/sources.md).
//!
//! This module computes the distances: the fewest stones to one threat on the line and the fewest
//! to two. The first is found by counting, the second by trying sets of points.

use super::line::{WindowRule, low, spread};
use crate::{Board, BoardLine, Direction, Rules, Side};

/// The distance of one line from threats, for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Potential {
    /// The fewest stones that make a threat, 0 if there is one already.
    pub to_one: u32,
    /// The fewest stones that make two threats, if the stones of one turn can.
    pub to_two: Option<u32>,
}

/// The kind of a row as Wu and Huang define it. `stones` counts as in Connect6 and is at least 1:
/// the stones present of the `k − p` that make a threat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RowKind {
    /// The missing stones make two threats.
    Live {
        /// The number of stones of a threat that are present.
        stones: u32,
    },
    /// The missing stones make one threat.
    Dead {
        /// The number of stones of a threat that are present.
        stones: u32,
    },
}

impl Potential {
    /// The potential of a line; `None` if the stones of one turn make no threat on it.
    pub fn of(rules: Rules, line: &BoardLine, color: Side) -> Option<Potential> {
        let rule = WindowRule { k: u32::from(rules.k()), p: u32::from(rules.p()) };
        let (own, other, len) = (line.stones(color), line.stones(!color), u32::from(line.len));
        let reach = |stones: u32| WindowRule { k: rule.k, p: rule.p + stones }.now(own, other, len);
        let to_one = (0..=rule.p).find(|&stones| reach(stones) != 0)?;
        // Two threats need windows within reach of the stones, and empty points in them.
        let to_two = (to_one..=rule.p).find(|&stones| {
            let cells = spread(reach(stones), rule.k) & low(len) & line.empty();
            two_threats(rule, own, other, len, cells, stones)
        });
        Some(Potential { to_one, to_two })
    }

    /// The kind of the row: live-4 and dead-4 are threats already. `None` for rules under which a
    /// single turn makes a threat on an empty line.
    pub fn kind(self, rules: Rules) -> Option<RowKind> {
        let needed = u32::from(rules.k()).saturating_sub(u32::from(rules.p()));
        let stones = needed.checked_sub(self.to_one).filter(|&stones| stones > 0)?;
        Some(if self.to_two == Some(self.to_one) { RowKind::Live { stones } } else { RowKind::Dead { stones } })
    }
}

/// Whether `stones` more stones on some of the points make two threats on a line.
fn two_threats(rule: WindowRule, own: u64, other: u64, len: u32, cells: u64, stones: u32) -> bool {
    if stones == 0 {
        let windows = rule.now(own, other, len);
        return rule.meet(windows, low(len) & !(own | other)) >= 2;
    }
    let mut rest = cells;
    while rest != 0 {
        let bit = rest & rest.wrapping_neg();
        // Later stones come after this point, so that each set is tried once.
        rest ^= bit;
        if two_threats(rule, own | bit, other, len, rest, stones - 1) {
            return true;
        }
    }
    false
}

/// The number of lines of each kind for a side, indexed by the stones of the row (index 0 is not
/// used; rows of four and more count as four).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// Live rows.
    pub live: [u32; 5],
    /// Dead rows.
    pub dead: [u32; 5],
}

impl Rows {
    /// Counts the lines of a board; each counts as its best kind.
    pub fn of(board: &Board, color: Side) -> Rows {
        let rules = board.rules();
        let mut rows = Rows::default();
        for direction in Direction::ALL {
            for index in 0..board.line_count(direction) {
                let potential = Potential::of(rules, board.line(direction, index), color);
                match potential.and_then(|potential| potential.kind(rules)) {
                    Some(RowKind::Live { stones }) => rows.live[stones.min(4) as usize] += 1,
                    Some(RowKind::Dead { stones }) => rows.dead[stones.min(4) as usize] += 1,
                    None => {}
                }
            }
        }
        rows
    }

    /// The number of high-potential rows: live and dead threes, live twos.
    pub fn high(&self) -> u32 {
        self.live[3] + self.dead[3] + self.live[2]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BLACK;
    use proptest::prelude::*;

    /// A line of characters: X own, O other, anything else empty.
    fn kind(text: &str) -> Option<RowKind> {
        let bits = |wanted: char| text.chars().enumerate().filter(|c| c.1 == wanted).fold(0, |set, c| set | 1 << c.0);
        let line = BoardLine { black: bits('X'), white: bits('O'), len: text.len() as u8 };
        Potential::of(Rules::CONNECT6, &line, BLACK)?.kind(Rules::CONNECT6)
    }

    #[test]
    fn rows_have_the_kinds_of_wu_and_huang() {
        for (text, expected) in [
            ("...XXXX...", Some(RowKind::Live { stones: 4 })),
            ("..OXXXX...", Some(RowKind::Dead { stones: 4 })),
            ("....XXX....", Some(RowKind::Live { stones: 3 })),
            ("...X.XX...", Some(RowKind::Live { stones: 3 })),
            ("..OXXX....", Some(RowKind::Dead { stones: 3 })),
            (".....XX.....", Some(RowKind::Live { stones: 2 })),
            ("....OXX.....", Some(RowKind::Dead { stones: 2 })),
            ("OXXXX.O", None),
            ("O.XXX.O", None),
            ("OXXXX..O", Some(RowKind::Dead { stones: 4 })),
            ("......X......", None),
        ] {
            assert_eq!(kind(text), expected, "{text}");
        }
    }

    /// The lines that one turn makes two threats of; a dead two needs more stones.
    #[test]
    fn live_threes_live_twos_and_dead_threes_have_a_high_potential() {
        let rows = Rows { live: [0, 1000, 1, 10, 1000], dead: [0, 1000, 1000, 100, 1000] };
        assert_eq!(rows.high(), 111);
    }

    /// The fewest stones that make `threats` threats, found by trying every set of the empty
    /// points.
    fn fewest(line: &BoardLine, threats: u32, most: u32) -> Option<u32> {
        fn tried(line: &BoardLine, threats: u32, left: u32, from: u32) -> bool {
            if left == 0 {
                let windows: Vec<u64> = (0..u32::from(line.len).saturating_sub(5))
                    .map(|start| 0b11_1111 << start)
                    .filter(|window| window & line.white == 0 && (window & !line.black).count_ones() <= 2)
                    .map(|window| window & !line.black)
                    .collect();
                // Windows need at least one point, and two if no single point meets all of them.
                return match threats {
                    1 => !windows.is_empty(),
                    _ => {
                        !windows.is_empty()
                            && !(0..line.len).any(|offset| windows.iter().all(|window| window >> offset & 1 == 1))
                    }
                };
            }
            (from..u32::from(line.len)).filter(|&offset| line.empty() >> offset & 1 == 1).any(|offset| {
                tried(&BoardLine { black: line.black | 1 << offset, ..*line }, threats, left - 1, offset + 1)
            })
        }
        (0..=most).find(|&stones| tried(line, threats, stones, 0))
    }

    proptest! {
        #[test]
        fn the_distances_are_the_smallest(mask in any::<u64>(), more in any::<u64>(), thin in any::<u64>(), len in 6u8..20) {
            let black = mask & more & ((1 << len) - 1);
            let white = !black & thin & (thin >> 20) & (thin >> 40) & ((1 << len) - 1);
            let line = BoardLine { black, white, len };
            // Full rows are wins, not threats.
            prop_assume!((0..14).all(|start| black >> start & 0b11_1111 != 0b11_1111));
            let potential = Potential::of(Rules::CONNECT6, &line, BLACK);
            prop_assert_eq!(potential.map(|potential| potential.to_one), fewest(&line, 1, 2));
            prop_assert_eq!(potential.and_then(|potential| potential.to_two), fewest(&line, 2, 2));
        }
    }
}
