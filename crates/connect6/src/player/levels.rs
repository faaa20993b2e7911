//! Levels: the playing strength.
//!
//! The thesis sets the level by width and depth (4.4.1; row C-B3 of docs/sources.md); so do these,
//! together with the solver's effort, which matters more than both. The lowest levels play some
//! random turns: beginners make mistakes, and a program that makes none can't be beaten by one.

use super::unit_search::is_small;
use crate::Rules;
use crate::search::{Effort, SearchSettings, Width};

/// A level from 1, a beginner, to 9, the full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(u8);

/// The ratings of the first levels relative to level 1.
const ELO: [i32; 8] = [0, 162, 369, 394, 555, 556, 759, 958];

impl Level {
    /// The strongest level.
    pub const BEST: Level = Level(9);

    /// The level with a number from 1 to 9.
    pub fn new(number: u32) -> Option<Level> {
        (1..=9).contains(&number).then_some(Level(number as u8))
    }

    /// The maximum depth in stones; `None` at the best level.
    pub fn depth(self) -> Option<u32> {
        match self.0 {
            1 | 2 => Some(1),
            3 | 4 => Some(2),
            5 | 6 => Some(4),
            7 => Some(6),
            8 => Some(8),
            _ => None,
        }
    }

    /// The number of turns in a thousand that are random.
    pub fn blunders(self) -> u32 {
        match self.0 {
            1 => 200,
            2 => 80,
            _ => 0,
        }
    }

    /// The rating relative to level 1 in Elo, if it was measured in games of Connect6: the sum of
    /// the differences between neighbouring levels (`docs/data/connect6-levels.csv`).
    ///
    /// ```
    /// use duiyi_connect6::player::Level;
    /// assert_eq!(Level::new(2).and_then(Level::elo), Some(162));
    /// assert_eq!(Level::BEST.elo(), None);
    /// ```
    pub fn elo(self) -> Option<i32> {
        ELO.get(usize::from(self.0) - 1).copied()
    }

    /// The search settings of the level in a game with these rules.
    pub fn settings(self, rules: Rules) -> SearchSettings {
        let mut best = SearchSettings::of(rules.p());
        if is_small(rules) {
            best.width = Width { root: Width::MOST, inner: Width::MOST };
        }
        let (width, effort, root_effort) = match self.0 {
            1 => (Width { root: 4, inner: 4 }, Effort::NONE, 0),
            2 => (Width { root: 8, inner: 4 }, Effort::NONE, 0),
            3 => (Width { root: 8, inner: 6 }, Effort::NONE, 1),
            4 => (Width { root: 12, inner: 8 }, Effort { principal: 1, root: 1, inner: 0, leaf: 0 }, 10),
            5 => (Width { root: 12, inner: 8 }, Effort { principal: 10, root: 10, inner: 0, leaf: 0 }, 100),
            6 => (Width { root: 16, inner: 10 }, Effort { principal: 100, root: 100, inner: 1, leaf: 1 }, 1_000),
            7 => (Width { root: 20, inner: 12 }, Effort { principal: 1_000, root: 1_000, inner: 10, leaf: 10 }, 10_000),
            _ => return best,
        };
        SearchSettings { width, effort, root_effort, ..best }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_has_its_depth_and_blunders() {
        let levels: Vec<Level> = (0..=10).filter_map(Level::new).collect();
        let depths: Vec<Option<u32>> = levels.iter().map(|level| level.depth()).collect();
        assert_eq!(
            depths,
            [Some(1), Some(1), Some(2), Some(2), Some(4), Some(4), Some(6), Some(8), None],
            "levels 1 to 9"
        );
        let blunders: Vec<u32> = levels.iter().map(|level| level.blunders()).collect();
        assert_eq!(blunders, [200, 80, 0, 0, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn the_first_levels_have_ratings() {
        let ratings: Vec<Option<i32>> = (1..=9).map(|number| Level::new(number).and_then(Level::elo)).collect();
        assert!(ratings[..ELO.len()].is_sorted() && ratings[0] == Some(0), "{ratings:?}");
        assert!(ratings[ELO.len()..].iter().all(Option::is_none), "{ratings:?}");
    }

    #[test]
    fn higher_levels_search_wider_deeper_and_longer() {
        let of = |number: u32| {
            let level = Level::new(number).expect("from 1 to 9");
            let SearchSettings { width, root_effort, .. } = level.settings(Rules::CONNECT6);
            [u64::from(width.root), u64::from(width.inner), level.depth().unwrap_or(99).into(), root_effort]
        };
        for number in 1..9 {
            let (lower, higher) = (of(number), of(number + 1));
            assert!(lower.iter().zip(&higher).all(|(lower, higher)| lower <= higher), "level {number}");
        }
        assert_eq!((of(1), of(3)), ([4, 4, 1, 0], [8, 6, 2, 1]));
        assert_eq!((Level::new(0), Level::new(10)), (None, None));
    }
}
