//! The rule books and their rulings on a repetition.

use crate::{BLACK, RED, Side};
use alloc::string::String;
use core::{fmt, str::FromStr};

/// The rule book for repetitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum RuleSet {
    /// Every repetition is a draw.
    None,
    /// One-sided perpetual check loses, everything else is a draw.
    CheckOnly,
    /// The Asian rules: perpetual check and perpetual chase of one piece lose.
    #[default]
    Asian,
    /// The World Xiangqi Federation's rules of 2018: the same rulings as
    /// [`RuleSet::Asian`], with the natures of the harmless moves explained too.
    Wxf2018,
    /// The Chinese rules (中國象棋競賽規則) of 2020: each move has a nature, and
    /// checks, threats of mate and chases together are forbidden.
    Cxa2020,
}

impl RuleSet {
    /// All rule sets.
    pub const ALL: [RuleSet; 5] =
        [RuleSet::None, RuleSet::CheckOnly, RuleSet::Asian, RuleSet::Wxf2018, RuleSet::Cxa2020];

    /// The name in options: `none`, `check-only`, `asian`, `wxf2018`, `cxa2020`.
    pub const fn name(self) -> &'static str {
        match self {
            RuleSet::None => "none",
            RuleSet::CheckOnly => "check-only",
            RuleSet::Asian => "asian",
            RuleSet::Wxf2018 => "wxf2018",
            RuleSet::Cxa2020 => "cxa2020",
        }
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is not a rule set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a rule set: expected none, check-only, asian, wxf2018 or cxa2020")]
pub struct ParseRuleSetError(pub String);

impl FromStr for RuleSet {
    type Err = ParseRuleSetError;

    /// Reads a name in any case, with or without single hyphens or underscores between its letters.
    fn from_str(text: &str) -> Result<RuleSet, ParseRuleSetError> {
        let between = text.split(['-', '_']).all(|part| !part.is_empty());
        let plain = |name: &str| -> String {
            name.chars().filter(|c| !matches!(c, '-' | '_')).take(24).flat_map(char::to_lowercase).collect()
        };
        RuleSet::ALL
            .into_iter()
            .find(|rules| between && plain(rules.name()) == plain(text))
            .ok_or_else(|| ParseRuleSetError(text.chars().take(24).collect()))
    }
}

/// The ruling of a rule set on a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ruling {
    /// Nothing has been repeated.
    Open,
    /// Neither side has to change: a draw.
    Draw,
    /// This side has to change, and loses if it does not.
    Loses(Side),
}

impl Ruling {
    /// The same ruling with the colours exchanged.
    #[must_use]
    pub fn color_swapped(self) -> Ruling {
        match self {
            Ruling::Loses(color) => Ruling::Loses(!color),
            other => other,
        }
    }
}

impl fmt::Display for Ruling {
    /// `open`, `draw`, `red-loses` or `black-loses`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Ruling::Open => "open",
            Ruling::Draw => "draw",
            Ruling::Loses(RED) => "red-loses",
            Ruling::Loses(BLACK) => "black-loses",
        })
    }
}
