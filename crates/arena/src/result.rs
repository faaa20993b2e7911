//! The result of a game and how it ended, in the form of records.

use crate::adjudication;
use duiyi_game::{OutcomeKind, Side};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The result of a game, in the notation of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GameResult {
    /// The first side won: 1-0.
    #[serde(rename = "1-0")]
    FirstWins,
    /// The second side won: 0-1.
    #[serde(rename = "0-1")]
    SecondWins,
    /// A draw: 1/2-1/2.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl GameResult {
    /// The result with this winner.
    pub fn won_by(winner: Option<Side>) -> GameResult {
        match winner {
            Some(Side::First) => GameResult::FirstWins,
            Some(Side::Second) => GameResult::SecondWins,
            None => GameResult::Draw,
        }
    }

    /// The winner; `None` for a draw.
    pub fn winner(self) -> Option<Side> {
        match self {
            GameResult::FirstWins => Some(Side::First),
            GameResult::SecondWins => Some(Side::Second),
            GameResult::Draw => None,
        }
    }

    /// Half points of a side: 0, 1 or 2.
    pub fn half_points(self, side: Side) -> usize {
        match (self, side) {
            (GameResult::Draw, _) => 1,
            (GameResult::FirstWins, Side::First) | (GameResult::SecondWins, Side::Second) => 2,
            _ => 0,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::FirstWins => "1-0",
            GameResult::SecondWins => "0-1",
            GameResult::Draw => "1/2-1/2",
        })
    }
}

/// How a game ended: the reason in words, and whether the referee ended it early.
///
/// A record contains only the reason. The referee's reasons are three fixed texts, and a reason read
/// from a record is one of them or the game's own.
///
/// ```
/// use duiyi_arena::{Ending, OutcomeKind};
/// let ending = Ending::new(OutcomeKind::Adjudication, "adjudication: length");
/// assert_eq!(serde_json::to_string(&ending)?, "\"adjudication: length\"");
/// assert_eq!(serde_json::from_str::<Ending>("\"adjudication: length\"")?, ending);
/// assert!(!Ending::new(OutcomeKind::Position, "adjudication by the jury").is_adjudicated());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Ending {
    reason: String,
    adjudicated: bool,
}

impl Ending {
    /// An end by a kind of rule, with its reason.
    pub fn new(kind: OutcomeKind, reason: impl Into<String>) -> Ending {
        Ending { reason: reason.into(), adjudicated: kind == OutcomeKind::Adjudication }
    }

    /// The reason why the game ended, in a few words.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// Whether the referee ended the game early.
    pub fn is_adjudicated(&self) -> bool {
        self.adjudicated
    }
}

impl From<String> for Ending {
    fn from(reason: String) -> Ending {
        Ending { adjudicated: adjudication::REASONS.contains(&reason.as_str()), reason }
    }
}

impl From<Ending> for String {
    fn from(ending: Ending) -> String {
        ending.reason
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The referee's reasons are whole texts: a game may have a reason of its own that begins like one.
    #[test]
    fn only_the_referees_reasons_are_read_as_adjudications() {
        for reason in adjudication::REASONS {
            assert!(Ending::from(reason.to_owned()).is_adjudicated(), "{reason}");
        }
        for reason in ["adjudication by the jury", "adjudication: lengthy", "checkmate", ""] {
            assert!(!Ending::from(reason.to_owned()).is_adjudicated(), "{reason}");
        }
    }
}
