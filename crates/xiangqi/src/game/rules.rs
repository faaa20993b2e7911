//! The rules by which a game ends, and the names of the usual ones.

use crate::{
    notation::shown,
    rulings::{ParseRuleSetError, RuleSet},
};
use alloc::string::String;
use core::{fmt, str::FromStr};

/// Plies without a capture after which a game is usually a draw (60 moves a side).
pub const NATURAL_LIMIT: u16 = 120;

/// The rules by which a game ends.
///
/// The name of rules consists of the rule book for repetitions and the move limit,
/// `asian-120`; other differences from [`GameRules::default`] follow as `key=value`,
/// separated by commas.
///
/// ```
/// use duiyi_xiangqi::{GameRules, rulings::RuleSet};
///
/// assert_eq!(GameRules::default().to_string(), "asian-120");
/// let rules: GameRules = "cxa2020-100".parse()?;
/// assert_eq!((rules.repetition, rules.move_limit), (RuleSet::Cxa2020, Some(100)));
/// let club = GameRules { move_limit: None, counted_checks: Some(10), ..rules };
/// assert_eq!(club.to_string(), "cxa2020,limit=none,checks=10");
/// assert_eq!(club.to_string().parse(), Ok(club));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameRules {
    /// The rule book for repetitions; the Asian rules by default.
    pub repetition: RuleSet,
    /// The number of occurrences after which a position is ruled on, at least 2; 3 by default.
    pub occurrences: u8,
    /// The number of plies without a capture (自然限着) after which the game is a draw; 120
    /// by default, 60 moves of each side. `None`: no limit.
    pub move_limit: Option<u16>,
    /// The number of checks of each side that count towards the limit: a further check
    /// and the answer to it do not. Ten in modern practice; `None`, the
    /// default, counts them all.
    pub counted_checks: Option<u16>,
    /// Whether the game is a draw when neither side has a rook, horse, cannon or pawn; true by default.
    pub insufficient_material: bool,
}

impl Default for GameRules {
    fn default() -> GameRules {
        GameRules {
            repetition: RuleSet::default(),
            occurrences: 3,
            move_limit: Some(NATURAL_LIMIT),
            counted_checks: None,
            insufficient_material: true,
        }
    }
}

impl From<RuleSet> for GameRules {
    /// The default rules with another rule book.
    fn from(repetition: RuleSet) -> GameRules {
        GameRules { repetition, ..GameRules::default() }
    }
}

/// Text that does not describe rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseRulesError {
    /// The rule book is unknown.
    #[error("{0}, with or without a move limit: asian-100")]
    Book(#[from] ParseRuleSetError),
    /// The move limit is not a number of plies.
    #[error("the move limit '{0}' is not a number of plies from 1 to 65535")]
    Limit(String),
    /// An unknown key or value after the rule book.
    #[error(
        "'{0}' is not understood: expected limit=<plies or none>, occurrences=<2 to 255>, checks=<number or all> or material=<draw or play>"
    )]
    Clause(String),
}

fn limit(text: &str) -> Result<u16, ParseRulesError> {
    text.parse().ok().filter(|&plies| plies > 0).ok_or_else(|| ParseRulesError::Limit(shown(text)))
}

impl FromStr for GameRules {
    type Err = ParseRulesError;

    fn from_str(text: &str) -> Result<GameRules, ParseRulesError> {
        let mut clauses = text.split(',');
        let head = clauses.next().unwrap_or_default();
        let is_number = |tail: &str| !tail.is_empty() && tail.bytes().all(|byte| byte.is_ascii_digit());
        let mut rules = match head.rsplit_once('-') {
            Some((book, plies)) if is_number(plies) => {
                GameRules { move_limit: Some(limit(plies)?), ..book.parse::<RuleSet>()?.into() }
            }
            _ => head.parse::<RuleSet>()?.into(),
        };
        for clause in clauses {
            let unknown = || ParseRulesError::Clause(shown(clause));
            match clause.split_once('=').ok_or_else(unknown)? {
                ("limit", "none") => rules.move_limit = None,
                ("limit", plies) => rules.move_limit = Some(limit(plies)?),
                ("occurrences", number) => {
                    rules.occurrences = number.parse().ok().filter(|&number| number >= 2).ok_or_else(unknown)?;
                }
                ("checks", "all") => rules.counted_checks = None,
                ("checks", number) => rules.counted_checks = Some(number.parse().map_err(|_| unknown())?),
                ("material", "draw") => rules.insufficient_material = true,
                ("material", "play") => rules.insufficient_material = false,
                _ => return Err(unknown()),
            }
        }
        Ok(rules)
    }
}

impl fmt::Display for GameRules {
    /// The name, in the form that is parsed: `asian-120`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = GameRules::default();
        write!(f, "{}", self.repetition)?;
        match self.move_limit {
            Some(plies) => write!(f, "-{plies}")?,
            None => write!(f, ",limit=none")?,
        }
        if self.occurrences != usual.occurrences {
            write!(f, ",occurrences={}", self.occurrences.max(2))?;
        }
        if let Some(checks) = self.counted_checks {
            write!(f, ",checks={checks}")?;
        }
        if !self.insufficient_material {
            write!(f, ",material=play")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        let name = |text: &str| text.parse::<GameRules>().map(|rules| rules.to_string());
        for (text, written) in [
            ("asian", "asian-120"),
            ("check-only", "check-only-120"),
            ("check-only-100", "check-only-100"),
            ("none-1", "none-1"),
            ("wxf2018,limit=none", "wxf2018,limit=none"),
            ("asian,limit=80,checks=all,material=draw", "asian-80"),
            ("asian,occurrences=5,material=play,checks=10", "asian-120,occurrences=5,checks=10,material=play"),
        ] {
            assert_eq!(name(text).as_deref(), Ok(written));
            assert_eq!(name(written).as_deref(), Ok(written));
        }
    }

    #[test]
    fn invalid_names_are_refused_with_the_expected_form() {
        for bad in [
            "",
            "asian-x",
            "100",
            "nonsense",
            "asian--1",
            "asian-_1",
            "-asian-120",
            "_asian",
            "asian-",
            "asian-,limit=1",
            "check--only",
            "-120",
            "-",
            "--120",
        ] {
            assert!(matches!(bad.parse::<GameRules>(), Err(ParseRulesError::Book(_))), "{bad}");
        }
        for bad in ["asian-0", "asian-99999", "asian,limit=-1", "asian,limit="] {
            assert!(matches!(bad.parse::<GameRules>(), Err(ParseRulesError::Limit(_))), "{bad}");
        }
        for bad in ["asian,", "asian,limit", "asian,occurrences=1", "asian,checks=many", "asian,material=no"] {
            assert!(matches!(bad.parse::<GameRules>(), Err(ParseRulesError::Clause(_))), "{bad}");
        }
        let error = "asian,x".parse::<GameRules>().unwrap_err().to_string();
        assert!(error.contains("'x'") && error.contains("occurrences="), "{error}");
    }
}
