//! The twenty named openings (定石): Black in the centre and White's first pair.
//!
//! The thesis (2.5; row C-A6 of docs/sources.md) names and drew them, but the figures and two of
//! the captions are lost. The names follow a system: one word for each white stone, some with 远
//! ("far") in front. So the coordinates here are a reconstruction, derived as follows:
//!
//! - 日 is the knight's move and 田 the elephant's move, common terms in both Chinese chess and Go.
//!   月, a frame like 目, is the large knight's move of Go (大飞).
//! - 山, 水 and 心 remain for the three nearest places: beside the centre (山, upright strokes),
//!   diagonal to it (水, slanting strokes) and two away in a line (心, separate strokes). Of the six
//!   possible assignments this one explains the most real games, 195 of 241. Exchanging 山 and 水
//!   explains the same number, so only the strokes decide between these two.
//! - Two words fix the distances from the centre, not the angle between the stones. Without 远 the
//!   stones are as close to each other as possible, with 远 as far apart as possible.
//! - The captions 2.18 and 2.19 are missing between 远山水 and 远水水. Without 远 the list is 山日 山山 山水 山心
//!   水日 水水 水心, so the missing ones are 远山心 and 远水日.
//!
//! So the names come from the thesis and the coordinates from this reconstruction. The tests show
//! that no two of the twenty openings are equal up to symmetry.

use crate::{Board, Point, Rules, Symmetry, Turn};
use alloc::vec::Vec;

/// The place of a white stone relative to Black's in the centre: the steps along one axis and along
/// the other, in any of up to eight directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// 日: a knight's move away, (1, 2).
    Ri,
    /// 月: a large knight's move away, (1, 3).
    Yue,
    /// 田: an elephant's move away, (2, 2).
    Tian,
    /// 山: beside the centre, (0, 1).
    Shan,
    /// 水: diagonal to the centre, (1, 1).
    Shui,
    /// 心: two away in a line, (0, 2).
    Xin,
}

impl Place {
    /// The steps along one axis and along the other, the smaller number first.
    pub const fn steps(self) -> (i8, i8) {
        match self {
            Place::Ri => (1, 2),
            Place::Yue => (1, 3),
            Place::Tian => (2, 2),
            Place::Shan => (0, 1),
            Place::Shui => (1, 1),
            Place::Xin => (0, 2),
        }
    }

    /// All offsets at this distance.
    fn offsets(self) -> impl Iterator<Item = (i8, i8)> {
        let (near, far) = self.steps();
        let both = |steps: i8| [steps, -steps];
        [(near, far), (far, near)]
            .into_iter()
            .flat_map(move |(x, y)| both(x).into_iter().flat_map(move |x| both(y).into_iter().map(move |y| (x, y))))
    }
}

/// A named opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Its name (日日局 …), without 局.
    pub name: &'static str,
    /// Its name as the thesis romanizes it.
    pub romanized: &'static str,
    /// The white stones.
    pub places: [Place; 2],
    /// Whether the stones are as far apart as possible (远).
    pub is_far: bool,
}

const fn opening(name: &'static str, romanized: &'static str, places: [Place; 2]) -> Opening {
    Opening { name, romanized, places, is_far: false }
}

const fn far(name: &'static str, romanized: &'static str, places: [Place; 2]) -> Opening {
    Opening { name, romanized, places, is_far: true }
}

