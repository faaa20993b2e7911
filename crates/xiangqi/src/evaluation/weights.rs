//! The weights of the features: the tuned values, the ones set by hand, and
//! their text form.
//!
//! ```text
//! # a line for each feature: its term, its number in the term, full board, bare board
//! material 3 431 505
//! ```

use super::{
    placement,
    tapered::Tapered,
    terms::{FEATURES, TERMS},
};
#[cfg(test)]
use crate::Square;
use std::{
    fmt,
    str::FromStr,
    sync::{Arc, LazyLock},
};

include!(concat!(env!("OUT_DIR"), "/tuned_weights.rs"));

/// The maximal absolute value of a weight, which keeps the sums of a whole board within 16 bits.
pub const MAX_WEIGHT: i32 = 2_000;

/// The weights of all features of the evaluation, in hundredths of a pawn.
#[derive(Clone, PartialEq, Eq)]
pub struct Weights {
    pub(super) values: [Tapered; FEATURES],
    /// Material, placement and the files to the king for both colours, expanded from `values`.
    pub(super) placement: placement::Table,
}

impl Weights {
    /// The number of features.
    pub const COUNT: usize = FEATURES;

    /// Weights from a value for each feature, in the order of [`Weights::names`].
    ///
    /// # Errors
    /// If their number is not [`Weights::COUNT`], or one of them exceeds [`MAX_WEIGHT`].
    pub fn new(values: impl IntoIterator<Item = (i32, i32)>) -> Result<Weights, WeightsError> {
        let mut table = [Tapered::default(); FEATURES];
        let mut found = 0;
        for (full, bare) in values {
            if let Some(slot) = table.get_mut(found) {
                if full.abs().max(bare.abs()) > MAX_WEIGHT {
                    return Err(WeightsError::Range(Weights::name(found)));
                }
                *slot = Tapered::new(full, bare);
            }
            found += 1;
        }
        if found == FEATURES { Ok(Weights::of(table)) } else { Err(WeightsError::Count(found)) }
    }

    fn of(values: [Tapered; FEATURES]) -> Weights {
        Weights { placement: placement::table(&values), values }
    }

    /// The values from Texel tuning (see docs/evaluation.md).
    pub fn tuned() -> Arc<Weights> {
        static TUNED: LazyLock<Arc<Weights>> = LazyLock::new(|| {
            // A term that is missing in the file has weight 0; a test fails then.
            let value = |feature| {
                TUNED_VALUES.get(feature).map_or(Tapered::default(), |&(full, bare)| Tapered::new(full, bare))
            };
            Arc::new(Weights::of(std::array::from_fn(value)))
        });
        Arc::clone(&TUNED)
    }

    /// The values before tuning: those of the thesis where it names some, guesses elsewhere.
    pub fn by_hand() -> Weights {
        let mut values = [Tapered::default(); FEATURES];
        for term in TERMS {
            for (i, feature) in term.features().enumerate() {
                values[feature] = term.by_hand(i);
            }
        }
        Weights::of(values)
    }

    /// The name of a feature: its term and its index in the term, such as `rook-mobility 4`.
    pub fn name(feature: usize) -> String {
        let term = TERMS.iter().find(|term| term.features().contains(&feature));
        term.map_or_else(|| format!("feature {feature}"), |term| format!("{} {}", term.name, feature - term.first))
    }

    /// The names of all features, in order.
    pub fn names() -> impl Iterator<Item = String> {
        (0..FEATURES).map(Weights::name)
    }

    /// The values in the order of [`Weights::names`], for the full board and the bare board.
    pub fn values(&self) -> impl Iterator<Item = (i32, i32)> + '_ {
        self.values.iter().map(|value| (value.full(), value.bare()))
    }

    /// The value of Red's piece of a kind on a square, by material and placement alone.
    #[cfg(test)]
    pub(super) fn on(&self, kind: crate::PieceKind, square: Square) -> Tapered {
        let feature = placement::placement_feature(kind, square, crate::RED);
        self.values[super::terms::MATERIAL + kind.index()] + self.values[feature]
    }
}

impl fmt::Debug for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Weights").field("values", &self.values.len()).finish_non_exhaustive()
    }
}

/// Writes the file of weights.
impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, (full, bare)) in Weights::names().zip(self.values()) {
            writeln!(f, "{name} {full} {bare}")?;
        }
        Ok(())
    }
}

/// An error in weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// Too few or too many values.
    #[error("{0} values were given: expected {FEATURES}, one for each feature")]
    Count(usize),
    /// A value out of range.
    #[error("the weight of {0} is out of range: expected -{MAX_WEIGHT} to {MAX_WEIGHT}")]
    Range(String),
    /// A line that is not the expected one.
    #[error("line {line}: expected '{expected} FULL BARE', found '{found}'")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// The expected feature.
        expected: String,
        /// The line that was read.
        found: String,
    },
}

impl FromStr for Weights {
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<Weights, WeightsError> {
        let mut values = Vec::with_capacity(FEATURES);
        for (number, line) in text.lines().enumerate() {
            if line.starts_with('#') || line.trim().is_empty() {
                continue;
            }
            let expected = Weights::name(values.len());
            let read = || {
                let mut words = line.strip_prefix(expected.as_str())?.split_whitespace();
                let pair = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
                words.next().is_none().then_some(pair)
            };
            values.push(read().ok_or_else(|| WeightsError::Line {
                line: number + 1,
                expected: expected.clone(),
                found: line.chars().take(60).collect(),
            })?);
        }
        Weights::new(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tuned_file_names_every_feature_in_order() {
        let file: Weights = include_str!("tuned.txt").parse().unwrap();
        assert!(file == *Weights::tuned());
    }

    #[test]
    fn weights_round_trip_through_text_and_errors_say_where() {
        let weights = Weights::by_hand();
        assert!(weights.to_string().parse::<Weights>().as_ref() == Ok(&weights));
        assert_eq!("material 0 1 2\n".parse::<Weights>(), Err(WeightsError::Count(1)));
        let error = "# a comment\nmaterial 1 1 2\n".parse::<Weights>().unwrap_err();
        assert_eq!(error.to_string(), "line 2: expected 'material 0 FULL BARE', found 'material 1 1 2'");
        assert!(matches!("material 0 1\n".parse::<Weights>(), Err(WeightsError::Line { line: 1, .. })));
        assert_eq!("material 0 9999 0\n".parse::<Weights>(), Err(WeightsError::Range("material 0".into())));
    }
}
