//! What every feature is worth: the tuned values, the ones set by hand, and
//! their text form.
//!
//! ```text
//! # a line a feature: its term, its number in the term, full board, bare board
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

/// The most that a weight may be, either way: sums of a whole board stay within 16 bits.
pub const MAX_WEIGHT: i32 = 2_000;

/// A value for every feature of the evaluation, in hundredths of a pawn.
#[derive(Clone, PartialEq, Eq)]
pub struct Weights {
    pub(super) values: [Tapered; FEATURES],
    /// Material, placement and the files to the king of both colours, spread out from `values`.
    pub(super) placement: placement::Table,
}

impl Weights {
    /// How many features there are.
    pub const COUNT: usize = FEATURES;

    /// From a value for each feature, in the order of [`Weights::names`].
    ///
    /// # Errors
    /// How many values there are, if not [`Weights::COUNT`], or the first that is beyond [`MAX_WEIGHT`].
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

    /// The values that Texel tuning found (docs/evaluation.md says how).
    pub fn tuned() -> Arc<Weights> {
        static TUNED: LazyLock<Arc<Weights>> = LazyLock::new(|| {
            // A term that the file does not know yet is worth nothing; a test says so.
            let value = |feature| {
                TUNED_VALUES.get(feature).map_or(Tapered::default(), |&(full, bare)| Tapered::new(full, bare))
            };
            Arc::new(Weights::of(std::array::from_fn(value)))
        });
        Arc::clone(&TUNED)
    }

    /// The values from which tuning starts: the thesis's where it names some, guesses elsewhere.
    pub fn by_hand() -> Weights {
        let mut values = [Tapered::default(); FEATURES];
        for term in TERMS {
            for (i, feature) in term.features().enumerate() {
                values[feature] = term.by_hand(i);
            }
        }
        Weights::of(values)
    }

    /// The name of a feature: its term and its number in it, such as `rook-mobility 4`.
    pub fn name(feature: usize) -> String {
        let term = TERMS.iter().find(|term| term.features().contains(&feature));
        term.map_or_else(|| format!("feature {feature}"), |term| format!("{} {}", term.name, feature - term.first))
    }

    /// The names of all features, in order.
    pub fn names() -> impl Iterator<Item = String> {
        (0..FEATURES).map(Weights::name)
    }

    /// The values in the order of [`Weights::names`], for the full board and the bare one.
    pub fn values(&self) -> impl Iterator<Item = (i32, i32)> + '_ {
        self.values.iter().map(|value| (value.full(), value.bare()))
    }

    /// What Red's piece of a kind is worth on a square, by material and placement alone.
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

/// The file of weights.
impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, (full, bare)) in Weights::names().zip(self.values()) {
            writeln!(f, "{name} {full} {bare}")?;
        }
        Ok(())
    }
}

/// What is wrong with weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// Too few or too many values.
    #[error("{0} values were given: expected {FEATURES}, one for each feature")]
    Count(usize),
    /// A value out of range.
    #[error("the weight of {0} is out of range: expected -{MAX_WEIGHT} to {MAX_WEIGHT}")]
    Range(String),
    /// A line that is not the one expected.
    #[error("line {line}: expected '{expected} FULL BARE', found '{found}'")]
    Line {
        /// Counted from 1.
        line: usize,
        /// The feature whose turn it was.
        expected: String,
        /// What was there.
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