/// The openings in the order of the thesis's figures 2.2 to 2.21.
pub const NAMED: [Opening; 20] = {
    use Place::{Ri, Shan, Shui, Tian, Xin, Yue};
    [
        opening("日日", "ri-ri", [Ri, Ri]),
        opening("山日", "shan-ri", [Shan, Ri]),
        opening("山山", "shan-shan", [Shan, Shan]),
        opening("山水", "shan-shui", [Shan, Shui]),
        opening("山心", "shan-xin", [Shan, Xin]),
        opening("水日", "shui-ri", [Shui, Ri]),
        opening("水水", "shui-shui", [Shui, Shui]),
        opening("水心", "shui-xin", [Shui, Xin]),
        opening("水月", "shui-yue", [Shui, Yue]),
        opening("田月", "tian-yue", [Tian, Yue]),
        opening("心日", "xin-ri", [Xin, Ri]),
        opening("心田", "xin-tian", [Xin, Tian]),
        opening("心心", "xin-xin", [Xin, Xin]),
        far("远山日", "long-shan-ri", [Shan, Ri]),
        far("远山山", "long-shan-shan", [Shan, Shan]),
        far("远山水", "long-shan-shui", [Shan, Shui]),
        far("远山心", "long-shan-xin", [Shan, Xin]),
        far("远水日", "long-shui-ri", [Shui, Ri]),
        far("远水水", "long-shui-shui", [Shui, Shui]),
        far("远水心", "long-shui-xin", [Shui, Xin]),
    ]
};

impl Opening {
    /// White's stones as offsets from the centre (columns to the right, rows up): of all
    /// placements, the one with the smallest (or, for 远, the largest) distance between the stones,
    /// then the first by coordinates.
    pub fn offsets(&self) -> [(i8, i8); 2] {
        let [first, second] = self.places;
        let pairs = first.offsets().flat_map(|a| second.offsets().map(move |b| [a, b])).filter(|[a, b]| a != b);
        let key = |[a, b]: &[(i8, i8); 2]| {
            let (x, y) = (i32::from(a.0 - b.0), i32::from(a.1 - b.1));
            let apart = x * x + y * y;
            (if self.is_far { -apart } else { apart }, *a, *b)
        };
        pairs.min_by_key(key).expect("every place has several offsets")
    }

    /// White's first turn after Black's stone in the centre of a 19 × 19 board.
    pub fn reply(&self) -> Turn {
        let rules = Rules::CONNECT6;
        let centre = rules.centre();
        let at = |(x, y): (i8, i8)| {
            let column = rules.column(centre).checked_add_signed(x);
            let row = rules.row(centre).checked_add_signed(y);
            column.zip(row).and_then(|(column, row)| rules.point(column, row)).expect("the centre is far from the edge")
        };
        let [a, b] = self.offsets().map(at);
        Turn::pair(a, b)
    }

    /// The position after the opening, Black to move.
    pub fn board(&self) -> Board {
        let mut board = Board::new(Rules::CONNECT6);
        board.put(Rules::CONNECT6.centre());
        for &point in self.reply().points() {
            board.put(point);
        }
        board
    }
}

/// The named opening of a position with one black and two white stones, up to symmetry; `None` if
/// it has no name.
pub fn named(board: &Board) -> Option<&'static Opening> {
    if board.rules() != Rules::CONNECT6 || board.stone_count() != 3 {
        return None;
    }
    let key = board.canonical_key();
    NAMED.iter().find(|opening| opening.board().canonical_key() == key)
}

