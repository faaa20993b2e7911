//! One traversal of the terms with three uses: the score of a position, the coefficients by
//! which the weights are tuned, and the explanation of the score by term.

use super::{
    tapered::{FULL_PHASE, Tapered},
    terms::{FEATURES, TERMS},
    weights::Weights,
};
use crate::Side;
use std::fmt;

/// A receiver of the terms, one side after the other.
pub(super) trait Tracer {
    /// Adds a feature of the side, `count` times.
    fn add(&mut self, feature: usize, count: i32);
}

/// Sums up the score of a side.
pub(super) struct Sum<'w> {
    weights: &'w [Tapered; FEATURES],
    pub(super) score: Tapered,
}

impl<'w> Sum<'w> {
    #[inline]
    pub(super) fn new(weights: &'w Weights) -> Sum<'w> {
        Sum { weights: &weights.values, score: Tapered::default() }
    }
}

impl Tracer for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, feature: usize, count: i32) {
        self.score += self.weights[feature].times(count);
    }
}

/// Counts the features of a side.
#[derive(Clone, Debug)]
pub(crate) struct Counts(pub(crate) Vec<i32>);

impl Counts {
    pub(super) fn new() -> Counts {
        Counts(vec![0; FEATURES])
    }
}

impl Tracer for Counts {
    fn add(&mut self, feature: usize, count: i32) {
        self.0[feature] += count;
    }
}

/// A position for the tuner: the score is, from Red's point of view,
/// `scale` × Σ count × weight, each weight at the phase.
#[derive(Clone, PartialEq, Debug)]
pub struct Trace {
    /// The features that are not balanced, with Red's count minus Black's.
    pub features: Vec<(u16, i16)>,
    /// The phase, from 0 (bare board) to [`FULL_PHASE`].
    pub phase: i32,
    /// The share of the score that remains in endings that are hard or impossible to win, from 0 to 1.
    pub scale: f32,
}

/// The score of a position, by term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The terms that are not zero for both sides, in order.
    pub rows: Vec<ExplainedTerm>,
    /// The phase, from 0 (bare board) to [`FULL_PHASE`].
    pub phase: i32,
    /// The share of the score that remains in endings that are hard or impossible to win, in 64ths.
    pub scale: i32,
    /// The whole score from Red's point of view, in hundredths of a pawn.
    pub total: i32,
}

/// A table with a row for each term: Red, Black and their difference, for the full board,
/// the bare board and the current phase, in hundredths of a pawn.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<16} |{:^18} |{:^18} |{:^18}", "", "Red", "Black", "difference")?;
        let head = format!("{:>6}{:>6}{:>6}", "full", "bare", "now");
        writeln!(f, "{:<16} |{head} |{head} |{head}", "term")?;
        let mut line = |name: &str, red: Tapered, black: Tapered| {
            write!(f, "{name:<16}")?;
            for side in [red, black, red - black] {
                write!(f, " |{:>6}{:>6}{:>6}", side.full(), side.bare(), side.at(self.phase))?;
            }
            writeln!(f)
        };
        let mut sums = [Tapered::default(); 2];
        for row in &self.rows {
            line(row.name, row.sides[0], row.sides[1])?;
            sums[0] += row.sides[0];
            sums[1] += row.sides[1];
        }
        line("sum", sums[0], sums[1])?;
        writeln!(f, "\nin hundredths of a pawn; full: with all pieces on the board, bare: without any,")?;
        writeln!(f, "now: between the two, by the phase; difference: Red less Black")?;
        writeln!(f, "phase {} of {FULL_PHASE}; {} of 64 can be won", self.phase, self.scale)?;
        write!(f, "score {} for Red", self.total)
    }
}

/// A term in an [`Explanation`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExplainedTerm {
    /// Its name.
    pub name: &'static str,
    /// A description of what it rewards.
    pub meaning: &'static str,
    /// Its value for each side, by [`Side::index`].
    pub sides: [Tapered; 2],
}

/// The rows of an explanation, from the counts of both sides.
pub(super) fn explain(weights: &Weights, counts: &[Counts; 2]) -> Vec<ExplainedTerm> {
    let worth = |color: Side, range: std::ops::Range<usize>| {
        let mut sum = Tapered::default();
        for feature in range {
            sum += weights.values[feature].times(counts[color.index()].0[feature]);
        }
        sum
    };
    let row = |term: &super::terms::Term| ExplainedTerm {
        name: term.name,
        meaning: term.meaning,
        sides: Side::BOTH.map(|color| worth(color, term.features())),
    };
    TERMS.iter().map(row).filter(|row| row.sides != [Tapered::default(); 2]).collect()
}
