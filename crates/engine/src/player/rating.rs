//! The strength of levels in Elo, for games whose levels were measured.

use crate::player::{OptionError, OptionKind, OptionSpec, read_check, read_spin};
use duiyi_search::Skill;
use std::ops::RangeInclusive;

/// The strength of each weakened level of a game in Elo, from measured games.
///
/// The same level is worth more in one game than in another, so each game has its own scale; a game
/// whose levels were not measured has none. The zero point is the game's choice. Full strength has
/// no rating, because it depends on the time per move.
///
/// ```
/// use duiyi_engine::RatingScale;
///
/// let scale = RatingScale::new(&[
///     0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170, 180, 190,
/// ]);
/// assert_eq!((scale.elo(3), scale.elo(20)), (Some(30), None));
/// assert_eq!((scale.level(34), scale.level(36), scale.level(999)), (3, 4, 19));
/// assert_eq!(scale.range(), 0..=190);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingScale(&'static [i32; Skill::MAX as usize]);

impl RatingScale {
    /// A scale with the Elo of each level below full strength, from level 0, in ascending order.
    pub const fn new(elo: &'static [i32; Skill::MAX as usize]) -> RatingScale {
        RatingScale(elo)
    }

    /// The Elo of a level; `None` at full strength.
    pub fn elo(self, level: u32) -> Option<i32> {
        self.0.get(usize::try_from(level).ok()?).copied()
    }

    /// The weakened level nearest to an Elo, the weaker of two.
    pub fn level(self, elo: i32) -> u32 {
        let distance = |level: &u32| self.0[*level as usize].abs_diff(elo);
        (0..Skill::MAX).min_by_key(distance).unwrap_or_default()
    }

    /// The Elo of the weakest and of the strongest weakened level.
    pub fn range(self) -> RangeInclusive<i32> {
        let [weakest, .., strongest] = *self.0;
        weakest..=strongest
    }
}

/// The option that makes the rating apply.
const LIMIT_STRENGTH: &str = "UCI_LimitStrength";
/// The option of the rating.
const ELO: &str = "UCI_Elo";

/// The options of a player with a [`RatingScale`]. Their bounds are those of the scale, so they are
/// not in a table of options.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RatedOptions {
    scale: RatingScale,
    /// Whether the rating applies instead of the level.
    is_limited: bool,
    elo: i32,
}

impl RatedOptions {
    /// The options with their defaults: the rating is the lowest and does not apply.
    pub(crate) fn new(scale: RatingScale) -> RatedOptions {
        RatedOptions { scale, is_limited: false, elo: *scale.range().start() }
    }

    /// The options for front ends.
    pub(crate) fn specs(self) -> [OptionSpec; 2] {
        let [min, max] = [self.scale.range().start(), self.scale.range().end()].map(|&elo| i64::from(elo));
        [OptionSpec::check(LIMIT_STRENGTH, false), OptionSpec::new(ELO, OptionKind::Spin { default: min, min, max })]
    }

    /// Whether a name is that of one of the options.
    pub(crate) fn has(name: &str) -> bool {
        [LIMIT_STRENGTH, ELO].iter().any(|option| option.eq_ignore_ascii_case(name))
    }

    /// Sets an option; `None` if it is another one. After an error its value is unchanged.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Option<Result<(), OptionError>> {
        if name.eq_ignore_ascii_case(LIMIT_STRENGTH) {
            return Some(read_check(LIMIT_STRENGTH, value).map(|is_limited| self.is_limited = is_limited));
        }
        let is_elo = name.eq_ignore_ascii_case(ELO);
        is_elo.then(|| read_spin(ELO, value, self.scale.range()).map(|elo| self.elo = elo))
    }

    /// The level of the rating, if it applies.
    pub(crate) fn level(&self) -> Option<u32> {
        self.is_limited.then(|| self.scale.level(self.elo))
    }
}
