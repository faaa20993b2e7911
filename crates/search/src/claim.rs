//! What a score claims beyond an evaluation.

use crate::Side;

/// What a score claims beyond an evaluation.
///
/// A front end may show a win, a program may resign or end a game, only by [`ScoreClaim::Mate`] and
/// [`ScoreClaim::Ruling`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ScoreClaim {
    /// Nothing: the score is an evaluation or a draw, or it is only a bound.
    #[default]
    None,
    /// Nothing, but the line is expected to end with a ruling, which the search could not confirm: the score
    /// is an evaluation.
    RulingExpected,
    /// A mate in exactly the plies of the score, with a line of that length which ends in it.
    Mate,
    /// A win or a loss by a ruling on repetition, confirmed by the rules of the game against every reply
    /// of the loser.
    Ruling,
}

impl ScoreClaim {
    /// All claims.
    pub const ALL: [ScoreClaim; 4] =
        [ScoreClaim::None, ScoreClaim::RulingExpected, ScoreClaim::Mate, ScoreClaim::Ruling];

    /// The name in descriptions: `none`, `ruling expected`, `mate`, `ruling`.
    pub const fn name(self) -> &'static str {
        ["none", "ruling expected", "mate", "ruling"][self as usize]
    }

    /// Whether the game is claimed to be decided.
    pub const fn is_decisive(self) -> bool {
        matches!(self, ScoreClaim::Mate | ScoreClaim::Ruling)
    }
}

/// A win that the search has confirmed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ConfirmedWin<M> {
    pub(crate) winner: Side,
    /// The first move, if the winner moves at the root.
    pub(crate) first: Option<M>,
}
