//! The patterns on a board: of every stone on each of its lines, and the changes that one more
//! stone causes.
//!
//! For display and tests: each call reads everything from the board.
//!
//! Source: the Connect6 thesis, 5.2 and 5.3; rows C-C2 and C-C3 of docs/sources.md.

use super::{LineCode, Pattern, PatternTable};
use crate::{Board, Direction, Point, Side};
use alloc::vec::Vec;

/// A stone with its pattern on each of its four lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StonePatterns {
    /// The point of the stone.
    pub point: Point,
    /// The colour of the stone.
    pub color: Side,
    /// By [`Direction::index`]; `None` where the stone is alone.
    pub lines: [Option<Pattern>; 4],
}

/// The change of a stone's pattern on one line by one more stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PatternChange {
    /// The stone that has the pattern.
    pub point: Point,
    /// The colour of that stone.
    pub color: Side,
    /// The line.
    pub direction: Direction,
    /// The pattern before; `None` for a stone that is alone or new.
    pub before: Option<Pattern>,
    /// The pattern after.
    pub after: Option<Pattern>,
}

impl PatternTable {
    /// The pattern of a stone on a line; on an empty point, the pattern that a stone of the colour
    /// would have. `None` for a stone that is alone, or if [`LineCode::around`] returns no line.
    pub fn at(&self, board: &Board, point: Point, direction: Direction, color: Side) -> Option<Pattern> {
        self.of(LineCode::around(board, point, direction, color)?)
    }

    /// The patterns of all stones, row by row from the bottom. They are the patterns of Connect6
    /// (six in a row, two stones a turn), whatever the rules of the board.
    pub fn stones(&self, board: &Board) -> Vec<StonePatterns> {
        let of = |(point, color)| StonePatterns {
            point,
            color,
            lines: Direction::ALL.map(|direction| self.at(board, point, direction, color)),
        };
        board.stones().map(of).collect()
    }

    /// The changes that a stone of the side to move on an empty point causes: first the lines of
    /// the new stone that have a pattern, then line by line the nearby stones whose pattern
    /// changes. Empty if a stone can't be put there.
    pub fn changes(&self, board: &Board, point: Point) -> Vec<PatternChange> {
        if board.check(point).is_err() {
            return Vec::new();
        }
        let mut after = board.clone();
        after.put(point);
        let mut changes = Vec::new();
        for &direction in board.rules().directions() {
            let pattern = self.at(&after, point, direction, board.to_move());
            if pattern.is_some() {
                changes.push(PatternChange { point, color: board.to_move(), direction, before: None, after: pattern });
            }
        }
        for &direction in board.rules().directions() {
            let (line, offset) = board.place(direction, point);
            let (first, last) =
                (offset.saturating_sub(6), (offset + 6).min(u32::from(board.line(direction, line).len) - 1));
            for at in first..=last {
                let near = board.point_on(direction, line, at);
                let Some(color) = board.color_at(near) else { continue };
                let [before, after] = [board, &after].map(|board| self.at(board, near, direction, color));
                if before != after {
                    changes.push(PatternChange { point: near, color, direction, before, after });
                }
            }
        }
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BLACK;
    use crate::notation::{Coordinates, game_line};
    use crate::{Rules, patterns::transitions::Transitions};
    use proptest::prelude::*;
    use std::sync::LazyLock;

    static KNOWN: LazyLock<(PatternTable, Transitions)> = LazyLock::new(|| {
        let table = PatternTable::new();
        let known = Transitions::enumerate(&table);
        (table, known)
    });

    fn point(text: &str) -> Point {
        Coordinates::Letters.read(Rules::CONNECT6, text).unwrap()
    }

    #[test]
    fn the_patterns_of_a_game() {
        // Black has J10, L11 and L12; White I11, K11 and K12.
        let board = game_line::read(Rules::CONNECT6, "J10 I11-K11 L11-L12").unwrap();
        let table = PatternTable::new();
        let stones = table.stones(&board);
        assert_eq!(stones.len(), 5);
        let of = |name: &str| stones.iter().find(|stone| stone.point == point(name)).unwrap();
        // A column of two, and the rising line from J10 to L12, which K11 cuts.
        assert_eq!((of("L11").color, of("L11").lines), (BLACK, [None, Some(Pattern::A2), None, None]));
        assert_eq!(of("J10").lines, [None; 4]);
        // I11 and K11, closed by L11 on the right.
        assert_eq!(of("I11").lines, [Some(Pattern::S2), None, None, None]);
        let changes = table.changes(&board, point("J11"));
        let changed: Vec<_> = changes.iter().map(|it| (it.point, it.direction, it.before, it.after)).collect();
        let (three, two) = (Some(Pattern::S3), Some(Pattern::S2));
        // White fills the hole; J10 is alone in its column before and after.
        assert_eq!(changed[0], (point("J11"), Direction::Horizontal, None, three));
        assert!(changed.contains(&(point("I11"), Direction::Horizontal, two, three)), "{changed:?}");
        assert!(changed.contains(&(point("K11"), Direction::Horizontal, two, three)), "{changed:?}");
        assert!(table.changes(&board, point("J10")).is_empty());
        assert!(table.changes(&board, Point::from_index(361)).is_empty());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// The changes by a stone agree with the enumeration of all lines.
        #[test]
        fn changes_are_transitions(stones in prop::collection::vec(0usize..64, 1..40), next in 0usize..64) {
            // In the lower left corner, so that stones meet each other and the edge.
            let at = |index: usize| Rules::CONNECT6.point((index % 8) as u8, (index / 8) as u8).unwrap();
            let mut board = Board::new(Rules::CONNECT6);
            for index in stones {
                if board.check(at(index)).is_ok() {
                    board.put(at(index));
                }
            }
            let (table, known) = &*KNOWN;
            for change in table.changes(&board, at(next)) {
                let Some(before) = change.before else { continue };
                match change.after {
                    None => prop_assert!(change.color != board.to_move() && known.can_vanish(before)),
                    Some(after) if change.color == board.to_move() => {
                        prop_assert!(known.by_own(before).contains(after), "{before} {after}");
                    }
                    Some(after) => prop_assert!(known.by_opponent(before).contains(after), "{before} {after}"),
                }
            }
        }
    }
}