/// The distinct symmetric forms of an opening's reply.
pub fn forms(reply: Turn) -> Vec<Turn> {
    let rules = Rules::CONNECT6;
    let map = |symmetry: &Symmetry| {
        let points: Vec<Point> = reply.points().iter().map(|&point| symmetry.apply(rules, point)).collect();
        Turn::new(&points)
    };
    let mut forms: Vec<Turn> = Symmetry::ALL.iter().filter_map(map).collect();
    forms.sort_unstable();
    forms.dedup();
    forms
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Coordinates, game_line};
    use std::collections::HashSet;

    #[test]
    fn openings_are_distinct_up_to_symmetry() {
        let keys: HashSet<u64> = NAMED.iter().map(|opening| opening.board().canonical_key()).collect();
        assert_eq!(keys.len(), NAMED.len());
        let names: HashSet<&str> = NAMED.iter().map(|opening| opening.name).collect();
        assert_eq!(names.len(), NAMED.len());
    }

    #[test]
    fn openings_are_recognized_in_every_form() {
        for opening in &NAMED {
            for form in forms(opening.reply()) {
                let mut board = Board::new(Rules::CONNECT6);
                board.put(Rules::CONNECT6.centre());
                board.play(form.points()).unwrap();
                assert_eq!(named(&board), Some(opening));
            }
        }
        assert_eq!(named(&game_line::read(Rules::CONNECT6, "J10 C6-C7").unwrap()), None);
    }

    /// The openings with White's pairs, derived from the names alone: a stone for each of the last
    /// two words, 远 for far. docs/data/connect6-openings.csv has the same coordinates.
    const PRINTED: [(&str, &str, &str); 20] = [
        ("日日", "ri-ri", "I8-H9"),
        ("山日", "shan-ri", "H9-I10"),
        ("山山", "shan-shan", "J9-I10"),
        ("山水", "shan-shui", "I9-I10"),
        ("山心", "shan-xin", "H10-I10"),
        ("水日", "shui-ri", "H9-I9"),
        ("水水", "shui-shui", "I9-I11"),
        ("水心", "shui-xin", "I9-H10"),
        ("水月", "shui-yue", "G9-I9"),
        ("田月", "tian-yue", "H8-G9"),
        ("心日", "xin-ri", "H9-H10"),
        ("心田", "xin-tian", "H8-H10"),
        ("心心", "xin-xin", "J8-H10"),
        ("远山日", "long-shan-ri", "L9-I10"),
        ("远山山", "long-shan-shan", "I10-K10"),
        ("远山水", "long-shan-shui", "K9-I10"),
        ("远山心", "long-shan-xin", "I10-L10"),
        ("远水日", "long-shui-ri", "I9-K12"),
        ("远水水", "long-shui-shui", "I9-K11"),
        ("远水心", "long-shui-xin", "I9-J12"),
    ];

    #[test]
    fn openings_agree_with_their_names() {
        // Steps from the centre along one axis and the other; no word means more than three steps.
        let place = |word: char| match word {
            '山' => (0, 1),
            '水' => (1, 1),
            '心' => (0, 2),
            '日' => (1, 2),
            '田' => (2, 2),
            '月' => (1, 3),
            _ => panic!("{word} is not a word of the names"),
        };
        let sorted = |(x, y): (i32, i32)| (x.abs().min(y.abs()), x.abs().max(y.abs()));
        let around = || (-3..=3).flat_map(|x: i32| (-3..=3).map(move |y: i32| (x, y)));
        let apart = |a: (i32, i32), b: (i32, i32)| (a.0 - b.0).pow(2) + (a.1 - b.1).pow(2);
        let rules = Rules::CONNECT6;
        for (opening, (name, romanized, pair)) in NAMED.iter().zip(PRINTED) {
            assert_eq!((opening.name, opening.romanized), (name, romanized));
            let words: Vec<char> = name.trim_start_matches('远').chars().collect();
            let stones: Vec<(i32, i32)> = opening
                .reply()
                .points()
                .iter()
                .map(|&point| (i32::from(rules.column(point)) - 9, i32::from(rules.row(point)) - 9))
                .collect();
            let [one, other] = stones[..] else { panic!("{name}: {stones:?}") };
            let mut places = [sorted(one), sorted(other)];
            let mut named = [place(words[0]), place(words[1])];
            places.sort_unstable();
            named.sort_unstable();
            assert_eq!(places, named, "{name}");
            // The pair is as close together, or as far apart, as the pairs at these places can be.
            let first = || around().filter(|&stone| sorted(stone) == named[0]);
            let second = || around().filter(|&stone| sorted(stone) == named[1]);
            let pairs = first().flat_map(|a| second().map(move |b| (a, b))).filter(|(a, b)| a != b);
            let distances = pairs.map(|(a, b)| apart(a, b));
            let expected = if name.starts_with('远') { distances.max() } else { distances.min() };
            assert_eq!(Some(apart(one, other)), expected, "{name}");
            assert_eq!(opening.is_far, name.starts_with('远'), "{name}");
            assert_eq!(Coordinates::Letters.write_turn(rules, &opening.reply()), pair, "{name}");
        }
    }
}
