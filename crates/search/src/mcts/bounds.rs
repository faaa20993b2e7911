//! The proved bounds of a node's value.
//!
//! MCTS-Solver (Winands, Björnsson and Saito 2008) stores proved wins and losses; with two bounds
//! (Cazenave and Saffidine 2011) draws and the distance of wins are proved as well. A bound holds
//! for the path to the node, which is unique: the tree has no transpositions, so repetitions need
//! no special treatment.

use crate::{Score, Verdict};

/// The lowest and the highest possible score of a position, for one of the sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    pub(super) least: Score,
    pub(super) greatest: Score,
}

impl Bounds {
    /// Nothing is proved.
    pub(super) const OPEN: Bounds = Bounds { least: Score::new(-32_500), greatest: Score::INFINITE };

    /// An exact score.
    pub(super) fn exactly(score: Score) -> Bounds {
        Bounds { least: score, greatest: score }
    }

    /// The bounds of a verdict, for the side to move.
    pub(super) fn of_verdict(verdict: Verdict) -> Bounds {
        match verdict {
            Verdict::Open => Bounds::OPEN,
            Verdict::Exact(score, _) => Bounds::exactly(score),
            Verdict::AtLeast(score, _) => Bounds { least: score, ..Bounds::OPEN },
            Verdict::AtMost(score, _) => Bounds { greatest: score, ..Bounds::OPEN },
        }
    }

    /// The bounds for the other side.
    pub(super) fn turned(self) -> Bounds {
        Bounds { least: -self.greatest, greatest: -self.least }
    }

    /// The bounds for the other side if `turns`.
    pub(super) fn turned_if(self, turns: bool) -> Bounds {
        if turns { self.turned() } else { self }
    }

    /// The bounds narrowed by another proof: the verdict of the rules may be weaker or stronger
    /// than what the moves prove.
    pub(super) fn narrowed(self, other: Bounds) -> Bounds {
        Bounds {
            least: self.least.max(other.least.min(self.greatest)),
            greatest: self.greatest.min(other.greatest.max(self.least)),
        }
    }

    /// The bounds of a position whose side to move can choose between these.
    pub(super) fn or(self, other: Bounds) -> Bounds {
        Bounds { least: self.least.max(other.least), greatest: self.greatest.max(other.greatest) }
    }

    /// Whether a win of the side is proved.
    pub(super) fn is_win(self) -> bool {
        self.least.is_decisive() && self.least > Score::ZERO && self.least < Score::INFINITE
    }

    /// Whether a loss of the side is proved.
    pub(super) fn is_loss(self) -> bool {
        self.turned().is_win()
    }

    /// Whether everything except the distance of the end is known.
    pub(super) fn is_decided(self) -> bool {
        self.is_win() || self.is_loss() || self.least >= self.greatest
    }

    /// The score of a [decided](Bounds::is_decided) position.
    pub(super) fn score(self) -> Score {
        if self.is_loss() { self.greatest } else { self.least }
    }

    /// The result of a [decided](Bounds::is_decided) position by its score: 1 for a win, ½ for a
    /// draw.
    pub(super) fn result(self) -> f32 {
        match self.score().cmp(&Score::ZERO) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        }
    }

    /// A result from another source, clamped to the proved bounds.
    pub(super) fn limited(self, result: f32) -> f32 {
        let surely = |score: Score, else_than: f32| match score {
            score if score == Score::ZERO => 0.5,
            score if score.is_decisive() && score.get().abs() < Score::INFINITE.get() => {
                if score > Score::ZERO {
                    1.0
                } else {
                    0.0
                }
            }
            _ => else_than,
        };
        result.max(surely(self.least, 0.0)).min(surely(self.greatest, 1.0))
    }

    /// Both bounds in one word.
    pub(super) fn to_bits(self) -> u32 {
        let [least, greatest] = [self.least, self.greatest].map(|score| u32::from(score.get() as i16 as u16));
        least << 16 | greatest
    }

    /// The inverse of [`Bounds::to_bits`].
    pub(super) fn from_bits(bits: u32) -> Bounds {
        let [least, greatest] = [bits >> 16, bits].map(|half| Score::new(i32::from(half as u16 as i16)));
        Bounds { least, greatest }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Reach;

    #[test]
    fn bounds_round_trip_as_bits_and_turn() {
        let some = [
            Bounds::OPEN,
            Bounds::exactly(Score::mate_in(7)),
            Bounds { least: Score::mated_in(3), greatest: Score::new(-12) },
            Bounds { least: Score::ZERO, greatest: Score::INFINITE },
        ];
        for bounds in some {
            assert_eq!(Bounds::from_bits(bounds.to_bits()), bounds);
            assert_eq!(bounds.turned().turned(), bounds);
        }
        assert_eq!(Bounds::OPEN.turned(), Bounds::OPEN);
    }

    #[test]
    fn decided_positions_have_scores_and_results() {
        let win = Bounds { least: Score::mate_in(5), ..Bounds::OPEN };
        assert!(win.is_win() && win.is_decided() && !win.is_loss() && win.turned().is_loss());
        assert_eq!((win.score(), win.turned().score()), (Score::mate_in(5), Score::mated_in(5)));
        assert_eq!((win.result(), win.turned().result()), (1.0, 0.0));
        let drawn = Bounds::of_verdict(Verdict::AtLeast(Score::ZERO, Reach::Position));
        assert!(!drawn.is_decided());
        let drawn = drawn.narrowed(Bounds::of_verdict(Verdict::AtMost(Score::ZERO, Reach::Position)));
        assert!(drawn.is_decided() && drawn.result() == 0.5);
        assert!(!Bounds::OPEN.is_decided());
        let rule = Bounds::exactly(Score::rule_loss(4));
        assert!(rule.is_loss());
    }

    #[test]
    fn bounds_are_narrowed_by_the_verdict() {
        let at_most = Bounds { greatest: Score::new(-10), ..Bounds::OPEN };
        let won = Bounds::exactly(Score::mate_in(3));
        assert_eq!(at_most.narrowed(won), Bounds::exactly(Score::new(-10)));
        assert_eq!(at_most.turned().narrowed(won.turned()), Bounds::exactly(Score::new(10)));
        assert_eq!(at_most.narrowed(Bounds::exactly(Score::new(-40))), Bounds::exactly(Score::new(-40)));
        let drawn = Bounds { least: Score::ZERO, ..Bounds::OPEN };
        assert_eq!((drawn.limited(0.2), drawn.limited(0.8), drawn.turned().limited(0.8)), (0.5, 0.8, 0.5));
        assert_eq!((won.limited(0.3), won.turned().limited(0.3), Bounds::OPEN.limited(0.3)), (1.0, 0.0, 0.3));
    }

    #[test]
    fn a_choice_has_the_bounds_of_its_best_option() {
        let (lost, open) = (Bounds::exactly(Score::mated_in(4)), Bounds::OPEN);
        assert_eq!(lost.or(open), Bounds { least: Score::mated_in(4), greatest: Score::INFINITE });
        assert_eq!(lost.or(Bounds::exactly(Score::mated_in(8))), Bounds::exactly(Score::mated_in(8)));
    }
}
