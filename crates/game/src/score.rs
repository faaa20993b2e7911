//! Scores from the point of view of the side to move, in units of the evaluator (usually a
//! hundredth of a pawn), with bands for decided games.
//!
//! ```text
//!  -32000 … -31872   mated: loses in (32000 + s) plies
//!  -31000 … -30872   loses by a rule (perpetual check): sure only if the other side claims it
//!  -30000 …  30000   evaluations and draws
//!   30872 …  31000   wins by a rule
//!   31872 …  32000   mates: wins in (32000 - s) plies
//! ```
//!
//! Wins by a rule have their own band, as in ElephantEye's BAN_VALUE: a forced mate is always
//! preferred, and the two are never confused.

use core::{
    fmt,
    ops::{Add, Neg, Sub},
};

/// A score. See the [module](self) for its bands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(from = "i32"))]
pub struct Score(i32);

/// The maximum number of plies in a [`Score`], and so the maximum depth of a search.
pub const MAX_PLY: usize = 128;

impl Score {
    /// Larger than every score of a position.
    pub const INFINITE: Score = Score(32_500);
    /// The score of a mate on the board.
    pub const MATE: Score = Score(32_000);
    /// The score of a win by a rule that has already occurred.
    pub const RULE: Score = Score(31_000);
    /// The largest evaluation; larger ones are clamped to it.
    pub const LIMIT: Score = Score(30_000);
    /// The centipawns of a win by a rule that has already occurred; no centipawns are larger.
    pub const RULE_CENTIPAWNS: i32 = 20_000;
    /// The largest centipawns of an evaluation.
    pub const LIMIT_CENTIPAWNS: i32 = Score::RULE_CENTIPAWNS - (Score::RULE.0 - Score::LIMIT.0);
    /// An even position, or a draw.
    pub const ZERO: Score = Score(0);

    /// A score of `units`, clamped to ±[`Score::INFINITE`].
    ///
    /// ```
    /// # use duiyi_game::Score;
    /// assert_eq!((Score::new(-35).get(), Score::new(i32::MIN)), (-35, -Score::INFINITE));
    /// ```
    #[inline]
    pub const fn new(units: i32) -> Score {
        if units > Score::INFINITE.0 {
            Score::INFINITE
        } else if units < -Score::INFINITE.0 {
            Score(-Score::INFINITE.0)
        } else {
            Score(units)
        }
    }

    /// The number of units.
    #[inline]
    pub const fn get(self) -> i32 {
        self.0
    }

    /// The side to move wins in `ply` plies from the root.
    #[inline]
    pub const fn mate_in(ply: usize) -> Score {
        Score(Score::MATE.0 - ply as i32)
    }

    /// The side to move is mated at `ply`.
    #[inline]
    pub const fn mated_in(ply: usize) -> Score {
        Score(ply as i32 - Score::MATE.0)
    }

    /// The side to move wins by a rule at `ply`.
    #[inline]
    pub const fn rule_win(ply: usize) -> Score {
        Score(Score::RULE.0 - ply as i32)
    }

    /// The side to move loses by a rule at `ply`.
    #[inline]
    pub const fn rule_loss(ply: usize) -> Score {
        Score(ply as i32 - Score::RULE.0)
    }

    /// Whether the game is decided: a mate or a win or loss by a rule.
    #[inline]
    pub const fn is_decisive(self) -> bool {
        self.0.abs() > Score::LIMIT.0
    }

    /// Whether it is a mate for either side.
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= Score::MATE.0 - MAX_PLY as i32
    }

    /// Plies until the mate: positive if the side to move mates, negative if it is mated; 0 if it
    /// is already mated.
    pub const fn mate_distance(self) -> Option<i32> {
        if !self.is_mate() {
            return None;
        }
        let left = Score::MATE.0 - self.0.abs();
        // Only bounds are beyond the score of a mate on the board.
        let plies = if left < 0 { 0 } else { left };
        Some(if self.0 > 0 { plies } else { -plies })
    }

    /// Plies until the win or loss by a rule, not negative; `None` for other scores.
    pub const fn rule_distance(self) -> Option<i32> {
        if !self.is_decisive() || self.is_mate() {
            return None;
        }
        let left = Score::RULE.0 - self.0.abs();
        Some(if left < 0 { 0 } else { left })
    }

    /// The score in centipawns, as programs show and send it; `None` for a mate, which is shown by
    /// its [distance](Score::mate_distance).
    ///
    /// Wins by a rule are [`Score::RULE_CENTIPAWNS`] minus the plies, as the wins that chess engines
    /// take from endgame tables; evaluations are clamped to ±[`Score::LIMIT_CENTIPAWNS`]. A larger
    /// score never has fewer centipawns.
    ///
    /// ```
    /// # use duiyi_game::Score;
    /// assert_eq!(Score::new(-35).centipawns(), Some(-35));
    /// assert_eq!(Score::rule_win(20).centipawns(), Some(19_980));
    /// assert_eq!(Score::LIMIT.centipawns(), Some(19_000));
    /// assert_eq!(Score::mate_in(5).centipawns(), None);
    /// ```
    pub const fn centipawns(self) -> Option<i32> {
        if self.is_mate() {
            return None;
        }
        let shown = match self.rule_distance() {
            Some(plies) => Score::RULE_CENTIPAWNS - plies,
            None if self.0.abs() > Score::LIMIT_CENTIPAWNS => Score::LIMIT_CENTIPAWNS,
            None => self.0.abs(),
        };
        Some(self.0.signum() * shown)
    }

    /// The score of centipawns that were shown or sent: the inverse of [`Score::centipawns`]. Larger
    /// numbers, which other engines send, are wins by a rule, never mates.
    pub const fn from_centipawns(shown: i32) -> Score {
        let size = shown.saturating_abs();
        if size <= Score::LIMIT_CENTIPAWNS {
            return Score(shown);
        }
        let plies = Score::RULE_CENTIPAWNS - size;
        let win = Score::RULE.0 - if plies < 0 { 0 } else { plies };
        Score(shown.signum() * win)
    }

    /// Clamps to the band of evaluations.
    #[inline]
    pub const fn clamped(self) -> Score {
        if self.0 > Score::LIMIT.0 {
            Score::LIMIT
        } else if self.0 < -Score::LIMIT.0 {
            Score(-Score::LIMIT.0)
        } else {
            self
        }
    }

    /// Converts a decisive score that counts plies from the root to one that counts from the node
    /// at `ply`, for the transposition table, where the position can be reached by other paths.
    /// Source: row H-6 of docs/sources.md, with its signs corrected.
    #[inline]
    pub const fn from_node(self, ply: usize) -> Score {
        if self.0 > Score::LIMIT.0 {
            Score(self.0 + ply as i32)
        } else if self.0 < -Score::LIMIT.0 {
            Score(self.0 - ply as i32)
        } else {
            self
        }
    }

    /// The inverse of [`Score::from_node`].
    #[inline]
    pub const fn from_root(self, ply: usize) -> Score {
        if self.0 > Score::LIMIT.0 {
            Score(self.0 - ply as i32)
        } else if self.0 < -Score::LIMIT.0 {
            Score(self.0 + ply as i32)
        } else {
            self
        }
    }
}

#[cfg(feature = "serde")]
impl From<i32> for Score {
    fn from(units: i32) -> Score {
        Score::new(units)
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;
    #[inline]
    fn add(self, units: i32) -> Score {
        Score::new(self.0.saturating_add(units))
    }
}

impl Sub<i32> for Score {
    type Output = Score;
    #[inline]
    fn sub(self, units: i32) -> Score {
        Score::new(self.0.saturating_sub(units))
    }
}

impl fmt::Display for Score {
    /// `+123`, `mate in 1 ply`, `mated in 4 plies`, `win by a rule in 20 plies`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (distance, [win, loss]) = match (self.mate_distance(), self.rule_distance()) {
            (Some(distance), _) => (distance, ["mate", "mated"]),
            (None, Some(distance)) => (distance, ["win by a rule", "loss by a rule"]),
            (None, None) => return write!(f, "{:+}", self.0),
        };
        let word = if self.0 > 0 { win } else { loss };
        let unit = if distance.abs() == 1 { "ply" } else { "plies" };
        write!(f, "{word} in {} {unit}", distance.abs())
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_scores_round_trip_at_every_ply() {
        for ply in 0..MAX_PLY {
            for distance in 0..MAX_PLY - ply {
                for score in [Score::mate_in(ply + distance), Score::rule_win(ply + distance), Score(distance as i32)] {
                    for score in [score, -score] {
                        let stored = score.from_node(ply);
                        assert_eq!(stored.from_root(ply), score);
                        assert!(i16::try_from(stored.get()).is_ok());
                    }
                }
                // From the node, the mate is `distance` plies away.
                assert_eq!(Score::mate_in(ply + distance).from_node(ply), Score::mate_in(distance));
                assert_eq!(Score::mated_in(ply + distance).from_node(ply), Score::mated_in(distance));
            }
        }
    }

    #[test]
    fn centipawns_keep_the_order_of_scores_and_are_read_back() {
        let all = (-Score::INFINITE.get()..=Score::INFINITE.get()).map(Score::new);
        let mut last = -Score::RULE_CENTIPAWNS;
        for score in all {
            assert_eq!(score.centipawns().is_none(), score.mate_distance().is_some());
            assert!(score.mate_distance().is_none_or(|plies| plies.unsigned_abs() <= MAX_PLY as u32), "{score}");
            let Some(shown) = score.centipawns() else { continue };
            assert!((last..=Score::RULE_CENTIPAWNS).contains(&shown), "{score}: {shown} after {last}");
            assert_eq!(-shown, (-score).centipawns().unwrap());
            assert_eq!(Score::from_centipawns(shown).centipawns(), Some(shown));
            last = shown;
        }
        assert_eq!(last, Score::RULE_CENTIPAWNS);
        for ply in 0..=MAX_PLY {
            for score in [Score::rule_win(ply), Score::rule_loss(ply)] {
                assert_eq!(score.centipawns().map(Score::from_centipawns), Some(score));
                assert_eq!(score.rule_distance(), Some(ply as i32));
            }
        }
        assert_eq!(
            [i32::MIN, -20_001, 19_000, i32::MAX].map(|shown| Score::from_centipawns(shown).get()),
            [-31_000, -31_000, 19_000, 31_000]
        );
    }

    #[test]
    fn scores_are_described_in_words() {
        let text = [Score::new(35), Score::rule_win(20), Score::rule_loss(1), Score::mated_in(4), Score::INFINITE];
        assert_eq!(
            text.map(|score| std::format!("{score}")),
            ["+35", "win by a rule in 20 plies", "loss by a rule in 1 ply", "mated in 4 plies", "mate in 0 plies"]
        );
    }

    #[test]
    fn scores_have_limits() {
        for units in [i32::MIN, i32::MIN + 1, -40_000, 40_000, i32::MAX] {
            let limit = Score(Score::INFINITE.0 * units.signum());
            assert_eq!((Score::new(units), Score::ZERO + units, limit + units), (limit, limit, limit));
            assert_eq!((Score::ZERO - units, -limit - units), (-limit, -limit));
            assert!(Score::new(units).is_mate() && !std::format!("{}", Score::new(units)).is_empty());
        }
    }

    #[test]
    fn score_bands_do_not_overlap() {
        assert!(Score::mated_in(MAX_PLY) < Score::rule_loss(0));
        assert!(Score::rule_loss(MAX_PLY) < -Score::LIMIT);
        assert!(Score::LIMIT < Score::rule_win(MAX_PLY));
        assert!(Score::rule_win(0) < Score::mate_in(MAX_PLY));
        assert!(Score::MATE < Score::INFINITE);
        assert!(!Score::LIMIT.is_decisive() && Score::rule_win(MAX_PLY).is_decisive());
        assert!(Score::mate_in(MAX_PLY).is_mate() && !Score::rule_win(0).is_mate());
    }
}
